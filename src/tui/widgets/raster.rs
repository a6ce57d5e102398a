//! The board as a raster of characters: which piece covers which, and where they are on the screen.

use super::label;
use super::outline::{Links, links};
use crate::puzzle::{Cell, PieceId, Position, Puzzle};
use crate::tui::layout::Layout;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as At, Rect};
use ratatui::style::{Modifier, Style};

/// The board as a raster of characters: which piece is where, and where that is on the screen.
pub(crate) struct Raster {
    /// Columns and rows of a cell.
    pub(crate) cell: (i32, i32),
    /// Where the board's top left character is, or would be if it could be seen.
    origin: (i32, i32),
    /// What is to be seen of the board, and of its frame.
    seen: (Rect, Rect),
    width: usize,
    pieces: Vec<Option<PieceId>>,
}

impl Raster {
    /// The raster of `position` where `layout` puts the board.
    pub(crate) fn new(puzzle: &Puzzle, position: &Position, layout: &Layout) -> Raster {
        let size = puzzle.size();
        let mut pieces = vec![None; size.area()];
        for id in puzzle.piece_ids() {
            for cell in puzzle.cells_of(position, id).iter() {
                pieces[size.index(cell)] = Some(id);
            }
        }
        Raster::of_pieces(pieces, size.width(), layout)
    }

    /// The raster of pieces by cell, row by row, on a board of so many columns.
    pub(crate) fn of_pieces(pieces: Vec<Option<PieceId>>, width: usize, layout: &Layout) -> Raster {
        let inside = layout.inside();
        Raster {
            cell: (layout.cell.0.into(), layout.cell.1.into()),
            origin: (
                i32::from(inside.x) - i32::from(layout.first.0),
                i32::from(inside.y) - i32::from(layout.first.1),
            ),
            seen: (inside, layout.board),
            width,
            pieces,
        }
    }

    /// Columns and rows of a cell, as the layout has them.
    pub(crate) fn size(&self) -> (u16, u16) {
        (self.cell.0 as u16, self.cell.1 as u16)
    }

    /// Columns and rows of the whole board in characters.
    pub(crate) fn chars(&self) -> (i32, i32) {
        let height = self.pieces.len() / self.width;
        (self.width as i32 * self.cell.0, height as i32 * self.cell.1)
    }

    /// The first column of `cell`.
    pub(crate) fn left(&self, cell: Cell) -> i32 {
        i32::from(cell.column) * self.cell.0
    }

    /// The first row of `cell`.
    pub(crate) fn top(&self, cell: Cell) -> i32 {
        i32::from(cell.row) * self.cell.1
    }

