//! Breadth-first search of large layers, on any number of threads.
//!
//! States are sorted into partitions by their hash. A layer is made in two passes: first the successors of all its states
//! are written down, each into its partition; then every partition is sieved by itself, in a table that stays in the caches,
//! against the last two layers. Both passes read and write in order, and their shares are independent, so that threads need no lock.
//! The order of everything is that of one thread, however many there are.

#[cfg(test)]
mod tests;

use super::bfs::{Layer, Wanted};
use super::partition_set::{PartitionSet, Partitioning};
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
    /// How the states of each layer are sorted into partitions.
    by: Vec<Partitioning>,
    /// How many states all layers have.
    states: u64,
    /// Bytes of all layers.
    bytes: u64,
    /// Successors a state, in the layer before.
    branching: f64,
    /// How many of them were written down: those that were made shortly before are not.
    written: f64,
    /// How many of these were in partitions of the states that they were made of.
    staying: f64,
    crew: Pool,
    spare: Spare<S>,
}

/// More partitions than this are too many places to write to at once.
const MOST_BITS: u32 = 10;

/// States that are put into partitions, or estimated, between two looks at the clock.
const A_SPLIT: usize = 1 << 12;
const AN_ESTIMATE: usize = 1 << 8;

/// States that tell how even partitions would be, and how many times as large as the mean the largest may be.
const A_SAMPLE: usize = 1 << 16;
const UNEVEN: f64 = 2.5;

/// States with fewer successors than this are not worth being sorted.
const MANY: f64 = 4.5;

/// Bytes of successors that are written down before they are sieved, for a layer that is not larger than this itself.
const A_ROUND: u64 = 1 << 25;

/// Fewer bytes of successors at a time are not worth the passes.
const SMALLEST_ROUND: u64 = 1 << 18;

impl<S: State> ParallelLayers<S> {
    /// States in a partition for which the sieve's table fits the second cache; fewer where they have hundreds of words, so that it is not
    /// long in filling.
    const IN_A_PARTITION: usize =
        if size_of::<S>() <= 1 << 8 { 1 << 12 } else { (1 << 20) / size_of::<S>() };

    /// Whether states are so short that it pays to sort them.
    const IS_SHORT: bool = size_of::<S>() <= 16;

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
            by: vec![Partitioning::default(); layers.len()],
            layers,
            states,
            // This is a first guess; every round replaces it by what it has found.
            branching: 12.0,
            written: 1.0,
            staying: 0.0,
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
        self.split(space, budget)?;
        self.crew.gather(budget.limits().threads);
        let mut next: Parts<S> =
            (0..1 << self.last_by().bits).map(|_| Marked::with_capacity(0)).collect();
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
        self.by.push(self.last_by());
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

    /// How the states of the last layer are sorted into partitions.
    fn last_by(&self) -> Partitioning {
        self.by[self.by.len() - 1]
    }

    /// Sees to it that the last two layers have as many partitions as suits the larger of them.
    fn split(&mut self, space: &dyn Space<S>, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let last = self.layers.len() - 1;
        // The sieve's table holds the partitions of both layers, so that the larger one decides.
        let live = self.size(last).max(self.size(last - 1));
        let mut by = self.last_by();
        while by.bits < MOST_BITS && live >> by.bits > Self::IN_A_PARTITION {
            by.bits += 1;
        }
        if by != self.last_by() {
            let in_order = Self::IS_SHORT && self.branching > MANY && space.is_faster_in_order();
            by.alike = if in_order { self.alike(by.bits, budget)? } else { 0 };
            self.staying = 0.0;
        }
        if self.by[last - 1] != by {
            let layer = std::mem::take(&mut self.layers[last - 1]);
            let past = layer.iter().map(|part| vec![Past::UNKNOWN; part.len()]).collect();
            self.layers[last - 1] = split((layer, past), by, budget)?.0;
        }
        if self.by[last] != by {
            let layer = std::mem::take(&mut self.layers[last]);
            let past = std::mem::take(&mut self.past);
            (self.layers[last], self.past) = split((layer, past), by, budget)?;
        }
        self.by[last - 1..].fill(by);
        Ok(())
    }

