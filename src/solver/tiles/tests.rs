//! The lowered number puzzle against the rules, an independent brute force, and published counts.

use super::super::{Limits, Monitor, Progress, Request, Stop, Unwatched, solve};
use super::*;
use crate::puzzle::{Cell, Metric, Position, Puzzle, Setup, Target};
use crate::solver::{Estimate, Reversible, Space};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::ControlFlow;

/// The lines of a case file that are not comments, split at tabs.
pub(super) fn rows(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    lines
        .map(|l| l.split('\t').map(str::to_owned).collect())
        .collect()
}

/// The numbers in `text`, whatever stands between them.
pub(super) fn numbers(text: &str) -> Vec<u32> {
    let words = text.split(|c: char| !c.is_ascii_digit());
    words
        .filter(|w| !w.is_empty())
        .map(|w| w.parse().unwrap())
        .collect()
}

/// The lowered distances of all states from the goal.
fn distances<P: Packed>(space: &TileSpace<P>) -> HashMap<P, u32> {
    let mut found = HashMap::new();
    let mut open = VecDeque::new();
    space.goals(|goal| {
        found.insert(goal, 0);
        open.push_back(goal);
        true
    });
    while let Some(state) = open.pop_front() {
        let depth = found[&state];
        space.expand(&state, |next| {
            found.entry(next).or_insert_with(|| {
                open.push_back(next);
                depth + 1
            });
        });
    }
    found
}

fn sorted_goal(width: usize, height: usize) -> Vec<u32> {
    (1..width as u32 * height as u32).chain([0]).collect()
}

