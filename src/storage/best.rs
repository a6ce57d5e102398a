//! The best result of each puzzle in each metric.

use super::files::Dirs;
use super::json::Version;
use super::key;
use super::merged_table::{Ranked, Results, Table, merge, put};
use crate::notation::{Claim, Entry, moves};
use crate::puzzle::{Metric, Move, Puzzle};
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
    // Shared, since the three metrics of one game have the same line.
    /// The moves, in the notation that is read and written everywhere; results of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Arc<str>>,
    /// When each step of the line was made: milliseconds after the step before it, with blanks between them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Arc<str>>,
}

impl Ranked for Best {
    /// Of two that are alike, the one whose moves are known is the better one.
    fn beats(&self, held: &Best) -> bool {
        // `false` comes before `true`, so that among equal figures the known moves win.
        let unknown = |best: &Best| (best.line.is_none(), best.times.is_none());
        let figures = |best: &Best| (best.moves, best.millis, unknown(best));
        figures(self) < figures(held)
    }
}

/// Best results by puzzle and by metric.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bests {
    version: Version,
    best: Results<Best>,
    /// Games that were won with help: no record, but not lost either. Files of earlier versions have none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    helped: Results<Best>,
    /// The least time of each puzzle in milliseconds, in however many moves.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    fastest: BTreeMap<String, u64>,
    /// Solutions of open puzzles that the solver found in play, shorter than was known: nobody's record. Files of earlier
    /// versions have none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    found: Results<Best>,
}

/// What a table has of a puzzle. Where there is nothing yet, no line of the puzzle is made to look for.
fn row<'a>(table: &'a Results<Best>, puzzle: &Puzzle) -> Option<&'a BTreeMap<String, Best>> {
    if table.is_empty() { None } else { table.get(&key::of(puzzle)) }
}

/// The longest line of moves that is kept, in bytes.
// The whole table is read and written anew for every result, so that no single line may make it large.
const LONGEST: usize = 10_000;

impl Bests {
    /// Whether nothing was ever solved.
    pub fn is_empty(&self) -> bool {
        self.best.is_empty() && self.helped.is_empty()
    }

    /// The best result of `puzzle`.
    pub fn get(&self, puzzle: &Puzzle, metric: Metric) -> Option<&Best> {
        row(&self.best, puzzle)?.get(metric.name())
    }

    /// Whether `puzzle` was ever solved, with help or without.
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        // One line for both tables.
        let is_in_one =
            |key: String| self.best.contains_key(&key) || self.helped.contains_key(&key);
        !self.is_empty() && is_in_one(key::of(puzzle))
    }

    /// The shortest solution of `puzzle` that the solver found in play and nobody had known.
    pub fn found(&self, puzzle: &Puzzle, metric: Metric) -> Option<&Best> {
        row(&self.found, puzzle)?.get(metric.name())
    }

    /// In how few moves an open puzzle is known to be solved: as its pack says, or as the solver found. `None` if the pack
    /// claims no bounds.
    pub fn best_known(&self, entry: &Entry, metric: Metric) -> Option<u32> {
        let Some(Claim::Open { most, .. }) = entry.claims.get(metric) else { return None };
        Some(self.found(&entry.puzzle, metric).map_or(most, |found| found.moves.min(most)))
    }

    /// The least time in which `puzzle` was solved without help, in milliseconds.
    pub fn fastest(&self, puzzle: &Puzzle) -> Option<u64> {
        let key = key::of(puzzle);
        // Earlier versions noted no least time: that of the fewest moves is the least that is known.
        let noted = self.best.get(&key).into_iter().flat_map(BTreeMap::values);
        let noted = noted.map(|best| best.millis);
        noted.chain(self.fastest.get(&key).copied()).min()
    }

    /// Notes a game that was won with help, which is never a record.
    pub fn note_helped(&mut self, puzzle: &Puzzle, counts: [usize; 3], time: Duration) {
        let key = key::of(puzzle);
        for (metric, count) in Metric::ALL.into_iter().zip(counts) {
            let best = Best { moves: whole(count), millis: millis(time), line: None, times: None };
            put(&mut self.helped, [&key, metric.name()], best);
        }
    }

    /// Notes a solution that the solver found in play, in each metric in which `entry` is open and no shorter one was known.
    /// Returns these metrics.
    pub fn note_found(&mut self, entry: &Entry, solution: &[Move]) -> Vec<Metric> {
        let (puzzle, mut better) = (&entry.puzzle, Vec::new());
        for metric in Metric::ALL {
            // Before anything is counted: few puzzles have such numbers, and a solution of a large board has thousands of moves.
            let Some(known) = self.best_known(entry, metric) else { continue };
            let count = puzzle.count(puzzle.start(), solution, metric).map(whole);
            if let Ok(moves) = count
                && moves < known
            {
                let line = moves::write(puzzle, puzzle.start(), solution);
                let line = (line.len() <= LONGEST).then(|| line.into());
                let found = Best { moves, millis: 0, line, times: None };
                put(&mut self.found, [&key::of(puzzle), metric.name()], found);
                better.push(metric);
            }
        }
        better
    }

    /// Notes a game that was won without help: how many moves it took in the order of [`Metric::ALL`], its time, and the moves
    /// themselves unless they are very many. In each metric the fewest moves are kept; of as many, the quickest game. Returns
    /// whether anything became better.
    pub fn note(
        &mut self,
        puzzle: &Puzzle,
        counts: [usize; 3],
        time: Duration,
        (line, times): (&str, &str),
    ) -> bool {
        let kept = |text: &str| (1..=LONGEST).contains(&text.len()).then(|| text.into());
        let line: Option<Arc<str>> = kept(line);
        // Times belong to steps: without the moves they tell nothing.
        let times: Option<Arc<str>> = line.as_ref().and_then(|_| kept(times));
        let (key, mut any) = (key::of(puzzle), false);
        // Before the results, of which the time is one: what they tell need not be written twice.
        if self.fastest(puzzle).is_some_and(|least| millis(time) < least) {
            self.fastest.insert(key.clone(), millis(time));
            any = true;
        }
        for (metric, count) in Metric::ALL.into_iter().zip(counts) {
            let best = Best {
                moves: whole(count),
                millis: millis(time),
                line: line.clone(),
                times: times.clone(),
            };
            any |= put(&mut self.best, [&key, metric.name()], best);
        }
        any
    }
}

