//! The engines against published optima and against each other.

use super::*;
use crate::puzzle::Path;
use crate::solver::tiles::beam::End;
use crate::solver::tiles::beam::by_slides::{self, Extent};
use crate::solver::tiles::beam::manhattan_heuristic::ManhattanHeuristic;
use crate::solver::{Distances, Limits, Monitor, NoMonitor, Progress, prepare, solve};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Nodes that it takes to prove the optima of some rows of a file.
fn nodes_of(name: &str, threads: usize, wanted: impl Fn(&[String]) -> bool) -> u64 {
    let limits = Limits { threads, ..Limits::default() };
    let request = Request { limits, ..Request::new(Metric::Step) };
    let mut nodes = 0;
    for row in rows(name).iter().filter(|row| wanted(row)) {
        let puzzle = puzzle_of(row);
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
        let optimum = outcome.verdict.optimum();
        assert_eq!(optimum, row[2].parse().ok(), "{name} {}", row[0]);
        nodes += outcome.stats.states;
    }
    nodes
}

/// Korf's boards have their optima, and the search visits the same nodes on one thread and on two.
#[test]
fn published_optima_of_the_15_puzzle_and_node_counts() {
    for threads in [1, 2] {
        assert_eq!(nodes_of("korf100.tsv", threads, |_| true), 20_210_112);
    }
}

/// Three of the hardest boards, which are worth the greater tables.
#[test]
fn the_hardest_boards_have_their_node_counts() {
    let three = |row: &[String]| ["1", "13", "17"].contains(&row[0].as_str());
    for threads in [2, 1] {
        assert_eq!(nodes_of("hardest15.tsv", threads, three), 25_679_411);
    }
}

/// Tables that do not fit are not used, whether they would have to be built or not.
#[test]
fn memory_is_looked_at_before_tables_are_built() {
    let puzzle = puzzle_of(&rows("hardest15.tsv")[0]);
    for memory in [1 << 10, 1 << 19] {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let request = Request { limits, ..Request::new(Metric::Step) };
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
        let out_of_memory =
            matches!(outcome.verdict, Verdict::Unknown { why: StopReason::Memory, .. });
        assert!(out_of_memory, "{:?}", outcome.verdict);
        assert_eq!(outcome.stats.states, 0);
    }
}

/// Of the boards of 5x5, one of those that are soonest proven.
#[test]
fn a_board_of_5x5_is_proven() {
    let request = Request {
        limits: Limits { threads: 2, ..Limits::default() },
        ..Request::new(Metric::Step)
    };
    let row = &rows("korf24.tsv")[24];
    let puzzle = puzzle_of(row);
    // Some moves on the way to the goal, so that it does not take long.
    let good = Request {
        anytime: true,
        limits: Limits { time: Some(std::time::Duration::from_secs(1)), ..Limits::default() },
        ..request
    };
    let found = solve(&puzzle, puzzle.start(), &good, &mut NoMonitor);
    let path = found.verdict.path().unwrap();
    let mut position = puzzle.start().clone();
    for mv in &path[..path.len() - 50] {
        position.play(&puzzle, mv).unwrap();
    }
    let outcome = solve(&puzzle, &position, &request, &mut NoMonitor);
    assert!(outcome.verdict.optimum().is_some_and(|moves| moves <= 50));
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
                turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
                start.swap(i, (turn >> 33) as usize % (i + 1));
            }
            let mut setup = Setup::numbers(width, height, &start);
            setup.goal = goal_with_hole(width, height, hole);
            let puzzle = setup.build().unwrap();
            let lengths = Algorithm::ALL.map(|algorithm| {
                let request = Request { algorithm, ..Request::new(Metric::Step) };
                solve(&puzzle, puzzle.start(), &request, &mut NoMonitor).verdict.optimum()
            });
            assert!(lengths.iter().all(|&l| l == lengths[0]), "{lengths:?} {start:?} {hole}");
        }
    }
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
    let sizes = [(5, 4), (6, 6), (2, 9), (9, 2), (7, 3), (3, 11), (10, 10), (16, 16), (16, 2)];
    for (seed, (width, height)) in (1..).zip(sizes) {
        for hole in [width * height - 1, 0, width * height / 2] {
            let puzzle = shuffled(width, height, hole, seed);
            let request = Request { anytime: true, ..Request::new(Metric::Step) };
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut UntilSolved);
            let Verdict::Solved { path, lower_bound } = outcome.verdict else {
                panic!("{width}x{height}: {:?}", outcome.verdict);
            };
            assert!((lower_bound as usize) < path.len());
            assert!(path.len() < 6 * lower_bound as usize, "{} {lower_bound}", path.len());
        }
    }
}

