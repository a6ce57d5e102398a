//! Where everything goes in a window of a given size.

use crate::puzzle::{Family, Puzzle};
use ratatui::layout::{Rect, Size};

/// Columns and rows of a cell of the board, largest first.
const CELLS: [(u16, u16); 6] = [(7, 3), (6, 3), (5, 2), (4, 2), (3, 1), (2, 1)];

/// Columns of the panel beside the board, widest first; 0 puts a strip below the board in its place.
const PANELS: [u16; 4] = [46, 22, 14, 0];

/// The title and the footer.
const FIXED_ROWS: u16 = 2;

/// The places on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// Columns and rows of a cell of the board.
    pub cell: (u16, u16),
    /// The first row.
    pub title: Rect,
    /// The board with its frame.
    pub board: Rect,
    /// Beside the board; of no width if there is no room.
    pub panel: Rect,
    /// Below the board; of no height if there is a panel.
    pub strip: Rect,
    /// The last row.
    pub footer: Rect,
}

impl Layout {
    /// The largest board that fits into `window`, and what can stand beside it; `None` if the window is too small.
    #[must_use]
    pub(super) fn new(puzzle: &Puzzle, window: Size) -> Option<Layout> {
        let label = longest_number(puzzle);
        let all = CELLS
            .into_iter()
            .filter(|&cell| label <= room_for_label(cell))
            .flat_map(|cell| PANELS.into_iter().map(move |panel| (cell, panel)));
        let mut fitting = all.filter_map(|(cell, panel)| place(puzzle, window, cell, panel));
        fitting.next()
    }

    /// The largest board that fits into `area`, alone and in the middle of its first rows.
    #[must_use]
    pub(super) fn preview(puzzle: &Puzzle, area: Rect) -> Option<Layout> {
        let label = longest_number(puzzle);
        let fits = |cell: &(u16, u16)| {
            let (width, height) = framed(puzzle, *cell);
            width <= area.width && height <= area.height && label <= room_for_label(*cell)
        };
        let cell = CELLS.into_iter().find(fits)?;
        let (width, height) = framed(puzzle, cell);
        let left = area.x + (area.width - width) / 2;
        Some(Layout {
            cell,
            title: Rect::ZERO,
            board: Rect::new(left, area.y, width, height),
            panel: Rect::ZERO,
            strip: Rect::ZERO,
            footer: Rect::ZERO,
        })
    }

    /// The smallest window that shows the board of `puzzle`.
    #[must_use]
    pub(super) fn least(puzzle: &Puzzle) -> Size {
        let label = longest_number(puzzle);
        let smallest = CELLS
            .into_iter()
            .rfind(|&cell| label <= room_for_label(cell));
        let (width, height) = framed(puzzle, smallest.unwrap_or(CELLS[0]));
        Size::new(width.max(20), height + FIXED_ROWS + 1)
    }

    /// The board without its frame.
    #[must_use]
    pub(super) fn inside(&self) -> Rect {
        let b = self.board;
        Rect::new(b.x + 1, b.y + 1, b.width - 2, b.height - 2)
    }
}

/// The board with its frame, in characters.
fn framed(puzzle: &Puzzle, cell: (u16, u16)) -> (u16, u16) {
    let size = puzzle.size();
    let chars = |cells: usize, each: u16| cells as u16 * each + 2;
    (chars(size.width(), cell.0), chars(size.height(), cell.1))
}

/// How many digits the longest number has; 0 for blocks, whose letters fit anywhere.
fn longest_number(puzzle: &Puzzle) -> usize {
    match puzzle.family() {
        Family::Blocks => 0,
        Family::Numbers => puzzle
            .pieces()
            .iter()
            .map(|p| p.name().len())
            .max()
            .unwrap_or(0),
    }
}

/// How many characters of a label a single cell shows.
fn room_for_label(cell: (u16, u16)) -> usize {
    let borders = if is_bordered(cell) { 2 } else { 0 };
    usize::from(cell.0 - borders)
}

/// Whether pieces have borders at this size of cells.
#[must_use]
pub(super) fn is_bordered(cell: (u16, u16)) -> bool {
    cell.1 >= 2
}

fn place(puzzle: &Puzzle, window: Size, cell: (u16, u16), panel: u16) -> Option<Layout> {
    let (width, height) = framed(puzzle, cell);
    let gap = if panel > 0 { 1 } else { 0 };
    let spare_x = window.width.checked_sub(width + gap + panel)?;
    let spare_y = window.height.checked_sub(height + FIXED_ROWS)?;
    if panel == 0 && spare_y == 0 {
        return None;
    }
    let gap = if panel > 0 { gap + spare_x.min(1) } else { 0 };
    let left = (window.width - width - gap - panel) / 2;
    let strip = if panel > 0 { 0 } else { spare_y.min(3) };
    let top = 1 + (spare_y - strip) / 2;
    let board = Rect::new(left, top, width, height);
    let row = |y| Rect::new(0, y, window.width, 1);
    Some(Layout {
        cell,
        title: row(0),
        board,
        panel: match panel {
            0 => Rect::ZERO,
            _ => Rect::new(board.right() + gap, 1, panel, window.height - FIXED_ROWS),
        },
        strip: Rect::new(0, board.bottom(), window.width, strip),
        footer: row(window.height - 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Setup;

    fn numbers(width: usize, height: usize) -> Puzzle {
        let mut numbers: Vec<u32> = (1..(width * height) as u32).collect();
        numbers.push(0);
        Setup::numbers(width, height, &numbers).build().unwrap()
    }

    fn chosen(puzzle: &Puzzle, width: u16, height: u16) -> Option<((u16, u16), u16)> {
        Layout::new(puzzle, Size::new(width, height)).map(|l| (l.cell, l.panel.width))
    }

    #[test]
    fn cells_are_as_large_as_fits() {
        let (four, ten) = (numbers(4, 4), numbers(10, 10));
        assert_eq!(chosen(&four, 80, 24), Some(((7, 3), 46)));
        assert_eq!(chosen(&four, 60, 20), Some(((7, 3), 22)));
        assert_eq!(chosen(&four, 40, 15), Some(((5, 2), 14)));
        assert_eq!(chosen(&four, 20, 9), Some(((3, 1), 0)));
        assert_eq!(chosen(&ten, 80, 24), Some(((5, 2), 22)));
        assert_eq!(chosen(&numbers(16, 16), 80, 24), Some(((3, 1), 22)));
    }

    #[test]
    fn the_least_window_fits_and_nothing_smaller_does() {
        for puzzle in [
            numbers(3, 2),
            numbers(4, 4),
            numbers(10, 10),
            numbers(16, 16),
        ] {
            let least = Layout::least(&puzzle);
            assert!(chosen(&puzzle, least.width, least.height).is_some());
            assert_eq!(chosen(&puzzle, least.width, least.height - 1), None);
        }
    }

    #[test]
    fn nothing_lies_outside_or_overlaps() {
        let puzzle = numbers(4, 5);
        for (width, height) in [(80, 24), (60, 20), (40, 15), (20, 10), (200, 60)] {
            let Some(l) = Layout::new(&puzzle, Size::new(width, height)) else {
                panic!("{width}x{height} is large enough");
            };
            let window = Rect::new(0, 0, width, height);
            let parts = [l.title, l.board, l.panel, l.strip, l.footer];
            for (i, a) in parts.iter().enumerate().filter(|(_, a)| !a.is_empty()) {
                assert_eq!(a.intersection(window), *a);
                assert!(parts[..i].iter().all(|b| !a.intersects(*b)));
            }
        }
    }
}
