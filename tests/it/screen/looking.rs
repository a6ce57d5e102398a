//! What is seen beside the board: goals, letters, sentences too long for a row, the own game looked back at, and the window made small for a while.

use super::*;
use ratatui::style::Color;

/// Blocks that have more than one place to come to, or one without an exit: the board alone does not say which goes where.
#[test]
fn the_goal_of_blocks_is_drawn_where_the_board_does_not_say_it() {
    let rows = |stage: &Stage| {
        let (x, y) = spot(stage, "╭ goal ─");
        let text = stage.text();
        let below = text.lines().skip(usize::from(y) + 1).take(2);
        let row = |line: &str| line.chars().skip(usize::from(x) + 2).take(5).collect();
        below.map(row).collect::<Vec<String>>()
    };
    let mut stage = odd("board = 'ab./...'\ngoal = '.ba/...'");
    assert_eq!(rows(&stage), ["· b a", "· · ·"]);
    stage.until_known(1);
    stage.type_in("S");
    stage.until_seen("0/1");
    assert_eq!(rows(&stage), ["· b a", "· · ·"]);
    stage.press(Key::Esc);
    stage.press(Key::Esc);
    assert_eq!(rows(&stage), ["· b a", "· · ·"]);
    // Where the frame is open, that is enough.
    let stage = odd("board = 'ab./...'\ngoal = '.../..a'");
    assert!(!stage.text().contains("╭ goal"), "{}", stage.text());
}

#[test]
fn an_order_that_is_not_the_plain_one_is_shown_in_the_list_and_in_the_player() {
    let mut stage = odd("board = '1 2 0/3 4 5'\ngoal = '0 1 2/3 4 5'");
    stage.until_known(2);
    stage.type_in("S");
    stage.until_seen("0/2");
    assert!(stage.text().contains("╭ goal ─"), "{}", stage.text());
    stage.press(Key::Esc);
    stage.press(Key::Esc);
    assert!(stage.text().contains("│· 1 2 "), "{}", stage.text());
}

/// Labels are not what `f` asks for: while it asks, the pieces show their letters.
#[test]
fn the_letters_of_the_pieces_are_shown_while_one_is_asked_for() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 80, 24);
    assert!(stage.text().contains("    Cao Cao     "));
    stage.type_in("f");
    assert!(
        !stage.text().contains("    Cao Cao     ") && stage.text().contains("  S  "),
        "{}",
        stage.text()
    );
    stage.type_in("S");
    assert!(stage.text().contains("    Cao Cao     "));
}

#[test]
fn a_sentence_too_long_for_the_row_takes_another() {
    let mut stage = Stage::new(pack("rush"), &options(), 40, 15);
    stage.until_mapped(8);
    stage.type_in("fX");
    stage.press(Key::Arrow(Direction::Down));
    let text = stage.text();
    let rows: Vec<&str> = text.lines().rev().take(2).collect();
    assert!(rows[1].contains(" Several pieces can go that way: Tab or "), "{text}");
    assert!(rows[0].contains(" f picks one."), "{text}");
    stage.type_in("T");
    assert!(!stage.text().contains("Several"), "{}", stage.text());
}

/// One move of two cells is one move in the review too, and the best game before this one runs along.
#[test]
fn the_review_counts_as_the_metric_does_and_shows_the_best_game() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 80, 24);
    stage.until_mapped(81);
    while let Some(action) = stage.app.model().game.next_move() {
        stage.app_plays(&action);
    }
    assert_eq!(stage.app.model().game.session.count(Metric::Move), 81);
    assert!(stage.app.model().game.session.done() > 81);
    stage.type_in("V");
    // In a panel as narrow as here these are two lines.
    for said in ["81 moves, par 81", "0 of 81 moves led away"] {
        assert!(stage.text().contains(said), "{}", stage.text());
    }
    assert!(!stage.text().contains("your best"), "{}", stage.text());
    stage.press(Key::Esc);

    let mut stage = Stage::new(two_by_three(), &options(), 120, 24);
    stage.until_mapped(2);
    stage.type_in("hjkhVR");
    stage.press(Key::Esc);
    stage.type_in("RhhV");
    let text = stage.text();
    for words in ["your best dotted", "╭ your best ─", "to go: you 0, best 2"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    stage.type_in(",,");
    assert!(stage.text().contains("to go: you 2, best 2"), "{}", stage.text());
    stage.type_in(".");
    stage.press(Key::Enter);
    assert_eq!(figure(&stage.text(), "steps").as_deref(), Some("1"));
}

