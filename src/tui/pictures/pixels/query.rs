//! What the terminal is asked about pixels, and what its answers mean.
//!
//! The library that reads keys would take an answer for keys. So the terminal is asked before the thread that reads them starts,
//! and what is typed in that short while is read here. Most of it is handed on, but it is not worth a second reader of keys:
//! Escape, Alt with another key, keys such as Page down, and the mouse are lost.

use super::window::{SIDE, Window, font, window};
use super::{Canvas, Protocol};
use crate::puzzle::Direction;
use crate::tui::keys::chord::{Chord, Key};
use crate::tui::pictures::Graphics;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};
use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::{env, fs, time};

/// What is asked: the terminal's name, which is nobody's answer but a terminal's own; whether it takes a picture of one pixel by
/// kitty's protocol; its kinds, of which one is that it shows sixels; how large characters are; and what every terminal answers.
const QUESTION: &str = "\x1b[>0q\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c\x1b[16t\x1b[5n";

/// How long all answers may take. Every terminal gives the last one, so that only a broken one makes the player wait so long; from
/// one that is so far away the answers would come too late, and as keys.
const PATIENCE: time::Duration = time::Duration::from_secs(2);
/// The last answer: the terminal works.
const LAST_ANSWER: &[u8] = b"\x1b[0n";

/// Asks the terminal for its pixels, if it may have what the player wants (`has_ascii_only`: nothing but ASCII). Returns what it
/// has, and what was typed meanwhile. While this runs, nobody else may read what the terminal sends.
pub(crate) fn ask(
    graphics: Graphics,
    has_ascii_only: bool,
) -> Option<(Option<Window>, Vec<Chord>)> {
    let var = |name: &str| env::var(name).ok();
    if !is_worth_asking(graphics, has_ascii_only, var) {
        return None;
    }
    let mut answers = Answers::default();
    let keys = answers.hear(&String::from_utf8_lossy(&converse()));
    let window = window();
    let canvas = answers.canvas(graphics, var, window.as_ref().and_then(font));
    Some((canvas.map(|canvas| Window::new(canvas, window.as_ref())), keys))
}

/// Whether the terminal is asked, where the environment is that of `var`.
fn is_worth_asking(
    graphics: Graphics,
    has_ascii_only: bool,
    var: impl Fn(&str) -> Option<String>,
) -> bool {
    match graphics {
        Graphics::Blocks => false,
        // What remains to be asked is how large characters are.
        Graphics::Kitty | Graphics::Sixel => true,
        Graphics::Auto => !has_ascii_only && !is_deaf(var),
    }
}

/// Whether a terminal would not understand what it is asked, or is no terminal of its own: a multiplexer shows no pixels, or
/// those of the terminal around it in the wrong place.
fn is_deaf(var: impl Fn(&str) -> Option<String>) -> bool {
    let is_set = |name: &str| var(name).is_some_and(|value| !value.is_empty());
    let term = var("TERM").unwrap_or_default();
    let kinds = ["dumb", "linux", "screen", "tmux", "vt", "cons", "ansi"];
    term.is_empty()
        || kinds.iter().any(|kind| term.starts_with(kind))
        || var("TERM_PROGRAM").is_some_and(|program| program == "Apple_Terminal")
        || ["TMUX", "STY", "ZELLIJ", "INSIDE_EMACS"].iter().any(|name| is_set(name))
}

/// Asks, and returns what comes until the last answer is there or the time is over. Without a terminal nothing comes; that it is
/// gone will be noticed elsewhere.
fn converse() -> Vec<u8> {
    let mut bytes = Vec::new();
    // What came before a failure counts.
    let _ = match io::stdin().is_terminal() {
        true => listen(io::stdin(), &mut bytes),
        false => fs::File::open("/dev/tty").and_then(|terminal| listen(terminal, &mut bytes)),
    };
    bytes
}

fn listen(terminal: impl AsFd, bytes: &mut Vec<u8>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(QUESTION.as_bytes())?;
    out.flush()?;
    drop(out);
    let until = time::Instant::now() + PATIENCE;
    while !bytes.windows(LAST_ANSWER.len()).any(|part| part == LAST_ANSWER) {
        let left = until.saturating_duration_since(time::Instant::now());
        let left = Timespec::try_from(left).map_err(io::Error::other)?;
        let mut source = [PollFd::new(&terminal, PollFlags::IN)];
        match poll(&mut source, Some(&left)) {
            // A signal, perhaps that the window has another size.
            Err(Errno::INTR) => continue,
            waited => waited?,
        };
        // The time is over, or the terminal is gone, or it is one that macOS cannot wait for, and to read would take for ever.
        if !source[0].revents().contains(PollFlags::IN) {
            break;
        }
        let mut more = [0; 1024];
        match read(&terminal, &mut more)? {
            0 => break,
            count => bytes.extend_from_slice(&more[..count]),
        }
    }
    Ok(())
}

