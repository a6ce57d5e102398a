//! The successors of many states, written down by partition, in lists that are used again.

use super::limits::Stop;
use super::marked::Marked;
use super::shares::Check;
use super::sieve::partition;
use super::space::{Past, Space};
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// States with their past, by partition.
pub(super) type Parts<S> = Vec<Marked<S>>;

/// A thread's part of the successors of some states.
pub(super) struct Successors<S> {
    /// All of them, in the order in which they were found.
    pub(super) parts: Parts<S>,
    /// The first goal among them.
    pub(super) goal: Option<S>,
}

/// States expanded before their successors are sorted.
const BATCH: usize = 1024;

/// Batches between two looks at the clock.
const BATCHES_A_CHECK: usize = 2;

impl<S: Copy + Hash> Successors<S> {
    /// How many.
    pub(super) fn len(&self) -> usize {
        self.parts.iter().map(Marked::len).sum()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.parts.iter().map(Marked::bytes).sum()
    }

    /// Adds the successors of the states in `of`, in their order; only up to the first goal, and only until they are
    /// `needless`.
    ///
    /// # Errors
    /// What `check` says.
    pub(super) fn add<'a, P: Space<State = S>>(
        &mut self,
        space: &P,
        wanted: impl Fn(&S) -> bool,
        of: impl Iterator<Item = (&'a Vec<S>, &'a Vec<Past>)>,
        (check, needless): (Check<'_>, impl Fn() -> bool),
    ) -> Result<(), Stop>
    where
        S: 'a,
    {
        let bits = self.parts.len().trailing_zeros();
        let mut children = Marked::with_capacity(BATCH * 8);
        let together = space.together().min(BATCH);
        let chunks = |(states, past): (&'a Vec<S>, &'a Vec<Past>)| {
            states.chunks(together).zip(past.chunks(together))
        };
        let batches = of.flat_map(chunks);
        for (number, (states, past)) in batches.enumerate() {
            if number % BATCHES_A_CHECK == 0 || together < BATCH {
                check()?;
            }
            children.clear();
            space.expand_new(states, past, &mut children.states, &mut children.past);
            for (child, &past) in children.states.iter().zip(&children.past) {
                self.parts[partition(child, bits)].push(*child, past);
            }
            self.goal = children.states.iter().copied().find(|child| wanted(child));
            if self.goal.is_some() || needless() {
                break;
            }
        }
        Ok(())
    }
}

/// Lists that have been read: giving them back to the system, and asking for as many again, takes long, and threads wait
/// for each other there.
pub(super) struct Spare<S>(Mutex<Vec<Parts<S>>>);

impl<S: Copy> Spare<S> {
    /// The lists of `read`, whose successors are no longer needed.
    pub(super) fn of(read: impl IntoIterator<Item = Successors<S>>) -> Spare<S> {
        let parts = read.into_iter().map(|successors| successors.parts);
        Spare(Mutex::new(parts.collect()))
    }

    /// Empty lists for `1 << bits` partitions, each with room for `likely` successors.
    pub(super) fn take(&self, bits: u32, likely: usize) -> Successors<S> {
        let spare = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut parts = spare.unwrap_or_default();
        parts.resize_with(1 << bits, || Marked::with_capacity(0));
        parts.iter_mut().for_each(|part| part.empty(likely));
        Successors { parts, goal: None }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let spare = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        spare.iter().flatten().map(Marked::bytes).sum()
    }
}
