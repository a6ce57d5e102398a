//! The game ids of Simon Tatham's Portable Puzzle Collection: Fifteen (`4x4:1,2,3,…,0`) and Slide
//! (`4x5u:amd1ad4d3d1d4a2d1ad4a2d4ae2a,1,3,81`).
//!
//! In Slide each cell is `a` (the first cell of a piece), `m` (the first cell of the piece to bring home), `dN` (of the
//! same piece as N cells back), `e` (floor) or `w` (wall), with `f` before it for a gate; a number after `a`, `e` or `w`
//! repeats it. Then come the column and row, from 0, that the first cell of the `m` piece must reach, and the fewest moves,
//! which may be missing.

use super::Format;
use super::numbers::{self, Content, Written};
use crate::notation::draft::{self, Draft, cell, names};
use crate::notation::entry::{Claim, Entry};
use crate::notation::error::{Flaw, count};
use crate::notation::source::{Cursor, SrcChar, TextPos, start};
use crate::notation::write::{Feature, only_target, pieces_in_order};
use crate::puzzle::{Cell, Family, MAX_SIDE, Metric, Puzzle, Section, Size};
use std::fmt::Write as _;

/// Game ids.
pub(crate) struct Tatham;

impl Format for Tatham {
    /// A line that begins like `4x4:` or `4x5u:`.
    fn is_line(&self, line: &str) -> bool {
        let is_digit = |c: char| c.is_ascii_digit();
        let Some((params, _)) = line.split_once(':') else {
            return false;
        };
        let after = params.trim_start_matches(is_digit);
        after.len() < params.len()
            && after.strip_prefix('x').is_some_and(|rest| rest.starts_with(is_digit))
    }

    fn line_words(&self) -> Option<&'static str> {
        Some("a game id\n(4x4:…)")
    }

    fn board(&self, text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
        let whole = start(text, whole);
        let mut cursor = Cursor::new(text, whole);
        cursor.skip_blanks();
        let (width, height) = size(&mut cursor)?;
        let limit = cursor.take(|c| c != ':');
        if !cursor.accept_here(':') {
            return Err(expected(&cursor, "\":\" after the size").into());
        }
        if limit.is_empty() {
            return fifteen(&mut cursor, width, height, whole);
        }
        let size = draft::size("a board", width, height, MAX_SIDE, whole)?;
        Ok(slide(&mut cursor, size, whole)?)
    }

    fn lacks(&self) -> &'static [Feature] {
        &[Feature::Lifting, Feature::Waypoints, Feature::Locks]
    }

    /// The fewest moves are written if they are claimed.
    fn write(&self, entry: &Entry) -> Result<String, String> {
        let puzzle = &entry.puzzle;
        let size = puzzle.size();
        if puzzle.family() == Family::Numbers {
            let rows = super::leetcode::rows(puzzle);
            return Ok(format!("{size}:{}\n", rows.concat().join(",")));
        }
        let mut out = format!("{size}u:");
        // After `d` a number is a distance and no count, so that these are not drawn together.
        for run in tokens(puzzle)?.chunk_by(|a, b| a == b && !a.contains('d')) {
            out.push_str(&run[0]);
            if run.len() > 1 {
                write!(out, "{}", run.len()).expect("a string takes every text");
            }
        }
        let (hero, to) = only_target(puzzle)?;
        let shape = puzzle.piece(hero).shape();
        let first = shape.at(to).and_then(|cells| cells.first());
        let first = first.expect("the goal of a playable puzzle is on the board");
        write!(out, ",{},{}", first.column, first.row).expect("a string takes every text");
        if let Some(Claim::Moves(moves)) = entry.claims.get(Metric::Move) {
            write!(out, ",{moves}").expect("a string takes every text");
        }
        Ok(out + "\n")
    }
}

