//! How a game stands: what remains, par, waste, and what each move did to the distance.
//!
//! Where several steps count as one move, a move that was begun may go on for nothing. What remains is therefore the least
//! over the places where the piece can still come to stand for nothing, or moves made and moves that remain would come to
//! one too many midway.

use super::game::Game;
use crate::engine::knowledge::Remaining;
use crate::notation::Claim;
use crate::puzzle::{Family, Metric, Move, Path, Position, Step};

/// Of the turns before these nothing is noted; the few of them that are shown are looked up.
const MOST_NOTED: usize = 512;

impl Game {
    /// How many moves remain, as far as it is known.
    pub fn remaining(&self) -> Remaining {
        self.remaining_after(self.session.done())
    }

    /// How many moves remained after so many turns.
    pub fn remaining_after(&self, turn: usize) -> Remaining {
        let here = self.knowledge.remaining(self.session.position_at(turn));
        let ways = self.free_ways(turn);
        let there = ways.iter().map(|(_, to)| self.knowledge.near(here, to));
        there.fold(here, Remaining::or)
    }

    /// What the solver has yet to be asked about: where the game stands, and once that is proven, where a move that was begun
    /// can still come to stand for nothing, as long as it may be nearer there.
    pub fn in_question(&self) -> Option<Position> {
        let position = self.session.position();
        if !self.knowledge.is_settled(position) {
            return Some(position.clone());
        }
        if self.session.is_solved() {
            // Another metric was chosen, in which nothing is known of the game that was played.
            let begin = self.session.line_start();
            return (!self.knowledge.was_asked(begin)).then(|| begin.clone());
        }
        let here = self.knowledge.remaining(position);
        let moves = here.exact().filter(|_| self.remaining().exact().is_none())?;
        let is_nearer = |to: &Position| {
            let least = self.knowledge.near(here, to).bounds().map(|(lower, _)| lower);
            !self.knowledge.is_settled(to) && least.is_some_and(|least| least < moves)
        };
        let ways = self.free_ways(self.session.done()).into_iter();
        ways.map(|(_, to)| to).find(is_nearer)
    }

    /// Proven bounds on how far it was to the goal after so many turns, equal where the distance is known; `None` if there
    /// was no way to the goal.
    pub fn bounds_after(&self, turn: usize) -> Option<(u32, Option<u32>)> {
        match self.trail.get(turn) {
            Some(&Some(known)) => Some((known, Some(known))),
            _ => self.remaining_after(turn).bounds(),
        }
    }

    /// Notes what remained after each turn of the line that is shown, where that has become known. As long as the knowledge
    /// has learned nothing, only the turns that came since are looked at: the length of a game delays no key.
    pub fn refresh(&mut self) {
        let (begin, done) = (self.session.line_begin(), self.session.done());
        let learned = self.knowledge.learned();
        let fresh = match learned == self.learned {
            true => self.trail.len().min(done),
            false => 0,
        };
        self.learned = learned;
        // The trail is as long as the game before it is filled: the loop below goes by the numbers of turns.
        self.trail.resize(done + 1, None);
        let newest = done.saturating_sub(MOST_NOTED);
        for turn in fresh.max(begin).max(newest)..=done {
            if self.trail[turn].is_none() {
                self.trail[turn] = self.remaining_after(turn).exact();
            }
        }
    }

    /// The fewest moves from where the line began: as proven by the solver, else as the puzzle's text claims.
    pub fn par(&self) -> Option<u32> {
        let proven = self.knowledge.remaining(self.session.line_start()).exact();
        proven.or(match self.entry.claims.get(self.metric()) {
            Some(Claim::Moves(moves)) if self.session.is_from_start() => Some(moves),
            _ => None,
        })
    }

    /// Whether it is known that there was no way to the goal from where the line began, so that no move is to blame.
    pub fn is_hopeless(&self) -> bool {
        self.remaining_after(self.session.line_begin()) == Remaining::Never
    }

