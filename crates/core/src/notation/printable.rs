//! What of an input may be shown: short quotations, with nothing in them that a terminal would obey.

use unicode_width::UnicodeWidthChar;

/// The most characters of the input that an excerpt shows.
const EXCERPT: usize = 40;

/// Whether a terminal may be handed `c` as it is: it takes room of its own and turns nothing around.
pub(crate) fn is_printable(c: char) -> bool {
    let turns = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{61c}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..);
    !turns && c.width().is_some_and(|width| width > 0)
}

/// `text` with everything that is not printable escaped.
#[must_use]
pub fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_printable(c) {
            out.push(c);
        } else {
            out.extend(c.escape_unicode());
        }
    }
    out
}

/// `n` and the noun for so many.
pub(crate) fn count(n: usize, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {noun}{plural}")
}

/// A quotation of the input: escaped, in quotation marks, and cut when it is long.
pub(crate) fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(EXCERPT).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("\"{}\"", clean(&short))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_excerpts_are_cut() {
        assert_eq!(excerpt(&"x".repeat(1000)).chars().count(), EXCERPT + 3);
    }
}
