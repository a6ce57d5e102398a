//! What is kept between games, and what happens when it cannot be read or written.

use crate::tty::{
    PATIENCE, TWO_LEFT, Tty, command, figure, home, program, searching, steps, two_left,
};
use portable_pty::CommandBuilder;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What is copied goes to the terminal as it must: OSC 52 with the board's line in base64, once.
#[test]
fn the_board_is_copied_through_the_terminal() {
    let home = home();
    let mut tty = two_left(&home);
    tty.press("y");
    tty.until_seen("The board is copied, if the terminal lets it: 1 2 3/0 4 5");
    let sent = b"\x1b]52;c;MSAyIDMvMCA0IDU=\x1b\\";
    let count = tty.bytes.windows(sent.len()).filter(|bytes| bytes == sent).count();
    assert_eq!(count, 1, "{}", String::from_utf8_lossy(&tty.bytes));
    tty.leave();
}

/// Where lines are typed, Ctrl-C ends the talk; nothing was written that a terminal obeys, and the game is kept.
#[test]
fn a_talk_that_is_interrupted_is_kept() {
    let home = home();
    let args = ["--plain", "--lang", "en", TWO_LEFT];
    let mut tty = Tty::game(&home, &args, 80, 24);
    tty.until_seen("> ");
    tty.press("4\n");
    tty.until_seen("1 step to go");
    tty.press("\u{3}");
    let end = tty.end();
    assert_eq!(end.status, 130);
    assert!(!end.has_escapes(), "{:?}", String::from_utf8_lossy(&end.bytes));
    let again = process_of(&home, &["--plain", "--lang", "en"]);
    assert!(again.starts_with("Your game goes on; R begins anew.\n"), "{again}");
}

/// What the program says where no line comes.
fn process_of(home: &TempDir, args: &[&str]) -> String {
    let mut command = std::process::Command::new(program());
    command.args(args).env("HUARONG_HOME", home.path());
    let output = command.stdin(std::process::Stdio::null()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn after_a_kill_the_board_and_its_history_come_back() {
    let home = home();
    let mut tty = two_left(&home);
    tty.press("jk");
    tty.until_known(2);
    tty.press("h");
    tty.until_known(1);
    until_kept(&home, 3);
    tty.signal("KILL");
    let mut again = Tty::game(&home, &[], 80, 24);
    again.until_known(1);
    assert_eq!(figure(&again, "steps"), Some("3".to_owned()), "{}", again.text());
    again.press("u");
    again.until_known(2);
    again.press("uu");
    again.until("the start", |screen| steps(screen) == Some(0));
    again.press("UUU");
    again.until_known(1);
    again.press("h");
    again.until_seen("Solved");
    again.leave();
}

/// Waits until the game's file holds so many moves: on a slow disk that may be soon after the last one is seen.
fn until_kept(home: &TempDir, moves: usize) {
    let end = Instant::now() + PATIENCE;
    let wanted = format!("\"done\": {moves},");
    let kept = || std::fs::read_to_string(home.path().join("game.json"));
    while !kept().is_ok_and(|text| text.contains(&wanted)) {
        assert!(Instant::now() < end, "{:?}", kept());
        thread::sleep(Duration::from_millis(1));
    }
}

/// What the folder holds that is in the middle of being written, or was when its program was killed.
fn unfinished(home: &TempDir) -> usize {
    let names = std::fs::read_dir(home.path()).unwrap();
    let names = names.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".unfinished")).count()
}

#[test]
fn what_a_kill_left_unfinished_is_gone_after_the_next_start() {
    let home = home();
    let left = home.path().join(".huarong-aB3xYz.unfinished");
    std::fs::write(&left, "{\"version\":1,").unwrap();
    let tty = two_left(&home);
    assert!(!left.exists());
    tty.leave();
}

#[test]
fn garbage_in_the_place_of_a_game_is_set_aside_and_said() {
    let home = home();
    let game = home.path().join("game.json");
    std::fs::write(&game, "{\"version\":1,\"tur").unwrap();
    let mut tty = Tty::game(&home, &[], 120, 24);
    tty.until_seen("game.json was put aside as game.json.bad-1: line 1, column 17");
    tty.leave();
    let kept = std::fs::read_to_string(home.path().join("game.json.bad-1"));
    assert_eq!(kept.unwrap(), "{\"version\":1,\"tur");
}

#[test]
fn the_best_result_is_kept_and_shown() {
    let home = home();
    let board = "[[1,2,3],[0,4,5]]";
    for (keys, best) in [("jkhh", 4), ("hh", 2), ("jkhh", 2)] {
        let mut tty = two_left(&home);
        tty.press(keys);
        tty.until_seen(&format!("best {best}"));
        tty.leave();
    }
    let mut tty = Tty::game(&home, &[board], 80, 24);
    tty.until_seen("best 2");
    tty.leave();
}

#[test]
fn a_home_that_cannot_be_written_is_said_once_and_play_goes_on() {
    let home = home();
    let file = home.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let mut tty = Tty::start(command(&file, &[TWO_LEFT]), 120, 24);
    tty.until_known(2);
    tty.press("j");
    tty.until_seen("cannot be written");
    tty.press("khh");
    tty.until_seen("Solved");
    leave_unkept(tty);
}

/// Leaves a game that could not be written: that is said where it stays.
fn leave_unkept(mut tty: Tty) {
    tty.press("q");
    let end = tty.end();
    end.assert_restored(2);
    let said = end.screen.contents();
    assert!(said.contains("huarong: ") && said.contains("cannot be written"), "{said}");
}

