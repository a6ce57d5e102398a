//! However the program ends or is stopped, the terminal is left as it was found.

use crate::tty::{
    End, HARD, PATIENCE, TWO_LEFT, Tty, assert_restored, cells, command, home, modes, searching,
    two_left,
};
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

#[test]
fn it_opens_on_a_playable_board_and_q_leaves() {
    let home = home();
    let mut tty = Tty::game(&home, &[], 80, 24);
    tty.until_seen("remaining");
    assert!(tty.parser.screen().alternate_screen());
    assert!(tty.parser.screen().hide_cursor());
    let mouse = tty.parser.screen().mouse_protocol_mode();
    assert_eq!(mouse, vt100::MouseProtocolMode::ButtonMotion);
    tty.leave();
}

#[test]
fn signals_leave_the_terminal_as_it_was() {
    for (name, number) in [
        ("TERM", 15),
        ("HUP", 1),
        ("INT", 2),
        ("QUIT", 3),
        ("ALRM", 14),
        // These have not the same number on every system.
        ("USR1", signal_hook::consts::SIGUSR1.unsigned_abs()),
        ("USR2", signal_hook::consts::SIGUSR2.unsigned_abs()),
    ] {
        let home = home();
        let mut tty = two_left(&home);
        tty.press("h");
        tty.until_known(1);
        tty.signal(name);
        tty.end().assert_restored(128 + number);
    }
}

#[test]
fn a_signal_in_the_middle_of_a_search_ends_it() {
    let home = home();
    let tty = searching(&home);
    tty.signal("TERM");
    tty.end().assert_restored(128 + 15);
}

#[test]
fn a_closed_terminal_leaves_no_orphan() {
    let home = home();
    let mut tty = two_left(&home);
    // The thread that reads holds an end of the terminal, until it finds that nobody listens to it.
    tty.output = mpsc::channel().1;
    tty.press("?");
    tty.keyboard = Box::new(std::io::sink());
    drop((tty.master.take(), tty.slave.take()));
    assert_eq!(tty.wait(), 128 + 1);
}

#[test]
fn what_cannot_be_read_is_said_without_an_escape() {
    let home = home();
    let bad = home.path().join("bad.txt");
    std::fs::write(&bad, "[[1,2,3],[5,\x1b[2J,0]]").unwrap();
    let bad = bad.to_str().unwrap();
    let missing = "no-such-puzzle";
    for args in [&[bad][..], &[missing], &["--no-such-option"], &["--metric", "miles"]] {
        let end = Tty::game(&home, args, 80, 24).end();
        assert_eq!(end.status, 2, "{args:?}");
        let text = String::from_utf8_lossy(&end.bytes).into_owned();
        assert!(!end.has_escapes(), "{args:?}: {text:?}");
        assert!(!text.trim().is_empty(), "{args:?}");
    }
}

/// Whether the process is stopped, as the system tells.
#[cfg(target_os = "linux")]
fn is_stopped(tty: &Tty) -> bool {
    let stat = std::fs::read_to_string(tty.told().join("stat")).unwrap();
    let state = stat.rsplit(')').next().unwrap_or_default();
    state.trim_start().starts_with('T')
}

/// Checks that the screen is what is drawn when all of it is drawn.
fn assert_whole(tty: &mut Tty) {
    let quiet = Duration::from_millis(300);
    tty.until_silent(quiet);
    let before = cells(tty.parser.screen());
    tty.press("\x0c");
    tty.until_silent(quiet);
    assert!(cells(tty.parser.screen()) == before, "{}", tty.text());
}

