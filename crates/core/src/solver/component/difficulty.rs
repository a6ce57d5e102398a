//! How hard a puzzle is for people: the moves of a player who tries. `docs/difficulty.md` has the reasons.

use super::table::TableLimit;
use super::{Component, each_distance, in_batches};
use crate::puzzle::{Cell, CellSet, Direction, Family, Metric, Move, PieceId, Position, Puzzle};
use crate::solver::budget::{Budget, Monitor, StopReason};
use crate::solver::engine::{Engine, is_endless};
use crate::solver::outcome::Verdict;
use crate::solver::request::{Limits, Request};
use rustc_hash::FxHashMap;

/// Where more can be reached it is not walked, and the length alone counts. The limit is one of states and not of what is held while they are
/// looked for, so that the figure depends neither on the memory of a machine nor on its threads.
const WALKED: TableLimit = TableLimit {
    bytes: 256 << 20,
    // A number, an effort, and what the table has of each state.
    beside: 16,
};

/// Bytes that are held at most while all states are looked for, several times what those take that are walked: a layer may be much larger than those
/// before it. What takes more is too large, too. With waypoints one thread looks for them alone, and there it is no more than what is walked.
const HELD: u64 = 4 * WALKED.bytes;

/// How many moves one goes on after a move from which nothing can be solved any more: nobody notices that at once.
const LOST: f64 = 8.0;

/// States on shortest solutions between two looks at the clock.
const A_LOOK: usize = 1 << 8;

/// From which difficulty on a puzzle is of the second, third, fourth and fifth level.
const LEVELS: [u32; 4] = [15, 40, 100, 200];

/// The level of a difficulty, from 1 to 5.
///
/// ```
/// use huarong_core::solver::level;
/// assert_eq!((level(3), level(10_000)), (1, 5));
/// ```
#[must_use]
pub fn level(difficulty: u32) -> u8 {
    1 + LEVELS.iter().filter(|&&least| difficulty >= least).count() as u8
}

