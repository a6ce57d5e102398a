//! Slides of boards too large for tables of coloured boards: some solution at once, then a way made shorter by beams.
//!
//! Where a good solution is enough, both ends come first for a moment, which solves what is easy to the end; where a
//! shortest one is wanted, they have all the time. What is far from home by its bound is left to beams at once.

use super::anytime::best_of;
use super::board::TileBoard;
use super::construct::row_by_row;
use super::moves::{Moves, along, raised};
use super::path_shortening::shorten;
use super::{by_packed_states, meet_in_the_middle, unknown};
use crate::puzzle::Position;
use crate::solver::budget::Budget;
use crate::solver::outcome::Verdict;
use crate::solver::search::Algorithm;
use std::time::Duration;

/// How long both ends have at first where a good solution is enough, and the part of the time limit if that is less.
const ALONE: Duration = Duration::from_millis(500);
const SHARE: u32 = 8;

/// Up to so many cells a state has two words, and to leave out those that many ways lead to gains more than it costs.
const PACKED: usize = 25;

/// A solution from `from`; unless a good one is enough, a shortest one.
pub(super) fn solve(
    board: &TileBoard,
    (from, cells): (&Position, &[u8]),
    anytime: bool,
    budget: &mut Budget<'_>,
) -> Verdict {
    let way = match row_by_row::solve(board, cells, budget) {
        Ok(steps) => Moves::Slides.joined(along(&steps), board.sides().0),
        Err(why) => return unknown(budget, why),
    };
    budget.improved(way.len() as u32, || raised(board, cells, &way));
    let held = budget.progress.bytes;
    let shortest = |budget: &mut Budget<'_>| {
        let verdict = if cells.len() <= PACKED {
            by_packed_states(board, from, Algorithm::Auto, budget)
        } else {
            match meet_in_the_middle::solve(board, cells, budget) {
                Ok(way) => Verdict::Optimal { path: raised(board, cells, &along(&way)) },
                Err(why) => unknown(budget, why),
            }
        };
        budget.progress.bytes = held;
        verdict
    };
    if !anytime {
        return shortest(budget);
    }
    if cells.len() <= PACKED || meet_in_the_middle::is_near(board, budget.progress.lower_bound) {
        let alone = budget.limits().time.map_or(ALONE, |time| ALONE.min(time / SHARE));
        let verdict = budget.for_at_most(alone, shortest);
        if matches!(verdict, Verdict::Optimal { .. } | Verdict::Unsolvable) {
            return verdict;
        }
    }
    budget.algorithm = Algorithm::Auto;
    let bound = budget.progress.lower_bound;
    let (way, ended) = shorten((board, Moves::Slides), cells, way, (bound, None), budget);
    // What stops it is no matter: there is a solution.
    if ended.is_ok()
        && way.len() > budget.progress.lower_bound as usize
        && let proven @ Verdict::Optimal { .. } = shortest(budget)
    {
        return proven;
    }
    best_of(board, cells, &way, budget.progress.lower_bound)
}
