//! The multi-tile metric on full boards of up to 16 cells with one blank: IDA* over slides.
//!
//! A slide pushes a run of tiles, so that no bounds of groups of tiles can be added: one slide may move tiles of two groups. Instead tiles
//! are coloured. Boards that look alike are one, every slide of a board is one of its colouring, and so the exact distance of the colouring
//! bounds that of the board.

mod build;
mod colouring;
mod dfs;
mod sequence;
mod state;
mod table;
pub(crate) mod tables;
#[cfg(test)]
mod tests;

use super::board::TileBoard;
use super::ida::parallel::threshold;
use super::pdb::Size;
use super::pdb::board::PdbBoard;
use crate::puzzle::Metric;
use crate::solver::{Budget, StopReason};
use colouring::Colouring;
use dfs::{Node, Slides};
use sequence::Ranking;

/// When the least tables have been and will be searched by so many nodes, small ones are worth being built, which takes as long.
const WORTH_SMALL: u64 = 1_000_000;

/// The same for small tables and large ones, by a hundred sequences of the large ones, whose building takes the longer the more there are.
const WORTH_LARGE: u64 = 540;

/// A threshold for which more nodes are expected is worth large tables that are in a file.
const WORTH_READING: u64 = 3_000_000;

/// By what factor a threshold takes more nodes than the one before, about.
const GROWTH: u64 = 3;

/// By what factor large tables save nodes, about.
const SAVING: u64 = 7;

/// From how many slides on the last two thresholds are searched as one: above this the tree is never cut so near to its leaves that a
/// solution could end above the cut.
const WORTH_BOTH: u32 = 20;

/// Thresholds below one that is given are searched until one takes as many nodes, to tell how many that one will take.
const PROBED: u64 = 1_000;

/// Whether this engine is for the board.
pub(crate) fn fits(board: &TileBoard) -> bool {
    board.metric() != Metric::Step && board.is_plain() && board.cells().len() <= sequence::CELLS
}

