//! The pieces of a puzzle in the order and with the cells that most forms write.

use crate::puzzle::{Cell, PieceId, Puzzle};

/// The only piece that the goal names, and how far it is from where it must be.
pub(super) fn only_target(puzzle: &Puzzle) -> Result<(PieceId, Cell), String> {
    match puzzle.goal().places() {
        &[(id, to)] => Ok((id, to)),
        places => Err(format!("has one piece to bring home, the goal names {}", places.len())),
    }
}

/// The pieces of a block board with their cells, in the order of their first cells.
pub(super) fn pieces_in_order(puzzle: &Puzzle) -> Vec<(PieceId, Vec<Cell>)> {
    let cells = |id| puzzle.cells_of(puzzle.start(), id).iter().collect();
    puzzle.piece_ids().map(|id| (id, cells(id))).collect()
}
