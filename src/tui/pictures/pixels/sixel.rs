//! Sixels: pixels that stay where they are until something is written over them. What has changed since the frame before is sent
//! as one image, with nothing where text stands; the text that it covers is written once more behind it.
//!
//! Some terminals keep a few images only and lose the oldest when they draw their window anew. So now and then all is sent as
//! one.

use super::colours::Colours;
use super::{PicturePart, filling};
use crate::tui::pictures::Picture;
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::{Position, Rect};
use std::fmt::Write as _;
use std::num::NonZeroU16;

/// How many images may lie over the one of all; xterm keeps 16.
// With the one of all they are 15, one fewer than xterm keeps.
const MOST_PATCHES: usize = 14;

/// What the terminal shows.
#[derive(Default)]
pub(crate) struct Sixel {
    font: (u16, u16),
    area: Rect,
    /// The part of the picture in each character.
    shown: Vec<Option<PicturePart>>,
    /// How many images lie over the one of all.
    patches: usize,
    /// The colours of the picture; none before it is shown.
    colours: Option<Colours>,
    /// The picture in each size that it is shown in: its columns and rows, and the numbers of its pixels' colours.
    plates: Vec<((u16, u16), Vec<u8>)>,
}

impl Sixel {
    pub(crate) fn write(&mut self, picture: &Picture, font: (u16, u16), frame: &mut Buffer) {
        // In a window of another size nothing can be relied on of what was shown, and all of it is sent again.
        if (self.font, self.area) != (font, frame.area) {
            *self = Sixel { font, area: frame.area, ..Sixel::default() };
        }
        let parts: Vec<Option<PicturePart>> =
            frame.content.iter().map(PicturePart::of_cell).collect();
        let known = |i: usize| self.shown.get(i).copied().flatten();
        let all = bounds(frame, |i| parts[i].is_some());
        let changed = bounds(frame, |i| parts[i].is_some() && parts[i] != known(i));
        self.shown = parts;
        let Some((all, changed)) = all.zip(changed) else {
            // Nothing is new, so that nothing is sent; but no text may be written over the pixels either.
            self.clear(frame);
            return;
        };
        let patch = self.next_patch(all, changed);
        let image = self.image(picture, patch, frame);
        // Before `lay`, which knows the characters that belong to pixels by the mark that this leaves.
        self.clear(frame);
        lay(&image, patch, frame);
    }

    /// What is sent: what has changed, or from time to time all.
    fn next_patch(&mut self, all: Rect, changed: Rect) -> Rect {
        if changed == all || self.patches == MOST_PATCHES {
            self.patches = 0;
            return all;
        }
        self.patches += 1;
        changed
    }

    /// Leaves to the pixels what belongs to them: nothing is written there.
    fn clear(&self, frame: &mut Buffer) {
        for (cell, part) in frame.content.iter_mut().zip(&self.shown) {
            if part.is_some() {
                cell.reset();
                cell.set_diff_option(CellDiffOption::Skip);
            }
        }
    }

    /// What is sent for the characters of `patch`.
    fn image(&mut self, picture: &Picture, patch: Rect, frame: &Buffer) -> String {
        let (wide, high) = (usize::from(self.font.0), usize::from(self.font.1));
        let width = usize::from(patch.width) * wide;
        let mut pixels = vec![None; width * usize::from(patch.height) * high];
        let colours = self.colours.get_or_insert_with(|| Colours::of(picture));
        for at in patch.positions() {
            let Some(part) = self.shown[frame.index_of(at.x, at.y)] else {
                continue;
            };
            let known = self.plates.iter().position(|plate| plate.0 == part.of);
            let known = known.unwrap_or_else(|| {
                let image = filling(picture, part.of, self.font);
                self.plates.push((part.of, colours.dithered(&image)));
                self.plates.len() - 1
            });
            let plate = &self.plates[known].1;
            let stride = usize::from(part.of.0) * wide;
            let from = usize::from(part.at.1) * high * stride + usize::from(part.at.0) * wide;
            let to =
                usize::from(at.y - patch.y) * high * width + usize::from(at.x - patch.x) * wide;
            for y in 0..high {
                let row = plate.iter().skip(from + y * stride).take(wide);
                for (pixel, colour) in pixels[to + y * width..].iter_mut().zip(row) {
                    *pixel = Some(*colour);
                }
            }
        }
        sixels(&pixels, width, &colours.palette)
    }
}

