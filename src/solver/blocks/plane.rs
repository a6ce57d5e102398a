//! A bit for each of many positions, and how codes are turned round to get them.

use super::bits::Bits;
use std::ops::{BitAnd, BitOr};

/// A set of positions that are expanded together.
#[derive(Clone, Copy, Default)]
pub(super) struct Plane([u64; WORDS]);

/// Words of a plane: so many that it is two registers of the smallest vector unit there is.
const WORDS: usize = 8;

/// Bits of a word.
const BITS: usize = u64::BITS as usize;

/// Positions that are expanded together.
pub(super) const AT_A_TIME: usize = WORDS * BITS;

impl Plane {
    /// No position.
    pub(super) const NONE: Plane = Plane([0; WORDS]);
    /// Every position, and those that are not there if there are fewer.
    pub(super) const ALL: Plane = Plane([u64::MAX; WORDS]);

    /// Adds one position.
    #[inline]
    pub(super) fn add(&mut self, position: usize) {
        self.0[position / BITS % WORDS] |= 1 << (position % BITS);
    }

    /// Takes one position away.
    #[inline]
    pub(super) fn remove(&mut self, position: usize) {
        self.0[position / BITS % WORDS] &= !(1 << (position % BITS));
    }

    #[inline]
    pub(super) fn is_none(self) -> bool {
        self.0.into_iter().fold(0, |all, word| all | word) == 0
    }

    /// The same without those of another set.
    #[inline]
    pub(super) fn minus(self, other: Plane) -> Plane {
        self.zip(other, |a, b| a & !b)
    }

    /// The words, each with the number of its first position.
    #[inline]
    pub(super) fn words(self) -> impl Iterator<Item = (usize, u64)> {
        (0..).step_by(BITS).zip(self.0)
    }

    #[inline]
    fn zip(self, other: Plane, f: impl Fn(u64, u64) -> u64) -> Plane {
        Plane(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl BitAnd for Plane {
    type Output = Plane;

    #[inline]
    fn bitand(self, other: Plane) -> Plane {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Plane {
    type Output = Plane;

    #[inline]
    fn bitor(self, other: Plane) -> Plane {
        self.zip(other, |a, b| a | b)
    }
}

/// The bits of codes, turned round a word at a time as they are asked for.
pub(super) struct Slices<'a, K> {
    codes: &'a [K],
    word: u32,
    /// By word of planes and by bit.
    slices: [[u64; BITS]; WORDS],
}

impl<'a, K: Bits> Slices<'a, K> {
    /// Of these codes, at most [`AT_A_TIME`].
    pub(super) fn new(codes: &'a [K]) -> Slices<'a, K> {
        Slices {
            codes,
            word: u32::MAX,
            slices: [[0; BITS]; WORDS],
        }
    }

    /// By code, the bit of this number.
    #[inline]
    pub(super) fn bit(&mut self, number: u32) -> Plane {
        let word = number / u64::BITS;
        if word != self.word {
            self.turn(word);
        }
        Plane(
            self.slices
                .each_ref()
                .map(|slices| slices[number as usize % BITS]),
        )
    }

    fn turn(&mut self, word: u32) {
        self.word = word;
        for (slices, codes) in self.slices.iter_mut().zip(self.codes.chunks(BITS)) {
            slices.fill(0);
            for (slice, code) in slices.iter_mut().zip(codes) {
                *slice = code.word(u64::BITS * word);
            }
            transpose(slices);
        }
    }
}

/// Bit `j` of word `i` becomes bit `i` of word `j`: halves of halves are exchanged (H. S. Warren, "Hacker's Delight", 7-3).
fn transpose(words: &mut [u64; BITS]) {
    let mut half = BITS / 2;
    let mut low = u64::MAX >> half;
    while half > 0 {
        for pair in words.chunks_exact_mut(2 * half) {
            let (first, second) = pair.split_at_mut(half);
            for (a, b) in first.iter_mut().zip(second) {
                let exchanged = ((*a >> half) ^ *b) & low;
                *b ^= exchanged;
                *a ^= exchanged << half;
            }
        }
        half /= 2;
        low ^= low << half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn turning_round_exchanges_rows_and_columns(words in prop::array::uniform32(any::<[u64; 2]>())) {
            let words: Vec<u64> = words.into_iter().flatten().collect();
            let mut turned: [u64; BITS] = words.clone().try_into().unwrap();
            transpose(&mut turned);
            for (i, word) in words.iter().enumerate() {
                for (j, slice) in turned.iter().enumerate() {
                    prop_assert_eq!(word >> j & 1, slice >> i & 1);
                }
            }
        }
    }
}
