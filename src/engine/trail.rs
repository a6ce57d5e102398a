//! The last answer in play: along it nothing has to be searched, and a move off it leaves a bound.

use crate::puzzle::{Family, Metric, Path, Position, Puzzle};
use crate::session::positions;
use std::collections::HashMap;
use std::sync::Arc;

/// How many moves off a solution it still tells something.
const FARTHEST: usize = 2;

/// A shortest solution, and all positions on it.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    puzzle: Arc<Puzzle>,
    metric: Metric,
    /// Before the first move, and after each.
    positions: Vec<Position>,
    path: Path,
    /// Shortest solutions from positions off it.
    branches: HashMap<Position, Path>,
}

impl Trail {
    /// The trail of a shortest solution, in `metric`, of the position `from`; `None` if it cannot be played.
    pub(crate) fn new(
        puzzle: &Arc<Puzzle>,
        metric: Metric,
        from: &Position,
        path: &Path,
    ) -> Option<Trail> {
        let positions = positions(puzzle, from.clone(), path).ok()?;
        let (puzzle, path, branches) = (Arc::clone(puzzle), path.clone(), HashMap::new());
        Some(Trail { puzzle, metric, positions, path, branches })
    }

    /// Whether it tells anything about this puzzle in this metric.
    pub(crate) fn is_of(&self, puzzle: &Arc<Puzzle>, metric: Metric) -> bool {
        self.puzzle == *puzzle && self.metric == metric
    }

    /// The rest of the solution from a position on it.
    pub(crate) fn rest(&self, position: &Position) -> Option<Path> {
        let at = self.place(position)?;
        Some(self.path[at..].to_vec())
    }

    /// A shortest solution from a position off it that was searched ahead.
    pub(crate) fn branch(&self, position: &Position) -> Option<Path> {
        self.branches.get(position).cloned()
    }

    /// Where the next key may lead from a position on it, as far as that has to be searched ahead.
    pub(crate) fn ahead(&self, position: &Position) -> Vec<Position> {
        if self.place(position).is_none() {
            return Vec::new();
        }
        let next = self.moved(position, &Path::new()).into_iter().map(|(next, _)| next);
        let known =
            |next: &Position| self.place(next).is_some() || self.branches.contains_key(next);
        next.filter(|next| !known(next)).collect()
    }

    /// Notes a shortest solution from a position off it.
    pub(crate) fn note(&mut self, position: Position, path: Path) {
        self.branches.insert(position, path);
    }

    /// What is known of a position a move or two off: a bound, as each move is at most one nearer to the goal, and a way, which goes
    /// back to the solution. `None` if nothing is known.
    pub(crate) fn around(&self, position: &Position) -> Option<(u32, Path)> {
        // Only the searches of number puzzles can begin with what is handed to them; waypoints that were passed stay passed.
        if self.puzzle.family() != Family::Numbers || !self.puzzle.via().is_empty() {
            return None;
        }
        let mut near = vec![(position.clone(), Path::new())];
        for _ in 0..FARTHEST {
            near = near.iter().flat_map(|(from, way)| self.moved(from, way)).collect();
            let known = near.iter().filter_map(|(there, way)| {
                let rest = self.rest(there)?;
                let lower_bound = rest.len().saturating_sub(way.len()) as u32;
                Some((lower_bound, [way.as_slice(), &rest].concat()))
            });
            // Of several places each has a bound of its own, and the way to the last of them is the shortest.
            let known: Vec<(u32, Path)> = known.collect();
            let lower_bound = known.iter().map(|(bound, _)| *bound).max();
            let shortest = known.into_iter().map(|(_, way)| way).min_by_key(Vec::len);
            if let (Some(lower_bound), Some(way)) = (lower_bound, shortest) {
                return Some((lower_bound, way));
            }
        }
        None
    }

    /// Where the moves from a position lead that `way` leads to.
    fn moved(&self, from: &Position, way: &Path) -> Vec<(Position, Path)> {
        let moves = self.puzzle.moves(from, self.metric).into_iter();
        let after = moves.filter_map(|action| {
            let mut next = from.clone();
            next.play(&self.puzzle, &action).ok()?;
            Some((next, [way.as_slice(), &[action]].concat()))
        });
        after.collect()
    }

    fn place(&self, position: &Position) -> Option<usize> {
        self.positions.iter().position(|on| on == position)
    }
}
