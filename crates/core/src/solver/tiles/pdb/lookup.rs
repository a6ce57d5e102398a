//! The table of one group as inner loops read it.

use super::grid::{NONE, ROOM};
use super::{GROUPS, PatternDatabases, Placement, bfs};

/// The tables of one group, by number and by reference.
#[derive(Clone, Copy)]
pub(crate) struct Lookup<'t> {
    // The slices themselves are held, not the layout that owns them: a look-up then follows one pointer and not two.
    steps: &'t [u32],
    turns: &'t [u16],
    bits: &'t [u64],
    orders: u32,
    words: u32,
    edges: u32,
}

/// The tables of all groups, for the board and from `GROUPS` on for the reflected one, and which of them a step touches.
pub(crate) struct Lookups<'t> {
    pub(crate) lookups: [Lookup<'t>; 2 * GROUPS],
    /// The slot of each tile, for the board and for the reflected one.
    pub(crate) slot_of: [[u8; ROOM]; 2],
    /// The edges in each direction, for the board and for the reflected one.
    pub(crate) edge: [[[u8; 4]; ROOM]; 2],
}

impl<'t> Lookups<'t> {
    /// The slots of `tables`. Those past the last group are never read, nor those of a reflection that there is not.
    pub(crate) fn new(tables: &'t PatternDatabases) -> Lookups<'t> {
        let plain = tables.group_of();
        let mut reflected = plain.map(|lookup| lookup + GROUPS as u8);
        let mut edge = [tables.grid.edge; 2];
        if let Some(map) = &tables.mirror {
            for (cell, &there) in map.iter().enumerate() {
                reflected[cell] = plain[there] + GROUPS as u8;
                let [up, down, left, right] = tables.grid.edge[there];
                // A reflection about the main diagonal exchanges up with left, and down with right.
                edge[1][cell] = [left, right, up, down];
            }
        }
        let lookup = |i: usize| Lookup::of(tables, (i % GROUPS).min(tables.patterns.len() - 1));
        Lookups { lookups: std::array::from_fn(lookup), slot_of: [plain, reflected], edge }
    }
}

impl<'t> Lookup<'t> {
    fn of(tables: &'t PatternDatabases, number: usize) -> Lookup<'t> {
        let pattern = &tables.patterns[number];
        let layout = tables.layout(pattern);
        Lookup {
            steps: &layout.steps,
            turns: &layout.turns,
            bits: &pattern.bits,
            orders: layout.orders as u32,
            words: bfs::words(layout) as u32,
            edges: layout.edges as u32,
        }
    }

    /// How a group lies after one of its tiles moved over `edge`; a tile that moves within its row passes no other.
    // This runs for every node of a search.
    #[inline(always)]
    pub(crate) fn moved(&self, place: Placement, edge: u8, within_row: bool) -> Placement {
        debug_assert_ne!(edge, NONE);
        let step = self.steps[(place.block * self.edges + u32::from(edge)) as usize];
        let turned =
            || self.turns[(step & 255) as usize * self.orders as usize + usize::from(place.order)];
        let block = step >> 8;
        let order = if within_row { place.order } else { turned() };
        let word = block * self.words + u32::from(order / 64);
        let bit = (self.bits[word as usize] >> (order % 64) & 1) as u8;
        Placement { block, order, distance: bfs::after(place.distance, bit) }
    }
}
