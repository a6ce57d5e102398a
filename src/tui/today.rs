//! What is known of the puzzles of the day.

use crate::generate::{Daily, Day};
use crate::notation::Entry;
use crate::records::Days;
use std::sync::Arc;

/// What is known of the day's puzzles.
#[derive(Debug, Default)]
pub struct Today {
    /// Whose puzzles are offered; none, if there is no calendar.
    pub(super) offered: Option<Day>,
    /// The day that it is: only its puzzles count.
    pub(super) today: Option<Day>,
    stage: Stage,
    /// The puzzles, once they are made.
    pub(super) entries: Vec<Arc<Entry>>,
    /// How each day went.
    pub(super) days: Days,
}

/// How far the puzzles are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Stage {
    /// Nobody wants them yet.
    #[default]
    Idle,
    /// To be made.
    Wanted,
    /// Being made, or there.
    Asked,
}

impl Today {
    /// The puzzles of `offered`, played on the day `today`.
    pub(super) fn new(offered: Option<Day>, today: Option<Day>) -> Today {
        Today {
            offered,
            today,
            ..Today::default()
        }
    }

    /// The day whose puzzles are to be made; it is asked once.
    pub(super) fn take_wish(&mut self) -> Option<Day> {
        let wanted = self.stage == Stage::Wanted;
        let day = self.offered.filter(|_| wanted)?;
        self.stage = Stage::Asked;
        Some(day)
    }

    /// Which of the day's puzzles `entry` is, if it is one, and its day.
    #[must_use]
    pub fn which(&self, entry: &Entry) -> Option<(Day, Daily)> {
        let same = |own: &Arc<Entry>| own.id == entry.id && own.puzzle == entry.puzzle;
        let at = self.entries.iter().position(same)?;
        Some((self.offered?, *Daily::ALL.get(at)?))
    }

    /// Has the puzzles made, unless that was asked for already.
    pub(super) fn want(&mut self) {
        if self.stage == Stage::Idle {
            self.stage = Stage::Wanted;
        }
    }

    /// What can be told to others of the day of `entry`, if it is one of its puzzles, in words.
    #[must_use]
    pub fn shared(&self, entry: &Entry) -> Option<Vec<String>> {
        let (day, _) = self.which(entry)?;
        Some(self.days.words(day))
    }
}
