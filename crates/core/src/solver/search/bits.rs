//! Machine words as sets of cells and as packed codes: `u64`, `u128`, and arrays of words for what is larger.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A fixed number of bits that can be shifted and combined.
pub(crate) trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many bits.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// The zeros that [`lengthen`] copies from.
    const ZEROS: [Self; 32] = [Self::ZERO; 32];

    /// The value whose bits from `64 * i` on are `words(i)`.
    fn from_words(words: impl FnMut(u32) -> u64) -> Self;

    /// The 64 bits from `from` on; zeros past the end.
    fn word(self, from: u32) -> u64;

    /// The number of the lowest set bit; of no use if there is none.
    fn lowest(self) -> u32;

    /// This value without its lowest set bit.
    fn without_lowest(self) -> Self;

    /// How many bits are set.
    fn count(self) -> u32;

    /// Only bit `i`.
    #[inline]
    fn bit(i: u32) -> Self {
        Self::from_words(|word| if i / 64 == word { 1 << (i % 64) } else { 0 })
    }

    /// The bits of these numbers.
    #[inline]
    fn from_ones(numbers: impl Iterator<Item = u32>) -> Self {
        let mut all = Self::ZERO;
        numbers.for_each(|i| all.insert(i));
        all
    }

    /// `value` shifted left by `by`.
    #[inline]
    fn place(value: u64, by: u32) -> Self {
        Self::from_words(|word| if word == 0 { value } else { 0 }) << by
    }

    /// The lowest `n` bits set.
    #[inline]
    fn low(n: u32) -> Self {
        Self::from_words(|word| match n.saturating_sub(64 * word) {
            // A shift by 64 would overflow, so that a word without bits is a case of its own.
            0 => 0,
            rest => u64::MAX >> (64 - rest.min(64)),
        })
    }

    /// Sets bit `i`.
    #[inline]
    fn insert(&mut self, i: u32) {
        *self = *self | Self::bit(i);
    }

    /// Sets the bits of `value` shifted left by `by`.
    #[inline]
    fn put(&mut self, value: u64, by: u32) {
        *self = *self | Self::place(value, by);
    }

    /// Turns over the bits that `value` shifted left by `by` has.
    #[inline]
    fn flipped(self, value: u64, by: u32) -> Self {
        self ^ Self::place(value, by)
    }

    /// Clears the lowest set bit, and tells its number.
    // This is the step of every loop over cells and anchors, a few instructions for a machine word: a call would cost more.
    #[inline]
    fn take_lowest(&mut self) -> Option<u32> {
        if self.is_zero() {
            return None;
        }
        let lowest = self.lowest();
        *self = self.without_lowest();
        Some(lowest)
    }

    /// This value with bit `i` cleared.
    #[inline]
    fn without(self, i: u32) -> Self {
        self & !Self::bit(i)
    }

    #[inline]
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    #[inline]
    fn has(self, i: u32) -> bool {
        self.word(i) & 1 == 1
    }

    /// Shifted left by `by`, or right if it is negative.
    #[inline]
    fn moved(self, by: i32) -> Self {
        if by >= 0 { self << by as u32 } else { self >> by.unsigned_abs() }
    }

    /// This value shifted the way opposite to [`Bits::moved`]; what falls off an end may come back in at the other.
    fn turned(self, by: i32) -> Self;

    /// The numbers of the set bits, lowest first.
    #[inline]
    fn ones(self) -> Ones<Self> {
        Ones(self)
    }
}

/// Makes a list longer by values that will be overwritten: by copying, which is faster than to fill.
#[inline]
pub(crate) fn lengthen<K: Bits>(list: &mut Vec<K>, more: usize) {
    let mut rest = more;
    while rest > 0 {
        let now = rest.min(K::ZEROS.len());
        list.extend_from_slice(&K::ZEROS[..now]);
        rest -= now;
    }
}

/// The set bits of a value, lowest first.
pub(crate) struct Ones<B>(B);

impl<B: Bits> Iterator for Ones<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        self.0.take_lowest()
    }
}

macro_rules! machine_word {
    ($word:ty) => {
        impl Bits for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;

            #[inline]
            fn from_words(mut words: impl FnMut(u32) -> u64) -> Self {
                (0..Self::BITS / 64).fold(0, |all, i| all | <$word>::from(words(i)) << (64 * i))
            }

            #[inline]
            fn word(self, from: u32) -> u64 {
                // A shift by the whole width would overflow, and callers may ask for words past the end.
                if from >= Self::BITS { 0 } else { (self >> from) as u64 }
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                // It wraps, so that zero stays zero and does not overflow.
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn turned(self, by: i32) -> Self {
                // A rotation needs no branch on the sign: 2^32 is a multiple of the width, so that a negative number has the
                // right remainder.
                self.rotate_right(by as u32 % Self::BITS)
            }
        }
    };
}

machine_word!(u64);
machine_word!(u128);

/// `N` words, the lowest bits first.
#[derive(Clone, Copy, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct BigBits<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> BigBits<N> {
    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self::from_words(|i| f(self.0[i as usize], other.0[i as usize]))
    }
}

