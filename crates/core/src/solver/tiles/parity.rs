//! Whether a board can be solved at all, told without search where theory can.
//!
//! With one blank, every step is a transposition and moves the blank to a cell of the other colour of the chessboard, so
//! the parity of the permutation that is left to undo and the colours of the blank now and at the goal must agree
//! (Johnson and Story, American Journal of Mathematics 2, 1879). On a rectangle of at least 2x2 that is also enough; with more
//! blanks anything goes there; along a line the order of the tiles never changes.

use super::board::TileBoard;
use crate::puzzle::Axis;

/// What theory says of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Solvable {
    /// It has a solution.
    Yes,
    /// It has none.
    No,
    /// Walls, locks or waypoints make it a question for search.
    Perhaps,
}

/// Whether `cells` can be turned into the goal of `board`.
#[must_use]
pub(crate) fn solvable(board: &TileBoard, cells: &[u8]) -> Solvable {
    let parts = parts(board);
    if !locks_allow(board, cells) || !parts.iter().all(|part| part_may_be(board, cells, part)) {
        return Solvable::No;
    }
    let (width, height) = board.sides();
    let anything_goes = board.is_free() && board.cells().len() == width * height;
    if anything_goes || board.is_free() && parts.iter().all(|p| is_line(board, p)) {
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

/// Whether nothing that never changes forbids this part: its tiles, their order on a line, their parity.
fn part_may_be(board: &TileBoard, cells: &[u8], part: &[usize]) -> bool {
    let now: Vec<u8> = part.iter().map(|&c| cells[c]).collect();
    let goal: Vec<u8> = part.iter().map(|&c| board.goal()[c]).collect();
    if !same_tiles(&now, &goal) {
        return false;
    }
    let blanks = now.iter().filter(|&&t| t == 0).count();
    if blanks == 0 {
        // Without a blank nothing can move.
        return now == goal;
    }
    if is_line(board, part) {
        let order = walk(board, part);
        return order_of(&order, cells) == order_of(&order, board.goal());
    }
    blanks > 1 || parity_agrees(board, part, &now, &goal)
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

/// Whether the permutation from `now` to `goal` is odd exactly if the blank has to change its colour.
fn parity_agrees(board: &TileBoard, part: &[usize], now: &[u8], goal: &[u8]) -> bool {
    let place = |tiles: &[u8], tile: u8| tiles.iter().position(|&t| t == tile).unwrap_or(0);
    // The part has one blank only, so that every value occurs once and this is a permutation.
    let target: Vec<usize> = now.iter().map(|&tile| place(goal, tile)).collect();
    let colour = |index: usize| {
        let cell = board.cells()[part[index]];
        (cell.row + cell.column) % 2
    };
    let moves_colour = colour(place(now, 0)) != colour(place(goal, 0));
    is_odd(&target) == moves_colour
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
