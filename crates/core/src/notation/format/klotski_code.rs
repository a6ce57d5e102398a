//! The 36-bit code of a 4x5 board in nine hexadecimal digits, of which zeros at the end may be cut.
//!
//! The first digit is the cell, counted row by row from 0, of the 2x2 piece's top-left corner. The other 32 bits are pairs,
//! one for each cell that no piece read so far covers, row by row: 00 floor, 01 a piece two cells wide that begins there, 10
//! one two cells high, 11 a single. Pairs after the last cell are 0. The goal is the classic one.

use super::grid::classic_goal;
use crate::notation::draft::{Draft, cell, names};
use crate::notation::error::Flaw;
use crate::notation::printable::excerpt;
use crate::notation::source::{SrcChar, TextPos, plain, start, trim};
use crate::notation::write::pieces_in_order;
use crate::puzzle::{Cell, Family, Puzzle, Section, Size};

/// Bits after the first digit.
const BITS: u32 = 32;

/// The name of the 2x2 piece.
pub(crate) const SQUARE: &str = "S";

/// The board of all codes.
pub(crate) fn board() -> Size {
    Size::new(4, 5).expect("4x5 is a legal size")
}

/// Reads one puzzle.
pub(crate) fn read(text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
    let text = trim(text);
    let whole = start(text, whole);
    let digits = plain(text);
    let code = Some(&digits)
        .filter(|d| d.len() <= 9)
        .and_then(|d| u64::from_str_radix(&format!("{d:0<9}"), 16).ok());
    let Some(code) = code else {
        return Err(vec![Flaw::new(
            whole,
            excerpt(&digits),
            "a Klotski code of one to nine hexadecimal digits",
        )]);
    };
    draft(code, whole).map_err(|reason| {
        let found = format!("the Klotski code {}, {reason}", excerpt(&digits));
        vec![Flaw::new(whole, found, "a code of a 4x5 board")]
    })
}

/// The board that a code stands for.
fn draft(code: u64, whole: TextPos) -> Result<Draft, &'static str> {
    let corner = (code >> BITS) as usize;
    if corner % 4 == 3 {
        return Err("whose 2x2 piece does not fit on the board");
    }
    let mut draft = Draft::new(Family::Blocks, board(), whole);
    let mut taken = [false; 20];
    let corner = cell(corner % 4, corner / 4);
    piece(&mut draft, &mut taken, SQUARE, corner, (2, 2))?;
    let mut names = names();
    let mut pairs = (0..BITS / 2).rev().map(|i| code >> (2 * i) & 3);
    for i in 0..20 {
        if taken[i] {
            continue;
        }
        let size = match pairs.next() {
            Some(1) => (2, 1),
            Some(2) => (1, 2),
            Some(3) => (1, 1),
            _ => continue,
        };
        let name = names.next().map(String::from).unwrap_or_default();
        piece(&mut draft, &mut taken, &name, cell(i % 4, i / 4), size)?;
    }
    if pairs.any(|pair| pair != 0) {
        return Err("which has more pieces than fit on the board");
    }
    draft.setup.goal = classic_goal(&draft);
    Ok(draft)
}

/// Puts a piece of `size` columns and rows on free cells.
fn piece(
    draft: &mut Draft,
    taken: &mut [bool; 20],
    name: &str,
    corner: Cell,
    size: (u8, u8),
) -> Result<(), &'static str> {
    for dy in 0..size.1 {
        for dx in 0..size.0 {
            let here = Cell::new(corner.column + dx, corner.row + dy);
            let free = board().contains(here).then(|| &mut taken[board().index(here)]);
            match free {
                Some(taken) if !*taken => *taken = true,
                _ => return Err("whose pieces overlap or leave the board"),
            }
            draft.mark(Section::Start, here, draft.whole);
            draft.cover(name, here);
        }
    }
    Ok(())
}

/// The first cell of a piece, and its columns and rows.
pub(crate) type Rectangle = (Cell, (usize, usize));

/// Every piece of a 4x5 board that consists of one 2x2 piece, pieces of two cells and
/// singles; by their first cells.
pub(crate) fn rectangles(puzzle: &Puzzle) -> Result<Vec<Rectangle>, String> {
    if puzzle.size() != board() || !puzzle.walls().is_empty() || !puzzle.gates().is_empty() {
        return Err("is for the open 4x5 board".to_owned());
    }
    let shape = |(id, cells): (_, Vec<Cell>)| {
        let shape = puzzle.piece(id).shape();
        let size = (shape.width(), shape.height());
        let known = matches!(size, (1 | 2, 1 | 2)) && size.0 * size.1 == shape.area();
        known
            .then(|| (cells[0], size))
            .ok_or_else(|| "has pieces of one cell, two cells and 2x2 only".to_owned())
    };
    let found = pieces_in_order(puzzle).into_iter().map(shape).collect::<Result<Vec<_>, _>>()?;
    match found.iter().filter(|(_, size)| *size == (2, 2)).count() {
        1 => Ok(found),
        n => Err(format!("has exactly one 2x2 piece, the board {n}")),
    }
}

/// Writes the start, all nine digits.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, String> {
    let pieces = rectangles(puzzle)?;
    let mut pairs = Vec::new();
    let mut taken = [false; 20];
    let mut corner = 0;
    for &(cell, size) in
        pieces.iter().filter(|p| p.1 == (2, 2)).chain(pieces.iter().filter(|p| p.1 != (2, 2)))
    {
        let i = board().index(cell);
        if size == (2, 2) {
            corner = i;
        } else {
            let kind = match size {
                (2, 1) => 1,
                (1, 2) => 2,
                _ => 3,
            };
            pairs.push((i, kind));
        }
        for n in [i, i + size.0 - 1, i + 4 * (size.1 - 1), i + size.0 - 1 + 4 * (size.1 - 1)] {
            taken[n] = true;
        }
    }
    pairs.extend((0..20).filter(|&i| !taken[i]).map(|i| (i, 0)));
    pairs.sort_unstable();
    let code =
        pairs.iter().fold((corner as u64, 0), |(code, n), &(_, kind)| (code << 2 | kind, n + 2));
    Ok(format!("{:09X}\n", code.0 << (BITS - code.1)))
}
