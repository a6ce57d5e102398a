//! What stands in for `pixels` where the program is built without them: no terminal has a canvas, and nothing is asked of it.

use super::{Graphics, Picture};
use crate::tui::keys::chord::Chord;
use ratatui::buffer::Buffer;
use ratatui::style::Style;

/// Whether there is a terminal that is shown pixels.
pub(crate) const ARE_BUILT: bool = false;
/// The longest side in pixels of a picture that is kept: more than any board has characters.
pub(crate) const LONGEST_KEPT: usize = 512;

/// A terminal that shows pixels. There is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Canvas {}

impl Canvas {
    pub(crate) fn can_slide(self) -> bool {
        match self {}
    }

    pub(crate) fn character(self, _: (i32, i32), _: (i32, i32)) -> (char, Style) {
        match self {}
    }
}

/// The last step of a frame, which is nothing.
#[derive(Default)]
pub(crate) struct PixelWriter;

impl PixelWriter {
    pub(crate) fn forget(&mut self) {}

    pub(crate) fn write(&mut self, _: &Picture, canvas: Canvas, _: &mut Buffer) {
        match canvas {}
    }
}

/// A window whose characters have pixels. There is none.
pub(crate) enum Window {}

impl Window {
    pub(crate) fn canvas(&self) -> Canvas {
        match *self {}
    }

    pub(crate) fn renewed(&mut self) -> Option<Canvas> {
        match *self {}
    }
}

/// Nothing is asked.
pub(crate) fn ask(_: Graphics, _: bool) -> Option<(Option<Window>, Vec<Chord>)> {
    None
}

/// The terminal was sent no picture that it would have to be told to forget.
pub(crate) fn farewell() -> String {
    String::new()
}
