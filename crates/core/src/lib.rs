//! Sliding puzzles as a library: the rules, every notation, an optimal solver, and a generator of boards.
//!
//! One honest model of the rules serves number tiles, blocks of any shape and locked cars. The fast engines never search
//! it: each lowers a puzzle to dense states of its own, searches, and raises the path back to moves, which the rules then
//! replay before anyone sees them.
//!
//! A board is read from a drawing, solved, and each position is drawn again:
//!
//! ```
//! use huarong_core::notation::{self, grid, moves};
//! use huarong_core::solver::{Request, NoMonitor, solve};
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
//! let outcome = solve(puzzle, puzzle.start(), &request, &mut NoMonitor);
//!
//! let path = outcome.verdict.path().expect("it can be solved");
//! assert_eq!(moves::write(puzzle, puzzle.start(), path), "b:D a:RR");
//! let mut position = puzzle.start().clone();
//! for mv in path {
//!     position.play(puzzle, mv)?;
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
//! # Ok::<(), huarong_core::puzzle::Illegal>(())
//! ```
//!
//! # The rooms
//!
//! Bottom to top; a room uses only those above it in this list.
//!
//! | room | what it is for |
//! |---|---|
//! | [`puzzle`] | the rules: board, pieces, positions, moves, and what makes a description playable |
//! | [`atomic_file`] | files that are written as a whole or not at all |
//! | [`notation`] | text to puzzles and back, a file a format |
//! | [`solver`] | search: spaces, engines, distance tables |
//! | [`generate`] | random boards from a seed, and the puzzles of a day |

pub mod atomic_file;
pub mod generate;
pub mod notation;
pub mod puzzle;
pub mod solver;
