//! Everything that can be reached from a start, with each position's distance from the start and to the goal.

use super::links::Links;
use super::necks::{self, Necks};
use super::shape::{Dot, Shape};
use super::survey::{Bucket, Survey, measure};
use super::{Component, difficulty};
use crate::puzzle::{Metric, Position, Puzzle};
use crate::solver::budget::{Budget, Monitor, StopReason};
use crate::solver::engine::{Engine, is_endless};
use crate::solver::request::Limits;
use std::fmt;

/// Everything that can be reached from a puzzle's start, each position with its distance from the start and to the goal.
///
/// ```
/// use huarong_core::puzzle::{Metric, Setup};
/// use huarong_core::solver::{Limits, NoMonitor, StateSpace};
/// let puzzle = Setup::numbers(3, 2, &[4, 1, 2, 5, 0, 3]).build().expect("it is playable");
/// let space = StateSpace::build(&puzzle, Metric::Step, &Limits::default(), &mut NoMonitor)?;
/// assert_eq!((space.survey().states, space.place(puzzle.start())), (360, Some((0, Some(5)))));
/// assert_eq!(space.nth_at(0, 5, 7).as_ref(), Some(puzzle.start()));
/// let hardest = space.nth(21, 0).expect("21 is the greatest distance");
/// assert_eq!(space.place(&hardest).map(|place| place.1), Some(Some(21)));
/// # Ok::<(), huarong_core::solver::StopReason>(())
/// ```
pub struct StateSpace {
    puzzle: Puzzle,
    metric: Metric,
    component: Box<dyn Component>,
    survey: Survey,
    buckets: Vec<Bucket>,
}

