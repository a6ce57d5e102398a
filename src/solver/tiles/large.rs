//! Boards too large to be solved to the end at once: a solution immediately, then shorter ones, with a proven bound beside.

use super::beam::Beam;
use super::classic::Classic;
use super::deep::Node;
use super::improve::Shortening;
use super::lowered::Lowered;
use super::partition::Strength;
use super::rows;
use super::simple::Simple;
use super::space::TileSpace;
use super::strong::Strong;
use super::tables::Tables;
use super::{Found, Packed, found};
use crate::solver::bfs::Search;
use crate::solver::idastar;
use crate::solver::limits::{Algorithm, Watch};
use crate::solver::outcome::Verdict;
use std::sync::Arc;
use std::time::Duration;

/// How long solutions are improved before an exact search begins, if there is no time limit; else a quarter of it.
const FIRST: Duration = Duration::from_secs(2);

/// The widest beam with tables.
const WIDEST: usize = 1 << 17;

/// The best solution that the limits allow; unless `good` is enough, the time goes into proving one optimal.
pub(super) fn solve(
    board: &Lowered,
    classic: Option<&Classic>,
    cells: &[u8],
    good: bool,
    watch: &mut Watch<'_>,
) -> Found {
    let bound = Simple::new(board).bound(|cell| cells[cell]);
    watch.progress.lower_bound = bound;
    let mut way = match rows::solve(board, cells, watch) {
        Ok(way) => way,
        Err(why) => {
            return found(
                Verdict::Unknown {
                    lower_bound: bound,
                    why,
                },
                Algorithm::Auto,
            );
        }
    };
    watch.progress.upper_bound = Some(way.len() as u32 - 1);
    let until = (!good).then(|| watch.limits().time.map_or(FIRST, |time| time / 4));
    let tables = classic.map(|classic| (classic, classic.tables(Strength::Usual, watch)));
    let Some((classic, Ok(tables))) = tables else {
        way = Shortening::new(board, cells, way).run(bound, until, watch);
        return proven(board, cells, way, good, watch);
    };
    way = by_beams(classic, &tables, cells, way, until, watch);
    if good {
        let verdict = best_of(board, cells, &way, watch.progress.lower_bound);
        return found(verdict, Algorithm::Auto);
    }
    by_thresholds(board, classic, tables, cells, way, watch)
}

/// Wider and wider beams that follow the tables.
fn by_beams(
    classic: &Classic,
    tables: &Tables,
    cells: &[u8],
    mut best: Vec<usize>,
    until: Option<Duration>,
    watch: &mut Watch<'_>,
) -> Vec<usize> {
    let guide = Strong::new(tables);
    let turned = classic.turned(cells);
    let bound = Node::new(tables, &turned).bound();
    watch.progress.lower_bound = watch.progress.lower_bound.max(bound);
    let blank = best[0];
    let mut width = 64;
    while width <= WIDEST && best.len() - 1 > watch.progress.lower_bound as usize {
        let in_time = |watch: &Watch<'_>| until.is_none_or(|until| watch.elapsed() < until);
        let found = Beam::new(&guide, width).search(&turned, best.len() - 1, |states| {
            watch.progress.states += states;
            watch.check().is_ok() && in_time(watch)
        });
        if let Some(directions) = found {
            let directions: Vec<usize> = directions.into_iter().map(usize::from).collect();
            best = classic.blank_cells(blank, &directions);
            watch.progress.upper_bound = Some(best.len() as u32 - 1);
        } else if watch.check().is_err() || !in_time(watch) {
            break;
        }
        width *= 2;
    }
    best
}

/// IDA* over the tables for whatever time is left: it proves the way optimal, finds a better one, or ends with a bound.
fn by_thresholds(
    board: &Lowered,
    classic: &Classic,
    tables: Arc<Tables>,
    cells: &[u8],
    way: Vec<usize>,
    watch: &mut Watch<'_>,
) -> Found {
    let before = watch.progress.states;
    let from = watch.progress.lower_bound;
    let solved = classic.solve(tables, cells, from, Some(way.len() as u32 - 1), watch);
    watch.progress.states += before;
    let verdict = match solved {
        Ok(None) => Verdict::Optimal {
            path: board.raise_blank(cells, &way),
        },
        Ok(Some(exact)) => Verdict::Optimal {
            path: board.raise_blank(cells, &exact.cells),
        },
        Err(why) => Verdict::Unknown {
            lower_bound: watch.progress.lower_bound,
            why,
        },
    };
    found(verdict, Algorithm::Idastar)
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
        65..=144 => exact::<[u64; 18]>(board, cells, watch),
        _ => exact::<[u64; 32]>(board, cells, watch),
    };
    found(verdict, Algorithm::Idastar)
}

fn exact<P: Packed>(board: &Lowered, cells: &[u8], watch: &mut Watch<'_>) -> Verdict {
    let space = TileSpace::<P>::new(board).expect("the states are as large as the board");
    match idastar::search(&space, P::pack(cells), watch) {
        Search::Path(states) => Verdict::Optimal {
            path: board.raise(&states),
        },
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
