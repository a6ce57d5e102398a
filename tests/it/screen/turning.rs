//! The map in space: it turns for as long as somebody may be looking, is turned by hand, and is played from.

use super::*;

/// The map in space of 横刀立马 in steps.
fn stage(options: &Options, width: u16, height: u16) -> Stage {
    let mut options = options.clone();
    options.settings.metric = Some(Metric::Step);
    let mut stage = Stage::new(pack("hengdaolima"), &options, width, height);
    stage.until_land();
    stage.type_in("M3");
    for _ in 0..2000 {
        if stage.app.model().game.findings.shape.is_some() {
            stage.turn();
            return stage;
        }
        stage.app.turn(Some(Duration::from_millis(10))).expect("it is drawn");
    }
    panic!("the positions were never placed");
}

fn still() -> Options {
    set(|settings| settings.animation = false)
}

/// When the screen changes by itself next.
fn deadline(stage: &Stage) -> Option<Duration> {
    stage.app.model().deadline()
}

#[test]
fn it_turns_with_the_clock_until_it_is_stopped() {
    let mut stage = stage(&options(), 80, 24);
    let first = stage.text();
    let due = deadline(&stage).expect("it turns");
    assert!(due <= stage.time.get() + Duration::from_millis(33), "{due:?}");
    // Nothing is drawn before the next frame is due.
    stage.pass(due.saturating_sub(stage.time.get() + Duration::from_millis(1)));
    assert_eq!(stage.text(), first);
    stage.pass(Duration::from_secs(1));
    let second = stage.text();
    assert_ne!(second, first);
    stage.type_in(" ");
    assert_eq!(deadline(&stage), None);
    stage.pass(Duration::from_secs(1));
    assert_eq!(stage.text(), second);
    // It goes on from where it was.
    stage.type_in(" ");
    assert_eq!(stage.text(), second);
    stage.pass(Duration::from_secs(1));
    assert_ne!(stage.text(), second);
}

#[test]
fn nobody_is_woken_who_does_not_look() {
    let mut stage = stage(&options(), 80, 24);
    assert!(deadline(&stage).is_some());
    // Below the help, on another screen, in a window without room, and after a minute without a key.
    stage.type_in("?");
    assert_eq!(deadline(&stage), None);
    stage.type_in("?");
    assert!(deadline(&stage).is_some());
    stage.type_in("3");
    assert_eq!(deadline(&stage), None);
    stage.type_in("3");
    stage.resize(9, 4);
    assert_eq!(deadline(&stage), None);
    stage.resize(80, 24);
    assert!(deadline(&stage).is_some());
    stage.pass(Duration::from_secs(59));
    assert!(deadline(&stage).is_some());
    stage.pass(Duration::from_secs(2));
    assert_eq!(deadline(&stage), None);
    stage.type_in("  ");
    stage.press(Key::Esc);
    assert_eq!((deadline(&stage), stage.app.model().scope()), (None, Scope::Play));
}

#[test]
fn it_waits_while_the_window_does_not_have_the_keys() {
    let mut stage = stage(&options(), 80, 24);
    stage.pass(Duration::from_secs(1));
    stage.send(Message::Focus(false));
    let left = stage.text();
    assert_eq!(deadline(&stage), None);
    stage.pass(Duration::from_secs(5));
    assert_eq!(stage.text(), left);
    // It goes on from where it was.
    stage.send(Message::Focus(true));
    assert_eq!(stage.text(), left);
    stage.pass(Duration::from_secs(1));
    assert_ne!(stage.text(), left);
    // What was stopped by hand stays so.
    stage.type_in(" ");
    stage.send(Message::Focus(false));
    stage.send(Message::Focus(true));
    assert_eq!(deadline(&stage), None);
}

#[test]
fn without_animation_it_is_turned_by_hand_alone() {
    let mut stage = stage(&still(), 80, 24);
    assert_eq!(deadline(&stage), None);
    let mut seen = vec![stage.text()];
    stage.pass(Duration::from_secs(5));
    assert_eq!(stage.text(), seen[0]);
    for key in [
        Key::Arrow(Direction::Right),
        Key::Arrow(Direction::Up),
        Key::Char('+'),
        Key::Char('-'),
        Key::Arrow(Direction::Down),
        Key::Arrow(Direction::Left),
    ] {
        stage.press(key);
        seen.push(stage.text());
    }
    assert!(seen.windows(2).all(|pair| pair[0] != pair[1]));
    // What was turned and brought nearer is turned back.
    assert_eq!(seen[0], seen[6]);
    assert!(seen[1] != seen[3] && seen[2] == seen[4] && seen[1] == seen[5]);
    stage.type_in(" ");
    assert_eq!(deadline(&stage), None);
}

