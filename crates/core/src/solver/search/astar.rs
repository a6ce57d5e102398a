//! A*: the state with the smallest moves made plus moves still needed first, the one nearest its goal among equals.

use super::Search;
use super::pool::give_back;
use super::space::{Space, State};
use crate::solver::budget::{Budget, StopReason};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// A shortest path from `start` to the nearest goal.
pub(crate) fn search<S: State>(
    space: &dyn Space<S>,
    start: S,
    budget: &mut Budget<'_>,
) -> Search<S> {
    let mut graph = Graph::new(space, start);
    loop {
        match graph.pop() {
            None => return Search::Exhausted,
            // A goal counts when it is taken from the open nodes, not when it is reached: a shorter way to it might still be
            // open.
            Some((node, _)) if space.is_goal(&graph.nodes[node as usize].state) => {
                graph.report(budget);
                return Search::Path(graph.path(node));
            }
            Some((node, made)) => {
                if let Err(why) = graph.look_up(budget) {
                    let lower_bound = graph.lowest as u32;
                    return Search::Stopped { lower_bound, why };
                }
                graph.expand(space, node, made);
            }
        }
    }
}

/// A state that has been reached, with the best way known to it.
struct Node<S> {
    state: S,
    parent: u32,
    made: u32,
}

/// Everything reached so far, and what of it is to be expanded.
struct Graph<S: State> {
    nodes: Vec<Node<S>>,
    index: FxHashMap<S, u32>,
    /// By moves made plus estimate: nodes with the moves made when they were put there; stale if fewer since.
    // Buckets and no heap: the sums are small whole numbers, and the least of them never falls.
    open: Vec<Vec<(u32, u32)>>,
    /// No open node is below this.
    lowest: usize,
    waiting: usize,
    expanded: u64,
    /// Expansions between two looks at the clock: fewer where one state has thousands of successors.
    every: u64,
    /// The successors of one state, kept for their memory.
    children: Vec<S>,
}

/// Expansions between two looks at the clock.
const A_CHECK: u64 = 1 << 9;

impl<S: State> Drop for Graph<S> {
    fn drop(&mut self) {
        let bytes = self.bytes();
        let nodes = (std::mem::take(&mut self.nodes), std::mem::take(&mut self.index));
        give_back((nodes, std::mem::take(&mut self.open)), bytes);
    }
}

impl<S: State> Graph<S> {
    fn new(space: &dyn Space<S>, start: S) -> Graph<S> {
        let mut graph = Graph {
            nodes: Vec::new(),
            index: FxHashMap::default(),
            open: Vec::new(),
            lowest: 0,
            waiting: 0,
            expanded: 0,
            every: A_CHECK.min(space.together() as u64),
            children: Vec::new(),
        };
        graph.reach(space, start, 0, 0);
        graph
    }

    /// The open node with the least sum, and the moves made to it.
    fn pop(&mut self) -> Option<(u32, u32)> {
        while self.waiting > 0 {
            let Some((node, made)) = self.open[self.lowest].pop() else {
                self.lowest += 1;
                continue;
            };
            self.waiting -= 1;
            if self.nodes[node as usize].made == made {
                return Some((node, made));
            }
        }
        None
    }

    fn expand(&mut self, space: &dyn Space<S>, node: u32, made: u32) {
        self.expanded += 1;
        // The list is taken out of the graph, because `reach` borrows all of that while it is read.
        let mut children = std::mem::take(&mut self.children);
        space.expand_all(&[self.nodes[node as usize].state], &mut children);
        for next in children.drain(..) {
            self.reach(space, next, node, made + 1);
        }
        self.children = children;
    }

    /// Notes a way to a state, if it is the best so far.
    fn reach(&mut self, space: &dyn Space<S>, state: S, parent: u32, made: u32) {
        let fresh = Node { state, parent, made };
        let node = match self.index.entry(state) {
            Entry::Occupied(known) => {
                let node = *known.get();
                if self.nodes[node as usize].made <= made {
                    return;
                }
                self.nodes[node as usize] = fresh;
                node
            }
            Entry::Vacant(vacant) => {
                let node = self.nodes.len() as u32;
                vacant.insert(node);
                self.nodes.push(fresh);
                node
            }
        };
        // An estimate may be better at a parent than at its child; what the parent proved holds for the child too.
        let sum = ((made + space.estimate(&state)) as usize).max(self.lowest);
        if self.open.len() <= sum {
            self.open.resize_with(sum + 1, Vec::new);
        }
        self.open[sum].push((node, made));
        self.waiting += 1;
    }

    fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node<S>>();
        // A hash map uses at most seven eighths of its slots, and has a control byte for each.
        let index = self.index.capacity() * (size_of::<(S, u32)>() + 1) * 8 / 7;
        let open: usize = self.open.iter().map(|bucket| bucket.capacity() * 8).sum();
        (nodes + index + open) as u64
    }

    fn report(&self, budget: &mut Budget<'_>) {
        budget.progress.states = self.nodes.len() as u64;
        budget.progress.expanded = self.expanded;
        budget.progress.depth = self.lowest as u32;
        budget.progress.lower_bound = budget.progress.lower_bound.max(self.lowest as u32);
        budget.progress.bytes = self.bytes();
    }

    /// Looks at the limits now and then. The index doubles when it is full, and so may the list of nodes.
    fn look_up(&self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let doubling = self.index.len() + 64 > self.index.capacity()
            || self.nodes.len() + 64 > self.nodes.capacity();
        if self.expanded.is_multiple_of(self.every) || doubling {
            self.report(budget);
            budget.check()?;
        }
        if doubling {
            budget.room(self.bytes() * 2)?;
        }
        Ok(())
    }

    fn path(&self, node: u32) -> Vec<S> {
        let mut path = Vec::new();
        let mut at = node;
        loop {
            let node = &self.nodes[at as usize];
            path.push(node.state);
            if node.made == 0 {
                break;
            }
            at = node.parent;
        }
        path.reverse();
        path
    }
}
