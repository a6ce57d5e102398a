//! Text that remembers where each of its characters stands, so that an error deep in a board can point there.

use super::printable::excerpt;

/// A place in a text: line and column (in characters), both from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct TextPos {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl TextPos {
    /// The start of a text.
    pub(crate) const FIRST: TextPos = TextPos { line: 1, column: 1 };

    /// The place after `c`.
    pub(crate) fn after(self, c: char) -> TextPos {
        match c {
            '\n' => TextPos { line: self.line + 1, column: 1 },
            _ => TextPos { column: self.column + 1, ..self },
        }
    }
}

/// How many bytes lie between two places that an [`Index`] remembers: a place costs 16 bytes, and a lookup reads so many
/// bytes at most. Places of lines alone would not do, since a hostile text may have one line with a value in every byte.
const STRIDE: usize = 64;

/// Finds the line and column of any byte of a text in constant time.
pub(crate) struct Index<'a> {
    pub(crate) text: &'a str,
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

/// A character and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SrcChar {
    pub(crate) c: char,
    pub(crate) at: TextPos,
}

/// The characters of `text`, of which the first stands at `from`.
pub(crate) fn source_chars(text: &str, from: TextPos) -> Vec<SrcChar> {
    let mut at = from;
    let place = |c| {
        let ch = SrcChar { c, at };
        at = at.after(c);
        ch
    };
    text.chars().map(place).collect()
}

/// The characters without their places.
pub(crate) fn plain(chars: &[SrcChar]) -> String {
    chars.iter().map(|g| g.c).collect()
}

/// The lines, without their ends.
pub(crate) fn lines(chars: &[SrcChar]) -> impl Iterator<Item = &[SrcChar]> {
    chars.split(|g| g.c == '\n').map(|line| match line {
        // Texts from Windows end their lines with both marks.
        [rest @ .., SrcChar { c: '\r', .. }] => rest,
        _ => line,
    })
}

/// The characters without blanks at both ends.
pub(crate) fn trim(chars: &[SrcChar]) -> &[SrcChar] {
    let is_ink = |g: &SrcChar| !g.c.is_whitespace();
    match (chars.iter().position(is_ink), chars.iter().rposition(is_ink)) {
        (Some(first), Some(last)) => &chars[first..=last],
        _ => &[],
    }
}

/// The parts between blanks.
pub(crate) fn words(chars: &[SrcChar]) -> impl Iterator<Item = &[SrcChar]> {
    chars.split(|g| g.c.is_whitespace()).filter(|word| !word.is_empty())
}

/// Where a text begins, or `otherwise` if it is empty.
pub(crate) fn start(chars: &[SrcChar], otherwise: TextPos) -> TextPos {
    chars.first().map_or(otherwise, |g| g.at)
}

/// The two parts around the first `=>`, or `None` without one.
pub(crate) fn around_arrow(chars: &[SrcChar]) -> Option<(&[SrcChar], &[SrcChar])> {
    let arrow = chars.windows(2).position(|pair| pair[0].c == '=' && pair[1].c == '>')?;
    Some((&chars[..arrow], &chars[arrow + 2..]))
}

/// A walk along characters, one by one.
pub(crate) struct Cursor<'a> {
    rest: &'a [SrcChar],
    end: TextPos,
}

impl<'a> Cursor<'a> {
    /// A walk that begins at the first of `chars`; `whole` is where an empty text stands.
    pub(crate) fn new(chars: &'a [SrcChar], whole: TextPos) -> Cursor<'a> {
        let end = chars.last().map_or(whole, |g| g.at.after(g.c));
        Cursor { rest: chars, end }
    }

    /// The character that comes next.
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.first().map(|g| g.c)
    }

    /// The place of the next character.
    pub(crate) fn at(&self) -> TextPos {
        start(self.rest, self.end)
    }

    /// Steps over the next character if it is `c` (after blanks, if there are any); whether it did.
    pub(crate) fn accept(&mut self, c: char) -> bool {
        self.skip_blanks();
        self.accept_here(c)
    }

    /// Steps over the next character if it is `c`; whether it did.
    pub(crate) fn accept_here(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    /// Steps over blanks.
    pub(crate) fn skip_blanks(&mut self) {
        self.take(char::is_whitespace);
    }

    /// Steps over one character, which is returned.
    pub(crate) fn next(&mut self) -> Option<SrcChar> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// Steps over the characters that `wanted` accepts, which are returned.
    pub(crate) fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'a [SrcChar] {
        let end = self.rest.iter().position(|g| !wanted(g.c));
        let (taken, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        taken
    }

    /// Steps over digits; their number, or `None` if there are none or too many.
    pub(crate) fn number(&mut self) -> Option<u32> {
        plain(self.take(|c| c.is_ascii_digit())).parse().ok()
    }

    /// What comes next, for an error to quote.
    pub(crate) fn quote(&self) -> String {
        match self.rest {
            [] => "the end of the text".to_owned(),
            // More than an excerpt shows, so that it is marked as cut, and not all of a text that may be megabytes long.
            rest => excerpt(&plain(&rest[..rest.len().min(64)])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_not_bytes() {
        let chars = source_chars("曹操\r\nab", TextPos::FIRST);
        let rows: Vec<String> = lines(&chars).map(plain).collect();
        assert_eq!(rows, ["曹操", "ab"]);
        assert_eq!(chars[5].at, TextPos { line: 2, column: 2 });
        assert_eq!(Index::new("曹操\nab").spot(8), TextPos { line: 2, column: 2 });
    }

    #[test]
    fn trimming_blanks_leaves_nothing() {
        assert!(trim(&source_chars(" \t ", TextPos::FIRST)).is_empty());
        assert_eq!(plain(trim(&source_chars(" a b ", TextPos::FIRST))), "a b");
    }
}
