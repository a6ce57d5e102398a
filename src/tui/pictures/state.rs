//! The picture that was chosen for the tiles, and whether they show their numbers on it.

use super::Graphics;
use super::picture::Picture;
use super::pixels::Canvas;
use crate::text::Phrase;
use crate::tui::notice::{Notice, Tone};
use crate::tui::options::Options;
use crate::tui::theme::Theme;
use std::sync::Arc;

/// What the tiles of number puzzles show.
#[derive(Debug)]
pub struct PictureState {
    picture: Option<Arc<Picture>>,
    /// Whether the tiles show their numbers on it.
    pub(crate) numbered: bool,
    /// How the player wants it.
    graphics: Graphics,
    /// The pixels that the terminal has for it, as far as that is known.
    pub(crate) canvas: Option<Canvas>,
}

impl PictureState {
    /// The picture that was asked for, with numbers.
    pub(crate) fn of(options: &Options) -> PictureState {
        PictureState {
            picture: options.picture.clone(),
            numbered: true,
            graphics: options.graphics,
            canvas: None,
        }
    }

    /// Says that the picture cannot be shown, where there are no colours for it.
    pub(crate) fn notice(options: &Options) -> Option<Notice> {
        let hidden = options.picture.is_some() && !options.theme().has_color();
        hidden.then(|| Notice::new(Phrase::NoPictureColors, vec![], Tone::Plain))
    }

    /// Why no picture is shown.
    pub(crate) fn why_none(&self) -> Phrase {
        if self.picture.is_some() { Phrase::NoPictureColors } else { Phrase::NoPicture }
    }

    /// The picture, if there is one and there are colours for it.
    pub(crate) fn shown(&self, theme: Theme) -> Option<&Picture> {
        self.picture.as_deref().filter(|_| theme.has_color())
    }

    /// The picture, and the pixels that the terminal has for it, if there are both.
    pub(crate) fn on_canvas(&self) -> Option<(&Picture, Canvas)> {
        self.picture.as_deref().zip(self.canvas)
    }

    /// From now on the terminal has these pixels. Returns whether pixels were asked for that it has not.
    pub(crate) fn set_canvas(&mut self, canvas: Option<Canvas>) -> bool {
        self.canvas = canvas;
        canvas.is_none() && matches!(self.graphics, Graphics::Kitty | Graphics::Sixel)
    }
}
