//! What a table of distances can be asked, whichever engine built it.

use crate::puzzle::{Move, Position};

/// What an engine keeps of a component.
pub(super) trait Lookup: Send + Sync {
    /// Moves from a position to the nearest solved one.
    fn remaining(&self, position: &Position) -> Option<u32>;

    /// A move to a position that is one move nearer.
    fn next(&self, position: &Position) -> Option<Move>;

    /// Distinct states, mirror images counted once where they are merged.
    fn states(&self) -> u64;

    /// Bytes held.
    fn bytes(&self) -> u64;
}
