//! Pictures in real pixels: a terminal that says nothing, and others that answer as those do that have them.

use crate::looks::write_png;
use crate::tty::{PATIENCE, TWO_LEFT, Tty, command, home, steps};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The end of what is asked.
const LAST: &str = "\x1b[5n";
/// The answers of a terminal with characters of 8x16 pixels, the last one at the end.
const KITTY: [&str; 5] = [
    "\x1bP>|kitty(0.41.1)\x1b\\",
    "\x1b_Gi=31;OK\x1b\\",
    "\x1b[?62;52;c",
    "\x1b[6;16;8t",
    "\x1b[0n",
];
const SIXEL: [&str; 4] = ["\x1bP>|XTerm(379)\x1b\\", "\x1b[?64;4;22c", "\x1b[6;16;8t", "\x1b[0n"];
/// What kitty has in a character that shows its part of a picture.
const PLACEHOLDER: char = '\u{10EEEE}';

/// The game of a picture, with more arguments, in a terminal that is asked.
fn pictured(home: &TempDir, more: &[&str]) -> Tty {
    std::fs::write(home.path().join("settings.toml"), "clock = false\n").unwrap();
    let file = home.path().join("a.png");
    write_png(&file, 32, |x, y| [x * 8, y * 8, 99]);
    let name = file.to_str().unwrap();
    let args = [&[TWO_LEFT, "--no-anim", "--picture", name], more].concat();
    let mut command = command(home.path(), &args);
    for name in ["TMUX", "STY", "ZELLIJ", "TERM_PROGRAM", "INSIDE_EMACS"] {
        command.env_remove(name);
    }
    command.env("COLORTERM", "truecolor");
    // In this window a cell has 7 columns and 3 rows.
    Tty::start(command, 60, 11)
}

fn written(tty: &Tty) -> String {
    String::from_utf8_lossy(&tty.bytes).into_owned()
}

/// Reads until `wanted` was written.
fn until_written(tty: &mut Tty, wanted: &str) {
    let end = Instant::now() + PATIENCE;
    while !written(tty).contains(wanted) {
        let left = end.saturating_duration_since(Instant::now());
        match tty.output.recv_timeout(left) {
            Ok(bytes) => tty.take(&bytes),
            Err(why) => panic!("{wanted:?} never came ({why}):\n{}", tty.text()),
        }
    }
}

/// Waits for the question, and checks that the first frame was there before it.
fn until_asked(tty: &mut Tty) {
    until_written(tty, LAST);
    let written = written(tty);
    let (before, _) = written.split_once("\x1b_Gi=31").expect("it is asked");
    assert!(before.contains("▀"), "asked before the first frame");
    assert!(!before.contains("\x1b_G") && !before.contains("\x1bP"));
}

fn until_steps(tty: &mut Tty, wanted: usize) {
    tty.until("the steps", |screen| steps(screen) == Some(wanted));
}

#[test]
fn a_terminal_that_does_not_answer_has_half_blocks_and_loses_no_keys() {
    /// With which all is drawn anew when nothing is waited for any more.
    const ANEW: &str = "\x1b[2J";
    let home = home();
    let mut tty = pictured(&home, &[]);
    until_asked(&mut tty);
    tty.press("h");
    tty.press("\x1b[D");
    tty.until_seen("Solved");
    assert!(tty.text().contains("▀▀"), "{}", tty.text());
    let written = written(&tty);
    let (_, behind) = written.rsplit_once(LAST).expect("it is asked");
    assert!(behind.contains(ANEW), "what the question may have left is not wiped");
    // From now on keys come as they do otherwise.
    tty.press("u");
    until_steps(&mut tty, 1);
    assert!(tty.text().contains("▀▀") && !tty.text().contains(PLACEHOLDER));
    tty.leave();
}