/// How hard a puzzle is for people: about how many moves somebody makes who tries what looks best first, follows a wrong way for a
/// while, and then goes back. Where more can be reached than can be walked, the figure comes of one shortest solution alone: of a number
/// puzzle of its length, which is looked for if it is not `known`. `None` if there is no solution.
///
/// ```
/// use huarong_core::puzzle::{Metric, Setup};
/// use huarong_core::solver::{Limits, NoMonitor, difficulty};
/// let rated = |numbers: &[u32]| {
///     let puzzle = Setup::numbers(3, 2, numbers).build().expect("it is playable");
///     let rated = difficulty(&puzzle, Metric::Step, None, &Limits::default(), &mut NoMonitor);
///     rated.expect("there is no limit")
/// };
/// assert!(rated(&[1, 2, 3, 4, 0, 5]) < rated(&[4, 1, 2, 5, 0, 3]));
/// assert_eq!(rated(&[2, 1, 3, 4, 5, 0]), None);
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn difficulty(
    puzzle: &Puzzle,
    metric: Metric,
    known: Option<u32>,
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> Result<Option<u32>, StopReason> {
    if !is_endless(puzzle) {
        let most = if puzzle.via().is_empty() { HELD } else { WALKED.bytes };
        let held = limits.memory.map_or(most, |memory| memory.min(most));
        let mut budget = Budget::new(monitor, Limits { memory: Some(held), ..*limits });
        let component = Engine::of(puzzle, metric).component(puzzle, Some(WALKED), &mut budget);
        match component.and_then(|component| walked(&*component, puzzle, &mut budget)) {
            Err(StopReason::NotApplicable) => {}
            // What is too large for a smaller limit of the caller's may not be too large at all.
            Err(StopReason::Memory) if held == most => {}
            rated => return rated,
        }
    }
    by_one_solution(puzzle, metric, known, limits, monitor)
}

/// The difficulty of a component that holds all states as its own, as [`difficulty`] tells it.
pub(crate) fn of_component(
    component: &dyn Component,
    puzzle: &Puzzle,
    metric: Metric,
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> Result<Option<u32>, StopReason> {
    let known = component.distance(0);
    match component.fits(WALKED) {
        true if component.is_undirected() => {
            walked(component, puzzle, &mut Budget::new(monitor, *limits))
        }
        // Whether all that is written down of such moves would have had room is known only to who writes it.
        true => difficulty(puzzle, metric, known, limits, monitor),
        false => by_one_solution(puzzle, metric, known, limits, monitor),
    }
}

/// The figure of a puzzle too large to be walked.
fn by_one_solution(
    puzzle: &Puzzle,
    metric: Metric,
    known: Option<u32>,
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> Result<Option<u32>, StopReason> {
    let is_numbers = puzzle.family() == Family::Numbers;
    if let Some(moves) = known.filter(|_| is_numbers) {
        return Ok(Some(by_length(puzzle, metric, moves)));
    }
    // One thread, since several may find another of the shortest ways.
    let request = Request { limits: Limits { threads: 1, ..*limits }, ..Request::new(metric) };
    match crate::solver::solve(puzzle, puzzle.start(), &request, monitor).verdict {
        Verdict::Optimal { path } if is_numbers => {
            Ok(Some(by_length(puzzle, metric, u32::try_from(path.len()).unwrap_or(u32::MAX))))
        }
        Verdict::Optimal { path } => Ok(Some(along(puzzle, metric, &path))),
        Verdict::Unsolvable => Ok(None),
        Verdict::Unknown { why, .. } => Err(why),
        // A solution that may not be a shortest one is no measure.
        Verdict::Solved { .. } => Err(StopReason::Time),
    }
}

/// The figure of a number puzzle too large to be walked. At each of its moves one of the usual choices is right. Each of the others is
/// tried before it as often as after it, and is made and taken back: that makes as many moves as there are choices.
fn by_length(puzzle: &Puzzle, metric: Metric, moves: u32) -> u32 {
    let floor = CellSet::full(puzzle.size()) - *puzzle.walls();
    let choices = match metric {
        // A blank goes to any neighbour but the one that it comes from.
        Metric::Step => {
            let next = |cell: Cell| [(1, 0), (0, 1)].map(|(x, y)| cell.offset(x, y));
            let is_floor = |cell: &Option<Cell>| cell.is_some_and(|cell| floor.contains(cell));
            let pairs = floor.iter().flat_map(next).filter(is_floor).count();
            2.0 * pairs as f64 / floor.len().max(1) as f64 - 1.0
        }
        // Across and along take turns, and each run may be as long as the line.
        Metric::Slide | Metric::Move => {
            (puzzle.size().width() + puzzle.size().height()) as f64 / 2.0 - 1.0
        }
    };
    (f64::from(moves) * choices.max(1.0)).round() as u32
}

/// The figure of blocks too large to be walked: the choices at all positions of a shortest solution, for the same reason. What goes on with
/// the piece that was just moved is none.
fn along(puzzle: &Puzzle, metric: Metric, path: &[Move]) -> u32 {
    let mut position = puzzle.start().clone();
    let mut last: Option<&Move> = None;
    let mut choices = 0;
    for action in path {
        let moves = puzzle.moves(&position, metric);
        let is_choice = |action: &&Move| last.is_none_or(|last| !goes_on(last, action, metric));
        choices += moves.iter().filter(is_choice).count().max(1);
        // The path was replayed by the rules already.
        if position.play(puzzle, action).is_err() {
            break;
        }
        last = Some(action);
    }
    u32::try_from(choices).unwrap_or(u32::MAX)
}

/// Whether a move takes the last one back or goes on with it: in steps only the way back does, else whatever the same piece does.
fn goes_on(last: &Move, action: &Move, metric: Metric) -> bool {
    let way = |action: &Move| action.steps().first().map(|step| step.direction);
    let is_back = way(last).map(Direction::opposite) == way(action);
    last.piece() == action.piece() && (metric != Metric::Step || is_back)
}

/// The figure of a component that holds all states as its own; `None` if its start cannot be solved.
fn walked(
    component: &dyn Component,
    puzzle: &Puzzle,
    budget: &mut Budget<'_>,
) -> Result<Option<u32>, StopReason> {
    let Some(fewest) = component.distance(0) else { return Ok(None) };
    let states = component.states();
    budget.progress.states = states;
    budget.progress.bytes = component.bytes();
    budget.room(states * (size_of::<u32>() + size_of::<f32>()) as u64)?;
    let followed = followed(component, budget)?;
    // States come in breadth-first order, so that those farther on come later.
    let mut way = Vec::new();
    each_distance(component, budget, |at, to| {
        let is_on_it = to.is_some_and(|to| component.depth(at as usize) + to == fewest);
        way.extend(is_on_it.then_some(at));
    })?;
    let mut efforts: FxHashMap<u32, f64> = FxHashMap::default();
    let looks = |&state: &u32| estimate(puzzle, &component.position(state as usize));
    in_batches(component, way.into_iter().rev(), budget, |batch, near, budget| {
        for (index, &at) in batch.iter().enumerate() {
            // Each of them has its pieces set up, so that few take as long as many of a batch.
            if index % A_LOOK == 0 {
                budget.check()?;
            }
            let Some(nearer) = component.distance(at as usize).unwrap_or(0).checked_sub(1) else {
                efforts.insert(at, 0.0);
                continue;
            };
            let (good, others): (Vec<u32>, Vec<u32>) = (near.from(index).iter())
                .partition(|&&state| component.distance(state as usize) == Some(nearer));
            let farther = component.depth(at as usize) + 1;
            let is_new = |state: &u32| component.depth(*state as usize) == farther;
            let best = good.iter().map(looks).min().unwrap_or(0);
            let first: Vec<u32> = good.into_iter().filter(|state| looks(state) == best).collect();
            let mut effort = 1.0;
            for wrong in others.into_iter().filter(is_new) {
                // There and back again, with all that follows.
                let cost = 2.0 * (1.0 + f64::from(followed[wrong as usize]));
                effort += match looks(&wrong).cmp(&best) {
                    std::cmp::Ordering::Less => cost,
                    // Among moves that look alike the order is chance: each wrong one comes before all the good ones so often.
                    std::cmp::Ordering::Equal => cost / (first.len() + 1) as f64,
                    std::cmp::Ordering::Greater => 0.0,
                };
            }
            let rest: f64 = first.iter().filter_map(|state| efforts.get(state)).sum();
            efforts.insert(at, effort + rest / first.len().max(1) as f64);
        }
        Ok(())
    })?;
    Ok(efforts.get(&0).map(|effort| effort.round() as u32))
}

/// For each state, how many more moves away from the goal are made on average by somebody who stands there and goes on at random,
/// until a move leads away no more.
fn followed(component: &dyn Component, budget: &mut Budget<'_>) -> Result<Vec<f32>, StopReason> {
    let mut followed = vec![LOST as f32; component.states() as usize];
    // What is known of a state comes of those that are farther.
    let farthest_first = farthest_first(component, budget)?;
    in_batches(component, farthest_first.into_iter(), budget, |batch, near, _| {
        for (index, &at) in batch.iter().enumerate() {
            let (near, to) = (near.from(index), component.distance(at as usize));
            let is_away = |&&state: &&u32| {
                let far = component.distance(state as usize);
                far.is_none() || far > to
            };
            let away = near.iter().filter(is_away).map(|&state| 1.0 + followed[state as usize]);
            followed[at as usize] = away.sum::<f32>() / near.len().max(1) as f32;
        }
        Ok(())
    })?;
    Ok(followed)
}

/// All states that can be solved, the farthest first.
fn farthest_first(
    component: &dyn Component,
    budget: &mut Budget<'_>,
) -> Result<Vec<u32>, StopReason> {
    // How many there are at each distance, then where those of each begin.
    let mut begins: Vec<usize> = Vec::new();
    each_distance(component, budget, |_, to| {
        if let Some(to) = to.map(|to| to as usize) {
            begins.resize(begins.len().max(to + 1), 0);
            begins[to] += 1;
        }
    })?;
    let mut before = 0;
    for begin in begins.iter_mut().rev() {
        before += std::mem::replace(begin, before);
    }
    let mut order = vec![0; before];
    each_distance(component, budget, |at, to| {
        if let Some(to) = to.map(|to| to as usize) {
            order[begins[to]] = at;
            begins[to] += 1;
        }
    })?;
    Ok(order)
}

/// How far a position looks from solved at a glance: how far the pieces that matter are from their places, and how many others
/// stand on those places or straight in the way.
fn estimate(puzzle: &Puzzle, position: &Position) -> u32 {
    let goal = puzzle.via().get(position.stage()).unwrap_or(puzzle.goal());
    let mut far = 0;
    let mut wanted = CellSet::EMPTY;
    for &(piece, place) in goal.places() {
        let from = position.anchor(piece);
        let (across, down) = (from.column.abs_diff(place.column), from.row.abs_diff(place.row));
        far += u32::from(across) + u32::from(down);
        wanted = wanted | straight(puzzle, piece, from, place);
    }
    if puzzle.family() == Family::Numbers {
        return far;
    }
    let matters = |id: PieceId| goal.places().iter().any(|&(piece, _)| piece == id);
    let is_in_the_way =
        |id: &PieceId| !matters(*id) && !puzzle.cells_of(position, *id).is_disjoint(&wanted);
    far + puzzle.piece_ids().filter(is_in_the_way).count() as u32
}

/// The cells that a piece covers at its place and, if that is in its row or column, on the way there.
fn straight(puzzle: &Puzzle, piece: PieceId, from: Cell, place: Cell) -> CellSet {
    let shape = puzzle.piece(piece).shape();
    let at = |cell: Cell| shape.at(cell).unwrap_or(CellSet::EMPTY);
    let is_straight = from.column == place.column || from.row == place.row;
    if !is_straight {
        return at(place);
    }
    let columns = from.column.min(place.column)..=from.column.max(place.column);
    let rows = from.row.min(place.row)..=from.row.max(place.row);
    let cells = rows.flat_map(|row| columns.clone().map(move |column| Cell::new(column, row)));
    cells.fold(CellSet::EMPTY, |all, cell| all | at(cell))
}
