//! The editor as a player uses it.