fn whole(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A time in whole milliseconds.
pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Table for Bests {
    fn path(dirs: &Dirs) -> PathBuf {
        dirs.bests()
    }

    fn merge(&mut self, others: &Bests) {
        merge(&mut self.best, &others.best);
        merge(&mut self.helped, &others.helped);
        merge(&mut self.found, &others.found);
        for (puzzle, &millis) in &others.fastest {
            let least = self.fastest.entry(puzzle.clone()).or_insert(millis);
            *least = millis.min(*least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::json;
    use super::*;
    use crate::puzzle::Setup;

    #[test]
    fn the_fewest_moves_count_then_the_time() {
        let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap();
        let second = Duration::from_secs;
        let mut bests = Bests::default();
        assert!(bests.note(&puzzle, [4, 3, 3], second(9), ("first", "")));
        assert!(!bests.note(&puzzle, [6, 3, 3], second(10), ("slow", "")));
        assert!(bests.note(&puzzle, [6, 2, 3], second(10), ("short", "")));
        assert!(bests.note(&puzzle, [4, 4, 4], second(8), ("quick", "")));
        let best = |metric| {
            let best = bests.get(&puzzle, metric).unwrap();
            (best.moves, best.millis, best.line.clone().unwrap())
        };
        assert_eq!(best(Metric::Step), (4, 8000, "quick".into()));
        assert_eq!(best(Metric::Slide), (2, 10000, "short".into()));
        assert_eq!(best(Metric::Move), (3, 9000, "first".into()));
        assert_eq!(json::read(&bests.text()), Ok(bests));
    }

    #[test]
    fn a_game_with_help_is_noted_and_is_no_record() {
        let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap();
        let second = Duration::from_secs;
        let mut bests = Bests::default();
        bests.note_helped(&puzzle, [2, 1, 1], second(1));
        assert!(bests.is_solved(&puzzle) && bests.get(&puzzle, Metric::Step).is_none());
        assert_eq!(
            (bests.fastest(&puzzle), row(&bests.helped, &puzzle).unwrap()["step"].moves),
            (None, 2)
        );
        bests.note(&puzzle, [4, 3, 3], second(9), ("few", ""));
        bests.note(&puzzle, [6, 5, 5], second(5), ("quick", ""));
        assert_eq!(bests.fastest(&puzzle), Some(5000));
        assert_eq!(bests.get(&puzzle, Metric::Step).unwrap().millis, 9000);
        let mut other = Bests::default();
        other.merge(&bests);
        assert_eq!(other, bests);
        assert_eq!(json::read(&bests.text()), Ok(bests));
    }

    #[test]
    fn what_the_solver_found_is_kept_where_it_is_shorter_than_was_known() {
        let text =
            "[[puzzle]]\nboard = '1 2 3/0 4 5'\noptimal = { step = [1, 4], slide = [1, 2] }\n";
        let entry = crate::notation::read("p", text).unwrap().entries.remove(0);
        let line = |text: &str| moves::read(&entry.puzzle, entry.puzzle.start(), text).unwrap();
        let mut bests = Bests::default();
        assert_eq!(bests.best_known(&entry, Metric::Step), Some(4));
        assert_eq!(bests.best_known(&entry, Metric::Move), None);
        assert_eq!(bests.note_found(&entry, &line("LRLL")), []);
        assert_eq!(bests.note_found(&entry, &line("LL")), [Metric::Step, Metric::Slide]);
        assert_eq!(bests.note_found(&entry, &line("LL")), []);
        assert_eq!(bests.best_known(&entry, Metric::Step), Some(2));
        let found = |metric| bests.found(&entry.puzzle, metric).and_then(|best| best.line.clone());
        assert_eq!(found(Metric::Step).as_deref(), Some("LL"));
        assert_eq!(found(Metric::Move), None);
        // It is the solver's, and nobody's record.
        assert!(!bests.is_solved(&entry.puzzle));
        let mut other = Bests::default();
        other.merge(&bests);
        assert_eq!(other, bests);
        assert_eq!(json::read(&bests.text()), Ok(bests));
    }

    #[test]
    fn results_without_their_moves_are_read_and_give_way() {
        let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap();
        let mut bests = Bests::default();
        let time = Duration::from_secs(1);
        bests.note(&puzzle, [2, 1, 1], time, (&"long".repeat(LONGEST), ""));
        let text = bests.text();
        assert!(!text.contains("line"), "{text}");
        let mut bests = json::read::<Bests>(&text).unwrap();
        assert!(bests.note(&puzzle, [2, 1, 1], time, ("LL", "")));
        assert!(!bests.note(&puzzle, [2, 1, 1], time, ("other", "")));
        let best = bests.get(&puzzle, Metric::Step).unwrap();
        assert_eq!(best.line.as_deref(), Some("LL"));
    }
}
