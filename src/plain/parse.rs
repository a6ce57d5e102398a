//! A typed line, and what it asks for.

use super::command::{COMMANDS, Verb, not_understood, verb};
use crate::notation::moves;
use crate::puzzle::{Direction, Family, Move, Path, PieceId, Position, Puzzle};
use crate::text::{Lang, Spoken};
use crate::tui::{Action, Chord, Game, Model, Scope, Screen};

/// The most cells that a piece can go.
const FARTHEST: usize = crate::puzzle::MAX_SIDE;

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Typed {
    /// Nothing: say once more how the game stands.
    Nothing,
    /// Whatever goes that way, so many times or until it is blocked.
    Push(Direction, Far),
    /// These moves.
    Play(Path),
    /// Make this piece the one that directions move.
    Select(PieceId),
    /// What a command says, with what follows it.
    Do(Verb, String),
}

/// How far to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Far {
    /// So many cells.
    Cells(usize),
    /// Until something is in the way.
    End,
}

/// What the line means in this game.
///
/// # Errors
/// What is wrong with it, in words.
pub(crate) fn read(line: &str, model: &Model) -> Result<Typed, String> {
    let line = line.trim();
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return Ok(Typed::Nothing);
    };
    let rest: Vec<&str> = words.collect();
    let reader = Reader { game: model.game(), lang: model.lang() };
    if let Some(order) = key(line, model).or_else(|| reader.direction(first, &rest)) {
        return Ok(order);
    }
    if let Some(verb) = verb(first) {
        return Ok(Typed::Do(verb, rest.join(" ")));
    }
    if let Some(order) = reader.piece(first, &rest) {
        return order;
    }
    reader.notation(line)
}

/// What a single character does as a key of the game, or of the player while a solution is shown.
fn key(line: &str, model: &Model) -> Option<Typed> {
    let mut letters = line.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return None;
    };
    let scope = match model.screen() {
        Screen::Player(_) => Scope::Player,
        _ => Scope::Play,
    };
    let is_tile = letter.is_ascii_digit();
    let of = |scope| model.keymap.action(scope, Chord::char(letter));
    let action = of(scope).or_else(|| of(Scope::Play)).filter(|_| !is_tile)?;
    Some(match action {
        Action::Go(direction) => Typed::Push(direction, Far::Cells(1)),
        Action::GoFar(direction) => Typed::Push(direction, Far::End),
        action => Typed::Do(Verb::of(action)?, String::new()),
    })
}

/// The direction that a word names, in either language.
fn direction(word: &str) -> Option<Direction> {
    let named = |direction: &Direction| {
        let name = name_of(*direction);
        let called = |lang| name.words(lang).eq_ignore_ascii_case(word);
        Lang::ALL.into_iter().any(called)
    };
    Direction::ALL.into_iter().find(named)
}

/// The word for a direction.
pub(crate) fn name_of(direction: Direction) -> Spoken {
    match direction {
        Direction::Up => Spoken::Up,
        Direction::Down => Spoken::Down,
        Direction::Left => Spoken::Left,
        Direction::Right => Spoken::Right,
    }
}

/// How far the words after a direction say; one cell if they say nothing.
fn far(words: &[&str]) -> Option<Far> {
    match words {
        [] => Some(Far::Cells(1)),
        ["far" | "到底"] => Some(Far::End),
        [number] => {
            let cells = number.parse().ok();
            cells.filter(|cells| (1..=FARTHEST).contains(cells)).map(Far::Cells)
        }
        _ => None,
    }
}

struct Reader<'a> {
    game: &'a Game,
    lang: Lang,
}

impl Reader<'_> {
    fn puzzle(&self) -> &Puzzle {
        self.game.puzzle()
    }

    fn position(&self) -> &Position {
        self.game.session.position()
    }

    fn direction(&self, first: &str, rest: &[&str]) -> Option<Typed> {
        Some(Typed::Push(direction(first)?, far(rest)?))
    }

    /// A piece by its name or its label, and what it is to do. Nothing if there is none of that name.
    fn piece(&self, name: &str, rest: &[&str]) -> Option<Result<Typed, String>> {
        let labelled = |id: &PieceId| self.game.label(*id, false) == name;
        let ids = || self.puzzle().piece_ids();
        let id = self.puzzle().piece_named(name).or_else(|| ids().find(labelled));
        // As the key that finds a piece by its letter.
        if let ("f", [name]) = (name, rest)
            && direction(name).is_none()
        {
            return self.puzzle().piece_named(name).map(|id| Ok(Typed::Select(id)));
        }
        let id = id?;
        match rest {
            [] if self.puzzle().family() == Family::Numbers && !self.puzzle().lift() => {
                Some(self.pushed(id))
            }
            [] => Some(Ok(Typed::Select(id))),
            ["to" | "到", column, row] => {
                let text = format!("{name}:@{column},{row}");
                Some(self.notation(&text))
            }
            [way, rest @ ..] => {
                let (way, far) = (direction(way)?, far(rest)?);
                Some(self.gone(id, way, far))
            }
        }
    }

    /// A tile that is pushed towards the blank, with those in between.
    fn pushed(&self, tile: PieceId) -> Result<Typed, String> {
        let push = self.puzzle().push(self.position(), tile);
        push.map(|push| Typed::Play(vec![push])).ok_or_else(|| {
            let name = self.game.short(tile);
            Spoken::CannotBePushed.with(self.lang, &[&name])
        })
    }

    /// A piece that goes straight.
    fn gone(&self, piece: PieceId, way: Direction, far: Far) -> Result<Typed, String> {
        let path = |cells: usize| Move::of(piece, &vec![way; cells]);
        let most = self.puzzle().reach(self.position(), piece, way);
        let (name, direction) = (self.game.short(piece), name_of(way).words(self.lang));
        match far {
            _ if most == 0 => Err(Spoken::CannotGo.with(self.lang, &[&name, direction])),
            Far::End => Ok(Typed::Play(vec![path(most)])),
            Far::Cells(cells) if cells <= most => Ok(Typed::Play(vec![path(cells)])),
            Far::Cells(_) => {
                let most = most.to_string();
                Err(Spoken::TooFar.with(self.lang, &[&name, direction, &most]))
            }
        }
    }

    /// Moves as they are written; what looks like none is not understood.
    fn notation(&self, line: &str) -> Result<Typed, String> {
        let tiles = |c: char| "LRUDlrud0123456789".contains(c);
        let is_written = line.contains(':') || line.chars().all(tiles);
        match moves::read(self.puzzle(), self.position(), line) {
            Ok(moves) if !moves.is_empty() => Ok(Typed::Play(moves)),
            Err(error) if is_written => Err(error.to_string()),
            _ => Err(not_understood(COMMANDS, line, self.lang)),
        }
    }
}
