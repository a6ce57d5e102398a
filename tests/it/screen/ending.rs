//! The end of a game and what goes on after it: the card, stars with help and without, a new try, the next puzzle; and the aim.

use super::*;
use ratatui::style::Color;

/// The usual board of two steps, and another one after it.
fn two_boards(width: u16, height: u16) -> Stage {
    let boards = [&[1, 2, 3, 0, 4, 5], &[1, 2, 3, 4, 0, 5]];
    let entry = |numbers: &&[u32; 6]| {
        notation::Entry::of(Setup::numbers(3, 2, *numbers).build().expect("it is playable"))
    };
    let list = Playlist::collections(boards.iter().map(entry), [], 0).expect("there are two");
    Stage::new(list, &set(|settings| settings.animation = false), width, height)
}

fn assert_seen(stage: &Stage, all: &[&str]) {
    let text = stage.text();
    for words in all {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
}

#[test]
fn the_card_tells_what_was_won_and_enter_goes_on() {
    let mut stage = two_boards(80, 24);
    stage.until_known(2);
    for key in [Key::Enter, Key::Char(' ')] {
        stage.press(key);
        assert_seen(&stage, &["It is not solved yet; N goes on all the same."]);
    }
    stage.type_in("h");
    stage.pass(Duration::from_secs(65));
    stage.type_in("h");
    assert_seen(&stage, &["solved ─", "★★★", "Solved in the fewest steps!", "2, par 2", "01:05"]);
    assert_seen(&stage, &["New: first time", "Enter next puzzle", "V review", "R again"]);
    // Nothing moves any more, so that a key that is held spoils nothing.
    stage.type_in("l");
    assert!(stage.app.model().game.session.is_solved());
    assert_seen(&stage, &["It is solved: N goes on, R tries again."]);
    stage.type_in("Rhh");
    assert_seen(&stage, &["New: fastest"]);
    stage.press(Key::Enter);
    assert_eq!(stage.app.model().playlist.at(), 1);
    stage.type_in("P");
    assert_eq!(stage.app.model().playlist.at(), 0);
    stage.type_in("P");
    assert_eq!(stage.app.model().playlist.at(), 1);
}

/// What cannot be written is told once, and marked until it can; the card promises nothing.
#[test]
fn what_cannot_be_kept_is_marked_for_as_long_as_that_lasts() {
    for (lang, mark, news) in [(Lang::En, "not saved", "New:"), (Lang::Zh, "未保存", "新纪录")]
    {
        // What the backend keeps behind wide characters goes when all is drawn anew.
        let redrawn = |stage: &mut Stage| {
            stage.send(Message::Key(Chord::ctrl('l')));
            stage.text().replace(' ', "")
        };
        let last = |text: &str| text.lines().last().map(str::to_owned).expect("it has rows");
        let mark = mark.replace(' ', "");
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("file");
        std::fs::write(&file, "in the way").unwrap();
        let records = Records::open(Some(Dirs::at(&file)));
        let mut stage = two_boards(80, 24);
        stage.app = stage.app.with_records(records, None);
        stage.until_known(2);
        // Where nothing was played, nothing is lost.
        stage.type_in(if lang == Lang::Zh { "hlL" } else { "hl" });
        assert!(stage.app.unkept().is_some());
        stage.turn();
        for screen in [Key::Esc, Key::Esc, Key::Char('?'), Key::Esc] {
            stage.press(screen);
            let row = last(&redrawn(&mut stage));
            assert!(row.contains(&mark), "{row}");
        }
        stage.type_in("hh");
        let text = redrawn(&mut stage);
        assert!(last(&text).contains(&mark) && text.matches(&mark).count() == 2, "{text}");
        assert!(!text.contains(news), "{text}");
        std::fs::remove_file(&file).unwrap();
        stage.type_in("R");
        assert_eq!(stage.app.unkept(), None);
        stage.turn();
        let text = redrawn(&mut stage);
        assert!(!text.contains(&mark), "{text}");
    }
}

#[test]
fn with_help_the_stars_are_hollow_and_a_new_try_is_clean() {
    let mut stage = two_boards(80, 24);
    stage.until_known(2);
    stage.type_in("Hhh");
    assert_seen(&stage, &["☆☆☆", "With help: no record.", "A clean try like this earns"]);
    // The figure stands at the frame of the card.
    let hints = figure(&stage.text(), "hints");
    assert_eq!(hints.as_deref().map(|text| text.trim_end_matches('│')), Some("1"));
    stage.press(Key::Esc);
    assert_seen(&stage, &["☆ 3x2"]);
    stage.press(Key::Esc);
    stage.type_in("R");
    let session = &stage.app.model().game.session;
    assert_eq!((session.hints(), session.count(Metric::Step)), (0, 0));
    stage.type_in("hh");
    assert_seen(&stage, &["★★★", "New: first time"]);
    stage.press(Key::Esc);
    assert_seen(&stage, &["✓ 3x2"]);
}

#[test]
fn undo_brings_the_old_try_back_with_its_clock_and_hints() {
    let mut stage = two_boards(80, 24);
    stage.until_known(2);
    stage.type_in("Hh");
    stage.pass(Duration::from_secs(7));
    stage.type_in("R");
    stage.pass(Duration::from_secs(7));
    assert_seen(&stage, &["00:00"]);
    stage.type_in("u");
    let session = &stage.app.model().game.session;
    assert_eq!((session.hints(), session.count(Metric::Step)), (1, 1));
    assert_seen(&stage, &["00:07"]);
}

#[test]
fn the_card_fits_into_small_windows() {
    for (width, height) in [(60, 20), (40, 15)] {
        let mut stage = two_boards(width, height);
        stage.type_in("hh");
        assert_seen(&stage, &["★", "Enter next", "V review"]);
    }
    let mut tiny = two_boards(20, 9);
    tiny.type_in("hh");
    assert_seen(&tiny, &["★", "Enter next"]);
    let mut stage = two_boards(40, 15);
    stage.until_known(2);
    stage.type_in("Hhh");
    assert_seen(&stage, &["☆☆☆", "2/2", "with help", "clean: ★★★", "R again"]);
}

/// The light goes over the board once, and costs nothing when it has gone.
#[test]
fn the_board_lights_up_once() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    // A solver that is at work has a deadline of its own.
    stage.until_mapped(2);
    let lit = |stage: &Stage| {
        let cells = stage.app.backend().buffer().content().iter();
        cells.filter(|cell| cell.modifier.contains(ratatui::style::Modifier::REVERSED)).count()
    };
    stage.type_in("hh");
    stage.pass(Duration::from_millis(200));
    assert!(lit(&stage) > 20, "{}", lit(&stage));
    stage.pass(Duration::from_millis(400));
    assert_eq!(lit(&stage), 0);
    assert_eq!(stage.app.model().deadline(), None);
}

