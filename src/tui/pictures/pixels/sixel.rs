//! Sixels: pixels that stay where they are until something is written over them. What has changed since the frame before is sent
//! as one image, with nothing where text stands; the text that it covers is written once more behind it.
//!
//! Some terminals keep a few images only and lose the oldest when they draw their window anew. So now and then all is sent as
//! one.

use super::{PicturePart, filling, half_block};
use crate::tui::pictures::Picture;
use image::imageops::{crop_imm, replace};
use image::{DynamicImage, RgbaImage};
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::{Position, Rect};
use ratatui_image::protocol::sixel;
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
    /// The picture in each size that it is shown in: its columns and rows, and its pixels.
    plates: Vec<((u16, u16), RgbaImage)>,
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
        match self.image(picture, patch, frame) {
            Some(image) => {
                // Before `lay`, which knows the characters that belong to pixels by the mark that this leaves.
                self.clear(frame);
                lay(&image, patch, frame);
            }
            None => self.blocks(picture, frame),
        }
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

    /// The whole picture by half blocks.
    fn blocks(&self, picture: &Picture, frame: &mut Buffer) {
        for (cell, part) in frame.content.iter_mut().zip(&self.shown) {
            if let Some(part) = part {
                half_block(picture, *part, cell);
            }
        }
    }

    /// What is sent for the characters of `patch`.
    fn image(&mut self, picture: &Picture, patch: Rect, frame: &Buffer) -> Option<String> {
        let (wide, high) = (u32::from(self.font.0), u32::from(self.font.1));
        let mut image =
            RgbaImage::new(u32::from(patch.width) * wide, u32::from(patch.height) * high);
        for at in patch.positions() {
            let Some(part) = self.shown[frame.index_of(at.x, at.y)] else {
                continue;
            };
            let plate = self.plate(picture, part.of);
            let (x, y) = (u32::from(part.at.0) * wide, u32::from(part.at.1) * high);
            let part = crop_imm(plate, x, y, wide, high);
            let (x, y) = (u32::from(at.x - patch.x), u32::from(at.y - patch.y));
            replace(&mut image, &*part, (x * wide).into(), (y * high).into());
        }
        let image = DynamicImage::ImageRgba8(image);
        let sixel = sixel::Sixel::new(image, patch.as_size(), false).ok()?;
        Some(sixel.data)
    }

    /// The picture where it has so many columns and rows.
    fn plate(&mut self, picture: &Picture, of: (u16, u16)) -> &RgbaImage {
        let known = self.plates.iter().position(|plate| plate.0 == of);
        let at = known.unwrap_or_else(|| {
            let image = filling(picture, of, self.font).into_rgba8();
            self.plates.push((of, image));
            self.plates.len() - 1
        });
        &self.plates[at].1
    }
}

/// The least rectangle that has all characters of a kind, if there are any.
fn bounds(frame: &Buffer, is_meant: impl Fn(usize) -> bool) -> Option<Rect> {
    let places = frame.area.positions().enumerate();
    let meant = places.filter(|(i, _)| is_meant(*i)).map(|(_, at)| at);
    let cell = |at: Position| Rect::new(at.x, at.y, 1, 1);
    meant.map(cell).reduce(Rect::union)
}

/// Sends `image` with the first character of `patch`, before all text within it, which is then written once more: the library
/// wipes the ground of an image. The cursor goes back, since it is nowhere in particular behind an image; and the ground is wiped
/// without that character's colours.
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
    let symbol = format!("\x1b7\x1b[0m{image}\x1b8{own}");
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
