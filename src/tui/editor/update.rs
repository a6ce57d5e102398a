//! What the editor's keys do.

use super::draft::{Draft, Layer, Name, Spot};
use super::layout::Places;
use super::prompts::Naming;
use super::{Brush, Editor, EditorScreen, Mode, prompts, view};
use crate::engine::knowledge::SolverTask;
use crate::library;
use crate::notation::Entry;
use crate::notation::printable;
use crate::puzzle::{Direction, Position};
use crate::text::{Lang, Phrase};
use crate::tui::ScreenKey;
use crate::tui::context::Context;
use crate::tui::keys::chord::{Chord, Key};
use crate::tui::keys::{Action, Scope};
use crate::tui::list::playlist::Playlist;
use crate::tui::notice::{Notice, Tone, say};
use crate::tui::open::state::Wish;
use crate::tui::screen::{Component, Event, Response};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::sync::Arc;

impl EditorScreen {
    /// Opens the editor: on what was being drawn, or on the puzzle that is played if nothing there would be lost.
    pub(crate) fn open(ctx: &mut Context) -> EditorScreen {
        if !ctx.editor().is_some_and(Editor::is_changed) {
            ctx.editor = Some(Box::new(Editor::new(&ctx.game.entry)));
        }
        // The solver is the editor's from now on, and no help comes in between.
        ctx.game.awaited = None;
        ctx.game.knowledge.cancelled();
        EditorScreen::default()
    }

    /// The name that is asked for, if one is: with what is wrong with it.
    pub(crate) fn naming(&self) -> Option<&Naming> {
        match &self.mode {
            Mode::Name(naming) => Some(naming),
            _ => None,
        }
    }

    /// Does what a key of the editor means.
    fn act(&mut self, editor: &mut Editor, ctx: &mut Context, action: Action) -> Response {
        match &mut self.mode {
            Mode::Name(_) => self.act_on_name(action),
            Mode::Export(_) => self.act_on_export(action),
            Mode::Draw | Mode::Pick => return self.draw(editor, ctx, action),
        }
        Response::Draw
    }

    fn draw(&mut self, editor: &mut Editor, ctx: &mut Context, action: Action) -> Response {
        match action {
            Action::Back => return Response::Back,
            Action::Show(ScreenKey::Editor) => return Response::Close,
            Action::PlayOn => return play(editor, ctx),
            Action::Save | Action::Export => self.hand_over(editor, ctx, action),
            Action::FromGame => load(editor, &ctx.game.entry),
            Action::PickPiece => {
                self.mode = Mode::Pick;
                say(ctx, Phrase::PickPrompt, vec![], Tone::Plain);
            }
            _ => {
                let said = edit(editor, action);
                ctx.notice = said.map(|words| Notice::new(words, vec![], Tone::Plain));
            }
        }
        Response::Draw
    }

    /// A character that is typed into a name, or that names a piece.
    fn typed(&mut self, editor: &mut Editor, ctx: &mut Context, chord: Chord) -> Response {
        match &mut self.mode {
            Mode::Name(naming) => {
                if !naming.typed(chord) {
                    return Response::Ignored;
                }
                ctx.notice = None;
            }
            Mode::Pick => {
                self.mode = Mode::Draw;
                ctx.notice = None;
                if let (Key::Char(letter), false) = (chord.key, chord.ctrl) {
                    let name = editor.draft().name(&printable::masked_char(letter).to_string());
                    if let Some(name) = name.filter(|_| letter.is_alphanumeric()) {
                        editor.take(Brush::Piece(name));
                    }
                }
            }
            Mode::Draw | Mode::Export(_) => return Response::Ignored,
        }
        Response::Draw
    }

    fn hear(&mut self, editor: &mut Editor, ctx: &mut Context, event: Event) -> Response {
        match event {
            Event::Key(chord) => self.typed(editor, ctx, chord),
            Event::Act(action) => self.act(editor, ctx, action),
            Event::Mouse(pointer) => self.point(editor, ctx, pointer),
            Event::Found(found) => self.found(editor, ctx, found),
            _ => Response::Ignored,
        }
    }
}

impl Component for EditorScreen {
    fn is_watched(&self, ctx: &Context) -> bool {
        // A scramble can be drawn from the game, and worked out at leisure.
        ctx.game.scramble.is_some()
    }

