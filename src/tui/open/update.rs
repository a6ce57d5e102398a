//! Keys where a file is named, and what is done with what was found.

use super::state::{Found, LONGEST, Opening};
use super::view::{most_scroll, name_under};
use crate::library;
use crate::notation::printable;
use crate::tui::context::{Model, Screen};
use crate::tui::daily;
use crate::tui::keys::Action;
use crate::tui::keys::chord::{Chord, Key};
use crate::tui::list::playlist::Playlist;
use crate::tui::message::Effect;

/// Asks for a file.
pub(crate) fn open(model: &mut Model) {
    let mut opening = Opening::default();
    opening.set("");
    model.screen = Screen::Open(opening);
}

/// A key that is typed into the name. Returns whether it was one.
pub(crate) fn typed(model: &mut Model, chord: Chord) -> bool {
    let (Screen::Open(opening), None) = (&mut model.screen, model.help) else {
        return false;
    };
    let mut typed = opening.typed.clone();
    match (chord.key, chord.ctrl) {
        (Key::Char(c), false) if typed.chars().count() < LONGEST => {
            typed.push(printable::masked_char(c))
        }
        (Key::Backspace, _) => {
            typed.pop();
        }
        _ => return false,
    }
    opening.set(&typed);
    true
}

/// Does what a key means.
pub(crate) fn act(model: &mut Model, action: Action) {
    let Screen::Open(opening) = &mut model.screen else {
        return;
    };
    match action {
        Action::NextPiece => opening.complete(),
        Action::Scroll(by) => scroll(model, by),
        Action::PlayOn => opening.enter(),
        _ => model.screen = Screen::Play,
    }
}

/// Goes through the names, or through what is wrong with the file.
pub(crate) fn scroll(model: &mut Model, by: i16) {
    let Screen::Open(opening) = &model.screen else {
        return;
    };
    let most = most_scroll(model, opening);
    let Screen::Open(opening) = &mut model.screen else {
        return;
    };
    if opening.errors.is_empty() {
        opening.choose(by);
    } else {
        let scroll = opening.scroll.min(most);
        opening.scroll = scroll.saturating_add_signed(by.into()).min(most);
    }
}

/// A click into the row `y` of the screen.
pub(crate) fn click(model: &mut Model, y: u16) -> Effect {
    let Screen::Open(opening) = &model.screen else {
        return Effect::None;
    };
    let under = name_under(model, opening, y);
    let (Screen::Open(opening), Some(at)) = (&mut model.screen, under) else {
        return Effect::None;
    };
    opening.click(at);
    Effect::Draw
}

/// Takes in what was found.
pub(crate) fn hear(model: &mut Model, found: Found) -> Effect {
    let Screen::Open(opening) = &mut model.screen else {
        return Effect::None;
    };
    match found {
        Found::Names { typed, names } if typed == opening.typed => opening.names = names,
        Found::Names { .. } => return Effect::None,
        Found::Errors(errors) => opening.hear_errors(errors),
        Found::Written(_) | Found::Exists => return Effect::None,
        Found::Puzzles(entries) => {
            if let Some(playlist) = Playlist::collections(entries, library::packs(), 0) {
                model.begin(playlist);
                daily::update::relist(model);
            }
        }
    }
    Effect::Draw
}
