//! States in ascending order, each written as its difference from the one before: those of one layer differ mostly in a few low bits.
//!
//! A difference of up to 56 bits takes a byte for every seven of them. The zeros at the low end of its first byte say how many bytes
//! follow, so that one load and one shift read it. Longer ones are words behind a zero byte and one that says how many follow the first.

use super::bits::Bits;

/// Bits of a difference in each of its bytes, and the most bytes.
const A_BYTE: u32 = 7;
const BYTES: u32 = 8;

/// The most bytes of any difference.
pub(crate) const fn longest<S: Bits>() -> usize {
    2 + S::BITS as usize / 8
}

/// Writes the difference of a state from one `before` it that is not greater.
#[inline]
pub(crate) fn write<S: Bits>(before: S, state: S, bytes: &mut Vec<u8>) {
    let difference = minus(state, before);
    let low = difference.word(0);
    let is_short = low >> (A_BYTE * BYTES) == 0;
    if is_short && (1..S::BITS / 64).all(|i| difference.word(64 * i) == 0) {
        let length = (u64::BITS - low.leading_zeros()).div_ceil(A_BYTE).max(1);
        let coded = low << length | 1 << (length - 1);
        // Eight bytes are written and some taken back, which is faster than to write as many as there are.
        let end = bytes.len() + length as usize;
        bytes.extend_from_slice(&coded.to_le_bytes());
        bytes.truncate(end);
    } else {
        write_words(difference, bytes);
    }
}

fn write_words<S: Bits>(difference: S, bytes: &mut Vec<u8>) {
    let last = (0..S::BITS / 64).rev().find(|i| difference.word(64 * i) != 0).unwrap_or(0);
    bytes.extend_from_slice(&[0, last as u8]);
    (0..=last).for_each(|i| bytes.extend_from_slice(&difference.word(64 * i).to_le_bytes()));
}

/// The state whose difference from the one `before` it stands at the beginning of `bytes`, and how many bytes that takes; `None` if
/// there is no such difference.
#[inline]
pub(crate) fn read<S: Bits>(before: S, bytes: &[u8]) -> Option<(S, usize)> {
    let word = match bytes.first_chunk() {
        Some(&word) => u64::from_le_bytes(word),
        None => {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(word)
        }
    };
    let length = word.trailing_zeros() + 1;
    if length > BYTES {
        return read_words(before, bytes);
    }
    let low = (word & u64::MAX >> (u64::BITS - 8 * length)) >> length;
    (length as usize <= bytes.len()).then(|| (plus(before, S::place(low, 0)), length as usize))
}

fn read_words<S: Bits>(before: S, bytes: &[u8]) -> Option<(S, usize)> {
    let [_, last, rest @ ..] = bytes else { return None };
    let (words, _) = rest.as_chunks();
    let words = words.get(..=usize::from(*last))?;
    let word = |i: u32| words.get(i as usize).map_or(0, |&word| u64::from_le_bytes(word));
    let fits = words.len() <= S::BITS as usize / 64;
    fits.then(|| (plus(before, S::from_words(word)), 2 + 8 * words.len()))
}

/// `a + b`, which does not overflow.
#[inline]
fn plus<S: Bits>(a: S, b: S) -> S {
    carrying(a, b, u64::overflowing_add)
}

/// `a - b`, where `b` is not greater.
#[inline]
fn minus<S: Bits>(a: S, b: S) -> S {
    carrying(a, b, u64::overflowing_sub)
}

/// A sum or a difference word by word, what one word has too much or too little going to the next.
#[inline]
fn carrying<S: Bits>(a: S, b: S, one: impl Fn(u64, u64) -> (u64, bool)) -> S {
    let mut carry = false;
    S::from_words(|i| {
        let (word, over) = one(a.word(64 * i), b.word(64 * i));
        let (word, more) = one(word, u64::from(carry));
        carry = over | more;
        word
    })
}

/// States in ascending order, in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DeltaList<S> {
    bytes: Vec<u8>,
    len: usize,
    last: S,
}

impl<S: Bits> DeltaList<S> {
    /// Nothing, with room for so many bytes.
    pub(crate) fn with_capacity(bytes: usize) -> DeltaList<S> {
        DeltaList { bytes: Vec::with_capacity(bytes), len: 0, last: S::ZERO }
    }

    /// Adds a state that is not less than the last one.
    #[inline]
    pub(crate) fn push(&mut self, state: S) {
        debug_assert!(state >= self.last, "states ascend");
        write(self.last, state, &mut self.bytes);
        (self.last, self.len) = (state, self.len + 1);
    }

    /// Gives back room that is not needed when nothing more comes.
    pub(crate) fn end(&mut self) {
        self.bytes.shrink_to_fit();
    }

    /// How many states.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// All states.
    pub(crate) fn iter(&self) -> impl Iterator<Item = S> + '_ {
        let (mut rest, mut state) = (&self.bytes[..], S::ZERO);
        std::iter::from_fn(move || {
            let (next, length) = read(state, rest)?;
            rest = &rest[length..];
            state = next;
            Some(state)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::search::bits::BigBits;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn assert_kept<S: Bits>(states: &BTreeSet<S>) {
        let mut list = DeltaList::with_capacity(0);
        states.iter().for_each(|&state| list.push(state));
        assert_eq!(list.len(), states.len());
        assert!(list.iter().eq(states.iter().copied()));
        // Bytes that end too early are no difference.
        let (mut bytes, greatest) = (Vec::new(), states.last().copied().unwrap_or(S::ZERO));
        write(S::ZERO, greatest, &mut bytes);
        assert!(bytes.len() <= longest::<S>());
        assert_eq!(read(S::ZERO, &bytes), Some((greatest, bytes.len())));
        assert!((0..bytes.len()).all(|end| read(S::ZERO, &bytes[..end]).is_none()));
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(wide: BTreeSet<u128>, shifts: Vec<u32>, top: u64) {
            // Differences of every length.
            let short = |shift: &u32| u64::MAX >> (shift % 64) ^ u64::from(*shift);
            let short: BTreeSet<u64> = shifts.iter().map(short).collect();
            assert_kept(&short);
            let joined = wide.iter().copied().chain(short.iter().map(|&n| n.into()));
            let joined: BTreeSet<u128> = joined.collect();
            assert_kept(&joined);
            let widest = |n: u128| BigBits([n as u64, (n >> 64) as u64, 0, top]);
            assert_kept(&joined.into_iter().map(widest).collect::<BTreeSet<BigBits<4>>>());
        }
    }

    #[test]
    fn neighbours_take_a_byte_each() {
        let mut list = DeltaList::with_capacity(0);
        (0..1000).for_each(|i| list.push((1_u128 << 90) + 127 * i));
        list.end();
        assert_eq!(list.bytes(), 999 + longest::<u128>() as u64);
    }

    #[test]
    fn more_words_than_a_state_has_are_no_difference() {
        let mut bytes = Vec::new();
        write(0, u128::MAX, &mut bytes);
        assert_eq!(read(0_u64, &bytes), None);
        assert_eq!(read(0_u128, &bytes), Some((u128::MAX, bytes.len())));
    }
}
