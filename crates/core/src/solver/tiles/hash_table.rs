//! The distance table of any number puzzle of up to sixteen cells, with walls and several blanks too.

use super::board::TileBoard;
use super::packed::Packed;
use super::space::TileSpace;
use crate::puzzle::{Move, Position};
use crate::solver::component::distances::DistanceTable;
use crate::solver::component::table::Table;
use crate::solver::{Budget, StopReason};

/// The distances of the component of one position.
pub(crate) struct HashTable {
    board: TileBoard,
    table: Table<u64>,
}

/// Whether the board's positions fit into a word each.
pub(crate) fn fits(board: &TileBoard) -> bool {
    board.cells().len() <= u64::CELLS
}

impl HashTable {
    /// The table of the component of a position.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn build(
        board: TileBoard,
        start: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<HashTable, StopReason> {
        let start = u64::pack(&board.arrangement(start));
        let space = TileSpace::<u64>::new(&board).ok_or(StopReason::NotApplicable)?;
        let table = Table::build(&space, start, budget)?;
        Ok(HashTable { board, table })
    }
}

impl DistanceTable for HashTable {
    fn remaining(&self, position: &Position) -> Option<u32> {
        let state = u64::pack(&self.board.arrangement(position));
        self.table.distance(&state)
    }

    fn next(&self, position: &Position) -> Option<Move> {
        let state = u64::pack(&self.board.arrangement(position));
        let nearer = self.table.distance(&state)?.checked_sub(1)?;
        let mut best = None;
        self.board.pushes(&state, |_, next| {
            if self.table.distance(&next) == Some(nearer) {
                best = best.or(Some(next));
            }
        });
        self.board.raise(&[state, best?]).pop()
    }

    fn states(&self) -> u64 {
        self.table.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}
