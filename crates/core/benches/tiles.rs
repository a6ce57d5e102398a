//! Times the tile engine on boards with published optima. Everything that is timed is also asserted.
//!
//! `cargo bench --bench tiles [-- THREADS [FILE [SECONDS [prove]]]]`, with a file of `tests/data`; all of Korf's 100 boards without
//! any. With a time for each board, what is measured is how near the optimum the best solution comes; with `prove`, how
//! many boards are proven. `cargo bench --bench tiles -- THREADS slides [FOLDER]` solves Korf's 100 boards in slides, with a folder
//! that tables are kept in. `cargo bench --bench tiles -- THREADS play step|slide [PAUSE [FOLDER]]` tells how long after the start, and after a
//! key, a number is proven in play on 4x4, with so many milliseconds between keys (none without it). `cargo bench --bench tiles -- THREADS random SIDE [SECONDS [BOARDS]]` tells how many times as long as
//! their simple bounds the best solutions of random boards are after so many seconds each.

use huarong_core::puzzle::{Metric, Path, Position, Puzzle, Setup};
use huarong_core::solver::{Limits, NoMonitor, Request, Verdict, keep_tables_in, prepare, solve};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let threads = words.first().map_or(2, |word| word.parse().expect("a number of threads"));
    let file = words.get(1).map_or("korf100.tsv", String::as_str);
    match words.get(2) {
        folder if file == "slides" => slides(threads, folder),
        Some(metric) if file == "play" => {
            let pause = words.get(3).map_or(0, |word| word.parse().expect("milliseconds"));
            let pause = Duration::from_millis(pause);
            play(threads, metric.parse().expect("a metric"), pause, words.get(4));
        }
        Some(side) if file == "random" => {
            let number = |place: usize, usual: usize| {
                words.get(place).map_or(usual, |word| word.parse().expect("a number"))
            };
            random(threads, side.parse().expect("a side"), number(3, 10), number(4, 8));
        }
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

/// Plays random boards with random keys, as the game asks for what remains: the tables are made on a second thread meanwhile, what is
/// known of the board before a key is used, and between keys what the next one may ask is answered ahead.
fn play(threads: usize, metric: Metric, pause: Duration, folder: Option<&String>) {
    const KEYS: usize = 20;
    let count = if metric == Metric::Step { 100 } else { 10 };
    if let Some(folder) = folder {
        keep_tables_in(folder.into());
    }
    let limits = Limits { threads, ..Limits::default() };
    let mut random = numbers_below();
    let (mut boards, mut keys) = (Vec::new(), Vec::new());
    let (begin, begun) = mpsc::channel::<Puzzle>();
    let asked = Request { limits, anytime: true, ..Request::new(metric) };
    let preparing = thread::spawn(move || {
        let prepared = begun.into_iter().map(|puzzle| {
            let begun = Instant::now();
            prepare(&puzzle, puzzle.start(), metric, &limits, &mut NoMonitor)
                .map(|()| begun.elapsed())
        });
        prepared.collect::<Result<Vec<Duration>, _>>()
    });
    for _ in 0..count {
        let puzzle = board_of(4, &mut random);
        begin.send(puzzle.clone()).expect("it is waited for");
        let mut position = puzzle.start().clone();
        let begun = Instant::now();
        let outcome = solve(&puzzle, &position, &asked, &mut NoMonitor);
        boards.push((begun.elapsed(), outcome.stats.states));
        let mut path = outcome.verdict.path().expect("it can be solved").clone();
        for _ in 0..KEYS {
            let ahead = look_ahead(&puzzle, (&position, &path), pause, (limits, metric));
            let moves = puzzle.moves(&position, metric);
            let key = &moves[random(moves.len())];
            let mut next = position.clone();
            next.play(&puzzle, key).expect("it is legal");
            if path.first() == Some(key) {
                path.remove(0);
            } else {
                let begun = Instant::now();
                let known = ahead.into_iter().find(|(there, _)| *there == next);
                let known = known.map(|(_, path)| (path, 0));
                let search = || off(&puzzle, (&position, &path), &next, (limits, metric));
                let nodes;
                (path, nodes) = known.or_else(search).expect("there is no limit");
                keys.push((begun.elapsed(), nodes));
            }
            position = next;
            if path.is_empty() {
                break;
            }
        }
    }
    // The first keys have other tables than the later ones.
    let (early, late) = keys.split_at(keys.len() / 5);
    let (first, nodes) = boards[0];
    println!("{metric}, {threads} threads: first {:.1} ms, {nodes} nodes", milliseconds(first));
    tell("new boards", &boards[1..]);
    tell("first keys", early);
    tell("other keys", late);
    drop(begin);
    let prepared = preparing.join().expect("it does not panic").expect("there are no limits");
    println!("prepared in {:.1} s", prepared.iter().max().map_or(0.0, Duration::as_secs_f64));
}

/// Waits for the next key, and answers meanwhile where it may lead off the shortest way.
fn look_ahead(
    puzzle: &Puzzle,
    (position, path): (&Position, &Path),
    pause: Duration,
    (limits, metric): (Limits, Metric),
) -> Vec<(Position, Path)> {
    let (begun, mut known) = (Instant::now(), Vec::new());
    let left = || pause.saturating_sub(begun.elapsed());
    for key in puzzle.moves(position, metric) {
        if path.first() != Some(&key) && !left().is_zero() {
            let limits = Limits { time: Some(left()), ..limits };
            let mut next = position.clone();
            next.play(puzzle, &key).expect("it is legal");
            let found = off(puzzle, (position, path), &next, (limits, metric));
            known.extend(found.map(|(path, _)| (next, path)));
        }
    }
    thread::sleep(left());
    known
}

/// A shortest way from `next`, one move off a shortest way, and after how many nodes; `None` if the limits do not allow it.
fn off(
    puzzle: &Puzzle,
    (position, path): (&Position, &Path),
    next: &Position,
    (limits, metric): (Limits, Metric),
) -> Option<(Path, u64)> {
    let length = path.len() as u32;
    let request = Request {
        limits,
        lower_bound: length - 1,
        upper_bound: Some(length + 1),
        ..Request::new(metric)
    };
    let outcome = solve(puzzle, next, &request, &mut NoMonitor);
    if let Verdict::Optimal { path } = outcome.verdict {
        return Some((path, outcome.stats.states));
    }
    match outcome.verdict {
        Verdict::Unknown { lower_bound, .. } if lower_bound > length => {}
        Verdict::Unknown { .. } if limits.time.is_some() => return None,
        verdict => panic!("{verdict:?}"),
    }
    let back = puzzle.moves(next, metric).into_iter().find(|back| {
        let mut after = next.clone();
        after.play(puzzle, back).is_ok() && after == *position
    });
    Some((back.into_iter().chain(path.iter().cloned()).collect(), outcome.stats.states))
}

/// Takes the best solutions found in so many seconds for random squares, and prints how long they are.
fn random(threads: usize, side: usize, seconds: usize, count: usize) {
    let limits =
        Limits { threads, time: Some(Duration::from_secs(seconds as u64)), ..Limits::default() };
    let request = Request { limits, anytime: true, ..Request::new(Metric::Step) };
    let mut random = numbers_below();
    let (mut found, mut bounds, mut states) = (0, 0, 0);
    for _ in 0..count {
        let puzzle = board_of(side, &mut random);
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
        let Verdict::Solved { path, lower_bound } = outcome.verdict else {
            panic!("{:?}", outcome.verdict);
        };
        let mut position = puzzle.start().clone();
        for step in path.iter() {
            position.play(&puzzle, step).expect("it is legal");
        }
        assert!(puzzle.is_solved(&position));
        println!("  {} steps, at least {lower_bound}", path.len());
        found += path.len();
        bounds += lower_bound as usize;
        states += outcome.stats.states;
    }
    let mean = |sum: usize| sum as f64 / count as f64;
    println!(
        "{side}x{side}, {count} boards, {seconds} s each: {:.1} steps, {:.4} of the bound; {:.1} M states",
        mean(found),
        mean(found) / mean(bounds),
        states as f64 / 1e6
    );
}

/// Numbers below any, the same in each run.
fn numbers_below() -> impl FnMut(usize) -> usize {
    let mut turn = 20_261_122_u64;
    move |below| {
        turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (turn >> 33) as usize % below
    }
}

/// A square board in random order.
fn board_of(side: usize, random: &mut impl FnMut(usize) -> usize) -> Puzzle {
    let area = side * side;
    let mut cells: Vec<u32> = (0..area as u32).collect();
    for last in (1..area).rev() {
        cells.swap(last, random(last + 1));
    }
    let tiles: Vec<u32> = cells.iter().copied().filter(|&tile| tile != 0).collect();
    let pairs = (0..area - 1).flat_map(|b| (0..b).map(move |a| (a, b)));
    let inversions = pairs.filter(|&(a, b)| tiles[a] > tiles[b]).count();
    let blank = cells.iter().position(|&tile| tile == 0).expect("there is a blank");
    // Half of all orders cannot be solved; two tiles exchanged make the other half.
    let rows = if side.is_multiple_of(2) { side - 1 - blank / side } else { 0 };
    if (inversions + rows) % 2 == 1 {
        let [a, b] = [0, 1].map(|tile| cells.iter().position(|&held| held == tiles[tile]));
        cells.swap(a.expect("it is there"), b.expect("it is there"));
    }
    Setup::numbers(side, side, &cells).build().expect("it is playable")
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn tell(what: &str, answers: &[(Duration, u64)]) {
    let (mut times, mut nodes): (Vec<Duration>, Vec<u64>) = answers.iter().copied().unzip();
    times.sort_unstable();
    nodes.sort_unstable();
    let at = |percent: usize| (times.len() * percent / 100).min(times.len() - 1);
    println!("{what}: {}", times.len());
    for percent in [50, 90, 99, 100] {
        let (time, nodes) = (milliseconds(times[at(percent)]), nodes[at(percent)]);
        println!("  {percent:3} % within {time:7.1} ms, {nodes:8} nodes");
    }
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
