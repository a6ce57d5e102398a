//! Lists of states, each with the move that led there.

use super::space::Past;

/// States, and the last move of each.
pub(super) struct Marked<S> {
    pub(super) states: Vec<S>,
    /// As many.
    pub(super) past: Vec<Past>,
}

impl<S: Copy> Marked<S> {
    /// Nothing, with room for as many states.
    pub(super) fn with_capacity(states: usize) -> Marked<S> {
        Marked { states: Vec::with_capacity(states), past: Vec::with_capacity(states) }
    }

    /// How many states.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let states = self.states.capacity() * size_of::<S>();
        (states + self.past.capacity() * size_of::<Past>()) as u64
    }

    /// Adds a state.
    #[inline]
    pub(super) fn push(&mut self, state: S, past: Past) {
        self.states.push(state);
        self.past.push(past);
    }

    /// Forgets all states.
    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.past.clear();
    }

    /// Forgets all states, and makes room for as many.
    pub(super) fn empty(&mut self, states: usize) {
        self.clear();
        self.states.reserve_exact(states);
        self.past.reserve_exact(states);
    }

    /// Adds the states of another list.
    pub(super) fn append(&mut self, other: &Marked<S>) {
        self.states.reserve_exact(other.len());
        self.past.reserve_exact(other.len());
        self.states.extend_from_slice(&other.states);
        self.past.extend_from_slice(&other.past);
    }

    /// The list in pieces of at most `size`.
    pub(super) fn chunks(&self, size: usize) -> impl Iterator<Item = (&[S], &[Past])> {
        self.states.chunks(size).zip(self.past.chunks(size))
    }
}
