//! How much memory a search really takes, as the system counts it, where it is told how much it may.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "where a test cannot go on, it fails")]

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// What the searches are allowed, in MiB.
const LIMIT: u64 = 64;

/// The most memory in MiB that the program was ever resident with, and its exit status.
fn peak(puzzle: &str) -> (u64, Option<i32>) {
    let home = tempfile::tempdir().unwrap();
    let limit = format!("{LIMIT}M");
    let mut command = Command::new(env!("CARGO_BIN_EXE_huarong"));
    command.args(["solve", "-q", "--memory", &limit, "--time", "5", puzzle]);
    command.env("HUARONG_HOME", home.path());
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        // The system's own record of the peak; of a program that has ended there is none.
        let told = fs::read_to_string(&status).unwrap_or_default();
        let line = told.lines().find(|line| line.starts_with("VmHWM"));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        peak = peak.max(number.map_or(0, |kib| kib.parse().unwrap()));
        if let Some(ended) = child.try_wait().unwrap() {
            return (peak >> 10, ended.code());
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Ends with bounds or an answer, within a quarter more than it was allowed.
fn assert_within(puzzle: &str) {
    let (peak, status) = peak(puzzle);
    assert!(matches!(status, Some(0 | 3)), "{puzzle}: {status:?}");
    assert!(peak > 0, "{puzzle}: the system tells nothing");
    assert!(peak * 4 <= LIMIT * 5, "{puzzle}: {peak} MiB");
}

#[test]
fn blocks_with_a_large_component_stay_within_their_memory() {
    assert_within("tests/data/blocks/solomon.txt");
}

#[test]
fn a_hard_15_puzzle_stays_within_its_memory() {
    assert_within("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1");
}

#[test]
fn the_largest_board_of_tiles_stays_within_its_memory() {
    assert_within("16x16");
}
