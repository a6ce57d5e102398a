//! A path made shorter within its neighbourhood: all states that are few moves from any of its own (Nakhost and Müller, "Action
//! Elimination and Plan Neighborhood Graph Search", ICAPS 2010).

use super::hash::hash;
use super::pool::give_back;
use super::space::{Batch, Origin, Space, State, batches};
use crate::solver::budget::{Budget, StopReason};
use rustc_hash::FxHashMap;

/// States expanded together at most, and the bytes that they take: their successors are held beside all that is counted.
const BATCH: usize = 128;
const BATCH_BYTES: usize = 1 << 15;

/// Parts of the table, so that none takes long to grow.
const PARTS: usize = 256;

/// A shortest path from the first state of `path` to a goal through at most about `most` states nearest to the path; `None` if no path
/// there has fewer moves.
pub(crate) fn shortened<S: State>(
    space: &dyn Space<S>,
    path: &[S],
    most: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<S>>, StopReason> {
    let before = budget.progress;
    let mut near = Neighbourhood::new(space, most);
    let found = near.gather(path, budget).and_then(|()| near.search(path, budget));
    // What others hold is counted again when this is gone.
    budget.progress.bytes = before.bytes;
    found
}

/// States near a path.
struct Neighbourhood<'a, S: State> {
    space: &'a dyn Space<S>,
    most: usize,
    /// By state: its place in the search, once it was reached.
    known: Vec<FxHashMap<S, u32>>,
    len: usize,
    children: Vec<S>,
    origins: Vec<Origin>,
}

/// Not reached yet.
const NEW: u32 = u32::MAX;

impl<S: State> Drop for Neighbourhood<'_, S> {
    fn drop(&mut self) {
        let bytes = self.len * size_of::<(S, u32)>();
        give_back(std::mem::take(&mut self.known), bytes as u64);
    }
}

impl<'a, S: State> Neighbourhood<'a, S> {
    const TOGETHER: usize = match BATCH_BYTES / size_of::<S>() {
        0 => 1,
        fit if fit < BATCH => fit,
        _ => BATCH,
    };

    /// Bytes of so many states: the table, at worst seven sixteenths full, their list in the search, and others that are `listed`.
    fn bytes(states: usize, listed: usize) -> u64 {
        let table = states * (size_of::<(S, u32)>() + 1) * 16 / 7;
        (table + (states + listed) * (size_of::<S>() + 4)) as u64
    }