/// A beam that keeps every state goes through the layers, and so finds a shortest way.
#[test]
fn a_beam_of_slides_that_is_wide_enough_finds_a_shortest_way() {
    for seed in 0..24 {
        let (width, height) = [(3, 2), (2, 3), (4, 2), (2, 4)][seed as usize % 4];
        let puzzle = shuffled(width, height, seed as usize % (width * height), seed);
        let board = TileBoard::of(&puzzle, Metric::Slide).unwrap();
        let found = solve(&puzzle, puzzle.start(), &Request::new(Metric::Slide), &mut NoMonitor);
        let optimum = found.verdict.optimum().unwrap();
        let home = board.goal().iter().position(|&tile| tile == 0).unwrap();
        let guide = ManhattanHeuristic::<36, 1>::towards(board.sides(), board.goal(), home);
        let cells = board.arrangement(puzzle.start());
        let search = |limit| {
            let threads = 1 + seed as usize % 2;
            let all = Extent { limit, width: 1 << 15, patience: usize::MAX, threads };
            by_slides::search(&guide, &cells, all, &|_| true)
        };
        let End::Goal(way) = search(usize::MAX) else { panic!("{puzzle:?}") };
        assert_eq!(way.len() - 1, optimum, "{puzzle:?}");
        assert_eq!(board.raise_slides(&cells, &way).len(), optimum);
        assert_eq!(search(optimum), End::Nothing);
        assert_eq!(search(optimum + 1), End::Goal(way));
    }
}

/// Stops at the second solution that is heard of.
#[derive(Default)]
struct UntilBetter(Vec<usize>);

impl Monitor for UntilBetter {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        match self.0.len() {
            0 | 1 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }

    fn found(&mut self, way: &dyn Fn() -> Path) {
        self.0.push(way().len());
    }
}

/// A first solution, and then a shorter one, also where no search from both ends meets.
#[test]
fn slides_of_large_boards_get_a_solution_and_a_shorter_one() {
    for (seed, (width, height)) in (1..).zip([(5, 5), (3, 9), (7, 7), (10, 10), (16, 16)]) {
        let puzzle = shuffled(width, height, seed as usize, seed);
        let limits = Limits { threads: 2, ..Limits::default() };
        let request = Request { anytime: true, limits, ..Request::new(Metric::Slide) };
        let mut monitor = UntilBetter::default();
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut monitor);
        let path = outcome.verdict.path().unwrap();
        let lengths = monitor.0;
        assert!(lengths.is_sorted_by(|longer, shorter| longer > shorter), "{lengths:?}");
        assert_eq!(lengths.last(), Some(&path.len()));
        assert!(lengths.len() > 1, "{lengths:?}");
    }
}

/// The multi-tile metric: IDA* over painted boards against breadth-first search, on 3x3 and on 4x4 boards of some depth.
#[test]
fn slides_agree_with_breadth_first_search() {
    let mut lengths = 0;
    for seed in 0..40 {
        let (width, height) = [(3, 3), (4, 2), (3, 4), (2, 3)][seed as usize % 4];
        let puzzle = shuffled(width, height, seed as usize % (width * height), seed);
        let by = |algorithm| {
            let request = Request { algorithm, ..Request::new(Metric::Slide) };
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
            let path = outcome.verdict.path().unwrap().clone();
            assert_eq!(puzzle.count(puzzle.start(), &path, Metric::Slide), Ok(path.len()));
            outcome.verdict.optimum().unwrap()
        };
        lengths += by(Algorithm::Idastar);
        assert_eq!(by(Algorithm::Idastar), by(Algorithm::Bidirectional));
    }
    assert_eq!(lengths, 694);
}

/// Boards in which rows and columns can change places, with the blank's goal on a cell for which that is so and on others.
#[test]
fn slides_of_boards_that_are_their_own_reflection_agree_with_breadth_first_search() {
    // The cells on the diagonal, and those beside it, each with its reflection.
    let (diagonal, beside) = ([0, 4, 8], [(1, 3), (2, 6), (5, 7)]);
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let boards = (0..6 * 6 * 8 * 9).filter(|number| number % 5 == 0).filter_map(|number| {
        let (hole, number) = (number % 9, number / 9);
        let (along, across, turned) = (orders[number % 6], orders[number / 6 % 6], number / 36);
        // By cell, the goal of what is there.
        let mut goals = [0; 9];
        for i in 0..3 {
            goals[diagonal[i]] = diagonal[along[i]];
            let ((a, b), (c, d)) = (beside[i], beside[across[i]]);
            (goals[a], goals[b]) = if turned >> i & 1 == 0 { (c, d) } else { (d, c) };
        }
        let number = |goal: usize| match goal.cmp(&hole) {
            Ordering::Less => goal as u32 + 1,
            Ordering::Equal => 0,
            Ordering::Greater => goal as u32,
        };
        let mut setup = Setup::numbers(3, 3, &goals.map(number));
        setup.goal = goal_with_hole(3, 3, hole);
        let puzzle = setup.build().unwrap();
        let board = TileBoard::of(&puzzle, Metric::Slide).unwrap();
        let can_be = solvable(&board, &board.arrangement(puzzle.start())) == Solvable::Yes;
        can_be.then_some((hole, puzzle))
    });
    let mut count = 0;
    for (hole, puzzle) in boards {
        let by = |algorithm| {
            let request = Request { algorithm, ..Request::new(Metric::Slide) };
            solve(&puzzle, puzzle.start(), &request, &mut NoMonitor).verdict.optimum().unwrap()
        };
        assert_eq!(by(Algorithm::Auto), by(Algorithm::Bidirectional), "{hole} {puzzle:?}");
        count += 1;
    }
    assert!(count > 200, "{count}");
}

