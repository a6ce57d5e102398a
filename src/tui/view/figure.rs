//! A figure of a game: its name, and what it amounts to.

use crate::text::Phrase;
use ratatui::style::Style;

/// A name, what it amounts to, and how that is drawn.
#[derive(Clone)]
pub(super) struct Figure {
    pub(super) name: Phrase,
    pub(super) value: String,
    pub(super) style: Style,
}

/// A figure.
pub(super) fn figure(name: Phrase, value: impl ToString, style: Style) -> Figure {
    Figure { name, value: value.to_string(), style }
}
