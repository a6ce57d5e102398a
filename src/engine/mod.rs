//! The solver beside the game: questions of the player's board are answered on threads in the background.

mod trail;
pub mod worker;
