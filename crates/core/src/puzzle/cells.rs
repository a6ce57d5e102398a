//! Sets of cells that read and print as a drawing.

use super::grid::{Cell, Direction, MAX_SIDE, Size};
use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};
use std::str::FromStr;

/// A set of cells on a board of up to [`MAX_SIDE`] a side: one bit a cell, one word a row.
///
/// It prints as a drawing of its bounding box from the board's corner, and is read from one:
///
/// ```
/// use huarong_core::puzzle::{Cell, CellSet};
/// let corner: CellSet = "##\n#.".parse()?;
/// assert_eq!(corner.len(), 3);
/// assert!(!corner.contains(Cell::new(1, 1)));
/// assert_eq!(corner.to_string(), "##\n#.\n");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet {
    // An array of fixed length, so that a set is `Copy` and nothing done with it asks for memory.
    rows: [u32; MAX_SIDE],
}

impl CellSet {
    /// No cell at all.
    pub const EMPTY: CellSet = CellSet { rows: [0; MAX_SIDE] };

    /// Every cell of a board.
    #[must_use]
    pub fn full(size: Size) -> CellSet {
        size.cells().collect()
    }

    /// Adds `cell`, which must lie on the largest board.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.rows[usize::from(cell.row)] |= 1 << cell.column;
    }

    /// Takes `cell` out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.rows[usize::from(cell.row)] &= !(1 << cell.column);
    }

    /// Whether `cell` is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        // Unlike `insert` this takes any cell: a description that is not checked yet may name cells off every board.
        let row = self.rows.get(usize::from(cell.row)).copied().unwrap_or(0);
        u32::from(cell.column) < u32::BITS && row >> cell.column & 1 == 1
    }

    /// How many cells.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.iter().map(|r| r.count_ones() as usize).sum()
    }

    /// Whether there is no cell.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&r| r == 0)
    }

    /// Whether the two sets share no cell.
    #[must_use]
    #[inline]
    pub fn is_disjoint(&self, other: &CellSet) -> bool {
        (*self & *other).is_empty()
    }

    /// Whether every cell is also in `other`.
    #[must_use]
    #[inline]
    pub fn is_subset(&self, other: &CellSet) -> bool {
        (*self - *other).is_empty()
    }

    /// The first cell row by row.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells row by row.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> + Clone + '_ {
        // Most sets are one piece, so that nearly all of the 32 rows are empty and passed over here.
        let taken = (0..MAX_SIDE as u8).filter(|&row| self.rows[usize::from(row)] != 0);
        taken.flat_map(move |row| {
            let mut bits = self.rows[usize::from(row)];
            std::iter::from_fn(move || {
                let column = u8::try_from(bits.trailing_zeros()).ok().filter(|_| bits != 0)?;
                // The line above has returned if no bit was left, so that this subtraction never goes below zero.
                bits &= bits - 1;
                Some(Cell { row, column })
            })
        })
    }

    /// The set moved by `dx` columns and `dy` rows, or `None` if a cell would leave the largest board.
    #[must_use]
    pub fn shifted(&self, dx: i32, dy: i32) -> Option<CellSet> {
        let mut shifted = CellSet::EMPTY;
        // Empty rows may leave the largest board: only cells must stay on it.
        for (row, &bits) in (0..).zip(&self.rows).filter(|&(_, &bits)| bits != 0) {
            let to = usize::try_from(dy.checked_add(row)?).ok()?;
            *shifted.rows.get_mut(to)? = sideways(bits, dx)?;
        }
        Some(shifted)
    }

    /// The cells of a row, a bit each.
    #[inline]
    pub(super) fn row(&self, row: usize) -> u32 {
        self.rows[row]
    }

    /// The cells of a row.
    #[inline]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut u32 {
        &mut self.rows[row]
    }

    /// The top-left and bottom-right corners of the smallest rectangle around the set.
    #[must_use]
    pub fn bounds(&self) -> Option<(Cell, Cell)> {
        let top = self.rows.iter().position(|&r| r != 0)?;
        let bottom = self.rows.iter().rposition(|&r| r != 0)?;
        let all = self.rows.iter().fold(0, |all, r| all | r);
        let left = all.trailing_zeros();
        let right = u32::BITS - 1 - all.leading_zeros();
        Some((Cell::new(left as u8, top as u8), Cell::new(right as u8, bottom as u8)))
    }

    /// The cells that hang together with `from` through shared edges; empty if `from` is not in the set.
    #[must_use]
    pub fn component(&self, from: Cell) -> CellSet {
        let mut found = CellSet::EMPTY;
        let mut open = vec![from];
        while let Some(cell) = open.pop() {
            if self.contains(cell) && !found.contains(cell) {
                found.insert(cell);
                open.extend(Direction::ALL.into_iter().filter_map(|d| cell.step(d)));
            }
        }
        found
    }
}

