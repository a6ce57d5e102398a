//! A hash set for one partition of the states: filled anew for each, so that it stays in the nearest caches.

use super::mixer;
use std::hash::Hash;

/// An open-addressing hash set; one state stands for an empty slot, so that a slot is nothing but a state.
pub(super) struct Sieve<S> {
    slots: Vec<S>,
    /// The state that is never asked for.
    absent: S,
    mask: usize,
    used: usize,
    /// Low bits of every hash that are the same in one partition.
    skip: u32,
}

/// The number of a state's partition, of `1 << bits`.
#[inline]
pub(super) fn partition<S: Hash>(state: &S, bits: u32) -> usize {
    mixer::hash(state) as usize & ((1 << bits) - 1)
}

impl<S: Copy + Eq + Hash> Sieve<S> {
    /// The fewest slots.
    const SMALLEST: usize = 1 << 10;

    /// An empty set for states that share `skip` bits of their hash; `absent` must never be inserted.
    pub(super) fn new(absent: S, skip: u32) -> Sieve<S> {
        Sieve {
            slots: Vec::new(),
            absent,
            mask: 0,
            used: 0,
            skip,
        }
    }

    fn capacity_for(states: usize) -> usize {
        (states * 2).next_power_of_two().max(Self::SMALLEST)
    }

    /// Bytes that a set with room for `states` holds.
    pub(super) fn bytes_for(states: usize) -> u64 {
        (Self::capacity_for(states) * size_of::<S>()) as u64
    }

    /// Forgets everything, and makes room for `states`.
    pub(super) fn clear(&mut self, states: usize) {
        let capacity = Self::capacity_for(states);
        self.slots.clear();
        self.slots.resize(capacity, self.absent);
        self.mask = capacity - 1;
        self.used = 0;
    }

    /// The low 26 bits of a hash are the good ones; where the partition has taken some of them and the table is large, the
    /// next best, at the top, are added to those that follow.
    #[inline]
    fn slot(&self, state: &S) -> usize {
        let hash = mixer::hash(state);
        ((hash >> self.skip) ^ (hash >> 44)) as usize & self.mask
    }

    /// Adds a state; `false` if it was there.
    #[inline]
    pub(super) fn insert(&mut self, state: S) -> bool {
        let mut slot = self.slot(&state);
        loop {
            let there = self.slots[slot];
            if there == state {
                return false;
            }
            if there == self.absent {
                break;
            }
            slot = (slot + 1) & self.mask;
        }
        self.slots[slot] = state;
        self.used += 1;
        if self.used * 4 > self.mask * 3 {
            self.grow();
        }
        true
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.clear(old.len());
        for state in old {
            if state != self.absent {
                self.insert(state);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn large_partitions_spread_over_their_table() {
        const SKIP: u32 = 10;
        let states = (0..1u64 << 28).step_by(3);
        let here = states.filter(|state| partition(state, SKIP) == 5);
        let mut sieve = Sieve::new(u64::MAX, SKIP);
        sieve.clear(1 << 17);
        let mut taken = vec![false; sieve.mask + 1];
        let (mut count, mut first) = (0u32, 0u32);
        for state in here.take(1 << 17) {
            count += 1;
            let slot = sieve.slot(&state);
            first += u32::from(!taken[slot]);
            taken[slot] = true;
        }
        // Random throws into twice as many slots would leave 79 of 100 in one of their own.
        assert!(
            count > 50_000 && first * 100 > count * 70,
            "{first} of {count}"
        );
    }

    #[test]
    fn it_tells_new_states_from_known_ones_also_when_it_grows() {
        let mut sieve = Sieve::new(u64::MAX, 3);
        let mut known = HashSet::new();
        for round in [100u64, 5000] {
            sieve.clear(10);
            known.clear();
            for i in 0..round {
                let state = i * i % (round / 2);
                assert_eq!(sieve.insert(state), known.insert(state));
            }
        }
    }
}
