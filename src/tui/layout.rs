//! Where everything goes in a window of a given size.

use crate::puzzle::{Cell, Family, PieceId, Position, Puzzle};
use ratatui::layout::{Rect, Size};

/// The smallest cells: a letter fits into the first, a number of up to three digits into the second.
pub(crate) const SMALLEST: [(u16, u16); 2] = [(2, 1), (3, 1)];

/// Rows of the largest cell. A board of few cells does not grow without end.
const MOST_CELL_ROWS: u16 = 20;

/// Columns and rows of a cell of the board, largest first.
// A character is about twice as high as it is wide, so that cells of twice as many columns as rows look square.
pub(crate) fn cells() -> impl Iterator<Item = (u16, u16)> + Clone {
    (1..=MOST_CELL_ROWS).rev().flat_map(|rows| [(2 * rows + 1, rows), (2 * rows, rows)])
}

/// The most columns of a panel: more would only put names far from their figures.
const MOST_PANEL: u16 = 60;
/// Columns of a panel with all its parts, and of one that has room for the figures only.
const PANEL: u16 = 22;
const NARROW_PANEL: u16 = 14;
/// From so many columns beside the board on, there is a panel on each side of it.
const BOTH_SIDES: u16 = 76;
/// A window of so many columns has room for a panel with all its parts.
const WIDE: u16 = 60;

/// A window in which every board can be played; one that is too large for it scrolls.
const ENOUGH: Size = Size { width: 40, height: 15 };

/// The title and the footer.
const FIXED_ROWS: u16 = 2;

/// The places on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Layout {
    /// Columns and rows of a cell of the board.
    pub cell: (u16, u16),
    /// The first row.
    pub title: Rect,
    /// Where the aim is written: below the title, or at the top of the panel; of no height where it stands in the title.
    pub aim: Rect,
    /// The board with its frame.
    pub board: Rect,
    /// The first column and row of the board's characters that are to be seen: not 0 when only a part of it is.
    pub first: (u16, u16),
    /// Right of the board; of no width if there is no room.
    pub panel: Rect,
    /// Left of the board; of no width unless the window is very wide.
    pub left: Rect,
    /// Below the board; of no height if there is a panel.
    pub strip: Rect,
    /// The last row.
    pub footer: Rect,
}

impl Layout {
    /// The largest board that fits into `window`, and what can stand beside it; of a board that is too large for any, the
    /// part around `focus`. `None` if the window is too small.
    pub(crate) fn new(puzzle: &Puzzle, window: Size, focus: Cell) -> Option<Layout> {
        Layout::whole(puzzle, window).or_else(|| Layout::part(puzzle, window, focus))
    }

    /// The same with a place for the aim. Cells are as large as without it: it has a row below the title where one is to spare, else
    /// the first rows of the panel, as many as `rows` says that it needs in so many columns; without a panel it stands in the title.
    pub(crate) fn with_aim(
        puzzle: &Puzzle,
        window: Size,
        focus: Cell,
        rows: impl Fn(u16) -> u16,
    ) -> Option<Layout> {
        let usual = Layout::new(puzzle, window, focus)?;
        let lower = Size { height: window.height.saturating_sub(1), ..window };
        let lower = Layout::new(puzzle, lower, focus);
        let looks = |l: &Layout| (l.cell, l.inside().as_size(), l.panel.is_empty());
        Some(match lower.filter(|lower| looks(lower) == looks(&usual)) {
            Some(lower) => lower.lowered(),
            None if usual.panel.is_empty() => usual,
            None => {
                let needed = rows(usual.panel.width).min(usual.panel.height / 2);
                let rest = usual.panel.height - needed;
                Layout {
                    aim: Rect { height: needed, ..usual.panel },
                    panel: Rect { y: usual.panel.y + needed, height: rest, ..usual.panel },
                    ..usual
                }
            }
        })
    }

