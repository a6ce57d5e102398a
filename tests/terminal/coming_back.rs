//! What is there when the program is started again: the first steps at first, then what was left, or what comes after it.

use crate::tty::{Tty, home};

#[test]
fn the_first_start_teaches_and_what_was_left_for_good_does_not_come_back() {
    let home = home();
    let mut tty = Tty::game(&home, &[], 80, 24);
    tty.until_seen("\u{2192} drives the red car.");
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

/// A board that was made at random is the player's own choice of difficulty, and comes back with it.
#[test]
fn a_board_by_difficulty_comes_back_and_others_like_it_go_on() {
    let home = home();
    let mut tty = Tty::game(&home, &["rush-7"], 80, 24);
    tty.until_known(3);
    tty.press("\x1b");
    tty.until_seen("type to filter");
    tty.press("\x1b[H");
    tty.until_seen("\u{25b8}  Continue");
    while !chosen(&tty).contains("Random by difficulty") {
        let before = chosen(&tty);
        tty.press("\x1b[B");
        tty.until("another row", |screen| row_of(screen) != before);
    }
    tty.press("\x1b[D");
    tty.until_seen("\u{2190} \u{25cf}\u{25cb}\u{25cb}\u{25cb}\u{25cb} \u{2192}");
    tty.press("\r");
    tty.until_seen("\u{203a} Random ");
    let name = title(&tty);
    tty.leave();
    let mut tty = Tty::game(&home, &[], 80, 24);
    tty.until_seen("\u{203a} Random ");
    assert_eq!(title(&tty), name);
    tty.press("N");
    tty.until("another board", |screen| {
        let title = title_of(screen);
        title.contains("Random ") && title != name
    });
    tty.leave();
}

/// The row of the list that is chosen.
fn row_of(screen: &vt100::Screen) -> String {
    let text = screen.contents();
    let row = text.lines().find(|line| line.starts_with('\u{25b8}'));
    row.unwrap_or_default().chars().take(40).collect()
}

fn chosen(tty: &Tty) -> String {
    row_of(tty.parser.screen())
}

/// The name of the board, in the first row.
fn title_of(screen: &vt100::Screen) -> String {
    let text = screen.contents();
    let first = text.lines().next().unwrap_or_default();
    first.split(" \u{b7} ").next().unwrap_or_default().to_owned()
}

fn title(tty: &Tty) -> String {
    title_of(tty.parser.screen())
}
