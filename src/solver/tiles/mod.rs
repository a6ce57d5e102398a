//! Number puzzles lowered to packed integers: parity, bounds, pattern databases, and searches of their own.

mod lowered;
mod packed;
mod parity;
mod simple;
mod space;
#[cfg(test)]
mod tests;

pub use lowered::Lowered;
pub use packed::Packed;
pub use parity::{Solvable, solvable};
pub use space::TileSpace;
