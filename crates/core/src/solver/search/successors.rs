//! Lists of states, each with the move that led there.

use super::ascending;
use super::hash;
use super::partition::Partition;
use super::partition_set::Partitioning;
use super::pool::{Check, locked};
use super::space::{Past, Space, State, batches};
use crate::solver::budget::StopReason;
use std::sync::Mutex;

/// States, and the last move of each.
pub(crate) struct Marked<S> {
    pub(crate) states: Vec<S>,
    /// The last move of each state, by the same index.
    pub(crate) past: Vec<Past>,
}

impl<S: Copy> Marked<S> {
    /// Nothing, with room for as many states.
    pub(crate) fn with_capacity(states: usize) -> Marked<S> {
        Marked { states: Vec::with_capacity(states), past: Vec::with_capacity(states) }
    }

    /// How many states.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let states = self.states.capacity() * size_of::<S>();
        (states + self.past.capacity() * size_of::<Past>()) as u64
    }

    /// Adds a state.
    #[inline]
    pub(crate) fn push(&mut self, state: S, past: Past) {
        self.states.push(state);
        self.past.push(past);
    }

    /// Forgets all states.
    pub(crate) fn clear(&mut self) {
        self.states.clear();
        self.past.clear();
    }

    /// Forgets all states, and makes room for as many.
    pub(crate) fn empty(&mut self, states: usize) {
        self.clear();
        self.states.reserve_exact(states);
        self.past.reserve_exact(states);
    }

    /// Of the states from `begin` on, leaves those that `is_kept` keeps.
    pub(crate) fn retain_from(&mut self, begin: usize, is_kept: impl Fn(&S) -> bool) {
        let mut kept = begin;
        for at in begin..self.len() {
            let (state, past) = (self.states[at], self.past[at]);
            if is_kept(&state) {
                (self.states[kept], self.past[kept]) = (state, past);
                kept += 1;
            }
        }
        self.states.truncate(kept);
        self.past.truncate(kept);
    }

    /// Leaves out states that were made a short time ago, of which `recent` has one for each of some values of a hash.
    fn leave_out_recent(&mut self, recent: &mut [S])
    where
        S: State,
    {
        let (mut kept, mask) = (0, recent.len() - 1);
        for at in 0..self.len() {
            let (state, past) = (self.states[at], self.past[at]);
            // Written in any case, kept only if it is new: see `PartitionSet::insert` for why this is no branch.
            (self.states[kept], self.past[kept]) = (state, past);
            let slot = &mut recent[(hash::hash(&state) >> 32) as usize & mask];
            kept += usize::from(*slot != state);
            *slot = state;
        }
        self.states.truncate(kept);
        self.past.truncate(kept);
    }

    /// Puts the states in order, with `room` to copy them to.
    pub(crate) fn sort(&mut self, room: &mut Vec<(S, Past)>)
    where
        S: Ord,
    {
        room.clear();
        room.extend(self.states.iter().copied().zip(self.past.iter().copied()));
        room.sort_unstable_by_key(|&(state, _)| state);
        for (at, (state, past)) in room.drain(..).enumerate() {
            (self.states[at], self.past[at]) = (state, past);
        }
    }

    /// The list in pieces of at most `size`.
    pub(crate) fn chunks(&self, size: usize) -> impl Iterator<Item = (&[S], &[Past])> {
        self.states.chunks(size).zip(self.past.chunks(size))
    }
}

/// States with their past, by partition.
pub(crate) type Parts<S> = Vec<Marked<S>>;

/// A thread's part of the successors of some states.
pub(crate) struct Successors<S> {
    /// All of them, in the order in which they were found.
    pub(crate) parts: Parts<S>,
    by: Partitioning,
    /// How many were found, with those that were not written down because they had been a short time before.
    // What others do with the number must not hang on how many threads there are, as the number of those that are written down does.
    pub(crate) found: usize,
    /// The first goal among them.
    pub(crate) goal: Option<S>,
}

