//! Solutions from above and bounds from below, in turn, until they meet.
//!
//! Wider and wider beams find shorter ways; IDA* proves one threshold after another. Whichever is expected to take less goes
//! next, so that neither waits long for the other.

use super::classic::Classic;
use super::lowered::Lowered;
use super::partition::Strength;
use super::tables::Tables;
use super::thresholds::Thresholds;
use super::watched::watched;
use super::wide::{Room, WideBeam};
use crate::solver::{Stop, Watch};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The first beam's width.
const NARROWEST: usize = 64;

/// The widest beam.
const WIDEST: usize = 1 << 19;

/// How many times as wide the next beam is, if there is time for it.
const WIDER: usize = 4;

/// A beam that is not wider than the last one by this factor is not worth the time.
const HARDLY_WIDER: f64 = 1.4;

/// The part of the time left that the last beam is to take.
const CAREFUL: f64 = 0.9;

/// Nodes of IDA* that take as long as a state of a beam; where a good solution is enough, beams are given eight times as much time.
const A_STATE: [u64; 2] = [2, 16];

/// From this width of the beam on greater tables are thought of: a solution that is not bad is there.
const SETTLED: usize = 1 << 12;

/// The time limit that makes up for the building of greater tables.
const WORTH_BUILDING: Duration = Duration::from_secs(10);

/// The time limit that makes up for reading them, if they have been kept.
const WORTH_READING: Duration = Duration::from_secs(4);

/// How long greater tables wait if there is no time limit: who plays on does not need them.
const PATIENCE: Duration = Duration::from_secs(2);

/// A position between its best known way and its bound.
pub(super) struct Closing<'a> {
    board: &'a Lowered,
    classic: &'a Classic,
    tables: Arc<Tables>,
    thresholds: Thresholds<'a>,
    pub(super) cells: &'a [u8],
    /// The blank's cells on the best way, its own first.
    pub(super) way: Vec<usize>,
    /// The width of the last beam, and the time it took for each of the states that it might have kept.
    last: Option<(usize, Duration)>,
    /// Where beams work.
    room: Option<Room>,
    /// Whether greater tables may yet be had.
    may_grow: bool,
}

