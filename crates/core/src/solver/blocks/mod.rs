//! Block puzzles lowered to bit-packed codes, for breadth-first, bidirectional and best-first search.

mod bits;
mod bitslice;
mod by_empty_cells;
mod component;
mod decoder;
mod expand;
mod field;
mod goals;
mod group;
mod layout;
mod lower;
mod plan;
mod reconstruct;
mod staged;
mod symmetry;

use super::budget::{Algorithm, Budget, Request, StopReason};
use super::component::distances::DistanceTable;
use super::component::state_space::Walked;
use super::component::survey::{HardestPosition, Survey};
use super::search::bfs::Search;
use super::search::{astar, bfs, bidirectional, idastar};
use crate::puzzle::{Family, Metric, Move, Position, Puzzle};
use bits::{BigBits, Bits};
use by_empty_cells::{ByEmptyCells, Listed};
use component::{build, find_hardest, measure};
use lower::{Blocks, lowered};
use plan::Plan;

/// What a search over a lowered puzzle found.
pub(crate) struct Found {
    /// The moves, if there is a path; not yet replayed.
    pub(crate) search: Search<Move>,
    /// The search that was run.
    pub(crate) algorithm: Algorithm,
}

/// Runs `$body` with the word types that fit a plan.
macro_rules! with_words {
    ($plan:expr, $run:ident, $($argument:expr),*) => {
        match ($plan.area, $plan.bits) {
            (..=64, ..=63) => $run::<u64, u64>($($argument),*),
            (..=64, ..=127) => $run::<u128, u64>($($argument),*),
            (..=128, ..=127) => $run::<u128, u128>($($argument),*),
            (_, ..=1023) => $run::<BigBits<16>, BigBits<16>>($($argument),*),
            (_, _) => $run::<BigBits<256>, BigBits<16>>($($argument),*),
        }
    };
}

/// Whether moves of the block engine are moves of the puzzle in `metric`: it does not push runs of number tiles.
pub(crate) fn counts(puzzle: &Puzzle, metric: Metric) -> bool {
    puzzle.family() == Family::Blocks || metric == Metric::Step || puzzle.lift()
}

/// A shortest solution from `from`.
pub(crate) fn solve(
    puzzle: &Puzzle,
    from: &Position,
    request: &Request,
    budget: &mut Budget<'_>,
) -> Found {
    let plan = layout::plan(puzzle);
    with_words!(plan, run, puzzle, &plan, from, request, budget)
}

/// The distance of every position that can be reached from the puzzle's start.
pub(crate) fn distances(
    puzzle: &Puzzle,
    metric: Metric,
    budget: &mut Budget<'_>,
) -> Result<Box<dyn DistanceTable>, StopReason> {
    let plan = layout::plan(puzzle);
    with_words!(plan, build, puzzle, plan, metric, budget)
}

/// What there is to be reached from the puzzle's start.
pub(crate) fn survey(
    puzzle: &Puzzle,
    metric: Metric,
    budget: &mut Budget<'_>,
) -> Result<Survey, StopReason> {
    let plan = layout::plan(puzzle);
    with_words!(plan, measure, puzzle, &plan, metric, budget)
}

/// Every position that can be reached from the puzzle's start, with its distances.
pub(crate) fn state_space(
    puzzle: &Puzzle,
    metric: Metric,
    budget: &mut Budget<'_>,
) -> Result<Walked, StopReason> {
    use component::state_space;
    let plan = layout::plan(puzzle);
    with_words!(plan, state_space, puzzle, metric, budget)
}

/// A hardest position that can be reached from the puzzle's start.
pub(crate) fn hardest(
    puzzle: &Puzzle,
    aim: (Metric, u32),
    budget: &mut Budget<'_>,
) -> Result<HardestPosition, StopReason> {
    let plan = layout::plan(puzzle);
    with_words!(plan, find_hardest, puzzle, plan, aim, budget)
}

fn run<K: Bits, B: Bits>(
    puzzle: &Puzzle,
    plan: &Plan,
    from: &Position,
    request: &Request,
    budget: &mut Budget<'_>,
) -> Found {
    let blocks: Blocks<K, B> = lowered(puzzle, plan, request.metric);
    let algorithm = match request.algorithm {
        Algorithm::Auto => Algorithm::Bfs,
        asked => asked,
    };
    let search = match blocks.lower(puzzle, plan, from) {
        None => Search::Stopped { lower_bound: 0, why: StopReason::NotApplicable },
        Some(code) => {
            let found = search(&blocks, blocks.canonical(code), algorithm, budget);
            raised(&blocks, puzzle, plan, from, found)
        }
    };
    Found { search, algorithm }
}

fn search<K: Bits, B: Bits>(
    blocks: &Blocks<K, B>,
    start: K,
    algorithm: Algorithm,
    budget: &mut Budget<'_>,
) -> Search<K> {
    match algorithm {
        Algorithm::Auto | Algorithm::Bfs => {
            let by_empty_cells = ByEmptyCells::new(blocks, start);
            bfs::search(&Listed { blocks, by_empty_cells }, start, budget)
        }
        Algorithm::Bidirectional => bidirectional::search(blocks, start, budget),
        Algorithm::Astar => astar::search(blocks, start, budget),
        Algorithm::Idastar => idastar::search(blocks, start, budget),
    }
}

/// The same answer with moves for codes.
fn raised<K: Bits, B: Bits>(
    blocks: &Blocks<K, B>,
    puzzle: &Puzzle,
    plan: &Plan,
    from: &Position,
    found: Search<K>,
) -> Search<Move> {
    match found {
        Search::Exhausted => Search::Exhausted,
        Search::Stopped { lower_bound, why } => Search::Stopped { lower_bound, why },
        Search::Path(codes) => Search::Path(
            blocks
                .raise(puzzle, plan, from, &codes)
                .expect("every step of a path of codes is a move"),
        ),
    }
}
