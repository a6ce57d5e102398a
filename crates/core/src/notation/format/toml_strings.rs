//! String literals of TOML, character by character with the place of each, so that a fault in a board inside one can be
//! pointed at; and the way back.

use crate::notation::source::{Cursor, SrcChar, TextPos, source_chars};

/// The characters of a string literal, which `raw` must be (with its quotation marks) and begins at `from`; each stands
/// where it, or the escape for it, is written.
pub(crate) fn decode(raw: &str, from: TextPos) -> Vec<SrcChar> {
    let mark = raw.chars().next().unwrap_or('"');
    let triple: String = [mark; 3].iter().collect();
    let quotes = if raw.len() >= 6 && raw.starts_with(&triple) { 3 } else { 1 };
    let chars = source_chars(raw, from);
    let end = chars.len().saturating_sub(quotes).max(quotes.min(chars.len()));
    let mut inner = &chars[quotes.min(end)..end];
    if quotes == 3 {
        inner = match inner {
            [SrcChar { c: '\r', .. }, SrcChar { c: '\n', .. }, rest @ ..]
            | [SrcChar { c: '\n', .. }, rest @ ..] => rest,
            _ => inner,
        };
    }
    match mark {
        '\'' => inner.to_vec(),
        _ => unescape(inner, from),
    }
}

/// The characters with escapes replaced by what they stand for.
fn unescape(chars: &[SrcChar], from: TextPos) -> Vec<SrcChar> {
    let mut cursor = Cursor::new(chars, from);
    let mut found = Vec::with_capacity(chars.len());
    while let Some(ch) = cursor.next() {
        if ch.c != '\\' {
            found.push(ch);
        } else if let Some(c) = escape(&mut cursor) {
            found.push(SrcChar { c, at: ch.at });
        }
    }
    found
}

/// The character that the escape after a backslash stands for; `None` for one that continues the line.
fn escape(cursor: &mut Cursor<'_>) -> Option<char> {
    let code = |cursor: &mut Cursor<'_>, digits: usize| {
        let hex: String = (0..digits).filter_map(|_| cursor.next()).map(|g| g.c).collect();
        u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32)
    };
    match cursor.next()?.c {
        'b' => Some('\u{8}'),
        't' => Some('\t'),
        'n' => Some('\n'),
        'f' => Some('\u{c}'),
        'r' => Some('\r'),
        'e' => Some('\u{1b}'),
        'x' => code(cursor, 2),
        'u' => code(cursor, 4),
        'U' => code(cursor, 8),
        blank if blank.is_whitespace() => {
            cursor.skip_blanks();
            None
        }
        other => Some(other),
    }
}

/// A literal for a text of one line.
pub(crate) fn quote(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A literal for a text of several lines, each with its end, that shows them as they are if any literal can.
pub(crate) fn quote_lines(text: &str) -> String {
    if !text.contains(['"', '\\']) {
        format!("\"\"\"\n{text}\"\"\"")
    } else if !text.contains('\'') {
        format!("'''\n{text}'''")
    } else {
        let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"\"\"\n{escaped}\"\"\"")
    }
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
        let chars = decode(raw, TextPos { line: 5, column: 9 });
        assert_eq!(plain(&chars), "ab曹c\"\n");
        assert_eq!(chars[2].at, TextPos { line: 6, column: 3 });
        assert_eq!(chars[3].at, TextPos { line: 7, column: 4 });
    }

    proptest! {
        #[test]
        fn decoding_agrees_with_the_toml_crate(inner in "([ab'\\n .]|\\\\[nt\"\\\\]|\\\\u00e9|\\\\x41|\\\\\n  ){0,20}", marks in "\"\"\"|'''|\"|'") {
            let raw = format!("{marks}{inner}{marks}");
            if let Some(value) = parsed(&raw) {
                prop_assert_eq!(plain(&decode(&raw, TextPos::FIRST)), value);
            }
        }

        #[test]
        fn quoted_lines_are_read_back(lines in prop::collection::vec("[a-c'\"\\\\.=]{1,6}", 1..5)) {
            let text = lines.join("\n") + "\n";
            prop_assert_eq!(parsed(&quote_lines(&text)), Some(text));
        }
    }
}
