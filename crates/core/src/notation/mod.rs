//! Text to puzzles and back, in formats that are told apart by content; and lists of moves.
//!
//! [`read`] takes a whole text in any form, checks all of it, and returns its puzzles or every error with its place.
//! [`write()`] writes a puzzle in any form that can hold it. [`moves`] writes and reads moves. [`printable`] says which
//! characters of a text may be printed.
//!
//! ```
//! use huarong_core::notation;
//! let pack = notation::read("example", "ab.\nab.\n=>\n.ab\n.ab\n").expect("it is a puzzle");
//! assert_eq!(pack.entries[0].puzzle.pieces().len(), 2);
//!
//! let errors = notation::read("example", "ab.\nab\n=>\n.ab\n.ab\n").expect_err("its second row is short");
//! assert_eq!(
//!     errors[0].to_string(),
//!     "example:2:1: a row of 2 cells; expected 3 as in the first row of the board"
//! );
//! ```

mod detect;
#[cfg(test)]
mod detect_tests;
mod draft;
mod entry;
mod error;
pub(crate) mod format;
mod line;
pub mod moves;
pub mod printable;
mod source;
mod write;

use detect::{Detected, detect, of_line};
use draft::Draft;
pub use entry::{Claim, Claims, Entry, Pack, Text};
pub use error::{Error, MAX_ERRORS, nearest};
use error::{Flaw, report};
pub use format::collection::{MAX_PIECES, MAX_PUZZLES};
pub use format::{Form, grid};
pub use line::line;
use printable::excerpt;
use source::{Index, SrcChar, TextPos, plain, start};
pub use write::{drawing, same_game, started_at, write};

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// The longest text of one puzzle, in bytes, with its comments.
pub const MAX_PUZZLE_BYTES: usize = 1 << 20;

/// The text of a file: UTF-8 of at most [`MAX_BYTES`], with or without a byte order mark.
///
/// # Errors
/// Names the first byte that is not UTF-8, or the length if it is too great.
pub fn decode<'a>(source_name: &str, bytes: &'a [u8]) -> Result<&'a str, Error> {
    let text = at_most(MAX_BYTES, bytes.len(), TextPos::FIRST).and_then(|()| {
        std::str::from_utf8(bytes).map_err(|error| {
            let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            // What is wrong begins after the valid part and within the text, so that this byte is there.
            let found = format!("the byte 0x{:02x}", bytes[error.valid_up_to()]);
            Flaw::new(Index::new(good).spot(good.len()), found, "text in UTF-8")
        })
    });
    // Editors on Windows put this mark before UTF-8; it is no part of a puzzle.
    text.map(|text| text.trim_start_matches('\u{feff}')).map_err(|flaw| flaw.within(source_name))
}

/// The puzzles of a text in any form; `source_name` is what errors call it.
///
/// # Errors
/// Lists everything that is wrong with the text (at most [`MAX_ERRORS`] errors), in the order of the text; the list is never
/// empty.
pub fn read(source_name: &str, text: &str) -> Result<Pack, Vec<Error>> {
    // A text that did not come through `decode` may still have the mark.
    pack(text.trim_start_matches('\u{feff}')).map_err(|flaws| report(source_name, flaws))
}

/// The puzzles of a text without a byte order mark.
fn pack(text: &str) -> Result<Pack, Vec<Flaw>> {
    at_most(MAX_BYTES, text.len(), TextPos::FIRST)?;
    if text.trim().is_empty() {
        return Err(Flaw::new(TextPos::FIRST, "an empty text", "a puzzle").into());
    }
    match detect(text) {
        Detected::Lines => format::collection::read(text),
        Detected::One(form) => {
            let is_short = at_most(form.format().max_bytes(), text.len(), TextPos::FIRST);
            let whole = is_short.map_err(Vec::from).and_then(|()| form.format().read(text));
            // What is no one drawing may be several.
            whole.or_else(|flaws| format::collection::drawings(text).unwrap_or(Err(flaws)))
        }
    }
}

/// Refuses a text at `at` that is too long.
fn at_most(most: usize, bytes: usize, at: TextPos) -> Result<(), Flaw> {
    let flaw = || Flaw::new(at, format!("a text of {bytes} bytes"), format!("at most {most}"));
    (bytes <= most).then_some(()).ok_or_else(flaw)
}

/// Reads one puzzle from a part of a text, in any form but a pack or JSON.
fn read_any(text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
    let content = plain(text);
    let form = match detect(&content) {
        Detected::One(form) => Some(form),
        // A board on one line looks like a collection of one.
        Detected::Lines => of_line(&content),
    };
    match form {
        Some(form) => form.format().board(text, whole),
        None => Err(no_board(text, whole).into()),
    }
}

/// The flaw of a text that is in no form that holds one board.
fn no_board(text: &[SrcChar], whole: TextPos) -> Flaw {
    Flaw::new(start(text, whole), excerpt(plain(text).trim()), "one board")
}
