//! Breadth-first search of large layers, on any number of threads.
//!
//! States are sorted into partitions by their hash. A layer is made in two passes: first the successors of all its states
//! are written down, each into its partition; then every partition is sieved by itself, in a table that stays in the caches,
//! against the last two layers. Both passes read and write in order, and their shares are independent, so that threads need no lock.
//! The order of everything is that of one thread, however many there are.

#[cfg(test)]
mod tests;

use super::bfs::{Layer, Wanted};
use super::partition_set::{PartitionSet, partition};
use super::pool::{Check, Pool, give_back};
use super::space::{Past, Space, State, each_successor};
use super::successors::{Marked, Parts, Spare, Successors};
use super::traces::Traces;
use crate::solver::budget::{Budget, StopReason};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A layer's states by partition. Earlier layers have fewer partitions: their number is a power of two.
type Partitions<S> = Vec<Vec<S>>;

/// What is kept of layers before the last two, in which no successor can come up again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Older {
    /// All their states.
    States,
    /// Their traces, with which the way back is found.
    Traces,
}

/// The layers of an undirected graph.
pub(crate) struct ParallelLayers<S: State> {
    start: S,
    older: Older,
    /// By partition, the traces of the layers that have been given up.
    traces: Vec<Vec<Traces>>,
    /// All layers; those of which there are traces are empty.
    layers: Vec<Partitions<S>>,
    /// The move that led to each state of the last layer.
    past: Vec<Vec<Past>>,
    /// How many states all layers have.
    states: u64,
    /// The last layer has `1 << bits` partitions.
    bits: u32,
    /// Bytes of all layers.
    bytes: u64,
    /// Successors a state, in the layer before.
    branching: f64,
    crew: Pool,
    spare: Spare<S>,
}

/// More partitions than this are too many places to write to at once.
const MOST_BITS: u32 = 10;

/// States that are put into partitions, or estimated, between two looks at the clock.
const A_SPLIT: usize = 1 << 12;
const AN_ESTIMATE: usize = 1 << 8;

/// Bytes of successors that are written down before they are sieved, for a layer that is not larger than this itself.
const A_ROUND: u64 = 1 << 25;

/// Fewer bytes of successors at a time are not worth the passes.
const SMALLEST_ROUND: u64 = 1 << 18;

impl<S: State> ParallelLayers<S> {
    /// States in a partition for which the sieve's table fits the second cache; fewer where they have hundreds of words, so that it is not
    /// long in filling.
    const IN_A_PARTITION: usize =
        if size_of::<S>() <= 1 << 8 { 1 << 12 } else { (1 << 20) / size_of::<S>() };

    /// Bytes of a successor that is written down.
    const A_SUCCESSOR: u64 = (size_of::<S>() + size_of::<Past>()) as u64;

    /// Successors that are sieved between two looks at the clock.
    const A_STRETCH: usize =
        if size_of::<S>() <= 1 << 6 { 1 << 15 } else { (1 << 21) / size_of::<S>() };

    /// Goes on from the layers of another search, of which there are at least three.
    pub(crate) fn new(layers: Vec<Vec<S>>, older: Older) -> ParallelLayers<S> {
        let layers: Vec<Partitions<S>> = layers.into_iter().map(|layer| vec![layer]).collect();
        let states = layers.iter().map(|layer| layer[0].len() as u64).sum();
        let last = layers.last().map_or(0, |layer| layer[0].len());
        ParallelLayers {
            start: layers[0][0][0],
            older,
            traces: Vec::new(),
            // The other search has not kept the last moves, so that the first layer here is expanded without leaving out any.
            past: vec![vec![Past::UNKNOWN; last]],
            bytes: states * size_of::<S>() as u64,
            layers,
            states,
            bits: 0,
            // This is a first guess; every round replaces it by what it has found.
            branching: 12.0,
            crew: Pool::default(),
            spare: Spare::of([]),
        }
    }

