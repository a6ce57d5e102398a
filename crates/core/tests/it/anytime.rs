//! Blocks where a good solution is enough: that one comes soon, what is asked and how often, and how a search ends that finds none. Counts, since
//! time is not the same anywhere.

use crate::optimal::read;
use huarong_core::puzzle::{Axis, Cell, Family, Metric, Path, Puzzle, Setup, SetupPiece, Target};
use huarong_core::solver::{
    Limits, Monitor, NoMonitor, Progress, Request, StopReason, Verdict, solve,
};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IteratorRandom;
use std::cell::Cell as Count;
use std::ops::ControlFlow;

/// Four hundred pieces of one cell on 32x32, of which one is to cross the board; whether the goal names the others as well, which are then
/// as many kinds.
fn crowd(is_named: bool) -> Puzzle {
    let mut setup = Setup::empty(Family::Blocks, 32, 32);
    let cells = (0..32).flat_map(|row| (0..32).map(move |column| Cell::new(column, row)));
    let goal = Cell::new(31, 31);
    for cell in cells.filter(|cell| (cell.column + 2 * cell.row) % 5 < 2 && *cell != goal) {
        let (name, cells) = (format!("p{}", setup.pieces.len()), vec![cell]);
        setup.pieces.push(SetupPiece { name, cells, axis: Axis::Free });
    }
    let named = setup.pieces.iter().skip(1).filter(|_| is_named);
    let named = named.map(|piece| Target { name: piece.name.clone(), cells: piece.cells.clone() });
    setup.goal = named.collect();
    setup.goal.push(Target { name: "p0".to_owned(), cells: vec![goal] });
    setup.build().unwrap()
}

/// Says stop when it has been asked so often, or has heard of a solution.
struct Asked {
    most: usize,
    asked: Count<usize>,
    found: Option<usize>,
    bytes: u64,
}

impl Asked {
    fn at_most(most: usize) -> Asked {
        Asked { most, asked: Count::new(0), found: None, bytes: 0 }
    }
}

impl Monitor for Asked {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.bytes = self.bytes.max(progress.bytes);
        ControlFlow::Continue(())
    }

    fn found(&mut self, way: &dyn Fn() -> Path) {
        self.found = Some(way().len());
    }

    fn cancelled(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.asked.get() > self.most || self.found.is_some()
    }
}

#[test]
fn a_solution_comes_before_layers_of_hundreds_of_thousands() {
    let puzzle = crowd(false);
    for metric in Metric::ALL {
        let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
        let request = Request { anytime: true, limits, ..Request::new(metric) };
        let mut asked = Asked::at_most(20_000);
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut asked);
        let told = asked.found.unwrap_or_else(|| panic!("{metric}: {outcome:?}"));
        assert_eq!(outcome.verdict.path().map(Vec::len), Some(told));
    }
}

#[test]
fn it_may_stop_before_each_kind_is_lowered() {
    let puzzle = crowd(true);
    let kinds = puzzle.pieces().len();
    for most in [0, 5, kinds, 2 * kinds] {
        for anytime in [true, false] {
            let mut asked = Asked::at_most(most);
            let request = Request { anytime, ..Request::new(Metric::Step) };
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut asked);
            let why = StopReason::Cancelled;
            assert_eq!(outcome.verdict, Verdict::Unknown { lower_bound: 0, why });
            // A search may ask once more before it ends.
            assert!(asked.asked.get() <= most + 2, "{most}");
        }
    }
}

/// A board with millions of positions, of which none solves it: a piece that never moves stands where another shall.
fn endless() -> Puzzle {
    let rows = ["abbc.d", "eff.gg", "hij.kk", "lmn.op", "qrstu."];
    let mut setup = Setup::blocks(&rows, &["......", "......", "......", "......", "a....."]);
    let fixed = setup.pieces.iter_mut().find(|piece| piece.name == "q").unwrap();
    fixed.axis = Axis::Fixed;
    setup.build().unwrap()
}

/// Says stop as soon as a solution is found, and looks at what it is told.
#[derive(Default)]
struct First(Option<usize>, Progress);

impl Monitor for First {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        assert!(progress.lower_bound >= self.1.lower_bound);
        self.1 = *progress;
        ControlFlow::Continue(())
    }

    fn found(&mut self, way: &dyn Fn() -> Path) {
        self.0 = Some(way().len());
    }

    fn cancelled(&self) -> bool {
        self.0.is_some()
    }
}

