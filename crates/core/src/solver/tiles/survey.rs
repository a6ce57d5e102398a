//! The survey of a number puzzle's component, in the metrics that push runs of tiles too.

use super::lowered::Lowered;
use super::packed::Packed;
use super::space::TileSpace;
use crate::puzzle::{Metric, Position, Puzzle};
use crate::solver::component::{self, Survey};
use crate::solver::limits::{Stop, Watch};
use crate::solver::table::Table;

/// Cells of the largest board whose states fit into 64 bits, which is more than any component that can be walked.
const MOST: usize = 16;

/// Measures the component of the puzzle's start; `None` for a puzzle that is no plain number puzzle, or too large.
pub(in crate::solver) fn survey(
    puzzle: &Puzzle,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Option<Result<Survey, Stop>> {
    let board = board(puzzle, metric)?;
    let space = TileSpace::<u64>::new(&board)?;
    let start = u64::pack(&board.arrangement(puzzle.start()));
    let measure = |watch: &mut Watch<'_>| {
        let table = Table::build(&space, start, watch)?;
        let raise = |state| raised(puzzle, &board, state);
        component::measure(&space, start, &table, raise, watch)
    };
    Some(measure(watch))
}

fn board(puzzle: &Puzzle, metric: Metric) -> Option<Lowered> {
    Lowered::of(puzzle, metric).filter(|board| board.cells().len() <= MOST)
}

/// The position of a packed state.
fn raised(puzzle: &Puzzle, board: &Lowered, state: u64) -> Position {
    let mut anchors = puzzle.start().anchors().to_vec();
    for (index, &cell) in board.cells().iter().enumerate() {
        if let Some(piece) = board.piece(state.get(index)) {
            anchors[piece.index()] = cell;
        }
    }
    let position = puzzle.position(&anchors, 0);
    position.expect("every state of the component is of a legal position")
}