    fn new(space: &'a dyn Space<S>, most: usize) -> Neighbourhood<'a, S> {
        let known = vec![FxHashMap::default(); PARTS];
        Neighbourhood { space, most, known, len: 0, children: Vec::new(), origins: Vec::new() }
    }

    fn part(&mut self, state: &S) -> &mut FxHashMap<S, u32> {
        // The low bits of this hash choose the slots of the table, so that the high ones choose the part.
        &mut self.known[(hash(state).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize]
    }

    /// Adds a state; whether it is new.
    fn add(&mut self, state: S) -> bool {
        let is_new = self.part(&state).insert(state, NEW).is_none();
        self.len += usize::from(is_new);
        is_new
    }

    /// Collects the states, layer by layer around the path.
    fn gather(&mut self, path: &[S], budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let before = budget.progress.bytes;
        budget.room(Self::bytes(path.len(), path.len()))?;
        let mut layer: Vec<S> = path.iter().copied().filter(|&state| self.add(state)).collect();
        while !layer.is_empty() {
            let mut next = Vec::new();
            for batch in batches(self.space, 0..layer.len(), Self::TOGETHER) {
                let bytes = Self::bytes(self.len, layer.len() + 2 * next.len());
                budget.progress.bytes = before + bytes;
                budget.progress.expanded += batch.states.len() as u64;
                budget.check()?;
                self.children.clear();
                batch.expand(self.space, &layer[batch.states.clone()], &mut self.children);
                let children = std::mem::take(&mut self.children);
                let known = self.len;
                next.extend(children.iter().filter(|&&child| self.add(child)));
                budget.progress.states += (self.len - known) as u64;
                self.children = children;
                if self.len >= self.most {
                    return Ok(());
                }
            }
            layer = next;
        }
        Ok(())
    }

    /// Breadth-first search through the collected states only.
    fn search(
        &mut self,
        path: &[S],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<S>>, StopReason> {
        // Every state with the place of the one before it.
        let mut reached = vec![(path[0], 0)];
        *self.part(&path[0]).entry(path[0]).or_insert(0) = 0;
        let mut begin = 0;
        // A path that is found in the last of these rounds has one move less than the old one.
        for _ in 2..path.len() {
            let end = reached.len();
            for batch in batches(self.space, begin..end, Self::TOGETHER) {
                budget.check()?;
                if let Some(goal) = self.reach(&batch, &mut reached) {
                    return Ok(Some(trail(&reached, goal)));
                }
            }
            if reached.len() == end {
                return Ok(None);
            }
            begin = end;
        }
        Ok(None)
    }

    /// Reaches the states that moves of a batch of those that are reached lead to; returns a goal and the place of the state before it.
    fn reach(&mut self, batch: &Batch, reached: &mut Vec<(S, u32)>) -> Option<(S, u32)> {
        let first = batch.states.start;
        let states: Vec<S> =
            reached[batch.states.clone()].iter().map(|&(state, _)| state).collect();
        self.children.clear();
        self.origins.clear();
        batch.expand_each(self.space, &states, &mut self.children, &mut self.origins);
        let goal = self.space.first_goal(&self.children);
        if let Some(goal) = goal {
            return Some((self.children[goal], first as u32 + self.origins[goal].0));
        }
        for index in 0..self.children.len() {
            let child = self.children[index];
            let next = reached.len() as u32;
            let Some(place) = self.part(&child).get_mut(&child) else { continue };
            if *place == NEW {
                *place = next;
                reached.push((child, first as u32 + self.origins[index].0));
            }
        }
        None
    }
}

/// The states from the first to a goal.
fn trail<S: State>(reached: &[(S, u32)], (goal, before): (S, u32)) -> Vec<S> {
    let (mut trail, mut at) = (vec![goal], before);
    loop {
        let (state, parent) = reached[at as usize];
        trail.push(state);
        if at == 0 {
            trail.reverse();
            return trail;
        }
        at = parent;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::budget::unwatched;
    use crate::solver::request::Limits;

    /// The numbers on a ring; 0 is the goal.
    struct Ring(u64);

    impl Space<u64> for Ring {
        fn is_goal(&self, state: &u64) -> bool {
            *state == 0
        }

        fn expand_all(&self, states: &[u64], children: &mut Vec<u64>) {
            let ring = self.0;
            children
                .extend(states.iter().flat_map(|&at| [(at + 1) % ring, (at + ring - 1) % ring]));
        }
    }

    fn within(path: &[u64], most: usize) -> Option<Vec<u64>> {
        let mut budget = unwatched(Limits::default());
        shortened(&Ring(100), path, most, &mut budget).unwrap()
    }

    #[test]
    fn the_long_way_round_becomes_the_short_one_where_the_neighbourhood_holds_it() {
        let long: Vec<u64> = (10..=100).map(|at| at % 100).collect();
        // Every state but the nine between is on the path, and these are all near its ends.
        assert_eq!(within(&long, 1000), Some((0..=10).rev().collect()));
        assert_eq!(within(&[2, 1, 0], 1000), None);
    }

    #[test]
    fn a_small_neighbourhood_leaves_a_path_as_it_is() {
        let long: Vec<u64> = (60..=100).map(|at| at % 100).collect();
        assert_eq!(within(&long, 1), None);
    }

    #[test]
    fn detours_are_cut_off() {
        let path = [3, 4, 5, 4, 3, 2, 3, 2, 1, 0];
        assert_eq!(within(&path, 1), Some(vec![3, 2, 1, 0]));
    }
}
