//! The exact distance of every state of a component to its nearest goal.

use super::bfs;
use super::limits::{Stop, Watch};
use super::mixer;
use super::space::Space;
use std::hash::Hash;

/// A hash table over the states of a component: the codes once, and 8 bytes a state beside them.
pub(super) struct Table<S> {
    codes: Vec<S>,
    /// Indices into `codes`, two thirds of them used, or [`NONE`].
    slots: Vec<u32>,
    /// Moves to the nearest goal, by index, or [`FAR`].
    distances: Vec<u16>,
}

/// An empty slot.
const NONE: u32 = u32::MAX;

/// No goal can be reached, or none has been yet.
const FAR: u16 = u16::MAX;

/// States between two looks at the clock.
const A_CHECK: usize = 1 << 12;

impl<S: Copy + Eq + Hash> Table<S> {
    /// The table of the component of `start`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn build<P: Space<State = S>>(
        space: &P,
        start: S,
        watch: &mut Watch<'_>,
    ) -> Result<Table<S>, Stop> {
        let codes = bfs::component(space, start, watch)?.into_states();
        watch.progress.bytes = (codes.capacity() * size_of::<S>()) as u64;
        watch.room(codes.len() as u64 * 12)?;
        let mut table = Table::index(codes, watch)?;
        watch.progress.bytes = table.bytes();
        if space.is_undirected() {
            table.measure(space, watch)?;
        } else {
            table.measure_backwards(space, watch)?;
        }
        Ok(table)
    }

    /// Puts the codes into their slots.
    fn index(codes: Vec<S>, watch: &mut Watch<'_>) -> Result<Table<S>, Stop> {
        let mut table = Table {
            slots: vec![NONE; codes.len() + codes.len() / 2 + 1],
            distances: vec![FAR; codes.len()],
            codes,
        };
        for index in 0..table.codes.len() {
            if index % A_CHECK == 0 {
                watch.check()?;
            }
            let mut slot = table.slot(&table.codes[index]);
            while table.slots[slot] != NONE {
                slot = table.after(slot);
            }
            table.slots[slot] = index as u32;
        }
        Ok(table)
    }

    /// The slot to look in first.
    fn slot(&self, code: &S) -> usize {
        // The hasher turns its best bits away from the top, where multiplication by the length needs them.
        let hash = mixer::hash(code).rotate_right(26);
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() {
            0
        } else {
            slot + 1
        }
    }

    /// The number of a code in breadth-first order from the start.
    pub(super) fn find(&self, code: &S) -> Option<usize> {
        let mut slot = self.slot(code);
        loop {
            match self.slots[slot] {
                NONE => return None,
                index if self.codes[index as usize] == *code => return Some(index as usize),
                _ => slot = self.after(slot),
            }
        }
    }

    /// Breadth-first from all goals at once, along moves that can be taken back.
    fn measure<P: Space<State = S>>(
        &mut self,
        space: &P,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        let mut open = self.goals(space);
        let mut neighbours = Vec::new();
        let mut next = 0;
        while next < open.len() {
            if next % A_CHECK == 0 {
                watch.check()?;
            }
            let at = open[next] as usize;
            next += 1;
            let distance = self.distances[at] + 1;
            if distance == FAR {
                return Err(Stop::NotApplicable);
            }
            neighbours.clear();
            space.expand_all(&self.codes[at..=at], &mut neighbours);
            for neighbour in &neighbours {
                if let Some(index) = self.find(neighbour)
                    && self.distances[index] == FAR
                {
                    self.distances[index] = distance;
                    open.push(index as u32);
                }
            }
        }
        Ok(())
    }

    /// The same for a graph whose moves cannot be taken back: along edges that were written down from the other end.
    fn measure_backwards<P: Space<State = S>>(
        &mut self,
        space: &P,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        let into = self.edges_into(space, watch)?;
        let mut open = self.goals(space);
        let mut next = 0;
        while let Some(&at) = open.get(next) {
            next += 1;
            let distance = self.distances[at as usize] + 1;
            if distance == FAR {
                return Err(Stop::NotApplicable);
            }
            let begin = into.partition_point(|&(to, _)| to < at);
            for &(_, from) in into[begin..].iter().take_while(|&&(to, _)| to == at) {
                if self.distances[from as usize] == FAR {
                    self.distances[from as usize] = distance;
                    open.push(from);
                }
            }
        }
        Ok(())
    }

    /// All edges as (to, from), sorted.
    fn edges_into<P: Space<State = S>>(
        &self,
        space: &P,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<(u32, u32)>, Stop> {
        let mut into: Vec<(u32, u32)> = Vec::new();
        for (from, code) in self.codes.iter().enumerate() {
            if from % A_CHECK == 0 {
                watch.progress.bytes = self.bytes() + 8 * into.capacity() as u64;
                watch.check()?;
                watch.room(8 * into.len() as u64)?;
            }
            space.expand(code, |next| {
                if let Some(to) = self.find(&next) {
                    into.push((to as u32, from as u32));
                }
            });
        }
        into.sort_unstable();
        Ok(into)
    }

    /// The goals, now at distance 0.
    fn goals<P: Space<State = S>>(&mut self, space: &P) -> Vec<u32> {
        let mut goals = Vec::with_capacity(self.codes.len());
        for (index, code) in self.codes.iter().enumerate() {
            if space.is_goal(code) {
                self.distances[index] = 0;
                goals.push(index as u32);
            }
        }
        goals
    }

    /// Moves from a state to its nearest goal; `None` if it cannot be solved or is not of this component.
    pub(super) fn distance(&self, code: &S) -> Option<u32> {
        let distance = self.distances[self.find(code)?];
        (distance != FAR).then_some(u32::from(distance))
    }

    /// The state of this number.
    pub(super) fn state(&self, index: usize) -> S {
        self.codes[index]
    }

    /// All states in breadth-first order from the start, each with its distance.
    pub(super) fn iter(&self) -> impl Iterator<Item = (S, Option<u32>)> + '_ {
        let known = |&distance: &u16| (distance != FAR).then_some(u32::from(distance));
        let distances = self.distances.iter().map(known);
        self.codes.iter().copied().zip(distances)
    }

    /// How many states.
    pub(super) fn len(&self) -> usize {
        self.codes.len()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let codes = self.codes.capacity() * size_of::<S>();
        (codes + self.slots.capacity() * 4 + self.distances.capacity() * 2) as u64
    }
}
