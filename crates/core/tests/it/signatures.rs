//! How many states each engine stores and expands on boards with known optima: a change of an engine shows here first.

use crate::golden::root;
use crate::packs;
use huarong_core::notation;
use huarong_core::puzzle::{Metric, Puzzle};
use huarong_core::solver::{Algorithm, NoMonitor, Request, solve};

fn written(text: &str) -> Puzzle {
    let pack = notation::read("board", text).unwrap();
    pack.entries[0].puzzle.clone()
}

fn read(name: &str) -> Puzzle {
    let path = root("tests/data/blocks").join(name);
    written(&std::fs::read_to_string(path).unwrap())
}

/// Optimum, states stored and states expanded.
fn effort(puzzle: &Puzzle, request: &Request) -> (Option<usize>, u64, u64) {
    let outcome = solve(puzzle, puzzle.start(), request, &mut NoMonitor);
    let stats = outcome.stats;
    (outcome.verdict.optimum(), stats.states, stats.expanded)
}

#[test]
fn small_boards_by_every_engine_that_keeps_states() {
    let klotski = written("aSSb/aSSb/ceed/cfgd/h..i");
    let rows = [
        (Metric::Step, 116, [(12048, 12018), (15454, 12018), (11906, 11832)]),
        (Metric::Slide, 90, [(11971, 11932), (15368, 11932), (11711, 11590)]),
        (Metric::Move, 81, [(11980, 11925), (15370, 11925), (11776, 11644)]),
    ];
    let algorithms = [Algorithm::Bfs, Algorithm::Bidirectional, Algorithm::Astar];
    for (metric, optimum, efforts) in rows {
        for (algorithm, (states, expanded)) in algorithms.into_iter().zip(efforts) {
            let mut request = Request::new(metric);
            request.algorithm = algorithm;
            let found = effort(&klotski, &request);
            assert_eq!(found, (Some(optimum), states, expanded), "{metric} {algorithm:?}");
        }
    }
}

#[test]
fn slides_near_home_are_the_same_work_on_any_number_of_threads() {
    for (name, optimum, states) in [("10x10-spiral", 11, 1_458_098), ("7x7-first", 15, 5_328_374)] {
        for threads in [1, 2] {
            let mut request = Request::new(Metric::Slide);
            request.limits.threads = threads;
            // Ways are gone along, and no state is expanded.
            let (length, gone, _) = effort(&packs::find(name).puzzle, &request);
            assert_eq!((length, gone), (Some(optimum), states), "{name} {threads}");
        }
    }
}

#[test]
fn large_boards_are_the_same_work_on_any_number_of_threads() {
    let rows = [
        ("rome.txt", Metric::Step, (60, 1_617_870, 1_542_614)),
        ("rome.txt", Metric::Slide, (44, 1_279_985, 1_187_535)),
        ("rome.txt", Metric::Move, (38, 1_407_013, 1_299_115)),
        // It becomes so large that it goes on in rounds, with a bound from the board without some of its pieces.
        ("solomon.txt", Metric::Step, (51, 8_542_258, 8_116_623)),
        ("solomon.txt", Metric::Slide, (38, 4_143_482, 3_664_014)),
        ("solomon.txt", Metric::Move, (29, 2_856_580, 2_393_835)),
        // Its goal names every piece, so that layers are made from there too.
        ("the-time-machine.txt", Metric::Step, (91, 1_007_491, 870_548)),
        ("the-time-machine.txt", Metric::Slide, (67, 750_911, 603_228)),
        ("the-time-machine.txt", Metric::Move, (39, 630_802, 424_719)),
    ];
    for (name, metric, (optimum, states, expanded)) in rows {
        let puzzle = read(name);
        for threads in [1, 2] {
            let mut request = Request::new(metric);
            request.limits.threads = threads;
            let found = effort(&puzzle, &request);
            assert_eq!(found, (Some(optimum), states, expanded), "{name} {metric} {threads}");
        }
    }
}