/// One key may take several steps; in steps each is a move.
#[test]
fn the_review_in_steps_goes_step_by_step() {
    let steps = set(|settings| settings.metric = Some(Metric::Step));
    let mut stage = Stage::new(two_by_three(), &steps, 80, 24);
    stage.until_mapped(2);
    stage.send(Message::Key(Chord::shift(Key::Arrow(Direction::Left))));
    assert_eq!(stage.app.model().game.session.done(), 1);
    stage.until_known(0);
    stage.type_in("V");
    for said in ["2 steps, par 2", "0 of 2 moves led away", "2/2"] {
        assert!(stage.text().contains(said), "{said}: {}", stage.text());
    }
    stage.type_in(",");
    assert!(stage.text().contains("1/2"), "{}", stage.text());
    // There is no turn that ended here, so that it goes back to where that turn began.
    stage.press(Key::Enter);
    assert_eq!(stage.app.model().game.session.done(), 0);
}

#[test]
fn what_is_chosen_in_play_is_to_last() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    let settings = |stage: &Stage| stage.app.model().settings.clone();
    let usual = Settings::default();
    assert_eq!(settings(&stage), usual);
    stage.type_in("T");
    let light = Settings { theme: Palette::Light, ..usual };
    assert_eq!(settings(&stage), light);
    stage.type_in("LB");
    assert_eq!(settings(&stage), Settings { lang: Lang::Zh, show: Show::End, ..light });
}

/// Whatever is cut is marked so.
#[test]
fn names_are_cut_with_a_mark() {
    let board = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap();
    let mut entry = notation::Entry::of(board);
    entry.name = "The Long Name of a Board That Nobody Can Remember".into();
    let mut stage = Stage::new(Playlist::one(entry), &options(), 40, 15);
    assert!(stage.text().contains("That Nobody…"), "{}", stage.text());
    stage.press(Key::Esc);
    assert!(stage.text().contains("The Long Name of a B…"), "{}", stage.text());
}

/// Nobody waits for a proof that may take hours: after a second the best solution so far is shown, and said to be no more.
#[test]
fn a_solution_that_is_not_proven_is_shown_and_said_to_be_so() {
    let mut stage = Stage::new(pack("hard"), &options(), 80, 24);
    stage.type_in("S");
    stage.until_seen("not proven shortest");
    assert!(stage.text().contains("The best so far, "), "{}", stage.text());
    stage.type_in(".");
    stage.press(Key::Enter);
    // The rest of it is known where it was left, and hints follow it.
    assert_eq!(stage.app.model().game.session.done(), 1);
    stage.type_in("H");
    stage.until_seen("Hint, not proven best: ");
    assert_eq!(stage.app.model().game.hint.len(), 1);
}

/// What was known of a position is still known when the search goes on elsewhere.
#[test]
fn bounds_are_kept_when_a_move_is_played() {
    let mut stage = Stage::new(pack("hard"), &options(), 80, 24);
    stage.until_seen("..");
    stage.turn();
    let known = |stage: &Stage, turn| stage.app.model().game.bounds_after(turn).unwrap();
    let before = known(&stage, 0);
    assert!(before.1.is_some());
    stage.press(Key::Arrow(Direction::Left));
    let after = known(&stage, 0);
    assert!(after.0 >= before.0 && after.1.is_some() && after.1 <= before.1);
}

/// A distance chosen in steps may be farther than any counted in moves.
#[test]
fn the_distance_chosen_on_the_map_is_one_there_is_in_every_metric() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 80, 24);
    stage.until_mapped(81);
    stage.type_in("m");
    stage.until_land();
    stage.type_in("M");
    for _ in 0..20 {
        stage.press(Key::PageUp);
    }
    let chosen = |stage: &Stage| -> u32 {
        let figure = figure(&stage.text(), "chosen distance");
        figure.and_then(|figure| figure.parse().ok()).unwrap()
    };
    let farthest = chosen(&stage);
    stage.type_in("m");
    stage.until_land();
    stage.type_in("m");
    stage.until_land();
    assert!(chosen(&stage) < farthest, "{}", stage.text());
    let positions = figure(&stage.text(), "positions at it");
    assert_ne!(positions.as_deref(), Some("0"), "{}", stage.text());
}

