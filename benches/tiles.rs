//! Times the tile engine on boards with published optima. Everything that is timed is also asserted.
//!
//! `cargo bench --bench tiles [-- THREADS [FILE…]]`, with files of `tests/data`; all of Korf's 100 boards without any.

use huarong::puzzle::{Metric, Setup};
use huarong::solver::{Limits, Request, Unwatched, solve};
use std::time::{Duration, Instant};

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let threads = words
        .first()
        .map_or(2, |word| word.parse().expect("a number of threads"));
    let files = words.get(1..).filter(|files| !files.is_empty());
    let standard = ["korf100.tsv".to_owned()];
    for file in files.unwrap_or(&standard) {
        time(file, threads);
    }
}

/// Solves every board of a file in one process and prints what it took.
fn time(file: &str, threads: usize) {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the case file is there");
    let begun = Instant::now();
    let (mut nodes, mut most, mut slowest) = (0, 0, Duration::ZERO);
    let mut tables = Duration::ZERO;
    let limits = Limits {
        threads,
        ..Limits::default()
    };
    let request = Request {
        limits,
        ..Request::new(Metric::Step)
    };
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let rows: Vec<Vec<u32>> = fields[1].split('/').map(numbers).collect();
        let puzzle = Setup::numbers(rows[0].len(), rows.len(), &rows.concat());
        let puzzle = puzzle.build().expect("the board is playable");
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut Unwatched);
        assert_eq!(outcome.verdict.optimum(), fields[2].parse().ok(), "{row}");
        nodes += outcome.stats.states;
        most = most.max(outcome.stats.states);
        slowest = slowest.max(outcome.stats.elapsed - outcome.stats.tables);
        tables += outcome.stats.tables;
    }
    let took = begun.elapsed();
    println!(
        "{file}: {:.3} s in all, tables {:.3} s; {nodes} nodes, at most {most}, slowest {:.3} s; {threads} threads, {:.1} M nodes/s",
        took.as_secs_f64(),
        tables.as_secs_f64(),
        slowest.as_secs_f64(),
        nodes as f64 / 1e6 / (took - tables).as_secs_f64(),
    );
}

/// The numbers of a row.
fn numbers(row: &str) -> Vec<u32> {
    row.split(' ')
        .map(|word| word.parse().expect("a row of numbers"))
        .collect()
}