    /// By how many moves the last move changed the distance to the goal: negative is nearer. Steps that count as one move
    /// are one.
    pub fn last_change(&self) -> Option<i64> {
        let metric = self.metric();
        let count = self.session.line().last()?.count(metric);
        // The last turn that counts less and not the number of them: a piece that goes back takes its own count with it.
        let less = self.session.line().iter().rposition(|turn| turn.count(metric) < count);
        let before = less.map_or(0, |last| last + 1);
        let before = self.remaining_after(self.session.line_begin() + before);
        let now = self.remaining().exact()?;
        Some(i64::from(now) - i64::from(before.exact()?))
    }

    /// Moves played beyond the fewest: those made and those that remain, less par.
    pub fn waste(&self) -> Option<usize> {
        let whole = self.session.count(self.metric()) + self.remaining().exact()? as usize;
        Some(whole.saturating_sub(self.par()? as usize))
    }

    /// Which moves of the line lost distance: after them, moves made and moves that remain came to more than before. A
    /// move that is counted together with the ones after it is judged with the last of them.
    pub fn losses(&self) -> Vec<bool> {
        let (line, metric) = (self.session.line(), self.metric());
        let mut before = self.knowledge.remaining(self.session.line_start()).exact();
        let mut losses = Vec::with_capacity(line.len());
        for (i, turn) in line.iter().enumerate() {
            let count = turn.count(metric);
            let next = line.get(i + 1);
            let goes_on = next.is_some_and(|next| turn.goes_on(next, metric));
            let remaining = match next {
                Some(_) => self.knowledge.remaining(turn.after()),
                None => self.remaining(),
            };
            let whole = remaining.exact().map(|remaining| remaining + count as u32);
            // A distance that is not known is `None`, which is less than any other, and so no loss.
            losses.push(!goes_on && before.is_some() && whole > before);
            if !goes_on {
                before = whole;
            }
        }
        losses
    }

    /// The next move of an optimal solution, where it is known: the one that goes on with a move begun, if that is one.
    pub fn next_move(&self) -> Option<Move> {
        match self.way_on() {
            Some((action, _)) => Some(action),
            None => self.knowledge.next(self.session.position()),
        }
    }

    /// An optimal solution from here, where it is known.
    pub fn solution(&self) -> Option<Path> {
        let Some((action, to)) = self.way_on() else {
            return self.knowledge.path(self.session.position());
        };
        let rest = self.knowledge.path(&to)?;
        Some([action].into_iter().chain(rest).collect())
    }

    /// How to go on for nothing with the move begun, if that is better than to begin another.
    fn way_on(&self) -> Option<(Move, Position)> {
        let exact = |position: &Position| self.knowledge.remaining(position).exact();
        let here = exact(self.session.position())?;
        let ways = self.free_ways(self.session.done()).into_iter();
        let known = ways.filter_map(|way| Some((exact(&way.1)?, way)));
        let (there, way) = known.min_by_key(|(there, _)| *there)?;
        (there < here).then_some(way)
    }

