//! What lines draw.

use super::parse::{Line, read};
use crate::puzzle::{Axis, Cell};
use crate::text::Lang;
use crate::tui::{Draft, Layer, Name, Spot};

/// What is drawn by these lines, or what is said of the first that is wrong.
fn drawn(mut draft: Draft, lines: &[&str]) -> Result<Draft, String> {
    for line in lines {
        match read(line, &draft, Lang::En)? {
            Line::Draw(next) => draft = *next,
            other => return Err(format!("{other:?}")),
        }
    }
    Ok(draft)
}

fn refused(draft: Draft, line: &str) -> String {
    drawn(draft, &[line]).unwrap_err()
}

fn letter(name: char) -> Spot {
    Spot::Piece(Name::Letter(name))
}

#[test]
fn rows_are_characters_or_words_of_either_language() {
    let at = |draft: &Draft, column, row| draft.at(Layer::Launch, Cell::new(column, row)).unwrap();
    let lines = ["row 1 ab#", "row 2 a, empty, 墙", "column 3 - -", "cell 2 2 b"];
    let draft = drawn(Draft::empty(3, 2), &lines).unwrap();
    let cells: Vec<Spot> =
        draft.cells().map(|cell| draft.at(Layer::Launch, cell).unwrap()).collect();
    let wanted = [letter('a'), letter('b'), Spot::Gate, letter('a'), letter('b'), Spot::Gate];
    assert_eq!(cells, wanted);
    // A board one cell wide: the word, and the letters of a word.
    let narrow = drawn(Draft::empty(1, 4), &["row 1 wall", "column 1 wall"]).unwrap();
    assert_eq!((at(&narrow, 0, 0), at(&narrow, 0, 3)), (letter('w'), letter('l')));
    let narrow = drawn(Draft::empty(1, 4), &["row 1 wall"]).unwrap();
    assert_eq!(at(&narrow, 0, 0), Spot::Wall);
}

#[test]
fn a_puzzle_is_drawn_with_its_goal_and_locks() {
    let lines =
        ["empty 3 2", "row 1 aa.", "row 2 .b.", "goal a 2 1", "lock a along", "goal row 2 b.."];
    let draft = drawn(Draft::numbers(4, 4), &lines).unwrap();
    let puzzle = draft.build().unwrap();
    assert_eq!(puzzle.goal().places().len(), 2);
    assert_eq!(draft.lock(Name::Letter('a')), Axis::Horizontal);
    let taken = drawn(draft.clone(), &["goal b off", "lock a none"]).unwrap();
    assert_eq!(taken.build().unwrap().goal().places().len(), 1);
    assert!(drawn(draft, &["goal clear"]).unwrap().build().is_err());
}

#[test]
fn tiles_trade_places_on_both_boards() {
    let lines = ["numbers 3 2", "row 2 5 0 4", "goal row 1 3, 2, 1"];
    let draft = drawn(Draft::empty(1, 1), &lines).unwrap();
    let puzzle = draft.build().unwrap();
    assert_eq!(puzzle.goal().places().len(), 5);
    let three = draft.piece(Layer::Goal, Cell::new(0, 0));
    assert_eq!(three, Some(Name::Number(3)));
}

#[test]
fn waypoints_go_with_the_goal() {
    let text = "[[puzzle]]\nboard = \"a.\"\ngoal = \".a\"\nvia = [\".a\", \"a.\"]\n";
    let entry = crate::notation::read("test", text).unwrap().entries.remove(0);
    let draft = Draft::of(&entry.puzzle);
    assert_eq!(draft.waypoints(), 2);
    let free = drawn(draft, &["goal clear", "goal a 2 1"]).unwrap();
    assert!(free.waypoints() == 0 && free.build().is_ok());
}

#[test]
fn what_is_wrong_with_a_line_is_said() {
    let cases = [
        ("row 1 ab", "3 cells are expected, not 2."),
        ("row 3 abc", "\"3\" is no place; expected 1 to 2."),
        ("row", "row needs a number and the cells."),
        ("row 1 a b !", "\"!\" is no cell; expected a letter or digit, empty, wall or gate."),
        ("cell 1 1", "cell needs a column, a row and what is there."),
        ("size 33 1", "Expected 1 to 32 columns and rows."),
        ("size x", "size needs columns and rows, as in 4 5."),
        ("lock a along", "lock needs a piece of the board and none, along, across or fixed."),
        (
            "goal z 1 1",
            "goal needs a piece of the board with column and row (goal S 2 4), row or column with its cells (goal row 4 .SS.), PIECE off, or clear.",
        ),
        ("colunm 1 ab", "\"colunm 1 ab\" is not understood; did you mean column?"),
        ("\u{1b}[2J", "\"?[2J\" is not understood; help lists the commands."),
    ];
    for (line, said) in cases {
        assert_eq!(refused(Draft::empty(3, 2), line), said, "{line}");
    }
    let tiles = refused(Draft::numbers(2, 2), "row 1 1 1000");
    assert_eq!(tiles, "\"1000\" is no cell; expected a number up to 999, blank or wall.");
}
