//! The map of everything that can be reached: surveyed on a thread, plotted flat or in space, and played from.

pub(crate) mod braille;
pub(crate) mod cache;
pub(crate) mod chapters;
pub(crate) mod plot;
pub(crate) mod space;
pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
pub(crate) mod worker;
