//! What the board in play and the board in the editor draw alike: frame, walls, gates, and the bodies of pieces.

use super::label;
use super::outline::{Links, draw_box, edges};
use super::raster::Raster;
use crate::puzzle::{Cell, Family, PieceId};
use crate::tui::theme::{Slot, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Position as At;
use ratatui::style::Style;

/// Draws on the screen where a raster says.
pub(crate) struct Painter<'a> {
    pub(crate) raster: &'a Raster,
    pub(crate) theme: Theme,
    pub(crate) buffer: &'a mut Buffer,
}

impl Painter<'_> {
    /// The frame, closed all round.
    pub(crate) fn frame(&mut self) {
        let (pen, style) = (self.theme.frame_pen(), self.theme.frame());
        draw_box(self.raster.frame(), pen, style, self.buffer);
    }

    /// Every character of the frame, and whether the board goes on beyond an edge that it is on.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (At, bool)> + use<> {
        let (frame, hidden) = (self.raster.frame(), self.raster.hidden());
        edges(frame).map(move |at| {
            let (left, top) = (at.x == frame.left(), at.y == frame.top());
            let (right, bottom) = (at.x + 1 == frame.right(), at.y + 1 == frame.bottom());
            let [to_left, above, to_right, below] = hidden;
            (at, left && to_left || top && above || right && to_right || bottom && below)
        })
    }

    /// A wall.
    pub(crate) fn wall(&mut self, cell: Cell) {
        let glyph = self.theme.glyph('█', '#');
        self.raster.fill(self.buffer, cell, glyph, self.theme.frame());
    }

    /// A gate with nothing on it.
    pub(crate) fn gate(&mut self, cell: Cell) {
        let glyph = self.theme.glyph('╌', '-');
        self.raster.fill(self.buffer, cell, glyph, self.theme.dim());
    }

    /// A piece with its outline; returns its characters, among which its label finds a place.
    pub(crate) fn bordered(
        &mut self,
        id: PieceId,
        cells: impl Iterator<Item = Cell>,
        slot: Slot,
        chosen: bool,
    ) -> Vec<(i32, i32, Links)> {
        let (ground, border) = (self.theme.piece(slot, chosen), self.theme.border(slot, chosen));
        let pen = self.theme.piece_pen(chosen);
        let mut chars = Vec::new();
        cells.for_each(|cell| self.raster.outline(id, cell, &mut chars));
        for &(x, y, links) in &chars {
            let style = if links.none() { ground } else { border };
            self.raster.put(self.buffer, x, y, pen.glyph(links), style);
        }
        chars
    }

    /// A piece without room for an outline: on each cell a number, or a run of the letter; the chosen one begins with a mark.
    pub(crate) fn solid(
        &mut self,
        cells: impl Iterator<Item = Cell>,
        name: &str,
        family: Family,
        style: Style,
        chosen: bool,
    ) {
        let width = self.raster.cell.0;
        for (i, cell) in cells.enumerate() {
            let text = match family {
                Family::Numbers => format!("{name:>w$}", w = width as usize),
                // Without colours the chosen piece needs more than its look to be found.
                Family::Blocks if chosen && i == 0 => {
                    self.theme.glyph('▸', '>').to_string() + &label::run(name, width - 1)
                }
                Family::Blocks => label::run(name, width),
            };
            self.text(self.raster.left(cell), self.raster.top(cell), &text, style);
        }
    }

    /// Writes `text` from a character of the board on.
    pub(crate) fn text(&mut self, x: i32, y: i32, text: &str, style: Style) {
        self.raster.text(self.buffer, x, y, text, style);
    }

    /// Writes the first of the `words` that a piece has room for inside; if there is none, between the corners of its upper border.
    pub(crate) fn label(&mut self, chars: &[(i32, i32, Links)], words: &[&str], style: Style) {
        let inside = words.iter().find_map(|words| Some((label::spot(chars, words)?, words)));
        if let Some(((x, y), words)) = inside {
            return self.text(x, y, words, style);
        }
        let open = words.iter().find_map(|words| Some((label::open_spot(chars, words)?, words)));
        if let Some((((x, y), (first, length)), words)) = open {
            // The border comes up to the name from both sides without touching it.
            let behind = x + label::width(words);
            let beside = [(x - 1, '╴'), (behind, '╶')].into_iter();
            for (x, half) in beside.filter(|(x, _)| (first..first + length).contains(x)) {
                let is_thin = self.raster.symbol(self.buffer, x, y) == Some("─");
                self.raster.recast(self.buffer, x, y, if is_thin { half } else { ' ' });
            }
            self.text(x, y, words, style);
        }
    }
}
