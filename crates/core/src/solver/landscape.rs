//! A whole component as a landscape: how far every position lies from the start and from the nearest solved one.

use super::component::Survey;
use super::distances::is_endless;
use super::limits::{Limits, Monitor, Stop, Watch};
use super::walk::{Ground, Spot};
use super::{blocks, ruled, tiles};
use crate::puzzle::{Metric, Position, Puzzle};
use std::fmt;

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
pub struct Landscape {
    metric: Metric,
    survey: Survey,
    spots: Vec<Spot>,
    ground: Box<dyn Ground>,
}

impl fmt::Debug for Landscape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Landscape")
            .field("metric", &self.metric)
            .field("states", &self.survey.states)
            .finish_non_exhaustive()
    }
}

impl Landscape {
    /// Walks the component of the puzzle's start. Mirror images are told apart.
    ///
    /// # Errors
    /// The limit that was reached, or [`Stop::NotApplicable`] for a puzzle that no table can hold.
    pub fn build(
        puzzle: &Puzzle,
        metric: Metric,
        limits: &Limits,
        monitor: &mut dyn Monitor,
    ) -> Result<Landscape, Stop> {
        if is_endless(puzzle) {
            return Err(Stop::NotApplicable);
        }
        let mut watch = Watch::new(monitor, *limits);
        let walked = match tiles::landscape(puzzle, metric, &mut watch) {
            Some(walked) => walked?,
            None if blocks::counts(puzzle, metric) => {
                blocks::landscape(puzzle, metric, &mut watch)?
            }
            None => ruled::landscape(puzzle, &mut watch)?,
        };
        Ok(Landscape { metric, survey: walked.survey, spots: walked.spots, ground: walked.ground })
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
    pub fn spots(&self) -> &[Spot] {
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