    /// A row lower, all but the title, below which the aim stands.
    fn lowered(self) -> Layout {
        let down = |area: Rect| Rect { y: area.y + u16::from(!area.is_empty()), ..area };
        let aim = Rect { x: 1, y: 1, width: self.title.width.saturating_sub(2), height: 1 };
        Layout {
            aim,
            board: down(self.board),
            panel: down(self.panel),
            left: down(self.left),
            strip: down(self.strip),
            footer: down(self.footer),
            ..self
        }
    }

    fn whole(puzzle: &Puzzle, window: Size) -> Option<Layout> {
        let label = longest_number(puzzle);
        let cells = cells().filter(|&cell| label <= room_for_label(cell));
        let is_wide = window.width >= WIDE;
        let bordered = cells.clone().filter(|&cell| is_bordered(cell));
        let bordered = bordered.map(move |cell| match cell.1 {
            // Cells of more rows are read no better, so that they leave the panel its share of the window.
            4.. if is_wide => (cell, (window.width * 3 / 8).clamp(PANEL, MOST_PANEL)),
            _ if is_wide => (cell, PANEL),
            _ => (cell, NARROW_PANEL),
        });
        // Where no panel fits beside pieces with borders, the cell is worth more than the panel; 0 is a strip below the board.
        let panels = if is_wide { &[PANEL, NARROW_PANEL, 0][..] } else { &[NARROW_PANEL, 0] };
        let small = cells.skip_while(|cell| cell.1 > 3);
        let small = small.flat_map(|cell| panels.iter().map(move |&panel| (cell, panel)));
        let mut fitting =
            bordered.chain(small).filter_map(|(cell, panel)| place(puzzle, window, cell, panel));
        fitting.next()
    }

    /// The part of the board around `focus`, in whole cells, that fits beside a panel.
    fn part(puzzle: &Puzzle, window: Size, focus: Cell) -> Option<Layout> {
        let least = Layout::least(puzzle);
        if window.width < least.width || window.height < least.height {
            return None;
        }
        let cell = smallest_cell(puzzle);
        let panel = if window.width >= WIDE { PANEL } else { NARROW_PANEL };
        // A window as large as `least` has 20 columns or more, so that no subtraction here goes below zero.
        let room = (window.width - panel - 1, window.height - FIXED_ROWS);
        let whole = framed(puzzle, cell);
        let columns = part((whole.0 - 2, room.0 - 2), cell.0, focus.column);
        let rows = part((whole.1 - 2, room.1 - 2), cell.1, focus.row);
        let panel = Rect::new(columns.1 + 3, 1, panel, window.height - FIXED_ROWS);
        Some(Layout { panel, ..Layout::of_part(cell, columns, rows, window) })
    }

    /// The title, the board and the footer. Of the board as many characters are seen from the first one on, in columns and in rows.
    pub(crate) fn of_part(
        cell: (u16, u16),
        columns: (u16, u16),
        rows: (u16, u16),
        window: Size,
    ) -> Layout {
        let row = |y| Rect::new(0, y, window.width, 1);
        Layout {
            cell,
            title: row(0),
            board: Rect::new(0, 1, columns.1 + 2, rows.1 + 2),
            first: (columns.0, rows.0),
            footer: row(window.height - 1),
            ..Layout::default()
        }
    }

    /// The largest board that fits into `area`, alone and in the middle of its first rows.
    pub(crate) fn preview(puzzle: &Puzzle, area: Rect) -> Option<Layout> {
        let label = longest_number(puzzle);
        let fits = |cell: &(u16, u16)| {
            let (width, height) = framed(puzzle, *cell);
            width <= area.width && height <= area.height && label <= room_for_label(*cell)
        };
        let cell = cells().find(fits)?;
        let (width, height) = framed(puzzle, cell);
        let left = area.x + (area.width - width) / 2;
        let board = Rect::new(left, area.y, width, height);
        Some(Layout { cell, board, ..Layout::default() })
    }

