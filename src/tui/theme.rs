//! Colours and glyphs: themes, the colours that a terminal has, and plain characters where nothing else may be drawn.

use super::widgets::outline::Pen;
use crate::puzzle::{Axis, Direction, Family, PieceId, Puzzle};
pub use crate::storage::Palette;
use crate::storage::Settings;
use ratatui::style::{Color, Modifier, Style};

/// How many colours the terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Depth {
    /// None at all.
    None,
    /// The sixteen that it names itself.
    #[default]
    Ansi,
    /// A cube of 6x6x6.
    Cube,
    /// All of them.
    True,
}

impl Depth {
    /// What the environment promises: `NO_COLOR`, `COLORTERM` and `TERM`, read by `env`.
    #[must_use]
    pub fn of_environment(env: impl Fn(&str) -> Option<String>) -> Depth {
        // What the player asks for goes before all that the terminal can do.
        if env("NO_COLOR").is_some_and(|v| !v.is_empty()) {
            return Depth::None;
        }
        let color_term = env("COLORTERM").unwrap_or_default();
        let term = env("TERM").unwrap_or_default();
        if color_term.contains("truecolor") || color_term.contains("24bit") {
            Depth::True
        } else if term.contains("256color") {
            Depth::Cube
        } else if term.is_empty() || term == "dumb" {
            Depth::None
        } else {
            Depth::Ansi
        }
    }

    fn color(self, rgb: Rgb) -> Color {
        // Adding 127, half of 255, rounds to the nearest of the six levels instead of the one below.
        let step = |n: u8| (u16::from(n) * 5 + 127) / 255;
        match self {
            Depth::True => Color::Rgb(rgb.0, rgb.1, rgb.2),
            _ => Color::Indexed((16 + 36 * step(rgb.0) + 6 * step(rgb.1) + step(rgb.2)) as u8),
        }
    }
}

/// Which colour a piece has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// The colour of the piece that the goal is about.
    Target,
    /// One of the others; they begin anew when there are not enough.
    Nth(usize),
}

impl Slot {
    /// The colour of `id`. Tiles are coloured by the ring, counted from the top left, in which they end, as the
    /// speed-solving community does; free blocks by kind, locked ones each on its own.
    #[must_use]
    pub fn of(puzzle: &Puzzle, id: PieceId) -> Slot {
        let goal = puzzle.goal().places();
        let home = goal.iter().find(|(piece, _)| *piece == id);
        match (puzzle.family(), home) {
            (Family::Numbers, Some((_, cell))) => Slot::Nth(cell.row.min(cell.column).into()),
            (Family::Blocks, Some(_)) if goal.len() == 1 => Slot::Target,
            _ if puzzle.piece(id).axis() == Axis::Free => {
                Slot::Nth(usize::from(puzzle.piece(id).kind().0))
            }
            _ => Slot::Nth(id.index()),
        }
    }
}

/// Everything that a view asks for when it draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Theme {
    /// The colours.
    pub palette: Palette,
    /// How many of them there are.
    pub depth: Depth,
    /// Whether only plain characters may be drawn.
    pub ascii: bool,
}

impl Theme {
    /// What the settings want, on a terminal of so many colours.
    pub(crate) fn of(settings: &Settings, depth: Depth) -> Theme {
        Theme { palette: settings.theme, depth, ascii: settings.ascii }
    }

    /// Whether there are colours.
    #[must_use]
    pub fn has_color(self) -> bool {
        self.depth != Depth::None && self.palette != Palette::Mono
    }

    fn colored(self, color: Color) -> Style {
        if self.has_color() { Style::new().fg(color) } else { Style::new() }
    }

    /// Less important words.
    #[must_use]
    pub fn dim(self) -> Style {
        if self.has_color() {
            self.colored(Color::DarkGray)
        } else {
            Style::new().add_modifier(Modifier::DIM)
        }
    }

