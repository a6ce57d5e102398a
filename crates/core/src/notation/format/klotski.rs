//! The two short codes of 4x5 boards with one 2x2 piece, pieces of two cells, singles, and the classic goal.
//!
//! [`Code`] has 36 bits in nine hexadecimal digits, of which zeros at the end may be cut. The first digit is the cell,
//! counted row by row from 0, of the 2x2 piece's top-left corner. The other 32 bits are pairs, one for each cell that no piece
//! read so far covers, row by row: 00 floor, 01 a piece two cells wide that begins there, 10 one two cells high, 11 a single.
//! Pairs after the last cell are 0.
//!
//! [`Twenty`] has twenty characters, as Chinese collections write the board row by row: `@` floor, `A` the 2x2 piece, `B` to
//! `G` two cells wide, `H` to `M` two cells high, `N` and on (up to `]`) singles.

use super::Format;
use super::grid::classic_goal;
use crate::notation::draft::{Draft, cell, names};
use crate::notation::entry::Entry;
use crate::notation::error::{Flaw, count};
use crate::notation::printable::excerpt;
use crate::notation::source::{SrcChar, TextPos, plain, start, trim};
use crate::notation::write::{Feature, pieces_in_order};
use crate::puzzle::{Cell, Family, Puzzle, Section, Shape, Size};

/// Bits of a code after the first digit.
const BITS: u32 = 32;

/// The most digits of a code.
const DIGITS: usize = 9;

/// The name of the 2x2 piece of a code.
const SQUARE: &str = "S";

/// Columns and rows of a piece.
type Extent = (usize, usize);

/// What neither format can say.
const LACKS: &[Feature] = &[Feature::Lifting, Feature::Waypoints, Feature::Numbers, Feature::Locks];

/// The board of all codes.
fn board() -> Size {
    Size::new(4, 5).expect("4x5 is a legal size")
}

/// The first cells of the pieces of a 4x5 board that consists of one 2x2 piece, pieces of two cells and singles, and their
/// extents.
fn rectangles(puzzle: &Puzzle) -> Result<Vec<(Cell, Extent)>, String> {
    if puzzle.size() != board() || !puzzle.walls().is_empty() || !puzzle.gates().is_empty() {
        return Err("is for the open 4x5 board".to_owned());
    }
    let mut found = Vec::new();
    for (id, cells) in pieces_in_order(puzzle) {
        let shape = puzzle.piece(id).shape();
        let extent = (shape.width(), shape.height());
        if !matches!(extent, (1 | 2, 1 | 2)) || extent.0 * extent.1 != shape.area() {
            return Err("has pieces of one cell, two cells and 2x2 only".to_owned());
        }
        found.push((cells[0], extent));
    }
    match found.iter().filter(|(_, extent)| *extent == (2, 2)).count() {
        1 => Ok(found),
        n => Err(format!("has exactly one 2x2 piece, the board {n}")),
    }
}

/// The code of 36 bits.
pub(crate) struct Code;

impl Format for Code {
    fn is_line(&self, line: &str) -> bool {
        (1..=DIGITS).contains(&line.len()) && line.bytes().all(|b| b.is_ascii_hexdigit())
    }

    fn line_words(&self) -> Option<&'static str> {
        Some("a Klotski code")
    }

    fn board(&self, text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
        let text = trim(text);
        let whole = start(text, whole);
        let digits = plain(text);
        let code = Some(&digits)
            .filter(|d| d.len() <= DIGITS)
            // The zeros that may have been cut at the end are put back.
            .and_then(|d| u64::from_str_radix(&format!("{d:0<DIGITS$}"), 16).ok());
        let code = code.ok_or_else(|| {
            let expected = "a Klotski code of one to nine hexadecimal digits";
            Flaw::new(whole, excerpt(&digits), expected)
        })?;
        let draft = decode(code, whole).map_err(|reason| {
            let found = format!("the Klotski code {}, {reason}", excerpt(&digits));
            Flaw::new(whole, found, "a code of a 4x5 board")
        })?;
        Ok(draft)
    }

    fn lacks(&self) -> &'static [Feature] {
        LACKS
    }

    /// All nine digits are written.
    fn write(&self, entry: &Entry) -> Result<String, String> {
        let mut pairs = [Some(0); 20];
        let mut corner = 0;
        for (cell, extent) in rectangles(&entry.puzzle)? {
            let first = board().index(cell);
            for (dx, dy) in offsets(extent) {
                pairs[first + dx + 4 * dy] = None;
            }
            match extent {
                (2, 2) => corner = first as u64,
                (2, 1) => pairs[first] = Some(1),
                (1, 2) => pairs[first] = Some(2),
                _ => pairs[first] = Some(3),
            }
        }
        let pairs: Vec<u64> = pairs.into_iter().flatten().collect();
        let code = pairs.iter().fold(corner, |code, pair| code << 2 | pair);
        // The 2x2 piece takes four of the twenty cells, so that there are at most 16 pairs and the shift is never negative.
        Ok(format!("{:09X}\n", code << (BITS as usize - 2 * pairs.len())))
    }
}

/// The cells of a piece, counted from its first one.
fn offsets((width, height): Extent) -> impl Iterator<Item = (usize, usize)> {
    (0..height).flat_map(move |dy| (0..width).map(move |dx| (dx, dy)))
}

