//! A way to the goal made shorter and shorter: windows of it are replaced by what a beam finds between their ends.
//!
//! Short windows and narrow beams come first and cost least; when they gain little, both grow, until a window is the whole way
//! and the beam as wide as memory allows.

use super::beam::{Beam, Room};
use super::guide::Lines;
use super::lowered::Lowered;
use crate::puzzle::Direction;
use crate::solver::{Stop, Watch};
use std::time::Duration;

/// Moves in the first windows.
const FIRST_WINDOW: usize = 60;

/// States in a layer of the first beams.
const FIRST_WIDTH: usize = 60;

/// States in a layer of the first beam from end to end.
const OUTRIGHT: usize = 128;

/// What beams from end to end take a part of, if there is no time limit.
const PATIENCE: Duration = Duration::from_secs(10);

/// The widest beam.
const WIDEST: usize = 1 << 17;

/// A way that is being shortened: the blank's cells, its first included.
pub(super) struct Shortening<'a> {
    board: &'a Lowered,
    start: &'a [u8],
    way: Vec<usize>,
}

impl<'a> Shortening<'a> {
    /// Begins with a way from `start` to the goal of `board`.
    pub(super) fn new(board: &'a Lowered, start: &'a [u8], way: Vec<usize>) -> Shortening<'a> {
        Shortening { board, start, way }
    }

    /// Shortens the way until it has no more than `enough` moves, the clock shows `until`, a limit is reached, or nothing more
    /// can be tried. Returns the best way.
    pub(super) fn run(
        mut self,
        enough: u32,
        until: Option<Duration>,
        watch: &mut Watch<'_>,
    ) -> Vec<usize> {
        self.outright(until, watch);
        let (mut window, mut width) = (FIRST_WINDOW, FIRST_WIDTH);
        while width <= WIDEST && self.way.len() - 1 > enough as usize {
            let before = self.way.len();
            if self.sweep(window, width, until, watch).is_err() {
                break;
            }
            // A gain of less than two in a hundred is not worth another round of the same.
            if (before - self.way.len()) * 50 < before {
                window = (window * 3 / 2).min(self.way.len() * 2);
                width = width * 3 / 2;
            }
        }
        self.way
    }

    /// Looks for another way from end to end, with wider and wider beams for a part of the time: none of them may find one, but
    /// what they find is far better than what was built line by line.
    fn outright(&mut self, until: Option<Duration>, watch: &mut Watch<'_>) {
        let limit = until.or(watch.limits().time).unwrap_or(PATIENCE);
        let mut width = OUTRIGHT;
        while watch.elapsed() < limit / 8 && width <= WIDEST {
            let last = self.way.len() - 1;
            if self.shorten(self.start, 0, last, width, watch).is_err() {
                return;
            }
            self.tell(watch);
            width *= 2;
        }
    }

    /// Tells how good the way is by now, and what it is if it is better than before.
    fn tell(&self, watch: &mut Watch<'_>) {
        let moves = Some(self.way.len() as u32 - 1);
        if std::mem::replace(&mut watch.progress.upper_bound, moves) != moves {
            watch.found(|| self.board.raise_blank(self.start, &self.way));
        }
    }

    /// Tries every window once, each overlapping the next by half.
    fn sweep(
        &mut self,
        window: usize,
        width: usize,
        until: Option<Duration>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        let mut first = 0;
        let mut cells = self.start.to_vec();
        loop {
            let last = (first + window).min(self.way.len() - 1);
            if until.is_some_and(|until| watch.elapsed() >= until) {
                return Err(Stop::Time);
            }
            self.shorten(&cells, first, last, width, watch)?;
            self.tell(watch);
            if last + 1 >= self.way.len() || last <= first {
                return Ok(());
            }
            let next = (first + window / 2).min(self.way.len() - 1);
            follow(&mut cells, &self.way[first..=next]);
            first = next;
        }
    }

    /// Replaces one window, from the board `cells` on, if a shorter way is found between its ends.
    fn shorten(
        &mut self,
        cells: &[u8],
        first: usize,
        last: usize,
        width: usize,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        let mut goal = cells.to_vec();
        follow(&mut goal, &self.way[first..=last]);
        let limit = last - first;
        let found = match cells.len() {
            0..=32 => self.beam::<32>(cells, &goal, limit, width, watch),
            33..=64 => self.beam::<64>(cells, &goal, limit, width, watch),
            65..=144 => self.beam::<144>(cells, &goal, limit, width, watch),
            _ => self.beam::<256>(cells, &goal, limit, width, watch),
        };
        if let Some(directions) = found? {
            let shorter = self.cells_of(self.way[first], &directions);
            self.way.splice(first..=last, shorter);
        }
        Ok(())
    }

    /// A way in fewer than `limit` moves, if a beam finds one.
    fn beam<const N: usize>(
        &self,
        cells: &[u8],
        goal: &[u8],
        limit: usize,
        width: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<u8>>, Stop> {
        let guide = Lines::<N>::towards(self.board, goal);
        let mut checked = Ok(());
        let mut room = Room::new(width, limit);
        let found = Beam::new(&guide, width, 0, &mut room).search(cells, limit, |states| {
            watch.progress.states += states;
            checked = watch.check();
            checked.is_ok()
        });
        checked.map(|()| found)
    }

    /// The blank's cells when it goes from `blank` in `directions`, its first included.
    fn cells_of(&self, blank: usize, directions: &[u8]) -> Vec<usize> {
        let mut at = blank;
        let steps = directions.iter().map(|&direction| {
            let direction = Direction::ALL[usize::from(direction)];
            at = self
                .board
                .next(at, direction)
                .expect("the beam stays on the board");
            at
        });
        std::iter::once(blank).chain(steps).collect()
    }
}

/// Moves the blank along `way`, its own cell first.
fn follow(cells: &mut [u8], way: &[usize]) {
    way.windows(2).for_each(|pair| cells.swap(pair[0], pair[1]));
}
