//! Slides of boards too large for tables of coloured boards: some solution at once, then a way made shorter by beams.
//!
//! Where a good solution is enough, layers from both ends come first for a moment, which solves what is easy to the end; where a
//! shortest one is wanted, they have all the time.

use super::anytime::best_of;
use super::board::TileBoard;
use super::construct::row_by_row;
use super::moves::{Moves, along, stops};
use super::path_shortening::shorten;
use super::{by_packed_states, unknown};
use crate::puzzle::Position;
use crate::solver::budget::Budget;
use crate::solver::outcome::Verdict;
use crate::solver::search::Algorithm;
use std::time::Duration;

/// How long layers from both ends have at first where a good solution is enough, and the part of the time limit if that is less.
const ALONE: Duration = Duration::from_millis(500);
const SHARE: u32 = 8;

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
    budget.progress.upper_bound = Some(way.len() as u32);
    budget.found(|| board.raise(cells, &stops(cells, &way)));
    if !anytime {
        return by_packed_states(board, from, Algorithm::Auto, budget);
    }
    let alone = budget.limits().time.map_or(ALONE, |time| ALONE.min(time / SHARE));
    let held = budget.progress.bytes;
    let layers = |budget: &mut Budget<'_>| {
        let verdict = by_packed_states(board, from, Algorithm::Auto, budget);
        budget.progress.bytes = held;
        verdict
    };
    let verdict = budget.for_at_most(alone, layers);
    if matches!(verdict, Verdict::Optimal { .. } | Verdict::Unsolvable) {
        return verdict;
    }
    budget.algorithm = Algorithm::Auto;
    let bound = budget.progress.lower_bound;
    let (way, ended) = shorten((board, Moves::Slides), cells, way, (bound, None), budget);
    // What stops it is no matter: there is a solution.
    if ended.is_ok()
        && let proven @ Verdict::Optimal { .. } = layers(budget)
    {
        return proven;
    }
    best_of(board, cells, &stops(cells, &way), budget.progress.lower_bound)
}
