//! The colours of the themes.

use ratatui::style::Color;

/// A set of colours by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Palette {
    /// For light text on dark ground.
    #[default]
    Dark,
    /// For dark text on light ground.
    Light,
    /// Colours that the common kinds of colour blindness keep apart (after Okabe and Ito).
    ColorBlind,
    /// No colour.
    Mono,
}

impl Palette {
    /// All of them, in the order in which a key goes through them.
    pub const ALL: [Palette; 4] = [
        Palette::Dark,
        Palette::Light,
        Palette::ColorBlind,
        Palette::Mono,
    ];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Palette::Dark => "dark",
            Palette::Light => "light",
            Palette::ColorBlind => "color-blind",
            Palette::Mono => "mono",
        }
    }

    /// The one called `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<Palette> {
        Palette::ALL.into_iter().find(|p| p.name() == name)
    }

    /// The next one.
    #[must_use]
    pub fn next(self) -> Palette {
        let at = Palette::ALL.iter().position(|&p| p == self).unwrap_or(0);
        Palette::ALL[(at + 1) % Palette::ALL.len()]
    }

    /// The piece that the goal is about.
    pub(super) fn target(self) -> Rgb {
        match self {
            Palette::Light => Rgb(0xf2, 0x9a, 0x8e),
            Palette::ColorBlind => Rgb(0xd5, 0x5e, 0x00),
            _ => Rgb(0xb4, 0x3a, 0x32),
        }
    }

    /// The other pieces.
    pub(super) fn fills(self) -> &'static [Rgb] {
        match self {
            Palette::Light => &LIGHT,
            Palette::ColorBlind => &COLOR_BLIND,
            _ => &DARK,
        }
    }
}

/// Red, green and blue from 0 to 255.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

const DARK: [Rgb; 10] = [
    Rgb(0x2f, 0x5d, 0x8c),
    Rgb(0x2e, 0x74, 0x5c),
    Rgb(0x8a, 0x6d, 0x1f),
    Rgb(0x6a, 0x4a, 0x8a),
    Rgb(0x2a, 0x7a, 0x86),
    Rgb(0x8c, 0x4a, 0x6e),
    Rgb(0x5c, 0x73, 0x2c),
    Rgb(0x4a, 0x55, 0x6e),
    Rgb(0x8a, 0x56, 0x30),
    Rgb(0x3f, 0x4f, 0xa0),
];

const LIGHT: [Rgb; 10] = [
    Rgb(0xa9, 0xcd, 0xf0),
    Rgb(0xa8, 0xdd, 0xc4),
    Rgb(0xf0, 0xdc, 0x96),
    Rgb(0xd2, 0xbd, 0xe8),
    Rgb(0xa2, 0xdc, 0xe2),
    Rgb(0xee, 0xbd, 0xd6),
    Rgb(0xcb, 0xde, 0x9e),
    Rgb(0xc4, 0xcc, 0xda),
    Rgb(0xee, 0xc8, 0xa4),
    Rgb(0xb4, 0xbe, 0xf2),
];

const COLOR_BLIND: [Rgb; 6] = [
    Rgb(0x00, 0x72, 0xb2),
    Rgb(0xf0, 0xe4, 0x42),
    Rgb(0x00, 0x9e, 0x73),
    Rgb(0xcc, 0x79, 0xa7),
    Rgb(0x56, 0xb4, 0xe9),
    Rgb(0xe6, 0x9f, 0x00),
];

/// The sixteen-colour stand-ins for the fills, in their order; red is left to the target.
pub(super) const ANSI: [Color; 6] = [
    Color::Blue,
    Color::Green,
    Color::Yellow,
    Color::Magenta,
    Color::Cyan,
    Color::LightBlue,
];

impl Rgb {
    /// A mixture with `other`: `percent` of it.
    pub(super) fn mixed(self, other: Rgb, percent: u16) -> Rgb {
        let mix = |a: u8, b: u8| {
            let sum = u16::from(a) * (100 - percent) + u16::from(b) * percent;
            (sum / 100) as u8
        };
        Rgb(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }

    /// Perceived lightness from 0 to 255 (weights of ITU-R BT.601).
    fn luma(self) -> u32 {
        (299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2)) / 1000
    }

    /// Black or white, whichever is easier to read on it.
    pub(super) fn ink(self) -> Rgb {
        if self.luma() > 130 {
            Rgb(0x10, 0x10, 0x10)
        } else {
            Rgb(0xf6, 0xf6, 0xf6)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_can_be_read_on_every_fill() {
        for palette in Palette::ALL {
            for fill in palette.fills().iter().chain([&palette.target()]) {
                let ink = fill.ink();
                assert!(
                    ink.luma().abs_diff(fill.luma()) > 80,
                    "{palette:?} {fill:?}"
                );
            }
        }
    }
}
