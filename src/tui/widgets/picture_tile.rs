//! Tiles that show a picture: in the pixels that the terminal has, or else two a character; and the number in the middle if it is
//! wanted.

use super::label;
use super::raster::Raster;
use crate::puzzle::Cell;
use crate::tui::pictures::{Canvas, Picture, nearest};
use crate::tui::theme::{Rgb, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// What draws the tiles of a board that show a picture.
#[derive(Clone, Copy)]
pub(crate) struct PictureTile<'a> {
    pub(crate) picture: &'a Picture,
    /// Whether the tiles show their numbers too.
    pub(crate) numbered: bool,
    /// Whether lines part the tiles.
    pub(crate) lined: bool,
    pub(crate) theme: Theme,
    /// The pixels that the terminal has for it.
    pub(crate) canvas: Option<Canvas>,
}

impl PictureTile<'_> {
    /// Draws the part of the picture that belongs to the cell `home` on the cell `here`, with a number.
    pub(crate) fn draw(
        &self,
        raster: &Raster,
        (home, here): (Cell, Cell),
        number: &str,
        buffer: &mut Buffer,
    ) {
        let away = (raster.left(home) - raster.left(here), raster.top(home) - raster.top(here));
        for (x, y) in raster.chars_of(here) {
            let at = (x + away.0, y + away.1);
            let (glyph, style) = match self.canvas {
                Some(canvas) => canvas.character(at, raster.chars()),
                None => self.blocks(at, raster.chars(), self.rim(raster, (x, y))),
            };
            raster.put(buffer, x, y, glyph, style);
        }
        if self.numbered {
            self.number(raster, (home, here), number, buffer);
        }
    }

    /// Whether a tile is seen to move; not where its pixels would have to be sent for each step of it.
    pub(crate) fn can_slide(&self) -> bool {
        self.canvas.is_none_or(Canvas::can_slide)
    }

    /// Whether a character is at the right and at the lower rim of its tile, where the line is.
    fn rim(&self, raster: &Raster, (x, y): (i32, i32)) -> (bool, bool) {
        let (width, height) = raster.cell;
        // Of a smaller tile the lines would be a third and more.
        let lined = self.lined && width >= 4;
        (lined && (x + 1) % width == 0, lined && (y + 1) % height == 0)
    }

    /// A character of the picture on a board of so many, as two pixels of it, which are darker in a line.
    fn blocks(
        &self,
        (x, y): (i32, i32),
        (width, height): (i32, i32),
        (right, low): (bool, bool),
    ) -> (char, Style) {
        // A character is two pixels high, and about twice as high as wide.
        let board = (width as usize, 2 * height as usize);
        let at = (x as usize, 2 * y as usize);
        let color = |at, of, line| {
            let mean = self.picture.mean(at, of, board);
            let shade = if line { mean.mixed(Rgb(0, 0, 0), 55) } else { mean };
            nearest(self.theme.depth, shade)
        };
        // The half block is not in ASCII, so that the ground of a blank shows the mean of both pixels.
        if self.theme.ascii {
            return (' ', Style::new().bg(color(at, (1, 2), right)));
        }
        let upper = color(at, (1, 1), right);
        let lower = color((at.0, at.1 + 1), (1, 1), right || low);
        ('▀', Style::new().fg(upper).bg(lower))
    }

    /// Draws the whole picture, as large as `area` is.
    pub(crate) fn whole(&self, area: Rect, buffer: &mut Buffer) {
        let of = (i32::from(area.width), i32::from(area.height));
        for place in area.positions() {
            let at = (i32::from(place.x - area.x), i32::from(place.y - area.y));
            let (glyph, style) = self.blocks(at, of, (false, false));
            buffer[place].set_char(glyph).set_style(style);
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
        let mean = self.picture.mean(at, of, (columns as usize, 2 * rows as usize));
        let style = Style::new()
            .bg(nearest(self.theme.depth, mean))
            .fg(nearest(self.theme.depth, mean.ink()))
            .add_modifier(Modifier::BOLD);
        let x = raster.left(here) + (width - label::width(number)).max(0) / 2;
        raster.text(buffer, x, raster.top(here) + (height - 1) / 2, number, style);
    }
}
