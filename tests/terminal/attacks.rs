//! Whatever comes from the terminal, and whatever becomes of it, the keyboard works and the program ends when it is told to.

use crate::tty::{PATIENCE, TWO_LEFT, Tty, command, home, program, size, two_left};
use crate::turns;
use portable_pty::{CommandBuilder, native_pty_system};
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// More keys at once than the system's buffers hold, while the window changes its size.
#[test]
fn a_flood_of_keys_leaves_none_unread() {
    let home = home();
    let mut tty = two_left(&home);
    for round in 0..4 {
        tty.press(&"l".repeat(5_000));
        for columns in [100, 90, 80] {
            tty.resize(columns, 24 + round);
        }
    }
    // Were any of them unread, this one would wait behind them until the next key.
    tty.press("\x03");
    tty.end().assert_restored(0);
}

#[test]
fn unfinished_sequences_swallow_no_keys() {
    for unfinished in ["\x1b[200~", "\x1b[<", "\x1b[?", "\x1b[1 ;", "\x1b]0;", "\x1bP", "\x1b_Gi=1"]
    {
        let home = home();
        let mut tty = two_left(&home);
        tty.press(unfinished);
        tty.until_silent(Duration::from_millis(300));
        tty.press("h");
        tty.until_known(1);
        tty.press(&format!("{unfinished}\x03"));
        tty.end().assert_restored(0);
    }
}

#[test]
fn what_is_pasted_plays_nothing() {
    let home = home();
    let mut tty = two_left(&home);
    tty.press("\x1b[200~hhq\x1b[201~");
    tty.press("h");
    tty.until_known(1);
    tty.leave();
}

/// Processes that were started with this home, by what the system tells of them.
#[cfg(target_os = "linux")]
fn players(home: &tempfile::TempDir) -> usize {
    let wanted = home.path().to_str().unwrap().to_owned();
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let environments = processes.filter_map(|it| std::fs::read(it.path().join("environ")).ok());
    environments.filter(|it| String::from_utf8_lossy(it).contains(&wanted)).count()
}

/// There nobody sends a signal when the terminal is closed.
#[cfg(target_os = "linux")]
#[test]
fn without_a_controlling_terminal_a_closed_one_ends_it_too() {
    let home = home();
    let mut command = command(home.path(), &[TWO_LEFT]);
    let args: Vec<_> = command.get_argv().clone();
    *command.get_argv_mut() = ["setsid".into(), "-w".into()].into_iter().chain(args).collect();
    let mut tty = Tty::start(command, 80, 24);
    tty.until_known(2);
    tty.output = mpsc::channel().1;
    tty.press("?");
    tty.keyboard = Box::new(std::io::sink());
    drop((tty.master.take(), tty.slave.take()));
    let end = Instant::now() + PATIENCE;
    while players(&home) > 0 {
        assert!(Instant::now() < end, "it plays on without a terminal");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn at_a_terminal_that_reads_nothing_a_signal_ends_it() {
    let _turn = turns::shared();
    for name in ["TERM", "INT", "HUP"] {
        let home = home();
        let pair = native_pty_system().openpty(size(200, 60)).unwrap();
        let mut child = pair.slave.spawn_command(command(home.path(), &[TWO_LEFT])).unwrap();
        // Nobody reads, and each size is a frame of its own: soon the program waits for the terminal.
        for round in 0..40 {
            pair.master.resize(size(150 + round, 40 + round / 2)).unwrap();
            thread::sleep(Duration::from_millis(25));
        }
        let id = child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
        let end = Instant::now() + PATIENCE;
        while child.try_wait().unwrap().is_none() {
            if Instant::now() > end {
                child.kill().unwrap();
                panic!("{name} does not end it");
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Where no file may grow, what cannot be kept is said, and the terminal is given back.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_files_is_said_and_not_a_death() {
    let home = home();
    let plain = command(home.path(), &[]);
    let mut limited = CommandBuilder::new("sh");
    limited.args(["-c", "ulimit -f 0; exec \"$0\" \"$@\""]);
    limited.arg(program());
    limited.arg(TWO_LEFT);
    for (name, value) in plain.iter_extra_env_as_str() {
        limited.env(name, value);
    }
    let mut tty = Tty::start(limited, 80, 24);
    tty.until_known(2);
    tty.press("h");
    tty.until_known(1);
    tty.until_seen("cannot be");
    tty.press("q");
    let end = tty.end();
    assert!(end.status == 0 || end.status == 2, "{}", end.status);
    crate::tty::assert_restored(&end.screen);
}
