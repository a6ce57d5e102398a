//! Beam search on all threads: breadth-first, but of each layer only the states with the least weights are kept.
//!
//! It proves nothing, finds a way on boards of any size, and a shorter one with a wider beam. A layer lies in
//! parts, by the hashes of its states, so that threads do not meet; what is found does not depend on how many there are.

pub(crate) mod by_slides;
mod features;
pub(crate) mod manhattan_heuristic;
mod pace;
mod places;
mod storage;
#[cfg(test)]
mod tests;
pub(crate) mod widths;

use crate::solver::search::pool::share_out;
use manhattan_heuristic::{ManhattanHeuristic, State};
use pace::{BeamProgress, Pace};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
pub(crate) use storage::BeamStorage;
use storage::{Candidate, NO_BEST, PARTS, Part, Weighed, path};

/// From this width on more than one thread is worth its trouble.
const WORTH_THREADS: usize = 1 << 11;

/// Candidates that are looked at together.
// A batch of this length stays in the fastest cache and is long enough for its look-ups to overlap.
const TOGETHER: usize = 256;

/// A search.
pub(crate) struct Beam<'h, const N: usize> {
    heuristic: &'h ManhattanHeuristic<N>,
    extent: Extent,
}

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Moves that are too many.
    pub(crate) limit: usize,
    /// The most states that are kept of a layer.
    pub(crate) width: usize,
    /// When it is to be over: layers are as wide as the time allows.
    pub(crate) ends: Option<Instant>,
    /// Layers after which a search that gets no nearer to the goal is stuck.
    pub(crate) patience: usize,
    pub(crate) threads: usize,
}

impl Extent {
    /// A search on one thread with as much time and patience as it needs.
    pub(crate) fn new(width: usize, limit: usize) -> Extent {
        Extent { limit, width, ends: None, patience: usize::MAX, threads: 1 }
    }
}

/// How a search ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End<Way = Vec<u8>> {
    /// With the blank's directions to the goal, or its cells on the way.
    Goal(Way),
    /// No layer of many got nearer to the goal than the state that this way leads to.
    Stuck(Way),
    /// There is no such way, or it was stopped.
    Nothing,
}

/// What says whether to go on, told the states kept since it was asked last.
pub(crate) type GoOn<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// Which candidates are kept.
#[derive(Clone, Copy)]
struct Cutoff {
    /// All that are lighter.
    weight: u32,
    /// And so many in each part that weigh as much.
    at_it: usize,
}

/// Which steps are weighed.
#[derive(Clone, Copy)]
struct Wanted {
    /// About the least weight that there may be.
    floor: u32,
    /// The most that is worth a look.
    ceiling: u32,
    /// Those after which the goal may be reached in fewer moves.
    left: u32,
}

