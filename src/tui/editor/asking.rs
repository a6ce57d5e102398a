//! The two questions of the editor: under which name a file is written, and in which form.

use super::export::Export;
use super::files::Naming;
use super::{Editor, Mode};
use crate::notation::Form;
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

/// Asks for a file of this name, as if it had been typed; what comes of it is heard as always.
pub(in crate::tui) fn write(model: &mut Model, form: Form, name: String) -> Effect {
    let Some(editor) = &mut model.editor else {
        return Effect::None;
    };
    let Some(entry) = editor.entry() else {
        refuse(model);
        return Effect::Draw;
    };
    model.notice = None;
    let mut naming = Naming::of(form, &entry);
    naming.typed = name;
    naming.enter();
    editor.mode = Mode::Name(naming);
    Effect::Draw
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

/// Asks for a file's name, or shows the forms.
pub(super) fn hand_over(model: &mut Model, action: Action) {
    let Some(editor) = &mut model.editor else {
        return;
    };
    let Some(entry) = editor.entry() else {
        return refuse(model);
    };
    model.notice = None;
    editor.mode = match action {
        Action::Save => Mode::Name(Naming::of(Form::Toml, &entry)),
        _ => Mode::Export(Export::of(&entry)),
    };
}

/// Says that what is drawn is no puzzle yet.
pub(super) fn refuse(model: &mut Model) {
    let faults = model.editor.as_deref().map(Editor::built);
    let first = match faults {
        Some(Err([first, ..])) => vec![Part::Fault(first.clone())],
        _ => vec![],
    };
    model.notice = Some(Notice::new(Phrase::NotPlayable, first, Tone::Bad));
}
