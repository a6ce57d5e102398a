//! Twenty-character boards, as Chinese collections write the 4x5 board row by row: `@` floor, `A` the 2x2 piece, `B` to `G`
//! two cells wide, `H` to `M` two cells high, `N` and on (up to `]`) singles. The goal is the classic one.

use super::grid::classic_goal;
use super::klotski_code::{board, rectangles};
use crate::notation::draft::{Draft, cell};
use crate::notation::error::Flaw;
use crate::notation::printable::{count, excerpt};
use crate::notation::source::{SrcChar, TextPos, plain, start, trim};
use crate::puzzle::{Family, Puzzle, Section, Shape};

/// The letters of a size in columns and rows.
fn letters(size: (usize, usize)) -> std::ops::RangeInclusive<u8> {
    match size {
        (2, 2) => b'A'..=b'A',
        (2, 1) => b'B'..=b'G',
        (1, 2) => b'H'..=b'M',
        _ => b'N'..=b']',
    }
}

/// Reads one puzzle.
pub(crate) fn read(text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
    let text = trim(text);
    let whole = start(text, whole);
    if text.len() != board().area() {
        let found = format!("{} characters", text.len());
        return Err(vec![Flaw::new(whole, found, "a twenty-character board")]);
    }
    let mut draft = Draft::new(Family::Blocks, board(), whole);
    let mut flaws = Vec::new();
    for (i, ch) in text.iter().enumerate() {
        let here = cell(i % 4, i / 4);
        draft.mark(Section::Start, here, ch.at);
        match ch.c {
            '@' => {}
            'A'..=']' => draft.cover(ch.c.encode_utf8(&mut [0; 4]), here),
            other => {
                let found = format!(
                    "the character {} in a twenty-character board",
                    excerpt(other.encode_utf8(&mut [0; 4]))
                );
                flaws.push(Flaw::new(ch.at, found, "\"@\" or a letter from \"A\" on"));
            }
        }
    }
    for piece in &draft.setup.pieces {
        let shape = Shape::of(&piece.cells.iter().copied().collect());
        let size = shape.map_or((0, 0), |(shape, _)| (shape.width(), shape.height()));
        let fits = piece.cells.len() == size.0 * size.1
            && piece.name.bytes().all(|b| letters(size).contains(&b));
        if let (false, Some(&first)) = (fits, piece.cells.first()) {
            let found = format!(
                "the piece {:?} of {} and {}",
                piece.name,
                count(size.0, "column"),
                count(size.1, "row")
            );
            let expected =
                "A 2x2, B to G two cells wide, H to M two cells high, N and on single cells";
            flaws.push(Flaw::new(text[board().index(first)].at, found, expected));
        }
    }
    draft.setup.goal = classic_goal(&draft);
    if draft.setup.goal.is_empty() && flaws.is_empty() {
        flaws.push(Flaw::new(
            whole,
            format!("{} without the piece A", excerpt(&plain(text))),
            "one piece A of 2x2",
        ));
    }
    flaws.is_empty().then_some(draft).ok_or(flaws)
}

/// Writes the start.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, String> {
    let mut cells = [b'@'; 20];
    let mut next = [(2, 2), (2, 1), (1, 2), (1, 1)].map(|size| (size, letters(size)));
    for (corner, size) in rectangles(puzzle)? {
        let letter = next
            .iter_mut()
            .find(|(known, _)| *known == size)
            .and_then(|(_, letters)| letters.next());
        let letter = letter
            .ok_or("has letters for six pieces two cells wide and six two cells high only")?;
        for dy in 0..size.1 {
            for dx in 0..size.0 {
                cells[board().index(corner) + dx + 4 * dy] = letter;
            }
        }
    }
    Ok(cells.iter().map(|&b| char::from(b)).chain(['\n']).collect())
}
