//! What leads a beam: how states are weighed, and how one comes from another step by step.

use std::hash::{BuildHasher, Hasher};

/// A weight that a beam follows, for boards with one blank.
pub(crate) trait Heuristic: Sync {
    /// A board with what is needed to weigh its steps.
    type State: Copy + Send + Sync + 'static;

    /// What is found when a step is weighed, and needed to make it.
    type Note: Copy + Send + Sync + 'static;

    /// The state of `cells`.
    fn start(&self, cells: &[u8]) -> Self::State;

    /// A random-looking number that equal boards, and hardly any others, have in common.
    fn hash(&self, state: &Self::State) -> u64;

    /// Whether a state is the goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// What a state weighs, or less.
    fn weight(&self, state: &Self::State) -> u32;

    /// No step makes a board lighter by more than this.
    fn gain(&self) -> u32;

    /// Weighs every step from each of `states`, in their order, but for those that would take the last one back.
    fn steps(&self, states: &[Self::State], found: impl FnMut(Step<Self::Note>));

    /// Makes a step in the blank's `direction` that was found to weigh so much.
    fn make(&self, state: &mut Self::State, direction: usize, weight: u32, note: Self::Note);
}

/// A step that has been weighed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<N> {
    /// The place of the state before it.
    pub(crate) parent: u32,
    /// Where the blank goes.
    pub(crate) direction: u8,
    /// The hash of the board after it.
    pub(crate) hash: u64,
    /// The weight of the board after it: the smaller, the nearer to the goal, by a guess.
    pub(crate) weight: u32,
    /// No solution of that board has fewer moves.
    pub(crate) bound: u32,
    pub(crate) note: N,
}

/// A random-looking number for a tile on a cell (Zobrist, 1970).
pub(crate) fn key(tile: u8, cell: usize) -> u64 {
    let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
    // The constant bit is there for tile 0 on cell 0: a hash of 0 would leave no trace in the sum.
    hasher.write_u64(u64::from(tile) << 16 | cell as u64 | 1 << 40);
    // The low bits choose part and place, but are the worst mixed of a product; the rotation brings the best ones down.
    hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}

/// The hash of a board: the numbers of its tiles, whatever the blank's name is that is no tile.
pub(crate) fn hash_of(cells: &[u8], blank: u8) -> u64 {
    let tiles = cells.iter().enumerate().filter(|&(_, &tile)| tile != blank);
    tiles.fold(0, |hash, (cell, &tile)| hash ^ key(tile, cell))
}
