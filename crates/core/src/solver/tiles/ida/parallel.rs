//! One threshold on several threads, with the same answer and the same count of nodes as on one.
//!
//! The top of the tree is cut into subtrees in the order of the search. Threads take them in that order; a solution in one makes
//! those after it superfluous, but those before it are finished, so that the first solution in order wins. Counted are
//! the nodes that a search in order would have generated up to it.

use super::dfs::{Dfs, End, Node};
use crate::solver::search::pool::{together, watched};
use crate::solver::tiles::pdb::PatternDatabases;
use crate::solver::{Budget, StopReason};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How far below the root the tree is cut at most.
const DEEPEST: u32 = 12;

/// Subtrees for each thread that are enough for all of them to end together. Each takes memory.
const ENOUGH: usize = 1000;

/// What a threshold came to.
pub(crate) struct Iteration {
    /// Nodes that a search in order generates.
    pub(crate) nodes: u64,
    /// The node whose path is the solution, if one was found.
    pub(crate) node: Option<Node>,
}

/// What the threads share.
struct Shared<'t> {
    tables: &'t PatternDatabases,
    subtrees: Vec<(Node, u64)>,
    next: AtomicUsize,
    /// The first subtree in which a solution was found.
    first: AtomicUsize,
    generated: AtomicU64,
    done: Mutex<Done>,
}

/// What the finished subtrees came to.
#[derive(Default)]
struct Done {
    /// Nodes by subtree.
    nodes: Vec<(usize, u64)>,
    /// The first subtree that has a solution, and the solution.
    found: Option<(usize, Node)>,
}

/// Searches the tree below `node` with the moves that it has left.
pub(crate) fn search(
    tables: &PatternDatabases,
    node: Node,
    threads: usize,
    budget: &mut Budget<'_>,
) -> Result<Iteration, StopReason> {
    let (subtrees, above) = cut(tables, &node, threads);
    let shared = Shared {
        tables,
        next: AtomicUsize::new(0),
        first: AtomicUsize::new(subtrees.len()),
        subtrees,
        generated: AtomicU64::new(0),
        done: Mutex::default(),
    };
    let before = budget.progress.states;
    watched(
        budget,
        |stop| together(threads, &|| shared.work(stop)),
        |progress| progress.states = before + shared.generated.load(Ordering::Relaxed),
    )?;
    Ok(shared.total(above))
}

/// Subtrees in the order of the search, each with the nodes before it, and the nodes above them all.
fn cut(tables: &PatternDatabases, node: &Node, threads: usize) -> (Vec<(Node, u64)>, u64) {
    let mut depth = 2;
    loop {
        depth += 2;
        let left = node.left.saturating_sub(depth);
        let (subtrees, above) = Dfs::new(tables, node.clone(), &mut |_| true).cut(left);
        if depth >= DEEPEST || left == 0 || subtrees.len() >= threads * ENOUGH {
            return (subtrees, above);
        }
    }
}

impl Shared<'_> {
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
            let mut deep = Dfs::new(self.tables, self.subtrees[index].0.clone(), &mut poll);
            let end = deep.run();
            let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            done.nodes.push((index, deep.nodes));
            if end == End::Found {
                // This is done under the lock, so that `first` and `found` always tell of the same subtree.
                let first = self.first.fetch_min(index, Ordering::Relaxed);
                if index < first {
                    done.found = Some((index, deep.node.clone()));
                }
            }
        }
    }

    /// The sum in the order of the search; `above` counts the nodes above the cut.
    fn total(self, above: u64) -> Iteration {
        let first = self.first.into_inner();
        let done = self.done.into_inner().unwrap_or_else(PoisonError::into_inner);
        let counted = done.nodes.iter().filter(|(index, _)| *index <= first);
        let below: u64 = counted.map(|(_, nodes)| nodes).sum();
        let above = self.subtrees.get(first).map_or(above, |&(_, before)| before);
        Iteration { nodes: above + below, node: done.found.map(|(_, node)| node) }
    }
}
