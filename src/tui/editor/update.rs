//! What the editor's keys do.

use super::draft::{Draft, Layer, Spot};
use super::{Brush, Editor, Mode, prompts};
use crate::library;
use crate::notation::printable;
use crate::puzzle::Direction;
use crate::text::Phrase;
use crate::tui::context::{Model, Screen};
use crate::tui::daily;
use crate::tui::keys::Action;
use crate::tui::keys::chord::{Chord, Key};
use crate::tui::list::playlist::Playlist;
use crate::tui::message::Effect;
use crate::tui::notice::{Notice, Tone};

/// Opens the editor: on what was being drawn, or on the puzzle that is played if nothing there would be lost.
pub(crate) fn open(model: &mut Model) {
    let entry = &model.game.entry;
    let is_lost = |editor: &Editor| editor.is_changed();
    if !model.editor.as_deref().is_some_and(is_lost) {
        model.editor = Some(Box::new(Editor::new(entry)));
    }
    model.screen = Screen::Editor;
    // The solver is the editor's from now on, and no help comes in between.
    model.game.awaited = None;
    model.game.knowledge.cancelled();
}

/// Does what a key of the editor means.
pub(crate) fn act(model: &mut Model, action: Action) {
    let Some(editor) = &mut model.editor else {
        model.screen = Screen::Play;
        return;
    };
    match &mut editor.mode {
        Mode::Name(_) => prompts::name(model, action),
        Mode::Export(_) => prompts::choose(model, action),
        Mode::Draw | Mode::Pick => draw(model, action),
    }
}

/// A character that is typed into a name, or that names a piece. Returns whether it was one.
pub(crate) fn typed(model: &mut Model, chord: Chord) -> bool {
    let (Some(editor), Screen::Editor, None) = (&mut model.editor, &model.screen, model.help)
    else {
        return false;
    };
    match &mut editor.mode {
        Mode::Name(naming) => naming.typed(chord),
        Mode::Pick => {
            editor.mode = Mode::Draw;
            model.notice = None;
            let named = match (chord.key, chord.ctrl) {
                (Key::Char(letter), false) => {
                    let name = editor.draft().name(&printable::masked_char(letter).to_string());
                    name.filter(|_| letter.is_alphanumeric())
                }
                _ => None,
            };
            if let Some(name) = named {
                editor.take(Brush::Piece(name));
            }
            true
        }
        Mode::Draw | Mode::Export(_) => false,
    }
}

fn draw(model: &mut Model, action: Action) {
    match action {
        Action::Back | Action::Editor => model.screen = Screen::Play,
        Action::PlayOn => play(model),
        Action::Save | Action::Export => prompts::hand_over(model, action),
        Action::FromGame => load(model),
        _ => {
            let said = model.editor.as_deref_mut().and_then(|e| edit(e, action));
            model.notice = said.map(|words| Notice::new(words, vec![], Tone::Plain));
        }
    }
}

/// Changes the drawing, or what it is drawn with. What there is to say about it comes back.
fn edit(editor: &mut Editor, action: Action) -> Option<Phrase> {
    match action {
        Action::Go(way) => {
            editor.go(way);
        }
        Action::GoFar(way) => return extend(editor, way),
        Action::Paint => return paint(editor),
        Action::Erase => {
            editor.paint(editor.cursor, Spot::Empty, false);
        }
        Action::NewPiece => return new_piece(editor),
        Action::PickUp => pick_up(editor),
        Action::PickPiece => {
            editor.mode = Mode::Pick;
            return Some(Phrase::PickPrompt);
        }
        Action::Wall => editor.take(Brush::Wall),
        Action::Gate => editor.take(Brush::Gate),
        Action::Lock => return lock(editor),
        Action::NextPiece => turn_over(editor),
        Action::Undo if !editor.travel(-1) => return Some(Phrase::NothingToUndo),
        Action::Redo if !editor.travel(1) => return Some(Phrase::NothingToRedo),
        Action::Empty => {
            let (width, height) = editor.draft().size();
            editor.change(false, |draft| {
                *draft = Draft::empty(width.into(), height.into());
            });
            editor.take(Brush::New);
        }
        Action::NumberBoard => {
            let (width, height) = editor.draft().size();
            editor.change(false, |draft| {
                *draft = Draft::numbers(width.into(), height.into());
            });
        }
        Action::Wider(by) => return resize(editor, (by, 0)),
        Action::Taller(by) => return resize(editor, (0, by)),
        _ => {}
    }
    None
}

