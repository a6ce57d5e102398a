//! The solver beside the game: questions of the player's board are answered on threads in the background.

pub(crate) mod knowledge;
mod trail;
pub mod worker;
