//! Number puzzles by their own engines, against published optima and against each other.

use crate::golden::root;
use crate::optimal::read;
use huarong_core::notation::{self, Claim, Entry};
use huarong_core::puzzle::{Cell, Metric, Path, Puzzle, Setup, Target};
use huarong_core::solver::{
    Algorithm, Distances, Limits, Monitor, NoMonitor, Progress, Request, StopReason, Verdict, solve,
};
use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::time::Duration;

/// The optimum that a case file states.
fn claimed(entry: &Entry) -> usize {
    match entry.claims.get(Metric::Step) {
        Some(Claim::Moves(moves)) => moves as usize,
        other => panic!("{:?}: {other:?}", entry.name.en),
    }
}

fn number(text: &str) -> usize {
    text.parse().unwrap()
}

/// The tiles in ascending order around a blank on the cell `hole`.
fn around(width: usize, height: usize, hole: usize) -> Vec<u32> {
    let mut cells: Vec<u32> = (1..(width * height) as u32).collect();
    cells.insert(hole, 0);
    cells
}

/// A goal for each tile of a board.
fn targets(goal: &[u32], width: usize) -> Vec<Target> {
    let tiles = goal.iter().enumerate().filter(|&(_, &number)| number != 0);
    tiles
        .map(|(cell, number)| Target {
            name: number.to_string(),
            cells: vec![Cell::new((cell % width) as u8, (cell / width) as u8)],
        })
        .collect()
}

/// Whether a board of at least two rows and columns can be reached from another: whether the parity of the permutation is that of the blank's
/// way (Johnson and Story, 1879).
fn is_solvable(start: &[u32], goal: &[u32], width: usize) -> bool {
    let inversions = |board: &[u32]| -> usize {
        let smaller = |i: usize| board[i + 1..].iter().filter(|&&n| n < board[i]).count();
        (0..board.len()).map(smaller).sum()
    };
    let blank = |board: &[u32]| board.iter().position(|&n| n == 0).unwrap();
    let (from, to) = (blank(start), blank(goal));
    let steps = (from % width).abs_diff(to % width) + (from / width).abs_diff(to / width);
    (inversions(start) + inversions(goal) + steps).is_multiple_of(2)
}

/// A shuffled board that can be solved.
fn shuffled(width: usize, height: usize, hole: usize, seed: u64) -> Puzzle {
    let (area, goal) = (width * height, around(width, height, hole));
    let mut seeds = seed..;
    loop {
        let mut turn = seeds.next().unwrap();
        let mut start = around(width, height, area - 1);
        for i in (1..area).rev() {
            turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
            start.swap(i, (turn >> 33) as usize % (i + 1));
        }
        if is_solvable(&start, &goal, width) {
            let mut setup = Setup::numbers(width, height, &start);
            setup.goal = targets(&goal, width);
            return setup.build().unwrap();
        }
    }
}

