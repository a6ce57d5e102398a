//! Pieces: their shape, their lock, and which of them are interchangeable.

use super::cells::CellSet;
use super::grid::{Cell, Direction, MAX_SIDE};
use serde::{Deserialize, Serialize};

/// The cells of a piece relative to its anchor, the top-left corner of its bounding box.
///
/// The anchor itself need not be a cell of a concave piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    cells: CellSet,
    // The extents are kept beside the cells, since finding the bounds takes a pass over all rows.
    width: u8,
    height: u8,
}

impl Shape {
    /// The shape that covers `cells`, and its anchor there; `None` for no cells.
    #[must_use]
    pub fn of(cells: &CellSet) -> Option<(Shape, Cell)> {
        let (first, last) = cells.bounds()?;
        let shape = Shape {
            cells: cells.shifted(-i32::from(first.column), -i32::from(first.row))?,
            width: last.column - first.column + 1,
            height: last.row - first.row + 1,
        };
        Some((shape, first))
    }

    /// The cells covered when the anchor is at `anchor`, or `None` past the edge of the largest board.
    #[must_use]
    #[inline]
    pub fn at(&self, anchor: Cell) -> Option<CellSet> {
        let mut cells = CellSet::EMPTY;
        self.rows(anchor)?.for_each(|(row, bits)| *cells.row_mut(row) = bits);
        Some(cells)
    }

    /// The rows covered when the anchor is at `anchor`, from the uppermost on, with a bit for each cell: most pieces cover one or two of the
    /// 32 that a set has. `None` past the edge of the largest board.
    #[inline]
    pub(super) fn rows(&self, anchor: Cell) -> Option<impl Iterator<Item = (usize, u32)> + '_> {
        let (column, row) = (usize::from(anchor.column), usize::from(anchor.row));
        let fits = column + self.width() <= MAX_SIDE && row + self.height() <= MAX_SIDE;
        fits.then(|| (0..self.height()).map(move |i| (row + i, self.cells.row(i) << column)))
    }

    /// The cells relative to the anchor.
    #[must_use]
    #[inline]
    pub fn cells(&self) -> &CellSet {
        &self.cells
    }

    /// Columns of the bounding box.
    #[must_use]
    pub fn width(&self) -> usize {
        usize::from(self.width)
    }

    /// Rows of the bounding box.
    #[must_use]
    pub fn height(&self) -> usize {
        usize::from(self.height)
    }

    /// Whether all cells hang together by their edges.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.cells.first().is_none_or(|first| self.cells.component(first) == self.cells)
    }

    /// How many cells the piece covers.
    #[must_use]
    pub fn area(&self) -> usize {
        self.cells.len()
    }
}

/// The directions in which a piece may go.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Axis {
    /// All four.
    #[default]
    #[serde(rename = "none")]
    Free,
    /// Left and right only.
    Horizontal,
    /// Up and down only.
    Vertical,
    /// None: the piece never moves.
    Fixed,
}

impl Axis {
    /// Whether a piece with this lock may go in `direction`.
    #[must_use]
    pub fn allows(self, direction: Direction) -> bool {
        match self {
            Axis::Free => true,
            Axis::Horizontal => direction.is_horizontal(),
            Axis::Vertical => !direction.is_horizontal(),
            Axis::Fixed => false,
        }
    }

    /// The lock that lets a piece slide only the way it is longer (Rush Hour); a square one stays free.
    #[must_use]
    pub fn lengthwise(shape: &Shape) -> Axis {
        match shape.width().cmp(&shape.height()) {
            std::cmp::Ordering::Greater => Axis::Horizontal,
            std::cmp::Ordering::Less => Axis::Vertical,
            std::cmp::Ordering::Equal => Axis::Free,
        }
    }
}

/// Which piece: its place in [`Puzzle::pieces`](super::Puzzle::pieces).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
// Two bytes are enough: the largest board has 1024 cells, and no piece is without one.
pub struct PieceId(pub u16);

impl PieceId {
    /// The place in the list of pieces.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A class of interchangeable pieces: same shape, same lock, named by no goal. Positions that differ only in which of them
/// stands where are equal to a solver. A piece that a goal or a waypoint names is a kind of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub u16);

/// What a piece is in every position: everything but where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) axis: Axis,
    pub(crate) kind: Kind,
    pub(crate) passes_gates: bool,
}

impl Piece {
    /// What the puzzle's text calls it: a character, or a number.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its cells relative to its anchor.
    #[must_use]
    #[inline]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Its lock.
    #[must_use]
    #[inline]
    pub fn axis(&self) -> Axis {
        self.axis
    }

    /// Whether it can go wherever another one can, and the other way round.
    pub(crate) fn goes_like(&self, other: &Piece) -> bool {
        (self.axis, self.passes_gates) == (other.axis, other.passes_gates)
            && self.shape == other.shape
    }

    /// Its class of interchangeable pieces.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether gates let it through: the goal names it.
    #[must_use]
    pub fn passes_gates(&self) -> bool {
        self.passes_gates
    }
}
