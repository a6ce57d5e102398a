//! The drawing in every form that can hold it.

use crate::notation::{self, Entry, Form};

/// The forms, and the one that is chosen.
#[derive(Clone, Debug)]
pub(crate) struct Export {
    /// Each form with the text, or with the reason why it cannot hold the drawing.
    pub forms: Vec<(Form, Result<String, String>)>,
    /// Which of them is shown.
    pub chosen: usize,
}

impl Export {
    /// The forms of a puzzle, those that can hold it first.
    #[must_use]
    pub(super) fn of(entry: &Entry) -> Export {
        let text = |form| (form, notation::write(form, entry, entry.puzzle.start()));
        let mut forms: Vec<_> = Form::ALL.into_iter().map(text).collect();
        forms.sort_by_key(|(_, text)| text.is_err());
        Export { forms, chosen: 0 }
    }

    /// The form that is chosen, with its text or the reason why there is none.
    pub(crate) fn shown(&self) -> (Form, &Result<String, String>) {
        let (form, text) = &self.forms[self.chosen];
        (*form, text)
    }
}
