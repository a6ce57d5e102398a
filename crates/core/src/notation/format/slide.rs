//! Slide notation of the speed-solving community: a number board on one line, `4 1 2/5 0 3`.

use super::{Format, grid, leetcode, numbers};
use crate::notation::detect::is_number;
use crate::notation::draft::Draft;
use crate::notation::entry::Entry;
use crate::notation::error::Flaw;
use crate::notation::source::{SrcChar, TextPos, start};
use crate::notation::write::Feature;

/// Slide notation.
pub(crate) struct Slide;

impl Format for Slide {
    fn is_line(&self, line: &str) -> bool {
        line.contains('/') && line.split('/').all(|row| row.split_whitespace().all(is_number))
    }

    fn line_words(&self) -> Option<&'static str> {
        Some("4 1 2/5 0 3")
    }

    fn board(&self, text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
        let (board, goal) = grid::parts(text);
        numbers::read_boards(&board, goal.as_deref(), start(text, whole))
    }

    fn lacks(&self) -> &'static [Feature] {
        leetcode::LeetCode.lacks()
    }

    fn write(&self, entry: &Entry) -> Result<String, String> {
        let rows = leetcode::rows(&entry.puzzle);
        let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
        Ok(rows.join("/") + "\n")
    }
}
