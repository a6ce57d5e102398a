//! Breadth-first search of large layers, on any number of threads.
//!
//! States are sorted into partitions by their hash. A layer is made in two passes: first the successors of all its states
//! are written down, each into its partition; then every partition is freed of duplicates by itself, in a table that stays in the caches,
//! against the last two layers. Both passes read and write in order, and their shares are independent, so that threads need no lock.
//! The order of everything is that of one thread, however many there are.
//!
//! All of it is one thing: how a layer is made of the one before.

#[cfg(test)]
mod tests;

use super::layers::{InLayers, Layer, Nearness, Wanted};
use super::partition::{Known, Partition, Partitions, bytes, split};
use super::partition_set::{PartitionSet, Partitioning, Room};
use super::pool::{Check, Pool, give_back, locked};
use super::space::{Estimate, Past, Space, State, each_successor};
use super::successors::{Marked, Spare, Successors};
use super::traces::{KEPT, LOOKED_UP, Traces, traces};
use crate::solver::budget::{Budget, Progress, StopReason};
use crate::solver::request::Limits;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What is kept of layers before the last two, in which no successor can come up again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Older {
    /// All their states.
    States,
    /// Their traces, with which the way back is found.
    Traces,
}

/// The estimates of the states of a layer, by partition.
pub(crate) type Estimates = Vec<Vec<u32>>;

/// The layers of an undirected graph.
pub(crate) struct ParallelLayers<S: State> {
    /// The first layer.
    starts: Vec<S>,
    older: Older,
    /// Whether the layers take so much of the memory that they are packed from now on.
    is_tight: bool,
    /// By partition, the traces of the layers that have been given up.
    traces: Vec<Arc<[Traces]>>,
    /// All layers; those of which there are traces are empty.
    layers: Vec<Partitions<S>>,
    /// The move that led to each state of the last layer.
    past: Vec<Vec<Past>>,
    /// How the states of each layer are sorted into partitions.
    by: Vec<Partitioning>,
    /// From no state of the last layer is a goal nearer than this, on a path that is wanted; 0 if nobody has asked.
    pub(crate) nearest: u32,
    /// Whether states were left out, because a path through them would be too long, from which a goal may be reached all the same.
    pub(crate) is_cut: bool,
    /// How many states all layers have.
    pub(crate) states: u64,
    /// Bytes of all layers.
    bytes: u64,
    /// Successors a state, in the layer before.
    branching: f64,
    /// How many of them were written down: those that were made shortly before are not.
    written: f64,
    /// How many of these were in partitions of the states that they were made of.
    staying: f64,
    pool: Pool,
    spare: Spare<S>,
}

/// More partitions than this are too many places to write to at once.
const MOST_BITS: u32 = 10;

/// States that are estimated between two looks at the clock.
const AN_ESTIMATE: usize = 1 << 8;

/// States that tell how even partitions would be, and how many times as large as the mean the largest may be.
const A_SAMPLE: usize = 1 << 16;
const UNEVEN: f64 = 2.5;

/// States with fewer successors than this are not worth being sorted.
const MANY: f64 = 3.0;

/// Bytes of successors that are written down before they are freed of duplicates, for a layer that is not larger than this itself.
const A_ROUND: u64 = 1 << 25;

/// States are sorted and packed from when they hold one part in so many of the memory on.
const TIGHT: u64 = 8;

/// Tables have ample room where the deduplication of all threads takes no more than one part in so many of the memory.
const AMPLE: u64 = 64;

/// Rounds of a layer at most: with more of them the tables would be filled for longer than anything else is done.
const MOST_ROUNDS: usize = 64;

/// Fewer bytes of successors at a time are not worth the passes.
const SMALLEST_ROUND: u64 = 1 << 18;

