//! How rows of the table of keys are written down.

use super::{Action, Binding, Scope};
use crate::puzzle::Direction;
use crate::text::Phrase;
use crate::tui::chord::{Chord, Key};

pub(super) const fn row(
    scope: Scope,
    words: Phrase,
    footer: Option<(u8, Phrase)>,
    keys: &'static [(Chord, Action)],
) -> Binding {
    Binding { scope, keys, words, footer }
}

/// Keys for the four directions, in the order in which they are written down.
macro_rules! ways {
    ($action:path; $($key:expr => $way:ident),+ $(,)?) => {
        &[$(($key, $action(Direction::$way)),)+]
    };
}
pub(super) use ways;

pub(super) const fn arrow(direction: Direction) -> Chord {
    Chord::plain(Key::Arrow(direction))
}

pub(super) const fn far(direction: Direction) -> Chord {
    Chord::shift(Key::Arrow(direction))
}

pub(super) const fn c(c: char) -> Chord {
    Chord::char(c)
}

/// Up and down a list, a row or ten at a time.
pub(super) const CHOOSING: &[(Chord, Action)] = &[
    (arrow(Direction::Up), Action::Scroll(-1)),
    (arrow(Direction::Down), Action::Scroll(1)),
    (Chord::plain(Key::PageUp), Action::Scroll(-10)),
    (Chord::plain(Key::PageDown), Action::Scroll(10)),
];