    fn scope(&self) -> Scope {
        match &self.mode {
            Mode::Name(_) => Scope::Save,
            Mode::Export(_) => Scope::Export,
            Mode::Draw | Mode::Pick => Scope::Editor,
        }
    }

    fn update(&mut self, ctx: &mut Context, event: Event) -> Response {
        // Taken out for as long, so that it and all else can be changed side by side.
        let Some(mut editor) = ctx.editor.take() else {
            return Response::Close;
        };
        let response = self.hear(&mut editor, ctx, event);
        ctx.editor = Some(editor);
        response
    }

    fn view(&self, ctx: &Context, area: Rect, buffer: &mut Buffer) {
        if let Some(editor) = ctx.editor() {
            view::draw(self, editor, ctx, area, buffer);
        }
    }

    fn has_footer(&self, ctx: &Context) -> bool {
        let fits = |editor: &Editor| Places::new(editor, ctx.window).is_some();
        matches!(self.mode, Mode::Export(_)) || ctx.editor().is_some_and(fits)
    }

    fn take_wish(&mut self) -> Option<Wish> {
        match &mut self.mode {
            Mode::Name(naming) => naming.wish.take(),
            _ => None,
        }
    }

    /// The solver works for what is drawn.
    fn solver_task(&self, ctx: &Context) -> SolverTask {
        ctx.editor().map_or(SolverTask::None, |editor| editor.optima.solver_task())
    }

    fn asked(&self, ctx: &mut Context, request: u64, _: Position) {
        if let Some(editor) = &mut ctx.editor {
            editor.optima.asked(request);
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
    let draft = editor.draft();
    let is_at_start = |name| draft.cells().any(|at| draft.piece(Layer::Start, at) == Some(name));
    if let (Layer::Goal, Spot::Piece(name @ Name::Letter(_))) = (editor.layer, spot)
        && !is_at_start(name)
    {
        return Some(Phrase::NoSuchPiece);
    }
    // The next cell belongs to the same piece, or no piece could be larger than one cell.
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
    // To paint a piece where it is already would take it away.
    match is_there(editor) {
        true => None,
        false => paint(editor),
    }
}

/// From now on a piece that is not there yet is painted.
fn new_piece(editor: &mut Editor) -> Option<Phrase> {
    if editor.layer == Layer::Goal {
        return Some(Phrase::PickForGoal);
    }
    editor.take(Brush::New);
    Some(Phrase::NewPieceNext)
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

/// Turns from the start to the goal, or back. A piece at the cursor is what is painted there.
pub(crate) fn turn_over(editor: &mut Editor) {
    if let Some(name) = editor.draft().piece(editor.layer, editor.cursor) {
        editor.take(Brush::Piece(name));
    }
    editor.layer = match editor.layer {
        Layer::Start => Layer::Goal,
        Layer::Goal => Layer::Start,
    };
}

/// Gives the board so many columns and rows more or fewer.
fn resize(editor: &mut Editor, by: (i8, i8)) -> Option<Phrase> {
    let (width, height) = editor.draft().size();
    let (width, height) = (width.saturating_add_signed(by.0), height.saturating_add_signed(by.1));
    let changed = editor.change(false, |draft| {
        draft.resize(width.into(), height.into());
    });
    (!changed).then_some(Phrase::NoOtherSize)
}

/// Shows another drawing; undo takes it back.
pub(crate) fn replace(ctx: &mut Context, draft: Draft) -> bool {
    let Some(editor) = &mut ctx.editor else {
        return false;
    };
    ctx.notice = None;
    editor.change(false, |drawn| *drawn = draft);
    true
}

/// Draws the puzzle that is played; undo takes it back.
fn load(editor: &mut Editor, entry: &Arc<Entry>) {
    let draft = Draft::of(&entry.puzzle).like(entry);
    editor.like = Arc::clone(entry);
    editor.change(false, |drawn| *drawn = draft);
}

/// Plays what is drawn.
fn play(editor: &Editor, ctx: &mut Context) -> Response {
    let Some(mut entry) = editor.entry() else {
        prompts::refuse(editor, ctx);
        return Response::Draw;
    };
    entry.name.en = Phrase::Drawn.words(Lang::En).to_owned();
    entry.name.zh = Some(Phrase::Drawn.words(Lang::Zh).to_owned());
    if let Some(playlist) = Playlist::collections([entry], library::packs(), 0) {
        ctx.begin(playlist);
    }
    Response::Close
}