/// The piece drives out through the exit, the light goes over the board, and then the card comes; no key waits for any of it.
#[test]
fn the_car_drives_out_and_the_card_comes_after_it() {
    let solved = |animation| {
        let mut stage = Stage::new(pack("rush"), &set(|s| s.animation = animation), 80, 24);
        stage.until_mapped(8);
        while let Some(action) = stage.app.model().game.next_move() {
            stage.app_plays(&action);
        }
        stage
    };
    // How many characters of the car there are, and whether the card is there.
    let seen = |stage: &Stage| {
        let buffer = stage.app.backend().buffer();
        let reds = [Color::Rgb(202, 117, 111), Color::Rgb(180, 58, 50)];
        // The aim in the second row has its colour too.
        let board = buffer.content().iter().skip(2 * 80);
        let car = board.filter(|cell| reds.contains(&cell.bg)).count();
        (car, stage.text().contains("★★★"))
    };
    let mut stage = solved(true);
    let (whole, _) = seen(&stage);
    assert!(whole > 20, "{}", stage.text());
    stage.pass(Duration::from_millis(400));
    let (part, card) = seen(&stage);
    assert!(0 < part && part < whole && !card, "{part} of {whole}: {}", stage.text());
    stage.pass(Duration::from_millis(300));
    assert_eq!(seen(&stage), (0, false), "{}", stage.text());
    stage.pass(Duration::from_millis(400));
    assert_eq!(seen(&stage), (0, true), "{}", stage.text());
    assert_eq!(stage.app.model().deadline(), None);
    // What is taken back is there again.
    stage.type_in("u");
    assert_eq!(seen(&stage), (whole, false), "{}", stage.text());
    // And so it is on a board that the map leads to.
    stage.type_in("U");
    stage.pass(Duration::from_secs(2));
    assert_eq!(seen(&stage), (0, true), "{}", stage.text());
    stage.until_land();
    stage.type_in("MX");
    assert_eq!(seen(&stage), (whole, false), "{}", stage.text());
    // Enter goes on while the car is on its way.
    let mut stage = solved(true);
    let name = stage.app.model().game.entry.id.clone();
    stage.pass(Duration::from_millis(200));
    stage.press(Key::Enter);
    assert_ne!(stage.app.model().game.entry.id, name);
    // Without animation nothing moves, and the card is there at once.
    let still = solved(false);
    assert_eq!(seen(&still), (whole, true), "{}", still.text());
}

