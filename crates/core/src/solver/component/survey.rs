//! A whole component measured: how many positions, how far from solved, which is the hardest, how many best solutions.

use super::Component;
use crate::puzzle::Position;
use crate::solver::budget::{Budget, StopReason};
use rustc_hash::FxHashMap;
use std::fmt;

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
    component: Box<dyn Component>,
}

impl HardestPosition {
    /// The hardest position of a component, and its summits of `least` moves or more.
    pub(crate) fn of(mut component: Box<dyn Component>, least: u32) -> HardestPosition {
        let (number, moves) = farthest(&*component);
        let summits = summits(&*component, least).into_iter();
        component.put_away();
        HardestPosition {
            position: component.position(number),
            moves,
            summits: summits.map(|(number, moves)| (component.position(number), moves)).collect(),
            states: component.states(),
            bytes: component.bytes(),
            component,
        }
    }

    /// Whether a position of the puzzle can be reached from its start: then it has the same hardest position.
    #[must_use]
    pub fn reaches(&self, position: &Position) -> bool {
        self.component.number(position).is_some()
    }
}

impl fmt::Debug for HardestPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HardestPosition")
            .field("position", &self.position)
            .field("moves", &self.moves)
            .field("states", &self.states)
            .finish_non_exhaustive()
    }
}

/// All positions that are equally far from the start and equally far from solved.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bucket {
    /// The fewest moves from the start.
    pub from: u32,
    /// The fewest moves to a solved position; `None` if there is no way.
    pub to: Option<u32>,
    /// How many positions.
    pub states: u64,
}

/// What one pass over a component finds out.
pub(crate) struct Measured {
    pub(crate) survey: Survey,
    /// In the order of the distances from the start and then to the goal.
    pub(crate) buckets: Vec<Bucket>,
    /// Moves from the start, by number.
    pub(crate) depths: Vec<u16>,
}

/// Not reached yet.
const FAR: u16 = u16::MAX;

/// States between two looks at the clock.
const A_CHECK: usize = 1 << 12;

/// Measures a component, which must hold every state as one of its own.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn measure(
    component: &dyn Component,
    budget: &mut Budget<'_>,
) -> Result<Measured, StopReason> {
    let states = component.states() as usize;
    budget.progress.bytes = component.bytes();
    budget.room((states * size_of::<u16>()) as u64)?;
    let optimum = component.distance(0);
    let mut depths = vec![FAR; states];
    depths[0] = 0;
    let mut counts: FxHashMap<(u16, Option<u32>), u64> = FxHashMap::default();
    let mut histogram = Vec::new();
    // Shortest ways from the start to each state on a shortest solution, by its number.
    let mut ways: FxHashMap<usize, u128> = FxHashMap::from_iter([(0, 1)]);
    let (mut edges, mut optimal_solutions, mut next) = (0, 0_u128, Vec::new());
    for number in 0..states {
        if number % A_CHECK == 0 {
            budget.check()?;
        }
        // States come in breadth-first order, so that the depth of this one is known, and all the shortest ways to it.
        let (from, to) = (depths[number], component.distance(number));
        *counts.entry((from, to)).or_default() += 1;
        if let Some(to) = to.map(|to| to as usize) {
            histogram.resize(histogram.len().max(to + 1), 0);
            histogram[to] += 1;
        }
        // The sum is complete, because all states nearer to the start came before. Removing it keeps the map to those still to
        // come.
        let ways_here = ways.remove(&number).unwrap_or(0);
        if to == Some(0) {
            optimal_solutions = optimal_solutions.saturating_add(ways_here);
        }
        let nearer = to.and_then(|to| to.checked_sub(1)).filter(|_| ways_here > 0);
        component.successors(number, &mut next);
        edges += next.len();
        for &other in &next {
            depths[other] = depths[other].min(from.saturating_add(1));
            if nearer.is_some() && component.distance(other) == nearer {
                let sum = ways.entry(other).or_default();
                *sum = sum.saturating_add(ways_here);
            }
        }
    }
    let bucket = |((from, to), states)| Bucket { from: u32::from(from), to, states };
    let mut buckets: Vec<Bucket> = counts.into_iter().map(bucket).collect();
    buckets.sort_unstable();
    let survey = Survey {
        states: states as u64,
        solved: histogram.first().copied().unwrap_or(0),
        histogram,
        farthest: component.position(farthest(component).0),
        optimum,
        optimal_solutions,
        mean_branching: edges as f64 / states as f64,
    };
    Ok(Measured { survey, buckets, depths })
}

/// The first of the states that are farthest from solved, and its distance; the start if none can be solved.
fn farthest(component: &dyn Component) -> (usize, Option<u32>) {
    let states =
        (0..component.states() as usize).map(|number| (number, component.distance(number)));
    // Only a greater distance replaces what was found, so that the first state stays; a state without a distance counts least.
    states.fold((0, None), |far, here| if here.1 > far.1 { here } else { far })
}

/// The states at distance `least` or more from which no move leads farther.
fn summits(component: &dyn Component, least: u32) -> Vec<(usize, u32)> {
    let mut next = Vec::new();
    let numbers = 0..component.states() as usize;
    let far = numbers
        .filter_map(|number| Some((number, component.distance(number).filter(|&d| d >= least)?)));
    far.filter(|&(number, distance)| {
        component.successors(number, &mut next);
        next.iter().filter_map(|&next| component.distance(next)).all(|next| next <= distance)
    })
    .collect()
}
