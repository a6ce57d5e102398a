//! Searches over any graph of small states: breadth-first, bidirectional, A* and IDA*, and what they are made of.

mod astar;
pub(crate) mod bfs;
mod bidirectional;
pub(crate) mod bits;
pub(crate) mod hash;
mod idastar;
pub(crate) mod neighbourhood;
mod parallel_bfs;
mod partition_set;
pub(crate) mod pool;
mod recent_set;
pub(crate) mod space;
mod successors;
mod traces;

use super::budget::{Budget, StopReason};
use super::request::Algorithm;
use space::{Space, State};

/// How a search over a space ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Search<S> {
    /// A shortest path: the states from the start to a goal, both included.
    Path(Vec<S>),
    /// Everything that can be reached was seen, and no goal is among it.
    Exhausted,
    /// It was stopped. No goal is nearer than the lower bound.
    Stopped {
        /// In moves.
        lower_bound: u32,
        /// What stopped it.
        why: StopReason,
    },
}

/// A shortest path from `start` to the nearest goal; breadth-first unless an algorithm is named. Breadth-first search looks only for
/// paths of at most `within` moves, and is stopped where there are none.
pub(crate) fn search<S: State>(
    space: &dyn Space<S>,
    start: S,
    (algorithm, within): (Algorithm, u32),
    budget: &mut Budget<'_>,
) -> Search<S> {
    match algorithm {
        // Breadth-first is the default: it needs no list of goals, no estimate, and no moves that can be taken back.
        Algorithm::Auto | Algorithm::Bfs => bfs::search(space, start, within, budget),
        Algorithm::Bidirectional => bidirectional::search(space, start, budget),
        Algorithm::Astar => astar::search(space, start, budget),
        Algorithm::Idastar => idastar::search(space, start, budget),
    }
}
