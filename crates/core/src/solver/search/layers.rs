//! The layers of a breadth-first search, with no parent links: the way back is found by expanding backwards.

use super::hash;
use super::parallel_bfs::{Older, ParallelLayers};
use super::pool::give_back;
use super::recent_set::RecentSet;
use super::space::{Estimate, Space, State, UNREACHABLE, batches, each_successor};
use crate::solver::budget::{Budget, Progress, StopReason};
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// States in breadth-first order, and where each layer of them ends.
pub(crate) type InLayers<S> = (Vec<S>, Vec<usize>);

/// Every state that can be reached from one of `starts`, of which there is at least one, each once; `None` as soon as there are more than `most`.
pub(crate) fn component<S: State>(
    space: &dyn Space<S>,
    starts: &[S],
    most: u64,
    budget: &mut Budget<'_>,
) -> Result<Option<InLayers<S>>, StopReason> {
    let mut layers = Layers::new(space, starts);
    while !layers.is_wide() {
        if let Layer::Empty = layers.advance(space, Wanted::Nothing, budget)? {
            let walked = (std::mem::take(&mut layers.states), std::mem::take(&mut layers.ends));
            return Ok(Some(walked));
        }
        if layers.states.len() as u64 > most {
            return Ok(None);
        }
    }
    let mut layers = layers.widen(Older::States);
    while let Layer::Full = layers.advance(space, Wanted::Nothing, budget)? {
        if layers.states > most {
            return Ok(None);
        }
    }
    budget.room(layers.bytes())?;
    Ok(Some(layers.into_states()))
}

/// The layers found so far.
pub(crate) struct Layers<S: State> {
    states: Vec<S>,
    /// Where each finished layer ends in `states`.
    ends: Vec<usize>,
    /// The states of the last two layers and the one being made, and perhaps older ones.
    window: RecentSet<S>,
    undirected: bool,
    /// From no state of the last layer is a goal nearer than this, on a path that is wanted; 0 if nobody has asked.
    pub(crate) nearest: u32,
}

/// What a new layer turned out to be.
pub(crate) enum Layer<S> {
    /// There is none: everything has been seen.
    Empty,
    /// It is complete.
    Full,
    /// It has a state that was wanted; the rest of it was not made.
    Found(S),
}

/// What ends a layer early.
pub(crate) enum Wanted<'a, S: State> {
    /// Nothing.
    Nothing,
    /// A goal. Of a path of at most `within` moves: all states are left out from which it would be longer, by the space's estimate or a
    /// sharper one.
    Goal { within: u32, estimate: Option<&'a Estimate<'a, S>> },
    /// A state of the newest layers of a search from the other end.
    Met(&'a Layers<S>),
}

/// Which states of a layer are near enough to a goal, where only paths of so many moves are wanted, and the least estimate of those.
pub(crate) struct Nearness<'a, S> {
    space: &'a dyn Space<S>,
    estimate: Option<&'a Estimate<'a, S>>,
    /// The layer, and how long a path may be; `None` if that does not matter.
    within: Option<(u32, u32)>,
    least: AtomicU32,
    /// Whether a goal may be reached from some state that is not near enough.
    leaves_out: AtomicBool,
}

impl<'a, S: State> Nearness<'a, S> {
    /// For the layer `depth`.
    pub(crate) fn new(
        space: &'a dyn Space<S>,
        wanted: &Wanted<'a, S>,
        depth: u32,
    ) -> Nearness<'a, S> {
        let (within, estimate) = match *wanted {
            Wanted::Goal { within, estimate } if within < u32::MAX => {
                (Some((depth, within)), estimate)
            }
            Wanted::Goal { .. } | Wanted::Nothing | Wanted::Met(_) => (None, None),
        };
        let (least, leaves_out) = (AtomicU32::new(u32::MAX), AtomicBool::new(false));
        Nearness { space, estimate, within, least, leaves_out }
    }

    /// Whether it matters how far a goal is.
    pub(crate) fn matters(&self) -> bool {
        self.within.is_some()
    }

    /// Whether a goal may be near enough.
    pub(crate) fn is_near(&self, state: &S) -> bool {
        self.within.is_none()
            || self
                .is_enough(self.estimate.map_or_else(|| self.space.estimate(state), |of| of(state)))
    }

    /// Whether a goal may be near enough to a state of this estimate.
    pub(crate) fn is_enough(&self, estimate: u32) -> bool {
        let Some((depth, within)) = self.within else { return true };
        // Relaxed: both are read when all threads are done. They are hardly ever written, so that threads do not wait for each other.
        let is_near = estimate.saturating_add(depth) <= within;
        if is_near {
            if estimate < self.least.load(Ordering::Relaxed) {
                self.least.fetch_min(estimate, Ordering::Relaxed);
            }
        } else if estimate < UNREACHABLE && !self.leaves_out.load(Ordering::Relaxed) {
            self.leaves_out.store(true, Ordering::Relaxed);
        }
        is_near
    }

    /// No goal is nearer than this to a state of the layer; if none was near enough, one move more than that would be.
    pub(crate) fn least(&self) -> u32 {
        let Some((depth, within)) = self.within else { return 0 };
        self.least.load(Ordering::Relaxed).min((within + 1).saturating_sub(depth))
    }

    /// Whether there were states that are not near enough, and from which a goal may be reached all the same.
    pub(crate) fn leaves_out(&self) -> bool {
        self.leaves_out.load(Ordering::Relaxed)
    }
}

