//! The maps of GNOME Klotski: grid text with blanks for floor, `*` the piece to bring out, `-` gates, `.` the cells that it
//! must come to cover, `#` walls, and any other character a piece. Rows may leave out blanks at their ends.

use super::Format;
use super::grid::is_comment;
use crate::notation::detect::{Clues, Evidence};
use crate::notation::draft::{Draft, cell, size};
use crate::notation::entry::Entry;
use crate::notation::error::Flaw;
use crate::notation::printable::{excerpt, is_printable};
use crate::notation::source::{SrcChar, TextPos, lines, start, trim};
use crate::notation::write::{Feature, only_target};
use crate::puzzle::{Family, MAX_SIDE, Section, Target};

/// The piece to bring out.
const HERO: &str = "*";

/// Maps of GNOME Klotski.
pub(crate) struct Gnome;

impl Format for Gnome {
    /// A drawn board with `*`, `.` and no goal of its own.
    fn evidence(&self, clues: &Clues<'_>) -> Option<Evidence> {
        let is_map = clues.rows().nth(1).is_some()
            && clues.text.contains('*')
            && clues.text.contains('.')
            && !clues.text.contains("=>")
            // Rows of which each has a slash are boards of one line, and the text a collection.
            && !clues.rows().all(|row| row.contains('/'));
        is_map.then_some(Evidence::Characters)
    }

    fn board(&self, text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
        let rows: Vec<&[SrcChar]> = lines(text).filter(|line| !is_comment(line)).collect();
        let is_row = |row: &&[SrcChar]| !trim(row).is_empty();
        let first = rows.iter().position(is_row).unwrap_or(0);
        let last = rows.iter().rposition(is_row).unwrap_or(0);
        // A text comes here only by `evidence`, which has seen two rows, so that the range is within bounds.
        let rows = &rows[first..=last];
        let whole = rows.first().map_or(whole, |row| start(row, whole));
        let is_ink = |g: &SrcChar| !g.c.is_whitespace();
        let length = |row: &&[SrcChar]| row.iter().rposition(is_ink).map_or(0, |end| end + 1);
        let width = rows.iter().map(length).max().unwrap_or(0);
        let size = size("a map", width, rows.len(), MAX_SIDE, whole)?;
        let mut draft = Draft::new(Family::Blocks, size, whole);
        let mut target = Target { name: HERO.to_owned(), cells: Vec::new() };
        let mut flaws = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, ch) in row.iter().take(width).enumerate() {
                let here = cell(x, y);
                draft.mark(Section::Start, here, ch.at);
                // One drawing shows the start and the goal, so that faults of both point at the same character.
                draft.mark(Section::Goal, here, ch.at);
                match ch.c {
                    ' ' => {}
                    '.' => target.cells.push(here),
                    '#' => draft.setup.walls.push(here),
                    '-' => draft.setup.gates.push(here),
                    piece if is_printable(piece) && !piece.is_whitespace() => {
                        draft.cover(&piece.to_string(), here);
                    }
                    other => {
                        let found = format!("the character {}", excerpt(&other.to_string()));
                        let expected = "one that can be seen, or a blank for floor";
                        flaws.push(Flaw::new(ch.at, found, expected));
                    }
                }
            }
        }
        draft.setup.goal.push(target);
        flaws.is_empty().then_some(draft).ok_or(flaws)
    }

    fn lacks(&self) -> &'static [Feature] {
        use Feature::{HiddenGate, Lifting, Locks, Numbers, Waypoints};
        &[HiddenGate, Lifting, Waypoints, Numbers, Locks]
    }

    fn write(&self, entry: &Entry) -> Result<String, String> {
        let puzzle = &entry.puzzle;
        let (hero, to) = only_target(puzzle)?;
        let size = puzzle.size();
        let mut cells = vec![' '; size.area()];
        puzzle.walls().iter().for_each(|c| cells[size.index(c)] = '#');
        puzzle.gates().iter().for_each(|c| cells[size.index(c)] = '-');
        for id in puzzle.piece_ids() {
            let name = puzzle.piece(id).name().chars().next().unwrap_or('?');
            // Another piece called `*` would melt into this one; the text is read back after this, and then refused.
            let name = if id == hero { '*' } else { name };
            puzzle.cells_of(puzzle.start(), id).iter().for_each(|c| cells[size.index(c)] = name);
        }
        for target in puzzle.piece(hero).shape().at(to).unwrap_or_default().iter() {
            match &mut cells[size.index(target)] {
                floor @ ' ' => *floor = '.',
                _ => {
                    let reason =
                        "cannot say that a cell of the goal is covered, or a gate, at the start";
                    return Err(reason.to_owned());
                }
            }
        }
        let rows = cells.chunks(size.width());
        Ok(rows.map(|row| String::from_iter(row).trim_end().to_owned() + "\n").collect())
    }
}