// What is derived calls a function of the system that compares bytes, which takes longer than a few words do.
impl<const N: usize> PartialEq for BigBits<N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let mut differing = 0;
        for i in 0..N {
            differing |= self.0[i] ^ other.0[i];
        }
        differing == 0
    }
}

impl<const N: usize> Hash for BigBits<N> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for word in &self.0 {
            hasher.write_u64(*word);
        }
    }
}

impl<const N: usize> BitAnd for BigBits<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for BigBits<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for BigBits<N> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for BigBits<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::from_words(|i| !self.0[i as usize])
    }
}

impl<const N: usize> Shl<u32> for BigBits<N> {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let (words, mut shifted, mut carried) = ((by / 64) as usize, Self::ZERO, 0);
        for to in words..N {
            let [low, high] = straddling(self.0[to - words], by % 64);
            (shifted.0[to], carried) = (low | carried, high);
        }
        shifted
    }
}

impl<const N: usize> Shr<u32> for BigBits<N> {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        Self::from_words(|i| self.word(by + 64 * i))
    }
}

impl<const N: usize> Bits for BigBits<N> {
    const BITS: u32 = 64 * N as u32;
    const ZERO: Self = BigBits([0; N]);

    #[inline]
    fn from_words(mut words: impl FnMut(u32) -> u64) -> Self {
        let mut all = Self::ZERO;
        for i in 0..N {
            all.0[i] = words(i as u32);
        }
        all
    }

    #[inline]
    fn word(self, from: u32) -> u64 {
        let (word, bits) = ((from / 64) as usize, from % 64);
        let at = |i: usize| self.0.get(i).copied().unwrap_or(0);
        match bits {
            0 => at(word),
            _ => at(word) >> bits | at(word + 1) << (64 - bits),
        }
    }

    #[inline]
    fn lowest(self) -> u32 {
        let mut word = 0;
        while word + 1 < N && self.0[word] == 0 {
            word += 1;
        }
        64 * word as u32 + self.0[word].trailing_zeros()
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        self.take_lowest();
        self
    }

    // What changes one word leaves the others where they are: to make all of them anew takes many times as long.
    #[inline]
    fn take_lowest(&mut self) -> Option<u32> {
        for i in 0..N {
            let word = self.0[i];
            if word != 0 {
                self.0[i] = word & (word - 1);
                return Some(64 * i as u32 + word.trailing_zeros());
            }
        }
        None
    }

    #[inline]
    fn insert(&mut self, i: u32) {
        self.put(1, i);
    }

    #[inline]
    fn put(&mut self, value: u64, by: u32) {
        let ([low, high], first) = (straddling(value, by % 64), (by / 64) as usize);
        if first < N {
            self.0[first] |= low;
        }
        if first + 1 < N {
            self.0[first + 1] |= high;
        }
    }

    #[inline]
    fn flipped(mut self, value: u64, by: u32) -> Self {
        let ([low, high], first) = (straddling(value, by % 64), (by / 64) as usize);
        if first < N {
            self.0[first] ^= low;
        }
        if first + 1 < N {
            self.0[first + 1] ^= high;
        }
        self
    }

    #[inline]
    fn count(self) -> u32 {
        let mut count = 0;
        for word in &self.0 {
            count += word.count_ones();
        }
        count
    }

    #[inline]
    fn turned(self, by: i32) -> Self {
        self.moved(-by)
    }
}

/// A value shifted left by less than 64 bits, as two words.
#[inline]
fn straddling(value: u64, bits: u32) -> [u64; 2] {
    // Two shifts to the right, because a single one would be by 64 where `bits` is 0.
    [value << bits, (value >> 1) >> (63 - bits)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn two_words_behave_like_a_u128(a: u128, b: u128, by in 0u32..127) {
            let wide = |n: u128| BigBits::<2>::from_words(|i| n.word(64 * i));
            prop_assert_eq!(wide(a) << by, wide(a << by));
            prop_assert_eq!(wide(a) >> by, wide(a >> by));
            prop_assert_eq!(wide(a) ^ wide(b), wide(a ^ b));
            prop_assert_eq!(wide(a).word(by), a.word(by));
            prop_assert_eq!(wide(a).ones().collect::<Vec<_>>(), a.ones().collect::<Vec<_>>());
            prop_assert_eq!(BigBits::<2>::bit(by), wide(1 << by));
            prop_assert_eq!(wide(a).count(), a.count_ones());
            let (mut with, mut beside) = (wide(a), wide(a));
            with.insert(by);
            beside.put(b as u64, by);
            prop_assert_eq!(with, wide(a | 1 << by));
            prop_assert_eq!(beside, wide(a | (b as u64 as u128) << by));
            prop_assert_eq!(wide(a).flipped(b as u64, by), wide(a ^ (b as u64 as u128) << by));
            prop_assert_eq!(wide(a).without_lowest(), wide(a.without_lowest()));
        }
    }
}