#[test]
fn slides_on_4x4_agree_with_breadth_first_search() {
    let mut lengths = 0;
    for row in rows("korf100.tsv").iter().take(12) {
        let puzzle = puzzle_of(row);
        // Some slides back from the goal, chosen by the row.
        let goal: Vec<Cell> = puzzle.goal().places().iter().map(|&(_, cell)| cell).collect();
        let mut position = puzzle.position(&goal, 0).unwrap();
        for turn in numbers(&row[1]).iter().cycle().take(60) {
            let moves = puzzle.moves(&position, Metric::Slide);
            position.play(&puzzle, &moves[*turn as usize % moves.len()]).unwrap();
        }
        let by = |algorithm| {
            let request = Request { algorithm, ..Request::new(Metric::Slide) };
            solve(&puzzle, &position, &request, &mut NoMonitor).verdict.optimum().unwrap()
        };
        lengths += by(Algorithm::Auto);
        assert_eq!(by(Algorithm::Auto), by(Algorithm::Bidirectional));
    }
    assert_eq!(lengths, 185);
}

/// Boards with more than four cells in a line, and goals with the blank anywhere, some slides from the goal.
#[test]
fn slides_on_boards_of_any_sides_agree_with_breadth_first_search() {
    let mut lengths = 0;
    let sizes = [(5, 3), (3, 5), (2, 8), (7, 2), (4, 3), (3, 4), (4, 4), (6, 2), (5, 2)];
    for (seed, (width, height)) in (0_usize..).zip(sizes.into_iter().cycle().take(27)) {
        let puzzle = shuffled(width, height, seed * 5 % (width * height), 1);
        let goal: Vec<Cell> = puzzle.goal().places().iter().map(|&(_, cell)| cell).collect();
        let mut position = puzzle.position(&goal, 0).unwrap();
        let mut turn = seed as u64;
        for _ in 0..16 {
            let moves = puzzle.moves(&position, Metric::Slide);
            turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
            position.play(&puzzle, &moves[(turn >> 33) as usize % moves.len()]).unwrap();
        }
        let by = |algorithm| {
            let request = Request { algorithm, ..Request::new(Metric::Slide) };
            solve(&puzzle, &position, &request, &mut NoMonitor).verdict.optimum().unwrap()
        };
        lengths += by(Algorithm::Auto);
        assert_eq!(by(Algorithm::Auto), by(Algorithm::Bidirectional), "{width}x{height} {seed}");
    }
    assert!(lengths > 27 * 4, "{lengths}");
}

/// Some of Korf's boards in slides, with the same nodes on one thread and on two.
#[test]
fn slides_of_the_15_puzzle_have_their_optima_and_node_counts() {
    for threads in [1, 2] {
        let limits = Limits { threads, ..Limits::default() };
        let request = Request { limits, ..Request::new(Metric::Slide) };
        let mut nodes = 0;
        for row in rows("slides15.tsv").iter().filter(|row| ["1", "4"].contains(&row[0].as_str())) {
            let puzzle = puzzle_of(row);
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
            assert_eq!(outcome.verdict.optimum(), row[2].parse().ok(), "{}", row[0]);
            nodes += outcome.stats.states;
        }
        assert_eq!(nodes, 3_828_867);
    }
}

/// A bound that the caller brings spares the thresholds below it, and changes nothing else.
#[test]
fn a_known_bound_spares_thresholds() {
    let row = &rows("korf100.tsv")[87];
    let puzzle = puzzle_of(row);
    let plain = Request::new(Metric::Step);
    let hinted = Request { lower_bound: numbers(&row[2])[0] - 1, ..plain };
    let [all, last] =
        [plain, hinted].map(|request| solve(&puzzle, puzzle.start(), &request, &mut NoMonitor));
    assert_eq!(all.verdict.optimum(), last.verdict.optimum());
    assert!(last.stats.states < all.stats.states);
}