    /// The board as small as it can well be read, in the first rows of `area`.
    pub(crate) fn small(puzzle: &Puzzle, area: Rect) -> Option<Layout> {
        let cell = smallest_cell(puzzle);
        let wider = SMALLEST[1];
        // Cells of three columns are tried first: in cells of two, labels of neighbours nearly touch.
        let cells = [cell.max(wider), cell].into_iter();
        let mut boards = cells.map(|cell| (cell, framed(puzzle, cell)));
        let (_, (width, height)) =
            boards.find(|(_, size)| size.0 <= area.width && size.1 <= area.height)?;
        let room = Rect::new(area.x, area.y, width, height);
        Layout::preview(puzzle, room)
    }

    /// The smallest window in which `puzzle` can be played. No board needs more than [`ENOUGH`].
    pub(crate) fn least(puzzle: &Puzzle) -> Size {
        let (width, height) = framed(puzzle, smallest_cell(puzzle));
        let rows = height + FIXED_ROWS + 1;
        Size::new(width.clamp(20, ENOUGH.width), rows.min(ENOUGH.height))
    }

    /// The cell that is drawn at a column and a row of the window.
    pub(crate) fn cell_at(&self, (x, y): (u16, u16)) -> Option<Cell> {
        let inside = self.inside();
        inside.contains((x, y).into()).then(|| {
            let (x, y) = (x - inside.x + self.first.0, y - inside.y + self.first.1);
            Cell::new((x / self.cell.0) as u8, (y / self.cell.1) as u8)
        })
    }

    /// The board without its frame.
    pub(crate) fn inside(&self) -> Rect {
        let b = self.board;
        Rect::new(b.x + 1, b.y + 1, b.width - 2, b.height - 2)
    }
}

/// The cell that must be seen of a board that is too large: that of `piece`, or else the blank.
pub(crate) fn focus(puzzle: &Puzzle, position: &Position, piece: Option<PieceId>) -> Cell {
    let blank = || puzzle.empty_cells(position).first();
    piece.map(|id| position.anchor(id)).or_else(blank).unwrap_or_default()
}

/// The places on the screen of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MapParts {
    /// The landscape with its frame.
    pub map: Rect,
    /// What makes the puzzle hard, beside the landscape or in few rows below it.
    pub facts: Rect,
    /// Whether the facts are beside it.
    pub beside: bool,
    /// The board at the bottom right, or right of the landscape in a narrow window, if there is room.
    pub board: Option<Layout>,
}

/// Columns of the facts beside the map.
const FACTS: u16 = 30;
/// Rows of the facts that are kept free of the board.
const FACT_ROWS: u16 = 8;

/// Where everything of the map goes in `window`.
pub(crate) fn map_parts(puzzle: &Puzzle, window: Size) -> MapParts {
    let rows = window.height.saturating_sub(FIXED_ROWS);
    let body = Rect::new(0, window.height.min(1), window.width, rows);
    if window.width < FACTS + 34 {
        return narrow_map_parts(puzzle, body);
    }
    let map = Rect::new(0, body.y, window.width - FACTS, rows);
    let right = Rect::new(map.right() + 1, body.y, FACTS - 2, rows);
    let room = Rect::new(right.x, right.y, right.width, rows.saturating_sub(FACT_ROWS));
    let board = Layout::preview(puzzle, room).map(|layout| {
        let top = right.bottom() - layout.board.height;
        Layout { board: Rect { y: top, ..layout.board }, ..layout }
    });
    let taken = board.map_or(0, |layout| layout.board.height);
    MapParts { map, facts: Rect { height: rows - taken, ..right }, beside: true, board }
}

/// Where everything of the map goes in a narrow window: a small board beside the landscape, the facts below both.
fn narrow_map_parts(puzzle: &Puzzle, body: Rect) -> MapParts {
    let below = if body.height >= 16 { 6 } else { body.height.min(2) };
    let height = body.height - below;
    let room = Rect { width: body.width * 2 / 5, height, ..body };
    let board = Layout::preview(puzzle, room).map(|layout| Layout {
        board: Rect { x: body.right() - layout.board.width, ..layout.board },
        ..layout
    });
    let taken = board.map_or(0, |layout| layout.board.width + 1);
    MapParts {
        map: Rect { width: body.width - taken, height, ..body },
        facts: Rect::new(0, body.y + height, body.width, below),
        beside: false,
        board,
    }
}

