//! The core from outside: what is read and written, which optima are proven, and what others may use.

#![expect(clippy::unwrap_used, reason = "where a test cannot go on, it fails")]

mod api;
mod difficulty;
mod errors;
mod generate;
mod golden;
mod limits;
mod locked_tiles;
mod necks;
mod notation;
mod optimal;
mod packs;
mod random_boards;
mod signatures;
mod survey;
