//! How soon something is seen, and that nothing happens when nothing should: in a real pseudo-terminal, by the release program too,
//! and what is measured alone, so that it is the program and not how busy other tests are.

use crate::tty::{HARD, Tty, count, home, number, searching, steps, two_left};
use crate::turns;
use huarong::notation;
use huarong::puzzle::Metric;
use huarong::session::Session;
use huarong::solver::Limits;
use huarong::storage::{Dirs, Records, Settings};
use huarong::tui::{App, Chord, Message, Options, Playlist};
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn nothing_is_asked_of_the_terminal() {
    let home = home();
    let mut tty = two_left(&home);
    tty.press("q");
    let bytes = tty.end().bytes;
    // Cursor, size, attributes, keyboard: every question would stop the first frame where nothing answers.
    for question in ["\x1b[6n", "\x1b[c", "\x1b[?u", "\x1b[5n", "\x1b[14t", "\x1b[18t"] {
        let found = bytes.windows(question.len()).any(|w| w == question.as_bytes());
        assert!(!found, "{question:?} was asked");
    }
}

#[test]
fn an_idle_game_writes_nothing() {
    let home = home();
    let mut tty = two_left(&home);
    tty.until_silent(Duration::from_secs(2));
    tty.press("hh");
    tty.until_seen("Solved");
    tty.until_silent(Duration::from_secs(2));
}

#[test]
fn a_key_that_is_held_leaves_nothing_behind() {
    let _turn = turns::alone();
    let home = home();
    std::fs::write(home.path().join("settings.toml"), "clock = false\n").unwrap();
    let mut tty = two_left(&home);
    tty.press(&"jk".repeat(250));
    tty.until("every move", |screen| steps(screen) == Some(500));
    tty.until_known(2);
    tty.until_silent(Duration::from_millis(300));
    let written = tty.bytes.len();
    tty.until_silent(Duration::from_secs(1));
    assert_eq!(tty.bytes.len(), written, "something was still queued");
    tty.leave();
}

/// How long no frame of a key may take.
const SOON: Duration = Duration::from_millis(50);

/// Presses a key until the figure `name` is `shown`; how long that took.
fn frame_of(tty: &mut Tty, key: &str, (name, shown): (&str, usize)) -> Duration {
    let pressed = Instant::now();
    tty.press(key);
    tty.until("the frame", |screen| number(screen, name) == Some(shown));
    pressed.elapsed()
}

/// Presses keys, each until the figure `name` is what stands behind the key, round by round until all frames of a round have come
/// in time. What else the machine does may disturb a few rounds; what the program does to a frame is there in all of them.
///
/// In turn with them keys are pressed in a short game without a search. Where the machine is so busy that even its frames come
/// late, those of the other may come as late, and [`SOON`] after that: what is asked is how much the program delays them.
fn assert_soon<'k>(tty: &mut Tty, name: &str, mut keys: impl Iterator<Item = (&'k str, usize)>) {
    let home = home();
    let mut plain = two_left(&home);
    let mut to_and_fro = (1..).map(|made| (if made % 2 == 1 { "j" } else { "k" }, made));
    for _ in 0..4 {
        let (mut latest, mut latest_plain) = (Duration::ZERO, Duration::ZERO);
        for (key, shown) in keys.by_ref().take(60) {
            latest = latest.max(frame_of(tty, key, (name, shown)));
            let (key, shown) = to_and_fro.next().unwrap();
            latest_plain = latest_plain.max(frame_of(&mut plain, key, (" steps ", shown)));
        }
        println!(
            "the latest of 60 frames after {latest:?}, without a search after {latest_plain:?}"
        );
        let busy = latest_plain >= SOON;
        if latest < SOON || busy && latest < latest_plain + SOON {
            return plain.leave();
        }
    }
    panic!("in no round came all frames in time");
}

#[test]
fn a_solver_at_full_load_does_not_delay_the_frame_of_a_key() {
    let _turn = turns::alone();
    let home = home();
    let mut tty = searching(&home);
    let keys = (1..).map(|made| (if made % 2 == 1 { "k" } else { "j" }, made));
    assert_soon(&mut tty, " steps ", keys);
    tty.leave();
}

