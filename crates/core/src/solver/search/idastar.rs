//! IDA*: depth-first search with a rising threshold on moves made plus moves still needed. It stores the path, and as many states
//! as there is room for, so that none of those is searched twice (Reinefeld and Marsland, "Enhanced iterative-deepening search", 1994).

use super::Search;
use super::numbering::Numbering;
use super::space::{Space, State, UNREACHABLE};
use crate::solver::budget::{Budget, StopReason};

/// A shortest path from `start` to the nearest goal. Where there is none, it ends at a limit if more states can be reached than there
/// is room for.
pub(crate) fn search<S: State>(
    space: &dyn Space<S>,
    start: S,
    budget: &mut Budget<'_>,
) -> Search<S> {
    let mut descent = Descent {
        space,
        budget,
        path: vec![start],
        nodes: 0,
        every: A_CHECK.min(space.together() as u64),
        reached: Numbering::new(),
        fewest: Vec::new(),
        is_full: false,
        next: u32::MAX,
    };
    let mut threshold = space.estimate(&start);
    let mut known = 0;
    loop {
        if threshold == UNREACHABLE {
            return Search::Exhausted;
        }
        if let Err(why) = descent.begin() {
            return Search::Stopped { lower_bound: threshold, why };
        }
        descent.budget.progress.lower_bound = threshold;
        descent.budget.progress.depth = threshold;
        match descent.below(0, threshold) {
            Ok(true) => return Search::Path(std::mem::take(&mut descent.path)),
            Ok(false) => {}
            Err(why) => return Search::Stopped { lower_bound: threshold, why },
        }
        // What was cut off may only be longer ways to states that are known, and there may be very many of those.
        if !descent.is_full && descent.fewest.len() == known {
            descent.next = match descent.nearest_beyond() {
                Ok(next) => next,
                Err(why) => return Search::Stopped { lower_bound: threshold, why },
            };
        }
        known = descent.fewest.len();
        // No state that leads anywhere was cut off at the threshold if there is none beyond.
        threshold = descent.next;
    }
}

/// Nodes between two looks at the clock.
const A_CHECK: u64 = 1 << 12;

/// The most bytes of reached states where no limit is set: enough for some millions.
const MOST_BYTES: u64 = 1 << 28;

struct Descent<'a, 'm, S: State> {
    space: &'a dyn Space<S>,
    budget: &'a mut Budget<'m>,
    path: Vec<S>,
    nodes: u64,
    /// Nodes between two looks at the clock: fewer where one has thousands of successors.
    every: u64,
    /// The states below the present threshold.
    reached: Numbering<S>,
    /// The fewest moves made to each. Whoever comes again with as many finds nothing new: what is within the threshold from there has been
    /// searched, or is being searched.
    fewest: Vec<u32>,
    /// Whether there is no room for more of them.
    is_full: bool,
    /// The least sum above the threshold that was met.
    next: u32,
}

impl<S: State> Descent<'_, '_, S> {
    /// Forgets what was reached below the threshold before.
    fn begin(&mut self) -> Result<(), StopReason> {
        self.next = u32::MAX;
        self.fewest.clear();
        self.is_full = false;
        self.reached.clear(&mut || self.budget.check())
    }

    /// Whether a goal was found below the end of the path, which is then the path to it.
    fn below(&mut self, made: u32, threshold: u32) -> Result<bool, StopReason> {
        let state = *self.path.last().expect("the path begins with the start");
        self.nodes += 1;
        if self.nodes.is_multiple_of(self.every) {
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
        if !self.is_new(state, made)? {
            return Ok(false);
        }
        for child in self.space.successors(&state) {
            // What the table has no room for is found on the path itself, which is short, or else is searched again.
            if self.is_full && self.path.contains(&child) {
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

    /// The least sum of a state that was not reached and is one move from one that was; `u32::MAX` if there is none.
    fn nearest_beyond(&mut self) -> Result<u32, StopReason> {
        let mut nearest = u32::MAX;
        for (number, (state, made)) in (1_u64..).zip(self.reached.states().iter().zip(&self.fewest))
        {
            if number.is_multiple_of(self.every) {
                self.budget.check()?;
            }
            for child in self.space.successors(state) {
                if self.reached.get(&child).is_none() {
                    nearest = nearest.min((made + 1).saturating_add(self.space.estimate(&child)));
                }
            }
        }
        Ok(nearest)
    }

    /// Whether a state has not been reached with so few moves before, which is noted if there is room.
    fn is_new(&mut self, state: S, made: u32) -> Result<bool, StopReason> {
        let more = self.reached.growth(1);
        if more > 0 && !self.is_full {
            self.report();
            self.is_full = match self.budget.limits().memory {
                Some(_) => self.budget.room(more).is_err(),
                None => self.bytes() + more > MOST_BYTES,
            };
            if !self.is_full {
                self.reached.make_room(1, &mut || self.budget.check())?;
            }
        }
        let number = if self.is_full {
            let Some(number) = self.reached.get(&state) else { return Ok(true) };
            number
        } else {
            let (number, is_new) = self.reached.insert(state);
            if is_new {
                self.fewest.push(made);
                return Ok(true);
            }
            number
        };
        let fewest = &mut self.fewest[number as usize];
        let is_nearer = made < *fewest;
        *fewest = made.min(*fewest);
        Ok(is_nearer)
    }

    fn bytes(&self) -> u64 {
        self.reached.bytes() + (self.fewest.capacity() * size_of::<u32>()) as u64
    }

    fn report(&mut self) {
        self.budget.progress.states = self.nodes;
        self.budget.progress.expanded = self.nodes;
        self.budget.progress.bytes = self.bytes();
    }
}
