//! The maps of GNOME Klotski: grid text with blanks for floor, `*` the piece to bring out, `-` gates, `.` the cells that it
//! must come to cover, `#` walls, and any other character a piece. Rows may leave out blanks at their ends.

use super::grid::is_comment;
use crate::notation::draft::{Draft, cell};
use crate::notation::error::Flaw;
use crate::notation::printable::{excerpt, is_printable};
use crate::notation::source::{SrcChar, TextPos, lines, start, trim};
use crate::notation::write::only_target;
use crate::puzzle::{Family, MAX_SIDE, Puzzle, Section, Size, Target};

/// The piece to bring out.
const HERO: &str = "*";

/// Reads one puzzle.
pub(crate) fn read(text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
    let rows: Vec<&[SrcChar]> = lines(text).filter(|line| !is_comment(line)).collect();
    let is_row = |row: &&[SrcChar]| !trim(row).is_empty();
    let first = rows.iter().position(is_row).unwrap_or(0);
    let last = rows.iter().rposition(is_row).unwrap_or(0);
    let rows = &rows[first..=last];
    let whole = rows.first().map_or(whole, |row| start(row, whole));
    let length =
        |row: &&[SrcChar]| row.iter().rposition(|g| !g.c.is_whitespace()).map_or(0, |end| end + 1);
    let width = rows.iter().map(length).max().unwrap_or(0);
    let Some(size) = Size::new(width, rows.len()) else {
        let found = format!("a map of {width} columns and {} rows", rows.len());
        return Err(vec![Flaw::new(whole, found, format!("1 to {MAX_SIDE} of each"))]);
    };
    let mut draft = Draft::new(Family::Blocks, size, whole);
    let mut target = Target { name: HERO.to_owned(), cells: Vec::new() };
    let mut flaws = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, ch) in row.iter().take(width).enumerate() {
            let here = cell(x, y);
            draft.mark(Section::Start, here, ch.at);
            draft.mark(Section::Goal, here, ch.at);
            match ch.c {
                ' ' => {}
                '.' => target.cells.push(here),
                '#' => draft.setup.walls.push(here),
                '-' => draft.setup.gates.push(here),
                piece if is_printable(piece) && !piece.is_whitespace() => {
                    draft.cover(piece.encode_utf8(&mut [0; 4]), here);
                }
                other => {
                    let found =
                        format!("the character {}", excerpt(other.encode_utf8(&mut [0; 4])));
                    flaws.push(Flaw::new(
                        ch.at,
                        found,
                        "one that can be seen, or a blank for floor",
                    ));
                }
            }
        }
    }
    draft.setup.goal.push(target);
    flaws.is_empty().then_some(draft).ok_or(flaws)
}

/// Writes the start; the piece to bring out is called `*`.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, String> {
    let (hero, to) = only_target(puzzle)?;
    let size = puzzle.size();
    let mut cells = vec![' '; size.area()];
    puzzle.walls().iter().for_each(|c| cells[size.index(c)] = '#');
    puzzle.gates().iter().for_each(|c| cells[size.index(c)] = '-');
    for id in puzzle.piece_ids() {
        let name = puzzle.piece(id).name().chars().next().unwrap_or('?');
        let name = if id == hero { '*' } else { name };
        puzzle.cells_of(puzzle.start(), id).iter().for_each(|c| cells[size.index(c)] = name);
    }
    for target in puzzle.piece(hero).shape().at(to).unwrap_or_default().iter() {
        match &mut cells[size.index(target)] {
            floor @ ' ' => *floor = '.',
            _ => {
                return Err(
                    "cannot say that a cell of the goal is covered, or a gate, at the start"
                        .to_owned(),
                );
            }
        }
    }
    let rows = cells.chunks(size.width()).map(|row| String::from_iter(row).trim_end().to_owned());
    Ok(rows.map(|row| row + "\n").collect())
}
