//! What the terminal shows its own colours as, as far as it tells, and which of them can be read on its ground.
//!
//! It is asked where there are only those sixteen (xterm's OSC 4, 10 and 11). Answers come among the keys whenever they come, or never:
//! nothing waits for them.

use super::pictures::NAMED;
use super::theme::Rgb;
use ratatui::style::Color;

/// One of the terminal's own colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnColor {
    /// The ground.
    Ground,
    /// What stands on it where no colour is asked for.
    Words,
    /// One of the sixteen that have names, by number.
    Named(u8),
}

/// What the terminal's own colours look like, as far as it has told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shades {
    ground: Option<Rgb>,
    words: Option<Rgb>,
    named: [Option<Rgb>; 16],
}

/// The least contrast of what is to be read most easily.
pub(crate) const EASY: f64 = 4.5;

impl Shades {
    /// Of a terminal that has told nothing.
    pub const UNKNOWN: Shades = Shades { ground: None, words: None, named: [None; 16] };

    /// What asks a terminal that calls itself `term` for all of them; nothing if it may not understand: the Linux console takes such
    /// sequences for others of its own, and old terminals write them.
    pub(crate) fn question(term: &str) -> String {
        let is_deaf = ["dumb", "linux", "vt", "cons", "ansi", "eterm"];
        if term.is_empty() || is_deaf.iter().any(|kind| term.starts_with(kind)) {
            return String::new();
        }
        // One each, since not every terminal answers to several at once; ended by BEL, since some end the answer alike, and not every
        // one knows how to end it otherwise.
        let named = (0..16).map(|n| format!("\x1b]4;{n};?\x07"));
        ["\x1b]10;?\x07".into(), "\x1b]11;?\x07".into()].into_iter().chain(named).collect()
    }

    /// What an answer tells, which is given by its parts.
    pub(crate) fn answer(parts: &[&[u8]]) -> Option<(OwnColor, Rgb)> {
        let (own, spec) = match parts {
            [b"10", spec] => (OwnColor::Words, spec),
            [b"11", spec] => (OwnColor::Ground, spec),
            [b"4", number, spec] => {
                let number = std::str::from_utf8(number).ok()?.parse().ok()?;
                (OwnColor::Named(number), spec)
            }
            _ => return None,
        };
        // `rgb:ffff/0000/0000`, of one to four digits each; some add a fourth part, which is how far the window lets through.
        let spec = std::str::from_utf8(spec).ok()?;
        let spec = spec.strip_prefix("rgb:").or(spec.strip_prefix("rgba:"))?;
        let mut levels = spec.split('/').map(|digits| {
            let level = u32::from(u16::from_str_radix(digits, 16).ok()?);
            let most = 16_u32.pow(digits.len().try_into().ok()?) - 1;
            u8::try_from(level * 255 / most).ok()
        });
        let mut level = || levels.next().flatten();
        Some((own, Rgb(level()?, level()?, level()?)))
    }

    /// The terminal has told what one of them looks like.
    pub(crate) fn set(&mut self, own: OwnColor, shade: Rgb) {
        let place = match own {
            OwnColor::Ground => &mut self.ground,
            OwnColor::Words => &mut self.words,
            OwnColor::Named(number) => match self.named.get_mut(usize::from(number)) {
                Some(place) => place,
                None => return,
            },
        };
        *place = Some(shade);
    }

    /// Whether `color` can be read easily, for all that is known.
    pub(crate) fn is_easy(&self, color: Color) -> bool {
        let number = NAMED.iter().position(|(named, _)| *named == color);
        self.is_shade_easy(number.and_then(|number| self.named[number])) != Some(false)
    }

    /// The colour of words: none but the terminal's own, unless one of the sixteen can be read more easily; then the one that is most
    /// like it.
    pub(crate) fn words(&self) -> Option<Color> {
        let words = self.words.filter(|_| self.is_shade_easy(self.words) == Some(false))?;
        let far = |shade: &Rgb| {
            let apart = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
            apart(shade.0, words.0) + apart(shade.1, words.1) + apart(shade.2, words.2)
        };
        let named = NAMED.iter().map(|(color, _)| *color).zip(self.named);
        let easy = named.filter(|(_, shade)| self.is_shade_easy(*shade) == Some(true));
        easy.min_by_key(|(_, shade)| shade.as_ref().map(far)).map(|(color, _)| color)
    }

    fn is_shade_easy(&self, shade: Option<Rgb>) -> Option<bool> {
        Some(shade?.contrast(self.ground?) >= EASY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_understood_in_every_form() {
        let answer = |text: &str| {
            let parts: Vec<&[u8]> = text.split(';').map(str::as_bytes).collect();
            Shades::answer(&parts)
        };
        let red = Rgb(255, 0, 128);
        assert_eq!(answer("11;rgb:ffff/0000/8080"), Some((OwnColor::Ground, red)));
        assert_eq!(answer("10;rgba:ff/00/80/7f"), Some((OwnColor::Words, red)));
        assert_eq!(answer("4;15;rgb:f/0/f"), Some((OwnColor::Named(15), Rgb(255, 0, 255))));
        for none in
            ["11;?", "11;rgb:", "11;rgb:f/f", "4;300;rgb:f/f/f", "12;rgb:f/f/f", "11;rgb:12345/0/0"]
        {
            assert_eq!(answer(none), None, "{none}");
        }
        let mut shades = Shades::UNKNOWN;
        shades.set(OwnColor::Named(16), red);
        assert_eq!(shades, Shades::UNKNOWN);
    }

    #[test]
    fn who_would_not_understand_is_not_asked() {
        for deaf in ["linux", "linux-16color", "vt220", "cons25", "ansi", "dumb", ""] {
            assert_eq!(Shades::question(deaf), "", "{deaf}");
        }
        assert!(Shades::question("xterm").starts_with("\x1b]10;?\x07\x1b]11;?\x07\x1b]4;0;?\x07"));
    }

    #[test]
    fn what_was_not_told_changes_nothing() {
        let (black, pale) = (Rgb(0, 0, 0), Rgb(60, 60, 60));
        let mut shades = Shades::UNKNOWN;
        assert!(shades.words().is_none() && shades.is_easy(Color::Red));
        for (own, shade) in [(OwnColor::Words, pale), (OwnColor::Named(1), pale)] {
            shades.set(own, shade);
            assert!(shades.words().is_none() && shades.is_easy(Color::Red));
        }
        shades.set(OwnColor::Ground, black);
        assert!(shades.words().is_none() && !shades.is_easy(Color::Red));
        // The one that is most like the terminal's own words, and not the one that can be read most easily.
        shades.set(OwnColor::Named(15), Rgb(255, 255, 255));
        assert_eq!(shades.words(), Some(Color::White));
        shades.set(OwnColor::Named(7), Rgb(140, 140, 140));
        assert_eq!(shades.words(), Some(Color::Gray));
        shades.set(OwnColor::Words, Rgb(200, 200, 200));
        assert_eq!(shades.words(), None);
    }
}
