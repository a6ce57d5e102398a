//! The distance of every position of a small board: a byte each, in a dense table.
//!
//! A position's place is the rank of its tiles, read without the blank, times the cells, plus the blank's cell. The order of the last
//! two tiles follows from the parity, so that nothing is left empty.

use super::lowered::Lowered;
use super::packed::Packed;
use super::parity::{Solvable, solvable};
use crate::puzzle::{Move, Position};
use crate::solver::lookup::Lookup;
use crate::solver::{Stop, Watch};

/// Cells of the largest board with a table: 4x3 and 6x2, with 239,500,800 positions.
const MOST: usize = 12;

/// Not reached yet.
const FAR: u8 = u8::MAX;

/// Positions between two looks at the clock.
const A_CHECK: usize = 1 << 14;

/// The table of one board in one metric.
pub(super) struct Whole {
    board: Lowered,
    far: Vec<u8>,
}

/// Whether a board is small enough, and of the kind whose positions are all those of one parity.
pub(super) fn fits(board: &Lowered) -> bool {
    board.is_plain() && board.cells().len() <= MOST
}

impl Whole {
    /// The table, built breadth-first from the goal.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn build(board: Lowered, watch: &mut Watch<'_>) -> Result<Whole, Stop> {
        let cells = board.cells().len();
        let positions = (3..=cells).product::<usize>().max(1);
        watch.progress.bytes = positions as u64;
        watch.room(0)?;
        let goal = u64::pack(board.goal());
        let mut far = vec![FAR; positions];
        far[place(goal, cells)] = 0;
        let mut layer = vec![goal];
        let mut depth = 0;
        while !layer.is_empty() {
            depth += 1;
            layer = next_layer(&board, &mut far, &layer, depth, watch)?;
        }
        watch.progress.bytes = positions as u64;
        Ok(Whole { board, far })
    }

    /// How many positions there are at each distance.
    #[cfg(test)]
    pub(super) fn layers(&self) -> Vec<u32> {
        let most = self.far.iter().max().map_or(0, |&most| usize::from(most));
        let mut layers = vec![0; most + 1];
        self.far
            .iter()
            .for_each(|&far| layers[usize::from(far)] += 1);
        layers
    }

    /// The packed position, if it can be solved.
    fn state(&self, position: &Position) -> Option<u64> {
        let cells = self.board.arrangement(position);
        (solvable(&self.board, &cells) == Solvable::Yes).then(|| u64::pack(&cells))
    }

    fn far(&self, state: u64) -> u8 {
        self.far[place(state, self.board.cells().len())]
    }
}

impl Lookup for Whole {
    fn remaining(&self, position: &Position) -> Option<u32> {
        self.state(position).map(|state| u32::from(self.far(state)))
    }

    fn next(&self, position: &Position) -> Option<Move> {
        let state = self.state(position)?;
        let here = self.far(state);
        let mut nearer = None;
        self.board.pushes(&state, |_, next| {
            if self.far(next) < here {
                nearer = nearer.or(Some(next));
            }
        });
        self.board.raise(&[state, nearer?]).pop()
    }

    fn states(&self) -> u64 {
        self.far.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.far.len() as u64
    }
}

/// The positions that are `depth` moves from the goal, reached from those of the layer before.
fn next_layer(
    board: &Lowered,
    far: &mut [u8],
    layer: &[u64],
    depth: u8,
    watch: &mut Watch<'_>,
) -> Result<Vec<u64>, Stop> {
    let cells = board.cells().len();
    let mut next = Vec::new();
    for states in layer.chunks(A_CHECK) {
        watch.progress.bytes = (far.len() + 8 * (layer.len() + next.capacity())) as u64;
        watch.check()?;
        watch.room(8 * next.len() as u64)?;
        for state in states {
            board.pushes(state, |_, there| {
                let far = &mut far[place(there, cells)];
                if *far == FAR {
                    *far = depth;
                    next.push(there);
                }
            });
        }
        watch.progress.states += states.len() as u64;
    }
    Ok(next)
}

/// Where a position of `cells` cells stands in the table.
fn place(state: u64, cells: usize) -> usize {
    let mut left = (1_u32 << cells) - 2;
    let (mut rank, mut blank, mut choices) = (0, 0, cells - 1);
    for cell in 0..cells {
        let tile = state.get(cell);
        if tile == 0 {
            blank = cell;
        } else if choices > 2 {
            rank = rank * choices + (left & ((1 << tile) - 1)).count_ones() as usize;
            left &= !(1 << tile);
            choices -= 1;
        }
    }
    rank * cells + blank
}
