//! The terminal's own pixels: which of them it has, and the last step of a frame, in which each part of the picture becomes what
//! the terminal must be told for it.
//!
//! Drawing only says which part of the picture belongs where: it puts a [`PicturePart`] into each character. What the terminal is
//! told for it depends on its protocol, and on what it shows already.

mod colours;
mod kitty;
mod query;
mod sixel;
mod window;

pub(crate) use kitty::farewell;
pub(crate) use query::ask;
pub(crate) use window::Window;

use super::picture::Picture;
use kitty::Kitty;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Style};
use sixel::Sixel;

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
    pub fn kitty(font: (u16, u16)) -> Canvas {
        Canvas { protocol: Protocol::Kitty, font }
    }

    /// A terminal with sixels, whose characters have so many columns and rows of pixels.
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
fn filling(picture: &Picture, of: (u16, u16), font: (u16, u16)) -> Picture {
    let side = |count: u16, size: u16| (usize::from(count) * usize::from(size)).max(1);
    let (wide, high) = (side(of.0, font.0), side(of.1, font.1));
    let [left, top, width, height] = picture.seen((wide, high));
    let rows = picture.pixels.chunks(picture.width).skip(top).take(height);
    let seen: Vec<[u8; 3]> = rows.flat_map(|row| &row[left..left + width]).copied().collect();
    let pixels = stretched(&stretched(&seen, width, wide), height, high);
    Picture { width: wide, height: high, pixels }
}

/// Each row of `width` pixels with `wanted` of them, which become a column of what is returned: done twice, both sides have changed.
/// A pixel is the mean of those around its place, the nearer the more, over as much as it covers and two of them at least.
fn stretched(pixels: &[[u8; 3]], width: usize, wanted: usize) -> Vec<[u8; 3]> {
    let scale = width as f32 / wanted as f32;
    let reach = scale.max(1.0);
    let mut columns = Vec::with_capacity(wanted * (pixels.len() / width));
    for place in 0..wanted {
        let middle = (place as f32 + 0.5) * scale - 0.5;
        let from = (middle - reach).ceil().max(0.0) as usize;
        let to = ((middle + reach).floor() as usize).min(width - 1);
        let weight = |at: usize| 1.0 - (at as f32 - middle).abs() / reach;
        let all: f32 = (from..=to).map(weight).sum();
        let weights: Vec<f32> = (from..=to).map(|at| weight(at) / all).collect();
        for row in pixels.chunks(width) {
            let (mut r, mut g, mut b) = (0.5, 0.5, 0.5);
            for (at, weight) in weights.iter().enumerate() {
                let pixel = row[from + at];
                r += f32::from(pixel[0]) * weight;
                g += f32::from(pixel[1]) * weight;
                b += f32::from(pixel[2]) * weight;
            }
            columns.push([r as u8, g as u8, b as u8]);
        }
    }
    columns
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
            assert_eq!((image.width, image.height), (20, 20));
            assert!(image.pixels.iter().all(|p| *p == pixel));
        }
    }

    #[test]
    fn pixels_between_two_are_of_both_and_many_become_their_mean() {
        let row = [[0, 0, 0], [200, 100, 0]];
        let red = |pixels: Vec<[u8; 3]>| pixels.iter().map(|p| p[0]).collect::<Vec<u8>>();
        assert_eq!(red(stretched(&row, 2, 2)), [0, 200]);
        assert_eq!(red(stretched(&row, 2, 4)), [0, 50, 150, 200]);
        assert_eq!(red(stretched(&row, 2, 1)), [100]);
        // Two rows of two become two columns of one.
        assert_eq!(red(stretched(&[row, row].concat(), 2, 1)), [100, 100]);
        let picture = Picture::new(2, [row, [[0, 0, 0]; 2]].concat()).unwrap();
        let twice = filling(&picture, (4, 4), (1, 1));
        assert_eq!(&red(twice.pixels)[..8], [0, 50, 150, 200, 0, 38, 113, 150]);
    }
}
