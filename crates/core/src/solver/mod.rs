//! Search: which engine, and is its answer true?
//!
//! [`solve`] lowers a puzzle to dense states, lets an engine search them, raises the path to moves, and replays it
//! through the rules before anyone sees it.

mod blocks;
mod budget;
pub(crate) mod component;
mod outcome;
mod rules_space;
pub(crate) mod search;
mod tiles;

use crate::puzzle::{Axis, Family, Metric, Position, Puzzle};
use budget::Budget;
pub use budget::{Algorithm, Limits, Monitor, NoMonitor, Progress, Request, StopReason};
pub use component::distances::{Distances, is_endless};
pub use component::state_space::{Bucket, StateSpace};
pub use component::survey::{HardestPosition, Survey};
pub use outcome::{Outcome, Stats, Verdict};
use search::bfs::Search;

/// Solves `puzzle` from `from`.
///
/// The monitor is behind a pointer, so that the engines are compiled once and not again for every caller.
///
/// ```
/// use huarong_core::puzzle::{Metric, Setup};
/// use huarong_core::solver::{Request, Unwatched, solve};
/// let puzzle = Setup::numbers(3, 2, &[4, 1, 2, 5, 0, 3]).build().expect("it is playable");
/// let outcome = solve(&puzzle, puzzle.start(), &Request::new(Metric::Step), &mut Unwatched);
/// assert_eq!(outcome.verdict.optimum(), Some(5));
/// ```
///
/// What it answers can be drawn: the shortest way to bring `S` from the left to the right, position by position.
///
/// ```
/// use huarong_core::notation::{self, grid};
/// use huarong_core::puzzle::Metric;
/// use huarong_core::solver::{Request, Unwatched, solve};
/// let pack = notation::read("example", "SSa\nSS.\n.b.\n=>\n.SS\n.SS\n...\n").expect("it is a puzzle");
/// let puzzle = &pack.entries[0].puzzle;
/// let outcome = solve(puzzle, puzzle.start(), &Request::new(Metric::Move), &mut Unwatched);
/// let mut position = puzzle.start().clone();
/// let mut drawn = vec![grid::draw(puzzle, &position)];
/// for action in outcome.verdict.path().expect("it can be solved") {
///     position.play(puzzle, action)?;
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
    let found = tiles::solve(puzzle, from, request, &mut budget)
        .unwrap_or_else(|| by_blocks(puzzle, from, request, &mut budget));
    let progress = budget.progress;
    let stats = Stats {
        algorithm: found.algorithm,
        states: progress.states,
        expanded: progress.expanded,
        depth: progress.depth,
        elapsed: budget.elapsed(),
        tables: budget.tables,
        bytes: progress.bytes,
    };
    Outcome { verdict: replayed(puzzle, from, found.verdict), stats }
}

/// Keeps pattern databases that take seconds to build in `folder` from now on: some hundred megabytes of files, each with a
/// checksum and written as a whole or not at all. Without a folder they are built again by every process that needs them. The first
/// call counts.
pub fn keep_tables_in(folder: std::path::PathBuf) {
    tiles::keep_tables_in(folder);
}

/// Measures everything that can be reached from the puzzle's start.
///
/// ```
/// use huarong_core::puzzle::{Metric, Setup};
/// use huarong_core::solver::{Limits, Unwatched, survey};
/// let puzzle = Setup::numbers(3, 2, &[4, 1, 2, 5, 0, 3]).build().expect("it is playable");
/// let survey = survey(&puzzle, Metric::Step, &Limits::default(), &mut Unwatched)?;
/// assert_eq!((survey.states, survey.solved, survey.greatest()), (360, 1, Some(21)));
/// # Ok::<(), huarong_core::solver::Stop>(())
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
    if reachable(puzzle).is_some_and(|states| states > MOST_STATES) {
        return Err(StopReason::Memory);
    }
    if blocks::counts(puzzle, metric) {
        return blocks::survey(puzzle, metric, &mut budget);
    }
    let plain = tiles::survey(puzzle, metric, &mut budget);
    plain.unwrap_or_else(|| rules_space::survey(puzzle, &mut budget))
}

/// States of the largest component that can be walked: they are numbered in 32 bits.
const MOST_STATES: u128 = u32::MAX as u128;

/// How many positions can be reached from the start of a number puzzle with one blank and no walls: half of all
/// arrangements (Johnson and Story, 1879), or as good as no end. `None` for any other puzzle.
#[must_use]
pub fn reachable(puzzle: &Puzzle) -> Option<u128> {
    let (width, height) = (puzzle.size().width(), puzzle.size().height());
    let cells = (width * height) as u128;
    let free = puzzle.pieces().iter().all(|piece| piece.axis() == Axis::Free);
    let plain = puzzle.family() == Family::Numbers && !puzzle.lift() && free;
    let known = plain && width.min(height) > 1 && puzzle.pieces().len() as u128 == cells - 1;
    known.then(|| (3..=cells).fold(1, u128::saturating_mul))
}

/// Finds a hardest position that can be reached from the puzzle's start, and all positions of at least `least` moves from
/// which no move leads farther, in half the time of a [`survey`].
///
/// # Errors
/// The limit that was reached; [`StopReason::NotApplicable`] for number puzzles whose runs of tiles are pushed.
pub fn hardest(
    puzzle: &Puzzle,
    (metric, least): (Metric, u32),
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> Result<HardestPosition, StopReason> {
    let mut budget = Budget::new(monitor, *limits);
    if blocks::counts(puzzle, metric) {
        return blocks::hardest(puzzle, (metric, least), &mut budget);
    }
    Err(StopReason::NotApplicable)
}

/// The block engine's answer in the form of the tile engine's.
fn by_blocks(
    puzzle: &Puzzle,
    from: &Position,
    request: &Request,
    budget: &mut Budget<'_>,
) -> tiles::Found {
    if !blocks::counts(puzzle, request.metric) {
        let algorithm = match request.algorithm {
            Algorithm::Auto => Algorithm::Bfs,
            asked => asked,
        };
        return tiles::Found {
            verdict: rules_space::solve(puzzle, from, algorithm, budget),
            algorithm,
        };
    }
    let found = blocks::solve(puzzle, from, request, budget);
    let verdict = match found.search {
        Search::Path(path) => Verdict::Optimal { path },
        Search::Exhausted => Verdict::Unsolvable,
        Search::Stopped { lower_bound, why } => Verdict::Unknown { lower_bound, why },
    };
    tiles::Found { verdict, algorithm: found.algorithm }
}

/// The verdict, after the rules have agreed to every move of its path and to its end.
fn replayed(puzzle: &Puzzle, from: &Position, verdict: Verdict) -> Verdict {
    let Some(path) = verdict.path() else {
        return verdict;
    };
    let mut position = from.clone();
    for mv in path {
        let played = position.play(puzzle, mv);
        assert!(played.is_ok(), "the solver made an illegal move: {played:?}");
    }
    assert!(puzzle.is_solved(&position), "the solver's path does not solve the puzzle");
    verdict
}