    /// Moves of the last layer.
    pub(crate) fn depth(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// All states, layer after layer, if they were kept; each layer is given back as soon as it has been copied.
    pub(crate) fn into_states(mut self) -> Vec<S> {
        let mut states = Vec::with_capacity(self.states as usize);
        for layer in std::mem::take(&mut self.layers) {
            layer.iter().for_each(|part| states.extend_from_slice(part));
        }
        states
    }

    /// Bytes that [`ParallelLayers::into_states`] needs beside those that are held.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Bytes that are held between two layers.
    pub(crate) fn held(&self) -> u64 {
        let past = self.size(self.layers.len() - 1) * size_of::<Past>();
        self.bytes + past as u64 + self.spare.bytes()
    }

    /// Makes the next layer, or finds a goal in it if one is wanted.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn advance(
        &mut self,
        space: &dyn Space<S>,
        wanted: Wanted<'_, S>,
        budget: &mut Budget<'_>,
    ) -> Result<Layer<S>, StopReason> {
        self.split(budget)?;
        self.crew.gather(budget.limits().threads);
        let mut next: Parts<S> = (0..1 << self.bits).map(|_| Marked::with_capacity(0)).collect();
        match self.fill(&mut next, space, &wanted, budget) {
            Ok(None) => {}
            Ok(Some(goal)) => return Ok(Layer::Found(goal)),
            Err(why) => {
                give_back(next, u64::MAX);
                return Err(why);
            }
        }
        let size: usize = next.iter().map(Marked::len).sum();
        if size == 0 {
            return Ok(Layer::Empty);
        }
        self.states += size as u64;
        self.bytes += (size * size_of::<S>()) as u64;
        let (mut states, past) = unzip(next);
        // A finished layer is kept to the end of the search, so that its unused capacity would never be used.
        states.iter_mut().for_each(Vec::shrink_to_fit);
        self.layers.push(states);
        self.past = past;
        if self.older == Older::Traces {
            self.give_up_old(budget)?;
        }
        Ok(Layer::Full)
    }

    /// Adds the next layer to `next`; a goal in it ends that.
    fn fill(
        &mut self,
        next: &mut Parts<S>,
        space: &dyn Space<S>,
        wanted: &Wanted<'_, S>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<S>, StopReason> {
        let most = wanted.most_estimate(self.depth() + 1);
        let is_kept = |state: &S| most.is_none_or(|most| space.estimate(state) <= most);
        let stretch = if most.is_some() { AN_ESTIMATE } else { Self::A_STRETCH };
        for round in self.rounds(budget) {
            self.report(budget, next, self.spare.bytes());
            let shares =
                self.expand(space, matches!(wanted, Wanted::Goal { .. }), round, budget)?;
            // The first share with a goal has the first goal of the layer, however many threads there are.
            if let Some(goal) = shares.iter().find_map(|share| share.goal) {
                return Ok(Some(goal));
            }
            let tables = budget.limits().threads as u64 * self.table_bytes();
            let held: u64 = shares.iter().map(Successors::bytes).sum();
            self.report(budget, next, tables + held);
            if let Err(why) = self.partition_set(&shares, next, (&is_kept, stretch), budget) {
                give_back(shares, held);
                return Err(why);
            }
            // Where memory is short the lists are given back, because the next round may need the room for new states.
            self.spare = match budget.room(budget.progress.bytes) {
                Ok(()) => Spare::of(shares),
                Err(_) => Spare::of([]),
            };
        }
        Ok(None)
    }

