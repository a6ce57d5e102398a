//! Solutions from above and bounds from below, in turn, until they meet.
//!
//! Wider and wider beams find shorter ways; IDA* proves one threshold after another. Whichever is expected to take less goes
//! next, so that neither waits long for the other.

use super::beam::manhattan_heuristic::ManhattanHeuristic;
use super::beam::widths::Widths;
use super::beam::{Beam, BeamStorage, End, Extent, GoOn};
use super::board::TileBoard;
use super::construct::row_by_row;
use super::ida::Ida;
use super::moves::{Moves, along, raised, stops};
use super::path_shortening::{counted, shorten};
use super::pdb::board::PdbBoard;
use super::pdb::{PatternDatabases, Size};
use super::{by_packed_states, unknown};
use crate::solver::budget::{Budget, StopReason};
use crate::solver::outcome::Verdict;
use crate::solver::search::Algorithm;
use std::sync::Arc;
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

/// Where beams work on boards that tables are made for, which have at most 25 cells.
type Storage = BeamStorage<36>;

/// A position between its best known way and its bound.
pub(crate) struct Anytime<'a> {
    board: &'a TileBoard,
    pdb_board: &'a PdbBoard,
    tables: Arc<PatternDatabases>,
    /// What leads the beams.
    heuristic: ManhattanHeuristic<36>,
    thresholds: Ida<'a>,
    pub(crate) cells: &'a [u8],
    /// The blank's cells on the best way, its own first.
    pub(crate) way: Vec<usize>,
    /// How wide beams are.
    widths: Widths,
    /// Where beams work.
    storage: Option<Storage>,
    /// Whether greater tables may yet be had.
    may_grow: bool,
}

impl<'a> Anytime<'a> {
    /// Begins with any way from `cells` to the goal of `pdb_board`.
    pub(crate) fn new(
        board: &'a TileBoard,
        pdb_board: &'a PdbBoard,
        tables: Arc<PatternDatabases>,
        cells: &'a [u8],
        way: Vec<usize>,
    ) -> Anytime<'a> {
        let home = way[way.len() - 1];
        Anytime {
            board,
            heuristic: ManhattanHeuristic::to_goal(board.sides(), board.goal(), home),
            thresholds: Ida::new(pdb_board, Arc::clone(&tables), cells),
            may_grow: tables.size == Size::Small,
            pdb_board,
            tables,
            cells,
            way,
            widths: Widths::new(NARROWEST, WIDEST),
            storage: None,
        }
    }

    /// Works until the way is proven to be a shortest one.
    pub(crate) fn run(&mut self, anytime: bool, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        budget.progress.bytes = self.tables.bytes();
        budget.room(0)?;
        loop {
            let bound = self.thresholds.bound();
            budget.progress.lower_bound = budget.progress.lower_bound.max(bound);
            if budget.progress.lower_bound as usize >= self.way.len() - 1 {
                return Ok(());
            }
            budget.check()?;
            if self.may_grow && self.is_time_to_grow(budget) {
                self.grow(budget)?;
            }
            let width = self.next_width(budget);
            let cost = |width| (width * self.way.len()) as u64 * A_STATE[usize::from(!anytime)];
            if let Some(width) = width.filter(|&width| cost(width) <= self.thresholds.expected) {
                self.beam(width, budget)?;
            } else if let Some(way) = self.thresholds.next(budget)? {
                self.improve(way, budget);
                // A threshold finds only shortest ways, so there is nothing left to improve.
                return Ok(());
            }
        }
    }

    fn improve(&mut self, way: Vec<usize>, budget: &mut Budget<'_>) {
        self.way = way;
        budget.improved(self.way.len() as u32 - 1, || {
            raised(self.board, self.cells, &along(&self.way))
        });
    }

    /// Whether greater tables are worth their time now.
    fn is_time_to_grow(&self, budget: &Budget<'_>) -> bool {
        let worth = match budget.limits().time {
            Some(time) if self.pdb_board.is_kept(Size::Large) => time >= WORTH_READING,
            Some(time) => time >= WORTH_BUILDING,
            None => budget.elapsed() >= PATIENCE,
        };
        self.widths.last() >= SETTLED && (worth || self.pdb_board.has(Size::Large))
    }

    /// Changes to greater tables, if there are any and they fit.
    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        // This comes first, so that tables that do not fit are not tried again before every beam.
        self.may_grow = false;
        // The beam's storage is given back before the greater tables are built, as both together may not fit: on the side where it is large,
        // which takes far less time than their building.
        self.storage = None;
        if let Some(great) = self.pdb_board.greater(&self.tables, budget)? {
            // The small tables stay in the cache for other positions, and so still count.
            budget.progress.bytes = self.tables.bytes() + great.bytes();
            self.thresholds.follow(Arc::clone(&great));
            self.tables = great;
        }
        Ok(())
    }

    /// Sends out a beam, and takes the way that it finds.
    fn beam(&mut self, width: usize, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let moves = self.way.len();
        let last = self.storage.take();
        let mut storage = Storage::next_of_series(last, (width, WIDEST), moves, budget);
        let held = Storage::bytes(width, moves);
        budget.progress.bytes += held;
        let before = budget.elapsed();
        let (ends, threads) = (budget.ends(), budget.limits().threads);
        let extent = Extent { ends, threads, ..Extent::new(width, moves - 1) };
        let beam = Beam::new(&self.heuristic, extent);
        let search = |go_on: GoOn<'_>| beam.search(self.cells, &mut storage, go_on);
        let ended = counted(budget, search);
        // The outcome is looked at only at the end: a stopped beam, too, gives back its bytes and its storage.
        budget.progress.bytes -= held;
        self.storage = Some(storage);
        self.widths.took(width, moves, budget.elapsed() - before);
        if let End::Goal(directions) = ended? {
            let way = self.board.blank_cells(self.way[0], &directions);
            self.improve(way, budget);
        }
        Ok(())
    }

    /// How wide the next beam is; `None` if no wider one fits into time and memory.
    fn next_width(&self, budget: &Budget<'_>) -> Option<usize> {
        let moves = self.way.len();
        let width = self.widths.next(moves, budget.time_left())?;
        Storage::fits(width, moves, budget).then_some(width)
    }
}

