//! The list of puzzles: a filter that is typed, and the one that is chosen.

use super::chord::{Chord, Key};
use super::keys::Action;
use super::model::{Model, Screen};
use super::playlist::Playlist;
use super::update::{Effect, start};
use crate::notation::Entry;
use crate::text::Lang;

/// The list as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Home {
    filter: String,
    /// The places in the playlist of those that match, in its order.
    matches: Vec<usize>,
    /// Which of the matches is chosen.
    chosen: usize,
}

impl Home {
    /// The longest filter.
    const LONGEST: usize = 40;

    /// The whole list, the puzzle that is played chosen.
    #[must_use]
    pub fn new(playlist: &Playlist) -> Home {
        Home {
            filter: String::new(),
            matches: (0..playlist.entries().len()).collect(),
            chosen: playlist.place().map_or(0, |(at, _)| at - 1),
        }
    }

    /// What was typed.
    #[must_use]
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// The places in the playlist of those that match.
    #[must_use]
    pub fn matches(&self) -> &[usize] {
        &self.matches
    }

    /// Which of the matches is chosen.
    #[must_use]
    pub fn chosen(&self) -> usize {
        self.chosen
    }

    fn go(&mut self, by: i16) {
        let last = self.matches.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by.into()).min(last);
    }

    fn set_filter(&mut self, filter: String, playlist: &Playlist) {
        let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
        let all = playlist.entries().iter().enumerate();
        let found = all.filter(|(_, entry)| {
            let text = searched(entry);
            words.iter().all(|word| text.contains(word))
        });
        self.matches = found.map(|(i, _)| i).collect();
        self.filter = filter;
        self.chosen = 0;
    }
}

/// All that a filter looks into.
fn searched(entry: &Entry) -> String {
    let zh = entry.name.zh.as_deref().unwrap_or_default();
    let size = entry.puzzle.size();
    format!("{} {} {zh} {size}", entry.id, entry.name.en).to_lowercase()
}

/// The name of an entry in `lang`, or whatever else tells it from others.
#[must_use]
pub(super) fn name_of(entry: &Entry, lang: Lang) -> String {
    let zh = entry.name.zh.as_ref().filter(|_| lang == Lang::Zh);
    let name = zh.unwrap_or(&entry.name.en);
    let found = [name, &entry.id].into_iter().find(|n| !n.is_empty());
    match found {
        Some(name) => crate::text::harmless(name),
        None => entry.puzzle.size().to_string(),
    }
}

/// A key that is typed into the filter. Returns whether it was one.
pub(super) fn typed(model: &mut Model, chord: Chord) -> bool {
    let Model {
        screen: Screen::Home(home),
        playlist,
        help: None,
        ..
    } = model
    else {
        return false;
    };
    let mut filter = home.filter.clone();
    match chord {
        Chord {
            key: Key::Char(c),
            ctrl: false,
            ..
        } if filter.chars().count() < Home::LONGEST => filter.push(crate::text::harmless_char(c)),
        Chord {
            key: Key::Backspace,
            ..
        } => {
            filter.pop();
        }
        _ => return false,
    }
    home.set_filter(filter, playlist);
    true
}

/// Does what a key of the list means.
pub(super) fn act(model: &mut Model, action: Action) -> Effect {
    let Model {
        screen: Screen::Home(home),
        playlist,
        ..
    } = model
    else {
        return Effect::None;
    };
    match action {
        Action::Scroll(by) => home.go(by),
        Action::Back if !home.filter.is_empty() => home.set_filter(String::new(), playlist),
        Action::PlayOn => choose(model),
        _ => model.screen = Screen::Play,
    }
    Effect::Draw
}

/// Plays the one that is chosen; the game that was left goes on if it is the same.
fn choose(model: &mut Model) {
    let Screen::Home(home) = &model.screen else {
        return;
    };
    let Some(&index) = home.matches.get(home.chosen) else {
        return;
    };
    let Some(entry) = model.playlist.choose(index) else {
        return;
    };
    model.screen = Screen::Play;
    if !std::sync::Arc::ptr_eq(&entry, &model.game.entry) {
        start(model, entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Setup;

    fn playlist() -> Playlist {
        let entry = |id: &str, numbers: &[u32]| Entry {
            id: id.to_owned(),
            ..Entry::of(Setup::numbers(3, 2, numbers).build().unwrap())
        };
        let (a, b) = (
            entry("first", &[1, 2, 3, 4, 0, 5]),
            entry("second", &[1, 2, 3, 0, 4, 5]),
        );
        Playlist::list([a, b], 1).unwrap()
    }

    #[test]
    fn every_word_of_the_filter_must_match() {
        let list = playlist();
        let mut home = Home::new(&list);
        assert_eq!((home.matches(), home.chosen()), (&[0, 1][..], 1));
        home.set_filter("3x2 FIR".to_owned(), &list);
        assert_eq!((home.matches(), home.chosen()), (&[0][..], 0));
        home.set_filter("third".to_owned(), &list);
        assert!(home.matches().is_empty());
        home.go(1);
        assert_eq!(home.chosen(), 0);
    }
}