impl<S: State> ParallelLayers<S> {
    /// States in a partition for which the table of a deduplication fits the second cache; fewer where they have hundreds of words, so that it is not
    /// long in filling.
    const IN_A_PARTITION: usize =
        if size_of::<S>() <= 1 << 8 { 1 << 12 } else { (1 << 20) / size_of::<S>() };

    /// Whether states are so short that it pays to sort them.
    const IS_SHORT: bool = size_of::<S>() <= 16;

    /// Whether a state is so short that a table with ample room fits the second cache all the same.
    const IS_A_WORD: bool = size_of::<S>() <= 8;

    /// Bytes of a successor that is written down.
    const A_SUCCESSOR: u64 = (size_of::<S>() + size_of::<Past>()) as u64;

    /// Successors that are freed of duplicates between two looks at the clock.
    const A_STRETCH: usize =
        if size_of::<S>() <= 1 << 6 { 1 << 15 } else { (1 << 21) / size_of::<S>() };

    /// Goes on from the layers of another search, of which there are at least two.
    pub(crate) fn new(layers: Vec<Vec<S>>, older: Older) -> ParallelLayers<S> {
        let (starts, last) = (layers[0].clone(), layers.last().map_or(0, Vec::len));
        let states = layers.iter().map(|layer| layer.len() as u64).sum();
        let listed = |layer| vec![Partition::Listed(layer)];
        let layers: Vec<Partitions<S>> = layers.into_iter().map(listed).collect();
        ParallelLayers {
            starts,
            older,
            is_tight: false,
            traces: Vec::new(),
            // The other search has not kept the last moves, so that the first layer here is expanded without leaving out any.
            past: vec![vec![Past::UNKNOWN; last]],
            bytes: layers.iter().map(|layer| bytes(layer)).sum(),
            by: vec![Partitioning::default(); layers.len()],
            layers,
            nearest: 0,
            is_cut: false,
            states,
            // This is a first guess; every round replaces it by what it has found.
            branching: 12.0,
            written: 1.0,
            staying: 0.0,
            pool: Pool::default(),
            spare: Spare::of([]),
        }
    }

    /// The estimates of the states of the last layer.
    pub(crate) fn estimates(
        &mut self,
        estimate: &Estimate<'_, S>,
        budget: &mut Budget<'_>,
    ) -> Result<Estimates, StopReason> {
        budget.room((self.ahead() * size_of::<u32>()) as u64)?;
        self.pool.gather(budget.limits().threads);
        let shares = self.in_shares(0..self.last().len(), budget, |parts, check| {
            let mut room = Vec::new();
            let mut of_part = |part: &Partition<S>| {
                let mut estimates = Vec::with_capacity(part.len());
                for some in part.list(&mut room).chunks(AN_ESTIMATE) {
                    check()?;
                    estimates.extend(some.iter().map(estimate));
                }
                Ok(estimates)
            };
            self.last()[parts].iter().map(&mut of_part).collect::<Result<Estimates, _>>()
        })?;
        Ok(shares.into_iter().flatten().collect())
    }

    /// The same layers once more, without the states of the last one that are not near enough by their estimates; both have the traces of older
    /// ones in common.
    pub(crate) fn near(
        &self,
        estimates: &Estimates,
        nearness: &Nearness<'_, S>,
        budget: &mut Budget<'_>,
    ) -> Result<ParallelLayers<S>, StopReason> {
        let (last, past) = self.near_ones(estimates, nearness, budget)?;
        let mut near = ParallelLayers {
            starts: self.starts.clone(),
            traces: self.traces.clone(),
            layers: self.layers[..self.layers.len() - 1].to_vec(),
            past: Vec::new(),
            by: self.by.clone(),
            pool: Pool::default(),
            spare: Spare::of([]),
            states: self.states - self.ahead() as u64,
            ..*self
        };
        near.end_with(last, past, nearness);
        Ok(near)
    }

