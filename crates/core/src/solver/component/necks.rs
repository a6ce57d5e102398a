//! Necks: positions that every shortest solution passes, and the fewest that every solution must pass.

use super::Component;
use super::links::{Edges, Links};
use crate::puzzle::Position;
use crate::solver::budget::{Budget, StopReason};
use rustc_hash::FxHashMap;

/// Where solutions come together. Neither the start nor a solved position is ever counted.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Necks {
    /// What every shortest solution passes, in its order.
    pub shortest: Vec<Neck>,
    /// The fewest positions of which every solution, however long, passes at least one: of several such sets the one nearest to
    /// the goal. `None` if it takes more than [`Necks::MOST`], or if there is nothing to pass.
    pub cut: Option<Vec<Position>>,
}

impl Necks {
    /// The largest set of positions that is looked for.
    pub const MOST: usize = 8;

    /// Where several shortest ways come together: of the positions that every shortest solution passes those before which there was a
    /// choice. They divide the shortest solutions into chapters.
    pub fn gatherings(&self) -> impl Iterator<Item = &Neck> {
        let mut before = 0;
        self.shortest
            .iter()
            .filter(move |neck| std::mem::replace(&mut before, neck.from) + 1 != neck.from)
    }
}

/// A position that every shortest solution passes, in itself or in its mirror image.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Neck {
    /// Moves from the start.
    pub from: u32,
    /// Moves to the nearest solved position.
    pub to: u32,
    /// The position.
    pub position: Position,
}

/// States between two looks at the clock.
const A_CHECK: usize = 1 << 11;

/// The most mirror images that a position has, itself included.
const IMAGES: usize = 8;