/// States expanded before their successors are sorted.
// It is a multiple of the 512 positions that bit slices expand at once, so that a whole batch fills its planes.
const BATCH: usize = 1024;

/// Successors that are remembered while others are made: a table for the second cache.
const RECENT: usize = 1 << 14;

/// Batches between two looks at the clock.
const BATCHES_A_CHECK: usize = 2;

impl<S: State> Successors<S> {
    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.parts.iter().map(Marked::len).sum()
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.parts.iter().map(Marked::bytes).sum()
    }

    /// Adds the successors of the states in `of`, in their order; up to the batch with the first goal if one is
    /// wanted, and only until they are `needless`. `absent` is known and may be left out.
    ///
    /// # Errors
    /// What `check` says, or that they take more than `most` bytes: how many a state has may be far more than in the layer before.
    pub(crate) fn add<'a>(
        &mut self,
        space: &dyn Space<S>,
        wants_goal: bool,
        of: impl Iterator<Item = (&'a Partition<S>, &'a Vec<Past>)>,
        (check, needless, most): (Check<'_>, impl Fn() -> bool, u64),
        absent: S,
    ) -> Result<(), StopReason> {
        let together = space.together().min(BATCH);
        let (mut children, mut room) = (Marked::with_capacity(together * 8), Vec::new());
        let mut recent = (self.by.alike > 0).then(|| vec![absent; RECENT]);
        let mut number = 0;
        for (states, past) in of {
            let states = states.list(&mut room);
            for batch in batches(space, 0..states.len(), BATCH) {
                // Batches are small where one state has thousands of successors; then every one of them is worth a look at the clock.
                if number % BATCHES_A_CHECK == 0 || together < BATCH {
                    check()?;
                }
                number += 1;
                children.clear();
                let Marked { states: found, past: next } = &mut children;
                let of = (&states[batch.states.clone()], &past[batch.states.clone()]);
                batch.expand_new(space, of, found, next);
                self.found += children.len();
                if let Some(recent) = &mut recent {
                    children.leave_out_recent(recent);
                }
                for (child, &past) in children.states.iter().zip(&children.past) {
                    self.parts[self.by.of(child)].push(*child, past);
                }
                if self.bytes() > most {
                    return Err(StopReason::Memory);
                }
                if wants_goal {
                    let goal = space.first_goal(&children.states);
                    self.goal = goal.map(|goal| children.states[goal]);
                }
                if self.goal.is_some() || needless() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Lists that have been read: giving them back to the system, and asking for as many again, takes long, and threads wait
/// for each other there.
pub(crate) struct Spare<S>(Mutex<Vec<Parts<S>>>);

impl<S: Copy> Spare<S> {
    /// The lists of `read`, whose successors are no longer needed.
    pub(crate) fn of(read: impl IntoIterator<Item = Successors<S>>) -> Spare<S> {
        let parts = read.into_iter().map(|successors| successors.parts);
        Spare(Mutex::new(parts.collect()))
    }

    /// Empty lists, each with room for so many successors as are likely.
    pub(crate) fn take(&self, by: Partitioning, likely: impl Fn(usize) -> usize) -> Successors<S> {
        // The threads of one pass take their lists at the same time, each only one, so that a lock does.
        let spare = locked(&self.0).pop();
        let mut parts = spare.unwrap_or_default();
        parts.resize_with(1 << by.bits, || Marked::with_capacity(0));
        // The longest list goes where the most is likely, or in the end each would be as long as any of them ever had to be.
        let by_length = ascending(parts.iter().map(|list| list.states.capacity()));
        let by_need = ascending((0..parts.len()).map(&likely));
        let mut placed = Parts::new();
        placed.resize_with(parts.len(), || Marked::with_capacity(0));
        for (from, to) in by_length.into_iter().zip(by_need) {
            std::mem::swap(&mut placed[to], &mut parts[from]);
            placed[to].empty(likely(to));
        }
        Successors { parts: placed, by, found: 0, goal: None }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let spare = locked(&self.0);
        spare.iter().flatten().map(Marked::bytes).sum()
    }
}
