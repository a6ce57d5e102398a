//! Boards of few cells, which IDA* nearly always solves to the end before anybody waits: where a good solution is enough, the others have one as well.

use super::anytime::best_of;
use super::board::TileBoard;
use super::construct::row_by_row;
use super::moves::{Moves, along, raised};
use super::path_shortening::shorten;
use super::pdb::board::PdbBoard;
use super::{ida, mtm, unknown};
use crate::puzzle::Metric;
use crate::solver::budget::{Budget, StopReason};
use crate::solver::outcome::Verdict;
use crate::solver::request::Request;
use crate::solver::search::Algorithm;
use std::time::Duration;

/// How long IDA* has at first where a good solution is enough, and the part of the time limit if that is less; beams have as long after it.
const ALONE: Duration = Duration::from_secs(1);
const SHARE: u32 = 4;

/// A shortest solution of a plain board from `cells`; if a good one is enough and none was proven to be a shortest one, the best.
pub(super) fn solve(
    board: &TileBoard,
    pdb_board: Option<&PdbBoard>,
    cells: &[u8],
    request: &Request,
    budget: &mut Budget<'_>,
) -> Verdict {
    // Who has a solution asks for a shorter one only.
    if !request.anytime || request.algorithm != Algorithm::Auto || request.upper_bound.is_some() {
        return by_idastar(board, pdb_board, cells, request, budget);
    }
    let moves = match request.metric {
        Metric::Step => Moves::Steps,
        Metric::Slide | Metric::Move => Moves::Slides,
    };
    // It takes next to no time, and there is one whatever stops what follows.
    let way = match row_by_row::solve(board, cells, budget) {
        Ok(steps) => moves.joined(along(&steps), board.sides().0),
        Err(why) => return unknown(budget, why),
    };
    let share = budget.limits().time.map_or(ALONE, |time| ALONE.min(time / SHARE));
    let first =
        budget.for_at_most(share, |budget| by_idastar(board, pdb_board, cells, request, budget));
    let Verdict::Unknown { why, .. } = first else { return first };
    budget.improved(way.len() as u32, || raised(board, cells, &way));
    // Where memory keeps it from going on, beams have all the time.
    let until = (why != StopReason::Memory).then(|| budget.elapsed() + share);
    let bound = budget.progress.lower_bound;
    // What stops it is no matter: there is a solution.
    let (way, _) = shorten((board, moves), cells, way, (bound, until), budget);
    let shorter = Request { lower_bound: bound, upper_bound: Some(way.len() as u32), ..*request };
    if budget.check().is_ok()
        && let proven @ Verdict::Optimal { .. } =
            by_idastar(board, pdb_board, cells, &shorter, budget)
    {
        return proven;
    }
    budget.algorithm = Algorithm::Auto;
    best_of(board, cells, &way, budget.progress.lower_bound)
}

/// IDA* over slides where that fits, and else over pattern databases.
fn by_idastar(
    board: &TileBoard,
    pdb_board: Option<&PdbBoard>,
    cells: &[u8],
    request: &Request,
    budget: &mut Budget<'_>,
) -> Verdict {
    budget.algorithm = Algorithm::Idastar;
    let &Request { lower_bound: least, upper_bound: most, anytime, .. } = request;
    let solved = match pdb_board {
        Some(pdb_board) if mtm::fits(board) => mtm::solve(pdb_board, cells, least, most, budget),
        Some(pdb_board) => ida::solve(pdb_board, cells, (least, most, anytime), budget),
        None => Err(StopReason::NotApplicable),
    };
    match solved {
        Ok(Some(way)) => Verdict::Optimal { path: raised(board, cells, &along(&way)) },
        // None is shorter than the one which the caller has.
        Ok(None) => unknown(budget, StopReason::Cancelled),
        Err(why) => unknown(budget, why),
    }
}
