//! The program as a whole process, in a home of its own.

use assert_cmd::Command;

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program with an input.
pub(crate) fn run_with(args: &[&str], input: &str) -> Run {
    let home = tempfile::tempdir().expect("there is room");
    let output = Command::new(env!("CARGO_BIN_EXE_huarong"))
        .args(args)
        .env("HUARONG_HOME", home.path())
        .write_stdin(input)
        .output()
        .expect("it can be run");
    Run {
        status: output.status.code().expect("it is not killed"),
        out: String::from_utf8(output.stdout).expect("it prints text"),
        err: String::from_utf8(output.stderr).expect("it prints text"),
    }
}
