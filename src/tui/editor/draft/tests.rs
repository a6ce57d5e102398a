//! What is painted is what is built.

use super::*;
use crate::library;

#[test]
fn every_built_in_puzzle_is_drawn_and_built_again_as_it_was() {
    for entry in library::all() {
        let again = Draft::of(&entry.puzzle).build();
        let same = again.is_ok_and(|again| crate::notation::same_game(&again, &entry.puzzle));
        assert!(same, "{}", entry.id);
    }
}

#[test]
fn a_board_is_painted_cell_by_cell() {
    let mut draft = Draft::empty(3, 2);
    let faults = draft.build().unwrap_err();
    assert_eq!(faults.len(), 2, "no pieces and no goal: {faults:?}");
    let a = draft.free_name().unwrap();
    assert_eq!(a, Name::Letter('A'));
    for column in 0..2 {
        assert!(draft.paint(Layer::Start, Cell::new(column, 0), Spot::Piece(a)));
        draft.paint(Layer::Goal, Cell::new(column + 1, 1), Spot::Piece(a));
    }
    assert!(!draft.paint(Layer::Start, Cell::new(0, 0), Spot::Piece(a)));
    draft.paint(Layer::Start, Cell::new(0, 1), Spot::Wall);
    draft.paint(Layer::Start, Cell::new(2, 1), Spot::Gate);
    let puzzle = draft.build().unwrap();
    assert_eq!((puzzle.pieces().len(), puzzle.walls().len(), puzzle.gates().len()), (1, 1, 1));
    assert_eq!(draft.free_name(), Some(Name::Letter('B')));
    draft.turn_lock(a);
    assert_eq!(draft.build().unwrap().pieces()[0].axis(), Axis::Horizontal);
    for column in 0..2 {
        draft.paint(Layer::Start, Cell::new(column, 0), Spot::Empty);
    }
    assert_eq!(draft.lock(a), Axis::Free);
}

#[test]
fn a_description_is_the_same_drawing_again() {
    let again = |draft: &Draft| Draft::of_setup(&draft.setup());
    for entry in library::all() {
        let draft = Draft::of(&entry.puzzle);
        assert_eq!(again(&draft).setup(), draft.setup(), "{}", entry.id);
    }
    // What no puzzle is: two halves of a piece, a goal of a piece that is not there.
    let mut draft = Draft::empty(4, 1);
    let name = |letter| Spot::Piece(Name::Letter(letter));
    draft.paint(Layer::Start, Cell::new(0, 0), name('a'));
    draft.paint(Layer::Start, Cell::new(2, 0), name('a'));
    draft.turn_lock(Name::Letter('a'));
    draft.paint(Layer::Start, Cell::new(1, 0), Spot::Gate);
    draft.paint(Layer::Goal, Cell::new(3, 0), name('b'));
    assert!(draft.build().is_err());
    assert_eq!(again(&draft), draft);
    // What is off the board or has no name does no harm.
    let mut setup = draft.setup();
    setup.walls.push(Cell::new(200, 200));
    setup.pieces[0].name.clear();
    assert_eq!(again_pieces(&setup), 0);
}

fn again_pieces(setup: &crate::puzzle::Setup) -> usize {
    Draft::of_setup(setup).setup().pieces.len()
}

#[test]
fn a_tile_is_never_there_twice() {
    let mut draft = Draft::numbers(3, 2);
    assert!(draft.build().is_ok());
    let one = Spot::Piece(Name::Number(1));
    assert!(draft.paint(Layer::Start, Cell::new(2, 1), one));
    assert_eq!(draft.at(Layer::Start, Cell::new(0, 0)), Some(Spot::Empty));
    draft.paint(Layer::Start, Cell::new(1, 0), one);
    assert_eq!(draft.at(Layer::Start, Cell::new(2, 1)), Some(Spot::Piece(Name::Number(2))));
    assert!(draft.build().is_ok());
}

#[test]
fn another_size_keeps_what_fits() {
    let mut draft = Draft::numbers(3, 2);
    assert!(draft.resize(4, 3) && draft.build().is_ok());
    assert!(draft.resize(3, 2) && !draft.resize(3, 2));
    assert_eq!(draft, Draft::numbers(3, 2));
    draft.resize(99, 99);
    assert_eq!(draft.size(), (16, 16));
    let mut blocks = Draft::empty(2, 2);
    blocks.resize(99, 0);
    assert_eq!(blocks.size(), (32, 1));
}

#[test]
fn the_goal_takes_whole_pieces_and_keeps_them_on_the_board() {
    let mut draft = Draft::empty(4, 3);
    let name = Name::Letter('S');
    for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        draft.paint(Layer::Start, Cell::new(column, row), Spot::Piece(name));
    }
    assert!(draft.bring(name, Cell::new(3, 2)));
    assert_eq!(draft.piece(Layer::Goal, Cell::new(2, 1)), Some(name));
    assert!(draft.build().is_ok());
    draft.bring(name, Cell::new(1, 0));
    assert_eq!(draft.piece(Layer::Goal, Cell::new(3, 2)), None);
    assert!(draft.take_home(name) && draft.build().is_err());
    assert!(!draft.bring(Name::Letter('T'), Cell::new(0, 0)));
}

#[test]
fn another_order_of_tiles_begins_with_the_plain_one() {
    let mut draft = Draft::numbers(3, 2);
    assert!(draft.bring(Name::Number(1), Cell::new(2, 1)));
    let goal = draft.build().unwrap();
    let wanted = goal.goal().places().iter().map(|(id, _)| goal.piece(*id).name());
    assert_eq!(wanted.collect::<Vec<_>>().len(), 5);
    assert_eq!(draft.piece(Layer::Goal, Cell::new(0, 0)), None);
    assert_eq!(draft.piece(Layer::Goal, Cell::new(1, 0)), Some(Name::Number(2)));
}

#[test]
fn what_is_said_of_a_puzzle_stays_with_its_drawing_and_no_other() {
    let mut played = library::find("hengdaolima").unwrap().clone();
    played.metric = Some(Metric::Slide);
    let mut drawn = Draft::of(&played.puzzle).like(&played);
    let said = |draft: &Draft| {
        let entry = draft.entry(played.puzzle.clone());
        (entry.labels, entry.metric)
    };
    let whole = (played.labels.clone(), Some(Metric::Slide));
    assert_eq!(said(&drawn), whole);
    drawn.resize(5, 6);
    assert_eq!(said(&drawn), whole);
    for other in [Draft::empty(4, 5), Draft::numbers(4, 5)] {
        assert_eq!(said(&other), Default::default());
    }
    assert_eq!(Draft::numbers(4, 5).like(&played).metric, None);
}