/// The board that a code stands for.
fn decode(code: u64, whole: TextPos) -> Result<Draft, &'static str> {
    let corner = (code >> BITS) as usize;
    // `put` would refuse this corner too, but could not say that it is the 2x2 piece that does not fit.
    if corner % 4 == 3 {
        return Err("whose 2x2 piece does not fit on the board");
    }
    let mut draft = Draft::new(Family::Blocks, board(), whole);
    let mut taken = [false; 20];
    put(&mut draft, &mut taken, SQUARE, corner, (2, 2))?;
    let mut names = names();
    let mut pairs = (0..BITS / 2).rev().map(|i| code >> (2 * i) & 3);
    for i in 0..20 {
        if taken[i] {
            continue;
        }
        let extent = match pairs.next() {
            Some(1) => (2, 1),
            Some(2) => (1, 2),
            Some(3) => (1, 1),
            _ => continue,
        };
        let name = names.next().map(String::from).unwrap_or_default();
        put(&mut draft, &mut taken, &name, i, extent)?;
    }
    if pairs.any(|pair| pair != 0) {
        return Err("which has more pieces than fit on the board");
    }
    draft.setup.goal = classic_goal(&draft);
    Ok(draft)
}

/// Puts a piece on free cells, of which the first has the index `first`.
fn put(
    draft: &mut Draft,
    taken: &mut [bool; 20],
    name: &str,
    first: usize,
    extent: Extent,
) -> Result<(), &'static str> {
    for (dx, dy) in offsets(extent) {
        let here = cell(first % 4 + dx, first / 4 + dy);
        let free = board().contains(here).then(|| &mut taken[board().index(here)]);
        match free {
            Some(taken) if !*taken => *taken = true,
            _ => return Err("whose pieces overlap or leave the board"),
        }
        draft.mark(Section::Start, here, draft.whole);
        draft.cover(name, here);
    }
    Ok(())
}

/// The board in twenty characters.
pub(crate) struct Twenty;

impl Format for Twenty {
    /// A line that begins with a bracket is an array, though `[` is a letter of the last singles.
    fn is_line(&self, line: &str) -> bool {
        let is_letter = |b: u8| (b'@'..=b']').contains(&b);
        line.len() == 20 && line.bytes().all(is_letter) && !line.starts_with('[')
    }

    fn line_words(&self) -> Option<&'static str> {
        Some("a twenty-character board")
    }

    fn board(&self, text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
        let text = trim(text);
        let whole = start(text, whole);
        if text.len() != board().area() {
            let found = count(text.len(), "character");
            return Err(Flaw::new(whole, found, "a twenty-character board").into());
        }
        let mut draft = Draft::new(Family::Blocks, board(), whole);
        let mut flaws = Vec::new();
        for (i, ch) in text.iter().enumerate() {
            let here = cell(i % 4, i / 4);
            draft.mark(Section::Start, here, ch.at);
            match ch.c {
                '@' => {}
                'A'..=']' => draft.cover(&ch.c.to_string(), here),
                other => {
                    let other = excerpt(&other.to_string());
                    let found = format!("the character {other} in a twenty-character board");
                    flaws.push(Flaw::new(ch.at, found, "\"@\" or a letter from \"A\" on"));
                }
            }
        }
        for piece in &draft.setup.pieces {
            let shape = Shape::of(&piece.cells.iter().copied().collect());
            let extent = shape.map_or((0, 0), |(shape, _)| (shape.width(), shape.height()));
            let fits = piece.cells.len() == extent.0 * extent.1
                && piece.name.bytes().all(|b| letters(extent).contains(&b));
            if let (false, Some(&first)) = (fits, piece.cells.first()) {
                let (columns, rows) = (count(extent.0, "column"), count(extent.1, "row"));
                let found = format!("the piece {:?} of {columns} and {rows}", piece.name);
                let expected =
                    "A 2x2, B to G two cells wide, H to M two cells high, N and on single cells";
                flaws.push(Flaw::new(text[board().index(first)].at, found, expected));
            }
        }
        draft.setup.goal = classic_goal(&draft);
        if draft.setup.goal.is_empty() && flaws.is_empty() {
            let found = format!("{} without the piece A", excerpt(&plain(text)));
            flaws.push(Flaw::new(whole, found, "one piece A of 2x2"));
        }
        flaws.is_empty().then_some(draft).ok_or(flaws)
    }

    fn lacks(&self) -> &'static [Feature] {
        LACKS
    }

    fn write(&self, entry: &Entry) -> Result<String, String> {
        let mut cells = ['@'; 20];
        let mut next = [(2, 2), (2, 1), (1, 2), (1, 1)].map(|extent| (extent, letters(extent)));
        for (first, extent) in rectangles(&entry.puzzle)? {
            let known = next.iter_mut().find(|(known, _)| *known == extent);
            let letter = known
                .and_then(|(_, letters)| letters.next())
                .ok_or("has letters for six pieces two cells wide and six two cells high only")?;
            for (dx, dy) in offsets(extent) {
                cells[board().index(first) + dx + 4 * dy] = char::from(letter);
            }
        }
        Ok(String::from_iter(cells) + "\n")
    }
}

/// The letters of pieces of an extent.
fn letters(extent: Extent) -> std::ops::RangeInclusive<u8> {
    match extent {
        (2, 2) => b'A'..=b'A',
        (2, 1) => b'B'..=b'G',
        (1, 2) => b'H'..=b'M',
        _ => b'N'..=b']',
    }
}
