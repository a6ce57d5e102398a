//! Tables of TOML field by field: values with their places, and a flaw for each that is of another type than it should be.

use crate::notation::MAX_PUZZLE_BYTES;
use crate::notation::at_most;
use crate::notation::entry::Text;
use crate::notation::error::{Flaw, MAX_ERRORS, nearest};
use crate::notation::printable::{excerpt, is_printable};
use crate::notation::source::{Cursor, Index, SrcChar, TextPos, source_chars};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A table that is being read.
pub(crate) struct Fields<'t, 'a> {
    index: &'t Index<'a>,
    table: &'t DeTable<'a>,
    /// Where the table stands.
    pub(crate) at: TextPos,
    /// What is wrong with the values asked for so far.
    pub(crate) flaws: Vec<Flaw>,
}

impl<'t, 'a> Fields<'t, 'a> {
    /// The fields of a table that stands at `at`.
    pub(crate) fn new(index: &'t Index<'a>, table: &'t DeTable<'a>, at: TextPos) -> Fields<'t, 'a> {
        Fields { index, table, at, flaws: Vec::new() }
    }

    /// Adds a flaw.
    pub(crate) fn flaw(
        &mut self,
        at: TextPos,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) {
        self.flaws.push(Flaw::new(at, found, expected));
    }

    /// Adds a flaw for each unknown key, at most one more than are shown, so that the last one can say that there are more.
    pub(crate) fn check_keys(&mut self, known: &[&str]) {
        let mut unknown = self.keys();
        unknown.retain(|(key, _)| !known.contains(&key.as_str()));
        unknown.sort_by_key(|&(_, at)| at);
        for (key, at) in unknown.into_iter().take(MAX_ERRORS + 1) {
            let found = format!("the unknown key {}", excerpt(&key));
            let flaw = Flaw::new(at, found, format!("one of {}", known.join(", ")));
            self.flaws.push(match nearest(&key, known) {
                Some(near) => flaw.hint(format!("did you mean \"{near}\"?")),
                None => flaw,
            });
        }
    }

