//! What is known of the puzzles of the day.

use crate::generate::{Daily, Day};
use crate::notation::Entry;
use crate::storage::Days;
use std::sync::Arc;

/// What is known of the day's puzzles.
#[derive(Debug, Default)]
pub struct Today {
    /// Whose puzzles are offered; none, if there is no calendar.
    pub(crate) offered: Option<Day>,
    /// The day that it is: only its puzzles count.
    pub(crate) today: Option<Day>,
    stage: Stage,
    /// The puzzles, once they are made.
    pub(crate) entries: Vec<Arc<Entry>>,
    /// How each day went.
    pub days: Days,
    /// Whether the next one is to be played as soon as it is made.
    pub(crate) goes_on: bool,
    /// The puzzles of days that have ended since the program began: one of them may still be played.
    over: Vec<(Day, Vec<Arc<Entry>>)>,
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
    pub(crate) fn new(offered: Option<Day>, today: Option<Day>) -> Today {
        Today { offered, today, ..Today::default() }
    }

    /// The day whose puzzles are to be made; it is asked once.
    pub(crate) fn take_wish(&mut self) -> Option<Day> {
        let wanted = self.stage == Stage::Wanted;
        let day = self.offered.filter(|_| wanted)?;
        // It stays so until another day comes: the puzzles of a day never change, and are made once.
        self.stage = Stage::Asked;
        Some(day)
    }

    /// Which of the day's puzzles `entry` is, if it is one, and its day.
    pub fn which(&self, entry: &Entry) -> Option<(Day, Daily)> {
        // The id alone does not tell: a player's own file may call any puzzle so.
        let same = |own: &Arc<Entry>| own.id == entry.id && own.puzzle == entry.puzzle;
        let of_day = |(day, entries): (Day, &[Arc<Entry>])| {
            let at = entries.iter().position(same)?;
            Some((day, *Daily::ALL.get(at)?))
        };
        let over = self.over.iter().map(|(day, entries)| (*day, &entries[..]));
        self.offer().into_iter().chain(over).find_map(of_day)
    }

    /// Whether a day has ended since its puzzles were made.
    pub(crate) fn is_over(&self, day: Day) -> bool {
        self.over.iter().any(|(over, _)| *over == day)
    }

    /// It is this day from now on. Returns the puzzles that are not offered any more.
    pub(crate) fn turn_to(&mut self, day: Day) -> Vec<Arc<Entry>> {
        let before = self.today.replace(day);
        let (Some(before), true) = (before, self.offered == before) else {
            return Vec::new();
        };
        self.offered = Some(day);
        self.stage = Stage::Idle;
        let gone = std::mem::take(&mut self.entries);
        // The computer's clock may be set back to a day that had ended.
        self.over.retain(|(over, _)| *over != day);
        if !gone.is_empty() {
            self.over.push((before, gone.clone()));
        }
        gone
    }

    /// Whose puzzles are offered, and these, once they are made.
    pub fn offer(&self) -> Option<(Day, &[Arc<Entry>])> {
        Some((self.offered?, &self.entries))
    }

    /// Whether `entry` is one of the day's puzzles, of which the others are still being made.
    pub(crate) fn is_awaited(&self, entry: &Entry) -> bool {
        // The puzzles are not made yet, so that only the id can tell.
        let is_its = |day: Day| Daily::ALL.iter().any(|daily| entry.id == daily.id(day));
        self.entries.is_empty() && self.offered.is_some_and(is_its)
    }

    /// Has the puzzles made, unless that was asked for already.
    pub(crate) fn want(&mut self) {
        if self.stage == Stage::Idle {
            self.stage = Stage::Wanted;
        }
    }

    /// What can be told to others of the day of `entry`, if it is one of its puzzles, in words.
    pub fn shared(&self, entry: &Entry) -> Option<Vec<String>> {
        let (day, _) = self.which(entry)?;
        Some(self.days.words(day))
    }
}
