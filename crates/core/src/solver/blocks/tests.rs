//! Boards of hundreds of pieces: what is asked, how often, and that a solution comes first. Counts, since time is not the same anywhere.

use super::lower;
use super::lower::{Blocks, Purpose};
use super::width::tests::random;
use crate::puzzle::{Axis, Cell, Family, Metric, Path, Puzzle, Setup, SetupPiece, Target};
use crate::solver::budget::{Budget, Monitor, NoMonitor, Progress, StopReason};
use crate::solver::lowered::{AnyLowered, Lowered};
use crate::solver::request::{Limits, Request};
use crate::solver::search::bits::BigBits;
use crate::solver::search::space::{State, batches};
use crate::solver::{Verdict, solve};
use std::cell::Cell as Count;
use std::ops::ControlFlow;
use std::sync::Arc;

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

#[test]
fn kinds_of_one_shape_have_their_cells_in_common() {
    let (puzzle, mut unwatched) = (crowd(true), NoMonitor);
    let limits = Limits { memory: Some(64 << 20), ..Limits::default() };
    let budget = &mut Budget::new(&mut unwatched, limits);
    let plan = super::layout::plan(&puzzle, budget).unwrap();
    let how = (Metric::Step, Purpose::BreadthFirst);
    let blocks: Blocks<BigBits<256>, BigBits<16>> =
        Blocks::new(&puzzle, plan, how, budget).unwrap();
    let first = &blocks.groups[0].cells;
    assert!(blocks.groups.len() > 400);
    assert!(blocks.groups.iter().all(|group| Arc::ptr_eq(&group.cells, first)));
    // What they take is no longer there for the search.
    assert!(budget.limits().memory < Some(56 << 20));
}

#[test]
fn the_parts_of_a_state_s_moves_are_all_of_them_and_none_is_large() {
    let puzzle = crowd(false);
    for metric in Metric::ALL {
        let mut unwatched = NoMonitor;
        let budget = &mut Budget::new(&mut unwatched, Limits::default());
        let lowered = lower(&puzzle, metric, Purpose::BreadthFirst, budget).unwrap();
        let AnyLowered::Big(lowered) = lowered else { panic!("{metric}") };
        let start = lowered.state(puzzle.start()).unwrap();
        let (mut all, mut number) = (Vec::new(), 0);
        for batch in batches(&*lowered, 0..1, 1) {
            let before = all.len();
            batch.expand(&*lowered, &[start], &mut all);
            assert!((all.len() - before) * size_of_val(&start) < 8 << 20);
            number += 1;
        }
        assert_eq!(number > 1, metric == Metric::Move);
        let mut together = lowered.successors(&start);
        together.sort_unstable();
        all.sort_unstable();
        assert_eq!(all, together);
    }
}

/// Compares the two ways to find the move to each state that one move leads to; how many there are.
fn compare<S: State>(lowered: &dyn Lowered<S>, puzzle: &Puzzle) -> usize {
    let state = lowered.state(puzzle.start()).unwrap();
    let next = lowered.successors(&state);
    for &state in &next {
        let tried = lowered.mv(puzzle.start(), &|next| next == state);
        assert!(tried.is_some());
        assert_eq!(lowered.mv_to(puzzle.start(), state), tried, "{puzzle:?}");
    }
    next.len()
}

#[test]
fn the_move_to_a_state_is_the_first_that_leads_there() {
    let mut compared = 0;
    for puzzle in (0..300).filter_map(random) {
        for metric in Metric::ALL {
            let mut unwatched = NoMonitor;
            let budget = &mut Budget::new(&mut unwatched, Limits::default());
            compared += match lower(&puzzle, metric, Purpose::Search, budget).unwrap() {
                AnyLowered::One(lowered) => compare(&*lowered, &puzzle),
                AnyLowered::Two(lowered) => compare(&*lowered, &puzzle),
                _ => panic!("these boards are small"),
            };
        }
    }
    assert!(compared > 1000, "{compared}");
}
