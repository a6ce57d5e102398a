//! The window in pixels, and with it those of a character.

use super::Canvas;
use crossterm::terminal::{WindowSize, window_size};
use std::ops::RangeInclusive;

/// How many pixels a side of a character may have: more than any has, and not so many that pictures fill the memory.
pub(super) const SIDE: RangeInclusive<u16> = 1..=256;

/// The window, if the system knows its pixels.
pub(crate) fn window() -> Option<WindowSize> {
    window_size().ok()
}

/// The columns and rows of pixels that a character has in a window; where that has a margin it may be too much.
pub(crate) fn font(window: &WindowSize) -> Option<(u16, u16)> {
    // A window may tell no columns or no pixels, as over a serial line.
    let width = window.width.checked_div(window.columns)?;
    let height = window.height.checked_div(window.rows)?;
    (SIDE.contains(&width) && SIDE.contains(&height)).then_some((width, height))
}

/// The window of a terminal that shows pixels, whose characters may become larger and smaller.
pub(crate) struct Window {
    /// What the terminal has.
    pub(crate) canvas: Canvas,
    /// Whether the characters fill the window that the system knows of, so that it tells their size.
    is_filled: bool,
}

impl Window {
    /// One in which the terminal has a canvas.
    pub(crate) fn new(canvas: Canvas, window: Option<&WindowSize>) -> Window {
        let fills = |window: &WindowSize| left(canvas, window) == Some((0, 0));
        Window { canvas, is_filled: window.is_some_and(fills) }
    }

    /// What the terminal has now that the window has changed, if characters are no longer as they were.
    pub(crate) fn renewed(&mut self) -> Option<Canvas> {
        self.renewed_in(&window()?)
    }

    fn renewed_in(&mut self, window: &WindowSize) -> Option<Canvas> {
        let (width, height) = self.canvas.font;
        // A margin, a bar, and a part of a character that has no room.
        let is_margin = |(x, y): (u16, u16)| x < 3 * width && y < 3 * height;
        // The characters that the terminal told of still fit, but for a margin: only the window has changed.
        if !self.is_filled && left(self.canvas, window).is_some_and(is_margin) {
            return None;
        }
        let font = font(window).filter(|font| *font != self.canvas.font)?;
        self.canvas.font = font;
        Some(self.canvas)
    }
}

/// Columns and rows of pixels that characters leave free in a window; nothing if they had no room in it.
fn left(canvas: Canvas, window: &WindowSize) -> Option<(u16, u16)> {
    let (width, height) = canvas.font;
    let taken = |count: u16, size: u16| count.checked_mul(size);
    Some((
        window.width.checked_sub(taken(window.columns, width)?)?,
        window.height.checked_sub(taken(window.rows, height)?)?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window((columns, rows): (u16, u16), (width, height): (u16, u16)) -> WindowSize {
        WindowSize { rows, columns, width, height }
    }

    fn canvas(font: (u16, u16)) -> Canvas {
        Canvas::sixel(font)
    }

    #[test]
    fn a_full_window_tells_how_large_characters_are() {
        let first = window((80, 24), (720, 432));
        assert_eq!(font(&first), Some((9, 18)));
        let mut pixels = Window::new(canvas((9, 18)), Some(&first));
        assert_eq!(pixels.renewed_in(&window((40, 15), (360, 270))), None);
        let larger = pixels.renewed_in(&window((36, 13), (360, 260)));
        assert_eq!(larger, Some(canvas((10, 20))));
        assert_eq!(font(&window((80, 24), (0, 0))), None);
        assert_eq!(pixels.renewed_in(&window((80, 24), (0, 0))), None);
    }

    #[test]
    fn a_margin_is_not_taken_for_larger_characters() {
        let first = window((80, 24), (644, 364));
        let mut pixels = Window::new(canvas((8, 15)), Some(&first));
        assert_eq!(pixels.renewed_in(&window((42, 15), (340, 240))), None);
        let larger = pixels.renewed_in(&window((21, 7), (340, 240)));
        assert_eq!(larger, Some(canvas((16, 34))));
    }
}
