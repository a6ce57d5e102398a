//! What there is to play, one after the other, and what can be chosen from.

#[cfg(test)]
mod tests;

use super::course::Course;
use crate::generate::any_seed;
use crate::library;
use crate::lookup::{self, LookupError, Resolved};
use crate::notation::printable;
use crate::notation::{Entry, Pack, Text};
use crate::storage::Bests;
use crate::text::Lang;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// What there is to play: a list of puzzles, in collections or not; the first of them may be a new one each time.
pub struct Playlist {
    /// Never empty.
    entries: Vec<Arc<Entry>>,
    /// The one that is played.
    at: usize,
    /// Which way leads on from there.
    course: Course,
    /// The names of the collections, each with the place of its first puzzle.
    collections: Vec<(Text, usize)>,
    /// Makes the next one, in the place of the first.
    make: Option<Maker>,
    /// The place of the only one that there is so far, and the whole list, which is made when there is time for it.
    begun: Option<Box<Begun>>,
}

struct Maker {
    /// `None` where the next one is ordered elsewhere ([`Playlist::add`]).
    make: Box<dyn FnMut() -> Option<Entry> + Send>,
    /// Those before the one that is there, and those after it that were left again; the nearest last.
    around: [Vec<Arc<Entry>>; 2],
}

struct Begun {
    place: Option<(usize, usize)>,
    whole: Box<dyn FnOnce() -> Playlist + Send>,
}

impl Playlist {
    /// One puzzle alone.
    pub fn one(entry: Entry) -> Playlist {
        Playlist {
            entries: vec![Arc::new(entry)],
            at: 0,
            course: Course::List,
            collections: Vec::new(),
            make: None,
            begun: None,
        }
    }

    /// The first one of a list that is made when there is time for it, by [`Playlist::complete`]; until then this is its
    /// [`Playlist::place`].
    pub fn begun(
        entry: Entry,
        place: Option<(usize, usize)>,
        whole: impl FnOnce() -> Playlist + Send + 'static,
    ) -> Playlist {
        let whole = Box::new(whole);
        let begun = Some(Box::new(Begun { place, whole }));
        Playlist { begun, ..Playlist::one(entry) }
    }

    /// Makes the whole list, if only its first one is there so far; that one stays the one that is played.
    pub fn complete(&mut self) {
        if let Some(begun) = self.begun.take().map(|begun| *begun) {
            let (current, course) = (self.current(), self.course);
            *self = Playlist { course, ..(begun.whole)() };
            // The game holds this very entry, and whether it goes on is told by its address.
            self.entries[self.at] = current;
        }
    }

