//! The themes, a row each: another one is another row here, and all else follows, the settings, the help and the tests of what can be
//! read on which ground.

use crate::text::Words;
use serde::{Deserialize, Serialize};

/// The colours of a theme.
pub(crate) struct Scheme {
    /// Whether it has any. If not, the others are not asked for.
    pub(crate) has_color: bool,
    /// Whether it is made for dark text on a light ground.
    pub(crate) is_light: bool,
    /// The piece that the goal is about, `0xRRGGBB`.
    pub(crate) target: u32,
    /// The other pieces by turns, `0xRRGGBB`.
    pub(crate) pieces: &'static [u32],
    /// What went well.
    pub(crate) good: Ink,
    /// What went badly.
    pub(crate) bad: Ink,
}

/// A colour of words.
#[derive(Clone, Copy)]
pub(crate) struct Ink {
    /// Its number among the fixed 256, from 16 on.
    pub(crate) fixed: u8,
    /// Its number among the terminal's own sixteen, if one of them can be read on every ground.
    pub(crate) own: Option<u8>,
}

const fn ink(fixed: u8, own: Option<u8>) -> Ink {
    Ink { fixed, own }
}

/// Makes the enum and the tables beside it from rows: a theme, its word in the file and on the command line, what it is called, and
/// its colours.
macro_rules! palettes {
    ($($(#[$doc:meta])* $palette:ident: $word:literal, $words:expr, $scheme:expr;)*) => {
        /// A set of colours by name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
        pub enum Palette { $($(#[$doc])* #[serde(rename = $word)] $palette,)* }

        impl Palette {
            /// All of them, in the order in which a key goes through them.
            pub const ALL: [Palette; [$($word),*].len()] = [$(Palette::$palette),*];
            /// The word for each in the file, and what it is called.
            pub(crate) const WORDS: &'static [(&'static str, Words)] = &[$(($word, $words)),*];

            const SCHEMES: &'static [Scheme] = &[$($scheme),*];
        }
    };
}

palettes! {
    /// For light text on dark ground.
    #[default]
    Dark: "dark", Words::new("dark", "深色"), Scheme {
        has_color: true,
        is_light: false,
        target: 0xb43a32,
        pieces: &[
            0x2f5d8c, 0x2e745c, 0x8a6d1f, 0x6a4a8a, 0x2a7a86, 0x8c4a6e, 0x5c732c, 0x4a556e, 0x8a5630, 0x3f4fa0,
        ],
        good: ink(114, Some(2)),
        bad: ink(210, None),
    };
    /// For dark text on light ground.
    Light: "light", Words::new("light", "浅色"), Scheme {
        has_color: true,
        is_light: true,
        target: 0xf29a8e,
        pieces: &[
            0xa9cdf0, 0xa8ddc4, 0xf0dc96, 0xd2bde8, 0xa2dce2, 0xeebdd6, 0xcbde9e, 0xc4ccda, 0xeec8a4, 0xb4bef2,
        ],
        good: ink(22, None),
        bad: ink(124, Some(1)),
    };
    /// Colours that the common kinds of colour blindness keep apart, after Okabe and Ito, whose vermilion is the target's.
    ColorBlind: "color-blind", Words::new("color-blind", "色盲友好"), Scheme {
        has_color: true,
        is_light: false,
        target: 0xd55e00,
        pieces: &[0x0072b2, 0xf0e442, 0x009e73, 0xcc79a7, 0x56b4e9, 0xe69f00],
        good: ink(75, Some(6)),
        bad: ink(221, None),
    };
    /// No colour.
    Mono: "mono", Words::new("mono", "单色"), Scheme {
        has_color: false,
        is_light: false,
        target: 0x808080,
        pieces: &[0x808080],
        good: ink(245, None),
        bad: ink(245, None),
    };
}

// The variants stand in the order of the tables, so that the number of a variant is its place there.
impl Palette {
    /// The next one, round and round.
    pub fn next(self) -> Palette {
        Palette::ALL[(self as usize + 1) % Palette::ALL.len()]
    }

    /// Its colours.
    pub(crate) fn scheme(self) -> &'static Scheme {
        &Palette::SCHEMES[self as usize]
    }

    /// What it is called.
    pub(crate) fn words(self) -> Words {
        Palette::WORDS[self as usize].1
    }
}
