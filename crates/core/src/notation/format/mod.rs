//! The formats that puzzles are written in, a file each, and the table of all of them.
//!
//! A new format is a file here that implements [`Format`], its `mod` line and its row in the table [`Form`]; nothing else
//! knows how many there are.

pub(crate) mod collection;
pub(crate) mod gnome;
pub mod grid;
pub(crate) mod json;
pub(crate) mod klotski;
pub(crate) mod leetcode;
pub(crate) mod numbers;
pub(crate) mod rush;
pub(crate) mod slide;
pub(crate) mod tatham;
pub(crate) mod toml;
pub(crate) mod toml_fields;

use super::detect::{Clues, Evidence};
use super::draft::Draft;
use super::entry::{Entry, Pack};
use super::error::Flaw;
use super::source::{SrcChar, TextPos, source_chars};
use super::write::Feature;
use std::fmt;
use std::str::FromStr;

/// One way to write a puzzle down.
pub(crate) trait Format {
    /// Why the whole text may be in this format, if anything speaks for it.
    fn evidence(&self, _clues: &Clues<'_>) -> Option<Evidence> {
        None
    }

    /// Whether a line without blanks at its ends looks like a puzzle of this format. No two formats but the grid, which
    /// is asked last, may say so of the same line.
    fn is_line(&self, _line: &str) -> bool {
        false
    }

    /// The words of an error for the lines of this format; `None` if a collection cannot hold it.
    fn line_words(&self) -> Option<&'static str> {
        None
    }

    /// The longest text that is read, in bytes.
    fn max_bytes(&self) -> usize {
        super::MAX_PUZZLE_BYTES
    }

    /// Reads a whole text.
    fn read(&self, text: &str) -> Result<Pack, Vec<Flaw>> {
        self.board(&source_chars(text, TextPos::FIRST), TextPos::FIRST)?.pack()
    }

    /// Reads one puzzle from characters that may be part of a text; `whole` is where it stands if there are none.
    fn board(&self, text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
        Err(super::no_board(text, whole).into())
    }

    /// The features that the format cannot express. An error names the first of them that the puzzle has.
    fn lacks(&self) -> &'static [Feature];

    /// Writes the puzzle at its start, with a line end. The puzzle has no feature that the format lacks.
    ///
    /// # Errors
    /// Why the format cannot hold the puzzle all the same; the sentence goes on after "the form NAME".
    fn write(&self, entry: &Entry) -> Result<String, String>;

    /// Writes the puzzle as one line without a line end, if the format can.
    fn write_line(&self, entry: &Entry) -> Option<String> {
        let text = self.write(entry).ok()?;
        (text.lines().count() == 1).then(|| text.trim_end().to_owned())
    }
}

/// Makes the enum and the table beside it; a row is a variant, its name on the command line and its [`Format`].
macro_rules! formats {
    ($(#[$docs:meta])* pub enum Form { $($(#[$doc:meta])* $form:ident: $name:literal = $format:expr,)* }) => {
        $(#[$docs])*
        pub enum Form {
            $($(#[$doc])* $form,)*
        }

        /// Every form; each is its own index.
        // A macro cannot count its repetitions, so that the length of the list of names does.
        const FORMS: [Form; [$($name),*].len()] = [$(Form::$form),*];

        /// The name and the format of each form.
        const TABLE: [(&str, &dyn Format); FORMS.len()] = [$(($name, &$format)),*];
    };
}

formats! {
    /// A way to write a puzzle down.
    #[non_exhaustive]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Form {
        /// A drawn board, with the goal after `=>`.
        Grid: "grid" = grid::Grid,
        /// A pack with names, sources, locks and claims.
        Toml: "toml" = toml::Toml,
        /// `[[4,1,2],[5,0,3]]`.
        LeetCode: "leetcode" = leetcode::LeetCode,
        /// A Rush Hour board as one string.
        Rush: "rush" = rush::Rush,
        /// `4 1 2/5 0 3`.
        Slide: "slide" = slide::Slide,
        /// The game ids of Simon Tatham's Fifteen and Slide.
        Tatham: "tatham" = tatham::Tatham,
        /// The JSON of jeantimex's solver.
        Json: "json" = json::Json,
        /// The maps of GNOME Klotski.
        Gnome: "gnome" = gnome::Gnome,
        /// The 36-bit code of a 4x5 board.
        Code: "code" = klotski::Code,
        /// A 4x5 board in twenty characters.
        Twenty: "twenty" = klotski::Twenty,
    }
}

impl Form {
    /// All of them, in the order in which help lists them.
    pub const ALL: [Form; FORMS.len()] = FORMS;

    /// The word for it on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].0
    }

    /// What reads and writes it.
    pub(crate) fn format(self) -> &'static dyn Format {
        TABLE[self as usize].1
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Form {
    type Err = String;

    fn from_str(name: &str) -> Result<Form, String> {
        let known = Form::ALL.into_iter().find(|form| form.name() == name);
        known.ok_or_else(|| {
            let names = Form::ALL.map(Form::name).join(", ");
            format!("{name:?} is no form: {names}")
        })
    }
}
