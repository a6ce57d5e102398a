//! Which form a text is in: told by its content alone.

use std::fmt;
use std::str::FromStr;

/// A way to write a puzzle down.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// A drawn board, with the goal after `=>`.
    Grid,
    /// A pack with names, sources, locks and claims.
    Toml,
    /// `[[4,1,2],[5,0,3]]`.
    LeetCode,
    /// A Rush Hour board as one string.
    Rush,
    /// `4 1 2/5 0 3`.
    Slide,
    /// The game ids of Simon Tatham's Fifteen and Slide.
    Tatham,
    /// The JSON of jeantimex's solver.
    Json,
    /// The maps of GNOME Klotski.
    Gnome,
    /// The 36-bit code of a 4x5 board.
    Code,
    /// A 4x5 board in twenty characters.
    Twenty,
}

impl Form {
    /// All of them, in the order in which help lists them.
    pub const ALL: [Form; 10] = [
        Form::Grid,
        Form::Toml,
        Form::LeetCode,
        Form::Rush,
        Form::Slide,
        Form::Tatham,
        Form::Json,
        Form::Gnome,
        Form::Code,
        Form::Twenty,
    ];

    /// The word for it on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Form::Grid => "grid",
            Form::Toml => "toml",
            Form::LeetCode => "leetcode",
            Form::Rush => "rush",
            Form::Slide => "slide",
            Form::Tatham => "tatham",
            Form::Json => "json",
            Form::Gnome => "gnome",
            Form::Code => "code",
            Form::Twenty => "twenty",
        }
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

/// What a whole text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detected {
    /// One puzzle (or a pack) in this form.
    One(Form),
    /// One puzzle a line.
    Lines,
}

/// Whether a collection passes over the line.
pub(crate) fn is_passed_over(line: &str) -> bool {
    let line = line.trim_end();
    line.trim_start().is_empty() || line.starts_with(';') || line == "#" || line.starts_with("# ")
}

/// What the text is.
pub(crate) fn detect(text: &str) -> Detected {
    if is_toml(text) {
        return Detected::One(Form::Toml);
    }
    let mut lines = text.lines().map(str::trim_end);
    if lines.clone().any(|line| line.trim_start() == "=>") || is_number_grid(text) {
        return Detected::One(Form::Grid);
    }
    let Some(first) = lines.find(|line| !is_passed_over(line)) else {
        return Detected::Lines;
    };
    if first.trim_start().starts_with('{') && is_json(text) {
        return Detected::One(Form::Json);
    }
    if text.contains('\t') {
        return Detected::Lines;
    }
    if is_gnome(text) {
        return Detected::One(Form::Gnome);
    }
    if first.trim_start().starts_with('[')
        && first.matches('[').count() > first.matches(']').count()
    {
        return Detected::One(Form::LeetCode);
    }
    match rectangle(text) {
        Some((4, 5)) => return Detected::One(Form::Grid),
        Some((width, height)) if width == height && width >= 4 && is_rush_square(text) => {
            return Detected::One(Form::Rush);
        }
        _ => {}
    }
    match of_line(first) {
        Some(Form::Code)
            if !text.lines().all(|l| is_passed_over(l) || of_line(l) == Some(Form::Code)) =>
        {
            Detected::One(Form::Grid)
        }
        Some(_) => Detected::Lines,
        None => Detected::One(Form::Grid),
    }
}

/// The form of a puzzle on one line, without a name before it or claims after it.
pub(crate) fn of_line(line: &str) -> Option<Form> {
    let line = line.trim();
    let words: Vec<&str> = line.split_whitespace().take(5).collect();
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    if line.starts_with('[') {
        return Some(Form::LeetCode);
    }
    if is_game_id(line) {
        return Some(Form::Tatham);
    }
    if line.contains('/') || line.contains("=>") {
        let slide = line.split('/').all(|row| row.split_whitespace().all(is_number));
        return Some(if slide { Form::Slide } else { Form::Grid });
    }
    match words[..] {
        [word] if word.len() <= 9 && word.bytes().all(|b| b.is_ascii_hexdigit()) => {
            Some(Form::Code)
        }
        [word] if word.len() == 20 && word.bytes().all(|b| (b'@'..=b']').contains(&b)) => {
            Some(Form::Twenty)
        }
        [word] | [_, word] | [_, word, _]
            if is_rush(word) && (words.len() == 1 || is_number(words[0])) =>
        {
            Some(Form::Rush)
        }
        _ => None,
    }
}