/// How many bytes the first thing in `text` is long: an escape sequence, or else a character. A sequence that is cut off is as
/// long as what there is of it.
fn first_length(text: &str) -> usize {
    let with_character = |at: usize| at + text[at..].chars().next().map_or(0, char::len_utf8);
    match text.as_bytes() {
        [0x1b, b'[', ..] => {
            // Parameters lie between the blank and `?`; the first byte beyond them ends the sequence (ECMA-48).
            let end = text[2..].find(|c| !(' '..='?').contains(&c));
            end.map_or(text.len(), |at| with_character(2 + at))
        }
        [0x1b, b'P' | b'_' | b']', ..] => {
            let end = text.find("\x1b\\").map(|at| at + 2);
            // Some terminals end a string with BEL in place of ST.
            let bell = text.find('\x07').map(|at| at + 1);
            end.into_iter().chain(bell).min().unwrap_or(text.len())
        }
        [0x1b, b'O', ..] => with_character(2),
        // Not a key with Alt, but the key Escape and then another sequence.
        [0x1b, 0x1b, ..] => 1,
        [0x1b, ..] => with_character(1),
        _ => with_character(0),
    }
}

/// The key that is sent so, if it is one that is handed on.
fn key(sent: &str) -> Option<Chord> {
    Some(match sent {
        "\x1b[A" | "\x1bOA" => Chord::plain(Key::Arrow(Direction::Up)),
        "\x1b[B" | "\x1bOB" => Chord::plain(Key::Arrow(Direction::Down)),
        "\x1b[C" | "\x1bOC" => Chord::plain(Key::Arrow(Direction::Right)),
        "\x1b[D" | "\x1bOD" => Chord::plain(Key::Arrow(Direction::Left)),
        _ => match sent.chars().next()? {
            c @ ('\x01'..='\x1a' | '\x7f') => Chord::of_control(c as u8)?,
            c if c.is_control() => return None,
            c => Chord::char(c),
        },
    })
}

/// What the terminal has answered so far.
#[derive(Default)]
struct Answers {
    name: Option<String>,
    kitty: bool,
    sixel: bool,
    font: Option<(u16, u16)>,
}

impl Answers {
    /// Takes the answers out of what the terminal has sent. Returns the keys that were pressed meanwhile.
    fn hear(&mut self, mut sent: &str) -> Vec<Chord> {
        let mut keys = Vec::new();
        while !sent.is_empty() {
            let (first, rest) = sent.split_at(first_length(sent));
            match key(first) {
                Some(key) => keys.push(key),
                None => self.hear_one(first),
            }
            sent = rest;
        }
        keys
    }

    /// One answer, all of it.
    fn hear_one(&mut self, answer: &str) {
        let between = |first: &str, last: char| {
            answer.strip_prefix(first).and_then(|rest| rest.strip_suffix(last))
        };
        if let Some(name) = answer.strip_prefix("\x1bP>|") {
            self.name = Some(name.trim_end_matches("\x1b\\").to_owned());
        } else if answer == "\x1b_Gi=31;OK\x1b\\" {
            self.kitty = true;
        } else if let Some(kinds) = between("\x1b[?", 'c') {
            self.sixel |= kinds.split(';').any(|kind| kind == "4");
        } else if let Some((height, width)) =
            between("\x1b[6;", 't').and_then(|size| size.split_once(';'))
        {
            let size = width.parse().ok().zip(height.parse().ok());
            self.font =
                size.filter(|(width, height)| SIDE.contains(width) && SIDE.contains(height));
        }
    }

    /// What the terminal shows pixels with, where characters have so many of them if it did not tell.
    fn canvas(
        &self,
        graphics: Graphics,
        var: impl Fn(&str) -> Option<String>,
        font: Option<(u16, u16)>,
    ) -> Option<Canvas> {
        let protocol = match graphics {
            Graphics::Kitty => Some(Protocol::Kitty),
            Graphics::Sixel => Some(Protocol::Sixel),
            Graphics::Blocks => None,
            Graphics::Auto => self.protocol(var),
        };
        // What the terminal tells goes first: the size of the window may count a margin.
        let font = self.font.or(font)?;
        protocol.map(|protocol| Canvas { protocol, font })
    }

    fn protocol(&self, var: impl Fn(&str) -> Option<String>) -> Option<Protocol> {
        let marked = |(name, mark): (&str, &str)| var(mark).map(|_| name.to_owned());
        // Terminals that do not tell their name are known by the variables that they set.
        let name = self.name.clone().or_else(|| {
            let marks = [("WezTerm", "WEZTERM_EXECUTABLE"), ("Konsole", "KONSOLE_VERSION")];
            marks.into_iter().find_map(marked)
        });
        let name = name.as_deref();
        if self.kitty && name.is_none_or(has_places) {
            return Some(Protocol::Kitty);
        }
        // These leave pixels where they should be gone, or put them elsewhere.
        let spoiled = ["Konsole", "WezTerm", "contour", "Rio", "ctx"];
        let is_spoiled = |name: &str| spoiled.iter().any(|bad| name.starts_with(bad));
        (self.sixel && !name.is_some_and(is_spoiled)).then_some(Protocol::Sixel)
    }
}

