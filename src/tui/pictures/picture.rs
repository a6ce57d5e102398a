//! A picture that the tiles of a number puzzle show: what of it each character sees, in the colours that there are.

use crate::tui::theme::{Depth, Rgb};
use ratatui::style::Color;
use std::fmt;

/// A picture in true colours.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Row by row.
    pub(crate) pixels: Vec<[u8; 3]>,
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({}x{})", self.width, self.height)
    }
}

impl Picture {
    /// A picture of so many pixels a row; `None` unless they are whole rows, and one at least.
    ///
    /// ```
    /// use huarong::tui::Picture;
    /// assert!(Picture::new(2, vec![[0, 0, 0]; 4]).is_some());
    /// assert!(Picture::new(3, vec![[0, 0, 0]; 4]).is_none());
    /// ```
    pub fn new(width: usize, pixels: Vec<[u8; 3]>) -> Option<Picture> {
        let whole = width > 0 && !pixels.is_empty() && pixels.len().is_multiple_of(width);
        whole.then(|| Picture { width, height: pixels.len() / width, pixels })
    }

    /// The mean colour of a part of the board: `at` from the left and the top, `of` so large, where the whole board has `board`
    /// columns and rows, which the picture fills.
    pub(crate) fn mean(
        &self,
        at: (usize, usize),
        of: (usize, usize),
        board: (usize, usize),
    ) -> Rgb {
        let [left, top, width, height] = self.seen(board);
        let span = |first: usize, count: usize, pixels: usize, parts: usize| {
            // Every part has one pixel at least, even where the picture has fewer of them than the board has characters.
            let from = (first * pixels / parts).min(pixels - 1);
            let to = ((first + count) * pixels / parts).clamp(from + 1, pixels);
            (from, to)
        };
        let (from_x, to_x) = span(at.0, of.0, width, board.0);
        let (from_y, to_y) = span(at.1, of.1, height, board.1);
        let mut sum = [0_usize; 3];
        for y in from_y..to_y {
            let row = (top + y) * self.width + left;
            for pixel in &self.pixels[row + from_x..row + to_x] {
                for (sum, part) in sum.iter_mut().zip(pixel) {
                    *sum += usize::from(*part);
                }
            }
        }
        let count = (to_x - from_x) * (to_y - from_y);
        let [r, g, b] = sum.map(|sum| (sum / count) as u8);
        Rgb(r, g, b)
    }

    /// What is seen of the picture where it fills so many columns and rows: from the left and the top, columns and rows of its
    /// pixels. What stands over at two of its sides is cut off alike.
    pub(crate) fn seen(&self, (columns, rows): (usize, usize)) -> [usize; 4] {
        // The ratios are compared by products, since quotients of whole numbers would be cut.
        let (wide, high) = (self.width * rows, self.height * columns);
        let (width, height) = match wide > high {
            true => ((high / rows).max(1), self.height),
            false => (self.width, (wide / columns).max(1)),
        };
        [(self.width - width) / 2, (self.height - height) / 2, width, height]
    }
}

/// The sixteen colours that have names, as most terminals show them.
pub(crate) const NAMED: [(Color, Rgb); 16] = [
    (Color::Black, Rgb(0, 0, 0)),
    (Color::Red, Rgb(205, 0, 0)),
    (Color::Green, Rgb(0, 205, 0)),
    (Color::Yellow, Rgb(205, 205, 0)),
    (Color::Blue, Rgb(0, 0, 238)),
    (Color::Magenta, Rgb(205, 0, 205)),
    (Color::Cyan, Rgb(0, 205, 205)),
    (Color::Gray, Rgb(229, 229, 229)),
    (Color::DarkGray, Rgb(127, 127, 127)),
    (Color::LightRed, Rgb(255, 0, 0)),
    (Color::LightGreen, Rgb(0, 255, 0)),
    (Color::LightYellow, Rgb(255, 255, 0)),
    (Color::LightBlue, Rgb(92, 92, 255)),
    (Color::LightMagenta, Rgb(255, 0, 255)),
    (Color::LightCyan, Rgb(0, 255, 255)),
    (Color::White, Rgb(255, 255, 255)),
];

