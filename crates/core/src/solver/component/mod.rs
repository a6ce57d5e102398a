//! Everything that can be reached from a start: its distances, its survey, and its state space for the map.

pub(crate) mod distances;
pub(crate) mod explicit_graph;
pub(crate) mod state_space;
pub(crate) mod survey;
pub(crate) mod table;
