//! A hash set for one partition of the states: filled anew for each, so that it stays in the nearest caches.

use super::hash;
use super::space::{Past, State};
use super::successors::Marked;

/// An open-addressing hash set; one state stands for an empty slot, so that a slot is nothing but a state.
pub(crate) struct PartitionSet<S> {
    slots: Vec<S>,
    /// The state that is never asked for.
    absent: S,
    mask: usize,
    used: usize,
    /// Low bits of every hash that are the same in one partition.
    skip: u32,
    room: Room,
}

/// How many slots a table has for each state that is expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Room {
    /// At most half of the slots are used, so that runs of taken slots stay short.
    Close,
    /// At most a quarter is, so that most states find the first slot free.
    Ample,
}

/// How states are sorted into partitions: by the lowest bits of a hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Partitioning {
    /// There are `1 << bits` partitions.
    pub(crate) bits: u32,
    /// So many low bits of a state are left out of its hash: states that differ in nothing else are in the same partition.
    pub(crate) alike: u32,
}

impl Partitioning {
    /// The number of a state's partition.
    #[inline]
    pub(crate) fn of<S: State>(self, state: &S) -> usize {
        let hash = match self.alike {
            0 => hash::hash(state),
            alike => hash::hash(&(*state >> alike)),
        };
        hash as usize & ((1 << self.bits) - 1)
    }
}

/// States that are added between two looks at how full it is.
const AT_A_TIME: usize = 256;

impl<S: State> PartitionSet<S> {
    /// The fewest slots.
    const SMALLEST: usize = 1 << 10;

    /// An empty set for states of one partition; `absent` must never be inserted.
    pub(crate) fn new(absent: S, by: Partitioning, room: Room) -> PartitionSet<S> {
        // The lowest bits of the hash make the partition, so that slots go on with those above them; a hash of some bits of the state
        // says nothing of that of all.
        let skip = if by.alike == 0 { by.bits } else { 0 };
        PartitionSet { slots: Vec::new(), absent, mask: 0, used: 0, skip, room }
    }

    fn capacity_for(states: usize, room: Room) -> usize {
        let slots = match room {
            Room::Close => 2,
            Room::Ample => 4,
        };
        (states * slots).next_power_of_two().max(Self::SMALLEST)
    }

    /// Bytes that a set with room for `states` holds.
    pub(crate) fn bytes_for(states: usize, room: Room) -> u64 {
        (Self::capacity_for(states, room) * size_of::<S>()) as u64
    }

    /// Forgets everything, and makes room for `states`.
    pub(crate) fn clear(&mut self, states: usize) {
        self.empty(Self::capacity_for(states, self.room));
    }

    /// Forgets everything, and has as many slots.
    fn empty(&mut self, capacity: usize) {
        self.slots.clear();
        self.slots.resize(capacity, self.absent);
        self.mask = capacity - 1;
        self.used = 0;
    }

    /// The slot of a state. The low 26 bits of this hash are well mixed; the partition has used up `skip` of them, which large
    /// tables miss, so that bits from the top are mixed in.
    #[inline]
    fn slot(&self, state: &S) -> usize {
        let hash = hash::hash(state);
        ((hash >> self.skip) ^ (hash >> 44)) as usize & self.mask
    }

    /// Adds those of the states that are not there yet, and to `new` as well.
    #[inline]
    pub(crate) fn insert_new(&mut self, (states, past): (&[S], &[Past]), new: &mut Marked<S>) {
        // The states come in pieces, so that the insertion itself need not ask whether there is room.
        let states = states.chunks(AT_A_TIME).zip(past.chunks(AT_A_TIME));
        for (states, past) in states {
            self.make_room(states.len());
            let mut count = new.len();
            // The lists are made long enough ahead, by copying, so that the loop below never has to grow them.
            new.states.extend_from_slice(states);
            new.past.extend_from_slice(past);
            for (&state, &past) in states.iter().zip(past) {
                // Written in any case, kept only if it is new.
                (new.states[count], new.past[count]) = (state, past);
                count += usize::from(self.insert(state));
            }
            new.states.truncate(count);
            new.past.truncate(count);
        }
    }

    /// Adds states.
    #[inline]
    pub(crate) fn extend(&mut self, states: &[S]) {
        self.make_room(states.len());
        for &state in states {
            self.insert(state);
        }
    }

    /// Adds a state, for which there is room; `false` if it was there.
    ///
    /// Whether a state is new is a toss-up that no branch predictor wins. So the first slot is written in both cases, with
    /// what it holds already if the state is known, and only a collision is a branch.
    #[inline]
    fn insert(&mut self, state: S) -> bool {
        let slot = self.slot(&state);
        let there = self.slots[slot];
        let (new, known) = (there == self.absent, there == state);
        // Without the black box the compiler makes two branches of it again, one for each half.
        if std::hint::black_box(new | known) {
            self.slots[slot] = state;
            self.used += usize::from(new);
            return new;
        }
        self.insert_after(slot, state)
    }

    /// Goes on with [`PartitionSet::insert`] from the slot after one that another state has taken.
    fn insert_after(&mut self, taken: usize, state: S) -> bool {
        let mut slot = taken;
        loop {
            slot = (slot + 1) & self.mask;
            let there = self.slots[slot];
            if there == state {
                return false;
            }
            if there == self.absent {
                break;
            }
        }
        self.slots[slot] = state;
        self.used += 1;
        true
    }

    /// Sees to it that `more` states fit.
    fn make_room(&mut self, more: usize) {
        while (self.used + more) * 4 > self.mask * 3 {
            self.grow();
        }
    }

    // Callers guess the size from the layers before, so that this is rare; out of line it leaves the loops around it small.
    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.empty(2 * old.len());
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
        let by = Partitioning { bits: SKIP, alike: 0 };
        let here = states.filter(|state| by.of(state) == 5);
        let mut partition_set = PartitionSet::new(u64::MAX, by, Room::Close);
        partition_set.clear(1 << 17);
        let mut taken = vec![false; partition_set.mask + 1];
        let (mut count, mut first) = (0u32, 0u32);
        for state in here.take(1 << 17) {
            count += 1;
            let slot = partition_set.slot(&state);
            first += u32::from(!taken[slot]);
            taken[slot] = true;
        }
        // Random throws into twice as many slots would leave 79 of 100 in one of their own.
        assert!(count > 50_000 && first * 100 > count * 70, "{first} of {count}");
    }

    #[test]
    fn it_tells_new_states_from_known_ones_also_when_it_grows() {
        let by = Partitioning { bits: 3, alike: 0 };
        let mut partition_set = PartitionSet::new(u64::MAX, by, Room::Ample);
        for round in [100u64, 5000] {
            partition_set.clear(10);
            partition_set.extend(&[1, 7]);
            let states: Vec<u64> = (0..round).map(|i| i * i % (round / 2)).collect();
            let mut known = HashSet::from([1, 7]);
            let expected = states.iter().copied().filter(|&state| known.insert(state));
            let expected: Vec<u64> = expected.collect();
            let past: Vec<Past> = states.iter().map(|&state| Past(state as u16)).collect();
            let mut new = Marked::with_capacity(0);
            partition_set.insert_new((&states, &past), &mut new);
            assert_eq!(new.states, expected);
            assert!(new.past.iter().zip(&expected).all(|(past, &state)| past.0 == state as u16));
        }
    }
}
