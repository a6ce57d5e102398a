//! Solutions from above and bounds from below, in turn, until they meet.
//!
//! Wider and wider beams find shorter ways; IDA* proves one threshold after another. Whichever is expected to take less goes
//! next, so that neither waits long for the other.

use super::beam::pdb_heuristic::{Databases, Note, State};
use super::beam::widths::Series;
use super::beam::{End, Room, WideBeam};
use super::board::Lowered;
use super::ida::Thresholds;
use super::path_shortening::Shortening;
use super::pdb::board::Classic;
use super::pdb::{Strength, Tables};
use super::space::TileSpace;
use super::{Found, Packed, found, row_by_row};
use crate::solver::budget::{Algorithm, Stop, Watch};
use crate::solver::outcome::Verdict;
use crate::solver::search::bfs::Search;
use crate::solver::search::idastar;
use crate::solver::search::pool::watched;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The first beam's width.
const NARROWEST: usize = 64;

/// The widest beam.
const WIDEST: usize = 1 << 19;

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
pub(crate) struct Closing<'a> {
    board: &'a Lowered,
    classic: &'a Classic,
    tables: Arc<Tables>,
    thresholds: Thresholds<'a>,
    pub(crate) cells: &'a [u8],
    /// The blank's cells on the best way, its own first.
    pub(crate) way: Vec<usize>,
    /// How wide beams are.
    series: Series,
    /// Where beams work.
    room: Option<Room<State, Note>>,
    /// Whether greater tables may yet be had.
    may_grow: bool,
}

impl<'a> Closing<'a> {
    /// Begins with any way from `cells` to the goal of `classic`.
    pub(crate) fn new(
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
            series: Series::new(NARROWEST, WIDEST),
            room: None,
        }
    }

    /// Works until the way is proven to be a shortest one.
    ///
    /// # Errors
    /// What stopped it.
    pub(crate) fn run(&mut self, good: bool, watch: &mut Watch<'_>) -> Result<(), Stop> {
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
        self.series.last() >= SETTLED && (worth || self.classic.has(Strength::Great))
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
            _ => Room::for_series(width, WIDEST, moves, watch),
        };
        let held = Room::<State, Note>::bytes(width, moves);
        watch.progress.bytes += held;
        let before = watch.elapsed();
        let found = self.search(width, &mut room, watch);
        watch.progress.bytes -= held;
        self.room = Some(room);
        self.series.took(width, moves, watch.elapsed() - before);
        if let Some(directions) = found? {
            let way = self.classic.blank_cells(self.way[0], &directions);
            self.improve(way, watch);
        }
        Ok(())
    }

    /// How wide the next beam is; `None` if no wider one fits into time and memory.
    fn next_width(&self, watch: &Watch<'_>) -> Option<usize> {
        let moves = self.way.len();
        let left = |time: Duration| time.saturating_sub(watch.elapsed());
        let width = self.series.next(moves, watch.limits().time.map(left))?;
        Room::<State, Note>::fits(width, moves, watch).then_some(width)
    }

    /// A beam's directions to the goal, if it finds a better way.
    fn search(
        &self,
        width: usize,
        room: &mut Room<State, Note>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let guide = Databases::new(&self.tables);
        let wide = WideBeam::new(&guide, width, watch.limits().threads);
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
        Ok(match found {
            End::Goal(way) => Some(way.into_iter().map(usize::from).collect()),
            End::Stuck(_) | End::Nothing => None,
        })
    }
}

/// How long solutions are improved before an exact search begins, if there is no time limit; else a quarter of it.
const FIRST: Duration = Duration::from_secs(2);

