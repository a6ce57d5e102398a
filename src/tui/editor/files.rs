//! The question for the name of a file that is to be written, which never takes the place of another one unasked.

use crate::notation::{self, Entry, Form};
use crate::text::harmless_char;
use crate::tui::chord::{Chord, Key};
use crate::tui::naming::{LONGEST, Wish, Write};

/// A name that is typed, and what is to be written under it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Naming {
    /// What was typed.
    pub typed: String,
    /// Whether a file of this name is there, and may be replaced if Enter is pressed once more.
    pub exists: bool,
    /// What is wrong with the file.
    pub error: Option<String>,
    text: String,
    /// Whether the whole drawing is in the text, so that nothing is lost when it goes away.
    pub(super) is_whole: bool,
    wish: Option<Wish>,
}

impl Naming {
    /// To write a puzzle in `form`, which may not be able to hold it.
    pub(super) fn of(form: Form, entry: &Entry) -> Naming {
        let text = notation::write(form, entry, entry.puzzle.start());
        let naming = Naming::form(form, String::new());
        match text {
            Ok(text) => Naming { text, ..naming },
            Err(reason) => Naming { error: Some(reason), ..naming },
        }
    }

    /// To write a text in `form`.
    pub(super) fn form(form: Form, text: String) -> Naming {
        let ending = match form {
            Form::Toml => "toml",
            Form::Json => "json",
            _ => "txt",
        };
        Naming {
            typed: format!("board.{ending}"),
            exists: false,
            error: None,
            text,
            is_whole: form == Form::Toml,
            wish: None,
        }
    }

    /// A key that is typed into the name. Returns whether it was one.
    pub(super) fn typed(&mut self, chord: Chord) -> bool {
        match (chord.key, chord.ctrl) {
            (Key::Char(c), false) if self.typed.chars().count() < LONGEST => {
                self.typed.push(harmless_char(c));
            }
            (Key::Backspace, _) => {
                self.typed.pop();
            }
            _ => return false,
        }
        self.exists = false;
        self.error = None;
        true
    }

    /// The name is whole.
    pub(super) fn enter(&mut self) {
        let is_name = !self.typed.is_empty() && !self.text.is_empty();
        self.wish = is_name.then(|| {
            Wish::Write(Write {
                name: self.typed.clone(),
                text: self.text.clone(),
                replace: self.exists,
            })
        });
    }

    /// What is to be done on the disk; it is asked once.
    pub(in crate::tui) fn take_wish(&mut self) -> Option<Wish> {
        self.wish.take()
    }
}
