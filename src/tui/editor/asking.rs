//! The two questions of the editor: under which name a file is written, and in which form.

use super::Mode;
use super::files::Naming;
use crate::text::Phrase;
use crate::tui::keys::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::naming::Found;
use crate::tui::notice::{Notice, Part, Tone};

/// Does what a key means while a name is typed.
pub(super) fn name(model: &mut Model, action: Action) {
    let Some(editor) = &mut model.editor else {
        return;
    };
    match (&mut editor.mode, action) {
        (Mode::Name(naming), Action::PlayOn) => naming.enter(),
        _ => editor.mode = Mode::Draw,
    }
}

/// What came of it.
pub(in crate::tui) fn hear(model: &mut Model, found: Found) -> Effect {
    let Some(editor) = &mut model.editor else {
        return Effect::None;
    };
    let Mode::Name(naming) = &mut editor.mode else {
        return Effect::None;
    };
    match found {
        Found::Written(name) => {
            if naming.is_whole {
                editor.note_saved();
            }
            editor.mode = Mode::Draw;
            let parts = vec![Part::Text(name)];
            model.notice = Some(Notice::new(Phrase::Written, parts, Tone::Good));
        }
        Found::Exists => naming.exists = true,
        Found::Errors(errors) => naming.error = errors.into_iter().next(),
        Found::Names { .. } | Found::Puzzles(_) => return Effect::None,
    }
    Effect::Draw
}

/// Does what a key means while the forms are shown.
pub(super) fn choose(model: &mut Model, action: Action) {
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
