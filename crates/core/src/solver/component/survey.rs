//! A whole component measured: how many positions, how far from solved, which is the hardest, how many best solutions.

use super::table::Table;
use crate::puzzle::Position;
use crate::solver::budget::{Budget, StopReason};
use crate::solver::search::space::Space;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hash;

/// What there is to be reached from a puzzle's start. Mirror images count as the two positions that they are, pieces that
/// may trade places unnoticed as one; with waypoints, what has been passed is part of a position.
#[non_exhaustive]
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// Positions that can be reached, the start among them.
    pub states: u64,
    /// How many of them are solved.
    pub solved: u64,
    /// By moves to the nearest solved position: how many positions. Empty if nothing is ever solved.
    pub histogram: Vec<u64>,
    /// A position that is as far from solved as any that can still be solved; the start if none can.
    pub farthest: Position,
    /// The fewest moves from the start to a solved position; `None` if it cannot be solved.
    pub optimum: Option<u32>,
    /// The shortest solutions of the start, told apart by the positions that they pass through; at most `u128::MAX`.
    pub optimal_solutions: u128,
    /// Different positions that one move leads to, on average over all positions.
    pub mean_branching: f64,
}

impl Survey {
    /// Moves from the hardest position that can be solved; `None` if nothing is ever solved.
    #[must_use]
    pub fn greatest(&self) -> Option<u32> {
        u32::try_from(self.histogram.len()).ok()?.checked_sub(1)
    }

    /// Positions from which nothing solved can be reached.
    #[must_use]
    pub fn hopeless(&self) -> u64 {
        self.states - self.histogram.iter().sum::<u64>()
    }
}

/// A position as far from solved as any that can be reached and solved.
pub struct HardestPosition {
    /// The position; the start if nothing can be solved.
    pub position: Position,
    /// The fewest moves that solve it; `None` if nothing can be solved.
    pub moves: Option<u32>,
    /// All positions at least as far as was asked for from which no move leads farther, each with its distance.
    pub summits: Vec<(Position, u32)>,
    /// Positions that can be reached, the start among them.
    pub states: u64,
    /// Bytes held for [`Self::reaches`].
    pub bytes: u64,
    pub(crate) reached: Box<Reached>,
}

/// Whether a position is one of a component.
type Reached = dyn Fn(&Position) -> bool + Send + Sync;

impl HardestPosition {
    /// Whether a position of the puzzle can be reached from its start: then it has the same far end.
    #[must_use]
    pub fn reaches(&self, position: &Position) -> bool {
        (self.reached)(position)
    }
}

impl fmt::Debug for HardestPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FarEnd")
            .field("position", &self.position)
            .field("moves", &self.moves)
            .field("states", &self.states)
            .finish_non_exhaustive()
    }
}

/// States between two looks at the clock.
const A_CHECK: usize = 1 << 12;

/// The survey of a table, which must hold every state of the component as one of its own.
pub(crate) fn measure<P: Space>(
    space: &P,
    start: P::State,
    table: &Table<P::State>,
    raise: impl FnOnce(P::State) -> Position,
    budget: &mut Budget<'_>,
) -> Result<Survey, StopReason> {
    let mut histogram: Vec<u64> = Vec::new();
    let mut edges = 0;
    for (index, (state, distance)) in table.iter().enumerate() {
        if index % A_CHECK == 0 {
            budget.check()?;
        }
        edges += successors(space, state).len() as u64;
        let Some(distance) = distance else { continue };
        if distance as usize >= histogram.len() {
            histogram.resize(distance as usize + 1, 0);
        }
        histogram[distance as usize] += 1;
    }
    let states = table.len() as u64;
    Ok(Survey {
        states,
        solved: histogram.first().copied().unwrap_or(0),
        histogram,
        farthest: raise(farthest(start, table).0),
        optimum: table.distance(&start),
        optimal_solutions: shortest_paths(space, start, table),
        mean_branching: edges as f64 / states as f64,
    })
}

/// The first of the states that are farthest from solved, and its distance.
pub(crate) fn farthest<S: Copy + Eq + Hash>(start: S, table: &Table<S>) -> (S, Option<u32>) {
    let known = table.iter().filter(|(_, distance)| distance.is_some());
    known.fold((start, None), |far, here| if here.1 > far.1 { here } else { far })
}

/// The states at distance `least` or more from which no move leads farther.
pub(crate) fn summits<P: Space>(
    space: &P,
    table: &Table<P::State>,
    least: u32,
) -> Vec<(P::State, u32)> {
    let far =
        |(state, distance): (_, Option<u32>)| Some((state, distance.filter(|&d| d >= least)?));
    let is_summit = |&(state, distance): &(P::State, u32)| {
        let next = successors(space, state).into_iter();
        next.filter_map(|next| table.distance(&next)).all(|next| next <= distance)
    };
    table.iter().filter_map(far).filter(is_summit).collect()
}

/// The different states that one move leads to.
fn successors<P: Space>(space: &P, state: P::State) -> Vec<P::State> {
    let mut found = Vec::new();
    space.expand(&state, |next| {
        if next != state && !found.contains(&next) {
            found.push(next);
        }
    });
    found
}

/// How many shortest ways lead from `start` to a goal.
fn shortest_paths<P: Space>(space: &P, start: P::State, table: &Table<P::State>) -> u128 {
    let Some((first, distance)) = table.find(&start).zip(table.distance(&start)) else {
        return 0;
    };
    let mut ways = BTreeMap::from([(first, 1_u128)]);
    for remaining in (0..distance).rev() {
        let mut nearer: BTreeMap<usize, u128> = BTreeMap::new();
        for (index, ways) in ways {
            let next = successors(space, table.state(index)).into_iter();
            for next in next.filter(|next| table.distance(next) == Some(remaining)) {
                let index = table.find(&next).expect("a state with a distance is there");
                let sum = nearer.entry(index).or_default();
                *sum = sum.saturating_add(ways);
            }
        }
        ways = nearer;
    }
    ways.into_values().fold(0, u128::saturating_add)
}
