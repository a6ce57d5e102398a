//! What the system does to the commands: output that cannot be written, limits of the shell; and faults of the program itself.

use crate::process::{command, run_command};

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    for args in
        [&["--help"][..], &["--version"], &["solve", "--help"], &["solve", "3x3"], &["list"]]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_huarong"));
        let run = run.env("HUARONG_HOME", home.path()).args(args).stdout(full).output().unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{args:?}");
        assert!(said.contains("the output cannot be written"), "{args:?}: {said}");
    }
}

/// What cannot be said changes neither the exit status nor what is printed.
#[cfg(target_os = "linux")]
#[test]
fn errors_that_cannot_be_written_are_no_fault() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("settings.toml"), "lang = \"fr\"\n").unwrap();
    let too_hard = ["generate", "--kind", "numbers", "--size", "2x2", "--min-moves", "9"];
    for (args, status) in [
        (&["solve", "nope"][..], 2),
        (&["solve", "--nope"], 2),
        (&["convert", "--to", "rush", "hengdaolima"], 2),
        (&too_hard, 3),
        (&["settings"], 0),
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_huarong"));
        let run = run.env("HUARONG_HOME", home.path()).args(args).stderr(full).output().unwrap();
        assert_eq!(run.status.code(), Some(status), "{args:?}");
        assert_eq!(run.stdout.is_empty(), status != 0, "{args:?}");
    }
}

#[test]
fn a_fault_in_a_search_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    let args = ["solve", "--quiet", "3x3"];
    let run = run_command(command(home.path()).env("HUARONG_FAULT", "main").args(args));
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("a fault in the program"), "{}", run.err);
}

/// Two kinds of limits that are not the solver's own: of addresses, which the default of memory stays below, and of a file's length.
#[cfg(target_os = "linux")]
#[test]
fn limits_of_the_shell_are_heeded() {
    let home = tempfile::tempdir().unwrap();
    let shell = |script: &str| {
        let mut shell = assert_cmd::Command::new("sh");
        shell.env("HUARONG_HOME", home.path()).env("P", env!("CARGO_BIN_EXE_huarong"));
        run_command(shell.current_dir(home.path()).args(["-c", script]))
    };
    let hard = format!("{}/tests/data/hard.txt", env!("CARGO_MANIFEST_DIR"));
    for kibibytes in [100_000, 200_000] {
        let script = "solve -q --time 1 --algorithm bfs";
        let run = shell(&format!("ulimit -v {kibibytes}; exec \"$P\" {script} '{hard}'"));
        assert_eq!((run.status, run.out.as_str()), (3, "?\n"), "{}", run.err);
    }
    let run = shell("ulimit -f 0; exec \"$P\" replay --cast film.cast 3x3 --seed 1 R");
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(!home.path().join("film.cast").exists());
    let run = shell("ulimit -f 0; exec \"$P\" analyze --svg map.svg 3x2 --seed 1");
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(!home.path().join("map.svg").exists());
}