#[test]
fn enter_and_a_click_choose_a_position_and_play_from_it() {
    let mut stage = stage(&still(), 80, 24);
    let start = stage.app.model().game.session.position().clone();
    let here = |stage: &Stage| stage.app.model().game.session.position().clone();
    // What is written on the small board, and where.
    let names = |stage: &Stage| -> Vec<(usize, usize, char)> {
        let text = stage.text();
        let rows = text.lines().enumerate().skip(12);
        let cells = rows.flat_map(|(y, row)| row.chars().enumerate().map(move |(x, c)| (y, x, c)));
        cells.filter(|(_, x, c)| *x > 51 && c.is_alphabetic()).collect()
    };
    let own = names(&stage);
    stage.press(Key::Enter);
    assert!(stage.text().contains('◇') && here(&stage) == start);
    let far = figure(&stage.text(), "chosen distance");
    // The small board shows what was chosen; while the own one cannot be seen, the clock waits.
    let shown = names(&stage);
    assert!(shown != own && !stage.app.model().is_watched());
    stage.press(Key::Enter);
    stage.type_in("M3");
    assert!(names(&stage) == shown && stage.app.model().is_watched());
    stage.press(Key::Esc);
    assert!(here(&stage) != start && stage.app.model().scope() == Scope::Play);
    assert_eq!(figure(&stage.text(), "remaining"), far);
    stage.type_in("u");
    assert_eq!(here(&stage), start);

    stage.type_in("M3");
    let text = stage.text();
    let rows = text.lines().enumerate();
    let ring = rows.filter_map(|(y, row)| Some((row.chars().position(|c| c == '◎')?, y))).next();
    // The first column of the text is a quotation mark.
    let place = ring.map(|(x, y)| (x as u16 - 1, y as u16)).expect("there is a neck");
    stage.point(Gesture::Press, place);
    let far = figure(&stage.text(), "chosen distance");
    assert!(here(&stage) == start && stage.app.model().scope() == Scope::Space);
    stage.point(Gesture::Press, place);
    assert!(here(&stage) != start);
    assert_eq!(figure(&stage.text(), "remaining"), far);
}

/// Without colours each thing has a sign of its own.
#[test]
fn it_can_be_read_without_colours() {
    let mono = set(|settings| {
        settings.theme = Palette::Mono;
        settings.animation = false;
    });
    let stage = stage(&mono, 80, 24);
    let map: String =
        stage.text().lines().map(|row| row.chars().take(50).collect::<String>()).collect();
    for sign in ['◆', '◎', '=', '*', '⣿'] {
        assert!(map.matches(sign).count() > usize::from(sign != '◆'), "{sign}: {map}");
    }
    let buffer = stage.app.backend().buffer();
    assert!(buffer.content().iter().all(|cell| cell.fg == ratatui::style::Color::Reset));
}

#[test]
fn it_is_drawn_in_every_window() {
    for (width, height) in [(80, 24), (40, 15), (120, 40)] {
        let stage = stage(&still(), width, height);
        insta::assert_snapshot!(format!("space_{width}x{height}"), stage.text());
    }
    let chinese = set(|settings| {
        settings.lang = Lang::Zh;
        settings.animation = false;
        settings.ascii = true;
    });
    insta::assert_snapshot!("space_60x20", stage(&chinese, 60, 20).text());
}

/// The distances say in which chapter of its shortest solutions a game is, and the last step of a hint shows where it ends.
#[test]
fn chapters_are_told_and_the_hint_shows_where_all_come_by() {
    let options = set(|settings| settings.metric = Some(Metric::Step));
    let mut stage = Stage::new(pack("hengdaolima"), &options, 120, 40);
    stage.until_land();
    stage.until_known(116);
    let text = stage.text();
    assert!(text.contains("chapter 1 of 15, 6 to its end"), "{text}");
    stage.type_in("HHH");
    let before = stage.text();
    assert!(!before.contains("every shortest solution comes by"));
    stage.type_in("H");
    let text = stage.text();
    // Beside the last row nothing has changed but what stands in the box of the map.
    let map = before
        .lines()
        .find_map(|row| Some(row.chars().count() - row.split_once("╭ map")?.1.chars().count() - 5));
    let left = map.expect("there is a map");
    let rows = before.lines().count() - 1;
    for (before, after) in before.lines().zip(text.lines()).take(rows) {
        let beside = |row: &str| row.chars().take(left).collect::<String>();
        assert_eq!(beside(before), beside(after));
    }
    assert!(text.contains("one position, 6 moves from here"), "{text}");
    assert!(text.contains("comes by here"), "{text}");
    insta::assert_snapshot!("neck_120x40", text);
}

/// Whatever there is beside the board makes room for that of the last hint in a small window, until the next key.
#[test]
fn the_board_of_a_hint_has_room_in_a_small_window() {
    for (width, height) in [(60, 20), (40, 15)] {
        let mut stage = Stage::new(pack("hengdaolima"), &options(), width, height);
        stage.until_land();
        stage.until_known(81);
        stage.type_in("HHH");
        let frames = |stage: &Stage| stage.text().matches('┏').count();
        assert_eq!(frames(&stage), 1);
        stage.type_in("H");
        assert_eq!(frames(&stage), 2, "{}", stage.text());
        assert!(stage.text().contains("comes by"), "{}", stage.text());
        stage.type_in("H");
        assert_eq!(frames(&stage), 1, "{}", stage.text());
    }
}

/// A usual window has no room for a board in the place of the map alone.
#[test]
fn the_board_of_a_hint_has_room_in_a_usual_window() {
    for (width, height) in [(80, 24), (120, 30)] {
        let mut stage = Stage::new(pack("hengdaolima"), &options(), width, height);
        stage.until_land();
        stage.until_known(81);
        stage.type_in("HHH");
        let exits = |stage: &Stage| stage.text().matches("exit").count();
        let before = exits(&stage);
        stage.type_in("H");
        let text = stage.text();
        assert!(text.contains("come by here") || text.contains("comes by here"), "{text}");
        assert_eq!(exits(&stage), before + 1, "{text}");
        // The distances stay where they are.
        assert!(text.contains("chapter 1 of 6"), "{text}");
    }
}