/// The smallest cell that a number of the puzzle fits into.
fn smallest_cell(puzzle: &Puzzle) -> (u16, u16) {
    let label = longest_number(puzzle);
    let fitting = cells().filter(|&cell| label <= room_for_label(cell));
    fitting.last().unwrap_or(SMALLEST[1])
}

/// The first character to be seen and how many of them, when there are so many and room for so many: whole cells, the one
/// numbered `focus` in the middle as far as that goes.
pub(crate) fn part((all, room): (u16, u16), cell: u16, focus: u8) -> (u16, u16) {
    // At least one cell is seen, however little room there is, and only whole ones: half a cell shows half a label.
    let seen = (room.min(all) / cell * cell).max(cell);
    let middle = u16::from(focus) * cell;
    let first = middle.saturating_sub(seen / 2).min(all - seen);
    (first / cell * cell, seen)
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
        Family::Numbers => puzzle.pieces().iter().map(|p| p.name().len()).max().unwrap_or(0),
    }
}

/// How many characters of a label a single cell shows.
fn room_for_label(cell: (u16, u16)) -> usize {
    let borders = if is_bordered(cell) { 2 } else { 0 };
    usize::from(cell.0 - borders)
}

/// Whether pieces have borders at this size of cells.
pub(crate) fn is_bordered(cell: (u16, u16)) -> bool {
    cell.1 >= 2
}

/// The board in cells of this size, with a panel of at least so many columns beside it or, if that is 0, a strip below it.
fn place(puzzle: &Puzzle, window: Size, cell: (u16, u16), panel: u16) -> Option<Layout> {
    let (width, height) = framed(puzzle, cell);
    let spare = (window.width.checked_sub(width)?, window.height.checked_sub(height + FIXED_ROWS)?);
    let layout = Layout::of_part(cell, (0, width - 2), (0, height - 2), window);
    match panel {
        0 => with_strip(layout, spare),
        least => with_panels(layout, spare, least),
    }
}

/// The board in the middle, and the most important figures below it.
fn with_strip(layout: Layout, (columns, rows): (u16, u16)) -> Option<Layout> {
    // The figures need at least a row.
    let strip = rows.min(3);
    let board = Rect { x: columns / 2, y: 1 + (rows - strip) / 2, ..layout.board };
    let strip = Rect { y: board.bottom(), height: strip, ..layout.title };
    (rows > 0).then_some(Layout { board, strip, ..layout })
}

