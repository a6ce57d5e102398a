//! The times of scrambled number puzzles, and the averages that speed-solvers count.

use super::files::Dirs;
use super::json::Version;
use super::merged_table::Table;
use crate::generate::Scramble;
use crate::lookup::dimensions;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A scramble that was solved or given up.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Solve {
    // The time is the first field, so that the derived order lists the oldest solve first.
    /// When, in milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// What it was drawn from.
    pub seed: u64,
    /// How long it took, in milliseconds.
    pub millis: u64,
    /// Steps: one tile, one cell.
    pub steps: u32,
    /// Whether it was solved, and not given up.
    pub solved: bool,
    /// The moves from its start to its end, without those that were taken back. Files of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Arc<str>>,
}

/// The longest list of moves that is kept, in bytes.
// The whole table is read and written anew for every solve, so that no single one may make it large.
const LONGEST: usize = 4_000;

impl Solve {
    /// These moves, if they are not too many to be kept.
    pub fn kept(moves: &str) -> Option<Arc<str>> {
        (1..=LONGEST).contains(&moves.len()).then(|| moves.into())
    }

    /// The time that counts.
    pub fn mark(&self) -> Mark {
        match self.solved {
            true => Mark::Time(self.millis),
            false => Mark::Dnf,
        }
    }

    /// Steps a second.
    pub fn pace(&self) -> Pace {
        Pace::of(self.steps as usize, Duration::from_millis(self.millis))
    }
}

/// Steps a second, in hundredths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pace(pub u64);

impl Pace {
    /// So many steps in this time; 0 where no time has passed.
    pub fn of(steps: usize, time: Duration) -> Pace {
        let (steps, millis) = (steps as u128, time.as_millis());
        // A second has 1000 milliseconds and a step 100 hundredths; half the divisor makes the division round to the nearest.
        let rounded = (steps * 100_000 + millis / 2).checked_div(millis);
        Pace(rounded.map_or(0, |pace| u64::try_from(pace).unwrap_or(u64::MAX)))
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:02}", self.0 / 100, self.0 % 100))
    }
}

/// A time or an average. Less is better; a puzzle given up is worse than any time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// In milliseconds.
    Time(u64),
    // This variant is the last, so that the derived order makes it worse than any time.
    /// Did not finish.
    Dnf,
}

/// As timers show it: `12.345`, `1:02.345`, `DNF`.
impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mark::Time(millis) = self else {
            return f.pad("DNF");
        };
        let (minutes, seconds, millis) = (millis / 60_000, millis / 1000 % 60, millis % 1000);
        f.pad(&match minutes {
            0 => format!("{seconds}.{millis:03}"),
            _ => format!("{minutes}:{seconds:02}.{millis:03}"),
        })
    }
}

/// Over how many solves in a row an average goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Span {
    /// One solve.
    Single,
    /// The mean of three.
    Mean3,
    /// Of five, without the best and the worst.
    Average5,
    /// Of twelve, without the best and the worst.
    Average12,
    /// Of a hundred, without the five best and the five worst.
    Average100,
}

impl Span {
    /// All of them, the shortest first.
    pub const ALL: [Span; 5] =
        [Span::Single, Span::Mean3, Span::Average5, Span::Average12, Span::Average100];

    /// Its name among speed-solvers.
    pub const fn name(self) -> &'static str {
        match self {
            Span::Single => "single",
            Span::Mean3 => "mo3",
            Span::Average5 => "ao5",
            Span::Average12 => "ao12",
            Span::Average100 => "ao100",
        }
    }

    /// How many solves, and how many of them are left out at either end.
    const fn counts(self) -> (usize, usize) {
        match self {
            Span::Single => (1, 0),
            Span::Mean3 => (3, 0),
            Span::Average5 => (5, 1),
            Span::Average12 => (12, 1),
            Span::Average100 => (100, 5),
        }
    }

    /// Over the last of `marks`; `None` if they are too few.
    ///
    /// ```
    /// use huarong::storage::{Mark, Span};
    /// let marks = [Mark::Time(9000), Mark::Time(12000), Mark::Dnf, Mark::Time(10000), Mark::Time(11000)];
    /// assert_eq!(Span::Average5.last(&marks), Some(Mark::Time(11000)));
    /// assert_eq!(Span::Mean3.last(&marks), Some(Mark::Dnf));
    /// ```
    pub fn last(self, marks: &[Mark]) -> Option<Mark> {
        let (count, cut) = self.counts();
        let mut window = marks[marks.len().checked_sub(count)?..].to_vec();
        window.sort_unstable();
        // Puzzles given up are sorted to the upper end, where the cut leaves out as many of them as it is wide.
        let counted = &window[cut..count - cut];
        let mut sum = 0;
        for mark in counted {
            match mark {
                Mark::Time(millis) => sum += u128::from(*millis),
                Mark::Dnf => return Some(Mark::Dnf),
            }
        }
        let number = counted.len() as u128;
        let mean = (sum + number / 2) / number;
        Some(Mark::Time(u64::try_from(mean).unwrap_or(u64::MAX)))
    }

    /// The best over so many in a row of `marks`; `None` if they are too few.
    pub fn best(self, marks: &[Mark]) -> Option<Mark> {
        let ends = self.counts().0..=marks.len();
        ends.filter_map(|end| self.last(&marks[..end])).min()
    }
}

