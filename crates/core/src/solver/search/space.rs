//! The smallest graph that an engine can search.

use std::hash::Hash;

/// A graph of small states whose edges all cost one move.
///
/// Engines are free functions that the compiler specialises for each space, so that a state stays in registers and
/// `expand` is inlined: against hand-written loops the trait costs nothing that can be measured.
pub(crate) trait Space: Sync {
    /// A position in its densest form; two positions that need not be told apart have the same state.
    type State: Copy + Eq + Hash + Send + Sync;

    /// Whether the puzzle is solved here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Calls `visit` with every state that one move leads to. The same state may come more than once, and the state
    /// itself may come too; never one that no move leads to.
    fn expand(&self, state: &Self::State, visit: impl FnMut(Self::State));

    /// Adds the states that one move leads to from any of `states` to `children`, for engines that work in batches.
    fn expand_all(&self, states: &[Self::State], children: &mut Vec<Self::State>) {
        for state in states {
            self.expand(state, |child| children.push(child));
        }
    }

    /// The same, leaving out states that are sure to be found without: of states that the last move of a shortest way led to,
    /// `past` says which move that was, and every other state at that distance must be expanded as well. What it was for the
    /// new states goes to `next`.
    fn expand_new(
        &self,
        states: &[Self::State],
        _past: &[Past],
        children: &mut Vec<Self::State>,
        next: &mut Vec<Past>,
    ) {
        self.expand_all(states, children);
        next.resize(children.len(), Past::UNKNOWN);
    }

    /// The same as [`Space::expand_all`], and adds for each child the number of the state in `states` that it comes from.
    fn expand_each(
        &self,
        states: &[Self::State],
        children: &mut Vec<Self::State>,
        origins: &mut Vec<Origin>,
    ) {
        one_by_one(self, states, (children, origins));
    }

    /// How many states may be expanded between two looks at the limits: where one leads to thousands, few.
    fn together(&self) -> usize {
        usize::MAX
    }

    /// Whether every move can be taken back by one move, so that a successor of a state is never more than one layer
    /// away from it. Waypoints break this.
    fn is_undirected(&self) -> bool {
        true
    }
}

/// [`Space::expand_each`] by way of one state after the other.
pub(crate) fn one_by_one<P: Space + ?Sized>(
    space: &P,
    states: &[P::State],
    (children, origins): (&mut Vec<P::State>, &mut Vec<Origin>),
) {
    for (number, state) in (0..).zip(states) {
        space.expand_all(std::slice::from_ref(state), children);
        origins.resize(children.len(), Origin(number));
    }
}

/// The last move on some shortest way to a state, in a space's own numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Past(pub(crate) u16);

impl Past {
    /// It is not known which move that was.
    pub(crate) const UNKNOWN: Past = Past(0);
}

/// The number of the state, among those that are expanded together, that a successor comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Origin(pub(crate) u32);

/// A space with a lower bound on the moves that remain.
pub(crate) trait Estimate: Space {
    /// A number of moves that no solution from here can undercut; 0 at a goal.
    fn estimate(&self, state: &Self::State) -> u32;
}

/// A space that can be searched from its goals too: every move can be taken back, and the solved states can be listed.
pub(crate) trait Reversible: Space {
    /// Calls `visit` with solved states (all those that matter) until it says stop by returning `false`.
    /// Returns whether the list is complete.
    fn goals(&self, visit: impl FnMut(Self::State) -> bool) -> bool;
}
