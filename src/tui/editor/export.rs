//! The drawing in every form that can hold it.

use super::Mode;
use super::files::Naming;
use crate::notation::{self, Entry, Form};
use crate::tui::keys::Action;
use crate::tui::model::Model;

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

/// Does what a key means while the forms are shown.
pub(super) fn act(model: &mut Model, action: Action) {
    let Some(editor) = &mut model.editor else {
        return;
    };
    let Mode::Export(export) = &mut editor.mode else {
        return;
    };
    match action {
        Action::Scroll(by) => {
            let last = export.forms.len() - 1;
            export.chosen = export.chosen.saturating_add_signed(by.into()).min(last);
        }
        Action::PlayOn => {
            if let (form, Ok(text)) = export.shown() {
                editor.mode = Mode::Name(Naming::form(form, text.clone()));
            }
        }
        _ => editor.mode = Mode::Draw,
    }
}