/// Whether a terminal of this name knows the part of kitty's protocol by which a character names its part of a picture. Many say
/// that they know the protocol and show nothing but boxes.
fn has_places(name: &str) -> bool {
    if name.starts_with("ghostty") {
        return true;
    }
    let Some(version) = name.strip_prefix("kitty(") else {
        return false;
    };
    let mut numbers = version.split(['.', ')']).map_while(|part| part.parse::<u32>().ok());
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    // Kitty draws pictures at placeholder characters since 0.28.
    version >= (0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none(_: &str) -> Option<String> {
        None
    }

    fn found(answers: &[&str]) -> Option<Protocol> {
        let mut heard = Answers::default();
        assert_eq!(heard.hear(&answers.concat()), []);
        let canvas = heard.canvas(Graphics::Auto, none, Some((8, 16)));
        canvas.map(|canvas| canvas.protocol)
    }

    #[test]
    fn the_best_that_the_terminal_has() {
        let (ok, end) = ("\x1b_Gi=31;OK\x1b\\", "\x1b[0n");
        let (with, without) = ("\x1b[?62;4;22c", "\x1b[?62;22c");
        let name = |name: &str| format!("\x1bP>|{name}\x1b\\");
        let kitty = Some(Protocol::Kitty);
        let sixel = Some(Protocol::Sixel);
        assert_eq!(found(&[&name("kitty(0.41.1)"), ok, without, end]), kitty);
        assert_eq!(found(&[&name("ghostty 1.2.0"), ok, without, end]), kitty);
        assert_eq!(found(&[ok, without, end]), kitty);
        assert_eq!(found(&[&name("kitty(0.26.5)"), ok, without, end]), None);
        assert_eq!(found(&[&name("WezTerm 2024"), ok, with, end]), None);
        assert_eq!(found(&[&name("Other 1"), ok, with, end]), sixel);
        assert_eq!(found(&[&name("XTerm(379)"), with, end]), sixel);
        assert_eq!(found(&[&name("Konsole 24.12"), ok, with, end]), None);
        assert_eq!(found(&["\x1b_Gi=31;ENOTSUP:no\x1b\\", without, end]), None);
    }

    #[test]
    fn without_a_size_there_are_no_pixels() {
        let mut heard = Answers::default();
        heard.hear("\x1b_Gi=31;OK\x1b\\");
        assert_eq!(heard.canvas(Graphics::Auto, none, None), None);
        assert_eq!(heard.canvas(Graphics::Sixel, none, None), None);
        heard.hear("\x1b[6;20;10t");
        let canvas = heard.canvas(Graphics::Auto, none, Some((1, 1))).unwrap();
        assert_eq!((canvas.protocol, canvas.font), (Protocol::Kitty, (10, 20)));
    }

    #[test]
    fn only_a_terminal_that_understands_is_asked() {
        let xterm = |name: &str| (name == "TERM").then(|| "xterm-256color".to_owned());
        let auto = Graphics::Auto;
        assert!(is_worth_asking(auto, false, xterm));
        assert!(!is_worth_asking(auto, true, xterm));
        let inside = |name: &str| xterm(name).or((name == "TMUX").then(|| "/tmp/x".to_owned()));
        assert!(!is_worth_asking(auto, false, inside));
        let linux = |name: &str| (name == "TERM").then(|| "linux".to_owned());
        assert!(!is_worth_asking(auto, false, linux));
        assert!(!is_worth_asking(Graphics::Blocks, false, xterm));
        assert!(is_worth_asking(Graphics::Sixel, false, linux));
        assert!(is_worth_asking(Graphics::Kitty, true, xterm));
    }

    #[test]
    fn keys_between_answers_are_neither_lost_nor_mistaken() {
        let sent = "h\x1b_Gi=31;OK\x1b\\\x1b[A\x1b[?62;4cq\x1b[6;20;10t\x1bOD\x1b]11;?\x07\x1b[0n#\r\t\x7f\x03曹";
        let mut heard = Answers::default();
        let [up, left] = [Direction::Up, Direction::Left].map(|way| Chord::plain(Key::Arrow(way)));
        let keys = [
            Chord::char('h'),
            up,
            Chord::char('q'),
            left,
            Chord::char('#'),
            Chord::plain(Key::Enter),
            Chord::plain(Key::Tab),
            Chord::plain(Key::Backspace),
            Chord::ctrl('c'),
            Chord::char('曹'),
        ];
        assert_eq!(heard.hear(sent), keys);
        assert!(heard.kitty && heard.sixel && heard.font == Some((10, 20)));
    }

    #[test]
    fn what_is_no_key_that_is_handed_on_is_no_other_key_either() {
        for sent in [
            "\x1b",
            "\x1b[5~",
            "\x1b[<0;3;2M",
            "\x1b[1;2C",
            "\x1b[",
            "\x1bO",
            "\x1b_Gi=31;O",
            "\0\x1c",
            "\x1bq",
            "\x1b[曹",
            "\x1bO曹",
            "\x1b\x1b[H",
        ] {
            assert_eq!(Answers::default().hear(sent), [], "{sent:?}");
        }
    }
}