    /// `own` and these collections after it, the puzzle at `at` first (the last one if there are fewer). `None` if there are none.
    pub fn collections<'a>(
        own: impl IntoIterator<Item = Entry>,
        packs: impl IntoIterator<Item = &'a Pack>,
        at: usize,
    ) -> Option<Playlist> {
        let mut entries: Vec<Arc<Entry>> = own.into_iter().map(Arc::new).collect();
        let mut collections = Vec::new();
        for pack in packs {
            collections.push((pack.title.clone(), entries.len()));
            entries.extend(pack.entries.iter().cloned().map(Arc::new));
        }
        let at = at.min(entries.len().checked_sub(1)?);
        Some(Playlist { entries, at, course: Course::List, collections, make: None, begun: None })
    }

    /// New ones after the first as long as there are any, and these collections to choose from.
    pub fn made<'a>(
        first: Entry,
        make: impl FnMut() -> Option<Entry> + Send + 'static,
        packs: impl IntoIterator<Item = &'a Pack>,
    ) -> Playlist {
        let list = Playlist::collections([first], packs, 0);
        let make = Some(Maker { make: Box::new(make), around: Default::default() });
        Playlist { make, ..list.expect("there is the first") }
    }

    /// The one that is played.
    pub fn current(&self) -> Arc<Entry> {
        self.entries[self.at].clone()
    }

    /// Puts a collection before all others and returns its puzzles. One that is in the list on its own goes there; the one that
    /// is played stays the same.
    pub fn put_first(&mut self, name: Text, puzzles: Vec<Entry>) -> Vec<Arc<Entry>> {
        // A list that was only begun is replaced as a whole when it is completed, and what was put into it before would be lost.
        self.complete();
        let end = |list: &Playlist| {
            let first = list.collections.first();
            first.map_or(list.entries.len(), |(_, first)| *first)
        };
        let played = self.current();
        let mut placed: Vec<Arc<Entry>> = Vec::new();
        for puzzle in puzzles {
            let same = |own: &Arc<Entry>| own.id == puzzle.id && own.puzzle == puzzle.puzzle;
            let own = self.entries[..end(self)].iter().position(same);
            // A board that is made has the first place, where the next one replaces it: it cannot move into a collection.
            placed.push(match own.filter(|_| self.make.is_none()) {
                Some(at) => {
                    self.collections.iter_mut().for_each(|(_, first)| *first -= 1);
                    self.entries.remove(at)
                }
                None => Arc::new(puzzle),
            });
        }
        let at = end(self);
        self.entries.splice(at..at, placed.iter().cloned());
        self.collections.iter_mut().for_each(|(_, first)| *first += placed.len());
        self.collections.insert(0, (name, at));
        // Places have shifted, so that the one that is played is found again by its address.
        let found = self.entries.iter().position(|e| Arc::ptr_eq(e, &played));
        self.at = found.unwrap_or(0);
        placed
    }

    /// Takes away the first collection, if it is of these puzzles. The one that is played stays, on its own.
    pub fn take_back(&mut self, puzzles: &[Arc<Entry>]) {
        let is_one = |entry: &Arc<Entry>| puzzles.iter().any(|gone| Arc::ptr_eq(gone, entry));
        let Some((_, range)) = self.collections.first().and_then(|first| self.collection(first.1))
        else {
            return;
        };
        // Another list may have come in the meantime, whose first collection must stay.
        if range.is_empty() || !self.entries[range.clone()].iter().all(is_one) {
            return;
        }
        let played = self.current();
        let (first, whole) = (range.start, range.len());
        let left: Vec<Arc<Entry>> = self.entries[range.clone()]
            .iter()
            .filter(|entry| Arc::ptr_eq(entry, &played))
            .cloned()
            .collect();
        let gone = whole - left.len();
        self.entries.splice(range, left);
        self.collections.remove(0);
        self.collections.iter_mut().for_each(|(_, first)| *first -= gone);
        if self.at > first {
            let at = self.entries.iter().position(|e| Arc::ptr_eq(e, &played));
            self.at = at.unwrap_or(0);
        }
    }

    /// Goes on to the next one; from the last to the first. `None` if there is only one.
    pub fn advance(&mut self) -> Option<Arc<Entry>> {
        if let Some((number, places)) = self.stage() {
            return self.follow(self.course, places[(number + 1) % places.len()]);
        }
        if let Some(Maker { make, around: [before, after] }) = &mut self.make
            && self.at == 0
            && let Some(next) = after.pop().or_else(|| make().map(Arc::new))
        {
            before.push(std::mem::replace(&mut self.entries[0], next));
            return Some(self.current());
        }
        if self.entries.len() < 2 {
            return None;
        }
        self.at = (self.at + 1) % self.entries.len();
        Some(self.current())
    }

    /// Plays a board that was ordered, after all those of a list that [`Playlist::random`] began. `None` if it is no such list.
    pub fn add(&mut self, entry: Entry) -> Option<Arc<Entry>> {
        self.complete();
        let [before, after] = &mut self.make.as_mut()?.around;
        before.push(std::mem::replace(&mut self.entries[0], Arc::new(entry)));
        before.extend(after.drain(..).rev());
        self.at = 0;
        Some(self.current())
    }

    /// Whether one of those without end was left for the one before it.
    pub fn was_left_again(&self) -> bool {
        self.make.as_ref().is_some_and(|maker| !maker.around[1].is_empty())
    }

    /// Goes back to the one before; from the first to the last, but not from a board of its own into the collections. `None` if there
    /// is none.
    pub fn retreat(&mut self) -> Option<Arc<Entry>> {
        if let Some((number, places)) = self.stage() {
            return self.follow(self.course, places[(number + places.len() - 1) % places.len()]);
        }
        if let Some(Maker { around: [before, after], .. }) = &mut self.make
            && self.at == 0
        {
            after.push(std::mem::replace(&mut self.entries[0], before.pop()?));
            return Some(self.current());
        }
        let own = self.collections.first().map(|first| first.1);
        if (self.at, own) == (0, Some(1)) {
            return None;
        }
        let all = self.entries.len();
        self.at = (self.at + all - 1) % all;
        (all > 1).then(|| self.current())
    }

    /// All that can be chosen from.
    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }

    /// Goes to the one at `index` of [`Playlist::entries`], and on from there through the list; `None` if there is none.
    pub fn choose(&mut self, index: usize) -> Option<Arc<Entry>> {
        self.follow(Course::List, index)
    }

    /// Goes to the one at `index` of [`Playlist::entries`], as a part of this course; `None` if there is none.
    pub fn follow(&mut self, course: Course, index: usize) -> Option<Arc<Entry>> {
        let chosen = self.entries.get(index)?.clone();
        self.at = index;
        self.course = course;
        Some(chosen)
    }

    /// Which way leads on from the one that is played.
    pub fn course(&self) -> Course {
        self.course
    }

    /// The places in [`Playlist::entries`] of the puzzles that a course leads through, in its order.
    pub fn places(&self, course: Course) -> Vec<usize> {
        // What a player's own file calls by the same id is no part of it.
        let built_in = self.collections.first().map_or(self.entries.len(), |first| first.1);
        let place = |id: &str| {
            let found = self.entries[built_in..].iter().position(|entry| entry.id == id);
            found.map(|at| built_in + at)
        };
        course.ids().into_iter().filter_map(place).collect()
    }

    /// Where in its course the one that is played is, and the places of all that the course leads through.
    fn stage(&self) -> Option<(usize, Vec<usize>)> {
        let places = self.places(self.course);
        let number = places.iter().position(|&place| place == self.at)?;
        Some((number, places))
    }

    /// Whether the one that is played is the last one of its course.
    pub fn is_last(&self) -> bool {
        self.stage().is_some_and(|(number, places)| number + 1 == places.len())
    }

    /// What the one that is played is part of: its name, and all that belongs to it.
    pub fn whole(&self) -> Option<(Text, Vec<Arc<Entry>>)> {
        let of_course = self.course.title().zip(self.stage());
        let (name, places) = match of_course {
            Some((name, (_, places))) => (name, places),
            None => {
                let (name, range) = self.collection(self.at)?;
                (name.clone(), range.collect())
            }
        };
        Some((name, places.into_iter().map(|place| self.entries[place].clone()).collect()))
    }

    /// Which of [`Playlist::entries`] is played.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The place of the one that is played within its collection, from 1, and how many that has; `None` for one that was made or is
    /// alone.
    pub fn place(&self) -> Option<(usize, usize)> {
        if let Some(begun) = &self.begun {
            return begun.place;
        }
        if let Some((number, places)) = self.stage() {
            return Some((number + 1, places.len()));
        }
        let own = self.collections.first().map_or(self.entries.len(), |first| first.1);
        let range = self.collection(self.at).map_or(0..own, |(_, range)| range);
        let is_listed = range.len() > 1 && (self.make.is_none() || self.at > 0);
        is_listed.then(|| (self.at - range.start + 1, range.len()))
    }

    /// Which collection the puzzle at `index` of [`Playlist::entries`] is in: its name, and from where to where it goes.
    pub fn collection(&self, index: usize) -> Option<(&Text, Range<usize>)> {
        let collections = &self.collections;
        let number = collections.iter().rposition(|(_, first)| *first <= index)?;
        let end = collections.get(number + 1).map_or(self.entries.len(), |next| next.1);
        let (name, first) = &collections[number];
        Some((name, *first..end))
    }
}

