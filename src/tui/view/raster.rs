//! The board as a raster of characters: which piece covers which, and where they are on the screen.

use crate::puzzle::{Cell, PieceId, Position, Puzzle};
use crate::tui::layout::Layout;
use ratatui::buffer::Buffer;
use ratatui::style::Style;

/// The board as a raster of characters: which piece is where, and where that is on the screen.
pub(super) struct Raster {
    /// Columns and rows of a cell.
    pub(super) cell: (i32, i32),
    /// The top left character inside the frame.
    origin: (i32, i32),
    width: usize,
    pieces: Vec<Option<PieceId>>,
}

impl Raster {
    /// The raster of `position` where `layout` puts the board.
    pub(super) fn new(puzzle: &Puzzle, position: &Position, layout: &Layout) -> Raster {
        let size = puzzle.size();
        let mut pieces = vec![None; size.area()];
        for id in puzzle.piece_ids() {
            for cell in puzzle.cells_of(position, id).iter() {
                pieces[size.index(cell)] = Some(id);
            }
        }
        let inside = layout.inside();
        Raster {
            cell: (layout.cell.0.into(), layout.cell.1.into()),
            origin: (inside.x.into(), inside.y.into()),
            width: size.width(),
            pieces,
        }
    }

    /// Columns and rows of a cell, as the layout has them.
    pub(super) fn size(&self) -> (u16, u16) {
        (self.cell.0 as u16, self.cell.1 as u16)
    }

    /// Columns and rows of the whole board in characters.
    pub(super) fn chars(&self) -> (i32, i32) {
        let height = self.pieces.len() / self.width;
        (self.width as i32 * self.cell.0, height as i32 * self.cell.1)
    }

    /// The first column of `cell`.
    pub(super) fn left(&self, cell: Cell) -> i32 {
        i32::from(cell.column) * self.cell.0
    }

    /// The first row of `cell`.
    pub(super) fn top(&self, cell: Cell) -> i32 {
        i32::from(cell.row) * self.cell.1
    }

    /// The characters of `cell`, row by row.
    pub(super) fn chars_of(&self, cell: Cell) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (left, top, (width, height)) = (self.left(cell), self.top(cell), self.cell);
        (top..top + height).flat_map(move |y| (left..left + width).map(move |x| (x, y)))
    }

    /// The piece that covers `cell`.
    pub(super) fn piece_at(&self, cell: Cell) -> Option<PieceId> {
        self.at(self.left(cell), self.top(cell))
    }

    /// The piece at a character of the board.
    pub(super) fn at(&self, x: i32, y: i32) -> Option<PieceId> {
        let (width, height) = self.chars();
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return None;
        }
        let (column, row) = (x / self.cell.0, y / self.cell.1);
        self.pieces[row as usize * self.width + column as usize]
    }

    /// Draws a character, counted from the top left one inside the frame.
    pub(super) fn put(&self, buffer: &mut Buffer, x: i32, y: i32, glyph: char, style: Style) {
        let at = ((self.origin.0 + x) as u16, (self.origin.1 + y) as u16);
        if let Some(cell) = buffer.cell_mut(at) {
            cell.set_char(glyph).set_style(style);
        }
    }

    /// Writes `text` from a character on.
    pub(super) fn text(&self, buffer: &mut Buffer, x: i32, y: i32, text: &str, style: Style) {
        let at = ((self.origin.0 + x) as u16, (self.origin.1 + y) as u16);
        if buffer.area.contains(at.into()) {
            buffer.set_string(at.0, at.1, text, style);
        }
    }

    /// Fills `cell`.
    pub(super) fn fill(&self, buffer: &mut Buffer, cell: Cell, glyph: char, style: Style) {
        for (x, y) in self.chars_of(cell) {
            self.put(buffer, x, y, glyph, style);
        }
    }
}