/// The best solution that the limits allow; unless `good` is enough, the time goes into proving one optimal.
pub(crate) fn solve(
    board: &Lowered,
    classic: Option<&Classic>,
    cells: &[u8],
    good: bool,
    watch: &mut Watch<'_>,
) -> Found {
    let bound = watch.progress.lower_bound;
    let way = match row_by_row::solve(board, cells, watch) {
        Ok(way) => way,
        Err(why) => return found(unknown(watch, why), Algorithm::Auto),
    };
    watch.progress.upper_bound = Some(way.len() as u32 - 1);
    watch.found(|| board.raise_blank(cells, &way));
    let tables = classic.map(|classic| (classic, classic.tables(Strength::Usual, watch)));
    if let Some((classic, Ok(tables))) = tables {
        return by_tables(board, Closing::new(board, classic, tables, cells, way), good, watch);
    }
    let until = (!good).then(|| watch.limits().time.map_or(FIRST, |time| time / 4));
    let way = shortened(board, cells, way, (bound, until), watch);
    proven(board, cells, way, good, watch)
}

/// The way made shorter by beams whose states are as large as the board.
fn shortened(
    board: &Lowered,
    cells: &[u8],
    way: Vec<usize>,
    (enough, until): (u32, Option<Duration>),
    watch: &mut Watch<'_>,
) -> Vec<usize> {
    match cells.len() {
        0..=36 => Shortening::<36, 1>::new(board, cells, way).run(enough, until, watch),
        37..=64 => Shortening::<64, 1>::new(board, cells, way).run(enough, until, watch),
        65..=100 => Shortening::<100, 2>::new(board, cells, way).run(enough, until, watch),
        _ => Shortening::<256, 4>::new(board, cells, way).run(enough, until, watch),
    }
}

/// Better solutions and better bounds in turn.
fn by_tables(
    board: &Lowered,
    mut closing: Closing<'_>,
    good: bool,
    watch: &mut Watch<'_>,
) -> Found {
    let algorithm = if good { Algorithm::Auto } else { Algorithm::Idastar };
    let closed = closing.run(good, watch);
    let path = board.raise_blank(closing.cells, &closing.way);
    let lower_bound = watch.progress.lower_bound;
    let verdict = match closed {
        Ok(()) => Verdict::Optimal { path },
        Err(_) if good => Verdict::Solved { path, lower_bound },
        Err(why) => unknown(watch, why),
    };
    found(verdict, algorithm)
}

fn unknown(watch: &Watch<'_>, why: Stop) -> Verdict {
    Verdict::Unknown { lower_bound: watch.progress.lower_bound, why }
}

/// The way, proven optimal by an exact search with a simple bound if `good` is not enough and the limits allow it.
fn proven(
    board: &Lowered,
    cells: &[u8],
    way: Vec<usize>,
    good: bool,
    watch: &mut Watch<'_>,
) -> Found {
    let bound = watch.progress.lower_bound;
    if good || way.len() - 1 == bound as usize {
        return found(best_of(board, cells, &way, bound), Algorithm::Auto);
    }
    let verdict = match cells.len() {
        0..=64 => exact::<[u64; 8]>(board, cells, watch),
        _ => exact::<[u64; 32]>(board, cells, watch),
    };
    found(verdict, Algorithm::Idastar)
}

fn exact<P: Packed>(board: &Lowered, cells: &[u8], watch: &mut Watch<'_>) -> Verdict {
    let space = TileSpace::<P>::new(board).expect("the states are as large as the board");
    match idastar::search(&space, P::pack(cells), watch) {
        Search::Path(states) => Verdict::Optimal { path: board.raise(&states) },
        Search::Exhausted => Verdict::Unsolvable,
        Search::Stopped { lower_bound, why } => Verdict::Unknown { lower_bound, why },
    }
}

/// A way that is optimal if the bound says so.
fn best_of(board: &Lowered, cells: &[u8], way: &[usize], lower_bound: u32) -> Verdict {
    let path = board.raise_blank(cells, way);
    if path.len() == lower_bound as usize {
        Verdict::Optimal { path }
    } else {
        Verdict::Solved { path, lower_bound }
    }
}
