//! Rounds of layers, each for longer paths than the one before: for searches from a start of which no path is known that is short.
//!
//! All begin with the same layers, which were made without an estimate, and leave out the states from which a path would be too long for the round
//! (breadth-first iterative-deepening A*: Zhou and Hansen, Artificial Intelligence 170, 2006). What a round leaves out is made anew in the
//! next one, so that each makes several times as many states as the one before. None has to look for a path as long as the one that a beam
//! has found.

use super::layers::{Layer, Nearness, Wanted};
use super::parallel_bfs::{Estimates, ParallelLayers};
use super::space::{Estimate, Space, State, UNREACHABLE};
use crate::solver::budget::{Budget, Progress, StopReason};

/// The rounds, and what is known from them.
pub(crate) struct Rounds<S: State> {
    /// The layers with which each round begins.
    base: ParallelLayers<S>,
    /// The estimates of the states of the last of them.
    estimates: Estimates,
    /// The shortest path that a beam has found.
    known: Option<Vec<S>>,
    /// No longer path is wanted, in moves.
    pub(crate) most: u32,
    /// States of a layer of the last beam.
    width: u64,
    /// The longest path that this round looks for, in moves.
    pub(crate) within: u32,
    /// What had been done when this round began, as its layers count it.
    begun: Progress,
    /// Of the round before, the longest path and the states made.
    before: Option<(u32, f64)>,
}

/// How rounds begin.
pub(crate) struct Plan<S> {
    /// The estimates of the states of the last layer.
    estimates: Estimates,
    /// The longest path of the first round, in moves.
    within: u32,
    /// What a beam has found,
    known: Option<Vec<S>>,
    /// which kept so many states of a layer.
    width: u64,
}

/// One in so many states of the last layer may be on a path of the first round.
const FIRST_PART: usize = 32;

/// How many times as many states as the one before a round may make.
const GROWTH: f64 = 3.0;

/// It may make so many times as many if none has to follow.
const GROWTH_OF_THE_LAST: f64 = 9.0;

/// An estimate by which one in so many states may be nearer to a goal than this is of no use.
const OF_NO_USE: u32 = 3;

/// One in so many of all states so far is as wide as the layers of the beam are.
const BEAM_PART: u64 = 64;

/// How many times as wide a beam is worth a try.
const WIDER: u64 = 2;

