//! A bit for each of many positions, and how codes are turned round to get them.

use crate::solver::search::bits::Bits;
use std::ops::{BitAnd, BitOr, Not};

/// A set of positions that are expanded together: a bit for each, in words.
///
/// More positions at a time share each branch, but 512 of them with all their planes are what the nearest cache holds.
pub(crate) trait Plane:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// No position.
    const NONE: Self;
    /// Every position, and those that are not there if there are fewer.
    const ALL: Self;
    /// How many positions there is room for.
    const ROOM: usize;

    /// Its words.
    fn words(&self) -> &[u64];

    /// Its words, to be changed.
    fn words_mut(&mut self) -> &mut [u64];

    fn is_none(self) -> bool;

    /// Adds one position. `%` in place of a bounds check: a position is below [`Plane::ROOM`], and the compiler sees that the
    /// remainder is.
    // All methods are always inlined: each is a few instructions, and a call would pass planes of 64 bytes through memory.
    #[inline(always)]
    fn add(&mut self, position: usize) {
        self.words_mut()[position / BITS % (Self::ROOM / BITS)] |= 1 << (position % BITS);
    }

    /// Whether a position is in it.
    #[inline(always)]
    fn has(&self, position: usize) -> bool {
        self.words()[position / BITS % (Self::ROOM / BITS)] >> (position % BITS) & 1 == 1
    }

    /// The positions of this set that are not in another.
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// The words, each with the number of its first position.
    #[inline(always)]
    fn each_word(&self, mut visit: impl FnMut(usize, u64)) {
        for i in 0..Self::ROOM / BITS {
            visit(BITS * i, self.words()[i]);
        }
    }
}

/// Bits of a word.
pub(crate) const BITS: usize = u64::BITS as usize;

/// Few positions.
impl Plane for u64 {
    const NONE: u64 = 0;
    const ALL: u64 = u64::MAX;
    const ROOM: usize = BITS;

    #[inline(always)]
    fn words(&self) -> &[u64] {
        std::slice::from_ref(self)
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        std::slice::from_mut(self)
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        self == 0
    }
}

/// Words that the compiler combines as many at a time as the processor's instructions take.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Words([u64; 8]);

// Loops over numbers and not `array::map` or `zip`, whose inner functions the compiler makes in a unit of their own and calls.
macro_rules! by_words {
    ($($name:ident $method:ident $op:tt),*) => {$(
        impl $name for Words {
            type Output = Words;

            #[inline(always)]
            fn $method(mut self, other: Words) -> Words {
                for i in 0..8 {
                    self.0[i] $op other.0[i];
                }
                self
            }
        }
    )*};
}

by_words!(BitAnd bitand &=, BitOr bitor |=);

impl Not for Words {
    type Output = Words;

    #[inline(always)]
    fn not(mut self) -> Words {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

/// Many positions.
impl Plane for Words {
    const NONE: Words = Words([0; 8]);
    const ALL: Words = Words([u64::MAX; 8]);
    const ROOM: usize = 8 * BITS;

    #[inline(always)]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        // All are combined before anything is compared, so that 512 bits take a single comparison.
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
}

/// The bits of codes, turned round a word at a time as they are asked for.
pub(crate) struct Slices<'a, K, P> {
    codes: &'a [K],
    word: u32,
    /// By bit of that word.
    slices: [P; BITS],
}

impl<'a, K: Bits, P: Plane> Slices<'a, K, P> {
    /// The slices of these codes, of which there are at most as many as a plane has room for.
    pub(crate) fn new(codes: &'a [K]) -> Self {
        // No word has this number, so that the first bit that is asked for turns its word round.
        Slices { codes, word: u32::MAX, slices: [P::NONE; BITS] }
    }

    /// By code, the bit of this number.
    #[inline]
    pub(crate) fn bit(&mut self, number: u32) -> P {
        let word = number / u64::BITS;
        if word != self.word {
            self.turn(word);
        }
        self.slices[number as usize % BITS]
    }

    fn turn(&mut self, word: u32) {
        self.word = word;
        for (i, codes) in self.codes.chunks(BITS).enumerate() {
            let mut words = [0; BITS];
            for (row, code) in words.iter_mut().zip(codes) {
                *row = code.word(u64::BITS * word);
            }
            transpose(&mut words);
            for (slice, column) in self.slices.iter_mut().zip(words) {
                slice.words_mut()[i] = column;
            }
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
