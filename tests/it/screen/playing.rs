//! What keys do: moves, hints, the player, the list, other files, and what is due when.

use super::*;

/// A piece that is lifted goes over others, and is in hand until another one is taken: all of it is one move.
#[test]
fn pieces_are_lifted_over_others() {
    let mut stage = odd("board = 'aab/...'\ngoal = '.../..b'\nlift = true");
    assert!(stage.text().contains("pieces may be lifted"));
    stage.type_in("fb");
    stage.press(Key::Arrow(Direction::Left));
    stage.press(Key::Arrow(Direction::Right));
    let game = &stage.app.model().game;
    assert!(game.session.is_solved());
    assert_eq!((game.session.done(), game.session.counts()), (1, [1; 3]));
    stage.type_in("u");
    assert_eq!(stage.app.model().game.session.done(), 0);
    // Back where it was taken up, nothing has been played.
    stage.press(Key::Arrow(Direction::Down));
    stage.press(Key::Arrow(Direction::Up));
    assert_eq!(stage.app.model().game.session.done(), 0);
    stage.until_known(1);
    stage.type_in("HHH");
    assert!(stage.text().contains("b 3,2"), "{}", stage.text());
}

#[test]
fn tiles_are_selected_where_they_may_be_lifted() {
    let mut stage = odd("board = '[[2,1],[3,0]]'\nlift = true");
    for (tile, way) in [("2", Direction::Right), ("1", Direction::Left), ("2", Direction::Up)] {
        stage.type_in("f");
        stage.type_in(tile);
        stage.press(Key::Arrow(way));
    }
    stage.until_known(0);
    let game = &stage.app.model().game;
    assert!(game.session.is_solved());
    assert_eq!(game.session.count(Metric::Step), 3);
}

#[test]
fn waypoints_are_counted_and_marked() {
    let mut stage = odd("board = 'ab./...'\ngoal = '.../.a.'\nvia = ['..a/...', 'a../...']");
    assert!(stage.text().contains("0/2"));
    stage.until_known(1);
    for (name, way) in [("b", Direction::Down), ("a", Direction::Right), ("a", Direction::Right)] {
        stage.type_in("f");
        stage.type_in(name);
        stage.press(Key::Arrow(way));
    }
    assert!(stage.text().contains("1/2"), "{}", stage.text());
    stage.type_in("u");
    assert!(stage.text().contains("0/2"));
}

/// Held with the mouse, a piece goes over others, stays where it fitted last, and all of the way is one move.
#[test]
fn pieces_are_lifted_with_the_mouse() {
    let mut stage = odd("board = 'aab/...'\ngoal = '.../..b'\nlift = true");
    // In this window a cell has 7 columns and 3 rows.
    stage.resize(60, 11);
    let (x, y) = spot(&stage, "  b  ");
    stage.point(Gesture::Press, (x, y));
    stage.point(Gesture::Drag, (x - 14, y));
    assert_eq!(stage.app.model().game.session.done(), 0, "it fits not");
    stage.point(Gesture::Drag, (x - 14, y + 3));
    assert_eq!(spot(&stage, "  b  "), (x - 14, y + 3));
    stage.point(Gesture::Drag, (x, y + 3));
    stage.point(Gesture::Release, (x, y + 3));
    let game = &stage.app.model().game;
    assert!(game.session.is_solved(), "{}", stage.text());
    assert_eq!((game.session.done(), game.session.counts()), (1, [1; 3]));
}

#[test]
fn tiles_are_lifted_with_the_mouse() {
    let mut stage = odd("board = '[[2,1],[3,0]]'\nlift = true");
    stage.resize(60, 11);
    let places = ["║  2  ║", "│  1  │", "│  3  │"].map(|tile| spot(&stage, tile));
    let [two, one, three] = places.map(|(x, y)| (x + 3, y));
    let blank = (one.0, three.1);
    for (from, to) in [(two, blank), (one, two), (blank, one)] {
        stage.point(Gesture::Press, from);
        stage.point(Gesture::Drag, to);
        stage.point(Gesture::Release, to);
    }
    let game = &stage.app.model().game;
    assert!(game.session.is_solved(), "{}", stage.text());
    assert_eq!(game.session.count(Metric::Step), 3);
}

