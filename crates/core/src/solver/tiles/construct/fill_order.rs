//! In which order the cells of a floor can be filled for good.
//!
//! A cell is filled only if the blank still gets round every tile of what is left, which is to say that no single cell parts it and it
//! is no bare circle (R. M. Wilson, "Graph puzzles, homotopy, and the alternating group", Journal of Combinatorial Theory B 16, 1974).
//! Where no cell can be filled alone, two neighbours are together, or a chain of cells.

use super::theta::is_theta;
use crate::solver::budget::{Budget, StopReason};
use crate::solver::search::hash::hash;
use crate::solver::tiles::biconnected::is_biconnected;
use crate::solver::tiles::board::TileBoard;

/// Cells that are left to a search of all arrangements, and the most that may be where no further one can be filled.
const LAST: usize = 8;
pub(super) const MOST_LAST: usize = 9;

/// Plans that are tried.
const ATTEMPTS: usize = 32;

/// In which order the cells of a core are filled.
pub(super) struct Plan {
    pub(super) order: Vec<FillStep>,
    /// What is left in the end.
    pub(super) rest: Vec<usize>,
    /// Where the blank is then.
    pub(super) root: usize,
}

/// Cells that are filled together: one, two neighbours, or a chain with the cells that it begins and ends at.
pub(super) struct FillStep {
    pub(super) cells: Vec<usize>,
    pub(super) ends: Option<[usize; 2]>,
}

/// A plan that leaves few cells, or two circles that share a way; none if none was found. The blank's goal is at `home`, or in a dead end that begins there.
pub(super) fn plan(
    board: &TileBoard,
    core: &[bool],
    home: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<Plan>, StopReason> {
    let roots = farthest_first(board, core, home);
    let mut best: Option<Plan> = None;
    for attempt in 0..ATTEMPTS {
        // From the farthest to the nearest, and where that leads nowhere, with the blank elsewhere in the end, and more and more at
        // random.
        let root = roots[roots.len() - 1 - attempt * roots.len() / ATTEMPTS];
        let far = farthest_first(board, core, root);
        let noise =
            |cell: usize| hash(&(attempt, cell)) as usize % (1 + attempt / 4 * far.len() / 4);
        let cells = far.iter().copied().enumerate();
        let mut wanted: Vec<(usize, usize)> =
            cells.map(|(at, cell)| (at + noise(cell), cell)).collect();
        wanted.sort_unstable();
        let (mut left, mut order) = (core.to_vec(), Vec::new());
        let rest = loop {
            budget.check()?;
            let rest: Vec<usize> = far.iter().copied().filter(|&cell| left[cell]).collect();
            if rest.len() <= LAST {
                return Ok(Some(Plan { order, rest, root }));
            }
            let Some(next) = next_cells(board, &mut left, &wanted, root) else { break rest };
            next.cells.iter().for_each(|&cell| left[cell] = false);
            order.push(next);
        };
        // Where two circles are left that share a way, their tiles can be arranged, however many they are.
        let can_be = rest.len() <= MOST_LAST || is_theta(board, &rest);
        if can_be && best.as_ref().is_none_or(|best| rest.len() < best.rest.len()) {
            best = Some(Plan { order, rest, root });
        }
    }
    Ok(best)
}

/// The cells of a part that are in no dead end.
pub(super) fn core(board: &TileBoard, part: &[usize]) -> Vec<bool> {
    let mut core = vec![false; board.cells().len()];
    part.iter().for_each(|&cell| core[cell] = true);
    let end = |core: &[bool]| {
        part.iter().copied().find(|&cell| core[cell] && degree(board, core, cell) < 2)
    };
    while let Some(end) = end(&core) {
        core[end] = false;
    }
    core
}

/// How many of the cells next to one are `inside`.
fn degree(board: &TileBoard, inside: &[bool], cell: usize) -> usize {
    board.near(cell).filter(|&next| inside[next]).count()
}

/// The cells of a part, those farthest from `home` first.
fn farthest_first(board: &TileBoard, part: &[bool], home: usize) -> Vec<usize> {
    let mut seen = vec![false; part.len()];
    seen[home] = true;
    let (mut order, mut at) = (vec![home], 0);
    while let Some(&cell) = order.get(at) {
        for next in board.near(cell).filter(|&next| part[next]) {
            if !std::mem::replace(&mut seen[next], true) {
                order.push(next);
            }
        }
        at += 1;
    }
    order.reverse();
    order
}

/// What is filled next: without it no single cell parts what is left.
fn next_cells(
    board: &TileBoard,
    left: &mut [bool],
    order: &[(usize, usize)],
    root: usize,
) -> Option<FillStep> {
    for &(_, cell) in order {
        if !left[cell] || cell == root {
            continue;
        }
        let after = board.near(cell).filter(|&next| left[next] && next != root);
        let pairs = after.map(|next| FillStep { cells: vec![next, cell], ends: None });
        let single = FillStep { cells: vec![cell], ends: None };
        let all: Vec<FillStep> =
            [single].into_iter().chain(pairs).chain(chain(board, left, cell, root)).collect();
        for next in all {
            next.cells.iter().for_each(|&cell| left[cell] = false);
            let holds = is_biconnected(board, left, root) && !is_circle(board, left);
            next.cells.iter().for_each(|&cell| left[cell] = true);
            if holds {
                return Some(next);
            }
        }
    }
    None
}

/// The longest chain with `cell` in it of cells that are left and have only two neighbours there; none if it is no longer than two.
fn chain(board: &TileBoard, left: &[bool], cell: usize, root: usize) -> Option<FillStep> {
    let is_link = |cell: usize| cell != root && degree(board, left, cell) == 2;
    let mut cells = vec![cell];
    let mut ends = Vec::new();
    for way in board.near(cell).filter(|&next| left[next] && is_link(cell)) {
        let (mut before, mut at) = (cell, way);
        while is_link(at) && !cells.contains(&at) {
            cells.push(at);
            let next = board.near(at).find(|&next| left[next] && next != before)?;
            (before, at) = (at, next);
        }
        ends.push(at);
        // The second way goes on from the other end.
        cells.reverse();
    }
    // They are in order from the end of the second way to that of the first one.
    let [first, second] = ends[..] else { return None };
    let is_chain = cells.len() > 2 && first != second && !cells.contains(&first);
    is_chain.then_some(FillStep { cells, ends: Some([second, first]) })
}

/// Whether tiles can only go round and round there.
fn is_circle(board: &TileBoard, inside: &[bool]) -> bool {
    let cells = (0..inside.len()).filter(|&cell| inside[cell]);
    let mut degrees = cells.map(|cell| degree(board, inside, cell));
    degrees.all(|degree| degree == 2)
}
