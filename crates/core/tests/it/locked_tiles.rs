//! Number puzzles with waypoints or locks, against the rules alone.

use huarong_core::notation;
use huarong_core::puzzle::{Axis, Cell, Metric, Position, Puzzle, Setup, Target};
use huarong_core::solver::{
    Algorithm, Distances, Limits, Monitor, NoMonitor, Progress, Request, StopReason, Verdict, solve,
};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use std::ops::ControlFlow;

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

/// A shuffled board, some tiles of which are locked, with as many waypoints as `rng` chooses.
fn random_board(rng: &mut ChaCha8Rng) -> Option<Puzzle> {
    let (width, height) = *[(2, 2), (3, 2), (2, 3), (4, 1), (5, 1)].choose(rng)?;
    let blanks = rng.random_range(1..=2);
    let mut held: Vec<u32> =
        (0..width * height).map(|i| (i as u32 + 1).saturating_sub(blanks)).collect();
    held.shuffle(rng);
    let mut setup = Setup::numbers(width, height, &held);
    for piece in &mut setup.pieces {
        let locks = [Axis::Free, Axis::Free, Axis::Free, Axis::Horizontal, Axis::Vertical];
        piece.axis = *locks.choose(rng)?;
    }
    for _ in 0..rng.random_range(0..=3) {
        let piece = setup.pieces.choose(rng)?;
        let (column, row) = (rng.random_range(0..width), rng.random_range(0..height));
        let cells = vec![Cell::new(column as u8, row as u8)];
        setup.via.push(vec![Target { name: piece.name.clone(), cells }]);
    }
    setup.build().ok()
}

/// By every algorithm that takes such a board; the others say so.
#[test]
fn random_boards_with_locks_and_waypoints_are_solved_as_by_the_rules() {
    let (mut solved, mut unsolvable, mut refused) = (0, 0, 0);
    for seed in 0..60 {
        let Some(puzzle) = random_board(&mut ChaCha8Rng::seed_from_u64(seed)) else { continue };
        for metric in [Metric::Step, Metric::Slide] {
            let optimum = by_the_rules(&puzzle, metric);
            for algorithm in Algorithm::ALL {
                let request = Request { algorithm, ..Request::new(metric) };
                match solve(&puzzle, puzzle.start(), &request, &mut NoMonitor).verdict {
                    Verdict::Unknown { why: StopReason::NotApplicable, .. } => refused += 1,
                    Verdict::Unsolvable => {
                        assert_eq!(optimum, None, "board {seed}, {metric}, {algorithm:?}");
                        unsolvable += 1;
                    }
                    verdict => {
                        let found = verdict.optimum();
                        assert!(found.is_some(), "board {seed}, {metric}, {algorithm:?}");
                        assert_eq!(found, optimum, "board {seed}, {metric}, {algorithm:?}");
                        solved += 1;
                    }
                }
            }
        }
    }
    assert!(solved > 100 && unsolvable > 100, "{solved} {unsolvable}");
    // With waypoints there is no way back from the goal.
    assert!(refused < 200, "{refused}");
}

/// Where the waypoint lies on the way, the end is the same; a state of 25 cells and a waypoint still fits into two words.
#[test]
fn states_with_waypoints_are_small() {
    for (size, width, height) in [("4x4", 4, 4), ("5x5", 5, 5)] {
        let mut held: Vec<u32> = (1..width * height).chain([0]).collect();
        // Four pushes away from the goal.
        let n = held.len();
        held.swap(n - 1, n - 2);
        held.swap(n - 2, n - 2 - width as usize);
        let mut setup = Setup::numbers(width as usize, height as usize, &held);
        let cells = vec![Cell::new(0, 0)];
        setup.via.push(vec![Target { name: (width * height - 1).to_string(), cells }]);
        let puzzle = setup.build().expect("it is playable");
        let limits = Limits { memory: Some(16 << 20), ..Limits::default() };
        let request = Request { limits, ..Request::new(Metric::Slide) };
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
        assert!(matches!(outcome.verdict, Verdict::Unknown { why: StopReason::Memory, .. }));
        let bytes = outcome.stats.bytes / outcome.stats.states;
        assert!(bytes <= 64, "{size}: {bytes} bytes a state");
    }
}

