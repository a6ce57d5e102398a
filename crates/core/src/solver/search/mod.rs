//! Searches over any graph of small states: breadth-first, bidirectional, A* and IDA*, and what they are made of.
//!
//! Another one is a file here, a name in [`Algorithm`], and a row in [`search`].

mod astar;
pub(crate) mod bits;
pub(crate) mod breadth_first;
pub(crate) mod deltas;
pub(crate) mod hash;
mod idastar;
pub(crate) mod layers;
pub(crate) mod neighbourhood;
pub(crate) mod numbering;
mod parallel_bfs;
mod partition;
mod partition_set;
pub(crate) mod pool;
mod recent_set;
mod rounds;
pub(crate) mod space;
mod successors;
mod traces;

use super::budget::{Budget, StopReason};
use breadth_first::Ends;
use space::{Space, State};

/// The numbers of the keys in ascending order of the keys; of equal ones the first comes first.
// The standard library's sorting is compiled once for each type and each order, to several kilobytes: what is not sorted often shares this.
pub(crate) fn ascending(keys: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut keyed: Vec<(usize, usize)> = keys.zip(0..).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, number)| number).collect()
}

/// Which search to run.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Algorithm {
    /// Whatever is fastest for the puzzle.
    #[default]
    Auto,
    /// Breadth-first, layer by layer.
    Bfs,
    /// Breadth-first from the start and from all solved positions.
    Bidirectional,
    /// Best-first on moves made plus a lower bound.
    Astar,
    /// Depth-first with a rising threshold on moves made plus a lower bound.
    Idastar,
}

impl Algorithm {
    /// All that can be asked for.
    pub const ALL: [Algorithm; 5] = [
        Algorithm::Auto,
        Algorithm::Bfs,
        Algorithm::Bidirectional,
        Algorithm::Astar,
        Algorithm::Idastar,
    ];

    /// The word for it on the command line and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Auto => "auto",
            Algorithm::Bfs => "bfs",
            Algorithm::Bidirectional => "bidirectional",
            Algorithm::Astar => "astar",
            Algorithm::Idastar => "idastar",
        }
    }
}

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

/// A shortest path from `start` to the nearest goal; breadth-first, and from both ends where that is less, unless an algorithm is named.
/// Breadth-first search looks only for paths of at most `within` moves, and is stopped where there are none.
pub(crate) fn search<S: State>(
    space: &dyn Space<S>,
    start: S,
    (algorithm, within): (Algorithm, u32),
    budget: &mut Budget<'_>,
) -> Search<S> {
    match algorithm {
        // Breadth-first is the default: it needs no list of goals, no estimate, and no moves that can be taken back.
        Algorithm::Auto => breadth_first::search(space, start, (Ends::Auto, within), budget),
        Algorithm::Bfs => breadth_first::search(space, start, (Ends::Start, within), budget),
        Algorithm::Bidirectional => {
            breadth_first::search(space, start, (Ends::Both, within), budget)
        }
        Algorithm::Astar => astar::search(space, start, budget),
        Algorithm::Idastar => idastar::search(space, start, budget),
    }
}
