//! Speed-solving: the stopwatch of scrambles, and the list of times.

pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
