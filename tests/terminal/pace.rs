//! How soon something is seen, and that nothing happens when nothing should.

use crate::tty::{Tty, command, home, two_left};
use std::thread;
use std::time::Duration;

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
    let mut tty = two_left(&home);
    tty.press(&"jk".repeat(250));
    tty.press("q");
    tty.end().assert_restored(0);
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
