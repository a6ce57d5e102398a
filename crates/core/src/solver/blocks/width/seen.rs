//! Positions that have been found, by their hashes.

use super::board::Board;
use rustc_hash::FxHashSet;

/// Hashes of positions, in parts, so that none takes long to grow.
pub(crate) struct Seen {
    parts: Vec<FxHashSet<u64>>,
    len: usize,
}

/// How many parts.
const PARTS: u64 = 256;

impl Default for Seen {
    fn default() -> Seen {
        Seen { parts: vec![FxHashSet::default(); PARTS as usize], len: 0 }
    }
}

impl Seen {
    /// How many positions.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes held, a little more rather than less.
    pub(crate) fn bytes(&self) -> u64 {
        // A set of hashes is between seven sixteenths and seven eighths full, and has a control byte for each slot.
        self.len as u64 * 20 + PARTS * size_of::<FxHashSet<u64>>() as u64
    }

    /// Adds a position; whether it is new.
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        // The set's own hash uses other bits, so that each part is as evenly filled as one for all would be.
        let is_new = self.parts[(hash % PARTS) as usize].insert(hash);
        self.len += usize::from(is_new);
        is_new
    }

    /// Whether a position has been added.
    pub(crate) fn contains(&self, hash: u64) -> bool {
        self.parts[(hash % PARTS) as usize].contains(&hash)
    }
}

/// A hash of a position that is the same for those that differ in which piece of a kind stands where (Zobrist).
pub(crate) fn hash(board: &Board, anchors: &[u16], stage: usize) -> u64 {
    let tokens = board.kinds.iter().zip(anchors).map(|(&kind, &at)| token(kind, at));
    tokens.fold(stage_token(stage), |hash, token| hash ^ token)
}

/// What a piece of a kind at an anchor puts into a hash.
pub(crate) fn token(kind: u16, anchor: u16) -> u64 {
    mixed(u64::from(kind) << 16 | u64::from(anchor))
}

/// What the waypoints passed put into a hash.
pub(crate) fn stage_token(stage: usize) -> u64 {
    mixed((stage as u64) << 32)
}

/// A number from which the argument cannot be guessed (the finalizer of SplitMix64).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}
