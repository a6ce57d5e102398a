//! Known optima, proven again: the published and independently computed ones under `tests/data`, and every claim of the
//! built-in puzzles; and the engines must agree with each other wherever they apply.

use crate::golden::root;
use crate::packs;
use huarong_core::notation::{self, Claim, Claims, Entry};
use huarong_core::puzzle::{Axis, Cell, Family, Metric, Puzzle, Setup, SetupPiece, Target};
use huarong_core::solver::{self, Algorithm, Limits, NoMonitor, Request, StopReason, Verdict};
use std::collections::hash_map::Entry as Place;
use std::collections::{HashMap, VecDeque};
use std::fs;

const EXACT: [Algorithm; 3] = [Algorithm::Bfs, Algorithm::Bidirectional, Algorithm::Astar];

/// Bytes that are filled in a moment, which is enough for all boards but large number puzzles that are far from their goal. Those fill any memory,
/// and that bounds hold when it is over is seen the sooner with less.
fn moment(algorithm: Algorithm, entry: &Entry) -> u64 {
    // Breadth-first search needs least for blocks. None of the engines has proven more steps than these with so much on 4x4 or larger.
    let (bytes, steps) = match algorithm {
        Algorithm::Bfs => (32 << 20, 20),
        Algorithm::Bidirectional => (64 << 20, 40),
        _ => (64 << 20, u32::MAX),
    };
    let is_far =
        matches!(entry.claims.get(Metric::Step), Some(Claim::Moves(moves)) if moves > steps);
    let is_large = entry.puzzle.family() == Family::Numbers && entry.puzzle.size().area() >= 16;
    if is_large && is_far { bytes / 8 } else { bytes }
}

/// The puzzles of a case file, with the claims that it makes.
pub(crate) fn read(name: &str) -> Vec<Entry> {
    let text =
        fs::read_to_string(root("tests/data").join(name)).expect("the cases are in the repository");
    let pack = notation::read(name, &text);
    pack.unwrap_or_else(|errors| panic!("{}", errors[0])).entries
}

/// The answer in the words of a claim; `None` if the algorithm cannot search the puzzle, or not in that much memory.
fn answer_within(
    memory: Option<u64>,
    entry: &Entry,
    metric: Metric,
    algorithm: Algorithm,
) -> Option<Claim> {
    let puzzle = &entry.puzzle;
    let limits = Limits { memory, ..Limits::default() };
    let request = Request { algorithm, limits, ..Request::new(metric) };
    match solver::solve(puzzle, puzzle.start(), &request, &mut NoMonitor).verdict {
        Verdict::Optimal { path } => {
            assert_eq!(replayed(entry, &path, metric), path.len());
            Some(Claim::Moves(path.len() as u32))
        }
        Verdict::Unsolvable => Some(Claim::Unsolvable),
        Verdict::Unknown { why: StopReason::NotApplicable, .. } => None,
        Verdict::Unknown { why: StopReason::Memory, lower_bound, .. } if memory.is_some() => {
            // What was proven before the memory ran out must be true as well.
            let claim = entry.claims.get(metric);
            assert!(!matches!(claim, Some(Claim::Moves(moves)) if moves < lower_bound));
            None
        }
        other => panic!("{} is neither solved nor refuted: {other:?}", name(entry)),
    }
}

/// The answer in the words of a claim; `None` if the algorithm cannot search the puzzle.
fn answer(entry: &Entry, metric: Metric, algorithm: Algorithm) -> Option<Claim> {
    answer_within(None, entry, metric, algorithm)
}

/// How many moves of the metric the rules count in a solution.
fn replayed(entry: &Entry, path: &[huarong_core::puzzle::Move], metric: Metric) -> usize {
    let puzzle = &entry.puzzle;
    let mut position = puzzle.start().clone();
    for action in path {
        position.play(puzzle, action).expect("the solver answers with legal moves");
    }
    assert!(puzzle.is_solved(&position), "{} is not solved at the end", name(entry));
    let counted = puzzle.count(puzzle.start(), path, metric);
    counted.expect("the moves are legal")
}

