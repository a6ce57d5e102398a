//! The mouse: a click selects a block or pushes tiles, dragging slides a block round corners too, the wheel turns pages.

use super::context::{Model, Screen};
use super::help::most_scroll;
use super::keys::{Action, Scope};
use super::message::Effect;
use super::notice::after_move;
use super::play::view::Parts;
use super::widgets::sparkline;
use super::{editor, list, map, open, player, times};
use crate::puzzle::{Cell, Direction, Move, PieceId};
use ratatui::layout::Margin;

/// Does what the mouse means.
pub(crate) fn act(model: &mut Model, pointer: Pointer) -> Effect {
    if let Gesture::Wheel(notches) = pointer.gesture {
        return wheel(model, notches);
    }
    if model.scope() == Scope::Editor {
        return editor::mouse::act(model, pointer);
    }
    if pointer.gesture == Gesture::Press
        && let Some(done) = press_elsewhere(model, pointer)
    {
        return done;
    }
    if !model.is_watched() {
        model.drag = None;
        return Effect::None;
    }
    let Some(cell) = cell_under(model, pointer) else {
        return Effect::None;
    };
    match pointer.gesture {
        Gesture::Press => press(model, cell),
        Gesture::Drag => drag(model, cell),
        _ => model.drag = None,
    }
    Effect::Draw
}

/// A press of the button on anything but the board; `None` if it may mean the board.
fn press_elsewhere(model: &mut Model, pointer: Pointer) -> Option<Effect> {
    let place = (pointer.x, pointer.y);
    match model.scope() {
        Scope::Open => Some(open::update::click(model, pointer.y)),
        Scope::Home => Some(list::update::click(model, place)),
        Scope::Player => Some(seek(model, place)),
        Scope::Map => match cell_under(model, pointer) {
            Some(_) => None,
            None => Some(map::update::click(model, place)),
        },
        Scope::Play => {
            if is_on_map(model, place) {
                map::update::open(model);
            } else {
                go_back(model, turn_under(model, pointer)?);
            }
            Some(Effect::Draw)
        }
        _ => Some(Effect::None),
    }
}

/// Whether the small map beside the board is there.
fn is_on_map(model: &Model, place: (u16, u16)) -> bool {
    let layout = model.layout();
    layout.is_some_and(|layout| Parts::new(model, layout.panel).map.contains(place.into()))
}

/// A click into the progress bar of the player goes to that moment.
fn seek(model: &mut Model, place: (u16, u16)) -> Effect {
    let Some(cursor) = player::view::moment_under(model, place) else {
        return Effect::None;
    };
    if let Screen::Player(player) = &mut model.screen {
        player.go(cursor);
    }
    Effect::Draw
}

/// The turn whose bar in the row of distances is under the pointer.
fn turn_under(model: &Model, pointer: Pointer) -> Option<usize> {
    let layout = model.layout()?;
    let frame = Parts::new(model, layout.panel).distances;
    let inside = frame.inner(Margin::new(1, 1));
    let is_inside = inside.contains((pointer.x, pointer.y).into());
    let at = is_inside.then(|| pointer.x - inside.x)?;
    sparkline::turns(model, inside.width).nth(at.into())
}

/// Goes back to the moment after so many turns; the later ones can be played again.
fn go_back(model: &mut Model, turn: usize) {
    let now = model.now;
    model.notice = None;
    model.game.turn_back(|session| {
        session.go_to(turn, now);
        true
    });
    after_move(model);
}

/// The cell of the board under the pointer; while something is dragged, the nearest one.
fn cell_under(model: &Model, pointer: Pointer) -> Option<Cell> {
    let layout = model.board_layout()?;
    let inside = layout.inside();
    let (x, y) = if model.drag.is_some() {
        let x = pointer.x.clamp(inside.left(), inside.right() - 1);
        (x, pointer.y.clamp(inside.top(), inside.bottom() - 1))
    } else {
        (pointer.x, pointer.y)
    };
    let on_board = inside.contains((x, y).into());
    let (width, height) = layout.cell;
    on_board.then(|| {
        let (x, y) = (x - inside.x + layout.first.0, y - inside.y + layout.first.1);
        let (column, row) = (x / width, y / height);
        Cell::new(column as u8, row as u8)
    })
}

fn press(model: &mut Model, cell: Cell) {
    model.notice = None;
    let game = &mut model.game;
    let Some(piece) = game.puzzle().piece_at(game.session.position(), cell) else {
        return;
    };
    if game.selects() {
        game.select(piece);
        model.drag = Some(Drag { piece, held: cell });
        return;
    }
    let push = game.puzzle().push(game.session.position(), piece);
    if push.is_some_and(|action| game.play(action, model.now)) {
        after_move(model);
    }
}

/// Slides the block that is held until it is held where the pointer is, as far as it goes.
fn drag(model: &mut Model, to: Cell) {
    if model.game.puzzle().lift() {
        return carry(model, to);
    }
    while let Some(drag) = model.drag {
        let towards = ways(drag.held, to);
        let step = towards.into_iter().find_map(|way| {
            let held = drag.held.step(way)?;
            let action = Move::of(drag.piece, &[way]);
            model.game.play(action, model.now).then_some(held)
        });
        let Some(held) = step else { return };
        model.drag = Some(Drag { held, ..drag });
        after_move(model);
    }
}

/// Takes the piece that is held along, and sets it down where it fits.
fn carry(model: &mut Model, to: Cell) {
    let Some(drag) = model.drag else { return };
    let (dx, dy) = (
        i32::from(to.column) - i32::from(drag.held.column),
        i32::from(to.row) - i32::from(drag.held.row),
    );
    let anchor = model.game.session.position().anchor(drag.piece);
    let Some(there) = anchor.offset(dx, dy) else {
        return;
    };
    if model.game.carry(drag.piece, there, model.now) {
        model.drag = Some(Drag { held: to, ..drag });
        after_move(model);
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

/// The wheel goes through a solution or the help.
fn wheel(model: &mut Model, notches: i16) -> Effect {
    let (most, scope) = (most_scroll(model), model.scope());
    match (&mut model.help, &mut model.screen) {
        (Some(scroll), _) => {
            *scroll = scroll.saturating_add_signed(notches.into()).min(most);
        }
        (None, Screen::Player(player)) => {
            let action = if notches < 0 { Action::StepBack } else { Action::StepOn };
            player.act(action, model.now);
        }
        (None, Screen::Home(_)) => return list::update::act(model, Action::Scroll(notches)),
        (None, Screen::Map(_)) => return update_map(model, notches),
        (None, Screen::Open(_)) => open::update::scroll(model, notches),
        (None, Screen::Times(_)) => times::update::act(model, Action::Scroll(notches)),
        (None, Screen::Editor) if scope == Scope::Export => {
            editor::update::act(model, Action::Scroll(notches));
        }
        (None, Screen::Editor) => return Effect::None,
        (None, Screen::Play) => return Effect::None,
    }
    Effect::Draw
}

/// On the map the wheel chooses a distance.
fn update_map(model: &mut Model, notches: i16) -> Effect {
    map::update::act(model, Action::Scroll(notches));
    Effect::Draw
}

/// What the mouse did, and in which column and row of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    /// What it did.
    pub gesture: Gesture,
    /// Column of the window, from 0.
    pub x: u16,
    /// Row of the window, from 0.
    pub y: u16,
}

/// What a mouse does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gesture {
    /// The left button goes down.
    Press,
    /// It moves while the button is down.
    Drag,
    /// The button goes up.
    Release,
    /// The wheel turns by so many notches, down being positive.
    Wheel(i16),
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
