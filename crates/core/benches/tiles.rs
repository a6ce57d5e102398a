//! Times the tile engine on boards with published optima. Everything that is timed is also asserted.
//!
//! `cargo bench --bench tiles [-- THREADS [FILE [SECONDS [prove]]]]`, with a file of `tests/data`; all of Korf's 100 boards without
//! any. With a time for each board, what is measured is how near the optimum the best solution comes; with `prove`, how
//! many boards are proven. `cargo bench --bench tiles -- THREADS slides [FOLDER]` solves Korf's 100 boards in slides, with a folder
//! that tables are kept in.

use huarong_core::puzzle::{Metric, Puzzle, Setup};
use huarong_core::solver::{Limits, NoMonitor, Request, Verdict, keep_tables_in, solve};
use std::time::{Duration, Instant};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let threads = words.first().map_or(2, |word| word.parse().expect("a number of threads"));
    let file = words.get(1).map_or("korf100.tsv", String::as_str);
    match words.get(2) {
        folder if file == "slides" => slides(threads, folder),
        Some(word) if words.len() > 3 => {
            prove(file, threads, word.parse().expect("a number of seconds"));
        }
        Some(word) => near(file, threads, word.parse().expect("a number of seconds")),
        None => time(file, threads),
    }
}

/// Solves Korf's boards in slides in one process and prints what it took.
fn slides(threads: usize, folder: Option<&String>) {
    if let Some(folder) = folder {
        keep_tables_in(folder.into());
    }
    let begun = Instant::now();
    let (mut sum, mut nodes, mut slowest) = (0, 0, Duration::ZERO);
    let mut tables = Duration::ZERO;
    let limits = Limits { threads, ..Limits::default() };
    let request = Request { limits, ..Request::new(Metric::Slide) };
    for (puzzle, fewest) in boards("slides15.tsv") {
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
        assert_eq!(outcome.verdict.optimum(), Some(fewest));
        let stats = outcome.stats;
        sum += fewest;
        nodes += stats.states;
        slowest = slowest.max(stats.elapsed - stats.tables);
        tables += stats.tables;
    }
    let took = begun.elapsed();
    println!(
        "slides: {:.3} s in all, tables {:.3} s; {nodes} nodes, slowest {:.3} s; {threads} threads, {:.1} M nodes/s",
        took.as_secs_f64(),
        tables.as_secs_f64(),
        slowest.as_secs_f64(),
        nodes as f64 / 1e6 / (took - tables).as_secs_f64(),
    );
    assert_eq!(sum, 3206);
}

/// Takes the best solution found in `seconds` for every board of a file, and prints how far from the optimum they are.
fn near(file: &str, threads: usize, seconds: f64) {
    let (mut found, mut bound, mut optimum) = (0, 0, 0);
    for (puzzle, fewest) in boards(file) {
        let time = Some(Duration::from_secs_f64(seconds));
        let limits = Limits { threads, time, ..Limits::default() };
        let request = Request { limits, anytime: true, ..Request::new(Metric::Step) };
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
        let length = outcome.verdict.path().expect("every board gets a solution").len();
        let proven = match outcome.verdict {
            Verdict::Solved { lower_bound, .. } => lower_bound as usize,
            _ => length,
        };
        assert!(proven <= fewest && fewest <= length, "{proven} {fewest} {length}");
        found += length;
        bound += proven;
        optimum += fewest;
    }
    let of = |sum: usize| sum as f64 / optimum as f64;
    println!(
        "{file}: {:.4} of the optimum in {seconds} s a board, bounds {:.4}",
        of(found),
        of(bound)
    );
}

/// Tries to prove an optimum for every board of a file, in `seconds` each.
fn prove(file: &str, threads: usize, seconds: f64) {
    let time = Some(Duration::from_secs_f64(seconds));
    let limits = Limits { threads, time, ..Limits::default() };
    let request = Request { limits, ..Request::new(Metric::Step) };
    let mut proven = 0;
    for (puzzle, fewest) in boards(file) {
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
        let bound = match outcome.verdict {
            Verdict::Optimal { ref path } => {
                assert_eq!(path.len(), fewest);
                proven += 1;
                path.len()
            }
            Verdict::Unknown { lower_bound, .. } => lower_bound as usize,
            other => panic!("{other:?}"),
        };
        let stats = outcome.stats;
        println!(
            "{fewest}: at least {bound} in {:.1} s, tables {:.1} s; {} nodes, {:.1} M nodes/s, {} MB",
            stats.elapsed.as_secs_f64(),
            stats.tables.as_secs_f64(),
            stats.states,
            stats.speed() / 1e6,
            stats.bytes >> 20
        );
        assert!(bound <= fewest, "{bound} {fewest}");
    }
    println!("{file}: {proven} proven in {seconds} s each");
}

/// The boards of a file with their optima.
fn boards(file: &str) -> Vec<(Puzzle, usize)> {
    let path = format!("{}/../../tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the case file is there");
    let board = |row: &str| {
        let fields: Vec<&str> = row.split('\t').collect();
        let rows: Vec<Vec<u32>> = fields[1].split('/').map(numbers).collect();
        let puzzle = Setup::numbers(rows[0].len(), rows.len(), &rows.concat());
        let puzzle = puzzle.build().expect("the board is playable");
        (puzzle, fields[2].parse().expect("an optimum"))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(board).collect()
}

/// Solves every board of a file in one process and prints what it took.
fn time(file: &str, threads: usize) {
    let begun = Instant::now();
    let (mut nodes, mut most, mut slowest) = (0, 0, Duration::ZERO);
    let mut tables = Duration::ZERO;
    let limits = Limits { threads, ..Limits::default() };
    let request = Request { limits, ..Request::new(Metric::Step) };
    for (puzzle, fewest) in boards(file) {
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
        assert_eq!(outcome.verdict.optimum(), Some(fewest));
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
    row.split(' ').map(|word| word.parse().expect("a row of numbers")).collect()
}