    /// Headings, keys, what is to be found at once.
    #[must_use]
    pub fn accent(self) -> Style {
        let color = self.light(Color::Cyan, Color::Blue);
        self.colored(color).add_modifier(Modifier::BOLD)
    }

    /// Words of importance, in no colour.
    #[must_use]
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What went well.
    #[must_use]
    pub fn good(self) -> Style {
        match self.palette {
            Palette::ColorBlind => self.colored(Color::Blue),
            _ => self.colored(Color::Green),
        }
    }

    /// What went badly.
    #[must_use]
    pub fn bad(self) -> Style {
        match self.palette {
            Palette::ColorBlind => self.colored(Color::Yellow),
            _ => self.colored(Color::Red),
        }
    }

    /// The exit and other places of the goal.
    #[must_use]
    pub fn exit(self) -> Style {
        let color = self.light(Color::Yellow, Color::Red);
        self.colored(color).add_modifier(Modifier::BOLD)
    }

    /// The board's own frame, and walls.
    #[must_use]
    pub fn frame(self) -> Style {
        self.colored(self.light(Color::Gray, Color::DarkGray))
    }

    fn light(self, dark: Color, light: Color) -> Color {
        match self.palette {
            Palette::Light => light,
            _ => dark,
        }
    }

    /// A piece's ground and label.
    #[must_use]
    pub fn piece(self, slot: Slot, selected: bool) -> Style {
        let bold =
            if selected || slot == Slot::Target { Modifier::BOLD } else { Modifier::empty() };
        if !self.has_color() {
            return Style::new().add_modifier(bold);
        }
        // Terminals choose the shades of these colours themselves, so that no letter is sure to be readable on one as its ground.
        if self.depth == Depth::Ansi {
            return Style::new().fg(self.ansi(slot)).add_modifier(bold);
        }
        let fill = self.fill(slot, selected);
        Style::new().fg(self.depth.color(fill.ink())).bg(self.depth.color(fill)).add_modifier(bold)
    }

    /// The ground of a piece that must be told from others of the same colour around it.
    #[must_use]
    pub fn other(self, slot: Slot) -> Style {
        let style = self.piece(slot, false);
        if style.bg.is_none() {
            return style.add_modifier(Modifier::REVERSED);
        }
        let fill = self.fill(slot, false);
        let fill = fill.mixed(fill.ink(), 30);
        let (ink, ground) = (self.depth.color(fill.ink()), self.depth.color(fill));
        style.fg(ink).bg(ground)
    }

    /// A piece's border.
    #[must_use]
    pub fn border(self, slot: Slot, selected: bool) -> Style {
        let style = self.piece(slot, selected);
        if !self.has_color() || self.depth == Depth::Ansi || selected {
            return style;
        }
        let fill = self.fill(slot, selected);
        style.fg(self.depth.color(fill.mixed(fill.ink(), 45)))
    }

    fn fill(self, slot: Slot, selected: bool) -> Rgb {
        let fills = self.palette.fills();
        let fill = match slot {
            Slot::Target => self.palette.target(),
            Slot::Nth(n) => fills[n % fills.len()],
        };
        match (selected, self.palette) {
            (false, _) => fill,
            (true, Palette::Light) => fill.mixed(Rgb(0, 0, 0), 18),
            (true, _) => fill.mixed(Rgb(255, 255, 255), 22),
        }
    }

    fn ansi(self, slot: Slot) -> Color {
        match slot {
            Slot::Target => Color::Red,
            Slot::Nth(n) => ANSI[n % ANSI.len()],
        }
    }

    /// The lines of a piece.
    #[must_use]
    pub fn piece_pen(self, selected: bool) -> Pen {
        match (self.ascii, selected) {
            (false, false) => Pen::ROUND,
            (false, true) => Pen::DOUBLE,
            (true, false) => Pen::ASCII,
            (true, true) => Pen::ASCII_BOLD,
        }
    }