/// The letters and digits of each cell of a block board.
fn tokens(puzzle: &Puzzle) -> Result<Vec<String>, String> {
    let (hero, _) = only_target(puzzle)?;
    let size = puzzle.size();
    let mut owner = vec![None; size.area()];
    for (id, cells) in pieces_in_order(puzzle) {
        cells.iter().for_each(|&c| owner[size.index(c)] = Some(id));
    }
    let token = |(i, cell): (usize, Cell)| {
        let gate = if puzzle.gates().contains(cell) { "f" } else { "" };
        let back = owner[i].and_then(|_| (1..=i).find(|&n| owner[i - n] == owner[i]));
        match (owner[i], back) {
            (Some(_), Some(back)) => format!("{gate}d{back}"),
            (Some(id), None) if id == hero => format!("{gate}m"),
            (Some(_), None) => format!("{gate}a"),
            (None, _) if puzzle.walls().contains(cell) => format!("{gate}w"),
            (None, _) => format!("{gate}e"),
        }
    };
    Ok(size.cells().enumerate().map(token).collect())
}

fn expected(cursor: &Cursor<'_>, what: &str) -> Flaw {
    Flaw::new(cursor.at(), format!("{} in a game id", cursor.quote()), what)
}

/// `4x5`.
fn size(cursor: &mut Cursor<'_>) -> Result<(usize, usize), Flaw> {
    let width = number(cursor, "a number of columns")?;
    if !cursor.accept_here('x') {
        return Err(expected(cursor, "\"x\""));
    }
    Ok((width as usize, number(cursor, "a number of rows")? as usize))
}

fn number(cursor: &mut Cursor<'_>, what: &str) -> Result<u32, Flaw> {
    // The flaw is made before the digits are taken, so that it quotes them.
    let flaw = expected(cursor, what);
    cursor.number().ok_or(flaw)
}

/// The numbers of Fifteen.
fn fifteen(
    cursor: &mut Cursor<'_>,
    width: usize,
    height: usize,
    whole: TextPos,
) -> Result<Draft, Vec<Flaw>> {
    let mut cells: Vec<Written> = Vec::new();
    loop {
        let at = cursor.at();
        cells.push((Content::of(number(cursor, "a number")?), at));
        if !cursor.accept_here(',') {
            break;
        }
    }
    finish(cursor)?;
    // `chunks` below panics for a width of 0, and the product of two hostile numbers may overflow.
    if width == 0 || width.saturating_mul(height) != cells.len() {
        let numbers = count(cells.len(), "number");
        let (columns, rows) = (count(width, "column"), count(height, "row"));
        let found = format!("{numbers} for a board of {columns} and {rows}");
        return Err(Flaw::new(whole, found, "a number for each cell").into());
    }
    numbers::draft(cells.chunks(width).map(<[Written]>::to_vec).collect(), whole)
}

/// Nothing but blanks may be left.
fn finish(cursor: &mut Cursor<'_>) -> Result<(), Flaw> {
    cursor.skip_blanks();
    match cursor.peek() {
        None => Ok(()),
        Some(_) => Err(expected(cursor, "nothing more")),
    }
}

/// A board of Slide while it is read: the piece, if any, of each cell so far.
struct Slide {
    draft: Draft,
    size: Size,
    cells: Vec<Option<String>>,
    names: Box<dyn Iterator<Item = char>>,
    /// The piece to bring home, and its first cell.
    hero: Option<(String, Cell)>,
}

