//! Every key of the game as it is when nobody has changed it.

use super::chord::{Chord, Key};
use super::rows::{CHOOSING, arrow, c, far, row, ways};
use super::screens::OTHERS;
use super::{Action, Binding, Scope};
use crate::puzzle::Direction;
use crate::text::Phrase;

/// Every key of the game.
pub const TABLE: &[Binding] = &joined::<{ MAIN.len() + OTHERS.len() }>(MAIN, OTHERS);

/// The rows of both.
const fn joined<const N: usize>(first: &[Binding], then: &[Binding]) -> [Binding; N] {
    let mut all = [first[0]; N];
    let mut i = 0;
    while i < N {
        all[i] = if i < first.len() { first[i] } else { then[i - first.len()] };
        i += 1;
    }
    all
}

/// The keys of the board, the player, the help and the list of puzzles.
const MAIN: &[Binding] = &[
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
    row(Scope::Play, Phrase::PickPiece, None, &[(c('f'), Action::PickPiece)]),
    row(Scope::Play, Phrase::Undo, Some((2, Phrase::Undo)), &[(c('u'), Action::Undo)]),
    row(
        Scope::Play,
        Phrase::Redo,
        None,
        &[(c('U'), Action::Redo), (Chord::ctrl('r'), Action::Redo)],
    ),
    row(Scope::Play, Phrase::Restart, Some((9, Phrase::Restart)), &[(c('R'), Action::Restart)]),
    row(Scope::Play, Phrase::Hint, Some((5, Phrase::Hint)), &[(c('H'), Action::Hint)]),
    row(Scope::Play, Phrase::Solve, Some((6, Phrase::Solve)), &[(c('S'), Action::Solve)]),
    row(Scope::Play, Phrase::Review, None, &[(c('V'), Action::Review)]),
    row(Scope::Play, Phrase::Next, Some((8, Phrase::NextShort)), &[(c('N'), Action::Next)]),
    row(Scope::Play, Phrase::SwitchMetric, None, &[(c('m'), Action::SwitchMetric)]),
    row(Scope::Play, Phrase::Map, Some((6, Phrase::MapShort)), &[(c('M'), Action::Map)]),
    row(Scope::Play, Phrase::Open, None, &[(c('O'), Action::Open)]),
    row(Scope::Play, Phrase::Blind, None, &[(c('B'), Action::Blind)]),
    row(Scope::Play, Phrase::Copy, None, &[(c('y'), Action::Copy)]),
    row(Scope::Play, Phrase::Numbers, None, &[(c('#'), Action::Numbers)]),
    row(Scope::Play, Phrase::Editor, None, &[(c('E'), Action::Editor)]),
    row(Scope::Play, Phrase::GhostKey, None, &[(c('g'), Action::Ghost)]),
    row(Scope::Play, Phrase::Times, None, &[(c('t'), Action::Times)]),
    row(Scope::Player, Phrase::PlayPause, Some((1, Phrase::Play)), &[(c(' '), Action::PlayPause)]),
    row(
        Scope::Player,
        Phrase::StepBack,
        Some((6, Phrase::BackShort)),
        &[(c(','), Action::StepBack), (arrow(Direction::Left), Action::StepBack)],
    ),
    row(
        Scope::Player,
        Phrase::StepOn,
        Some((5, Phrase::On)),
        &[(c('.'), Action::StepOn), (arrow(Direction::Right), Action::StepOn)],
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
    row(Scope::Player, Phrase::Faster, None, &[(c('+'), Action::Faster), (c('='), Action::Faster)]),
    row(Scope::Player, Phrase::Slower, None, &[(c('-'), Action::Slower)]),
    row(
        Scope::Player,
        Phrase::PlayOn,
        Some((7, Phrase::PlayOn)),
        &[(Chord::plain(Key::Enter), Action::PlayOn)],
    ),
    row(Scope::Player, Phrase::Copy, None, &[(c('y'), Action::Copy)]),
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
    row(Scope::Home, Phrase::Choose, Some((3, Phrase::Choose)), CHOOSING),
    row(
        Scope::Home,
        Phrase::PlayThis,
        Some((1, Phrase::PlayShort)),
        &[(Chord::plain(Key::Enter), Action::PlayOn)],
    ),
    row(
        Scope::Home,
        Phrase::NextCollection,
        Some((5, Phrase::CollectionShort)),
        &[
            (Chord::plain(Key::Tab), Action::NextPiece),
            (Chord::shift(Key::Tab), Action::PreviousPiece),
        ],
    ),
    row(
        Scope::Home,
        Phrase::Back,
        Some((2, Phrase::Back)),
        &[(Chord::plain(Key::Esc), Action::Back)],
    ),
    row(Scope::Home, Phrase::Help, Some((6, Phrase::Help)), &[(c('?'), Action::Help)]),
    row(Scope::Home, Phrase::Quit, Some((4, Phrase::Quit)), &[(Chord::ctrl('c'), Action::Quit)]),
    row(
        Scope::Play,
        Phrase::Home,
        Some((10, Phrase::HomeShort)),
        &[(Chord::plain(Key::Esc), Action::Back)],
    ),
    row(Scope::Always, Phrase::Theme, None, &[(c('T'), Action::Theme)]),
    row(Scope::Always, Phrase::Language, None, &[(c('L'), Action::Language)]),
    row(Scope::Always, Phrase::Help, Some((3, Phrase::Help)), &[(c('?'), Action::Help)]),
    row(Scope::Always, Phrase::Redraw, None, &[(Chord::ctrl('l'), Action::Redraw)]),
    row(Scope::Always, Phrase::Suspend, None, &[(Chord::ctrl('z'), Action::Suspend)]),
    row(
        Scope::Always,
        Phrase::Quit,
        Some((4, Phrase::Quit)),
        &[(c('q'), Action::Quit), (Chord::ctrl('c'), Action::Quit)],
    ),
];
