//! The one table of keys: which key, what it does, in which words. Input, footer and help are all read from it.

use super::chord::{Chord, Key};
use crate::puzzle::Direction;
use crate::text::Phrase;

/// Where a key holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Everywhere.
    Always,
    /// On the player's own board.
    Play,
    /// While a solution is shown.
    Player,
    /// While the help is shown.
    Help,
}

/// What a key makes happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Slide a cell.
    Go(Direction),
    /// Slide until blocked.
    GoFar(Direction),
    /// Select the next piece that can move.
    NextPiece,
    /// Select the previous piece that can move.
    PreviousPiece,
    /// Select the piece whose character is typed next.
    PickPiece,
    /// Take back a turn.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Back to the start.
    Restart,
    /// The next puzzle.
    Next,
    /// Show the next optimal move.
    Hint,
    /// Solve from here and show the solution.
    Solve,
    /// Count in another metric.
    SwitchMetric,
    /// Other colours.
    Theme,
    /// Other language.
    Language,
    /// Show the keys.
    Help,
    /// Leave this screen.
    Back,
    /// Leave the game.
    Quit,
    /// Draw everything anew.
    Redraw,
    /// Give the terminal back to the shell for a while.
    Suspend,
    /// Start or stop the replay.
    PlayPause,
    /// A move back in the replay.
    StepBack,
    /// A move on in the replay.
    StepOn,
    /// Jump to this many tenths of the replay.
    Seek(u8),
    /// A quicker replay.
    Faster,
    /// A slower replay.
    Slower,
    /// Play on from the position shown.
    PlayOn,
    /// Lines of help up (negative) or down.
    Scroll(i16),
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Where it holds.
    pub scope: Scope,
    /// The keys, each with what it does.
    pub keys: &'static [(Chord, Action)],
    /// What they do, in words.
    pub words: Phrase,
    /// Its place in the footer if it is named there: the smaller, the longer it stays when room gets short.
    pub footer: Option<u8>,
}

const fn row(
    scope: Scope,
    words: Phrase,
    footer: Option<u8>,
    keys: &'static [(Chord, Action)],
) -> Binding {
    Binding {
        scope,
        keys,
        words,
        footer,
    }
}

/// The four directions on four keys, in the order of [`Direction::ALL`].
macro_rules! ways {
    ($action:path; $($up:expr, $down:expr, $left:expr, $right:expr);+) => {
        &[$(
            ($up, $action(Direction::Up)),
            ($down, $action(Direction::Down)),
            ($left, $action(Direction::Left)),
            ($right, $action(Direction::Right)),
        )+]
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
        Some(1),
        ways![Action::Go;
            arrow(Direction::Up), arrow(Direction::Down), arrow(Direction::Left), arrow(Direction::Right);
            c('k'), c('j'), c('h'), c('l');
            c('w'), c('s'), c('a'), c('d')],
    ),
    row(
        Scope::Play,
        Phrase::SlideFar,
        None,
        ways![Action::GoFar;
            far(Direction::Up), far(Direction::Down), far(Direction::Left), far(Direction::Right)],
    ),
    row(
        Scope::Play,
        Phrase::NextPiece,
        Some(5),
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
        Some(2),
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
        Some(8),
        &[(c('R'), Action::Restart)],
    ),
    row(
        Scope::Play,
        Phrase::Hint,
        Some(3),
        &[(c('H'), Action::Hint)],
    ),
    row(
        Scope::Play,
        Phrase::Solve,
        Some(4),
        &[(c('S'), Action::Solve)],
    ),
    row(
        Scope::Play,
        Phrase::Next,
        Some(6),
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
        Some(1),
        &[(c(' '), Action::PlayPause)],
    ),
    row(
        Scope::Player,
        Phrase::StepBack,
        Some(3),
        &[
            (c(','), Action::StepBack),
            (arrow(Direction::Left), Action::StepBack),
        ],
    ),
    row(
        Scope::Player,
        Phrase::StepOn,
        Some(2),
        &[
            (c('.'), Action::StepOn),
            (arrow(Direction::Right), Action::StepOn),
        ],
    ),
    row(
        Scope::Player,
        Phrase::Seek,
        Some(7),
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
        Some(5),
        &[(Chord::plain(Key::Enter), Action::PlayOn)],
    ),
    row(
        Scope::Player,
        Phrase::ToOwnGame,
        Some(4),
        &[(Chord::plain(Key::Esc), Action::Back)],
    ),
    row(
        Scope::Help,
        Phrase::ScrollUp,
        Some(2),
        &[
            (arrow(Direction::Up), Action::Scroll(-1)),
            (c('k'), Action::Scroll(-1)),
            (Chord::plain(Key::PageUp), Action::Scroll(-10)),
        ],
    ),
    row(
        Scope::Help,
        Phrase::ScrollDown,
        Some(1),
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
        Some(3),
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
        Some(10),
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
        Some(9),
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

/// The rows that hold in `scope`, its own before those that hold everywhere.
pub(super) fn rows(scope: Scope) -> impl Iterator<Item = &'static Binding> {
    let of = |wanted| TABLE.iter().filter(move |row| row.scope == wanted);
    of(scope).chain(of(Scope::Always))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_key_means_two_things_at_once() {
        for scope in [Scope::Play, Scope::Player, Scope::Help] {
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