#[test]
fn the_aim_is_in_sight_in_every_window() {
    for (width, height) in [(120, 40), (80, 24), (60, 20), (40, 15)] {
        let rush = Stage::new(pack("rush"), &options(), width, height);
        assert_seen(&rush, &["Drive the red car out ▶"]);
        // The arrow stands in the frame too.
        assert_eq!(rush.text().matches('▶').count(), 2, "{}", rush.text());
        let klotski = Stage::new(pack("hengdaolima"), &options(), width, height);
        assert_seen(&klotski, &["Bring Cao Cao to the exit ▼", " exit ▼ "]);
    }
    let numbers = Stage::new(two_by_three(), &options(), 40, 15);
    assert_seen(&numbers, &["\" Put 1 to 5 in order"]);
    // Without a row and without a panel it stands in the title.
    let ten = Stage::new(pack("ten"), &options(), 40, 15);
    assert_seen(&ten, &["\" ten · Put 1 to 99 in order"]);
    let zh = Stage::new(pack("hengdaolima"), &set(|settings| settings.lang = Lang::Zh), 40, 15);
    assert_seen(&zh, &["\" 把曹操移到出口 ▼"]);
    let plain = set(|settings| (settings.ascii, settings.theme) = (true, Palette::Mono));
    let plain = Stage::new(pack("rush"), &plain, 80, 24);
    assert_seen(&plain, &["\" Drive car X out >"]);
}

#[test]
fn every_sort_of_aim_has_its_sentence() {
    let places = odd("board = 'ab./...'\ngoal = '.../.ba'");
    assert_seen(&places, &["Make the picture on the right"]);
    let way = odd("board = 'ab./...'\ngoal = '.../.a.'\nvia = ['..a/...']");
    assert_seen(&way, &["First bring a to the marked place, 1/1"]);
    let inner = odd("board = 'a..../...../.....'\ngoal = '...../..a../.....'");
    assert_seen(&inner, &["Bring a to the marked place"]);
    let order = odd("board = '0 1 2/3 4 5'\ngoal = '2 1 3/0 4 5'");
    assert_seen(&order, &["Make the picture on the right"]);
    let mut help = Stage::new(pack("rush"), &options(), 80, 24);
    help.type_in("?");
    let text = help.text();
    assert!(text.starts_with("\" Drive the red car out ▶"), "{text}");
    assert_seen(&help, &["remaining: ", "par: ", "waste: ", "efficiency: "]);
}

/// A block that came back has made no move, so that nothing is wasted; then it begins another one.
#[test]
fn a_piece_that_comes_back_has_made_no_move() {
    let mut stage =
        Stage::new(pack("hengdaolima"), &set(|s| s.metric = Some(Metric::Move)), 80, 24);
    stage.until_known(81);
    let counted = |stage: &Stage| {
        let game = &stage.app.model().game;
        (game.session.count(Metric::Move), game.remaining().exact(), game.waste())
    };
    // The answer for the position that the piece was brought to comes when it comes.
    let away = (1, Some(80), Some(0));
    stage.type_in("fkl");
    stage.until_known(80);
    assert_eq!(counted(&stage), away);
    stage.type_in("h");
    stage.until_known(81);
    assert_eq!(counted(&stage), (0, Some(81), Some(0)), "{}", stage.text());
    stage.type_in("l");
    stage.until_known(80);
    assert_eq!(counted(&stage), away);
}

#[test]
fn a_key_without_a_meaning_names_the_one_that_was_meant() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    for (key, words) in [
        ("n", "n does nothing here; N: next puzzle."),
        ("z", "z does nothing here; u: undo."),
        ("x", "x does nothing here; ?: help."),
    ] {
        stage.type_in(key);
        assert_seen(&stage, &[words]);
    }
    stage.type_in("h");
    stage.press(Key::Backspace);
    assert_eq!(stage.app.model().game.session.done(), 0);
}

/// After a minute without a key nobody watches what the solver finds.
#[test]
fn the_solver_rests_while_nobody_plays() {
    let mut stage = Stage::new(pack("hard"), &options(), 80, 24);
    let works = |stage: &Stage| stage.app.model().game.knowledge.is_busy();
    stage.until_seen("states/s");
    assert!(works(&stage));
    stage.pass(Duration::from_secs(59));
    assert!(works(&stage));
    stage.pass(Duration::from_secs(2));
    assert!(!works(&stage));
    stage.type_in("?");
    assert!(works(&stage));
    // Who waits for a solution is there.
    stage.press(Key::Esc);
    stage.type_in("S");
    stage.pass(Duration::from_secs(100));
    assert!(works(&stage));
}