    /// Leaves of all layers but the last two only traces.
    fn give_up_old(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        for depth in self.traces.len()..self.layers.len() - 2 {
            let layer = std::mem::take(&mut self.layers[depth]);
            let states: usize = layer.iter().map(Vec::len).sum();
            let shares = self.crew.in_shares(0..layer.len(), budget, |parts, check| {
                let trace = |part: &Vec<S>| check().map(|()| Traces::of(part));
                layer[parts].iter().map(trace).collect::<Result<Vec<_>, _>>()
            })?;
            let traces = shares.into_iter().flatten().collect::<Vec<_>>();
            self.bytes -= (states * size_of::<S>()) as u64;
            self.bytes += traces.iter().map(Traces::bytes).sum::<u64>();
            self.traces.push(traces);
        }
        Ok(())
    }

    /// States of the last layer.
    pub(crate) fn ahead(&self) -> usize {
        self.size(self.layers.len() - 1)
    }

    fn size(&self, depth: usize) -> usize {
        self.layers[depth].iter().map(Vec::len).sum()
    }

    fn last(&self) -> &Partitions<S> {
        &self.layers[self.layers.len() - 1]
    }

    fn before(&self) -> &Partitions<S> {
        &self.layers[self.layers.len() - 2]
    }

    /// Sees to it that the last two layers have as many partitions as suits the larger of them.
    fn split(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let last = self.layers.len() - 1;
        // The sieve's table holds the partitions of both layers, so that the larger one decides.
        let live = self.size(last).max(self.size(last - 1));
        while self.bits < MOST_BITS && live >> self.bits > Self::IN_A_PARTITION {
            self.bits += 1;
        }
        if self.layers[last - 1].len() < 1 << self.bits {
            let layer = std::mem::take(&mut self.layers[last - 1]);
            let past = layer.iter().map(|part| vec![Past::UNKNOWN; part.len()]).collect();
            self.layers[last - 1] = split((layer, past), self.bits, budget)?.0;
        }
        if self.layers[last].len() < 1 << self.bits {
            let layer = std::mem::take(&mut self.layers[last]);
            let past = std::mem::take(&mut self.past);
            (self.layers[last], self.past) = split((layer, past), self.bits, budget)?;
        }
        Ok(())
    }

    /// The last layer's partitions in runs whose successors are sieved together.
    fn rounds(&self, budget: &Budget<'_>) -> Vec<Range<usize>> {
        let states = self.size(self.layers.len() - 1);
        let a_state = self.branching * Self::A_SUCCESSOR as f64;
        // Every round puts all known states into the tables anew, so that a large layer gets larger rounds and not more of them.
        let mut room = A_ROUND.max(2 * (states * size_of::<S>()) as u64);
        if let Some(limit) = budget.limits().memory {
            // A quarter of what is left, because the new states and the tables need room too.
            room = room.min((limit.saturating_sub(self.bytes) / 4).max(SMALLEST_ROUND));
        }
        let rounds = (states as f64 * a_state / room as f64).ceil() as usize;
        let parts = self.last().len();
        let each = parts.div_ceil(rounds.clamp(1, parts));
        (0..parts).step_by(each).map(|begin| begin..parts.min(begin + each)).collect()
    }

