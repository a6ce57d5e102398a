//! The line that holds a board, and the one that tells of a day; handed to the clipboard.

use super::context::Context;
use super::notice::{Part, Tone, say};
use crate::notation;
use crate::notation::Entry;
use crate::puzzle::Position;
use crate::text::{Phrase, harmless};

/// The longest line that is handed to the clipboard, in bytes: terminals cut or refuse what is much longer.
const LONGEST: usize = 4096;

/// The line that holds a position of the entry's puzzle, if there is one and it can be printed.
pub(crate) fn line(entry: &Entry, position: &Position) -> Option<String> {
    notation::line(entry, position).filter(|line| harmless(line) == *line)
}

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
        None => {
            let position = ctx.game.session.position().clone();
            copy_board(ctx, &position);
        }
    }
}

/// Has the line copied that holds this position of the game's puzzle.
pub(crate) fn copy_board(ctx: &mut Context, position: &Position) {
    match line(&ctx.game.entry, position).filter(|line| line.len() <= LONGEST) {
        Some(line) => {
            ctx.to_copy = Some(line.clone());
            say(ctx, Phrase::Copied, vec![Part::Text(line)], Tone::Plain);
        }
        None => say(ctx, Phrase::NoLine, vec![], Tone::Bad),
    }
}