#[test]
fn a_disk_without_room_is_said_once_and_the_old_files_stay() {
    let home = home();
    let mut tty = two_left(&home);
    tty.press("jkhh");
    tty.until_seen("best 4");
    tty.leave();
    let read = |name: &str| std::fs::read_to_string(home.path().join(name)).unwrap();
    let names = || {
        let names = std::fs::read_dir(home.path()).unwrap();
        let mut names: Vec<_> = names.map(|file| file.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = (read("game.json"), read("records.json"), names());
    // No file can be given a single byte; that is an error and not a signal, as on a disk that is full.
    let mut full = CommandBuilder::new("sh");
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    full.args(["-c", script]);
    full.args([program(), TWO_LEFT.into()]);
    full.env("TERM", "xterm-256color");
    full.env("LANG", "C.UTF-8");
    full.env("HUARONG_HOME", home.path());
    let mut tty = Tty::start(full, 120, 24);
    tty.until_known(2);
    tty.press("h");
    tty.until_seen("cannot be written");
    // The name that a file has on its way tells nobody anything.
    assert!(!tty.text().contains("unfinished"), "{}", tty.text());
    tty.press("h");
    tty.until_seen("Solved");
    tty.until_seen("not saved");
    leave_unkept(tty);
    assert_eq!((read("game.json"), read("records.json"), names()), before);
}

#[test]
fn settings_that_are_no_settings_are_set_aside_and_said() {
    let home = home();
    let file = home.path().join("settings.toml");
    std::fs::write(&file, "theme = \"mo").unwrap();
    let mut tty = Tty::game(&home, &[TWO_LEFT], 120, 24);
    tty.until_seen("settings.toml was put aside as settings.toml.bad-1: line 1: ");
    tty.leave();
    assert!(!file.exists());
    let aside = home.path().join("settings.toml.bad-1");
    assert_eq!(std::fs::read_to_string(aside).unwrap(), "theme = \"mo");
}

#[test]
fn a_setting_that_means_nothing_is_said_and_the_others_hold() {
    let home = home();
    let file = home.path().join("settings.toml");
    let text = "lang = \"zh\"\n\"th\\u001b[2Jme\" = 1\nascii = \"no\"\n";
    std::fs::write(&file, text).unwrap();
    let mut tty = Tty::game(&home, &[TWO_LEFT], 120, 24);
    tty.until_seen("there is no key \"th\\u{1b}[2Jme\"; line 3: ascii: expected true or false");
    tty.until_seen("其余照常");
    tty.leave();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_kill_in_the_middle_of_saving_loses_no_game() {
    let home = home();
    let mut tty = two_left(&home);
    tty.press("jk");
    tty.until("two moves", |screen| steps(screen) == Some(2));
    until_kept(&home, 2);
    tty.signal("KILL");
    let mut seen = 2;
    for round in 0..12 {
        let mut tty = Tty::game(&home, &[], 120, 24);
        tty.until("the steps", |screen| steps(screen).is_some());
        assert!(!tty.text().contains("put aside"), "{}", tty.text());
        assert_eq!(unfinished(&home), 0);
        let made = steps(tty.parser.screen()).unwrap();
        assert!(made >= seen, "{made} of {seen}:\n{}", tty.text());
        // Each move is written; the kill comes somewhere among them.
        tty.press(&"jk".repeat(20));
        thread::sleep(Duration::from_millis(7 * round));
        tty.signal("KILL");
        seen = made;
    }
    let mut tty = Tty::game(&home, &[], 120, 24);
    tty.until("the steps", |screen| steps(screen).is_some());
    let made = steps(tty.parser.screen()).unwrap();
    assert!(made > 0, "{}", tty.text());
    // The whole history is there.
    tty.press(&"u".repeat(made));
    tty.until("the start", |screen| steps(screen) == Some(0));
    tty.leave();
}

#[test]
fn a_kill_in_the_middle_of_solving_leaves_the_board() {
    let home = home();
    let mut tty = searching(&home);
    for (key, made) in [("k", 1), ("j", 2)] {
        tty.press(key);
        tty.until("a move", |screen| steps(screen) == Some(made));
    }
    until_kept(&home, 2);
    tty.signal("KILL");
    let mut tty = Tty::game(&home, &[], 80, 24);
    tty.until("two moves", |screen| steps(screen) == Some(2));
    tty.press("uu");
    tty.until("none", |screen| steps(screen) == Some(0));
    tty.leave();
}

#[test]
fn two_games_at_once_keep_both_results() {
    let home = home();
    let other = "[[1,2,3],[4,0,5]]";
    let mut one = two_left(&home);
    let mut two = Tty::game(&home, &[other], 80, 24);
    two.until_known(1);
    one.press("hh");
    two.press("h");
    for (tty, best) in [(&mut one, "best 2"), (&mut two, "best 1")] {
        tty.until_seen("Solved");
        tty.until_seen(best);
    }
    for tty in [one, two] {
        tty.signal("TERM");
        tty.end().assert_restored(128 + 15);
    }
    for (board, best) in [(TWO_LEFT, "best 2"), (other, "best 1")] {
        let mut tty = Tty::game(&home, &[board], 80, 24);
        tty.until_seen(best);
        tty.leave();
    }
}

#[test]
fn results_that_are_garbage_are_set_aside_and_said() {
    let home = home();
    let file = home.path().join("records.json");
    std::fs::write(&file, "{\"version\":1,\u{0}").unwrap();
    let mut tty = Tty::game(&home, &[TWO_LEFT], 120, 24);
    tty.until_seen("records.json was put aside as records.json.bad-1: line 1, column ");
    tty.press("hh");
    tty.until_seen("best 2");
    tty.leave();
    assert!(home.path().join("records.json.bad-1").exists());
}
