//! Reads a typed line: a key, a direction, a command, a piece, or moves as they are written.

use super::command::{self, not_understood};
use super::describe::Words;
use crate::notation::moves;
use crate::puzzle::{Direction, Family, Move, Path, PieceId, Position, Puzzle};
use crate::text::{Lang, Spoken};
use crate::tui::{Action, Chord, Game, Model, Scope, Screen, commands};

/// The most cells that a piece can go.
const FARTHEST: usize = crate::puzzle::MAX_SIDE;

/// What a line means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// Nothing: say once more how the game stands.
    Nothing,
    /// Whatever goes that way, so many times or until it is blocked.
    Push(Direction, Far),
    /// These moves.
    Play(Path),
    /// Make this piece the one that directions move.
    Select(PieceId),
    /// The command of this name, with what follows it.
    Do(&'static str, String),
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
pub(crate) fn read(line: &str, model: &Model) -> Result<Line, String> {
    let line = line.trim();
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return Ok(Line::Nothing);
    };
    let rest: Vec<&str> = words.collect();
    let reader = Reader { game: &model.game, lang: model.lang() };
    // Keys come first, as at the screen; a piece of the same letter is still reached by `f` and its letter.
    if let Some(read) = key(line, model).or_else(|| reader.direction(first, &rest)) {
        return Ok(read);
    }
    if let Some(command) = command::named(commands(Scope::Play), first) {
        return Ok(Line::Do(command, rest.join(" ")));
    }
    if let Some(read) = reader.piece(line) {
        return read;
    }
    reader.notation(line)
}

/// What a single character does as a key of the game, or of the player while a solution is shown.
fn key(line: &str, model: &Model) -> Option<Line> {
    let mut letters = line.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return None;
    };
    let scope = match &model.screen {
        Screen::Player(_) => Scope::Player,
        _ => Scope::Play,
    };
    // A digit alone may be the number of a tile, so that no key of a digit counts.
    let is_tile = letter.is_ascii_digit();
    let of = |scope| model.keymap.action(scope, Chord::char(letter));
    let action = of(scope).or_else(|| of(Scope::Play)).filter(|_| !is_tile)?;
    Some(match action {
        Action::Go(direction) => Line::Push(direction, Far::Cells(1)),
        Action::GoFar(direction) => Line::Push(direction, Far::End),
        action => Line::Do(command::of(commands(Scope::Play), action)?, String::new()),
    })
}

/// The direction that a word names, in either language.
fn direction(word: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| name_of(direction).is(word))
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
        [word] if Spoken::Far.is(word) => Some(Far::End),
        [number] => {
            let cells = number.parse().ok();
            // Each cell becomes a message to the loop, so that a huge number must not pass.
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

    fn direction(&self, first: &str, rest: &[&str]) -> Option<Line> {
        Some(Line::Push(direction(first)?, far(rest)?))
    }

    /// What is said of a piece.
    fn called(&self, piece: PieceId) -> String {
        Words { game: self.game, lang: self.lang }.name(piece)
    }

    /// The piece that the line begins with, as it is called in either language, by its name or by both, and the words after it.
    fn named<'l>(&self, line: &'l str) -> Option<(PieceId, Vec<&'l str>)> {
        let ends = line.rmatch_indices(char::is_whitespace).map(|(at, _)| at);
        // A label may be of several words, and part of what else the piece is called.
        std::iter::once(line.len()).chain(ends).find_map(|end| {
            let (name, rest) = line.split_at(end);
            let is_called = |id: &PieceId| {
                [Lang::En, Lang::Zh].into_iter().any(|lang| {
                    let label = self.game.label(*id, lang, false);
                    let both = Words { game: self.game, lang }.name(*id);
                    [label, both].iter().any(|called| called.to_lowercase() == name.to_lowercase())
                })
            };
            let id = self.game.piece_called(name);
            let id = id.or_else(|| self.puzzle().piece_ids().find(is_called))?;
            Some((id, rest.split_whitespace().collect()))
        })
    }

    /// A piece, and what it is to do. Nothing if there is none of that name.
    fn piece(&self, line: &str) -> Option<Result<Line, String>> {
        // As the key that finds a piece by its letter.
        if let Some(("f", name)) = line.split_once(char::is_whitespace)
            && direction(name.trim()).is_none()
            && let Some(id) = self.game.piece_called(name.trim())
        {
            return Some(Ok(Line::Select(id)));
        }
        let (id, rest) = self.named(line)?;
        match rest[..] {
            [] if self.puzzle().family() == Family::Numbers && !self.puzzle().lift() => {
                Some(self.pushed(id))
            }
            [] => Some(Ok(Line::Select(id))),
            [to, column, row] if Spoken::To.is(to) => {
                // Written as notation, whose reader knows where a piece may be set down.
                let text = format!("{}:@{column},{row}", self.puzzle().piece(id).name());
                Some(self.notation(&text))
            }
            [way, ref rest @ ..] => {
                let (way, far) = (direction(way)?, far(rest)?);
                Some(self.gone(id, way, far))
            }
        }
    }

    /// A tile that is pushed towards the blank, with those in between.
    fn pushed(&self, tile: PieceId) -> Result<Line, String> {
        let push = self.puzzle().push(self.position(), tile);
        push.map(|push| Line::Play(vec![push])).ok_or_else(|| {
            let name = self.called(tile);
            Spoken::CannotBePushed.with(self.lang, &[&name])
        })
    }

    /// A piece that goes straight.
    fn gone(&self, piece: PieceId, way: Direction, far: Far) -> Result<Line, String> {
        let path = |cells: usize| Move::of(piece, &vec![way; cells]);
        let most = self.puzzle().reach(self.position(), piece, way);
        let (name, direction) = (self.called(piece), name_of(way).words(self.lang));
        match far {
            _ if most == 0 => Err(Spoken::CannotGo.with(self.lang, &[&name, direction])),
            Far::End => Ok(Line::Play(vec![path(most)])),
            Far::Cells(cells) if cells <= most => Ok(Line::Play(vec![path(cells)])),
            Far::Cells(_) => {
                let most = match most {
                    1 => Spoken::OneCell.words(self.lang).to_owned(),
                    _ => Spoken::Cells.with(self.lang, &[&most.to_string()]),
                };
                Err(Spoken::TooFar.with(self.lang, &[&name, direction, &most]))
            }
        }
    }

    /// Written moves with each piece in the case that its name has, whichever was typed.
    fn in_case(&self, line: &str) -> String {
        let word = |word: &str| {
            let (name, way) = word.rsplit_once(':')?;
            let piece = self.puzzle().piece(self.game.piece_called(name)?);
            Some(format!("{}:{way}", piece.name()))
        };
        let words = line.split_whitespace().map(|it| word(it).unwrap_or_else(|| it.to_owned()));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Moves as they are written; what looks like none is not understood.
    fn notation(&self, line: &str) -> Result<Line, String> {
        let tiles = |c: char| "LRUDlrud0123456789".contains(c);
        // The errors of the reader of moves help only where the line looks like moves.
        let is_written = line.contains(':') || line.chars().all(tiles);
        match moves::read(self.puzzle(), self.position(), &self.in_case(line)) {
            Ok(moves) if !moves.is_empty() => Ok(Line::Play(moves)),
            Err(error) if is_written => Err(error.to_string()),
            _ => Err(not_understood(commands(Scope::Play), line, self.lang)),
        }
    }
}