/// The image of these rows of `width` pixels, with nothing where there is no colour: a line is six pixels high, and each of its
/// colours is written over it from left to right (*VT330/VT340 Programmer Reference Manual*, volume 2, chapter 14).
fn sixels(pixels: &[Option<u8>], width: usize, palette: &[[u8; 3]]) -> String {
    let mut text = format!("\x1bP7;1;0q\"1;1;{width};{}", pixels.len() / width);
    let mut is_used = vec![false; palette.len()];
    for colour in pixels.iter().flatten() {
        is_used[usize::from(*colour)] = true;
    }
    // Terminals may forget the colours of an image with its end, so that each has its own.
    for (number, colour) in palette.iter().enumerate().filter(|(number, _)| is_used[*number]) {
        let [r, g, b] = colour.map(|part| (u32::from(part) * 100 + 127) / 255);
        // A text takes whatever is written into it.
        let _ = write!(text, "#{number};2;{r};{g};{b}");
    }
    for (line, pixels) in pixels.chunks(6 * width).enumerate() {
        if line > 0 {
            text.push('-');
        }
        let mut rows = vec![Vec::new(); palette.len()];
        for (at, colour) in pixels.iter().enumerate() {
            if let Some(colour) = *colour {
                let row = &mut rows[usize::from(colour)];
                row.resize(width, 0);
                row[at % width] |= 1_u8 << (at / width);
            }
        }
        for (number, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_empty()) {
            let _ = write!(text, "#{number}");
            for run in row.chunk_by(|a, b| a == b) {
                let sixel = char::from(b'?' + run[0]);
                match run.len() {
                    count @ 0..=3 => text.extend(std::iter::repeat_n(sixel, count)),
                    count => _ = write!(text, "!{count}{sixel}"),
                }
            }
            text.push('$');
        }
    }
    text + "\x1b\\"
}

/// The least rectangle that has all characters of a kind, if there are any.
fn bounds(frame: &Buffer, is_meant: impl Fn(usize) -> bool) -> Option<Rect> {
    let places = frame.area.positions().enumerate();
    let meant = places.filter(|(i, _)| is_meant(*i)).map(|(_, at)| at);
    let cell = |at: Position| Rect::new(at.x, at.y, 1, 1);
    meant.map(cell).reduce(Rect::union)
}

