//! The screen of play: the game on the board, directions made moves, hints, and the figures beside it.

pub(crate) mod aim;
pub(crate) mod analysis;
pub(crate) mod ending;
pub(crate) mod finale;
pub(crate) mod game;
pub(crate) mod hints;
pub(crate) mod input;
pub(crate) mod lesson;
pub(crate) mod line;
pub(crate) mod mouse;
pub(crate) mod slide;
pub(crate) mod stats;
pub(crate) mod update;
pub(crate) mod view;
