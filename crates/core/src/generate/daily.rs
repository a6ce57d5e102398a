//! The three puzzles of a day: the same on every machine and in every version.
//!
//! What follows is all there is to it, so that another program can make the same boards. The draws are those of a stream of
//! ChaCha8 (20 rounds cut to 8, a nonce of zeros, counted from block 0, words of 32 bits in little-endian order) whose key is the
//! ASCII text `huarong daily YYYY-MM-DD NAME`, filled up with zero bytes to 32. *A number below n* is the next word modulo
//! n; words from the greatest multiple of n that is at most 2^32 on are passed over. Cells are numbered row by row from 0, and
//! places of a piece are those of the top left corner of its bounding box in that order. When a board is drawn anew the
//! stream goes on.
//!
//! - **`8puzzle`** (3x3, counted in steps). Begin with 1 to 8 and the blank in order, on the cells 0 to 8. For i from 8 down to 1, swap
//!   the cell i with the cell of a number below i + 1. If the board cannot be solved, swap the last two cells that are not
//!   blank. It is drawn anew until its fewest steps are 18 or more.
//! - **`4x5`** (4 columns, 5 rows, counted in moves). The pieces, in this order: the square of 2x2; as many lying pairs as a number below
//!   6 says; standing pairs, so that there are five pairs in all; four single cells. Each is put on the place, among all
//!   where it fits, that a number below their count names. If there is none, or the square's place is that of the goal (columns 1 and
//!   2 of rows 3 and 4), or the fewest moves to the goal are not 40 to 90, it is drawn anew.
//! - **`rush`** (6x6, counted in slides). The first car lies in row 2, its left cell in the column of a number below 5; it must reach the
//!   columns 4 and 5. Then as many others as 8 and a number below 5 make. Each draws a number below 8: 0 to 2 is a lying
//!   car of two cells, 3 to 5 a standing one, 6 a lying car of three, 7 a standing one; and its place as above, where places
//!   that make it lie in row 2 do not count. If there is none, the board is drawn anew. Of all positions that can be reached,
//!   those are taken that need the most slides; of them the one whose drawing comes first in ASCII order: 36 characters row by
//!   row, `.` for an empty cell, `A` for the first car, `B`, `C` and so on for the others by their first cells. If it does not
//!   need 20 to 45 slides, or more than 20,000 positions can be reached, the board is drawn anew.

use super::day::Day;
use super::layout::{Layout, PieceSet};
use super::maker::optimum;
use super::numbers::{arranged, numbered};
use super::rng_stream::RngStream;
use crate::notation::{Claim, Entry, Text};
use crate::puzzle::{Cell, CellSet, Metric, Puzzle};
use crate::solver;
use crate::solver::{Limits, NoMonitor};
use std::ops::RangeInclusive;

/// Which of the three.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Daily {
    /// A number puzzle of 3x3.
    Numbers,
    /// Blocks on 4x5.
    Blocks,
    /// Cars on 6x6.
    Rush,
}

/// The fewest steps of an 8-puzzle, moves of a 4x5 board, and slides of a rush board that will do.
// Another number would make other boards for days that have already been played.
const STEPS: u32 = 18;
const MOVES: RangeInclusive<u32> = 40..=90;
const SLIDES: RangeInclusive<u32> = 20..=45;

/// The most positions that can be reached on a rush board.
const POSITIONS: u64 = 20_000;

/// Bytes for the walk through a rush board: several times as many as so many positions take. The walk through a board that has far
/// more of them is given up early, and the board would not do anyway.
const ROOM: u64 = 2 << 20;

impl Daily {
    /// All of them, in the order in which they are played.
    pub const ALL: [Daily; 3] = [Daily::Numbers, Daily::Blocks, Daily::Rush];

    /// Its name in ids, records and lines to share.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Daily::Numbers => "8puzzle",
            Daily::Blocks => "4x5",
            Daily::Rush => "rush",
        }
    }

    /// What it is counted in.
    #[must_use]
    pub const fn metric(self) -> Metric {
        match self {
            Daily::Numbers => Metric::Step,
            Daily::Blocks => Metric::Move,
            Daily::Rush => Metric::Slide,
        }
    }

    /// Its id on `day`.
    #[must_use]
    pub fn id(self, day: Day) -> String {
        format!("daily-{day}-{}", self.name())
    }

    /// The puzzle of `day`, with its proven optimum. Takes some tenths of a second at most.
    ///
    /// ```
    /// use huarong_core::generate::Daily;
    /// let entry = Daily::Numbers.of("2026-11-21".parse().expect("it is a day"));
    /// assert_eq!((entry.id.as_str(), entry.puzzle.pieces().len()), ("daily-2026-11-21-8puzzle", 8));
    /// ```
    #[must_use]
    pub fn of(self, day: Day) -> Entry {
        let mut stream = RngStream::keyed(&format!("huarong daily {day} {}", self.name()));
        let (puzzle, moves) = match self {
            Daily::Numbers => drawn(|| eight(&mut stream)),
            Daily::Blocks => drawn(|| blocks(&mut stream)),
            Daily::Rush => drawn(|| rush(&mut stream)),
        };
        let mut entry = Entry::of(puzzle);
        entry.id = self.id(day);
        entry.name = self.title(day);
        entry.metric = Some(self.metric());
        entry.claims.set(self.metric(), Claim::Moves(moves));
        entry
    }

    fn title(self, day: Day) -> Text {
        let (en, zh) = match self {
            Daily::Numbers => ("8-puzzle", "八数码"),
            Daily::Blocks => ("4x5 blocks", "4x5 滑块"),
            Daily::Rush => ("rush hour", "塞车"),
        };
        Text { en: format!("{en}, {day}"), zh: Some(format!("{zh}，{day}")) }
    }
}

