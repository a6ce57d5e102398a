//! Solutions from above and bounds from below, in turn, until they meet.
//!
//! Wider and wider beams find shorter ways; IDA* proves one threshold after another. Whichever is expected to take less goes
//! next, so that neither waits long for the other.

use super::beam::{Beam, Room};
use super::classic::Classic;
use super::lowered::Lowered;
use super::partition::Strength;
use super::strong::{Strong, Turned};
use super::tables::Tables;
use super::thresholds::Thresholds;
use super::watched::watched;
use crate::solver::{Stop, Watch};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The first beam's width.
const NARROWEST: usize = 64;

/// The widest beam, where a good solution is enough; and where it is to be proven.
const WIDEST: [usize; 2] = [1 << 19, 1 << 15];

/// Nodes of IDA* that take as long as a state of a beam.
const A_STATE: u64 = 8;

/// From this width of the beam on greater tables are thought of: a solution that is not bad is there.
const SETTLED: usize = 1 << 12;

/// The time limit that makes up for the building of greater tables, where a good solution is enough; and where it is to be proven.
const WORTH_BUILDING: [Duration; 2] = [Duration::from_secs(20), Duration::from_secs(10)];

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
    /// The width of the next beam.
    width: usize,
    /// Where the beams of each thread work.
    rooms: Vec<Room<Turned>>,
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
            width: NARROWEST,
            rooms: Vec::new(),
        }
    }

    /// Works until the way is proven to be a shortest one.
    ///
    /// # Errors
    /// What stopped it.
    pub(super) fn run(&mut self, good: bool, watch: &mut Watch<'_>) -> Result<(), Stop> {
        watch.progress.bytes = self.tables.bytes();
        watch.room(0)?;
        let widest = WIDEST[usize::from(!good)];
        loop {
            let bound = self.thresholds.bound();
            watch.progress.lower_bound = watch.progress.lower_bound.max(bound);
            if watch.progress.lower_bound as usize >= self.way.len() - 1 {
                return Ok(());
            }
            watch.check()?;
            if self.may_grow && self.is_time_to_grow(good, watch) {
                self.grow(watch)?;
            }
            let beam = (self.width * self.way.len()) as u64 * A_STATE;
            if self.width <= widest && beam <= self.thresholds.expected && self.has_room(1, watch) {
                self.beams(widest, watch)?;
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
    fn is_time_to_grow(&self, good: bool, watch: &Watch<'_>) -> bool {
        let worth = match watch.limits().time {
            Some(time) => time >= WORTH_BUILDING[usize::from(!good)],
            None => watch.elapsed() >= PATIENCE,
        };
        self.width >= SETTLED && (worth || self.classic.has(Strength::Great))
    }

    /// Changes to greater tables, if there are any and they fit.
    fn grow(&mut self, watch: &mut Watch<'_>) -> Result<(), Stop> {
        self.may_grow = false;
        self.rooms.clear();
        if let Some(great) = self.classic.greater(&self.tables, watch)? {
            watch.progress.bytes = self.tables.bytes() + great.bytes();
            self.thresholds.follow(Arc::clone(&great));
            self.tables = great;
        }
        Ok(())
    }

    /// Whether so many beams at once fit.
    fn has_room(&self, beams: u64, watch: &Watch<'_>) -> bool {
        watch.room(beams * self.beam_bytes()).is_ok()
    }

    fn beam_bytes(&self) -> u64 {
        Room::<Turned>::bytes(self.width, self.way.len())
    }

    /// Sends out beams of one width on all threads, each with other choices, and takes the best way that they find.
    fn beams(&mut self, widest: usize, watch: &mut Watch<'_>) -> Result<(), Stop> {
        let mut seeds = watch.limits().threads as u64;
        while seeds > 1 && !self.has_room(seeds, watch) {
            seeds -= 1;
        }
        self.make_rooms(seeds, widest, watch);
        let held = seeds * self.beam_bytes();
        watch.progress.bytes += held;
        let mut rooms = std::mem::take(&mut self.rooms);
        let found = self.search(&mut rooms, watch);
        self.rooms = rooms;
        watch.progress.bytes -= held;
        self.width *= 2;
        if let Some(directions) = found? {
            let way = self.classic.blank_cells(self.way[0], &directions);
            self.improve(way, watch);
        }
        Ok(())
    }

    /// Makes as many rooms as there are beams, each for the widest beam that might yet fit.
    fn make_rooms(&mut self, beams: u64, widest: usize, watch: &Watch<'_>) {
        let moves = self.way.len();
        let fits = |width: usize| watch.room(Room::<Turned>::bytes(width, moves)).is_ok();
        let most = || {
            let mut most = self.width;
            while most < widest && fits(2 * most) {
                most *= 2;
            }
            most
        };
        let (beams, most) = (beams as usize, most());
        if self.rooms.iter().any(|room| room.width() < self.width) {
            self.rooms.clear();
        }
        self.rooms.resize_with(beams, || Room::new(most, moves));
    }

    /// A beam in each of the rooms.
    fn search(
        &self,
        rooms: &mut [Room<Turned>],
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let (guide, board) = (Strong::new(&self.tables), self.classic.turned(self.cells));
        let (made, found) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        let beam = |seed: u64, room: &mut Room<Turned>, stop: &AtomicBool| {
            let go_on = |states| {
                made.fetch_add(states, Ordering::Relaxed);
                !stop.load(Ordering::Relaxed)
            };
            let beam = Beam::new(&guide, self.width, seed, room);
            let way = beam.search(&board, self.way.len() - 1, go_on);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.extend(way.map(|way| (way.len(), seed, way)));
        };
        let before = watch.progress.states;
        watched(
            watch,
            |stop| {
                std::thread::scope(|scope| {
                    let mut rooms = rooms.iter_mut().zip(0..);
                    let first = rooms.next();
                    for (room, seed) in rooms {
                        let beam = &beam;
                        scope.spawn(move || beam(seed, room, stop));
                    }
                    if let Some((room, seed)) = first {
                        beam(seed, room, stop);
                    }
                });
            },
            |progress| progress.states = before + made.load(Ordering::Relaxed),
        )?;
        watch.progress.states = before + made.load(Ordering::Relaxed);
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let best = found.into_iter().min();
        Ok(best.map(|(.., way)| way.into_iter().map(usize::from).collect()))
    }
}