    /// Writes down the successors of some partitions of the last layer.
    fn expand(
        &mut self,
        space: &dyn Space<S>,
        wants_goal: bool,
        round: Range<usize>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Successors<S>>, StopReason> {
        let states = |parts: &[Vec<S>]| parts.iter().map(Vec::len).sum::<usize>();
        let expanding = states(&self.last()[round.clone()]);
        let wanting = (expanding as f64 * self.branching) as u64 * Self::A_SUCCESSOR;
        // The spare lists are counted already, so that only what goes beyond them is asked for.
        budget.room(wanting.saturating_sub(self.spare.bytes()))?;
        // The first of the partitions among whose successors there is a goal; those that come later are not needed then.
        let solved = AtomicUsize::new(usize::MAX);
        let shares = self.crew.in_shares(round, budget, |parts, check| {
            let first = parts.start;
            // Relaxed: a thread that hears of a goal late only does work that nobody needs.
            let needless = || solved.load(Ordering::Relaxed) < first;
            let (layer, past) = (&self.last()[parts.clone()], &self.past[parts]);
            // A little more than will do in most cases, so that few have to grow.
            let likely = (states(layer) as f64 * self.branching * 1.05) as usize >> self.bits;
            let mut successors = self.spare.take(self.bits, likely);
            successors.add(space, wants_goal, layer.iter().zip(past), (check, needless))?;
            if successors.goal.is_some() {
                // The least stays whichever thread is first, so that the goal that is found does not depend on their speed.
                solved.fetch_min(first, Ordering::Relaxed);
            }
            Ok(successors)
        })?;
        let found: usize = shares.iter().map(Successors::len).sum();
        self.branching = (found as f64 / expanding.max(1) as f64).max(1.0);
        Ok(shares)
    }

    /// Adds those successors to `next` that are new and `is_kept` keeps.
    fn partition_set(
        &self,
        shares: &[Successors<S>],
        next: &mut [Marked<S>],
        kept: (&(dyn Fn(&S) -> bool + Sync), usize),
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        // As many new states as were expanded, and half as many again: layers grow no faster where there are many states.
        let found: usize = shares.iter().map(Successors::len).sum();
        let new = found as f64 / self.branching * 1.5;
        budget.check()?;
        budget.room(new as u64 * Self::A_SUCCESSOR)?;
        // The start cannot come up again: a successor is at most one layer back, and there are three layers at least.
        let absent = self.start;
        let known = &*next;
        // Whoever is done with one partition takes the next.
        let (taken, threads) = (AtomicUsize::new(0), budget.limits().threads);
        let sieved = self.crew.in_shares(0..threads, budget, |_, check| {
            let mut table = PartitionSet::new(absent, self.bits);
            let mut sieved = Vec::new();
            loop {
                // Relaxed: the counter only deals out numbers, and `in_shares` hands over the results.
                let part = taken.fetch_add(1, Ordering::Relaxed);
                let Some(known) = known.get(part) else {
                    return Ok(sieved);
                };
                let streams = shares.iter().map(|share| &share.parts[part]);
                let new =
                    self.sieve_part(part, &known.states, streams, kept, (&mut table, check))?;
                sieved.push((part, new));
            }
        })?;
        for (part, new) in sieved.into_iter().flatten() {
            if next[part].len() == 0 {
                next[part] = new;
            } else {
                next[part].append(&new);
            }
        }
        Ok(())
    }

    /// The new states among the successors of one partition.
    fn sieve_part<'a>(
        &self,
        part: usize,
        known: &[S],
        streams: impl Iterator<Item = &'a Marked<S>>,
        (is_kept, stretch): (&(dyn Fn(&S) -> bool + Sync), usize),
        (table, check): (&mut PartitionSet<S>, Check<'_>),
    ) -> Result<Marked<S>, StopReason> {
        let (before, last) = (&self.before()[part], &self.last()[part]);
        table.clear(before.len() + last.len() + known.len().max(last.len()));
        for states in [before, last, known] {
            table.extend(states);
        }
        let mut new = Marked::with_capacity(last.len());
        for some in streams.flat_map(|stream| stream.chunks(stretch)) {
            check()?;
            let before = new.len();
            table.partition_set(some, &mut new);
            new.retain_from(before, is_kept);
        }
        Ok(new)
    }

    /// Bytes that the sieve of one thread takes.
    fn table_bytes(&self) -> u64 {
        let live = self.layers[self.layers.len() - 2..].iter().flatten().map(Vec::len);
        PartitionSet::<S>::bytes_for(3 * live.max().unwrap_or(0))
    }

    /// Tells what has been done: `next` is the part of a layer that is known already, and `more` bytes are held beside it.
    fn report(&self, budget: &mut Budget<'_>, next: &[Marked<S>], more: u64) {
        let found: usize = next.iter().map(Marked::len).sum();
        let room: u64 = next.iter().map(Marked::bytes).sum();
        let beside = budget.beside;
        budget.progress.states = beside.states + self.states + found as u64;
        let past = self.size(self.layers.len() - 1) * size_of::<Past>();
        budget.progress.bytes = beside.bytes + self.bytes + past as u64 + room + more;
        budget.progress.expanded =
            beside.expanded + self.states - self.size(self.layers.len() - 1) as u64;
        budget.progress.depth = self.depth() + 1;
        budget.progress.lower_bound = budget.progress.lower_bound.max(budget.progress.depth);
    }

    /// A shortest way from `state`, one move after the last layer, back to the first layer.
    pub(crate) fn trail(&self, space: &dyn Space<S>, state: S) -> Vec<S> {
        let mut trail = vec![state];
        // The neighbours that have not been tried, of each state on the trail.
        let mut around = vec![each_successor(space, state)];
        while let Some(depth) = self.layers.len().checked_sub(around.len()) {
            let untried = around.last_mut();
            let untried =
                untried.expect("every state of a layer is one move from the layer before");
            match untried.find(|state| self.may_have(depth, state)) {
                Some(state) => {
                    trail.push(state);
                    around.push(each_successor(space, state));
                }
                // Its trace was that of another state.
                None => {
                    trail.pop();
                    around.pop();
                }
            }
        }
        trail
    }

    /// Whether a state is in a layer; one that is not may be taken for one of a layer of which there are traces.
    fn may_have(&self, depth: usize, state: &S) -> bool {
        // A layer keeps the number of partitions that it had when it was made, and earlier layers have fewer.
        let bits = |parts: usize| parts.trailing_zeros();
        match (depth, self.traces.get(depth)) {
            // The last one is compared itself, so that only a way that is really one ends there.
            (0, _) => *state == self.start,
            (_, Some(layer)) => layer[partition(state, bits(layer.len()))].may_have(state),
            (_, None) => {
                let layer = &self.layers[depth];
                layer[partition(state, bits(layer.len()))].contains(state)
            }
        }
    }
}

impl<S: State> Drop for ParallelLayers<S> {
    fn drop(&mut self) {
        let bytes = self.bytes + self.spare.bytes();
        let layers = (std::mem::take(&mut self.layers), std::mem::take(&mut self.past));
        let spare = std::mem::replace(&mut self.spare, Spare::of([]));
        give_back((layers, std::mem::take(&mut self.traces), spare), bytes);
    }
}

/// States in `1 << bits` partitions, from fewer, each of which is given back at once.
fn split<S: State>(
    (layer, past): (Partitions<S>, Vec<Vec<Past>>),
    bits: u32,
    budget: &mut Budget<'_>,
) -> Result<(Partitions<S>, Vec<Vec<Past>>), StopReason> {
    let count: usize = layer.iter().map(Vec::len).sum();
    // What it takes beside what is counted: as a whole if there is one partition only.
    let most = layer.iter().map(Vec::len).max().unwrap_or(0);
    budget.room((most * size_of::<S>()) as u64)?;
    // An eighth more than an even part, because a hash never spreads states quite evenly.
    let room = (count >> bits) + (count >> (bits + 3));
    let parts = (0..1 << bits).map(|_| Marked::with_capacity(room));
    let mut parts: Parts<S> = parts.collect();
    for (states, past) in layer.into_iter().zip(past) {
        for (states, past) in states.chunks(A_SPLIT).zip(past.chunks(A_SPLIT)) {
            budget.check()?;
            for (&state, &past) in states.iter().zip(past) {
                parts[partition(&state, bits)].push(state, past);
            }
        }
    }
    Ok(unzip(parts))
}

/// The states and the moves that led to them, apart.
fn unzip<S>(parts: Parts<S>) -> (Partitions<S>, Vec<Vec<Past>>) {
    let parts = parts.into_iter().map(|part| (part.states, part.past));
    parts.unzip()
}