fn name(entry: &Entry) -> String {
    format!("{:?} {:?}", entry.id, entry.name.en)
}

/// Proves every claim of the entries by the fastest way; returns how many there were.
fn prove_all(entries: &[Entry]) -> usize {
    let claims =
        entries.iter().flat_map(|entry| entry.claims.iter().map(move |claim| (entry, claim)));
    let proven = claims.map(|(entry, (metric, claim))| {
        let found = answer(entry, metric, Algorithm::Auto);
        assert_eq!(found, Some(claim), "{} in {metric}", name(entry));
    });
    proven.count()
}

#[test]
fn leetcode_773() {
    let entries = read("leetcode.tsv");
    assert_eq!(prove_all(&entries), 5);
    for entry in &entries {
        for algorithm in EXACT {
            assert_eq!(
                answer(entry, Metric::Step, algorithm),
                entry.claims.get(Metric::Step),
                "{algorithm:?}"
            );
        }
    }
}

#[test]
fn forty_classic_openings_in_three_metrics() {
    assert_eq!(prove_all(&read("huarong.tsv")), 3 * 40);
}

#[test]
fn five_hundred_and_thirty_boards_in_three_metrics() {
    assert_eq!(prove_all(&read("klotski530.tsv")), 3 * 530);
}

#[test]
fn boards_with_gates_walls_and_concave_pieces_in_three_metrics() {
    let expected = [
        ("agatka", [48, 35, 30]),
        ("fool", [48, 35, 29]),
        ("pennant", [83, 62, 59]),
        ("rome", [60, 44, 38]),
        ("solomon", [51, 38, 29]),
    ];
    for (file, optima) in expected {
        let entries = read(&format!("blocks/{file}.txt"));
        assert_eq!(entries.len(), 1);
        for (metric, moves) in Metric::ALL.into_iter().zip(optima) {
            let found = answer(&entries[0], metric, Algorithm::Auto);
            assert_eq!(found, Some(Claim::Moves(moves)), "{file} in {metric}");
        }
    }
}

/// Listed as they are, the same layers took 26 to 35 MiB.
#[test]
fn layers_that_are_packed_fit_little_memory() {
    let entry = &read("blocks/solomon.txt")[0];
    for (metric, optimum, memory) in
        [(Metric::Step, 51, 31), (Metric::Slide, 38, 28), (Metric::Move, 29, 22)]
    {
        let found = answer_within(Some(memory << 20), entry, metric, Algorithm::Bfs);
        assert_eq!(found, Some(Claim::Moves(optimum)), "in {metric}");
    }
}

/// Where a solution is known, no state is kept from which only longer ones lead on: that the optimum is found, and that nothing is
/// shorter, is proven with fewer states.
#[test]
fn what_leads_only_to_longer_solutions_is_left_out() {
    // With nothing known, with what is known being one move longer than the optimum, and with the optimum known.
    let mut states = [0; 3];
    for (file, optima) in [("rome", [60, 44, 38]), ("solomon", [51, 38, 29])] {
        let entry = &read(&format!("blocks/{file}.txt"))[0];
        for (metric, optimum) in Metric::ALL.into_iter().zip(optima) {
            let search = |upper_bound| {
                let request = Request { upper_bound, ..Request::new(metric) };
                solver::solve(&entry.puzzle, entry.puzzle.start(), &request, &mut NoMonitor)
            };
            let (all, found, none) =
                (search(None), search(Some(optimum + 1)), search(Some(optimum)));
            assert_eq!(found.verdict.optimum(), Some(optimum as usize), "{file} in {metric}");
            let path = found.verdict.path().expect("it is solved");
            assert_eq!(replayed(entry, path, metric), optimum as usize);
            let Verdict::Unknown { lower_bound, .. } = none.verdict else {
                panic!("{file} in {metric}: {none:?}");
            };
            assert_eq!(lower_bound, optimum, "{file} in {metric}");
            for (sum, outcome) in states.iter_mut().zip([all, found, none]) {
                *sum += outcome.stats.states;
            }
        }
    }
    assert!(states.is_sorted_by(|more, fewer| more > fewer), "{states:?}");
}

