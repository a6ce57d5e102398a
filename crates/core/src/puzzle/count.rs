//! Counts a list of moves in any metric, whichever metric they were made in.

use super::grid::Cell;
use super::moves::{Metric, Move, Step};
use super::piece::PieceId;
use super::position::{Illegal, Position};
use super::{Family, Puzzle};

impl Puzzle {
    /// The first metric in which every move of this puzzle counts as it does in `metric`: no number tile turns a corner
    /// within one move, so that a move of theirs is a slide; and where pieces may be lifted, a move is to lift one, and a
    /// step is to lift it to the next cell.
    #[must_use]
    pub fn equal_metric(&self, metric: Metric) -> Metric {
        match (self.family, metric) {
            _ if self.lift => Metric::Step,
            (Family::Numbers, Metric::Move) => Metric::Slide,
            _ => metric,
        }
    }

    /// The number of moves in `metric` that `moves` count as when they are played from `from`: consecutive moves that
    /// continue each other count as one.
    ///
    /// A run of number tiles that is pushed several cells goes round by round, the foremost tile first: the first round
    /// says which tiles are in it, and a round that is left unfinished is a move of its own. So one step more can make
    /// the count one less, when it finishes a round.
    ///
    /// # Errors
    /// The first move that is not legal, with its index.
    pub fn count(
        &self,
        from: &Position,
        moves: &[Move],
        metric: Metric,
    ) -> Result<usize, (usize, Illegal)> {
        // All moves are played before any is counted: the tally checks no rule and would count nonsense.
        let mut position = from.clone();
        for (index, mv) in moves.iter().enumerate() {
            let played = position.play(self, mv);
            played.map_err(|illegal| (index, illegal))?;
        }
        let counts = self.counts_of_legal(from, moves, metric);
        Ok(counts.last().copied().unwrap_or(0))
    }

    /// [`Puzzle::count`] of the first of the `moves`, of the first two, and so on: as many numbers as moves, which are
    /// known to be legal.
    #[must_use]
    pub fn counts_of_legal(&self, from: &Position, moves: &[Move], metric: Metric) -> Vec<usize> {
        // Anchors alone are followed: to play moves that are known to be legal would find the empty cells anew at every step.
        let mut anchors = from.anchors.clone();
        let mut tally = Tally::new(self, metric);
        let count = |mv: &Move| {
            if let &Move::Lift { piece, to } = mv {
                // Nothing continues an empty run, so that every lift is a move of its own.
                tally.begin(Vec::new());
                anchors[piece.index()] = to;
            }
            for &step in mv.steps() {
                let anchor = &mut anchors[step.piece.index()];
                tally.step(step, *anchor);
                // A legal step stays on the board, so that the piece never stands still here.
                *anchor = anchor.step(step.direction).unwrap_or(*anchor);
            }
            tally.count()
        };
        moves.iter().map(count).collect()
    }
}

/// The count so far, step by step.
struct Tally {
    metric: Metric,
    family: Family,
    /// Moves that are complete, and the one that goes on.
    moves: usize,
    /// The pieces of the move that goes on, the foremost first; empty if nothing can continue it.
    run: Vec<PieceId>,
    /// Steps of the move that goes on.
    steps: usize,
    /// The last step, and the cell that it left.
    last: Option<(Step, Cell)>,
}

impl Tally {
    fn new(puzzle: &Puzzle, metric: Metric) -> Tally {
        Tally {
            metric: puzzle.equal_metric(metric),
            family: puzzle.family(),
            moves: 0,
            run: Vec::new(),
            steps: 0,
            last: None,
        }
    }

    /// The moves so far; a round of a run that is not finished is one more.
    fn count(&self) -> usize {
        self.moves + usize::from(self.is_unfinished())
    }

    /// Whether some tiles of the run have gone farther than the others.
    fn is_unfinished(&self) -> bool {
        // In its first round a run still grows: only a later round can be left unfinished.
        self.steps > self.run.len() && !self.steps.is_multiple_of(self.run.len().max(1))
    }

    /// Ends the move that goes on, and begins another with the first step of `run`.
    fn begin(&mut self, run: Vec<PieceId>) {
        self.moves = self.count() + 1;
        self.steps = run.len();
        self.run = run;
        self.last = None;
    }

    /// One more step, of a piece at `source`.
    fn step(&mut self, next: Step, source: Cell) {
        // The split comes first: the tiles of the unfinished round are a shorter run, which this step may lengthen or push.
        if !self.continues(next) && self.is_unfinished() {
            self.split();
        }
        if self.continues(next) {
            self.steps += 1;
        } else if self.lengthens(next, source) {
            self.run.push(next.piece);
            self.steps += 1;
        } else {
            self.begin(vec![next.piece]);
        }
        self.last = Some((next, source));
    }

    /// Makes the tiles of a round that is not finished a run of their own.
    fn split(&mut self) {
        self.moves += 1;
        self.steps %= self.run.len();
        self.run.truncate(self.steps);
    }

    /// Whether a step goes on with a path, or with the round of a run that is pushed.
    fn continues(&self, next: Step) -> bool {
        let Some((last, _)) = self.last else {
            return false;
        };
        let turn = self.steps % self.run.len().max(1);
        let is_next = self.run.get(turn) == Some(&next.piece);
        let straight = last.direction == next.direction;
        match self.metric {
            Metric::Step => false,
            Metric::Move => is_next,
            Metric::Slide => is_next && straight,
        }
    }