impl fmt::Debug for StateSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StateSpace")
            .field("metric", &self.metric)
            .field("states", &self.survey().states)
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
        let component = Engine::of(puzzle, metric).component(puzzle, None, &mut budget)?;
        let (survey, buckets) = measure(&*component, &mut budget)?;
        Ok(StateSpace { puzzle: puzzle.clone(), metric, component, survey, buckets })
    }

    /// The figures of the whole.
    #[must_use]
    pub fn survey(&self) -> &Survey {
        &self.survey
    }

    /// How many positions lie where, in the order of the distances from the start and then to the goal.
    #[must_use]
    pub fn spots(&self) -> &[Bucket] {
        &self.buckets
    }

    /// Moves from the start to `position`, and from there to the nearest solved one, if there is a way; `None` if it
    /// cannot be reached from the start.
    #[must_use]
    pub fn place(&self, position: &Position) -> Option<(u32, Option<u32>)> {
        let number = self.component.number(position)?;
        Some((self.component.depth(number), self.component.distance(number)))
    }

    /// One of the positions that are `from` moves from the start and `to` moves from solved: the one at `choice`, counted round
    /// and round. `None` if there are none.
    #[must_use]
    pub fn nth_at(&self, from: u32, to: u32, choice: u64) -> Option<Position> {
        let mut before = 0;
        // States are numbered in breadth-first order, so that of all with this `to` those nearer to the start come first.
        for bucket in self.spots().iter().filter(|bucket| bucket.to == Some(to)) {
            if bucket.from == from {
                return self.after(to, before + choice % bucket.states);
            }
            before += bucket.states;
        }
        None
    }

    /// One of the positions that are `to` moves from solved: of those, in the order of their distance from the start, the
    /// one at `choice`, counted round and round. `None` if there are none.
    #[must_use]
    pub fn nth(&self, to: u32, choice: u64) -> Option<Position> {
        let histogram = &self.survey().histogram;
        let states = *histogram.get(to as usize).filter(|&&states| states > 0)?;
        self.after(to, choice % states)
    }

    /// How hard the puzzle is for people: what [`difficulty`](crate::solver::difficulty()) finds out, without walking everything once more.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn difficulty(
        &self,
        limits: &Limits,
        monitor: &mut dyn Monitor,
    ) -> Result<Option<u32>, StopReason> {
        difficulty::of_component(&*self.component, &self.puzzle, self.metric, limits, monitor)
    }

    /// Writes down where one move leads from every position, for the questions that go over all of them many times.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn links(&self, limits: &Limits, monitor: &mut dyn Monitor) -> Result<Links, StopReason> {
        Links::of(&*self.component, &mut Budget::new(monitor, *limits))
    }

    /// Where solutions come together.
    ///
    /// ```
    /// use huarong_core::notation;
    /// use huarong_core::puzzle::Metric;
    /// use huarong_core::solver::{Limits, NoMonitor, StateSpace};
    /// // The only way from the left to the right leads through the door between the walls.
    /// let pack = notation::read("example", "a.#..\n.....\n..#..\n=>\n..#.a\n.....\n..#..\n").expect("it is a puzzle");
    /// let puzzle = &pack.entries[0].puzzle;
    /// let limits = Limits::default();
    /// let space = StateSpace::build(puzzle, Metric::Step, &limits, &mut NoMonitor)?;
    /// let links = space.links(&limits, &mut NoMonitor)?;
    /// let necks = space.necks(&links, &limits, &mut NoMonitor)?;
    /// assert_eq!(necks.cut.map(|cut| cut.len()), Some(1));
    /// # Ok::<(), huarong_core::solver::StopReason>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn necks(
        &self,
        links: &Links,
        limits: &Limits,
        monitor: &mut dyn Monitor,
    ) -> Result<Necks, StopReason> {
        let mut budget = self.budget(links, limits, monitor);
        let component = &*self.component;
        let corridor = necks::corridor(component, links, &mut budget)?;
        let engine = || Engine::of(&self.puzzle, self.metric);
        let shortest = necks::of_shortest(component, &corridor, |positions| {
            engine().are_alike(&self.puzzle, positions)
        });
        let cut = necks::cut(component, links, Necks::MOST, &mut budget)?;
        let position = |number: u32| component.position(number as usize);
        let cut = cut.map(|cut| cut.into_iter().map(position).collect());
        Ok(Necks { shortest, cut })
    }

    /// Places all positions in space, or where they are too many some of them, so that distance there is about distance in moves.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn shape(
        &self,
        links: &Links,
        limits: &Limits,
        monitor: &mut dyn Monitor,
    ) -> Result<Shape, StopReason> {
        let mut budget = self.budget(links, limits, monitor);
        let corridor = necks::corridor(&*self.component, links, &mut budget)?;
        Shape::of(&*self.component, links, &corridor, &mut budget)
    }

    fn budget<'a>(
        &self,
        links: &Links,
        limits: &Limits,
        monitor: &'a mut dyn Monitor,
    ) -> Budget<'a> {
        let mut budget = Budget::new(monitor, *limits);
        budget.progress.states = self.survey().states;
        budget.progress.bytes = self.component.bytes() + links.bytes();
        budget
    }

    /// The index among the dots of a shape of the one that stands for `position`: its own, or else that of a position a few moves away.
    /// `None` if it cannot be reached from the start.
    #[must_use]
    pub fn dot_of(&self, shape: &Shape, position: &Position) -> Option<usize> {
        shape.dot_near(&*self.component, self.component.number(position)?)
    }

    /// The position of a dot.
    #[must_use]
    pub fn position_of(&self, dot: &Dot) -> Position {
        self.component.position(dot.number as usize)
    }

    /// The position after the first `skip` of those that are `to` moves from solved.
    fn after(&self, to: u32, skip: u64) -> Option<Position> {
        let mut numbers = 0..self.component.states() as usize;
        let number = numbers
            .by_ref()
            .filter(|&number| self.component.distance(number) == Some(to))
            .nth(usize::try_from(skip).ok()?)?;
        Some(self.component.position(number))
    }
}
