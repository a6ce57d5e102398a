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

/// A random seed of at most four characters, every one equally likely.
#[must_use]
pub fn any_seed() -> u64 {
    // 1.7 million boards of a size are more than anybody plays, and their names can be told to others.
    rand::random::<u64>() % 36_u64.pow(4)
}

/// A seed as it is written: in digits and small letters, as short as they allow. What has no letter is an ordinary number, so that
/// `7` and `12` mean what they say.
///
/// ```
/// use huarong_core::generate::{seed_named, seed_text};
/// assert_eq!(seed_text(950_949), "kdr9");
/// assert_eq!(seed_text(38), "38");
/// assert_eq!((seed_named("kdr9"), seed_named("KDR9")), (Some(950_949), Some(950_949)));
/// assert_eq!((seed_named("38"), seed_named("+3"), seed_named("")), (Some(38), None, None));
/// ```
#[must_use]
pub fn seed_text(seed: u64) -> String {
    let mut digits: Vec<char> = Vec::new();
    let mut rest = seed;
    while rest > 0 || digits.is_empty() {
        digits.push(b"0123456789abcdefghijklmnopqrstuvwxyz"[(rest % 36) as usize].into());
        rest /= 36;
    }
    let text: String = digits.into_iter().rev().collect();
    if text.bytes().all(|b| b.is_ascii_digit()) { seed.to_string() } else { text }
}

/// The seed that is written so: a number, or what [`seed_text`] makes of one.
#[must_use]
pub fn seed_named(text: &str) -> Option<u64> {
    // The parser of numbers would also take a sign.
    let base = if text.bytes().all(|b| b.is_ascii_digit()) { 10 } else { 36 };
    u64::from_str_radix(text, base).ok().filter(|_| !text.starts_with('+'))
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
    /// assert_eq!(entry.name.en, "4x4 7");
    /// entry.name.en = "4x4 8".to_owned();
    /// assert_eq!(Scramble::of(&entry), None);
    /// ```
    #[must_use]
    pub fn of(entry: &Entry) -> Option<Scramble> {
        let (size, seed) = entry.name.en.split_once(' ')?;
        let (width, height) = size.split_once('x')?;
        let scramble = Scramble {
            width: width.parse().ok()?,
            height: height.parse().ok()?,
            // Games that were kept before seeds were short are called `4x4 --seed 7`.
            seed: seed_named(seed.strip_prefix("--seed ").unwrap_or(seed))?,
        };
        let is_it = numbers(scramble.width, scramble.height, scramble.seed)? == entry.puzzle;
        // `parse` also takes a plus sign and leading zeros; only the name as it is written counts.
        let old = format!("{}x{} --seed {}", scramble.width, scramble.height, scramble.seed);
        (is_it && [scramble.name(), old].contains(&entry.name.en)).then_some(scramble)
    }

    fn name(self) -> String {
        format!("{}x{} {}", self.width, self.height, seed_text(self.seed))
    }
}