impl<S: State> Rounds<S> {
    /// How rounds that begin with these layers will begin; `None` if the estimate is of no use.
    pub(crate) fn planned(
        space: &dyn Space<S>,
        layers: &mut ParallelLayers<S>,
        (estimate, most): (&Estimate<'_, S>, u32),
        budget: &mut Budget<'_>,
    ) -> Result<Option<Plan<S>>, StopReason> {
        let estimates = layers.estimates(estimate, budget)?;
        let far = farthest(&estimates, layers.ahead() / FIRST_PART, budget)?;
        if far < OF_NO_USE {
            return Ok(None);
        }
        let width = layers.progress().states / BEAM_PART;
        let with = (estimate, &estimates);
        let known = some_path(space, layers, (width, most), with, budget)?;
        Ok(Some(Plan { estimates, within: layers.depth() + far, known, width }))
    }

    /// Rounds that begin with these layers, as they were [`Rounds::planned`].
    pub(crate) fn new(base: ParallelLayers<S>, plan: Plan<S>, most: u32) -> Rounds<S> {
        let Plan { estimates, within, known, width } = plan;
        let (begun, before) = (Progress::default(), None);
        Rounds { base, estimates, known, most, width, within, begun, before }
    }

    /// The shortest path that a beam has found.
    pub(crate) fn known(&self) -> Option<&[S]> {
        self.known.as_deref()
    }

    /// How long a path is at most that is shorter than the one that is known.
    fn last(&self) -> u32 {
        self.known.as_ref().map_or(self.most, |known| self.most.min(known.len() as u32 - 2))
    }

    /// The layers with which this round begins.
    pub(crate) fn first_layers(
        &mut self,
        space: &dyn Space<S>,
        estimate: &Estimate<'_, S>,
        budget: &mut Budget<'_>,
    ) -> Result<ParallelLayers<S>, StopReason> {
        let wanted =
            Wanted::Goal { within: self.within.min(self.last()), estimate: Some(estimate) };
        let nearness = Nearness::new(space, &wanted, self.base.depth());
        let layers = self.base.near(&self.estimates, &nearness, budget)?;
        self.begun = layers.progress();
        Ok(layers)
    }

    /// Looks for a shorter path in as many states as the round before has made, where that lets more of them be kept than the last time.
    pub(crate) fn look_for_a_shorter_path(
        &mut self,
        space: &dyn Space<S>,
        estimate: &Estimate<'_, S>,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        let made = self.before.map_or(0.0, |(_, made)| made) as u64;
        let layers = self.last().min(2 * self.within) - self.base.depth() + 1;
        let width = made / u64::from(layers);
        if width >= WIDER * self.width && self.within < self.last() {
            self.width = width;
            let (limits, with) = ((width, self.last()), (estimate, &self.estimates));
            let found = some_path(space, &self.base, limits, with, budget)?;
            self.known = found.or(self.known.take());
        }
        Ok(())
    }

    /// This round has found no path, and its layers have come to this: the next one looks for longer paths. Returns what this one has done.
    pub(crate) fn lengthen(&mut self, layers: Progress) -> Progress {
        let done = Progress {
            states: layers.states.saturating_sub(self.begun.states),
            expanded: layers.expanded.saturating_sub(self.begun.expanded),
            ..Progress::default()
        };
        let (made, last) = (done.states.max(1) as f64, self.last());
        let mut longer = 1;
        if let Some((within, before)) = self.before {
            // They grow by about the same factor with each move.
            let growth = (made / before).ln().max(0.01) / f64::from(self.within - within);
            let moves = |factor: f64| (factor.ln() / growth).round() as u32;
            longer = moves(GROWTH).max(1);
            if self.within + moves(GROWTH_OF_THE_LAST) >= last {
                longer = last.saturating_sub(self.within).max(1);
            }
        }
        self.before = Some((self.within, made));
        self.within += longer;
        done
    }
}

/// A path on which layers lead on from these that keep only some of the states that are nearest to a goal (a beam: B. T. Lowerre, "The Harpy
/// Speech Recognition System", Carnegie Mellon University, 1976), none of more than `most` moves; `None` where it has not come to one in as many states
/// as the layers have.
fn some_path<S: State>(
    space: &dyn Space<S>,
    layers: &ParallelLayers<S>,
    (width, most): (u64, u32),
    (estimate, first): (&Estimate<'_, S>, &Estimates),
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<S>>, StopReason> {
    budget.room(layers.held())?;
    let near = |layers: &ParallelLayers<S>, estimates: &Estimates, budget: &mut Budget<'_>| {
        let nearest = layers.depth() + farthest(estimates, width as usize, budget)?;
        let nearest = Wanted::Goal { within: nearest.min(most), estimate: None };
        Ok(Nearness::new(space, &nearest, layers.depth()))
    };
    let mut beam = layers.near(first, &near(layers, first, budget)?, budget)?;
    let (mut made, states) = (0, layers.progress().states);
    while made < states && beam.ahead() > 0 {
        match beam.advance(space, Wanted::Goal { within: u32::MAX, estimate: None }, budget)? {
            Layer::Full => made += beam.ahead() as u64,
            Layer::Empty => return Ok(None),
            Layer::Found(goal) => {
                let mut path = beam.trail(space, goal, beam.depth() as usize + 1);
                path.reverse();
                return Ok(Some(path));
            }
        }
        let estimates = beam.estimates(estimate, budget)?;
        beam.cut(&estimates, &near(&beam, &estimates, budget)?, budget)?;
    }
    Ok(None)
}

/// How far from a goal those states are that are nearest to one, as many as `width`; or more, if they are all nearest of all. None, if no goal can be reached.
fn farthest(
    estimates: &Estimates,
    width: usize,
    budget: &mut Budget<'_>,
) -> Result<u32, StopReason> {
    let mut counts = Vec::new();
    for part in estimates {
        budget.check()?;
        for &far in part.iter().filter(|&&far| far < UNREACHABLE) {
            if far as usize >= counts.len() {
                counts.resize(far as usize + 1, 0);
            }
            counts[far as usize] += 1;
        }
    }
    let (mut all, mut farthest) = (0, None);
    for (far, count) in (0..).zip(counts).filter(|&(_, count)| count > 0) {
        all += count;
        if all > width && farthest.is_some() {
            break;
        }
        farthest = Some(far);
    }
    Ok(farthest.unwrap_or(0))
}
