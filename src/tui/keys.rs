//! The one table of keys: which key, what it does, in which words. Input, footer and help are all read from it.

pub use super::action::{Action, Scope};

use super::chord::{Chord, Key};
use crate::puzzle::{Direction, Family};
use crate::text::Phrase;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Where it holds.
    pub scope: Scope,
    /// The keys, each with what it does.
    pub keys: &'static [(Chord, Action)],
    /// What they do, in words.
    pub words: Phrase,
    /// Its rank and its words in the footer if it is named there: the smaller the rank, the longer it stays when room
    /// gets short.
    pub footer: Option<(u8, Phrase)>,
}

const fn row(
    scope: Scope,
    words: Phrase,
    footer: Option<(u8, Phrase)>,
    keys: &'static [(Chord, Action)],
) -> Binding {
    Binding {
        scope,
        keys,
        words,
        footer,
    }
}

/// Keys for the four directions, in the order in which they are written down.
macro_rules! ways {
    ($action:path; $($key:expr => $way:ident),+ $(,)?) => {
        &[$(($key, $action(Direction::$way)),)+]
    };
}

const fn arrow(direction: Direction) -> Chord {
    Chord::plain(Key::Arrow(direction))
}

const fn far(direction: Direction) -> Chord {
    Chord::shift(Key::Arrow(direction))
}

const fn c(c: char) -> Chord {
    Chord::char(c)
}

/// Every key of the game.
pub const TABLE: &[Binding] = &[
    row(
        Scope::Play,
        Phrase::Move,
        Some((1, Phrase::Move)),
        ways![Action::Go;
            arrow(Direction::Left) => Left, arrow(Direction::Up) => Up,
            arrow(Direction::Down) => Down, arrow(Direction::Right) => Right,
            c('h') => Left, c('j') => Down, c('k') => Up, c('l') => Right,
            c('w') => Up, c('a') => Left, c('s') => Down, c('d') => Right],
    ),
    row(
        Scope::Play,
        Phrase::SlideFar,
        None,
        ways![Action::GoFar;
            far(Direction::Left) => Left, far(Direction::Up) => Up,
            far(Direction::Down) => Down, far(Direction::Right) => Right],
    ),
    row(
        Scope::Play,
        Phrase::NextPiece,
        Some((7, Phrase::Piece)),
        &[(Chord::plain(Key::Tab), Action::NextPiece)],
    ),
    row(
        Scope::Play,
        Phrase::PreviousPiece,
        None,
        &[(Chord::shift(Key::Tab), Action::PreviousPiece)],
    ),
    row(
        Scope::Play,
        Phrase::PickPiece,
        None,
        &[(c('f'), Action::PickPiece)],
    ),
    row(
        Scope::Play,
        Phrase::Undo,
        Some((2, Phrase::Undo)),
        &[(c('u'), Action::Undo)],
    ),
    row(
        Scope::Play,
        Phrase::Redo,
        None,
        &[(c('U'), Action::Redo), (Chord::ctrl('r'), Action::Redo)],
    ),
    row(
        Scope::Play,
        Phrase::Restart,
        Some((9, Phrase::Restart)),
        &[(c('R'), Action::Restart)],
    ),
    row(
        Scope::Play,
        Phrase::Hint,
        Some((5, Phrase::Hint)),
        &[(c('H'), Action::Hint)],
    ),
    row(
        Scope::Play,
        Phrase::Solve,
        Some((6, Phrase::Solve)),
        &[(c('S'), Action::Solve)],
    ),
    row(
        Scope::Play,
        Phrase::Review,
        None,
        &[(c('V'), Action::Review)],
    ),
    row(
        Scope::Play,
        Phrase::Next,
        Some((8, Phrase::NextShort)),
        &[(c('N'), Action::Next)],
    ),
    row(
        Scope::Play,
        Phrase::SwitchMetric,
        None,
        &[(c('m'), Action::SwitchMetric)],
    ),
    row(
        Scope::Player,
        Phrase::PlayPause,
        Some((1, Phrase::Play)),
        &[(c(' '), Action::PlayPause)],
    ),
    row(
        Scope::Player,
        Phrase::StepBack,
        Some((6, Phrase::BackShort)),
        &[
            (c(','), Action::StepBack),
            (arrow(Direction::Left), Action::StepBack),
        ],
    ),
    row(
        Scope::Player,
        Phrase::StepOn,
        Some((5, Phrase::On)),
        &[
            (c('.'), Action::StepOn),
            (arrow(Direction::Right), Action::StepOn),
        ],
    ),
    row(
        Scope::Player,
        Phrase::Seek,
        Some((8, Phrase::SeekShort)),
        &[
            (c('0'), Action::Seek(0)),
            (c('1'), Action::Seek(1)),
            (c('2'), Action::Seek(2)),
            (c('3'), Action::Seek(3)),
            (c('4'), Action::Seek(4)),
            (c('5'), Action::Seek(5)),
            (c('6'), Action::Seek(6)),
            (c('7'), Action::Seek(7)),
            (c('8'), Action::Seek(8)),
            (c('9'), Action::Seek(9)),
        ],
    ),
    row(
        Scope::Player,
        Phrase::Faster,
        None,
        &[(c('+'), Action::Faster), (c('='), Action::Faster)],
    ),
    row(
        Scope::Player,
        Phrase::Slower,
        None,
        &[(c('-'), Action::Slower)],
    ),
    row(
        Scope::Player,
        Phrase::PlayOn,
        Some((7, Phrase::PlayOn)),
        &[(Chord::plain(Key::Enter), Action::PlayOn)],
    ),
    row(
        Scope::Player,
        Phrase::ToOwnGame,
        Some((2, Phrase::Back)),
        &[(Chord::plain(Key::Esc), Action::Back)],
    ),
    row(
        Scope::Help,
        Phrase::ScrollUp,
        Some((6, Phrase::Up)),
        &[
            (arrow(Direction::Up), Action::Scroll(-1)),
            (c('k'), Action::Scroll(-1)),
            (Chord::plain(Key::PageUp), Action::Scroll(-10)),
        ],
    ),
    row(
        Scope::Help,
        Phrase::ScrollDown,
        Some((5, Phrase::Down)),
        &[
            (arrow(Direction::Down), Action::Scroll(1)),
            (c('j'), Action::Scroll(1)),
            (Chord::plain(Key::PageDown), Action::Scroll(10)),
            (c(' '), Action::Scroll(10)),
        ],
    ),
    row(
        Scope::Help,
        Phrase::Close,
        Some((1, Phrase::Close)),
        &[(Chord::plain(Key::Esc), Action::Back)],
    ),
    row(
        Scope::Home,
        Phrase::Choose,
        Some((3, Phrase::Choose)),
        &[
            (arrow(Direction::Up), Action::Scroll(-1)),
            (arrow(Direction::Down), Action::Scroll(1)),
            (Chord::plain(Key::PageUp), Action::Scroll(-10)),
            (Chord::plain(Key::PageDown), Action::Scroll(10)),
        ],
    ),
    row(
        Scope::Home,
        Phrase::PlayThis,
        Some((1, Phrase::Play)),
        &[(Chord::plain(Key::Enter), Action::PlayOn)],
    ),
    row(
        Scope::Home,
        Phrase::Back,
        Some((2, Phrase::Back)),
        &[(Chord::plain(Key::Esc), Action::Back)],
    ),
    row(
        Scope::Home,
        Phrase::Quit,
        Some((4, Phrase::Quit)),
        &[(Chord::ctrl('c'), Action::Quit)],
    ),
    row(
        Scope::Play,
        Phrase::Home,
        Some((10, Phrase::HomeShort)),
        &[(Chord::plain(Key::Esc), Action::Back)],
    ),
    row(
        Scope::Always,
        Phrase::Theme,
        None,
        &[(c('T'), Action::Theme)],
    ),
    row(
        Scope::Always,
        Phrase::Language,
        None,
        &[(c('L'), Action::Language)],
    ),
    row(
        Scope::Always,
        Phrase::Help,
        Some((3, Phrase::Help)),
        &[(c('?'), Action::Help)],
    ),
    row(
        Scope::Always,
        Phrase::Redraw,
        None,
        &[(Chord::ctrl('l'), Action::Redraw)],
    ),
    row(
        Scope::Always,
        Phrase::Suspend,
        None,
        &[(Chord::ctrl('z'), Action::Suspend)],
    ),
    row(
        Scope::Always,
        Phrase::Quit,
        Some((4, Phrase::Quit)),
        &[(c('q'), Action::Quit), (Chord::ctrl('c'), Action::Quit)],
    ),
];

