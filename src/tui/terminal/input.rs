//! What the terminal sends, read until there is no more and made keys, gestures of the mouse and pasted text.
//!
//! The bytes are parsed by `vte`, whose states are those of a real terminal: control characters count in the middle of a sequence,
//! and what means nothing is passed over. A sequence whose end does not come is given up after a moment, so that nothing that a
//! terminal sends can swallow the keys that follow.

use crate::puzzle::Direction;
use crate::tui::keys::chord::{Chord, Key};
use crate::tui::{Gesture, Message, Pointer, Shades};
use ratatui::layout::Size;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use signal_hook::consts::SIGWINCH;
use signal_hook::low_level::pipe;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// How long the rest of a sequence may take.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long after Esc no more must come for it to be the key: over a network what follows in a sequence may come in the next packet.
const ESC_PATIENCE: Duration = Duration::from_millis(30);

/// How long the rest of an answer may take: no key sends what begins so, and what is left of it would be taken for keys.
const ANSWER_PATIENCE: Duration = Duration::from_millis(500);

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;
const CTRL_C: u8 = 0x03;
/// In kitty's protocol, what has happened to a key.
const RELEASED: u16 = 3;

/// The keyboard and the window of a terminal.
pub(crate) struct Input {
    keyboard: OwnedFd,
    /// Readable when the window has another size.
    resized: UnixStream,
    decoder: Decoder,
    /// Whether bytes came since the decoder was last settled.
    is_unsettled: bool,
}

impl Input {
    /// The terminal of the standard input or, if that is none, the one that controls the process.
    ///
    /// # Errors
    /// There is no terminal, or the system has no room for a pipe.
    pub(crate) fn open() -> io::Result<Input> {
        let stdin = io::stdin();
        let keyboard = match stdin.is_terminal() {
            true => stdin.as_fd().try_clone_to_owned()?,
            false => File::open("/dev/tty")?.into(),
        };
        let (resized, sender) = UnixStream::pair()?;
        resized.set_nonblocking(true)?;
        sender.set_nonblocking(true)?;
        pipe::register(SIGWINCH, sender)?;
        Ok(Input { keyboard, resized, decoder: Decoder::default(), is_unsettled: false })
    }

    /// Waits for something to come.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(crate) fn next(&mut self) -> io::Result<Vec<Message>> {
        let wait = self.is_unsettled.then(|| self.decoder.patience());
        let wait = wait.map(|wait| Timespec { tv_sec: 0, tv_nsec: wait.subsec_nanos().into() });
        let mut files =
            [PollFd::new(&self.keyboard, PollFlags::IN), PollFd::new(&self.resized, PollFlags::IN)];
        match poll(&mut files, wait.as_ref()) {
            Err(Errno::INTR) => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
            Ok(0) => {
                self.is_unsettled = false;
                self.decoder.settle();
                return Ok(self.decoder.take());
            }
            Ok(_) => {}
        }
        // Anything but nothing: that the terminal is gone is told by flags of its own, and reading then fails.
        let [has_keys, is_resized] = [0, 1].map(|file| !files[file].revents().is_empty());
        let mut messages = Vec::new();
        if is_resized {
            // The size is asked for once, however often it has changed meanwhile.
            let _ = self.resized.read(&mut [0; 64]);
            let (width, height) = crossterm::terminal::size()?;
            messages.push(Message::Resize(Size::new(width, height)));
        }
        if has_keys {
            let mut bytes = [0; 4096];
            match rustix::io::read(&self.keyboard, &mut bytes) {
                Err(Errno::INTR | Errno::AGAIN) => {}
                Err(error) => return Err(error.into()),
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => {
                    self.is_unsettled = true;
                    self.decoder.feed(&bytes[..count]);
                }
            }
            messages.extend(self.decoder.take());
        }
        Ok(messages)
    }
}

/// The parser, and what it has heard.
#[derive(Default)]
struct Decoder {
    parser: vte::Parser,
    heard: Heard,
    last: u8,
    /// Whether the last two bytes begin a command to a terminal (OSC).
    is_command: bool,
    /// Whether such a command that may be an answer has begun, and not ended.
    is_answer: bool,
}

