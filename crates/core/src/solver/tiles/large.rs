//! Boards too large to be solved to the end at once: a solution immediately, then shorter ones, with a proven bound beside.

use super::classic::Classic;
use super::closing::Closing;
use super::improve::Shortening;
use super::lowered::Lowered;
use super::partition::Strength;
use super::rows;
use super::space::TileSpace;
use super::{Found, Packed, found};
use crate::solver::bfs::Search;
use crate::solver::idastar;
use crate::solver::limits::{Algorithm, Stop, Watch};
use crate::solver::outcome::Verdict;
use std::time::Duration;

/// How long solutions are improved before an exact search begins, if there is no time limit; else a quarter of it.
const FIRST: Duration = Duration::from_secs(2);

/// The best solution that the limits allow; unless `good` is enough, the time goes into proving one optimal.
pub(super) fn solve(
    board: &Lowered,
    classic: Option<&Classic>,
    cells: &[u8],
    good: bool,
    watch: &mut Watch<'_>,
) -> Found {
    let bound = watch.progress.lower_bound;
    let way = match rows::solve(board, cells, watch) {
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
