//! What helps a player on: the moves of a hint on the board, the help in the list, all that is wrong with a file.

use super::*;

/// The screen after so many steps of a hint, and the marks on it.
fn hinted(stage: &mut Stage, steps: &str, marks: &[&str]) -> String {
    stage.type_in(steps);
    let text = stage.text();
    for mark in marks {
        assert!(text.contains(mark), "{mark}: {text}");
    }
    text
}

/// A board of the pack once all is known of it.
fn known(id: &str, options: &Options, (width, height): (u16, u16), remaining: u32) -> Stage {
    let mut stage = Stage::new(pack(id), options, width, height);
    // In the smallest windows the figure is not on the screen.
    let is_known = |stage: &Stage| stage.app.model().game.remaining().exact() == Some(remaining);
    for _ in 0..2000 {
        if is_known(&stage) {
            break;
        }
        stage.app.turn(Some(Duration::from_millis(10))).expect("it is drawn");
    }
    stage.turn();
    assert!(is_known(&stage), "{}", stage.text());
    if id != "four" {
        stage.until_land();
    }
    stage
}

/// The options of a terminal with neither colours nor more than plain characters.
fn plain() -> Options {
    let mut options = set(|settings| settings.ascii = true);
    options.depth = huarong::tui::Depth::None;
    options
}

#[test]
fn the_last_step_of_a_hint_shows_the_next_moves_on_the_board() {
    let mut blocks = known("hengdaolima", &options(), (80, 24), 81);
    let text = hinted(&mut blocks, "HHH", &["1↓", "2←", "3↓", "4→"]);
    insta::assert_snapshot!("ghosts_80x24", text);
    blocks.resize(20, 10);
    insta::assert_snapshot!("ghosts_20x10", blocks.text());
    blocks.press(Key::Tab);
    blocks.type_in("u");
    let mut cars = known("rush", &plain(), (40, 15), 8);
    let text = hinted(&mut cars, "HHH", &["1>", "2<", "3v", "4^"]);
    assert!(text.is_ascii(), "{text}");
    insta::assert_snapshot!("ghosts_40x15", text);
    cars.resize(60, 20);
    insta::assert_snapshot!("ghosts_60x20", cars.text());
    let mut numbers = known("four", &options(), (40, 15), 12);
    insta::assert_snapshot!("ghosts_of_numbers_40x15", hinted(&mut numbers, "HHH", &["1", "4"]));
    numbers.resize(20, 9);
    insta::assert_snapshot!("ghosts_of_numbers_20x9", numbers.text());
}

/// Before it, the piece alone is marked, with an arrow and without a number.
#[test]
fn the_step_before_it_is_an_arrow_on_the_piece() {
    for (options, size, arrow) in
        [(options(), (80, 24), '↓'), (options(), (40, 15), '↓'), (plain(), (20, 10), 'v')]
    {
        let mut stage = known("hengdaolima", &options, size, 81);
        let marked = |stage: &Stage| {
            let cells = stage.app.backend().buffer().content().iter();
            let reversed = ratatui::style::Modifier::REVERSED | ratatui::style::Modifier::BOLD;
            let marked = cells.filter(|cell| cell.modifier.contains(reversed));
            marked.map(|cell| cell.symbol().to_owned()).collect::<String>()
        };
        stage.type_in("H");
        let before = marked(&stage);
        stage.type_in("H");
        let arrows = marked(&stage).chars().filter(|&c| c == arrow).count();
        assert_eq!(arrows, before.matches(arrow).count() + 1, "{}", stage.text());
        assert!(!stage.text().contains('░'), "{}", stage.text());
    }
}

/// Of four pieces that are called alike each is named by its letter too.
#[test]
fn equal_pieces_are_told_apart_in_the_words_of_a_hint() {
    let mut stage = known("hengdaolima", &options(), (80, 24), 81);
    let text = hinted(&mut stage, "HHH", &["Huang Zhong D ↓"]);
    let footer = text.lines().last().expect("there are rows");
    let mut letters = footer.split("soldier ").skip(1).peekable();
    assert!(letters.peek().is_some(), "{footer}");
    assert!(letters.all(|rest| rest.starts_with(['i', 'j', 'k', 'l'])), "{footer}");
}

/// In a small window names would not fit into the row; the letters are what stands on the board there.
#[test]
fn in_a_small_window_a_hint_names_pieces_by_their_letters() {
    let mut stage = known("hengdaolima", &options(), (40, 15), 81);
    hinted(&mut stage, "HHH", &["Hint: i ↓  l ←  D ↓  H →"]);
}

/// A piece that moves twice has both numbers, and where a piece still stands no other one is drawn.
#[test]
fn a_piece_that_moves_twice_has_both_numbers() {
    let mut stage = odd("board = 'ca/b.'\ngoal = 'ab/c.'");
    stage.until_mapped(4);
    stage.type_in("HHH");
    insta::assert_snapshot!("ghosts_twice", stage.text());
    stage.resize(20, 8);
    insta::assert_snapshot!("ghosts_twice_20x8", stage.text());
}

