//! The picture that was chosen for the tiles, and whether they show their numbers on it.

use super::notice::{Notice, Tone};
use super::options::Options;
use super::picture::Picture;
use super::theme::Theme;
use crate::text::Phrase;
use std::sync::Arc;

/// What the tiles of number puzzles show.
#[derive(Debug)]
pub struct Album {
    picture: Option<Arc<Picture>>,
    numbered: bool,
}

impl Album {
    /// The picture that was asked for, with numbers.
    pub(super) fn of(options: &Options) -> Album {
        Album {
            picture: options.picture.clone(),
            numbered: true,
        }
    }

    /// That the picture cannot be shown, where there are no colours for it.
    pub(super) fn notice(options: &Options) -> Option<Notice> {
        let hidden = options.picture.is_some() && !options.theme.has_color();
        hidden.then(|| Notice::new(Phrase::NoPictureColors, vec![], Tone::Plain))
    }

    /// The picture, if there is one and there are colours for it.
    #[must_use]
    pub fn shown(&self, theme: Theme) -> Option<&Picture> {
        self.picture.as_deref().filter(|_| theme.has_color())
    }

    /// Whether the tiles show their numbers on the picture.
    #[must_use]
    pub fn is_numbered(&self) -> bool {
        self.numbered
    }

    /// Shows the numbers, or hides them.
    pub(super) fn switch_numbers(&mut self) {
        self.numbered = !self.numbered;
    }
}