/// Where the caller has a solution only shorter ones are looked for, and there being none is proven.
#[test]
fn a_known_solution_is_proven_without_being_found() {
    for (file, row, metric) in
        [("korf100.tsv", 87, Metric::Step), ("slides15.tsv", 0, Metric::Slide)]
    {
        let row = &rows(file)[row];
        let (puzzle, optimum) = (puzzle_of(row), numbers(&row[2])[0]);
        // Where another test is just making the tables, a search begins with lesser ones and takes more nodes. After this one they are there.
        let all = solve(&puzzle, puzzle.start(), &Request::new(metric), &mut NoMonitor);
        assert_eq!(all.verdict.optimum(), Some(optimum as usize));
        let mut nodes = Vec::new();
        for (known, found) in [(optimum, None), (optimum + 2, Some(optimum as usize))] {
            let request = Request { upper_bound: Some(known), ..Request::new(metric) };
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
            assert_eq!(outcome.verdict.optimum(), found);
            if let Verdict::Unknown { lower_bound, .. } = outcome.verdict {
                assert_eq!(lower_bound, known);
            }
            nodes.push(outcome.stats.states);
        }
        assert!(nodes[0] < nodes[1], "{nodes:?}");
    }
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
        let cancelled =
            matches!(outcome.verdict, Verdict::Unknown { why: StopReason::Cancelled, .. });
        assert!(cancelled, "{:?}", outcome.verdict);
    }
}

/// The dense table of every board of the published layers, in both metrics, against them and against searches.
#[test]
fn whole_tables_have_the_published_layers() {
    for row in rows("layers.tsv") {
        let size = numbers(&row[0]);
        let (width, height) = (size[0] as usize, size[1] as usize);
        let puzzle = shuffled(width, height, width * height - 1, 3);
        for metric in [Metric::Step, Metric::Slide] {
            let table = Distances::build(&puzzle, metric, &Limits::default(), &mut NoMonitor);
            let table = table.unwrap();
            assert_eq!(table.states() as u32, numbers(&row[2])[0]);
            let request = Request::new(metric);
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
            let optimum = outcome.verdict.optimum().unwrap();
            assert_eq!(table.remaining(puzzle.start()), Some(optimum as u32));
            assert_eq!(table.path(puzzle.start()).unwrap().len(), optimum);
        }
        let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
        let mut unwatched = NoMonitor;
        let mut budget = Budget::new(&mut unwatched, Limits::default());
        let layers = crate::solver::tiles::full_table::FullTable::build(board, &mut budget)
            .unwrap()
            .layers();
        assert_eq!(layers, numbers(&row[3]), "{}", row[0]);
    }
}

/// Where the answer is wanted soon, the first search of a goal has smaller tables, and the same answer.
#[test]
fn what_is_wanted_soon_is_as_short() {
    // No other test has this goal, for which there would be tables already.
    let puzzle = shuffled(4, 4, 5, 1);
    let [soon, usual] = [true, false].map(|anytime| {
        let request = Request { anytime, ..Request::new(Metric::Step) };
        solve(&puzzle, puzzle.start(), &request, &mut NoMonitor)
    });
    assert!(soon.verdict.optimum().is_some());
    assert_eq!(soon.verdict.optimum(), usual.verdict.optimum());
    assert_ne!(soon.stats.states, usual.stats.states, "both had the same tables");
}

/// Where the usual tables have no room smaller ones serve, and where those have none nothing is said but a bound.
#[test]
fn little_memory_is_enough_for_the_15_puzzle() {
    let rows = rows("korf100.tsv");
    let row = rows.iter().find(|row| row[0] == "12").unwrap();
    let puzzle = puzzle_of(row);
    for (mib, optimum) in [(8, row[2].parse().ok()), (1, None)] {
        let limits = Limits { memory: Some(mib << 20), ..Limits::default() };
        let request = Request { limits, ..Request::new(Metric::Step) };
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
        assert_eq!(outcome.verdict.optimum(), optimum, "{mib} MiB");
    }
}

/// A board that is solved at once, and one that cannot be, are not worth large tables.
#[test]
fn large_tables_are_prepared_for_hard_boards_only() {
    let moved = |swap: [usize; 2]| {
        let mut cells: Vec<u32> = (1..16).chain([0]).collect();
        cells.swap(swap[0], swap[1]);
        Setup::numbers(4, 4, &cells).build().unwrap()
    };
    for puzzle in [moved([14, 15]), moved([13, 14])] {
        let (start, limits) = (puzzle.start(), Limits::default());
        prepare(&puzzle, start, Metric::Step, &limits, &mut NoMonitor).unwrap();
        let pdb_board = PdbBoard::of(&TileBoard::of(&puzzle, Metric::Step).unwrap()).unwrap();
        assert!(!pdb_board.is_prepared());
    }
}
