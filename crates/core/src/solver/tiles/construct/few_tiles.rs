//! Positions of the blanks and a few tiles, all others being alike: a best-first search of them.

use super::TileStep;
use crate::puzzle::{Axis, Direction};
use crate::solver::budget::{Budget, StopReason};
use crate::solver::tiles::board::TileBoard;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Bytes of the positions that a search keeps.
const MOST_BYTES: u64 = 1 << 24;

/// Positions of the blanks and some tiles, the least estimate first.
pub(super) struct FewTiles<'a> {
    board: &'a TileBoard,
    /// The locks of the tiles that are looked at.
    axes: Vec<Axis>,
    pub(super) blanks: usize,
    /// The cells of the blanks, ascending, then those of the tiles; the position before, and the step from there.
    pub(super) found: Vec<(Vec<u8>, usize, TileStep)>,
    known: FxHashSet<Vec<u8>>,
    /// The estimate, the number, and so the oldest first.
    open: BinaryHeap<Reverse<(u32, usize)>>,
}

impl<'a> FewTiles<'a> {
    /// From these cells of the blanks, ascending, and of tiles with their locks.
    pub(super) fn of(
        board: &'a TileBoard,
        blanks: impl Iterator<Item = usize>,
        tiles: &[(usize, Axis)],
    ) -> FewTiles<'a> {
        let mut start: Vec<u8> = blanks.map(|cell| cell as u8).collect();
        let blanks = start.len();
        start.extend(tiles.iter().map(|&(at, _)| at as u8));
        FewTiles {
            board,
            axes: tiles.iter().map(|&(_, axis)| axis).collect(),
            blanks,
            known: FxHashSet::from_iter([start.clone()]),
            found: vec![(start, 0, (0, 0))],
            open: BinaryHeap::from([Reverse((0, 0))]),
        }
    }

    /// The next position, if there is one and room for more.
    pub(super) fn next(&mut self, budget: &mut Budget<'_>) -> Result<Option<usize>, StopReason> {
        budget.check_after(self.board.cells().len())?;
        // Each is also in the set of those that are known.
        let bytes = 2 * (self.found[0].0.len() + size_of::<(Vec<u8>, usize, TileStep)>());
        if (self.found.len() * bytes) as u64 > MOST_BYTES.min(budget.left() / 2) {
            return Ok(None);
        }
        Ok(self.open.pop().map(|Reverse((_, at))| at))
    }

    /// Adds what one step of a tile leads to.
    pub(super) fn expand(&mut self, at: usize, mut estimate: impl FnMut(&[u8], usize) -> u32) {
        let now = self.found[at].0.clone();
        for (blank, &to) in now[..self.blanks].iter().enumerate() {
            for direction in Direction::ALL {
                let Some(from) = self.board.next(to.into(), direction.opposite()) else { continue };
                if now[..self.blanks].contains(&(from as u8)) {
                    continue;
                }
                let mut then = now.clone();
                if let Some(tile) = now[self.blanks..].iter().position(|&c| usize::from(c) == from)
                {
                    if !self.axes[tile].allows(direction) {
                        continue;
                    }
                    then[self.blanks + tile] = to;
                }
                then[blank] = from as u8;
                then[..self.blanks].sort_unstable();
                if self.known.insert(then.clone()) {
                    let number = self.found.len();
                    self.open.push(Reverse((estimate(&then, number), number)));
                    self.found.push((then, at, (from, to.into())));
                }
            }
        }
    }

    /// The steps to a position.
    pub(super) fn way(&self, mut at: usize) -> Vec<TileStep> {
        let mut steps = Vec::new();
        while at > 0 {
            steps.push(self.found[at].2);
            at = self.found[at].1;
        }
        steps.reverse();
        steps
    }
}
