//! A line that is typed and edited: the name of a file, a puzzle, a filter.

use super::label;
use crate::notation::printable;
use crate::puzzle::Direction;
use crate::tui::keys::chord::{Chord, Key};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// What was typed, and where the next character goes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Input {
    text: String,
    /// Where the next character goes, in bytes; always at the edge of a character.
    cursor: usize,
    /// Whether the text is only proposed: the first character that is typed takes its place.
    is_proposed: bool,
}

impl Input {
    /// A line in which `text` is proposed.
    pub(crate) fn proposed(text: &str) -> Input {
        Input { is_proposed: true, ..Input::of(text) }
    }

    /// A line in which `text` has been typed.
    pub(crate) fn of(text: &str) -> Input {
        Input { text: text.to_owned(), cursor: text.len(), is_proposed: false }
    }

    /// What stands there.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Edits the line, which is at most so many characters long, as shells do. Returns whether the key was for that.
    pub(crate) fn edit(&mut self, chord: Chord, longest: usize) -> bool {
        let (before, after) = self.text.split_at(self.cursor);
        match (chord.key, chord.ctrl) {
            (Key::Char(c), false) => {
                if self.is_proposed {
                    *self = Input::default();
                }
                if self.text.chars().count() >= longest {
                    return false;
                }
                // The text is drawn as it is typed: a control character that was pasted must not reach the terminal.
                let c = printable::masked_char(c);
                self.text.insert(self.cursor, c);
                self.cursor += c.len_utf8();
            }
            (Key::Backspace, _) => self.remove(previous(before), self.cursor),
            (Key::Delete, _) | (Key::Char('d'), true) => {
                self.remove(self.cursor, self.cursor + next(after));
            }
            (Key::Char('u'), true) => self.remove(0, self.cursor),
            (Key::Char('k'), true) => self.remove(self.cursor, self.text.len()),
            (Key::Char('w'), true) => self.remove(word(before), self.cursor),
            (Key::Home, _) | (Key::Char('a'), true) => self.cursor = 0,
            (Key::End, _) | (Key::Char('e'), true) => self.cursor = self.text.len(),
            (Key::Arrow(Direction::Left), _) => self.cursor = previous(before),
            (Key::Arrow(Direction::Right), _) => self.cursor += next(after),
            _ => return false,
        }
        // Whoever edits a proposal means to keep the rest of it.
        self.is_proposed = false;
        true
    }

    fn remove(&mut self, from: usize, to: usize) {
        self.text.replace_range(from..to, "");
        self.cursor = from;
    }

    /// Draws as much of the line as there is room for around the cursor, which is `_` at the end. What is proposed is reversed, as a
    /// selected text is elsewhere.
    pub(crate) fn draw(&self, area: Rect, style: Style, buffer: &mut Buffer) {
        if area.is_empty() {
            return;
        }
        let (before, after) = self.text.split_at(self.cursor);
        let (mut before, after) = (printable::masked(before), printable::masked(after));
        let at = after.chars().next().map_or("_".to_owned(), |c| c.to_string());
        let room = i32::from(area.width);
        while label::width(&before) + label::width(&at) > room && !before.is_empty() {
            before.remove(0);
        }
        let reversed = style.add_modifier(Modifier::REVERSED);
        let text = if self.is_proposed { reversed } else { style };
        let cursor = if after.is_empty() { style } else { reversed };
        let rest = after.get(at.len()..).unwrap_or_default();
        let mut x = area.x;
        for (words, style) in [(&before[..], text), (&at[..], cursor), (rest, text)] {
            let left = usize::from(area.right().saturating_sub(x));
            (x, _) = buffer.set_stringn(x, area.y, words, left, style);
        }
    }
}

/// Where the last character of `text` begins.
fn previous(text: &str) -> usize {
    text.char_indices().next_back().map_or(0, |(at, _)| at)
}

/// How long the first character of `text` is.
fn next(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// Where the last word of `text` begins; a folder of a path is a word too.
fn word(text: &str) -> usize {
    let is_edge = |c: char| c == ' ' || c == '/';
    let words = text.trim_end_matches(is_edge);
    words.rfind(is_edge).map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line after these keys, with a bar where the next character goes.
    fn after(mut input: Input, keys: &[&str]) -> String {
        for key in keys {
            assert!(input.edit(key.parse().unwrap(), 20), "{key}");
        }
        let (before, after) = input.text.split_at(input.cursor);
        format!("{before}|{after}")
    }

    #[test]
    fn a_line_is_edited_as_in_a_shell() {
        for (keys, wanted) in [
            (&["Left", "Left", "x"][..], "dir/a 曹x|操b"),
            (&["Left", "Left", "Backspace"], "dir/a |操b"),
            (&["Home", "Delete", "Right"], "i|r/a 曹操b"),
            (&["Ctrl-A", "x", "Ctrl-E", "y"], "xdir/a 曹操by|"),
            (&["Ctrl-W"], "dir/a |"),
            (&["Ctrl-W", "Ctrl-W"], "dir/|"),
            (&["Ctrl-W", "Ctrl-W", "Ctrl-W"], "|"),
            (&["Left", "Ctrl-U"], "|b"),
            (&["Left", "Ctrl-K", "End", "Right"], "dir/a 曹操|"),
        ] {
            assert_eq!(after(Input::of("dir/a 曹操b"), keys), wanted, "{keys:?}");
        }
    }

    #[test]
    fn what_is_proposed_is_replaced_unless_it_is_edited() {
        let line = || Input::proposed("board.toml");
        assert_eq!(after(line(), &["m", "y"]), "my|");
        assert_eq!(after(line(), &["End", "2"]), "board.toml2|");
        assert_eq!(after(line(), &["Backspace"]), "board.tom|");
    }

    #[test]
    fn the_place_of_the_next_character_is_always_seen() {
        let mut input = Input::of("曹操 and others");
        let row = |input: &Input, width: u16| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
            input.draw(buffer.area, Style::new(), &mut buffer);
            buffer.content().iter().map(|cell| cell.symbol()).collect::<String>()
        };
        assert_eq!(row(&input, 7), "others_");
        for _ in 0..6 {
            input.edit(Chord::plain(Key::Arrow(Direction::Left)), 20);
        }
        assert_eq!(row(&input, 7), " and ot");
        assert_eq!(row(&input, 0), "");
    }
}