/// A picture of one colour a tile: each tile takes its own along, `#` hides the numbers, and solved there is no blank.
#[test]
fn tiles_show_their_part_of_the_picture() {
    let tile = |x: u8, y: u8| [40 * (y / 20 * 3 + x / 20 + 1), 0, 0];
    let colours = (0..40).flat_map(|y| (0..60).map(move |x| tile(x, y)));
    let picture = huarong::tui::Picture::new(60, colours.collect()).expect("40 rows of 60");
    let mut options = Options { picture: Some(std::sync::Arc::new(picture)), ..options() };
    options.settings.animation = false;
    // In this window a cell has 7 columns and 3 rows, so that each pixel on the screen lies within a tile of the picture.
    let mut stage = Stage::new(two_by_three(), &options, 60, 11);
    let shades = |stage: &Stage| {
        let buffer = stage.app.backend().buffer();
        let mut found: Vec<u8> = Vec::new();
        for cell in buffer.content().iter().filter(|cell| cell.symbol() == "▀") {
            if let (Color::Rgb(upper, 0, 0), Color::Rgb(lower, 0, 0)) = (cell.fg, cell.bg) {
                assert_eq!(upper, lower, "a tile has one colour");
                if !found.contains(&upper) {
                    found.push(upper);
                }
            }
        }
        found
    };
    assert_eq!(shades(&stage), [40, 80, 120, 160, 200]);
    let digits = |stage: &Stage| {
        let buffer = stage.app.backend().buffer();
        let painted = |cell: &&ratatui::buffer::Cell| matches!(cell.bg, Color::Rgb(_, 0, 0));
        let painted = buffer.content().iter().filter(painted);
        painted.map(|cell| cell.symbol()).filter(|symbol| *symbol != "▀").collect::<String>()
    };
    assert_eq!(digits(&stage), "12345");
    stage.type_in("#");
    assert_eq!(digits(&stage), "");
    // Without numbers a darker line at two sides of each tile parts it from its neighbours, until the picture is whole.
    let lines = |stage: &Stage| {
        let buffer = stage.app.backend().buffer();
        let half = buffer.content().iter().filter(|cell| cell.symbol() == "▀");
        half.filter(|cell| cell.fg != cell.bg || cell.fg == Color::Rgb(18, 0, 0)).count()
    };
    assert!(lines(&stage) > 5 * 6, "{}", stage.text());
    stage.press(Key::Arrow(Direction::Left));
    stage.press(Key::Arrow(Direction::Left));
    assert_eq!(lines(&stage), 0);
    assert_eq!(shades(&stage), [40, 80, 120, 160, 200, 240]);
}

/// Without colours the tiles keep their numbers, and the footer says why.
#[test]
fn without_colours_there_is_no_picture() {
    let picture = huarong::tui::Picture::new(1, vec![[1, 2, 3]]).expect("it is one pixel");
    let mut options = Options { picture: Some(std::sync::Arc::new(picture)), ..options() };
    options.depth = huarong::tui::Depth::None;
    let mut stage = Stage::new(two_by_three(), &options, 80, 24);
    let why = "There are no colours for the picture";
    assert!(stage.text().contains(why), "{}", stage.text());
    assert!(!stage.text().contains('▀'));
    stage.press(Key::Arrow(Direction::Left));
    assert!(!stage.text().contains(why), "{}", stage.text());
    stage.type_in("#");
    assert!(stage.text().contains(why), "{}", stage.text());
}

