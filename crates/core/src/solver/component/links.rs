//! Where one move leads from every state of a component, written down for those who go over it many times.

use super::{Component, in_batches};
use crate::solver::budget::{Budget, StopReason};
use crate::solver::search::space::Origin;

/// Where one move leads from each position of a [`StateSpace`](super::state_space::StateSpace): a few bytes a position, which save those
/// who go over all of them many times from making every move anew.
pub struct Links {
    pub(crate) onward: Edges,
    /// The same from the other end, if there are moves that cannot be taken back.
    backward: Option<Edges>,
}

/// For each state some others.
pub(crate) struct Edges {
    /// Numbers of states, those of the first state first.
    others: Vec<u32>,
    /// Where those of each state begin, and at last where all end.
    begins: Vec<u32>,
}

/// States between two looks at the clock.
const A_CHECK: usize = 1 << 11;

impl Links {
    /// Writes them down.
    pub(crate) fn of(
        component: &dyn Component,
        budget: &mut Budget<'_>,
    ) -> Result<Links, StopReason> {
        let states = component.states() as usize;
        let mut onward = Edges::with_room_for(states);
        in_batches(component, 0..states as u32, budget, |batch, near, budget| {
            (0..batch.len()).for_each(|index| onward.add(near.from(index).iter().copied()));
            budget.progress.bytes = component.bytes() + onward.bytes();
            // The list may double before the next check.
            budget.room(4 * onward.others.len() as u64)
        })?;
        budget.progress.bytes = component.bytes() + onward.bytes();
        let backward = match component.is_undirected() {
            true => None,
            false => {
                budget.room(onward.bytes())?;
                Some(onward.reversed(budget)?)
            }
        };
        let links = Links { onward, backward };
        budget.progress.bytes = component.bytes() + links.bytes();
        Ok(links)
    }

    /// From where one move leads to each state.
    pub(crate) fn backward(&self) -> &Edges {
        self.backward.as_ref().unwrap_or(&self.onward)
    }

    /// Calls `visit` with each state that a move leads to or comes from.
    #[inline]
    pub(crate) fn around(&self, number: usize, mut visit: impl FnMut(u32)) {
        self.onward.from(number).iter().for_each(|&other| visit(other));
        if let Some(backward) = &self.backward {
            backward.from(number).iter().for_each(|&other| visit(other));
        }
    }

    /// How many states.
    pub(crate) fn states(&self) -> usize {
        self.onward.states()
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.onward.bytes() + self.backward.as_ref().map_or(0, Edges::bytes)
    }

    /// A graph whose edges go both ways, given by what is near each of its nodes.
    #[cfg(test)]
    pub(crate) fn undirected(near: &[Vec<u32>]) -> Links {
        let mut onward = Edges::with_room_for(near.len());
        near.iter().for_each(|near| onward.add(near.iter().copied()));
        Links { onward, backward: None }
    }
}

impl Edges {
    /// No state yet, and room for so many.
    fn with_room_for(states: usize) -> Edges {
        let mut begins = Vec::with_capacity(states + 1);
        begins.push(0);
        Edges { others: Vec::new(), begins }
    }

    fn states(&self) -> usize {
        self.begins.len() - 1
    }

    /// Where one move leads.
    #[inline]
    pub(crate) fn from(&self, number: usize) -> &[u32] {
        &self.others[self.begins[number] as usize..self.begins[number + 1] as usize]
    }

    /// The different ones, other than itself, of each of `numbers`: `others` come from `origins`, indices into `numbers`.
    pub(crate) fn from_each(numbers: &[u32], others: &[u32], origins: &[Origin]) -> Edges {
        // A bit-sliced expansion gives successors move by move and not state by state: they are sorted by counting.
        let mut free = vec![0; numbers.len()];
        origins.iter().for_each(|origin| free[origin.0 as usize] += 1);
        let mut end = 0;
        for place in &mut free {
            end += std::mem::replace(place, end);
        }
        let mut sorted = vec![0; others.len()];
        for (&other, origin) in others.iter().zip(origins) {
            let place = &mut free[origin.0 as usize];
            sorted[*place] = other;
            *place += 1;
        }
        let mut edges = Edges::with_room_for(numbers.len());
        let mut from = 0;
        for (&number, to) in numbers.iter().zip(free) {
            let begin = edges.others.len();
            for &other in &sorted[from..to] {
                // They are mostly few, so that a look along the list is as good as a set.
                if other != number && !edges.others[begin..].contains(&other) {
                    edges.others.push(other);
                }
            }
            edges.begins.push(edges.others.len() as u32);
            from = to;
        }
        edges
    }

    /// Adds those of the next state.
    fn add(&mut self, others: impl Iterator<Item = u32>) {
        self.others.extend(others);
        self.begins.push(self.others.len() as u32);
    }

    /// The same edges from their other ends.
    fn reversed(&self, budget: &mut Budget<'_>) -> Result<Edges, StopReason> {
        let states = self.states();
        // Where the next edge of each state goes: where its edges begin at first, and in the end where those of the next one begin.
        let mut free = vec![0; states + 1];
        for &other in &self.others {
            free[other as usize] += 1;
        }
        let mut before = 0;
        for place in &mut free {
            before += std::mem::replace(place, before);
        }
        let begins = free.clone();
        let mut others = vec![0; self.others.len()];
        for number in 0..states {
            if number % A_CHECK == 0 {
                budget.check()?;
            }
            for &other in self.from(number) {
                let place = &mut free[other as usize];
                others[*place as usize] = number as u32;
                *place += 1;
            }
        }
        Ok(Edges { others, begins })
    }

    fn bytes(&self) -> u64 {
        4 * (self.others.capacity() + self.begins.capacity()) as u64
    }
}
