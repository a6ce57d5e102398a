//! What of a 24-, a 35- or a 48-puzzle decides its weight: which tile stands where, each and in pairs.
//!
//! The corrections of other boards ([`features`](super::features)) know only how far tiles are from home. On 5x5 to 7x7 there are few enough tiles and
//! cells to learn one for each tile on each cell, and for each two tiles on two cells that are a pair by their offset. The program that
//! learns them (`examples/learn_weights.rs`) takes in this very file.

use super::features::OFFSETS;

/// What one of the whole numbers weighs that the corrections are kept as: they fit in bytes.
pub(crate) const UNIT: i32 = 2;

/// The number of what weighs nothing: a pair with the blank, with itself, or off the board.
pub(crate) const NOTHING: u32 = u32::MAX;

/// A square of cells, of which the first is the blank's goal. The blank's number and those of tiles are the cells of their goals.
#[derive(Clone, Copy)]
pub(crate) struct Square {
    /// The cells of a side.
    pub(crate) side: usize,
}

/// The numbers of the corrections. The first, 0, is that for a linear conflict.
pub(crate) struct Numbers {
    /// By tile and cell.
    pub(crate) tiles: Vec<u32>,
    /// By offset, tile, cell, and the other tile.
    pub(crate) pairs: Vec<u32>,
    /// How many there are in all.
    pub(crate) count: usize,
}

impl Square {
    /// Its cells.
    pub(crate) fn area(self) -> usize {
        self.side * self.side
    }

    /// Where a tile on a cell stands among all.
    pub(crate) fn held(self, tile: usize, cell: usize) -> usize {
        tile * self.area() + cell
    }

    /// Where a pair stands among all.
    pub(crate) fn pair(self, offset: usize, tile: usize, cell: usize, other: usize) -> usize {
        ((offset * self.area() + tile) * self.area() + cell) * self.area() + other
    }

    /// The cell at an offset from another, if there is one.
    pub(crate) fn at(self, cell: usize, (down, across): (i32, i32)) -> Option<usize> {
        let within = |line: usize, change: i32| {
            line.checked_add_signed(change as isize).filter(|&line| line < self.side)
        };
        Some(within(cell / self.side, down)? * self.side + within(cell % self.side, across)?)
    }

    /// The cell on which another lies in the mirror that leaves the goal as it is; so do their tiles.
    fn mirrored(self, cell: usize) -> usize {
        cell % self.side * self.side + cell / self.side
    }

    /// Every tile on every cell.
    pub(crate) fn tiles(self) -> impl Iterator<Item = (usize, usize)> {
        (1..self.area()).flat_map(move |tile| (0..self.area()).map(move |cell| (tile, cell)))
    }

    /// Numbers everything in the order in which it is met, and mirror images alike.
    pub(crate) fn numbers(self) -> Numbers {
        let area = self.area();
        let held = |tile, cell| self.held(tile, cell);
        let mirror = |tile, cell| held(self.mirrored(tile), self.mirrored(cell));
        let mut tiles = vec![NOTHING; area * area];
        let mut pairs = vec![NOTHING; OFFSETS.len() * area * area * area];
        let mut count = 1;
        for (tile, cell) in self.tiles() {
            let image = tiles[mirror(tile, cell)];
            tiles[held(tile, cell)] = if image == NOTHING { count } else { image };
            count += u32::from(image == NOTHING);
        }
        let offset = |lines: (i32, i32)| OFFSETS.iter().position(|&other| other == lines);
        let of = |cell: usize| self.mirrored(cell);
        for (tile, cell) in self.tiles() {
            for (number, (down, across)) in OFFSETS.into_iter().enumerate() {
                let Some(there) = self.at(cell, (down, across)) else { continue };
                for other in (1..area).filter(|&other| other != tile) {
                    if pairs[self.pair(number, tile, cell, other)] != NOTHING {
                        continue;
                    }
                    let alike = [
                        ((down, across), tile, cell, other),
                        ((-down, -across), other, there, tile),
                        ((across, down), of(tile), of(cell), of(other)),
                        ((-across, -down), of(other), of(there), of(tile)),
                    ];
                    for (lines, tile, cell, other) in alike {
                        if let Some(offset) = offset(lines) {
                            pairs[self.pair(offset, tile, cell, other)] = count;
                        }
                    }
                    count += 1;
                }
            }
        }
        Numbers { tiles, pairs, count: count as usize }
    }
}
