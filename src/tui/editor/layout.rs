//! Where everything of the editor is on the screen.

use super::draft::Draft;
use super::{Brush, Editor};
use crate::puzzle::{Family, Metric};
use crate::tui::layout::{Layout, SMALLEST, cells, part};
use ratatui::layout::{Rect, Size};

/// The places on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Places {
    /// Title, board, footer.
    pub layout: Layout,
    /// The tools, a row each.
    pub tools: Rect,
    /// The fewest moves, a row a metric.
    pub optima: Rect,
    /// What is wrong, and other words.
    pub words: Rect,
    /// What is left below the board, for words that have no room there.
    pub below: Rect,
}

/// A row of the tools.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tool {
    /// Something to paint with.
    Brush(Brush),
    /// To the other board.
    Layer,
}

/// The rows of the tools: the piece in hand, the other things to paint with, the board.
pub(crate) fn tools(editor: &Editor) -> Vec<Tool> {
    let piece = match editor.brush {
        brush @ Brush::Piece(_) => Some(Tool::Brush(brush)),
        _ => None,
    };
    let others = [Brush::New, Brush::Erase, Brush::Wall, Brush::Gate].map(Tool::Brush);
    let tools = piece.into_iter().chain(others);
    tools.chain([Tool::Layer]).collect()
}

/// The most tools there are.
// The piece in hand, four other things to paint with, and the board.
const TOOLS: u16 = 6;

/// Columns of the panel in a wide window and in a narrow one.
const PANELS: (u16, u16) = (30, 15);

/// The smallest window to draw in.
pub(crate) const LEAST: Size = Size { width: 30, height: 12 };

impl Places {
    /// The places in `window`; `None` if it is too small. Of a board that is too large, the part around the cursor is seen.
    pub(crate) fn new(editor: &Editor, window: Size) -> Option<Places> {
        if window.width < LEAST.width || window.height < LEAST.height {
            return None;
        }
        let panel = match window.width {
            // From here on 39 columns are left for the board beside the wide panel and the gap.
            70.. => PANELS.0,
            _ => PANELS.1,
        };
        let room = (window.width - panel - 1, window.height - 2);
        let layout = board(editor, room, window);
        let left = layout.board.right() + 1;
        let panel = Rect::new(left, 1, window.width - left, room.1);
        let row = |y: u16, height: u16| Rect { y: panel.y + y, height, ..panel };
        let metrics = Metric::ALL.len() as u16;
        let words = TOOLS + metrics;
        Some(Places {
            layout: Layout { panel, ..layout },
            tools: row(0, TOOLS),
            optima: row(TOOLS, metrics),
            words: row(words, panel.height.saturating_sub(words)),
            below: Rect {
                y: layout.board.bottom(),
                width: left,
                height: layout.footer.y.saturating_sub(layout.board.bottom()),
                ..layout.board
            },
        })
    }

    /// The place for words where the fewest moves have nothing to say: theirs too.
    pub(crate) fn words_alone(&self) -> Rect {
        Rect { height: self.optima.height + self.words.height, ..self.optima }
    }
}

/// The largest cells in which the whole board has room, or the smallest ones.
fn board(editor: &Editor, room: (u16, u16), window: Size) -> Layout {
    let draft = editor.draft();
    let (width, height) = draft.size();
    let chars = |cell: (u16, u16)| (u16::from(width) * cell.0, u16::from(height) * cell.1);
    let fits = |cell: &(u16, u16)| {
        let (w, h) = chars(*cell);
        w + 2 <= room.0 && h + 2 <= room.1
    };
    let least = smallest(draft);
    // Where names need three columns, narrower cells would cut them.
    let mut cells = cells().filter(|cell| cell.0 >= least.0);
    let cell = cells.find(fits).unwrap_or(least);
    let (w, h) = chars(cell);
    let cursor = editor.cursor;
    let columns = part((w, room.0 - 2), cell.0, cursor.column);
    let rows = part((h, room.1 - 2), cell.1, cursor.row);
    Layout::of_part(cell, columns, rows, window)
}

/// The smallest cells that the names fit into: numbers have up to three digits.
fn smallest(draft: &Draft) -> (u16, u16) {
    match draft.family() {
        Family::Numbers => SMALLEST[1],
        Family::Blocks => SMALLEST[0],
    }
}
