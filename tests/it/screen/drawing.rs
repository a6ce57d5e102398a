//! The editor: puzzles are drawn with keys and mouse, judged as they grow, played, saved and exported.

use super::*;

/// The editor on an empty board of so many columns and rows, in a window.
fn empty(stage: &mut Stage, width: i32, height: i32) {
    stage.type_in("EN");
    let size = |stage: &Stage| {
        let editor = stage.app.model().editor();
        let (width, height) = editor.expect("it is open").draft().size();
        (i32::from(width), i32::from(height))
    };
    while size(stage) != (width, height) {
        let (w, h) = size(stage);
        let key = match (w.cmp(&width), h.cmp(&height)) {
            (std::cmp::Ordering::Less, _) => "]",
            (std::cmp::Ordering::Greater, _) => "[",
            (_, std::cmp::Ordering::Less) => "}",
            _ => "{",
        };
        stage.type_in(key);
    }
}

fn far(stage: &mut Stage, way: Direction) {
    stage.send(Message::Key(Chord::shift(Key::Arrow(way))));
}

/// A square of four cells that must come down, and a single cell beside it.
fn draw_blocks(stage: &mut Stage) {
    empty(stage, 3, 4);
    stage.type_in("n ");
    far(stage, Direction::Right);
    far(stage, Direction::Down);
    far(stage, Direction::Left);
    stage.type_in("ll");
    stage.type_in("n ");
    stage.type_in("hh");
}

#[test]
fn a_puzzle_is_drawn_judged_and_played() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.until_known(2);
    draw_blocks(&mut stage);
    let text = stage.text();
    assert!(text.contains("the goal names no piece"), "{text}");
    insta::assert_snapshot!("editor_reasons_80x24", text);
    // The goal takes the whole piece: its bottom left corner two rows down.
    stage.press(Key::Tab);
    stage.type_in("j ");
    let fewest = |text: &str, name: &str| figure(text, name);
    stage.until(|text| {
        ["steps", "slides", "moves"]
            .iter()
            .all(|name| fewest(text, name).is_some_and(|n| n.chars().all(|c| c.is_ascii_digit())))
    });
    let text = stage.text();
    assert!(text.contains("It can be played"), "{text}");
    assert_eq!(
        ["steps", "slides", "moves"].map(|name| fewest(&text, name).unwrap()),
        ["2", "1", "1"]
    );
    insta::assert_snapshot!("editor_80x24", text);
    stage.press(Key::Enter);
    assert_eq!(stage.app.model().scope(), Scope::Play);
    stage.until_known(1);
    assert_eq!(stage.app.model().game.puzzle().pieces().len(), 2);
    // The drawing is still there.
    stage.type_in("E");
    assert_eq!(stage.app.model().editor().unwrap().draft().size(), (3, 4));
    stage.resize(40, 15);
    insta::assert_snapshot!("editor_40x15", stage.text());
}

#[test]
fn the_search_is_replaced_when_something_else_is_drawn() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.until_known(2);
    // A 24-puzzle is searched for long.
    stage.type_in("E#]]}}}");
    stage.type_in("#");
    stage.type_in("f1");
    stage.type_in("llljjj ");
    stage.type_in("f2");
    stage.type_in("hhh ");
    stage.until(|text| text.contains('…'));
    // Back to what is solved at once.
    stage.type_in("#");
    stage.until(|text| figure(text, "moves").as_deref() == Some("0"));
    // The game's own question is asked again when it is seen again.
    stage.press(Key::Esc);
    assert_eq!(stage.app.model().scope(), Scope::Play);
    stage.until_known(2);
}

#[test]
fn everything_drawn_can_be_taken_back_and_drawn_again() {
    let mut stage = Stage::new(pack("four"), &options(), 80, 24);
    draw_blocks(&mut stage);
    let drawn = |stage: &Stage| stage.app.model().editor().unwrap().draft().clone();
    let last = drawn(&stage);
    let (back, _) = stage.app.model().editor().unwrap().steps();
    assert!(back > 5);
    for _ in 0..back {
        stage.type_in("u");
    }
    stage.type_in("u");
    assert!(stage.text().contains("Nothing to take back"), "{}", stage.text());
    assert_ne!(drawn(&stage), last);
    for _ in 0..back {
        stage.type_in("U");
    }
    assert_eq!(drawn(&stage), last);
}