/// The claims themselves are proven by `huarong check` in `.ci/run`, on the engine as users get it, and those of boards that are not large
/// by each engine below.
#[test]
fn every_built_in_puzzle_claims_something() {
    let entries = packs::all().into_iter().flat_map(|pack| pack.entries);
    let silent: Vec<String> = entries
        .filter(|entry| entry.claims.iter().next().is_none())
        .map(|entry| name(&entry))
        .collect();
    assert_eq!(silent, [""; 0]);
}

/// How many claims each engine proves of an entry, in a moment each. Metrics that count alike are searched once.
fn proven_by_each(entry: &Entry) -> [usize; EXACT.len()] {
    EXACT.map(|algorithm| {
        let (mut proven, mut last) = (0, None);
        for (metric, claim) in entry.claims.iter() {
            let equal = entry.puzzle.equal_metric(metric);
            let found = match last {
                Some((metric, found)) if metric == equal => found,
                _ => answer_within(Some(moment(algorithm, entry)), entry, equal, algorithm),
            };
            last = Some((equal, found));
            if let Some(found) = found {
                assert_eq!(found, claim, "{} in {metric} by {algorithm:?}", name(entry));
                proven += 1;
            }
        }
        proven
    })
}

#[test]
fn the_engines_agree() {
    let mut boards = read("klotski530.tsv");
    // They are of one kind, and proven in three metrics above, so that the engines take turns at these.
    for (entry, metric) in boards.iter_mut().zip(Metric::ALL.into_iter().cycle()) {
        let claim = entry.claims.get(metric).expect("each makes all claims");
        entry.claims = Claims::default();
        entry.claims.set(metric, claim);
    }
    boards.extend(read("huarong.tsv"));
    boards.extend(packs::all().into_iter().flat_map(|pack| pack.entries));
    // What is far from its goal on a number board fills the memory of each in vain.
    let is_far = |entry: &Entry| {
        let numbers = entry.puzzle.family() == Family::Numbers;
        numbers && matches!(entry.claims.get(Metric::Step), Some(Claim::Moves(70..)))
    };
    boards.retain(|entry| entry.puzzle.size().area() <= 36 && !is_far(entry));
    // Two threads, since this is by far the longest of these tests. Those that take long stand together, so that each takes every second one.
    let boards = &boards;
    let applied = std::thread::scope(|scope| {
        let halves = [0, 1].map(|first| {
            let half = boards.iter().skip(first).step_by(2);
            scope.spawn(|| half.map(proven_by_each).collect::<Vec<_>>())
        });
        halves.map(|half| half.join().expect("a wrong answer has been printed"))
    });
    let applied = applied.concat().into_iter().reduce(|a, b| std::array::from_fn(|i| a[i] + b[i]));
    let applied = applied.expect("there are boards");
    assert!(applied.iter().all(|&count| count >= 1380), "too few apply: {applied:?}");
}

/// The fewest steps that a single cell takes from the first cell to the third of the fourth row, on a board that single cells fill but
/// for the last cell, by a search of where it and the empty cell are.
fn through_a_crowd((width, height): (usize, usize)) -> usize {
    let (start, goal) = ((0, width * height - 1), 3 * width + 2);
    let mut distances = HashMap::from([(start, 0)]);
    let mut open = VecDeque::from([start]);
    while let Some((hero, empty)) = open.pop_front() {
        let distance = distances[&(hero, empty)];
        if hero == goal {
            return distance;
        }
        let sides = [
            (empty % width > 0).then(|| empty - 1),
            (empty % width + 1 < width).then(|| empty + 1),
            empty.checked_sub(width),
            Some(empty + width).filter(|&cell| cell < width * height),
        ];
        for from in sides.into_iter().flatten() {
            let next = (if from == hero { empty } else { hero }, from);
            if let Place::Vacant(place) = distances.entry(next) {
                place.insert(distance + 1);
                open.push_back(next);
            }
        }
    }
    unreachable!("the cell can be brought anywhere");
}