/// The board with a panel of at least `least` columns on its right, and one on its left if there is so much room. Their tops meet,
/// and their bottoms too where the board is nearly as high as the window: lower by more, the panel would have no room for the map.
fn with_panels(layout: Layout, (columns, rows): (u16, u16), least: u16) -> Option<Layout> {
    // One column at least is between the board and the panel; two, and one at each rim of the window, where there are so many.
    let room = columns.checked_sub(1).filter(|&room| room >= least)?;
    let body = layout.board.height + rows;
    let height = if layout.board.height * 8 >= body * 7 { layout.board.height } else { body };
    if columns >= BOTH_SIDES {
        let side = ((columns - 6) / 2).min(MOST_PANEL);
        let margin = (columns - 2 * side - 4) / 2;
        let left = Rect::new(margin, 1, side, height);
        let board = Rect { x: left.right() + 2, ..layout.board };
        let panel = Rect::new(board.right() + 2, 1, side, height);
        return Some(Layout { board, panel, left, ..layout });
    }
    let panel = room.saturating_sub(3).clamp(least, MOST_PANEL);
    let gap = (columns - panel).min(2);
    let board = Rect { x: (columns - panel - gap) / 2, ..layout.board };
    let panel = Rect::new(board.right() + gap, 1, panel, height);
    Some(Layout { board, panel, ..layout })
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
        Layout::new(puzzle, Size::new(width, height), Cell::default())
            .map(|l| (l.cell, l.panel.width))
    }

    #[test]
    fn cells_are_as_large_as_fits() {
        let (four, ten) = (numbers(4, 4), numbers(10, 10));
        assert_eq!(chosen(&four, 200, 60), Some(((29, 14), 38)));
        assert_eq!(chosen(&four, 120, 40), Some(((18, 9), 45)));
        assert_eq!(chosen(&four, 80, 24), Some(((11, 5), 30)));
        assert_eq!(chosen(&four, 60, 20), Some(((8, 4), 22)));
        assert_eq!(chosen(&four, 40, 15), Some(((5, 2), 14)));
        assert_eq!(chosen(&four, 20, 9), Some(((3, 1), 0)));
        assert_eq!(chosen(&ten, 80, 24), Some(((5, 2), 24)));
        assert_eq!(chosen(&numbers(16, 16), 80, 24), Some(((3, 1), 26)));
        assert_eq!(chosen(&numbers(4, 5), 120, 40), Some(((15, 7), 54)));
    }

    #[test]
    fn tops_meet_and_very_wide_windows_have_panels_on_both_sides() {
        for (width, height) in [(80, 24), (60, 20), (120, 40), (200, 60)] {
            for puzzle in [numbers(4, 4), numbers(4, 5), numbers(6, 6), numbers(10, 6)] {
                let window = Size::new(width, height);
                let l = Layout::new(&puzzle, window, Cell::default()).unwrap();
                if l.panel.is_empty() {
                    continue;
                }
                assert_eq!((l.board.y, l.panel.y), (1, 1));
                let is_high = l.board.height * 8 >= (height - FIXED_ROWS) * 7;
                assert!(!is_high || l.board.bottom() == l.panel.bottom());
                let sides = [l.left, l.board, l.panel].map(|part| part.width);
                assert_eq!(sides[0] > 0, width - sides[1] >= BOTH_SIDES, "{sides:?}");
                assert!(sides[0] == 0 || sides[0] == sides[2] && l.left.y == 1);
            }
        }
    }

    #[test]
    fn the_least_window_fits_and_nothing_smaller_does() {
        for puzzle in [numbers(3, 2), numbers(4, 4), numbers(10, 10), numbers(16, 16)] {
            let least = Layout::least(&puzzle);
            assert!(chosen(&puzzle, least.width, least.height).is_some());
            assert_eq!(chosen(&puzzle, least.width, least.height - 1), None);
        }
    }

    #[test]
    fn a_board_that_is_too_large_is_seen_in_part() {
        let puzzle = numbers(16, 16);
        let at =
            |column, row| Layout::new(&puzzle, Size::new(40, 15), Cell::new(column, row)).unwrap();
        let first = at(0, 0);
        assert_eq!(
            (first.cell, first.first, first.inside().as_size()),
            ((3, 1), (0, 0), Size::new(21, 11))
        );
        assert_eq!(at(8, 8).first, (12, 3));
        assert_eq!(at(15, 15).first, (27, 5));
    }

    #[test]
    fn nothing_lies_outside_or_overlaps() {
        let puzzle = numbers(4, 5);
        for (width, height) in [(80, 24), (60, 20), (40, 15), (20, 10), (120, 40), (200, 60)] {
            let Some(l) = Layout::new(&puzzle, Size::new(width, height), Cell::default()) else {
                panic!("{width}x{height} is large enough");
            };
            let window = Rect::new(0, 0, width, height);
            let parts = [l.title, l.left, l.board, l.panel, l.strip, l.footer];
            for (i, a) in parts.iter().enumerate().filter(|(_, a)| !a.is_empty()) {
                assert_eq!(a.intersection(window), *a);
                assert!(parts[..i].iter().all(|b| !a.intersects(*b)));
            }
        }
    }
}