    /// All keys with their places.
    pub(crate) fn keys(&self) -> Vec<(String, TextPos)> {
        let key = |key: &Spanned<std::borrow::Cow<'a, str>>| {
            (key.get_ref().to_string(), self.index.spot(key.span().start))
        };
        self.table.iter().map(|(k, _)| key(k)).collect()
    }

    /// Whether there is a value at all.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    fn get(&self, key: &str) -> Option<(&'t DeValue<'a>, TextPos)> {
        let value = self.table.get(key)?;
        Some((value.get_ref(), self.index.spot(value.span().start)))
    }

    /// What `wanted` makes of the value, with a flaw if it is of another type.
    fn typed<T>(
        &mut self,
        key: &str,
        expected: &str,
        wanted: impl Fn(&'t DeValue<'a>) -> Option<T>,
    ) -> Option<(T, TextPos)> {
        let (value, at) = self.get(key)?;
        let found = wanted(value);
        if found.is_none() {
            self.wrong_type(at, key, value, expected);
        }
        Some((found?, at))
    }

    fn wrong_type(&mut self, at: TextPos, key: &str, value: &DeValue<'_>, expected: &str) {
        let noun = value.type_str();
        let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        self.flaw(at, format!("{article} {noun} in the key {}", excerpt(key)), expected);
    }

    /// A string as it is.
    pub(crate) fn string(&mut self, key: &str) -> Option<(&'t str, TextPos)> {
        self.typed(key, "a string", DeValue::as_str)
    }

    /// A string that can be shown on one line.
    pub(crate) fn line(&mut self, key: &str) -> Option<String> {
        let (line, at) = self.string(key)?;
        self.shown(line, at)
    }

    /// The string, with a flaw if it cannot be shown on one line.
    fn shown(&mut self, line: &str, at: TextPos) -> Option<String> {
        let Some(bad) = line.chars().find(|&c| !is_printable(c)) else {
            return Some(line.to_owned());
        };
        let found = format!("the character {} in a text", excerpt(&bad.to_string()));
        self.flaw(at, found, "characters that can be seen, on one line");
        None
    }

    /// A text: a string, or a table with the languages `en` and `zh`.
    pub(crate) fn text(&mut self, key: &str) -> Option<Text> {
        if let Some((DeValue::String(line), at)) = self.get(key) {
            return self.shown(line, at).map(|en| Text { en, zh: None });
        }
        let expected = "a string, or a table with \"en\" and \"zh\"";
        let (table, at) = self.typed(key, expected, DeValue::as_table)?;
        let mut inner = Fields::new(self.index, table, at);
        inner.check_keys(&["en", "zh"]);
        let (en, zh) = (inner.line("en"), inner.line("zh"));
        if table.is_empty() {
            inner.flaw(at, "a text in no language", "\"en\", \"zh\" or both");
        }
        self.flaws.append(&mut inner.flaws);
        // A text in Chinese alone is better for other readers than none.
        Some(Text { en: en.or(zh.clone())?, zh })
    }

    /// An integer.
    pub(crate) fn integer(&mut self, key: &str, expected: &str) -> Option<(i64, TextPos)> {
        self.typed(key, expected, integer)
    }

    /// A whole number, or several in brackets.
    pub(crate) fn integers(&mut self, key: &str, expected: &str) -> Option<(Vec<i64>, TextPos)> {
        self.typed(key, expected, |value| match value.as_array() {
            Some(array) => array.iter().map(|value| integer(value.get_ref())).collect(),
            None => Some(vec![integer(value)?]),
        })
    }

    /// A flag, `false` if it is not there.
    pub(crate) fn flag(&mut self, key: &str) -> bool {
        self.typed(key, "true or false", DeValue::as_bool).is_some_and(|(flag, _)| flag)
    }

    /// A table inside this one.
    pub(crate) fn table(&mut self, key: &str) -> Option<Fields<'t, 'a>> {
        let (table, at) = self.typed(key, "a table", DeValue::as_table)?;
        Some(Fields::new(self.index, table, at))
    }

    /// What `wanted` makes of the items of an array, with their places, and a flaw for each of another type; none if there is no array.
    fn items<T>(
        &mut self,
        key: &str,
        expected: &str,
        wanted: impl Fn(&'t Spanned<DeValue<'a>>) -> Option<T>,
    ) -> Vec<(T, TextPos)> {
        let array = self.typed(key, expected, |value| value.as_array());
        let mut found = Vec::new();
        for item in array.into_iter().flat_map(|(array, _)| array.iter()) {
            let at = self.index.spot(item.span().start);
            match wanted(item) {
                Some(item) => found.push((item, at)),
                None => self.wrong_type(at, key, item.get_ref(), expected),
            }
        }
        found
    }

    /// The tables of an array of tables.
    pub(crate) fn tables(&mut self, key: &str) -> Vec<(&'t DeTable<'a>, TextPos)> {
        let expected = format!("tables, each beginning with [[{key}]]");
        self.items(key, &expected, |value| value.get_ref().as_table())
    }

    /// The strings of an array, with their places.
    pub(crate) fn strings(&mut self, key: &str) -> Vec<(String, TextPos)> {
        self.items(key, "an array of strings", |value| value.get_ref().as_str().map(str::to_owned))
    }

    /// A board's characters.
    pub(crate) fn board(&mut self, key: &str) -> Option<(Vec<SrcChar>, TextPos)> {
        // This only tells of a value of another type; the characters come from the literal, with their places.
        self.string(key)?;
        let value = self.table.get(key)?;
        self.board_of(value)
    }

    /// The boards of an array of strings.
    pub(crate) fn boards(&mut self, key: &str) -> Vec<(Vec<SrcChar>, TextPos)> {
        let expected = "an array of boards, each a string";
        let boards = self.items(key, expected, |value| value.get_ref().is_str().then_some(value));
        boards.into_iter().filter_map(|(value, _)| self.board_of(value)).collect()
    }

    fn board_of(&mut self, value: &Spanned<DeValue<'a>>) -> Option<(Vec<SrcChar>, TextPos)> {
        let text = value.get_ref().as_str()?;
        let at = self.index.spot(value.span().start);
        // A pack may be longer than one puzzle may, so that each of its boards is measured too.
        if let Err(flaw) = at_most(MAX_PUZZLE_BYTES, text.len(), at) {
            self.flaws.push(flaw);
            return None;
        }
        Some((placed(text, &self.index.text[value.span()], at), at))
    }
}