/// The blank's cells, its first included, on a shortest way in slides from `cells`; the board must be solvable. None has fewer than
/// `lower_bound` slides; `None` if none has fewer than `upper_bound`.
///
/// # Errors
/// What stopped it; the bound proven so far is in the budget's progress.
pub(crate) fn solve(
    pdb_board: &PdbBoard,
    cells: &[u8],
    lower_bound: u32,
    upper_bound: Option<u32>,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<usize>>, StopReason> {
    let (mut size, slides) = first_tables(pdb_board, cells, budget)?;
    let mut thresholds = Thresholds::new(slides, budget)?;
    thresholds.raise(lower_bound, budget)?;
    loop {
        budget.progress.lower_bound = budget.progress.lower_bound.max(thresholds.left);
        if upper_bound.is_some_and(|most| thresholds.left >= most) {
            return Ok(None);
        }
        let are_last_two = |thresholds: &Thresholds| {
            upper_bound.is_some_and(|most| thresholds.left + 2 == most && most > WORTH_BOTH)
        };
        let factor = if are_last_two(&thresholds) { GROWTH } else { 1 };
        if let Some(larger) = thresholds.worth(pdb_board, size, factor) {
            let tables = tables(pdb_board, cells, larger, budget);
            match tables.and_then(|slides| Thresholds::new(slides, budget)) {
                Ok(new) if size == Size::Least => {
                    // What the least tables have taken is not counted, so that the count does not hang on what others have built.
                    thresholds = new;
                    thresholds.raise(lower_bound, budget)?;
                }
                Ok(new) => thresholds.follow(new),
                Err(StopReason::Memory) => {}
                Err(why) => return Err(why),
            }
            // Once is enough: tables that do not fit now will not do so later.
            size = larger;
        }
        let way = if are_last_two(&thresholds) {
            thresholds.last_two(budget)?
        } else {
            thresholds.next(budget)?
        };
        if let Some(way) = way {
            return Ok(Some(pdb_board.turned_back(&way)));
        }
    }
}

/// Makes the small and then the large tables for a goal, so that no search has to.
pub(crate) fn prepare(pdb_board: &PdbBoard, budget: &mut Budget<'_>) -> Result<(), StopReason> {
    budget.leave_half_of_the_threads();
    let (grid, blank) = pdb_board.goal();
    for size in [Size::Small, Size::Large] {
        tables::tables(grid, blank, size, budget)?;
    }
    Ok(())
}

/// The largest tables that are at hand, else the least ones, which are there at once.
fn first_tables(
    pdb_board: &PdbBoard,
    cells: &[u8],
    budget: &mut Budget<'_>,
) -> Result<(Size, Slides), StopReason> {
    let (grid, blank) = pdb_board.goal();
    let sizes = [Size::Large, Size::Small].into_iter();
    for size in sizes.filter(|&size| tables::has(grid, blank, size)) {
        match tables(pdb_board, cells, size, budget) {
            Err(StopReason::Memory) => {}
            other => return Ok((size, other?)),
        }
    }
    Ok((Size::Least, tables(pdb_board, cells, Size::Least, budget)?))
}

/// A search by tables of this size.
fn tables(
    pdb_board: &PdbBoard,
    cells: &[u8],
    size: Size,
    budget: &mut Budget<'_>,
) -> Result<Slides, StopReason> {
    let (grid, blank) = pdb_board.goal();
    let tables = tables::tables(grid, blank, size, budget)?;
    let bytes = tables.iter().map(|table| table.bytes()).sum::<u64>();
    budget.room(bytes)?;
    budget.progress.bytes += bytes;
    Ok(Slides::new(&tables, pdb_board.turned(cells)))
}

/// The thresholds of one position.
struct Thresholds {
    slides: Slides,
    /// With the first slide along each axis that has to be looked at.
    roots: Vec<Node>,
    /// Slides of the next one.
    left: u32,
    /// Nodes that it is expected to take.
    expected: u64,
    /// Nodes of all thresholds so far.
    nodes: u64,
}

impl Thresholds {
    /// Begins with the bound of the tables.
    fn new(slides: Slides, budget: &mut Budget<'_>) -> Result<Thresholds, StopReason> {
        let roots = slides.roots(&mut |bytes| budget.check().and_then(|()| budget.room(bytes)))?;
        let left = roots.iter().map(Node::bound).min().unwrap_or(0);
        Ok(Thresholds { slides, roots, left, expected: 0, nodes: 0 })
    }

    /// Changes to other tables.
    fn follow(&mut self, new: Thresholds) {
        *self = Thresholds {
            // What was proven with the old tables still holds.
            left: self.left.max(new.left),
            expected: self.expected / SAVING,
            nodes: self.nodes,
            ..new
        };
    }

    /// Larger tables than those of `size`, if so many times the nodes of the next threshold are worth them.
    fn worth(&self, pdb_board: &PdbBoard, size: Size, factor: u64) -> Option<Size> {
        let (grid, blank) = pdb_board.goal();
        let has = |size| tables::has(grid, blank, size);
        // What other boards have taken counts too: of many boards each may be too easy by itself.
        let expected = self.expected.saturating_mul(factor);
        let all = expected.saturating_add(self.slides.searched(0));
        let is_near = || has(Size::Large) || tables::is_kept(grid, blank, Size::Large);
        match size {
            Size::Large => None,
            Size::Least if all <= WORTH_SMALL && !has(Size::Small) => None,
            Size::Least => Some(Size::Small),
            Size::Small => {
                let large = Colouring::of(grid, blank, Size::Large).into_iter();
                let sequences: u64 = large.map(|large| Ranking::sequences(large.tiles())).sum();
                let is_much = all > sequences * WORTH_LARGE / 100;
                let worth = is_much || expected > WORTH_READING && is_near();
                let large = worth && !tables::is_begun(grid, blank, Size::Large);
                large.then_some(Size::Large)
            }
        }
    }

    /// Goes on from a bound that is known otherwise. The first few thresholds are searched all the same: they cost next to nothing
    /// and tell what those above will.
    fn raise(&mut self, lower_bound: u32, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        while self.left < lower_bound && self.expected < PROBED * GROWTH {
            let none = self.next(budget)?;
            debug_assert!(none.is_none(), "the caller's bound is proven");
        }
        while self.left < lower_bound {
            self.left += 1;
            self.expected = self.expected.saturating_mul(GROWTH);
        }
        Ok(())
    }

    /// Searches the next threshold; a way that it finds is a shortest one.
    fn next(&mut self, budget: &mut Budget<'_>) -> Result<Option<Vec<usize>>, StopReason> {
        budget.progress.lower_bound = budget.progress.lower_bound.max(self.left);
        let found = self.search(self.left, 0, budget)?;
        if found.is_none() {
            // A slide may pass an odd or an even number of cells, so that no parity forbids every second threshold.
            self.left += 1;
            budget.progress.lower_bound = budget.progress.lower_bound.max(self.left);
        }
        Ok(found)
    }

    /// Searches the next two thresholds as one, where nobody asks for more: the lower of them would take a quarter of the time, and come to
    /// nothing if what is known is the optimum. A way that it finds is a shortest one.
    fn last_two(&mut self, budget: &mut Budget<'_>) -> Result<Option<Vec<usize>>, StopReason> {
        let found = self.search(self.left + 1, 1, budget)?;
        match found {
            // There may be one that is shorter by a slide.
            Some(way) if way.len() as u32 - 1 > self.left => Ok(self.next(budget)?.or(Some(way))),
            Some(way) => Ok(Some(way)),
            None => {
                self.left += 2;
                budget.progress.lower_bound = budget.progress.lower_bound.max(self.left);
                Ok(None)
            }
        }
    }

    /// Searches for a way of so many slides, or of up to `rest` fewer.
    fn search(
        &mut self,
        slides: u32,
        rest: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<usize>>, StopReason> {
        budget.progress.depth = slides;
        let before = self.nodes;
        for root in self.roots.iter().filter(|root| root.bound() <= slides) {
            let node = root.with(slides, rest);
            // Each of the axes is expected to take the same share of it.
            let share = self.expected / self.roots.len() as u64;
            let found = threshold(&self.slides, node, share, budget)?;
            self.nodes += found.nodes;
            self.slides.searched(found.nodes);
            budget.progress.states = self.nodes;
            budget.progress.expanded = self.nodes;
            if let Some(node) = found.node {
                return Ok(Some(self.slides.cells(&node)));
            }
        }
        self.expected = (self.nodes - before).saturating_mul(GROWTH);
        Ok(None)
    }
}
