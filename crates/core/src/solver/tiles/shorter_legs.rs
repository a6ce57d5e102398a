//! Solutions of rectangles with walls, waypoints, several blanks or all of them made shorter by beams, leg by leg.

use super::board::TileBoard;
use super::construct::{self, TileStep, play};
use super::manhattan::Manhattan;
use super::moves::{self, Moves, by};
use super::parity::{Solvable, solvable};
use super::path_shortening::shorten;
use crate::puzzle::{Metric, Move, Path};
use crate::solver::budget::Budget;
use std::time::Duration;

/// Up to so many cells beams in which each of several blanks may go come to the goal; they have more to choose from, and so are narrower.
const SEVERAL: usize = 64;

/// A solution of a rectangle, with walls as [`TileBoard::framed`] has them and without locks to an axis, each leg of it made shorter by beams
/// for its part of the time. Where the legs meet stays as it is.
pub(super) fn shorter(
    board: &TileBoard,
    cells: &[u8],
    path: Path,
    time: Duration,
    budget: &mut Budget<'_>,
) -> Path {
    let legs = legs(board, cells, &path);
    let steps: usize = legs.iter().map(|leg| leg.1.len()).sum();
    let mut ways: Vec<Vec<TileStep>> = legs.iter().map(|leg| leg.1.clone()).collect();
    // A slide may go on where two legs meet.
    let joined = |ways: &[Vec<TileStep>]| construct::raised(board, cells, &ways.concat());
    for (number, (start, way)) in legs.iter().enumerate() {
        if budget.check().is_err() {
            break;
        }
        let end = legs.get(number + 1).map_or(board.goal(), |next| &next.0);
        let plain = board.with_walls(end.to_vec(), &[]);
        let time = time.mul_f64(way.len() as f64 / steps as f64);
        // Among walls one blank alone may not come home.
        let is_large = plain.blanks() > 1 && plain.is_whole() && start.len() > SEVERAL;
        let of_leg = if is_large { as_one_blank } else { of_leg };
        let shortened = |budget: &mut Budget<'_>| of_leg(&plain, start, way, budget);
        ways[number] = match legs.len() {
            // What is found on the way to the only goal is told at once.
            1 => budget.for_at_most(time, shortened),
            _ => budget.apart((Some(time), u64::MAX), shortened),
        };
        let path = joined(&ways);
        let moves = path.len() as u32;
        if budget.progress.upper_bound.is_none_or(|known| moves < known) {
            budget.improved(moves, || path.clone());
        }
    }
    let found = joined(&ways);
    if found.len() < path.len() { found } else { path }
}

/// The way to the goal of a board made shorter by beams until a limit is reached. What is stopped is a way all the same.
fn of_leg(
    board: &TileBoard,
    start: &[u8],
    way: &[TileStep],
    budget: &mut Budget<'_>,
) -> Vec<TileStep> {
    let limits = (Manhattan::new(board).bound(|cell| start[cell]), None);
    let (way, columns) = (by(way), board.sides().0);
    let moves = match (board.metric(), board.blanks()) {
        (Metric::Step, 1) => Moves::Steps,
        (Metric::Step, _) => Moves::StepsOfSeveral,
        _ => Moves::Slides,
    };
    let way = moves.joined(way, columns);
    let (way, _) = shorten((board, moves), start, way, limits, budget);
    way.into_iter().flat_map(|ends| moves::steps(columns, ends)).collect()
}

/// The same for several blanks as if all but one were tiles; where one of those is what moves, nothing does.
fn as_one_blank(
    board: &TileBoard,
    start: &[u8],
    way: &[TileStep],
    budget: &mut Budget<'_>,
) -> Vec<TileStep> {
    // Which blank goes decides about the parity, and so does a step that comes before.
    let blanks = (0..start.len()).filter(|&cell| start[cell] == 0);
    let steps = blanks.flat_map(|to| board.near(to).map(move |from| vec![(from, to)]));
    let steps = steps.filter(|step| start[step[0].0] != 0);
    let found = [Vec::new()].into_iter().chain(steps).find_map(|before| {
        let mut held = start.to_vec();
        play(&mut held, &before);
        let (board, named) = board.as_one_blank(&held);
        (solvable(&board, &named) == Solvable::Yes).then_some((board, named, before))
    });
    let Some((one, mut named, mut steps)) = found else { return way.to_vec() };
    let Ok(Some(first)) = construct::first(&one, &named, budget) else { return way.to_vec() };
    let held = named.clone();
    let shortened = |budget: &mut Budget<'_>| of_leg(&one, &held, &first, budget);
    // What begins with a step that has been made already is no solution to tell of.
    let way_of_one = match steps.is_empty() {
        true => shortened(budget),
        false => budget.apart((budget.time_left(), u64::MAX), shortened),
    };
    for (from, to) in way_of_one {
        if usize::from(named[from]) <= board.tiles() {
            steps.push((from, to));
        }
        named.swap(from, to);
    }
    let moves = |steps| construct::raised(board, start, steps).len();
    if moves(&steps) < moves(way) { steps } else { way.to_vec() }
}

/// The steps of a path.
fn tile_steps(board: &TileBoard, cells: &[u8], path: &Path) -> Vec<TileStep> {
    let mut held = cells[..board.cells().len()].to_vec();
    let mut steps = Vec::new();
    for mv in path {
        let Move::Steps(run) = mv else { unreachable!("number tiles are not lifted") };
        for step in run {
            let tile = board.number(step.piece);
            let from =
                held.iter().position(|&held| held == tile).expect("every tile stands somewhere");
            let to =
                board.next(from, step.direction).expect("a step leads from a cell to the next");
            held.swap(from, to);
            steps.push((from, to));
        }
    }
    steps
}

/// A solution cut where waypoints are met: what the cells hold at the beginning of each leg, and its steps.
fn legs(board: &TileBoard, cells: &[u8], path: &Path) -> Vec<(Vec<u8>, Vec<TileStep>)> {
    let (mut held, mut passed) = (cells[..board.cells().len()].to_vec(), board.passed(cells));
    let (mut legs, mut steps) = (Vec::new(), Vec::new());
    let mut start = held.clone();
    for (from, to) in tile_steps(board, cells, path) {
        steps.push((from, to));
        held.swap(from, to);
        let met = |wanted: &[(usize, u8)]| wanted.iter().all(|&(at, tile)| held[at] == tile);
        let before = passed;
        while board.waypoint(passed).is_some_and(met) {
            passed += 1;
        }
        if passed > before {
            legs.push((std::mem::replace(&mut start, held.clone()), std::mem::take(&mut steps)));
        }
    }
    if !steps.is_empty() {
        legs.push((start, steps));
    }
    legs
}
