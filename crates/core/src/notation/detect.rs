//! Which format a text is in, told by its content alone.

use super::format::Form;

/// What a whole text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detected {
    /// One puzzle (or a pack) in this form.
    One(Form),
    /// One puzzle a line.
    Lines,
}

/// Why a whole text may be in a format, the weakest reason first: the format with the strongest reason reads the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Evidence {
    /// Its first line is a puzzle by itself. This alone makes it a collection.
    Line,
    /// Its first line could be a code, as `ab` could, but the lines below could not.
    Rows,
    /// It has as many rows and columns as boards of the format have.
    Shape,
    /// Its first line opens a bracket that a later line closes.
    Bracket,
    /// It has characters that mean something in this format only.
    Characters,
    /// It has a tab, or no line but comments: a collection. Stronger than the characters, since a name before a tab may
    /// consist of any; weaker than a brace, since JSON may be indented by tabs.
    Tab,
    /// It begins with a brace and goes on like JSON.
    Brace,
    /// It has a line `=>`, or consists of rows of numbers. Stronger than a brace, which may be a piece's name.
    Drawing,
    /// It has a line that only TOML has. Strongest, since a string of TOML may hold a whole drawing.
    Toml,
}

/// A text whose format is to be told.
pub(crate) struct Clues<'a> {
    /// All of it.
    pub(crate) text: &'a str,
    /// The first line that a collection does not pass over, without blanks at its end; empty if there is none.
    pub(crate) first: &'a str,
}

impl<'a> Clues<'a> {
    /// The lines that are neither blank nor comments.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with(';'))
    }

    /// Columns and rows, if all rows are equally long and have no blanks inside.
    pub(crate) fn rectangle(&self) -> Option<(usize, usize)> {
        let mut rows = self.rows().map(str::trim).filter(|row| !row.starts_with(';'));
        let width = rows.next()?.chars().count();
        let is_even =
            |row: &str| row.chars().count() == width && !row.contains(char::is_whitespace);
        rows.clone().all(is_even).then(|| (width, rows.count() + 1))
    }
}

/// Whether a collection passes over the line.
pub(crate) fn is_passed_over(line: &str) -> bool {
    let line = line.trim_end();
    line.trim_start().is_empty() || line.starts_with(';') || line == "#" || line.starts_with("# ")
}

/// What the text is; a drawing if nothing speaks for anything else, since errors of drawings say most.
pub(crate) fn detect(text: &str) -> Detected {
    let first = text.lines().map(str::trim_end).find(|line| !is_passed_over(line));
    let collection = match first {
        Some(first) if !text.contains('\t') => of_line(first).map(|_| Evidence::Line),
        _ => Some(Evidence::Tab),
    };
    let clues = Clues { text, first: first.unwrap_or_default() };
    let evidence = |form: Form| Some((form.format().evidence(&clues)?, form));
    match Form::ALL.into_iter().filter_map(evidence).max() {
        // `None` is less than any evidence, so that a text that is no collection is whatever anything speaks for.
        Some((evidence, form)) if Some(evidence) > collection => Detected::One(form),
        _ if collection.is_some() => Detected::Lines,
        _ => Detected::One(Form::Grid),
    }
}

/// The form of a puzzle on one line, without a name before it or claims after it. The first row of the table is asked
/// last: a drawing is any line with `/` or `=>`.
pub(crate) fn of_line(line: &str) -> Option<Form> {
    let line = line.trim();
    Form::ALL.into_iter().rev().find(|form| form.format().is_line(line))
}

/// Whether `word` has digits only.
pub(crate) fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}
