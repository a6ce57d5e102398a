//! Whether a board can be solved at all, told without search where theory can.
//!
//! With one blank on a rectangle, a permutation can be had that is even once the blank has gone home (Johnson and Story, American Journal of
//! Mathematics 2, 1879), and so in each biconnected component of any floor; along a line and in a circle the order of the tiles never
//! changes. Several blanks can bring about any permutation in a component that is neither; and where single cells part the floor, all that each
//! tile can do by itself (`pebble_motion`).

use super::biconnected::components;
use super::board::TileBoard;
use super::construct::one_blank::OneBlank;
use super::pebble_motion::PebbleMotion;
use crate::puzzle::Axis;

/// What theory says of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Solvable {
    /// It has a solution.
    Yes,
    /// It has none.
    No,
    /// Locks or waypoints make it a question for search.
    Perhaps,
}

/// Whether `cells` can be turned into the goal of `board`.
pub(crate) fn solvable(board: &TileBoard, cells: &[u8]) -> Solvable {
    if !locks_allow(board, cells) {
        return Solvable::No;
    }
    let parts = parts(board);
    let of_parts: Vec<Solvable> = parts.iter().map(|part| of_part(board, cells, part)).collect();
    if of_parts.contains(&Solvable::No) {
        Solvable::No
    } else if board.is_free() && !of_parts.contains(&Solvable::Perhaps) {
        Solvable::Yes
    } else {
        Solvable::Perhaps
    }
}

/// Whether each locked tile is on its line wherever it is still wanted.
fn locks_allow(board: &TileBoard, cells: &[u8]) -> bool {
    if !board.has_locks() {
        return true;
    }
    let floor = board.cells();
    let goal = board.goal().iter().copied().enumerate().filter(|&(_, tile)| tile != 0);
    let waypoints = (board.passed(cells)..board.waypoints()).filter_map(|leg| board.waypoint(leg));
    goal.chain(waypoints.flatten().copied()).all(|(wanted, tile)| {
        let at = cells[..floor.len()].iter().position(|&held| held == tile).map(|at| floor[at]);
        at.is_none_or(|at| match board.axis(tile) {
            Axis::Free => true,
            Axis::Horizontal => at.row == floor[wanted].row,
            Axis::Vertical => at.column == floor[wanted].column,
            Axis::Fixed => at == floor[wanted],
        })
    })
}

/// The connected parts of the floor, each in row order.
pub(super) fn parts(board: &TileBoard) -> Vec<Vec<usize>> {
    let mut seen = vec![false; board.cells().len()];
    let mut parts = Vec::new();
    for first in 0..seen.len() {
        let mut part = Vec::new();
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            if !std::mem::replace(&mut seen[cell], true) {
                part.push(cell);
                open.extend(board.near(cell));
            }
        }
        part.sort_unstable();
        if !part.is_empty() {
            parts.push(part);
        }
    }
    parts
}

/// Whether the tiles of a part can come to where its goal has them.
pub(super) fn of_part(board: &TileBoard, cells: &[u8], part: &[usize]) -> Solvable {
    let at = |held: &[u8]| part.iter().map(|&cell| held[cell]).collect::<Vec<u8>>();
    let (now, goal) = (at(cells), at(board.goal()));
    let blank = part.iter().copied().find(|&cell| cells[cell] == 0);
    let one_can = |blank| OneBlank::of(board, part, cells, (blank, false)).is_some();
    match now.iter().filter(|&&tile| tile == 0).count() {
        _ if !same_tiles(&now, &goal) => Solvable::No,
        // Without a blank nothing can move.
        0 => holds(now == goal),
        1 => holds(blank.is_some_and(one_can)),
        _ if is_line(board, part) => {
            let order = walk(board, part);
            holds(order_of(&order, cells) == order_of(&order, board.goal()))
        }
        _ => several_blanks_can(board, cells, part),
    }
}

/// Whether several can. Of two blanks one can be taken for a tile, and where they change places any permutation is an even one; in a circle
/// the order of the tiles stays.
fn several_blanks_can(board: &TileBoard, cells: &[u8], part: &[usize]) -> Solvable {
    let all = vec![true; board.cells().len()];
    let [component] = &components(board, &all, part[0])[..] else {
        return holds(each_tile_can(board, cells, part));
    };
    if !component.is_circle(board) {
        return Solvable::Yes;
    }
    let circle: Vec<usize> = [component.entry].iter().chain(&component.cells).copied().collect();
    let (now, goal) = (order_of(&circle, cells), order_of(&circle, board.goal()));
    let turned = (0..now.len().max(1))
        .any(|by| now[by..] == goal[..now.len() - by] && now[..by] == goal[now.len() - by..]);
    holds(turned)
}

/// Whether each tile by itself can come home while the blanks do.
fn each_tile_can(board: &TileBoard, cells: &[u8], part: &[usize]) -> bool {
    let with =
        |held: &[u8], tile| part.iter().copied().filter(|&cell| held[cell] == tile).collect();
    let (now, then): (Vec<usize>, Vec<usize>) = (with(cells, 0), with(board.goal(), 0));
    let mut motion = PebbleMotion::of(board, part, now.len());
    part.iter().filter(|&&cell| cells[cell] != 0).all(|&cell| {
        let home = part.iter().find(|&&home| board.goal()[home] == cells[cell]);
        home.is_some_and(|&home| motion.can((cell, &now), (home, &then)))
    })
}

fn holds(holds: bool) -> Solvable {
    if holds { Solvable::Yes } else { Solvable::No }
}

fn same_tiles(now: &[u8], goal: &[u8]) -> bool {
    let sorted = |tiles: &[u8]| {
        let mut tiles = tiles.to_vec();
        tiles.sort_unstable();
        tiles
    };
    sorted(now) == sorted(goal)
}

/// Whether the part is a path of cells without a branch or a circle.
fn is_line(board: &TileBoard, part: &[usize]) -> bool {
    let degrees = || part.iter().map(|&cell| board.near(cell).count());
    degrees().all(|d| d <= 2) && degrees().sum::<usize>() == 2 * (part.len() - 1)
}

/// The cells of a line from one end to the other.
fn walk(board: &TileBoard, part: &[usize]) -> Vec<usize> {
    let end = part.iter().find(|&&cell| board.near(cell).count() <= 1);
    let mut order: Vec<usize> = end.copied().into_iter().collect();
    while let Some(next) = order.last().and_then(|&cell| {
        let before = order.len().checked_sub(2).map(|i| order[i]);
        board.near(cell).find(|&c| Some(c) != before)
    }) {
        order.push(next);
    }
    order
}

fn order_of(line: &[usize], cells: &[u8]) -> Vec<u8> {
    let held = line.iter().map(|&cell| cells[cell]);
    held.filter(|&tile| tile != 0).collect()
}

/// Whether a permutation of 0..n takes an odd number of transpositions.
pub(crate) fn is_odd(permutation: &[usize]) -> bool {
    let mut seen = vec![false; permutation.len()];
    let mut odd = false;
    for start in 0..permutation.len() {
        let mut at = start;
        while !std::mem::replace(&mut seen[at], true) {
            at = permutation[at];
            // A cycle of n elements takes n - 1 transpositions.
            odd ^= at != start;
        }
    }
    odd
}
