//! The distance of every position of a small board: a byte each, in a dense table.
//!
//! A position's place is the rank of its tiles, read without the blank, times the cells, plus the blank's cell. The order of the last
//! two tiles follows from the parity, so that nothing is left empty.

use super::board::{Push, TileBoard};
use super::packed::Packed;
use super::parity::{Solvable, solvable};
use crate::puzzle::{Direction, Metric, Move, Position};
use crate::solver::component::DistanceTable;
use crate::solver::{Budget, StopReason};

/// Cells of the largest board with a table: 4x3 and 6x2, with 239,500,800 positions.
// One cell more would take thirteen times as many bytes, which is over three gigabytes.
const MOST: usize = 12;

/// Not reached yet.
const FAR: u8 = u8::MAX;

/// Positions between two looks at the clock.
const A_CHECK: usize = 1 << 14;

/// The table of one board in one metric.
pub(crate) struct FullTable {
    board: TileBoard,
    far: Vec<u8>,
}

/// Whether a board is small enough, and of the kind whose positions are all those of one parity.
pub(crate) fn fits(board: &TileBoard) -> bool {
    board.is_plain() && board.cells().len() <= MOST
}

impl FullTable {
    /// The table, built breadth-first from the goal.
    pub(crate) fn build(
        board: TileBoard,
        budget: &mut Budget<'_>,
    ) -> Result<FullTable, StopReason> {
        let cells = board.cells().len();
        // The product begins with 3, which halves it: only the positions of one parity can be reached.
        let positions = (3..=cells).product::<usize>().max(1);
        budget.progress.bytes = positions as u64;
        // The limit is asked before the table is allocated, so that memory is never exceeded even for a moment.
        budget.room(0)?;
        let goal = u64::pack(board.goal());
        let mut far = vec![FAR; positions];
        far[place(goal, cells)] = 0;
        let mut layer = vec![Reached { state: goal, place: place(goal, cells) as u32, by: None }];
        let mut depth = 0;
        while !layer.is_empty() {
            depth += 1;
            layer = next_layer(&board, &mut far, &layer, depth, budget)?;
        }
        budget.progress.bytes = positions as u64;
        Ok(FullTable { board, far })
    }

    /// How many positions there are at each distance.
    #[cfg(test)]
    pub(crate) fn layers(&self) -> Vec<u32> {
        let most = self.far.iter().max().map_or(0, |&most| usize::from(most));
        let mut layers = vec![0; most + 1];
        self.far.iter().for_each(|&far| layers[usize::from(far)] += 1);
        layers
    }

    /// The packed position, if it can be solved.
    fn state(&self, position: &Position) -> Option<u64> {
        let cells = self.board.arrangement(position);
        // A position of the other parity has no place of its own: its place would be that of one with the last two tiles swapped.
        (solvable(&self.board, &cells) == Solvable::Yes).then(|| u64::pack(&cells))
    }

    fn far(&self, state: u64) -> u8 {
        self.far[place(state, self.board.cells().len())]
    }
}

impl DistanceTable for FullTable {
    fn remaining(&self, position: &Position) -> Option<u32> {
        self.state(position).map(|state| u32::from(self.far(state)))
    }

    fn next(&self, position: &Position) -> Option<Move> {
        let state = self.state(position)?;
        let here = self.far(state);
        // At the goal no position is nearer, and so there is no move.
        self.board.mv(&state, &|next| self.far(next) < here)
    }

    fn states(&self) -> u64 {
        self.far.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.far.len() as u64
    }
}

/// A position as the search comes upon it.
#[derive(Clone, Copy)]
struct Reached {
    state: u64,
    /// Where it stands in the table.
    place: u32,
    /// Where the tiles went in the move that led to it.
    by: Option<Direction>,
}

impl Reached {
    /// Whether a push leads only to what the position before it led to as well: straight back, or, where any number of tiles may
    /// go at once, along the same line.
    fn is_idle(&self, push: Push, metric: Metric) -> bool {
        let back = push.direction.opposite();
        let along = metric != Metric::Step && self.by == Some(push.direction);
        self.by == Some(back) || along
    }

    /// The place of what a push leads to. Along a row the blank passes tiles, but they do not pass each other.
    fn place_after(&self, push: Push, there: u64, cells: usize) -> u32 {
        match push.direction {
            // The blank goes against the tiles: when they go left, its cell and with it the place grow.
            Direction::Left => self.place + push.length as u32,
            Direction::Right => self.place - push.length as u32,
            Direction::Up | Direction::Down => place(there, cells) as u32,
        }
    }
}

/// The positions that are `depth` moves from the goal, reached from those of the layer before.
fn next_layer(
    board: &TileBoard,
    far: &mut [u8],
    layer: &[Reached],
    depth: u8,
    budget: &mut Budget<'_>,
) -> Result<Vec<Reached>, StopReason> {
    let cells = board.cells().len();
    let bytes = size_of::<Reached>();
    let mut next = Vec::new();
    for states in layer.chunks(A_CHECK) {
        budget.progress.bytes = (far.len() + bytes * (layer.len() + next.capacity())) as u64;
        budget.check()?;
        // A full vector doubles, so there must be room for as many entries again before this chunk fills it.
        budget.room((bytes * next.len()) as u64)?;
        for from in states {
            board.pushes(&from.state, |push, state| {
                if from.is_idle(push, board.metric()) {
                    return;
                }
                let place = from.place_after(push, state, cells);
                let far = &mut far[place as usize];
                if *far == FAR {
                    *far = depth;
                    let by = Some(push.direction);
                    next.push(Reached { state, place, by });
                }
            });
        }
        budget.progress.states += states.len() as u64;
    }
    Ok(next)
}

/// How many tiles are in a set; a table, since not every processor that this runs on is known to count bits.
const COUNTS: [u8; 1 << MOST] = {
    let mut counts = [0; 1 << MOST];
    let mut set = 1;
    while set < counts.len() {
        counts[set] = counts[set / 2] + (set % 2) as u8;
        set += 1;
    }
    counts
};

/// Where a position of `cells` cells stands in the table.
fn place(state: u64, cells: usize) -> usize {
    let mut blank = 0;
    state.blanks(cells, |cell| blank = cell);
    // The blank's field is cut out, so that a push along a row changes the blank's cell alone and not the rank.
    let before = (1 << (4 * blank)) - 1;
    let mut tiles = state & before | state >> 4 & !before;
    // Bit 0 would be the blank, which is not ranked.
    let mut left = (1_usize << cells) - 2;
    let mut rank = 0;
    for choices in (3..cells).rev() {
        let tile = 1 << (tiles & 15);
        // The last mask changes nothing; it spares a bounds check.
        rank = rank * choices + usize::from(COUNTS[left & (tile - 1) & (COUNTS.len() - 1)]);
        left &= !tile;
        tiles >>= 4;
    }
    rank * cells + blank
}
