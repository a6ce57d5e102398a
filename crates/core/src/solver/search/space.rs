//! What an engine can search: a graph of small states whose edges all cost one move.

use super::bits::Bits;
use crate::solver::budget::{Budget, StopReason};
use std::ops::Range;

/// A position in its densest form; positions that need not be told apart have the same state.
pub(crate) trait State: Bits {}

impl<S: Bits> State for S {}

/// Bytes that what is made between two looks at the limits may take: for [`Space::together`] and [`Space::parts`].
pub(crate) const AT_ONCE: usize = 1 << 22;

/// A graph of states.
///
/// Engines take it as `&dyn Space<S>`, so that they are compiled once for each type of state and not for each kind of
/// puzzle. The calls that cost time expand many states at once, so that a call through a pointer is nothing beside them.
pub(crate) trait Space<S: State>: Send + Sync {
    /// Whether the puzzle is solved here.
    fn is_goal(&self, state: &S) -> bool;

    /// The index of the first goal among `states`.
    fn first_goal(&self, states: &[S]) -> Option<usize> {
        // Hardly ever is there one. A pass without a branch, which vector instructions can do, finds that out first.
        let any = states.iter().fold(false, |any, state| any | self.is_goal(state));
        any.then(|| states.iter().position(|state| self.is_goal(state))).flatten()
    }

    /// Adds the states that one move leads to from any of `states` to `children`. The same state may come more than once,
    /// and a state of `states` may come too; never one that no move leads to.
    fn expand_all(&self, states: &[S], children: &mut Vec<S>);

    /// [`Space::expand_all`] without successors that another state of the layer also generates (sleep sets). Sound only if
    /// the whole layer is expanded. `past` is the last move of a shortest way to each state; that of each child goes to `next`.
    fn expand_new(
        &self,
        states: &[S],
        _past: &[Past],
        children: &mut Vec<S>,
        next: &mut Vec<Past>,
    ) {
        self.expand_all(states, children);
        next.resize(children.len(), Past::UNKNOWN);
    }

    /// [`Space::expand_all`], and adds for each child the index in `states` of the state that it comes from.
    fn expand_each(&self, states: &[S], children: &mut Vec<S>, origins: &mut Vec<Origin>) {
        one_by_one(self, states, children, origins);
    }

    /// The most states to expand between two checks of the limits: few where one state has thousands of successors, or successors are long.
    fn together(&self) -> usize {
        usize::MAX
    }

    /// In how many parts the moves of a single state are made: one, but where all of them are too many for one look at the limits.
    fn parts(&self) -> usize {
        1
    }

    /// [`Space::expand_all`] of one state, as far as its moves are in one of [`Space::parts`].
    fn expand_part(&self, state: &S, _part: usize, children: &mut Vec<S>) {
        self.expand_all(std::slice::from_ref(state), children);
    }

    /// Whether states that have most of their high bits in common are expanded much faster together than others, so that layers are worth
    /// being sorted.
    fn is_faster_in_order(&self) -> bool {
        false
    }

    /// Whether every move can be taken back by one move, so that a successor of a state is never more than one layer
    /// away from it. Waypoints break this.
    fn is_undirected(&self) -> bool {
        true
    }

    /// A number of moves that no solution from here can undercut; 0 at a goal.
    fn estimate(&self, _state: &S) -> u32 {
        0
    }

    /// An estimate that is worth its making where millions of states are estimated, if there is one: for the states that can be reached from
    /// `start`, from about `most` states at the most.
    fn sharper_estimate(
        &self,
        _start: S,
        _most: u64,
        _budget: &mut Budget<'_>,
    ) -> Result<Option<Box<Estimate<'_, S>>>, StopReason> {
        Ok(None)
    }

    /// Calls `visit` with solved states (all those that matter) until it says stop by returning `false`; and with `None` every
    /// [`TRIES`] tries that found none, so that it can. Returns whether the list is complete.
    fn goals(&self, _visit: &mut dyn FnMut(Option<S>) -> bool) -> bool {
        false
    }

    /// The states that one move leads to, in the order of [`Space::expand_all`].
    fn successors(&self, state: &S) -> Vec<S> {
        let mut children = Vec::new();
        self.expand_all(std::slice::from_ref(state), &mut children);
        children
    }
}

