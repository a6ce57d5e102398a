//! A sheet of dots, eight of them a character.

use crate::tui::theme::Theme;

/// Dots in columns and rows, two columns and four rows of them a character.
#[derive(Debug)]
pub(crate) struct Sheet {
    columns: usize,
    cells: Vec<u8>,
}

/// The bit of each dot of a character, by row and column (Unicode, block U+2800).
const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

impl Sheet {
    /// An empty sheet of so many characters.
    pub(crate) fn new(columns: u16, rows: u16) -> Sheet {
        Sheet { columns: columns.into(), cells: vec![0; usize::from(columns) * usize::from(rows)] }
    }

    /// Sets a dot, counted from the top left.
    pub(crate) fn set(&mut self, x: usize, y: usize) {
        let (column, row) = (x / 2, y / 4);
        // The column has a check of its own: a dot beyond the row would otherwise be set in the next row.
        if column < self.columns
            && let Some(cell) = self.cells.get_mut(row * self.columns + column)
        {
            *cell |= BITS[y % 4][x % 2];
        }
    }

    /// Sets the dots of a straight line, both ends included (Bresenham, IBM Systems Journal 4, 1965).
    pub(crate) fn line(&mut self, (x, y): (usize, usize), to: (usize, usize)) {
        let (mut x, mut y) = (x as isize, y as isize);
        let (tx, ty) = (to.0 as isize, to.1 as isize);
        let (dx, dy) = ((tx - x).abs(), -(ty - y).abs());
        let mut error = dx + dy;
        loop {
            self.set(x as usize, y as usize);
            if (x, y) == (tx, ty) {
                return;
            }
            let twice = 2 * error;
            if twice >= dy {
                error += dy;
                x += (tx - x).signum();
            }
            if twice <= dx {
                error += dx;
                y += (ty - y).signum();
            }
        }
    }

    /// The dots of a character, a bit each.
    pub(crate) fn dots(&self, column: u16, row: u16) -> u8 {
        let at = usize::from(row) * self.columns + usize::from(column);
        self.cells.get(at).copied().unwrap_or(0)
    }
}

/// The character with these dots; where only plain ones may be drawn, one as dense.
pub(crate) fn glyph(dots: u8, theme: Theme) -> char {
    match (theme.ascii, dots.count_ones()) {
        (_, 0) => ' ',
        (false, _) => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
        (true, 1..=2) => '.',
        (true, 3..=5) => ':',
        (true, _) => '#',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_and_lines_stand_where_they_are_set() {
        let mut sheet = Sheet::new(2, 1);
        sheet.set(0, 0);
        sheet.set(3, 3);
        sheet.set(9, 9);
        assert_eq!((sheet.dots(0, 0), sheet.dots(1, 0)), (0x01, 0x80));
        let mut sheet = Sheet::new(2, 1);
        sheet.line((3, 3), (0, 0));
        assert_eq!((sheet.dots(0, 0), sheet.dots(1, 0)), (0x11, 0x84));
    }
}