impl Playlist {
    /// What a typed text stands for, and what comes after it: the built-in puzzles in order, new boards of a size without end, or
    /// what the file holds, from the puzzle on that is named in it.
    pub fn named(text: &str, seed: Option<u64>) -> Result<Playlist, Vec<LookupError>> {
        if let Some((size, own)) = lookup::scramble(text) {
            return Playlist::boards(size, own.or(seed).unwrap_or_else(any_seed));
        }
        if let Some(at) = lookup::built_in(text) {
            return Ok(Playlist::built_in(at));
        }
        let (puzzles, one) = lookup::resolve_whole(text, seed)?;
        Ok(Playlist::beginning(puzzles, one.unwrap_or(0)))
    }

    /// These puzzles, the one at `at` first, and the built-in ones after them.
    pub fn beginning(asked: Vec<Resolved>, at: usize) -> Playlist {
        let entries: Vec<Entry> = asked.into_iter().map(|asked| asked.entry).collect();
        let first = entries.get(at).cloned();
        let first = first.expect("what is read holds a puzzle there");
        let place = (entries.len() > 1).then_some((at + 1, entries.len()));
        // The packs are read only when the player looks beyond the first puzzle, so that the first frame does not wait for them.
        Playlist::begun(first, place, move || {
            let list = Playlist::collections(entries, library::packs(), at);
            list.expect("there is the first")
        })
    }

