//! Number puzzles lowered to packed integers: parity, bounds, pattern databases, and searches of their own.

mod anytime;
mod beam;
mod biconnected;
pub(crate) mod board;
mod construct;
pub(crate) mod full_table;
mod general;
mod ida;
mod manhattan;
mod meet_in_the_middle;
mod moves;
mod mtm;
mod packed;
mod parity;
mod path_shortening;
mod pdb;
mod pebble_motion;
mod quick;
mod shorter_legs;
mod slides;
pub(crate) mod space;
mod table_cache;
#[cfg(test)]
mod tests;

use super::budget::{Budget, StopReason};
use super::outcome::Verdict;
use super::request::Request;
use super::search::Algorithm;
use crate::puzzle::{Metric, Position};
use board::TileBoard;
use manhattan::Manhattan;
use parity::{Solvable, solvable};
use pdb::board::PdbBoard;
use std::path::PathBuf;

/// Boards of up to this many cells are solved to the end at once.
// Even the 15-puzzles of 80 moves take half a second each on two threads, so that nobody waits for a first solution.
const QUICK: usize = 16;

/// Keeps tables that take seconds to build in a folder from now on.
pub(crate) fn keep_tables_in(folder: PathBuf) {
    pdb::store::keep_in(folder);
}

/// Bytes of all tables built so far.
fn bytes_of_tables() -> u64 {
    pdb::board::held() + mtm::tables::held()
}

/// A solution from `from`, the shortest unless the request is content with less.
pub(crate) fn solve(
    board: &TileBoard,
    from: &Position,
    request: &Request,
    budget: &mut Budget<'_>,
) -> Verdict {
    let cells = board.arrangement(from);
    // Parity is asked first: a search would have to exhaust half of all arrangements to find that there is no solution.
    if solvable(board, &cells) == Solvable::No {
        return Verdict::Unsolvable;
    }
    // Proven before anything is built, which may be more than the limits allow.
    let bound = Manhattan::new(board).bound(|cell| cells[cell]);
    budget.progress.lower_bound = bound.max(request.lower_bound);
    let deep = matches!(request.algorithm, Algorithm::Auto | Algorithm::Idastar);
    if deep && mtm::fits(board) {
        return quick::solve(board, PdbBoard::of(board).as_ref(), &cells, request, budget);
    }
    if request.anytime && request.algorithm == Algorithm::Auto && !board.is_plain() {
        return general::solve(board, (from, &cells), request, budget);
    }
    if !deep || !board.is_plain() {
        return by_packed_states(board, from, request.algorithm, budget);
    }
    if request.metric != Metric::Step {
        // What is asked for by name is done.
        return match request.algorithm {
            Algorithm::Auto => slides::solve(board, (from, &cells), request.anytime, budget),
            named => by_packed_states(board, from, named, budget),
        };
    }
    match PdbBoard::of(board) {
        Some(pdb_board) if cells.len() <= QUICK => {
            quick::solve(board, Some(&pdb_board), &cells, request, budget)
        }
        pdb_board => anytime::solve(board, pdb_board.as_ref(), &cells, request.anytime, budget),
    }
}

/// Makes the tables that searches from about `from` can do without at first and are much faster with, if there are any.
pub(crate) fn prepare(
    board: &TileBoard,
    from: &Position,
    budget: &mut Budget<'_>,
) -> Result<(), StopReason> {
    let cells = board.arrangement(from);
    let can_be = cells.len() <= QUICK && solvable(board, &cells) != Solvable::No;
    match PdbBoard::of(board).filter(|_| can_be) {
        Some(pdb_board) if mtm::fits(board) => mtm::prepare(&pdb_board, budget),
        Some(pdb_board) => ida::prepare(&pdb_board, &cells, budget),
        None => Ok(()),
    }
}

/// That the search was stopped, with the bound that it has proven.
fn unknown(budget: &Budget<'_>, why: StopReason) -> Verdict {
    Verdict::Unknown { lower_bound: budget.progress.lower_bound, why }
}

/// A search over states as small as the board allows.
fn by_packed_states(
    board: &TileBoard,
    from: &Position,
    algorithm: Algorithm,
    budget: &mut Budget<'_>,
) -> Verdict {
    let algorithm = match (algorithm, board.metric()) {
        (Algorithm::Auto, Metric::Step) => Algorithm::Astar,
        // With waypoints no move can be taken back for certain.
        (Algorithm::Auto, _) if board.waypoints() > 0 => Algorithm::Bfs,
        // The bound is divided by the longest slide in these metrics, which leaves too little of it to lead A*.
        (Algorithm::Auto, Metric::Slide | Metric::Move) => Algorithm::Bidirectional,
        (named, _) => named,
    };
    space::lower(board.clone()).solve(board.puzzle(), from, (algorithm, u32::MAX), budget)
}