/// Whether some line of the text can only be TOML.
fn is_toml(text: &str) -> bool {
    let is_table = |line: &str| {
        let inner = line.split('#').next().unwrap_or_default().trim();
        let inner = inner.trim_start_matches('[').trim_end_matches(']').trim();
        line.starts_with('[') && line.contains(']') && is_key(inner)
    };
    let is_setting = |line: &str| {
        line.split_once('=')
            .is_some_and(|(key, value)| is_key(key.trim_end()) && !value.starts_with('>'))
    };
    let mut lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with(['#', ';']));
    lines.next().is_some_and(|line| is_table(line) || is_setting(line))
        || text.lines().any(|line| line.trim() == "[[puzzle]]")
}

/// Whether a word could be a key of TOML.
fn is_key(word: &str) -> bool {
    let is_inner = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '"');
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '"') && word.chars().all(is_inner)
}

/// Whether what begins with a brace goes on like JSON.
fn is_json(text: &str) -> bool {
    let inner = text.trim_start().strip_prefix('{').unwrap_or_default();
    inner.trim_start().starts_with(['"', '}'])
}

/// Whether every line is a row of numbers, and some line has several.
fn is_number_grid(text: &str) -> bool {
    let is_word = |word: &str| {
        matches!(word, "_" | "." | "#")
            || word.len() < 9 && word.bytes().all(|b| b.is_ascii_digit())
    };
    let rows = || text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with(';'));
    let few = |n: usize| rows().map(|row| row.split_whitespace().count()).any(|words| words >= n);
    rows().all(|row| row.split_whitespace().all(is_word))
        && (few(2) || rows().all(|row| row.trim().len() <= 3))
        && text.contains(|c: char| c.is_ascii_digit())
}

/// Whether it is a drawn board with `*`, `.` and no goal of its own.
fn is_gnome(text: &str) -> bool {
    let rows = || text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with(';'));
    rows().nth(1).is_some()
        && text.contains('*')
        && text.contains('.')
        && !text.contains("=>")
        && !rows().all(|row| row.contains('/'))
}

/// Columns and rows of a text of even lines without blanks inside.
fn rectangle(text: &str) -> Option<(usize, usize)> {
    let mut rows =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(';'));
    let width = rows.next()?.chars().count();
    let even =
        rows.clone().all(|row| row.chars().count() == width && !row.contains(char::is_whitespace));
    even.then(|| (width, rows.count() + 1))
}

/// Whether the line begins like `4x4:` or `4x5u:`.
fn is_game_id(line: &str) -> bool {
    let digits = |c: char| c.is_ascii_digit();
    let Some((params, _)) = line.split_once(':') else {
        return false;
    };
    let after = params.trim_start_matches(digits);
    after.len() < params.len()
        && after.strip_prefix('x').is_some_and(|rest| rest.starts_with(digits))
}

/// Whether `c` may stand in a Rush Hour board.
pub(crate) fn is_rush(word: &str) -> bool {
    let side = word.len().isqrt();
    (4..=10).contains(&side)
        && side * side == word.len()
        && word.bytes().all(|b| b == b'.' || b.is_ascii_alphabetic())
}

/// Whether there is nothing but letters, dots and blanks outside comments.
fn is_rush_square(text: &str) -> bool {
    let mut rows = text.lines().filter(|line| !line.starts_with(';'));
    rows.all(|row| row.chars().all(|c| c == '.' || c.is_ascii_alphabetic() || c.is_whitespace()))
}
