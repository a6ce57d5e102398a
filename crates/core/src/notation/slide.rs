//! Slide notation of the speed-solving community: a number board on one line, `4 1 2/5 0 3`.

use super::draft::Draft;
use super::error::Flaw;
use super::grid;
use super::ink::{Glyph, Spot, start};
use super::leetcode;
use super::numbers;
use crate::puzzle::{Position, Puzzle};

/// Reads one puzzle.
pub(super) fn read(text: &[Glyph], whole: Spot) -> Result<Draft, Vec<Flaw>> {
    let (board, goal) = grid::parts(text);
    numbers::read_boards(&board, goal.as_deref(), start(text, whole))
}

/// Writes the numbers of a position row by row.
pub(super) fn write(puzzle: &Puzzle, position: &Position) -> String {
    let rows = leetcode::rows(puzzle, position);
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    format!("{}\n", rows.join("/"))
}
