//! What the mouse does in the editor: it paints while its button is held, and chooses tools.

use super::draft::{Layer, Name, Spot};
use super::layout::{Places, Tool, tools};
use super::{Brush, Editor, EditorScreen, Mode, Stroke};
use crate::puzzle::Cell;
use crate::text::Phrase;
use crate::tui::context::Context;
use crate::tui::keys::Action;
use crate::tui::message::{Gesture, Pointer};
use crate::tui::notice::{Notice, Tone};
use crate::tui::screen::Response;

impl EditorScreen {
    /// Does what the mouse means.
    pub(crate) fn point(
        &mut self,
        editor: &mut Editor,
        ctx: &mut Context,
        pointer: Pointer,
    ) -> Response {
        match (&self.mode, pointer.gesture) {
            (Mode::Draw | Mode::Pick, gesture) if !matches!(gesture, Gesture::Wheel(_)) => {}
            (Mode::Export(_), Gesture::Wheel(notches)) => {
                self.act_on_export(Action::Scroll(notches));
                return Response::Draw;
            }
            _ => return Response::Ignored,
        }
        let Some(places) = Places::new(editor, ctx.window) else {
            return Response::Ignored;
        };
        let cell = places.layout.cell_at((pointer.x, pointer.y));
        let said = match (pointer.gesture, cell) {
            (Gesture::Press, Some(cell)) => self.press(editor, cell),
            (Gesture::Press, None) => choose(editor, &places, pointer),
            (Gesture::Drag, cell) => {
                if let (Some(cell), Some(stroke)) = (cell, self.stroke) {
                    self.drag(editor, cell, stroke);
                }
                None
            }
            _ => {
                self.stroke = None;
                return Response::Ignored;
            }
        };
        ctx.notice = said.map(|words| Notice::new(words, vec![], Tone::Plain));
        Response::Draw
    }

    /// A stroke begins.
    fn press(&mut self, editor: &mut Editor, cell: Cell) -> Option<Phrase> {
        editor.cursor = cell;
        let is_new = editor.brush == Brush::New;
        if is_new && editor.layer == Layer::Goal {
            return Some(Phrase::PickForGoal);
        }
        let Some(spot) = editor.paint_for(cell) else {
            return Some(Phrase::NoMoreNames);
        };
        let joined = editor.paint(cell, spot, false);
        self.stroke = Some(Stroke { spot, joined });
        None
    }

    /// A stroke goes on; it is taken back as one with its beginning. The goal takes whole pieces, which are moved along.
    fn drag(&mut self, editor: &mut Editor, cell: Cell, stroke: Stroke) {
        // The mouse tells of every character that it passes, and a cell has several of them.
        if editor.cursor == cell {
            return;
        }
        editor.cursor = cell;
        let Stroke { spot, joined } = stroke;
        // A number is on a board once: dragged along it would trade places with every tile on its way.
        if !matches!(spot, Spot::Piece(Name::Number(_))) {
            let joined = editor.paint(cell, spot, joined) || joined;
            self.stroke = Some(Stroke { spot, joined });
        }
    }
}

/// A press beside the board: a tool, the lock of the piece in hand, or the other board.
fn choose(editor: &mut Editor, places: &Places, pointer: Pointer) -> Option<Phrase> {
    let is_inside = places.tools.contains((pointer.x, pointer.y).into());
    let row = is_inside.then(|| usize::from(pointer.y - places.tools.y))?;
    match tools(editor).get(row)? {
        Tool::Brush(Brush::Piece(name)) => {
            let name = *name;
            editor.change(false, |draft| draft.turn_lock(name));
        }
        Tool::Brush(brush) => editor.take(*brush),
        Tool::Layer => super::update::turn_over(editor),
    }
    None
}