impl<'h, const N: usize> Beam<'h, N> {
    /// A search.
    pub(crate) fn new(heuristic: &'h ManhattanHeuristic<N>, extent: Extent) -> Beam<'h, N> {
        let threads = if extent.width < WORTH_THREADS { 1 } else { extent.threads };
        Beam { heuristic, extent: Extent { threads, ..extent } }
    }

    /// Looks for a way from `board` to the goal in fewer moves than the limit. It ends with nothing if this width finds no such way. If
    /// `go_on` says stop, a patient one is stuck where it has come to, and any other ends with nothing.
    pub(crate) fn search(
        &self,
        board: &[u8],
        storage: &mut BeamStorage<N>,
        go_on: GoOn<'_>,
    ) -> End {
        let Extent { limit, width, ends, patience, threads: _ } = self.extent;
        let start = self.heuristic.start(board);
        if start.is_goal() && limit > 0 {
            return End::Goal(Vec::new());
        }
        storage.begin(width, start.hash(), start);
        // Candidates are counted by weight from this floor on, which keeps the list of counts short.
        let mut floor = start.weight().saturating_sub(self.heuristic.gain());
        let mut ceiling = u32::MAX;
        let (mut nearest, mut reached) = (NO_BEST, 0);
        let mut pace = Pace::new(width, ends);
        for depth in 1..limit {
            let kept = storage.layer.iter().map(Vec::len).sum();
            let weights = (start.weight(), nearest.0.min(start.weight()));
            let width =
                pace.width(kept, BeamProgress { layers: depth, most: limit - depth, weights });
            let left = (limit - depth) as u32;
            let mut goes_on = self.weigh(Wanted { floor, ceiling, left }, storage, go_on);
            let mut cutoff = self.cutoff(width, floor, storage);
            if goes_on && cutoff.is_none() && ceiling < u32::MAX {
                // Every step leads up from here.
                let ceiling = u32::MAX;
                goes_on = self.weigh(Wanted { floor, ceiling, left }, storage, go_on);
                cutoff = self.cutoff(width, floor, storage);
            }
            if !goes_on {
                // A beam that is not to be stuck has no use for less than the goal.
                let is_of_use = patience < usize::MAX && reached > 0;
                let stuck = || End::Stuck(path(&storage.parts, reached, nearest.1));
                return if is_of_use { stuck() } else { End::Nothing };
            }
            let Some((cutoff, least)) = cutoff else {
                return End::Nothing;
            };
            floor = least.saturating_sub(self.heuristic.gain());
            // Bars sink from layer to layer: what would not have passed the last one is hardly ever kept.
            ceiling = cutoff.weight;
            self.keep(cutoff, storage);
            if let Some(goal) = place(&storage.parts, |part| part.goal) {
                return End::Goal(path(&storage.parts, depth, goal));
            }
            let best = best(&storage.parts);
            if best.0 < nearest.0 {
                (nearest, reached) = (best, depth);
            }

            if depth - reached > patience {
                return End::Stuck(path(&storage.parts, reached, nearest.1));
            }
        }
        End::Nothing
    }

    /// Weighs every step from the present layer. Whether to go on.
    fn weigh(&self, wanted: Wanted, storage: &mut BeamStorage<N>, go_on: GoOn<'_>) -> bool {
        let layer = &storage.layer;
        let going = AtomicBool::new(true);
        let weigh = |number: usize, weighed: &mut Weighed| {
            let states = &layer[number];
            let stopped = || !states.is_empty() && !go_on(states.len() as u64);
            // Relaxed: the flag carries no data, and `share_out` waits for all threads before it is read last.
            if !going.load(Ordering::Relaxed) || stopped() {
                going.store(false, Ordering::Relaxed);
                return;
            }
            self.weigh_part(states, number, wanted, weighed);
        };
        storage.weighed.iter_mut().for_each(Weighed::clear);
        if self.extent.width < WORTH_THREADS {
            // All at one place and in the same order: that takes less than to look at many.
            let weighed = &mut storage.weighed[0];
            (0..PARTS).for_each(|number| weigh(number, weighed));
        } else {
            let all = storage.weighed.iter_mut().enumerate();
            share_out(
                self.extent.threads,
                all,
                || (),
                |(), (number, weighed)| weigh(number, weighed),
            );
        }
        going.into_inner()
    }

    /// Weighs the steps from one part of the layer.
    fn weigh_part(
        &self,
        states: &[State<N>],
        number: usize,
        wanted: Wanted,
        weighed: &mut Weighed,
    ) {
        self.heuristic.steps(states, |step| {
            if step.bound < wanted.left && step.weight <= wanted.ceiling {
                let candidate = Candidate {
                    hash: step.hash,
                    weight: step.weight,
                    // The links of all layers are kept for the way back, so the parent, its part and the direction share one
                    // word.
                    link: (step.parent * PARTS as u32 + number as u32) << 2
                        | u32::from(step.direction),
                };
                weighed.push(candidate, wanted.floor);
            }
        });
    }

    /// The bar such that about `width` candidates are below it or at it, which are kept, and the least weight. `None` if there are no
    /// candidates.
    fn cutoff(
        &self,
        width: usize,
        floor: u32,
        storage: &mut BeamStorage<N>,
    ) -> Option<(Cutoff, u32)> {
        let (first, others) = storage.weighed.split_first_mut()?;
        for counts in others.iter().map(|weighed| &weighed.counts) {
            if first.counts.len() < counts.len() {
                first.counts.resize(counts.len(), 0);
            }
            let both = first.counts.iter_mut().zip(counts);
            both.for_each(|(sum, count)| *sum += count);
        }
        let least = floor + first.counts.iter().position(|&count| count > 0)? as u32;
        let mut below = 0;
        for (weight, &here) in (floor..).zip(&first.counts) {
            if below + here as usize > width {
                // Each part has its own share, so that threads need not agree on whom to keep and the result does not depend on
                // them.
                let at_it = (width - below).div_ceil(PARTS);
                return Some((Cutoff { weight, at_it }, least));
            }
            below += here as usize;
        }
        let all = Cutoff { weight: u32::MAX, at_it: 0 };
        Some((all, least))
    }

    /// Makes the candidates that pass the present layer.
    fn keep(&self, cutoff: Cutoff, storage: &mut BeamStorage<N>) {
        let (layer, weighed) = (&storage.layer, &storage.weighed);
        let parts = storage.parts.iter_mut().enumerate();
        share_out(
            self.extent.threads,
            parts,
            || (),
            |(), (number, part)| {
                part.begins.push(part.links.len());
                part.best = NO_BEST;
                let all = || weighed.iter().flat_map(|w| &w.candidates[number]);
                let below = all().filter(|c| c.weight < cutoff.weight);
                let at_it = all().filter(|c| c.weight == cutoff.weight).take(cutoff.at_it);
                let mut batch = Vec::with_capacity(TOGETHER);
                let mut learn = |part: &mut Part<N>, candidate: &Candidate| {
                    if part.learns(candidate.hash) {
                        batch.push(*candidate);
                        if batch.len() == TOGETHER {
                            self.make(&mut batch, layer, part);
                        }
                    }
                };
                below.for_each(|candidate| learn(part, candidate));
                at_it.for_each(|candidate| learn(part, candidate));
                self.make(&mut batch, layer, part);
            },
        );
        for (layer, part) in storage.layer.iter_mut().zip(&mut storage.parts) {
            // The vectors are swapped, so that no layer allocates or copies.
            std::mem::swap(layer, &mut part.next);
            part.next.clear();
        }
    }

    /// Makes the states of candidates. Their parents lie far apart too, and so are fetched at once.
    fn make(&self, batch: &mut Vec<Candidate>, layer: &[Vec<State<N>>], part: &mut Part<N>) {
        let first = part.next.len();
        // A number that is not known beforehand makes this a call that copies by vectors. What is known becomes, in a program
        // optimized for size, an instruction that waits for each copy in turn.
        let one = std::hint::black_box(1);
        for candidate in &*batch {
            let parent = (candidate.link >> 2) as usize;
            let (part_of_parent, place) = (&layer[parent % PARTS], parent / PARTS);
            part.next.extend_from_slice(&part_of_parent[place..place + one]);
        }
        let places = (first as u32..).zip(&mut part.next[first..]);
        for (candidate, (place, state)) in batch.drain(..).zip(places) {
            let direction = (candidate.link & 3) as usize;
            self.heuristic.make(state, direction, candidate.weight);
            if state.is_goal() {
                part.goal = Some(place);
            }
            part.best = part.best.min((candidate.weight, place));
            part.links.push(candidate.link);
        }
    }
}

/// Where the first part that knows a place of its own has it.
fn place<const N: usize>(
    parts: &[Part<N>],
    known: impl Fn(&Part<N>) -> Option<u32>,
) -> Option<u32> {
    let mut places = (0..).zip(parts);
    places.find_map(|(number, part)| Some(known(part)? * PARTS as u32 + number))
}

/// The least weight in the present layer, and where it is.
fn best<const N: usize>(parts: &[Part<N>]) -> (u32, u32) {
    let places = (0..).zip(parts);
    let bests = places.map(|(number, part)| (part.best.0, part.best.1 * PARTS as u32 + number));
    bests.min().unwrap_or(NO_BEST)
}
