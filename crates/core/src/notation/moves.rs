//! Lists of moves: `k:R S:DD` for blocks, `D2RU3` for numbers.
//!
//! - A move of a block is its name, `:` and its path over `L R U D`, each with a count if it goes on (`S:D2` is `S:DD`).
//!   The name is all that stands before the last `:` of the word, so a piece called `:` moves as in `::R`.
//! - A piece that is lifted and set down elsewhere is `k:@3,2`: the column and the row, counted from 1, that the top-left
//!   corner of its bounding box moves to.
//! - In a number puzzle a bare direction moves the one tile that can go that way; with a count, that many tiles one after
//!   the other, which are one move in the slide metric. Where several tiles could go that way (there is more than one
//!   blank), tiles are named as blocks are (`5:R`), and a run of tiles pushed together is joined by `+` (`6:R+5:R`).
//! - Moves of blocks stand between blanks; those of tiles may stand close together.
//!
//! ```
//! use huarong_core::notation::{self, grid, moves};
//! let pack = notation::read("example", "Sa\nSb\n..\n=>\n..\nS.\nS.\n").expect("it is a puzzle");
//! let puzzle = &pack.entries[0].puzzle;
//! let mut position = puzzle.start().clone();
//! for action in moves::read(puzzle, &position, "b:D S:D").expect("the rules allow it") {
//!     position.play(puzzle, &action)?;
//! }
//! assert_eq!(
//!     grid::draw(puzzle, &position),
//!     "\
//! .a
//! S.
//! Sb
//! "
//! );
//! # Ok::<(), huarong_core::puzzle::Illegal>(())
//! ```

use super::error::{Error, Flaw};
use super::printable::excerpt;
use super::source::{Cursor, SrcChar, TextPos, plain, source_chars, start, words};
use super::{MAX_PUZZLE_BYTES, at_most};
use crate::puzzle::{Cell, Direction, Family, Move, PieceId, Position, Puzzle, Step};

/// The most steps that all moves of a list may have together: a count such as `L999999999` asks for as many in ten bytes.
pub const MAX_STEPS: usize = 1_000_000;

/// What errors call the text.
const SOURCE: &str = "moves";

/// Writes `moves`, which must be legal from `from` on. Neighbouring moves are not merged, so that the same list is read back.
#[must_use]
pub fn write(puzzle: &Puzzle, from: &Position, moves: &[Move]) -> String {
    if puzzle.family() == Family::Numbers
        && let Some(text) = write_tiles(puzzle, from, moves)
    {
        return text;
    }
    let words: Vec<String> = moves.iter().map(|mv| word(puzzle, mv)).collect();
    words.join(" ")
}

/// Writes the moves of tiles as directions, or `None` if some direction could mean several tiles.
fn write_tiles(puzzle: &Puzzle, from: &Position, moves: &[Move]) -> Option<String> {
    let mut position = from.clone();
    let mut out = String::new();
    // With one blank no two tiles can go the same way, and a solution of 16x16 has thousands of steps at which all would be asked.
    let is_sole = puzzle.empty_cells(from).len() == 1;
    for mv in moves {
        let steps = mv.steps();
        let direction = steps.first()?.direction;
        for &step in steps {
            // A bare direction can be read back only where a single tile can go that way, at every step anew.
            let known = step.direction == direction
                && (is_sole || puzzle.movers(&position, direction) == [step.piece]);
            position.play(puzzle, &Move::Steps(vec![step])).ok().filter(|_| known)?;
        }
        out.push(direction.letter());
        if steps.len() > 1 {
            out.push_str(&steps.len().to_string());
        }
    }
    Some(out)
}

/// One move as `name:path`.
fn word(puzzle: &Puzzle, mv: &Move) -> String {
    let name = |id: PieceId| puzzle.piece(id).name();
    match mv {
        Move::Lift { piece, to } => {
            let [column, row] = [to.column, to.row].map(|line| u16::from(line) + 1);
            format!("{}:@{column},{row}", name(*piece))
        }
        Move::Steps(steps) => {
            let parts = steps.chunk_by(|a, b| a.piece == b.piece).map(|part| {
                let path: String = part.iter().map(|s| s.direction.letter()).collect();
                format!("{}:{path}", name(part[0].piece))
            });
            parts.collect::<Vec<_>>().join("+")
        }
    }
}

/// Reads a list of moves and plays it from `from` on.
///
/// # Errors
/// Names the first move that cannot be read or is not legal, by its index from 1 and its place in `text`.
pub fn read(puzzle: &Puzzle, from: &Position, text: &str) -> Result<Vec<Move>, Error> {
    let length = at_most(MAX_PUZZLE_BYTES, text.len(), TextPos::FIRST);
    length.map_err(|flaw| flaw.within(SOURCE))?;
    let chars = source_chars(text, TextPos::FIRST);
    let mut game = Game { puzzle, position: from.clone(), moves: Vec::new(), steps: 0 };
    for word in words(&chars) {
        game.word(word).map_err(|flaw| flaw.within(SOURCE))?;
    }
    Ok(game.moves)
}

/// The moves read so far, and the position after them.
struct Game<'a> {
    puzzle: &'a Puzzle,
    position: Position,
    moves: Vec<Move>,
    steps: usize,
}

