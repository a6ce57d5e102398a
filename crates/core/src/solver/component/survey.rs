//! A whole component measured: how many positions, how far from solved, which is the hardest, how many best solutions.

use super::{Component, each_distance, in_batches};
use crate::puzzle::Position;
use crate::solver::budget::{Budget, StopReason};
use rustc_hash::FxHashMap;

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
    pub(crate) fn of(
        mut component: Box<dyn Component>,
        least: u32,
        budget: &mut Budget<'_>,
    ) -> Result<HardestPosition, StopReason> {
        let (number, moves) = farthest(&*component, budget)?;
        let summits = summits(&*component, least, budget)?.into_iter();
        component.put_away();
        let position = |(number, moves)| (component.position(number as usize), moves);
        Ok(HardestPosition {
            position: component.position(number as usize),
            moves,
            summits: summits.map(position).collect(),
            states: component.states(),
            bytes: component.bytes(),
            component,
        })
    }

    /// Whether a position of the puzzle can be reached from its start: then it has the same hardest position.
    #[must_use]
    pub fn reaches(&self, position: &Position) -> bool {
        self.component.number(position).is_some()
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

/// Measures a component, which must hold every state as one of its own: the figures, and how many states there are where, in the order of the
/// distances from the start and then to the goal.
pub(crate) fn measure(
    component: &dyn Component,
    budget: &mut Budget<'_>,
) -> Result<(Survey, Vec<Bucket>), StopReason> {
    let states = component.states();
    budget.progress.bytes = component.bytes();
    let optimum = component.distance(0);
    let mut counts: FxHashMap<(u32, Option<u32>), u64> = FxHashMap::default();
    let mut histogram = Vec::new();
    // Shortest ways from the start to each state on a shortest solution, by its number.
    let mut ways: FxHashMap<usize, u128> = FxHashMap::from_iter([(0, 1)]);
    let (mut edges, mut optimal_solutions) = (0, 0_u128);
    in_batches(component, 0..states as u32, budget, |batch, near, _| {
        for (index, number) in batch.iter().map(|&number| number as usize).enumerate() {
            let (near, to) = (near.from(index), component.distance(number));
            edges += near.len();
            *counts.entry((component.depth(number), to)).or_default() += 1;
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
            let Some(nearer) = to.and_then(|to| to.checked_sub(1)).filter(|_| ways_here > 0) else {
                continue;
            };
            for other in near.iter().map(|&other| other as usize) {
                if component.distance(other) == Some(nearer) {
                    let sum = ways.entry(other).or_default();
                    *sum = sum.saturating_add(ways_here);
                }
            }
        }
        Ok(())
    })?;
    let bucket = |((from, to), states)| Bucket { from, to, states };
    let mut buckets: Vec<Bucket> = counts.into_iter().map(bucket).collect();
    buckets.sort_unstable();
    let survey = Survey {
        states,
        solved: histogram.first().copied().unwrap_or(0),
        histogram,
        farthest: component.position(farthest(component, budget)?.0 as usize),
        optimum,
        optimal_solutions,
        mean_branching: edges as f64 / states as f64,
    };
    Ok((survey, buckets))
}

/// The first of the states that are farthest from solved, and its distance; the start if none can be solved.
fn farthest(
    component: &dyn Component,
    budget: &mut Budget<'_>,
) -> Result<(u32, Option<u32>), StopReason> {
    let mut far = (0, None);
    // Only a greater distance replaces what was found, so that the first state stays; a state without a distance counts least.
    each_distance(component, budget, |number, distance| {
        if distance > far.1 {
            far = (number, distance);
        }
    })?;
    Ok(far)
}

/// The states at distance `least` or more from which no move leads farther.
fn summits(
    component: &dyn Component,
    least: u32,
    budget: &mut Budget<'_>,
) -> Result<Vec<(u32, u32)>, StopReason> {
    let distance = |number: u32| component.distance(number as usize);
    let (mut far, mut summits) = (Vec::new(), Vec::new());
    // No more than the queue took with which the distances were found.
    each_distance(component, budget, |number, distance| {
        far.extend((distance >= Some(least)).then_some(number));
    })?;
    in_batches(component, far.into_iter(), budget, |batch, near, _| {
        for (index, &number) in batch.iter().enumerate() {
            let here = distance(number);
            if near.from(index).iter().all(|&other| distance(other) <= here) {
                summits.extend(here.map(|moves| (number, moves)));
            }
        }
        Ok(())
    })?;
    Ok(summits)
}
