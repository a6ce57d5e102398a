//! How the puzzles of each day went: the streak, and the line to share.

use super::files::Dirs;
use super::json::Version;
use super::merged_table::{Ranked, Results, Table, merge, put};
use crate::generate::{Daily, Day};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A puzzle of a day that was solved without help on that very day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Score {
    /// The fewest moves it was solved in.
    pub moves: u32,
    /// The fewest that there are.
    pub fewest: u32,
}

impl Ranked for Score {
    fn beats(&self, held: &Score) -> bool {
        // All scores of one puzzle have the same fewest moves, so that the moves played decide alone.
        self.moves < held.moves
    }
}

/// The scores by day and by puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Days {
    version: Version,
    days: Results<Score>,
}

impl Days {
    /// How a puzzle of `day` went, if it was solved.
    pub fn score(&self, day: Day, daily: Daily) -> Option<Score> {
        let scores = self.days.get(&day.to_string())?;
        scores.get(daily.name()).copied()
    }

    /// Notes a puzzle of `day`; the fewest moves are kept. Returns whether anything became better.
    pub fn note(&mut self, day: Day, daily: Daily, score: Score) -> bool {
        put(&mut self.days, [&day.to_string(), daily.name()], score)
    }

    /// Whether all puzzles of `day` were solved.
    pub fn is_complete(&self, day: Day) -> bool {
        Daily::ALL.iter().all(|&daily| self.score(day, daily).is_some())
    }

    /// Complete days in a row, up to `day` or, as long as that is not complete, up to the day before it.
    pub fn streak(&self, day: Day) -> u32 {
        let complete = |day: &Day| self.is_complete(*day);
        // A day that is not over breaks nothing: until then the streak up to the day before it stands.
        let last = Some(day).filter(complete).or_else(|| day.yesterday());
        let row = std::iter::successors(last, |day| day.yesterday()).take_while(complete);
        u32::try_from(row.count()).unwrap_or(u32::MAX)
    }

    /// What can be told to others without telling them how: `huarong 2026-11-21  8puzzle 24/22  4x5 81/81  rush -  streak 5`.
    pub fn shared(&self, day: Day) -> String {
        self.words(day).join("  ")
    }

    /// The words of [`Days::shared`].
    pub fn words(&self, day: Day) -> Vec<String> {
        let puzzle = |daily: Daily| match self.score(day, daily) {
            Some(Score { moves, fewest }) => format!("{} {moves}/{fewest}", daily.name()),
            None => format!("{} -", daily.name()),
        };
        let first = format!("huarong {day}");
        let streak = format!("streak {}", self.streak(day));
        let puzzles = Daily::ALL.map(puzzle);
        [first].into_iter().chain(puzzles).chain([streak]).collect()
    }
}

impl Table for Days {
    fn path(dirs: &Dirs) -> PathBuf {
        dirs.days()
    }

    fn merge(&mut self, others: &Days) {
        merge(&mut self.days, &others.days);
    }
}

#[cfg(test)]
mod tests {
    use super::super::json;
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    fn complete(days: &mut Days, on: &str) {
        let score = Score { moves: 30, fewest: 28 };
        for daily in Daily::ALL {
            days.note(day(on), daily, score);
        }
    }

    #[test]
    fn the_streak_counts_complete_days_in_a_row() {
        let mut days = Days::default();
        assert_eq!(days.streak(day("2026-03-01")), 0);
        for on in ["2026-02-26", "2026-02-27", "2026-02-28", "2026-02-20"] {
            complete(&mut days, on);
        }
        let streak = |days: &Days, on| days.streak(day(on));
        // The day is not over: what was reached stays until it is.
        assert_eq!(streak(&days, "2026-03-01"), 3);
        assert_eq!(streak(&days, "2026-03-02"), 0);
        let score = Score { moves: 9, fewest: 9 };
        days.note(day("2026-03-01"), Daily::Rush, score);
        assert_eq!(streak(&days, "2026-03-01"), 3);
        complete(&mut days, "2026-03-01");
        assert_eq!(streak(&days, "2026-03-01"), 4);
        assert_eq!(json::read(&days.text()), Ok(days));
    }

    #[test]
    fn the_fewest_moves_count_and_the_line_tells_no_more() {
        let mut days = Days::default();
        let on = day("2026-11-21");
        let score = |moves| Score { moves, fewest: 22 };
        assert!(days.note(on, Daily::Numbers, score(26)));
        assert!(!days.note(on, Daily::Numbers, score(28)));
        let mut others = Days::default();
        others.note(on, Daily::Numbers, score(24));
        days.merge(&others);
        assert_eq!(days.shared(on), "huarong 2026-11-21  8puzzle 24/22  4x5 -  rush -  streak 0");
    }
}