impl Game<'_> {
    /// Reads and plays a word: one move of a block, or one or more of tiles.
    fn word(&mut self, word: &[SrcChar]) -> Result<(), Flaw> {
        let numbers = self.puzzle.family() == Family::Numbers;
        if numbers && word.iter().all(|g| g.c != ':') {
            return self.tiles(word);
        }
        let parts: Vec<&[SrcChar]> =
            if numbers { word.split(|g| g.c == '+').collect() } else { vec![word] };
        let mut steps = Vec::new();
        // All parts make one move and are played together below, so that a run of tiles counts as one push.
        for part in parts {
            // A word is never empty, but a part of it may be, as in `5:R+`: its error then points at the word.
            match self.part(part, start(part, word[0].at))? {
                Move::Steps(more) => steps.extend(more),
                lift => return self.play(lift, word),
            }
        }
        self.play(Move::Steps(steps), word)
    }

    /// One piece and its path, or the place where it is set down.
    fn part(&mut self, part: &[SrcChar], at: TextPos) -> Result<Move, Flaw> {
        let Some(colon) = part.iter().rposition(|g| g.c == ':') else {
            return Err(self.unreadable(part, at, "a piece, \":\" and its path, such as k:RD"));
        };
        let name = plain(&part[..colon]);
        let piece = self.puzzle.piece_named(&name).ok_or_else(|| {
            self.unreadable(part, at, &format!("a piece of the board, not {}", excerpt(&name)))
        })?;
        let mut cursor = Cursor::new(&part[colon + 1..], at);
        if cursor.accept_here('@') {
            let to = place(&mut cursor).ok_or_else(|| {
                self.unreadable(part, at, "a column and a row from 1, such as k:@3,2")
            })?;
            return Ok(Move::Lift { piece, to });
        }
        let mut path = Vec::new();
        while cursor.peek().is_some() {
            let (direction, count) = self
                .run(&mut cursor)
                .ok_or_else(|| self.unreadable(part, at, &counted("a path over L, R, U, D")))?;
            // One run has at most `MAX_STEPS` steps, so that a path is refused before it takes much memory.
            path.extend(std::iter::repeat_n(direction, count));
            self.allow(count, at)?;
        }
        Ok(Move::of(piece, &path))
    }

    /// A direction and how many times it is taken.
    fn run(&self, cursor: &mut Cursor<'_>) -> Option<(Direction, usize)> {
        let direction = Direction::from_letter(cursor.next()?.c)?;
        let counted = cursor.peek().is_some_and(|c| c.is_ascii_digit());
        let count = if counted { cursor.number()? as usize } else { 1 };
        (1..=MAX_STEPS).contains(&count).then_some((direction, count))
    }

    /// Bare directions of tiles.
    fn tiles(&mut self, word: &[SrcChar]) -> Result<(), Flaw> {
        let mut cursor = Cursor::new(word, word[0].at);
        while cursor.peek().is_some() {
            let at = cursor.at();
            let run = self.run(&mut cursor);
            let (direction, count) =
                run.ok_or_else(|| self.unreadable(word, at, &counted("L, R, U or D")))?;
            self.allow(count, at)?;
            // The limit comes first, since to play a million steps takes long.
            self.tile_run(direction, count, at)?;
        }
        Ok(())
    }

    /// Moves `count` tiles one after the other in one direction, as one move.
    fn tile_run(&mut self, direction: Direction, count: usize, at: TextPos) -> Result<(), Flaw> {
        let mut steps = Vec::new();
        for _ in 0..count {
            let step = match self.puzzle.movers(&self.position, direction)[..] {
                [piece] => Step { piece, direction },
                [] => {
                    return Err(self.illegal(at, format!("no tile can go {}", direction.letter())));
                }
                _ => {
                    let flaw =
                        self.illegal(at, format!("several tiles can go {}", direction.letter()));
                    return Err(Flaw {
                        expected: "the tile's number, such as 5:R".to_owned(),
                        ..flaw
                    });
                }
            };
            // Each step is played at once, since it decides which tile can go next.
            let played = self.position.play(self.puzzle, &Move::Steps(vec![step]));
            played.map_err(|illegal| self.illegal(at, illegal.to_string()))?;
            steps.push(step);
        }
        self.moves.push(Move::Steps(steps));
        Ok(())
    }

    /// Plays a move that was read from `word`.
    fn play(&mut self, mv: Move, word: &[SrcChar]) -> Result<(), Flaw> {
        let played = self.position.play(self.puzzle, &mv);
        played.map_err(|illegal| {
            self.illegal(word[0].at, format!("{}: {illegal}", excerpt(&plain(word))))
        })?;
        self.moves.push(mv);
        Ok(())
    }

    /// Counts steps against the limit.
    fn allow(&mut self, steps: usize, at: TextPos) -> Result<(), Flaw> {
        self.steps += steps;
        match self.steps <= MAX_STEPS {
            true => Ok(()),
            false => {
                Err(Flaw::new(at, "a longer list of moves", format!("at most {MAX_STEPS} steps")))
            }
        }
    }

    fn illegal(&self, at: TextPos, reason: String) -> Flaw {
        Flaw::new(
            at,
            format!("move {} is not legal: {reason}", self.moves.len() + 1),
            "a legal move",
        )
    }

    fn unreadable(&self, word: &[SrcChar], at: TextPos, expected: &str) -> Flaw {
        let found = format!("move {} is {}", self.moves.len() + 1, excerpt(&plain(word)));
        Flaw::new(at, found, expected)
    }
}

/// Directions, each with a count that a run may have.
fn counted(directions: &str) -> String {
    format!("{directions}, each with a count from 1 to {MAX_STEPS} or without")
}

/// A column and a row from 1, with nothing after them.
fn place(cursor: &mut Cursor<'_>) -> Option<Cell> {
    let side = |n: u32| u8::try_from(n).ok()?.checked_sub(1);
    let column = side(cursor.number()?)?;
    if !cursor.accept_here(',') {
        return None;
    }
    let row = side(cursor.number()?)?;
    cursor.peek().is_none().then_some(Cell::new(column, row))
}
