//! What tells puzzles apart, whatever they and their pieces are called.

use crate::puzzle::{Axis, Family, Goal, Puzzle};
use std::fmt::{Result, Write};

/// The puzzle in one line: the board, every piece where it starts, the goal. Two puzzles have the same line exactly if they
/// are the same game. Names count only in number puzzles, where they are what is put in order.
pub(crate) fn of(puzzle: &Puzzle) -> String {
    // Files hold these lines: a change of a single word here would part every puzzle from its results.
    let mut key = format!("{:?} {}", puzzle.family(), puzzle.size()).to_lowercase();
    // Writing to a string cannot fail. All goes into the one, without others for each cell: the list asks for the lines of all its puzzles
    // whenever it is drawn.
    let _ = put(&mut key, puzzle);
    key
}

fn put(key: &mut String, puzzle: &Puzzle) -> Result {
    for (mark, cells) in [('#', puzzle.walls()), ('+', puzzle.gates())] {
        for cell in cells.iter() {
            write!(key, " {mark}{},{}", cell.column, cell.row)?;
        }
    }
    for (id, piece) in puzzle.piece_ids().zip(puzzle.pieces()) {
        let mut before = ' ';
        for cell in puzzle.cells_of(puzzle.start(), id).iter() {
            write!(key, "{before}{},{}", cell.column, cell.row)?;
            before = '-';
        }
        if puzzle.family() == Family::Numbers {
            write!(key, ":{}", piece.name())?;
        }
        key.push_str(lock(piece.axis()));
    }
    for stage in puzzle.via().iter().chain([puzzle.goal()]) {
        key.push_str(" => ");
        put_targets(key, stage)?;
    }
    for group in puzzle.interchangeable() {
        let mut before = " ~";
        for id in group {
            write!(key, "{before}{}", id.0)?;
            before = "-";
        }
    }
    if puzzle.lift() {
        key.push_str(" lift");
    }
    Ok(())
}

/// How a block is locked.
fn lock(axis: Axis) -> &'static str {
    match axis {
        Axis::Free => "",
        Axis::Horizontal => "=",
        Axis::Vertical => "|",
        Axis::Fixed => "!",
    }
}

/// Which pieces must come where, in the order of the pieces.
fn put_targets(key: &mut String, goal: &Goal) -> Result {
    let mut places = goal.places().to_vec();
    places.sort();
    let mut before = "";
    for (id, cell) in places {
        write!(key, "{before}{}@{},{}", id.0, cell.column, cell.row)?;
        before = " ";
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{library, notation};

    #[test]
    fn built_in_puzzles_have_one_line_exactly_if_they_are_one_game() {
        let puzzles: Vec<&Puzzle> = library::all().map(|entry| &entry.puzzle).collect();
        let keys: Vec<String> = puzzles.iter().map(|puzzle| of(puzzle)).collect();
        for (i, a) in puzzles.iter().enumerate() {
            for (j, b) in puzzles.iter().enumerate().take(i) {
                let same = notation::same_game(a, b);
                assert_eq!(keys[i] == keys[j], same, "{}\n{}", keys[i], keys[j]);
            }
        }
    }

    #[test]
    fn names_do_not_count_and_places_do() {
        let puzzle = |text: &str| notation::read("test", text).unwrap().entries[0].puzzle.clone();
        let a = puzzle("AAB.\nAAB.\n=>\n..AA\n..AA\n");
        let renamed = puzzle("XXY.\nXXY.\n=>\n..XX\n..XX\n");
        let moved = puzzle("AA.B\nAA.B\n=>\n..AA\n..AA\n");
        assert_eq!(of(&a), of(&renamed));
        assert_ne!(of(&a), of(&moved));
        assert_eq!(of(&a), "blocks 4x2 0,0-1,0-0,1-1,1 2,0-2,1 => 0@2,0");
    }
}
