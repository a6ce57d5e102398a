//! What helps a player on: the moves of a hint on the board, the help in the list, all that is wrong with a file.

use super::*;

/// The screen with the last step of a hint, and the marks on it.
fn hinted(mut stage: Stage, marks: [&str; 4]) -> String {
    stage.type_in("HHH");
    let text = stage.text();
    for mark in marks {
        assert!(text.contains(mark), "{mark}: {text}");
    }
    stage.press(Key::Tab);
    stage.type_in("u");
    text
}

#[test]
fn the_last_step_of_a_hint_shows_the_next_moves_on_the_board() {
    let stage = |id, options: &Options, width, height, remaining| {
        let mut stage = Stage::new(pack(id), options, width, height);
        stage.until_mapped(remaining);
        stage
    };
    let blocks = stage("hengdaolima", &options(), 80, 24, 81);
    insta::assert_snapshot!("ghosts_80x24", hinted(blocks, ["1↓", "2←", "3↓", "4→"]));
    let mut ascii = options();
    ascii.settings.ascii = true;
    let cars = hinted(stage("rush", &ascii, 40, 15, 8), ["1", "2", "3", "4"]);
    assert!(cars.is_ascii(), "{cars}");
    insta::assert_snapshot!("ghosts_40x15", cars);
}

/// They are there until something is played, and are those that the words name.
#[test]
fn the_moves_of_a_hint_go_with_the_next_move() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.until_known(2);
    assert!(!stage.text().contains("1←"));
    stage.type_in("HHH");
    let text = stage.text();
    assert!(text.contains("Hint: 4 ←  5 ←"), "{text}");
    assert!(text.contains("1←") && text.contains("2←"), "{text}");
    stage.type_in("h");
    stage.until_known(1);
    assert!(!stage.text().contains("2←"), "{}", stage.text());
}

#[test]
fn in_the_list_every_letter_is_typed_and_the_question_mark_helps() {
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    stage.press(Key::Esc);
    let theme = stage.app.model().theme();
    stage.type_in("TLq");
    assert!(stage.text().contains("TLq_"), "{}", stage.text());
    assert_eq!(stage.app.model().theme(), theme);
    assert_eq!(stage.app.model().lang(), Lang::En);
    stage.type_in("?");
    assert_eq!(stage.app.model().scope(), Scope::Help);
    stage.type_in("?");
    assert!(stage.text().contains("TLq_"), "{}", stage.text());
    // A name of a file may hold one.
    stage.press(Key::Esc);
    stage.press(Key::Esc);
    stage.type_in("O?");
    assert!(stage.text().contains("?_"), "{}", stage.text());
}

#[test]
fn all_that_is_wrong_with_a_file_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let keys = |n| format!("[[puzzle]]\nboard = \"AA.\"\ngaol{n} = \"\"\n");
    let file = folder.path().join("bad.toml");
    std::fs::write(&file, (10..60).map(keys).collect::<String>()).unwrap();
    let mut stage = Stage::new(pack("rush"), &options(), 60, 20);
    stage.type_in("O");
    stage.type_in(&file.display().to_string());
    stage.press(Key::Enter);
    stage.until_seen("gaol10");
    assert!(stage.text().contains('▾') && !stage.text().contains('▴'));
    stage.press(Key::Arrow(Direction::Down));
    assert!(stage.text().contains('▴'), "{}", stage.text());
    stage.point(Gesture::Wheel(-1), (5, 5));
    assert!(!stage.text().contains('▴'), "{}", stage.text());
    for _ in 0..60 {
        stage.press(Key::PageDown);
    }
    let text = stage.text();
    assert!(text.contains("gaol59") && !text.contains('▾'), "{text}");
    // Other names are looked up when something is typed, and what is wrong is told from the beginning.
    stage.press(Key::Backspace);
    stage.until_seen("bad.toml");
    stage.type_in("l");
    stage.press(Key::Enter);
    stage.until_seen("gaol10");
}

#[test]
fn the_review_says_all_it_has_to_say_in_a_small_window() {
    for (lang, words) in [(Lang::En, "led away (!)"), (Lang::Zh, "4 步（!）")] {
        let options = set(|settings| settings.lang = lang);
        let mut stage = Stage::new(two_by_three(), &options, 40, 15);
        stage.until_land();
        stage.type_in("hjkhV");
        let text = stage.text();
        // Chinese goes on in the next line without a gap.
        let beside = text.lines().map(|line| {
            let line = line.trim_matches(['"', ' ']);
            line.rsplit(['┃', '┓']).next().unwrap().trim()
        });
        let said = match lang {
            Lang::En => text.clone(),
            Lang::Zh => beside.collect(),
        };
        // A row may end at a blank, which is then lost.
        let close = |words: &str| words.replace(' ', "");
        assert!(close(&said).contains(&close(words)) && text.contains("1/4"), "{text}");
    }
}

#[test]
fn of_a_puzzle_without_a_solution_no_move_is_blamed() {
    let puzzle = Setup::numbers(2, 2, &[2, 1, 3, 0]).build().unwrap();
    let list = Playlist::one(notation::Entry::of(puzzle));
    let mut stage = Stage::new(list, &options(), 80, 24);
    stage.until_seen("This puzzle has no solution.");
    stage.type_in("H");
    let text = stage.text();
    assert!(text.contains("This puzzle has no solution."), "{text}");
    stage.type_in("h");
    let text = stage.text();
    assert!(!text.contains("takes the move back"), "{text}");
    for _ in 0..4 {
        stage.type_in("g");
        let text = stage.text();
        assert!(text.contains("There is none:"), "{text}");
        assert!(!text.contains("yet"), "{text}");
    }
}

#[test]
fn a_game_from_elsewhere_has_no_best_of_the_start() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.until_land();
    stage.type_in("hh");
    let first = |stage: &Stage| stage.text().lines().next().unwrap_or_default().to_owned();
    stage.type_in("R");
    assert!(first(&stage).contains("best"), "{}", stage.text());
    stage.type_in("MX");
    let title = first(&stage);
    assert!(title.contains("par 21 steps") && !title.contains("best"), "{title}");
    stage.type_in("u");
    assert!(first(&stage).contains("best"), "{}", stage.text());
}

#[test]
fn whatever_the_command_line_takes_is_opened() {
    for (typed, title) in [
        ("4x4 k3f9", "4x4 k3f9"),
        ("[[4,1,2],[5,0,3]]", "3x2"),
        ("hengdaolima", "4x5"),
        ("横刀立马", "4x5"),
        ("a great retinue", "A Great Retinue"),
    ] {
        let mut stage = Stage::new(pack("four"), &options(), 80, 24);
        stage.type_in("O");
        stage.type_in(typed);
        stage.press(Key::Enter);
        stage.turn();
        let text = stage.text();
        let first = text.lines().next().unwrap_or_default();
        assert!(first.contains(title), "{typed}: {first}");
    }
}

#[test]
fn a_typed_line_is_edited_and_nothing_is_opened_that_is_not_there() {
    let mut stage = Stage::new(pack("four"), &options(), 80, 24);
    stage.type_in("O");
    stage.type_in("no/such file");
    stage.send(Message::Key(Chord::ctrl('w')));
    stage.press(Key::Home);
    stage.type_in("x");
    stage.press(Key::End);
    stage.type_in("y");
    assert!(stage.text().contains("xno/such y_"), "{}", stage.text());
    stage.send(Message::Key(Chord::ctrl('u')));
    stage.type_in("hengdaolma");
    stage.press(Key::Enter);
    stage.turn();
    assert!(stage.text().contains("hengdaolima?"), "{}", stage.text());
}