fn integer(value: &DeValue<'_>) -> Option<i64> {
    let integer = value.as_integer()?;
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// The characters of the string `text`, each with the place where it, or the escape for it, stands in the literal `raw`,
/// which begins at `from`: so a fault in a board inside a string can be pointed at.
fn placed(text: &str, raw: &str, from: TextPos) -> Vec<SrcChar> {
    // Two marks at the beginning are an empty literal, not the first two of three.
    let is_long = raw.len() >= 6 && (raw.starts_with("\"\"\"") || raw.starts_with("'''"));
    let chars = source_chars(raw, from);
    let mut rest = Cursor::new(&chars[if is_long { 3 } else { 1 }..], from);
    if is_long {
        // A line end right after the marks is no part of the text.
        rest.accept_here('\r');
        rest.accept_here('\n');
    }
    let place = |c| {
        loop {
            let at = rest.at();
            if !raw.starts_with('"') || !rest.accept_here('\\') {
                rest.next();
                return SrcChar { c, at };
            }
            let digits = match rest.next().map(|g| g.c) {
                Some('x') => 2,
                Some('u') => 4,
                Some('U') => 8,
                Some(blank) if blank.is_whitespace() => {
                    // The text goes on at the next character that is not blank.
                    rest.skip_blanks();
                    continue;
                }
                _ => 0,
            };
            for _ in 0..digits {
                rest.next();
            }
            return SrcChar { c, at };
        }
    };
    text.chars().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::source::plain;
    use proptest::prelude::*;

    /// What the `toml` crate makes of a literal.
    fn parsed(raw: &str) -> Option<String> {
        let table: toml::Table = format!("x = {raw}\n").parse().ok()?;
        table["x"].as_str().map(str::to_owned)
    }

    #[test]
    fn escapes_stand_where_their_backslash_is() {
        let raw = "\"\"\"\nab\\u66f9\\\n   c\\\"\n\"\"\"";
        let chars = placed(&parsed(raw).unwrap(), raw, TextPos { line: 5, column: 9 });
        assert_eq!(plain(&chars), "ab曹c\"\n");
        assert_eq!(chars[2].at, TextPos { line: 6, column: 3 });
        assert_eq!(chars[3].at, TextPos { line: 7, column: 4 });
    }

    proptest! {
        #[test]
        fn characters_stand_where_they_are_written(inner in "([ab'\\n .]|\r\n|\\\\[nt\"\\\\]|\\\\u00e9|\\\\x41|\\\\\n  ){0,20}", marks in "\"\"\"|'''|\"|'") {
            let raw = format!("{marks}{inner}{marks}");
            let written = source_chars(&raw, TextPos::FIRST);
            if let Some(value) = parsed(&raw) {
                let mut later = written.iter();
                for ch in placed(&value, &raw, TextPos::FIRST) {
                    let there = later.find(|g| g.at == ch.at).map(|g| g.c);
                    let is_escape = marks.starts_with('"') && there == Some('\\');
                    prop_assert!(there == Some(ch.c) || is_escape, "{:?} at {:?} of {:?}", ch.c, ch.at, raw);
                }
                // Nothing but the closing marks is left, and what the text leaves out.
                let left: String = later.map(|g| g.c).filter(|c| !"\\ \r\n".contains(*c)).collect();
                prop_assert!(left.ends_with(&marks) && left.len() <= marks.len() + 5, "{:?} is left of {:?}", left, raw);
            }
        }
    }
}
