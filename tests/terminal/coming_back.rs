//! What is there when the program is started again: the first steps at first, then what was left, or what comes after it.

use crate::tty::{Tty, home};

#[test]
fn the_first_start_teaches_and_what_was_left_for_good_does_not_come_back() {
    let home = home();
    let mut tty = Tty::game(&home, &[], 80, 24);
    tty.until_seen("Press \u{2192} three times.");
    tty.press("\x1b[C\x1b[C\x1b[C");
    tty.until_seen("Solved in the fewest steps!");
    tty.leave();
    // It was solved, so that the second one comes.
    let mut tty = Tty::game(&home, &[], 80, 24);
    tty.until_seen("Three Tiles");
    tty.leave();
    let mut tty = Tty::game(&home, &[], 80, 24);
    tty.until_seen("Three Tiles");
    tty.press("N");
    tty.until_seen("#1/60");
    tty.leave();
    let mut tty = Tty::game(&home, &[], 80, 24);
    tty.until_seen("#1/60");
    tty.leave();
    let mut tty = Tty::game(&home, &["learn"], 80, 24);
    tty.until_seen("Three Tiles");
    tty.leave();
}

/// Without a move, and with what comes after it.
#[test]
fn a_scramble_comes_back_and_scrambles_go_on() {
    let home = home();
    let mut tty = Tty::game(&home, &["3x3", "k3f9"], 80, 24);
    tty.until_seen("3x3 k3f9");
    tty.leave();
    let mut tty = Tty::game(&home, &[], 80, 24);
    tty.until_seen("3x3 k3f9");
    tty.until_seen("remaining");
    tty.press("N");
    tty.until_seen("3x3 k3fa");
    tty.leave();
    let mut tty = Tty::game(&home, &[], 80, 24);
    tty.until_seen("3x3 k3fa");
    tty.leave();
}

#[test]
fn after_a_solved_board_the_next_one_of_what_was_played_comes() {
    let home = home();
    // The fewest moves of this one are three slides, which `S` plays.
    let mut tty = Tty::game(&home, &["rush-7"], 80, 24);
    tty.until_known(3);
    tty.press("S");
    tty.until_seen("solution");
    tty.press("9..");
    tty.press("\r");
    tty.until_seen("With help");
    tty.leave();
    let mut tty = Tty::game(&home, &[], 80, 24);
    tty.until_seen("Rush Hour No. 8");
    tty.leave();
}