/// The colour nearest to `rgb` of those that a terminal of this depth has.
pub(crate) fn nearest(depth: Depth, rgb: Rgb) -> Color {
    match depth {
        Depth::True => Color::Rgb(rgb.0, rgb.1, rgb.2),
        Depth::Cube => in_cube(rgb),
        Depth::Ansi | Depth::None => {
            let far = |(_, named): &&(Color, Rgb)| distance(*named, rgb);
            NAMED.iter().min_by_key(far).map_or(Color::Reset, |found| found.0)
        }
    }
}

/// The levels of xterm's cube, which other terminals took over: the first step is wider than the others.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The level nearest to `part`, and halfway between two the lower one. It is asked for every piece of every frame, so that nothing is
/// searched.
fn level(part: u8) -> usize {
    match part {
        0..48 => 0,
        _ => usize::from(part.saturating_sub(76) / 40) + 1,
    }
}

/// The nearest of the cube of 6x6x6 colours, or of the row of greys behind it.
fn in_cube(rgb: Rgb) -> Color {
    let (r, g, b) = (level(rgb.0), level(rgb.1), level(rgb.2));
    let cube = Rgb(LEVELS[r], LEVELS[g], LEVELS[b]);
    let mean = (u16::from(rgb.0) + u16::from(rgb.1) + u16::from(rgb.2)) / 3;
    // The greys are 8, 18 and so on up to 238; this is the number of the one nearest to the mean.
    let step = (mean.saturating_sub(3) / 10).min(23) as u8;
    let grey = 8 + 10 * step;
    if distance(Rgb(grey, grey, grey), rgb) < distance(cube, rgb) {
        return Color::Indexed(232 + step);
    }
    Color::Indexed((16 + 36 * r + 6 * g + b) as u8)
}

/// How different two colours look, roughly: the eye sees green best and blue worst.
fn distance(a: Rgb, b: Rgb) -> u32 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    3 * square(a.0, b.0) + 6 * square(a.1, b.1) + square(a.2, b.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red, green / blue, white.
    fn four() -> Picture {
        let colours = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]];
        Picture::new(2, colours.to_vec()).unwrap()
    }

    #[test]
    fn each_part_of_the_board_sees_its_part_of_the_picture() {
        let picture = four();
        let quarter = |at| picture.mean(at, (4, 4), (8, 8));
        assert_eq!(quarter((0, 0)), Rgb(255, 0, 0));
        assert_eq!(quarter((4, 4)), Rgb(255, 255, 255));
        assert_eq!(picture.mean((0, 0), (8, 8), (8, 8)), Rgb(127, 127, 127));
        // Smaller than a pixel, and the last one.
        assert_eq!(picture.mean((7, 0), (1, 1), (8, 8)), Rgb(0, 255, 0));
    }

    #[test]
    fn what_stands_over_is_cut_off_at_both_sides() {
        let row = [[9, 9, 9], [1, 2, 3], [9, 9, 9]];
        let wide = Picture::new(3, row.to_vec()).unwrap();
        assert_eq!(wide.mean((0, 0), (8, 8), (8, 8)), Rgb(1, 2, 3));
        let high = Picture::new(1, row.to_vec()).unwrap();
        assert_eq!(high.mean((0, 0), (8, 8), (8, 8)), Rgb(1, 2, 3));
        assert_eq!(high.mean((0, 0), (1, 300), (1, 300)), Rgb(6, 6, 7));
    }

    #[test]
    fn levels_are_the_nearest_there_are() {
        for part in 0..=255 {
            let nearest = (0..LEVELS.len()).min_by_key(|&i| LEVELS[i].abs_diff(part));
            assert_eq!(Some(level(part)), nearest, "{part}");
        }
    }

    #[test]
    fn colours_are_the_nearest_there_are() {
        let red = Rgb(250, 10, 5);
        assert_eq!(nearest(Depth::True, red), Color::Rgb(250, 10, 5));
        assert_eq!(nearest(Depth::Cube, red), Color::Indexed(196));
        assert_eq!(nearest(Depth::Cube, Rgb(128, 128, 128)), Color::Indexed(244));
        assert_eq!(nearest(Depth::Ansi, red), Color::LightRed);
        assert_eq!(nearest(Depth::Ansi, Rgb(120, 130, 120)), Color::DarkGray);
    }
}
