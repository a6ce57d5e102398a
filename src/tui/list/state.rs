//! The list of puzzles: a filter that is typed, and the one that is chosen.

use super::playlist::Playlist;
use crate::notation::Entry;
use crate::tui::widgets::input::Input;
use std::sync::Arc;

/// The list as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct List {
    filter: Input,
    /// Those that match, in the order of the playlist, each with its place there.
    matches: Vec<(usize, Arc<Entry>)>,
    /// Which of the matches is chosen.
    chosen: usize,
}

impl List {
    /// The whole list, the puzzle that is played chosen.
    #[must_use]
    pub(crate) fn new(playlist: &Playlist) -> List {
        List {
            filter: Input::default(),
            matches: playlist.entries().iter().cloned().enumerate().collect(),
            chosen: playlist.at(),
        }
    }

    /// What was typed.
    #[must_use]
    pub(crate) fn filter(&self) -> &Input {
        &self.filter
    }

    /// Those that match, each with its place in the playlist.
    #[must_use]
    pub(crate) fn matches(&self) -> &[(usize, Arc<Entry>)] {
        &self.matches
    }

    /// Which of the matches is chosen.
    #[must_use]
    pub(crate) fn chosen(&self) -> usize {
        self.chosen
    }

    /// The puzzle that is chosen, and its place in the playlist.
    #[must_use]
    pub(crate) fn choice(&self) -> Option<&(usize, Arc<Entry>)> {
        self.matches.get(self.chosen)
    }

    /// The playlist has changed; the same puzzle is chosen as before.
    pub(crate) fn relist(&mut self, playlist: &Playlist) {
        let before = self.choice().map(|(_, entry)| Arc::clone(entry));
        self.set_filter(self.filter.clone(), playlist);
        let is_same = |(_, entry): &(usize, Arc<Entry>)| {
            before.as_ref().is_some_and(|before| Arc::ptr_eq(before, entry))
        };
        self.chosen = self.matches.iter().position(is_same).unwrap_or(0);
    }

    /// Chooses the match at a place.
    pub(crate) fn choose(&mut self, at: usize) {
        self.chosen = at.min(self.matches.len().saturating_sub(1));
    }

    /// Chooses the one so many places on.
    pub(crate) fn go(&mut self, by: i16) {
        let last = self.matches.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by.into()).min(last);
    }

    /// Chooses the first one of the next collection, or of this one and then of the one before.
    pub(crate) fn go_collection(&mut self, forward: bool, playlist: &Playlist) {
        let of = |at: &usize| {
            let collection = playlist.collection(self.matches[*at].0);
            collection.map(|(_, range)| range.start)
        };
        let firsts = (0..self.matches.len()).filter(|at| *at == 0 || of(at) != of(&(at - 1)));
        let mut firsts = firsts.collect::<Vec<_>>().into_iter();
        let found = match forward {
            true => firsts.find(|&at| at > self.chosen),
            false => firsts.rfind(|&at| at < self.chosen),
        };
        self.chosen = found.unwrap_or(self.chosen);
    }

    /// Shows those of the playlist in which every word of `filter` is found.
    pub(crate) fn set_filter(&mut self, filter: Input, playlist: &Playlist) {
        let entry = |at: usize| Some((at, playlist.entries().get(at)?.clone()));
        self.matches = playlist.matching(filter.text()).into_iter().filter_map(entry).collect();
        self.filter = filter;
        self.chosen = 0;
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
        let (a, b) = (entry("first", &[1, 2, 3, 4, 0, 5]), entry("second", &[1, 2, 3, 0, 4, 5]));
        Playlist::list([a, b], 1).unwrap()
    }

    #[test]
    fn every_word_of_the_filter_must_match() {
        let playlist = playlist();
        let mut list = List::new(&playlist);
        let places = |list: &List| list.matches().iter().map(|(at, _)| *at).collect::<Vec<_>>();
        assert_eq!((places(&list), list.chosen()), (vec![0, 1], 1));
        list.set_filter(Input::of("3x2 FIR"), &playlist);
        assert_eq!((places(&list), list.chosen()), (vec![0], 0));
        list.set_filter(Input::of("third"), &playlist);
        assert!(list.matches().is_empty());
        list.go(1);
        assert_eq!(list.chosen(), 0);
    }
}
