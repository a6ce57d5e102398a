//! The settings on the screen: each with what it is now, changed by arrows and seen at once on the game beside.

pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
