//! The walk through a component that a landscape is made of.

use super::distances::is_endless;
use super::survey::{Survey, farthest};
use super::table::Table;
use crate::puzzle::{Metric, Position, Puzzle};
use crate::solver::budget::{Budget, Limits, Monitor, StopReason};
use crate::solver::search::space::Space;
use crate::solver::{blocks, rules_space, tiles};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hash;

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

/// What is asked of a walked component, whichever engine walked it.
pub(crate) trait Reachable: Send + Sync {
    /// Moves from the start, and to the nearest solved position.
    fn place(&self, position: &Position) -> Option<(u32, Option<u32>)>;

    /// The position after the first `skip` of those that are `to` moves from solved.
    fn nth(&self, to: u32, skip: u64) -> Option<Position>;
}

/// A component that was walked.
pub(crate) struct Walked {
    /// The figures of the whole.
    pub(crate) survey: Survey,
    /// How many positions lie where.
    pub(crate) spots: Vec<Bucket>,
    /// What can be asked of it.
    pub(crate) ground: Box<dyn Reachable>,
}

/// How states are made from positions and back.
pub(crate) struct Ways<L, R> {
    /// The state of a position.
    pub(crate) lower: L,
    /// A position of a state.
    pub(crate) raise: R,
}

/// A table with the distance of each of its states from the start.
struct Depths<S, L, R> {
    table: Table<S>,
    depths: Vec<u16>,
    ways: Ways<L, R>,
}

/// Not reached yet.
const FAR: u16 = u16::MAX;

/// States between two looks at the clock.
const A_CHECK: usize = 1 << 12;

/// Walks the component of `start` with its distances to the goal, and measures it.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn walk<P, L, R>(
    space: &P,
    start: P::State,
    ways: Ways<L, R>,
    budget: &mut Budget<'_>,
) -> Result<Walked, StopReason>
where
    P: Space,
    P::State: Send + Sync + 'static,
    L: Fn(&Position) -> Option<P::State> + Send + Sync + 'static,
    R: Fn(P::State) -> Option<Position> + Send + Sync + 'static,
{
    let table = Table::build(space, start, budget)?;
    budget.progress.bytes = table.bytes();
    budget.room(2 * table.len() as u64)?;
    let mut walk = Walk::new(&table);
    for index in 0..table.len() {
        if index % A_CHECK == 0 {
            budget.check()?;
        }
        walk.visit(space, &table, index);
    }
    let (depths, spots) = (walk.depths, walk.spots);
    let (far, _) = farthest(start, &table);
    let survey = Survey {
        states: table.len() as u64,
        solved: walk.histogram.first().copied().unwrap_or(0),
        histogram: walk.histogram,
        farthest: (ways.raise)(far).ok_or(StopReason::NotApplicable)?,
        optimum: table.distance(&start),
        optimal_solutions: walk.solutions,
        mean_branching: walk.edges as f64 / table.len() as f64,
    };
    let spot = |((from, to), states)| Bucket { from, to, states };
    Ok(Walked {
        survey,
        spots: spots.into_iter().map(spot).collect(),
        ground: Box::new(Depths { table, depths, ways }),
    })
}

/// What is gathered on the walk.
struct Walk {
    depths: Vec<u16>,
    spots: BTreeMap<(u32, Option<u32>), u64>,
    histogram: Vec<u64>,
    edges: u64,
    optimum: Option<u32>,
    /// Shortest ways from the start to each state on one, by its number.
    shortest: FxHashMap<usize, u128>,
    solutions: u128,
}

impl Walk {
    fn new<S: Copy + Eq + Hash>(table: &Table<S>) -> Walk {
        let mut depths = vec![FAR; table.len()];
        depths[0] = 0;
        Walk {
            depths,
            spots: BTreeMap::new(),
            histogram: Vec::new(),
            edges: 0,
            optimum: table.iter().next().and_then(|(_, distance)| distance),
            shortest: FxHashMap::from_iter([(0, 1)]),
            solutions: 0,
        }
    }

    /// Takes in one state. They come in breadth-first order, so that its own distance from the start is known, and all the
    /// shortest ways to it are.
    fn visit<P: Space>(&mut self, space: &P, table: &Table<P::State>, index: usize) {
        let (state, to) = table.numbered(index);
        let from = self.depths[index];
        *self.spots.entry((from.into(), to)).or_default() += 1;
        if let Some(to) = to {
            self.note(to);
        }
        let ways = self.shortest.remove(&index);
        let ways = ways.filter(|_| to.is_some_and(|to| Some(u32::from(from) + to) == self.optimum));
        if let (Some(ways), Some(0)) = (ways, to) {
            self.solutions = self.solutions.saturating_add(ways);
        }
        for next in successors(space, state) {
            self.edges += 1;
            let Some(number) = table.find(&next) else {
                continue;
            };
            if self.depths[number] == FAR {
                self.depths[number] = from.saturating_add(1);
            }
            let nearer = to.zip(table.numbered(number).1);
            if let (Some(ways), Some((to, next))) = (ways, nearer)
                && next + 1 == to
            {
                let sum = self.shortest.entry(number).or_default();
                *sum = sum.saturating_add(ways);
            }
        }
    }

