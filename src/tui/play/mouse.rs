//! The mouse on the board: a click selects a block or pushes tiles, dragging slides a block round corners too, the wheel takes back
//! and plays again.

use crate::puzzle::{Cell, Direction, Move, PieceId};
use crate::tui::context::Context;
use crate::tui::keys::Action;
use crate::tui::layout::Layout;
use crate::tui::message::{Gesture, Pointer};
use crate::tui::notice::after_move;
use crate::tui::play::update::{act, say_solved};
use crate::tui::screen::Response;

/// Does what the mouse means on the board that stands at `layout`, if it is to be seen.
pub(crate) fn update(ctx: &mut Context, layout: Option<Layout>, pointer: Pointer) -> Response {
    let Some(layout) = layout else {
        ctx.drag = None;
        return Response::Ignored;
    };
    let Some(cell) = cell_under(&layout, pointer, ctx.drag.is_some()) else {
        return Response::Ignored;
    };
    match pointer.gesture {
        Gesture::Press => press(ctx, cell),
        Gesture::Drag => drag(ctx, cell),
        Gesture::Release => ctx.drag = None,
        // A block that is held would lose the place where it is held.
        Gesture::Wheel(_) if ctx.drag.is_some() => {}
        Gesture::Wheel(by) => {
            let action = if by < 0 { Action::Undo } else { Action::Redo };
            for _ in 0..by.unsigned_abs() {
                act(ctx, action);
            }
        }
    }
    Response::Draw
}

/// The cell of the board under the pointer; while something is dragged, the nearest one.
fn cell_under(layout: &Layout, pointer: Pointer, nearest: bool) -> Option<Cell> {
    let inside = layout.inside();
    let (x, y) = match nearest {
        true => (
            pointer.x.clamp(inside.left(), inside.right() - 1),
            pointer.y.clamp(inside.top(), inside.bottom() - 1),
        ),
        false => (pointer.x, pointer.y),
    };
    layout.cell_at((x, y))
}

fn press(ctx: &mut Context, cell: Cell) {
    ctx.notice = None;
    if ctx.game.session.is_solved() && !ctx.game.puzzle().lift() {
        return say_solved(ctx);
    }
    let game = &mut ctx.game;
    let Some(piece) = game.puzzle().piece_at(game.session.position(), cell) else {
        return;
    };
    if game.selects() {
        game.select(piece);
        ctx.drag = Some(Drag { piece, held: cell });
        return;
    }
    let push = game.puzzle().push(game.session.position(), piece);
    if push.is_some_and(|action| game.play(action, ctx.now)) {
        after_move(ctx);
    }
}

/// Slides the block that is held until it is held where the pointer is, as far as it goes.
fn drag(ctx: &mut Context, to: Cell) {
    if ctx.game.puzzle().lift() {
        return carry(ctx, to);
    }
    // Each step brings the block nearer to the pointer, so that this ends.
    while let Some(drag) = ctx.drag {
        let towards = ways(drag.held, to);
        let step = towards.into_iter().find_map(|way| {
            let held = drag.held.step(way)?;
            let action = Move::of(drag.piece, &[way]);
            ctx.game.play(action, ctx.now).then_some(held)
        });
        let Some(held) = step else { return };
        ctx.drag = Some(Drag { held, ..drag });
        after_move(ctx);
    }
}

/// Takes the piece that is held along, and sets it down where it fits.
fn carry(ctx: &mut Context, to: Cell) {
    let Some(drag) = ctx.drag else { return };
    let (dx, dy) = (
        i32::from(to.column) - i32::from(drag.held.column),
        i32::from(to.row) - i32::from(drag.held.row),
    );
    let anchor = ctx.game.session.position().anchor(drag.piece);
    let Some(there) = anchor.offset(dx, dy) else {
        return;
    };
    if ctx.game.carry(drag.piece, there, ctx.now) {
        ctx.drag = Some(Drag { held: to, ..drag });
        after_move(ctx);
    }
}

/// The directions from one cell to another, the longer way first.
fn ways(from: Cell, to: Cell) -> Vec<Direction> {
    let dx = i32::from(to.column) - i32::from(from.column);
    let dy = i32::from(to.row) - i32::from(from.row);
    let across = if dx < 0 { Direction::Left } else { Direction::Right };
    let along = if dy < 0 { Direction::Up } else { Direction::Down };
    let mut ways = vec![(dx.abs(), across), (dy.abs(), along)];
    ways.retain(|way| way.0 > 0);
    ways.sort_by_key(|way| -way.0);
    ways.into_iter().map(|way| way.1).collect()
}

/// A block that is being dragged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Drag {
    pub(crate) piece: PieceId,
    /// The cell of the board where the block is held.
    pub(crate) held: Cell,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_way_comes_first() {
        let (a, b) = (Cell::new(1, 1), Cell::new(3, 0));
        assert_eq!(ways(a, b), [Direction::Right, Direction::Up]);
        assert_eq!(ways(b, a), [Direction::Left, Direction::Down]);
        assert_eq!(ways(a, a), []);
    }
}
