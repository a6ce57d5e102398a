//! What leads a beam: a bound on the moves to the goal, kept up to date step by step.

use super::closed::{Cells, Closed, assign, insert};
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

/// A weight in quarters of a move, from a bound in moves, the cells that are closed in, and the squares of the tiles' distances.
///
/// A tile far from home costs little while others go the same way, and much if it is left to go alone: then the blank runs round it
/// at each step. Squares make the beam take all tiles along. Both factors are the best of those tried on boards of 6x6 to 10x10;
/// without squares, ways on 10x10 are a tenth longer.
fn weight(bound: u32, closed: u32, squares: u32) -> u32 {
    4 * (bound + 3 * closed) + squares
}

/// Manhattan distance with linear conflicts, for any rectangle of up to `N` cells with one blank. The weight adds to it what cells
/// that are closed in and tiles far from home may cost.
pub(super) struct Lines<const N: usize> {
    width: usize,
    near: Vec<[Option<u8>; 4]>,
    /// By tile: the goal's row and column.
    goals: Vec<[u8; 2]>,
    /// By cell: its row and column.
    places: Vec<[u8; 2]>,
    height: usize,
    closed: Closed,
}

/// The tiles on the cells and what they weigh.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed<const N: usize> {
    cells: [u8; N],
    /// The cells whose tile is not that of the goal.
    wrong: Cells,
    /// How many of them are closed in, whatever is about to come.
    closed: u16,
    bound: u32,
    /// The sum of the squares of the tiles' distances.
    squares: u32,
    /// By row, and from [`SIDE`] on by column: the tiles that have to leave it.
    conflicts: [u8; 2 * SIDE],
}

/// The longest side.
const SIDE: usize = 16;

/// A board after a step.
struct After {
    tile: u8,
    from: usize,
    bound: u32,
    squares: u32,
    /// The line whose conflicts change, and to what.
    line: Option<(usize, u8)>,
    wrong: Cells,
    closed: u16,
}

impl<const N: usize> Lines<N> {
    /// The guide from any arrangement on a full rectangle to `goal`.
    pub(super) fn towards(board: &Lowered, goal: &[u8]) -> Lines<N> {
        let (width, height) = board.sides();
        let place = |cell: usize| [(cell / width) as u8, (cell % width) as u8];
        let mut goals = vec![[0; 2]; width * height];
        for (cell, &tile) in goal.iter().enumerate() {
            goals[usize::from(tile)] = place(cell);
        }
        let near = (0..width * height)
            .map(|cell| Direction::ALL.map(|d| board.next(cell, d).map(|c| c as u8)))
            .collect();
        let home = goal.iter().position(|&tile| tile == 0).unwrap_or(0);
        Lines {
            width,
            near,
            goals,
            places: (0..width * height).map(place).collect(),
            height,
            closed: Closed::new(width, height, home),
        }
    }

    /// The square of a tile's distance, as the crow flies.
    fn square(&self, tile: u8, cell: usize) -> u32 {
        let (goal, place) = (self.goals[usize::from(tile)], self.places[cell]);
        let apart = |i: usize| u32::from(goal[i].abs_diff(place[i]));
        apart(0) * apart(0) + apart(1) * apart(1)
    }

    fn is_right(&self, tile: u8, cell: usize) -> bool {
        self.goals[usize::from(tile)] == self.places[cell]
    }

    /// The tiles that have to leave a line, if the tile `moved.1` stands on the cell `moved.0`: rows are counted from 0 on, and
    /// columns from [`SIDE`] on.
    fn conflicts(&self, cells: &[u8; N], line: usize, moved: (usize, u8)) -> u8 {
        let (across, number) = (line / SIDE, (line % SIDE) as u8);
        let (first, stride, side) = match across {
            0 => (line * self.width, 1, self.width),
            _ => (line % SIDE, self.width, self.height),
        };
        let mut ends = [0_u8; SIDE];
        let (mut kept, mut home) = (0, 0);
        for cell in (first..).step_by(stride).take(side) {
            let tile = if cell == moved.0 {
                moved.1
            } else {
                cells[cell]
            };
            let goal = self.goals[usize::from(tile)];
            if goal[across] != number || tile == 0 {
                continue;
            }
            home += 1;
            let along = goal[1 - across];
            let mut at = kept;
            while at > 0 && ends[at - 1] > along {
                at -= 1;
            }
            ends[at] = along;
            kept = kept.max(at + 1);
        }
        (home - kept) as u8
    }

