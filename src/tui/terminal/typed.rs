//! What comes from the terminal while it is asked something: its answers, and what the player types and points at meanwhile.
//!
//! The library that reads events else would take an answer for keys. So for that short while its bytes are read here, and told
//! apart: each becomes an answer, or an event as the library has them.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// What the terminal said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    /// An answer, all of it.
    Answer(String),
    /// Something that the player did.
    Event(Event),
    /// Nothing that is known.
    Noise,
}

/// The bytes that have come and not been told apart yet.
#[derive(Default)]
pub(crate) struct Typed(Vec<u8>);

const ESC: u8 = 0x1b;

impl Typed {
    /// More has come.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// The next word, if all of it has come.
    pub(crate) fn next(&mut self) -> Option<Word> {
        let (word, length) = word(&self.0)?;
        self.0.drain(..length);
        Some(word)
    }

    /// The next word, now that no more comes for a while: an escape that nothing follows is the key. What is cut off otherwise
    /// may be an answer that is slow to come, and waits.
    pub(crate) fn rest(&mut self) -> Option<Word> {
        if self.0 == [ESC] {
            self.0.clear();
            return Some(key(KeyCode::Esc, KeyModifiers::NONE));
        }
        self.next()
    }
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Word {
    Word::Event(Event::Key(KeyEvent::new(code, modifiers)))
}

/// The first word of `bytes` and how many of them it is, if all of it is there.
fn word(bytes: &[u8]) -> Option<(Word, usize)> {
    match *bytes.first()? {
        ESC => escaped(bytes),
        _ => typed(bytes),
    }
}

/// A key that is one character.
fn typed(bytes: &[u8]) -> Option<(Word, usize)> {
    let plain = |code| Some((key(code, KeyModifiers::NONE), 1));
    let control = |c: u8| {
        let code = KeyCode::Char(char::from(c));
        Some((key(code, KeyModifiers::CONTROL), 1))
    };
    match bytes[0] {
        b'\r' => plain(KeyCode::Enter),
        b'\t' => plain(KeyCode::Tab),
        0x7f => plain(KeyCode::Backspace),
        0 => control(b' '),
        c @ 1..=0x1a => control(c - 1 + b'a'),
        c @ 0x1b..=0x1f => control(c - 0x1c + b'4'),
        _ => character(bytes),
    }
}

/// A character, of as many bytes as it takes.
fn character(bytes: &[u8]) -> Option<(Word, usize)> {
    let length = match bytes[0] {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => 1,
    };
    let text = std::str::from_utf8(bytes.get(..length)?).ok();
    let Some(c) = text.and_then(|text| text.chars().next()) else {
        return Some((Word::Noise, 1));
    };
    let modifiers = match c.is_uppercase() {
        true => KeyModifiers::SHIFT,
        false => KeyModifiers::NONE,
    };
    Some((key(KeyCode::Char(c), modifiers), length))
}

/// What begins with an escape.
fn escaped(bytes: &[u8]) -> Option<(Word, usize)> {
    match bytes.get(1)? {
        b'[' => sequence(bytes),
        b'O' => {
            let code = arrow(*bytes.get(2)?);
            let word = code.map_or(Word::Noise, |code| key(code, KeyModifiers::NONE));
            Some((word, 3))
        }
        b'P' | b'_' | b']' | b'^' | b'X' => string(bytes),
        &ESC => Some((key(KeyCode::Esc, KeyModifiers::NONE), 1)),
        _ => {
            let (word, length) = word(&bytes[1..])?;
            let word = match word {
                Word::Event(Event::Key(key)) => {
                    let modifiers = key.modifiers | KeyModifiers::ALT;
                    Word::Event(Event::Key(KeyEvent { modifiers, ..key }))
                }
                other => other,
            };
            Some((word, 1 + length))
        }
    }
}

/// A string of the terminal, up to its end. Those are answers, and no key begins one.
fn string(bytes: &[u8]) -> Option<(Word, usize)> {
    let is_end = |pair: &[u8]| pair == [ESC, b'\\'];
    let end = bytes.windows(2).position(is_end).map(|at| at + 2);
    let bell = bytes.iter().position(|byte| *byte == 7).map(|at| at + 1);
    let length = end.into_iter().chain(bell).min()?;
    let text = String::from_utf8_lossy(&bytes[..length]).into_owned();
    Some((Word::Answer(text), length))
}

/// A control sequence: parameters, and one character that says what they mean.
fn sequence(bytes: &[u8]) -> Option<(Word, usize)> {
    let last = bytes[2..].iter().position(|byte| !(0x20..=0x3f).contains(byte));
    let last = 2 + last?;
    let text = String::from_utf8_lossy(&bytes[..=last]).into_owned();
    let parameters = &text[2..last];
    let word = match bytes[last] {
        b'c' | b'n' | b't' | b'R' | b'y' => Word::Answer(text),
        end @ (b'M' | b'm') => pointed(parameters, end == b'M').unwrap_or(Word::Noise),
        end => {
            pressed(parameters, end).map_or(Word::Noise, |(code, modifiers)| key(code, modifiers))
        }
    };
    Some((word, last + 1))
}

/// A key that has a control sequence, with what is held beside it.
fn pressed(parameters: &str, end: u8) -> Option<(KeyCode, KeyModifiers)> {
    let mut numbers = parameters.split(';');
    let first = numbers.next().unwrap_or_default();
    let held: u8 = numbers.next().and_then(|held| held.parse().ok()).unwrap_or(1);
    // Counted from one; the bits are in the library's order but for two of them.
    let bits = held.saturating_sub(1);
    let all = [KeyModifiers::SHIFT, KeyModifiers::ALT, KeyModifiers::CONTROL];
    let is_held = |(bit, held): (usize, KeyModifiers)| (bits >> bit & 1 == 1).then_some(held);
    let modifiers = all.into_iter().enumerate().filter_map(is_held).collect();
    let code = match (first, end) {
        (_, b'Z') => return Some((KeyCode::BackTab, KeyModifiers::SHIFT)),
        ("5", b'~') => KeyCode::PageUp,
        ("6", b'~') => KeyCode::PageDown,
        _ => arrow(end)?,
    };
    Some((code, modifiers))
}

fn arrow(end: u8) -> Option<KeyCode> {
    match end {
        b'A' => Some(KeyCode::Up),
        b'B' => Some(KeyCode::Down),
        b'C' => Some(KeyCode::Right),
        b'D' => Some(KeyCode::Left),
        _ => None,
    }
}

/// What the mouse did, as the mode tells that the game asks for: a button with what else is held, column and row from 1.
fn pointed(parameters: &str, is_down: bool) -> Option<Word> {
    let numbers = parameters.strip_prefix('<')?.split(';');
    let numbers: Vec<u16> = numbers.map_while(|number| number.parse().ok()).collect();
    let [button, column, row] = numbers[..] else {
        return None;
    };
    let left = MouseButton::Left;
    // Which modifiers are held is of no importance.
    let kind = match button & !0b1_1100 {
        0 if is_down => MouseEventKind::Down(left),
        0 => MouseEventKind::Up(left),
        32 => MouseEventKind::Drag(left),
        64 => MouseEventKind::ScrollUp,
        65 => MouseEventKind::ScrollDown,
        _ => return None,
    };
    Some(Word::Event(Event::Mouse(MouseEvent {
        kind,
        column: column.checked_sub(1)?,
        row: row.checked_sub(1)?,
        modifiers: KeyModifiers::NONE,
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(bytes: &[u8]) -> Vec<Word> {
        let mut typed = Typed::default();
        typed.push(bytes);
        std::iter::from_fn(|| typed.next()).collect()
    }

    fn plain(code: KeyCode) -> Word {
        key(code, KeyModifiers::NONE)
    }

    fn answer(text: &str) -> Word {
        Word::Answer(text.to_owned())
    }

    #[test]
    fn keys_between_answers_are_neither_lost_nor_mistaken() {
        let bytes = b"h\x1b_Gi=31;OK\x1b\\\x1b[A\x1b[?62;4cq\x1b[6;20;10t\x1bOD\x1b[0n#";
        let all = [
            plain(KeyCode::Char('h')),
            answer("\x1b_Gi=31;OK\x1b\\"),
            plain(KeyCode::Up),
            answer("\x1b[?62;4c"),
            plain(KeyCode::Char('q')),
            answer("\x1b[6;20;10t"),
            plain(KeyCode::Left),
            answer("\x1b[0n"),
            plain(KeyCode::Char('#')),
        ];
        assert_eq!(words(bytes), all);
        // However it is cut.
        let mut typed = Typed::default();
        let mut heard = Vec::new();
        for byte in bytes {
            typed.push(&[*byte]);
            heard.extend(typed.next());
        }
        assert_eq!(heard, all);
        assert_eq!(typed.rest(), None);
    }

    #[test]
    fn keys_are_those_that_the_library_would_read() {
        let held = |code, modifiers| vec![key(code, modifiers)];
        assert_eq!(words(b"\x1b[1;2C"), held(KeyCode::Right, KeyModifiers::SHIFT));
        assert_eq!(words(b"\x1b[1;5A"), held(KeyCode::Up, KeyModifiers::CONTROL));
        assert_eq!(words(b"\x1b[Z"), held(KeyCode::BackTab, KeyModifiers::SHIFT));
        assert_eq!(words(b"\x03"), held(KeyCode::Char('c'), KeyModifiers::CONTROL));
        assert_eq!(words(b"\x1bq"), held(KeyCode::Char('q'), KeyModifiers::ALT));
        assert_eq!(words(b"\x1b[5~"), [plain(KeyCode::PageUp)]);
        let all = [KeyCode::Enter, KeyCode::Tab, KeyCode::Backspace];
        assert_eq!(words(b"\r\t\x7f"), all.map(plain));
        assert_eq!(words("曹".as_bytes()), [plain(KeyCode::Char('曹'))]);
        assert_eq!(words(b"\xff\x80a"), [Word::Noise, Word::Noise, plain(KeyCode::Char('a'))]);
        assert_eq!(words(b"\x1b[15~"), [Word::Noise]);
    }

    #[test]
    fn an_escape_is_a_key_when_nothing_follows() {
        let mut typed = Typed::default();
        typed.push(b"\x1b");
        assert_eq!(typed.next(), None);
        assert_eq!(typed.rest(), Some(plain(KeyCode::Esc)));
        typed.push(b"\x1b_Gi=31");
        assert_eq!((typed.next(), typed.rest()), (None, None));
        typed.push(b";OK\x1b\\");
        assert_eq!(typed.next(), Some(answer("\x1b_Gi=31;OK\x1b\\")));
        assert_eq!(words(b"\x1b\x1b[A"), [plain(KeyCode::Esc), plain(KeyCode::Up)]);
    }

    #[test]
    fn the_mouse_is_heard_too() {
        let kinds: Vec<_> =
            words(b"\x1b[<0;3;2M\x1b[<32;4;2M\x1b[<0;4;2m\x1b[<65;1;1M\x1b[<2;1;1M")
                .into_iter()
                .map(|word| match word {
                    Word::Event(Event::Mouse(event)) => Some((event.kind, event.column, event.row)),
                    _ => None,
                })
                .collect();
        let left = MouseButton::Left;
        assert_eq!(
            kinds,
            [
                Some((MouseEventKind::Down(left), 2, 1)),
                Some((MouseEventKind::Drag(left), 3, 1)),
                Some((MouseEventKind::Up(left), 3, 1)),
                Some((MouseEventKind::ScrollDown, 0, 0)),
                None,
            ]
        );
    }
}
