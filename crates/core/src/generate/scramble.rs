//! Scrambles: random number puzzles whose names say how to make them again.

use super::numbers;
use crate::notation::Entry;

/// The size and the seed that a scramble is made from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Scramble {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The seed of [`numbers`].
    pub seed: u64,
}

/// A random seed, every one equally likely.
#[must_use]
pub fn any_seed() -> u64 {
    rand::random()
}

impl Scramble {
    /// The puzzle, with size and seed in its name; `None` for a size that has no number puzzle.
    #[must_use]
    pub fn entry(self) -> Option<Entry> {
        let mut entry = Entry::of(numbers(self.width, self.height, self.seed)?);
        entry.name.en = self.name();
        Some(entry)
    }

    /// The scramble that `entry` is, if it is one. Anybody can write its name, so the board is made again and compared.
    ///
    /// ```
    /// use huarong_core::generate::Scramble;
    /// let scramble = Scramble { width: 4, height: 4, seed: 7 };
    /// let mut entry = scramble.entry().expect("there are boards of 4x4");
    /// assert_eq!(Scramble::of(&entry), Some(scramble));
    /// entry.name.en = "4x4 --seed 8".to_owned();
    /// assert_eq!(Scramble::of(&entry), None);
    /// ```
    #[must_use]
    pub fn of(entry: &Entry) -> Option<Scramble> {
        let (size, seed) = entry.name.en.split_once(" --seed ")?;
        let (width, height) = size.split_once('x')?;
        let scramble = Scramble {
            width: width.parse().ok()?,
            height: height.parse().ok()?,
            seed: seed.parse().ok()?,
        };
        let is_it = numbers(scramble.width, scramble.height, scramble.seed)? == entry.puzzle;
        // `parse` also takes a plus sign and leading zeros; only the name as it is written here counts.
        (is_it && scramble.name() == entry.name.en).then_some(scramble)
    }

    fn name(self) -> String {
        format!("{}x{} --seed {}", self.width, self.height, self.seed)
    }
}