/// Steps from `start` to 1 2 3 / 4 5 0 by strings of digits alone; `None` if there is no way.
fn brute_force(start: &str) -> Option<u32> {
    let mut seen = HashSet::from([start.to_owned()]);
    let mut layer = vec![start.to_owned()];
    for depth in 0.. {
        if layer.iter().any(|b| b == "123450") {
            return Some(depth);
        }
        let mut next = Vec::new();
        for board in &layer {
            let at = board.find('0')?;
            let around = [
                [1, 3].as_slice(),
                &[0, 2, 4],
                &[1, 5],
                &[0, 4],
                &[1, 3, 5],
                &[2, 4],
            ];
            for &other in around[at] {
                let mut cells: Vec<char> = board.chars().collect();
                cells.swap(at, other);
                let moved: String = cells.into_iter().collect();
                if seen.insert(moved.clone()) {
                    next.push(moved);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

/// All arrangements of 0..n.
fn permutations(n: u32) -> Vec<Vec<u32>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    let places = shorter
        .iter()
        .flat_map(|p| (0..=p.len()).map(move |at| (p, at)));
    places
        .map(|(p, at)| {
            let mut longer = p.clone();
            longer.insert(at, n - 1);
            longer
        })
        .collect()
}

#[test]
fn all_720_boards_of_3x2_agree_with_a_brute_force() {
    let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 4, 0, 5]).build().unwrap();
    let board = Lowered::of(&puzzle, Metric::Step).unwrap();
    let known = distances(&TileSpace::<u64>::new(&board).unwrap());
    let mut solved = 0;
    for numbers in permutations(6) {
        let cells: Vec<u8> = numbers.iter().map(|&n| n as u8).collect();
        let text: String = numbers.iter().map(u32::to_string).collect();
        let expected = brute_force(&text);
        assert_eq!(known.get(&u64::pack(&cells)).copied(), expected, "{text}");
        let answer = solvable(&board, &cells);
        assert_eq!(
            answer,
            if expected.is_some() {
                Solvable::Yes
            } else {
                Solvable::No
            }
        );
        solved += u32::from(expected.is_some());
    }
    assert_eq!(solved, 360);
}

#[test]
fn the_published_layers_come_out_and_the_bound_holds_and_is_consistent() {
    let mut checked = 0;
    for row in rows("layers.tsv").iter().filter(|row| row[0] != "5x2") {
        let size = numbers(&row[0]);
        let (width, height) = (size[0] as usize, size[1] as usize);
        let puzzle = Setup::numbers(width, height, &sorted_goal(width, height))
            .build()
            .unwrap();
        for metric in [Metric::Step, Metric::Slide] {
            let board = Lowered::of(&puzzle, metric).unwrap();
            let space = TileSpace::<u64>::new(&board).unwrap();
            let known = distances(&space);
            assert_eq!(known.len() as u32, numbers(&row[2])[0]);
            for (state, &depth) in &known {
                let bound = space.estimate(state);
                assert!(bound <= depth, "{bound} > {depth} at {state:x}");
                space.expand(state, |next| assert!(space.estimate(&next) + 1 >= bound));
            }
            if metric == Metric::Step {
                let mut layers = vec![0; numbers(&row[1])[0] as usize + 1];
                known.values().for_each(|&d| layers[d as usize] += 1);
                assert_eq!(layers, numbers(&row[3]), "{}", row[0]);
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 4);
}

#[test]
fn the_boards_of_leetcode_have_their_distances() {
    let puzzle = Setup::numbers(3, 2, &sorted_goal(3, 2)).build().unwrap();
    let board = Lowered::of(&puzzle, Metric::Step).unwrap();
    let known = distances(&TileSpace::<u64>::new(&board).unwrap());
    for row in rows("leetcode.tsv") {
        let cells: Vec<u8> = numbers(&row[0]).iter().map(|&n| n as u8).collect();
        let found = known.get(&u64::pack(&cells)).map_or(-1, |&d| d as i32);
        assert_eq!(found, row[1].parse::<i32>().unwrap(), "{}", row[0]);
    }
}

#[test]
fn on_a_line_only_the_order_counts() {
    for (width, height) in [(4, 1), (1, 4)] {
        let puzzle = Setup::numbers(width, height, &[1, 2, 3, 0])
            .build()
            .unwrap();
        let board = Lowered::of(&puzzle, Metric::Step).unwrap();
        let yes = permutations(4).into_iter().filter(|p| {
            let cells: Vec<u8> = p.iter().map(|&n| n as u8).collect();
            solvable(&board, &cells) == Solvable::Yes
        });
        assert_eq!(yes.count(), 4);
    }
}

/// The puzzle of a row of a case file, with the ascending goal.
pub(super) fn puzzle_of(row: &[String]) -> Puzzle {
    let height = row[1].split('/').count();
    let numbers = numbers(&row[1]);
    Setup::numbers(numbers.len() / height, height, &numbers)
        .build()
        .unwrap()
}

/// Korf's boards and the hardest ones have their optima, and the search visits the same nodes on one thread and on two.
#[test]
fn published_optima_of_the_15_puzzle_and_node_counts() {
    for (name, expected) in [("korf100.tsv", 20_210_112)] {
        for threads in [1, 2] {
            let limits = Limits {
                threads,
                ..Limits::default()
            };
            let request = Request {
                limits,
                ..Request::new(Metric::Step)
            };
            let mut nodes = 0;
            for row in rows(name) {
                let puzzle = puzzle_of(&row);
                let outcome = solve(&puzzle, puzzle.start(), &request, &mut Unwatched);
                assert_eq!(
                    outcome.verdict.optimum(),
                    row[2].parse().ok(),
                    "{name} {}",
                    row[0]
                );
                nodes += outcome.stats.states;
            }
            assert_eq!(nodes, expected, "{name} on {threads} threads");
        }
    }
}

/// Every goal with the blank anywhere, by every engine.
#[test]
fn engines_agree_on_any_goal() {
    let mut turn = 0_u64;
    for (width, height) in [(3, 3), (2, 4), (4, 2), (2, 2), (5, 2)] {
        let area = width * height;
        for hole in 0..area {
            let mut start = sorted_goal(width, height);
            for i in (1..area).rev() {
                turn = turn
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695);
                start.swap(i, (turn >> 33) as usize % (i + 1));
            }
            let mut setup = Setup::numbers(width, height, &start);
            setup.goal = goal_with_hole(width, height, hole);
            let puzzle = setup.build().unwrap();
            let lengths = Algorithm::ALL.map(|algorithm| {
                let request = Request {
                    algorithm,
                    ..Request::new(Metric::Step)
                };
                solve(&puzzle, puzzle.start(), &request, &mut Unwatched)
                    .verdict
                    .optimum()
            });
            assert!(
                lengths.iter().all(|&l| l == lengths[0]),
                "{lengths:?} {start:?} {hole}"
            );
        }
    }
}

/// The tiles in ascending order around a blank on the cell `hole`.
fn goal_with_hole(width: usize, height: usize, hole: usize) -> Vec<Target> {
    let cells = (0..width * height).filter(|&cell| cell != hole);
    cells
        .zip(1..)
        .map(|(cell, number): (usize, u32)| Target {
            name: number.to_string(),
            cells: vec![Cell::new((cell % width) as u8, (cell / width) as u8)],
        })
        .collect()
}

/// A number puzzle of any small size with walls, blanks and a goal of any order.
fn any_board() -> impl Strategy<Value = Puzzle> {
    (1_usize..=4, 1_usize..=4)
        .prop_filter("a line of one cell has no moves", |(w, h)| w * h >= 2)
        .prop_flat_map(|(width, height)| {
            let area = width * height;
            let cells: Vec<usize> = (0..area).collect();
            let shuffled = Just(cells).prop_shuffle();
            (
                Just((width, height)),
                shuffled.clone(),
                shuffled,
                0..=area / 4,
                1..=3_usize,
            )
        })
        .prop_filter_map(
            "at least one tile",
            |((width, height), start, goal, walls, blanks)| {
                let area = width * height;
                let tiles = area.checked_sub(walls + blanks).filter(|&n| n > 0)?;
                let cell = |i: usize| Cell::new((i % width) as u8, (i / width) as u8);
                let wall = &start[..walls];
                let floor: Vec<usize> = start[walls..].to_vec();
                let ends: Vec<usize> = goal.into_iter().filter(|c| !wall.contains(c)).collect();
                let mut setup = Setup::numbers(width, height, &vec![0; area]);
                setup.walls = wall.iter().map(|&i| cell(i)).collect();
                for (n, (&from, &to)) in floor.iter().zip(&ends).take(tiles).enumerate() {
                    let name = (n + 7).to_string();
                    let axis = crate::puzzle::Axis::Free;
                    setup.pieces.push(crate::puzzle::SetupPiece {
                        name: name.clone(),
                        cells: vec![cell(from)],
                        axis,
                    });
                    setup.goal.push(Target {
                        name,
                        cells: vec![cell(to)],
                    });
                }
                setup.build().ok()
            },
        )
}

/// The position after each legal move, as the lowered form sees it.
fn by_the_rules(puzzle: &Puzzle, board: &Lowered, position: &Position) -> Vec<(Position, u64)> {
    let moves = puzzle.moves(position, board.metric());
    let played = moves.iter().map(|action| {
        let mut next = position.clone();
        next.play(puzzle, action).unwrap();
        let packed = u64::pack(&board.arrangement(&next));
        (next, packed)
    });
    played.collect()
}

proptest! {
    #[test]
    fn moves_are_those_of_the_rules(puzzle in any_board(), turns in prop::collection::vec(0_usize..64, 12)) {
        for metric in Metric::ALL {
            let board = Lowered::of(&puzzle, metric).unwrap();
            let space = TileSpace::<u64>::new(&board).unwrap();
            let mut position = puzzle.start().clone();
            for &turn in &turns {
                let state = u64::pack(&board.arrangement(&position));
                prop_assert_eq!(space.is_goal(&state), puzzle.is_solved(&position));
                let expected = by_the_rules(&puzzle, &board, &position);
                let mut found = Vec::new();
                space.expand(&state, |next| found.push(next));
                found.sort_unstable();
                let mut wanted: Vec<u64> = expected.iter().map(|e| e.1).collect();
                wanted.sort_unstable();
                prop_assert_eq!(&found, &wanted);
                let Some((next, packed)) = expected.get(turn % expected.len().max(1)) else { break };
                let path = board.raise(&[state, *packed]);
                let mut replayed = position.clone();
                replayed.play(&puzzle, &path[0]).unwrap();
                prop_assert_eq!(&replayed, next);
                let pieces: HashSet<_> = path[0].steps().iter().map(|s| s.piece).collect();
                if metric == Metric::Step || pieces.len() == path[0].steps().len() {
                    prop_assert_eq!(puzzle.count(&position, &path, metric), Ok(1));
                }
                position = next.clone();
            }
        }
    }

    #[test]
    fn theory_and_bound_agree_with_search(puzzle in any_board().prop_filter("few states", |p| {
        p.size().area() - p.walls().len() <= 7
    })) {
        for metric in [Metric::Step, Metric::Slide] {
            let board = Lowered::of(&puzzle, metric).unwrap();
            let space = TileSpace::<u64>::new(&board).unwrap();
            let known = distances(&space);
            let start = board.arrangement(puzzle.start());
            let state = u64::pack(&start);
            match solvable(&board, &start) {
                Solvable::Yes => prop_assert!(known.contains_key(&state)),
                Solvable::No => prop_assert!(!known.contains_key(&state)),
                Solvable::Perhaps => {}
            }
            for (state, &depth) in &known {
                let bound = space.estimate(state);
                prop_assert!(bound <= depth);
                space.expand(state, |next| assert!(space.estimate(&next) + 1 >= bound));
            }
        }
    }
}

/// A shuffled board that can be solved.
fn shuffled(width: usize, height: usize, hole: usize, seed: u64) -> Puzzle {
    let area = width * height;
    for seed in seed.. {
        let mut turn = seed;
        let mut start = sorted_goal(width, height);
        for i in (1..area).rev() {
            turn = turn
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695);
            start.swap(i, (turn >> 33) as usize % (i + 1));
        }
        let mut setup = Setup::numbers(width, height, &start);
        setup.goal = goal_with_hole(width, height, hole);
        let puzzle = setup.build().unwrap();
        let board = Lowered::of(&puzzle, Metric::Step).unwrap();
        if solvable(&board, &board.arrangement(puzzle.start())) == Solvable::Yes {
            return puzzle;
        }
    }
    unreachable!("every other board can be solved")
}

/// Stops at the first solution that is heard of.
struct UntilSolved;

impl Monitor for UntilSolved {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        match progress.upper_bound {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn boards_of_any_size_get_a_solution_and_a_bound() {
    let sizes = [
        (5, 4),
        (6, 6),
        (2, 9),
        (9, 2),
        (7, 3),
        (3, 11),
        (10, 10),
        (16, 16),
        (16, 2),
    ];
    for (seed, (width, height)) in (1..).zip(sizes) {
        for hole in [width * height - 1, 0, width * height / 2] {
            let puzzle = shuffled(width, height, hole, seed);
            let request = Request {
                good: true,
                ..Request::new(Metric::Step)
            };
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut UntilSolved);
            let Verdict::Solved { path, lower_bound } = outcome.verdict else {
                panic!("{width}x{height}: {:?}", outcome.verdict);
            };
            assert!((lower_bound as usize) < path.len());
            assert!(
                path.len() < 6 * lower_bound as usize,
                "{} {lower_bound}",
                path.len()
            );
        }
    }
}

/// The multi-tile metric: IDA* with walking distances against breadth-first search, on 3x3 and on 4x4 boards of some depth.
#[test]
fn slides_agree_with_breadth_first_search() {
    let mut lengths = 0;
    for seed in 0..40 {
        let (width, height) = [(3, 3), (4, 2), (3, 4), (2, 3)][seed as usize % 4];
        let puzzle = shuffled(width, height, seed as usize % (width * height), seed);
        let by = |algorithm| {
            let request = Request {
                algorithm,
                ..Request::new(Metric::Slide)
            };
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut Unwatched);
            let path = outcome.verdict.path().unwrap().clone();
            assert_eq!(
                puzzle.count(puzzle.start(), &path, Metric::Slide),
                Ok(path.len())
            );
            outcome.verdict.optimum().unwrap()
        };
        lengths += by(Algorithm::Idastar);
        assert_eq!(by(Algorithm::Idastar), by(Algorithm::Bidirectional));
    }
    assert_eq!(lengths, 694);
}

#[test]
fn slides_on_4x4_agree_with_breadth_first_search() {
    let mut lengths = 0;
    for row in rows("korf100.tsv").iter().take(12) {
        let puzzle = puzzle_of(row);
        // A dozen slides back from the goal, chosen by the row.
        let goal: Vec<Cell> = puzzle
            .goal()
            .places()
            .iter()
            .map(|&(_, cell)| cell)
            .collect();
        let mut position = puzzle.position(&goal, 0).unwrap();
        for turn in numbers(&row[1]).iter().take(13) {
            let moves = puzzle.moves(&position, Metric::Slide);
            position
                .play(&puzzle, &moves[*turn as usize % moves.len()])
                .unwrap();
        }
        let by = |algorithm| {
            let request = Request {
                algorithm,
                ..Request::new(Metric::Slide)
            };
            solve(&puzzle, &position, &request, &mut Unwatched)
                .verdict
                .optimum()
                .unwrap()
        };
        lengths += by(Algorithm::Auto);
        assert_eq!(by(Algorithm::Auto), by(Algorithm::Bidirectional));
    }
    assert_eq!(lengths, 0);
}

/// A bound that the caller brings spares the thresholds below it, and changes nothing else.
#[test]
fn a_known_bound_spares_thresholds() {
    let row = &rows("korf100.tsv")[0];
    let puzzle = puzzle_of(row);
    let plain = Request::new(Metric::Step);
    let hinted = Request {
        at_least: numbers(&row[2])[0] - 1,
        ..plain
    };
    let [all, last] =
        [plain, hinted].map(|request| solve(&puzzle, puzzle.start(), &request, &mut Unwatched));
    assert_eq!(all.verdict.optimum(), last.verdict.optimum());
    assert!(last.stats.states < all.stats.states);
}

/// A monitor that breaks off at once gets an answer with a bound.
#[test]
fn a_cancelled_search_returns_its_bound() {
    struct Never;
    impl Monitor for Never {
        fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    for metric in [Metric::Step, Metric::Slide] {
        let puzzle = puzzle_of(&rows("hardest15.tsv")[0]);
        let outcome = solve(&puzzle, puzzle.start(), &Request::new(metric), &mut Never);
        let cancelled = matches!(
            outcome.verdict,
            Verdict::Unknown {
                why: Stop::Cancelled,
                ..
            }
        );
        assert!(cancelled, "{:?}", outcome.verdict);
    }
}
