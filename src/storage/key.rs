//! What tells puzzles apart, whatever they and their pieces are called.

use crate::puzzle::{Axis, Cell, Family, Goal, Piece, Puzzle};
use std::fmt::Write;

/// The puzzle in one line: the board, every piece where it starts, the goal. Two puzzles have the same line exactly if they
/// are the same game. Names count only in number puzzles, where they are what is put in order.
pub(crate) fn of(puzzle: &Puzzle) -> String {
    // Files hold these lines: a change of a single word here would part every puzzle from its results.
    let mut key = format!("{:?} {}", puzzle.family(), puzzle.size()).to_lowercase();
    for (mark, cells) in [('#', puzzle.walls()), ('+', puzzle.gates())] {
        for cell in cells.iter() {
            key.push(' ');
            key.push(mark);
            key.push_str(&place(cell));
        }
    }
    for (id, piece) in puzzle.piece_ids().zip(puzzle.pieces()) {
        let cells = puzzle.cells_of(puzzle.start(), id);
        let cells: Vec<String> = cells.iter().map(place).collect();
        put(&mut key, format_args!(" {}{}", cells.join("-"), sort(puzzle, piece)));
    }
    for stage in puzzle.via().iter().chain([puzzle.goal()]) {
        put(&mut key, format_args!(" => {}", targets(stage)));
    }
    for group in puzzle.interchangeable() {
        let ids: Vec<String> = group.iter().map(|id| id.0.to_string()).collect();
        put(&mut key, format_args!(" ~{}", ids.join("-")));
    }
    if puzzle.lift() {
        key.push_str(" lift");
    }
    key
}

/// Writing to a string cannot fail.
fn put(key: &mut String, words: std::fmt::Arguments) {
    let _ = key.write_fmt(words);
}

fn place(cell: Cell) -> String {
    format!("{},{}", cell.column, cell.row)
}

/// The number of a tile; how a block is locked.
fn sort(puzzle: &Puzzle, piece: &Piece) -> String {
    let lock = match piece.axis() {
        Axis::Free => "",
        Axis::Horizontal => "=",
        Axis::Vertical => "|",
        Axis::Fixed => "!",
    };
    match puzzle.family() {
        Family::Numbers => format!(":{}{lock}", piece.name()),
        Family::Blocks => lock.to_owned(),
    }
}

/// Which pieces must come where, in the order of the pieces.
fn targets(goal: &Goal) -> String {
    let mut places = goal.places().to_vec();
    places.sort();
    let words = places.iter().map(|(id, cell)| format!("{}@{}", id.0, place(*cell)));
    words.collect::<Vec<_>>().join(" ")
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