/// The solves by size.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Times {
    version: Version,
    // Sets, so that a solve that comes back from the file is merged with itself and not counted twice.
    #[serde(deserialize_with = "by_size")]
    solves: BTreeMap<String, BTreeSet<Solve>>,
    /// By size and moment how often a solve was deleted or brought back: an odd number of times is deleted. It stays in the
    /// file, or it would come back from another game that has it still; the greater number is the later one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    deleted: BTreeMap<String, BTreeMap<i64, u32>>,
}

/// Solves by size. Any other word is damage: the sizes are printed as they are.
fn by_size<'de, D: Deserializer<'de>>(
    file: D,
) -> Result<BTreeMap<String, BTreeSet<Solve>>, D::Error> {
    let solves = BTreeMap::<String, _>::deserialize(file)?;
    let is_size =
        |word: &String| dimensions(word).is_some_and(|(w, h)| *word == format!("{w}x{h}"));
    match solves.keys().find(|word| !is_size(word)) {
        Some(other) => Err(D::Error::custom(format!("{other:?} is no size like 4x4"))),
        None => Ok(solves),
    }
}

impl Times {
    /// The sizes that have any, as `4x4`.
    pub fn sizes(&self) -> impl Iterator<Item = &str> {
        let has_any = |(size, _): &(&String, _)| self.there(size).next().is_some();
        self.solves.iter().filter(has_any).map(|(size, _)| size.as_str())
    }

    /// The solves of a size such as `4x4`, the oldest first.
    pub fn of(&self, size: &str) -> Vec<Solve> {
        self.there(size).cloned().collect()
    }

    /// Those of a size that are not deleted.
    fn there(&self, size: &str) -> impl Iterator<Item = &Solve> {
        let deleted = self.deleted.get(size);
        let is_deleted =
            move |at: &i64| deleted.and_then(|all| all.get(at)).is_some_and(|times| times % 2 == 1);
        let solves = self.solves.get(size).into_iter().flatten();
        solves.filter(move |solve| !is_deleted(&solve.at))
    }

    /// Deletes the solve of this size and moment, or brings it back. Returns whether it was not so already.
    pub fn delete(&mut self, size: &str, at: i64, is_deleted: bool) -> bool {
        let all = self.deleted.entry(size.to_owned()).or_default();
        let times = all.entry(at).or_default();
        let is_new = (*times % 2 == 1) != is_deleted;
        *times += u32::from(is_new);
        // What was never deleted needs no note of it.
        all.retain(|_, times| *times > 0);
        self.deleted.retain(|_, all| !all.is_empty());
        is_new
    }

    /// Whether a scramble was played already, deleted or not: it counts once.
    pub fn knows(&self, scramble: Scramble) -> bool {
        let solves = self.solves.get(&size_name(scramble));
        solves.is_some_and(|solves| solves.iter().any(|solve| solve.seed == scramble.seed))
    }

    /// Adds a solve of `scramble`.
    pub fn add(&mut self, scramble: Scramble, solve: Solve) {
        self.solves.entry(size_name(scramble)).or_default().insert(solve);
    }
}

/// The name of its size, such as `4x4`.
pub(crate) fn size_name(scramble: Scramble) -> String {
    format!("{}x{}", scramble.width, scramble.height)
}

impl Table for Times {
    fn path(dirs: &Dirs) -> PathBuf {
        dirs.times()
    }

    fn merge(&mut self, others: &Times) {
        for (size, solves) in &others.solves {
            self.solves.entry(size.clone()).or_default().extend(solves.iter().cloned());
        }
        for (size, others) in &others.deleted {
            let all = self.deleted.entry(size.clone()).or_default();
            for (at, others) in others {
                let times = all.entry(*at).or_default();
                *times = (*times).max(*others);
            }
        }
    }

    /// In one line, since there may be very many.
    fn text(&self) -> String {
        serde_json::to_string(self).expect("a table with words for keys can be written")
    }
}

#[cfg(test)]
mod tests {
    use super::super::json;
    use super::*;

    fn marks(seconds: &[u64]) -> Vec<Mark> {
        let mark = |&seconds: &u64| match seconds {
            0 => Mark::Dnf,
            seconds => Mark::Time(seconds * 1000),
        };
        seconds.iter().map(mark).collect()
    }

    #[test]
    fn averages_are_trimmed_as_usual() {
        let five = marks(&[10, 20, 30, 40, 50]);
        assert_eq!(Span::Average5.last(&five), Some(Mark::Time(30_000)));
        assert_eq!(Span::Mean3.last(&five), Some(Mark::Time(40_000)));
        assert_eq!(Span::Mean3.best(&five), Some(Mark::Time(20_000)));
        assert_eq!(Span::Average12.last(&five), None);
        let twelve = marks(&[1, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 99]);
        assert_eq!(Span::Average12.last(&twelve), Some(Mark::Time(10_000)));
    }

