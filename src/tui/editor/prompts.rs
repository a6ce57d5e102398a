//! The question for the name of a file that is to be written, which never takes the place of another one unasked.

use super::{Editor, Mode};
use crate::notation;
use crate::notation::printable;
use crate::notation::{Entry, Form};
use crate::text::Phrase;
use crate::tui::context::Model;
use crate::tui::keys::Action;
use crate::tui::keys::chord::{Chord, Key};
use crate::tui::message::Effect;
use crate::tui::notice::{Notice, Part, Tone};
use crate::tui::open::state::{Found, LONGEST, Wish, Write};

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
    pub(crate) is_whole: bool,
    wish: Option<Wish>,
}

impl Naming {
    /// To write a puzzle in `form`, which may not be able to hold it.
    pub(crate) fn of(form: Form, entry: &Entry) -> Naming {
        let text = notation::write(form, entry, entry.puzzle.start());
        let naming = Naming::form(form, String::new());
        match text {
            Ok(text) => Naming { text, ..naming },
            Err(reason) => Naming { error: Some(reason), ..naming },
        }
    }

    /// To write a text in `form`.
    pub(crate) fn form(form: Form, text: String) -> Naming {
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
    pub(crate) fn typed(&mut self, chord: Chord) -> bool {
        match (chord.key, chord.ctrl) {
            (Key::Char(c), false) if self.typed.chars().count() < LONGEST => {
                self.typed.push(printable::masked_char(c));
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
    pub(crate) fn enter(&mut self) {
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
    pub(crate) fn take_wish(&mut self) -> Option<Wish> {
        self.wish.take()
    }
}

/// Does what a key means while a name is typed.
pub(crate) fn name(model: &mut Model, action: Action) {
    let Some(editor) = &mut model.editor else {
        return;
    };
    match (&mut editor.mode, action) {
        (Mode::Name(naming), Action::PlayOn) => naming.enter(),
        _ => editor.mode = Mode::Draw,
    }
}

/// Asks for a file of this name, as if it had been typed; what comes of it is heard as always.
pub(crate) fn write(model: &mut Model, form: Form, name: String) -> Effect {
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
pub(crate) fn hear(model: &mut Model, found: Found) -> Effect {
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
pub(crate) fn choose(model: &mut Model, action: Action) {
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
pub(crate) fn hand_over(model: &mut Model, action: Action) {
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
pub(crate) fn refuse(model: &mut Model) {
    let faults = model.editor.as_deref().map(Editor::built);
    let first = match faults {
        Some(Err([first, ..])) => vec![Part::Fault(first.clone())],
        _ => vec![],
    };
    model.notice = Some(Notice::new(Phrase::NotPlayable, first, Tone::Bad));
}

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
    pub(crate) fn of(entry: &Entry) -> Export {
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
