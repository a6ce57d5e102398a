//! What there is to play, one after the other: a list of puzzles, or new ones without end.

use crate::notation::Entry;
use crate::text::Lang;
use std::fmt;
use std::sync::Arc;

/// What there is to play.
pub enum Playlist {
    /// These, the one at `at` first. Never empty.
    List {
        /// The puzzles.
        entries: Vec<Arc<Entry>>,
        /// The one that is played.
        at: usize,
    },
    /// A new one each time.
    Made {
        /// Makes the next one.
        make: Box<dyn FnMut() -> Entry>,
        /// The one that is played, once there is one.
        current: Option<Arc<Entry>>,
    },
}

impl Playlist {
    /// One puzzle alone.
    #[must_use]
    pub fn one(entry: Entry) -> Playlist {
        Playlist::List {
            entries: vec![Arc::new(entry)],
            at: 0,
        }
    }

    /// `entries`, the one at `at` first (the last one if there are fewer). `None` if there are none.
    #[must_use]
    pub fn list(entries: impl IntoIterator<Item = Entry>, at: usize) -> Option<Playlist> {
        let entries: Vec<Arc<Entry>> = entries.into_iter().map(Arc::new).collect();
        let at = at.min(entries.len().checked_sub(1)?);
        Some(Playlist::List { entries, at })
    }

    /// New ones without end.
    #[must_use]
    pub fn made(make: impl FnMut() -> Entry + 'static) -> Playlist {
        Playlist::Made {
            make: Box::new(make),
            current: None,
        }
    }

    /// The one that is played.
    pub fn current(&mut self) -> Arc<Entry> {
        match self {
            Playlist::List { entries, at } => entries[*at].clone(),
            Playlist::Made { make, current } => {
                current.get_or_insert_with(|| Arc::new(make())).clone()
            }
        }
    }

    /// Goes on to the next one; from the last to the first. `None` if there is only one.
    pub fn advance(&mut self) -> Option<Arc<Entry>> {
        match self {
            Playlist::List { entries, at } => {
                *at = (*at + 1) % entries.len();
                (entries.len() > 1).then(|| entries[*at].clone())
            }
            Playlist::Made { current, .. } => {
                *current = None;
                Some(self.current())
            }
        }
    }

    /// All that can be chosen from: the list, or the one that is played.
    #[must_use]
    pub fn entries(&self) -> &[Arc<Entry>] {
        match self {
            Playlist::List { entries, .. } => entries,
            Playlist::Made { current, .. } => current.as_slice(),
        }
    }

    /// Goes to the one at `index` of [`Playlist::entries`]; `None` if there is none.
    pub fn choose(&mut self, index: usize) -> Option<Arc<Entry>> {
        let chosen = self.entries().get(index)?.clone();
        if let Playlist::List { at, .. } = self {
            *at = index;
        }
        Some(chosen)
    }

    /// The place of the one that is played, from 1, and how many there are.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        match self {
            Playlist::List { entries, at } => {
                (entries.len() > 1).then_some((at + 1, entries.len()))
            }
            Playlist::Made { .. } => None,
        }
    }
}

impl fmt::Debug for Playlist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Playlist::List { entries, at } => write!(f, "Playlist({at} of {})", entries.len()),
            Playlist::Made { .. } => write!(f, "Playlist(made)"),
        }
    }
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
