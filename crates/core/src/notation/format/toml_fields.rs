//! Tables of TOML field by field: values with their places, and a flaw for each that is of another type than it should be.

use super::toml_strings;
use crate::notation::entry::Text;
use crate::notation::error::{Flaw, MAX_ERRORS, nearest};
use crate::notation::printable::{excerpt, is_printable};
use crate::notation::source::{SrcChar, TextPos, plain, source_chars};
use crate::notation::{MAX_PUZZLE_BYTES, too_long};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// How many bytes lie between two places that an [`Index`] remembers.
const STRIDE: usize = 64;

/// Finds the line and column of any byte of a text in constant time.
pub(crate) struct Index<'a> {
    text: &'a str,
    /// The first character at or after each multiple of the stride: its offset and place.
    marks: Vec<(usize, TextPos)>,
}

impl<'a> Index<'a> {
    /// An index of `text`.
    pub(crate) fn new(text: &'a str) -> Index<'a> {
        let mut marks = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut at = TextPos::FIRST;
        for (offset, c) in text.char_indices() {
            if offset >= marks.len() * STRIDE {
                marks.push((offset, at));
            }
            at = at.after(c);
        }
        Index { text, marks }
    }

    /// The place of the byte at `offset`.
    pub(crate) fn spot(&self, offset: usize) -> TextPos {
        let i = self.marks.partition_point(|&(mark, _)| mark <= offset);
        let (mark, at) = i.checked_sub(1).map_or((0, TextPos::FIRST), |i| self.marks[i]);
        let rest = self.text[mark..].char_indices().take_while(|&(i, _)| mark + i < offset);
        rest.fold(at, |at, (_, c)| at.after(c))
    }
}

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

    /// A flaw for each key that is not among the known ones, as many as are shown and one more.
    pub(crate) fn check_keys(&mut self, known: &[&str]) {
        let mut unknown = self.keys();
        unknown.retain(|(key, _)| !known.contains(&key.as_str()));
        unknown.sort_by_key(|&(_, at)| at);
        for (key, at) in unknown.into_iter().take(MAX_ERRORS + 1) {
            let flaw = Flaw::new(
                at,
                format!("the unknown key {}", excerpt(&key)),
                format!("one of {}", known.join(", ")),
            );
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
        self.flaw(
            at,
            format!("{} in the key {}", with_article(value.type_str()), excerpt(key)),
            expected,
        );
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
        let found = format!("the character {} in a text", excerpt(bad.encode_utf8(&mut [0; 4])));
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
        Some(Text { en: en.or(zh.clone())?, zh })
    }

    /// An integer.
    pub(crate) fn integer(&mut self, key: &str) -> Option<(i64, TextPos)> {
        self.typed(key, "a whole number", |value| {
            let integer = value.as_integer()?;
            i64::from_str_radix(integer.as_str(), integer.radix()).ok()
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

    /// The tables of an array of tables.
    pub(crate) fn tables(&mut self, key: &str) -> Vec<(&'t DeTable<'a>, TextPos)> {
        let expected = format!("tables, each beginning with [[{key}]]");
        let mut found = Vec::new();
        for value in self.array(key, &expected) {
            let at = self.index.spot(value.span().start);
            match value.get_ref().as_table() {
                Some(table) => found.push((table, at)),
                None => self.wrong_type(at, key, value.get_ref(), &expected),
            }
        }
        found
    }

    /// The items of an array, none if there is no array.
    fn array(&mut self, key: &str, expected: &str) -> &'t [Spanned<DeValue<'a>>] {
        let array = self.typed(key, expected, |value| value.as_array());
        array.map_or(&[], |(array, _)| array)
    }

    /// A board's characters.
    pub(crate) fn board(&mut self, key: &str) -> Option<(Vec<SrcChar>, TextPos)> {
        self.string(key)?;
        let value = self.table.get(key)?;
        self.board_of(value)
    }

    /// The boards of an array of strings.
    pub(crate) fn boards(&mut self, key: &str) -> Vec<(Vec<SrcChar>, TextPos)> {
        let expected = "an array of boards, each a string";
        let mut found = Vec::new();
        for value in self.array(key, expected) {
            if !value.get_ref().is_str() {
                let at = self.index.spot(value.span().start);
                self.wrong_type(at, key, value.get_ref(), expected);
            }
            found.extend(self.board_of(value));
        }
        found
    }

    fn board_of(&mut self, value: &Spanned<DeValue<'a>>) -> Option<(Vec<SrcChar>, TextPos)> {
        let text = value.get_ref().as_str()?;
        let at = self.index.spot(value.span().start);
        if text.len() > MAX_PUZZLE_BYTES {
            self.flaws.push(Flaw { at, ..too_long(text.len(), MAX_PUZZLE_BYTES) });
            return None;
        }
        let chars = toml_strings::decode(&self.index.text[value.span()], at);
        let faithful = plain(&chars) == text;
        Some((if faithful { chars } else { source_chars(text, at) }, at))
    }
}

fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
