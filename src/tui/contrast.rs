//! Everything that is written can be read on the grounds of common terminals, which are left as they are: the contrast of every
//! colour with the ground that it stands on, by the formula of WCAG 2.2 (<https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>).

use super::shades::{EASY, OwnColor, Shades};
use super::theme::{Depth, Palette, Rgb, Slot, Theme};
use ratatui::style::{Color, Modifier, Style};

/// A terminal's colours: ground, foreground, and the sixteen that have names, as its makers publish them.
struct Terminal {
    name: &'static str,
    is_light: bool,
    ground: u32,
    words: u32,
    sixteen: [u32; 16],
}

/// <https://ethanschoonover.com/solarized>
const SOLARIZED: [u32; 16] = [
    0x073642, 0xdc322f, 0x859900, 0xb58900, 0x268bd2, 0xd33682, 0x2aa198, 0xeee8d5, 0x002b36,
    0xcb4b16, 0x586e75, 0x657b83, 0x839496, 0x6c71c4, 0x93a1a1, 0xfdf6e3,
];
/// `XTerm-col.ad` of xterm.
const XTERM: [u32; 16] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f,
    0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];
/// The palette "GNOME" of GNOME Terminal.
const GNOME: [u32; 16] = [
    0x171421, 0xc01c28, 0x26a269, 0xa2734c, 0x12488b, 0xa347ba, 0x2aa1b3, 0xd0cfcc, 0x5e5c64,
    0xf66151, 0x33d17a, 0xe9ad0c, 0x2a7bde, 0xc061cb, 0x33c7de, 0xffffff,
];
/// Terminal of macOS, profiles "Basic" and "Pro".
const MACOS: [u32; 16] = [
    0x000000, 0x990000, 0x00a600, 0x999900, 0x0000b2, 0xb200b2, 0x00a6b2, 0xbfbfbf, 0x666666,
    0xe50000, 0x00d900, 0xe5e500, 0x0000ff, 0xe500e5, 0x00e5e5, 0xe5e5e5,
];

const TERMINALS: [Terminal; 13] = [
    dark("Solarized Dark", 0x002b36, 0x839496, SOLARIZED),
    light("Solarized Light", 0xfdf6e3, 0x657b83, SOLARIZED),
    // https://github.com/morhetz/gruvbox
    dark(
        "Gruvbox Dark",
        0x282828,
        0xebdbb2,
        [
            0x282828, 0xcc241d, 0x98971a, 0xd79921, 0x458588, 0xb16286, 0x689d6a, 0xa89984,
            0x928374, 0xfb4934, 0xb8bb26, 0xfabd2f, 0x83a598, 0xd3869b, 0x8ec07c, 0xebdbb2,
        ],
    ),
    light(
        "Gruvbox Light",
        0xfbf1c7,
        0x3c3836,
        [
            0xfbf1c7, 0xcc241d, 0x98971a, 0xd79921, 0x458588, 0xb16286, 0x689d6a, 0x7c6f64,
            0x928374, 0x9d0006, 0x79740e, 0xb57614, 0x076678, 0x8f3f71, 0x427b58, 0x3c3836,
        ],
    ),
    // https://draculatheme.com/spec
    dark(
        "Dracula",
        0x282a36,
        0xf8f8f2,
        [
            0x21222c, 0xff5555, 0x50fa7b, 0xf1fa8c, 0xbd93f9, 0xff79c6, 0x8be9fd, 0xf8f8f2,
            0x6272a4, 0xff6e6e, 0x69ff94, 0xffffa5, 0xd6acff, 0xff92df, 0xa4ffff, 0xffffff,
        ],
    ),
    // The kernel's drivers/tty/vt/vt.c.
    dark(
        "Linux console",
        0x000000,
        0xaaaaaa,
        [
            0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa,
            0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
        ],
    ),
    light("xterm", 0xffffff, 0x000000, XTERM),
    dark("xterm -rv", 0x000000, 0xffffff, XTERM),
    dark("GNOME dark", 0x171421, 0xd0cfcc, GNOME),
    light("GNOME light", 0xffffff, 0x171421, GNOME),
    // https://learn.microsoft.com/windows/terminal/customize-settings/color-schemes (Campbell)
    dark(
        "Windows Terminal",
        0x0c0c0c,
        0xcccccc,
        [
            0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798, 0x3a96dd, 0xcccccc,
            0x767676, 0xe74856, 0x16c60c, 0xf9f1a5, 0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2,
        ],
    ),
    light("macOS Basic", 0xffffff, 0x000000, MACOS),
    dark("macOS Pro", 0x000000, 0xf2f2f2, MACOS),
];