/// Where the terminal has pixels, each character of a tile names its own part of the picture; text stands over it, and when the
/// pixels are gone half blocks are there again.
#[test]
fn tiles_show_their_part_of_the_picture_in_pixels() {
    use huarong::tui::Canvas;
    const PLACEHOLDER: char = '\u{10EEEE}';
    let picture = huarong::tui::Picture::new(3, vec![[9, 8, 7]; 6]).expect("2 rows of 3");
    let mut options = Options { picture: Some(std::sync::Arc::new(picture)), ..options() };
    options.settings.animation = false;
    let mut stage = Stage::new(two_by_three(), &options, 80, 24);
    stage.send(Message::Pixels(Some(Canvas::kitty((4, 8)))));
    // Which part each character shows; those of the first picture that the terminal got are told apart by their marks.
    let parts = |stage: &Stage| {
        let cells = stage.app.backend().buffer().content().iter();
        let symbols = cells.filter_map(|cell| cell.symbol().split_once(PLACEHOLDER));
        symbols.map(|(_, part)| part.to_owned()).collect::<Vec<String>>()
    };
    let board = |stage: &Stage| {
        let mut parts = parts(stage);
        parts.sort();
        parts.dedup();
        parts.len()
    };
    // Five tiles of 15x7, one digit on each, and no part is seen twice.
    assert_eq!((parts(&stage).len(), board(&stage)), (520, 520));
    stage.type_in("#");
    assert_eq!((parts(&stage).len(), board(&stage)), (525, 525));
    let before = parts(&stage);
    stage.press(Key::Arrow(Direction::Left));
    assert_eq!(parts(&stage), before, "the tile takes its part along");
    stage.press(Key::Arrow(Direction::Left));
    assert_eq!(board(&stage), 630, "solved there is no blank");
    assert!(!stage.text().contains('▀'));
    stage.send(Message::Pixels(Some(Canvas::sixel((4, 8)))));
    let symbols = |stage: &Stage| -> String {
        let cells = stage.app.backend().buffer().content().iter();
        cells.map(|cell| cell.symbol()).collect()
    };
    assert_eq!(symbols(&stage).matches("\u{1b}P").count(), 1);
    stage.send(Message::Pixels(None));
    assert!(stage.text().contains('▀'));
    assert!(!symbols(&stage).contains('\u{1b}'));
}

/// The map tells how far the goal is, which nobody is to know against the clock, unless he asks for all of it. What the solver
/// says may be hidden in three ways, and each is one key away from being shown.
#[test]
fn against_the_clock_the_map_waits_for_the_end() {
    for show in [Show::Untimed, Show::End, Show::Never] {
        let mut options = options();
        options.settings.show = show;
        let mut stage = Stage::new(Playlist::named("3x2 1", None).unwrap(), &options, 80, 24);
        stage.type_in("M");
        assert_eq!(stage.app.model().scope(), Scope::Play, "{show:?}");
        assert!(stage.text().contains("B shows all now"), "{}", stage.text());
        stage.type_in("BM");
        assert_eq!(stage.app.model().scope(), Scope::Map, "{show:?}");
    }
}

/// What was scrolled to is still there, though time passed while there was no room for it.
#[test]
fn after_small_windows_what_scrolls_is_where_it_was() {
    for keys in [&[Key::Esc][..], &[Key::Char('E'), Key::Char('?')], &[Key::Char('o'), Key::End]] {
        let list = Playlist::named("hengdaolima", None).expect("it is built in");
        let mut stage = Stage::new(list, &options(), 80, 24);
        stage.until_mapped(81);
        for &key in keys {
            stage.press(key);
        }
        let before = stage.text();
        for (width, height) in [(20, 5), (1, 1), (200, 60), (40, 8), (80, 24)] {
            stage.resize(width, height);
            stage.pass(Duration::from_secs(1));
        }
        assert_eq!(stage.text(), before, "{keys:?}");
    }
}

/// What the figure says in a word has no half of a name before it.
#[test]
fn a_board_without_a_solution_says_so_in_whole_words() {
    let mut numbers: Vec<u32> = (1..=16).map(|number| number % 16).collect();
    numbers.swap(0, 1);
    let puzzle = Setup::numbers(4, 4, &numbers).build().expect("it is playable");
    let mut stage = Stage::new(Playlist::one(notation::Entry::of(puzzle)), &options(), 80, 24);
    stage.until(|text| text.contains(" unsolvable"));
    let text = stage.text();
    let row = text.lines().find(|row| row.contains(" unsolvable")).expect("it is seen");
    assert!(!row.contains('…'), "{row}");
}
