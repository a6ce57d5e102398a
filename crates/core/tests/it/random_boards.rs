//! Random boards (walls, gates, locks, concave pieces, pieces of several parts, several goals, interchangeable pieces,
//! waypoints, lifting) against a plain breadth-first search over the rules themselves: every metric, every algorithm, and every
//! distance of the component.
//!
//! They go on without end where that is asked for: `HUARONG_FUZZ=600 cargo test -p huarong-core random_boards` takes other
//! boards for ten minutes more, and `HUARONG_SEED=7` that board alone.

use huarong_core::puzzle::{
    Axis, Cell, CellSet, Direction, Family, Metric, Position, Puzzle, Setup, SetupPiece, Shape,
    Target,
};
use huarong_core::solver::{
    Algorithm, Disk, Distances, Limits, NoMonitor, Request, StateSpace, StopReason, Verdict, solve,
    solve_on_disk, survey,
};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, IteratorRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

/// The seeds of the boards: the first ones, and others for as many seconds as `HUARONG_FUZZ` says; or that of `HUARONG_SEED`.
pub(crate) fn seeds(first: u64) -> Box<dyn Iterator<Item = u64>> {
    let number = |name| std::env::var(name).ok().map(|text| text.parse().expect("a number"));
    if let Some(seed) = number("HUARONG_SEED") {
        return Box::new(std::iter::once(seed));
    }
    let Some(seconds) = number("HUARONG_FUZZ") else { return Box::new(0..first) };
    let end = Instant::now() + Duration::from_secs(seconds);
    let others = std::iter::repeat_with(rand::random);
    Box::new((0..first).chain(others.take_while(move |_| Instant::now() < end)))
}

/// States beyond which a board is left out: the slow search would take too long.
const MOST_STATES: usize = 3000;

/// A piece of up to `most` cells, grown from a random free cell.
fn grown(rng: &mut impl Rng, free: &CellSet, most: usize) -> Option<CellSet> {
    let mut piece: CellSet = [free.iter().choose(rng)?].into_iter().collect();
    for _ in 1..rng.random_range(1..=most) {
        let around = piece.iter().flat_map(|c| Direction::ALL.map(|d| c.step(d)));
        let next =
            around.flatten().filter(|c| free.contains(*c) && !piece.contains(*c)).choose(rng);
        piece.insert(next?);
    }
    Some(piece)
}

/// Somewhere on the board where a piece's cells fit between walls.
fn target(rng: &mut impl Rng, piece: &SetupPiece, floor: &CellSet) -> Target {
    let cells: CellSet = piece.cells.iter().copied().collect();
    let shifts = (-5..=5).flat_map(|dx| (-5..=5).map(move |dy| (dx, dy)));
    let there = shifts
        .filter_map(|(dx, dy)| cells.shifted(dx, dy))
        .filter(|there| there.is_subset(floor))
        .choose(rng)
        .unwrap_or(cells);
    Target { name: piece.name.clone(), cells: there.iter().collect() }
}

/// Takes up to `most` cells out of `free`.
fn taken(rng: &mut impl Rng, free: &mut CellSet, most: usize) -> Vec<Cell> {
    let cells = free.iter().sample(rng, most);
    for &cell in &cells {
        free.remove(cell);
    }
    cells
}

