//! LeetCode arrays: `[[4,1,2],[5,0,3]]`, a number board of any size with 0 for the blank.

use super::numbers;
use super::numbers::{Content, Written};
use crate::notation::draft::Draft;
use crate::notation::error::Flaw;
use crate::notation::source::{Cursor, SrcChar, TextPos, start};
use crate::puzzle::{Position, Puzzle};

/// Reads one puzzle.
pub(crate) fn read(text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
    let whole = start(text, whole);
    let rows = array(&mut Cursor::new(text, whole)).map_err(|flaw| vec![flaw])?;
    numbers::draft(rows, whole)
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
    let (at, quote) = (cursor.at(), cursor.quote());
    let number = cursor.number().ok_or_else(|| {
        Flaw::new(at, format!("{quote} in the array"), format!("a number from 0 to {}", u32::MAX))
    })?;
    let content = if number == 0 { Content::Blank } else { Content::Number(number) };
    Ok((content, at))
}

fn expected(cursor: &Cursor<'_>, what: &str) -> Flaw {
    Flaw::new(cursor.at(), format!("{} in the array", cursor.quote()), what)
}

/// Writes the numbers of a position row by row.
pub(crate) fn write(puzzle: &Puzzle, position: &Position) -> String {
    let rows: Vec<String> =
        rows(puzzle, position).iter().map(|row| format!("[{}]", row.join(","))).collect();
    format!("[{}]\n", rows.join(","))
}

/// The names of what covers the cells, row by row, 0 for nothing.
pub(crate) fn rows<'a>(puzzle: &'a Puzzle, position: &Position) -> Vec<Vec<&'a str>> {
    let mut names = vec!["0"; puzzle.size().area()];
    for id in puzzle.piece_ids() {
        for cell in puzzle.cells_of(position, id).iter() {
            names[puzzle.size().index(cell)] = puzzle.piece(id).name();
        }
    }
    names.chunks(puzzle.size().width()).map(<[&str]>::to_vec).collect()
}