impl Decoder {
    fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let is_escape = std::mem::replace(&mut self.last, byte) == ESC;
            // Alt with a bracket begins alike, so that the number decides: those that were asked begin with one of these digits.
            self.is_answer = match byte {
                b'1' | b'4' if self.is_command => true,
                _ => self.is_answer && ![ESC, BEL, CTRL_C].contains(&byte),
            };
            self.is_command = is_escape && byte == b']';
            if byte == CTRL_C {
                // Whatever is unfinished: this one always works.
                self.settle_after(is_escape);
                self.heard.key(Chord::ctrl('c'));
            } else {
                if is_escape && (byte == ESC || byte < b' ') {
                    // No sequence begins so, but two keys may come in one packet.
                    self.settle_after(true);
                }
                self.parser.advance(&mut self.heard, &[byte]);
            }
        }
    }

    /// How long the rest of what has come may take.
    fn patience(&self) -> Duration {
        match self.last {
            ESC => ESC_PATIENCE,
            _ if self.is_answer => ANSWER_PATIENCE,
            _ => PATIENCE,
        }
    }

    /// No more comes: what is unfinished is given up, and Esc by itself was a key.
    fn settle(&mut self) {
        self.settle_after(self.last == ESC);
        self.last = 0;
        (self.is_command, self.is_answer) = (false, false);
    }

    fn settle_after(&mut self, is_escape: bool) {
        self.parser = vte::Parser::new();
        self.heard.follows_o = false;
        self.heard.follows_bracket = false;
        self.heard.old_report = 0;
        self.heard.end_paste();
        if is_escape {
            self.heard.key(Chord::plain(Key::Esc));
        }
    }

    fn take(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.heard.messages)
    }
}

/// What the bytes so far say.
#[derive(Default)]
struct Heard {
    messages: Vec<Message>,
    /// The text so far while it is pasted.
    paste: Option<String>,
    /// Whether `ESC O` came, by which some terminals begin arrows.
    follows_o: bool,
    /// Whether `ESC [ [` came, by which the Linux console begins its first function keys.
    follows_bracket: bool,
    /// How many characters of a report of the mouse in its first form are still to come, which are no keys.
    old_report: u8,
}

impl Heard {
    fn key(&mut self, chord: Chord) {
        self.messages.push(Message::Key(chord));
    }

    /// Whether this character is one of those.
    fn is_of_old_report(&mut self) -> bool {
        let is_one = self.old_report > 0;
        self.old_report = self.old_report.saturating_sub(1);
        is_one
    }

    fn end_paste(&mut self) {
        self.messages.extend(self.paste.take().map(Message::Paste));
    }

    /// A key of a sequence, with the modifiers as xterm numbers them: 1, and 1 for Shift, 2 for Alt, 4 for Ctrl.
    fn modified(&mut self, key: Key, modifiers: u16) {
        let bits = modifiers.saturating_sub(1);
        let (shift, alt, ctrl) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0);
        // A window manager's keys are not ours.
        if !alt {
            let is_named = matches!(key, Key::Arrow(_) | Key::Tab);
            let key = match key {
                Key::Char(c) if shift && !ctrl => Key::Char(c.to_ascii_uppercase()),
                key => key,
            };
            self.key(Chord { key, ctrl, shift: shift && is_named });
        }
    }

    /// A report of the mouse (SGR, 1006): what it did, the column and the row from 1.
    fn mouse(&mut self, [what, x, y]: [u16; 3], is_down: bool) {
        // Shift, Alt and Ctrl are bits 4, 8 and 16, and change nothing.
        let gesture = match what & !0b1_1100 {
            0 if is_down => Gesture::Press,
            0 => Gesture::Release,
            32 if is_down => Gesture::Drag,
            64 => Gesture::Wheel(-1),
            65 => Gesture::Wheel(1),
            _ => return,
        };
        let pointer = Pointer { gesture, x: x.saturating_sub(1), y: y.saturating_sub(1) };
        self.messages.push(Message::Mouse(pointer));
    }
}

