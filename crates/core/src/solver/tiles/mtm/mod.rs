//! The multi-tile metric on boards of up to 4x4 with one blank: IDA* over slides.
//!
//! Two slides in a row along one axis are one slide, or none: the axes take turns. So what the walking distances say of
//! each axis bounds the sum from both sides: with `n` slides left, the axis whose turn it is gets half of them, rounded up.

pub(crate) mod walking_distance;

use super::board::TileBoard;
use crate::puzzle::Direction;
use crate::solver::{Budget, StopReason};
use walking_distance::{LINES, WalkingDistance};

/// Nodes between two looks at the clock.
const POLL: u64 = 1 << 14;

/// A board under search; of the two axes, 0 is up and down.
struct Search<'a, 'w> {
    board: &'a TileBoard,
    walking: [WalkingDistance; 2],
    /// By tile and axis: the home line.
    homes: Vec<[usize; 2]>,
    cells: Vec<u8>,
    blank: usize,
    /// The blank's cells, its first included.
    way: Vec<usize>,
    nodes: u64,
    /// Nodes at which the limits are looked at next.
    next_look: u64,
    budget: &'a mut Budget<'w>,
}

/// Whether this engine is for the board.
pub(crate) fn fits(board: &TileBoard) -> bool {
    let (width, height) = board.sides();
    board.is_plain() && width <= LINES && height <= LINES
}

/// The blank's cells, its first included, on a shortest way in slides; the board must be solvable.
///
/// # Errors
/// What stopped it; the bound proven so far is in the watch's progress.
pub(crate) fn solve(
    board: &TileBoard,
    cells: &[u8],
    lower_bound: u32,
    budget: &mut Budget<'_>,
) -> Result<Vec<usize>, StopReason> {
    let (width, height) = board.sides();
    let lines = |cell: usize| [cell / width, cell % width];
    let mut homes = vec![[0; 2]; cells.len()];
    for (cell, &tile) in board.goal().iter().enumerate() {
        homes[usize::from(tile)] = lines(cell);
    }
    let blank = cells.iter().position(|&tile| tile == 0).unwrap_or(0);
    let walking = [
        // Tile 0 is the blank, so `homes[0]` names the lines of its goal.
        WalkingDistance::new(height, width, homes[0][0]),
        WalkingDistance::new(width, height, homes[0][1]),
    ];
    let states = [0, 1].map(|axis| {
        let tiles = cells.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        let tiles = tiles.map(|(cell, &tile)| (lines(cell)[axis], homes[usize::from(tile)][axis]));
        walking[axis].state(&tiles.collect::<Vec<_>>(), lines(blank)[axis])
    });
    let cells = cells.to_vec();
    let mut search = Search {
        board,
        walking,
        homes,
        cells,
        blank,
        way: vec![blank],
        nodes: 0,
        next_look: POLL,
        budget,
    };
    search.thresholds(states, lower_bound)?;
    Ok(search.way)
}

impl Search<'_, '_> {
    fn thresholds(&mut self, states: [u16; 2], lower_bound: u32) -> Result<(), StopReason> {
        let mut left = self.bound(states, 0).min(self.bound(states, 1)).max(lower_bound);
        loop {
            self.budget.progress.lower_bound = self.budget.progress.lower_bound.max(left);
            self.budget.progress.depth = left;
            for axis in [0, 1] {
                if self.bound(states, axis) <= left && self.below(states, axis, left)? {
                    self.report();
                    return Ok(());
                }
            }
            // A slide may pass an odd or an even number of cells, so no parity forbids every second threshold.
            left += 1;
        }
    }

    /// The fewest slides when the next one is along `axis`.
    fn bound(&self, states: [u16; 2], axis: usize) -> u32 {
        let far = |axis: usize| u32::from(self.walking[axis].far[usize::from(states[axis])]);
        (2 * far(axis)).saturating_sub(1).max(2 * far(1 - axis))
    }

    /// Whether `left` slides, of which the next is along `axis`, reach the goal; the way is then complete.
    fn below(&mut self, states: [u16; 2], axis: usize, left: u32) -> Result<bool, StopReason> {
        // The bound lets only the goal through here: at walking distance 0 on both axes, every tile is in its row and its column.
        if left == 0 {
            return Ok(true);
        }
        // Several nodes are counted between two calls, so that a multiple of anything might be jumped over for long.
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + POLL;
            self.report();
            self.budget.check()?;
        }
        for forward in [false, true] {
            let came_from = self.blank;
            if self.slides(states, axis, forward, left)? {
                return Ok(true);
            }
            self.back(came_from, axis, forward);
        }
        Ok(false)
    }

    /// Slides of every length one way; if none leads to the goal, the longest is left on the board.
    fn slides(
        &mut self,
        mut states: [u16; 2],
        axis: usize,
        forward: bool,
        left: u32,
    ) -> Result<bool, StopReason> {
        while let Some(to) = self.board.next(self.blank, direction(axis, forward)) {
            self.nodes += 1;
            let home = self.homes[usize::from(self.cells[to])][axis];
            states[axis] =
                self.walking[axis].next[usize::from(states[axis])][usize::from(forward)][home];
            self.cells.swap(self.blank, to);
            self.blank = to;
            // A bound that is too high does not end the loop, since a longer slide may lead nearer to the goal.
            if self.bound(states, 1 - axis) < left {
                self.way.push(to);
                if self.below(states, 1 - axis, left - 1)? {
                    return Ok(true);
                }
                self.way.pop();
            }
        }
        Ok(false)
    }

    /// Brings the blank back to where it came from.
    fn back(&mut self, came_from: usize, axis: usize, forward: bool) {
        while self.blank != came_from {
            let to = self.board.next(self.blank, direction(axis, !forward));
            let to = to.expect("the blank came this way");
            self.cells.swap(self.blank, to);
            self.blank = to;
        }
    }

    fn report(&mut self) {
        self.budget.progress.states = self.nodes;
        self.budget.progress.expanded = self.nodes;
    }
}

/// The blank's direction along an axis.
fn direction(axis: usize, forward: bool) -> Direction {
    match (axis, forward) {
        (0, false) => Direction::Up,
        (0, true) => Direction::Down,
        (_, false) => Direction::Left,
        (_, true) => Direction::Right,
    }
}
