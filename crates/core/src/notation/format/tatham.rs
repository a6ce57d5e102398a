//! The game ids of Simon Tatham's Portable Puzzle Collection: Fifteen (`4x4:1,2,3,…,0`) and Slide
//! (`4x5u:amd1ad4d3d1d4a2d1ad4a2d4ae2a,1,3,81`).
//!
//! In Slide each cell is `a` (the first cell of a piece), `m` (the first cell of the piece to bring home), `dN` (of the
//! same piece as N cells back), `e` (floor) or `w` (wall), with `f` before it for a gate; a number after `a`, `e` or `w`
//! repeats it. Then come the column and row, from 0, that the first cell of the `m` piece must reach, and the fewest moves,
//! which may be missing.

use super::numbers;
use super::numbers::{Content, Written};
use crate::notation::draft::{Draft, cell, names};
use crate::notation::entry::{Claim, Claims};
use crate::notation::error::Flaw;
use crate::notation::source::{Cursor, SrcChar, TextPos, start};
use crate::notation::write::{only_target, pieces_in_order};
use crate::puzzle::{Cell, Family, MAX_SIDE, Puzzle, Section, Size};
use std::fmt::Write as _;

/// Reads one puzzle.
pub(crate) fn read(text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
    let whole = start(text, whole);
    let mut cursor = Cursor::new(text, whole);
    cursor.skip_blanks();
    let (width, height) = size(&mut cursor).map_err(|flaw| vec![flaw])?;
    let limit = cursor.take(|c| c != ':');
    if !cursor.accept_here(':') {
        return Err(vec![expected(&cursor, "\":\" after the size")]);
    }
    match limit {
        [] => fifteen(&mut cursor, width, height, whole),
        _ => {
            let flaw = || {
                vec![Flaw::new(
                    whole,
                    format!("a board of {width} columns and {height} rows"),
                    format!("1 to {MAX_SIDE} of each"),
                )]
            };
            let size = Size::new(width, height).ok_or_else(flaw)?;
            slide(&mut cursor, size, whole).map_err(|flaw| vec![flaw])
        }
    }
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
        let content = match number(cursor, "a number").map_err(|flaw| vec![flaw])? {
            0 => Content::Blank,
            n => Content::Number(n),
        };
        cells.push((content, at));
        if !cursor.accept_here(',') {
            break;
        }
    }
    finish(cursor).map_err(|flaw| vec![flaw])?;
    if width == 0 || width.saturating_mul(height) != cells.len() {
        let found =
            format!("{} numbers for a board of {width} columns and {height} rows", cells.len());
        return Err(vec![Flaw::new(whole, found, "a number for each cell")]);
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

/// The board of Slide on its way in: for each cell read so far, its piece.
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
        let found = format!("{} cells for a board of {size}", slide.cells.len());
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
        Flaw::new(
            target_at,
            format!("a target in column {x}, row {y}"),
            format!("a place on the {size} board, counted from 0"),
        )
    })
}

impl Slide {
    /// One letter, which may stand for several cells.
    fn cell(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Flaw> {
        let at = cursor.at();
        let gate = cursor.accept_here('f') || cursor.accept_here('F');
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
            Flaw::new(
                at,
                format!("\"d{distance}\", where no piece is"),
                "the distance back to a cell of a piece",
            )
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
            return Err(Flaw::new(
                at,
                "a cell too many",
                format!("{} for a board of {}", self.size.area(), self.size),
            ));
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

/// Writes the start, with the fewest moves if they are claimed.
pub(crate) fn write(puzzle: &Puzzle, claims: Claims) -> Result<String, String> {
    let mut out = puzzle.size().to_string();
    if puzzle.family() == Family::Numbers {
        let rows = super::leetcode::rows(puzzle, puzzle.start());
        return Ok(format!("{out}:{}\n", rows.concat().join(",")));
    }
    let (hero, to) = only_target(puzzle)?;
    let size = puzzle.size();
    let mut owner = vec![None; size.area()];
    let mut tokens: Vec<String> = Vec::new();
    for (id, cells) in pieces_in_order(puzzle) {
        cells.iter().for_each(|&c| owner[size.index(c)] = Some(id));
    }
    for (i, cell) in size.cells().enumerate() {
        let gate = if puzzle.gates().contains(cell) { "f" } else { "" };
        let back = owner[i].and_then(|_| (1..=i).find(|&n| owner[i - n] == owner[i]));
        let letter = match (owner[i], back) {
            (Some(_), Some(back)) => format!("d{back}"),
            (Some(id), None) if id == hero => "m".to_owned(),
            (Some(_), None) => "a".to_owned(),
            (None, _) if puzzle.walls().contains(cell) => "w".to_owned(),
            (None, _) => "e".to_owned(),
        };
        tokens.push(format!("{gate}{letter}"));
    }
    out.push_str("u:");
    for run in tokens.chunk_by(|a, b| a == b && !a.contains('d')) {
        out.push_str(&run[0]);
        if run.len() > 1 {
            write!(out, "{}", run.len()).expect("a string takes every text");
        }
    }
    let shape = puzzle.piece(hero).shape();
    let first = shape
        .at(to)
        .and_then(|cells| cells.first())
        .expect("the goal of a playable puzzle is on the board");
    write!(out, ",{},{}", first.column, first.row).expect("a string takes every text");
    if let Some(Claim::Moves(moves)) = claims.r#move {
        write!(out, ",{moves}").expect("a string takes every text");
    }
    out.push('\n');
    Ok(out)
}