/// What a number puzzle asks for is to be seen: the next waypoint, then a goal that is not the plain order.
#[test]
fn an_order_that_is_not_the_plain_one_is_shown() {
    let box_of = |stage: &Stage, heading: &str| {
        let (x, y) = spot(stage, heading);
        let text = stage.text();
        let below = text.lines().skip(usize::from(y) + 1).take(2);
        let row = |line: &str| line.chars().skip(usize::from(x) + 1).take(6).collect();
        below.map(row).collect::<Vec<String>>()
    };
    let mut stage = odd("board = '0 1 2/3 4 5'\ngoal = '2 1 3/0 4 5'\nvia = ['1 0 2/3 4 5']");
    assert_eq!(box_of(&stage, " next waypoint "), ["1 · 2 ", "3 4 5 "]);
    stage.press(Key::Arrow(Direction::Left));
    assert!(!stage.text().contains("next waypoint"));
    assert_eq!(box_of(&stage, " goal ─"), ["2 1 3 ", "· 4 5 "]);
    stage.type_in("?");
    let help = stage.text();
    for words in ["Put the numbers in the order shown", " 2 1 3 ", " · 4 5 "] {
        assert!(help.contains(words), "{help}");
    }
    let plain = odd("board = '[[1,2,3],[4,0,5]]'");
    assert!(!plain.text().contains("╭ goal"), "{}", plain.text());
}

/// What `replay --play` opens: the moves of somebody else, which can be stepped through and played on.
#[test]
fn moves_that_are_given_are_shown_in_the_player() {
    let list = two_by_three();
    let puzzle = &list.current().puzzle;
    let slide = |name| Move::of(puzzle.piece_named(name).expect("it is there"), &[Direction::Left]);
    let moves = vec![slide("4"), slide("5")];
    let still = set(|settings| settings.animation = false);
    let mut stage = Stage::new(list, &still, 80, 24).showing(moves);
    assert_eq!(stage.app.model().scope(), Scope::Player);
    stage.type_in(".");
    stage.press(Key::Enter);
    let game = &stage.app.model().game;
    assert_eq!((game.session.done(), game.session.is_solved()), (1, false));
    stage.press(Key::Arrow(Direction::Left));
    assert!(stage.app.model().game.session.is_solved());
    // Shown moves are help: nobody's best result comes of them.
    assert_eq!(stage.app.model().game.session.hints(), 1);
}

#[test]
fn two_by_three_is_solved_by_hand() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.until_known(2);
    stage.press(Key::Arrow(Direction::Left));
    assert_eq!(figure(&stage.text(), "steps"), Some("1".to_owned()));
    stage.until_known(1);
    assert!(stage.text().contains("−1 good"), "{}", stage.text());
    stage.type_in("h");
    stage.until_seen("Solved in the fewest steps: 2!");
    stage.until_known(0);
}

#[test]
fn undo_and_redo_go_back_and_forth() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.until_mapped(2);
    let before = stage.text();
    stage.type_in("al");
    stage.type_in("uu");
    stage.until(|text| text == before);
    stage.type_in("U");
    stage.until_known(1);
    let after = stage.app.model().game.session.position().clone();
    stage.type_in("R");
    stage.until_known(2);
    stage.type_in("u");
    assert_eq!(stage.app.model().game.session.position(), &after);
    stage.type_in("uu");
    assert!(stage.text().contains("Nothing to take back."));
}

#[test]
fn a_move_away_is_called_so() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.until_known(2);
    stage.type_in("j");
    stage.until_seen("+1 away");
    assert_eq!(figure(&stage.text(), "waste"), Some("2".to_owned()));
}

#[test]
fn hints_alone_solve_it_in_the_fewest_moves() {
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    stage.until_known(8);
    for remaining in (0..8).rev() {
        while stage.app.model().game.hint.is_empty() {
            stage.type_in("H");
            assert!(stage.text().contains("Hint: "), "{}", stage.text());
        }
        let game = &stage.app.model().game;
        let hint = game.hint[0].clone();
        assert_eq!(hint.piece(), game.selected);
        for step in hint.steps() {
            stage.press(Key::Arrow(step.direction));
        }
        stage.until_known(remaining);
    }
    assert!(stage.text().contains("Solved in the fewest moves: 8!"));
}

