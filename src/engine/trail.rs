//! The last answer in play: along it nothing has to be searched, and a move off it leaves a bound.

use crate::puzzle::{Family, Metric, Path, Position, Puzzle};
use std::sync::Arc;

/// A shortest solution, and all positions on it.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    puzzle: Arc<Puzzle>,
    metric: Metric,
    /// Before the first move, and after each.
    positions: Vec<Position>,
    path: Path,
}

impl Trail {
    /// The trail of a shortest solution, in `metric`, of the position `from`; `None` if it cannot be played.
    pub(crate) fn new(
        puzzle: &Arc<Puzzle>,
        metric: Metric,
        from: &Position,
        path: &Path,
    ) -> Option<Trail> {
        let mut positions = vec![from.clone()];
        let mut position = from.clone();
        for action in path {
            position.play(puzzle, action).ok()?;
            positions.push(position.clone());
        }
        Some(Trail { puzzle: Arc::clone(puzzle), metric, positions, path: path.clone() })
    }

    /// Whether it tells anything about this puzzle in this metric.
    pub(crate) fn is_of(&self, puzzle: &Arc<Puzzle>, metric: Metric) -> bool {
        let same = Arc::ptr_eq(&self.puzzle, puzzle) || self.puzzle == *puzzle;
        same && self.metric == metric
    }

    /// The rest of the solution from a position on it.
    pub(crate) fn rest(&self, position: &Position) -> Option<Path> {
        let at = self.place(position)?;
        Some(self.path[at..].to_vec())
    }

    /// What is known of a position one move off: its moves can be taken back, so that it is at most one move nearer to the goal.
    /// 0 if nothing is known.
    pub(crate) fn lower_bound(&self, position: &Position) -> u32 {
        // Only the searches of number puzzles can begin at a bound that is handed to them.
        if self.puzzle.family() != Family::Numbers {
            return 0;
        }
        let around = self.puzzle.moves(position, self.metric);
        let known = around.iter().filter_map(|action| {
            let mut next = position.clone();
            next.play(&self.puzzle, action).ok()?;
            let at = self.place(&next)?;
            Some((self.path.len() - at).saturating_sub(1) as u32)
        });
        known.max().unwrap_or(0)
    }

    fn place(&self, position: &Position) -> Option<usize> {
        self.positions.iter().position(|on| on == position)
    }
}
