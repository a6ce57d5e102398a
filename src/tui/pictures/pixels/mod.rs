//! The terminal's own pixels: which of them it has, and the last step of a frame, in which each part of the picture becomes what
//! the terminal must be told for it.
//!
//! Drawing only says which part of the picture belongs where: it puts a [`PicturePart`] into each character. What the terminal is
//! told for it depends on its protocol, and on what it shows already.

mod kitty;
mod query;
mod sixel;
mod window;

pub(crate) use kitty::farewell;
pub(crate) use query::ask;
pub(crate) use window::Window;

use super::picture::Picture;
use crate::tui::theme::Rgb;
use image::imageops::FilterType;
use image::{DynamicImage, RgbImage};
use kitty::Kitty;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Style};
use sixel::Sixel;

/// Whether there is a terminal that is shown pixels.
pub(crate) const ARE_BUILT: bool = true;
/// The longest side in pixels of a picture that is kept: as much as a board has room for in most windows.
pub(crate) const LONGEST_KEPT: usize = 1024;

/// How pixels come to a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    /// The terminal is given the picture once, and each character names its part of it.
    Kitty,
    /// What changes is sent as pixels again.
    Sixel,
}

/// A terminal that shows pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canvas {
    /// How they come to it.
    protocol: Protocol,
    /// Columns and rows of pixels that a character has.
    font: (u16, u16),
}

impl Canvas {
    /// A terminal with kitty's protocol, whose characters have so many columns and rows of pixels.
    #[must_use]
    pub fn kitty(font: (u16, u16)) -> Canvas {
        Canvas { protocol: Protocol::Kitty, font }
    }

    /// A terminal with sixels, whose characters have so many columns and rows of pixels.
    #[must_use]
    pub fn sixel(font: (u16, u16)) -> Canvas {
        Canvas { protocol: Protocol::Sixel, font }
    }

    /// Whether a tile is seen to move; not where its pixels would have to be sent for each step of it.
    pub(crate) fn can_slide(self) -> bool {
        self.protocol == Protocol::Kitty
    }

    /// The character, column and row `at` of the picture on a board of so many, until the writer has seen to it.
    pub(crate) fn character(self, at: (i32, i32), of: (i32, i32)) -> (char, Style) {
        let small = |(x, y): (i32, i32)| (x as u16, y as u16);
        (PLACEHOLDER, PicturePart { at: small(at), of: small(of) }.style())
    }
}

/// A part of the picture, as large as a character: which of the columns and rows that the picture has where it fills the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PicturePart {
    /// Its column and row.
    at: (u16, u16),
    /// Columns and rows of the whole picture.
    of: (u16, u16),
}

/// What stands in a character until the writer has seen to it: kitty's own sign for a picture, which no text has.
const PLACEHOLDER: char = '\u{10EEEE}';

impl PicturePart {
    /// The look that tells the writer of this part; its character is [`PLACEHOLDER`].
    fn style(self) -> Style {
        Style::reset().fg(packed(self.at.0, self.at.1)).bg(packed(self.of.0, self.of.1))
    }

    /// The part that a character is to show, if it is to show one.
    fn of_cell(cell: &Cell) -> Option<PicturePart> {
        let mut symbol = cell.symbol().chars();
        let is_place = symbol.next() == Some(PLACEHOLDER) && symbol.next().is_none();
        is_place.then_some(PicturePart { at: unpacked(cell.fg)?, of: unpacked(cell.bg)? })
    }
}

/// Two numbers below 4096 as a colour.
fn packed(a: u16, b: u16) -> Color {
    // Twelve bits each fill the 24 of a colour; no window comes near to 4096 columns or rows.
    Color::from_u32(u32::from(a & 0xfff) << 12 | u32::from(b & 0xfff))
}

fn unpacked(color: Color) -> Option<(u16, u16)> {
    let Color::Rgb(high, middle, low) = color else {
        return None;
    };
    let [high, middle, low] = [high, middle, low].map(u16::from);
    Some((high << 4 | middle >> 4, (middle & 0xf) << 8 | low))
}

/// The last step of a frame, and what the terminal has been shown so far.
#[derive(Default)]
pub(crate) struct PixelWriter {
    kitty: Kitty,
    sixel: Sixel,
}

impl PixelWriter {
    /// Nothing is known any more of what the terminal shows.
    pub(crate) fn forget(&mut self) {
        *self = PixelWriter::default();
    }

    /// Puts what the terminal is to be told into the frame.
    pub(crate) fn write(&mut self, picture: &Picture, canvas: Canvas, frame: &mut Buffer) {
        match canvas.protocol {
            Protocol::Kitty => self.kitty.write(picture, canvas.font, frame),
            Protocol::Sixel => self.sixel.write(picture, canvas.font, frame),
        }
    }
}

/// The picture where it fills so many columns and rows of characters of so many pixels; what stands over at two of its sides is
/// cut off alike.
fn filling(picture: &Picture, of: (u16, u16), font: (u16, u16)) -> DynamicImage {
    let (wide, high) = (u32::from(of.0) * u32::from(font.0), u32::from(of.1) * u32::from(font.1));
    let whole = RgbImage::from_vec(
        picture.width as u32,
        picture.height as u32,
        picture.pixels.as_flattened().to_vec(),
    );
    let whole = DynamicImage::ImageRgb8(whole.expect("a picture has whole rows of pixels"));
    let seen = picture.seen((wide.max(1) as usize, high.max(1) as usize));
    let [left, top, width, height] = seen.map(|pixels| pixels as u32);
    let image = whole.crop_imm(left, top, width, height);
    // `thumbnail_exact` is the faster one, but it is made for shrinking only.
    match width > wide && height > high {
        true => image.thumbnail_exact(wide, high),
        false => image.resize_exact(wide, high, FilterType::Triangle),
    }
}

/// Draws a part of the picture by half blocks, should it be impossible otherwise.
fn half_block(picture: &Picture, part: PicturePart, cell: &mut Cell) {
    let (x, y) = (usize::from(part.at.0), 2 * usize::from(part.at.1));
    let board = (usize::from(part.of.0), 2 * usize::from(part.of.1));
    let [upper, lower] = [y, y + 1].map(|y| {
        let Rgb(r, g, b) = picture.mean((x, y), (1, 1), board);
        Color::Rgb(r, g, b)
    });
    cell.set_char('▀').set_style(Style::reset().fg(upper).bg(lower));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_found_again_in_its_character() {
        let part = PicturePart { at: (223, 95), of: (4095, 300) };
        let mut cell = Cell::default();
        assert_eq!(PicturePart::of_cell(&cell), None);
        cell.set_char(PLACEHOLDER).set_style(part.style());
        assert_eq!(PicturePart::of_cell(&cell), Some(part));
        cell.set_char('1');
        assert_eq!(PicturePart::of_cell(&cell), None);
    }

    #[test]
    fn a_picture_fills_the_board_with_pixels() {
        let row = [[9, 9, 9], [1, 2, 3], [9, 9, 9]];
        let coarse = Picture::new(3, row.to_vec()).unwrap();
        let fine = Picture::new(64, vec![[7, 7, 7]; 64 * 90]).unwrap();
        for (picture, pixel) in [(coarse, [1, 2, 3]), (fine, [7, 7, 7])] {
            let image = filling(&picture, (4, 2), (5, 10));
            assert_eq!((image.width(), image.height()), (20, 20));
            assert!(image.into_rgb8().pixels().all(|p| p.0 == pixel));
        }
    }
}
