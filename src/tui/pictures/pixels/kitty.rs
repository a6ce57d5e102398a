//! Kitty's protocol: the whole picture is sent once for each size that it is shown in; then each character names the column and
//! the row of it that it shows, so that a tile moves as text does, and what stands over it needs no care.

use super::{PLACEHOLDER, PicturePart, filling};
use crate::tui::pictures::Picture;
use crate::tui::theme::Rgb;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use ratatui::buffer::{Buffer, Cell, CellDiffOption};
use ratatui::style::{Color, Style};
use std::fmt::Write as _;
use std::num::NonZeroU16;
use std::sync::atomic::{AtomicU32, Ordering};

/// The marks above a placeholder that say which row and which column of the picture it shows, in the order of their numbers, as
/// hexadecimal code points. They are those of <https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders>.
const MARKS: &str = "\
    305 30d-30e 310 312 33d-33f 346 34a-34c 350-352 357 35b 363-36f 483-487 592-595 597-599 59c-5a1 \
    5a8-5a9 5ab-5ac 5af 5c4 610-617 657-65b 65d-65e 6d6-6dc 6df-6e2 6e4 6e7-6e8 6eb-6ec 730 732-733 \
    735-736 73a 73d 73f-741 743 745 747 749-74a 7eb-7f1 7f3 816-819 81b-823 825-827 829-82d 951 \
    953-954 f82-f83 f86-f87 135d-135f 17dd 193a 1a17 1a75-1a7c 1b6b 1b6d-1b73 1cd0-1cd2 1cda-1cdb \
    1ce0 1dc0-1dc1 1dc3-1dc9 1dcb-1dcc 1dd1-1de6 1dfe 20d0-20d1 20d4-20d7 20db-20dc 20e1 20e7 20e9 \
    20f0 2cef-2cf1 2de0-2dff a66f a67c-a67d a6f0-a6f1 a8e0-a8f1 aab0 aab2-aab3 aab7-aab8 aabe-aabf \
    aac1 fe20-fe26 10a0f 10a38 1d185-1d189 1d1aa-1d1ad 1d242-1d244";
/// The most bytes of a picture that are sent in one sequence: as 4096 characters, which is all that the protocol allows.
const PIECE: usize = 4096 / 4 * 3;
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
        self.sent.push(part.of);
        // The greatest number ever, not the last: after a change of the font the numbers begin again.
        SENT.fetch_max(number + 1, Ordering::SeqCst);
        Some((id, sending(&filling(picture, part.of, self.font), part.of, id) + &place))
    }
}

/// What gives the terminal a picture that fills so many columns and rows wherever its placeholders stand.
fn sending(picture: &Picture, (columns, rows): (u16, u16), id: u32) -> String {
    let Picture { width, height, ref pixels } = *picture;
    let mut head = format!("i={id},a=T,U=1,f=24,t=d,s={width},v={height},c={columns},r={rows},");
    let mut pieces = pixels.as_flattened().chunks(PIECE).peekable();
    let mut text = String::new();
    while let Some(piece) = pieces.next() {
        let more = u8::from(pieces.peek().is_some());
        let piece = BASE64_STANDARD.encode(piece);
        // A text takes whatever is written into it.
        let _ = write!(text, "\x1b_Gq=2,{head}m={more};{piece}\x1b\\");
        head.clear();
    }
    text
}

/// What stands for the columns and rows from 0 on.
fn marks() -> Vec<char> {
    let code = |text: &str| u32::from_str_radix(text, 16).unwrap_or_default();
    let spans = MARKS.split(' ').map(|span| span.split_once('-').unwrap_or((span, span)));
    let codes = spans.flat_map(|(first, last)| code(first)..=code(last));
    codes.filter_map(char::from_u32).collect()
}

/// Draws a part of the picture by half blocks, where there are no marks for its place.
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
    use ratatui::layout::Rect;

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
    fn a_picture_is_sent_in_pieces_that_a_terminal_takes() {
        let pixels = (0..100 * 100).map(|at: u32| at.to_be_bytes()).map(|[_, a, b, c]| [a, b, c]);
        let picture = Picture::new(100, pixels.collect()).unwrap();
        let sent = sending(&picture, (10, 5), FIRST);
        let pieces: Vec<(&str, &str)> = sent
            .split_terminator("\x1b\\")
            .map(|piece| piece.strip_prefix("\x1b_Gq=2,").unwrap().split_once(';').unwrap())
            .collect();
        let (last, others) = pieces.split_last().unwrap();
        assert_eq!(others[0].0, "i=6845793,a=T,U=1,f=24,t=d,s=100,v=100,c=10,r=5,m=1");
        assert!(others[1..].iter().all(|piece| piece.0 == "m=1") && last.0 == "m=0");
        assert!(pieces.iter().all(|piece| piece.1.len() <= 4096));
        let bytes = pieces.iter().flat_map(|piece| BASE64_STANDARD.decode(piece.1).unwrap());
        assert!(bytes.eq(picture.pixels.into_flattened()));
    }

    #[test]
    fn there_are_marks_for_every_board() {
        let largest = crate::puzzle::MAX_SIDE * 7;
        let marks = marks();
        assert!(marks.len() >= largest);
        // The protocol has 297, in the order of Unicode.
        assert_eq!((marks.len(), marks[1], marks[296]), (297, '\u{30d}', '\u{1d244}'));
        assert!(marks.is_sorted());
    }
}
