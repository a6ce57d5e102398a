//! Search: which engine, and is its answer true?
//!
//! [`solve`] lowers a puzzle to dense states, lets an engine search them, raises the path to moves, and replays it
//! through the rules before anyone sees it.

mod blocks;
mod budget;
mod component;
mod disk;
mod engine;
mod lowered;
mod outcome;
mod request;
pub(crate) mod search;
mod tiles;

use crate::puzzle::{Axis, Cell, Metric, PieceId, Position, Puzzle};
pub(crate) use budget::Budget;
pub use budget::{Monitor, NoMonitor, Progress, StopReason};
pub use component::difficulty::{difficulty, level};
pub use component::distances::Distances;
pub use component::links::Links;
pub use component::necks::{Neck, Necks};
pub use component::shape::{Dot, Shape};
pub use component::state_space::StateSpace;
pub use component::survey::{Bucket, HardestPosition, Survey};
pub use disk::{Disk, solve_on_disk};
use engine::Engine;
pub use engine::{is_endless, reachable};
pub use outcome::{Outcome, Stats, Verdict};
pub use request::{Limits, Request};
pub use search::Algorithm;

/// Solves `puzzle` from `from`, which the puzzle's start can lead to: engines take from the start which lines and places locked pieces keep.
/// Where these show that it cannot lead there, the verdict is unknown ([`StopReason::NotApplicable`]); a puzzle that begins there is made by
/// [`started_at`](crate::notation::started_at).
///
/// The monitor is behind a pointer, so that the engines are compiled once and not again for every caller.
///
/// ```
/// use huarong_core::puzzle::{Metric, Setup};
/// use huarong_core::solver::{Request, NoMonitor, solve};
/// let puzzle = Setup::numbers(3, 2, &[4, 1, 2, 5, 0, 3]).build().expect("it is playable");
/// let outcome = solve(&puzzle, puzzle.start(), &Request::new(Metric::Step), &mut NoMonitor);
/// assert_eq!(outcome.verdict.optimum(), Some(5));
/// ```
///
/// What it answers can be drawn: the shortest way to bring `S` from the left to the right, position by position.
///
/// ```
/// use huarong_core::notation::{self, grid};
/// use huarong_core::puzzle::Metric;
/// use huarong_core::solver::{Request, NoMonitor, solve};
/// let pack = notation::read("example", "SSa\nSS.\n.b.\n=>\n.SS\n.SS\n...\n").expect("it is a puzzle");
/// let puzzle = &pack.entries[0].puzzle;
/// let outcome = solve(puzzle, puzzle.start(), &Request::new(Metric::Move), &mut NoMonitor);
/// let mut position = puzzle.start().clone();
/// let mut drawn = vec![grid::draw(puzzle, &position)];
/// for mv in outcome.verdict.path().expect("it can be solved") {
///     position.play(puzzle, mv)?;
///     drawn.push(grid::draw(puzzle, &position));
/// }
/// assert_eq!(
///     drawn.join("\n"),
///     "\
/// SSa
/// SS.
/// .b.
///
/// SS.
/// SS.
/// .ba
///
/// .SS
/// .SS
/// .ba
/// "
/// );
/// # Ok::<(), huarong_core::puzzle::Illegal>(())
/// ```
pub fn solve(
    puzzle: &Puzzle,
    from: &Position,
    request: &Request,
    monitor: &mut dyn Monitor,
) -> Outcome {
    let mut budget = Budget::new(monitor, request.limits);
    let verdict = match is_out_of_reach(puzzle, from) {
        true => Verdict::Unknown { lower_bound: 0, why: StopReason::NotApplicable },
        false => Engine::of(puzzle, request.metric).solve(puzzle, from, request, &mut budget),
    };
    outcome_of(replayed(puzzle, from, verdict), &budget)
}

/// Whether locks alone show that the puzzle's start never leads to `from`.
fn is_out_of_reach(puzzle: &Puzzle, from: &Position) -> bool {
    let start = puzzle.start();
    let is_moved = |id| from.anchor(id) != start.anchor(id);
    let mut fixed = puzzle.piece_ids().filter(|&id| puzzle.piece(id).axis() == Axis::Fixed);
    // A piece that is lifted goes over others.
    from != start
        && !puzzle.lift()
        && (fixed.any(is_moved) || on_lines(puzzle, from) != on_lines(puzzle, start))
}

