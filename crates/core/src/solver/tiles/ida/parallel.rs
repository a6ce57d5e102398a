//! One threshold on several threads, with the same answer and the same count of nodes as on one.
//!
//! The top of the tree is cut into subtrees in the order of the search. Threads take them in that order; a solution in one makes
//! those after it superfluous, but those before it are finished, so that the first solution in order wins. Counted are
//! the nodes that a search in order would have generated up to it.

use crate::solver::search::pool::{locked, together, watched};
use crate::solver::{Budget, StopReason};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// A threshold is searched on several threads if it is expected to take this many nodes.
const WORTH_SPLITTING: u64 = 20_000;

/// How far below the root the tree is cut at most.
const DEEPEST: u32 = 12;

/// Subtrees for each thread that are enough for all of them to end together. Each takes memory.
const ENOUGH: usize = 1000;

/// Nodes that make up for the beginning of a subtree, about a microsecond.
const A_SUBTREE: u64 = 1 << 8;

/// Nodes between two polls: a millisecond at most.
const POLL: u64 = 1 << 14;

/// What a search calls now and then with the nodes generated since the last call; returns whether to go on. It is behind a
/// pointer, so that the search is compiled once.
pub(crate) type Poll<'a> = &'a mut dyn FnMut(u64) -> bool;

/// How a search of one subtree ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// At a solution.
    Found,
    /// Everything was seen.
    Exhausted,
    /// The poll said stop.
    Stopped,
}

/// Counts the nodes of a search through one subtree, and polls.
pub(crate) struct Counter<'p> {
    pub(crate) nodes: u64,
    polled: u64,
    stopped: bool,
    poll: Poll<'p>,
}

impl<'p> Counter<'p> {
    pub(crate) fn new(poll: Poll<'p>) -> Counter<'p> {
        Counter { nodes: 0, polled: 0, stopped: false, poll }
    }

    /// Whether the search has to stop.
    #[inline(always)]
    pub(crate) fn stops(&mut self) -> bool {
        self.nodes - self.polled >= POLL && self.poll()
    }

    /// Back to a count from before: what has been searched since then will be searched again.
    pub(crate) fn take_back(&mut self, nodes: u64) {
        self.nodes = nodes;
        self.polled = self.polled.min(nodes);
    }

    // Rare: it is kept out of the code of the search.
    #[cold]
    fn poll(&mut self) -> bool {
        self.stopped = !(self.poll)(self.nodes - self.polled);
        self.polled = self.nodes;
        self.stopped
    }

    /// How the search has ended, which `found` a solution if it was not stopped.
    pub(crate) fn end(&mut self, found: bool) -> End {
        // The last nodes are told too; what the poll says to them comes after the end.
        (self.poll)(self.nodes - self.polled);
        self.polled = self.nodes;
        match (found, self.stopped) {
            (_, true) => End::Stopped,
            (true, _) => End::Found,
            (false, _) => End::Exhausted,
        }
    }
}

/// A depth-first search that can be cut.
pub(crate) trait DepthFirst: Sync {
    /// Where it stands: a copy is a subtree.
    type Node: Clone + Send + Sync;

    /// Moves that may still be made.
    fn left(&self, node: &Self::Node) -> u32;

