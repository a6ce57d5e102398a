//! Breadth-first search from the start and from all solved states at once, the smaller frontier first.

use super::Search;
use super::bfs::{Layer, Layers, Wanted};
use super::space::{Space, State, TRIES};
use crate::solver::budget::{Budget, Progress, StopReason};
use rustc_hash::FxHashSet;

/// A shortest path from `start` to the nearest goal. [`StopReason::NotApplicable`] if moves cannot be taken back or the goals
/// cannot all be listed within the memory limit.
pub(crate) fn search<S: State>(
    space: &dyn Space<S>,
    start: S,
    budget: &mut Budget<'_>,
) -> Search<S> {
    if space.is_goal(&start) {
        return Search::Path(vec![start]);
    }
    // One move from the end needs no list of goals, which may be as long as memory holds.
    let children = space.successors(&start);
    if let Some(found) = space.first_goal(&children) {
        return Search::Path(vec![start, children[found]]);
    }
    let goals = match goals(space, budget) {
        Ok(goals) if goals.is_empty() => return Search::Exhausted,
        Ok(goals) => goals,
        // No move from the start solves it, so that two are needed at least, whatever stopped the list.
        Err(why) => return Search::Stopped { lower_bound: 2, why },
    };
    let mut sides = [Layers::new(space, &[start]), Layers::new(space, &goals)];
    let front = |side: &Layers<S>| side.layer(side.depth() as usize).len();
    loop {
        // The smaller last layer mostly leads to the smaller next one, so that fewer states are made in all.
        let backward = front(&sides[1]) < front(&sides[0]);
        let [first, second] = &mut sides;
        let (near, far) = if backward { (second, &*first) } else { (first, &*second) };
        budget.beside = Progress {
            states: far.states().len() as u64,
            expanded: far.expanded(),
            depth: far.depth(),
            bytes: far.bytes(),
            ..Progress::default()
        };
        match near.advance(space, Wanted::Met(far), budget) {
            Err(why) => {
                // The finished layers of the two sides have no state in common, so that every path is longer than both depths
                // together.
                let lower_bound = near.depth() + far.depth() + 1;
                return Search::Stopped { lower_bound, why };
            }
            // A side that has seen all it can reach without meeting the other will never meet it.
            Ok(Layer::Empty) => return Search::Exhausted,
            Ok(Layer::Full) => {}
            Ok(Layer::Found(meeting)) => {
                return Search::Path(join(space, &sides, meeting, backward));
            }
        }
    }
}

/// The path through a state that the layer being made of one side has in common with the last layer of the other.
fn join<S: State>(
    space: &dyn Space<S>,
    [forward, backward]: &[Layers<S>; 2],
    meeting: S,
    by_backward: bool,
) -> Vec<S> {
    let depth = |side: &Layers<S>, unfinished| side.depth() as usize + usize::from(unfinished);
    let mut path = forward.trail(space, meeting, depth(forward, !by_backward));
    path.reverse();
    // Both trails hold the meeting state, and the path needs it once.
    path.extend(&backward.trail(space, meeting, depth(backward, by_backward))[1..]);
    path
}

/// Times [`TRIES`] places that are tried in vain before the goals count as too many to be listed: about a second, in which searches
/// from the start alone have seen millions of positions.
const MOST_IN_VAIN: usize = 1 << 14;

/// All goals, each once.
fn goals<S: State>(space: &dyn Space<S>, budget: &mut Budget<'_>) -> Result<Vec<S>, StopReason> {
    if !space.is_undirected() {
        return Err(StopReason::NotApplicable);
    }
    let mut goals = FxHashSet::default();
    let (mut listed, mut in_vain) = (0usize, 0);
    let mut stop = None;
    let complete = space.goals(&mut |goal| {
        listed += usize::from(goal.is_some());
        in_vain += usize::from(goal.is_none());
        let look = goal.is_none_or(|_| listed.is_multiple_of(TRIES));
        goals.extend(goal);
        if look {
            let slots = goals.capacity() * 4;
            budget.progress.bytes = (slots * (1 + size_of::<S>())) as u64;
            stop = budget.check().err();
        }
        stop.is_none() && in_vain < MOST_IN_VAIN
    });
    match stop {
        Some(StopReason::Memory) => Err(StopReason::NotApplicable),
        Some(why) => Err(why),
        None if complete => Ok(goals.into_iter().collect()),
        None => Err(StopReason::NotApplicable),
    }
}
