//! The last step of a frame where the terminal shows pixels: each part of the picture becomes what the terminal must be told
//! for it.

mod kitty;
mod sixel;

use super::album::Album;
use super::graphics::{Protocol, Spot};
use super::picture::Picture;
use super::theme::Rgb;
use kitty::Kitty;
pub(crate) use kitty::farewell;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Style};
use sixel::Sixel;

/// What the terminal has been shown so far.
#[derive(Default)]
pub(crate) struct Easel {
    kitty: Kitty,
    sixel: Sixel,
}

impl Easel {
    /// Nothing is known any more of what the terminal shows.
    pub(crate) fn forget(&mut self) {
        *self = Easel::default();
    }

    /// Puts what the terminal is to be told into the frame.
    pub(crate) fn paint(&mut self, album: &Album, frame: &mut Buffer) {
        if let (Some(picture), Some(canvas)) = (album.picture(), album.canvas()) {
            match canvas.protocol {
                Protocol::Kitty => self.kitty.paint(picture, canvas.font, frame),
                Protocol::Sixel => self.sixel.paint(picture, canvas.font, frame),
            }
        }
    }
}

/// Draws a part of the picture by half blocks, should it be impossible otherwise.
fn block(picture: &Picture, spot: Spot, cell: &mut Cell) {
    let (x, y) = (usize::from(spot.at.0), 2 * usize::from(spot.at.1));
    let board = (usize::from(spot.of.0), 2 * usize::from(spot.of.1));
    let [upper, lower] = [y, y + 1].map(|y| {
        let Rgb(r, g, b) = picture.mean((x, y), (1, 1), board);
        Color::Rgb(r, g, b)
    });
    cell.set_char('▀').set_style(Style::reset().fg(upper).bg(lower));
}