    /// Searches the tree below `node` with the moves that it has left; how that ended, after how many nodes, and where.
    fn run(&self, node: Self::Node, poll: Poll<'_>) -> (End, u64, Self::Node);

    /// Cuts the tree below `node` where `left` moves are left: the subtrees in the order of the search, each with the nodes before
    /// it, and the nodes above them all.
    fn cut(&self, node: Self::Node, left: u32) -> (Vec<(Self::Node, u64)>, u64);
}

/// What a threshold came to.
pub(crate) struct Iteration<N> {
    /// Nodes that a search in order generates.
    pub(crate) nodes: u64,
    /// The node whose path is the solution, if one was found.
    pub(crate) node: Option<N>,
}

/// What the threads share.
struct Shared<'t, D: DepthFirst> {
    deep: &'t D,
    subtrees: Vec<(D::Node, u64)>,
    next: AtomicUsize,
    /// The first subtree in which a solution was found.
    first: AtomicUsize,
    generated: AtomicU64,
    done: Mutex<Done<D::Node>>,
}

/// What the finished subtrees came to.
struct Done<N> {
    /// Nodes by subtree.
    nodes: Vec<(usize, u64)>,
    /// The first subtree that has a solution, and the solution.
    found: Option<(usize, N)>,
}

/// One threshold, on as many threads as are allowed and worth it: the tree below `node` with the moves that it has left, for which so many
/// nodes are expected.
pub(crate) fn threshold<D: DepthFirst>(
    deep: &D,
    node: D::Node,
    expected: u64,
    budget: &mut Budget<'_>,
) -> Result<Iteration<D::Node>, StopReason> {
    let threads = budget.limits().threads;
    if threads > 1 && expected >= WORTH_SPLITTING {
        let enough = usize::try_from(expected / A_SUBTREE).unwrap_or(usize::MAX);
        return split(deep, node, (threads, enough.min(threads * ENOUGH)), budget);
    }
    let mut stopped = None;
    let mut poll = |nodes| {
        budget.progress.states += nodes;
        // The first reason is the answer, which the poll at the end does not take back.
        if stopped.is_none() {
            stopped = budget.check().err();
        }
        stopped.is_none()
    };
    let (end, nodes, node) = deep.run(node, &mut poll);
    match stopped {
        // A limit reported to the last poll comes after the search has ended by itself, and so takes nothing from its result.
        Some(why) if end == End::Stopped => Err(why),
        _ => Ok(Iteration { nodes, node: (end == End::Found).then_some(node) }),
    }
}

fn split<D: DepthFirst>(
    deep: &D,
    node: D::Node,
    (threads, enough): (usize, usize),
    budget: &mut Budget<'_>,
) -> Result<Iteration<D::Node>, StopReason> {
    let (subtrees, above) = cut(deep, &node, enough);
    let shared = Shared {
        deep,
        next: AtomicUsize::new(0),
        first: AtomicUsize::new(subtrees.len()),
        subtrees,
        generated: AtomicU64::new(0),
        done: Mutex::new(Done { nodes: Vec::new(), found: None }),
    };
    let before = budget.progress.states;
    watched(
        budget,
        |stop| together(threads, &|| shared.work(stop)),
        |progress| progress.states = before + shared.generated.load(Ordering::Relaxed),
    )?;
    Ok(shared.total(above))
}

/// So many subtrees or more, in the order of the search, each with the nodes before it, and the nodes above them all.
fn cut<D: DepthFirst>(deep: &D, node: &D::Node, enough: usize) -> (Vec<(D::Node, u64)>, u64) {
    let mut depth = 2;
    loop {
        depth += 2;
        let left = deep.left(node).saturating_sub(depth);
        let (subtrees, above) = deep.cut(node.clone(), left);
        if depth >= DEEPEST || left == 0 || subtrees.len() >= enough {
            return (subtrees, above);
        }
    }
}

impl<D: DepthFirst> Shared<'_, D> {
    /// Takes subtrees until none is left that matters.
    fn work(&self, stop: &AtomicBool) {
        loop {
            // Relaxed: the subtrees were complete before the threads began, and a late look at `first` or `stop` costs only time.
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.first.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed) {
                return;
            }
            // A subtree that no longer matters is stopped, too.
            let mut poll = |nodes| {
                self.generated.fetch_add(nodes, Ordering::Relaxed);
                !stop.load(Ordering::Relaxed) && index <= self.first.load(Ordering::Relaxed)
            };
            let (end, nodes, node) = self.deep.run(self.subtrees[index].0.clone(), &mut poll);
            let mut done = locked(&self.done);
            done.nodes.push((index, nodes));
            if end == End::Found {
                // This is done under the lock, so that `first` and `found` always tell of the same subtree.
                let first = self.first.fetch_min(index, Ordering::Relaxed);
                if index < first {
                    done.found = Some((index, node));
                }
            }
        }
    }

    /// The sum in the order of the search; `above` counts the nodes above the cut.
    fn total(self, above: u64) -> Iteration<D::Node> {
        let first = self.first.into_inner();
        let done = self.done.into_inner().unwrap_or_else(PoisonError::into_inner);
        let counted = done.nodes.iter().filter(|(index, _)| *index <= first);
        let below: u64 = counted.map(|(_, nodes)| nodes).sum();
        let above = self.subtrees.get(first).map_or(above, |&(_, before)| before);
        Iteration { nodes: above + below, node: done.found.map(|(_, node)| node) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Limits, Monitor, Progress};
    use std::ops::ControlFlow;

    /// A tree without an end and without a goal.
    struct Endless;

    impl DepthFirst for Endless {
        type Node = ();

        fn left(&self, (): &()) -> u32 {
            1
        }

        fn run(&self, (): (), poll: Poll<'_>) -> (End, u64, ()) {
            let mut counter = Counter::new(poll);
            while !counter.stops() {
                counter.nodes += 1;
            }
            (counter.end(false), counter.nodes, ())
        }

        fn cut(&self, (): (), _: u32) -> (Vec<((), u64)>, u64) {
            (vec![((), 0)], 0)
        }
    }

    /// Says stop once, and that all is well to whoever asks again.
    struct Once(bool);

    impl Monitor for Once {
        fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
            if std::mem::replace(&mut self.0, true) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        }
    }

    /// If the word were lost, the threshold would count as searched, and the bound as proven.
    #[test]
    fn a_threshold_that_was_stopped_is_not_exhausted() {
        for (threads, expected) in [(1, 0), (2, u64::MAX)] {
            let mut monitor = Once(false);
            let mut budget = Budget::new(&mut monitor, Limits { threads, ..Limits::default() });
            let ended = threshold(&Endless, (), expected, &mut budget).map(|ended| ended.nodes);
            assert_eq!(ended, Err(StopReason::Cancelled), "{threads}");
            assert_eq!(budget.check(), Err(StopReason::Cancelled), "{threads}");
        }
    }
}