/// The key whose sequence ends with this letter.
fn named(letter: char) -> Option<Key> {
    Some(match letter {
        'A' => Key::Arrow(Direction::Up),
        'B' => Key::Arrow(Direction::Down),
        'C' => Key::Arrow(Direction::Right),
        'D' => Key::Arrow(Direction::Left),
        'H' => Key::Home,
        'F' => Key::End,
        'P' => Key::F(1),
        'Q' => Key::F(2),
        // Not of `ESC [`, where a terminal says so where its cursor is.
        'R' => Key::F(3),
        'S' => Key::F(4),
        _ => return None,
    })
}

/// The key whose sequence is this number and `~`.
fn numbered(number: u16) -> Option<Key> {
    Some(match number {
        1 | 7 => Key::Home,
        3 => Key::Delete,
        4 | 8 => Key::End,
        5 => Key::PageUp,
        2 => Key::Insert,
        6 => Key::PageDown,
        // The numbers have gaps where old keyboards had.
        11..=15 => Key::F((number - 10) as u8),
        17..=21 => Key::F((number - 11) as u8),
        23 | 24 => Key::F((number - 12) as u8),
        _ => return None,
    })
}

/// The key whose sequence is this character's code and `u`, as in kitty's protocol.
fn coded(code: u16) -> Option<Key> {
    let byte = u8::try_from(code).ok()?;
    match byte {
        b' '..=b'~' => Some(Key::Char(byte.into())),
        _ => Chord::of_control(byte).filter(|chord| !chord.ctrl).map(|chord| chord.key),
    }
}

impl vte::Perform for Heard {
    fn print(&mut self, c: char) {
        if self.is_of_old_report() {
            return;
        }
        if let Some(paste) = &mut self.paste {
            paste.push(c);
        } else if std::mem::take(&mut self.follows_o) {
            self.messages.extend(named(c).map(|key| Message::Key(Chord::plain(key))));
        } else if std::mem::take(&mut self.follows_bracket) {
            let key = ('A'..='E').zip(1..).find(|(letter, _)| *letter == c);
            self.messages.extend(key.map(|(_, n)| Message::Key(Chord::plain(Key::F(n)))));
        } else {
            self.key(Chord::plain(if c == '\x7f' { Key::Backspace } else { Key::Char(c) }));
        }
    }

    fn execute(&mut self, byte: u8) {
        // Columns and rows are given from the blank on, and as nothing where they are too large.
        if (byte == 0 || byte >= 0x80) && self.is_of_old_report() {
            return;
        }
        if let Some(paste) = &mut self.paste {
            paste.push(char::from(byte));
            return;
        }
        if let Some(chord) = Chord::of_control(byte) {
            self.key(chord);
        }
    }

    fn esc_dispatch(&mut self, intermediates: &[u8], _: bool, byte: u8) {
        match byte {
            // The end of a string of the terminal's own.
            b'\\' => {}
            b'O' if intermediates.is_empty() => self.follows_o = true,
            // Esc, and a key after it in the same packet.
            _ if self.paste.is_none() => {
                self.key(Chord::plain(Key::Esc));
                self.key(Chord::char(char::from(byte)));
            }
            _ => {}
        }
    }

    fn osc_dispatch(&mut self, parts: &[&[u8]], _: bool) {
        if self.paste.is_none() {
            let answer = Shades::answer(parts);
            self.messages.extend(answer.map(|(own, shade)| Message::Shade(own, shade)));
        }
    }