    #[test]
    fn one_puzzle_given_up_is_the_worst_and_two_spoil_the_average() {
        assert_eq!(Span::Average5.last(&marks(&[0, 10, 20, 30, 40])), Some(Mark::Time(30_000)));
        assert_eq!(Span::Average5.last(&marks(&[0, 10, 0, 30, 40])), Some(Mark::Dnf));
        assert_eq!(Span::Mean3.last(&marks(&[10, 20, 0])), Some(Mark::Dnf));
        assert_eq!(Span::Single.best(&marks(&[0, 0])), Some(Mark::Dnf));
        assert_eq!(Span::Single.best(&[]), None);
    }

    #[test]
    fn of_a_hundred_five_go_at_each_end() {
        let mut hundred = vec![0; 5];
        hundred.extend(vec![1; 5]);
        hundred.extend(vec![20; 90]);
        let hundred = marks(&hundred);
        assert_eq!(Span::Average100.last(&hundred), Some(Mark::Time(20_000)));
        let mut worse = hundred.clone();
        worse[99] = Mark::Dnf;
        assert_eq!(Span::Average100.last(&worse), Some(Mark::Dnf));
    }

    #[test]
    fn a_pace_is_rounded_and_never_divides_by_nothing() {
        assert_eq!(Pace::of(80, Duration::from_millis(12_345)).to_string(), "6.48");
        assert_eq!(Pace::of(80, Duration::ZERO), Pace(0));
        assert_eq!(Mark::Time(62_005).to_string(), "1:02.005");
    }

    fn solve(at: i64, seed: u64) -> Solve {
        Solve { at, seed, millis: 12_000, steps: 100, solved: true, moves: None }
    }

    #[test]
    fn a_solve_that_is_deleted_stays_so_until_it_is_brought_back() {
        let scramble = |seed| Scramble { width: 4, height: 4, seed };
        let mut here = Times::default();
        here.add(scramble(1), solve(100, 1));
        here.add(scramble(2), solve(200, 2));
        let elsewhere = here.clone();
        assert!(here.delete("4x4", 100, true) && !here.delete("4x4", 100, true));
        here.merge(&elsewhere);
        assert_eq!(here.of("4x4"), [solve(200, 2)]);
        assert!(here.knows(scramble(1)), "a scramble is known once it was seen");
        let file: Times = json::read(&here.text()).unwrap();
        assert_eq!(file, here);
        // The other game brings it back after it has heard of it.
        let mut back = elsewhere;
        back.merge(&file);
        assert!(back.delete("4x4", 100, false));
        here.merge(&back);
        assert_eq!(here.of("4x4").len(), 2);
        here.merge(&file);
        assert_eq!(here.of("4x4").len(), 2);
        here.delete("4x4", 100, true);
        here.delete("4x4", 200, true);
        assert_eq!((here.sizes().count(), here.of("4x4").len()), (0, 0));
        assert!(!here.delete("4x4", 300, false));
    }

    #[test]
    fn a_file_of_an_earlier_version_is_read_and_has_no_moves() {
        let text = r#"{"version":1,"solves":{"4x4":[{"at":100,"seed":1,"millis":12000,"steps":100,"solved":true}]}}"#;
        let times: Times = json::read(text).unwrap();
        assert_eq!(times.of("4x4"), [solve(100, 1)]);
        assert_eq!(times.text(), text);
        let long = "R".repeat(LONGEST + 1);
        assert_eq!(Solve::kept("RD").as_deref(), Some("RD"));
        assert_eq!((Solve::kept(""), Solve::kept(&long)), (None, None));
    }

    #[test]
    fn a_file_in_which_a_size_is_another_word_is_damaged() {
        for word in ["\\u001b[2Jx", "4X4", "04x4", "4x4 ", ""] {
            let text = format!(r#"{{"version":1,"solves":{{"{word}":[]}}}}"#);
            let why = json::read::<Times>(&text).unwrap_err();
            assert!(why.contains("is no size like 4x4") && !why.contains('\u{1b}'), "{why}");
        }
    }

    #[test]
    fn solves_of_two_games_come_together_in_order() {
        let scramble = |seed| Scramble { width: 4, height: 4, seed };
        let (mut a, mut b) = (Times::default(), Times::default());
        a.add(scramble(2), solve(200, 2));
        b.add(scramble(1), solve(100, 1));
        b.add(scramble(2), solve(200, 2));
        a.merge(&b);
        let seeds: Vec<u64> = a.of("4x4").iter().map(|solve| solve.seed).collect();
        assert_eq!(seeds, [1, 2]);
        assert!(a.knows(scramble(1)) && !a.knows(scramble(3)));
        assert_eq!(json::read(&a.text()), Ok(a));
    }
}
