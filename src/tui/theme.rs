//! Colours and glyphs: themes, the colours that a terminal has, and plain characters where nothing else may be drawn.

use super::pictures::{NAMED, nearest};
use super::shades::Shades;
use super::widgets::outline::Pen;
use crate::puzzle::{Axis, Direction, Family, PieceId, Puzzle};
pub use crate::storage::Palette;
use crate::storage::{Colors, Ink, Scheme, Settings};
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
    pub fn of_environment(env: impl Fn(&str) -> Option<String>) -> Depth {
        // What the player asks for goes before all that the terminal can do.
        if env("NO_COLOR").is_some_and(|v| !v.is_empty()) {
            return Depth::None;
        }
        let color_term = env("COLORTERM").unwrap_or_default();
        let term = env("TERM").unwrap_or_default();
        // Terminals of before there were colours are emulated under their names, and others say that they have none.
        let is_early =
            term.strip_prefix("vt").is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()));
        let is_mono = ["-m", "-mono"].iter().any(|end| term.ends_with(end));
        if color_term.contains("truecolor") || color_term.contains("24bit") {
            Depth::True
        } else if term.contains("256color") {
            Depth::Cube
        } else if term.is_empty() || term == "dumb" || is_early || is_mono {
            Depth::None
        } else {
            Depth::Ansi
        }
    }

    /// What the settings make of it: nothing, or where colours are forced this many, and at least the sixteen.
    pub(crate) fn wanted(self, colors: Colors, forced: Depth) -> Depth {
        match colors {
            Colors::Auto => self,
            Colors::Never => Depth::None,
            Colors::Always => self.max(forced).max(Depth::Ansi),
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
    /// What the terminal's own colours look like.
    pub shades: Shades,
}

impl Theme {
    /// One for a terminal that has told nothing of its colours.
    pub const fn new(palette: Palette, depth: Depth, ascii: bool) -> Theme {
        Theme { palette, depth, ascii, shades: Shades::UNKNOWN }
    }

    /// What the settings want, on a terminal of so many colours.
    pub(crate) fn of(settings: &Settings, depth: Depth) -> Theme {
        Theme::new(settings.theme, depth, settings.ascii)
    }

    /// Whether there are colours.
    pub fn has_color(self) -> bool {
        self.depth != Depth::None && self.scheme().has_color
    }

    fn scheme(self) -> &'static Scheme {
        self.palette.scheme()
    }

    /// Words in a colour of the theme.
    fn inked(self, ink: Ink) -> Style {
        self.colored(ink.fixed, ink.own.map(|n| NAMED[usize::from(n % 16)].0))
    }

    /// Words in a colour of the fixed 256, or else in one of the terminal's own sixteen, if there is one that can be read.
    fn colored(self, fixed: u8, own: Option<Color>) -> Style {
        let color = match self.depth {
            _ if !self.has_color() => None,
            Depth::Ansi => own.filter(|own| self.shades.is_easy(*own)),
            _ => Some(Color::Indexed(fixed)),
        };
        color.map_or(Style::new(), |color| Style::new().fg(color))
    }

    /// All other words: the terminal's own colour, unless it is paler than can be read easily, as on light grounds it may be.
    pub fn words(self) -> Style {
        match self.depth {
            Depth::Ansi if self.has_color() => {
                self.shades.words().map_or(Style::new(), |own| Style::new().fg(own))
            }
            _ if self.scheme().is_light => self.colored(236, None),
            _ => Style::new(),
        }
    }

    /// Less important words: a grey that `contrast` proves readable. Colour 8, the usual choice, is the ground itself on Solarized; and
    /// how much paler a terminal draws what is called dim nobody knows, so that without colours they are as all others, and those of
    /// importance bold.
    pub fn dim(self) -> Style {
        self.colored(self.light(245, 242), None)
    }

    /// Headings, keys, what is to be found at once.
    pub fn accent(self) -> Style {
        let own = self.light(Some(Color::Cyan), None);
        self.colored(self.light(80, 25), own).add_modifier(Modifier::BOLD)
    }

    /// Words of importance, in no colour.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What went well.
    pub fn good(self) -> Style {
        self.inked(self.scheme().good)
    }

    /// What went badly.
    pub fn bad(self) -> Style {
        let style = self.inked(self.scheme().bad);
        // No red of the sixteen can be read on every dark ground, as `contrast` tells: a line below the words does without one.
        match style.fg {
            Some(_) => style,
            None => style.add_modifier(Modifier::UNDERLINED),
        }
    }

    /// The exit and other places of the goal.
    pub fn exit(self) -> Style {
        let own = self.light(None, Some(Color::Red));
        self.colored(self.light(221, 124), own).add_modifier(Modifier::BOLD)
    }

    /// The board's own frame, and walls.
    pub fn frame(self) -> Style {
        self.colored(self.light(250, 240), None)
    }

    fn light<T>(self, dark: T, light: T) -> T {
        if self.scheme().is_light { light } else { dark }
    }

    /// A piece's ground and label.
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
        Style::new().fg(self.shown(fill.ink())).bg(self.shown(fill)).add_modifier(bold)
    }

    /// The name on a piece with a border.
    pub fn label(self, slot: Slot, selected: bool) -> Style {
        // Of the sixteen colours only that of all words is sure to be easily read; the border has the piece's.
        let style = match self.depth {
            Depth::Ansi if self.has_color() => Style::new().fg(Color::Reset).patch(self.words()),
            _ => self.piece(slot, selected),
        };
        style.add_modifier(Modifier::BOLD)
    }

    /// The ground of a piece that must be told from others of the same colour around it.
    pub fn other(self, slot: Slot) -> Style {
        let style = self.piece(slot, false);
        if style.bg.is_none() {
            return style.add_modifier(Modifier::REVERSED);
        }
        let fill = self.fill(slot, false);
        let fill = fill.mixed(fill.ink(), 30);
        let (ink, ground) = (self.shown(fill.ink()), self.shown(fill));
        style.fg(ink).bg(ground)
    }

    /// The chosen piece where there is no room for a border: ground and letters exchanged.
    pub fn chosen_run(self, slot: Slot) -> Style {
        let style = self.piece(slot, true);
        if style.bg.is_none() {
            return style.add_modifier(Modifier::REVERSED);
        }
        // The ground is the opposite of the terminal's own: the ink of the piece may be that, and would look like a hole.
        let ground = self.light(Rgb(0xf6, 0xf6, 0xf6), Rgb(0x10, 0x10, 0x10));
        let fill = self.fill(slot, false);
        // A light letter would be lost on the light ground.
        let letter = if fill.ink() == ground { fill } else { fill.mixed(ground.ink(), 60) };
        style.fg(self.shown(letter)).bg(self.shown(ground))
    }

    /// A piece's border.
    pub fn border(self, slot: Slot, selected: bool) -> Style {
        let style = self.piece(slot, selected);
        if !self.has_color() || self.depth == Depth::Ansi || selected {
            return style;
        }
        let fill = self.fill(slot, selected);
        style.fg(self.shown(fill.mixed(fill.ink(), 45)))
    }

    /// Where a piece is going to stand, drawn on the terminal's own ground.
    pub fn ghost(self, slot: Slot) -> Style {
        match self.depth {
            _ if !self.has_color() => Style::new(),
            Depth::Ansi => Style::new().fg(self.ansi(slot)),
            _ => {
                let fill = self.fill(slot, false);
                let far = self.light(Rgb(255, 255, 255), Rgb(0, 0, 0));
                Style::new().fg(self.shown(fill.mixed(far, 45)))
            }
        }
    }

    /// How much there is somewhere, from 0 to 1: a scale that goes steadily away from the terminal's ground, so that no eye needs its
    /// hues. Of the sixteen colours none is sure to be brighter than another, so that brightness alone tells.
    pub fn density(self, share: f64) -> Style {
        if !self.has_color() || self.depth == Depth::Ansi {
            return Style::new().add_modifier(match share {
                ..0.4 => Modifier::DIM,
                ..0.75 => Modifier::empty(),
                _ => Modifier::BOLD,
            });
        }
        let stops = self.light(&DENSITY_ON_DARK, &DENSITY_ON_LIGHT);
        let last = stops.len() - 1;
        let at = share.clamp(0.0, 1.0) * last as f64;
        let below = (at as usize).min(last - 1);
        let percent = (100.0 * (at - below as f64)).round() as u16;
        Style::new().fg(self.shown(stops[below].mixed(stops[below + 1], percent)))
    }

    fn shown(self, rgb: Rgb) -> Color {
        nearest(self.depth, rgb)
    }

    fn fill(self, slot: Slot, selected: bool) -> Rgb {
        let scheme = self.scheme();
        let fill = Rgb::of(match slot {
            Slot::Target => scheme.target,
            Slot::Nth(n) => scheme.pieces[n % scheme.pieces.len()],
        });
        let fill = match (selected, scheme.is_light) {
            (false, _) => fill,
            (true, true) => fill.mixed(Rgb(0, 0, 0), 18),
            (true, false) => fill.mixed(Rgb(255, 255, 255), 30),
        };
        // Ink is chosen for the colour that is seen.
        match self.shown(fill) {
            Color::Indexed(n) => Rgb::fixed(n),
            _ => fill,
        }
    }

    fn ansi(self, slot: Slot) -> Color {
        match slot {
            Slot::Target => self.light(Color::LightRed, Color::Red),
            Slot::Nth(n) => {
                let others = self.light(&ANSI_ON_DARK[..], &ANSI_ON_LIGHT[..]);
                others[n % others.len()]
            }
        }
    }

    /// The lines of a piece.
    pub fn piece_pen(self, selected: bool) -> Pen {
        match (self.ascii, selected) {
            (false, false) => Pen::ROUND,
            (false, true) => Pen::DOUBLE,
            (true, false) => Pen::ASCII,
            (true, true) => Pen::ASCII_BOLD,
        }
    }

    /// The lines around the board.
    pub fn frame_pen(self) -> Pen {
        if self.ascii { Pen::ASCII } else { Pen::HEAVY }
    }

    /// The arrow at an exit on this side.
    pub(crate) fn way_out(self, side: Direction) -> char {
        match side {
            Direction::Up => self.glyph('▲', '^'),
            Direction::Down => self.glyph('▼', 'v'),
            Direction::Left => self.glyph('◀', '<'),
            Direction::Right => self.glyph('▶', '>'),
        }
    }

    /// `fancy`, or `plain` where only plain characters may be drawn.
    pub fn glyph(self, fancy: char, plain: char) -> char {
        if self.ascii { plain } else { fancy }
    }
}