#[test]
fn the_mouse_paints_strokes_and_chooses_tools() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    empty(&mut stage, 4, 4);
    let cell = |column: u16, row: u16| (column * 11 + 6, row * 5 + 4);
    // A new piece of three cells in one stroke.
    stage.point(Gesture::Press, cell(0, 0));
    stage.point(Gesture::Drag, cell(1, 0));
    stage.point(Gesture::Drag, cell(1, 1));
    stage.point(Gesture::Release, cell(1, 1));
    let pieces = |stage: &Stage| {
        let setup = stage.app.model().editor().unwrap().draft().setup();
        setup.pieces.iter().map(|p| p.cells.len()).collect::<Vec<_>>()
    };
    assert_eq!(pieces(&stage), [3]);
    // The piece is not in hand after its stroke; picked up, a click on it turns its lock.
    stage.type_in("p");
    let held = spot(&stage, "piece A");
    stage.point(Gesture::Press, held);
    assert!(stage.text().contains("piece A↔"), "{}", stage.text());
    let wall = spot(&stage, "wall");
    stage.point(Gesture::Press, wall);
    stage.point(Gesture::Press, cell(3, 3));
    stage.point(Gesture::Release, cell(3, 3));
    let setup = stage.app.model().editor().unwrap().draft().setup();
    assert_eq!(setup.walls.len(), 1);
    // A stroke is one change.
    stage.type_in("uuu");
    assert!(pieces(&stage).is_empty());
    let goal = spot(&stage, "board: start");
    stage.point(Gesture::Press, goal);
    assert!(stage.text().contains("board: goal"));
}

#[test]
fn a_drawing_is_exported_in_every_form_that_can_hold_it() {
    let mut stage = Stage::new(pack("four"), &options(), 80, 24);
    stage.type_in("EX");
    let text = stage.text();
    for form in ["grid", "toml", "leetcode", "slide", "tatham", "rush", "json"] {
        assert!(text.contains(form), "{form}:\n{text}");
    }
    stage.press(Key::Arrow(Direction::Down));
    assert!(stage.text().contains("[[puzzle]]"), "{}", stage.text());
    stage.press(Key::Enter);
    assert_eq!(stage.app.model().scope(), Scope::Save);
    stage.press(Key::Esc);
    stage.press(Key::Esc);
    assert_eq!(stage.app.model().scope(), Scope::Play);
}

#[test]
fn the_largest_board_is_drawn_in_the_smallest_window() {
    let mut stage = Stage::new(two_by_three(), &options(), 40, 15);
    empty(&mut stage, 32, 32);
    stage.type_in("]");
    assert!(stage.text().contains("no other size"), "{}", stage.text());
    stage.type_in("n ");
    for _ in 0..31 {
        far(&mut stage, Direction::Right);
        stage.type_in("j");
    }
    insta::assert_snapshot!("editor_32x32_40x15", stage.text());
    stage.resize(20, 8);
    assert!(stage.text().contains("needs 30x12"), "{}", stage.text());
}

#[test]
fn reasons_are_said_in_the_language_of_the_screen() {
    let chinese = set(|settings| settings.lang = Lang::Zh);
    let mut stage = Stage::new(two_by_three(), &chinese, 80, 24);
    draw_blocks(&mut stage);
    stage.type_in("x");
    insta::assert_snapshot!("editor_reasons_zh_80x24", stage.text());
    stage.press(Key::Enter);
    // Wide characters over others are whole only when all is drawn anew.
    stage.send(Message::Continued);
    let text = stage.text();
    assert!(text.contains("还不能玩：目标里至少要有一块"), "{text}");
    stage.type_in("L");
    let text = stage.text();
    assert!(text.contains("the goal names no piece"), "{text}");
}

#[test]
fn a_drawing_that_was_not_saved_is_there_again_at_the_next_start() {
    use huarong::storage::{Dirs, Records};
    let home = tempfile::tempdir().unwrap();
    let begun = || {
        let records = Records::open(Some(Dirs::at(home.path())));
        let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
        stage.app = stage.app.with_records(records, None);
        stage
    };
    let drawn = |stage: &Stage| stage.app.model().editor().map(|editor| editor.draft().clone());
    let path = home.path().join("drawing.json");
    let mut stage = begun();
    // What is played is drawn; nothing of it would be lost.
    stage.type_in("E");
    stage.press(Key::Esc);
    drop(stage);
    assert!(!path.exists());
    let mut stage = begun();
    draw_blocks(&mut stage);
    let before = drawn(&stage).unwrap();
    assert!(before.build().is_err());
    drop(stage);
    let mut stage = begun();
    stage.type_in("E");
    assert_eq!(drawn(&stage), Some(before.clone()));
    // It goes away with what is drawn.
    let entry = stage.app.model().game.entry.clone();
    stage.type_in("P");
    assert_ne!(drawn(&stage), Some(before));
    drop(stage);
    assert!(path.exists());
    let name = home.path().join("saved.toml");
    let mut stage = begun();
    stage.type_in("ES");
    for _ in 0.."board.toml".len() {
        stage.press(Key::Backspace);
    }
    stage.type_in(&name.display().to_string());
    stage.press(Key::Enter);
    stage.turn();
    assert!(name.exists(), "{}", stage.text());
    // The same file is proposed the next time, and not replaced unasked.
    stage.type_in("S");
    stage.press(Key::Enter);
    stage.turn();
    assert!(stage.text().contains("Enter replaces it"), "{}", stage.text());
    stage.press(Key::Esc);
    drop(stage);
    assert!(!path.exists());
    assert!(
        notation::read("saved", &std::fs::read_to_string(name).unwrap()).unwrap().entries[0].puzzle
            == entry.puzzle
    );
}

