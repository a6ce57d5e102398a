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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Metric, Setup};
    use crate::solver::Limits;
    use crate::solver::budget::unwatched;
    use crate::solver::tiles::board::TileBoard;
    use crate::solver::tiles::pdb::Size;
    use crate::solver::tiles::pdb::board::PdbBoard;

    /// The fifth of Korf and Felner's instances, and a wide board.
    const BOARDS: [(usize, usize, &[u32]); 2] = [
        (
            5,
            5,
            &[
                14, 21, 19, 17, 15, 18, 13, 12, 7, 2, 1, 22, 0, 4, 10, 20, 11, 6, 3, 23, 9, 16, 5,
                24, 8,
            ],
        ),
        (6, 3, &[1, 2, 3, 4, 5, 6, 11, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 0]),
    ];

    /// With a reflection and without one.
    #[test]
    fn what_is_looked_up_step_by_step_is_what_the_tables_say() {
        for (width, height, cells) in BOARDS {
            let puzzle = Setup::numbers(width, height, cells).build().unwrap();
            let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
            let pdb_board = PdbBoard::of(&board).unwrap();
            let mut budget = unwatched(Limits::default());
            let tables = pdb_board.tables(Size::Small, &mut budget).unwrap();
            assert_eq!(tables.mirror.is_some(), width == height);
            let placed = |board: &[u8]| {
                let mut placed = [Placement::default(); 2 * GROUPS];
                let mirror = tables.mirror.as_ref();
                let reflected = mirror.map(|map| PatternDatabases::reflected(map, board));
                let views = [Some(board.to_vec()), reflected].into_iter().flatten();
                for (view, board) in views.enumerate() {
                    for (group, pattern) in tables.patterns.iter().enumerate() {
                        placed[view * GROUPS + group] = tables.place(pattern, &board);
                    }
                }
                placed
            };
            let lookups = Lookups::new(&tables);
            let mut board = pdb_board.turned(&board.arrangement(puzzle.start()));
            let is_blank = |&tile: &u8| usize::from(tile) == tables.blank;
            let mut blank = board.iter().position(is_blank).unwrap();
            let (mut kept, mut turn) = (placed(&board), 1_u64);
            for _ in 0..300 {
                turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let direction = (turn >> 33) as usize % 4;
                let from = tables.grid.near[blank][direction];
                if from == NONE {
                    continue;
                }
                let tile = usize::from(board[usize::from(from)]);
                for view in 0..=usize::from(tables.mirror.is_some()) {
                    let slot = usize::from(lookups.slot_of[view][tile]);
                    let edge = lookups.edge[view][blank][direction];
                    // What is a row in one view is a column in the other.
                    let within_row = (direction >= 2) != (view == 1);
                    kept[slot] = lookups.lookups[slot].moved(kept[slot], edge, within_row);
                }
                board.swap(blank, usize::from(from));
                blank = usize::from(from);
                assert_eq!(kept, placed(&board));
            }
        }
    }
}
