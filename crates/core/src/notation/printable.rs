//! Which characters of a text of others may be printed to a terminal, and two ways to show the rest: as an escape where the
//! reader shall learn what it is, as `?` where each character has its place.

use unicode_width::UnicodeWidthChar;

/// The most characters of the input that an excerpt shows.
const EXCERPT: usize = 40;

/// Whether a terminal may be handed `c` as it is: it takes one or two columns of its own, and can neither command the
/// terminal nor turn the direction of writing.
#[must_use]
pub fn is_printable(c: char) -> bool {
    // Terminals disagree about these, whatever their width is by the tables: marks of direction and joining, line and
    // paragraph separators, the byte order mark, specials, private use (fonts draw anything there), tags.
    let is_risky = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{61c}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..);
    !is_risky && matches!(c.width(), Some(1 | 2))
}

/// `text` with an escape such as `\u{1b}` for each character that is not printable.
///
/// ```
/// use huarong_core::notation::printable;
/// assert_eq!(printable::escaped("a\x1b[2J曹"), "a\\u{1b}[2J曹");
/// assert_eq!(printable::masked("a\x1b[2J曹"), "a?[2J曹");
/// ```
#[must_use]
pub fn escaped(text: &str) -> String {
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

/// `text` with `?` for each character that is not printable, so that it keeps its number of characters.
#[must_use]
pub fn masked(text: &str) -> String {
    text.chars().map(masked_char).collect()
}

/// `c`, or `?` if it is not printable.
#[must_use]
pub fn masked_char(c: char) -> char {
    if is_printable(c) { c } else { '?' }
}

/// A quotation of the input: escaped, in quotation marks, and cut when it is long.
pub(crate) fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(EXCERPT).collect();
    // The lengths in bytes tell whether something was cut; to count the characters would read all of the text.
    if short.len() < text.len() {
        short.push('…');
    }
    format!("\"{}\"", escaped(&short))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_excerpts_are_cut() {
        assert_eq!(excerpt(&"x".repeat(1000)).chars().count(), EXCERPT + 3);
    }

    #[test]
    fn nothing_of_a_name_reaches_the_terminal_as_a_command() {
        assert_eq!(masked("a\x1b[2Jb\u{202e}c\u{200b}曹"), "a?[2Jb?c?曹");
    }

    #[test]
    fn what_is_printable_has_a_width_and_is_no_control_character() {
        for c in ('\0'..=char::MAX).filter(|&c| is_printable(c)) {
            assert!(matches!(c.width(), Some(1 | 2)) && !c.is_control(), "{c:?}");
        }
        assert!(
            "\u{2028}\u{e000}\u{fff9}\u{e0041}\u{301}\u{feff}".chars().all(|c| !is_printable(c))
        );
    }
}
