//! The map: which distance is chosen, and play from a position so far away.

use super::state::{Ground, MapView};
use crate::puzzle::{Direction, Metric, Position, Puzzle};
use crate::session::Session;
use crate::text::Phrase;
use crate::tui::context::{Model, Part, Screen, Tone};
use crate::tui::keys::Action;
use crate::tui::map;
use crate::tui::message::Effect;
use crate::tui::notice::say;
use std::sync::Arc;

/// Shows the map; the distance of the position on the board is chosen.
pub(crate) fn open(model: &mut Model) {
    let here = model.game.remaining().exact();
    model.screen = Screen::Map(MapView { chosen: here.unwrap_or(0), from: None });
}

/// The survey says something. Only who looks at the map or at the board sees it.
pub(crate) fn hear(
    model: &mut Model,
    puzzle: &Arc<Puzzle>,
    metric: Metric,
    ground: Ground,
) -> Effect {
    let ours = Arc::ptr_eq(puzzle, model.game.session.puzzle()) && metric == model.game.metric();
    // What comes after the last word on it is late.
    if !ours || model.game.ground.is_final() {
        return Effect::None;
    }
    let done = !matches!(ground, Ground::Surveyed(_));
    if let Ground::Broken(why) = &ground {
        let why = Part::Text(why.clone());
        say(model, Phrase::SolverFailed, vec![why], Tone::Bad);
    }
    model.game.ground = ground;
    keep_in_reach(model);
    match &model.screen {
        Screen::Map(_) => Effect::Draw,
        _ if done => Effect::Draw,
        _ => Effect::None,
    }
}

/// A distance that was chosen in another metric may be greater than any in this one.
fn keep_in_reach(model: &mut Model) {
    let greatest = (model.game.ground.land()).and_then(|land| land.survey().greatest());
    if let (Screen::Map(view), Some(greatest)) = (&mut model.screen, greatest)
        && view.chosen > greatest
    {
        *view = MapView { chosen: greatest, from: None };
    }
}

/// Does what a key of the map means. What is left to be done is the game's: of a puzzle without a map, up and down move as
/// elsewhere.
pub(crate) fn act(model: &mut Model, action: Action) -> Option<Action> {
    let Screen::Map(view) = model.screen else {
        return None;
    };
    let greatest = (model.game.ground.land()).and_then(|land| land.survey().greatest());
    match (action, greatest) {
        (Action::Scroll(by), Some(most)) => choose(model, view, by, most),
        (Action::PlayOn, Some(_)) => start(model, view),
        (Action::Hardest, Some(greatest)) => start(model, MapView { chosen: greatest, from: None }),
        (Action::Scroll(-1), None) => return Some(Action::Go(Direction::Up)),
        (Action::Scroll(1), None) => return Some(Action::Go(Direction::Down)),
        (Action::Back | Action::Map, _) => model.screen = Screen::Play,
        (other, _) => return Some(other),
    }
    None
}

/// Up is farther from the goal, as on the map.
fn choose(model: &mut Model, view: MapView, by: i16, most: u32) {
    let chosen = view.chosen.saturating_add_signed(-i32::from(by)).min(most);
    model.screen = Screen::Map(MapView { chosen, from: None });
}

/// A click on the map or on the histogram: the first one chooses what is there, the next one plays it.
pub(crate) fn click(model: &mut Model, place: (u16, u16)) -> Effect {
    let Screen::Map(view) = model.screen else {
        return Effect::None;
    };
    match map::view::under(model, view, place) {
        Some(found) if found == view => start(model, view),
        Some(found) => model.screen = Screen::Map(found),
        None => return Effect::None,
    }
    Effect::Draw
}

/// Plays from one of the positions that are meant.
fn start(model: &mut Model, view: MapView) {
    let choice = mixed(model.now.as_nanos() as u64 ^ model.game.session.changes() << 40);
    let land = model.game.ground.land();
    let found = land.and_then(|land| match view.from {
        Some(from) => land.nth_at(from, view.chosen, choice),
        None => land.nth(view.chosen, choice),
    });
    let Some(position) = found else {
        return;
    };
    jump(model, position);
    let moves = Part::Text(view.chosen.to_string());
    say(model, Phrase::Jumped, vec![moves], Tone::Plain);
}

/// Puts the pieces where `position` says; undo takes it back.
fn jump(model: &mut Model, position: Position) {
    let now = model.now;
    model.game.turn_back(|session: &mut Session| {
        session.jump(position, now);
        true
    });
    model.game.select_first();
    model.screen = Screen::Play;
}

/// A number without pattern for each number (the finalizer of splitmix64).
fn mixed(n: u64) -> u64 {
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}