#[test]
fn nothing_beside_the_board_moves_when_a_hint_is_taken() {
    for (id, remaining) in [("hengdaolima", 81), ("rush", 8), ("four", 12)] {
        for size in [(200, 60), (120, 40), (80, 24), (60, 20), (40, 15)] {
            let mut stage = known(id, &options(), size, remaining);
            // What stands beside the board: the only thing that comes is the number of hints, in a place of its own.
            let beside = |stage: &Stage| -> Vec<String> {
                let text = stage.text();
                let edge = |corner| {
                    let of_row = |row: &str| row.chars().position(|c| c == corner);
                    text.lines().find_map(of_row).expect("it has a frame")
                };
                let (left, right) = (edge('┏'), edge('┓'));
                let rows = text.lines().filter(|row| row.contains('┃'));
                let around = |row: &str| {
                    let outside = |(at, _): &(usize, char)| *at < left || *at > right;
                    row.chars().enumerate().filter(outside).map(|(_, c)| c).collect()
                };
                rows.map(around).collect()
            };
            let before = beside(&stage);
            // The fourth step may show a board in the place of the map, which the test of the chapters looks at.
            for step in ["H", "H", "H"] {
                stage.type_in(step);
                for (before, after) in before.iter().zip(beside(&stage)) {
                    let after = match after.split_once("hints") {
                        Some((left, right)) => {
                            let right = right.replacen('1', " ", 1);
                            format!("{left}     {right}")
                        }
                        None => after,
                    };
                    assert_eq!(before.trim_end(), after.trim_end(), "{id} {size:?}");
                }
            }
        }
    }
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
    for _ in 0..80 {
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

/// It is told and kept if it is shorter than was known, the moves made before with it, and is no record of the player's.
#[test]
fn what_the_solver_finds_of_an_open_puzzle_is_kept() {
    let home = tempfile::tempdir().unwrap();
    let board = "12 3 9 22 1/18 24 4 14 19/21 5 15 0 10/8 13 6 2 17/7 23 16 20 11";
    let text = format!("[[puzzle]]\nboard = '{board}'\noptimal = {{ step = [60, 900] }}\n");
    let open = || {
        let pack = notation::read("open.toml", &text).unwrap();
        let list = Playlist::collections(pack.entries, [], 0).unwrap();
        kept(list, &options(), &home)
    };
    let mut stage = open();
    stage.until_seen("best known 900");
    stage.type_in("kjS");
    stage.until_seen("maybe not best");
    stage.until_seen("It is kept.");
    stage.press(Key::Esc);
    stage.until_seen("(solver)");
    let known: u32 = figure(&stage.text(), "best known").unwrap().parse().unwrap();
    assert!((95..900).contains(&known), "{}", stage.text());
    drop(stage);
    let records = Records::open(Some(Dirs::at(home.path())));
    let puzzle = &notation::read("open.toml", &text).unwrap().entries[0].puzzle;
    let found = records.bests().found(puzzle, Metric::Step).expect("it is kept");
    let line = found.line.as_deref().expect("it has its moves");
    let line = notation::moves::read(puzzle, puzzle.start(), line).unwrap();
    let mut position = puzzle.start().clone();
    for action in &line {
        position.play(puzzle, action).expect("it is legal");
    }
    assert!(puzzle.is_solved(&position));
    assert_eq!((line.len() as u32, found.moves), (known, known));
    assert!(records.bests().get(puzzle, Metric::Step).is_none());
    drop(records);
    let mut stage = open();
    stage.until_seen(&format!("best known {known} (solver)"));
    stage.press(Key::Esc);
    stage.until_seen(&format!("≤{known}"));
    assert!(stage.text().contains(&format!("60 to {known} steps")), "{}", stage.text());
}

/// It would be a solution to play by.
#[test]
fn the_review_of_a_game_that_goes_on_has_no_solution() {
    let mut stage = known("hengdaolima", &options(), (80, 24), 81);
    stage.press(Key::Arrow(Direction::Down));
    stage.type_in("V");
    let text = stage.text();
    assert!(text.contains("1 move made, 8") && !text.contains("optimal line"), "{text}");
    // Where the solver's figures are hidden, moves are not judged either, and there is no map.
    stage.press(Key::Esc);
    stage.type_in("BV");
    let text = stage.text();
    assert!(text.contains("1 move") && !text.contains("made") && !text.contains('!'), "{text}");
    stage.press(Key::Esc);
    stage.type_in("M");
    assert!(stage.text().contains("hidden like the solver's figures"), "{}", stage.text());
}

#[test]
fn a_game_that_was_left_goes_on() {
    let mut stage = known("hengdaolima", &options(), (80, 24), 81);
    stage.press(Key::Arrow(Direction::Down));
    let moves = |stage: &Stage| stage.app.model().game.session.turns().len();
    assert_eq!(moves(&stage), 1);
    stage.type_in("N");
    assert_eq!(moves(&stage), 0);
    stage.type_in("P");
    assert_eq!(moves(&stage), 1);
    assert!(stage.text().contains("Your game goes on; R begins anew."), "{}", stage.text());
    // To ask for the puzzle that is played leaves its game as it is.
    let entry = stage.app.model().game.entry.as_ref().clone();
    stage.send(Message::Launch(Playlist::one(entry)));
    assert_eq!(moves(&stage), 1);
}

#[test]
fn sentences_name_the_keys_that_are_in_force() {
    let keys = [("hint", "i"), ("undo", "z")].map(|(a, key)| (a.to_owned(), vec![key.to_owned()]));
    let options = set(|settings| settings.keys = [("play".to_owned(), keys.into())].into());
    let mut stage = known("rush", &options, (80, 24), 8);
    let text = hinted(&mut stage, "i", &["i tells the way."]);
    assert!(!text.contains("H tells"), "{text}");
}