/// What `chord` does in `scope`.
#[must_use]
pub(super) fn action(scope: Scope, chord: Chord) -> Option<Action> {
    rows(scope)
        .flat_map(|row| row.keys)
        .find(|(key, _)| *key == chord)
        .map(|&(_, action)| action)
}

impl Binding {
    /// Whether the row is of any use in a puzzle of `family`: tiles are never selected.
    #[must_use]
    pub fn concerns(&self, family: Family) -> bool {
        let selects = matches!(
            self.words,
            Phrase::NextPiece | Phrase::PreviousPiece | Phrase::PickPiece
        );
        family == Family::Blocks || !selects
    }
}

/// The rows that hold in `scope`, its own before those that hold everywhere. Where characters are typed, no row with a
/// character holds.
pub(super) fn rows(scope: Scope) -> impl Iterator<Item = &'static Binding> {
    let of = |wanted| TABLE.iter().filter(move |row| row.scope == wanted);
    let typed = |row: &&Binding| row.keys.iter().all(|(chord, _)| chord.ctrl);
    of(scope).chain(of(Scope::Always).filter(move |row| scope != Scope::Home || typed(row)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_key_means_two_things_at_once() {
        for scope in [Scope::Play, Scope::Player, Scope::Help, Scope::Home] {
            let mut seen = HashSet::new();
            for (chord, _) in rows(scope).flat_map(|row| row.keys) {
                assert!(seen.insert(*chord), "{chord:?} twice in {scope:?}");
            }
        }
    }

    #[test]
    fn letters_that_move_do_nothing_else() {
        for letter in "hjklwasd".chars() {
            let found = action(Scope::Play, Chord::char(letter));
            assert!(matches!(found, Some(Action::Go(_))), "{letter}");
        }
    }

    #[test]
    fn chords_are_written_as_people_write_them() {
        assert_eq!(Chord::ctrl('r').label(false), "Ctrl-R");
        assert_eq!(Chord::shift(Key::Tab).label(false), "Shift-Tab");
        assert_eq!(arrow(Direction::Up).label(true), "Up");
        assert_eq!(c('U').label(false), "U");
    }
}