impl<'a> Closing<'a> {
    /// Begins with any way from `cells` to the goal of `classic`.
    pub(super) fn new(
        board: &'a Lowered,
        classic: &'a Classic,
        tables: Arc<Tables>,
        cells: &'a [u8],
        way: Vec<usize>,
    ) -> Closing<'a> {
        Closing {
            board,
            thresholds: Thresholds::new(classic, Arc::clone(&tables), cells),
            may_grow: tables.strength == Strength::Usual,
            classic,
            tables,
            cells,
            way,
            last: None,
            room: None,
        }
    }

    /// Works until the way is proven to be a shortest one.
    ///
    /// # Errors
    /// What stopped it.
    pub(super) fn run(&mut self, good: bool, watch: &mut Watch<'_>) -> Result<(), Stop> {
        watch.progress.bytes = self.tables.bytes();
        watch.room(0)?;
        loop {
            let bound = self.thresholds.bound();
            watch.progress.lower_bound = watch.progress.lower_bound.max(bound);
            if watch.progress.lower_bound as usize >= self.way.len() - 1 {
                return Ok(());
            }
            watch.check()?;
            if self.may_grow && self.is_time_to_grow(watch) {
                self.grow(watch)?;
            }
            let width = self.next_width(watch);
            let cost = |width| (width * self.way.len()) as u64 * A_STATE[usize::from(!good)];
            if let Some(width) = width.filter(|&width| cost(width) <= self.thresholds.expected) {
                self.beam(width, watch)?;
            } else if let Some(way) = self.thresholds.next(watch)? {
                self.improve(way, watch);
                return Ok(());
            }
        }
    }

    fn improve(&mut self, way: Vec<usize>, watch: &mut Watch<'_>) {
        self.way = way;
        watch.progress.upper_bound = Some(self.way.len() as u32 - 1);
        watch.found(|| self.board.raise_blank(self.cells, &self.way));
    }

    /// Whether greater tables are worth their time now.
    fn is_time_to_grow(&self, watch: &Watch<'_>) -> bool {
        let worth = match watch.limits().time {
            Some(time) if self.classic.is_kept(Strength::Great) => time >= WORTH_READING,
            Some(time) => time >= WORTH_BUILDING,
            None => watch.elapsed() >= PATIENCE,
        };
        self.last.is_some_and(|(width, _)| width >= SETTLED)
            && (worth || self.classic.has(Strength::Great))
    }

    /// Changes to greater tables, if there are any and they fit.
    fn grow(&mut self, watch: &mut Watch<'_>) -> Result<(), Stop> {
        self.may_grow = false;
        self.room = None;
        if let Some(great) = self.classic.greater(&self.tables, watch)? {
            watch.progress.bytes = self.tables.bytes() + great.bytes();
            self.thresholds.follow(Arc::clone(&great));
            self.tables = great;
        }
        Ok(())
    }

    /// Sends out a beam, and takes the way that it finds.
    fn beam(&mut self, width: usize, watch: &mut Watch<'_>) -> Result<(), Stop> {
        let moves = self.way.len();
        let mut room = match self.room.take() {
            Some(room) if room.width() >= width => room,
            _ => new_room(width, moves, watch),
        };
        let held = Room::bytes(width, moves);
        watch.progress.bytes += held;
        let before = watch.elapsed();
        let found = self.search(width, &mut room, watch);
        watch.progress.bytes -= held;
        self.room = Some(room);
        self.last = Some((width, (watch.elapsed() - before) / (width * moves) as u32));
        if let Some(directions) = found? {
            let way = self.classic.blank_cells(self.way[0], &directions);
            self.improve(way, watch);
        }
        Ok(())
    }

    /// How wide the next beam is: some times as wide as the last one, or as wide as it can be if the one after it would not end in
    /// time. `None` if no wider one fits into time and memory.
    fn next_width(&self, watch: &Watch<'_>) -> Option<usize> {
        let Some((last, pace)) = self.last else {
            return fits(NARROWEST, self.way.len(), watch).then_some(NARROWEST);
        };
        let mut width = (last * WIDER).min(WIDEST);
        if let Some(time) = watch.limits().time {
            let left = time.saturating_sub(watch.elapsed()).mul_f64(CAREFUL);
            let most = left.as_secs_f64() / (pace.as_secs_f64() * self.way.len() as f64);
            if most < (width * (1 + WIDER)) as f64 {
                width = (most as usize).min(WIDEST);
            }
        }
        let wider = width as f64 >= last as f64 * HARDLY_WIDER;
        (wider && fits(width, self.way.len(), watch)).then_some(width)
    }

    /// A beam's directions to the goal, if it finds a better way.
    fn search(
        &self,
        width: usize,
        room: &mut Room,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let wide = WideBeam::new(&self.tables, width, watch.limits().threads);
        let board = self.classic.turned(self.cells);
        let made = AtomicU64::new(0);
        let before = watch.progress.states;
        let found = watched(
            watch,
            |stop| {
                let go_on = |states| {
                    made.fetch_add(states, Ordering::Relaxed);
                    !stop.load(Ordering::Relaxed)
                };
                wide.search(&board, self.way.len() - 1, room, &go_on)
            },
            |progress| progress.states = before + made.load(Ordering::Relaxed),
        )?;
        watch.progress.states = before + made.load(Ordering::Relaxed);
        Ok(found.map(|way| way.into_iter().map(usize::from).collect()))
    }
}

/// Whether a beam of so many moves fits into memory.
fn fits(width: usize, moves: usize, watch: &Watch<'_>) -> bool {
    watch.room(Room::bytes(width, moves)).is_ok()
}

/// Room for the widest beam that might yet fit.
fn new_room(width: usize, moves: usize, watch: &Watch<'_>) -> Room {
    let wider = |width: &usize| Some((width * WIDER).min(WIDEST)).filter(|&next| next > *width);
    let widths = std::iter::successors(Some(width), wider);
    let most = widths.take_while(|&width| fits(width, moves, watch)).last();
    Room::new(most.unwrap_or(width), moves)
}