#[test]
fn a_hint_tells_a_little_more_each_time() {
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    stage.until_known(8);
    stage.type_in("H");
    assert!(stage.text().contains("goes next"), "{}", stage.text());
    let piece = stage.app.model().game.selected;
    stage.type_in("H");
    let game = &stage.app.model().game;
    // An arrow on the board too; the moves after it come with the next step.
    assert_eq!((game.selected, game.hint.len()), (piece, 1));
    stage.type_in("HH");
    assert_eq!(stage.app.model().game.hint.len(), 4);
    let hint = stage.app.model().game.hint[0].clone();
    assert_eq!(hint.piece(), piece);
    for step in hint.steps() {
        stage.press(Key::Arrow(step.direction));
    }
    stage.until_known(7);
    stage.type_in("H");
    assert!(stage.text().contains("the last move"), "{}", stage.text());
    assert_eq!(stage.app.model().game.session.hints(), 1);
    stage.type_in("H");
    assert_eq!(stage.app.model().game.session.hints(), 2);
}

#[test]
fn the_review_marks_what_was_lost_and_replays_from_there() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.until_known(2);
    for (key, remaining) in [("h", 1), ("j", 2), ("k", 1), ("h", 0)] {
        stage.type_in(key);
        stage.until_known(remaining);
    }
    assert!(stage.text().contains("Solved in 4 steps; the fewest are 2."));
    stage.type_in("V");
    let text = stage.text();
    assert!(text.contains("1 of 4 moves led away"), "{text}");
    assert!(text.contains("2 2↓!  3 2↑  "), "{text}");
    assert!(text.contains("1/4 "), "{text}");
    stage.press(Key::Enter);
    stage.until_known(1);
    assert_eq!(figure(&stage.text(), "steps"), Some("1".to_owned()));
    stage.type_in("h");
    stage.until_seen("Solved in the fewest steps: 2!");
}

#[test]
fn the_solver_s_way_is_played_and_left_again() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 80, 24);
    stage.until_known(81);
    let own = stage.app.model().game.session.position().clone();
    stage.type_in("S");
    stage.until_seen(" 0/81 ");
    stage.pass(Duration::from_secs(2));
    assert!(stage.text().contains(" 4/81 "), "{}", stage.text());
    stage.type_in(" ..,");
    stage.pass(Duration::from_secs(9));
    assert!(stage.text().contains(" 5/81 "), "{}", stage.text());
    stage.type_in("5");
    assert!(stage.text().contains("40/81 "));
    stage.press(Key::Esc);
    assert_eq!(stage.app.model().game.session.position(), &own);
    stage.type_in("S9");
    stage.press(Key::Enter);
    stage.until_known(9);
    assert_eq!(figure(&stage.text(), "moves"), Some("72".to_owned()));
    stage.type_in("S");
    stage.pass(Duration::from_secs(60));
    assert!(stage.text().contains("9/9 "), "{}", stage.text());
}

#[test]
fn a_search_is_shown_with_bounds_and_can_be_left() {
    let mut stage = Stage::new(pack("hard"), &options(), 80, 24);
    stage.until(|text| figure(text, "remaining") == Some("≥".to_owned()));
    stage.type_in("S");
    assert!(stage.text().contains("The solver is at work"));
    stage.until_seen("states/s");
    stage.press(Key::Esc);
    stage.type_in("N");
    stage.until_seen("Concave");
}

#[test]
fn the_metric_can_be_switched() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 80, 24);
    stage.until_known(81);
    stage.type_in("m");
    stage.until_known(116);
    stage.type_in("m");
    stage.until_known(90);
    // Who comes back to the puzzle's own has chosen nothing for the next one.
    stage.type_in("mOrush-1");
    stage.press(Key::Enter);
    let game = &stage.app.model().game;
    assert_eq!((game.entry.id.as_str(), game.metric()), ("rush-1", Metric::Slide));
}

