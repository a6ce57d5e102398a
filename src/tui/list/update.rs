//! Keys in the list of puzzles.

use super::view::Under;
use crate::notation::printable;
use crate::tui::context::{Model, Screen};
use crate::tui::keys::chord::{Chord, Key};
use crate::tui::keys::{Action, Scope};
use crate::tui::list;
use crate::tui::message::Effect;

/// The longest filter.
const LONGEST: usize = 40;

/// A key that is typed into the filter. Returns whether it was one: every character but those that mean something here.
pub(crate) fn typed(model: &mut Model, chord: Chord) -> bool {
    if model.keymap.action(Scope::Home, chord).is_some() {
        return false;
    }
    let Model { screen: Screen::Home(home), playlist, help: None, .. } = model else {
        return false;
    };
    let mut filter = home.filter().to_owned();
    match chord {
        Chord { key: Key::Char(c), ctrl: false, .. } if filter.chars().count() < LONGEST => {
            filter.push(printable::masked_char(c))
        }
        Chord { key: Key::Backspace, .. } => {
            filter.pop();
        }
        _ => return false,
    }
    home.set_filter(filter, playlist);
    true
}

/// Does what a key of the list means.
pub(crate) fn act(model: &mut Model, action: Action) -> Effect {
    let Model { screen: Screen::Home(home), playlist, .. } = model else {
        return Effect::None;
    };
    match action {
        Action::Scroll(by) => home.go(by),
        Action::NextPiece => home.go_collection(true, playlist),
        Action::PreviousPiece => home.go_collection(false, playlist),
        Action::Back if !home.filter().is_empty() => home.set_filter(String::new(), playlist),
        Action::PlayOn => choose(model),
        _ => model.screen = Screen::Play,
    }
    Effect::Draw
}

/// A click on a name chooses it; on the chosen one, or on the preview, it plays.
pub(crate) fn click(model: &mut Model, place: (u16, u16)) -> Effect {
    let Screen::Home(home) = &model.screen else {
        return Effect::None;
    };
    match (list::view::under(model, home, place), home.chosen()) {
        (Some(Under::Puzzle(at)), chosen) if at != chosen => {
            if let Screen::Home(home) = &mut model.screen {
                home.choose(at);
            }
        }
        (Some(_), _) => choose(model),
        (None, _) => return Effect::None,
    }
    Effect::Draw
}

/// Plays the one that is chosen; the game that was left goes on if it is the same.
fn choose(model: &mut Model) {
    let Screen::Home(home) = &model.screen else {
        return;
    };
    if let Some(&index) = home.matches().get(home.chosen()) {
        enter(model, index);
    }
}

/// Plays the one at a place of the list.
pub(crate) fn enter(model: &mut Model, index: usize) -> Effect {
    let Some(entry) = model.playlist.choose(index) else {
        return Effect::None;
    };
    model.notice = None;
    model.screen = Screen::Play;
    if !std::sync::Arc::ptr_eq(&entry, &model.game.entry) {
        model.start(entry);
    }
    Effect::Draw
}