/// A board, a target and perhaps a claim.
fn slide(cursor: &mut Cursor<'_>, size: Size, whole: TextPos) -> Result<Draft, Flaw> {
    let mut slide = Slide {
        draft: Draft::new(Family::Blocks, size, whole),
        size,
        cells: Vec::with_capacity(size.area()),
        names: Box::new(names()),
        hero: None,
    };
    while cursor.peek().is_some_and(|c| c != ',') {
        slide.cell(cursor)?;
    }
    if slide.cells.len() != size.area() {
        let found = format!("{} for a board of {size}", count(slide.cells.len(), "cell"));
        return Err(Flaw::new(cursor.at(), found, format!("{}", size.area())));
    }
    let target_at = cursor.at();
    let mut after_comma = |what| match cursor.accept_here(',') {
        true => number(cursor, what),
        false => Err(expected(cursor, "\",\" and the target's column and row")),
    };
    let (x, y) = (after_comma("the target's column")?, after_comma("the target's row")?);
    let mut draft = slide.draft;
    if cursor.accept_here(',') {
        draft.claim = Some(number(cursor, "the fewest moves")?);
    }
    finish(cursor)?;
    let (hero, first) = slide
        .hero
        .ok_or_else(|| Flaw::new(whole, "a board without \"m\"", "one piece to bring home"))?;
    let way = |to: u32, from: u8| {
        i32::try_from(to).map(|to| to.saturating_sub(i32::from(from))).unwrap_or(i32::MAX / 2)
    };
    let aimed = x < size.width() as u32
        && y < size.height() as u32
        && draft.aim(&hero, way(x, first.column), way(y, first.row));
    aimed.then_some(draft).ok_or_else(|| {
        let found = format!("a target in column {x}, row {y}");
        Flaw::new(target_at, found, format!("a place on the {size} board, counted from 0"))
    })
}

impl Slide {
    /// One letter, which may stand for several cells.
    fn cell(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Flaw> {
        let at = cursor.at();
        let gate = cursor.accept_here('f') || cursor.accept_here('F');
        // The flaw is made before the letter is taken, so that it quotes the letter.
        let wrong = expected(cursor, "a, m, d, e or w");
        let letter = cursor.next().map(|g| g.c.to_ascii_lowercase());
        let digits = cursor.peek().is_some_and(|c| c.is_ascii_digit());
        let count = if digits { number(cursor, "a smaller number")? } else { 1 };
        match letter {
            Some('d') => self.put(Some(self.back(count as usize, at)?), gate, at)?,
            Some('m') if self.hero.is_some() => {
                return Err(Flaw::new(at, "a second \"m\"", "one piece to bring home"));
            }
            Some(kind @ ('a' | 'm' | 'e' | 'w')) => {
                // The first cell too many is refused, so that even a huge count ends soon.
                for _ in 0..count {
                    self.begin(kind, gate, at)?;
                }
            }
            _ => return Err(wrong),
        }
        Ok(())
    }

    /// The piece of the cell `distance` back.
    fn back(&self, distance: usize, at: TextPos) -> Result<String, Flaw> {
        let piece = self.cells.len().checked_sub(distance).and_then(|i| self.cells.get(i)?.clone());
        piece.ok_or_else(|| {
            let found = format!("\"d{distance}\", where no piece is");
            Flaw::new(at, found, "the distance back to a cell of a piece")
        })
    }

    /// A cell that is the first of a piece, or floor, or wall.
    fn begin(&mut self, kind: char, gate: bool, at: TextPos) -> Result<(), Flaw> {
        let here = cell(self.cells.len() % self.size.width(), self.cells.len() / self.size.width());
        let piece = match kind {
            'e' => None,
            'w' => {
                self.draft.setup.walls.push(here);
                None
            }
            _ => self.names.next().map(String::from),
        };
        if let (Some(piece), 'm') = (&piece, kind) {
            self.hero = Some((piece.clone(), here));
        }
        self.put(piece, gate, at)
    }

    /// A cell of a piece or of none.
    fn put(&mut self, piece: Option<String>, gate: bool, at: TextPos) -> Result<(), Flaw> {
        let i = self.cells.len();
        if i >= self.size.area() {
            let expected = format!("{} for a board of {}", self.size.area(), self.size);
            return Err(Flaw::new(at, "a cell too many", expected));
        }
        let here = cell(i % self.size.width(), i / self.size.width());
        self.draft.mark(Section::Start, here, at);
        if gate {
            self.draft.setup.gates.push(here);
        }
        if let Some(piece) = &piece {
            self.draft.cover(piece, here);
        }
        self.cells.push(piece);
        Ok(())
    }
}
