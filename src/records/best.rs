//! The best result of each puzzle in each metric.

use super::key;
use crate::puzzle::{Metric, Puzzle};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// A result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Best {
    /// How many moves it took.
    pub moves: u32,
    /// How long it took, in milliseconds.
    pub millis: u64,
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

/// The version of the file that is written here.
const VERSION: u32 = 1;

impl Bests {
    /// The best result of `puzzle`.
    #[must_use]
    pub fn get(&self, puzzle: &Puzzle, metric: Metric) -> Option<Best> {
        self.table
            .get(&key::of(puzzle))?
            .get(metric.name())
            .copied()
    }

    /// Notes a game that was won without help: its moves in the order of [`Metric::ALL`], and its time. In each metric the
    /// fewest moves are kept; of as many, the quickest game. Returns whether anything became better.
    pub fn note(&mut self, puzzle: &Puzzle, counts: [usize; 3], time: Duration) -> bool {
        let before = self.clone();
        for (metric, count) in Metric::ALL.into_iter().zip(counts) {
            let best = Best {
                moves: u32::try_from(count).unwrap_or(u32::MAX),
                millis: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            };
            self.put(key::of(puzzle), metric.name().to_owned(), best);
        }
        *self != before
    }

    /// Takes over whatever is better in `others`.
    pub fn merge(&mut self, others: &Bests) {
        for (puzzle, results) in &others.table {
            for (metric, best) in results {
                self.put(puzzle.clone(), metric.clone(), *best);
            }
        }
    }

    fn put(&mut self, puzzle: String, metric: String, best: Best) {
        let held = self
            .table
            .entry(puzzle)
            .or_default()
            .entry(metric)
            .or_insert(best);
        *held = best.min(*held);
    }

    /// The file's text; `None` if it is not one.
    pub(super) fn of_text(text: &str) -> Option<Bests> {
        let file: File = serde_json::from_str(text).ok()?;
        (file.version == VERSION).then_some(Bests { table: file.best })
    }

    /// As a file has it.
    pub(super) fn text(&self) -> String {
        let file = File {
            version: VERSION,
            best: self.table.clone(),
        };
        serde_json::to_string_pretty(&file).expect("a table with words for keys can be written")
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
        assert!(bests.note(&puzzle, [4, 3, 3], second(9)));
        assert!(!bests.note(&puzzle, [6, 3, 3], second(10)));
        assert!(bests.note(&puzzle, [6, 2, 3], second(10)));
        assert!(bests.note(&puzzle, [4, 4, 4], second(8)));
        let best = |metric| bests.get(&puzzle, metric).map(|b| (b.moves, b.millis));
        assert_eq!(best(Metric::Step), Some((4, 8000)));
        assert_eq!(best(Metric::Slide), Some((2, 10000)));
        assert_eq!(Bests::of_text(&bests.text()), Some(bests));
    }
}
