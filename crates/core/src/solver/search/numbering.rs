//! States with numbers, from which a state is found again: what searches keep that must not forget any.

use super::hash;
use super::pool::{Check, give_back};
use super::space::State;
use crate::solver::budget::StopReason;

/// States, each once, numbered from 0 on in the order in which they came.
///
/// The states are a list, beside which stands a table of their numbers with open addressing. That is half as large as one of the states
/// themselves would be, and grows piece by piece, so that a search hears that it is to stop.
pub(crate) struct Numbering<S: State> {
    states: Vec<S>,
    /// A power of two: the number of a state, and above it the low half of its hash; or [`EMPTY`].
    slots: Vec<u64>,
}

/// A slot of no state.
const EMPTY: u64 = u64::MAX;

/// Slots that are emptied between two looks at the clock.
const A_STRETCH: usize = 1 << 16;

impl<S: State> Drop for Numbering<S> {
    fn drop(&mut self) {
        let bytes = self.bytes();
        give_back((std::mem::take(&mut self.states), std::mem::take(&mut self.slots)), bytes);
    }
}

impl<S: State> Numbering<S> {
    /// The fewest states that there is room for, and slots.
    const SMALLEST: usize = 1 << 10;

    /// States that are put into slots between two looks at the clock.
    const A_BATCH: usize = (1 << 19) / size_of::<S>();

    /// No states.
    pub(crate) fn new() -> Numbering<S> {
        Numbering { states: Vec::new(), slots: Vec::new() }
    }

    /// All states, by their numbers.
    pub(crate) fn states(&self) -> &[S] {
        &self.states
    }

    /// The number of a state, if it has one.
    pub(crate) fn get(&self, state: &S) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = self.slot(state).0;
        Some(self.slots[slot]).filter(|&held| held != EMPTY).map(|held| held as u32)
    }

    /// The number of a state, for which there is room, and whether it has only got it now.
    pub(crate) fn insert(&mut self, state: S) -> (u32, bool) {
        let (slot, hash) = self.slot(&state);
        let held = self.slots[slot];
        if held != EMPTY {
            return (held as u32, false);
        }
        let number = self.states.len() as u32;
        self.slots[slot] = hash << 32 | u64::from(number);
        self.states.push(state);
        (number, true)
    }

    /// Has the slots of these states fetched from memory at the same time: one by one, each would be waited for.
    pub(crate) fn fetch(&self, states: &[S]) {
        let mask = self.slots.len() - 1;
        let mut held = 0;
        for state in states {
            held ^= self.slots[(hash::mixed(state) >> 32) as usize & mask];
        }
        // Otherwise nothing would be read, since nobody needs it yet.
        std::hint::black_box(held);
    }

    /// The slot where a state is or would be, and its hash.
    fn slot(&self, state: &S) -> (usize, u64) {
        let hash = hash::mixed(state);
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> 32) as usize & mask;
        loop {
            let held = self.slots[slot];
            let is_alike = held >> 32 == hash & u64::from(u32::MAX);
            if held == EMPTY || is_alike && self.states[held as u32 as usize] == *state {
                return (slot, hash);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<S>() + self.slots.capacity() * 8) as u64
    }

    /// How many states are reserved, and how many slots, where `more` states fit.
    fn sizes(&self, more: usize) -> (usize, usize) {
        let count = self.states.len() + more;
        // The list grows by half and does not double, because what is reserved counts against a limit of memory.
        let states = self.states.capacity();
        let grown = count.max(states + states / 2).max(Self::SMALLEST);
        let states = if count > states { grown } else { states };
        // At most three quarters of the slots are used.
        let slots = (count * 4).div_ceil(3).next_power_of_two();
        (states, slots.max(self.slots.len()).max(Self::SMALLEST))
    }

    /// Bytes that room for `more` states takes beside those that are held.
    pub(crate) fn growth(&self, more: usize) -> u64 {
        let (states, slots) = self.sizes(more);
        let held = self.states.capacity() * size_of::<S>() + self.slots.len() * 8;
        (states * size_of::<S>() + slots * 8 - held) as u64
    }

    /// Sees to it that `more` states fit.
    ///
    /// # Errors
    /// What `check` says; nothing can be looked up then.
    pub(crate) fn make_room(&mut self, more: usize, check: Check<'_>) -> Result<(), StopReason> {
        let (states, slots) = self.sizes(more);
        self.states.reserve_exact(states - self.states.len());
        if slots > self.slots.len() {
            // The old ones go first, so that memory never holds both.
            self.slots = Vec::new();
            self.slots.reserve_exact(slots);
            self.empty_slots(slots, check)?;
            for number in 0..self.states.len() {
                if number % Self::A_BATCH == 0 {
                    check()?;
                }
                // No state stands there twice, so that the first free slot is its own.
                let hash = hash::mixed(&self.states[number]);
                let mut slot = (hash >> 32) as usize & (slots - 1);
                while self.slots[slot] != EMPTY {
                    slot = (slot + 1) & (slots - 1);
                }
                self.slots[slot] = hash << 32 | number as u64;
            }
        }
        Ok(())
    }

    /// Forgets all states, and keeps their room.
    ///
    /// # Errors
    /// What `check` says; nothing can be looked up then.
    pub(crate) fn clear(&mut self, check: Check<'_>) -> Result<(), StopReason> {
        self.states.clear();
        let slots = self.slots.len();
        self.slots.clear();
        self.empty_slots(slots, check)
    }

    /// Has so many empty slots.
    fn empty_slots(&mut self, slots: usize, check: Check<'_>) -> Result<(), StopReason> {
        while self.slots.len() < slots {
            check()?;
            self.slots.resize(slots.min(self.slots.len() + A_STRETCH), EMPTY);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_found_by_number_and_numbers_by_state() {
        let mut numbering = Numbering::new();
        assert_eq!(numbering.get(&7), None);
        for round in 0..2 {
            for number in 0..10_000u64 {
                let growth = numbering.growth(1);
                let before = numbering.bytes();
                numbering.make_room(1, &mut || Ok(())).unwrap();
                assert_eq!(numbering.bytes() - before, growth);
                let state = (number * number) << 20;
                assert_eq!(numbering.insert(state), (number as u32, true));
                assert_eq!(numbering.insert(state), (number as u32, false));
                assert_eq!(numbering.get(&(state + 1)), None);
            }
            let state = numbering.states()[77];
            assert_eq!(
                (state, numbering.get(&state)),
                ((77 * 77) << 20, Some(77)),
                "round {round}"
            );
            numbering.clear(&mut || Ok(())).unwrap();
            assert_eq!(numbering.get(&state), None);
        }
    }

    #[test]
    fn it_hears_stop_while_it_grows() {
        let mut numbering = Numbering::new();
        numbering.make_room(1 << 20, &mut || Ok(())).unwrap();
        (0..1u64 << 20).for_each(|state| assert!(numbering.insert(state).1));
        let mut asked = 0;
        let mut check = || {
            asked += 1;
            if asked > 40 { Err(StopReason::Cancelled) } else { Ok(()) }
        };
        assert_eq!(numbering.make_room(1 << 20, &mut check), Err(StopReason::Cancelled));
    }
}
