//! The line that holds the board: shown in the footer, and handed to the clipboard.

use super::context::Context;
use super::notice::{Part, Tone, say};
use crate::notation;
use crate::notation::Entry;
use crate::notation::printable;
use crate::puzzle::Position;
use crate::text::Phrase;
use std::cell::OnceCell;
use std::sync::Arc;

/// The longest line that is handed to the clipboard, in bytes: terminals cut or refuse what is much longer.
const LONGEST: usize = 4096;

/// The line that tells others how the day went, where one of its puzzles is played and solved.
pub(crate) fn day_line(ctx: &Context) -> Option<String> {
    let (day, _) = ctx.today.which(&ctx.game.entry)?;
    ctx.game.session.is_solved().then(|| ctx.today.days.shared(day))
}

/// Has the line of the day copied where one of its puzzles has been solved, else that of the board, and says which.
pub(crate) fn copy(ctx: &mut Context) {
    match day_line(ctx) {
        Some(line) => {
            ctx.to_copy = Some(line.clone());
            say(ctx, Phrase::CopiedDay, vec![Part::Text(line)], Tone::Plain);
        }
        None => copy_board(ctx),
    }
}

/// Has the line of the board that is shown copied.
pub(crate) fn copy_board(ctx: &mut Context) {
    match ctx.code.text().filter(|line| line.len() <= LONGEST).map(str::to_owned) {
        Some(line) => {
            ctx.to_copy = Some(line.clone());
            say(ctx, Phrase::Copied, vec![Part::Text(line)], Tone::Plain);
        }
        None => say(ctx, Phrase::NoLine, vec![], Tone::Bad),
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
            line.filter(|line| line.chars().all(printable::is_printable))
        };
        self.text.get_or_init(text).as_deref()
    }

    /// Whether it is the line of this position.
    pub(crate) fn is_of(&self, entry: &Arc<Entry>, position: &Position) -> bool {
        Arc::ptr_eq(&self.entry, entry) && self.position == *position
    }
}
