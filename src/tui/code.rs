//! The line that holds the board as it is shown, for others; made when another board is shown than before.

use crate::notation::{self, Entry};
use crate::puzzle::Position;
use crate::text::harmless;
use std::sync::Arc;

/// The line of the board that was shown last.
#[derive(Debug)]
pub(super) struct Code {
    entry: Arc<Entry>,
    position: Position,
    text: Option<String>,
}

impl Code {
    /// The line of a position of the entry's puzzle.
    pub(super) fn of(entry: &Arc<Entry>, position: &Position) -> Code {
        let text = notation::line(entry, position);
        Code {
            entry: Arc::clone(entry),
            position: position.clone(),
            text: text.filter(|text| harmless(text) == *text),
        }
    }

    /// The line, if there is one and it can be printed.
    pub(super) fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Writes it anew if another board is shown than before.
    pub(super) fn renew(&mut self, entry: &Arc<Entry>, position: &Position) {
        if !Arc::ptr_eq(&self.entry, entry) || self.position != *position {
            *self = Code::of(entry, position);
        }
    }
}
