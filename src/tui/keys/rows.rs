//! How rows of the table of keys are written down.

use super::chord::{Chord, Key};
use super::{Action, Binding, Scope};
use crate::puzzle::Direction;
use crate::text::Phrase;

pub(crate) const fn row(
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
pub(crate) use ways;

pub(crate) const fn arrow(direction: Direction) -> Chord {
    Chord::plain(Key::Arrow(direction))
}

pub(crate) const fn far(direction: Direction) -> Chord {
    Chord::shift(Key::Arrow(direction))
}

pub(crate) const fn c(c: char) -> Chord {
    Chord::char(c)
}

/// Up and down a list, a row or ten at a time.
pub(crate) const CHOOSING: &[(Chord, Action)] = &[
    (arrow(Direction::Up), Action::Scroll(-1)),
    (arrow(Direction::Down), Action::Scroll(1)),
    (Chord::plain(Key::PageUp), Action::Scroll(-10)),
    (Chord::plain(Key::PageDown), Action::Scroll(10)),
];
