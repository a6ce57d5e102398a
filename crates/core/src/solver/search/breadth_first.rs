//! Breadth-first search that can be paused after every layer: from the start, and from all solved states at once where that is asked for
//! or where those are few.
//!
//! Both ends make layers, the smaller last layer first, until two of them have a state in common. Neither has many states then, where one
//! alone would have all those about its end that are as far as the other.
//!
//! Where only paths of so many moves are wanted, a layer from the start leaves out the states from which the goal is farther than the moves
//! that are left (breadth-first heuristic search: Zhou and Hansen, Artificial Intelligence 170, 2006). No estimate is more than the moves that
//! a goal is away, so that every state on a path that is short enough is kept, with all shortest ways to it: what was left out of one layer is left
//! out of every later one, whether it is recognized or not.

#[cfg(test)]
mod tests;

use super::layers::{Layer, Layers, Wanted};
use super::parallel_bfs::{Older, ParallelLayers};
use super::partition::Partition;
use super::rounds::Rounds;
use super::space::{Estimate, Space, State, TRIES, UNREACHABLE};
use super::{Algorithm, Search};
use crate::solver::budget::{Budget, Progress, StopReason};
use rustc_hash::FxHashSet;
use std::time::Duration;

/// Where a search begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    /// At the start.
    Start,
    /// At the start and at all solved states.
    Both,
    /// At the start, and at the solved states too as soon as they are few beside a layer.
    Auto,
}

/// A shortest path from `start` to the nearest goal, of at most `within` moves. [`StopReason::NotApplicable`] if goals are asked for and moves
/// cannot be taken back, or the goals cannot all be listed within the memory limit.
pub(crate) fn search<S: State>(
    space: &dyn Space<S>,
    start: S,
    (ends, within): (Ends, u32),
    budget: &mut Budget<'_>,
) -> Search<S> {
    let mut layers = BreadthFirst::new(space, start, ends);
    layers.wants_rounds = within == u32::MAX;
    let end = loop {
        match layers.advance(within, budget) {
            Err(why) => break Search::Stopped { lower_bound: layers.lower_bound(), why },
            Ok(Some(end)) => break end,
            Ok(None) => {}
        }
    };
    budget.algorithm = layers.algorithm();
    end
}

/// A search that can be paused after every layer.
pub(crate) struct BreadthFirst<'a, S: State> {
    space: &'a dyn Space<S>,
    start: S,
    /// How the goals are asked for, as long as they have not been.
    ends: Ends,
    /// States of the last layer from which on they are asked for next.
    worth_asking: usize,
    forward: Side<S>,
    /// From the goals, once they are listed.
    backward: Option<Side<S>>,
    /// States in all layers from which on a sharper estimate is asked for; none once it has been.
    worth_an_estimate: Option<u64>,
    /// That estimate, if there is one.
    estimate: Option<Box<Estimate<'a, S>>>,
    /// Whether there are to be rounds where there is an estimate: not where a path is claimed, which mostly is a shortest one, so that one round
    /// proves it.
    wants_rounds: bool,
    rounds: Option<Rounds<S>>,
    /// No path is shorter, as layers have proven that are gone: a round begins with fewer moves than the one before has come to.
    proven: u32,
    /// Whether the search was stopped in a layer: that may be made already, but not yet compared with the other end's.
    is_halted: bool,
    /// What has been done beside making the layers that there are now, and what is held beside them.
    beside: Progress,
    /// Of the widest last layer from which one was made, how many states it had, and how long the moves of each took.
    pace: (usize, Option<Duration>),
}

/// States in all layers from which on a sharper estimate is worth its making: such boards take a second and more.
const WORTH_AN_ESTIMATE: u64 = 1 << 22;

/// It may be made of one state for so many of those.
const FOR_AN_ESTIMATE: u64 = 4;

/// Solved states are few if they are no more than one in so many of the last layer from the start; to list them takes little time then beside
/// that of the layer.
const FEW: usize = 8;

/// Places that are tried for each of them, at most.
const TRIES_FOR_EACH: usize = 16;