/// A tile that is wanted off its line, at the goal or at a waypoint, is told at once, on boards that no search would come to the end of.
#[test]
fn what_a_lock_keeps_from_its_place_has_no_solution() {
    let board = |lock: &str, wanted: [&str; 2]| {
        let [via, goal] =
            wanted.map(|first| format!("{first}\n 5 6 7 8\n9 10 11 12\n13 14 15 0\n"));
        let start = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n";
        let text = format!(
            "[[puzzle]]\nid = \"locked\"\nboard = \"\"\"\n{start}\"\"\"\ngoal = \"\"\"\n{goal}\"\"\"\n\
             via = [\"\"\"\n{via}\"\"\"]\nlocked = {{ 1 = \"{lock}\" }}\n"
        );
        notation::read("locked.toml", &text).expect("it is a pack").entries.remove(0).puzzle
    };
    let (home, moved) = ("1 2 3 4", "2 1 4 3");
    for (lock, wanted) in [
        ("vertical", [home, moved]),
        ("vertical", [moved, home]),
        ("fixed", [home, moved]),
        ("fixed", [moved, home]),
    ] {
        let puzzle = board(lock, wanted);
        for (metric, anytime) in Metric::ALL.into_iter().flat_map(|m| [(m, false), (m, true)]) {
            let request = Request { anytime, ..Request::new(metric) };
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
            assert_eq!(outcome.verdict, Verdict::Unsolvable, "{lock} {wanted:?} {metric}");
            assert_eq!(outcome.stats.states, 0, "{lock} {wanted:?} {metric}");
        }
    }
}

/// A legal position that the start never leads to, as locks show: no answer is made up about it.
#[test]
fn what_locks_keep_out_of_reach_is_not_answered() {
    let mut cars = Setup::blocks(&["ab."], &["b.a"]);
    cars.pieces.iter_mut().for_each(|piece| piece.axis = Axis::Horizontal);
    let mut tiles = Setup::numbers(3, 2, &[1, 0, 0, 2, 0, 0]);
    tiles.pieces[1].axis = Axis::Fixed;
    let mut column = Setup::numbers(3, 2, &[1, 0, 0, 2, 0, 0]);
    column.pieces[1].axis = Axis::Vertical;
    for setup in [cars, tiles, column] {
        let puzzle = setup.build().unwrap();
        let from = puzzle.position(&[Cell::new(2, 0), Cell::new(1, 0)], 0).unwrap();
        for (metric, algorithm) in Metric::ALL.into_iter().zip(Algorithm::ALL) {
            let request = Request { algorithm, ..Request::new(metric) };
            let verdict = solve(&puzzle, &from, &request, &mut NoMonitor).verdict;
            let why = StopReason::NotApplicable;
            assert_eq!(verdict, Verdict::Unknown { lower_bound: 0, why });
        }
    }
}

/// What a search hears of bounds while a good solution is looked for is true, whatever parts of the board are searched on the way.
#[test]
fn bounds_that_are_told_on_the_way_are_bounds() {
    struct Told(u32);
    impl Monitor for Told {
        fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
            self.0 = self.0.max(progress.lower_bound);
            ControlFlow::Continue(())
        }
    }
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..60 {
        let mut held: Vec<u32> = (0..6).collect();
        held.shuffle(&mut rng);
        let mut setup = Setup::numbers(2, 3, &held);
        let target = |name: u32, cell| Target { name: name.to_string(), cells: vec![cell] };
        setup.via.push(vec![target(1, Cell::new(0, 0)), target(2, Cell::new(1, 1))]);
        let puzzle = setup.build().unwrap();
        for metric in Metric::ALL {
            let Some(optimum) = by_the_rules(&puzzle, metric) else { continue };
            let mut told = Told(0);
            let request = Request { anytime: true, ..Request::new(metric) };
            let verdict = solve(&puzzle, puzzle.start(), &request, &mut told).verdict;
            assert!(verdict.path().is_some_and(|path| path.len() >= optimum), "{held:?}");
            assert!(told.0 as usize <= optimum, "{held:?} in {metric}: {} of {optimum}", told.0);
        }
    }
}