    /// Whether a step brings one more tile into the first round of a run.
    fn lengthens(&self, next: Step, source: Cell) -> bool {
        let Some((last, left)) = self.last else {
            return false;
        };
        self.metric != Metric::Step
            && self.family == Family::Numbers
            // Only the first round takes in tiles; later rounds go over those that are in it.
            && self.steps == self.run.len()
            && last.direction == next.direction
            // A tile that is pushed follows at once: it enters the cell that the one before it left.
            && source.step(next.direction) == Some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Direction, Setup, Target};

    /// Every move of every position that a few moves lead to counts as one in its metric.
    fn every_move_is_one(puzzle: &Puzzle) -> usize {
        let mut checked = 0;
        for metric in Metric::ALL {
            let mut layer = vec![puzzle.start().clone()];
            for _ in 0..4 {
                let mut next = Vec::new();
                for position in &layer {
                    for mv in puzzle.moves(position, metric) {
                        let mut after = position.clone();
                        after.play(puzzle, &mv).unwrap();
                        let counted = puzzle.count(position, std::slice::from_ref(&mv), metric);
                        assert_eq!(counted, Ok(1), "{metric} {mv:?} of {position:?}");
                        assert_goes_on(puzzle, (position, &mv, &after), metric);
                        checked += 1;
                        next.push(after);
                    }
                }
                next.truncate(60);
                layer = next;
            }
        }
        checked
    }

    /// What can follow a move and counts as one with it is among the moves that are like it.
    fn assert_goes_on(puzzle: &Puzzle, played: (&Position, &Move, &Position), metric: Metric) {
        let (before, mv, after) = played;
        let free = |next: &Move| {
            let both = [mv.clone(), next.clone()];
            puzzle.count(before, &both, metric) == Ok(1)
        };
        let moves = |moves: Vec<Move>| moves.into_iter().filter(free).collect::<Vec<_>>();
        let all = moves(puzzle.moves(after, metric));
        let like = moves(puzzle.moves_like(mv, after, metric));
        assert_eq!(all, like, "{metric} {mv:?} of {before:?}");
        for next in puzzle.moves_like(mv, after, metric) {
            let first = Move::Steps(vec![next.steps()[0]]);
            let same = puzzle.family() == Family::Numbers || free(&first) == free(&next);
            assert!(same, "the first step decides: {metric} {mv:?}, {next:?}");
        }
    }

    #[test]
    fn what_counts_as_one_move_is_counted_as_one() {
        let numbers = [
            Setup::numbers(4, 2, &[1, 2, 0, 0, 3, 4, 5, 0]),
            Setup::numbers(5, 1, &[0, 0, 1, 2, 3]),
            Setup::numbers(3, 3, &[1, 0, 2, 3, 0, 4, 0, 5, 6]),
        ];
        let mut checked = 0;
        for setup in numbers {
            checked += every_move_is_one(&setup.build().unwrap());
        }
        let blocks = Setup::blocks(&["aa.", "b..", "..."], &["...", "...", "..b"]);
        checked += every_move_is_one(&blocks.build().unwrap());
        assert!(checked > 1000, "{checked}");
    }

    /// A lift moves one tile, and passes no waypoint on its way: it is not what several steps are.
    #[test]
    fn where_pieces_may_be_lifted_every_step_is_a_move() {
        let tiles = Setup::numbers(4, 1, &[0, 1, 2, 3]);
        let mut block = Setup::blocks(&["a.."], &["..a"]);
        block.via = vec![vec![Target { name: "a".to_owned(), cells: vec![Cell::new(1, 0)] }]];
        let (left, right) = (Direction::Left, Direction::Right);
        for (mut setup, names, way) in [(tiles, "123", left), (block, "aa", right)] {
            for lift in [false, true] {
                setup.lift = lift;
                let puzzle = setup.clone().build().unwrap();
                let piece = |name: char| puzzle.piece_named(&name.to_string()).unwrap();
                let steps = names.chars().map(|name| Move::of(piece(name), &[way]));
                let steps: Vec<Move> = steps.collect();
                let count = puzzle.count(puzzle.start(), &steps, Metric::Move);
                assert_eq!(count, Ok(if lift { steps.len() } else { 1 }));
            }
        }
    }

    #[test]
    fn a_round_that_is_not_finished_is_a_move_of_its_own() {
        let setup = Setup::numbers(5, 1, &[1, 2, 0, 0, 0]);
        let puzzle = setup.build().unwrap();
        let go = |names: &[&str]| -> Vec<Move> {
            let piece = |name: &&str| puzzle.piece_named(name).unwrap();
            let right = |id| Move::of(id, &[Direction::Right]);
            names.iter().map(piece).map(right).collect()
        };
        for (names, slides) in [
            (&["2"][..], 1),
            (&["2", "2"], 1),
            (&["2", "1"], 1),
            (&["2", "1", "2"], 2),
            (&["2", "1", "2", "1"], 1),
            (&["2", "1", "2", "1", "2"], 2),
            (&["2", "1", "2", "2"], 2),
            (&["2", "1", "2", "2", "1"], 3),
            (&["2", "1", "2", "1", "2", "1"], 1),
        ] {
            let count = puzzle.count(puzzle.start(), &go(names), Metric::Slide);
            assert_eq!(count, Ok(slides), "{names:?}");
        }
    }
}
