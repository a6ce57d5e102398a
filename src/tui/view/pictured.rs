//! Tiles that show a picture: two pixels a character, and the number in the middle if it is wanted.

use super::label;
use super::raster::Raster;
use crate::puzzle::Cell;
use crate::tui::picture::{Picture, nearest};
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

/// A picture on a board.
#[derive(Clone, Copy)]
pub(super) struct Pictured<'a> {
    pub(super) picture: &'a Picture,
    /// Whether the tiles show their numbers too.
    pub(super) numbered: bool,
    pub(super) theme: Theme,
}

impl Pictured<'_> {
    /// Draws the part of the picture that belongs to the cell `home` on the cell `here`, with a number.
    pub(super) fn draw(
        &self,
        raster: &Raster,
        (home, here): (Cell, Cell),
        number: &str,
        buffer: &mut Buffer,
    ) {
        let (left, top) = (
            raster.left(home) - raster.left(here),
            raster.top(home) - raster.top(here),
        );
        let (width, height) = raster.chars();
        // A character is two pixels high, and about twice as high as wide.
        let board = (width as usize, 2 * height as usize);
        for (x, y) in raster.chars_of(here) {
            let at = ((x + left) as usize, 2 * (y + top) as usize);
            let color = |at, of| nearest(self.theme.depth, self.picture.mean(at, of, board));
            if self.theme.ascii {
                raster.put(buffer, x, y, ' ', Style::new().bg(color(at, (1, 2))));
            } else {
                let (upper, lower) = (color(at, (1, 1)), color((at.0, at.1 + 1), (1, 1)));
                raster.put(buffer, x, y, '▀', Style::new().fg(upper).bg(lower));
            }
        }
        if self.numbered {
            self.number(raster, (home, here), number, buffer);
        }
    }

    /// Writes the number in the middle, on the mean colour of the tile.
    fn number(
        &self,
        raster: &Raster,
        (home, here): (Cell, Cell),
        number: &str,
        buffer: &mut Buffer,
    ) {
        let (width, height) = raster.cell;
        let (columns, rows) = raster.chars();
        let at = (raster.left(home) as usize, 2 * raster.top(home) as usize);
        let of = (width as usize, 2 * height as usize);
        let mean = self
            .picture
            .mean(at, of, (columns as usize, 2 * rows as usize));
        let style = Style::new()
            .bg(nearest(self.theme.depth, mean))
            .fg(nearest(self.theme.depth, mean.ink()))
            .add_modifier(Modifier::BOLD);
        let x = raster.left(here) + (width - label::width(number)).max(0) / 2;
        raster.text(
            buffer,
            x,
            raster.top(here) + (height - 1) / 2,
            number,
            style,
        );
    }
}
