//! What of a 24-puzzle decides its weight: which tile stands where, each and in pairs.
//!
//! The corrections of larger boards ([`features`](super::features)) know only how far tiles are from home. On 5x5 there are few enough tiles and cells
//! to learn one for each tile on each cell, and for each two tiles on two cells that are a pair by their offset. The program that learns
//! them (`examples/learn_weights.rs`) takes in this very file.

use super::features::OFFSETS;

/// The side of the board.
pub(crate) const SIDE: usize = 5;

/// Cells, and the blank's number and those of tiles: the cells of their goals.
pub(crate) const AREA: usize = SIDE * SIDE;

/// What one of the whole numbers weighs that the corrections are kept as: they fit in bytes.
pub(crate) const UNIT: i32 = 2;

/// The number of what weighs nothing: a pair with the blank, with itself, or off the board.
pub(crate) const NOTHING: u16 = u16::MAX;

/// The numbers of the corrections for a goal whose blank stands on the first cell. The first, 0, is that for a linear conflict.
pub(crate) struct Numbers {
    /// By tile and cell.
    pub(crate) tiles: Vec<u16>,
    /// By offset, tile, cell, and the other tile.
    pub(crate) pairs: Vec<u16>,
    /// How many there are in all.
    pub(crate) count: usize,
}

/// Where a pair stands among all.
pub(crate) fn pair(offset: usize, tile: usize, cell: usize, other: usize) -> usize {
    ((offset * AREA + tile) * AREA + cell) * AREA + other
}

/// The cell at an offset from another, if there is one.
pub(crate) fn at(cell: usize, (down, across): (i32, i32)) -> Option<usize> {
    let within = |line: usize, change: i32| {
        line.checked_add_signed(change as isize).filter(|&line| line < SIDE)
    };
    Some(within(cell / SIDE, down)? * SIDE + within(cell % SIDE, across)?)
}

/// The cell on which another lies in the mirror that leaves the goal as it is; so do their tiles.
pub(crate) fn mirrored(cell: usize) -> usize {
    cell % SIDE * SIDE + cell / SIDE
}

/// Numbers everything in the order in which it is met, and mirror images alike.
pub(crate) fn numbers() -> Numbers {
    let square = AREA * AREA;
    let mut known = vec![NOTHING; square * square];
    let mut tiles = vec![NOTHING; square];
    let mut pairs = vec![NOTHING; OFFSETS.len() * square * AREA];
    let mut count = 1;
    let held = |tile: usize, cell: usize| tile * AREA + cell;
    for (tile, cell) in (1..AREA).flat_map(|tile| (0..AREA).map(move |cell| (tile, cell))) {
        let image = tiles[held(mirrored(tile), mirrored(cell))];
        tiles[held(tile, cell)] = if image == NOTHING { count } else { image };
        count += u16::from(image == NOTHING);
    }
    for (tile, cell) in (1..AREA).flat_map(|tile| (0..AREA).map(move |cell| (tile, cell))) {
        for (offset, &lines) in OFFSETS.iter().enumerate() {
            let Some(there) = at(cell, lines) else { continue };
            for other in (1..AREA).filter(|&other| other != tile) {
                let (one, two) = (held(tile, cell), held(other, there));
                let mirror = |tile, cell| held(mirrored(tile), mirrored(cell));
                let (three, four) = (mirror(tile, cell), mirror(other, there));
                if known[one * square + two] == NOTHING {
                    for (a, b) in [(one, two), (two, one), (three, four), (four, three)] {
                        known[a * square + b] = count;
                    }
                    count += 1;
                }
                pairs[pair(offset, tile, cell, other)] = known[one * square + two];
            }
        }
    }
    Numbers { tiles, pairs, count: usize::from(count) }
}