/// How long a solution is made shorter without tables where a good one is enough: they may take longer than there is time.
const WITHOUT_TABLES: Duration = Duration::from_millis(50);

/// The part of the time that beams by learned places have before tables are built, which are there for the bound.
const BY_PLACES: f64 = 0.85;

/// Of a shorter time they have all.
const WORTH_A_BOUND: Duration = Duration::from_secs(4);

/// How long they have if there is no limit.
const PATIENCE_BY_PLACES: Duration = Duration::from_secs(10);

/// If the best solution is no longer than this above the simple bound, tables soon prove the shortest.
const NEAR: u32 = 12;

/// How long solutions are improved before an exact search begins, if there is no time limit; else a quarter of it.
const FIRST: Duration = Duration::from_secs(2);

/// The best solution that the limits allow; unless `anytime` is enough, the time goes into proving one optimal.
pub(crate) fn solve(
    board: &TileBoard,
    pdb_board: Option<&PdbBoard>,
    cells: &[u8],
    anytime: bool,
    budget: &mut Budget<'_>,
) -> Verdict {
    budget.algorithm = Algorithm::Auto;
    let bound = budget.progress.lower_bound;
    let way = match row_by_row::solve(board, cells, budget) {
        Ok(way) => way,
        Err(why) => return unknown(budget, why),
    };
    budget.improved(way.len() as u32 - 1, || raised(board, cells, &along(&way)));
    // Not where the optimum is wanted, as the count of states is to be the same each time.
    let way = match pdb_board {
        Some(pdb_board) if anytime => before_tables(board, pdb_board, cells, way, budget),
        _ => way,
    };
    let tables = pdb_board.map(|pdb_board| (pdb_board, pdb_board.tables(Size::Small, budget)));
    // Tables that could not be had, for want of memory, are no reason to stop: the way is then shortened without them.
    if let Some((pdb_board, Ok(tables))) = tables {
        return by_tables(
            board,
            Anytime::new(board, pdb_board, tables, cells, way),
            anytime,
            budget,
        );
    }
    let until = (!anytime).then(|| budget.limits().time.map_or(FIRST, |time| time / 4));
    let way = shortened(board, cells, &way, (bound, until), budget);
    proven(board, cells, way, anytime, budget)
}

/// The way made shorter before there are tables.
fn before_tables(
    board: &TileBoard,
    pdb_board: &PdbBoard,
    cells: &[u8],
    way: Vec<usize>,
    budget: &mut Budget<'_>,
) -> Vec<usize> {
    let bound = budget.progress.lower_bound;
    let home = way[way.len() - 1];
    if ManhattanHeuristic::<36>::knows_places(board.sides(), home) {
        let until = match budget.limits().time {
            Some(time) if time < WORTH_A_BOUND => time,
            Some(time) => time.mul_f64(BY_PLACES),
            None => PATIENCE_BY_PLACES,
        };
        return shortened(board, cells, &way, (bound + NEAR, Some(until)), budget);
    }
    if pdb_board.has(Size::Small) {
        return way;
    }
    let until = Some(budget.elapsed() + WITHOUT_TABLES);
    shortened(board, cells, &way, (bound, until), budget)
}

/// The blank's cells on a way made shorter without tables.
fn shortened(
    board: &TileBoard,
    cells: &[u8],
    way: &[usize],
    limits: (u32, Option<Duration>),
    budget: &mut Budget<'_>,
) -> Vec<usize> {
    // What stops it is no matter: the way is one all the same.
    let (way, _) = shorten((board, Moves::Steps), cells, along(way), limits, budget);
    stops(cells, &way)
}

/// Better solutions and better bounds in turn.
fn by_tables(
    board: &TileBoard,
    mut search: Anytime<'_>,
    anytime: bool,
    budget: &mut Budget<'_>,
) -> Verdict {
    if !anytime {
        budget.algorithm = Algorithm::Idastar;
    }
    let ended = search.run(anytime, budget);
    let path = raised(board, search.cells, &along(&search.way));
    let lower_bound = budget.progress.lower_bound;
    match ended {
        Ok(()) => Verdict::Optimal { path },
        Err(_) if anytime => Verdict::Solved { path, lower_bound },
        Err(why) => unknown(budget, why),
    }
}

/// The way, proven optimal by an exact search with a simple bound if `anytime` is not enough and the limits allow it.
fn proven(
    board: &TileBoard,
    cells: &[u8],
    way: Vec<usize>,
    anytime: bool,
    budget: &mut Budget<'_>,
) -> Verdict {
    let bound = budget.progress.lower_bound;
    if anytime || way.len() - 1 == bound as usize {
        return best_of(board, cells, &along(&way), bound);
    }
    let from = board.position(|cell| cells[cell]);
    by_packed_states(board, &from, Algorithm::Idastar, budget)
}

/// A way that is optimal if the bound says so.
pub(super) fn best_of(
    board: &TileBoard,
    cells: &[u8],
    way: &[[usize; 2]],
    lower_bound: u32,
) -> Verdict {
    let path = raised(board, cells, way);
    if path.len() == lower_bound as usize {
        Verdict::Optimal { path }
    } else {
        Verdict::Solved { path, lower_bound }
    }
}
