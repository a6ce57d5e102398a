//! The list of puzzles: a filter that is typed, and the one that is chosen.

use super::command::Command;
use super::course::Course;
use super::playlist::Playlist;
use crate::notation::Entry;
use crate::tui::widgets::input::Input;
use std::sync::Arc;

/// The list as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct List {
    /// What was typed.
    pub(crate) filter: Input,
    /// Those that match, in the order of the playlist, each with its place there.
    pub(crate) matches: Vec<(usize, Arc<Entry>)>,
    /// What stands before the puzzles while nothing is typed.
    commands: Vec<Command>,
    /// Which of the commands and the matches after them is chosen.
    pub(crate) chosen: usize,
    /// The first row that was seen last.
    pub(crate) top: usize,
}

impl List {
    /// The whole list after these commands: of one who goes through the list the puzzle that is played is chosen; else, on the
    /// journey for example, it stands somewhere in it, and the first command goes on with it.
    pub(crate) fn new(playlist: &Playlist, commands: Vec<Command>) -> List {
        List {
            filter: Input::default(),
            matches: playlist.entries().iter().cloned().enumerate().collect(),
            chosen: match playlist.course() {
                Course::List => commands.len() + playlist.at(),
                _ => 0,
            },
            commands,
            top: 0,
        }
    }

    /// The commands before the matches: none while something is typed.
    pub(crate) fn commands(&self) -> &[Command] {
        if self.filter.text().is_empty() { &self.commands } else { &[] }
    }

    /// Which of the matches is chosen, if it is no command.
    pub(crate) fn chosen_match(&self) -> Option<usize> {
        self.chosen.checked_sub(self.commands().len())
    }

    /// The puzzle that is chosen, and its place in the playlist.
    pub(crate) fn choice(&self) -> Option<&(usize, Arc<Entry>)> {
        self.matches.get(self.chosen_match()?)
    }

    /// The command that is chosen.
    pub(crate) fn command(&self) -> Option<Command> {
        self.commands().get(self.chosen).copied()
    }

    /// How many rows can be chosen.
    fn len(&self) -> usize {
        self.commands().len() + self.matches.len()
    }

    /// The playlist has changed; the same puzzle is chosen as before.
    pub(crate) fn relist(&mut self, playlist: &Playlist) {
        let before = self.choice().map(|(_, entry)| Arc::clone(entry));
        let command = self.command().map(|_| self.chosen);
        self.set_filter(self.filter.clone(), playlist);
        let is_same = |(_, entry): &(usize, Arc<Entry>)| {
            before.as_ref().is_some_and(|before| Arc::ptr_eq(before, entry))
        };
        let same = self.matches.iter().position(is_same).unwrap_or(0);
        self.chosen = command.unwrap_or(self.commands().len() + same);
    }

    /// Chooses the row at a place among the commands and the matches after them.
    pub(crate) fn choose(&mut self, at: usize) {
        self.chosen = at.min(self.len().saturating_sub(1));
    }

    /// Chooses the one so many places on.
    pub(crate) fn go(&mut self, by: i16) {
        let last = self.len().saturating_sub(1);
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
        let here = self.chosen_match();
        let found = match forward {
            true => firsts.find(|&at| here.is_none_or(|here| at > here)),
            false => firsts.rfind(|&at| here.is_some_and(|here| at < here)),
        };
        self.chosen = found.map_or(self.chosen, |found| self.commands().len() + found);
    }

    /// Shows those of the playlist in which every word of `filter` is found.
    pub(crate) fn set_filter(&mut self, filter: Input, playlist: &Playlist) {
        let entry = |at: usize| Some((at, playlist.entries().get(at)?.clone()));
        self.matches = playlist.matching(filter.text()).into_iter().filter_map(entry).collect();
        self.filter = filter;
        self.chosen = self.commands().len();
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
        Playlist::collections([a, b], [], 1).unwrap()
    }

    #[test]
    fn every_word_of_the_filter_must_match() {
        let playlist = playlist();
        let mut list = List::new(&playlist, Vec::new());
        let places = |list: &List| list.matches.iter().map(|(at, _)| *at).collect::<Vec<_>>();
        assert_eq!((places(&list), list.chosen), (vec![0, 1], 1));
        list.set_filter(Input::of("3x2 FIR"), &playlist);
        assert_eq!((places(&list), list.chosen), (vec![0], 0));
        list.set_filter(Input::of("third"), &playlist);
        assert!(list.matches.is_empty());
        list.go(1);
        assert_eq!(list.chosen, 0);
    }
}
