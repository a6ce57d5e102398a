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

use super::budget::{Algorithm, Request, Stop, Watch};
use super::component::distances::Lookup;
use super::component::state_space::Walked;
use super::outcome::Verdict;
use super::search::bfs::Search;
use super::search::{astar, bfs, bidirectional, idastar};
use crate::puzzle::{Metric, Position, Puzzle};
use board::Lowered;
use full_table::Whole;
use hash_table::Tabled;
use manhattan::Simple;
use packed::Packed;
use parity::{Solvable, solvable};
use pdb::Strength;
use pdb::board::Classic;
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
    watch: &mut Watch<'_>,
) -> Option<Found> {
    let board = Lowered::of(puzzle, request.metric)?;
    let cells = board.arrangement(from);
    if solvable(&board, &cells) == Solvable::No {
        return Some(found(Verdict::Unsolvable, request.algorithm));
    }
    // Proven before anything is built, which may be more than the limits allow.
    let bound = Simple::new(&board).bound(|cell| cells[cell]);
    watch.progress.lower_bound = bound.max(request.at_least);
    let deep = matches!(request.algorithm, Algorithm::Auto | Algorithm::Idastar);
    if deep && request.metric != Metric::Step && mtm::fits(&board) {
        return Some(by_runs(&board, &cells, request.at_least, watch));
    }
    if !deep || request.metric != Metric::Step || !board.is_plain() {
        return Some(by_packed_states(&board, &cells, request.algorithm, watch));
    }
    match Classic::of(&board) {
        Some(classic) if cells.len() <= QUICK => {
            Some(by_tables(&board, &classic, &cells, request.at_least, watch))
        }
        classic => Some(anytime::solve(&board, classic.as_ref(), &cells, request.good, watch)),
    }
}

/// The distance of every position that can be reached; `None` for a puzzle that is no number puzzle, or is too large.
pub(crate) fn distances(
    puzzle: &Puzzle,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Option<Result<Box<dyn Lookup>, Stop>> {
    let board = Lowered::of(puzzle, metric).filter(hash_table::fits)?;
    if full_table::fits(&board) {
        return Some(Whole::build(board, watch).map(|whole| Box::new(whole) as Box<dyn Lookup>));
    }
    let tabled = Tabled::build(board, puzzle.start(), watch);
    Some(tabled.map(|tabled| Box::new(tabled) as Box<dyn Lookup>))
}

/// Every position of a small plain board, with its distances; `None` for any other puzzle.
pub(crate) fn landscape(
    puzzle: &Puzzle,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Option<Result<Walked, Stop>> {
    let small = |board: &Lowered| full_table::fits(board) && board.cells().len() <= MOST_ON_A_MAP;
    let board = Lowered::of(puzzle, metric).filter(small)?;
    Some(space::landscape(puzzle, board, watch))
}

fn found(verdict: Verdict, algorithm: Algorithm) -> Found {
    Found { verdict, algorithm }
}

/// IDA* over pattern databases.
fn by_tables(
    board: &Lowered,
    classic: &Classic,
    cells: &[u8],
    at_least: u32,
    watch: &mut Watch<'_>,
) -> Found {
    let solved = classic
        .tables(Strength::Usual, watch)
        .and_then(|tables| ida::solve(classic, tables, cells, at_least, watch));
    let verdict = match solved {
        Ok(way) => Verdict::Optimal { path: board.raise_blank(cells, &way) },
        Err(why) => Verdict::Unknown { lower_bound: watch.progress.lower_bound, why },
    };
    found(verdict, Algorithm::Idastar)
}

/// IDA* over slides.
fn by_runs(board: &Lowered, cells: &[u8], at_least: u32, watch: &mut Watch<'_>) -> Found {
    let verdict = match mtm::solve(board, cells, at_least, watch) {
        Ok(way) => Verdict::Optimal { path: board.raise_slides(cells, &way) },
        Err(why) => Verdict::Unknown { lower_bound: watch.progress.lower_bound, why },
    };
    found(verdict, Algorithm::Idastar)
}

/// A generic engine over states as small as the board allows.
fn by_packed_states(
    board: &Lowered,
    cells: &[u8],
    algorithm: Algorithm,
    watch: &mut Watch<'_>,
) -> Found {
    match cells.len() {
        0..=16 => generic::<u64>(board, cells, algorithm, watch),
        17..=25 => generic::<u128>(board, cells, algorithm, watch),
        26..=64 => generic::<[u64; 8]>(board, cells, algorithm, watch),
        _ => generic::<[u64; 32]>(board, cells, algorithm, watch),
    }
}

fn generic<P: Packed>(
    board: &Lowered,
    cells: &[u8],
    algorithm: Algorithm,
    watch: &mut Watch<'_>,
) -> Found {
    let Some(space) = TileSpace::<P>::new(board) else {
        let verdict = Verdict::Unknown { lower_bound: 0, why: Stop::NotApplicable };
        return found(verdict, algorithm);
    };
    let start = P::pack(cells);
    let algorithm = match (algorithm, board.metric()) {
        (Algorithm::Auto, Metric::Step) => Algorithm::Astar,
        (Algorithm::Auto, Metric::Slide | Metric::Move) => Algorithm::Bidirectional,
        (asked, _) => asked,
    };
    let search = match algorithm {
        Algorithm::Bfs => bfs::search(&space, start, watch),
        Algorithm::Bidirectional => bidirectional::search(&space, start, watch),
        Algorithm::Auto | Algorithm::Astar => astar::search(&space, start, watch),
        Algorithm::Idastar => idastar::search(&space, start, watch),
    };
    let verdict = match search {
        Search::Path(states) => Verdict::Optimal { path: board.raise(&states) },
        Search::Exhausted => Verdict::Unsolvable,
        Search::Stopped { lower_bound, why } => Verdict::Unknown { lower_bound, why },
    };
    found(verdict, algorithm)
}
