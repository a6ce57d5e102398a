//! What is wrong with a text: where, what was found, what was expected, and how to mend it; safe to print.

use super::printable::escaped;
use super::source::TextPos;
use crate::puzzle::Fault;
pub(crate) use crate::puzzle::count;
use std::fmt;

/// The most errors that are reported of one text.
pub const MAX_ERRORS: usize = 100;

/// One reason why a text is not a puzzle (or a pack, or a list of moves).
///
/// It prints as `FILE:LINE:COLUMN: found; expected …`, with the hint, if there is one, on lines of its own below.
/// Whatever comes from the input is cut when it is long, and control, bidirectional and invisible characters are
/// printed as escapes such as `\u{1b}`.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The file's name, or whatever else the text came from.
    pub source: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters, from 1.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: String,
    /// How to mend it, in one or more lines.
    pub hint: Option<String>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (source, line, column) = (escaped(&self.source), self.line, self.column);
        write!(f, "{source}:{line}:{column}: {}", self.without_place())
    }
}

impl Error {
    /// What stands there, what should, and how to mend it, in one or more lines that are safe to print.
    #[must_use]
    pub fn without_place(&self) -> String {
        let mut said = format!("{}; expected {}", escaped(&self.found), escaped(&self.expected));
        for line in self.hint.iter().flat_map(|hint| hint.lines()) {
            said += "\n  ";
            said += &escaped(line);
        }
        said
    }
}

impl std::error::Error for Error {}

/// An error that does not know yet which file it is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Flaw {
    pub(crate) at: TextPos,
    pub(crate) found: String,
    pub(crate) expected: String,
    pub(crate) hint: Option<String>,
}

impl Flaw {
    pub(crate) fn new(at: TextPos, found: impl Into<String>, expected: impl Into<String>) -> Flaw {
        Flaw { at, found: found.into(), expected: expected.into(), hint: None }
    }

    /// Turns the message of a parser of `language` into what was found and what was expected.
    pub(crate) fn parsing(at: TextPos, language: &str, message: &str) -> Flaw {
        let message = message.trim().replace('\n', ", ");
        let (found, expected) = match message.split_once("expected ") {
            Some((found, expected)) => (found.trim_end_matches([',', ' ']), expected),
            // Parsers do not say what they had rather found; "TOML" is no help where one key is too many.
            None if message == "duplicate key" => (message.as_str(), "each key only once"),
            None if message.contains("recurs") => {
                ("lists and tables within each other, too many", "fewer of them")
            }
            None => (message.as_str(), language),
        };
        // A parser may name a type of the program instead of what a writer knows.
        let expected = match expected {
            "usize" | "u64" | "i64" | "u32" => "a whole number",
            known => known,
        };
        let found = if found.is_empty() { "something else" } else { found };
        Flaw::new(at, format!("not {language}: {found}"), expected)
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Flaw {
        self.hint = Some(hint.into());
        self
    }

    /// A fault of the rules, at the place `at` in the text.
    pub(crate) fn of(at: TextPos, fault: &Fault) -> Flaw {
        Flaw::new(at, fault.reason.problem(), fault.reason.expected())
    }

    /// The error in the text called `source`.
    pub(crate) fn within(self, source: &str) -> Error {
        Error {
            source: source.to_owned(),
            line: self.at.line as usize,
            column: self.at.column as usize,
            found: self.found,
            expected: self.expected,
            hint: self.hint,
        }
    }
}

/// A flaw is a list of one, so that `?` takes it where all flaws are collected.
impl From<Flaw> for Vec<Flaw> {
    fn from(flaw: Flaw) -> Vec<Flaw> {
        vec![flaw]
    }
}

/// The first [`MAX_ERRORS`] errors of the text called `source`, in the order of their places.
pub(crate) fn report(source: &str, mut flaws: Vec<Flaw>) -> Vec<Error> {
    // The sort comes before the cut, so that the errors that are shown are the first of the text.
    flaws.sort_by_key(|flaw| flaw.at);
    flaws.dedup();
    let more = flaws.len() > MAX_ERRORS;
    flaws.truncate(MAX_ERRORS);
    if let (true, Some(last)) = (more, flaws.last_mut()) {
        last.hint = Some("there are more errors than are shown".to_owned());
    }
    flaws.into_iter().map(|flaw| flaw.within(source)).collect()
}

/// The word of `known` that is nearest to `word`, if it is near enough to be what was meant: one edit (insert, delete,
/// replace, swap neighbours) for any word, and one more for every four bytes of it. Otherwise the shortest that begins with `word`, if
/// that has three bytes at least.
#[must_use]
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    // Cut, because the time grows with both lengths and `word` may be as long as a file.
    let short: String = word.chars().take(32).collect();
    let near =
        known.iter().map(|&k| (strsim::osa_distance(&short, k), k)).min_by_key(|&(n, _)| n)?;
    if near.0 <= 1 + near.1.chars().count() / 4 {
        return Some(near.1);
    }
    let begun = known.iter().copied().filter(|known| short.len() >= 3 && known.starts_with(&short));
    begun.min_by_key(|known| known.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::printable::excerpt;

    #[test]
    fn nothing_dangerous_reaches_the_output() {
        let error = Error {
            source: "a\u{1b}[2Jb".to_owned(),
            line: 1,
            column: 2,
            found: excerpt("\u{202e}evil\u{200b}\u{301}\n曹操"),
            expected: "words".to_owned(),
            hint: Some("one\ntwo\r".to_owned()),
        };
        assert_eq!(
            error.to_string(),
            "a\\u{1b}[2Jb:1:2: \"\\u{202e}evil\\u{200b}\\u{301}\\u{a}曹操\"; expected words\n  one\n  two\\u{d}"
        );
    }

    #[test]
    fn the_nearest_word_is_found_only_when_it_is_near() {
        let known = ["lengthwise", "locked", "goal", "via"];
        assert_eq!(nearest("lenghtwise", &known), Some("lengthwise"));
        assert_eq!(nearest("gaol", &known), Some("goal"));
        assert_eq!(nearest("colour", &known), None);
        assert_eq!(nearest("len", &known), Some("lengthwise"));
        assert_eq!(nearest("xlen", &known), None);
        assert_eq!(nearest("", &known), None);
    }
}
