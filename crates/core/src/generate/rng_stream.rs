//! Draws that another program can repeat: only the words of ChaCha8, and arithmetic that is written down here.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// The keystream of ChaCha8 with a nonce of zeros, from its first block on, as 32-bit words in little-endian order.
pub(crate) struct RngStream(ChaCha8Rng);

impl RngStream {
    /// The stream whose key is `words` in ASCII, filled up with zero bytes to 32; what is longer is cut.
    pub(crate) fn keyed(words: &str) -> RngStream {
        let mut key = [0; 32];
        for (byte, word) in key.iter_mut().zip(words.bytes()) {
            *byte = word;
        }
        RngStream(ChaCha8Rng::from_seed(key))
    }

    /// A number below `n`, which is not 0: the next word, modulo `n`. Words from the greatest multiple of `n` that is at most
    /// 2^32 on are passed over, so that every number is equally likely.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        // It is counted in 64 bits, because 2^32 does not fit 32.
        let n = u64::from(n.max(1));
        let fair = (1 << 32) / n * n;
        loop {
            let word = u64::from(self.0.next_u32());
            if word < fair {
                return u32::try_from(word % n).unwrap_or(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_chacha8() {
        // Test vector TC1 of draft-strombergson-chacha-test-vectors, ChaCha8 with a key and a nonce of zeros.
        let mut stream = RngStream::keyed("");
        let words: Vec<u32> = (0..4).map(|_| stream.0.next_u32()).collect();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(
            bytes,
            [
                0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09,
                0xa5, 0xa1
            ]
        );
    }

    #[test]
    fn numbers_are_below_and_even() {
        let mut stream = RngStream::keyed("even");
        let mut seen = [0; 7];
        for _ in 0..7_000 {
            seen[stream.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (850..1_150).contains(n)), "{seen:?}");
        assert_eq!(stream.below(1), 0);
    }
}
