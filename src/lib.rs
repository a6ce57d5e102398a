//! Sliding puzzles: the rules, every notation, an optimal solver, and the game in the terminal.
//!
//! One honest model of the rules serves number tiles, blocks of any shape and locked cars. The fast engines never search
//! it: each lowers a puzzle to dense states of its own, searches, and raises the path back to moves, which the rules then
//! replay before anyone sees them.
//!
//! # The library
//!
//! A board is read from a drawing, solved, and each position is drawn again:
//!
//! ```
//! use huarong::notation::{self, grid, moves};
//! use huarong::solver::{Request, Unwatched, solve};
//!
//! // The long piece `a` shall go to the right edge; `b` and `c` are in its way.
//! let text = "\
//! aab.
//! .cb.
//! ....
//! =>
//! ..aa
//! ....
//! ....
//! ";
//! let pack = notation::read("example", text).expect("it is a puzzle");
//! let puzzle = &pack.entries[0].puzzle;
//! let request = Request::new(puzzle.default_metric());
//! let outcome = solve(puzzle, puzzle.start(), &request, &mut Unwatched);
//!
//! let path = outcome.verdict.path().expect("it can be solved");
//! assert_eq!(moves::write(puzzle, puzzle.start(), path), "b:D a:RR");
//! let mut position = puzzle.start().clone();
//! for action in path {
//!     position.play(puzzle, action)?;
//! }
//! assert!(puzzle.is_solved(&position));
//! assert_eq!(
//!     grid::draw(puzzle, &position),
//!     "\
//! ..aa
//! .cb.
//! ..b.
//! "
//! );
//! # Ok::<(), huarong::puzzle::Illegal>(())
//! ```
//!
//! [`puzzle`], [`notation`], [`solver`], [`library`] and [`generate`](generate/index.html) are for others to use: what changes
//! in them follows [Semantic Versioning](https://semver.org). All else in this crate is the program's own, and may change at
//! any time.
//!
//! | feature | what it adds |
//! |---|---|
//! | none (`default-features = false`) | `puzzle`, `notation`, `solver`, `library`: rules, texts, search |
//! | `generate` | `generate`: random boards from a seed |
//! | `game` (default) | the game and the command line, which are for the program `huarong` alone |
//!
//! # The house
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
//! | `generate` | random boards from a seed |
//! | `session` | one game: history, undo, replay; pure, the time is passed in |
//! | `records` | what lasts between games: best results and the game that was left |
//! | `text` | every sentence that a player reads, a column a language |
//! | `tui` | the screen: keys, model, update, view, and the terminal itself |
//! | `plain` | the game by typed lines, in words |
//! | `cli` | the command line, a file a subcommand |

pub mod puzzle;
mod unfinished;

pub mod notation;
pub mod solver;

#[cfg(feature = "generate")]
pub mod generate;
pub mod library;

#[cfg(feature = "game")]
#[doc(hidden)]
pub mod session;

#[cfg(feature = "game")]
#[doc(hidden)]
pub mod records;
#[cfg(feature = "game")]
#[doc(hidden)]
pub mod text;

#[cfg(feature = "game")]
#[doc(hidden)]
pub mod tui;

#[cfg(feature = "game")]
#[doc(hidden)]
pub mod plain;

#[cfg(feature = "game")]
#[doc(hidden)]
pub mod cli;
