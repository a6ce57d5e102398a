//! Text to puzzles and back: one file a form, told apart by content; and lists of moves.
//!
//! [`read`] takes a whole text in any form, checks all of it, and returns its puzzles or every error with its place.
//! [`write()`] is the way back for every form that can hold the puzzle. [`moves`] writes and reads moves.
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
mod printable;
mod source;
mod write;

pub use detect::Form;
use detect::{Detected, detect};
use draft::Draft;
pub use entry::{Claim, Claims, Entry, Pack, Text};
pub use error::{Error, MAX_ERRORS, nearest};
use error::{Flaw, report};
pub use format::collection::{MAX_PIECES, MAX_PUZZLES};
pub use format::grid;
pub use line::line;
pub use printable::clean;
use printable::excerpt;
use source::{SrcChar, TextPos, plain, source_chars};
pub use write::{drawing, same_game, started_at, write};

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// The longest text of one puzzle, in bytes; comments included.
pub const MAX_PUZZLE_BYTES: usize = 1 << 20;

/// The text of a file: UTF-8 of at most [`MAX_BYTES`], with or without a byte order mark.
///
/// # Errors
/// The first byte that is not UTF-8, or that there are too many.
pub fn decode<'a>(source_name: &str, bytes: &'a [u8]) -> Result<&'a str, Error> {
    let flaw = match std::str::from_utf8(&bytes[..bytes.len().min(MAX_BYTES + 1)]) {
        _ if bytes.len() > MAX_BYTES => too_long(bytes.len(), MAX_BYTES),
        Ok(text) => return Ok(text.trim_start_matches('\u{feff}')),
        Err(error) => {
            let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            let found = format!("the byte 0x{:02x}", bytes[error.valid_up_to()]);
            Flaw::new(TextPos::at(good, good.len()), found, "text in UTF-8")
        }
    };
    Err(flaw.within(source_name))
}

/// The puzzles of a text in any form; `source_name` is what errors call it.
///
/// # Errors
/// Everything that is wrong with it (at most [`MAX_ERRORS`]), in the order of the text; never an empty list.
pub fn read(source_name: &str, text: &str) -> Result<Pack, Vec<Error>> {
    let text = text.trim_start_matches('\u{feff}');
    let pack = match layout_of(text) {
        Err(flaw) => Err(vec![flaw]),
        Ok(Detected::One(Form::Toml)) => format::toml::read(text),
        Ok(Detected::Lines) => format::collection::read(text),
        Ok(Detected::One(form)) => {
            one(form, text).map(|entry| Pack { title: Text::default(), entries: vec![entry] })
        }
    };
    pack.map_err(|flaws| report(source_name, flaws))
}

/// What the text is, if it is not empty and not too long for that.
fn layout_of(text: &str) -> Result<Detected, Flaw> {
    if text.len() > MAX_BYTES {
        return Err(too_long(text.len(), MAX_BYTES));
    }
    if text.trim().is_empty() {
        return Err(Flaw::new(TextPos::FIRST, "an empty text", "a puzzle"));
    }
    match detect(text) {
        Detected::One(Form::Toml) if text.len() > format::toml::MAX_PACK_BYTES => {
            Err(too_long(text.len(), format::toml::MAX_PACK_BYTES))
        }
        Detected::One(form) if form != Form::Toml && text.len() > MAX_PUZZLE_BYTES => {
            Err(too_long(text.len(), MAX_PUZZLE_BYTES))
        }
        detect => Ok(detect),
    }
}

fn too_long(bytes: usize, most: usize) -> Flaw {
    Flaw::new(TextPos::FIRST, format!("a text of {bytes} bytes"), format!("at most {most}"))
}

/// The one puzzle of a text.
fn one(form: Form, text: &str) -> Result<Entry, Vec<Flaw>> {
    let draft = match form {
        Form::Json => format::json::read(text)?,
        _ => read_form(form, &source_chars(text, TextPos::FIRST), TextPos::FIRST)?,
    };
    entry(draft)
}

/// The entry of a draft that is all there is to it.
fn entry(mut draft: Draft) -> Result<Entry, Vec<Flaw>> {
    let claim = draft.claim.take();
    let mut entry = Entry::of(draft.build()?);
    if let Some(moves) = claim {
        entry.claims.set(entry.metric(), Claim::Moves(moves));
    }
    Ok(entry)
}

/// The one puzzle of characters that may be part of a text, in any form but a pack or JSON.
fn read_any(text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
    let content = plain(text);
    let form = match detect(&content) {
        Detected::One(form) => Some(form),
        Detected::Lines => detect::of_line(&content),
    };
    match form {
        Some(Form::Toml | Form::Json) | None => {
            let found = excerpt(content.trim());
            Err(vec![Flaw::new(source::start(text, whole), found, "one board")])
        }
        Some(form) => read_form(form, text, whole),
    }
}

/// The puzzle of characters in a known form, which is neither TOML nor JSON.
fn read_form(form: Form, text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
    match form {
        Form::Grid | Form::Toml | Form::Json => format::grid::read(text, whole),
        Form::LeetCode => format::leetcode::read(text, whole),
        Form::Slide => format::slide::read(text, whole),
        Form::Rush => format::rush::read(text, whole),
        Form::Tatham => format::tatham::read(text, whole),
        Form::Gnome => format::gnome::read(text, whole),
        Form::Code => format::klotski_code::read(text, whole),
        Form::Twenty => format::klotski_letters::read(text, whole),
    }
}