/// Paints the cell at the cursor.
fn paint(editor: &mut Editor) -> Option<Phrase> {
    let Some(spot) = editor.paint_for(editor.cursor) else {
        return Some(Phrase::NoMoreNames);
    };
    if editor.brush == Brush::New && editor.layer == Layer::Goal {
        return Some(Phrase::PickForGoal);
    }
    if let (Brush::New, Spot::Piece(name)) = (editor.brush, spot) {
        editor.take(Brush::Piece(name));
    }
    editor.paint(editor.cursor, spot, false);
    None
}

/// Goes a cell on and paints it; on the goal's board there are only whole pieces to be put down.
fn extend(editor: &mut Editor, way: Direction) -> Option<Phrase> {
    if !editor.go(way) {
        return None;
    }
    let is_there = |editor: &Editor| match editor.brush {
        Brush::Piece(name) => editor.draft().piece(editor.layer, editor.cursor) == Some(name),
        _ => false,
    };
    match is_there(editor) {
        true => None,
        false => paint(editor),
    }
}

/// A piece that is not there yet begins at the cursor.
fn new_piece(editor: &mut Editor) -> Option<Phrase> {
    if editor.layer == Layer::Goal {
        return Some(Phrase::PickForGoal);
    }
    editor.take(Brush::New);
    paint(editor)
}

/// From now on what is at the cursor is painted.
fn pick_up(editor: &mut Editor) {
    let there = editor.draft().at(editor.layer, editor.cursor);
    editor.take(match there {
        Some(Spot::Piece(name)) => Brush::Piece(name),
        Some(Spot::Wall) => Brush::Wall,
        Some(Spot::Gate) => Brush::Gate,
        Some(Spot::Empty) | None => Brush::Erase,
    });
}

/// Gives the piece at the cursor the next lock.
fn lock(editor: &mut Editor) -> Option<Phrase> {
    let Some(name) = editor.draft().piece(Layer::Start, editor.cursor) else {
        return Some(Phrase::NoPieceHere);
    };
    editor.change(false, |draft| draft.turn_lock(name));
    None
}

/// From the start to the goal and back. A piece at the cursor is what is painted there.
pub(crate) fn turn_over(editor: &mut Editor) {
    if let Some(name) = editor.draft().piece(editor.layer, editor.cursor) {
        editor.take(Brush::Piece(name));
    }
    editor.layer = match editor.layer {
        Layer::Start => Layer::Goal,
        Layer::Goal => Layer::Start,
    };
}

/// So many columns and rows more or fewer.
fn resize(editor: &mut Editor, by: (i8, i8)) -> Option<Phrase> {
    let (width, height) = editor.draft().size();
    let (width, height) = (width.saturating_add_signed(by.0), height.saturating_add_signed(by.1));
    let changed = editor.change(false, |draft| {
        draft.resize(width.into(), height.into());
    });
    (!changed).then_some(Phrase::NoOtherSize)
}

/// Shows another drawing; undo takes it back.
pub(crate) fn replace(model: &mut Model, draft: Draft) -> Effect {
    let Some(editor) = &mut model.editor else {
        return Effect::None;
    };
    model.notice = None;
    editor.change(false, |drawn| *drawn = draft);
    Effect::Draw
}

/// Draws the puzzle that is played; undo takes it back.
fn load(model: &mut Model) {
    let entry = model.game.entry.clone();
    if let Some(editor) = &mut model.editor {
        let draft = Draft::of(&entry.puzzle).like(&entry);
        editor.like = entry;
        editor.change(false, |drawn| *drawn = draft);
    }
}

/// Plays what is drawn.
fn play(model: &mut Model) {
    let Some(entry) = model.editor.as_deref().and_then(Editor::entry) else {
        return prompts::refuse(model);
    };
    let mut entry = entry;
    entry.name.en = Phrase::Drawn.words(crate::text::Lang::En).to_owned();
    entry.name.zh = Some(Phrase::Drawn.words(crate::text::Lang::Zh).to_owned());
    if let Some(playlist) = Playlist::collections([entry], library::packs(), 0) {
        let entry = playlist.current();
        model.playlist = playlist;
        daily::update::relist(model);
        model.screen = Screen::Play;
        model.start(entry);
    }
}
