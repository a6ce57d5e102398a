//! How much memory a search really takes, as the system counts it, where it is told how much it may; and that it ends with
//! bounds when its memory or its time is over.

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

/// How long any search may take on a busy machine; without its limits, each would go on for minutes at the least.
const PATIENCE: Duration = Duration::from_secs(120);

/// Seconds of processor time after which a search that its limits still allow is interrupted: all that grows has grown then.
const ENOUGH: u64 = 6;

/// Seconds that all threads of a process have worked so far; none if it has ended.
fn cpu_seconds(process: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = behind_name.split_whitespace().skip(11).take(2);
    // A tick is a hundredth of a second on every Linux of today.
    ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() / 100
}

/// Solves `puzzle` with so many MiB and further arguments, where a main thread may have `stack` KiB.
fn solve(puzzle: &str, limit: u64, stack: u64, may_interrupt: bool, more: &[&str]) -> Peak {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    let script = format!("ulimit -s {stack}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_huarong")]);
    let limit = format!("{limit}M");
    command.args(["solve", "--json", "--memory", &limit]).args(more);
    command.arg(puzzle).env("HUARONG_HOME", home.path());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    let status = format!("/proc/{}/status", child.id());
    let (mut peak, mut interrupted) = (0, false);
    loop {
        // The system's own record of the peak; of a program that has ended there is none.
        let told = fs::read_to_string(&status).unwrap_or_default();
        let line = told.lines().find(|line| line.starts_with("VmHWM"));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        peak = peak.max(number.map_or(0, |kib| kib.parse().unwrap()));
        if let Some(ended) = child.try_wait().unwrap() {
            let out = child.wait_with_output().unwrap().stdout;
            let told = serde_json::from_slice(&out).unwrap();
            return Peak { mib: peak >> 10, status: ended.code(), told };
        }
        if may_interrupt && !interrupted && cpu_seconds(child.id()) > ENOUGH {
            interrupted = true;
            let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(kill.unwrap().success());
        }
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{puzzle} {more:?} does not end");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Checks that the search ended with an answer, or with a bound because of `why`.
fn assert_ended(peak: &Peak, why: &str, what: &str) {
    let told = &peak.told;
    let bound = told["lower_bound"].as_u64();
    match peak.status {
        Some(0) => assert_eq!(bound, told["length"].as_u64(), "{what}: {told}"),
        Some(3) => assert!(bound > Some(0) && told["why"] == why, "{what}: {told}"),
        other => panic!("{what}: {other:?}, {told}"),
    }
}

/// Checks that a search stays within a quarter more than it was allowed; and, if `why` it ends is its memory, that it really
/// took much of that.
fn assert_within(puzzle: &str, limit: u64, why: &str, more: &[&str]) {
    // Only a search that nothing else would end is interrupted: on many cores a short one works as long, and has another reason.
    let peak = solve(puzzle, limit, 10 << 10, why == "cancelled", more);
    let (mib, what) = (peak.mib, format!("{puzzle} {limit}M {more:?}"));
    println!("{what}: {mib} MiB, {}", peak.told);
    assert_ended(&peak, why, &what);
    assert!(mib > 0, "{what}: the system tells nothing");
    assert!(mib * 4 <= limit * 5, "{what}: {mib} MiB");
    let told = peak.told["memory_bytes"].as_u64().unwrap() >> 20;
    assert!(told.abs_diff(mib) <= mib / 10 + 1, "{what}: {told} MiB are told, {mib} were taken");
    assert!(why != "memory" || mib * 3 >= limit, "{what}: {mib} MiB");
}

/// A 15-puzzle that is 80 steps from its goal; 16!/2 positions can be reached.
const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
/// More than twenty million positions lie within 29 slides of the start; the goal names so many pieces that layers are made from there too.
const CROWD: &str = "tests/data/blocks/crowd.txt";
/// An open puzzle: no memory has held it yet.
const OPEN: &str = "tests/data/blocks/american-pie.txt";

#[test]
fn blocks_stay_within_their_memory() {
    assert_within("tests/data/blocks/solomon.txt", 64, "memory", &[]);
    for metric in ["step", "slide", "move"] {
        assert_within(OPEN, 64, "memory", &["--metric", metric]);
        assert_within(CROWD, 64, "memory", &["--metric", metric]);
    }
    // Partitions are of a size here that the allocator might keep when they are given back.
    assert_within(OPEN, 112, "memory", &[]);
    // Each layer's positions have many more moves than those of the layer before.
    assert_within("tests/data/blocks/ithaca.txt", 64, "memory", &["--metric", "move"]);
}

#[test]
fn every_engine_stays_within_its_memory() {
    for puzzle in [CROWD, HARD] {
        for algorithm in ["bfs", "bidirectional", "astar"] {
            assert_within(puzzle, 64, "memory", &["--algorithm", algorithm]);
        }
        // It keeps no states, only its tables.
        assert_within(puzzle, 64, "time", &["--algorithm", "idastar", "--time", "1"]);
    }
}

#[test]
fn number_puzzles_stay_within_their_memory() {
    assert_within(HARD, 64, "time", &["--time", "3"]);
    for board in ["4x6", "6x6", "16x16"] {
        assert_within(board, 64, "time", &["--time", "3", "--seed", "5"]);
    }
    // The others take no more of 128 MiB in that time than of 64; what this one holds grows with every second.
    assert_within("16x16", 128, "time", &["--time", "1", "--seed", "5"]);
    // Every other cell is blank: a state has some hundred moves, and hundreds of words.
    let held = |cell: usize| if (cell + cell / 12).is_multiple_of(2) { 0 } else { 72 - cell / 2 };
    let cells: Vec<String> = (0..144).map(|cell| held(cell).to_string()).collect();
    let rows: Vec<String> = cells.chunks(12).map(|row| row.join(" ")).collect();
    for metric in ["step", "move"] {
        assert_within(&rows.join("/"), 64, "memory", &["--metric", metric]);
    }
    // There is time for greater tables too, and no room.
    assert_within("5x5", 64, "cancelled", &["--seed", "5", "--time", "100"]);
}

/// Slides are searched with tables that fit, or not at all.
#[test]
fn slides_stay_within_their_memory() {
    // It is worth more than the least tables, and a moment even with those.
    let (board, slides) = ("4x4", ["--metric", "slide", "--seed", "3"]);
    let plenty = solve(board, 512, 10 << 10, false, &slides);
    assert_ended(&plenty, "", board);
    assert_within(board, 64, "", &slides);
    let little = solve(board, 4, 10 << 10, false, &slides);
    assert_eq!(little.told["length"], plenty.told["length"]);
    assert_ne!(little.told["states"], plenty.told["states"], "they had the same tables");
    let least = solve(board, 1, 10 << 10, false, &slides);
    assert_eq!((least.status, &least.told["why"]), (Some(3), &"memory".into()));
    assert_within(HARD, 64, "time", &["--metric", "slide", "--time", "2"]);
    // Where lines are long there are more ways down a table than there is room for.
    assert_within("8x2", 64, "time", &["--metric", "slide", "--seed", "2", "--time", "3"]);
}

#[test]
fn a_small_stack_is_enough() {
    for puzzle in [HARD, "5x5", "16x16"] {
        let peak = solve(puzzle, 64, 1 << 10, false, &["--time", "1", "--seed", "5"]);
        assert_ended(&peak, "time", puzzle);
    }
    for puzzle in [CROWD, "hengdaolima"] {
        assert_ended(&solve(puzzle, 64, 1 << 10, false, &[]), "memory", puzzle);
    }
}
