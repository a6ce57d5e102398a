//! Kitty's protocol: the whole picture is sent once for each size that it is shown in; then each character names the column and
//! the row of it that it shows, so that a tile moves as text does, and what stands over it needs no care.

use super::{PLACEHOLDER, PicturePart, filling, half_block};
use crate::tui::pictures::Picture;
use image::DynamicImage;
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::{Rect, Size};
use ratatui::style::{Color, Style};
use ratatui::widgets::Widget;
use ratatui_image::Image;
use ratatui_image::protocol::{Protocol, kitty};
use std::fmt::Write as _;
use std::num::NonZeroU16;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of the first picture; those of other sizes follow. It is written as a colour, so that three bytes are enough.
// The three bytes spell `hua`; a small number would sooner be that of another program's picture.
const FIRST: u32 = 0x0068_7561;
/// How many pictures the terminal may have been sent, so that they can be taken back however the program ends.
// It is static, since the terminal is restored where no writer of pictures is at hand.
static SENT: AtomicU32 = AtomicU32::new(0);

/// Takes all pictures back that the terminal was sent.
pub(crate) fn farewell() -> String {
    (FIRST..FIRST + SENT.load(Ordering::SeqCst)).fold(String::new(), |mut text, id| {
        // A text takes whatever is written into it.
        let _ = write!(text, "\x1b_Ga=d,d=I,i={id},q=2\x1b\\");
        text
    })
}

/// The pictures that the terminal has.
#[derive(Default)]
pub(crate) struct Kitty {
    font: (u16, u16),
    /// Columns and rows of each, in the order of their numbers.
    sent: Vec<(u16, u16)>,
    /// What stands for the columns and rows from 0 on.
    marks: Vec<char>,
}

impl Kitty {
    pub(crate) fn write(&mut self, picture: &Picture, font: (u16, u16), frame: &mut Buffer) {
        // With another font every picture has other pixels. It is sent again under the same number, which replaces it.
        if self.font != font {
            *self = Kitty { font, ..Kitty::default() };
        }
        for cell in &mut frame.content {
            let Some(part) = PicturePart::of_cell(cell) else {
                continue;
            };
            match self.place(picture, part) {
                Some((id, symbol)) => {
                    cell.set_symbol(&symbol)
                        .set_style(Style::reset().fg(Color::from_u32(id)))
                        // The symbol may carry a whole picture, and its marks have no width: it is told to be one column.
                        .set_diff_option(CellDiffOption::ForcedWidth(NonZeroU16::MIN));
                }
                None => half_block(picture, part, cell),
            }
        }
    }

    /// The number of the picture, and what is written for a part of it: where the terminal has not got the picture yet, that
    /// too.
    fn place(&mut self, picture: &Picture, part: PicturePart) -> Option<(u32, String)> {
        // The marks are made when the first picture is drawn, since most games show none.
        if self.marks.is_empty() {
            self.marks = marks();
        }
        let mark = |at: u16| self.marks.get(usize::from(at));
        let place: String =
            [&PLACEHOLDER, mark(part.at.1)?, mark(part.at.0)?].into_iter().collect();
        let known = self.sent.iter().position(|of| *of == part.of);
        let number = u32::try_from(known.unwrap_or(self.sent.len())).ok()?;
        let id = FIRST + number;
        if known.is_some() {
            return Some((id, place));
        }
        let image = filling(picture, part.of, self.font);
        // One character is enough to learn how the library sends the picture; which marks follow is decided here.
        let (news, _) = drawn(image, part.of.into(), id, Rect::new(0, 0, 1, 1))?
            .pop()?
            .rsplit_once(PLACEHOLDER)
            .map(|(news, rest)| (news.to_owned(), rest.to_owned()))?;
        self.sent.push(part.of);
        // The greatest number ever, not the last: after a change of the font the numbers begin again.
        SENT.fetch_max(number + 1, Ordering::SeqCst);
        Some((id, news + &place))
    }
}

/// The marks for columns and rows. The library writes them for the first column only, which is not enough where text stands
/// within a picture; but a picture of one column shows them all.
fn marks() -> Vec<char> {
    /// More than there are.
    const ENOUGH: u16 = 400;
    let dot = DynamicImage::new_rgba8(1, 1);
    let column = drawn(dot, Size::new(1, ENOUGH), FIRST, Rect::new(0, 0, 1, ENOUGH));
    let mark = |symbol: String| symbol.chars().skip_while(|&c| c != PLACEHOLDER).nth(1);
    column.into_iter().flatten().map_while(mark).collect()
}

/// What the library writes into the characters of `area`.
fn drawn(image: DynamicImage, size: Size, id: u32, area: Rect) -> Option<Vec<String>> {
    let picture = kitty::Kitty::new(image, size, id, false, false).ok()?;
    let mut buffer = Buffer::empty(area);
    let protocol = Protocol::Kitty(picture);
    Image::new(&protocol).allow_clipping(true).render(area, &mut buffer);
    let symbols = buffer.content.iter().map(|cell| cell.symbol().to_owned());
    Some(symbols.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Characters that show parts of pictures: where each is, and how large the picture.
    fn frame(parts: &[[(u16, u16); 2]]) -> Buffer {
        let mut frame = Buffer::empty(Rect::new(0, 0, 4, 1));
        for (cell, &[at, of]) in frame.content.iter_mut().zip(parts) {
            cell.set_char(PLACEHOLDER).set_style(PicturePart { at, of }.style());
        }
        frame
    }

    #[test]
    fn a_picture_is_sent_once_a_size_and_each_character_names_its_part() {
        let picture = Picture::new(2, vec![[1, 2, 3]; 4]).unwrap();
        let mut kitty = Kitty::default();
        let mut write = |parts: &[_], font| {
            let mut frame = frame(parts);
            kitty.write(&picture, font, &mut frame);
            frame
        };
        let parts = [[(0, 0), (4, 2)], [(3, 1), (4, 2)], [(0, 0), (2, 1)]];
        let marks = marks();
        let place = |x: usize, y: usize| String::from_iter([PLACEHOLDER, marks[y], marks[x]]);
        let first = write(&parts, (5, 7));
        let sent = |symbol: &str| symbol.starts_with("\x1b_Gq=2,i=") && symbol.contains(",U=1,");
        assert!(sent(first[(0, 0)].symbol()));
        assert!(first[(0, 0)].symbol().contains("s=20,v=14,"));
        assert!(first[(0, 0)].symbol().ends_with(&place(0, 0)));
        assert_eq!(first[(1, 0)].symbol(), place(3, 1));
        assert_eq!(first[(0, 0)].fg, first[(1, 0)].fg);
        assert!(sent(first[(2, 0)].symbol()));
        assert_ne!(first[(0, 0)].fg, first[(2, 0)].fg);
        assert_eq!(first[(3, 0)].symbol(), " ");
        let again = write(&parts, (5, 7));
        assert_eq!(again[(0, 0)].symbol(), place(0, 0));
        assert!(sent(write(&parts, (6, 7))[(0, 0)].symbol()), "other pixels");
        assert!(farewell().matches("a=d,d=I").count() >= 2);
    }

    #[test]
    fn there_are_marks_for_every_board() {
        let largest = crate::puzzle::MAX_SIDE * 7;
        assert!(marks().len() >= largest);
    }
}
