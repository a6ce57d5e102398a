//! What the terminal is asked about pixels, and what its answers mean.

use crate::tui::graphics::{Canvas, Graphics, Protocol};
use crate::tui::options::Options;
use ratatui_image::picker::cap_parser::{Parser, QueryStdioOptions, Response};

/// Whether the terminal is asked, where the player has chosen so and the environment is that of `var`.
pub(crate) fn are_wanted(options: &Options, var: impl Fn(&str) -> Option<String>) -> bool {
    options.picture.is_some()
        && options.theme().has_color()
        && match options.graphics {
            Graphics::Blocks => false,
            // What remains to be asked is how large characters are.
            Graphics::Kitty | Graphics::Sixel => true,
            Graphics::Auto => !options.settings.ascii && !is_deaf(var),
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

/// The question. First the terminal's name, which is nobody's answer but a terminal's own; then what the library asks, which
/// ends with what every terminal answers.
pub(crate) fn question() -> String {
    format!("\x1b[>0q{}", Parser::query(false, QueryStdioOptions::default()))
}

/// What the terminal has answered so far.
#[derive(Default)]
pub(crate) struct Answers {
    parser: Parser,
    name: Option<String>,
    kitty: bool,
    sixel: bool,
    font: Option<(u16, u16)>,
    done: bool,
}

impl Answers {
    /// One more answer, all of it.
    pub(crate) fn hear(&mut self, answer: &str) {
        if let Some(name) = answer.strip_prefix("\x1bP>|") {
            self.name = Some(name.trim_end_matches("\x1b\\").to_owned());
            return;
        }
        for response in answer.chars().flat_map(|c| self.parser.push(c)) {
            match response {
                Response::Kitty => self.kitty = true,
                Response::Sixel => self.sixel = true,
                Response::CellSize(size) => self.font = size,
                Response::Status => self.done = true,
                _ => {}
            }
        }
    }

    /// Whether that was the last one.
    pub(crate) fn are_all(&self) -> bool {
        self.done
    }

    /// What the terminal shows pixels with, where characters have so many of them if it did not tell.
    pub(crate) fn canvas(
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
        let font = self.font.or(font)?;
        protocol.map(|protocol| Canvas { protocol, font })
    }

    fn protocol(&self, var: impl Fn(&str) -> Option<String>) -> Option<Protocol> {
        let marked = |(name, mark): (&str, &str)| var(mark).map(|_| name.to_owned());
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
    version >= (0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::picture::Picture;
    use crate::tui::theme::Depth;
    use std::sync::Arc;

    fn none(_: &str) -> Option<String> {
        None
    }

    fn found(answers: &[&str]) -> Option<Protocol> {
        let mut heard = Answers::default();
        for answer in answers {
            heard.hear(answer);
        }
        assert!(heard.are_all());
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
        let picture = Picture::new(1, vec![[1, 2, 3]]).map(Arc::new);
        let with = |depth, graphics| Options {
            picture: picture.clone(),
            depth,
            graphics,
            ..Options::default()
        };
        let xterm = |name: &str| (name == "TERM").then(|| "xterm-256color".to_owned());
        let auto = with(Depth::True, Graphics::Auto);
        assert!(are_wanted(&auto, xterm));
        let inside = |name: &str| xterm(name).or((name == "TMUX").then(|| "/tmp/x".to_owned()));
        assert!(!are_wanted(&auto, inside));
        let linux = |name: &str| (name == "TERM").then(|| "linux".to_owned());
        assert!(!are_wanted(&auto, linux));
        assert!(!are_wanted(&with(Depth::None, Graphics::Auto), xterm));
        assert!(!are_wanted(&with(Depth::None, Graphics::Kitty), xterm));
        assert!(!are_wanted(&with(Depth::True, Graphics::Blocks), xterm));
        assert!(are_wanted(&with(Depth::Ansi, Graphics::Sixel), linux));
        assert!(!are_wanted(&Options::default(), xterm));
    }
}
