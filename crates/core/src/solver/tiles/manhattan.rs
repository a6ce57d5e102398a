//! Manhattan distance with linear conflicts (Hansson, Mayer and Yung, Information Sciences 63, 1992) for any metric.
//!
//! A tile that has to leave its line to let others pass takes two steps across the line more than its distance. How many
//! have to leave is what remains of the line's tiles beside the longest run of them that is in order already.

use super::board::TileBoard;
use crate::puzzle::{Cell, Direction, Metric};
use std::collections::VecDeque;

/// Steps along rows and along columns that are needed at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Needed {
    /// Steps to the left and right.
    pub(crate) across: u32,
    /// Steps up and down.
    pub(crate) along: u32,
}

/// A bound that needs no tables to speak of. It is consistent: no move changes it by more than one.
#[derive(Clone, Debug)]
pub(crate) struct Manhattan {
    metric: Metric,
    /// Cells and tiles of the puzzle.
    cells: Vec<Cell>,
    /// The goal cell of each tile, by number less 1.
    goals: Vec<u8>,
    /// Steps on the floor between cells, `area * area`; only where walls make it more than the Manhattan distance.
    detours: Option<Vec<u16>>,
    /// Stretches of two cells or more in a row or column without a wall, and whether they are rows.
    lines: Vec<(bool, Vec<u8>)>,
    /// The most steps that one slide makes, along a row and along a column.
    reach: (u32, u32),
}

impl Manhattan {
    pub(crate) fn new(board: &TileBoard) -> Manhattan {
        let (width, height) = board.sides();
        let mut goals = vec![0; board.cells().len() - board.blanks()];
        for (cell, &tile) in board.goal().iter().enumerate() {
            if tile != 0 {
                goals[usize::from(tile) - 1] = cell as u8;
            }
        }
        Manhattan {
            metric: board.metric(),
            cells: board.cells().to_vec(),
            goals,
            detours: (!board.is_whole()).then(|| detours(board)),
            lines: lines(board),
            reach: (reach(width, board.blanks()), reach(height, board.blanks())),
        }
    }

    /// No solution has fewer moves. `held` says what a floor cell holds.
    pub(crate) fn bound(&self, held: impl Fn(usize) -> u8 + Copy) -> u32 {
        if self.metric == Metric::Step
            && let Some(detours) = &self.detours
        {
            let conflicts = self.conflicts(held);
            return self.detour(detours, held) + conflicts.across + conflicts.along;
        }
        let needed = self.needed(held);
        match self.metric {
            Metric::Step => needed.across + needed.along,
            Metric::Slide | Metric::Move => {
                // A slide goes along one axis only, so that the slides needed in each can be added.
                let (row, column) = self.reach;
                needed.across.div_ceil(row) + needed.along.div_ceil(column)
            }
        }
    }

    /// Steps in each axis: the distances of all tiles, and two for every tile that has to leave its line.
    pub(crate) fn needed(&self, held: impl Fn(usize) -> u8 + Copy) -> Needed {
        let mut needed = self.conflicts(held);
        for (cell, tile) in self.tiles(held) {
            let goal = self.goals[usize::from(tile) - 1];
            let (is, goal) = (self.cells[cell], self.cells[usize::from(goal)]);
            needed.across += u32::from(is.column.abs_diff(goal.column));
            needed.along += u32::from(is.row.abs_diff(goal.row));
        }
        needed
    }

    fn tiles(&self, held: impl Fn(usize) -> u8) -> impl Iterator<Item = (usize, u8)> {
        (0..self.cells.len()).map(move |cell| (cell, held(cell))).filter(|&(_, tile)| tile != 0)
    }

    fn detour(&self, detours: &[u16], held: impl Fn(usize) -> u8) -> u32 {
        let area = self.cells.len();
        self.tiles(held)
            .map(|(cell, tile)| {
                let goal = usize::from(self.goals[usize::from(tile) - 1]);
                u32::from(detours[goal * area + cell])
            })
            .sum()
    }

    /// Two steps off the line for every tile that has to leave it.
    fn conflicts(&self, held: impl Fn(usize) -> u8) -> Needed {
        let mut needed = Needed::default();
        for (is_row, line) in &self.lines {
            let extra = 2 * self.leavers(line, &held);
            if *is_row {
                // A tile gets out of a row by steps up and down, so these count along the columns.
                needed.along += extra;
            } else {
                needed.across += extra;
            }
        }
        needed
    }

    /// How many tiles of a line, among those whose goal lies in it, have to leave it.
    fn leavers(&self, line: &[u8], held: impl Fn(usize) -> u8) -> u32 {
        // The least last goal of an ordered run of each length; boards have lines of at most 16 cells.
        let mut ends = [0; crate::puzzle::MAX_NUMBER_SIDE];
        let (mut kept, mut home) = (0, 0);
        let (first, last) = (line[0], line[line.len() - 1]);
        for &cell in line {
            let tile = held(usize::from(cell));
            if tile == 0 {
                continue;
            }
            let goal = self.goals[usize::from(tile) - 1];
            // The range is asked first: it is cheap and rules out most tiles.
            let within = (first..=last).contains(&goal) && (line.binary_search(&goal).is_ok());
            if within {
                home += 1;
                let at = ends[..kept].partition_point(|&end| end < goal);
                ends[at] = goal;
                kept = kept.max(at + 1);
            }
        }
        home - kept as u32
    }
}

/// The most steps that one slide makes on a line of `side` cells: a run of tiles, times the free cells ahead of it.
fn reach(side: usize, blanks: usize) -> u32 {
    let most = (1..side).filter(|&free| free <= blanks).map(|free| free * (side - free));
    most.max().unwrap_or(1) as u32
}

/// The stretches of at least two cells between walls, rows first, each in ascending order of cells.
fn lines(board: &TileBoard) -> Vec<(bool, Vec<u8>)> {
    let mut lines = Vec::new();
    for (is_row, back, on) in
        [(true, Direction::Left, Direction::Right), (false, Direction::Up, Direction::Down)]
    {
        for first in (0..board.cells().len()).filter(|&c| board.next(c, back).is_none()) {
            let cells = std::iter::successors(Some(first), |&cell| board.next(cell, on));
            let line: Vec<u8> = cells.map(|cell| cell as u8).collect();
            if line.len() > 1 {
                lines.push((is_row, line));
            }
        }
    }
    lines
}

/// Steps on the floor from each cell to each; 0 where there is no way.
pub(super) fn detours(board: &TileBoard) -> Vec<u16> {
    let area = board.cells().len();
    let mut all = vec![0; area * area];
    for (from, steps) in all.chunks_mut(area).enumerate() {
        let mut open = VecDeque::from([from]);
        while let Some(cell) = open.pop_front() {
            for next in Direction::ALL.into_iter().filter_map(|d| board.next(cell, d)) {
                if next != from && steps[next] == 0 {
                    steps[next] = steps[cell] + 1;
                    open.push_back(next);
                }
            }
        }
    }
    all
}
