//! The board's geometry: sizes, cells and directions.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The longest side that a board may have, in cells.
// A row of a `CellSet` is one `u32`, which has a bit for each of 32 columns.
pub const MAX_SIDE: usize = 32;

/// The most waypoints that a puzzle may have.
// A position counts those that are passed in one byte.
pub const MAX_WAYPOINTS: usize = 100;

/// Columns and rows of a board, each from 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// A size of `width` columns and `height` rows, or `None` if a side is 0 or above [`MAX_SIDE`].
    #[must_use]
    #[inline]
    pub fn new(width: usize, height: usize) -> Option<Size> {
        let side =
            |n: usize| u8::try_from(n).ok().filter(|&n| n >= 1 && usize::from(n) <= MAX_SIDE);
        Some(Size { width: side(width)?, height: side(height)? })
    }

    /// Columns.
    #[must_use]
    #[inline]
    pub fn width(self) -> usize {
        usize::from(self.width)
    }

    /// Rows.
    #[must_use]
    #[inline]
    pub fn height(self) -> usize {
        usize::from(self.height)
    }

    /// How many cells the board has.
    #[must_use]
    #[inline]
    pub fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Whether `cell` lies on the board.
    #[must_use]
    #[inline]
    pub fn contains(self, cell: Cell) -> bool {
        cell.column < self.width && cell.row < self.height
    }

    /// The number of `cell` when the cells are counted row by row from 0.
    #[must_use]
    #[inline]
    pub fn index(self, cell: Cell) -> usize {
        usize::from(cell.row) * self.width() + usize::from(cell.column)
    }

    /// All cells, row by row.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..self.height)
            .flat_map(move |row| (0..self.width).map(move |column| Cell { row, column }))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A cell by its row and column, both counted from 0 at the top left. Ordered row by row; serialized as `[column, row]`.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(from = "(u8, u8)", into = "(u8, u8)")]
pub struct Cell {
    // The row is the first field, so that the derived order is the order of reading.
    /// Rows below the top one.
    pub row: u8,
    /// Columns to the right of the leftmost one.
    pub column: u8,
}

impl Cell {
    /// The cell in `column` and `row`.
    #[must_use]
    #[inline]
    pub const fn new(column: u8, row: u8) -> Cell {
        Cell { row, column }
    }

    /// The neighbour in `direction`, or `None` past the edge of the largest board.
    #[must_use]
    #[inline]
    pub fn step(self, direction: Direction) -> Option<Cell> {
        let (dx, dy) = direction.delta();
        self.offset(dx, dy)
    }

    /// The cell `dx` columns to the right and `dy` rows down, or `None` past the edge of the largest board.
    #[must_use]
    #[inline]
    pub fn offset(self, dx: i32, dy: i32) -> Option<Cell> {
        let side = |n: u8, by: i32| {
            let to = i32::from(n).checked_add(by).and_then(|to| u8::try_from(to).ok());
            to.filter(|&to| usize::from(to) < MAX_SIDE)
        };
        Some(Cell { row: side(self.row, dy)?, column: side(self.column, dx)? })
    }
}

impl From<(u8, u8)> for Cell {
    fn from((column, row): (u8, u8)) -> Cell {
        Cell { row, column }
    }
}

impl From<Cell> for (u8, u8) {
    fn from(cell: Cell) -> (u8, u8) {
        (cell.column, cell.row)
    }
}

/// `row R, column C`, counted from 1 as people do.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", u16::from(self.row) + 1, u16::from(self.column) + 1)
    }
}

/// One of the four ways to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Away from row 0.
    Down,
    /// Towards column 0.
    Left,
    /// Away from column 0.
    Right,
}

impl Direction {
    /// All four, in the order in which moves are listed.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// Columns to the right and rows down of one step.
    #[must_use]
    #[inline]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Direction::Up => (0, -1),
            Direction::Down => (0, 1),
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
        }
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }

    /// Whether it runs along a row.
    #[must_use]
    pub const fn is_horizontal(self) -> bool {
        matches!(self, Direction::Left | Direction::Right)
    }

    /// `U`, `D`, `L` or `R`, as move lists write it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Down => 'D',
            Direction::Left => 'L',
            Direction::Right => 'R',
        }
    }

    /// The direction that `letter` stands for, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| d.letter() == letter.to_ascii_uppercase())
    }
}
