//! A*: the state with the smallest moves made plus moves still needed first, the one nearest its goal among equals.

use super::Search;
use super::numbering::Numbering;
use super::pool::give_back;
use super::space::{Space, State, UNREACHABLE};
use crate::solver::budget::{Budget, StopReason};

/// A shortest path from `start` to the nearest goal.
pub(crate) fn search<S: State>(
    space: &dyn Space<S>,
    start: S,
    budget: &mut Budget<'_>,
) -> Search<S> {
    let mut graph = Graph::new(space);
    if let Err(why) = graph.reach(&[start], (0, 0), budget) {
        return Search::Stopped { lower_bound: 0, why };
    }
    loop {
        match graph.pop() {
            None => return Search::Exhausted,
            // A goal counts when it is taken from the open nodes, not when it is reached: a shorter way to it might still be
            // open.
            Some((node, _)) if space.is_goal(graph.state(node)) => {
                graph.report(budget);
                return Search::Path(graph.path(node));
            }
            Some((node, made)) => {
                if let Err(why) = graph.expand(node, made, budget) {
                    let lower_bound = graph.lowest as u32;
                    return Search::Stopped { lower_bound, why };
                }
            }
        }
    }
}

/// The best way known to a state.
struct Link {
    parent: u32,
    made: u32,
}

/// Everything reached so far, and what of it is to be expanded.
struct Graph<'a, S: State> {
    space: &'a dyn Space<S>,
    nodes: Numbering<S>,
    /// By node.
    links: Vec<Link>,
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

impl<S: State> Drop for Graph<'_, S> {
    fn drop(&mut self) {
        let bytes = self.bytes() - self.nodes.bytes();
        give_back((std::mem::take(&mut self.links), std::mem::take(&mut self.open)), bytes);
    }
}

impl<'a, S: State> Graph<'a, S> {
    fn new(space: &'a dyn Space<S>) -> Graph<'a, S> {
        Graph {
            space,
            nodes: Numbering::new(),
            links: Vec::new(),
            open: Vec::new(),
            lowest: 0,
            waiting: 0,
            expanded: 0,
            every: A_CHECK.min(space.together() as u64),
            children: Vec::new(),
        }
    }

    fn state(&self, node: u32) -> &S {
        &self.nodes.states()[node as usize]
    }

    /// The open node with the least sum, and the moves made to it.
    fn pop(&mut self) -> Option<(u32, u32)> {
        while self.waiting > 0 {
            let Some((node, made)) = self.open[self.lowest].pop() else {
                self.lowest += 1;
                continue;
            };
            self.waiting -= 1;
            if self.links[node as usize].made == made {
                return Some((node, made));
            }
        }
        None
    }

    fn expand(&mut self, node: u32, made: u32, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        if self.expanded.is_multiple_of(self.every) {
            self.report(budget);
            budget.check()?;
        }
        self.expanded += 1;
        // The list is taken out of the graph, because `reach` borrows all of that while it is read.
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        self.space.expand_all(&[*self.state(node)], &mut children);
        self.reach(&children, (node, made + 1), budget)?;
        self.children = children;
        Ok(())
    }

    /// Notes a way to each of some states, if it is the best so far.
    fn reach(
        &mut self,
        states: &[S],
        (parent, made): (u32, u32),
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        self.make_room(states.len(), budget)?;
        self.nodes.fetch(states);
        for &state in states {
            let (node, is_new) = self.nodes.insert(state);
            let link = Link { parent, made };
            if is_new {
                self.links.push(link);
            } else if made < self.links[node as usize].made {
                self.links[node as usize] = link;
            } else {
                continue;
            }
            let estimate = self.space.estimate(&state);
            if estimate == UNREACHABLE {
                continue;
            }
            // An estimate may be better at a parent than at its child; what the parent proved holds for the child too.
            let sum = ((made + estimate) as usize).max(self.lowest);
            if self.open.len() <= sum {
                self.open.resize_with(sum + 1, Vec::new);
            }
            self.open[sum].push((node, made));
            self.waiting += 1;
        }
        Ok(())
    }

    /// Sees to it that `more` nodes fit.
    fn make_room(&mut self, more: usize, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let growth = self.nodes.growth(more);
        if growth > 0 {
            self.report(budget);
            // Each has a link, and may be open, in a list that doubles.
            budget.room(growth + growth / size_of::<S>() as u64 * 32)?;
            self.nodes.make_room(more, &mut || budget.check())?;
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let links = self.links.capacity() * size_of::<Link>();
        let open: usize = self.open.iter().map(|bucket| bucket.capacity() * 8).sum();
        self.nodes.bytes() + (links + open) as u64
    }

    fn report(&self, budget: &mut Budget<'_>) {
        budget.progress.states = self.links.len() as u64;
        budget.progress.expanded = self.expanded;
        budget.progress.depth = self.lowest as u32;
        budget.progress.lower_bound = budget.progress.lower_bound.max(self.lowest as u32);
        budget.progress.bytes = self.bytes();
    }

    fn path(&self, node: u32) -> Vec<S> {
        let mut path = Vec::new();
        let mut at = node;
        loop {
            path.push(*self.state(at));
            let link = &self.links[at as usize];
            if link.made == 0 {
                break;
            }
            at = link.parent;
        }
        path.reverse();
        path
    }
}