/// Red, green and blue from 0 to 255.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

// Scales after matplotlib's plasma, cut where they would be lost on the ground: it has neither the green nor the blue of what else is
// drawn on the map.
const DENSITY_ON_DARK: [Rgb; 4] =
    [Rgb::of(0x8f74d6), Rgb::of(0xcf7aa6), Rgb::of(0xf0a05c), Rgb::of(0xf7ee6a)];
const DENSITY_ON_LIGHT: [Rgb; 4] =
    [Rgb::of(0xc56a1a), Rgb::of(0xb8425a), Rgb::of(0x8a1f86), Rgb::of(0x3f0a6e)];

/// The sixteen-colour stand-ins for the fills; red is left to the target. The others cannot be seen on every ground: the blue of the
/// Linux console is nearly black.
const ANSI_ON_DARK: [Color; 6] = [
    Color::Cyan,
    Color::Green,
    Color::Yellow,
    Color::LightMagenta,
    Color::LightCyan,
    Color::LightYellow,
];
const ANSI_ON_LIGHT: [Color; 3] = [Color::Blue, Color::Magenta, Color::LightMagenta];

impl Rgb {
    /// The colour that is written as six hexadecimal digits.
    pub(crate) const fn of(hex: u32) -> Rgb {
        let [_, red, green, blue] = hex.to_be_bytes();
        Rgb(red, green, blue)
    }

