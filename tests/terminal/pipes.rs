//! Where standard input or standard output is no terminal: a plain message, and nothing that a terminal would obey.

use crate::tty::{TWO_LEFT, Tty, home, program};
use portable_pty::CommandBuilder;
use std::path::Path;
use std::process::{Command, Stdio};

/// A command line of the shell in which `"$0" "$@"` is the program with its arguments.
fn shell(home: &Path, script: &str, args: &[&str]) -> CommandBuilder {
    let mut shell = CommandBuilder::new("sh");
    shell.args(["-c", script]);
    shell.arg(program());
    shell.args(args);
    shell.env("TERM", "xterm-256color");
    shell.env("LANG", "C.UTF-8");
    shell.env("HUARONG_HOME", home);
    shell
}

/// Ways to open the game.
const GAMES: [&[&str]; 4] = [&[], &["hengdaolima"], &[TWO_LEFT], &["4x4", "--seed", "1"]];

#[test]
fn without_any_terminal_it_says_so_and_nothing_else() {
    let home = home();
    let replay: &[&str] = &["replay", "--play", TWO_LEFT, "LL"];
    for args in GAMES.into_iter().chain([replay]) {
        for input in [Stdio::null(), Stdio::piped()] {
            let mut command = Command::new(program());
            command.args(args).env("HUARONG_HOME", home.path());
            let child = command.stdin(input).stdout(Stdio::piped());
            let child = child.stderr(Stdio::piped()).spawn().unwrap();
            let end = child.wait_with_output().unwrap();
            let said = String::from_utf8(end.stderr).unwrap();
            assert_eq!(end.status.code(), Some(2), "{args:?}: {said}");
            assert!(end.stdout.is_empty(), "{args:?}");
            assert!(said.contains("the game needs a terminal"), "{said}");
            assert!(!said.contains('\u{1b}'), "{said:?}");
        }
    }
}

/// Runs `script` at a terminal; what it leaves on it is plain, and the status says that this cannot be.
fn assert_refused(script: &str, args: &[&str], words: &str) {
    let home = home();
    let end = Tty::start(shell(home.path(), script, args), 80, 24).end();
    let said = String::from_utf8_lossy(&end.bytes).into_owned();
    assert_eq!(end.status, 2, "{script} {args:?}: {said}");
    assert!(!end.has_escapes(), "{script} {args:?}: {said:?}");
    assert!(said.contains(words), "{script} {args:?}: {said}");
    if let Ok(written) = std::fs::read(home.path().join("out")) {
        assert!(written.is_empty(), "{script} {args:?}: {written:?}");
    }
}

#[test]
fn output_that_is_no_terminal_gets_nothing_at_all() {
    let words = "the game needs a terminal";
    for args in GAMES {
        assert_refused("\"$0\" \"$@\" > \"$HUARONG_HOME/out\"", args, words);
        // What comes out of the pipe is seen on the terminal.
        let piped = "{ \"$0\" \"$@\"; echo $? > \"$HUARONG_HOME/status\"; } | cat; \
                     exit $(cat \"$HUARONG_HOME/status\")";
        assert_refused(piped, args, words);
    }
}

#[test]
fn input_that_is_no_terminal_opens_no_game() {
    let words = "its input comes from a file or a pipe";
    for args in GAMES {
        assert_refused("\"$0\" \"$@\" < /dev/null", args, words);
        assert_refused("echo hhhq | \"$0\" \"$@\"", args, words);
        let neither = "\"$0\" \"$@\" < /dev/null > \"$HUARONG_HOME/out\"";
        assert_refused(neither, args, words);
    }
}

#[test]
fn a_puzzle_from_standard_input_is_played_with_the_keys_of_the_terminal() {
    let home = home();
    let script = format!("echo '{TWO_LEFT}' | \"$0\" \"$@\"");
    let mut tty = Tty::start(shell(home.path(), &script, &["-"]), 80, 24);
    tty.until_known(2);
    tty.press("hh");
    tty.until_seen("Solved");
    tty.leave();
}

#[test]
fn what_cannot_be_read_from_standard_input_is_said_without_an_escape() {
    assert_refused("printf '[[1,\\033[2J' | \"$0\" \"$@\"", &["-"], "expected");
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_terminal_for_keys_a_puzzle_from_standard_input_is_refused() {
    let script = format!("echo '{TWO_LEFT}' | setsid -w \"$0\" \"$@\"");
    assert_refused(&script, &["-"], "the terminal cannot be used");
}

#[test]
fn commands_that_print_do_so_without_an_escape() {
    let home = home();
    for (args, status) in [(&["solve", TWO_LEFT][..], 0), (&["list"], 0)] {
        let end = Tty::game(&home, args, 80, 24).end();
        assert_eq!(end.status, status, "{args:?}");
        let mut command = Command::new(program());
        command.args(args).env("HUARONG_HOME", home.path());
        let piped = command.stdin(Stdio::null()).output().unwrap();
        assert_eq!(piped.status.code(), Some(0), "{args:?}");
        let said = [piped.stdout, piped.stderr].concat();
        assert!(!said.contains(&0x1b) && !said.is_empty(), "{args:?}");
    }
}
