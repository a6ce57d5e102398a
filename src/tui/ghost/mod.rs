//! The ghost: a game to play against, shown beside the own one.

pub(crate) mod race;
pub(crate) mod rival;
pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
