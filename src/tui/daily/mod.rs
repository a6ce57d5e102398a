//! The puzzles of the day on the screen.

pub(crate) mod state;
pub(crate) mod update;