    fn note(&mut self, to: u32) {
        let to = to as usize;
        if to >= self.histogram.len() {
            self.histogram.resize(to + 1, 0);
        }
        self.histogram[to] += 1;
    }
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

impl<S, L, R> Reachable for Depths<S, L, R>
where
    S: Copy + Eq + Hash + Send + Sync,
    L: Fn(&Position) -> Option<S> + Send + Sync,
    R: Fn(S) -> Option<Position> + Send + Sync,
{
    fn place(&self, position: &Position) -> Option<(u32, Option<u32>)> {
        let index = self.table.find(&(self.ways.lower)(position)?)?;
        Some((self.depths[index].into(), self.table.numbered(index).1))
    }

    fn nth(&self, to: u32, skip: u64) -> Option<Position> {
        let at = |&(_, distance): &(S, Option<u32>)| distance == Some(to);
        let (state, _) = self.table.iter().filter(at).nth(usize::try_from(skip).ok()?)?;
        (self.ways.raise)(state)
    }
}

/// Everything that can be reached from a puzzle's start, each position with its distance from the start and to the goal.
///
/// ```
/// use huarong_core::puzzle::{Metric, Setup};
/// use huarong_core::solver::{Landscape, Limits, Unwatched};
/// let puzzle = Setup::numbers(3, 2, &[4, 1, 2, 5, 0, 3]).build().expect("it is playable");
/// let land = Landscape::build(&puzzle, Metric::Step, &Limits::default(), &mut Unwatched)?;
/// assert_eq!((land.survey().states, land.place(puzzle.start())), (360, Some((0, Some(5)))));
/// assert_eq!(land.nth_at(0, 5, 7).as_ref(), Some(puzzle.start()));
/// let hardest = land.nth(21, 0).expect("21 is the greatest distance");
/// assert_eq!(land.place(&hardest).map(|place| place.1), Some(Some(21)));
/// # Ok::<(), huarong_core::solver::Stop>(())
/// ```
pub struct StateSpace {
    metric: Metric,
    survey: Survey,
    spots: Vec<Bucket>,
    ground: Box<dyn Reachable>,
}

impl fmt::Debug for StateSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Landscape")
            .field("metric", &self.metric)
            .field("states", &self.survey.states)
            .finish_non_exhaustive()
    }
}

impl StateSpace {
    /// Walks the component of the puzzle's start. Mirror images are told apart.
    ///
    /// # Errors
    /// The limit that was reached, or [`StopReason::NotApplicable`] for a puzzle that no table can hold.
    pub fn build(
        puzzle: &Puzzle,
        metric: Metric,
        limits: &Limits,
        monitor: &mut dyn Monitor,
    ) -> Result<StateSpace, StopReason> {
        if is_endless(puzzle) {
            return Err(StopReason::NotApplicable);
        }
        let mut budget = Budget::new(monitor, *limits);
        let walked = match tiles::state_space(puzzle, metric, &mut budget) {
            Some(walked) => walked?,
            None if blocks::counts(puzzle, metric) => {
                blocks::state_space(puzzle, metric, &mut budget)?
            }
            None => rules_space::state_space(puzzle, &mut budget)?,
        };
        Ok(StateSpace { metric, survey: walked.survey, spots: walked.spots, ground: walked.ground })
    }

    /// What counts as one move.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The figures of the whole.
    #[must_use]
    pub fn survey(&self) -> &Survey {
        &self.survey
    }

    /// How many positions lie where, in the order of the distances from the start and then to the goal.
    #[must_use]
    pub fn spots(&self) -> &[Bucket] {
        &self.spots
    }

    /// Moves from the start to `position`, and from there to the nearest solved one, if there is a way; `None` if it
    /// cannot be reached from the start.
    #[must_use]
    pub fn place(&self, position: &Position) -> Option<(u32, Option<u32>)> {
        self.ground.place(position)
    }

    /// One of the positions that are `from` moves from the start and `to` moves from solved: the one at `choice`, counted round
    /// and round. `None` if there are none.
    #[must_use]
    pub fn nth_at(&self, from: u32, to: u32, choice: u64) -> Option<Position> {
        let mut before = 0;
        for spot in self.spots.iter().filter(|spot| spot.to == Some(to)) {
            if spot.from == from {
                return self.ground.nth(to, before + choice % spot.states);
            }
            before += spot.states;
        }
        None
    }

    /// One of the positions that are `to` moves from solved: of those, in the order of their distance from the start, the
    /// one at `choice`, counted round and round. `None` if there are none.
    #[must_use]
    pub fn nth(&self, to: u32, choice: u64) -> Option<Position> {
        let histogram = &self.survey.histogram;
        let states = *histogram.get(to as usize).filter(|&&states| states > 0)?;
        self.ground.nth(to, choice % states)
    }
}