/// Rows and columns with the pieces that are locked to them, in their order there, which no move changes.
fn on_lines(puzzle: &Puzzle, position: &Position) -> Vec<(Axis, u8, PieceId)> {
    let mut places = Vec::new();
    for id in puzzle.piece_ids() {
        let axis = puzzle.piece(id).axis();
        let place = |cell: Cell| match axis {
            Axis::Horizontal => Some((axis, cell.row, cell.column, id)),
            Axis::Vertical => Some((axis, cell.column, cell.row, id)),
            Axis::Free | Axis::Fixed => None,
        };
        places.extend(puzzle.cells_of(position, id).iter().filter_map(place));
    }
    places.sort_unstable();
    let mut order: Vec<_> =
        places.into_iter().map(|(axis, line, _, id)| (axis, line, id)).collect();
    order.dedup();
    order
}

/// The verdict with what it took.
fn outcome_of(mut verdict: Verdict, budget: &Budget<'_>) -> Outcome {
    let progress = budget.progress;
    // Who was told of a bound while it was searched is not told less in the end: an engine knows only what it has proven itself.
    if let Verdict::Unknown { lower_bound, .. } | Verdict::Solved { lower_bound, .. } = &mut verdict
    {
        *lower_bound = progress.lower_bound.max(*lower_bound);
    }
    let stats = Stats {
        algorithm: budget.algorithm,
        states: progress.states,
        expanded: progress.expanded,
        depth: progress.depth,
        elapsed: budget.elapsed(),
        tables: budget.tables,
        bytes: progress.bytes,
        disk: progress.disk,
    };
    Outcome { verdict, stats }
}

/// Keeps pattern databases that take seconds to build in `folder` from now on: some hundred megabytes of files, believed
/// only with the fingerprint that the program knows of each, and written as a whole or not at all. Without a folder they are built again by every process that needs them. The first
/// call counts.
pub fn keep_tables_in(folder: std::path::PathBuf) {
    tiles::keep_tables_in(folder);
}

/// Makes the tables that searches from about `position` can do without at first and are much faster with, if there are any: those for
/// number puzzles of up to 16 cells in slides, and in steps where a search from there would take long. They stay for the life of the
/// process, up to some 200 MB of them. Half of the threads are left to a search from there that somebody waits for, once its first tables
/// are made.
///
/// # Errors
/// The limit that was reached.
pub fn prepare(
    puzzle: &Puzzle,
    position: &Position,
    metric: Metric,
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> Result<(), StopReason> {
    Engine::of(puzzle, metric).prepare(position, &mut Budget::new(monitor, *limits))
}

/// Measures everything that can be reached from the puzzle's start.
///
/// ```
/// use huarong_core::puzzle::{Metric, Setup};
/// use huarong_core::solver::{Limits, NoMonitor, survey};
/// let puzzle = Setup::numbers(3, 2, &[4, 1, 2, 5, 0, 3]).build().expect("it is playable");
/// let survey = survey(&puzzle, Metric::Step, &Limits::default(), &mut NoMonitor)?;
/// assert_eq!((survey.states, survey.solved, survey.greatest()), (360, 1, Some(21)));
/// # Ok::<(), huarong_core::solver::StopReason>(())
/// ```
///
/// # Errors
/// The limit that was reached; [`StopReason::Memory`] at once if more positions can be [`reachable`] than there is room for.
pub fn survey(
    puzzle: &Puzzle,
    metric: Metric,
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> Result<Survey, StopReason> {
    let mut budget = Budget::new(monitor, *limits);
    let component = Engine::of(puzzle, metric).component(puzzle, None, &mut budget)?;
    Ok(component::survey::measure(&*component, &mut budget)?.0)
}

/// Finds a hardest position that can be reached from the puzzle's start, and all positions of at least `least` moves from
/// which no move leads farther, in half the time of a [`survey`].
///
/// # Errors
/// The limit that was reached.
pub fn hardest(
    puzzle: &Puzzle,
    (metric, least): (Metric, u32),
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> Result<HardestPosition, StopReason> {
    let mut budget = Budget::new(monitor, *limits);
    let component = Engine::of(puzzle, metric).component(puzzle, None, &mut budget)?;
    HardestPosition::of(component, least, &mut budget)
}

/// The verdict, after the rules have agreed to every move of its path and to its end.
fn replayed(puzzle: &Puzzle, from: &Position, verdict: Verdict) -> Verdict {
    let Some(path) = verdict.path() else {
        return verdict;
    };
    let mut position = from.clone();
    for mv in path {
        let played = position.play(puzzle, mv);
        // It is checked in release builds too: a replay takes no time beside a search, and a wrong answer is worse than none.
        assert!(played.is_ok(), "the solver made an illegal move: {played:?}");
    }
    assert!(puzzle.is_solved(&position), "the solver's path does not solve the puzzle");
    verdict
}