    /// All built-in puzzles, the one at `at` first; the others are not read yet.
    pub fn built_in(at: usize) -> Playlist {
        let first = library::alone(at).expect("there is a built-in puzzle there");
        let place = Some(library::place_in_pack(at));
        Playlist::begun(first, place, move || Playlist::all_from(at))
    }

    /// All built-in puzzles, the one at `at` first.
    pub fn all_from(at: usize) -> Playlist {
        let list = Playlist::collections([], library::packs(), at);
        list.expect("there are built-in puzzles")
    }

    /// The built-in puzzles, one of a course first: the first one that is not solved yet, of those that come after the puzzle with this
    /// id before all others. `None` if all are solved.
    pub fn on_course(course: Course, bests: &Bests, after: &str) -> Option<Playlist> {
        let ids = course.ids();
        let first = ids.iter().position(|id| *id == after).map_or(0, |at| at + 1);
        // They are read one by one up to the first that is open, since reading all of them would delay the first frame.
        (first..ids.len()).chain(0..first).find_map(|number| {
            let at = library::place_of(ids[number])?;
            let is_open = !bests.is_solved(&library::alone(at)?.puzzle);
            is_open.then(|| Playlist::standing(course, at, (number + 1, ids.len())))
        })
    }

    /// The built-in puzzles, the first one of a course first.
    pub fn from_first(course: Course) -> Playlist {
        let first = course.ids().first().copied().and_then(library::place_of);
        Playlist::back_on(course, first.unwrap_or(0))
    }

    /// The built-in puzzles, the next one of the collection that the puzzle at `at` is in that is not solved yet. `None` if all are.
    pub fn on_collection(at: usize, bests: &Bests) -> Option<Playlist> {
        let (place, all) = library::place_in_pack(at);
        let first = at + 1 - place;
        let is_open = |at: &usize| {
            let entry = library::alone(*at);
            entry.is_some_and(|entry| !bests.is_solved(&entry.puzzle))
        };
        (at + 1..first + all).chain(first..at).find(is_open).map(Playlist::built_in)
    }

