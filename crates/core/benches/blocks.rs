//! Times the block engine: `cargo bench --bench blocks`, or one part of it by its name as the argument. Everything that is
//! timed is also asserted.

use huarong_core::notation::{self, Claim, Entry};
use huarong_core::puzzle::{Metric, Puzzle};
use huarong_core::solver::{Distances, Limits, NoMonitor, Request, StateSpace, solve};
use std::path::Path;
use std::time::Instant;

fn read(name: &str) -> Vec<Entry> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name);
    let text = std::fs::read_to_string(path).expect("the boards are in the repository");
    notation::read(name, &text).expect("the boards can be read").entries
}

fn written(text: &str) -> Puzzle {
    let pack = notation::read("bench", text).expect("the board can be read");
    pack.entries[0].puzzle.clone()
}

/// The shortest of `runs` runs, in milliseconds.
fn best(runs: u32, mut run: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..runs {
        let started = Instant::now();
        run();
        best = best.min(started.elapsed().as_secs_f64());
    }
    best * 1e3
}

/// Solves one board in one metric and prints the shortest time.
fn time(name: &str, puzzle: &Puzzle, metric: Metric, optimum: usize, runs: u32) {
    let mut states = 0;
    let shortest = best(runs, || {
        let outcome = solve(puzzle, puzzle.start(), &Request::new(metric), &mut NoMonitor);
        assert_eq!(outcome.verdict.optimum(), Some(optimum));
        states = outcome.stats.states;
    });
    println!("{name:12} {metric:6} {optimum:4} moves {states:9} states {shortest:9.3} ms");
}

fn hengdaolima() {
    let puzzle = written("aSSb/aSSb/ceed/cfgd/h..i");
    for (metric, optimum) in Metric::ALL.into_iter().zip([116, 90, 81]) {
        time("hengdaolima", &puzzle, metric, optimum, 50);
    }
    for (metric, optimum) in Metric::ALL.into_iter().zip([116, 90, 81]) {
        let shortest = best(50, || {
            let built = Distances::build(&puzzle, metric, &Limits::default(), &mut NoMonitor);
            let distances = built.expect("there is no limit");
            assert_eq!(distances.remaining(puzzle.start()), Some(optimum));
        });
        println!("distances    {metric:6} of the whole component {shortest:9.3} ms");
    }
}

/// What the map takes once its positions are listed: their moves, where solutions come together, and their places in space.
fn map() {
    for (name, board, states, runs) in [
        ("hengdaolima", "aSSb/aSSb/ceed/cfgd/h..i", 25_955, 20),
        ("8-puzzle", "8 6 7/2 5 4/3 0 1", 181_440, 5),
        ("5x2", "9 2 3 1 5/6 7 8 4 0", 1_814_400, 3),
    ] {
        let (puzzle, limits) = (written(board), Limits::default());
        let land = StateSpace::build(&puzzle, Metric::Step, &limits, &mut NoMonitor);
        let land = land.expect("there is no limit");
        assert_eq!(land.survey().states, states);
        let links = || land.links(&limits, &mut NoMonitor).expect("there is no limit");
        let known = links();
        let linked = best(runs, || assert!(links().bytes() > 4 * states));
        let necked = best(runs, || {
            let necks = land.necks(&known, &limits, &mut NoMonitor).expect("there is no limit");
            assert!(necks.cut.is_some_and(|cut| cut.len() > 1));
        });
        let shaped = best(runs, || {
            let shape = land.shape(&known, &limits, &mut NoMonitor).expect("there is no limit");
            assert!(shape.dots().len() > 25_000);
        });
        println!(
            "map          {name:12} links {linked:9.3} ms, necks {necked:9.3} ms, shape {shaped:9.3} ms"
        );
    }
}

fn klotski530() {
    let entries = read("klotski530.tsv");
    for metric in Metric::ALL {
        let seconds = best(3, || {
            for Entry { puzzle, claims, .. } in &entries {
                let request = Request::new(metric);
                let verdict = solve(puzzle, puzzle.start(), &request, &mut NoMonitor).verdict;
                let found = verdict.optimum().map(|moves| Claim::Moves(moves as u32));
                assert_eq!(found.or(Some(Claim::Unsolvable)), claims.get(metric));
            }
        });
        println!("klotski530   {metric:6} {seconds:9.3} ms");
    }
}

fn rush() {
    let puzzle = written("BCDDE.BCF.EGB.FAAGHHHI.G..JIKKLLJMM.");
    time("rush", &puzzle, Metric::Slide, 51, 50);
}

fn large() {
    let boards = [
        ("agatka", [48, 35, 30]),
        ("fool", [48, 35, 29]),
        ("pennant", [83, 62, 59]),
        ("rome", [60, 44, 38]),
        ("solomon", [51, 38, 29]),
    ];
    for (name, optima) in boards {
        let entries = read(&format!("blocks/{name}.txt"));
        for (metric, optimum) in Metric::ALL.into_iter().zip(optima) {
            time(name, &entries[0].puzzle, metric, optimum, 1);
        }
    }
}

fn main() {
    let parts = [
        ("hengdaolima", hengdaolima as fn()),
        ("map", map),
        ("rush", rush),
        ("klotski530", klotski530),
        ("large", large),
    ];
    let asked = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    for (name, part) in parts {
        if asked.as_ref().is_none_or(|asked| asked == name) {
            part();
        }
    }
}
