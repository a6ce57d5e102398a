//! A small component with all its edges written down, so that its distances need no second expansion.

use super::limits::{Stop, Watch};
use super::mixer;
use super::space::Space;
use std::hash::Hash;

/// The states that can be reached from a start, in breadth-first order, and where one move leads from each.
pub(super) struct Linked<S> {
    pub(super) codes: Vec<S>,
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

impl<S: Copy + Eq + Hash> Linked<S> {
    /// Walks the component; `None` if it is not a small one.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn walk<P: Space<State = S>>(
        space: &P,
        start: S,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Linked<S>>, Stop> {
        let mut linked = Linked {
            codes: Vec::new(),
            edges: Vec::with_capacity(LIKELY_EDGES),
            ends: Vec::new(),
            slots: vec![NONE; FIRST_SLOTS],
        };
        linked.number(start);
        let mut children = Vec::new();
        while let Some(&code) = linked.codes.get(linked.ends.len()) {
            if linked.ends.len().is_multiple_of(A_CHECK) {
                watch.progress.states = linked.codes.len() as u64;
                watch.progress.bytes = linked.bytes();
                watch.check()?;
            }
            if linked.codes.len() > MOST {
                return Ok(None);
            }
            children.clear();
            space.expand_all(&[code], &mut children);
            for &child in &children {
                let number = linked.number(child);
                linked.edges.push(number);
            }
            linked.ends.push(linked.edges.len() as u32);
        }
        Ok(Some(linked))
    }

    /// Where one move leads from a state.
    pub(super) fn neighbours(&self, number: usize) -> &[u32] {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.edges[begin as usize..self.ends[number] as usize]
    }

    /// The number of a state, a new one if it has none.
    fn number(&mut self, code: S) -> u32 {
        let slot = self.slot(&code);
        let known = self.slots[slot];
        if known != NONE {
            return known;
        }
        let number = self.codes.len() as u32;
        self.slots[slot] = number;
        self.codes.push(code);
        if self.codes.len() * 2 > self.slots.len() {
            self.grow();
        }
        number
    }

    /// Where a state is or belongs.
    fn slot(&self, code: &S) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = mixer::hash(code) as usize & mask;
        loop {
            let number = self.slots[slot];
            if number == NONE || self.codes[number as usize] == *code {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        self.slots = vec![NONE; self.slots.len() * 4];
        for (number, code) in (0..).zip(&self.codes) {
            let slot = self.slot(code);
            self.slots[slot] = number;
        }
    }

    fn bytes(&self) -> u64 {
        let words = self.edges.len() + self.ends.capacity() + self.slots.capacity();
        (self.codes.capacity() * size_of::<S>() + words * 4) as u64
    }
}