/// Nodes that it takes to prove the optima of some rows of a file.
fn nodes_of(name: &str, threads: usize, wanted: impl Fn(&Entry) -> bool) -> u64 {
    let limits = Limits { threads, ..Limits::default() };
    let request = Request { limits, ..Request::new(Metric::Step) };
    let mut nodes = 0;
    for entry in read(name).iter().filter(|entry| wanted(entry)) {
        let puzzle = &entry.puzzle;
        let outcome = solve(puzzle, puzzle.start(), &request, &mut NoMonitor);
        assert_eq!(outcome.verdict.optimum(), Some(claimed(entry)), "{name} {:?}", entry.name.en);
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
    let three = |entry: &Entry| ["1", "13", "17"].contains(&entry.name.en.as_str());
    for threads in [2, 1] {
        assert_eq!(nodes_of("hardest15.tsv", threads, three), 25_679_411);
    }
}

/// Tables that do not fit are not used, whether they would have to be built or not.
#[test]
fn memory_is_looked_at_before_tables_are_built() {
    let puzzle = read("hardest15.tsv").remove(0).puzzle;
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
    let puzzle = read("korf24.tsv").remove(24).puzzle;
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
            let mut start = around(width, height, area - 1);
            for i in (1..area).rev() {
                turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
                start.swap(i, (turn >> 33) as usize % (i + 1));
            }
            let mut setup = Setup::numbers(width, height, &start);
            setup.goal = targets(&around(width, height, hole), width);
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

/// Where time or memory keeps IDA* from an optimum there is a good solution all the same.
#[test]
fn small_boards_have_a_good_solution_whatever_stops_the_search() {
    let times = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let bytes = Limits { memory: Some(1 << 20), ..Limits::default() };
    for (width, height, metric) in
        [(4, 4, Metric::Step), (4, 4, Metric::Slide), (2, 8, Metric::Move), (8, 2, Metric::Slide)]
    {
        let puzzle = shuffled(width, height, 0, 7);
        for limits in [times, bytes] {
            let request = Request { anytime: true, limits, ..Request::new(metric) };
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
            let moves = match &outcome.verdict {
                Verdict::Optimal { path } => puzzle.count(puzzle.start(), path, metric),
                Verdict::Solved { path, lower_bound } => {
                    assert!(*lower_bound as usize <= path.len(), "{limits:?} {outcome:?}");
                    puzzle.count(puzzle.start(), path, metric)
                }
                other => panic!("{limits:?} {other:?}"),
            };
            assert_eq!(moves, Ok(outcome.verdict.path().unwrap().len()), "{limits:?} {outcome:?}");
        }
    }
}

/// The multi-tile metric: IDA* over coloured boards against breadth-first search, on 3x3 and on 4x4 boards of some depth.
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
        let (start, goal) = (goals.map(number), around(3, 3, hole));
        let mut setup = Setup::numbers(3, 3, &start);
        setup.goal = targets(&goal, 3);
        is_solvable(&start, &goal, 3).then(|| (hole, setup.build().unwrap()))
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
    for puzzle in read("korf100.tsv").iter().take(12).map(|entry| &entry.puzzle) {
        // Some slides back from the goal, chosen by the board.
        let goal: Vec<Cell> = puzzle.goal().places().iter().map(|&(_, cell)| cell).collect();
        let mut position = puzzle.position(&goal, 0).unwrap();
        let name = |cell| puzzle.piece_at(puzzle.start(), cell).map(|id| puzzle.piece(id).name());
        let numbers = puzzle.size().cells().map(|cell| name(cell).map_or(0, number));
        for turn in numbers.cycle().take(60) {
            let moves = puzzle.moves(&position, Metric::Slide);
            position.play(puzzle, &moves[turn % moves.len()]).unwrap();
        }
        let by = |algorithm| {
            let request = Request { algorithm, ..Request::new(Metric::Slide) };
            solve(puzzle, &position, &request, &mut NoMonitor).verdict.optimum().unwrap()
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
        for entry in
            read("slides15.tsv").iter().filter(|entry| ["1", "4"].contains(&entry.name.en.as_str()))
        {
            let puzzle = &entry.puzzle;
            let outcome = solve(puzzle, puzzle.start(), &request, &mut NoMonitor);
            assert_eq!(outcome.verdict.optimum(), Some(claimed(entry)), "{:?}", entry.name.en);
            nodes += outcome.stats.states;
        }
        assert_eq!(nodes, 3_556_259);
    }
}

/// A bound that the caller brings spares the thresholds below it, and changes nothing else.
#[test]
fn a_known_bound_spares_thresholds() {
    let entry = &read("korf100.tsv")[87];
    let puzzle = &entry.puzzle;
    let plain = Request::new(Metric::Step);
    let hinted = Request { lower_bound: claimed(entry) as u32 - 1, ..plain };
    let [all, last] =
        [plain, hinted].map(|request| solve(puzzle, puzzle.start(), &request, &mut NoMonitor));
    assert_eq!(all.verdict.optimum(), last.verdict.optimum());
    assert!(last.stats.states < all.stats.states);
}

/// Where the caller has a solution only shorter ones are looked for, and there being none is proven.
#[test]
fn a_known_solution_is_proven_without_being_found() {
    for (file, row, metric) in
        [("korf100.tsv", 87, Metric::Step), ("slides15.tsv", 0, Metric::Slide)]
    {
        let entry = &read(file)[row];
        let (puzzle, optimum) = (&entry.puzzle, claimed(entry) as u32);
        // Where another test is just making the tables, a search begins with lesser ones and takes more nodes. After this one they are there.
        let all = solve(puzzle, puzzle.start(), &Request::new(metric), &mut NoMonitor);
        assert_eq!(all.verdict.optimum(), Some(optimum as usize));
        let mut nodes = Vec::new();
        for (known, found) in [(optimum, None), (optimum + 2, Some(optimum as usize))] {
            let request = Request { upper_bound: Some(known), ..Request::new(metric) };
            let outcome = solve(puzzle, puzzle.start(), &request, &mut NoMonitor);
            assert_eq!(outcome.verdict.optimum(), found);
            if let Verdict::Unknown { lower_bound, .. } = outcome.verdict {
                assert_eq!(lower_bound, known);
            }
            nodes.push(outcome.stats.states);
        }
        assert!(nodes[0] < nodes[1], "{nodes:?}");
    }
}

/// The last two thresholds below a known solution are searched as one; the answer is as if they were not.
#[test]
fn known_solutions_of_any_length_leave_the_optimum_in_slides() {
    let (mut proven, mut found) = (0, 0);
    for seed in 0..60 {
        // A few goals, since each has tables of its own; and one of 4x4, on which a search may take a second.
        let (width, height, hole) = match seed {
            1 => (4, 4, 15),
            _ => [(3, 4, 11), (4, 3, 0), (3, 3, 8)][seed as usize % 3],
        };
        let puzzle = shuffled(width, height, hole, seed);
        let limits = Limits { threads: 1 + seed as usize % 2, ..Limits::default() };
        let request = Request { limits, ..Request::new(Metric::Slide) };
        let ask = |request| solve(&puzzle, puzzle.start(), &request, &mut NoMonitor).verdict;
        let Some(optimum) = ask(request).optimum() else { panic!("{puzzle:?}") };
        for more in 0..4 {
            let known = optimum as u32 + more;
            let verdict = ask(Request { upper_bound: Some(known), ..request });
            if more == 0 {
                let bound =
                    matches!(verdict, Verdict::Unknown { lower_bound, .. } if lower_bound == known);
                assert!(bound, "{verdict:?} {puzzle:?}");
                proven += usize::from(known > 20);
            } else {
                assert_eq!(verdict.optimum(), Some(optimum), "{known} {puzzle:?}");
                found += usize::from(known > 20);
            }
        }
    }
    assert!(proven > 30 && found > 90, "{proven} {found}");
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
        let puzzle = read("hardest15.tsv").remove(0).puzzle;
        let outcome = solve(&puzzle, puzzle.start(), &Request::new(metric), &mut Never);
        let cancelled =
            matches!(outcome.verdict, Verdict::Unknown { why: StopReason::Cancelled, .. });
        assert!(cancelled, "{:?}", outcome.verdict);
    }
}

/// The dense table of every board of the published layers, in both metrics, against them and against searches.
#[test]
fn whole_tables_have_the_published_layers() {
    let text = std::fs::read_to_string(root("tests/data/layers.tsv")).unwrap();
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let (width, height) = columns[0].split_once('x').unwrap();
        let (width, height) = (number(width), number(height));
        let puzzle = shuffled(width, height, width * height - 1, 3);
        for metric in [Metric::Step, Metric::Slide] {
            let table = Distances::build(&puzzle, metric, &Limits::default(), &mut NoMonitor);
            let table = table.unwrap();
            assert_eq!(table.states(), number(columns[2]) as u64);
            let request = Request::new(metric);
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
            let optimum = outcome.verdict.optimum().unwrap();
            assert_eq!(table.remaining(puzzle.start()), Some(optimum as u32));
            assert_eq!(table.path(puzzle.start()).unwrap().len(), optimum);
        }
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
    let entries = read("korf100.tsv");
    let entry = entries.iter().find(|entry| entry.name.en == "12").unwrap();
    let puzzle = &entry.puzzle;
    for (mib, optimum) in [(8, Some(claimed(entry))), (1, None)] {
        let limits = Limits { memory: Some(mib << 20), ..Limits::default() };
        let request = Request { limits, ..Request::new(Metric::Step) };
        let outcome = solve(puzzle, puzzle.start(), &request, &mut NoMonitor);
        assert_eq!(outcome.verdict.optimum(), optimum, "{mib} MiB");
    }
}

/// The blank goes to and fro, and then on: what passes so many waypoints has no more moves than that, whether their number fits beside the
/// tiles or not.
#[test]
fn as_many_waypoints_as_there_may_be_are_passed_one_by_one() {
    let boards = ["1 2 3/4 5 0", "1 2 3/4 0 5", "1 2 3/0 4 5"];
    for count in [15, 16, 31, 32, 63, 64, 100] {
        let via = boards[..2].iter().rev().cycle().take(count);
        let via: Vec<String> = via.map(|board| format!("\"{board}\"")).collect();
        let (start, goal) = (boards[0], boards[1 + count % 2]);
        let text = format!(
            "[[puzzle]]\nboard = \"{start}\"\ngoal = \"{goal}\"\nvia = [{}]\n",
            via.join(", ")
        );
        let puzzle = notation::read("test", &text).unwrap().entries.remove(0).puzzle;
        for algorithm in [Algorithm::Auto, Algorithm::Bfs, Algorithm::Astar] {
            let request = Request { algorithm, ..Request::new(Metric::Step) };
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
            let Verdict::Optimal { path } = outcome.verdict else {
                panic!("{count} by {algorithm:?}: {:?}", outcome.verdict);
            };
            assert_eq!(path.len(), count + 1, "{algorithm:?}");
        }
    }
}