const fn dark(name: &'static str, ground: u32, words: u32, sixteen: [u32; 16]) -> Terminal {
    Terminal { name, is_light: false, ground, words, sixteen }
}

const fn light(name: &'static str, ground: u32, words: u32, sixteen: [u32; 16]) -> Terminal {
    Terminal { name, is_light: true, ground, words, sixteen }
}

impl Terminal {
    /// What the terminal shows for `color`; `otherwise` where the color is left to it.
    fn shown(&self, color: Option<Color>, otherwise: u32) -> Rgb {
        match color.unwrap_or_default() {
            Color::Reset => Rgb::of(otherwise),
            Color::Rgb(red, green, blue) => Rgb(red, green, blue),
            Color::Indexed(n @ 16..) => Rgb::fixed(n),
            Color::Indexed(n) => Rgb::of(self.sixteen[usize::from(n)]),
            named => {
                let at = super::pictures::NAMED.iter().position(|(color, _)| *color == named);
                Rgb::of(self.sixteen[at.unwrap()])
            }
        }
    }

    fn contrast(&self, style: Style) -> f64 {
        self.shown(style.fg, self.words).contrast(self.shown(style.bg, self.ground))
    }

    /// What it tells of its colours when it is asked.
    fn shades(&self) -> Shades {
        let named = (0..).zip(self.sixteen).map(|(n, color)| (OwnColor::Named(n), color));
        let all = [(OwnColor::Ground, self.ground), (OwnColor::Words, self.words)];
        let mut shades = Shades::UNKNOWN;
        all.into_iter().chain(named).for_each(|(own, color)| shades.set(own, Rgb::of(color)));
        shades
    }

    /// The contrast of what is to be read most easily. Of sixteen colours that nobody knows none is darker on every light ground than
    /// Solarized Light's own words (4.1:1): where a terminal has not told, they are the measure.
    fn enough(&self, theme: Theme) -> f64 {
        match theme.depth {
            Depth::Ansi if theme.shades == Shades::UNKNOWN => self.contrast(Style::new()).min(EASY),
            _ => EASY,
        }
    }

    /// The themes that are made for it, with every number of colours, whether it tells what they look like or not.
    fn themes(&self) -> impl Iterator<Item = Theme> {
        let is_for = |palette: &Palette| {
            palette.scheme().has_color && palette.scheme().is_light == self.is_light
        };
        Palette::ALL.into_iter().filter(is_for).flat_map(|palette| {
            let depths = [Depth::Ansi, Depth::Cube, Depth::True];
            let themes = depths.map(|depth| Theme::new(palette, depth, false));
            themes.into_iter().chain([Theme { shades: self.shades(), ..themes[0] }])
        })
    }
}

/// Without colours all words are the terminal's own, which it shows as it should; nothing asks it to make them paler, since how much
/// paler nobody knows.
#[test]
fn without_colours_no_word_is_paler_than_the_terminals_own() {
    let mono = [Depth::Ansi, Depth::Cube, Depth::True].map(|depth| (Palette::Mono, depth));
    let none = Palette::ALL.map(|palette| (palette, Depth::None));
    for (palette, depth) in mono.into_iter().chain(none) {
        let theme = Theme::new(palette, depth, false);
        let words = [theme.dim(), theme.accent(), theme.strong(), theme.good(), theme.bad()];
        let drawn = [theme.exit(), theme.frame()].into_iter().chain(words);
        let pieces = slots().flat_map(|(slot, selected)| {
            [theme.piece(slot, selected), theme.label(slot, selected), theme.border(slot, selected)]
        });
        for style in drawn.chain(pieces) {
            assert!(!style.add_modifier.intersects(Modifier::DIM | Modifier::HIDDEN), "{style:?}");
            assert_eq!((style.fg, style.bg), (None, None), "{theme:?}");
        }
        // What is of importance, and what is bad, is still told from the rest.
        assert!(![theme.strong(), theme.bad()].contains(&theme.dim()), "{theme:?}");
    }
}

