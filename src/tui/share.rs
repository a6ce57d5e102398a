//! The line that holds the board, kept up to date and handed to the clipboard.

use super::announce::say;
use super::model::{Model, Part, Screen, Tone};
use crate::text::Phrase;

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

/// Writes the line anew if another board is shown than before.
pub(super) fn renew(model: &mut Model) {
    let position = match &model.screen {
        Screen::Player(player) => player.replay().position(),
        _ => model.game.session.position(),
    };
    model.code.renew(&model.game.entry, position);
}

/// Has the line of the day copied where one of its puzzles has been solved, elsewhere that of the board, and says which.
pub(super) fn copy(model: &mut Model) {
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