/// A random description; not all of them can be played.
pub(crate) fn random_setup(rng: &mut impl Rng) -> Setup {
    let (width, height) = (rng.random_range(2..=5), rng.random_range(2..=4));
    let mut setup = Setup::empty(Family::Blocks, width, height);
    let rows = 0..height as u8;
    let mut free: CellSet =
        rows.flat_map(|row| (0..width as u8).map(move |column| Cell::new(column, row))).collect();
    let walls = *[0, 0, 0, 1, 2].choose(rng).unwrap();
    setup.walls = taken(rng, &mut free, walls);
    let floor = free;
    let gates = usize::from(rng.random_bool(0.3));
    setup.gates = taken(rng, &mut free, gates);
    let empty = rng.random_range(1..=4);
    for name in 'a'..='z' {
        let Some(cells) = grown(rng, &free, 4).filter(|c| free.len() >= c.len() + empty) else {
            break;
        };
        free = free - cells;
        let locks = [Axis::Horizontal, Axis::Vertical, Axis::Fixed];
        let locked = rng.random_bool(0.4);
        setup.pieces.push(SetupPiece {
            name: name.to_string(),
            cells: cells.iter().collect(),
            axis: locks.choose(rng).copied().filter(|_| locked).unwrap_or_default(),
        });
    }
    if setup.pieces.len() > 1 && rng.random_bool(0.15) {
        let last = setup.pieces.pop().unwrap();
        setup.pieces[0].cells.extend(last.cells);
        setup.parts.push(setup.pieces[0].name.clone());
    }
    let goals = rng.random_range(1..=3);
    for piece in setup.pieces.clone().iter().sample(rng, goals) {
        setup.goal.push(target(rng, piece, &floor));
    }
    let waypoints = *[0, 0, 0, 1, 2].choose(rng).unwrap();
    for piece in setup.pieces.clone().iter().sample(rng, waypoints) {
        setup.via.push(vec![target(rng, piece, &floor)]);
    }
    setup.lift = rng.random_bool(0.1);
    interchange(rng, &mut setup);
    setup
}

/// Some of the groups of pieces of one shape and lock become interchangeable, or parts of them.
fn interchange(rng: &mut impl Rng, setup: &mut Setup) {
    let looks = |piece: &SetupPiece| {
        let cells = piece.cells.iter().copied().collect();
        (Shape::of(&cells).map(|(shape, _)| shape), piece.axis)
    };
    let mut groups: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for piece in &setup.pieces {
        groups.entry(looks(piece)).or_default().push(piece.name.clone());
    }
    let targets = setup.goal.iter().chain(setup.via.iter().flatten());
    let named: Vec<String> = targets.map(|target| target.name.clone()).collect();
    for mut group in groups.into_values() {
        let all = group.len();
        group.truncate(rng.random_range(2..=all.max(2)));
        let is_one = group.len() > 1 && group.iter().any(|name| named.contains(name));
        if is_one && rng.random_bool(0.6) {
            setup.interchangeable.push(group);
        }
    }
}

/// Positions with interchangeable pieces in one order, so that equal ones are equal.
pub(crate) fn key(puzzle: &Puzzle, position: &Position) -> (Vec<(u16, Cell)>, usize) {
    let mut key: Vec<(u16, Cell)> =
        puzzle.piece_ids().map(|id| (puzzle.piece(id).kind().0, position.anchor(id))).collect();
    key.sort_unstable();
    (key, position.stage())
}

/// Every position of the component, the start first, and for each those that one move leads to it from; `None` if there
/// are too many.
pub(crate) fn component(
    puzzle: &Puzzle,
    metric: Metric,
) -> Option<(Vec<Position>, Vec<Vec<usize>>)> {
    let mut index = HashMap::from([(key(puzzle, puzzle.start()), 0)]);
    let mut states = vec![puzzle.start().clone()];
    let mut into: Vec<Vec<usize>> = vec![vec![]];
    let mut next = 0;
    while next < states.len() {
        for action in puzzle.moves(&states[next], metric) {
            let mut after = states[next].clone();
            after.play(puzzle, &action).unwrap();
            let to = *index.entry(key(puzzle, &after)).or_insert_with(|| {
                states.push(after);
                into.push(vec![]);
                states.len() - 1
            });
            into[to].push(next);
        }
        next += 1;
        if states.len() > MOST_STATES {
            return None;
        }
    }
    Some((states, into))
}

