//! Rush Hour strings: a square board of letters, `o` or `.` for floor, `x` for walls; the car `A` leaves to the right.
//!
//! A line of the public 6x6 database, `moves board states`, is accepted too: its first number is the claim.

use super::Format;
use crate::notation::detect::{Clues, Evidence, is_number};
use crate::notation::draft::{Draft, cell};
use crate::notation::entry::Entry;
use crate::notation::error::{Flaw, count};
use crate::notation::printable::excerpt;
use crate::notation::source::{SrcChar, TextPos, lines, plain, start, words};
use crate::notation::write::{Feature, only_target, pieces_in_order};
use crate::puzzle::{Axis, Cell, CellSet, Family, Section, Shape, Size};
use std::ops::RangeInclusive;

/// The car to bring out.
const HERO: &str = "A";

/// Columns, and rows, of a board. A smaller one would be no longer than a Klotski code, and could be taken for one.
const SIDES: RangeInclusive<usize> = 4..=10;

/// Rush Hour strings.
pub(crate) struct Rush;

impl Format for Rush {
    /// A square of nothing but letters and dots, which may be too large: then errors say so.
    fn evidence(&self, clues: &Clues<'_>) -> Option<Evidence> {
        let (width, height) = clues.rectangle()?;
        let is_square = width == height && width >= *SIDES.start();
        let is_car = |c: char| c == '.' || c.is_ascii_alphabetic() || c.is_whitespace();
        (is_square && clues.rows().all(|row| row.chars().all(is_car))).then_some(Evidence::Shape)
    }

    fn is_line(&self, line: &str) -> bool {
        // Four words are enough to see that there are more than three, however long the line is.
        let words: Vec<&str> = line.split_whitespace().take(4).collect();
        match words[..] {
            [board] => is_board(board),
            // A slash or an arrow in the third word makes the line a drawing.
            [moves, board] | [moves, board, _] => {
                is_number(moves) && is_board(board) && !line.contains('/') && !line.contains("=>")
            }
            _ => false,
        }
    }

    fn line_words(&self) -> Option<&'static str> {
        Some("a Rush Hour string")
    }

    fn board(&self, text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
        let rows = lines(text).filter(|line| !super::grid::is_comment(line));
        let words: Vec<&[SrcChar]> = rows.flat_map(words).collect();
        let (board, claim) = match words[..] {
            [moves, board] | [moves, board, _] if is_board(&plain(board)) => {
                let claimed = plain(moves).parse().map_err(|_| {
                    let found = format!("the claim \"{}\"", plain(moves));
                    let expected = format!("a number of moves up to {}", u32::MAX);
                    Flaw::new(start(moves, whole), found, expected)
                });
                (board.to_vec(), Some(claimed?))
            }
            _ => (words.concat(), None),
        };
        let mut draft = draft(&board, start(&board, whole))?;
        draft.claim = claim;
        Ok(draft)
    }

    fn lacks(&self) -> &'static [Feature] {
        &[Feature::Lifting, Feature::Waypoints, Feature::Numbers]
    }

    /// Cars keep their letters if all of them are letters that cars may have; otherwise each gets a new one.
    fn write(&self, entry: &Entry) -> Result<String, String> {
        let puzzle = &entry.puzzle;
        let (hero, _) = only_target(puzzle)?;
        let is_letter = |c: char| c.is_ascii_alphabetic() && !matches!(c, 'o' | 'x');
        let letters = ('A'..='Z').chain('a'..='z').filter(|&c| is_letter(c));
        let own = |name: &str| matches!(name.as_bytes(), &[c] if is_letter(char::from(c)));
        let keep =
            puzzle.piece(hero).name() == HERO && puzzle.pieces().iter().all(|p| own(p.name()));
        let mut others = letters.skip(1);
        let mut cells = vec!['o'; puzzle.size().area()];
        puzzle.walls().iter().for_each(|c| cells[puzzle.size().index(c)] = 'x');
        for (id, place) in pieces_in_order(puzzle) {
            let letter = match puzzle.piece(id).name().chars().next() {
                Some(name) if keep => name,
                _ if id == hero => 'A',
                _ => others.next().ok_or("has letters for 50 cars only")?,
            };
            place.iter().for_each(|&c| cells[puzzle.size().index(c)] = letter);
        }
        Ok(String::from_iter(cells) + "\n")
    }
}

/// Whether `word` may be a whole board.
fn is_board(word: &str) -> bool {
    // Bytes may stand for characters here, since the last check lets no longer character pass.
    let side = word.len().isqrt();
    SIDES.contains(&side)
        && side * side == word.len()
        && word.bytes().all(|b| b == b'.' || b.is_ascii_alphabetic())
}

/// The puzzle of a board's characters, row by row without breaks.
fn draft(board: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
    let side = board.len().isqrt();
    let size = Size::new(side, side).filter(|s| s.area() == board.len() && SIDES.contains(&side));
    let size = size.ok_or_else(|| {
        let found = format!("a Rush Hour board of {}", count(board.len(), "cell"));
        Flaw::new(whole, found, "a square number of cells from 16 to 100")
    })?;
    let mut draft = Draft::new(Family::Blocks, size, whole);
    let mut flaws = Vec::new();
    for (i, ch) in board.iter().enumerate() {
        let here = cell(i % side, i / side);
        draft.mark(Section::Start, here, ch.at);
        match ch.c {
            'o' | '.' => {}
            'x' => draft.setup.walls.push(here),
            car if car.is_ascii_alphabetic() => draft.cover(&car.to_string(), here),
            other => {
                let other = excerpt(&other.to_string());
                let found = format!("the character {other} in a Rush Hour board");
                let expected = "a letter, \"o\" or \".\" for floor, \"x\" for a wall";
                flaws.push(Flaw::new(ch.at, found, expected));
            }
        }
    }
    draft.lengthwise();
    flaws.extend(cars(&draft, board, size));
    if !flaws.is_empty() {
        return Err(flaws);
    }
    match hero_way(&mut draft, size) {
        Some(dx) if draft.aim(HERO, dx, 0) => Ok(draft),
        _ => {
            let found = "a Rush Hour board without a car that can leave";
            let expected = "a car \"A\" that lies along its row, to leave at the right";
            Err(Flaw::new(whole, found, expected).into())
        }
    }
}

/// A flaw for each car that is not straight and two cells long at least.
fn cars(draft: &Draft, board: &[SrcChar], size: Size) -> Vec<Flaw> {
    let is_car = |cells: &[Cell]| {
        let set: CellSet = cells.iter().copied().collect();
        Shape::of(&set).is_some_and(|(s, _)| {
            s.area() >= 2 && s.area() == s.width().max(s.height()) && s.width().min(s.height()) == 1
        })
    };
    let bad = draft.setup.pieces.iter().filter(|p| !is_car(&p.cells));
    bad.filter_map(|car| {
        let at = board[size.index(*car.cells.first()?)].at;
        let cells = count(car.cells.len(), "cell");
        let found = format!("the car {:?} of {cells}, not in a straight line", car.name);
        let expected = "two or more cells of each car in one row or one column, side by side";
        Some(Flaw::new(at, found, expected))
    })
    .collect()
}

/// How far the hero has to go, if it lies along its row.
fn hero_way(draft: &mut Draft, size: Size) -> Option<i32> {
    let hero = draft.piece(HERO).filter(|p| p.axis == Axis::Horizontal)?;
    let front = hero.cells.iter().map(|c| i32::from(c.column)).max()?;
    Some(i32::try_from(size.width()).ok()? - 1 - front)
}