/// In sixteen colours what is bad is red where a red can be read on all grounds of the theme, or else underlined.
#[test]
fn what_is_bad_looks_so_in_every_number_of_colours() {
    for terminal in &TERMINALS {
        for theme in terminal.themes() {
            let (bad, what) = (theme.bad(), format!("{} {theme:?}", terminal.name));
            assert_ne!(bad, theme.dim(), "{what}");
            let is_red = bad.fg.is_some_and(|_| {
                let Rgb(red, green, blue) = terminal.shown(bad.fg, terminal.words);
                red > blue && (red > green || theme.palette == Palette::ColorBlind)
            });
            assert!(is_red || bad.add_modifier.contains(Modifier::UNDERLINED), "{what}: {bad:?}");
        }
    }
    let reds = [Color::Red, Color::LightRed];
    let is_readable = |color: Color, is_light: bool| {
        let mut all = TERMINALS.iter().filter(|terminal| terminal.is_light == is_light);
        all.all(|terminal| {
            let unknown = Theme::new(Palette::Dark, Depth::Ansi, false);
            terminal.contrast(Style::new().fg(color)) >= terminal.enough(unknown)
        })
    };
    assert!(is_readable(Color::Red, true));
    assert!(reds.into_iter().all(|red| !is_readable(red, false)), "there is one: use it");
}

/// Every piece's colour, selected and not.
fn slots() -> impl Iterator<Item = (Slot, bool)> {
    let all = (0..10).map(Slot::Nth).chain([Slot::Target]);
    all.flat_map(|slot| [(slot, false), (slot, true)])
}

#[test]
fn the_formula_is_that_of_wcag() {
    let ratio = |words, ground| dark("", ground, words, XTERM).contrast(Style::new());
    assert_eq!(ratio(0xffffff, 0x000000), 21.0);
    // Solarized's author gives 4.75 for the body text of his dark palette, and its colour 8 is the ground itself.
    assert!((4.7..4.8).contains(&ratio(0x839496, 0x002b36)));
    assert_eq!(TERMINALS[0].contrast(Style::new().fg(Color::DarkGray)), 1.0);
}

#[test]
fn words_can_be_read_on_every_terminal() {
    for terminal in &TERMINALS {
        for theme in terminal.themes() {
            let what = format!("{} {:?} {:?}", terminal.name, theme.palette, theme.depth);
            let main = [theme.accent(), theme.strong(), theme.good(), theme.bad(), theme.exit()];
            for style in main.into_iter().chain([theme.frame(), Style::new()]) {
                let ratio = terminal.contrast(theme.words().patch(style));
                assert!(ratio >= terminal.enough(theme), "{what}: {style:?} {ratio:.2}");
            }
            for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
                let ratio = terminal.contrast(theme.density(share));
                assert!(ratio >= 3.0, "{what}: {share} {ratio:.2}");
            }
            let ratio = terminal.contrast(theme.dim());
            assert!(ratio >= 3.0, "{what}: {ratio:.2}");
            assert!(![Some(Color::DarkGray), Some(Color::Indexed(8))].contains(&theme.dim().fg));
        }
    }
}

#[test]
fn pieces_and_their_names_can_be_read_on_every_terminal() {
    for terminal in &TERMINALS {
        for theme in terminal.themes() {
            for (slot, selected) in slots() {
                let what = format!("{} {theme:?} {slot:?} {selected}", terminal.name);
                let ratio = terminal.contrast(theme.words().patch(theme.label(slot, selected)));
                assert!(ratio >= terminal.enough(theme), "{what}: {ratio:.2}");
                // A border and a shade are no words: a drawing of 3:1 is enough where nothing else shows the piece.
                let ratio = terminal.contrast(theme.ghost(slot));
                assert!(ratio >= 3.0, "{what}: ghost {ratio:.2}");
                if theme.depth == Depth::Ansi {
                    let ratio = terminal.contrast(theme.border(slot, selected));
                    assert!(ratio >= 3.0, "{what}: border {ratio:.2}");
                }
            }
        }
    }
}