/// What is said of a drawing, however its rows are broken.
fn in_one_row(text: &str) -> String {
    let rows = text.lines().map(|row| {
        let row = row.trim_matches('"');
        row.rsplit(['┃', '┓', '┛', '┄']).next().unwrap_or_default().trim()
    });
    rows.collect::<Vec<_>>().join(" ")
}

#[test]
fn in_the_smallest_window_it_is_said_whether_and_why_a_drawing_is_no_puzzle() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 40, 12);
    stage.type_in("EN");
    let reason = "the goal names no piece; expected at least one piece in the goal";
    let text = stage.text();
    assert!(in_one_row(&text).contains(reason), "{text}");
    stage.type_in("n ");
    let text = stage.text();
    assert!(in_one_row(&text).contains(reason), "{text}");
    stage.press(Key::Tab);
    stage.type_in("j ");
    stage.until(|text| figure(text, "steps").as_deref() == Some("1"));
    let text = stage.text();
    assert!(text.contains("It can be") && text.contains("Enter."), "{text}");
    // A board that leaves no room below it: fewer words, and whole ones.
    for (width, height) in [(40, 12), (30, 12)] {
        let mut stage = Stage::new(two_by_three(), &options(), width, height);
        empty(&mut stage, 11, 11);
        stage.type_in("n ");
        let text = stage.text();
        assert!(in_one_row(&text).contains("the goal names no piece"), "{text}");
        stage.press(Key::Tab);
        stage.type_in("j ");
        let text = stage.text();
        assert!(in_one_row(&text).contains("Enter plays"), "{text}");
    }
}

#[test]
fn an_emptied_drawing_has_nothing_of_the_puzzle_that_was_there() {
    let entry = |stage: &Stage| stage.app.model().editor().unwrap().entry();
    for id in ["hengdaolima", "rush"] {
        let mut played = pack(id).current().as_ref().clone();
        played.metric = Some(Metric::Slide);
        let mut stage = Stage::new(Playlist::one(played), &options(), 80, 24);
        stage.type_in("E");
        let before = entry(&stage).unwrap();
        assert_eq!(before.metric, Some(Metric::Slide));
        assert_eq!(before.labels.is_empty(), id == "rush");
        // A piece with the name of one that was there, as long as it was there.
        stage.type_in("NfS ");
        stage.type_in("fA");
        stage.type_in("l ");
        stage.press(Key::Tab);
        stage.type_in("jj ");
        let after = entry(&stage).unwrap();
        assert_eq!((after.labels.len(), after.metric), (0, None), "{id}");
        // What is taken back is what it was.
        for _ in 0..stage.app.model().editor().unwrap().steps().0 {
            stage.type_in("u");
        }
        assert_eq!(entry(&stage).unwrap(), before);
        // Another size is no other puzzle.
        stage.type_in("]");
        let wider = entry(&stage).map(|wider| (wider.labels, wider.metric));
        assert!(wider.is_none_or(|wider| wider == (before.labels, before.metric)));
    }
}

#[test]
fn the_help_of_the_editor_begins_with_its_keys() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 80, 24);
    stage.type_in("?");
    assert!(stage.text().contains("Bring"), "{}", stage.text());
    stage.press(Key::Esc);
    stage.type_in("EN?");
    let text = stage.text();
    assert!(!text.contains("Bring"), "{text}");
    insta::assert_snapshot!("editor_help_80x24", text);
}

/// Only what is hidden on its own board is hidden here.
#[test]
fn a_drawing_beside_a_scramble_has_its_optima() {
    let mut stage = Stage::new(Playlist::named("3x3", Some(1)).unwrap(), &options(), 80, 24);
    draw_blocks(&mut stage);
    stage.press(Key::Tab);
    stage.type_in("j ");
    stage.until_seen("slides");
}
