//! Everything that a deep search of one board size and one goal needs, built once and used for every position.

pub(crate) mod bfs;
pub(crate) mod bitmap;
pub(crate) mod board;
pub(crate) mod build;
pub(crate) mod grid;
pub(crate) mod lookup;
pub(crate) mod placement;
pub(crate) mod store;

use super::ida::duplicate_fsm::DuplicateFsm;
use grid::{Grid, ROOM};
use placement::{Placements, rank_of_order};
use store::Fingerprint;

/// Room for the groups of a partition, a power of two.
// Remainders by a power of two stand in place of bounds checks in the inner loops.
pub(crate) const GROUPS: usize = 8;

/// A multiple of four that no distance of a group exceeds.
// A multiple of four leaves the lowest two bits alone, and with those and a step on top it still fits in a byte.
const LONGEST: u8 = 248;

/// Additive pattern databases that know the blank's region, for a goal with the blank on one cell and every tile named by its goal
/// cell.
#[derive(Debug)]
pub(crate) struct PatternDatabases {
    pub(crate) grid: Grid,
    /// The blank's cell at the goal.
    pub(crate) blank: usize,
    pub(crate) size: Size,
    pub(crate) layouts: Vec<Placements>,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) duplicates: DuplicateFsm,
    /// Where cells and tiles go in the reflection that leaves the goal as it is, if there is one.
    pub(crate) mirror: Option<Vec<usize>>,
}

/// The table of some of the tiles.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// The goal cells of its tiles, ascending.
    pub(crate) cells: Vec<usize>,
    /// Which of the layouts it uses.
    pub(crate) layout: usize,
    /// A bit of the distance, by block and order.
    pub(crate) bits: Vec<u64>,
}

impl Pattern {
    /// The bit of a state.
    fn bit(&self, layout: &Placements, block: u32, order: u16) -> u8 {
        let word = block as usize * bfs::words(layout) + usize::from(order / 64);
        (self.bits[word] >> (order % 64) & 1) as u8
    }
}

/// How a group lies in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Placement {
    pub(crate) block: u32,
    pub(crate) order: u16,
    pub(crate) distance: u8,
}

impl PatternDatabases {
    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let distance: usize = self.patterns.iter().map(|g| g.bits.len() * 8).sum();
        let layouts: u64 = self.layouts.iter().map(Placements::bytes).sum();
        distance as u64 + self.duplicates.bytes() + layouts
    }

    /// The layout of a group.
    pub(crate) fn layout(&self, pattern: &Pattern) -> &Placements {
        &self.layouts[pattern.layout]
    }

    /// The group of each tile.
    pub(crate) fn group_of(&self) -> [u8; ROOM] {
        let mut of = [0; ROOM];
        for (number, pattern) in (0..).zip(&self.patterns) {
            for &tile in &pattern.cells {
                of[tile] = number;
            }
        }
        of
    }

    /// How `pattern` lies on a board given as the tile on each cell, the blank under the name of its own goal cell.
    pub(crate) fn place(&self, pattern: &Pattern, board: &[u8]) -> Placement {
        let layout = self.layout(pattern);
        let local = |tile: u8| pattern.cells.binary_search(&usize::from(tile)).ok();
        let held = board.iter().enumerate().filter_map(|(c, &t)| local(t).map(|i| (c, i)));
        let (cells, order): (Vec<usize>, Vec<usize>) = held.unzip();
        let set = cells.iter().fold(0, |set, &cell| set | 1 << cell);
        let blank = board.iter().position(|&t| usize::from(t) == self.blank).unwrap_or(0);
        let mut place = Placement {
            block: layout.block(set, blank),
            order: rank_of_order(&order) as u16,
            distance: 0,
        };
        place.distance = self.distance(pattern, board, place);
        place
    }

    /// The distance of a group, counted on the way down to the goal.
    fn distance(&self, pattern: &Pattern, board: &[u8], place: Placement) -> u8 {
        let layout = self.layout(pattern);
        let set = pattern.cells.iter().fold(0, |set, &cell| set | 1 << cell);
        let goal = (layout.block(set, self.blank), 0);
        let mut at = (place.block, place.order);
        // The lowest two bits of the distance, and enough above them to count down from.
        let mut rest = LONGEST + self.odd(pattern, board) + 2 * pattern.bit(layout, at.0, at.1);
        let mut distance = 0;
        while at != goal {
            let down = |&(block, order): &(u32, u16)| {
                bfs::after(rest, pattern.bit(layout, block, order)) < rest
            };
            let mut around = layout.leaving(at.0 as usize).map(|(block, turn)| {
                let order = layout.turn(turn)[usize::from(at.1)];
                (block as u32, order)
            });
            at = around.find(down).expect("from every state there is a way down");
            (distance, rest) = (distance + 1, rest - 1);
        }
        distance
    }

    /// Whether the tiles of a group stand an odd number of steps from home, 0 or 1.
    fn odd(&self, pattern: &Pattern, board: &[u8]) -> u8 {
        let colour = |cell: usize| cell / self.grid.width + cell % self.grid.width;
        let held = (0..board.len()).filter(|&c| pattern.cells.contains(&usize::from(board[c])));
        let sum: usize = held.chain(pattern.cells.iter().copied()).map(colour).sum();
        (sum % 2) as u8
    }

    /// The board reflected, cells and tiles both.
    pub(crate) fn reflected(map: &[usize], board: &[u8]) -> Vec<u8> {
        let mut there = vec![0; board.len()];
        for (cell, &tile) in board.iter().enumerate() {
            there[map[cell]] = map[usize::from(tile)] as u8;
        }
        there
    }
}