#[test]
fn a_solution_is_told_long_before_a_shortest_one_can_be_proven() {
    let puzzle = read("blocks/transeuropa.txt").remove(0).puzzle;
    let request = Request { anytime: true, ..Request::new(Metric::Move) };
    let mut first = First::default();
    let outcome = solve(&puzzle, puzzle.start(), &request, &mut first);
    let told = first.0.unwrap();
    let Verdict::Solved { path, lower_bound } = outcome.verdict else {
        panic!("{outcome:?}");
    };
    assert_eq!(path.len(), told);
    assert!(lower_bound > 5 && lower_bound as usize <= told);
}

#[test]
fn without_a_solution_it_ends_when_the_memory_does() {
    let puzzle = endless();
    for anytime in [true, false] {
        let limits = Limits { memory: Some(8 << 20), ..Limits::default() };
        let request = Request { anytime, limits, ..Request::new(Metric::Step) };
        let mut first = First::default();
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut first);
        let is_known = matches!(
            outcome.verdict,
            Verdict::Unknown { lower_bound: 5.., why: StopReason::Memory }
        );
        assert!(is_known, "{anytime}: {outcome:?}");
        assert!(first.1.bytes <= 8 << 20);
    }
}

/// The first searches and the layers together fill the memory before any of them finds something.
#[test]
fn what_had_no_room_beside_others_finds_a_solution_alone() {
    let puzzle = &read("blocks/crowd.txt").remove(0).puzzle;
    let limits = Limits { memory: Some(8 << 20), threads: 1, ..Limits::default() };
    let request = Request { anytime: true, limits, ..Request::new(Metric::Step) };
    let mut first = First::default();
    let outcome = solve(puzzle, puzzle.start(), &request, &mut first);
    let told = first.0.unwrap_or_else(|| panic!("{outcome:?}"));
    assert_eq!(outcome.verdict.path().map(Vec::len), Some(told));
    assert!(first.1.bytes <= 8 << 20);
}

/// Says stop when there is a solution, and when there should have been one: a search for all targets at once finds none in three million states.
struct Soon;

impl Monitor for Soon {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        match progress.upper_bound.is_some() || progress.states > 1_000_000 {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// A piece goes from corner to corner through a crowd in which each of the others is to be where it began.
#[test]
fn those_that_make_way_go_back() {
    let rng = &mut ChaCha8Rng::seed_from_u64(3);
    for metric in Metric::ALL {
        let mut setup = Setup::empty(Family::Blocks, 14, 14);
        let cells = (0..14).flat_map(|row| (0..14).map(move |column| Cell::new(column, row)));
        let mut free: Vec<Cell> = cells.collect();
        let (start, goal) = (free.remove(0), free.pop().unwrap());
        let others = free.into_iter().sample(rng, 110);
        for (number, cell) in (0..).zip([start].into_iter().chain(others)) {
            let (name, cells) = (format!("p{number}"), vec![cell]);
            let there = if number == 0 { vec![goal] } else { cells.clone() };
            setup.goal.push(Target { name: name.clone(), cells: there });
            setup.pieces.push(SetupPiece { name, cells, axis: Axis::Free });
        }
        let puzzle = setup.build().unwrap();
        let request = Request { anytime: true, ..Request::new(metric) };
        let outcome = solve(&puzzle, puzzle.start(), &request, &mut Soon);
        let path = outcome.verdict.path().expect("it is found soon");
        assert_eq!(puzzle.count(puzzle.start(), path, metric), Ok(path.len()), "{metric}");
    }
}

/// Sixteen rows of cars, two of which are behind each other in the first: far too many positions to walk.
#[test]
fn that_a_car_is_behind_another_is_known_without_a_search() {
    let car = |number: usize, column: u8, row: u8, axis: Axis| {
        let cells = vec![Cell::new(column, row), Cell::new(column + 1, row)];
        SetupPiece { name: format!("p{number}"), cells, axis }
    };
    for axis in [Axis::Horizontal, Axis::Free] {
        let mut setup = Setup::empty(Family::Blocks, 16, 16);
        setup.pieces.push(car(0, 0, 0, Axis::Horizontal));
        setup.pieces.push(car(1, 6, 0, axis));
        for row in 1..16 {
            for column in [0, 4, 8] {
                setup.pieces.push(car(setup.pieces.len(), column, row, Axis::Horizontal));
            }
        }
        let home = vec![Cell::new(14, 0), Cell::new(15, 0)];
        setup.goal.push(Target { name: "p0".to_owned(), cells: home });
        let puzzle = setup.build().unwrap();
        for anytime in [true, false] {
            let limits = Limits { memory: Some(64 << 20), ..Limits::default() };
            let request = Request { limits, anytime, ..Request::new(Metric::Move) };
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut NoMonitor);
            let is_unsolvable = matches!(outcome.verdict, Verdict::Unsolvable);
            assert_eq!(is_unsolvable, axis == Axis::Horizontal, "{:?}", outcome.verdict);
        }
    }
}
