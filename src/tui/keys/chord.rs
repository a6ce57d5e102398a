//! A key with its modifiers, whatever library read it.

use crate::notation::printable::is_printable;
use crate::puzzle::Direction;

/// A key without its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// A printable character, as typed: `U` is shift and `u`.
    Char(char),
    /// An arrow.
    Arrow(Direction),
    /// Tab.
    Tab,
    /// Return.
    Enter,
    /// The key that takes back a character.
    Backspace,
    /// The key that takes away the next character.
    Delete,
    /// The beginning.
    Home,
    /// The end.
    End,
    /// Escape.
    Esc,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// The key that other programs insert with.
    Insert,
    /// A function key by its number.
    F(u8),
}

/// A key with its modifiers. Shift is noted only where the key itself does not tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chord {
    /// The key.
    pub key: Key,
    /// Whether Ctrl is held.
    pub ctrl: bool,
    /// Whether Shift is held with an arrow or Tab.
    pub shift: bool,
}

impl Chord {
    /// A key alone.
    pub const fn plain(key: Key) -> Chord {
        Chord { key, ctrl: false, shift: false }
    }

    /// A character alone.
    pub const fn char(c: char) -> Chord {
        Chord::plain(Key::Char(c))
    }

    /// A character with Ctrl.
    pub const fn ctrl(c: char) -> Chord {
        Chord { key: Key::Char(c), ctrl: true, shift: false }
    }

    /// An arrow or Tab with Shift.
    pub const fn shift(key: Key) -> Chord {
        Chord { key, ctrl: false, shift: true }
    }

    /// The key that a terminal means by a control character: for some keys with Ctrl it sends that of another key.
    pub(crate) fn of_control(byte: u8) -> Option<Chord> {
        Some(match byte {
            0 => Chord::ctrl(' '),
            0x08 | 0x7f => Chord::plain(Key::Backspace),
            b'\t' => Chord::plain(Key::Tab),
            b'\r' => Chord::plain(Key::Enter),
            0x1b => Chord::plain(Key::Esc),
            1..=26 => Chord::ctrl(char::from(byte - 1 + b'a')),
            28..=31 => Chord::ctrl(char::from(byte + b'@')),
            _ => return None,
        })
    }

    /// How help and footer write it.
    pub fn label(self, ascii: bool) -> String {
        let key = match self.key {
            Key::Char(' ') => "Space".to_owned(),
            Key::Char(c) if self.ctrl => c.to_ascii_uppercase().to_string(),
            Key::Char(c) => c.to_string(),
            Key::Arrow(direction) if ascii => format!("{direction:?}"),
            Key::Arrow(direction) => crate::text::arrow(direction, false).to_string(),
            Key::Tab => "Tab".to_owned(),
            Key::Enter => "Enter".to_owned(),
            Key::Backspace => "Backspace".to_owned(),
            Key::Delete => "Del".to_owned(),
            Key::Home => "Home".to_owned(),
            Key::End => "End".to_owned(),
            Key::Esc => "Esc".to_owned(),
            Key::PageUp => "PgUp".to_owned(),
            Key::PageDown => "PgDn".to_owned(),
            Key::Insert => "Ins".to_owned(),
            Key::F(number) => format!("F{number}"),
        };
        match (self.ctrl, self.shift) {
            (true, _) => format!("Ctrl-{key}"),
            (_, true) => format!("Shift-{key}"),
            _ => key,
        }
    }
}

/// As [`Chord::label`] writes it in plain characters: `u`, `Ctrl-R`, `Shift-Left`, `Space`.
impl std::str::FromStr for Chord {
    type Err = String;

    fn from_str(text: &str) -> Result<Chord, String> {
        let (ctrl, rest) = without(text, "Ctrl-");
        let (shift, rest) = without(rest, "Shift-");
        let unreported = || format!("{text:?} is no key that terminals report");
        let key = Key::named(rest).ok_or_else(|| format!("{text:?} is no key"))?;
        match (key, ctrl, shift) {
            (Key::Char(c), true, false) => match reported_with_ctrl(c) {
                // People write Ctrl-R as on the keyboard; terminals report the letter in lower case.
                Some(same) if same == Chord::ctrl(c.to_ascii_lowercase()) => Ok(same),
                Some(other) => {
                    Err(format!("{text:?} is reported by terminals as {}", other.label(true)))
                }
                None => Err(unreported()),
            },
            (Key::Arrow(_) | Key::Tab, false, true) => Ok(Chord::shift(key)),
            (_, false, false) => Ok(Chord::plain(key)),
            _ => Err(unreported()),
        }
    }
}

/// What a terminal reports of a character with Ctrl; nothing where it sends no control character.
fn reported_with_ctrl(c: char) -> Option<Chord> {
    let byte = u8::try_from(c).ok()?;
    Chord::of_control(match byte {
        // The digits stand for what has no letter, as on old keyboards.
        b'2' => 0,
        b'3'..=b'7' => byte - b'3' + 0x1b,
        b'8' | b'?' => 0x7f,
        b'/' => 0x1f,
        b' ' | b'@'..=b'_' | b'a'..=b'z' => byte & 0x1f,
        _ => return None,
    })
}

/// Whether `text` begins with `prefix`, and what is left of it.
fn without<'a>(text: &'a str, prefix: &str) -> (bool, &'a str) {
    match text.strip_prefix(prefix) {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

impl Key {
    fn named(name: &str) -> Option<Key> {
        let way = |way: &Direction| format!("{way:?}") == name;
        if let Some(way) = Direction::ALL.into_iter().find(way) {
            return Some(Key::Arrow(way));
        }
        let mut chars = name.chars();
        match (name, chars.next(), chars.next()) {
            ("Space", ..) => Some(Key::Char(' ')),
            ("Tab", ..) => Some(Key::Tab),
            ("Enter", ..) => Some(Key::Enter),
            ("Backspace", ..) => Some(Key::Backspace),
            ("Del" | "Delete", ..) => Some(Key::Delete),
            ("Home", ..) => Some(Key::Home),
            ("End", ..) => Some(Key::End),
            ("Esc", ..) => Some(Key::Esc),
            ("PgUp", ..) => Some(Key::PageUp),
            ("PgDn", ..) => Some(Key::PageDown),
            ("Ins" | "Insert", ..) => Some(Key::Insert),
            // What draws nothing could be neither seen in the help nor typed.
            (_, Some(c), None) if is_printable(c) => Some(Key::Char(c)),
            (_, Some('F'), _) => {
                let number = name[1..].parse().ok();
                number.filter(|number| (1..=12).contains(number)).map(Key::F)
            }
            _ => None,
        }
    }
}