    /// The most low bits that can be left out of hashes with the largest partition not much larger than the others.
    fn alike(&self, bits: u32, budget: &mut Budget<'_>) -> Result<u32, StopReason> {
        let states = self.last().iter().flatten();
        let sample = states.step_by(self.ahead().div_ceil(A_SAMPLE).max(1));
        for alike in (0..8 * size_of::<S>() as u32).step_by(4).rev() {
            budget.check()?;
            let (by, mut counts) = (Partitioning { bits, alike }, vec![0_usize; 1 << bits]);
            sample.clone().for_each(|state| counts[by.of(state)] += 1);
            let (all, most) = (counts.iter().sum::<usize>(), counts.iter().max());
            if most.is_some_and(|&most| (most << bits) as f64 <= all as f64 * UNEVEN) {
                return Ok(alike);
            }
        }
        Ok(0)
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
        let ahead = self.ahead() as f64;
        let wanting = expanding as f64 * self.branching * self.written;
        let wanting = wanting as u64 * Self::A_SUCCESSOR;
        // The spare lists are counted already, so that only what goes beyond them is asked for.
        budget.room(wanting.saturating_sub(self.spare.bytes()))?;
        // The first of the partitions among whose successors there is a goal; those that come later are not needed then.
        let solved = AtomicUsize::new(usize::MAX);
        let shares = self.crew.in_shares(round, budget, |parts, check| {
            let first = parts.start;
            // Relaxed: a thread that hears of a goal late only does work that nobody needs.
            let needless = || solved.load(Ordering::Relaxed) < first;
            let (layer, past) = (&self.last()[parts.clone()], &self.past[parts.clone()]);
            // A little more than will do in most cases, so that few have to grow; partitions of successors are about as uneven as those of
            // the states.
            let (here, a_state) = (states(layer) as f64, self.branching * self.written * 1.05);
            let likely = |part: usize| {
                let staying = if parts.contains(&part) { self.staying } else { 0.0 };
                let coming = (1.0 - self.staying) * here / ahead;
                ((staying + coming) * a_state * self.last()[part].len() as f64) as usize
            };
            let mut successors = self.spare.take(self.last_by(), likely);
            let of = layer.iter().zip(past);
            successors.add(space, wants_goal, of, (check, needless), self.start)?;
            let stayed = successors.parts[parts].iter().map(Marked::len).sum::<usize>();
            if successors.goal.is_some() {
                // The least stays whichever thread is first, so that the goal that is found does not depend on their speed.
                solved.fetch_min(first, Ordering::Relaxed);
            }
            Ok((successors, stayed))
        })?;
        let (shares, stayed): (Vec<_>, Vec<usize>) = shares.into_iter().unzip();
        let found: usize = shares.iter().map(|share| share.found).sum();
        let written: usize = shares.iter().map(Successors::len).sum();
        self.branching = (found as f64 / expanding.max(1) as f64).max(1.0);
        self.written = written as f64 / found.max(1) as f64;
        if self.last_by().alike > 0 {
            self.staying = stayed.into_iter().sum::<usize>() as f64 / written.max(1) as f64;
        }
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
        let found: usize = shares.iter().map(|share| share.found).sum();
        let new = found as f64 / self.branching * 1.5;
        budget.check()?;
        budget.room(new as u64 * Self::A_SUCCESSOR)?;
        // The start cannot come up again: a successor is at most one layer back, and there are three layers at least.
        let absent = self.start;
        let known = &*next;
        // Whoever is done with one partition takes the next.
        let (taken, threads) = (AtomicUsize::new(0), budget.limits().threads);
        let sieved = self.crew.in_shares(0..threads, budget, |_, check| {
            let mut table = PartitionSet::new(absent, self.last_by());
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
        if self.last_by().alike > 0 {
            check()?;
            new.sort();
        }
        Ok(new)
    }

    /// Bytes that the sieve of one thread takes.
    fn table_bytes(&self) -> u64 {
        let live = self.layers[self.layers.len() - 2..].iter().flatten().map(Vec::len);
        let most = live.max().unwrap_or(0);
        // New states are copied to be sorted, and may be twice as many as those that they were made of.
        let in_order = if self.last_by().alike > 0 { 2 * most * size_of::<(S, Past)>() } else { 0 };
        PartitionSet::<S>::bytes_for(3 * most) + in_order as u64
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
        let part = self.by[depth].of(state);
        match (depth, self.traces.get(depth)) {
            // The last one is compared itself, so that only a way that is really one ends there.
            (0, _) => *state == self.start,
            (_, Some(layer)) => layer[part].may_have(state),
            (_, None) => self.layers[depth][part].contains(state),
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

/// States in other partitions than before, each of which is given back at once.
fn split<S: State>(
    (layer, past): (Partitions<S>, Vec<Vec<Past>>),
    by: Partitioning,
    budget: &mut Budget<'_>,
) -> Result<(Partitions<S>, Vec<Vec<Past>>), StopReason> {
    let count: usize = layer.iter().map(Vec::len).sum();
    // What it takes beside what is counted: as a whole if there is one partition only.
    let most = layer.iter().map(Vec::len).max().unwrap_or(0);
    budget.room((most * size_of::<S>()) as u64)?;
    // An eighth more than an even part, because a hash never spreads states quite evenly.
    let room = (count >> by.bits) + (count >> (by.bits + 3));
    let parts = (0..1 << by.bits).map(|_| Marked::with_capacity(room));
    let mut parts: Parts<S> = parts.collect();
    for (states, past) in layer.into_iter().zip(past) {
        for (states, past) in states.chunks(A_SPLIT).zip(past.chunks(A_SPLIT)) {
            budget.check()?;
            for (&state, &past) in states.iter().zip(past) {
                parts[by.of(&state)].push(state, past);
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
