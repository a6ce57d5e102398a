//! The question for the name of a file that is to be written, which never takes the place of another one unasked.

use super::{Editor, EditorScreen, Mode};
use crate::lookup::path;
use crate::notation;
use crate::notation::{Entry, Form, printable};
use crate::text::{self, Phrase};
use crate::tui::context::Context;
use crate::tui::keys::Action;
use crate::tui::keys::chord::Chord;
use crate::tui::notice::{Part, Tone, say};
use crate::tui::open::state::{Found, LONGEST, Wish, Write};
use crate::tui::screen::Response;
use crate::tui::widgets::input::Input;
use std::path::{Path, PathBuf};

/// A name that is typed, and what is to be written under it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Naming {
    /// What was typed.
    pub typed: Input,
    /// Whether a file of this name is there, and may be replaced if Enter is pressed once more.
    pub exists: bool,
    /// What is wrong with the file.
    pub error: Option<String>,
    /// The folder that names begin in.
    pub folder: String,
    text: String,
    /// Whether the whole drawing is in the text, so that nothing is lost when it goes away.
    pub(crate) is_whole: bool,
    /// What is to be done on the disk.
    pub(crate) wish: Option<Wish>,
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
            typed: Input::proposed(&format!("board.{ending}")),
            exists: false,
            error: None,
            folder: shown(Path::new(".")),
            text,
            is_whole: form == Form::Toml,
            wish: None,
        }
    }

    /// A key that is typed into the name. Returns whether it was one.
    pub(crate) fn typed(&mut self, chord: Chord) -> bool {
        let typed = self.typed.edit(chord, LONGEST);
        if typed {
            // Whether a file may be replaced was asked about another name.
            self.exists = false;
            self.error = None;
        }
        typed
    }

    /// The name is whole.
    pub(crate) fn enter(&mut self) {
        let is_name = !self.typed.text().is_empty() && !self.text.is_empty();
        self.wish = is_name.then(|| {
            Wish::Write(Write {
                name: self.typed.text().to_owned(),
                text: self.text.clone(),
                replace: self.exists,
            })
        });
    }
}

impl EditorScreen {
    /// Does what a key means while a name is typed.
    pub(crate) fn act_on_name(&mut self, action: Action) {
        match (&mut self.mode, action) {
            (Mode::Name(naming), Action::PlayOn) => naming.enter(),
            _ => self.mode = Mode::Draw,
        }
    }

    /// Asks for a file of this name, as if it had been typed; what comes of it is heard as always.
    pub(crate) fn write(&mut self, ctx: &mut Context, form: Form, name: String) {
        let Some(editor) = ctx.editor.take() else {
            return;
        };
        if let Some(entry) = editor.entry() {
            ctx.notice = None;
            let mut naming = Naming::of(form, &entry);
            naming.typed = Input::of(&name);
            naming.enter();
            self.mode = Mode::Name(naming);
        } else {
            refuse(&editor, ctx);
        }
        ctx.editor = Some(editor);
    }

    /// What came of it.
    pub(crate) fn found(
        &mut self,
        editor: &mut Editor,
        ctx: &mut Context,
        found: Found,
    ) -> Response {
        let Mode::Name(naming) = &mut self.mode else {
            return Response::Ignored;
        };
        match found {
            Found::Written(name) => {
                say(ctx, Phrase::Written, vec![Part::Text(shown(&path(&name)))], Tone::Good);
                if naming.is_whole {
                    editor.note_saved(name);
                }
                self.mode = Mode::Draw;
            }
            Found::Exists => naming.exists = true,
            Found::NotWritten(name, error) => {
                let name = printable::escaped(&name);
                let why = text::system(ctx.lang(), &error);
                naming.error = Some(Phrase::NotWritten.with(ctx.lang(), &[&name, &why]));
            }
            Found::Error(wrong) => {
                let why = wrong.first().map(|why| text::lookup_error(ctx.lang(), why, &[]));
                naming.error = why;
            }
            Found::Names { .. } | Found::Puzzles(_) => return Response::Ignored,
        }
        Response::Draw
    }

    /// Does what a key means while the forms are shown.
    pub(crate) fn act_on_export(&mut self, action: Action) {
        let Mode::Export(export) = &mut self.mode else {
            return;
        };
        match action {
            Action::Scroll(by) => {
                let last = export.forms.len() - 1;
                export.chosen = export.chosen.saturating_add_signed(by.into()).min(last);
            }
            Action::PlayOn => {
                if let (form, Ok(text)) = export.shown() {
                    self.mode = Mode::Name(Naming::form(form, text.clone()));
                }
            }
            _ => self.mode = Mode::Draw,
        }
    }

    /// Asks for a file's name, or shows the forms.
    pub(crate) fn hand_over(&mut self, editor: &Editor, ctx: &mut Context, action: Action) {
        let Some(entry) = editor.entry() else {
            return refuse(editor, ctx);
        };
        ctx.notice = None;
        self.mode = match action {
            Action::Save => {
                let mut naming = Naming::of(Form::Toml, &entry);
                if let Some(file) = &editor.file {
                    naming.typed = Input::proposed(file);
                }
                Mode::Name(naming)
            }
            _ => Mode::Export(Export::of(&entry)),
        };
    }
}

/// The whole of a path, for a player who may not know which folder is the present one.
fn shown(path: &Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // The dot of the present folder goes.
    whole.components().collect::<PathBuf>().display().to_string()
}

/// Says that what is drawn is no puzzle yet.
pub(crate) fn refuse(editor: &Editor, ctx: &mut Context) {
    let first = match editor.built() {
        Err([first, ..]) => vec![Part::Fault(first.clone())],
        _ => vec![],
    };
    say(ctx, Phrase::NotPlayable, first, Tone::Bad);
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
