//! How soon something is seen, and that nothing happens when nothing should.

use crate::tty::{Tty, command, count, home, steps, two_left};
use huarong::notation;
use huarong::records::{Folder, Records, Show};
use huarong::solver::Limits;
use huarong::text::Lang;
use huarong::tui::{App, Chord, Depth, Keymap, Message, Options, Palette, Playlist, Theme};
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn nothing_is_asked_of_the_terminal() {
    let home = home();
    let mut tty = two_left(&home);
    tty.press("q");
    let bytes = tty.end().bytes;
    // Cursor, size, attributes, keyboard: every question would stop the first frame where nothing answers.
    for question in [
        "\x1b[6n", "\x1b[c", "\x1b[?u", "\x1b[5n", "\x1b[14t", "\x1b[18t",
    ] {
        let found = bytes
            .windows(question.len())
            .any(|w| w == question.as_bytes());
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
    tty.press("q");
    tty.end().assert_restored(0);
}

/// How long it takes from a key to the frame that shows its move, the game being kept in between: sorted.
fn delays(tty: &mut Tty, before: usize, keys: usize) -> Vec<Duration> {
    let mut delays: Vec<_> = (before + 1..=before + keys)
        .map(|made| {
            let pressed = Instant::now();
            tty.press(if made % 2 == 1 { "k" } else { "j" });
            tty.until("the move", |screen| steps(screen) == Some(made));
            pressed.elapsed()
        })
        .collect();
    delays.sort_unstable();
    delays
}

#[test]
fn a_solver_at_full_load_does_not_delay_the_frame_of_a_key() {
    let home = home();
    let hard = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
    let mut tty = Tty::start(command(home.path(), &[hard, "--no-anim"]), 80, 24);
    tty.until_seen("states/s");
    // What else the machine does may disturb a round or two; what the solver does to a frame is there in all of them.
    let late = (0..8).map(|round| delays(&mut tty, 40 * round, 40));
    let mut late = late.inspect(|d| println!("median {:?}, most {:?}", d[20], d[39]));
    let calm = late.any(|delays| delays[38] < Duration::from_millis(50));
    drop(late);
    assert!(calm, "in no round came the frames in time");
    tty.press("q");
    tty.end().assert_restored(0);
}

#[test]
fn the_frame_of_a_key_waits_for_nothing_that_the_solver_does() {
    let board = notation::read("hard", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1");
    let playlist = Playlist::one(board.unwrap().entries.remove(0));
    let options = Options {
        lang: Lang::En,
        theme: Theme {
            palette: Palette::default(),
            depth: Depth::Cube,
            ascii: false,
        },
        mouse: true,
        animated: false,
        metric: None,
        keymap: Keymap::default(),
        show: Show::Always,
        clock: false,
        move_blank: false,
        limits: Limits {
            memory: Some(1 << 28),
            threads: 2,
            ..Limits::default()
        },
    };
    let mut app = App::new(playlist, &options, TestBackend::new(80, 24)).unwrap();
    let home = home();
    app = app.with_records(Records::open(Some(Folder::at(home.path()))), None);
    let mut parser = vt100::Parser::new(count(24), count(80), 0);
    for made in 1..=200 {
        let key = if made % 2 == 1 { 'k' } else { 'j' };
        app.sender().send(Message::Key(Chord::char(key))).unwrap();
        // It is taken in at once, whatever the solver has said before it, and its frame is the very next one.
        app.turn(Some(Duration::ZERO)).unwrap();
        app.turn(Some(Duration::ZERO)).unwrap();
        assert_eq!(app.model().game().remaining().exact(), None, "too easy");
        let drawn: Vec<&str> = app
            .backend()
            .buffer()
            .content
            .iter()
            .map(Cell::symbol)
            .collect();
        parser.process(b"\x1b[H");
        parser.process(drawn.concat().as_bytes());
        assert_eq!(steps(parser.screen()), Some(made), "{}", drawn.concat());
    }
}

/// How often the threads of the program have gone to sleep by themselves so far.
#[cfg(target_os = "linux")]
fn wake_ups(tty: &Tty) -> u64 {
    let id = tty.child.process_id().unwrap();
    let tasks = std::fs::read_dir(format!("/proc/{id}/task")).unwrap();
    let of_task = |task: std::fs::DirEntry| {
        let status = std::fs::read_to_string(task.path().join("status")).unwrap();
        let line = status
            .lines()
            .find(|l| l.starts_with("voluntary_ctxt_switches"));
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
    tty.until_silent(Duration::from_millis(500));
    let (written, woken) = (tty.bytes.len(), wake_ups(&tty));
    thread::sleep(Duration::from_secs(3));
    tty.until_silent(Duration::from_millis(10));
    assert_eq!((tty.bytes.len(), wake_ups(&tty)), (written, woken));
    tty.press("q");
    tty.end().assert_restored(0);
}

#[test]
fn the_first_frame_waits_for_no_answer_and_no_key() {
    let home = home();
    let mut tty = Tty::start(command(home.path(), &[]), 80, 24);
    tty.until_seen("remaining");
    let text = tty.text();
    assert!(text.contains("Huarong"), "{text}");
    // Everything up to the board: the modes that are set, and no question among them.
    assert!(
        tty.bytes.starts_with(b"\x1b[?1049h"),
        "{:?}",
        &tty.bytes[..20]
    );
    tty.press("q");
    tty.end().assert_restored(0);
}
