//! Lowered boards of hundreds of pieces, and moves found again by the states that they lead to.
//!
//! Each is lowered to codes of a width that the test names: where the width is chosen by the board, searches are compiled for all of them.

use super::layout;
use super::lower::{Blocks, Purpose};
use super::pattern_database::PatternDatabase;
use super::width::tests::random;
use crate::puzzle::{Axis, Cell, Family, Metric, Puzzle, Setup, SetupPiece, Target};
use crate::solver::budget::unwatched;
use crate::solver::component::table::Table;
use crate::solver::lowered::{Lowered, Widest};
use crate::solver::request::Limits;
use crate::solver::search::bits::BigBits;
use crate::solver::search::space::{Space, UNREACHABLE};
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

#[test]
fn kinds_of_one_shape_have_their_cells_in_common() {
    let puzzle = crowd(true);
    let limits = Limits { memory: Some(64 << 20), ..Limits::default() };
    let budget = &mut unwatched(limits);
    let plan = layout::plan(&puzzle, budget).unwrap();
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
        let budget = &mut unwatched(Limits::default());
        let plan = layout::plan(&puzzle, budget).unwrap();
        let how = (metric, Purpose::BreadthFirst);
        let lowered: Blocks<Widest, BigBits<16>> = Blocks::new(&puzzle, plan, how, budget).unwrap();
        let start = lowered.state(puzzle.start()).unwrap();
        let mut all = Vec::new();
        // Asked of the space itself: behind a `dyn Space` all that it can do would be compiled for this width.
        for part in 0..lowered.parts() {
            let before = all.len();
            lowered.expand_part(&start, part, &mut all);
            assert!((all.len() - before) * size_of_val(&start) < 8 << 20);
        }
        assert_eq!(lowered.parts() > 1, metric != Metric::Step);
        let mut together = Vec::new();
        for action in puzzle.moves(puzzle.start(), metric) {
            let mut position = puzzle.start().clone();
            position.play(&puzzle, &action).unwrap();
            together.extend(lowered.state(&position));
        }
        // No two moves come to the same, so that what two parts have in common is found too.
        together.sort_unstable();
        all.sort_unstable();
        assert_eq!(all, together);
    }
}

#[test]
fn the_move_to_a_state_is_the_first_that_leads_there() {
    let mut compared = 0;
    for puzzle in (0..300).filter_map(random) {
        for metric in Metric::ALL {
            let budget = &mut unwatched(Limits::default());
            let plan = layout::plan(&puzzle, budget).unwrap();
            let how = (metric, Purpose::Search);
            let blocks: Blocks<u128, u64> = Blocks::new(&puzzle, plan, how, budget).unwrap();
            let start = puzzle.start();
            for state in blocks.successors(&blocks.state(start).unwrap()) {
                let tried = blocks.mv(start, &|next| next == state);
                assert!(tried.is_some());
                assert_eq!(blocks.mv_to(start, state), tried, "{puzzle:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

/// On random boards with locks, gates, waypoints, pieces to lift and pieces in parts.
#[test]
fn no_pattern_is_farther_from_its_goal_than_the_whole_board_and_no_move_changes_that_by_more_than_one()
 {
    let (mut compared, mut sharper) = (0, 0);
    for puzzle in (0..1700).filter_map(random) {
        for metric in Metric::ALL {
            let limits = Limits { memory: Some(4 << 20), ..Limits::default() };
            let budget = &mut unwatched(limits);
            let plan = layout::plan(&puzzle, budget).unwrap();
            let how = (metric, Purpose::BreadthFirst);
            let whole: Blocks<u128, u64> = Blocks::new(&puzzle, plan, how, budget).unwrap();
            if whole.is_hopeless() || !whole.is_undirected() {
                continue;
            }
            let start = whole.state(puzzle.start()).unwrap();
            // Boards with more than some thousand positions are left to others.
            let Ok(table) = Table::build(&whole, start, None, budget) else { continue };
            budget.progress.bytes = 0;
            let most = table.len() as u64;
            let Some(pattern) = PatternDatabase::new(&whole, start, most, budget).unwrap() else {
                continue;
            };
            for number in (0..table.len()).step_by(table.len().div_ceil(100)) {
                let state = table.state(number);
                let bound = pattern.bound(&whole, state);
                let (plain, far) = (whole.bound(state), table.distance(number));
                assert!(bound.max(plain) <= far.unwrap_or(UNREACHABLE), "{puzzle:?}");
                let next = whole.successors(&state).into_iter();
                let least = next.map(|next| pattern.bound(&whole, next)).min();
                // Mirror images are one state, of which the pattern may be that of either.
                let is_one_board = whole.symmetries.is_empty() && bound < UNREACHABLE;
                assert!(
                    !is_one_board || least.is_none_or(|least| least + 1 >= bound),
                    "{puzzle:?}"
                );
                sharper += usize::from(bound > plain);
                compared += 1;
            }
        }
    }
    assert!(compared > 5000 && sharper > 1400, "{sharper} of {compared}");
}
