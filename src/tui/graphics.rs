//! Pictures in real pixels: what the player wants of them, what the terminal has, and which part of the picture a character is
//! to show.
//!
//! Drawing only says which part of the picture belongs where: it puts a [`Spot`] into each character. What the terminal is told
//! for it depends on its protocol, and on what it shows already; that is the easel's, when the frame is done.

use ratatui::buffer::Cell;
use ratatui::style::{Color, Style};

/// How the player wants a picture to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Graphics {
    /// In pixels where the terminal says that it can.
    #[default]
    Auto,
    /// By kitty's protocol.
    Kitty,
    /// By sixels.
    Sixel,
    /// By half blocks.
    Blocks,
}

/// How pixels come to a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The terminal is given the picture once, and each character names its part of it.
    Kitty,
    /// What changes is sent as pixels again.
    Sixel,
}

/// A terminal that shows pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canvas {
    /// How they come to it.
    pub protocol: Protocol,
    /// Columns and rows of pixels that a character has.
    pub font: (u16, u16),
}

/// A part of the picture, as large as a character: which of the columns and rows that the picture has where it fills the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    /// Its column and row.
    pub(crate) at: (u16, u16),
    /// Columns and rows of the whole picture.
    pub(crate) of: (u16, u16),
}

/// What stands in a character until the easel has seen to it: kitty's own sign for a picture, which no text has.
pub(crate) const PLACE: char = '\u{10EEEE}';

impl Spot {
    /// The look that tells the easel of this part; its character is [`PLACE`].
    pub(crate) fn style(self) -> Style {
        Style::reset().fg(packed(self.at.0, self.at.1)).bg(packed(self.of.0, self.of.1))
    }

    /// The part that a character is to show, if it is to show one.
    pub(crate) fn of_cell(cell: &Cell) -> Option<Spot> {
        let mut symbol = cell.symbol().chars();
        let is_place = symbol.next() == Some(PLACE) && symbol.next().is_none();
        is_place.then_some(Spot { at: unpacked(cell.fg)?, of: unpacked(cell.bg)? })
    }
}

/// Two numbers below 4096 as a colour.
fn packed(a: u16, b: u16) -> Color {
    Color::from_u32(u32::from(a & 0xfff) << 12 | u32::from(b & 0xfff))
}

fn unpacked(color: Color) -> Option<(u16, u16)> {
    let Color::Rgb(high, middle, low) = color else {
        return None;
    };
    let [high, middle, low] = [high, middle, low].map(u16::from);
    Some((high << 4 | middle >> 4, (middle & 0xf) << 8 | low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_found_again_in_its_character() {
        let spot = Spot { at: (223, 95), of: (4095, 300) };
        let mut cell = Cell::default();
        assert_eq!(Spot::of_cell(&cell), None);
        cell.set_char(PLACE).set_style(spot.style());
        assert_eq!(Spot::of_cell(&cell), Some(spot));
        cell.set_char('1');
        assert_eq!(Spot::of_cell(&cell), None);
    }
}