/// The distance of each position to the nearest solved one.
pub(crate) fn distances(
    puzzle: &Puzzle,
    states: &[Position],
    into: &[Vec<usize>],
) -> Vec<Option<u32>> {
    let solved = |s| puzzle.is_solved(s).then_some(0);
    let mut distances: Vec<Option<u32>> = states.iter().map(solved).collect();
    let mut open: Vec<usize> = (0..states.len()).filter(|&i| distances[i].is_some()).collect();
    while !open.is_empty() {
        let mut wider = vec![];
        for to in open {
            for &from in &into[to] {
                if distances[from].is_none() {
                    distances[from] = distances[to].map(|d| d + 1);
                    wider.push(from);
                }
            }
        }
        open = wider;
    }
    distances
}

fn check_algorithms(puzzle: &Puzzle, metric: Metric, wanted: Option<u32>, board: &str) {
    for algorithm in Algorithm::ALL {
        let request = Request { algorithm, ..Request::new(metric) };
        let outcome = solve(puzzle, puzzle.start(), &request, &mut NoMonitor);
        match outcome.verdict {
            Verdict::Optimal { path } => {
                assert_eq!(Some(path.len() as u32), wanted, "{board} {algorithm:?}");
            }
            Verdict::Unsolvable => assert_eq!(None, wanted, "{board} {algorithm:?}"),
            Verdict::Unknown { why, .. } => {
                assert_eq!(why, StopReason::NotApplicable, "{board}");
                let staged = algorithm == Algorithm::Bidirectional && !puzzle.via().is_empty();
                assert!(staged, "{board} {algorithm:?}");
            }
            Verdict::Solved { .. } => panic!("{board}: not proven"),
        }
    }
}

/// Where the caller has a solution only shorter ones are looked for, and that there is none is proven.
fn check_bounds(puzzle: &Puzzle, metric: Metric, wanted: Option<u32>, board: &str) {
    // A plain number puzzle may be searched in a way that has no use for it.
    let blocks = puzzle.family() == Family::Blocks;
    let Some(optimum) = wanted.filter(|&moves| blocks && moves > 0) else { return };
    for known in [optimum, optimum + 1, optimum + 3] {
        let request = Request { upper_bound: Some(known), ..Request::new(metric) };
        match solve(puzzle, puzzle.start(), &request, &mut NoMonitor).verdict {
            Verdict::Optimal { path } => {
                assert_eq!((path.len() as u32, known > optimum), (optimum, true), "{board}");
            }
            Verdict::Unknown { lower_bound, .. } => {
                assert_eq!((lower_bound, known), (optimum, optimum), "{board}");
            }
            other => panic!("{board}: {other:?}"),
        }
    }
}

/// What the layers on a disk say.
fn check_disk(puzzle: &Puzzle, metric: Metric, wanted: Option<u32>, board: &str) {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk { folder: folder.path().to_owned(), limit: None, resume: false };
    let request = Request::new(metric);
    let outcome = solve_on_disk(puzzle, puzzle.start(), &request, &disk, &mut NoMonitor).unwrap();
    match outcome.verdict {
        Verdict::Optimal { path } => assert_eq!(Some(path.len() as u32), wanted, "{board}"),
        verdict => assert_eq!((verdict, wanted), (Verdict::Unsolvable, None), "{board}"),
    }
}

/// Compares everything on one board; `false` if it is too large.
fn check(puzzle: &Puzzle, metric: Metric, seed: u64) -> bool {
    let Some((states, into)) = component(puzzle, metric) else {
        return false;
    };
    let wanted = distances(puzzle, &states, &into);
    let board = format!("board {seed}, {metric}");
    check_algorithms(puzzle, metric, wanted[0], &board);
    check_bounds(puzzle, metric, wanted[0], &board);
    // Files take longer than all the rest.
    if seed.is_multiple_of(8) {
        check_disk(puzzle, metric, wanted[0], &board);
    }
    let table = Distances::build(puzzle, metric, &Limits::default(), &mut NoMonitor).unwrap();
    for (position, wanted) in states.iter().zip(wanted) {
        assert_eq!(table.remaining(position), wanted, "{board}");
        let path = table.path(position).map(|path| path.len() as u32);
        assert_eq!(path, wanted, "{board}");
    }
    true
}

