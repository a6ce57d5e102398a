//! The best result of each puzzle in each metric.

use super::files::Dirs;
use super::merged_table::Table;
use super::{json, key};
use crate::puzzle::{Metric, Puzzle};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Best {
    /// How many moves it took.
    pub moves: u32,
    /// How long it took, in milliseconds.
    pub millis: u64,
    /// The moves, in the notation that is read and written everywhere; results of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Arc<str>>,
    /// When each step of the line was made: milliseconds after the step before it, with blanks between them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Arc<str>>,
}

/// The moves of a game as they are kept, and their times if they are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The moves, in the notation that is read and written everywhere.
    pub moves: String,
    /// As [`Best::times`] has them.
    pub times: String,
}

impl From<&str> for Line {
    fn from(moves: &str) -> Line {
        Line { moves: moves.to_owned(), times: String::new() }
    }
}

impl Best {
    /// Whether it is better than `held`; of two that are alike, the one whose moves are known.
    fn beats(&self, held: &Best) -> bool {
        let unknown = |best: &Best| (best.line.is_none(), best.times.is_none());
        let figures = |best: &Best| (best.moves, best.millis, unknown(best));
        figures(self) < figures(held)
    }
}

/// Best results by puzzle and by metric.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bests {
    table: BTreeMap<String, BTreeMap<String, Best>>,
}

/// The file.
#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    best: BTreeMap<String, BTreeMap<String, Best>>,
}

/// The longest line of moves that is kept, in bytes.
const LONGEST: usize = 10_000;

/// The version of the file that is written here.
const VERSION: u32 = 1;

impl Bests {
    /// The best result of `puzzle`.
    #[must_use]
    pub fn get(&self, puzzle: &Puzzle, metric: Metric) -> Option<&Best> {
        self.table.get(&key::of(puzzle))?.get(metric.name())
    }

    /// Notes a game that was won without help: how many moves it took in the order of [`Metric::ALL`], its time, and the moves
    /// themselves unless they are very many. In each metric the fewest moves are kept; of as many, the quickest game. Returns
    /// whether anything became better.
    pub fn note(
        &mut self,
        puzzle: &Puzzle,
        counts: [usize; 3],
        time: Duration,
        line: impl Into<Line>,
    ) -> bool {
        let before = self.clone();
        let Line { moves, times } = line.into();
        let kept = |text: String| (1..=LONGEST).contains(&text.len()).then(|| text.into());
        let line: Option<Arc<str>> = kept(moves);
        let times: Option<Arc<str>> = line.as_ref().and_then(|_| kept(times));
        for (metric, count) in Metric::ALL.into_iter().zip(counts) {
            let best = Best {
                moves: u32::try_from(count).unwrap_or(u32::MAX),
                millis: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
                line: line.clone(),
                times: times.clone(),
            };
            self.put(key::of(puzzle), metric.name().to_owned(), best);
        }
        *self != before
    }

    fn put(&mut self, puzzle: String, metric: String, best: Best) {
        let held = self.table.entry(puzzle).or_default().entry(metric);
        let held = held.or_insert_with(|| best.clone());
        if best.beats(held) {
            *held = best;
        }
    }
}

impl Table for Bests {
    fn path(folder: &Dirs) -> PathBuf {
        folder.bests()
    }

    fn of_text(text: &str) -> Result<Bests, String> {
        let file = json::read(text, VERSION, |file: &File| file.version)?;
        Ok(Bests { table: file.best })
    }

    fn text(&self) -> String {
        let file = File { version: VERSION, best: self.table.clone() };
        serde_json::to_string_pretty(&file).expect("a table with words for keys can be written")
    }

    /// Takes over whatever is better in `others`.
    fn merge(&mut self, others: &Bests) {
        for (puzzle, results) in &others.table {
            for (metric, best) in results {
                self.put(puzzle.clone(), metric.clone(), best.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Setup;

    #[test]
    fn the_fewest_moves_count_then_the_time() {
        let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap();
        let second = Duration::from_secs;
        let mut bests = Bests::default();
        assert!(bests.note(&puzzle, [4, 3, 3], second(9), "first"));
        assert!(!bests.note(&puzzle, [6, 3, 3], second(10), "slow"));
        assert!(bests.note(&puzzle, [6, 2, 3], second(10), "short"));
        assert!(bests.note(&puzzle, [4, 4, 4], second(8), "quick"));
        let best = |metric| {
            let best = bests.get(&puzzle, metric).unwrap();
            (best.moves, best.millis, best.line.clone().unwrap())
        };
        assert_eq!(best(Metric::Step), (4, 8000, "quick".into()));
        assert_eq!(best(Metric::Slide), (2, 10000, "short".into()));
        assert_eq!(best(Metric::Move), (3, 9000, "first".into()));
        assert_eq!(Bests::of_text(&bests.text()), Ok(bests));
    }

    #[test]
    fn results_without_their_moves_are_read_and_give_way() {
        let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap();
        let mut bests = Bests::default();
        let time = Duration::from_secs(1);
        bests.note(&puzzle, [2, 1, 1], time, "long".repeat(LONGEST).as_str());
        let text = bests.text();
        assert!(!text.contains("line"), "{text}");
        let mut bests = Bests::of_text(&text).unwrap();
        assert!(bests.note(&puzzle, [2, 1, 1], time, "LL"));
        assert!(!bests.note(&puzzle, [2, 1, 1], time, "other"));
        let best = bests.get(&puzzle, Metric::Step).unwrap();
        assert_eq!(best.line.as_deref(), Some("LL"));
    }
}
