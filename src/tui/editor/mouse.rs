//! What the mouse does in the editor: it paints while its button is held, and chooses tools.

use super::draft::{Layer, Name, Spot};
use super::layout::{Places, Tool, tools};
use super::{Brush, Editor, Mode, Stroke};
use crate::puzzle::Cell;
use crate::text::Phrase;
use crate::tui::context::Model;
use crate::tui::message::Effect;
use crate::tui::mouse::{Gesture, Pointer};
use crate::tui::notice::{Notice, Tone};

/// Does what the mouse means.
pub(crate) fn act(model: &mut Model, pointer: Pointer) -> Effect {
    let window = model.window;
    let Some(editor) = model.editor.as_deref_mut() else {
        return Effect::None;
    };
    if !matches!(editor.mode, Mode::Draw | Mode::Pick) {
        return Effect::None;
    }
    let Some(places) = Places::new(editor, window) else {
        return Effect::None;
    };
    let said = match pointer.gesture {
        Gesture::Press => match cell_under(&places, pointer) {
            Some(cell) => press(editor, cell),
            None => choose(editor, &places, pointer),
        },
        Gesture::Drag => {
            if let (Some(cell), Some(stroke)) = (cell_under(&places, pointer), editor.stroke) {
                drag(editor, cell, stroke);
            }
            None
        }
        Gesture::Release => {
            editor.stroke = None;
            return Effect::None;
        }
        Gesture::Wheel(_) => return Effect::None,
    };
    model.notice = said.map(|words| Notice::new(words, vec![], Tone::Plain));
    Effect::Draw
}

/// A stroke begins.
fn press(editor: &mut Editor, cell: Cell) -> Option<Phrase> {
    editor.cursor = cell;
    let is_new = editor.brush == Brush::New;
    if is_new && editor.layer == Layer::Goal {
        return Some(Phrase::PickForGoal);
    }
    let Some(spot) = editor.paint_for(cell) else {
        return Some(Phrase::NoMoreNames);
    };
    let joined = editor.paint(cell, spot, false);
    editor.stroke = Some(Stroke { spot, joined });
    None
}

/// A stroke goes on; it is taken back as one with its beginning. The goal takes whole pieces, which are moved along.
fn drag(editor: &mut Editor, cell: Cell, stroke: Stroke) {
    if editor.cursor == cell {
        return;
    }
    editor.cursor = cell;
    let Stroke { spot, joined } = stroke;
    if !matches!(spot, Spot::Piece(Name::Number(_))) {
        let joined = editor.paint(cell, spot, joined) || joined;
        editor.stroke = Some(Stroke { spot, joined });
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

/// The cell of the board under the pointer.
fn cell_under(places: &Places, pointer: Pointer) -> Option<Cell> {
    let layout = &places.layout;
    let inside = layout.inside();
    inside.contains((pointer.x, pointer.y).into()).then(|| {
        let (x, y) = (pointer.x - inside.x + layout.first.0, pointer.y - inside.y + layout.first.1);
        Cell::new((x / layout.cell.0) as u8, (y / layout.cell.1) as u8)
    })
}
