//! The drawing of the editor: what is painted, playable or not, and where it is painted next.

use super::Editor;
use super::draft::{Layer, Name, Spot};
use crate::puzzle::{Axis, Cell, Family, PieceId};
use crate::tui::layout::{Layout, is_bordered};
use crate::tui::theme::{Slot, Theme};
use crate::tui::widgets::label;
use crate::tui::widgets::outline::{Links, links};
use crate::tui::widgets::raster::Raster;
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

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
            let name = draft.piece(editor.layer(), cell);
            pieces.push(name.map(|name| {
                let known = names.iter().position(|known| *known == name);
                let number = known.unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                });
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

    /// Draws it.
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        self.frame(buffer);
        for cell in self.editor.draft().cells() {
            self.ground(cell, buffer);
        }
        for number in 0..self.names.len() {
            self.piece(PieceId(number as u16), buffer);
        }
        self.cursor(buffer);
    }

    /// The frame; an edge beyond which the board goes on is marked.
    fn frame(&self, buffer: &mut Buffer) {
        let frame = self.raster.frame();
        let (width, height) = (i32::from(frame.width), i32::from(frame.height));
        let inside = |x: i32, y: i32| (0..width).contains(&x) && (0..height).contains(&y);
        let [left, top, right, bottom] = self.raster.hidden();
        let pen = self.theme.frame_pen();
        for at in frame.positions() {
            let (x, y) = (i32::from(at.x - frame.x), i32::from(at.y - frame.y));
            let hidden = x == 0 && left
                || y == 0 && top
                || x == width - 1 && right
                || y == height - 1 && bottom;
            if x == 0 || y == 0 || x == width - 1 || y == height - 1 {
                let (glyph, style) = match hidden {
                    true => (self.theme.glyph('┄', '.'), self.theme.accent()),
                    false => (pen.glyph(links(inside, x, y)), self.theme.frame()),
                };
                buffer[at].set_char(glyph).set_style(style);
            }
        }
    }

    /// Walls, gates, empty cells, and on the start the places of the goal.
    fn ground(&self, cell: Cell, buffer: &mut Buffer) {
        let (draft, theme) = (self.editor.draft(), self.theme);
        match draft.at(self.editor.layer(), cell) {
            Some(Spot::Wall) => {
                let glyph = theme.glyph('█', '#');
                self.raster.fill(buffer, cell, glyph, theme.frame());
            }
            Some(Spot::Gate) => {
                let glyph = theme.glyph('╌', '-');
                self.raster.fill(buffer, cell, glyph, theme.dim());
            }
            Some(Spot::Empty) if draft.piece(Layer::Goal, cell).is_some() => {
                self.dot(cell, theme.glyph('•', 'o'), theme.exit(), buffer);
            }
            Some(Spot::Empty) => self.dot(cell, theme.glyph('·', '.'), theme.dim(), buffer),
            _ => {}
        }
    }

    /// A dot in the middle of a cell.
    fn dot(&self, cell: Cell, glyph: char, style: Style, buffer: &mut Buffer) {
        let (width, height) = self.raster.cell;
        let (x, y) = (self.raster.left(cell) + width / 2, self.raster.top(cell) + height / 2);
        self.raster.put(buffer, x, y, glyph, style);
    }

    /// A piece: with its outline where there is room for one, else a run of its name.
    fn piece(&self, id: PieceId, buffer: &mut Buffer) {
        let name = self.names[id.index()];
        let draft = self.editor.draft();
        let is_target = draft.cells().any(|c| draft.piece(Layer::Goal, c) == Some(name));
        let slot = match draft.family() {
            Family::Blocks if is_target => Slot::Target,
            _ => Slot::Nth(id.index()),
        };
        let style = self.theme.piece(slot, false);
        let cells = draft.cells().filter(|&c| self.raster.piece_at(c) == Some(id));
        let cells: Vec<Cell> = cells.collect();
        if !is_bordered(self.raster.size()) {
            let width = self.raster.cell.0;
            for cell in cells {
                let text = match name {
                    Name::Number(number) => format!("{number:>w$}", w = width as usize),
                    Name::Letter(letter) => label::run(&letter.to_string(), width),
                };
                let (x, y) = (self.raster.left(cell), self.raster.top(cell));
                self.raster.text(buffer, x, y, &text, style);
            }
            return;
        }
        let border = self.theme.border(slot, false);
        let pen = self.theme.piece_pen(false);
        let mut chars: Vec<(i32, i32, Links)> = Vec::new();
        for (x, y) in cells.iter().flat_map(|cell| self.raster.chars_of(*cell)) {
            let links = links(|x, y| self.raster.at(x, y) == Some(id), x, y);
            let style = if links.none() { style } else { border };
            self.raster.put(buffer, x, y, pen.glyph(links), style);
            chars.push((x, y, links));
        }
        let words = format!("{name}{}", lock_sign(draft.lock(name), self.theme));
        let words = [words, name.to_string()];
        let spot = words.iter().find_map(|words| Some((label::spot(&chars, words)?, words)));
        if let Some(((x, y), words)) = spot {
            let style = style.add_modifier(Modifier::BOLD);
            self.raster.text(buffer, x, y, words, style);
        }
    }

    /// The cell where keys paint.
    fn cursor(&self, buffer: &mut Buffer) {
        let cell = self.editor.cursor();
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
