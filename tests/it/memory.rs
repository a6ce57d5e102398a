//! How much memory a search really takes, as the system counts it, where it is told how much it may; and that it ends with
//! bounds when its time is over.

#![cfg(target_os = "linux")]

use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The most memory in MiB that the program was ever resident with, its exit status, and what it printed.
struct Peak {
    mib: u64,
    status: Option<i32>,
    told: Value,
}

/// How long a search may take on a busy machine beyond the time that it is given; without it, each would go on for minutes
/// at the least.
const PATIENCE: Duration = Duration::from_secs(30);

/// Solves `puzzle` with so many MiB and further arguments, where a main thread may have `stack` KiB.
fn solve(puzzle: &str, limit: u64, stack: u64, more: &[&str]) -> Peak {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    let script = format!("ulimit -s {stack}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_huarong")]);
    let limit = format!("{limit}M");
    command.args(["solve", "--json", "--memory", &limit]).args(more);
    command.arg(puzzle).env("HUARONG_HOME", home.path());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let (began, time) = (Instant::now(), time(more));
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        // The system's own record of the peak; of a program that has ended there is none.
        let told = fs::read_to_string(&status).unwrap_or_default();
        let line = told.lines().find(|line| line.starts_with("VmHWM"));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        peak = peak.max(number.map_or(0, |kib| kib.parse().unwrap()));
        if let Some(ended) = child.try_wait().unwrap() {
            let out = child.wait_with_output().unwrap().stdout;
            return Peak {
                mib: peak >> 10,
                status: ended.code(),
                told: serde_json::from_slice(&out).unwrap(),
            };
        }
        if began.elapsed() > time + PATIENCE {
            child.kill().unwrap();
            panic!("{puzzle} {more:?} does not end");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// The time that is given.
fn time(args: &[&str]) -> Duration {
    let at = args.iter().position(|arg| *arg == "--time").unwrap();
    Duration::from_secs(args[at + 1].parse().unwrap())
}

/// Checks that the search ended with an answer or with a bound.
fn assert_ended(peak: &Peak, what: &str) {
    let told = &peak.told;
    let bound = told["lower_bound"].as_u64();
    match peak.status {
        Some(0) => assert_eq!(bound, told["length"].as_u64(), "{what}: {told}"),
        Some(3) => assert!(bound.is_some_and(|bound| bound > 0), "{what}: {told}"),
        other => panic!("{what}: {other:?}, {told}"),
    }
}

/// Ends with bounds or an answer, within a quarter more than it was allowed.
fn assert_within(puzzle: &str, limit: u64, more: &[&str]) {
    let peak = solve(puzzle, limit, 10 << 10, more);
    let (mib, what) = (peak.mib, format!("{puzzle} {limit}M {more:?}"));
    assert_ended(&peak, &what);
    assert!(mib > 0, "{what}: the system tells nothing");
    assert!(mib * 4 <= limit * 5, "{what}: {mib} MiB");
}

/// For searches that memory does not stop.
const SHORT: [&str; 2] = ["--time", "3"];
/// A 15-puzzle that is 80 steps from its goal; 16!/2 positions can be reached.
const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
/// More than twenty million positions lie within 29 slides of the start.
const CROWD: &str = "tests/data/blocks/crowd.txt";

#[test]
fn blocks_stay_within_their_memory() {
    assert_within("tests/data/blocks/solomon.txt", 64, &SHORT);
    for metric in ["step", "slide", "move"] {
        let more = ["--time", "10", "--metric", metric];
        assert_within(CROWD, 64, &more);
    }
    assert_within(CROWD, 256, &["--time", "10"]);
}

#[test]
fn every_engine_stays_within_its_memory() {
    for algorithm in ["bfs", "bidirectional", "astar", "idastar"] {
        let more = ["--time", "3", "--algorithm", algorithm];
        assert_within(CROWD, 64, &more);
        assert_within(HARD, 64, &more);
    }
}

#[test]
fn number_puzzles_stay_within_their_memory() {
    for limit in [64, 128] {
        assert_within(HARD, limit, &SHORT);
        for board in ["5x5", "4x6", "6x6", "16x16"] {
            let more = ["--time", "3", "--seed", "5"];
            assert_within(board, limit, &more);
        }
    }
    // There is time for greater tables, and no room.
    assert_within("5x5", 64, &["--time", "12", "--seed", "5"]);
}

#[test]
fn a_small_stack_is_enough() {
    for puzzle in [HARD, CROWD, "5x5", "16x16", "hengdaolima"] {
        let peak = solve(puzzle, 64, 1 << 10, &["--time", "1", "--seed", "5"]);
        assert_ended(&peak, puzzle);
    }
}
