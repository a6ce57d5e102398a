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
    pub const ALL: [Palette; 4] =
        [Palette::Dark, Palette::Light, Palette::ColorBlind, Palette::Mono];

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
            Palette::Light => Rgb::of(0xf29a8e),
            Palette::ColorBlind => Rgb::of(0xd55e00),
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
    Rgb::of(0x2f5d8c),
    Rgb::of(0x2e745c),
    Rgb::of(0x8a6d1f),
    Rgb::of(0x6a4a8a),
    Rgb::of(0x2a7a86),
    Rgb::of(0x8c4a6e),
    Rgb::of(0x5c732c),
    Rgb::of(0x4a556e),
    Rgb::of(0x8a5630),
    Rgb::of(0x3f4fa0),
];

const LIGHT: [Rgb; 10] = [
    Rgb::of(0xa9cdf0),
    Rgb::of(0xa8ddc4),
    Rgb::of(0xf0dc96),
    Rgb::of(0xd2bde8),
    Rgb::of(0xa2dce2),
    Rgb::of(0xeebdd6),
    Rgb::of(0xcbde9e),
    Rgb::of(0xc4ccda),
    Rgb::of(0xeec8a4),
    Rgb::of(0xb4bef2),
];

const COLOR_BLIND: [Rgb; 6] = [
    Rgb::of(0x0072b2),
    Rgb::of(0xf0e442),
    Rgb::of(0x009e73),
    Rgb::of(0xcc79a7),
    Rgb::of(0x56b4e9),
    Rgb::of(0xe69f00),
];

/// The sixteen-colour stand-ins for the fills, in their order; red is left to the target.
pub(super) const ANSI: [Color; 6] =
    [Color::Blue, Color::Green, Color::Yellow, Color::Magenta, Color::Cyan, Color::LightBlue];

impl Rgb {
    /// The colour that is written as six hexadecimal digits.
    const fn of(hex: u32) -> Rgb {
        let [_, red, green, blue] = hex.to_be_bytes();
        Rgb(red, green, blue)
    }

    /// A mixture with `other`: `percent` of it.
    pub(super) fn mixed(self, other: Rgb, percent: u16) -> Rgb {
        let mix = |a: u8, b: u8| {
            let sum = u16::from(a) * (100 - percent) + u16::from(b) * percent;
            (sum / 100) as u8
        };
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Perceived lightness from 0 to 255 (weights of ITU-R BT.601).
    fn luma(self) -> u32 {
        (299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2)) / 1000
    }

    /// Black or white, whichever is easier to read on it.
    pub(super) fn ink(self) -> Rgb {
        if self.luma() > 130 { Rgb(0x10, 0x10, 0x10) } else { Rgb(0xf6, 0xf6, 0xf6) }
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
                assert!(ink.luma().abs_diff(fill.luma()) > 80, "{palette:?} {fill:?}");
            }
        }
    }
}
