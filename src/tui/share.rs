//! The line that holds the board: shown in the footer, and handed to the clipboard.

use super::context::{Model, Part, Screen, Tone};
use super::notice::say;
use crate::notation;
use crate::notation::Entry;
use crate::puzzle::Position;
use crate::text::{Phrase, harmless};
use std::cell::OnceCell;
use std::sync::Arc;

/// The longest line that is handed to the clipboard, in bytes: terminals cut or refuse what is much longer.
const LONGEST: usize = 4096;

impl Model {
    /// The line that holds the board as it is shown, if there is one.
    #[must_use]
    pub fn line(&self) -> Option<&str> {
        self.code.text()
    }
}

impl Model {
    /// The line that tells others how the day went, where one of its puzzles has been solved.
    #[must_use]
    pub fn day_line(&self) -> Option<String> {
        let is_won = matches!(self.screen, Screen::Play) && self.game.session.is_solved();
        let (day, _) = self.today.which(&self.game.entry).filter(|_| is_won)?;
        Some(self.today.days.shared(day))
    }
}

/// Forgets the line if another board is shown than before.
pub(crate) fn renew(model: &mut Model) {
    let position = match &model.screen {
        Screen::Player(player) => player.replay().position(),
        _ => model.game.session.position(),
    };
    model.code.renew(&model.game.entry, position);
}

/// Has the line of the day copied where one of its puzzles has been solved, elsewhere that of the board, and says which.
pub(crate) fn copy(model: &mut Model) {
    if let Some(line) = model.day_line() {
        model.to_copy = Some(line.clone());
        return say(model, Phrase::CopiedDay, vec![Part::Text(line)], Tone::Plain);
    }
    match model.line().filter(|line| line.len() <= LONGEST) {
        Some(line) => {
            let line = line.to_owned();
            model.to_copy = Some(line.clone());
            say(model, Phrase::Copied, vec![Part::Text(line)], Tone::Plain);
        }
        None => say(model, Phrase::NoLine, vec![], Tone::Bad),
    }
}

/// The line of the board that was shown last, written when it is asked for first: that takes writing the board in every
/// notation and reading it back, too long for each press of a key.
#[derive(Debug)]
pub(crate) struct Code {
    entry: Arc<Entry>,
    position: Position,
    text: OnceCell<Option<String>>,
}

impl Code {
    /// The line of a position of the entry's puzzle.
    pub(crate) fn of(entry: &Arc<Entry>, position: &Position) -> Code {
        Code { entry: Arc::clone(entry), position: position.clone(), text: OnceCell::new() }
    }

    /// The line, if there is one and it can be printed.
    pub(crate) fn text(&self) -> Option<&str> {
        let text = || {
            let line = notation::line(&self.entry, &self.position);
            line.filter(|line| harmless(line) == *line)
        };
        self.text.get_or_init(text).as_deref()
    }

    /// Forgets it if another board is shown than before.
    pub(crate) fn renew(&mut self, entry: &Arc<Entry>, position: &Position) {
        if !Arc::ptr_eq(&self.entry, entry) || self.position != *position {
            *self = Code::of(entry, position);
        }
    }
}