    /// The board after the blank's move from `blank` in `direction`; `None` at the edge.
    fn after(&self, board: &Weighed<N>, blank: usize, direction: usize) -> Option<After> {
        let from = usize::from(self.near[blank][direction]?);
        let tile = board.cells[from];
        let across = usize::from(direction >= 2);
        let goal = self.goals[usize::from(tile)][across];
        let (is, was) = (self.places[blank][across], self.places[from][across]);
        let nearer = is.abs_diff(goal) < was.abs_diff(goal);
        let mut bound = if nearer {
            board.bound - 1
        } else {
            board.bound + 1
        };
        let squares = board.squares + self.square(tile, blank) - self.square(tile, from);
        let line = |number: u8| across * SIDE + usize::from(number);
        let changed = if goal == is {
            Some((line(is), (blank, tile)))
        } else if goal == was {
            Some((line(was), (from, 0)))
        } else {
            None
        };
        let line = changed.map(|(line, moved)| {
            let count = self.conflicts(&board.cells, line, moved);
            bound = bound + 2 * u32::from(count) - 2 * u32::from(board.conflicts[line]);
            (line, count)
        });
        let mut wrong = board.wrong;
        assign(&mut wrong, blank, !self.is_right(tile, blank));
        assign(&mut wrong, from, !self.is_right(0, from));
        let closed = match wrong == board.wrong {
            true => board.closed,
            false => self.closed.count(&wrong),
        };
        Some(After {
            tile,
            from,
            bound,
            squares,
            line,
            wrong,
            closed,
        })
    }
}

impl<const N: usize> Guide for Lines<N> {
    type Board = Weighed<N>;

    fn start(&self, cells: &[u8]) -> (Weighed<N>, usize) {
        let mut board = Weighed {
            cells: [0; N],
            wrong: Cells::default(),
            closed: 0,
            bound: 0,
            squares: 0,
            conflicts: [0; 2 * SIDE],
        };
        board.cells[..cells.len()].copy_from_slice(cells);
        for line in (0..self.height).chain((0..self.width).map(|column| SIDE + column)) {
            let count = self.conflicts(&board.cells, line, (usize::MAX, 0));
            board.conflicts[line] = count;
            board.bound += 2 * u32::from(count);
        }
        for (cell, &tile) in cells.iter().enumerate() {
            let apart = |i: usize| self.goals[usize::from(tile)][i].abs_diff(self.places[cell][i]);
            if tile != 0 {
                board.bound += u32::from(apart(0) + apart(1));
                board.squares += self.square(tile, cell);
            }
            if !self.is_right(tile, cell) {
                insert(&mut board.wrong, cell);
            }
        }
        board.closed = self.closed.count(&board.wrong);
        (board, cells.iter().position(|&tile| tile == 0).unwrap_or(0))
    }

    fn is_goal(&self, board: &Weighed<N>) -> bool {
        board.bound == 0
    }

    fn step(&self, board: &Weighed<N>, blank: usize, direction: usize) -> Option<Step> {
        let after = self.after(board, blank, direction)?;
        let (tile, from) = (after.tile, after.from);
        let held = |cell: usize| {
            if cell == blank {
                tile
            } else {
                board.cells[cell]
            }
        };
        let fits = |cell: usize| self.is_right(held(cell), from);
        let coming = after.closed > 0 && self.closed.lets_in(&after.wrong, from, fits);
        Some(Step {
            tile,
            from,
            weight: weight(
                after.bound,
                u32::from(after.closed) - u32::from(coming),
                after.squares,
            ),
            bound: after.bound,
        })
    }

    fn make(&self, board: &Weighed<N>, blank: usize, direction: usize) -> (Weighed<N>, usize) {
        let mut next = *board;
        let Some(after) = self.after(board, blank, direction) else {
            return (next, blank);
        };
        next.cells[blank] = after.tile;
        next.cells[after.from] = 0;
        next.bound = after.bound;
        next.squares = after.squares;
        (next.wrong, next.closed) = (after.wrong, after.closed);
        if let Some((line, count)) = after.line {
            next.conflicts[line] = count;
        }
        (next, after.from)
    }
}