/// The states on the shortest solutions, in layers from the start to the solved ones; none if there is no solution.
pub(crate) fn corridor(
    component: &dyn Component,
    links: &Links,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<u32>>, StopReason> {
    let Some(optimum) = component.distance(0) else {
        return Ok(Vec::new());
    };
    let mut layers = vec![vec![0]];
    for to in (0..optimum).rev() {
        let mut next = Vec::new();
        for (done, &at) in layers.last().into_iter().flatten().enumerate() {
            if done % A_CHECK == 0 {
                budget.check()?;
            }
            let near = links.onward.from(at as usize).iter().copied();
            next.extend(near.filter(|&other| component.distance(other as usize) == Some(to)));
        }
        next.sort_unstable();
        next.dedup();
        layers.push(next);
    }
    Ok(layers)
}

/// The layers of the shortest solutions that have one position, `are_alike` telling whether some are images of one.
pub(crate) fn of_shortest(
    component: &dyn Component,
    corridor: &[Vec<u32>],
    are_alike: impl Fn(&[Position]) -> bool,
) -> Vec<Neck> {
    let optimum = corridor.len().saturating_sub(1);
    let inner = corridor.iter().enumerate().take(optimum).skip(1);
    let few = inner.filter(|(_, layer)| layer.len() <= IMAGES);
    let neck = |(from, layer): (usize, &Vec<u32>)| {
        let mut positions: Vec<Position> =
            layer.iter().map(|&at| component.position(at as usize)).collect();
        let alike = are_alike(&positions);
        let (from, to) = (from as u32, (optimum - from) as u32);
        alike.then(|| Neck { from, to, position: positions.swap_remove(0) })
    };
    few.filter_map(neck).collect()
}

/// The states of the smallest set, of at most `most`, without which there is no way from the start to a solved state; of several the
/// one nearest to the solved ones, in the order of its numbers. `None` if there is none.
///
/// As many ways as the set has states share no state but their ends (Menger, Fundamenta Mathematicae 10, 1927), and each search for one
/// more takes back what the ways before it need not have taken (Ford and Fulkerson, Canadian Journal of Mathematics 8, 1956).
pub(crate) fn cut(
    component: &dyn Component,
    links: &Links,
    most: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<u32>>, StopReason> {
    let states = links.states();
    if component.distance(0).is_none_or(|moves| moves < 2) {
        return Ok(None);
    }
    // Both sides of each state are numbered in 32 bits, and wait in a list.
    if states > (NONE / 2) as usize {
        return Err(StopReason::NotApplicable);
    }
    budget.room(16 * states as u64)?;
    let mut sources = Vec::new();
    for at in 0..states as u32 {
        if (at as usize).is_multiple_of(A_CHECK) {
            budget.check()?;
        }
        if component.distance(at as usize) == Some(0) {
            sources.push(at);
        }
    }
    let mut flow = Flow {
        sources,
        edges: links.backward(),
        before: FxHashMap::default(),
        reached: vec![NONE; 2 * states],
    };
    // The ways are laid from the solved states to the start, so that the cut is the one nearest to where they begin.
    let mut ways = 0;
    while let Some(end) = flow.search(budget)? {
        ways += 1;
        if ways > most {
            return Ok(None);
        }
        flow.lay(end);
    }
    let is_cut = |at: &u32| flow.reached[enter(*at)] != NONE && flow.reached[leave(*at)] == NONE;
    let mut cut: Vec<u32> = flow.before.keys().copied().filter(is_cut).collect();
    cut.sort_unstable();
    Ok(Some(cut))
}

/// Ways that share no state. Each state is a door that one enters and leaves, and of the ways one may pass.
struct Flow<'a> {
    /// The solved states.
    sources: Vec<u32>,
    edges: &'a Edges,
    /// For each state on a way the one before it.
    before: FxHashMap<u32, u32>,
    /// For each side of each state from which side it was reached, or [`NONE`].
    reached: Vec<u32>,
}

/// Not reached yet.
const NONE: u32 = u32::MAX;

/// The side of a state on which it is entered.
fn enter(at: u32) -> usize {
    2 * at as usize
}

/// The side of a state on which it is left.
fn leave(at: u32) -> usize {
    2 * at as usize + 1
}

impl Flow<'_> {
    /// Looks for one more way to the start. Returns the last state before it.
    ///
    /// Which way is found makes no difference to the cut. It goes on from what was reached last, and there to the least number, which is
    /// nearest to the start as states come in breadth-first order: so it mostly goes straight there and sees hardly anything else.
    fn search(&mut self, budget: &mut Budget<'_>) -> Result<Option<u32>, StopReason> {
        self.reached.fill(NONE);
        let mut open: Vec<u32> = Vec::new();
        for &at in &self.sources {
            self.reached[leave(at)] = leave(at) as u32;
            // No way comes back to one.
            self.reached[enter(at)] = leave(at) as u32;
            open.push(leave(at) as u32);
        }
        let mut done = 0;
        while let Some(side) = open.pop() {
            done += 1;
            if done % A_CHECK == 0 {
                budget.check()?;
            }
            let at = side / 2;
            let side = side as usize;
            let way = self.before.get(&at).copied();
            match (side == enter(at), way) {
                // One goes through a door where no way passes, and else back along the way that does.
                (true, None) => self.reach(leave(at), side, &mut open),
                (true, Some(before)) => self.reach(leave(before), side, &mut open),
                (false, way) => {
                    if way.is_some() {
                        self.reach(enter(at), side, &mut open);
                    }
                    let (edges, first) = (self.edges, open.len());
                    for &other in edges.from(at as usize) {
                        if other == 0 {
                            return Ok(Some(at));
                        }
                        self.reach(enter(other), side, &mut open);
                    }
                    if let Some(least) = (first..open.len()).min_by_key(|&index| open[index]) {
                        let last = open.len() - 1;
                        open.swap(least, last);
                    }
                }
            }
        }
        Ok(None)
    }

    fn reach(&mut self, side: usize, by: usize, open: &mut Vec<u32>) {
        if self.reached[side] == NONE {
            self.reached[side] = by as u32;
            open.push(side as u32);
        }
    }

    /// Lays the way that was found, which ends at the state next to the start.
    fn lay(&mut self, end: u32) {
        let mut added = Vec::new();
        let mut side = leave(end);
        loop {
            let by = self.reached[side] as usize;
            if by == side {
                break;
            }
            let (at, other) = ((side / 2) as u32, (by / 2) as u32);
            match (side == enter(at), at == other) {
                // Through a door, in either direction, leads no way to another state.
                (_, true) => {}
                (true, false) => added.push((other, at)),
                // Back along a way: what it led to has another before it, or none any more.
                (false, false) => {
                    self.before.remove(&other);
                }
            }
            side = by;
        }
        for (before, at) in added {
            self.before.insert(at, before);
        }
    }
}