    /// How the last of so many turns could have gone on without counting as another move, and where it would have led.
    fn free_ways(&self, turn: usize) -> Vec<(Move, Position)> {
        let (puzzle, metric) = (self.puzzle(), self.metric());
        let is_begun =
            metric == Metric::Slide || metric == Metric::Move && !self.session.is_back(turn);
        let Some(last) = self.session.last_move(turn).filter(|_| is_begun) else {
            return Vec::new();
        };
        let (before, here) = (self.session.position_at(turn - 1), self.session.position_at(turn));
        let alone = puzzle.count(before, std::slice::from_ref(last), metric);
        let moves = puzzle.moves_like(last, here, metric).into_iter();
        let is_free = |next: &Move| {
            let both = [last.clone(), next.clone()];
            puzzle.count(before, &both, metric) == alone
        };
        // Of blocks the first step decides, so that no more than four moves are looked at. On a large board there may be
        // hundreds.
        let mut begun: Vec<(Step, bool)> = Vec::new();
        let free = moves.filter(|next| {
            let of_block = |_: &&Step| puzzle.family() == Family::Blocks;
            let Some(&first) = next.steps().first().filter(of_block) else {
                return is_free(next);
            };
            if let Some((_, free)) = begun.iter().find(|(step, _)| *step == first) {
                return *free;
            }
            let free = is_free(&Move::Steps(vec![first]));
            begun.push((first, free));
            free
        });
        let played = free.filter_map(|next| {
            let mut to = here.clone();
            to.play(puzzle, &next).ok()?;
            Some((next, to))
        });
        played.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::worker::{Report, SolverEvent};
    use crate::solver::{Distances, Limits, NoMonitor, Request, solve};
    use std::sync::Arc;
    use std::time::Duration;

    /// Answers all questions of a game, as the solver would.
    fn settle(game: &mut Game) -> usize {
        let mut asked = 0;
        while let Some(position) = game.in_question() {
            asked += 1;
            let (puzzle, metric) = (game.session.puzzle().clone(), game.metric());
            let outcome = solve(&puzzle, &position, &Request::new(metric), &mut NoMonitor);
            game.knowledge.asked(asked, position);
            let report = Report::Answer(outcome);
            assert!(game.knowledge.hear(SolverEvent { request: asked, report }));
        }
        asked as usize
    }

    /// By questions what remains is as exact as by a table of all distances, in the midst of a slide or a move too.
    #[test]
    fn of_a_move_that_was_begun_it_is_asked_where_it_could_end() {
        let entry = Arc::new(crate::library::find("3x3-6").unwrap().clone());
        for metric in [Metric::Step, Metric::Slide] {
            let mut asked_twice = false;
            let mut game = Game::new(Arc::clone(&entry), metric);
            let mut by_table = Game::new(Arc::clone(&entry), metric);
            let puzzle = by_table.session.puzzle().clone();
            let distances =
                Distances::build(&puzzle, metric, &Limits::default(), &mut NoMonitor).unwrap();
            let report = Report::Distances(puzzle.clone(), Arc::new(distances));
            assert!(by_table.knowledge.hear(SolverEvent { request: 0, report }));
            for turn in 0..60_u64 {
                let moves = puzzle.moves(game.session.position(), Metric::Step);
                // Any of them, but the same ones in each run.
                let action = moves[(turn * turn / 7) as usize % moves.len()].clone();
                for game in [&mut game, &mut by_table] {
                    game.session.play(action.clone(), Duration::ZERO).unwrap();
                }
                asked_twice |= settle(&mut game) > 1;
                assert!(game.remaining().exact().is_some());
                assert_eq!(game.remaining(), by_table.remaining(), "{metric}, turn {turn}");
            }
            assert_eq!(asked_twice, metric == Metric::Slide);
        }
    }

    /// Nobody asks about a position that is solved; about a game that led there somebody does.
    #[test]
    fn in_another_metric_all_of_a_solved_game_is_asked_about() {
        let entry = Arc::new(crate::library::find("corners-2").unwrap().clone());
        let mut game = Game::new(entry, Metric::Move);
        let request = Request::new(Metric::Step);
        let start = game.puzzle().start().clone();
        let outcome = solve(game.puzzle(), &start, &request, &mut NoMonitor);
        for mv in outcome.verdict.path().unwrap() {
            game.session.play(mv.clone(), Duration::ZERO).unwrap();
        }
        game.set_metric(Metric::Step);
        assert_eq!(game.in_question(), Some(start));
        assert_eq!(settle(&mut game), 1);
        let known = (0..=game.session.done()).map(|turn| game.remaining_after(turn).exact());
        assert!(known.rev().eq((0..=game.session.done() as u32).map(Some)));
    }
}