/// Moves that are looked at do not take the place of the game that was left, until one plays on.
#[test]
fn moves_that_are_shown_leave_the_game_that_was_left() {
    let home = tempfile::tempdir().unwrap();
    let left = || {
        let saved = Records::open(Some(Dirs::at(home.path()))).left().expect("one was left");
        (saved.entry.puzzle, saved.session.done())
    };
    let mut stage = kept(pack("hengdaolima"), &options(), &home);
    stage.press(Key::Arrow(Direction::Down));
    assert_eq!(stage.app.unkept(), None);
    let before = left();
    assert_eq!(before.1, 1);
    let playlist = two_by_three();
    let start = playlist.current();
    let path = notation::moves::read(&start.puzzle, start.puzzle.start(), "LL").unwrap();
    let mut stage = Stage::new(playlist, &options(), 80, 24).showing(path);
    stage.app = stage.app.with_records(Records::open(Some(Dirs::at(home.path()))), None);
    stage.press(Key::Arrow(Direction::Right));
    assert_eq!(stage.app.unkept(), None);
    assert!(left() == before);
    stage.press(Key::Esc);
    stage.press(Key::Arrow(Direction::Left));
    assert_eq!(stage.app.unkept(), None);
    assert!(left() == (start.puzzle.clone(), 1));
}

#[test]
fn pieces_are_found_by_tab_and_by_letter() {
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    let selected = |stage: &Stage| {
        let game = &stage.app.model().game;
        game.selected.map(|id| game.puzzle().piece(id).name().to_owned())
    };
    stage.type_in("fo");
    assert_eq!(selected(&stage), Some("o".to_owned()));
    stage.press(Key::Tab);
    let next = selected(&stage);
    assert_ne!(next, Some("o".to_owned()));
    stage.send(Message::Key(Chord::shift(Key::Tab)));
    assert_eq!(selected(&stage), Some("o".to_owned()));
    stage.send(Message::Key(Chord::shift(Key::Arrow(Direction::Down))));
    assert_eq!(figure(&stage.text(), "moves"), Some("1".to_owned()));
    stage.type_in("fz");
    assert!(stage.text().contains("No piece is called that."));
}

#[test]
fn the_mouse_clicks_and_drags() {
    let mut stage = Stage::new(two_by_three(), &options(), 60, 11);
    stage.until_known(2);
    let inside = stage.text();
    let row = inside.lines().position(|l| l.contains("│  5  │")).unwrap() as u16;
    let line = inside.lines().nth(row.into()).unwrap();
    let column = line.chars().position(|c| c == '5').unwrap() as u16 - 1;
    stage.point(Gesture::Press, (column, row));
    stage.until_known(0);

    let mut stage = Stage::new(pack("concave"), &options(), 80, 24);
    stage.until_known(2);
    let text = stage.text();
    let row = text.lines().position(|l| l.contains("  X  ")).unwrap() as u16;
    let line = text.lines().nth(row.into()).unwrap();
    let column = line.chars().position(|c| c == 'X').unwrap() as u16 - 1;
    stage.point(Gesture::Press, (column, row));
    stage.point(Gesture::Drag, (column + 14, row - 3));
    stage.point(Gesture::Release, (column + 14, row - 3));
    let game = &stage.app.model().game;
    assert!(game.session.count(Metric::Step) >= 3, "{}", stage.text());
}

#[test]
fn the_clock_stands_still_while_nobody_looks() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.pass(Duration::from_secs(5));
    assert_eq!(figure(&stage.text(), "time"), Some("00:00".to_owned()));
    stage.type_in("h");
    stage.pass(Duration::from_secs(3));
    assert_eq!(figure(&stage.text(), "time"), Some("00:03".to_owned()));
    stage.type_in("?");
    stage.pass(Duration::from_secs(30));
    stage.press(Key::Esc);
    stage.resize(10, 3);
    stage.pass(Duration::from_secs(30));
    stage.resize(80, 24);
    stage.pass(Duration::from_secs(1));
    assert_eq!(figure(&stage.text(), "time"), Some("00:04".to_owned()));
}