    /// Leaves out the states of the last layer that are not near enough by their estimates.
    pub(crate) fn cut(
        &mut self,
        estimates: &Estimates,
        nearness: &Nearness<'_, S>,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        let (last, past) = self.near_ones(estimates, nearness, budget)?;
        self.states -= self.ahead() as u64;
        self.layers.pop();
        self.end_with(last, past, nearness);
        Ok(())
    }

    /// The states of the last layer that are near enough by their estimates, with their last moves.
    fn near_ones(
        &self,
        estimates: &Estimates,
        nearness: &Nearness<'_, S>,
        budget: &mut Budget<'_>,
    ) -> Result<(Partitions<S>, Vec<Vec<Past>>), StopReason> {
        let shares = self.in_shares(0..self.last().len(), budget, |parts, check| {
            let (mut room, mut near) = (Vec::new(), Vec::with_capacity(parts.len()));
            for part in parts {
                check()?;
                let states = self.last()[part].list(&mut room).iter().zip(&self.past[part]);
                let all = states.zip(&estimates[part]);
                let ones = all.filter(|&(_, &estimate)| nearness.is_enough(estimate));
                let (states, past) = ones.map(|((&state, &past), _)| (state, past)).unzip();
                near.push((Partition::Listed(states), past));
            }
            Ok(near)
        })?;
        Ok(shares.into_iter().flatten().unzip())
    }

    /// Puts those of a layer that are near enough behind the others.
    fn end_with(&mut self, near: Partitions<S>, past: Vec<Vec<Past>>, nearness: &Nearness<'_, S>) {
        self.layers.push(near);
        self.past = past;
        self.states += self.ahead() as u64;
        self.bytes = self.layers.iter().map(|layer| bytes(layer)).sum::<u64>()
            + self.traces.iter().flat_map(|layer| layer.iter()).map(Traces::bytes).sum::<u64>();
        self.is_cut |= nearness.leaves_out();
        self.nearest = nearness.least();
    }

