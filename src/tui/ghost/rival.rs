//! A game to play against: where it stood after so many moves, and after so much time.

use crate::notation::moves;
use crate::puzzle::{Metric, Move, Position, Puzzle};
use crate::session::{Session, Turn, positions};
use crate::storage::Best;
use crate::tui::play::line::{Group, grouped};
use std::sync::Arc;
use std::time::Duration;

/// A game of the same puzzle that was or could be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rival {
    /// Where it stood at first, and after each move as the metric counts them.
    positions: Vec<Position>,
    /// When it stood there, counted from its beginning; empty if that is not known.
    times: Vec<Duration>,
}

impl Rival {
    /// The best game, from the puzzle's start; `None` if its moves are not known.
    pub(crate) fn best(puzzle: &Arc<Puzzle>, metric: Metric, best: &Best) -> Option<Rival> {
        let session = played(puzzle, best.line.as_deref()?)?;
        let groups = grouped(puzzle.start(), session.line(), metric);
        let last = |group: &Group<'_>| group.turns.last().cloned();
        let after: Vec<Turn> = groups.iter().filter_map(last).collect();
        let positions = after.iter().map(|turn| turn.after().clone());
        let positions = [puzzle.start().clone()].into_iter().chain(positions);
        Some(Rival {
            positions: positions.collect(),
            times: best
                .times
                .as_deref()
                .and_then(|times| timed(&groups, times))
                .unwrap_or_default(),
        })
    }

    /// A solution from `start` that makes a move a second.
    pub(crate) fn steady(puzzle: &Puzzle, start: &Position, path: &[Move]) -> Option<Rival> {
        let positions = positions(puzzle, start.clone(), path).ok()?;
        let seconds = 0..positions.len() as u64;
        Some(Rival { times: seconds.map(Duration::from_secs).collect(), positions })
    }

    /// How many moves it takes in all.
    pub(crate) fn length(&self) -> usize {
        self.positions.len() - 1
    }

    /// Where it stood after so many moves, or at its end.
    pub(crate) fn position(&self, moves: usize) -> &Position {
        &self.positions[moves.min(self.length())]
    }

    /// How many moves it had made after this time; `None` if its times are not known.
    pub(crate) fn moves_at(&self, time: Duration) -> Option<usize> {
        let made = self.times.iter().filter(|&&at| at <= time).count();
        // The first moment is that of the start, before any move.
        (!self.times.is_empty()).then(|| made.saturating_sub(1))
    }
}

/// The game that a line of the records tells of.
pub(crate) fn played(puzzle: &Arc<Puzzle>, line: &str) -> Option<Session> {
    let mut session = Session::new(puzzle.clone());
    for action in moves::read(puzzle, puzzle.start(), line).ok()? {
        session.play(action, Duration::ZERO).ok()?;
    }
    session.is_solved().then_some(session)
}

/// The time of each step of the line, as the records have it: milliseconds after the step before it, or after its beginning.
pub(crate) fn written_times(session: &Session) -> String {
    let mut words = Vec::new();
    let mut before = session.line_began_at();
    for turn in session.line() {
        let at = turn.at().max(before);
        let taken = at.as_millis() - before.as_millis();
        words.push(taken.to_string());
        // A run is over in one moment. Its other steps take no time, so that each step has a time, whichever metric counts it.
        words.extend((1..steps(turn)).map(|_| "0".to_owned()));
        before = at;
    }
    words.join(" ")
}

/// When each group of turns was over, the first moment before them; `None` if the times are not those of these turns.
fn timed(groups: &[Group<'_>], times: &str) -> Option<Vec<Duration>> {
    let taken: Result<Vec<u64>, _> = times.split(' ').map(str::parse).collect();
    let taken = taken.ok()?;
    let all: usize = groups.iter().flat_map(|group| group.turns).map(steps).sum();
    if all != taken.len() {
        return None;
    }
    let (mut at, mut made) = (0_u64, 0);
    let mut moments = vec![Duration::ZERO];
    for group in groups {
        let steps: usize = group.turns.iter().map(steps).sum();
        for millis in &taken[made..made + steps] {
            at = at.saturating_add(*millis);
        }
        made += steps;
        moments.push(Duration::from_millis(at));
    }
    Some(moments)
}

/// The steps of a turn; a piece that is lifted makes one.
fn steps(turn: &Turn) -> usize {
    turn.played().map_or(1, |action| action.steps().len().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Direction, Setup, Step};

    /// 4 and 5 go left, together or one after the other.
    fn session(apart: bool) -> Session {
        let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap();
        let step =
            |name| Step { piece: puzzle.piece_named(name).unwrap(), direction: Direction::Left };
        let steps = [step("4"), step("5")];
        let mut session = Session::new(Arc::new(puzzle.clone()));
        let at = Duration::from_millis;
        match apart {
            true => {
                for (step, time) in steps.into_iter().zip([500, 1700]) {
                    session.play(Move::Steps(vec![step]), at(time)).unwrap();
                }
            }
            false => session.play(Move::Steps(steps.to_vec()), at(500)).unwrap(),
        }
        session
    }

    fn best(session: &Session) -> Best {
        Best {
            moves: 2,
            millis: 1200,
            line: Some(crate::tui::play::line::written(session).into()),
            times: Some(written_times(session).into()),
        }
    }

    #[test]
    fn a_game_is_where_it_was_after_so_many_moves_and_so_much_time() {
        let session = session(true);
        assert_eq!(written_times(&session), "0 1200");
        let puzzle = session.puzzle();
        let rival = Rival::best(puzzle, Metric::Step, &best(&session)).unwrap();
        assert_eq!(rival.length(), 2);
        assert_eq!(rival.position(0), puzzle.start());
        assert!(puzzle.is_solved(rival.position(9)));
        let at = |millis| rival.moves_at(Duration::from_millis(millis));
        assert_eq!((at(0), at(1199), at(1200)), (Some(1), Some(1), Some(2)));
    }

    #[test]
    fn a_line_after_a_restart_has_times_of_its_own() {
        let mut session = session(true);
        let steps = crate::tui::play::line::played(&session);
        let at = Duration::from_millis;
        // The clock stood still while the board was solved.
        assert!(session.restart(at(9000)));
        for (step, time) in steps.into_iter().zip([9300, 9900]) {
            session.play(step, at(time)).unwrap();
        }
        // A new try has a clock of its own, which its first move starts.
        assert_eq!(session.line_began_at(), at(0));
        assert_eq!(written_times(&session), "0 600");
    }

    #[test]
    fn a_run_is_one_moment_and_times_of_another_game_are_none() {
        let session = session(false);
        assert_eq!(written_times(&session), "0 0");
        let puzzle = session.puzzle();
        let rival = Rival::best(puzzle, Metric::Slide, &best(&session)).unwrap();
        assert_eq!((rival.length(), rival.moves_at(Duration::ZERO)), (1, Some(1)));
        for times in ["", "0", "0 1 2", "0 x"] {
            let best = Best { times: Some(times.into()), ..best(&session) };
            let rival = Rival::best(puzzle, Metric::Step, &best).unwrap();
            assert_eq!(rival.moves_at(Duration::ZERO), None, "{times}");
        }
    }

    #[test]
    fn a_solution_makes_a_move_a_second() {
        let session = session(true);
        let puzzle = session.puzzle();
        let path = crate::tui::play::line::played(&session);
        let rival = Rival::steady(puzzle, puzzle.start(), &path).unwrap();
        assert_eq!(rival.moves_at(Duration::from_millis(1999)), Some(1));
        assert_eq!(rival.moves_at(Duration::from_secs(60)), Some(2));
    }
}