    /// The lines around the board.
    #[must_use]
    pub fn frame_pen(self) -> Pen {
        if self.ascii { Pen::ASCII } else { Pen::HEAVY }
    }

    /// The arrow at an exit on this side.
    #[must_use]
    pub(crate) fn way_out(self, side: Direction) -> char {
        match side {
            Direction::Up => self.glyph('▲', '^'),
            Direction::Down => self.glyph('▼', 'v'),
            Direction::Left => self.glyph('◀', '<'),
            Direction::Right => self.glyph('▶', '>'),
        }
    }

    /// `fancy`, or `plain` where only plain characters may be drawn.
    #[must_use]
    pub fn glyph(self, fancy: char, plain: char) -> char {
        if self.ascii { plain } else { fancy }
    }
}

impl Palette {
    /// The piece that the goal is about.
    pub(crate) fn target(self) -> Rgb {
        match self {
            Palette::Light => Rgb::of(0xf29a8e),
            Palette::ColorBlind => Rgb::of(0xd55e00),
            _ => Rgb(0xb4, 0x3a, 0x32),
        }
    }

    /// The other pieces.
    pub(crate) fn fills(self) -> &'static [Rgb] {
        match self {
            Palette::Light => &LIGHT,
            Palette::ColorBlind => &COLOR_BLIND,
            _ => &DARK,
        }
    }
}

/// Red, green and blue from 0 to 255.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

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

// These are colours of Okabe and Ito, chosen so that the colour-blind tell them apart; their vermilion is the target's.
const COLOR_BLIND: [Rgb; 6] = [
    Rgb::of(0x0072b2),
    Rgb::of(0xf0e442),
    Rgb::of(0x009e73),
    Rgb::of(0xcc79a7),
    Rgb::of(0x56b4e9),
    Rgb::of(0xe69f00),
];

/// The sixteen-colour stand-ins for the fills, in their order; red is left to the target.
pub(crate) const ANSI: [Color; 6] =
    [Color::Blue, Color::Green, Color::Yellow, Color::Magenta, Color::Cyan, Color::LightBlue];

impl Rgb {
    /// The colour that is written as six hexadecimal digits.
    const fn of(hex: u32) -> Rgb {
        let [_, red, green, blue] = hex.to_be_bytes();
        Rgb(red, green, blue)
    }

    /// A mixture with `other`: `percent` of it.
    pub(crate) fn mixed(self, other: Rgb, percent: u16) -> Rgb {
        let mix = |a: u8, b: u8| {
            // The sum is at most 255 * 100, which 16 bits hold.
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
    pub(crate) fn ink(self) -> Rgb {
        // With this limit every fill differs from its ink by more than 80, as a test checks for all palettes.
        if self.luma() > 130 { Rgb(0x10, 0x10, 0x10) } else { Rgb(0xf6, 0xf6, 0xf6) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(pairs: &[(&str, &str)]) -> Depth {
        Depth::of_environment(|name| {
            let found = pairs.iter().find(|(n, _)| *n == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        assert_eq!(depth(&[("TERM", "xterm-256color")]), Depth::Cube);
        assert_eq!(depth(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(depth(&[("TERM", "xterm"), ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(depth(&[("TERM", "linux"), ("NO_COLOR", "")]), Depth::Ansi);
        assert_eq!(depth(&[("TERM", "dumb")]), Depth::None);
    }

    #[test]
    fn no_colour_means_no_colour() {
        for theme in [
            Theme { palette: Palette::Mono, depth: Depth::True, ascii: false },
            Theme { palette: Palette::Dark, depth: Depth::None, ascii: false },
        ] {
            for style in [
                theme.piece(Slot::Target, true),
                theme.border(Slot::Nth(1), false),
                theme.good(),
                theme.dim(),
                theme.exit(),
            ] {
                assert_eq!((style.fg, style.bg), (None, None));
            }
        }
    }

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