#[test]
fn every_engine_agrees_with_a_plain_search() {
    let mut checked = 0;
    for seed in seeds(500) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let Ok(puzzle) = random_setup(&mut rng).build() else {
            continue;
        };
        for metric in Metric::ALL {
            checked += usize::from(check(&puzzle, metric, seed));
        }
    }
    let is_one = std::env::var_os("HUARONG_SEED").is_some();
    assert!(checked > 600 || is_one, "only {checked} boards could be checked");
}

/// A number puzzle of five or six cells, with walls, several blanks, locks, waypoints, lifting and a goal of any order as it comes.
fn random_numbers(rng: &mut ChaCha8Rng) -> Setup {
    let (width, height) = *[(3, 2), (2, 3), (5, 1)].choose(rng).unwrap();
    let blanks = rng.random_range(1..=3_usize);
    let tiles = (width * height - blanks) as u32;
    let mut board: Vec<u32> =
        (0..(width * height) as u32).map(|n| if n <= tiles { n } else { 0 }).collect();
    board.shuffle(rng);
    let mut setup = Setup::numbers(width, height, &board);
    let blank = |i: &usize| board[*i] == 0;
    let cell = |i: usize| Cell::new((i % width) as u8, (i / width) as u8);
    if blanks > 1 && rng.random_bool(0.3) {
        let wall = (0..board.len()).find(blank).unwrap();
        setup.walls.push(cell(wall));
    }
    for piece in &mut setup.pieces {
        let locks = [Axis::Horizontal, Axis::Vertical, Axis::Fixed];
        let locked = rng.random_bool(0.15);
        piece.axis = locks.choose(rng).copied().filter(|_| locked).unwrap_or_default();
    }
    for _ in 0..rng.random_range(0..=2_u32) {
        let piece = setup.pieces.choose(rng).unwrap();
        let name = piece.name.clone();
        let free = (0..board.len()).map(cell).filter(|c| !setup.walls.contains(c));
        let cells = vec![free.choose(rng).unwrap()];
        setup.via.push(vec![Target { name, cells }]);
    }
    setup.lift = rng.random_bool(0.1);
    if rng.random_bool(0.3) {
        let mut cells: Vec<Vec<Cell>> = setup.goal.iter().map(|to| to.cells.clone()).collect();
        cells.shuffle(rng);
        setup.goal.iter_mut().zip(cells).for_each(|(to, cells)| to.cells = cells);
    }
    setup
}

#[test]
fn numbers_with_waypoints_and_locks_agree_with_a_plain_search() {
    let (mut checked, mut ruled) = (0, 0);
    for seed in seeds(300) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let Ok(puzzle) = random_numbers(&mut rng).build() else {
            continue;
        };
        for metric in Metric::ALL {
            checked += usize::from(check(&puzzle, metric, seed));
            let locked = puzzle.pieces().iter().any(|p| p.axis() != Axis::Free);
            let odd = locked || !puzzle.via().is_empty();
            ruled += usize::from(odd && metric != Metric::Step && !puzzle.lift());
            let limits = Limits::default();
            let survey = survey(&puzzle, metric, &limits, &mut NoMonitor).unwrap();
            let space = StateSpace::build(&puzzle, metric, &limits, &mut NoMonitor);
            let space =
                space.unwrap_or_else(|why| panic!("board {seed}, {metric}: {why:?} {puzzle:?}"));
            assert_eq!(space.survey(), &survey, "board {seed}, {metric}");
        }
    }
    let is_one = std::env::var_os("HUARONG_SEED").is_some();
    assert!(checked > 500 && ruled > 200 || is_one, "{checked} boards, {ruled} by the rules");
}
