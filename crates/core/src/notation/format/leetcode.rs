//! LeetCode arrays: `[[4,1,2],[5,0,3]]`, a number board of any size with 0 for the blank.

use super::Format;
use super::numbers::{self, Content, Written};
use crate::notation::detect::{Clues, Evidence};
use crate::notation::draft::Draft;
use crate::notation::entry::Entry;
use crate::notation::error::Flaw;
use crate::notation::source::{Cursor, SrcChar, TextPos, start};
use crate::notation::write::Feature;
use crate::puzzle::Puzzle;

/// Arrays of numbers.
pub(crate) struct LeetCode;

impl Format for LeetCode {
    fn evidence(&self, clues: &Clues<'_>) -> Option<Evidence> {
        let line = clues.first;
        // An array that closes on its first line is a line of a collection, and is found as one.
        let is_open = line.matches('[').count() > line.matches(']').count();
        (line.trim_start().starts_with('[') && is_open).then_some(Evidence::Bracket)
    }

    fn is_line(&self, line: &str) -> bool {
        line.starts_with('[')
    }

    fn line_words(&self) -> Option<&'static str> {
        Some("[[4,1,2],[5,0,3]]")
    }

    fn board(&self, text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
        let whole = start(text, whole);
        numbers::draft(array(&mut Cursor::new(text, whole))?, whole)
    }

    fn lacks(&self) -> &'static [Feature] {
        use Feature::{Blocks, Lifting, Locks, OtherGoal, Walls, Waypoints};
        &[Lifting, Waypoints, Blocks, Locks, Walls, OtherGoal]
    }

    fn write(&self, entry: &Entry) -> Result<String, String> {
        let rows = rows(&entry.puzzle);
        let rows: Vec<String> = rows.iter().map(|row| format!("[{}]", row.join(","))).collect();
        Ok(format!("[{}]\n", rows.join(",")))
    }
}

/// The array of arrays, with nothing after it.
fn array(cursor: &mut Cursor<'_>) -> Result<Vec<Vec<Written>>, Flaw> {
    let rows = list(cursor, |cursor| list(cursor, number))?;
    cursor.skip_blanks();
    match cursor.peek() {
        None => Ok(rows),
        Some(_) => Err(expected(cursor, "nothing after the array")),
    }
}

/// A list between brackets, of which no item may be missing.
fn list<T>(
    cursor: &mut Cursor<'_>,
    item: impl Fn(&mut Cursor<'_>) -> Result<T, Flaw>,
) -> Result<Vec<T>, Flaw> {
    if !cursor.accept('[') {
        return Err(expected(cursor, "\"[\""));
    }
    let mut items = vec![item(cursor)?];
    while cursor.accept(',') {
        items.push(item(cursor)?);
    }
    match cursor.accept(']') {
        true => Ok(items),
        false => Err(expected(cursor, "\",\" or \"]\"")),
    }
}

/// A number, 0 for the blank.
fn number(cursor: &mut Cursor<'_>) -> Result<Written, Flaw> {
    cursor.skip_blanks();
    // Both are taken before the digits, so that a flaw shows what stands in the place of a number.
    let (at, quote) = (cursor.at(), cursor.quote());
    let number = cursor.number().ok_or_else(|| {
        Flaw::new(at, format!("{quote} in the array"), format!("a number from 0 to {}", u32::MAX))
    })?;
    Ok((Content::of(number), at))
}

fn expected(cursor: &Cursor<'_>, what: &str) -> Flaw {
    Flaw::new(cursor.at(), format!("{} in the array", cursor.quote()), what)
}

/// The names of what covers the cells at the start, row by row, 0 for nothing.
pub(crate) fn rows(puzzle: &Puzzle) -> Vec<Vec<&str>> {
    let mut names = vec!["0"; puzzle.size().area()];
    for id in puzzle.piece_ids() {
        for cell in puzzle.cells_of(puzzle.start(), id).iter() {
            names[puzzle.size().index(cell)] = puzzle.piece(id).name();
        }
    }
    names.chunks(puzzle.size().width()).map(<[&str]>::to_vec).collect()
}
