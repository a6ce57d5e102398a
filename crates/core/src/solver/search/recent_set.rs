//! A set of states that may forget old ones: all that a duplicate test needs when every move can be taken back.

use super::hash;
use super::pool::{Check, give_back};
use super::space::State;
use crate::solver::budget::StopReason;

/// An open-addressing hash set with a byte of tag beside each slot, so that an empty slot costs one byte to tell.
///
/// It never grows by itself: the engine asks [`RecentSet::is_full`] and then calls [`RecentSet::clear`] and [`RecentSet::extend`]
/// with the states that still matter. In an undirected graph these are the last two layers and the one being made, so that the table stays
/// small enough for the caches while the search itself stores far more states.
pub(crate) struct RecentSet<S: State> {
    tags: Vec<u8>,
    slots: Vec<S>,
    mask: usize,
    used: usize,
}

/// Bytes of a list that the allocator has from the system for itself.
const MANY: usize = 1 << 25;

impl<S: State> RecentSet<S> {
    /// The smallest table, in slots.
    const SMALLEST: usize = 1 << 12;

    /// States above which a table is large: fewer if they have hundreds of words.
    const LARGE: usize =
        if size_of::<S>() <= 1 << 7 { 1 << 16 } else { (1 << 23) / size_of::<S>() };

    /// Slots that are filled between two looks at the clock.
    const A_STRETCH: usize = (1 << 20) / size_of::<S>();

    /// An empty set; `filler` is any state.
    pub(crate) fn new(filler: S) -> RecentSet<S> {
        let mut window = RecentSet { tags: Vec::new(), slots: Vec::new(), mask: 0, used: 0 };
        // It is filled at once, and nobody has to be asked.
        let _ = window.resize(Self::SMALLEST, filler, &mut || Ok(()));
        window
    }

    fn resize(&mut self, capacity: usize, filler: S, check: Check<'_>) -> Result<(), StopReason> {
        // Only the tags are cleared: without its tag a slot counts as empty, whatever it holds.
        self.tags.clear();
        self.tags.resize(capacity, 0);
        if self.slots.len() < capacity {
            // The old slots go before the new ones come, so that memory never holds both. Where they are many they are kept, whatever they
            // hold: such a list grows without being copied, and to give it back would take milliseconds.
            if self.slots.len() * size_of::<S>() < MANY {
                self.slots = Vec::new();
            }
            self.slots.reserve_exact(capacity - self.slots.len());
            while self.slots.len() < capacity {
                check()?;
                let stretch = capacity.min(self.slots.len() + Self::A_STRETCH);
                self.slots.resize(stretch, filler);
            }
        }
        self.mask = capacity - 1;
        self.used = 0;
        Ok(())
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        (self.slots.capacity() * (1 + size_of::<S>())) as u64
    }

    /// The slots for `live` states. A small table is at most a quarter full, so that a rebuild is paid by the insertions
    /// that follow it; a large one at most half, so that it stays in the caches.
    fn capacity_for(live: usize) -> usize {
        let room = if live > Self::LARGE { 2 } else { 8 };
        (live * room).next_power_of_two().max(Self::SMALLEST)
    }

    /// Bytes that a rebuild for `live` states would hold.
    pub(crate) fn bytes_for(live: usize) -> u64 {
        (Self::capacity_for(live) * (1 + size_of::<S>())) as u64
    }

    /// Whether `more` insertions might make it slow.
    pub(crate) fn is_full(&self, more: usize) -> bool {
        let quarters = if self.mask > Self::LARGE { 3 } else { 1 };
        (self.used + more) * 4 > (self.mask + 1) * quarters
    }

    /// Removes everything, and makes room for `live` states; `filler` is any state.
    ///
    /// # Errors
    /// What `check` says: the set is of no use then.
    pub(crate) fn clear(
        &mut self,
        live: usize,
        filler: S,
        check: Check<'_>,
    ) -> Result<(), StopReason> {
        self.resize(Self::capacity_for(live).max(self.mask + 1), filler, check)
    }

    /// Adds all of `states`.
    pub(crate) fn extend(&mut self, states: &[S]) {
        for &state in states {
            self.insert(hash::hash(&state), state);
        }
    }

    /// Loads the slot of `hash` ahead of [`RecentSet::insert`], so that many cache misses overlap. The result depends on both
    /// loads, so that the compiler keeps them as long as it is used.
    #[inline]
    pub(crate) fn touch(&self, hash: u64, state: &S) -> bool {
        let slot = hash as usize & self.mask;
        (self.tags[slot] == 1) | (self.slots[slot] == *state)
    }

    /// Whether a state is there.
    #[inline]
    pub(crate) fn contains(&self, hash: u64, state: S) -> bool {
        let tag = Self::tag(hash);
        let mut slot = hash as usize & self.mask;
        while self.tags[slot] != 0 {
            if self.tags[slot] == tag && self.slots[slot] == state {
                return true;
            }
            slot = (slot + 1) & self.mask;
        }
        false
    }

    /// Never zero, which marks an empty slot.
    #[inline]
    fn tag(hash: u64) -> u8 {
        // The tag is made of the highest bits, because the lowest have chosen the slot and would tell nothing new.
        (hash >> 57) as u8 | 0x80
    }

    /// Adds a state with its hash; `false` if it was there.
    ///
    /// Whether a state is new is a toss-up that no branch predictor wins. So the first slot is written in both cases, with
    /// what it holds already if the state is known, and only a collision is a branch.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u64, state: S) -> bool {
        let tag = Self::tag(hash);
        let slot = hash as usize & self.mask;
        let empty = self.tags[slot] == 0;
        let known = (self.tags[slot] == tag) & (self.slots[slot] == state);
        // Without the black box the compiler makes two branches of it again, one for each half.
        if std::hint::black_box(empty | known) {
            self.tags[slot] = tag;
            self.slots[slot] = state;
            self.used += usize::from(empty);
            return empty;
        }
        self.insert_after(slot, tag, state)
    }

    /// Goes on with [`RecentSet::insert`] from the slot after one that another state has taken.
    fn insert_after(&mut self, taken: usize, tag: u8, state: S) -> bool {
        let mut slot = (taken + 1) & self.mask;
        while self.tags[slot] != 0 {
            if self.tags[slot] == tag && self.slots[slot] == state {
                return false;
            }
            slot = (slot + 1) & self.mask;
        }
        self.tags[slot] = tag;
        self.slots[slot] = state;
        self.used += 1;
        true
    }
}

impl<S: State> Drop for RecentSet<S> {
    fn drop(&mut self) {
        let bytes = self.bytes();
        give_back((std::mem::take(&mut self.tags), std::mem::take(&mut self.slots)), bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::search::bits::BigBits;

    #[test]
    fn a_set_of_states_of_many_words_is_not_many_times_as_large_as_they_are() {
        type Long = BigBits<256>;
        for live in [5_000, 50_000] {
            let bytes = (live * size_of::<Long>()) as u64;
            assert!(RecentSet::<Long>::bytes_for(live) < 5 * bytes);
        }
    }

    #[test]
    fn a_set_asks_while_it_is_made() {
        let (mut asked, mut set) = (0, RecentSet::new(BigBits([0; 256])));
        let mut check = || {
            asked += 1;
            if asked < 8 { Ok(()) } else { Err(StopReason::Cancelled) }
        };
        let cleared = set.clear(20_000, BigBits([0; 256]), &mut check);
        assert_eq!((cleared, asked), (Err(StopReason::Cancelled), 8));
    }
}