    fn csi_dispatch(&mut self, params: &vte::Params, marks: &[u8], _: bool, last: char) {
        let number = |at: usize| params.iter().nth(at).map_or(0, |param| param[0]);
        if self.paste.is_some() {
            if (number(0), last) == (201, '~') {
                self.end_paste();
            }
            return;
        }
        // Kitty's protocol, which another program may have left on, also tells when a key is released.
        if params.iter().nth(1).is_some_and(|modifiers| modifiers.get(1) == Some(&RELEASED)) {
            return;
        }
        match (marks, last) {
            (b"<", 'M' | 'm') => self.mouse([0, 1, 2].map(number), last == 'M'),
            // Nobody asks for it, but where the newer form is unknown it comes all the same: a button, a column and a row.
            (b"", 'M') if number(0) == 0 => self.old_report = 3,
            (b"", '[') => self.follows_bracket = true,
            (b"", 'R') => {}
            (b"", 'I' | 'O') => self.messages.push(Message::Focus(last == 'I')),
            (b"", 'Z') => self.key(Chord::shift(Key::Tab)),
            (b"", '~') if number(0) == 200 => self.paste = Some(String::new()),
            // As rxvt sends them.
            (b"", 'a'..='d') => {
                let arrow = named(last.to_ascii_uppercase());
                self.messages.extend(arrow.map(|key| Message::Key(Chord::shift(key))));
            }
            (b"", last) => {
                let key = match last {
                    '~' => numbered(number(0)),
                    'u' => coded(number(0)),
                    _ => named(last),
                };
                key.into_iter().for_each(|key| self.modified(key, number(1)));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of some packets, with a pause after the last.
    fn heard(packets: &[&[u8]]) -> String {
        let mut decoder = Decoder::default();
        packets.iter().for_each(|packet| decoder.feed(packet));
        decoder.settle();
        let said = decoder.take().into_iter().map(|message| match message {
            Message::Key(Chord { key, ctrl, shift }) => {
                format!(
                    "{}{}{key:?}",
                    if ctrl { "Ctrl-" } else { "" },
                    if shift { "Shift-" } else { "" }
                )
            }
            Message::Mouse(Pointer { gesture, x, y }) => format!("{gesture:?}@{x},{y}"),
            other => format!("{other:?}"),
        });
        said.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn keys_are_heard() {
        assert_eq!(
            heard(&[b"aU\x7f\r\t\x12"]),
            "Char('a') Char('U') Backspace Enter Tab Ctrl-Char('r')"
        );
        assert_eq!(heard(&["华\u{e9}".as_bytes()]), "Char('华') Char('é')");
        assert_eq!(heard(&[b"\xe5", b"\x8d", b"\x8e"]), "Char('华')");
        assert_eq!(
            heard(&[b"\x1b[A\x1bOB\x1b[1;2C\x1b[1;5D"]),
            "Arrow(Up) Arrow(Down) Shift-Arrow(Right) Ctrl-Arrow(Left)"
        );
        assert_eq!(
            heard(&[b"\x1b[Z\x1b[5~\x1b[6~\x1b[H\x1bOF\x1b[3~"]),
            "Shift-Tab PageUp PageDown Home End Delete"
        );
        assert_eq!(
            heard(&[b"\x1bOP\x1b[[A\x1b[11~\x1b[15~\x1b[17~\x1b[24~\x1b[2~\x1b[1;2Pq"]),
            "F(1) F(1) F(1) F(5) F(6) F(12) Insert F(1) Char('q')"
        );
        assert_eq!(
            heard(&[b"\x08\x1c\x1b[a\x1b[d"]),
            "Backspace Ctrl-Char('\\\\') Shift-Arrow(Up) Shift-Arrow(Left)"
        );
        assert_eq!(
            heard(&[b"\x1b[99;5u\x1b[27u\x1b[104;2u\x1b[127u\x1b[57399u\x1b[1;1:1B\x1b[1;1:3B\x1b[106;1:3u"]),
            "Ctrl-Char('c') Esc Char('H') Backspace Arrow(Down)"
        );
        assert_eq!(heard(&[b"\x1b", b"[", b"1;2", b"A"]), "Shift-Arrow(Up)");
        assert_eq!(heard(&[b"\x1b"]), "Esc");
    }

    #[test]
    fn the_mouse_is_heard() {
        let sent = b"\x1b[<0;3;2M\x1b[<32;4;2M\x1b[<0;4;2m\x1b[<64;1;1M\x1b[<69;1;1M";
        assert_eq!(heard(&[sent]), "Press@2,1 Drag@3,1 Release@3,1 Wheel(-1)@0,0 Wheel(1)@0,0");
    }

    #[test]
    fn reports_of_the_mouse_in_its_first_form_are_no_keys() {
        for column in (0..1).chain(0x21..=0xff) {
            let [head, rest]: [&[u8]; 2] = [b"\x1b[M ", &[column, b'*', b'k']];
            assert_eq!(heard(&[head, rest]), "Char('k')", "{column:#x}");
        }
        for column in ["\u{80}", "\u{9b}", "\u{7ff}"] {
            let report = format!("\x1b[M#{column}\u{90}k\x1b[B");
            let bytes: Vec<&[u8]> = report.as_bytes().chunks(1).collect();
            assert_eq!(heard(&bytes), "Char('k') Arrow(Down)");
        }
        assert_eq!(heard(&[b"\x1b[M \x03k"]), "Ctrl-Char('c') Char('k')");
    }

    /// Of whatever comes before it, Ctrl-C is always heard.
    #[test]
    fn nothing_swallows_keys() {
        for unfinished in [
            "\x1b",
            "\x1b[",
            "\x1b[200~",
            "\x1b[<",
            "\x1b[?",
            "\x1b[1 ;",
            "\x1b]0;x",
            "\x1bP1",
            "\x1b_G",
            "\x1bO",
            "\x1b[[",
            "\x1b[M",
            "\u{9b}",
        ] {
            let said = heard(&[unfinished.as_bytes(), b"\x03"]);
            assert!(said.ends_with("Ctrl-Char('c')"), "{unfinished:?}: {said}");
            let mut decoder = Decoder::default();
            decoder.feed(unfinished.as_bytes());
            decoder.settle();
            decoder.take();
            decoder.feed(b"q");
            assert!(matches!(decoder.take()[..], [Message::Key(_)]), "{unfinished:?}");
        }
        assert_eq!(heard(&[b"\x1b\x03"]), "Esc Ctrl-Char('c')");
        assert_eq!(heard(&[b"\x1bq"]), "Esc Char('q')");
        assert_eq!(heard(&[b"\x1b\x1b"]), "Esc Esc");
    }

    #[test]
    fn focus_is_no_key() {
        assert_eq!(heard(&[b"a\x1b[O\x1b[Ib"]), "Char('a') Focus(false) Focus(true) Char('b')");
    }

    #[test]
    fn what_the_colours_look_like_is_heard_between_keys() {
        let sent: [&[u8]; 3] =
            [b"a\x1b]11;rgb:fdfd/f6f6", b"/e3e3\x07b\x1b]4;3;rgb:1/2/3\x1b\\", b"c\x1b]4;1;?\x07"];
        let [ground, named] =
            ["Shade(Ground, Rgb(253, 246, 227))", "Shade(Named(3), Rgb(17, 34, 51))"];
        assert_eq!(heard(&sent), format!("Char('a') {ground} Char('b') {named} Char('c')"));
        assert_eq!(heard(&[b"\x1b[200~x\x1b]11;rgb:f/f/f\x07\x1b[201~"]), "Paste(\"x\")");
    }

    #[test]
    fn the_rest_of_an_answer_is_waited_for_longer() {
        let patience = |sent: &[u8]| {
            let mut decoder = Decoder::default();
            decoder.feed(sent);
            decoder.patience()
        };
        for answer in ["\x1b]11;rgb:fd", "\x1b]11;rgb:f/f/f\x07\x1b]10", "a\x1b]4;]"] {
            assert_eq!(patience(answer.as_bytes()), ANSWER_PATIENCE, "{answer:?}");
        }
        for other in [
            "\x1b[1",
            "]",
            "\x1b]",
            "\x1b]0;",
            "\x1b]11;rgb:f/f/f\x07",
            "\x1b]11;x\x1b\\",
            "\x1b]1\x03",
        ] {
            assert_eq!(patience(other.as_bytes()), PATIENCE, "{other:?}");
        }
        // Long enough for a sequence in two packets, and too short to be felt.
        let esc = patience(b"\x1b");
        assert!((Duration::from_millis(25)..=PATIENCE).contains(&esc), "{esc:?}");
    }

    #[test]
    fn late_answers_are_no_keys() {
        assert_eq!(heard(&[b"\x1b_Gi=31;OK\x1b\\\x1b[?62;4c\x1b[6;18;9t"]), "");
    }

    #[test]
    fn what_is_pasted_is_one_text() {
        assert_eq!(heard(&[b"\x1b[200~q\x1b[Ah", b"j\n\x1b[201~k"]), "Paste(\"qhj\\n\") Char('k')");
    }
}