/// A row moved by `dx` columns, or `None` if a cell would leave it.
#[inline]
fn sideways(bits: u32, dx: i32) -> Option<u32> {
    let by = dx.unsigned_abs();
    let room = if dx < 0 { bits.trailing_zeros() } else { bits.leading_zeros() };
    // A row without bits has 32 zeros at either end, and a shift of a `u32` by 32 would panic.
    let fits = bits != 0 && by <= room;
    fits.then(|| if dx < 0 { bits >> by } else { bits << by })
}

impl FromIterator<Cell> for CellSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

/// Applies `f` to the words of two sets, row by row.
#[inline]
fn zip(a: CellSet, b: &CellSet, f: impl Fn(u32, u32) -> u32) -> CellSet {
    CellSet { rows: std::array::from_fn(|row| f(a.rows[row], b.rows[row])) }
}

impl BitOr for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitor(self, other: CellSet) -> CellSet {
        zip(self, &other, |a, b| a | b)
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitand(self, other: CellSet) -> CellSet {
        zip(self, &other, |a, b| a & b)
    }
}

impl Sub for CellSet {
    type Output = CellSet;
    #[inline]
    fn sub(self, other: CellSet) -> CellSet {
        zip(self, &other, |a, b| a & !b)
    }
}

impl fmt::Display for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((_, last)) = self.bounds() else {
            return Ok(());
        };
        for row in 0..=last.row {
            for column in 0..=last.column {
                let drawn = if self.contains(Cell { row, column }) { '#' } else { '.' };
                write!(f, "{drawn}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CellSet(\n{self})")
    }
}

impl FromStr for CellSet {
    type Err = String;

    /// Reads a drawing: `#` is a cell of the set, `.` is none.
    fn from_str(drawing: &str) -> Result<CellSet, String> {
        let mut set = CellSet::EMPTY;
        for (row, line) in drawing.lines().enumerate() {
            for (column, c) in line.chars().enumerate() {
                if row >= MAX_SIDE || column >= MAX_SIDE {
                    return Err(format!("a drawing has at most {MAX_SIDE} rows and columns"));
                }
                match c {
                    '#' => set.insert(Cell::new(column as u8, row as u8)),
                    '.' => {}
                    other => return Err(format!("{other:?} is neither '#' nor '.'")),
                }
            }
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_reads_and_prints_as_a_drawing() {
        let drawing = ".##\n#..\n..#\n";
        let set: CellSet = drawing.parse().unwrap();
        assert_eq!(set.to_string(), drawing);
        assert_eq!(set.len(), 4);
        assert_eq!(set.bounds(), Some((Cell::new(0, 0), Cell::new(2, 2))));
    }

    #[test]
    fn shifting_off_the_largest_board_is_refused() {
        let set: CellSet = "##".parse().unwrap();
        assert_eq!(set.shifted(-1, 0), None);
        assert_eq!(set.shifted(31, 0), None);
        assert_eq!((set.shifted(0, i32::MAX), set.shifted(i32::MIN, i32::MIN)), (None, None));
        assert_eq!(set.shifted(30, 31).unwrap().shifted(-30, -31), Some(set));
    }

    #[test]
    fn components_follow_edges_not_corners() {
        let set: CellSet = "#.\n.#".parse().unwrap();
        assert_eq!(set.component(Cell::new(0, 0)).len(), 1);
        assert!(set.component(Cell::new(1, 0)).is_empty());
    }
}
