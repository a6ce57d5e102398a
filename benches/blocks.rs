//! Times the block engine. Everything that is timed is also asserted.

#![expect(
    clippy::unwrap_used,
    reason = "a bench that cannot read its boards shall stop"
)]

use huarong::puzzle::{Axis, Cell, Family, Metric, Puzzle, Setup, SetupPiece, Target};
use huarong::solver::{Distances, Limits, Request, Unwatched, solve};
use std::collections::BTreeMap;
use std::time::Instant;

type Cells = BTreeMap<char, Vec<Cell>>;

fn cells(rows: &[&str]) -> Cells {
    let mut cells = Cells::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, c) in line.chars().enumerate() {
            cells
                .entry(c)
                .or_default()
                .push(Cell::new(column as u8, row as u8));
        }
    }
    cells
}

fn blocks(start: &[&str], goal: &[&str], lengthwise: bool) -> Puzzle {
    let mut setup = Setup::empty(Family::Blocks, start[0].len(), start.len());
    for (c, cells) in cells(start) {
        match c {
            '.' => {}
            '#' => setup.walls = cells,
            '-' => setup.gates = cells,
            _ => {
                let set = cells.iter().copied().collect();
                let (shape, _) = huarong::puzzle::Shape::of(&set).unwrap();
                setup.pieces.push(SetupPiece {
                    name: c.to_string(),
                    cells,
                    axis: if lengthwise {
                        Axis::lengthwise(&shape)
                    } else {
                        Axis::Free
                    },
                });
            }
        }
    }
    for (c, cells) in cells(goal) {
        if !".#-".contains(c) {
            setup.goal.push(Target {
                name: c.to_string(),
                cells,
            });
        }
    }
    setup.build().unwrap()
}

fn klotski(board: &str) -> Puzzle {
    let rows: Vec<&str> = board.split('/').collect();
    blocks(&rows, &["....", "....", "....", ".SS.", ".SS."], false)
}

fn time(name: &str, puzzle: &Puzzle, metric: Metric, optimum: usize, runs: u32) {
    let mut best = f64::MAX;
    let mut states = 0;
    for _ in 0..runs {
        let started = Instant::now();
        let outcome = solve(
            puzzle,
            puzzle.start(),
            &Request::new(metric),
            &mut Unwatched,
        );
        best = best.min(started.elapsed().as_secs_f64());
        assert_eq!(outcome.verdict.optimum(), Some(optimum));
        states = outcome.stats.states;
    }
    println!(
        "{name:12} {metric:6} {optimum:4} moves {states:9} states {:9.3} ms",
        best * 1e3
    );
}

fn file(name: &str) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    std::fs::read_to_string(format!("{root}/../shared/cases/{name}")).unwrap()
}

fn main() {
    if let Some(name) = std::env::args().nth(1).filter(|a| a != "--bench") {
        return only(&name);
    }
    let hengdaolima = klotski("aSSb/aSSb/ceed/cfgd/h..i");
    for (metric, optimum) in Metric::ALL.into_iter().zip([116, 90, 81]) {
        time("hengdaolima", &hengdaolima, metric, optimum, 20);
    }
    for metric in Metric::ALL {
        let mut best = f64::MAX;
        for _ in 0..20 {
            let started = Instant::now();
            let distances =
                Distances::build(&hengdaolima, metric, &Limits::default(), &mut Unwatched).unwrap();
            best = best.min(started.elapsed().as_secs_f64());
            assert!(distances.remaining(hengdaolima.start()).is_some());
        }
        println!("all distances {metric} {:.3} ms", best * 1e3);
    }
    let rows = ["BCDDE.", "BCF.EG", "B.FAAG", "HHHI.G", "..JIKK", "LLJMM."];
    let rush = blocks(
        &rows,
        &["......", "......", "....AA", "......", "......", "......"],
        true,
    );
    time("rush51", &rush, Metric::Slide, 51, 20);
    klotski530();
    for (name, optima) in [
        ("agatka", [48, 35, 30]),
        ("fool", [48, 35, 29]),
        ("pennant", [83, 62, 59]),
        ("rome", [60, 44, 38]),
        ("solomon", [51, 38, 29]),
    ] {
        let text = file(&format!("blocks/{name}.txt"));
        let lines: Vec<&str> = text.lines().filter(|l| !l.starts_with(';')).collect();
        let middle = lines.iter().position(|l| *l == "=>").unwrap();
        let puzzle = blocks(&lines[..middle], &lines[middle + 1..], false);
        for (metric, optimum) in Metric::ALL.into_iter().zip(optima) {
            time(name, &puzzle, metric, optimum, 1);
        }
    }
}

fn klotski530() {
    let all = file("klotski530.tsv");
    let rows: Vec<Vec<&str>> = all
        .lines()
        .filter(|l| !l.starts_with('#'))
        .map(|l| l.split('\t').collect())
        .collect();
    for (m, metric) in Metric::ALL.into_iter().enumerate() {
        let started = Instant::now();
        for row in &rows {
            let puzzle = klotski(row[1]);
            let outcome = solve(
                &puzzle,
                puzzle.start(),
                &Request::new(metric),
                &mut Unwatched,
            );
            let optimum: i32 = row[2 + m].parse().unwrap();
            assert_eq!(
                outcome.verdict.optimum().map_or(-1, |n| n as i32),
                optimum,
                "{row:?}"
            );
        }
        println!(
            "klotski530 {metric} {:.3} s",
            started.elapsed().as_secs_f64()
        );
    }
}

fn only(name: &str) {
    let hengdaolima = klotski("aSSb/aSSb/ceed/cfgd/h..i");
    match name {
        "step" => time("hengdaolima", &hengdaolima, Metric::Step, 116, 2000),
        "slide" => time("hengdaolima", &hengdaolima, Metric::Slide, 90, 2000),
        "move" => time("hengdaolima", &hengdaolima, Metric::Move, 81, 2000),
        "530" => klotski530(),
        _ => {}
    }
}