/// A number of moves that no solution from a state can undercut; [`UNREACHABLE`] where there is none.
pub(crate) type Estimate<'a, S> = dyn Fn(&S) -> u32 + Send + Sync + 'a;

/// The estimate of a state from which no goal can be reached.
pub(crate) const UNREACHABLE: u32 = u32::MAX;

/// What is expanded between two looks at the limits: states with all their moves, or a single one with a part of them.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) states: Range<usize>,
    /// `None` for all moves.
    part: Option<usize>,
}

/// The states of a range in batches of up to `most`.
pub(crate) fn batches<S: State>(
    space: &dyn Space<S>,
    states: Range<usize>,
    most: usize,
) -> impl Iterator<Item = Batch> + use<S> {
    let (end, parts, together) = (states.end, space.parts(), space.together().min(most));
    states.step_by(together).flat_map(move |from| {
        let states = from..end.min(from + together);
        let part = move |part| (parts > 1).then_some(part);
        (0..parts).map(move |number| Batch { states: states.clone(), part: part(number) })
    })
}

impl Batch {
    /// Adds the states that its moves lead to, as [`Space::expand_all`] does. `states` are those of the batch.
    pub(crate) fn expand<S: State>(
        &self,
        space: &dyn Space<S>,
        states: &[S],
        children: &mut Vec<S>,
    ) {
        match self.part {
            None => space.expand_all(states, children),
            Some(part) => states.iter().for_each(|one| space.expand_part(one, part, children)),
        }
    }

    /// The same without those that another state of the layer also generates: see [`Space::expand_new`].
    pub(crate) fn expand_new<S: State>(
        &self,
        space: &dyn Space<S>,
        (states, past): (&[S], &[Past]),
        children: &mut Vec<S>,
        next: &mut Vec<Past>,
    ) {
        if self.part.is_none() {
            return space.expand_new(states, past, children, next);
        }
        self.expand(space, states, children);
        next.resize(children.len(), Past::UNKNOWN);
    }

    /// The same with the origins of all, among the states of this batch: see [`Space::expand_each`].
    pub(crate) fn expand_each<S: State>(
        &self,
        space: &dyn Space<S>,
        states: &[S],
        children: &mut Vec<S>,
        origins: &mut Vec<Origin>,
    ) {
        if self.part.is_none() {
            return space.expand_each(states, children, origins);
        }
        self.expand(space, states, children);
        origins.resize(children.len(), Origin(0));
    }
}

/// The states that one move leads to, made a part at a time.
pub(crate) fn each_successor<S: State>(
    space: &dyn Space<S>,
    state: S,
) -> impl Iterator<Item = S> + '_ {
    batches(space, 0..1, 1).flat_map(move |batch| {
        let mut children = Vec::new();
        batch.expand(space, &[state], &mut children);
        children
    })
}

/// Tries between two calls of the visitor of [`Space::goals`].
pub(crate) const TRIES: usize = 1 << 12;

/// [`Space::expand_each`] by way of one state after the other.
pub(crate) fn one_by_one<S: State>(
    space: &(impl Space<S> + ?Sized),
    states: &[S],
    children: &mut Vec<S>,
    origins: &mut Vec<Origin>,
) {
    for (number, state) in (0..).zip(states) {
        space.expand_all(std::slice::from_ref(state), children);
        origins.resize(children.len(), Origin(number));
    }
}

/// The last move on some shortest way to a state, in a space's own numbers.
// Two bytes, because every successor that is written down has one; a puzzle with more moves than two bytes count does without.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Past(pub(crate) u16);

impl Past {
    /// It is not known which move that was.
    pub(crate) const UNKNOWN: Past = Past(0);
}

/// The index of the state, among those that are expanded together, that a successor comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Origin(pub(crate) u32);
