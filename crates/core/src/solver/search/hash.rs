//! The hash of a state: that of `rustc-hash`, but a `u128` is hashed as two words, which is faster than as sixteen bytes.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Hashes one state.
#[inline]
pub(crate) fn hash<S: Hash>(state: &S) -> u64 {
    // `BuildHasher::hash_one` says the same, but is not always inlined.
    let mut hasher = StateHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

/// The hash with all its bits mixed well: where partitions have used up the low ones, and those in the middle would tell little.
#[inline]
pub(crate) fn mixed<S: Hash>(state: &S) -> u64 {
    let hash = hash(state);
    (hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[derive(Default)]
struct StateHasher(FxHasher);

impl Hasher for StateHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0.finish()
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    // The trait's own `write_u64` would hash the word as a slice of eight bytes.
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0.write_u64(word);
    }

    #[inline]
    fn write_u128(&mut self, words: u128) {
        self.0.write_u64(words as u64);
        self.0.write_u64((words >> 64) as u64);
    }
}