/// Sends `image` with the first character of `patch`, before all text within it, which is then written once more: what the
/// terminal showed there is wiped first, without that character's colours, since pixels stay where an image has none. The cursor
/// goes back, since it is nowhere in particular behind an image.
fn lay(image: &str, patch: Rect, frame: &mut Buffer) {
    for at in patch.positions() {
        let cell = &mut frame[at];
        if cell.diff_option == CellDiffOption::None {
            cell.set_diff_option(CellDiffOption::AlwaysUpdate);
        }
    }
    let first = &mut frame[patch.as_position()];
    let own = match first.diff_option {
        // A character that belongs to pixels must not be written, so that the cursor only steps over it.
        CellDiffOption::Skip => "\x1b[C",
        _ => first.symbol(),
    };
    let wiped = format!("\x1b[{}X\x1b[B", patch.width).repeat(usize::from(patch.height));
    let symbol = format!("\x1b7\x1b[0m{wiped}\x1b8{image}\x1b8{own}");
    first.set_symbol(&symbol).set_diff_option(CellDiffOption::ForcedWidth(NonZeroU16::MIN));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::pictures::pixels::PLACEHOLDER;

    /// Four columns and two rows; a letter is a part of the picture, all else is text.
    fn frame(rows: [&str; 2]) -> Buffer {
        let mut frame = Buffer::with_lines(rows);
        for cell in &mut frame.content {
            let letter = cell.symbol().chars().next().unwrap();
            if letter.is_ascii_lowercase() {
                let at = (u16::from(letter as u8 - b'a'), 0);
                let of = (4, 1);
                cell.set_char(PLACEHOLDER).set_style(PicturePart { at, of }.style());
            }
        }
        frame
    }

    /// A terminal of its own kind: for each image its columns and rows in pixels and where it lies, and what is written else.
    struct Shown {
        sixel: Sixel,
        last: Buffer,
    }

    impl Shown {
        fn new() -> Shown {
            Shown { sixel: Sixel::default(), last: Buffer::empty(Rect::new(0, 0, 4, 2)) }
        }

        /// Where images are laid, how large, and which text is written where.
        fn show(&mut self, rows: [&str; 2]) -> (Vec<(u16, u16, String)>, String) {
            let colours = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]];
            let picture = Picture::new(4, colours.to_vec()).unwrap();
            let mut next = frame(rows);
            self.sixel.write(&picture, (6, 6), &mut next);
            let (mut images, mut text) = (Vec::new(), String::new());
            for (x, y, cell) in self.last.diff(&next) {
                match cell.symbol().split_once("q\"1;1;") {
                    Some((_, image)) => {
                        let (size, _) = image.split_once('#').unwrap();
                        images.push((x, y, size.to_owned()));
                        let (_, own) = cell.symbol().rsplit_once("\x1b8").unwrap();
                        text.push_str(own.trim_start_matches("\x1b[C"));
                    }
                    None => text.push_str(cell.symbol()),
                }
            }
            self.last = next;
            (images, text)
        }
    }

    #[test]
    fn what_has_changed_is_sent_and_the_text_in_it_written_behind() {
        let mut shown = Shown::new();
        let image = |x, y, size: &str| vec![(x, y, size.to_owned())];
        assert_eq!(shown.show(["ab1c", "dd  "]).0, image(0, 0, "24;12"));
        // What was written behind it is taken for changed once more, which does no harm.
        assert_eq!(shown.show(["ab1c", "dd  "]), (vec![], "1  ".to_owned()));
        assert_eq!(shown.show(["ab1c", "dd  "]), (vec![], String::new()));
        // A part moves into a blank: the blank is wiped, nothing else is touched.
        assert_eq!(shown.show(["ab1c", "d d "]).0, image(2, 1, "6;6"));
        // A number goes, and comes again.
        assert_eq!(shown.show(["abbc", "d d "]).0, image(2, 0, "6;6"));
        assert_eq!(shown.show(["ab1c", "d d "]), (vec![], "1".to_owned()));
        // Two parts change that have a number between them.
        let (images, text) = shown.show(["aa1b", "d d "]);
        assert_eq!((images, text.as_str()), (image(1, 0, "18;6"), "1"));
        assert_eq!(shown.show(["aa1b", "d d "]), (vec![], "1".to_owned()));
        // Another screen wipes the picture, and after it all of it comes again.
        assert_eq!(shown.show(["    ", "    "]), (vec![], " ".repeat(6)));
        assert_eq!(shown.show(["aa1b", "d d "]).0, image(0, 0, "24;12"));
    }

    /// What a terminal makes of an image: its pixels, row by row, as they are on black.
    fn decoded(image: &str, width: usize) -> Vec<[u8; 3]> {
        let body = image.strip_prefix("\x1bP7;1;0q\"1;1;").unwrap();
        let body = body.strip_suffix("\x1b\\").unwrap();
        let size: Vec<usize> =
            body[..body.find('#').unwrap()].split(';').map(|side| side.parse().unwrap()).collect();
        assert_eq!(size[0], width);
        let mut pixels = vec![[0; 3]; width * size[1]];
        let mut palette = vec![[0; 3]; 256];
        let (mut x, mut line, mut colour, mut count) = (0, 0, 0, 1);
        // Parameters go up to the next character that is none.
        let mut rest = &body[body.find('#').unwrap()..];
        while let Some(first) = rest.chars().next() {
            let end = rest[1..].find(|c: char| !c.is_ascii_digit() && c != ';');
            let (own, next) = rest.split_at(match first {
                '#' | '!' => end.map_or(rest.len(), |at| at + 1),
                _ => 1,
            });
            rest = next;
            let numbers: Vec<usize> = own[1..].split(';').filter_map(|n| n.parse().ok()).collect();
            match first {
                '#' => {
                    colour = numbers[0];
                    if let [_, 2, r, g, b] = numbers[..] {
                        palette[colour] = [r, g, b].map(|part| (part * 255 / 100) as u8);
                    }
                }
                '!' => count = numbers[0],
                '$' => x = 0,
                '-' => (x, line) = (0, line + 1),
                sixel => {
                    let bits = sixel as u8 - b'?';
                    for x in x..x + count {
                        for y in (0..6).filter(|y| bits >> y & 1 == 1) {
                            pixels[(6 * line + y) * width + x] = palette[colour];
                        }
                    }
                    (x, count) = (x + count, 1);
                }
            }
        }
        pixels
    }

    #[test]
    fn a_terminal_makes_the_same_pixels_of_an_image() {
        let palette = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [1, 2, 3]];
        let (width, height) = (23, 20);
        // Runs of all lengths, holes, and a last line that is not full.
        let pixel = |at: usize| match at % width / 3 + at / width * at % 5 {
            hole @ 4.. => (hole % 2 == 0).then_some(3),
            colour => Some(colour as u8),
        };
        let pixels: Vec<Option<u8>> = (0..width * height).map(pixel).collect();
        let wanted: Vec<[u8; 3]> = pixels
            .iter()
            .map(|pixel| pixel.map_or([0; 3], |colour| palette[usize::from(colour)]))
            .collect();
        let image = sixels(&pixels, width, &palette);
        assert_eq!(decoded(&image, width), wanted);
        assert!(!image.contains("#4"), "a colour that is not used");
        let empty = sixels(&[None; 6], 1, &palette);
        assert_eq!(empty, "\x1bP7;1;0q\"1;1;1;6\x1b\\");
    }

    #[test]
    fn a_number_may_be_the_first_thing_in_an_image() {
        let mut shown = Shown::new();
        let (images, text) = shown.show(["1a  ", "aa  "]);
        assert_eq!(images, [(0, 0, "12;12".to_owned())]);
        assert_eq!(text, "1");
    }

    #[test]
    fn all_is_sent_again_before_a_terminal_loses_the_first_image() {
        let mut shown = Shown::new();
        let boards = [["abcd", "dcba"], ["bbcd", "dcba"]];
        let whole = |shown: &mut Shown, i: usize| shown.show(boards[i % 2]).0[0].2 == "24;12";
        assert!(whole(&mut shown, 0));
        let frames: Vec<bool> = (1..=2 * MOST_PATCHES).map(|i| whole(&mut shown, i)).collect();
        let at = frames.iter().position(|whole| *whole);
        assert_eq!(at, Some(MOST_PATCHES));
    }
}