/// The largest group on boards of up to 16 cells, and on larger ones, where tables for as many tiles would not be built at once; and in the
/// least tables.
const LARGEST: [usize; 2] = [6, 5];
const LARGEST_OF_LEAST: usize = 5;

/// How much tables may cost, and how much they tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// Built in some milliseconds with next to no memory, for the first position while small ones are being built.
    Least,
    /// Built at once, for every position.
    Small,
    /// Built in seconds, for positions that take longer without them.
    Large,
}

/// ColouringSet partitions that need fewer nodes than others: a digit a group, a dot the blank's cell at the goal. The first was the
/// best of all 90 of its sizes on Korf's 100 instances and on 1000 random boards.
const COLOURINGS: [&str; 4] = [
    ".000/0001/2221/2221",
    "0.11/0011/0011/0222",
    "0000/1.00/1122/1112",
    ".0011/00011/22213/22433/44433",
];

/// The same for [`Size::Least`].
const LEAST: [&str; 1] = [".000/0011/2211/2221"];

/// ColouringSet partitions into larger groups, each with the fingerprint of its tables.
const GREAT: [(&str, Fingerprint); 2] = [
    (".000/0000/1111/1111", Fingerprint([0x014e_c4ab_2164_7a4e, 0x60aa_536a_b281_33bf])),
    (".0011/00011/02211/22333/22333", Fingerprint([0x14aa_ca4e_b824_b642, 0x5f0a_fb63_5efb_0748])),
];

/// The goal cells of each group, in ascending order, for a board whose blank ends on `blank`.
pub(crate) fn partition(grid: &Grid, blank: usize) -> Vec<Vec<usize>> {
    let largest = LARGEST[usize::from(grid.area() > 16)];
    drawn(grid, blank, &COLOURINGS).unwrap_or_else(|| strips(grid, blank, largest))
}

/// The same for [`Size::Least`].
pub(crate) fn least_partition(grid: &Grid, blank: usize) -> Vec<Vec<usize>> {
    drawn(grid, blank, &LEAST).unwrap_or_else(|| strips(grid, blank, LARGEST_OF_LEAST))
}

fn drawn(grid: &Grid, blank: usize, drawings: &[&str]) -> Option<Vec<Vec<usize>>> {
    drawings.iter().find_map(|drawing| read(grid, blank, drawing))
}

/// The goal cells of each larger group and the fingerprint of their tables, for boards that such groups have been drawn for.
pub(crate) fn great_partition(grid: &Grid, blank: usize) -> Option<(Vec<Vec<usize>>, Fingerprint)> {
    GREAT.iter().find_map(|(drawing, print)| Some((read(grid, blank, drawing)?, *print)))
}

/// The groups of a drawing, if it is of this board and this blank.
fn read(grid: &Grid, blank: usize, drawing: &str) -> Option<Vec<Vec<usize>>> {
    let rows: Vec<&str> = drawing.split('/').collect();
    let fits = rows.len() == grid.height && rows.iter().all(|row| row.len() == grid.width);
    let cells: Vec<char> = rows.concat().chars().collect();
    let pattern =
        |digit| -> Vec<usize> { (0..cells.len()).filter(|&cell| cells[cell] == digit).collect() };
    (fits && cells[blank] == '.').then(|| {
        let digits = (0..10).map(|n| char::from(b'0' + n));
        digits.map(pattern).filter(|pattern| !pattern.is_empty()).collect()
    })
}

/// Strips across the longer side, cut where a group is full.
fn strips(grid: &Grid, blank: usize, largest: usize) -> Vec<Vec<usize>> {
    let (w, h) = (grid.width, grid.height);
    let by_column = (0..w).flat_map(|x| (0..h).map(move |y| y * w + x));
    let order: Vec<usize> = if w >= h { by_column.collect() } else { (0..w * h).collect() };
    let tiles: Vec<usize> = order.into_iter().filter(|&cell| cell != blank).collect();
    let sorted = |chunk: &[usize]| {
        let mut pattern = chunk.to_vec();
        pattern.sort_unstable();
        pattern
    };
    tiles.chunks(largest).map(sorted).collect()
}
