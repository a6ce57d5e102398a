//! The core from outside: what is read and written, which optima are proven, and what others may use.
//!
//! Whatever asks the solver as a whole is here: a test beside the code that calls it has all of it compiled a second time, with every engine.

#![expect(clippy::unwrap_used, reason = "where a test cannot go on, it fails")]

mod anytime;
mod api;
mod daily;
mod difficulty;
mod errors;
mod generate;
mod golden;
mod limits;
mod locked_tiles;
mod necks;
mod notation;
mod number_puzzles;
mod optimal;
mod packs;
mod random_boards;
mod signatures;
mod survey;
