//! IDA*: depth-first search with a rising threshold on moves made plus moves still needed. It stores only the path.

use super::Search;
use super::space::{Space, State};
use crate::solver::budget::{Budget, StopReason};

/// A shortest path from `start` to the nearest goal. On a graph without a goal that has a cycle it ends only at a limit.
pub(crate) fn search<S: State>(
    space: &dyn Space<S>,
    start: S,
    budget: &mut Budget<'_>,
) -> Search<S> {
    let mut descent = Descent { space, budget, path: vec![start], nodes: 0, next: u32::MAX };
    let mut threshold = space.estimate(&start);
    loop {
        descent.next = u32::MAX;
        descent.budget.progress.lower_bound = threshold;
        descent.budget.progress.depth = threshold;
        match descent.below(0, threshold) {
            Ok(true) => return Search::Path(descent.path),
            // No state was cut off at the threshold, so that every path without a repetition has been seen.
            Ok(false) if descent.next == u32::MAX => return Search::Exhausted,
            Ok(false) => threshold = descent.next,
            Err(why) => {
                let lower_bound = threshold;
                return Search::Stopped { lower_bound, why };
            }
        }
    }
}

/// Nodes between two looks at the clock.
const A_CHECK: u64 = 1 << 12;

struct Descent<'a, 'm, S> {
    space: &'a dyn Space<S>,
    budget: &'a mut Budget<'m>,
    path: Vec<S>,
    nodes: u64,
    /// The least sum above the threshold that was met.
    next: u32,
}

impl<S: State> Descent<'_, '_, S> {
    /// Whether a goal was found below the end of the path, which is then the path to it.
    fn below(&mut self, made: u32, threshold: u32) -> Result<bool, StopReason> {
        let state = *self.path.last().expect("the path begins with the start");
        self.nodes += 1;
        if self.nodes.is_multiple_of(A_CHECK) {
            self.report();
            self.budget.check()?;
        }
        if self.space.is_goal(&state) {
            self.report();
            return Ok(true);
        }
        let sum = made.saturating_add(self.space.estimate(&state));
        if sum > threshold {
            self.next = self.next.min(sum);
            return Ok(false);
        }
        for child in self.space.successors(&state) {
            // Only the path itself is searched for repetitions: it is short, and a table of states would give up what IDA* is
            // for.
            if self.path.contains(&child) {
                continue;
            }
            self.path.push(child);
            if self.below(made + 1, threshold)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }

    fn report(&mut self) {
        self.budget.progress.states = self.nodes;
        self.budget.progress.expanded = self.nodes;
    }
}