/// States of a layer that is worth being sorted into partitions.
const A_WIDE_LAYER: usize = 1 << 11;

/// States expanded before their successors are looked up together.
const BATCH: usize = 128;

/// Bytes of a set that stays in the second cache; the slots of a larger one are loaded a batch ahead.
const NEAR: u64 = 1 << 19;

/// Batches between two looks at the clock.
const BATCHES_A_CHECK: usize = 8;

impl<S: State> Drop for Layers<S> {
    fn drop(&mut self) {
        let bytes = self.states.capacity() * size_of::<S>();
        give_back(std::mem::take(&mut self.states), bytes as u64);
    }
}

impl<S: State> Layers<S> {
    /// States put back into the window between two looks at the clock: fewer if they have hundreds of words.
    const A_STRETCH: usize =
        if size_of::<S>() <= 1 << 7 { 1 << 12 } else { (1 << 19) / size_of::<S>() };

    /// The first layer: `starts`, of which there is at least one, each once.
    pub(crate) fn new(space: &dyn Space<S>, starts: &[S]) -> Layers<S> {
        let mut window = RecentSet::new(starts[0]);
        // Nobody has to be asked about a list that was made before.
        let _ = window.clear(starts.len(), starts[0], &mut || Ok(()));
        window.extend(starts);
        Layers {
            states: starts.to_vec(),
            ends: vec![starts.len()],
            window,
            undirected: space.is_undirected(),
            nearest: 0,
        }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<S>()) as u64 + self.window.bytes()
    }

    /// Moves of the last finished layer.
    pub(crate) fn depth(&self) -> u32 {
        self.ends.len() as u32 - 1
    }

    /// States of the last finished layer.
    pub(crate) fn last(&self) -> &[S] {
        self.layer(self.ends.len() - 1)
    }

    /// Whether it is time to go on with [`ParallelLayers`]: these layers look everything up in one table, which leaves the caches
    /// when they grow, and need only one pass while it has not.
    pub(crate) fn is_wide(&self) -> bool {
        // `ParallelLayers` looks back two layers, which is enough only if moves can be taken back, and needs these to begin with.
        self.undirected && self.ends.len() > 1 && self.last().len() > A_WIDE_LAYER
    }

    /// The layers as [`ParallelLayers`]; these have none left.
    pub(crate) fn widen(&mut self, older: Older) -> ParallelLayers<S> {
        self.window = RecentSet::new(self.states[0]);
        let (last, mut states) = (self.ends.len() - 1, std::mem::take(&mut self.states));
        let mut layers = Vec::with_capacity(self.ends.len());
        for depth in 0..last {
            layers.push(states[self.begin(depth)..self.ends[depth]].to_vec());
        }
        // The last layer is nearly everything, so that it is not copied.
        states.drain(..self.begin(last));
        states.shrink_to_fit();
        layers.push(states);
        ParallelLayers::new(layers, older)
    }

    /// The states exactly `depth` moves from the first layer.
    fn layer(&self, depth: usize) -> &[S] {
        &self.states[self.begin(depth)..self.ends[depth]]
    }

    fn begin(&self, depth: usize) -> usize {
        depth.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// Makes the next layer; stops at the first state in it that is `wanted`, which is told the hash too.
    pub(crate) fn advance(
        &mut self,
        space: &dyn Space<S>,
        wanted: Wanted<'_, S>,
        budget: &mut Budget<'_>,
    ) -> Result<Layer<S>, StopReason> {
        let (begin, end) = (self.begin(self.ends.len() - 1), self.states.len());
        let together = space.together().min(BATCH);
        let mut children = Vec::with_capacity(together * 8);
        for (number, batch) in batches(space, begin..end, BATCH).enumerate() {
            if number % BATCHES_A_CHECK == 0 || together < BATCH {
                self.report(budget, batch.states.start);
                budget.check()?;
            }
            children.clear();
            batch.expand(space, &self.states[batch.states.clone()], &mut children);
            // There is room before the first child is looked up, so that no insertion has to ask for it.
            self.make_room(children.len(), budget)?;
            let goal = match wanted {
                Wanted::Goal { .. } => space.first_goal(&children),
                Wanted::Nothing | Wanted::Met(_) => None,
            };
            if let Some(found) = self.absorb(&children, goal, &wanted) {
                self.report(budget, batch.states.end);
                return Ok(Layer::Found(found));
            }
        }
        let nearness = Nearness::new(space, &wanted, self.depth() + 1);
        if nearness.matters() {
            self.leave_out(&nearness, end, budget)?;
        }
        self.ends.push(self.states.len());
        self.report(budget, end);
        if self.states.len() == end {
            self.ends.pop();
            return Ok(Layer::Empty);
        }
        self.nearest = nearness.least();
        Ok(Layer::Full)
    }

    /// Leaves out the states of the layer that begins at `begin` from which no goal is near enough.
    fn leave_out(
        &mut self,
        nearness: &Nearness<'_, S>,
        begin: usize,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        let mut kept = begin;
        for at in begin..self.states.len() {
            if at.is_multiple_of(BATCH) {
                budget.check()?;
            }
            let state = self.states[at];
            if nearness.is_near(&state) {
                self.states[kept] = state;
                kept += 1;
            }
        }
        self.states.truncate(kept);
        Ok(())
    }

    /// Adds the children that are new, up to the first wanted one, which is returned; `goal` is the index of the first goal.
    fn absorb(&mut self, children: &[S], goal: Option<usize>, wanted: &Wanted<'_, S>) -> Option<S> {
        let children = &children[..goal.map_or(children.len(), |goal| goal + 1)];
        // A set that the cache holds would pay for these loads and gain nothing.
        if self.window.bytes() > NEAR {
            let touch = |sum, child| sum ^ self.window.touch(hash::hash(child), child);
            // The black box keeps loads whose result nobody needs.
            std::hint::black_box(children.iter().fold(false, touch));
        }
        let before = self.states.len();
        self.states.extend_from_slice(children);
        let mut count = before;
        let mut found = goal.map(|goal| children[goal]);
        for child in children {
            let hash = hash::hash(child);
            let new = self.window.insert(hash, *child);
            // Written in any case, kept only if it is new: see `RecentSet::insert` for why this is no branch.
            self.states[count] = *child;
            count += usize::from(new);
            if let Wanted::Met(far) = wanted
                && far.window.contains(hash, *child) & new
            {
                found = Some(*child);
                break;
            }
        }
        self.states.truncate(count);
        found
    }

    /// Sees to it that `more` states fit the table and the memory limit.
    fn make_room(&mut self, more: usize, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        if self.states.len() + more > self.states.capacity() {
            // It grows by half and does not double, because what is reserved counts against the memory limit.
            let wanted = (self.states.capacity() / 2).max(more).max(1 << 12);
            budget.room((wanted * size_of::<S>()) as u64)?;
            self.states.reserve_exact(wanted);
        }
        if self.window.is_full(more) {
            let live = self.live_from();
            let count = self.states.len() - live;
            budget.room(
                RecentSet::<S>::bytes_for(count + more).saturating_sub(self.window.bytes()),
            )?;
            self.window.clear(count + more, self.states[0], &mut || budget.check())?;
            for states in self.states[live..].chunks(Self::A_STRETCH) {
                self.window.extend(states);
                budget.check()?;
            }
        }
        Ok(())
    }

    /// The first state that a successor could still equal: in an undirected graph, of the layer before the last.
    fn live_from(&self) -> usize {
        if self.undirected { self.begin(self.ends.len().saturating_sub(2)) } else { 0 }
    }

    /// What has been done between two layers.
    pub(crate) fn progress(&self) -> Progress {
        Progress {
            states: self.states.len() as u64,
            // Those of a layer that was stopped half-way count as none.
            expanded: self.begin(self.ends.len() - 1) as u64,
            depth: self.depth(),
            bytes: self.bytes(),
            ..Progress::default()
        }
    }

    fn report(&self, budget: &mut Budget<'_>, expanded: usize) {
        let beside = budget.beside;
        budget.progress.states = beside.states + self.states.len() as u64;
        budget.progress.expanded = beside.expanded + expanded as u64;
        budget.progress.depth = beside.depth + self.depth() + 1;
        budget.progress.bytes = beside.bytes + self.bytes();
    }

    /// A shortest way from `state`, which is or would be in layer `depth`, back to the first layer.
    pub(crate) fn trail(&self, space: &dyn Space<S>, state: S, depth: usize) -> Vec<S> {
        let mut trail = vec![state];
        let mut at = state;
        for depth in (0..depth).rev() {
            let states = self.layer(depth);
            // Where moves can be taken back one expansion does; otherwise every state of the layer before has to be expanded.
            let before = if states.len() == 1 {
                states.first().copied()
            } else if self.undirected {
                let places = batches(space, 0..1, 1).filter_map(|batch| {
                    let mut near = Vec::new();
                    batch.expand(space, &[at], &mut near);
                    let near = FxHashSet::from_iter(near);
                    states.iter().position(|state| near.contains(state))
                });
                places.min().map(|place| states[place])
            } else {
                let leads = |&state: &S| each_successor(space, state).any(|next| next == at);
                states.iter().copied().find(leads)
            };
            at = before.expect("every state of a layer is one move from the layer before");
            trail.push(at);
        }
        trail
    }
}
