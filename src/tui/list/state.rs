//! The list of puzzles: a filter that is typed, and the one that is chosen.

use super::playlist::Playlist;
use crate::notation::Entry;
use std::sync::Arc;

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
    /// The whole list, the puzzle that is played chosen.
    #[must_use]
    pub fn new(playlist: &Playlist) -> Home {
        Home {
            filter: String::new(),
            matches: (0..playlist.entries().len()).collect(),
            chosen: playlist.at(),
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

    /// The puzzle that is chosen.
    #[must_use]
    pub fn choice(&self, playlist: &Playlist) -> Option<Arc<Entry>> {
        let at = self.matches.get(self.chosen)?;
        playlist.entries().get(*at).cloned()
    }

    /// The playlist has changed; the same puzzle is chosen as before.
    pub(crate) fn relist(&mut self, playlist: &Playlist, chosen: Option<Arc<Entry>>) {
        self.set_filter(self.filter.clone(), playlist);
        let is_chosen = |&at: &usize| {
            let chosen = chosen.as_ref();
            chosen.is_some_and(|chosen| Arc::ptr_eq(chosen, &playlist.entries()[at]))
        };
        self.chosen = self.matches.iter().position(is_chosen).unwrap_or(0);
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
            let collection = playlist.collection(self.matches[*at]);
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
    pub(crate) fn set_filter(&mut self, filter: String, playlist: &Playlist) {
        self.matches = playlist.matching(&filter);
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
