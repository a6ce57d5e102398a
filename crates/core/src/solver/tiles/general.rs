//! Boards that are not plain, where a good solution is enough: some solution at once, an optimum if A* soon has one, then better and
//! better ones.

use super::board::TileBoard;
use super::construct::{first, others, raised};
use super::shorter_legs;
use super::{QUICK, by_packed_states, space};
use crate::puzzle::{Path, Position};
use crate::solver::budget::Budget;
use crate::solver::outcome::Verdict;
use crate::solver::request::Request;
use crate::solver::search::Algorithm;
use std::time::Duration;

/// How long A* has at first, and the part of the time limit if that is less; on small boards better solutions have as long before A* goes on.
const FIRST: Duration = Duration::from_secs(2);
const SHARE: u32 = 4;

/// Cells of a board on which nearly all time is left to what may change where ways between waypoints meet; they have half of it on larger ones.
const SMALL: usize = 25;

/// The part of the time in which beams make ways shorter where no waypoints are between.
const NEARLY_ALL: f64 = 0.9;

/// How long ways are made shorter by beams, if there is no limit.
const PATIENCE: Duration = Duration::from_secs(10);

/// The best solution from `from` that the limits allow.
pub(super) fn solve(
    board: &TileBoard,
    (from, cells): (&Position, &[u8]),
    request: &Request,
    budget: &mut Budget<'_>,
) -> Verdict {
    let mut known = match first(board, cells, budget) {
        Ok(steps) => steps.map(|steps| raised(board, cells, &steps)),
        Err(why) => return super::unknown(budget, why),
    };
    let tell = |path: &Path, budget: &mut Budget<'_>| {
        budget.improved(path.len() as u32, || path.clone());
    };
    known.iter().for_each(|path| tell(path, budget));
    let share = budget.limits().time.map_or(FIRST, |time| FIRST.min(time / SHARE));
    if let Some(best) = &mut known {
        // What ends it before its time ends what comes next as well.
        let _ = budget.for_at_most(share, |budget| {
            others(board, cells, budget, |budget, steps| {
                let path = raised(board, cells, &steps);
                if path.len() < best.len() {
                    *best = path;
                    tell(best, budget);
                }
            })
        });
    }
    let held = budget.progress.bytes;
    let exact = |budget: &mut Budget<'_>| {
        let verdict = by_packed_states(board, from, Algorithm::Auto, budget);
        budget.progress.bytes = held;
        verdict
    };
    let better = |known, budget: &mut Budget<'_>| {
        let request = Request { lower_bound: budget.progress.lower_bound, ..*request };
        let lowered = space::lower(board.clone());
        let verdict = lowered.solve_anytime(board.puzzle(), (from, known), &request, budget);
        budget.progress.bytes = held;
        verdict
    };
    match budget.for_at_most(share, exact) {
        Verdict::Unknown { .. } => {}
        decided => return decided,
    }
    let is_quick = board.cells().len() <= QUICK;
    let known = match known {
        // Walls, several blanks, waypoints, or all of them.
        Some(path) if !board.is_narrow() && !board.has_axis_locks() => {
            let is_small = board.cells().len() <= SMALL;
            let part = match board.waypoints() {
                0 if !is_quick => NEARLY_ALL,
                _ if is_small => 0.125,
                _ => 0.5,
            };
            let left = budget.time_left().map(|left| left.mul_f64(part));
            Some(shorter_legs::shorter(
                &board.framed(),
                &board.frame(cells),
                path,
                left.unwrap_or(if is_quick { share } else { PATIENCE }),
                budget,
            ))
        }
        known => known,
    };
    // Of small boards A* may yet have an optimum, of others if there is time.
    if !is_quick && (board.cells().len() > SMALL || budget.limits().time.is_some()) {
        return better(known, budget);
    }
    let path = match budget.for_at_most(share, |budget| better(known, budget)) {
        Verdict::Solved { path, .. } => path,
        Verdict::Unknown { .. } => return exact(budget),
        decided => return decided,
    };
    let verdict = if is_quick { exact(budget) } else { budget.for_at_most(PATIENCE, exact) };
    let Verdict::Unknown { lower_bound, .. } = verdict else { return verdict };
    // What was proven before still holds.
    budget.progress.lower_bound = budget.progress.lower_bound.max(lower_bound);
    if is_quick {
        return Verdict::Solved { path, lower_bound: budget.progress.lower_bound };
    }
    better(Some(path), budget)
}
