//! Everything that a deep search of one board size and one goal needs, built once and used for every position.

use super::distance;
use super::duplicates::Duplicates;
use super::grid::{Grid, ROOM};
use super::layout::{Layout, rank_of_order};
use super::partition::Strength;
use std::time::Duration;

/// Room for the groups of a partition, a power of two.
pub(super) const GROUPS: usize = 8;

/// A multiple of four that no distance of a group exceeds.
const LONGEST: u8 = 248;

/// Additive pattern databases that know the blank's region, for a goal with the blank on one cell and every tile named by its goal
/// cell.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) grid: Grid,
    /// The blank's cell at the goal.
    pub(super) blank: usize,
    pub(super) strength: Strength,
    pub(super) layouts: Vec<Layout>,
    pub(super) groups: Vec<Group>,
    pub(super) duplicates: Duplicates,
    /// Where cells and tiles go in the reflection that leaves the goal as it is, if there is one.
    pub(super) mirror: Option<Vec<usize>>,
    /// How long building took.
    pub(super) took: Duration,
}

/// The table of some of the tiles.
#[derive(Debug)]
pub(super) struct Group {
    /// The goal cells of its tiles, ascending.
    pub(super) cells: Vec<usize>,
    /// Which of the layouts it uses.
    pub(super) layout: usize,
    /// A bit of the distance, by block and order.
    pub(super) bits: Vec<u64>,
}

impl Group {
    /// The bit of a state.
    fn bit(&self, layout: &Layout, block: u32, order: u16) -> u8 {
        let word = block as usize * distance::words(layout) + usize::from(order / 64);
        (self.bits[word] >> (order % 64) & 1) as u8
    }
}

/// How a group lies in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Lie {
    pub(super) block: u32,
    pub(super) order: u16,
    pub(super) far: u8,
}

impl Tables {
    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let far: usize = self.groups.iter().map(|g| g.bits.len() * 8).sum();
        let layouts: u64 = self.layouts.iter().map(Layout::bytes).sum();
        (far + self.duplicates.next.len() * 8) as u64 + layouts
    }

    /// The layout of a group.
    pub(super) fn layout(&self, group: &Group) -> &Layout {
        &self.layouts[group.layout]
    }

    /// The group of each tile.
    pub(super) fn group_of(&self) -> [u8; ROOM] {
        let mut of = [0; ROOM];
        for (number, group) in (0..).zip(&self.groups) {
            for &tile in &group.cells {
                of[tile] = number;
            }
        }
        of
    }

    /// How `group` lies on a board given as the tile on each cell, the blank under the name of its own goal cell.
    pub(super) fn lie(&self, group: &Group, board: &[u8]) -> Lie {
        let layout = self.layout(group);
        let local = |tile: u8| group.cells.binary_search(&usize::from(tile)).ok();
        let held = board.iter().enumerate().filter_map(|(c, &t)| local(t).map(|i| (c, i)));
        let (cells, order): (Vec<usize>, Vec<usize>) = held.unzip();
        let set = cells.iter().fold(0, |set, &cell| set | 1 << cell);
        let blank = board.iter().position(|&t| usize::from(t) == self.blank).unwrap_or(0);
        let mut lie =
            Lie { block: layout.block(set, blank), order: rank_of_order(&order) as u16, far: 0 };
        lie.far = self.far(group, board, lie);
        lie
    }

    /// The distance of a group, counted on the way down to the goal.
    fn far(&self, group: &Group, board: &[u8], lie: Lie) -> u8 {
        let layout = self.layout(group);
        let set = group.cells.iter().fold(0, |set, &cell| set | 1 << cell);
        let goal = (layout.block(set, self.blank), 0);
        let mut at = (lie.block, lie.order);
        // The lowest two bits of the distance, and enough above them to count down from.
        let mut rest = LONGEST + self.odd(group, board) + 2 * group.bit(layout, at.0, at.1);
        let mut far = 0;
        while at != goal {
            let down = |&(block, order): &(u32, u16)| {
                distance::after(rest, group.bit(layout, block, order)) < rest
            };
            let mut around = layout.leaving(at.0 as usize).map(|(block, turn)| {
                let order = layout.turn(turn)[usize::from(at.1)];
                (block as u32, order)
            });
            at = around.find(down).expect("from every state there is a way down");
            (far, rest) = (far + 1, rest - 1);
        }
        far
    }

    /// Whether the tiles of a group stand an odd number of steps from home, 0 or 1.
    fn odd(&self, group: &Group, board: &[u8]) -> u8 {
        let colour = |cell: usize| cell / self.grid.width + cell % self.grid.width;
        let held = (0..board.len()).filter(|&c| group.cells.contains(&usize::from(board[c])));
        let sum: usize = held.chain(group.cells.iter().copied()).map(colour).sum();
        (sum % 2) as u8
    }

    /// The board reflected, cells and tiles both.
    pub(super) fn reflected(map: &[usize], board: &[u8]) -> Vec<u8> {
        let mut there = vec![0; board.len()];
        for (cell, &tile) in board.iter().enumerate() {
            there[map[cell]] = map[usize::from(tile)] as u8;
        }
        there
    }
}