    /// Moves of the last layer.
    pub(crate) fn depth(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// All states, if they were kept; each layer is given back as soon as it has been copied.
    pub(crate) fn into_states(mut self) -> InLayers<S> {
        let mut states = Vec::with_capacity(self.states as usize);
        let (mut room, mut ends) = (Vec::new(), Vec::new());
        for layer in std::mem::take(&mut self.layers) {
            layer.iter().for_each(|part| states.extend_from_slice(part.list(&mut room)));
            ends.push(states.len());
        }
        (states, ends)
    }

    /// Bytes that [`ParallelLayers::into_states`] needs beside those that are held.
    pub(crate) fn bytes(&self) -> u64 {
        self.states * size_of::<S>() as u64
    }

    /// Bytes that are held between two layers.
    pub(crate) fn held(&self) -> u64 {
        let past = self.size(self.layers.len() - 1) * size_of::<Past>();
        self.bytes + past as u64 + self.spare.bytes()
    }

    /// Makes the next layer, or finds a goal in it if one is wanted.
    pub(crate) fn advance(
        &mut self,
        space: &dyn Space<S>,
        wanted: Wanted<'_, S>,
        budget: &mut Budget<'_>,
    ) -> Result<Layer<S>, StopReason> {
        self.split(space, budget)?;
        self.pool.gather(budget.limits().threads);
        let mut next: Vec<Mutex<Known<S>>> = Vec::new();
        next.resize_with(1 << self.last_by().bits, || Mutex::new(Known::new()));
        let nearness = Nearness::new(space, &wanted, self.depth() + 1);
        let wants_goal = matches!(wanted, Wanted::Goal { .. });
        match self.fill(&next, space, (wants_goal, &nearness), budget) {
            Ok(None) => {}
            Ok(Some(goal)) => return Ok(Layer::Found(goal)),
            Err(why) => {
                give_back(next, u64::MAX);
                return Err(why);
            }
        }
        let known = next.into_iter().map(|part| part.into_inner());
        let known = known.map(|part| part.unwrap_or_else(PoisonError::into_inner));
        let (states, past): (Partitions<S>, Vec<_>) =
            known.map(|part| (part.states, part.past)).unzip();
        let size: usize = states.iter().map(Partition::len).sum();
        self.is_cut |= nearness.leaves_out();
        if size == 0 {
            return Ok(Layer::Empty);
        }
        self.nearest = nearness.least();
        self.states += size as u64;
        self.bytes += bytes(&states);
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
        next: &[Mutex<Known<S>>],
        space: &dyn Space<S>,
        (wants_goal, nearness): (bool, &Nearness<'_, S>),
        budget: &mut Budget<'_>,
    ) -> Result<Option<S>, StopReason> {
        let is_kept = |state: &S| nearness.is_near(state);
        let stretch = if nearness.matters() { AN_ESTIMATE } else { Self::A_STRETCH };
        let mut begin = 0;
        while begin < self.last().len() {
            self.report(budget, next, self.spare.bytes());
            let round = begin..self.end_of_round(begin, size_of_all(next), budget);
            begin = round.end;
            let shares = self.expand(space, wants_goal, round, budget)?;
            // The first share with a goal has the first goal of the layer, however many threads there are.
            if let Some(goal) = shares.iter().find_map(|share| share.goal) {
                return Ok(Some(goal));
            }
            let room = self.room_of_tables(budget);
            let tables = budget.limits().threads as u64 * self.table_bytes(room);
            let held: u64 = shares.iter().map(Successors::bytes).sum();
            self.report(budget, next, tables + held);
            if let Err(why) = self.deduplicate(&shares, next, (&is_kept, stretch), budget) {
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
            let traces = traces((&layer, KEPT), &self.pool, budget)?;
            self.bytes -= bytes(&layer);
            self.bytes += traces.iter().map(Traces::bytes).sum::<u64>();
            self.traces.push(traces.into());
        }
        Ok(())
    }

    /// The first state of the last layer that is in the last layer of another search too, whose states are in partitions `by` their hash.
    pub(crate) fn meeting(
        &self,
        others: &[Partition<S>],
        by: Partitioning,
        budget: &mut Budget<'_>,
    ) -> Result<Option<S>, StopReason> {
        // There is hardly ever one, so that traces of the others are enough for nearly all.
        let traces = traces((others, LOOKED_UP), &self.pool, budget)?;
        let shares = self.in_shares(0..self.last().len(), budget, |parts, check| {
            let mut room = Vec::new();
            for part in &self.last()[parts] {
                check()?;
                for &state in part.list(&mut room) {
                    let number = by.of(&state);
                    if traces[number].may_have(&state) && others[number].contains(state) {
                        return Ok(Some(state));
                    }
                }
            }
            Ok(None)
        })?;
        Ok(shares.into_iter().flatten().next())
    }

    /// Runs `work` on runs of partitions of the last layer with about the same number of states, one for each thread: see [`Pool::in_shares`].
    fn in_shares<R: Send + 'static>(
        &self,
        partitions: Range<usize>,
        budget: &mut Budget<'_>,
        work: impl Fn(Range<usize>, Check<'_>) -> Result<R, StopReason> + Sync,
    ) -> Result<Vec<R>, StopReason> {
        let states = |part: usize| self.last()[part].len();
        self.pool.in_even_shares(partitions, states, budget, work)
    }

    /// What has been done between two layers.
    pub(crate) fn progress(&self) -> Progress {
        let expanded = self.states - self.ahead() as u64;
        let (states, depth, bytes) = (self.states, self.depth(), self.held());
        Progress { states, expanded, depth, bytes, ..Progress::default() }
    }

    /// States of the last layer.
    pub(crate) fn ahead(&self) -> usize {
        self.size(self.layers.len() - 1)
    }

    fn size(&self, depth: usize) -> usize {
        self.layers[depth].iter().map(Partition::len).sum()
    }

    /// The last layer.
    pub(crate) fn last(&self) -> &Partitions<S> {
        &self.layers[self.layers.len() - 1]
    }

    fn before(&self) -> &Partitions<S> {
        &self.layers[self.layers.len() - 2]
    }

    /// How the states of the last layer are sorted into partitions.
    pub(crate) fn last_by(&self) -> Partitioning {
        self.by[self.by.len() - 1]
    }

    /// Whether the states of each partition that is made are put in order.
    fn is_in_order(&self) -> bool {
        self.is_tight || self.last_by().alike > 0
    }

    /// Sees to it that the last two layers have as many partitions as suits the larger of them.
    fn split(&mut self, space: &dyn Space<S>, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let last = self.layers.len() - 1;
        // The table of a deduplication holds the partitions of both layers, so that the larger one decides.
        let live = self.size(last).max(self.size(last - 1));
        let mut by = self.last_by();
        while by.bits < MOST_BITS && live >> by.bits > Self::IN_A_PARTITION {
            by.bits += 1;
        }
        // It stays so, although packed states take so much less that it would not seem to be any longer. Where all are wanted in the end they
        // will be unpacked, so that it would only put off that there is no room.
        self.is_tight |= Self::IS_SHORT
            && self.older == Older::Traces
            && budget.limits().memory.is_some_and(|limit| self.bytes > limit / TIGHT);
        if by != self.last_by() || self.is_tight && by.alike == 0 {
            let is_faster = self.branching > MANY && space.is_faster_in_order();
            let in_order = Self::IS_SHORT && is_faster || self.is_tight;
            by.alike = if in_order { self.alike(by.bits, budget)? } else { 0 };
            self.staying = 0.0;
        }
        for depth in [last - 1, last] {
            if self.by[depth] == by {
                continue;
            }
            let layer = std::mem::take(&mut self.layers[depth]);
            let past = match depth == last {
                true => std::mem::take(&mut self.past),
                false => layer.iter().map(|part| vec![Past::UNKNOWN; part.len()]).collect(),
            };
            self.bytes -= bytes(&layer);
            let (layer, past) = split((layer, past), by, self.is_tight, budget)?;
            self.bytes += bytes(&layer);
            self.layers[depth] = layer;
            if depth == last {
                self.past = past;
            }
        }
        self.by[last - 1..].fill(by);
        Ok(())
    }

    /// The most low bits that can be left out of hashes with the largest partition not much larger than the others.
    fn alike(&self, bits: u32, budget: &mut Budget<'_>) -> Result<u32, StopReason> {
        let (mut room, mut sample) = (Vec::new(), Vec::<S>::new());
        let every = self.ahead().div_ceil(A_SAMPLE).max(1);
        for part in self.last() {
            sample.extend(part.list(&mut room).iter().step_by(every));
        }
        for alike in (0..8 * size_of::<S>() as u32).step_by(4).rev() {
            budget.check()?;
            let (by, mut counts) = (Partitioning { bits, alike }, vec![0_usize; 1 << bits]);
            sample.iter().for_each(|state| counts[by.of(state)] += 1);
            let (all, most) = (counts.iter().sum::<usize>(), counts.iter().max());
            if most.is_some_and(|&most| (most << bits) as f64 <= all as f64 * UNEVEN) {
                return Ok(alike);
            }
        }
        Ok(0)
    }

    /// Where the partitions of the last layer from `begin` on end whose successors are freed of duplicates together, when so many states of the
    /// next layer are known.
    fn end_of_round(&self, begin: usize, known: usize, budget: &Budget<'_>) -> usize {
        let states = self.ahead();
        let a_state = self.branching * Self::A_SUCCESSOR as f64;
        // Every round puts all known states into the tables anew, so that a large layer gets larger rounds and not more of them; so does one
        // that grows to many times the last.
        let mut room = A_ROUND.max((known.max(2 * states) * size_of::<S>()) as u64);
        if let Some(limit) = budget.limits().memory {
            // A quarter of what is left, because the new states and the tables need room too.
            let held = self.bytes + budget.beside.bytes;
            room = room.min((limit.saturating_sub(held) / 4).max(SMALLEST_ROUND));
        }
        let rounds = (states as f64 * a_state / room as f64).ceil() as usize;
        let parts = self.last().len();
        parts.min(begin + parts.div_ceil(rounds.clamp(1, parts.min(MOST_ROUNDS))))
    }

    /// Writes down the successors of some partitions of the last layer.
    fn expand(
        &mut self,
        space: &dyn Space<S>,
        wants_goal: bool,
        round: Range<usize>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Successors<S>>, StopReason> {
        let states = |parts: &[Partition<S>]| parts.iter().map(Partition::len).sum::<usize>();
        let expanding = states(&self.last()[round.clone()]);
        let ahead = self.ahead() as f64;
        let wanting = expanding as f64 * self.branching * self.written;
        let wanting = wanting as u64 * Self::A_SUCCESSOR;
        // The spare lists are counted already, so that only what goes beyond them is asked for.
        let spare = self.spare.bytes();
        budget.room(wanting.saturating_sub(spare))?;
        let threads = budget.limits().threads.clamp(1, round.len().max(1)) as u64;
        let most = budget.left().saturating_add(spare) / threads;
        // The first of the partitions among whose successors there is a goal; those that come later are not needed then.
        let solved = AtomicUsize::new(usize::MAX);
        let shares = self.in_shares(round, budget, |parts, check| {
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
            let absent = self.starts[0];
            successors.add(space, wants_goal, of, (check, needless, most), absent)?;
            // A successor is at most one layer back, so that this start is among those of the second layer and of no later one.
            if self.depth() == 1 {
                successors.parts[self.last_by().of(&absent)]
                    .retain_from(0, |&state| state != absent);
            }
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
    fn deduplicate(
        &self,
        shares: &[Successors<S>],
        next: &[Mutex<Known<S>>],
        kept: (&(dyn Fn(&S) -> bool + Sync), usize),
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        // As many new states as were expanded, and half as many again: layers grow no faster where there are many states.
        let found: usize = shares.iter().map(|share| share.found).sum();
        let new = found as f64 / self.branching * 1.5;
        budget.check()?;
        budget.room(new as u64 * Self::A_SUCCESSOR)?;
        // It has been left out of the successors.
        let absent = self.starts[0];
        // Whoever is done with one partition takes the next.
        let (taken, threads) = (AtomicUsize::new(0), budget.limits().threads);
        let room = self.room_of_tables(budget);
        self.pool.in_shares(0..threads, budget, |_, check| {
            let table = PartitionSet::new(absent, self.last_by(), room);
            let mut scratch = Deduplication::new(table);
            loop {
                // Relaxed: the counter only deals out numbers, and the locks hand over what was made.
                let part = taken.fetch_add(1, Ordering::Relaxed);
                let Some(known) = next.get(part) else {
                    return Ok(());
                };
                let streams = shares.iter().map(|share| &share.parts[part]);
                self.deduplicate_part(
                    part,
                    &mut locked(known),
                    streams,
                    kept,
                    (&mut scratch, check),
                )?;
            }
        })?;
        Ok(())
    }

    /// Adds the new states among the successors of one partition to those that are known.
    fn deduplicate_part<'a>(
        &self,
        part: usize,
        known: &mut Known<S>,
        streams: impl Iterator<Item = &'a Marked<S>>,
        (is_kept, stretch): (&(dyn Fn(&S) -> bool + Sync), usize),
        (scratch, check): (&mut Deduplication<S>, Check<'_>),
    ) -> Result<(), StopReason> {
        let (before, last) = (&self.before()[part], &self.last()[part]);
        let Deduplication { table, new, room, sorted } = scratch;
        table.clear(before.len() + last.len() + known.states.len().max(last.len()));
        for states in [before, last, &known.states] {
            for some in states.list(room).chunks(Self::A_STRETCH) {
                check()?;
                table.extend(some);
            }
        }
        new.clear();
        for some in streams.flat_map(|stream| stream.chunks(stretch)) {
            check()?;
            let before = new.len();
            table.insert_new(some, new);
            new.retain_from(before, is_kept);
        }
        if self.is_in_order() {
            check()?;
            new.sort(sorted);
        }
        check()?;
        if self.is_tight {
            known.merge(new);
        } else {
            known.append(new);
        }
        Ok(())
    }

    /// How much room the tables of a deduplication have.
    fn room_of_tables(&self, budget: &Budget<'_>) -> Room {
        let Limits { threads, memory, .. } = budget.limits();
        let taken = threads as u64 * self.table_bytes(Room::Ample);
        let is_ample = memory.is_none_or(|limit| taken <= limit / AMPLE);
        if Self::IS_A_WORD && is_ample { Room::Ample } else { Room::Close }
    }

    /// Bytes that the deduplication of one thread takes.
    fn table_bytes(&self, room: Room) -> u64 {
        let live = self.layers[self.layers.len() - 2..].iter().flatten().map(Partition::len);
        let most = live.max().unwrap_or(0);
        // New states may be twice as many as those that they were made of. Where they are sorted they are copied, and known ones unpacked.
        let new = 2 * most * (size_of::<S>() + size_of::<Past>());
        let in_order = 2 * most * size_of::<(S, Past)>() + most * size_of::<S>();
        let in_order = if self.is_in_order() { in_order } else { 0 };
        PartitionSet::<S>::bytes_for(3 * most, room) + (new + in_order) as u64
    }

    /// Tells what has been done: `next` is the part of a layer that is known already, and `more` bytes are held beside it.
    fn report(&self, budget: &mut Budget<'_>, next: &[Mutex<Known<S>>], more: u64) {
        let found = size_of_all(next);
        let room: u64 = next.iter().map(|part| locked(part).bytes()).sum();
        let beside = budget.beside;
        budget.progress.states = beside.states + self.states + found as u64;
        let past = self.size(self.layers.len() - 1) * size_of::<Past>();
        budget.progress.bytes = beside.bytes + self.bytes + past as u64 + room + more;
        budget.progress.expanded =
            beside.expanded + self.states - self.size(self.layers.len() - 1) as u64;
        budget.progress.depth = beside.depth + self.depth() + 1;
    }

    /// A shortest way from `state`, which is or would be in layer `depth`, back to the first layer.
    pub(crate) fn trail(&self, space: &dyn Space<S>, state: S, depth: usize) -> Vec<S> {
        let mut trail = vec![state];
        // The neighbours that have not been tried, of each state on the trail.
        let mut around = vec![each_successor(space, state)];
        while let Some(depth) = depth.checked_sub(around.len()) {
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
            // The first ones are compared themselves, so that only a way that is really one ends there.
            (0, _) => self.starts.contains(state),
            (_, Some(layer)) => layer[part].may_have(state),
            (_, None) => self.layers[depth][part].contains(*state),
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

/// What one thread needs to free one partition after the other of duplicates.
struct Deduplication<S> {
    table: PartitionSet<S>,
    new: Marked<S>,
    room: Vec<S>,
    sorted: Vec<(S, Past)>,
}

impl<S: State> Deduplication<S> {
    fn new(table: PartitionSet<S>) -> Deduplication<S> {
        let (room, sorted) = (Vec::new(), Vec::new());
        Deduplication { table, new: Marked::with_capacity(0), room, sorted }
    }
}

/// How many states of a layer are known in all partitions.
fn size_of_all<S: State>(next: &[Mutex<Known<S>>]) -> usize {
    next.iter().map(|part| locked(part).states.len()).sum()
}