#[test]
fn after_small_and_smaller_windows_the_picture_is_as_before() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 120, 40);
    stage.until_mapped(81);
    let before = stage.text();
    for (width, height) in [(20, 5), (1, 1), (120, 40)] {
        stage.resize(width, height);
    }
    assert_eq!(stage.text(), before);
}

#[test]
fn q_and_ctrl_z_leave_the_loop() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    assert_eq!(stage.send(Message::Key(Chord::ctrl('z'))), Effect::Suspend);
    assert_eq!(stage.press(Key::Char('q')), Effect::Quit);
    assert_eq!(stage.send(Message::Closed), Effect::Quit);
}

#[test]
fn nothing_is_due_while_nothing_happens() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    // The solver, which is to rest some time, has done all that it does.
    stage.until_mapped(2);
    assert_eq!(stage.app.model().deadline(), None);
    stage.type_in("h");
    stage.pass(Duration::from_millis(100));
    assert_eq!(stage.app.model().deadline(), Some(Duration::from_secs(1)));
    stage.type_in("h");
    stage.pass(Duration::from_secs(1));
    stage.type_in("q");
    assert_eq!(stage.app.model().deadline(), None);
}

/// While positions are being listed, and in a window without room for a small board too.
#[test]
fn the_chart_of_bounds_is_there_before_the_map() {
    let mut stage = Stage::new(Playlist::named("american-pie", None).unwrap(), &options(), 60, 20);
    stage.type_in("M");
    let text = stage.text();
    let words = ["Listing all positions", "distance to goal, its proven bounds", "remaining"];
    assert!(words.iter().all(|words| text.contains(words)), "{text}");
}

#[test]
fn the_map_of_too_many_positions_is_a_chart_of_bounds() {
    let mut stage = Stage::new(pack("four"), &options(), 80, 24);
    stage.until_known(12);
    stage.type_in("M");
    stage.until_seen("Too many positions");
    stage.press(Key::Arrow(Direction::Down));
    stage.type_in("da");
    assert_eq!(stage.app.model().game.session.done(), 3);
    stage.press(Key::Esc);
    assert_eq!(figure(&stage.text(), "steps"), Some("3".to_owned()));
}

#[test]
fn a_click_into_the_distances_goes_back_to_that_moment() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.until_mapped(2);
    stage.type_in("jkh");
    stage.until_known(1);
    let (column, row) = spot(&stage, "╭ distance to goal");
    // The second bar is the first move's.
    stage.point(Gesture::Press, (column + 2, row + 1));
    assert_eq!(stage.app.model().game.session.done(), 1);
    stage.type_in("UU");
    stage.until_known(1);
}

#[test]
fn midway_through_a_move_of_two_cells_nothing_is_lost() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 80, 24);
    stage.until_mapped(81);
    let mut halves = 0;
    for _ in 0..12 {
        let game = &stage.app.model().game;
        let action = game.next_move().unwrap();
        stage.app_plays(&action);
        halves += usize::from(action.steps().len() > 1);
    }
    assert!(halves > 0, "no move of the first twelve has two cells");
}

#[test]
fn a_large_board_scrolls_with_the_piece() {
    let mut stage = Stage::new(pack("large"), &options(), 40, 15);
    stage.until_known(LARGE);
    assert!(stage.text().contains("AAAA"), "{}", stage.text());
    assert!(stage.text().contains('▸') && stage.text().contains('▾'));
    assert!(!stage.text().contains('◂'), "{}", stage.text());
    for _ in 0..3 {
        stage.send(Message::Key(Chord::shift(Key::Arrow(Direction::Right))));
        stage.send(Message::Key(Chord::shift(Key::Arrow(Direction::Down))));
    }
    assert!(stage.text().contains("AAAA"), "{}", stage.text());
    assert!(stage.text().contains('◂') && stage.text().contains('▴'));
    stage.resize(120, 40);
    assert!(!stage.text().contains('◂'), "{}", stage.text());
}

