//! Sliding puzzles as a library: the rules, every notation, an optimal solver, and a generator of boards.
//!
#![doc = include_str!("../README.md")]
//!
//! # The rooms
//!
//! Bottom to top; a room uses only those above it in this list.
//!
//! | room | what it is for |
//! |---|---|
//! | [`puzzle`] | the rules: board, pieces, positions, moves, and what makes a description playable |
//! | [`atomic_file`] | files that are written as a whole or not at all |
//! | [`notation`] | text to puzzles and back, a file a format |
//! | [`solver`] | search: spaces, engines, distance tables |
//! | [`generate`] | random boards from a seed, and the puzzles of a day |

pub mod atomic_file;
pub mod generate;
pub mod notation;
pub mod puzzle;
pub mod solver;