#[test]
fn one_goes_through_a_crowd_of_equal_pieces() {
    let sizes = [(7, 9), (8, 8), (9, 8), (10, 7), (9, 9), (13, 7), (16, 16), (32, 32)];
    for (width, height) in sizes {
        let mut setup = Setup::empty(Family::Blocks, width, height);
        let cells =
            (0..height as u8).flat_map(|row| (0..width as u8).map(move |x| Cell::new(x, row)));
        let pieces = cells.take(width * height - 1).enumerate();
        let piece = |(number, cell)| SetupPiece {
            name: format!("p{number}"),
            cells: vec![cell],
            axis: Axis::Free,
        };
        setup.pieces = pieces.map(piece).collect();
        setup.goal.push(Target { name: "p0".to_owned(), cells: vec![Cell::new(2, 3)] });
        let puzzle = setup.build().expect("it is playable");
        // A piece that moves twice in a row only goes back, so that what counts as a move is all one.
        let expected = through_a_crowd((width, height));
        for metric in Metric::ALL {
            let request = Request::new(metric);
            let outcome = solver::solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
            assert_eq!(outcome.verdict.optimum(), Some(expected), "{width}x{height} in {metric}");
        }
    }
}

/// Dudeney's motor-garage: three cars of one colour change places with three of another, whichever of them stands where. As he
/// published it, it takes 17 moves.
#[test]
fn cars_of_one_colour_are_interchangeable() {
    let garage = "[[puzzle]]\nboard = 'abc/#.#/..#/#.#/def'\ngoal = 'def/#.#/..#/#.#/abc'\n";
    let told_apart = one(garage);
    let puzzle = one(&format!("{garage}interchangeable = ['abc', 'def']\n"));
    for algorithm in Algorithm::ALL {
        let request = Request { algorithm, ..Request::new(Metric::Move) };
        let fewest =
            |puzzle: &Puzzle| solver::solve(puzzle, puzzle.start(), &request, &mut NoMonitor);
        assert_eq!(fewest(&puzzle).verdict.optimum(), Some(17), "{algorithm:?}");
        assert!(fewest(&told_apart).verdict.optimum().is_some_and(|moves| moves > 17));
    }
}

/// The one puzzle of a text.
fn one(text: &str) -> Puzzle {
    let pack = notation::read("test", text).expect("it is a puzzle");
    pack.entries[0].puzzle.clone()
}

/// A piece that cannot get to its place, even alone on the board, is told from one that is far.
#[test]
fn where_a_piece_has_no_way_every_search_ends_soon() {
    let puzzle = one(r#"
        [[puzzle]]
        id = "locked"
        board = ".b.../bb..a/d...c/...cc/....."
        goal = "...../a..../...b./.dbb./....."
        via = ["...../...../a..../...../.....", "...../...../...../..b../.bb..", "..d../...a./...../...../....."]
        locked = { c = "fixed" }
        lengthwise = true
        interchangeable = ["ad"]
        "#);
    for algorithm in [Algorithm::Bfs, Algorithm::Astar, Algorithm::Idastar] {
        let request = Request { algorithm, ..Request::new(Metric::Step) };
        let outcome = solver::solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
        assert_eq!(outcome.verdict, Verdict::Unsolvable, "{algorithm:?}");
        let (states, depth) = (outcome.stats.states, outcome.stats.depth);
        assert!(states < 4_000_000 && depth < 100, "{algorithm:?}: {states}, {depth}");
    }
}
