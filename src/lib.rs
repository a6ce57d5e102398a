//! Sliding puzzles: the rules, every notation, an optimal solver, and the game in the terminal.
//!
//! One honest model of the rules serves number tiles, blocks of any shape and locked cars. The fast engines never search
//! it: each lowers a puzzle to dense states of its own, searches, and raises the path back to moves, which the rules then
//! replay before anyone sees them.
//!
//! The rooms, bottom to top; a room uses only those above it in this list, which `tests/tidy.rs` enforces:
//!
//! | room | what it is for |
//! |---|---|
//! | [`puzzle`] | the rules: board, pieces, positions, moves, and what makes a description playable |
//! | `unfinished` | files on their way to their place, and what killed programs left of them |
//! | [`notation`] | text to puzzles and back, a file a form |
//! | [`solver`] | search: spaces, engines, distance tables, the background thread |
//! | [`library`] | the built-in puzzles |
//! | [`generate`] | random boards from a seed |
//! | [`session`] | one game: history, undo, replay; pure, the time is passed in |
//! | [`records`] | what lasts between games: best results and the game that was left |
//! | [`text`] | every sentence that a player reads, a column a language |
//! | [`tui`] | the screen: keys, model, update, view, and the terminal itself |
//! | [`cli`] | the command line, a file a subcommand |

pub mod puzzle;
mod unfinished;

pub mod notation;
pub mod solver;

pub mod generate;
pub mod library;

pub mod session;

pub mod records;
pub mod text;

pub mod tui;

pub mod cli;
