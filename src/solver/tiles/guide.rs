//! What leads a beam: a bound on the moves to the goal, kept up to date step by step.

use super::lowered::Lowered;
use crate::puzzle::Direction;

/// A weight that a beam follows.
pub(super) trait Guide {
    /// A board with what is needed to weigh its steps.
    type Board: Copy;

    /// The board of `cells`, and the blank's cell.
    fn start(&self, cells: &[u8]) -> (Self::Board, usize);

    /// Whether a board is the goal.
    fn is_goal(&self, board: &Self::Board) -> bool;

    /// What the blank's move from `blank` in `direction` would come to; `None` at the edge.
    fn step(&self, board: &Self::Board, blank: usize, direction: usize) -> Option<Step>;

    /// The board after that move, and the blank's cell.
    fn make(&self, board: &Self::Board, blank: usize, direction: usize) -> (Self::Board, usize);
}

/// A step that has been weighed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The tile that moves.
    pub(super) tile: u8,
    /// The cell that it leaves.
    pub(super) from: usize,
    /// The weight of the board after it: the smaller, the nearer to the goal, by a guess.
    pub(super) weight: u32,
    /// No solution of that board has fewer moves; 0 at the goal and nowhere else.
    pub(super) bound: u32,
}

/// Manhattan distance with linear conflicts, for any rectangle of up to `N` cells with one blank.
pub(super) struct Lines<const N: usize> {
    width: usize,
    near: Vec<[Option<u8>; 4]>,
    /// By tile: the goal's column and row.
    goals: Vec<(u8, u8)>,
    height: usize,
}

/// The tiles on the cells and their weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed<const N: usize> {
    cells: [u8; N],
    bound: u32,
}

impl<const N: usize> Lines<N> {
    /// The guide from any arrangement on a full rectangle to `goal`.
    pub(super) fn towards(board: &Lowered, goal: &[u8]) -> Lines<N> {
        let (width, height) = board.sides();
        let mut goals = vec![(0, 0); width * height];
        for (cell, &tile) in goal.iter().enumerate() {
            goals[usize::from(tile)] = ((cell % width) as u8, (cell / width) as u8);
        }
        let near = (0..width * height)
            .map(|cell| Direction::ALL.map(|d| board.next(cell, d).map(|c| c as u8)))
            .collect();
        Lines {
            width,
            near,
            goals,
            height,
        }
    }

    /// Twice the tiles that have to leave `line`, if the tile `moved.1` stands on the cell `moved.0`.
    fn conflicts(&self, cells: &[u8; N], line: Line, moved: (usize, u8)) -> u32 {
        let mut ends = [0; 16];
        let (mut kept, mut home) = (0, 0);
        for place in 0..line.side {
            let cell = line.first + place * line.stride;
            let tile = if cell == moved.0 {
                moved.1
            } else {
                cells[cell]
            };
            let (column, row) = self.goals[usize::from(tile)];
            let (across, along) = if line.is_row {
                (row, column)
            } else {
                (column, row)
            };
            if tile == 0 || usize::from(across) != line.number {
                continue;
            }
            home += 1;
            let at = ends[..kept].partition_point(|&end| end < along);
            ends[at] = along;
            kept = kept.max(at + 1);
        }
        2 * (home - kept as u32)
    }

    fn row(&self, number: usize) -> Line {
        let first = number * self.width;
        Line {
            first,
            stride: 1,
            side: self.width,
            number,
            is_row: true,
        }
    }

    fn column(&self, number: usize) -> Line {
        Line {
            first: number,
            stride: self.width,
            side: self.height,
            number,
            is_row: false,
        }
    }

    /// What the conflicts of a line change by when the tile `moved.1` comes to stand on the cell `moved.0`.
    fn change(&self, cells: &[u8; N], line: Line, moved: (usize, u8)) -> i32 {
        let before = self.conflicts(cells, line, (usize::MAX, 0));
        self.conflicts(cells, line, moved) as i32 - before as i32
    }
}

/// A row or a column.
#[derive(Clone, Copy, Debug)]
struct Line {
    first: usize,
    stride: usize,
    side: usize,
    number: usize,
    is_row: bool,
}

impl<const N: usize> Guide for Lines<N> {
    type Board = Weighed<N>;

    fn start(&self, cells: &[u8]) -> (Weighed<N>, usize) {
        let mut board = Weighed {
            cells: [0; N],
            bound: 0,
        };
        board.cells[..cells.len()].copy_from_slice(cells);
        let none = (usize::MAX, 0);
        let rows = (0..self.height).map(|y| self.conflicts(&board.cells, self.row(y), none));
        let columns = (0..self.width).map(|x| self.conflicts(&board.cells, self.column(x), none));
        let apart = |(cell, &tile): (usize, &u8)| {
            let (column, row) = self.goals[usize::from(tile)];
            let across = (cell % self.width).abs_diff(column.into());
            across + (cell / self.width).abs_diff(row.into())
        };
        let tiles = cells.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        let conflicts = rows.chain(columns).sum::<u32>();
        board.bound = conflicts + tiles.map(apart).sum::<usize>() as u32;
        (board, cells.iter().position(|&tile| tile == 0).unwrap_or(0))
    }

    fn is_goal(&self, board: &Weighed<N>) -> bool {
        board.bound == 0
    }

    fn step(&self, board: &Weighed<N>, blank: usize, direction: usize) -> Option<Step> {
        let from = usize::from(self.near[blank][direction]?);
        let tile = board.cells[from];
        let (column, row) = self.goals[usize::from(tile)];
        let (goal, is, was, along) = if direction < 2 {
            (
                usize::from(row),
                blank / self.width,
                from / self.width,
                true,
            )
        } else {
            (
                usize::from(column),
                blank % self.width,
                from % self.width,
                false,
            )
        };
        let line = |number| {
            if along {
                self.row(number)
            } else {
                self.column(number)
            }
        };
        let apart = if is.abs_diff(goal) < was.abs_diff(goal) {
            -1
        } else {
            1
        };
        let mut change = apart;
        if goal == is {
            change += self.change(&board.cells, line(is), (blank, tile));
        } else if goal == was {
            change += self.change(&board.cells, line(was), (from, 0));
        }
        let bound = board.bound.saturating_add_signed(change);
        Some(Step {
            tile,
            from,
            weight: bound,
            bound,
        })
    }

    fn make(&self, board: &Weighed<N>, blank: usize, direction: usize) -> (Weighed<N>, usize) {
        let mut next = *board;
        if let Some(step) = self.step(board, blank, direction) {
            next.cells[blank] = step.tile;
            next.cells[step.from] = 0;
            next.bound = step.bound;
            return (next, step.from);
        }
        (next, blank)
    }
}
