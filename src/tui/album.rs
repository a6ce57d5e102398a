//! The picture that was chosen for the tiles, and whether they show their numbers on it.

use super::graphics::{Canvas, Graphics};
use super::notice::{Notice, Tone};
use super::options::Options;
use super::picture::Picture;
use super::theme::Theme;
use crate::text::Phrase;
use std::sync::Arc;

/// What the tiles of number puzzles show.
#[derive(Debug)]
pub(crate) struct Album {
    picture: Option<Arc<Picture>>,
    numbered: bool,
    /// How the player wants it.
    graphics: Graphics,
    /// The pixels that the terminal has for it, as far as that is known.
    canvas: Option<Canvas>,
}

impl Album {
    /// The picture that was asked for, with numbers.
    pub(crate) fn of(options: &Options) -> Album {
        Album {
            picture: options.picture.clone(),
            numbered: true,
            graphics: options.graphics,
            canvas: None,
        }
    }

    /// That the picture cannot be shown, where there are no colours for it.
    pub(crate) fn notice(options: &Options) -> Option<Notice> {
        let hidden = options.picture.is_some() && !options.theme().has_color();
        hidden.then(|| Notice::new(Phrase::NoPictureColors, vec![], Tone::Plain))
    }

    /// The picture, if there is one and there are colours for it.
    #[must_use]
    pub(crate) fn shown(&self, theme: Theme) -> Option<&Picture> {
        self.picture.as_deref().filter(|_| theme.has_color())
    }

    /// The picture, if there is one.
    pub(crate) fn picture(&self) -> Option<&Picture> {
        self.picture.as_deref()
    }

    /// The pixels that the terminal has for it; none where characters are to do.
    #[must_use]
    pub(crate) fn canvas(&self) -> Option<Canvas> {
        self.canvas
    }

    /// From now on the terminal has these pixels. Returns whether pixels were asked for that it has not.
    pub(crate) fn hang(&mut self, canvas: Option<Canvas>) -> bool {
        self.canvas = canvas;
        canvas.is_none() && matches!(self.graphics, Graphics::Kitty | Graphics::Sixel)
    }

    /// Whether the tiles show their numbers on the picture.
    #[must_use]
    pub(crate) fn is_numbered(&self) -> bool {
        self.numbered
    }

    /// Shows the numbers, or hides them.
    pub(crate) fn switch_numbers(&mut self) {
        self.numbered = !self.numbered;
    }
}
