//! Number puzzles lowered to packed integers: parity, bounds, pattern databases, and searches of their own.

mod anytime;
mod beam;
mod blocked_cells;
mod board;
mod full_table;
mod hash_table;
mod ida;
mod manhattan;
mod mtm;
mod packed;
mod parity;
mod path_shortening;
mod pdb;
mod row_by_row;
mod space;
#[cfg(test)]
mod tests;

use super::budget::{Algorithm, Budget, Request, StopReason};
use super::component::distances::DistanceTable;
use super::component::state_space::Walked;
use super::outcome::Verdict;
use super::search::bfs::Search;
use super::search::{astar, bfs, bidirectional, idastar};
use crate::puzzle::{Metric, Position, Puzzle};
use board::TileBoard;
use full_table::FullTable;
use hash_table::HashTable;
use manhattan::Manhattan;
use packed::Packed;
use parity::{Solvable, solvable};
use pdb::Size;
use pdb::board::PdbBoard;
use space::TileSpace;
pub(crate) use space::survey;
use std::path::PathBuf;

/// Boards of up to this many cells are solved to the end at once.
const QUICK: usize = 16;

/// What the tile engine answers.
#[derive(Debug)]
pub(crate) struct Found {
    /// The answer; its path is not yet replayed.
    pub(crate) verdict: Verdict,
    /// The search that was run.
    pub(crate) algorithm: Algorithm,
}

/// Cells of the largest plain board of which there is a map: 5x2, with 1,814,400 positions.
const MOST_ON_A_MAP: usize = 10;

/// Keeps tables that take seconds to build in a folder from now on.
pub(crate) fn keep_tables_in(folder: PathBuf) {
    pdb::store::keep_in(folder);
}

/// A shortest solution from `from`, or `None` for a puzzle that is no plain number puzzle.
pub(crate) fn solve(
    puzzle: &Puzzle,
    from: &Position,
    request: &Request,
    budget: &mut Budget<'_>,
) -> Option<Found> {
    let board = TileBoard::of(puzzle, request.metric)?;
    let cells = board.arrangement(from);
    if solvable(&board, &cells) == Solvable::No {
        return Some(found(Verdict::Unsolvable, request.algorithm));
    }
    // Proven before anything is built, which may be more than the limits allow.
    let bound = Manhattan::new(&board).bound(|cell| cells[cell]);
    budget.progress.lower_bound = bound.max(request.at_least);
    let deep = matches!(request.algorithm, Algorithm::Auto | Algorithm::Idastar);
    if deep && request.metric != Metric::Step && mtm::fits(&board) {
        return Some(by_runs(&board, &cells, request.at_least, budget));
    }
    if !deep || request.metric != Metric::Step || !board.is_plain() {
        return Some(by_packed_states(&board, &cells, request.algorithm, budget));
    }
    match PdbBoard::of(&board) {
        Some(pdb_board) if cells.len() <= QUICK => {
            Some(by_tables(&board, &pdb_board, &cells, request.at_least, budget))
        }
        pdb_board => Some(anytime::solve(&board, pdb_board.as_ref(), &cells, request.good, budget)),
    }
}

/// The distance of every position that can be reached; `None` for a puzzle that is no number puzzle, or is too large.
pub(crate) fn distances(
    puzzle: &Puzzle,
    metric: Metric,
    budget: &mut Budget<'_>,
) -> Option<Result<Box<dyn DistanceTable>, StopReason>> {
    let board = TileBoard::of(puzzle, metric).filter(hash_table::fits)?;
    if full_table::fits(&board) {
        return Some(
            FullTable::build(board, budget).map(|whole| Box::new(whole) as Box<dyn DistanceTable>),
        );
    }
    let tabled = HashTable::build(board, puzzle.start(), budget);
    Some(tabled.map(|tabled| Box::new(tabled) as Box<dyn DistanceTable>))
}

/// Every position of a small plain board, with its distances; `None` for any other puzzle.
pub(crate) fn state_space(
    puzzle: &Puzzle,
    metric: Metric,
    budget: &mut Budget<'_>,
) -> Option<Result<Walked, StopReason>> {
    let small = |board: &TileBoard| full_table::fits(board) && board.cells().len() <= MOST_ON_A_MAP;
    let board = TileBoard::of(puzzle, metric).filter(small)?;
    Some(space::state_space(puzzle, board, budget))
}

fn found(verdict: Verdict, algorithm: Algorithm) -> Found {
    Found { verdict, algorithm }
}

/// IDA* over pattern databases.
fn by_tables(
    board: &TileBoard,
    pdb_board: &PdbBoard,
    cells: &[u8],
    at_least: u32,
    budget: &mut Budget<'_>,
) -> Found {
    let solved = pdb_board
        .tables(Size::Small, budget)
        .and_then(|tables| ida::solve(pdb_board, tables, cells, at_least, budget));
    let verdict = match solved {
        Ok(way) => Verdict::Optimal { path: board.raise_blank(cells, &way) },
        Err(why) => Verdict::Unknown { lower_bound: budget.progress.lower_bound, why },
    };
    found(verdict, Algorithm::Idastar)
}

/// IDA* over slides.
fn by_runs(board: &TileBoard, cells: &[u8], at_least: u32, budget: &mut Budget<'_>) -> Found {
    let verdict = match mtm::solve(board, cells, at_least, budget) {
        Ok(way) => Verdict::Optimal { path: board.raise_slides(cells, &way) },
        Err(why) => Verdict::Unknown { lower_bound: budget.progress.lower_bound, why },
    };
    found(verdict, Algorithm::Idastar)
}

/// A generic engine over states as small as the board allows.
fn by_packed_states(
    board: &TileBoard,
    cells: &[u8],
    algorithm: Algorithm,
    budget: &mut Budget<'_>,
) -> Found {
    match cells.len() {
        0..=16 => generic::<u64>(board, cells, algorithm, budget),
        17..=25 => generic::<u128>(board, cells, algorithm, budget),
        26..=64 => generic::<[u64; 8]>(board, cells, algorithm, budget),
        _ => generic::<[u64; 32]>(board, cells, algorithm, budget),
    }
}

fn generic<P: Packed>(
    board: &TileBoard,
    cells: &[u8],
    algorithm: Algorithm,
    budget: &mut Budget<'_>,
) -> Found {
    let Some(space) = TileSpace::<P>::new(board) else {
        let verdict = Verdict::Unknown { lower_bound: 0, why: StopReason::NotApplicable };
        return found(verdict, algorithm);
    };
    let start = P::pack(cells);
    let algorithm = match (algorithm, board.metric()) {
        (Algorithm::Auto, Metric::Step) => Algorithm::Astar,
        (Algorithm::Auto, Metric::Slide | Metric::Move) => Algorithm::Bidirectional,
        (asked, _) => asked,
    };
    let search = match algorithm {
        Algorithm::Bfs => bfs::search(&space, start, budget),
        Algorithm::Bidirectional => bidirectional::search(&space, start, budget),
        Algorithm::Auto | Algorithm::Astar => astar::search(&space, start, budget),
        Algorithm::Idastar => idastar::search(&space, start, budget),
    };
    let verdict = match search {
        Search::Path(states) => Verdict::Optimal { path: board.raise(&states) },
        Search::Exhausted => Verdict::Unsolvable,
        Search::Stopped { lower_bound, why } => Verdict::Unknown { lower_bound, why },
    };
    found(verdict, algorithm)
}
