//! The program as a whole process, in a home of its own.

use assert_cmd::Command;
use std::path::Path;

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program, with what it keeps in `home`.
pub(crate) fn command(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_huarong"));
    command.env("HUARONG_HOME", home);
    command
}

/// Runs a command; what it prints is text.
pub(crate) fn run_command(command: &mut Command) -> Run {
    let output = command.output().expect("it can be run");
    Run {
        status: output.status.code().expect("it is not killed"),
        out: String::from_utf8(output.stdout).expect("it prints text"),
        err: String::from_utf8(output.stderr).expect("it prints text"),
    }
}

/// Runs the program with an input, and checks what holds of every run: text, and not one control character but line ends and
/// tabs.
pub(crate) fn run_with(args: &[&str], input: &str) -> Run {
    let home = tempfile::tempdir().expect("there is room");
    let run = run_command(command(home.path()).args(args).write_stdin(input));
    assert!(!run.out.contains(is_obeyed), "{args:?}: {:?}", run.out);
    assert!(!run.err.contains(is_obeyed), "{args:?}: {:?}", run.err);
    run
}

/// Whether a terminal would do something else with `c` than show it: controls but line ends and tabs, marks that turn the
/// direction of writing, characters without a width.
fn is_obeyed(c: char) -> bool {
    let control = c.is_control() && !matches!(c, '\n' | '\t');
    control || unicode_width::UnicodeWidthChar::width(c) == Some(0)
}

/// Runs the program without an input.
pub(crate) fn run(args: &[&str]) -> Run {
    run_with(args, "")
}

/// Runs what must succeed in silence, and returns what it prints.
pub(crate) fn printed(args: &[&str]) -> String {
    printed_of(args, "")
}

/// The same with an input.
pub(crate) fn printed_of(args: &[&str], input: &str) -> String {
    let run = run_with(args, input);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{args:?}");
    run.out
}

/// Runs what must fail without a word on standard output, and returns the errors.
pub(crate) fn refused(args: &[&str], input: &str) -> String {
    let run = run_with(args, input);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}: {}", run.err);
    run.err
}
