//! Exact distances for a whole component, so that the number of moves that remain, and a best next move, are look-ups.

use super::DistanceTable;
use crate::puzzle::{Metric, Move, Path, Position, Puzzle};
use crate::solver::budget::{Budget, Monitor, StopReason};
use crate::solver::engine::Engine;
use crate::solver::request::Limits;
use std::fmt;

/// The distance to the nearest solved position from every position that can be reached from a puzzle's start.
///
/// ```
/// use huarong_core::puzzle::{Metric, Setup};
/// use huarong_core::solver::{Distances, Limits, NoMonitor};
/// let puzzle = Setup::numbers(3, 2, &[4, 1, 2, 5, 0, 3]).build().expect("it is playable");
/// let distances = Distances::build(&puzzle, Metric::Step, &Limits::default(), &mut NoMonitor)
///     .expect("360 states fit");
/// assert_eq!(distances.remaining(puzzle.start()), Some(5));
/// let mut position = puzzle.start().clone();
/// let next = distances.next(&position).expect("it is not solved");
/// position.play(&puzzle, &next)?;
/// assert_eq!(distances.remaining(&position), Some(4));
/// # Ok::<(), huarong_core::puzzle::Illegal>(())
/// ```
pub struct Distances {
    puzzle: Puzzle,
    metric: Metric,
    table: Box<dyn DistanceTable>,
}

impl fmt::Debug for Distances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Distances")
            .field("metric", &self.metric)
            .field("states", &self.states())
            .finish_non_exhaustive()
    }
}

impl Distances {
    /// Walks the component of the puzzle's start, and then back from all its solved positions.
    ///
    /// # Errors
    /// The limit that was reached, or [`StopReason::NotApplicable`] for a puzzle that no table can hold.
    pub fn build(
        puzzle: &Puzzle,
        metric: Metric,
        limits: &Limits,
        monitor: &mut dyn Monitor,
    ) -> Result<Distances, StopReason> {
        let mut budget = Budget::new(monitor, *limits);
        let table = Engine::of(puzzle, metric).distances(puzzle, &mut budget)?;
        Ok(Distances { puzzle: puzzle.clone(), metric, table })
    }

    /// What counts as one move.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Moves from `position` to the nearest solved one; `None` if it cannot be solved any more (waypoints and walls can
    /// bring that about) or cannot be reached from the start.
    #[must_use]
    pub fn remaining(&self, position: &Position) -> Option<u32> {
        self.table.remaining(position)
    }

    /// A best move; `None` where nothing remains to be done, or nothing can be.
    #[must_use]
    pub fn next(&self, position: &Position) -> Option<Move> {
        self.table.next(position)
    }

    /// An optimal solution from `position`, replayed through the rules; empty if it is solved.
    #[must_use]
    pub fn path(&self, position: &Position) -> Option<Path> {
        let mut path = Path::new();
        let mut position = position.clone();
        // It makes as many moves as remain and no more, so that it ends whatever the table holds.
        for _ in 0..self.remaining(&position)? {
            let mv = self.next(&position)?;
            position.play(&self.puzzle, &mv).ok()?;
            path.push(mv);
        }
        self.puzzle.is_solved(&position).then_some(path)
    }

    /// Distinct states, mirror images counted once where the engine merges them.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.table.states()
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}