    /// The built-in puzzles, the one at `at` first as a part of this course, which tells its place.
    fn standing(course: Course, at: usize, place: (usize, usize)) -> Playlist {
        let list = Playlist::built_in(at);
        let begun = list.begun.map(|begun| Box::new(Begun { place: Some(place), ..*begun }));
        Playlist { course, begun, ..list }
    }

    /// The journey from the first puzzle that is not solved yet.
    pub fn on_journey(bests: &Bests) -> Playlist {
        let list = Playlist::on_course(Course::Journey, bests, "");
        list.unwrap_or_else(|| Playlist::from_first(Course::Journey))
    }

    /// The built-in puzzles, the one at `at` first, as a part of the course if that leads there.
    pub fn back_on(course: Course, at: usize) -> Playlist {
        let places: Vec<usize> = course.ids().into_iter().filter_map(library::place_of).collect();
        match places.iter().position(|&place| place == at) {
            Some(number) => Playlist::standing(course, at, (number + 1, places.len())),
            None => Playlist::built_in(at),
        }
    }

    /// A board that was made at random, and the built-in puzzles after it.
    pub fn random(entry: Entry, level: u8) -> Playlist {
        let list = Playlist::begun(entry.clone(), None, move || {
            Playlist::made(entry, || None, library::packs())
        });
        Playlist { course: Course::Random(level), ..list }
    }

    /// New boards of a size, from one seed after the other.
    pub(crate) fn boards(size: (usize, usize), first: u64) -> Result<Playlist, Vec<LookupError>> {
        // Only the size can be wrong, and it is wrong for every seed or for none, so that one attempt decides.
        lookup::shuffled(size, first)?;
        // After the greatest seed comes 0.
        let mut seeds = (0..).map(move |n| first.wrapping_add(n));
        let mut make = move || lookup::shuffled(size, seeds.next()?).ok();
        let first = make().expect("there are seeds without end, and the size is right");
        let begun = first.clone();
        Ok(Playlist::begun(begun, None, move || Playlist::made(first, make, library::packs())))
    }
}

impl Playlist {
    /// The places in [`Playlist::entries`] of those in which every word of `filter` is found.
    pub fn matching(&self, filter: &str) -> Vec<usize> {
        let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
        let found = self.entries.iter().enumerate().filter(|(i, entry)| {
            let collection = self.collection(*i).map(|(name, _)| name);
            let text = searched(entry, collection);
            words.iter().all(|word| text.contains(word))
        });
        found.map(|(i, _)| i).collect()
    }
}

/// All that a filter looks into.
fn searched(entry: &Entry, collection: Option<&Text>) -> String {
    let names = [Some(&entry.name), collection].into_iter().flatten();
    let both = |name: &Text| {
        let zh = name.zh.as_deref().unwrap_or_default();
        format!("{} {zh} {} ", name.en, library::pinyin(zh))
    };
    let names: String = names.map(both).collect();
    // `rush51` is as good as `rush-51`.
    let (id, plain) = (&entry.id, entry.id.replace('-', ""));
    format!("{id} {plain} {names}{}", entry.puzzle.size()).to_lowercase()
}

impl fmt::Debug for Playlist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Playlist({} of {})", self.at, self.entries.len())
    }
}

/// A name in `lang`, as it may be printed.
pub(crate) fn text_in(name: &Text, lang: Lang) -> String {
    let zh = name.zh.as_ref().filter(|_| lang == Lang::Zh);
    printable::masked(zh.unwrap_or(&name.en))
}

/// The name of an entry in `lang`, or whatever else tells it from others.
pub(crate) fn name_of(entry: &Entry, lang: Lang) -> String {
    let found = [text_in(&entry.name, lang), printable::masked(&entry.id)];
    let found = found.into_iter().find(|name| !name.is_empty());
    found.unwrap_or_else(|| entry.puzzle.size().to_string())
}
