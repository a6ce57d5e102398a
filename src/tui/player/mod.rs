//! The player of solutions, and the review of the own game.

pub(crate) mod review;
pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