#[test]
fn kitty_is_given_the_picture_once_and_keys_between_its_answers_count() {
    let home = home();
    let mut tty = pictured(&home, &[]);
    until_asked(&mut tty);
    // A key before, one between and inside of what a read takes, and one behind.
    let [name, ok, kinds, size, end] = KITTY;
    tty.press(&format!("h{name}{ok}l{kinds}"));
    tty.press(&format!("{size}\x1b[D{end}#"));
    tty.until("a picture", |screen| screen.contents().contains(PLACEHOLDER));
    until_steps(&mut tty, 3);
    tty.until_silent(Duration::from_millis(300));
    assert!(!tty.text().contains('▀'), "{}", tty.text());
    let sent = |tty: &Tty| written(tty).matches("a=T,U=1").count();
    // Six tiles of 7x3 characters of 8x16 pixels.
    assert!(written(&tty).contains(",s=168,v=96,"), "another size");
    let times = sent(&tty);
    // A move and the numbers need no pixels again; drawing all anew does.
    tty.press("u#");
    until_steps(&mut tty, 2);
    tty.until_silent(Duration::from_millis(300));
    assert_eq!(sent(&tty), times);
    tty.press("\x0c");
    tty.until_silent(Duration::from_millis(300));
    assert!(sent(&tty) > times);
    tty.press("q");
    let end = tty.end();
    let text = String::from_utf8_lossy(&end.bytes).into_owned();
    let (_, last) = text.rsplit_once(",s=168").expect("it was sent");
    assert!(last.contains("\x1b_Ga=d,d=I,i="), "images are left");
    end.assert_restored(0);
}

#[test]
fn a_terminal_of_sixels_is_sent_what_has_changed() {
    let home = home();
    let mut tty = pictured(&home, &[]);
    until_asked(&mut tty);
    tty.press(&SIXEL.concat());
    let sizes = |tty: &Tty| -> Vec<String> {
        let text = written(tty);
        let images = text.split("q\"1;1;").skip(1);
        let size = |image: &str| image.split('#').next().unwrap_or_default().to_owned();
        images.map(size).collect()
    };
    tty.until("no half blocks", |screen| !screen.contents().contains('▀'));
    tty.until_silent(Duration::from_millis(300));
    // All of it first: that are 21x6 characters of 8x16 pixels, and the blank is in the last row.
    assert_eq!(sizes(&tty), ["168;96"]);
    let text = tty.text();
    assert!(["1", "2", "3", "4", "5"].iter().all(|number| text.contains(number)));
    tty.press("h");
    until_steps(&mut tty, 1);
    tty.until_silent(Duration::from_millis(300));
    // One tile has moved.
    assert_eq!(sizes(&tty), ["168;96", "56;48"]);
    tty.press("?");
    tty.until_silent(Duration::from_millis(300));
    tty.press("?");
    tty.until_silent(Duration::from_millis(300));
    assert_eq!(sizes(&tty).last().unwrap(), "168;96");
    tty.press("q");
    tty.end().assert_restored(0);
}

#[test]
fn the_player_may_choose_and_then_nothing_but_the_size_is_in_question() {
    let home = home();
    let mut tty = pictured(&home, &["--graphics", "blocks"]);
    tty.until_known(2);
    tty.press("h");
    until_steps(&mut tty, 1);
    assert!(!written(&tty).contains(LAST), "it is asked for nothing");
    tty.leave();
    // Asked for the size alone, since this terminal does not let the system know.
    let mut tty = pictured(&home, &["--graphics", "sixel"]);
    until_asked(&mut tty);
    tty.press("\x1b[6;16;8t\x1b[0n");
    until_written(&mut tty, "q\"1;1;168;96");
    tty.leave();
    // And without it there are no pixels, which is said.
    let mut tty = pictured(&home, &["--graphics", "kitty"]);
    until_asked(&mut tty);
    tty.press("\x1b[0n");
    tty.until_seen("tells no size");
    assert!(tty.text().contains("▀▀"));
    tty.leave();
}
