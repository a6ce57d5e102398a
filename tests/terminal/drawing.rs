//! A puzzle is drawn, played and saved at a real terminal, and the day's puzzles are played there.

use crate::tty::{Tty, command, home, two_left};
use portable_pty::CommandBuilder;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The program, which works in its home.
fn at_home(home: &TempDir, args: &[&str]) -> CommandBuilder {
    let mut command = command(home.path(), args);
    command.cwd(home.path());
    command
}

/// The puzzles of a file, in words.
fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_board_is_drawn_played_and_saved() {
    let home = home();
    let mut tty = Tty::start(at_home(&home, &["[[1,2,3],[0,4,5]]"]), 80, 24);
    tty.until_known(2);
    // An empty board of 3x2, a piece of two cells, and its place one row down.
    tty.press("EN");
    tty.until_seen("the board has no pieces");
    tty.press("n \x1b[1;2C");
    tty.until_seen("the goal names no piece");
    tty.press("h\tj ");
    tty.until_seen("It can be played");
    tty.until_seen("moves 1");
    tty.press("S");
    tty.until_seen("save as");
    tty.press("\r");
    tty.until_seen("board.toml is written");
    let saved = read(&home.path().join("board.toml"));
    assert!(saved.contains("[[puzzle]]") && saved.contains("AA."), "{saved}");
    // The same name once more is asked about, and kept if that is not wanted.
    tty.press("S\r");
    tty.until_seen("Enter replaces it");
    tty.press("\x1b");
    tty.until("the drawing", |screen| !screen.contents().contains("save as"));
    assert_eq!(read(&home.path().join("board.toml")), saved);
    tty.press("\r");
    tty.until_known(1);
    tty.press("j");
    tty.until_seen("Solved");
    tty.leave();
    let mut again = Tty::start(at_home(&home, &["board.toml"]), 80, 24);
    again.until_known(1);
    again.leave();
}

#[test]
fn what_cannot_be_written_is_said_and_nothing_is_lost() {
    let home = home();
    let mut tty = two_left(&home);
    tty.press("ES");
    tty.until_seen("save as");
    tty.press("/no/such/folder\r");
    tty.until_seen("/no/such/folder cannot be written: ");
    tty.press("\x1b");
    tty.until("the drawing", |screen| !screen.contents().contains("save as"));
    tty.press("\x1b");
    tty.until_known(2);
    tty.leave();
}

#[test]
fn the_puzzles_of_a_day_are_played_one_after_the_other() {
    let home = home();
    let mut tty = Tty::game(&home, &["daily", "--date", "2026-11-21"], 80, 24);
    tty.until_known(24);
    tty.until_seen("8-puzzle, 2026-11-21");
    tty.press("\x1b");
    tty.until_seen("Daily 2026-11-21");
    // Its place is there from the first frame on, its puzzles a moment later.
    tty.until_seen("rush hour, 2026-11-21");
    tty.press("\x1b");
    tty.until_known(24);
    tty.press("N");
    tty.until_known(71);
    tty.leave();
}