/// By what factor layers grow before it is asked again whether the goals are few.
const ASKED_AGAIN: usize = 4;

/// Times [`TRIES`] places that are tried before the goals count as too many to be listed: about a second, in which searches
/// from the start alone have seen millions of positions.
const MOST_TRIES: usize = 1 << 14;

impl<'a, S: State> BreadthFirst<'a, S> {
    /// Only the start has been seen.
    pub(crate) fn new(space: &'a dyn Space<S>, start: S, ends: Ends) -> BreadthFirst<'a, S> {
        let forward = Side::Narrow(Layers::new(space, &[start]));
        BreadthFirst {
            space,
            start,
            ends,
            worth_asking: 0,
            forward,
            backward: None,
            worth_an_estimate: Some(WORTH_AN_ESTIMATE),
            estimate: None,
            wants_rounds: true,
            rounds: None,
            proven: 0,
            is_halted: false,
            beside: Progress::default(),
            pace: (0, None),
        }
    }

    /// Makes the next layer, of a path of at most `within` moves, which may be fewer than the last time and not more; returns how the search has
    /// ended, if it has. Where there is no such path it is stopped.
    ///
    /// # Errors
    /// The limit that was reached: the search cannot go on then.
    pub(crate) fn advance(
        &mut self,
        within: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Search<S>>, StopReason> {
        let space = self.space;
        if !self.ask_for_an_estimate(within, budget)? {
            return Ok(Some(Search::Exhausted));
        }
        let none =
            Search::Stopped { lower_bound: within.saturating_add(1), why: StopReason::Cancelled };
        if let Some(rounds) = &mut self.rounds {
            rounds.most = within;
        }
        // Where a path has been found on the way that is wanted, it is the answer if none is shorter.
        let known = self.known().filter(|known| known.len() as u32 - 1 <= within);
        let (within, none) = match known {
            Some(known) => (known.len() as u32 - 2, Search::Path(known.to_vec())),
            None => (within, none),
        };
        if self.lower_bound() > within {
            return Ok(Some(none));
        }
        let last = within;
        let within = self.rounds.as_ref().map_or(last, |rounds| rounds.within.min(last));
        if self.forward.depth() == 0 && space.is_goal(&self.start) {
            return Ok(Some(Search::Path(vec![self.start])));
        }
        if !self.ask_for_goals(budget)? {
            return Ok(Some(Search::Exhausted));
        }
        // What the layers tell that are complete and compared.
        self.proven = self.lower_bound();
        budget.progress.lower_bound = budget.progress.lower_bound.max(self.proven);
        let estimate = self.estimate.as_deref();
        let is_backward =
            self.backward.as_ref().is_some_and(|side| side.ahead() < self.forward.ahead());
        // The smaller last layer mostly leads to the smaller next one, so that fewer states are made in all.
        let (near, far, wanted) = match &mut self.backward {
            Some(backward) if is_backward => (backward, Some(&self.forward), Wanted::Nothing),
            backward => (&mut self.forward, backward.as_ref(), Wanted::Goal { within, estimate }),
        };
        let beside = budget.beside;
        budget.beside = together(beside, self.beside);
        if let Some(far) = far {
            budget.beside = together(budget.beside, far.progress());
        }
        let (depth, expanding, begun) = (near.depth() as usize + 1, near.ahead(), budget.elapsed());
        let layer = near.advance(space, wanted, far, budget);
        // What a few states take says nothing of many.
        if expanding >= self.pace.0 {
            let took = budget.elapsed() - begun;
            self.pace = (expanding, Some(took.div_f64(expanding.max(1) as f64)));
        }
        budget.beside = beside;
        self.is_halted = layer.is_err();
        let layer = layer?;
        self.proven = self.lower_bound();
        Ok(match layer {
            Layer::Full => None,
            Layer::Empty if within < last => {
                // Without a state that was too far there is nothing for another round.
                let is_cut = self.forward.is_cut();
                if is_cut {
                    self.begin_next_round(budget)?;
                }
                // Something may have been left out before there were rounds.
                (!is_cut).then_some(if last == u32::MAX { Search::Exhausted } else { none })
            }
            Layer::Empty if within < u32::MAX => Some(none),
            // An end that has seen all it can reach without meeting the other will never meet it.
            Layer::Empty => Some(Search::Exhausted),
            Layer::Found(state) => Some(Search::Path(self.path(state, depth, is_backward))),
        })
    }

    /// Lists the goals if it is time to; `false` if there are none.
    fn ask_for_goals(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        let (ahead, held) = (self.forward.ahead(), self.bytes());
        let limits = match self.ends {
            // One move from the end needs no list of goals, which may be as long as memory holds.
            Ends::Both if self.forward.depth() > 0 => (usize::MAX, MOST_TRIES),
            Ends::Auto
                if self.rounds.is_none()
                    && self.forward.is_wide()
                    && ahead >= self.worth_asking =>
            {
                (ahead / FEW, (ahead / FEW * TRIES_FOR_EACH).div_ceil(TRIES))
            }
            _ => return Ok(true),
        };
        match goals(self.space, limits, held, budget) {
            Ok(goals) if goals.is_empty() => return Ok(false),
            Ok(goals) => {
                self.backward = Some(Side::Narrow(Layers::new(self.space, &goals)));
                self.ends = Ends::Start;
            }
            Err(StopReason::NotApplicable) if self.ends == Ends::Auto => {
                self.worth_asking = ahead.saturating_mul(ASKED_AGAIN);
            }
            Err(why) => return Err(why),
        }
        Ok(true)
    }

    /// Asks for a sharper estimate if it is time to, and if no path is known, for rounds with it; `false` if it says that there is none.
    fn ask_for_an_estimate(
        &mut self,
        within: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, StopReason> {
        let (Side::Wide(layers), space) = (&mut self.forward, self.space) else { return Ok(true) };
        let states = layers.progress().states;
        let is_time = self.worth_an_estimate.is_some_and(|worth| states >= worth);
        if self.ends != Ends::Auto || !is_time {
            return Ok(true);
        }
        self.worth_an_estimate = None;
        let before = budget.progress;
        budget.progress.bytes = budget.beside.bytes + layers.held();
        let estimate = space.sharper_estimate(self.start, states / FOR_AN_ESTIMATE, budget)?;
        if estimate.as_ref().is_some_and(|estimate| estimate(&self.start) == UNREACHABLE) {
            return Ok(false);
        }
        let mut planned = None;
        if let Some(estimate) = &estimate
            && self.wants_rounds
        {
            let plan =
                |part: &mut Budget<'_>| Rounds::planned(space, layers, (&**estimate, within), part);
            planned = match budget.apart((None, u64::MAX), plan) {
                Ok(planned) => planned,
                // Where the search itself may go on there was only no room for the beam.
                Err(_) => budget.check().map(|()| None)?,
            };
        }
        self.beside.states = budget.progress.states - before.states;
        self.beside.expanded = budget.progress.expanded - before.expanded;
        // Where no path is known nothing is left out without rounds.
        self.estimate = estimate.filter(|_| within < u32::MAX || planned.is_some());
        if let (Some(planned), Some(estimate)) = (planned, &self.estimate) {
            let held = layers.held() + (layers.ahead() * size_of::<u32>()) as u64;
            if budget.room(held).is_err() {
                self.estimate = None;
                return Ok(true);
            }
            self.beside.bytes = held;
            let nothing = Side::Narrow(Layers::new(space, &[self.start]));
            if let Side::Wide(base) = std::mem::replace(&mut self.forward, nothing) {
                let rounds = self.rounds.insert(Rounds::new(base, planned, within));
                self.forward = Side::Wide(rounds.first_layers(space, &**estimate, budget)?);
            }
        }
        Ok(true)
    }

    /// After a round in which there was no path.
    fn begin_next_round(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let (Some(rounds), Some(estimate)) = (&mut self.rounds, &self.estimate) else {
            return Ok(());
        };
        self.proven = self.proven.max(rounds.within + 1);
        self.beside = together(self.beside, rounds.lengthen(self.forward.progress()));
        let before = budget.progress;
        let look =
            |part: &mut Budget<'_>| rounds.look_for_a_shorter_path(self.space, &**estimate, part);
        if budget.apart((None, u64::MAX), look).is_err() {
            budget.check()?;
        }
        self.beside.states += budget.progress.states - before.states;
        self.beside.expanded += budget.progress.expanded - before.expanded;
        self.forward = Side::Wide(rounds.first_layers(self.space, &**estimate, budget)?);
        Ok(())
    }

    /// How long the moves of each state took where there were most, if there were any.
    pub(crate) fn a_state(&self) -> Option<Duration> {
        self.pace.1
    }

    /// The shortest path that was found on the way.
    pub(crate) fn known(&self) -> Option<&[S]> {
        self.rounds.as_ref().and_then(Rounds::known)
    }

    /// No path is shorter than this: the layers of both ends have no state in common, and each path goes through the last one from the start.
    pub(crate) fn lower_bound(&self) -> u32 {
        if self.is_halted {
            return self.proven;
        }
        let forward = self.forward.depth();
        let met = forward + self.backward.as_ref().map_or(0, Side::depth) + 1;
        met.max(forward + self.forward.nearest()).max(self.proven)
    }

    /// States whose moves make the next layer.
    pub(crate) fn ahead(&self) -> usize {
        let forward = self.forward.ahead();
        self.backward.as_ref().map_or(forward, |backward| backward.ahead().min(forward))
    }

    /// Bytes that the layers hold.
    pub(crate) fn bytes(&self) -> u64 {
        let backward = self.backward.as_ref().map_or(0, Side::bytes);
        self.forward.bytes() + backward + self.beside.bytes
    }

    /// What it is by now.
    pub(crate) fn algorithm(&self) -> Algorithm {
        match (&self.backward, self.ends) {
            (None, Ends::Start | Ends::Auto) => Algorithm::Bfs,
            _ => Algorithm::Bidirectional,
        }
    }

    /// The path through a state of both ends, or through a goal of one. It is in layer `depth` of the end that has found it and in the
    /// last layer of the other.
    fn path(&self, state: S, depth: usize, is_backward: bool) -> Vec<S> {
        let other = |side: &Side<S>| side.depth() as usize;
        let [forward, backward] = match &self.backward {
            Some(_) if is_backward => [other(&self.forward), depth],
            Some(backward) => [depth, other(backward)],
            None => [depth, 0],
        };
        let mut path = self.forward.trail(self.space, state, forward);
        path.reverse();
        if let Some(side) = &self.backward {
            // Both trails hold the state, and the path needs it once.
            path.extend(&side.trail(self.space, state, backward)[1..]);
        }
        path
    }
}

/// What two have done, one beside the other.
fn together(one: Progress, other: Progress) -> Progress {
    Progress {
        states: one.states + other.states,
        expanded: one.expanded + other.expanded,
        depth: one.depth + other.depth,
        bytes: one.bytes + other.bytes,
        ..one
    }
}

/// The layers from one end, by how wide they have become.
enum Side<S: State> {
    Narrow(Layers<S>),
    Wide(ParallelLayers<S>),
}

impl<S: State> Side<S> {
    /// Makes the next layer. Where there is another end, what is found is a state of its last layer.
    fn advance(
        &mut self,
        space: &dyn Space<S>,
        wanted: Wanted<'_, S>,
        far: Option<&Side<S>>,
        budget: &mut Budget<'_>,
    ) -> Result<Layer<S>, StopReason> {
        if let Side::Narrow(layers) = self
            && layers.is_wide()
        {
            *self = Side::Wide(layers.widen(Older::Traces));
        }
        let layer = match (&mut *self, far) {
            (Side::Narrow(near), Some(Side::Narrow(far))) => {
                return near.advance(space, Wanted::Met(far), budget);
            }
            (Side::Narrow(layers), _) => layers.advance(space, wanted, budget)?,
            (Side::Wide(layers), _) => layers.advance(space, wanted, budget)?,
        };
        let meeting = match (&layer, &*self, far) {
            (Layer::Full, Side::Wide(near), Some(far)) => far.met_by(near, budget)?,
            (Layer::Full, near, Some(Side::Wide(far))) => near.met_by(far, budget)?,
            _ => None,
        };
        Ok(meeting.map_or(layer, Layer::Found))
    }

    /// The first state of the last layer that is in the last layer of another end too.
    fn met_by(
        &self,
        far: &ParallelLayers<S>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<S>, StopReason> {
        match self {
            Side::Narrow(near) => {
                far.meeting(&[Partition::Listed(near.last().to_vec())], Default::default(), budget)
            }
            Side::Wide(near) => far.meeting(near.last(), near.last_by(), budget),
        }
    }

    /// Whether the layers are large already.
    fn is_wide(&self) -> bool {
        match self {
            Side::Narrow(layers) => layers.is_wide(),
            Side::Wide(_) => true,
        }
    }

    /// Whether states were left out from which a goal may be reached: see [`ParallelLayers::is_cut`].
    fn is_cut(&self) -> bool {
        matches!(self, Side::Wide(layers) if layers.is_cut)
    }

    /// Moves of the last layer.
    fn depth(&self) -> u32 {
        match self {
            Side::Narrow(layers) => layers.depth(),
            Side::Wide(layers) => layers.depth(),
        }
    }

    /// From no state of the last layer is a goal nearer than this, on a path that is wanted; 0 if nobody has asked.
    fn nearest(&self) -> u32 {
        match self {
            Side::Narrow(layers) => layers.nearest,
            Side::Wide(layers) => layers.nearest,
        }
    }

    /// States of the last layer.
    fn ahead(&self) -> usize {
        match self {
            Side::Narrow(layers) => layers.last().len(),
            Side::Wide(layers) => layers.ahead(),
        }
    }

    /// Bytes that the layers hold.
    fn bytes(&self) -> u64 {
        match self {
            Side::Narrow(layers) => layers.bytes(),
            Side::Wide(layers) => layers.held(),
        }
    }

    /// What has been done between two layers.
    fn progress(&self) -> Progress {
        match self {
            Side::Narrow(layers) => layers.progress(),
            Side::Wide(layers) => layers.progress(),
        }
    }

    /// A shortest way from `state`, which is or would be in layer `depth`, back to the first layer.
    fn trail(&self, space: &dyn Space<S>, state: S, depth: usize) -> Vec<S> {
        match self {
            Side::Narrow(layers) => layers.trail(space, state, depth),
            Side::Wide(layers) => layers.trail(space, state, depth),
        }
    }
}

/// All goals, each once; [`StopReason::NotApplicable`] where there are more than `most`, or so many times [`TRIES`] places were tried.
/// The search holds `held` bytes.
fn goals<S: State>(
    space: &dyn Space<S>,
    (most, most_tries): (usize, usize),
    held: u64,
    budget: &mut Budget<'_>,
) -> Result<Vec<S>, StopReason> {
    if !space.is_undirected() {
        return Err(StopReason::NotApplicable);
    }
    let held = budget.beside.bytes + held;
    let mut goals = FxHashSet::default();
    // To make the code of a goal takes as long as it has words.
    let (mut listed, mut tried, a_look) = (0usize, 0, TRIES.div_ceil(size_of::<S>() / 8));
    let mut stop = None;
    let complete = space.goals(&mut |goal| {
        listed += usize::from(goal.is_some());
        tried += usize::from(goal.is_none());
        let look = goal.is_none_or(|_| listed.is_multiple_of(a_look));
        goals.extend(goal);
        if look {
            let slots = goals.capacity() * 4;
            budget.progress.bytes = held + (slots * (1 + size_of::<S>())) as u64;
            stop = budget.check().err();
        }
        stop.is_none() && tried < most_tries && goals.len() <= most
    });
    match stop {
        Some(StopReason::Memory) => Err(StopReason::NotApplicable),
        Some(why) => Err(why),
        None if complete => Ok(goals.into_iter().collect()),
        None => Err(StopReason::NotApplicable),
    }
}