/// The first board that will do, and its fewest moves.
fn drawn(draw: impl FnMut() -> Option<(Puzzle, u32)>) -> (Puzzle, u32) {
    let mut boards = std::iter::repeat_with(draw);
    let found = boards.find_map(|board| board);
    found.expect("a stream without end holds a board of every kind")
}

fn fewest(puzzle: &Puzzle, metric: Metric) -> Option<u32> {
    optimum(puzzle, metric, &Limits::default(), &mut NoMonitor).ok()
}

fn eight(stream: &mut RngStream) -> Option<(Puzzle, u32)> {
    let board = arranged(3, 3, |most| stream.below(most + 1));
    let puzzle = numbered(3, 3, &board);
    let steps = fewest(&puzzle, Metric::Step)?;
    (steps >= STEPS).then_some((puzzle, steps))
}

fn blocks(stream: &mut RngStream) -> Option<(Puzzle, u32)> {
    let piece_set = PieceSet::blocks(4, 5, false);
    // The draws come in the order of the description above; any other order would make other boards.
    let lying = stream.below(6) as usize;
    let pairs = (0..5).map(|i| if i < lying { (2, 1) } else { (1, 2) });
    let sizes = [(2, 2)].into_iter().chain(pairs).chain([(1, 1); 4]);
    let mut pieces: Vec<CellSet> = Vec::new();
    for size in sizes {
        let places = places(size, (4, 5), &pieces);
        pieces.push(chosen(stream, &places)?);
    }
    let home = rectangle(Cell::new(1, 3), (2, 2));
    if pieces[0] == home {
        return None;
    }
    let puzzle = Layout::of(pieces).puzzle(&piece_set);
    let moves = fewest(&puzzle, Metric::Move)?;
    MOVES.contains(&moves).then_some((puzzle, moves))
}

fn rush(stream: &mut RngStream) -> Option<(Puzzle, u32)> {
    let piece_set = PieceSet::rush(6, 6);
    let column = stream.below(5) as u8;
    let mut pieces = vec![rectangle(Cell::new(column, 2), (2, 1))];
    for _ in 0..8 + stream.below(5) {
        let size = match stream.below(8) {
            0..3 => (2, 1),
            3..6 => (1, 2),
            6 => (3, 1),
            _ => (1, 3),
        };
        let mut places = places(size, (6, 6), &pieces);
        places.retain(|place| size.0 == 1 || place.first().is_none_or(|cell| cell.row != 2));
        pieces.push(chosen(stream, &places)?);
    }
    hardest(&piece_set, &Layout::of(pieces).puzzle(&piece_set))
}

/// The position that needs the most slides, the first in the order of the drawings.
fn hardest(piece_set: &PieceSet, puzzle: &Puzzle) -> Option<(Puzzle, u32)> {
    let least = (Metric::Slide, *SLIDES.start());
    let limits = Limits { memory: Some(ROOM), ..Limits::default() };
    let end = solver::hardest(puzzle, least, &limits, &mut NoMonitor).ok()?;
    let moves = end.moves.filter(|moves| SLIDES.contains(moves))?;
    // The count decides and not the memory limit: how many bytes a position takes may change with the engine.
    if end.states > POSITIONS {
        return None;
    }
    let farthest = end.summits.iter().filter(|(_, far)| *far == moves);
    let sketches = farthest.map(|(position, _)| Layout::at(puzzle, position));
    // Which of them the engine numbers first may change with the engine; the drawings do not.
    let first = sketches.min_by_key(|layout| layout.drawing(piece_set))?;
    Some((first.puzzle(piece_set), moves))
}

/// Every place where a piece of so many columns and rows fits among the others.
fn places(size: (u8, u8), board: (u8, u8), others: &[CellSet]) -> Vec<CellSet> {
    let taken = |piece: &CellSet| others.iter().any(|other| !other.is_disjoint(piece));
    let corners = (0..=board.1 - size.1)
        .flat_map(|row| (0..=board.0 - size.0).map(move |column| Cell::new(column, row)));
    let all = corners.map(|corner| rectangle(corner, size));
    all.filter(|piece| !taken(piece)).collect()
}

fn chosen(stream: &mut RngStream, places: &[CellSet]) -> Option<CellSet> {
    let count = u32::try_from(places.len()).ok().filter(|&n| n > 0)?;
    Some(places[stream.below(count) as usize])
}

fn rectangle(corner: Cell, (width, height): (u8, u8)) -> CellSet {
    let cell = |row| (0..width).map(move |x| Cell::new(corner.column + x, corner.row + row));
    (0..height).flat_map(cell).collect()
}
