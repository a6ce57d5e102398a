//! Sliding puzzles: the rules, every notation, an optimal solver, and the game in the terminal.

pub mod cli;
pub mod generate;
pub mod library;
pub mod notation;
pub mod puzzle;
pub mod records;
pub mod session;
pub mod solver;
pub mod text;
pub mod tui;