/// Waits until the system says that the process is stopped.
#[cfg(target_os = "linux")]
fn until_stopped(tty: &Tty) {
    let end = Instant::now() + PATIENCE;
    while !is_stopped(tty) {
        assert!(Instant::now() < end, "it never stops");
        thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn stopped_from_outside_it_draws_all_of_the_screen_when_it_goes_on() {
    let home = home();
    std::fs::write(home.path().join("settings.toml"), "clock = false\n").unwrap();
    let mut tty = two_left(&home);
    let now = |tty: &Tty| modes(&**tty.master.as_ref().unwrap());
    let raw = now(&tty);
    for (signal, gives_back) in [("TSTP", true), ("STOP", false)] {
        tty.signal(signal);
        if gives_back {
            tty.until("the main screen", |screen| !screen.alternate_screen());
        }
        until_stopped(&tty);
        tty.until_silent(Duration::from_millis(50));
        // A shell would have written over it, and the window is another one.
        tty.take(b"\x1b[2J\x1b[Hstopped");
        tty.resize(90, 25);
        if !gives_back {
            // A shell has also set modes of its own.
            let name = tty.master.as_ref().unwrap().tty_name().unwrap();
            let own = std::fs::File::open(name).unwrap();
            assert!(Command::new("stty").arg("sane").stdin(own).status().unwrap().success());
            assert_ne!(now(&tty), raw);
        }
        tty.signal("CONT");
        tty.until("the board", |screen| {
            screen.alternate_screen() && screen.contents().contains("remaining")
        });
        assert_whole(&mut tty);
        assert!(!tty.text().contains("stopped"), "{}", tty.text());
        assert_eq!(now(&tty), raw);
    }
    tty.leave();
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_z_gives_the_terminal_back_and_fg_takes_it_again() {
    let home = home();
    std::fs::write(home.path().join("settings.toml"), "clock = false\n").unwrap();
    let mut tty = two_left(&home);
    for round in 0..3 {
        tty.press("\x1a");
        tty.until("the main screen", |screen| !screen.alternate_screen());
        until_stopped(&tty);
        tty.until_silent(Duration::from_millis(50));
        assert_restored(tty.parser.screen());
        assert_eq!(modes(&**tty.master.as_ref().unwrap()), tty.modes);
        tty.resize(100 - round, 30);
        tty.signal("CONT");
        tty.until("the board", |screen| {
            screen.alternate_screen() && screen.contents().contains("remaining")
        });
        tty.until_known(2);
        assert_whole(&mut tty);
    }
    tty.press("h");
    tty.until_known(1);
    tty.leave();
}

/// The game with a fault that it is asked to have, in the middle of play.
fn with_fault(home: &TempDir, fault: &str, puzzle: &str) -> Tty {
    let mut command = command(home.path(), &[puzzle]);
    command.env("HUARONG_FAULT", fault);
    // A long list of calls would push the message off the screen.
    command.env("RUST_BACKTRACE", "0");
    Tty::start(command, 120, 30)
}

/// Checks that `words` were printed, on the main screen and nowhere before it.
fn assert_said_at_last(end: &End, words: &str) {
    let text = String::from_utf8_lossy(&end.bytes).into_owned();
    let (_, behind) = text.rsplit_once("\x1b[?1049l").unwrap();
    assert!(behind.contains(words), "{text:?}");
    assert_eq!(text.matches(words).count(), 1, "{text:?}");
    assert!(end.screen.contents().contains(words), "{text:?}");
}

#[test]
fn a_panic_gives_the_terminal_back_before_it_is_told() {
    for thread in ["main", "keys"] {
        let home = home();
        let mut tty = with_fault(&home, thread, TWO_LEFT);
        tty.until_known(2);
        tty.press("h");
        let end = tty.end();
        end.assert_restored(101);
        assert_said_at_last(&end, &format!("asks thread {thread} to panic"));
    }
    let home = home();
    let mut tty = with_fault(&home, "signals", TWO_LEFT);
    tty.until_known(2);
    tty.signal("CONT");
    let end = tty.end();
    end.assert_restored(101);
    assert_said_at_last(&end, "asks thread signals to panic");
}

#[test]
fn a_panic_in_the_middle_of_a_search_leaves_no_orphan() {
    let home = home();
    let mut tty = with_fault(&home, "main", HARD);
    tty.until_seen("states/s");
    tty.press("j");
    let end = tty.end();
    end.assert_restored(101);
    assert_said_at_last(&end, "asks thread main to panic");
}

#[test]
fn an_error_gives_the_terminal_back_before_it_is_told() {
    let home = home();
    let mut tty = with_fault(&home, "error", TWO_LEFT);
    tty.until_known(2);
    tty.press("h");
    let end = tty.end();
    end.assert_restored(2);
    assert_said_at_last(&end, "the terminal cannot be used: HUARONG_FAULT asks for an error");
}

#[test]
fn a_panic_of_the_solver_is_a_message_and_play_goes_on() {
    let home = home();
    let mut tty = with_fault(&home, "solver", HARD);
    tty.until_seen("The solver failed: HUARONG_FAULT asks thread solver to panic");
    assert!(tty.parser.screen().alternate_screen());
    // The thread lives on: it is asked about the next position, and answers.
    tty.press("h");
    tty.until_seen("states/s");
    tty.press("q");
    let end = tty.end();
    end.assert_restored(0);
    let text = String::from_utf8_lossy(&end.bytes).into_owned();
    assert!(!text.contains("panicked"), "{text:?}");
}

#[test]
fn a_panic_where_distances_are_built_is_a_message_and_searches_answer() {
    let home = home();
    let mut tty = with_fault(&home, "distances", "hengdaolima");
    tty.until_seen("The solver failed: HUARONG_FAULT asks thread distances to panic");
    tty.until_known(81);
    tty.leave();
}

#[test]
fn a_panic_where_the_map_is_made_means_that_there_is_none() {
    let home = home();
    let mut tty = with_fault(&home, "map", "hengdaolima");
    tty.until_known(81);
    let failed = "The solver failed: HUARONG_FAULT asks thread map to panic";
    tty.until_seen(failed);
    tty.press("j");
    tty.until("no message any more", |screen| !screen.contents().contains(failed));
    tty.press("M");
    // In the place of the map.
    tty.until_seen(failed);
    tty.leave();
}
