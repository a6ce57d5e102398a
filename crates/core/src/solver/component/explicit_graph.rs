//! A small component with all its edges written down, so that its distances need no second expansion.

use crate::solver::budget::{Budget, StopReason};
use crate::solver::search::hash;
use crate::solver::search::space::{Origin, Space, State};
use std::ops::Range;

/// The states that can be reached from a start, in breadth-first order, and where one move leads from each.
pub(crate) struct ExplicitGraph<S> {
    /// The states; while they are being found, with room for more behind them.
    pub(crate) codes: Vec<S>,
    /// Where each layer ends.
    pub(crate) layers: Vec<usize>,
    /// How many there are.
    count: usize,
    /// Numbers of states, those of the first state first.
    edges: Vec<u32>,
    /// Where each state's edges end.
    ends: Vec<u32>,
    /// Numbers of states by hash, at most half of the slots used, or [`NONE`].
    slots: Vec<u32>,
}

/// An empty slot.
const NONE: u32 = u32::MAX;

/// Larger components are not worth their edges.
const MOST: usize = 1 << 17;

/// Slots at the beginning.
const FIRST_SLOTS: usize = 1 << 14;

/// Edges for which there is room from the beginning, so that they are not copied as they grow; the system gives memory
/// only to those that are written.
const LIKELY_EDGES: usize = 1 << 17;

/// States between two looks at the clock.
const A_CHECK: usize = 1 << 11;

/// States of a layer that are expanded together.
const TOGETHER: usize = 1 << 9;

impl<S: State> ExplicitGraph<S> {
    /// Walks the component; `None` if it is not a small one.
    pub(crate) fn walk(
        space: &dyn Space<S>,
        start: S,
        budget: &mut Budget<'_>,
    ) -> Result<Option<ExplicitGraph<S>>, StopReason> {
        let mut linked = ExplicitGraph {
            codes: Vec::new(),
            layers: Vec::new(),
            count: 0,
            edges: Vec::with_capacity(LIKELY_EDGES),
            ends: Vec::new(),
            slots: vec![NONE; FIRST_SLOTS],
        };
        linked.make_room(1, start);
        linked.number(start);
        let mut made = (Vec::new(), Vec::new());
        // The count begins at its end, so that the limits are checked before the first state is expanded.
        let (mut layer, mut unwatched) = (0..1, A_CHECK);
        let most = space.together().min(TOGETHER);
        while !layer.is_empty() {
            for begin in layer.clone().step_by(most) {
                if unwatched >= A_CHECK || most < TOGETHER {
                    unwatched = 0;
                    budget.progress.states = linked.count as u64;
                    budget.progress.bytes = linked.bytes();
                    budget.check()?;
                }
                if linked.count > MOST {
                    return Ok(None);
                }
                let together = begin..layer.end.min(begin + most);
                unwatched += together.len();
                linked.expand(space, together, &mut made);
            }
            linked.layers.push(layer.end);
            layer = layer.end..linked.count;
        }
        linked.codes.truncate(linked.count);
        Ok(Some(linked))
    }

    /// Writes down the edges of some states of one layer, and numbers those that they lead to.
    fn expand(
        &mut self,
        space: &dyn Space<S>,
        states: Range<usize>,
        (children, origins): &mut (Vec<S>, Vec<Origin>),
    ) {
        children.clear();
        origins.clear();
        space.expand_each(&self.codes[states.clone()], children, origins);
        self.make_room(children.len(), self.codes[0]);
        // A bit-sliced expansion gives children move by move and not state by state. Counted first, each state's edges get a
        // stretch.
        let mut degrees = vec![0; states.len()];
        for origin in origins.iter() {
            degrees[origin.0 as usize] += 1;
        }
        let mut free = Vec::with_capacity(states.len());
        let mut end = self.edges.len() as u32;
        for degree in degrees {
            free.push(end as usize);
            end += degree;
            self.ends.push(end);
        }
        self.edges.resize(end as usize, NONE);
        for (&child, origin) in children.iter().zip(origins.iter()) {
            let number = self.number(child);
            let free = &mut free[origin.0 as usize];
            self.edges[*free] = number;
            *free += 1;
        }
    }

    /// Where one move leads from a state.
    pub(crate) fn neighbours(&self, number: usize) -> &[u32] {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.edges[begin as usize..self.ends[number] as usize]
    }

    /// The number of a state, a new one if it has none; for that there must be room.
    ///
    /// Whether it has one is a toss-up that no branch predictor wins. So the state is written behind the others in any
    /// case, an empty slot is taken to lead there, and only a collision is a branch.
    #[inline]
    fn number(&mut self, code: S) -> u32 {
        let next = self.count as u32;
        self.codes[self.count] = code;
        let mut slot = hash::hash(&code) as usize & (self.slots.len() - 1);
        loop {
            let known = self.slots[slot];
            let number = if known == NONE { next } else { known };
            if self.codes[number as usize] == code {
                self.slots[slot] = number;
                self.count += usize::from(number == next);
                return number;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// Sees to it that there is room for `more` states.
    #[inline]
    fn make_room(&mut self, more: usize, filler: S) {
        let least = self.count + more;
        if self.codes.len() < least {
            let room = (self.codes.len() * 2).max(FIRST_SLOTS / 4).max(least);
            self.codes.resize(room, filler);
        }
        if self.slots.len() < least * 2 {
            // At most a quarter of the new slots is used, so that the next rebuild is far off.
            self.slots = vec![NONE; least.next_power_of_two() * 4];
            for number in 0..std::mem::take(&mut self.count) {
                self.number(self.codes[number]);
            }
        }
    }

    fn bytes(&self) -> u64 {
        let words = self.edges.len() + self.ends.capacity() + self.slots.len();
        (self.codes.capacity() * size_of::<S>() + words * 4) as u64
    }
}
