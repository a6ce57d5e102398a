//! Number puzzles with waypoints or locks, which the tile engine does not take, in the metrics that push runs of tiles.

use huarong_core::notation;
use huarong_core::puzzle::{Metric, Position, Puzzle};
use huarong_core::solver::{Distances, Limits, NoMonitor, Request, solve};
use std::collections::HashSet;

const LOCKED: &str = r#"
[[puzzle]]
id = "locked"
board = """
4 1 2
5 0 3
"""
locked = { 1 = "horizontal" }
"#;

/// The fewest moves, by the rules alone.
fn by_the_rules(puzzle: &Puzzle, metric: Metric) -> Option<usize> {
    let mut seen = HashSet::from([puzzle.start().clone()]);
    let mut layer: Vec<Position> = seen.iter().cloned().collect();
    for moves in 0.. {
        if layer.is_empty() {
            break;
        }
        if layer.iter().any(|position| puzzle.is_solved(position)) {
            return Some(moves);
        }
        let mut next = Vec::new();
        for position in &layer {
            for action in puzzle.moves(position, metric) {
                let mut there = position.clone();
                there.play(puzzle, &action).expect("a listed move is legal");
                if seen.insert(there.clone()) {
                    next.push(there);
                }
            }
        }
        layer = next;
    }
    None
}

#[test]
fn a_locked_tile_is_solved_in_every_metric() {
    let pack = notation::read("locked.toml", LOCKED).expect("it is a pack");
    let puzzle = &pack.entries[0].puzzle;
    for metric in Metric::ALL {
        let optimum = by_the_rules(puzzle, metric);
        assert!(optimum.is_some(), "{metric}");
        let request = Request::new(metric);
        let verdict = solve(puzzle, puzzle.start(), &request, &mut NoMonitor).verdict;
        assert_eq!(verdict.optimum(), optimum, "{metric}");
        let built = Distances::build(puzzle, metric, &Limits::default(), &mut NoMonitor);
        let remaining = built.expect("it is small").remaining(puzzle.start());
        assert_eq!(remaining.map(|moves| moves as usize), optimum, "{metric}");
    }
}