#[test]
fn a_move_slides_and_then_nothing_is_due() {
    let mut options = options();
    options.settings.clock = false;
    let mut stage = Stage::new(two_by_three(), &options, 80, 24);
    stage.until_mapped(2);
    stage.type_in("h");
    stage.until_known(1);
    let on_its_way = stage.text();
    assert!(stage.app.model().deadline().is_some());
    stage.pass(Duration::from_millis(40));
    assert_ne!(stage.text(), on_its_way);
    stage.pass(Duration::from_millis(60));
    assert_eq!(stage.app.model().deadline(), None);
    let there = stage.text();
    stage.pass(Duration::from_secs(60));
    assert_eq!(stage.text(), there);
    options.settings.animation = false;
    let mut still = Stage::new(two_by_three(), &options, 80, 24);
    still.until_mapped(2);
    still.type_in("h");
    still.until_known(1);
    assert_eq!(still.text(), there);
}

#[test]
fn what_the_solver_says_can_be_hidden_until_the_end() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.until_mapped(2);
    stage.type_in("Bh");
    let text = stage.text();
    for word in ["remaining", "par  ", "waste", "good", "distance to goal", "map:"] {
        assert!(!text.contains(word), "{word}:\n{text}");
    }
    stage.type_in("h");
    stage.until_known(0);
    stage.type_in("BB");
    stage.type_in("u");
    stage.until_known(1);
    stage.type_in("B");
    assert_eq!(stage.app.model().settings.show, Show::default());
}

#[test]
fn keys_can_be_changed() {
    let keys = |action: &str, key: &str| (action.to_owned(), vec![key.to_owned()]);
    let play = [keys("undo", "Backspace"), keys("left", "z")].into();
    let options = set(|settings| settings.keys = [("play".to_owned(), play)].into());
    let mut stage = Stage::new(two_by_three(), &options, 80, 24);
    stage.until_mapped(2);
    assert!(stage.text().contains("Backspace undo"), "{}", stage.text());
    stage.type_in("hz");
    stage.until_known(1);
    stage.press(Key::Backspace);
    stage.until_known(2);
}

#[test]
fn a_direction_can_move_the_blank() {
    let options = set(|settings| settings.move_blank = true);
    let mut stage = Stage::new(two_by_three(), &options, 80, 24);
    stage.until_mapped(2);
    stage.press(Key::Arrow(Direction::Right));
    stage.until_known(1);
}

#[test]
fn a_file_is_opened_and_its_errors_are_shown_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("bad.txt"), "ab\nba\n").unwrap();
    std::fs::write(file("good.txt"), "[[1,2,3],[0,4,5]]").unwrap();
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    stage.until_mapped(8);
    stage.type_in("O");
    stage.type_in(&format!("{}/", folder.path().display()));
    assert!(stage.text().contains("bad.txt"), "{}", stage.text());
    stage.type_in("b");
    stage.press(Key::Tab);
    stage.press(Key::Enter);
    assert!(stage.text().contains("expected"), "{}", stage.text());
    for _ in 0.."bad.txt".len() {
        stage.press(Key::Backspace);
    }
    stage.press(Key::Arrow(Direction::Down));
    stage.press(Key::Arrow(Direction::Down));
    assert!(stage.text().contains("▸ good.txt"), "{}", stage.text());
    stage.press(Key::Enter);
    stage.until_known(2);
    stage.type_in("V");
    assert!(stage.text().contains("No move has been played yet."));
}

#[test]
fn a_file_that_is_far_too_large_is_refused_where_it_was_named() {
    let folder = tempfile::tempdir().unwrap();
    let many = format!("[[puzzle]]\nvia = [{}]\n", "{},".repeat(300_000));
    for (text, words) in
        [("[".repeat(1 << 24), "a text of 16777216 bytes"), (many, "600004 of the marks")]
    {
        let file = folder.path().join("large.txt");
        std::fs::write(&file, text).unwrap();
        let mut stage = Stage::new(pack("rush"), &options(), 120, 24);
        stage.type_in("O");
        stage.type_in(&file.display().to_string());
        stage.press(Key::Enter);
        assert!(stage.text().contains(words), "{}", stage.text());
        stage.press(Key::Esc);
        stage.until_mapped(8);
    }
}
