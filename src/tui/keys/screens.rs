//! The keys of the screens beside the game: the map, the question for a file, the times, the editor.

use super::chord::{Chord, Key};
use super::rows::{CHOOSING, arrow, c, far, row, ways};
use super::{Action, Binding, Scope};
use crate::puzzle::Direction;
use crate::text::Phrase;

/// Their rows.
pub(crate) const OTHERS: &[Binding] = &[
    row(Scope::Map, Phrase::ChooseDistance, Some((2, Phrase::DistanceShort)), CHOOSING),
    row(
        Scope::Map,
        Phrase::PlayRandom,
        Some((3, Phrase::RandomShort)),
        &[(Chord::plain(Key::Enter), Action::PlayOn)],
    ),
    row(
        Scope::Map,
        Phrase::PlayHardest,
        Some((4, Phrase::HardestShort)),
        &[(c('X'), Action::Hardest)],
    ),
    row(
        Scope::Map,
        Phrase::ToOwnGame,
        Some((1, Phrase::Back)),
        &[(Chord::plain(Key::Esc), Action::Back), (c('M'), Action::Map)],
    ),
    row(
        Scope::Open,
        Phrase::Complete,
        Some((2, Phrase::CompleteShort)),
        &[(Chord::plain(Key::Tab), Action::NextPiece)],
    ),
    row(Scope::Open, Phrase::Choose, Some((3, Phrase::Choose)), CHOOSING),
    row(
        Scope::Open,
        Phrase::OpenFile,
        Some((1, Phrase::OpenShort)),
        &[(Chord::plain(Key::Enter), Action::PlayOn)],
    ),
    row(
        Scope::Open,
        Phrase::Back,
        Some((4, Phrase::Back)),
        &[(Chord::plain(Key::Esc), Action::Back)],
    ),
    row(Scope::Open, Phrase::Quit, None, &[(Chord::ctrl('c'), Action::Quit)]),
    row(Scope::Times, Phrase::Choose, Some((3, Phrase::Choose)), CHOOSING),
    row(
        Scope::Times,
        Phrase::NextSize,
        Some((2, Phrase::SizeShort)),
        &[
            (Chord::plain(Key::Tab), Action::NextPiece),
            (Chord::shift(Key::Tab), Action::PreviousPiece),
        ],
    ),
    row(
        Scope::Times,
        Phrase::ToOwnGame,
        Some((1, Phrase::Back)),
        &[(Chord::plain(Key::Esc), Action::Back), (c('t'), Action::Times)],
    ),
    row(
        Scope::Editor,
        Phrase::GoCell,
        Some((1, Phrase::Move)),
        ways![Action::Go;
            arrow(Direction::Left) => Left, arrow(Direction::Up) => Up,
            arrow(Direction::Down) => Down, arrow(Direction::Right) => Right,
            c('h') => Left, c('j') => Down, c('k') => Up, c('l') => Right],
    ),
    row(
        Scope::Editor,
        Phrase::PaintOn,
        None,
        ways![Action::GoFar;
            far(Direction::Left) => Left, far(Direction::Up) => Up,
            far(Direction::Down) => Down, far(Direction::Right) => Right],
    ),
    row(Scope::Editor, Phrase::Paint, Some((4, Phrase::PaintShort)), &[(c(' '), Action::Paint)]),
    row(
        Scope::Editor,
        Phrase::NewPieceHere,
        Some((5, Phrase::NewShort)),
        &[(c('n'), Action::NewPiece)],
    ),
    row(
        Scope::Editor,
        Phrase::EraseHere,
        Some((8, Phrase::EraseShort)),
        &[(c('x'), Action::Erase), (Chord::plain(Key::Backspace), Action::Erase)],
    ),
    row(Scope::Editor, Phrase::PickUp, None, &[(c('p'), Action::PickUp)]),
    row(Scope::Editor, Phrase::PickPiece, None, &[(c('f'), Action::PickPiece)]),
    row(Scope::Editor, Phrase::WallTool, None, &[(c('W'), Action::Wall)]),
    row(Scope::Editor, Phrase::GateTool, None, &[(c('G'), Action::Gate)]),
    row(Scope::Editor, Phrase::LockHere, Some((12, Phrase::LockShort)), &[(c('K'), Action::Lock)]),
    row(
        Scope::Editor,
        Phrase::TurnOver,
        Some((6, Phrase::GoalShort)),
        &[(Chord::plain(Key::Tab), Action::NextPiece)],
    ),
    row(Scope::Editor, Phrase::Undo, Some((7, Phrase::Undo)), &[(c('u'), Action::Undo)]),
    row(
        Scope::Editor,
        Phrase::Redo,
        None,
        &[(c('U'), Action::Redo), (Chord::ctrl('r'), Action::Redo)],
    ),
    row(
        Scope::Editor,
        Phrase::Widths,
        None,
        &[(c(']'), Action::Wider(1)), (c('['), Action::Wider(-1))],
    ),
    row(
        Scope::Editor,
        Phrase::Heights,
        None,
        &[(c('}'), Action::Taller(1)), (c('{'), Action::Taller(-1))],
    ),
    row(Scope::Editor, Phrase::EmptyBoard, None, &[(c('N'), Action::Empty)]),
    row(Scope::Editor, Phrase::NumberBoard, None, &[(c('#'), Action::NumberBoard)]),
    row(Scope::Editor, Phrase::FromGame, None, &[(c('P'), Action::FromGame)]),
    row(
        Scope::Editor,
        Phrase::PlayDrawn,
        Some((9, Phrase::PlayShort)),
        &[(Chord::plain(Key::Enter), Action::PlayOn)],
    ),
    row(Scope::Editor, Phrase::SaveDrawn, Some((10, Phrase::SaveShort)), &[(c('S'), Action::Save)]),
    row(
        Scope::Editor,
        Phrase::ExportDrawn,
        Some((11, Phrase::ExportShort)),
        &[(c('X'), Action::Export)],
    ),
    row(
        Scope::Editor,
        Phrase::ToOwnGame,
        Some((2, Phrase::Back)),
        &[(Chord::plain(Key::Esc), Action::Back), (c('E'), Action::Editor)],
    ),
    row(
        Scope::Save,
        Phrase::SaveFile,
        Some((1, Phrase::SaveShort)),
        &[(Chord::plain(Key::Enter), Action::PlayOn)],
    ),
    row(
        Scope::Save,
        Phrase::Back,
        Some((2, Phrase::Back)),
        &[(Chord::plain(Key::Esc), Action::Back)],
    ),
    row(Scope::Save, Phrase::Quit, None, &[(Chord::ctrl('c'), Action::Quit)]),
    row(Scope::Export, Phrase::Choose, Some((3, Phrase::Choose)), CHOOSING),
    row(
        Scope::Export,
        Phrase::SaveForm,
        Some((1, Phrase::SaveShort)),
        &[(Chord::plain(Key::Enter), Action::PlayOn)],
    ),
    row(
        Scope::Export,
        Phrase::Back,
        Some((2, Phrase::Back)),
        &[(Chord::plain(Key::Esc), Action::Back)],
    ),
];
