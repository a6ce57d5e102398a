//! Slide notation of the speed-solving community: a number board on one line, `4 1 2/5 0 3`.

use super::{grid, leetcode, numbers};
use crate::notation::draft::Draft;
use crate::notation::error::Flaw;
use crate::notation::source::{SrcChar, TextPos, start};
use crate::puzzle::{Position, Puzzle};

/// Reads one puzzle.
pub(crate) fn read(text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
    let (board, goal) = grid::parts(text);
    numbers::read_boards(&board, goal.as_deref(), start(text, whole))
}

/// Writes the numbers of a position row by row.
pub(crate) fn write(puzzle: &Puzzle, position: &Position) -> String {
    let rows = leetcode::rows(puzzle, position);
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    format!("{}\n", rows.join("/"))
}
