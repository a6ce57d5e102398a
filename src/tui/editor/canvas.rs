//! The drawing of the editor: what is painted, playable or not, and where it is painted next.

use super::Editor;
use super::draft::{Layer, Name, Spot};
use crate::puzzle::{Axis, Cell, Family, PieceId};
use crate::tui::layout::{Layout, is_bordered};
use crate::tui::theme::{Slot, Theme};
use crate::tui::widgets::painter::Painter;
use crate::tui::widgets::raster::Raster;
use ratatui::buffer::Buffer;

/// What is drawn, and how.
pub(crate) struct Canvas<'a> {
    editor: &'a Editor,
    theme: Theme,
    /// The pieces of the board that is painted, each with a number of its own.
    names: Vec<Name>,
    raster: Raster,
}

impl<'a> Canvas<'a> {
    /// The board that is painted, where `layout` puts it.
    pub(crate) fn new(editor: &'a Editor, layout: &Layout, theme: Theme) -> Canvas<'a> {
        let draft = editor.draft();
        let mut names: Vec<Name> = Vec::new();
        let mut pieces = Vec::new();
        for cell in draft.cells() {
            let name = draft.piece(editor.layer, cell);
            pieces.push(name.map(|name| {
                let known = names.iter().position(|known| *known == name);
                let number = known.unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                });
                // These numbers are of the drawing alone: what is no puzzle yet has no pieces that could be numbered.
                PieceId(number as u16)
            }));
        }
        Canvas {
            editor,
            theme,
            names,
            raster: Raster::of_pieces(pieces, draft.size().0.into(), layout),
        }
    }

    /// Draws the board that is painted.
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let mut painter = Painter { raster: &self.raster, theme: self.theme, buffer };
        painter.frame();
        for (at, goes_on) in painter.edges() {
            if goes_on {
                let glyph = self.theme.glyph('┄', '.');
                painter.buffer[at].set_char(glyph).set_style(self.theme.accent());
            }
        }
        for cell in self.editor.draft().cells() {
            self.ground(cell, &mut painter);
        }
        for number in 0..self.names.len() {
            self.piece(PieceId(number as u16), &mut painter);
        }
        self.cursor(buffer);
    }

    /// Walls, gates, empty cells, and on the start the places of the goal.
    fn ground(&self, cell: Cell, painter: &mut Painter<'_>) {
        let (draft, theme) = (self.editor.draft(), self.theme);
        match draft.at(self.editor.layer, cell) {
            Some(Spot::Wall) => painter.wall(cell),
            Some(Spot::Gate) => painter.gate(cell),
            Some(Spot::Empty) => {
                let (glyph, style) = match draft.piece(Layer::Goal, cell) {
                    Some(_) => (theme.glyph('•', 'o'), theme.exit()),
                    None => (theme.glyph('·', '.'), theme.dim()),
                };
                let (width, height) = self.raster.cell;
                let (x, y) = (self.raster.left(cell), self.raster.top(cell));
                let (x, y) = (x + width / 2, y + height / 2);
                self.raster.put(painter.buffer, x, y, glyph, style);
            }
            _ => {}
        }
    }

    /// A piece: with its outline where there is room for one, else a run of its name.
    fn piece(&self, id: PieceId, painter: &mut Painter<'_>) {
        let draft = self.editor.draft();
        let name = self.names[id.index()];
        let is_target = draft.cells().any(|c| draft.piece(Layer::Goal, c) == Some(name));
        let slot = match draft.family() {
            Family::Blocks if is_target => Slot::Target,
            _ => Slot::Nth(id.index()),
        };
        let style = self.theme.piece(slot, false);
        let cells = draft.cells().filter(|&c| self.raster.piece_at(c) == Some(id));
        let short = name.to_string();
        if !is_bordered(self.raster.size()) {
            return painter.solid(cells, &short, draft.family(), style, false);
        }
        let chars = painter.bordered(id, cells, slot, false);
        let locked = format!("{name}{}", lock_sign(draft.lock(name), self.theme));
        painter.label(&chars, &[&locked, &short], self.theme.label(slot, false));
    }

    /// The cell where keys paint.
    fn cursor(&self, buffer: &mut Buffer) {
        let cell = self.editor.cursor;
        for (x, y) in self.raster.chars_of(cell) {
            self.raster.invert(buffer, x, y);
        }
    }
}

/// How a lock is marked behind a name.
pub(crate) fn lock_sign(lock: Axis, theme: Theme) -> &'static str {
    match (lock, theme.ascii) {
        (Axis::Free, _) => "",
        (Axis::Horizontal, false) => "↔",
        (Axis::Vertical, false) => "↕",
        (Axis::Horizontal, true) => "=",
        (Axis::Vertical, true) => "|",
        (Axis::Fixed, _) => "!",
    }
}