    /// What number `n` of the 256 colours is, from 16 on: a cube of 6x6x6 and a row of greys, the same in every terminal.
    pub(crate) fn fixed(n: u8) -> Rgb {
        if n >= 232 {
            let grey = 8 + 10 * (n - 232);
            return Rgb(grey, grey, grey);
        }
        // These are the levels of xterm's cube: 0, 95, 135, 175, 215 and 255.
        let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
        let n = n.saturating_sub(16);
        Rgb(level(n / 36), level(n / 6 % 6), level(n % 6))
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

    /// Relative luminance from 0 to 1, as WCAG defines it for sRGB (<https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>).
    pub(crate) fn luminance(self) -> f64 {
        let linear = |part: u8| match f64::from(part) / 255.0 {
            low if low <= 0.04045 => low / 12.92,
            high => ((high + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The contrast with `other`, from 1 to 21, by the formula of WCAG (<https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>).
    pub(crate) fn contrast(self, other: Rgb) -> f64 {
        let [a, b] = [self, other].map(|rgb| rgb.luminance() + 0.05);
        a.max(b) / a.min(b)
    }

    /// Black or white, whichever is easier to read on it.
    pub(crate) fn ink(self) -> Rgb {
        // Both have the same contrast, 4.58:1, with a ground of this luminance, since 1.05 / 0.229 is 0.229 / 0.05.
        if self.luminance() > 0.179 { Rgb(0, 0, 0) } else { Rgb(255, 255, 255) }
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
        for term in ["dumb", "vt100", "vt220", "xterm-mono", "linux-m"] {
            assert_eq!(depth(&[("TERM", term)]), Depth::None, "{term}");
        }
        assert_eq!(depth(&[("TERM", "vt100"), ("COLORTERM", "truecolor")]), Depth::True);
    }

    /// A scale that is read by its brightness alone: each step is farther from the ground than the one before.
    #[test]
    fn what_is_denser_is_farther_from_the_ground() {
        for palette in Palette::ALL.into_iter().filter(|palette| palette.scheme().has_color) {
            let theme = Theme::new(palette, Depth::True, false);
            let luminance = |step: u32| match theme.density(f64::from(step) / 20.0).fg {
                Some(Color::Rgb(red, green, blue)) => Rgb(red, green, blue).luminance(),
                other => panic!("{other:?}"),
            };
            let steps: Vec<f64> = (0..=20).map(luminance).collect();
            let rises = steps.windows(2).all(|pair| pair[0] < pair[1]);
            let falls = steps.windows(2).all(|pair| pair[0] > pair[1]);
            assert!(if palette.scheme().is_light { falls } else { rises }, "{steps:?}");
        }
    }

    #[test]
    fn colours_are_forced_and_forbidden() {
        let (none, many) = (Depth::None, Depth::Cube);
        assert_eq!(none.wanted(Colors::Auto, many), Depth::None);
        assert_eq!(none.wanted(Colors::Always, none), Depth::Ansi);
        assert_eq!(none.wanted(Colors::Always, many), Depth::Cube);
        assert_eq!(Depth::True.wanted(Colors::Never, many), Depth::None);
    }

    #[test]
    fn no_colour_means_no_colour() {
        for theme in [
            Theme::new(Palette::Mono, Depth::True, false),
            Theme::new(Palette::Dark, Depth::None, false),
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
}
