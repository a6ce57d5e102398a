//! Rush Hour strings: a square board of letters, `o` or `.` for floor, `x` for walls; the car `A` leaves to the right.
//!
//! A line of the public 6x6 database, `moves board states`, is accepted too: its first number is the claim.

use crate::notation::detect::is_rush;
use crate::notation::draft::{Draft, cell};
use crate::notation::error::Flaw;
use crate::notation::printable::{count, excerpt};
use crate::notation::source::{SrcChar, TextPos, plain, start, words};
use crate::notation::write::{only_target, pieces_in_order};
use crate::puzzle::{Axis, Cell, CellSet, Family, Puzzle, Section, Shape, Size};

/// The car to bring out.
const HERO: &str = "A";

/// Reads one puzzle.
pub(crate) fn read(text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
    let lines: Vec<&[SrcChar]> = crate::notation::source::lines(text)
        .filter(|line| !super::grid::is_comment(line))
        .collect();
    let words: Vec<&[SrcChar]> = lines.iter().flat_map(|line| words(line)).collect();
    let (board, claim) = match words[..] {
        [moves, board] | [moves, board, _] if is_rush(&plain(board)) => {
            (board.to_vec(), plain(moves).parse().ok())
        }
        _ => (words.concat(), None),
    };
    let mut draft = draft(&board, start(&board, whole))?;
    draft.claim = claim;
    Ok(draft)
}

/// The puzzle of a board's characters, row by row without breaks.
fn draft(board: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
    let side = board.len().isqrt();
    let size =
        Size::new(side, side).filter(|s| s.area() == board.len() && (4..=10).contains(&side));
    let Some(size) = size else {
        let found = format!("a Rush Hour board of {}", count(board.len(), "cell"));
        return Err(vec![Flaw::new(whole, found, "a square number of cells from 16 to 100")]);
    };
    let mut draft = Draft::new(Family::Blocks, size, whole);
    let mut flaws = Vec::new();
    for (i, ch) in board.iter().enumerate() {
        let here = cell(i % side, i / side);
        draft.mark(Section::Start, here, ch.at);
        match ch.c {
            'o' | '.' => {}
            'x' => draft.setup.walls.push(here),
            car if car.is_ascii_alphabetic() => draft.cover(car.encode_utf8(&mut [0; 4]), here),
            other => {
                let found = format!(
                    "the character {} in a Rush Hour board",
                    excerpt(other.encode_utf8(&mut [0; 4]))
                );
                flaws.push(Flaw::new(
                    ch.at,
                    found,
                    "a letter, \"o\" or \".\" for floor, \"x\" for a wall",
                ));
            }
        }
    }
    draft.lengthwise();
    flaws.extend(cars(&draft, board, size));
    let right = hero_way(&mut draft, size);
    match right {
        Some(dx) if flaws.is_empty() && draft.aim(HERO, dx, 0) => Ok(draft),
        _ => {
            if flaws.is_empty() {
                let expected = "a car \"A\" that lies along its row, to leave at the right";
                flaws.push(Flaw::new(
                    whole,
                    "a Rush Hour board without a car that can leave",
                    expected,
                ));
            }
            Err(flaws)
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
        let found = format!(
            "the car {:?} of {}, not in a straight line",
            car.name,
            count(car.cells.len(), "cell")
        );
        Some(Flaw::new(
            at,
            found,
            "two or more cells of each car in one row or one column, side by side",
        ))
    })
    .collect()
}

/// How far the hero has to go, if it lies along its row.
fn hero_way(draft: &mut Draft, size: Size) -> Option<i32> {
    let hero = draft.piece(HERO).filter(|p| p.axis == Axis::Horizontal)?;
    let front = hero.cells.iter().map(|c| i32::from(c.column)).max()?;
    Some(i32::try_from(size.width()).ok()? - 1 - front)
}

/// Writes the start; cars keep their letters if those are such that they can, and get new ones otherwise.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, String> {
    let (hero, _) = only_target(puzzle)?;
    let letters = ('A'..='Z').chain('a'..='z').filter(|c| !matches!(c, 'o' | 'x'));
    let own = |name: &str| matches!(name.as_bytes(), [c] if c.is_ascii_alphabetic() && !matches!(c, b'o' | b'x'));
    let keep = puzzle.piece(hero).name() == HERO && puzzle.pieces().iter().all(|p| own(p.name()));
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
    cells.push('\n');
    Ok(String::from_iter(cells))
}
