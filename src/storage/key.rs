//! What tells puzzles apart, whatever they and their pieces are called.

use crate::puzzle::{Axis, Cell, Family, Goal, Puzzle};

/// The puzzle in one line: the board, every piece where it starts, the goal. Two puzzles have the same line exactly if they
/// are the same game. Names count only in number puzzles, where they are what is put in order.
pub(crate) fn of(puzzle: &Puzzle) -> String {
    // Files hold these lines: a change of a single word here would part every puzzle from its results.
    let mut key = format!("{:?} {}", puzzle.family(), puzzle.size()).to_lowercase();
    put(&mut key, puzzle);
    key
}

// All goes into one string, without others for each cell, and numbers digit by digit, since with a formatter all of it takes twice as long: the list asks for
// the lines of all its puzzles whenever it is drawn.
fn put(key: &mut String, puzzle: &Puzzle) {
    for (mark, cells) in [('#', puzzle.walls()), ('+', puzzle.gates())] {
        for cell in cells.iter() {
            key.push(' ');
            key.push(mark);
            put_cell(key, cell);
        }
    }
    for (id, piece) in puzzle.piece_ids().zip(puzzle.pieces()) {
        let mut before = ' ';
        for cell in puzzle.cells_of(puzzle.start(), id).iter() {
            key.push(before);
            put_cell(key, cell);
            before = '-';
        }
        if puzzle.family() == Family::Numbers {
            key.push(':');
            key.push_str(piece.name());
        }
        key.push_str(lock(piece.axis()));
    }
    for stage in puzzle.via().iter().chain([puzzle.goal()]) {
        key.push_str(" => ");
        put_targets(key, stage);
    }
    for group in puzzle.interchangeable() {
        let mut before = " ~";
        for id in group {
            key.push_str(before);
            put_number(key, id.0);
            before = "-";
        }
    }
    if puzzle.lift() {
        key.push_str(" lift");
    }
}

fn put_cell(key: &mut String, cell: Cell) {
    put_number(key, cell.column.into());
    key.push(',');
    put_number(key, cell.row.into());
}

fn put_number(key: &mut String, number: u16) {
    if number >= 10 {
        put_number(key, number / 10);
    }
    key.extend(char::from_digit(u32::from(number % 10), 10));
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
fn put_targets(key: &mut String, goal: &Goal) {
    let mut places = goal.places().to_vec();
    places.sort();
    let mut before = "";
    for (id, cell) in places {
        key.push_str(before);
        put_number(key, id.0);
        key.push('@');
        put_cell(key, cell);
        before = " ";
    }
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

    #[test]
    fn lines_are_as_files_hold_them() {
        let numbers = notation::read("test", "[[1,2,3],[4,0,5]]").unwrap();
        let key = "numbers 3x2 0,0:1 1,0:2 2,0:3 0,1:4 2,1:5 => 0@0,0 1@1,0 2@2,0 3@0,1 4@1,1";
        assert_eq!(of(&numbers.entries[0].puzzle), key);
        let all = r#"
            [[puzzle]]
            board = "..........#-/abc........./............"
            goal = "..........#./............/.........abc"
            via = ["..........#./..........a./............"]
            locked = { c = "horizontal" }
            lift = true
            interchangeable = ["ab"]
        "#;
        let blocks = notation::read("test.toml", all).unwrap();
        let key = "blocks 12x3 #10,0 +11,0 0,1 1,1 2,1= => 0@10,1 => 0@9,2 1@10,2 2@11,2 ~0-1 lift";
        assert_eq!(of(&blocks.entries[0].puzzle), key);
    }
}
