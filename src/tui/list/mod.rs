//! The list of puzzles: what there is to play, a filter that is typed, and a preview of the chosen one.

pub(crate) mod board_maker;
pub(crate) mod command;
pub(crate) mod course;
pub(crate) mod playlist;
pub(crate) mod preview;
pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
