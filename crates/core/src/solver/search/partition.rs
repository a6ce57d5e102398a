//! The states of a layer by partition, with the moves that led to them.

use super::deltas::DeltaList;
use super::partition_set::Partitioning;
use super::space::{Past, State};
use super::successors::Marked;
use crate::solver::budget::{Budget, StopReason};

/// A layer's states by partition. Earlier layers have fewer partitions: their number is a power of two.
pub(crate) type Partitions<S> = Vec<Partition<S>>;

/// Bytes of a difference, if nothing tells more.
const A_GUESS: usize = 6;

/// States that are put into partitions between two looks at the clock.
const A_SPLIT: usize = 1 << 12;

/// The states of a partition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Partition<S> {
    /// In any order.
    Listed(Vec<S>),
    /// In ascending order, in a third of the room.
    Packed(DeltaList<S>),
}

impl<S: State> Partition<S> {
    /// How many states.
    pub(crate) fn len(&self) -> usize {
        match self {
            Partition::Listed(states) => states.len(),
            Partition::Packed(states) => states.len(),
        }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Partition::Listed(states) => (states.capacity() * size_of::<S>()) as u64,
            Partition::Packed(states) => states.bytes(),
        }
    }

    /// The states, which are unpacked in `room` where they are packed.
    pub(crate) fn list<'a>(&'a self, room: &'a mut Vec<S>) -> &'a [S] {
        match self {
            Partition::Listed(states) => states,
            Partition::Packed(states) => {
                room.clear();
                room.extend(states.iter());
                room
            }
        }
    }

    /// Whether a state is there.
    pub(crate) fn contains(&self, state: S) -> bool {
        match self {
            Partition::Listed(states) => states.contains(&state),
            Partition::Packed(states) => states.iter().any(|other| other == state),
        }
    }
}

/// A partition with the last move of each state, by the same index.
#[derive(Debug)]
pub(crate) struct Known<S> {
    pub(crate) states: Partition<S>,
    pub(crate) past: Vec<Past>,
}

impl<S: State> Known<S> {
    /// No states.
    pub(crate) fn new() -> Known<S> {
        Known { states: Partition::Listed(Vec::new()), past: Vec::new() }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.states.bytes() + (self.past.capacity() * size_of::<Past>()) as u64
    }

    /// Adds states that are not there yet, behind the others.
    pub(crate) fn append(&mut self, new: &Marked<S>) {
        let Partition::Listed(states) = &mut self.states else {
            unreachable!("a layer is packed from its beginning on or not at all");
        };
        // Exact, because the memory limit counts capacity, and a list grows here only once a round.
        states.reserve_exact(new.len());
        states.extend_from_slice(&new.states);
        self.past.reserve_exact(new.len());
        self.past.extend_from_slice(&new.past);
    }

    /// Adds states in ascending order that are not there yet, and packs all, which are packed already if there are any.
    pub(crate) fn merge(&mut self, new: &Marked<S>) {
        let room = self.states.bytes() as usize + A_GUESS * new.len();
        let mut merged = DeltaList::with_capacity(room);
        let mut past = Vec::with_capacity(self.past.len() + new.len());
        let mut add = |state, by| {
            merged.push(state);
            past.push(by);
        };
        let mut new = new.states.iter().copied().zip(new.past.iter().copied()).peekable();
        match &self.states {
            Partition::Packed(states) => {
                for (state, &by) in states.iter().zip(&self.past) {
                    while let Some((state, by)) = new.next_if(|new| new.0 < state) {
                        add(state, by);
                    }
                    add(state, by);
                }
            }
            Partition::Listed(states) => debug_assert!(states.is_empty(), "all are packed"),
        }
        new.for_each(|(state, by)| add(state, by));
        merged.end();
        *self = Known { states: Partition::Packed(merged), past };
    }
}

/// Bytes that the states of a layer hold.
pub(crate) fn bytes<S: State>(layer: &[Partition<S>]) -> u64 {
    layer.iter().map(Partition::bytes).sum()
}

/// States in other partitions than before, each of which is given back at once.
pub(crate) fn split<S: State>(
    (layer, past): (Partitions<S>, Vec<Vec<Past>>),
    by: Partitioning,
    is_tight: bool,
    budget: &mut Budget<'_>,
) -> Result<(Partitions<S>, Vec<Vec<Past>>), StopReason> {
    let count: usize = layer.iter().map(Partition::len).sum();
    // What it takes beside what is counted: as a whole if there is one partition only, or if they are packed.
    let most = layer.iter().map(Partition::len).max().unwrap_or(0);
    let unpacked = ((count + most) * size_of::<S>()) as u64;
    budget.room(unpacked.saturating_sub(bytes(&layer)))?;
    // An eighth more than an even part, because a hash never spreads states quite evenly.
    let room = (count >> by.bits) + (count >> (by.bits + 3));
    let mut parts: Vec<Marked<S>> = Vec::new();
    parts.resize_with(1 << by.bits, || Marked::with_capacity(0));
    let mut unpacked = Vec::new();
    for (states, past) in layer.into_iter().zip(past) {
        let states = states.list(&mut unpacked).chunks(A_SPLIT);
        for (states, past) in states.zip(past.chunks(A_SPLIT)) {
            budget.check()?;
            for (&state, &past) in states.iter().zip(past) {
                let part = &mut parts[by.of(&state)];
                // Not before: partitions that come of one that is given back then lie where that one was.
                if part.states.capacity() == 0 {
                    part.empty(room);
                }
                part.push(state, past);
            }
        }
    }
    let mut sorted = Vec::new();
    let mut known = |mut part: Marked<S>| {
        if !is_tight {
            return Ok((Partition::Listed(part.states), part.past));
        }
        budget.check()?;
        part.sort(&mut sorted);
        let mut known = Known::new();
        known.merge(&part);
        Ok((known.states, known.past))
    };
    let parts = parts.into_iter().map(&mut known).collect::<Result<Vec<_>, _>>()?;
    Ok(parts.into_iter().unzip())
}