#[test]
fn a_long_game_does_not_delay_the_frame_of_a_key() {
    let _turn = turns::alone();
    const TURNS: usize = 10_000;
    let home = home();
    let entry = notation::read("hard", HARD).unwrap().entries.remove(0);
    let mut session = Session::new(Arc::new(entry.puzzle.clone()));
    for _ in 0..TURNS {
        // One tile, there and back.
        let steps = session.puzzle().moves(session.position(), Metric::Step);
        session.play(steps[0].clone(), Duration::ZERO).unwrap();
    }
    let mut records = Records::open(Some(Dirs::at(home.path())));
    let kept = records.keep_game(&entry, Metric::Slide, &session, Duration::ZERO, "", &|| ());
    kept.unwrap();
    let mut tty = Tty::game(&home, &[], 80, 24);
    tty.until_seen(&TURNS.to_string());
    let undone = (0..TURNS).rev().map(|left| ("u", left));
    assert_soon(&mut tty, " slides ", undone);
    tty.leave();
}

#[test]
fn the_frame_of_a_key_waits_for_nothing_that_the_solver_does() {
    // Nothing is measured in seconds, but its search would disturb those that do.
    let _turn = turns::shared();
    let board = notation::read("hard", HARD);
    let playlist = Playlist::one(board.unwrap().entries.remove(0));
    let options = Options {
        settings: Settings { clock: false, ..Settings::default() },
        limits: Limits { memory: Some(1 << 28), threads: 2, ..Limits::default() },
        ..Options::default()
    };
    let mut app = App::new(playlist, &options, TestBackend::new(80, 24)).unwrap();
    let home = home();
    app = app.with_records(Records::open(Some(Dirs::at(home.path()))), None);
    let mut parser = vt100::Parser::new(count(24), count(80), 0);
    for made in 1..=200 {
        let key = if made % 2 == 1 { 'k' } else { 'j' };
        app.sender().send(Message::Key(Chord::char(key))).unwrap();
        // It is taken in at once, whatever the solver has said before it, and its frame is the very next one.
        app.turn(Some(Duration::ZERO)).unwrap();
        app.turn(Some(Duration::ZERO)).unwrap();
        assert_eq!(app.model().game.remaining().exact(), None, "too easy");
        let drawn: Vec<&str> = app.backend().buffer().content.iter().map(Cell::symbol).collect();
        parser.process(b"\x1b[H");
        parser.process(drawn.concat().as_bytes());
        assert_eq!(steps(parser.screen()), Some(made), "{}", drawn.concat());
    }
}

/// How often the threads of the program have gone to sleep by themselves so far.
#[cfg(target_os = "linux")]
fn wake_ups(tty: &Tty) -> u64 {
    let tasks = std::fs::read_dir(tty.told().join("task")).unwrap();
    let of_task = |task: std::fs::DirEntry| {
        let status = std::fs::read_to_string(task.path().join("status")).unwrap();
        let line = status.lines().find(|l| l.starts_with("voluntary_ctxt_switches"));
        let number = line.and_then(|l| l.split_whitespace().nth(1));
        number.unwrap().parse::<u64>().unwrap()
    };
    tasks.map(|task| of_task(task.unwrap())).sum()
}

#[cfg(target_os = "linux")]
#[test]
fn with_the_clock_hidden_an_idle_game_writes_nothing_and_does_not_wake() {
    let home = home();
    std::fs::write(home.path().join("settings.toml"), "clock = false\n").unwrap();
    let mut tty = two_left(&home);
    tty.press("j");
    tty.until_known(3);
    tty.until_silent(Duration::from_secs(1));
    let (written, woken) = (tty.bytes.len(), wake_ups(&tty));
    thread::sleep(Duration::from_secs(3));
    tty.until_silent(Duration::from_millis(10));
    assert_eq!((tty.bytes.len(), wake_ups(&tty)), (written, woken));
    tty.leave();
}

#[test]
fn the_first_frame_waits_for_no_answer_and_no_key() {
    let home = home();
    let mut tty = Tty::game(&home, &[], 80, 24);
    tty.until_seen("remaining");
    let text = tty.text();
    assert!(text.contains("Huarong"), "{text}");
    // Everything up to the board: the modes that are set, and no question among them.
    assert!(tty.bytes.starts_with(b"\x1b[?1049h"), "{:?}", &tty.bytes[..20]);
    tty.leave();
}