    /// The characters of `cell`, row by row.
    pub(crate) fn chars_of(&self, cell: Cell) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (left, top, (width, height)) = (self.left(cell), self.top(cell), self.cell);
        (top..top + height).flat_map(move |y| (left..left + width).map(move |x| (x, y)))
    }

    /// The piece that covers `cell`.
    pub(crate) fn piece_at(&self, cell: Cell) -> Option<PieceId> {
        self.at(self.left(cell), self.top(cell))
    }

    /// The piece at a character of the board.
    pub(crate) fn at(&self, x: i32, y: i32) -> Option<PieceId> {
        let (width, height) = self.chars();
        // Division rounds towards 0, so that column -1 would count as the first cell. Asked nine times for each character that is drawn,
        // so that it calls nothing.
        if x < 0 || y < 0 || x >= width || y >= height {
            return None;
        }
        let (column, row) = (x / self.cell.0, y / self.cell.1);
        self.pieces[row as usize * self.width + column as usize]
    }

    /// Adds the characters of a cell that `piece` covers, row by row, with the lines of its outline.
    pub(crate) fn outline(&self, piece: PieceId, cell: Cell, chars: &mut Vec<(i32, i32, Links)>) {
        let (left, top, (width, height)) = (self.left(cell), self.top(cell), self.cell);
        let (right, bottom) = (left + width - 1, top + height - 1);
        let links = |x: i32, y: i32| links(|x, y| self.at(x, y) == Some(piece), x, y);
        // Between the edges of the cell each character of a row is as the next, and each row as the next.
        let mut row = [Links::default(); 3];
        for y in top..=bottom {
            if y <= top + 1 || y == bottom {
                row = [links(left, y), links(left + 1, y), links(right, y)];
            }
            for x in left..=right {
                let at = if x == left { 0 } else { 1 + usize::from(x == right) };
                chars.push((x, y, row[at]));
            }
        }
    }

    /// The characters of `piece`, cell by cell, with the lines of its outline.
    pub(crate) fn chars_of_piece(&self, piece: PieceId) -> Vec<(i32, i32, Links)> {
        let mut chars = Vec::new();
        let its = |&(_, covers): &(usize, &Option<PieceId>)| *covers == Some(piece);
        for (index, _) in self.pieces.iter().enumerate().filter(its) {
            let cell = Cell::new((index % self.width) as u8, (index / self.width) as u8);
            self.outline(piece, cell, &mut chars);
        }
        chars
    }

    /// This board with everything moved so many characters to the right and down.
    pub(crate) fn shifted(&self, (dx, dy): (i32, i32)) -> Raster {
        Raster {
            origin: (self.origin.0 + dx, self.origin.1 + dy),
            pieces: self.pieces.clone(),
            ..*self
        }
    }

    /// Whether the board goes on beyond each edge of what is seen: left, top, right, bottom.
    pub(crate) fn hidden(&self) -> [bool; 4] {
        let (inside, (width, height)) = (self.seen.0, self.chars());
        [
            self.origin.0 < inside.left().into(),
            self.origin.1 < inside.top().into(),
            self.origin.0 + width > inside.right().into(),
            self.origin.1 + height > inside.bottom().into(),
        ]
    }

    /// The rectangle of the frame on the screen.
    pub(crate) fn frame(&self) -> Rect {
        self.seen.1
    }

    /// Where a character of the board is on the screen, if it is within `seen`.
    fn place(&self, x: i32, y: i32, seen: Rect) -> Option<At> {
        // What is scrolled off to the left or the top has a negative place here.
        let x = u16::try_from(self.origin.0 + x).ok()?;
        let y = u16::try_from(self.origin.1 + y).ok()?;
        let at = At::new(x, y);
        seen.contains(at).then_some(at)
    }

    /// Draws a character, counted from the top left one inside the frame.
    pub(crate) fn put(&self, buffer: &mut Buffer, x: i32, y: i32, glyph: char, style: Style) {
        let Some(at) = self.place(x, y, self.seen.0) else {
            return;
        };
        // Half of a wide character cannot be drawn over: the other half goes too.
        let before = at.x.checked_sub(1).and_then(|x| buffer.cell_mut((x, at.y)));
        if let Some(wide) = before.filter(|cell| label::is_wide(cell.symbol())) {
            wide.set_char(' ');
        }
        if let Some(cell) = buffer.cell_mut(at) {
            cell.set_char(glyph).set_style(style);
        }
    }

    /// What is drawn at a character.
    pub(crate) fn symbol<'b>(&self, buffer: &'b Buffer, x: i32, y: i32) -> Option<&'b str> {
        let at = self.place(x, y, self.seen.0)?;
        buffer.cell(at).map(ratatui::buffer::Cell::symbol)
    }

    /// Draws another character in the same colours.
    pub(crate) fn recast(&self, buffer: &mut Buffer, x: i32, y: i32, glyph: char) {
        let place = self.place(x, y, self.seen.0);
        if let Some(cell) = place.and_then(|at| buffer.cell_mut(at)) {
            cell.set_char(glyph);
        }
    }

    /// Shows a character with ink and ground exchanged.
    pub(crate) fn invert(&self, buffer: &mut Buffer, x: i32, y: i32) {
        let place = self.place(x, y, self.seen.0);
        if let Some(cell) = place.and_then(|at| buffer.cell_mut(at)) {
            cell.modifier.toggle(Modifier::REVERSED);
        }
    }

    /// Whether what is drawn at a place is no writing: a line, a shade or a blank. Half of a wide character is writing too.
    pub(crate) fn is_unwritten(&self, buffer: &Buffer, x: i32, y: i32) -> bool {
        let symbol = |x: i32| self.symbol(buffer, x, y);
        let is_wide = |x: i32| symbol(x).is_some_and(label::is_wide);
        let is_plain = |symbol: &str| !symbol.chars().any(char::is_alphanumeric);
        symbol(x).is_some_and(is_plain) && !is_wide(x - 1)
    }

    /// Draws a character of the frame.
    pub(crate) fn put_frame(&self, buffer: &mut Buffer, x: i32, y: i32, glyph: char, style: Style) {
        let place = self.place(x, y, self.seen.1);
        if let Some(cell) = place.and_then(|at| buffer.cell_mut(at)) {
            cell.set_char(glyph).set_style(style);
        }
    }

    /// Writes `text` on the frame from a character on, if all of it is to be seen.
    pub(crate) fn text_frame(&self, buffer: &mut Buffer, x: i32, y: i32, text: &str, style: Style) {
        let last = self.place(x + label::width(text) - 1, y, self.seen.1);
        if let (Some(at), Some(_)) = (self.place(x, y, self.seen.1), last) {
            buffer.set_string(at.x, at.y, text, style);
        }
    }

    /// Writes a letter on the left or right frame; a wide one stands beside it too, where the window has room.
    pub(crate) fn text_beside(
        &self,
        buffer: &mut Buffer,
        x: i32,
        y: i32,
        text: &str,
        style: Style,
    ) {
        let beside =
            self.seen.1.outer(ratatui::layout::Margin::new(1, 0)).intersection(buffer.area);
        let last = self.place(x + label::width(text) - 1, y, beside);
        if let (Some(at), Some(_)) = (self.place(x, y, beside), last) {
            buffer.set_string(at.x, at.y, text, style);
        }
    }

    /// Writes `text` from a character on, as far as it is to be seen; no wide character is cut in two.
    pub(crate) fn text(&self, buffer: &mut Buffer, x: i32, y: i32, text: &str, style: Style) {
        let mut x = x;
        // One character after the other, since the edge of what is seen may cut the text anywhere.
        for c in text.chars() {
            let word = c.to_string();
            let width = label::width(&word);
            let last = self.place(x + width - 1, y, self.seen.0);
            if let (Some(at), Some(_)) = (self.place(x, y, self.seen.0), last) {
                buffer.set_string(at.x, at.y, word, style);
            }
            x += width;
        }
    }

    /// Fills `cell`.
    pub(crate) fn fill(&self, buffer: &mut Buffer, cell: Cell, glyph: char, style: Style) {
        for (x, y) in self.chars_of(cell) {
            self.put(buffer, x, y, glyph, style);
        }
    }
}
