//! Which tiles go together in one table.

use super::grid::Grid;

/// The largest group on boards of up to 16 cells, and on larger ones, where tables for as many tiles would not be built at once.
const LARGEST: [usize; 2] = [6, 5];

/// How much tables may cost, and how much they tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    /// Built at once, for every position.
    Usual,
    /// Built in seconds, for positions that take longer without them.
    Great,
}

/// Drawn partitions that need fewer nodes than others: a digit a group, a dot the blank's cell at the goal. The first was the
/// best of all 90 of its sizes on Korf's 100 instances and on 1000 random boards.
const DRAWN: [&str; 4] = [
    ".000/0001/2221/2221",
    "0.11/0011/0011/0222",
    "0000/1.00/1122/1112",
    ".0011/00011/22213/22433/44433",
];

/// Drawn partitions into larger groups.
const GREAT: [&str; 2] = [".000/0000/1111/1111", ".0011/00011/02211/22333/22333"];

/// The goal cells of each group, in ascending order, for a board whose blank ends on `blank`.
pub(super) fn partition(grid: &Grid, blank: usize) -> Vec<Vec<usize>> {
    DRAWN
        .iter()
        .find_map(|drawing| read(grid, blank, drawing))
        .unwrap_or_else(|| strips(grid, blank))
}

/// The same with larger groups, for boards that have been given them.
pub(super) fn great_partition(grid: &Grid, blank: usize) -> Option<Vec<Vec<usize>>> {
    GREAT.iter().find_map(|drawing| read(grid, blank, drawing))
}

/// The groups of a drawing, if it is of this board and this blank.
fn read(grid: &Grid, blank: usize, drawing: &str) -> Option<Vec<Vec<usize>>> {
    let rows: Vec<&str> = drawing.split('/').collect();
    let fits = rows.len() == grid.height && rows.iter().all(|row| row.len() == grid.width);
    let cells: Vec<char> = rows.concat().chars().collect();
    let group =
        |digit| -> Vec<usize> { (0..cells.len()).filter(|&cell| cells[cell] == digit).collect() };
    (fits && cells[blank] == '.').then(|| {
        let digits = (0..10).map(|n| char::from(b'0' + n));
        digits.map(group).filter(|group| !group.is_empty()).collect()
    })
}

/// Strips across the longer side, cut where a group is full.
fn strips(grid: &Grid, blank: usize) -> Vec<Vec<usize>> {
    let (w, h) = (grid.width, grid.height);
    let by_column = (0..w).flat_map(|x| (0..h).map(move |y| y * w + x));
    let order: Vec<usize> = if w >= h { by_column.collect() } else { (0..w * h).collect() };
    let tiles: Vec<usize> = order.into_iter().filter(|&cell| cell != blank).collect();
    let sorted = |chunk: &[usize]| {
        let mut group = chunk.to_vec();
        group.sort_unstable();
        group
    };
    let largest = LARGEST[usize::from(grid.area() > 16)];
    tiles.chunks(largest).map(sorted).collect()
}
