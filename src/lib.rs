//! Sliding puzzles in the terminal: the game, and the command line.
//!
//! The rules, the notations, the solver and the generator are the package `huarong-core`, which knows no screen; everything
//! here is the program's own, and may change at any time.
//!
//! # The house
//!
//! The rooms, bottom to top; a room uses only those above it in this list, which a test enforces:
//!
//! | room | what it is for |
//! |---|---|
//! | `huarong_core` | [`puzzle`], [`notation`], [`solver`], [`generate`]: the rules, texts, search, boards from a seed |
//! | [`library`] | the built-in puzzles |
//! | [`lookup`] | what a typed text stands for: a size, a built-in puzzle, a file, the puzzle itself |
//! | [`session`] | one game: history, undo, replay; pure, the time is passed in |
//! | [`text`] | every sentence that a player reads, a column a language |
//! | [`storage`] | what lasts between games: best results, the game that was left, the settings |
//! | [`engine`] | the solver on a thread in the background |
//! | [`tui`] | the screen: keys, model, update, view, and the terminal itself |
//! | [`plain`] | the game by typed lines, in words |
//! | [`cli`] | the command line, a file a subcommand |

pub mod cli;
pub mod engine;
pub mod library;
pub mod lookup;
pub mod plain;
pub mod session;
pub mod storage;
pub mod text;
pub mod tui;

pub use huarong_core::{atomic_file, generate, notation, puzzle, solver};
