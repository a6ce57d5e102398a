//! The settings: what there is to choose, in the file as among the arguments, and what is usual.

use crate::puzzle::Metric;
use crate::text::Lang;
use clap::ArgAction;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::de::value::{Error, StringDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// By scope and by action: the keys that take the place of the usual ones.
pub type Changes = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// How the game looks and behaves. Each field is a key of the player's file; one that is also an argument says so, and the
/// first line of its doc is that argument's help.
///
/// ```toml
/// metric = "step"          # step, slide or move
/// lang = "zh"              # en or zh
/// theme = "light"          # dark, light, color-blind or mono
/// color = "auto"           # auto, always or never
/// ascii = false            # plain characters alone
/// mouse = true
/// animation = true
/// show = "end"             # the solver's figures: always, end or never
/// ghost = "best-time"      # beside you: off, best, best-time, optimal or optimal-time
/// clock = true
/// move-blank = false       # in number puzzles a direction moves the blank
/// inspection = 15          # seconds to look at a scramble before the clock starts by itself; 0: as long as you like
///
/// [keys.play]
/// undo = ["u", "Backspace"]
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// What counts as one move [default: the puzzle's own]
    #[arg(long, value_parser = one_of::<Metric>(Metric::ALL.map(Metric::name)))]
    pub metric: Option<Metric>,
    /// The language [default: the locale's]
    #[arg(long, required = false, value_parser = one_of::<Lang>(Lang::ALL.map(Lang::name)))]
    pub lang: Lang,
    /// The colours
    #[arg(long, required = false, value_name = "NAME", value_parser = one_of::<Palette>(Palette::ALL.map(Palette::name)))]
    pub theme: Palette,
    /// Whether to use colours
    #[arg(long, required = false, value_name = "WHEN", value_parser = one_of::<Colors>(Colors::ALL.map(Colors::name)))]
    pub color: Colors,
    /// Draw with plain characters alone
    #[arg(long, required = false, num_args = 0, default_missing_value = "true", action = ArgAction::Set)]
    pub ascii: bool,
    /// Whether the mouse is for the game; if not, the terminal keeps it.
    #[arg(long = "no-mouse", help = "Leave the mouse to the terminal")]
    #[arg(required = false, num_args = 0, default_missing_value = "false", action = ArgAction::Set)]
    pub mouse: bool,
    /// Whether anything moves by itself: a solution begins to play at once.
    #[arg(long = "no-anim", help = "Let nothing move by itself")]
    #[arg(required = false, num_args = 0, default_missing_value = "false", action = ArgAction::Set)]
    pub animation: bool,
    /// When the solver's figures are shown.
    #[arg(skip)]
    pub show: Show,
    /// What one plays against.
    #[arg(skip)]
    pub ghost: Ghost,
    /// Whether the clock is shown.
    #[arg(skip)]
    pub clock: bool,
    /// Whether a direction moves the blank of a number puzzle and not a tile.
    #[arg(skip)]
    pub move_blank: bool,
    /// Seconds for which a scramble may be looked at before the clock starts by itself; 0 for no end.
    #[arg(skip)]
    pub inspection: u64,
    /// The keys that take the place of the usual ones.
    #[arg(skip)]
    pub keys: Changes,
}

impl Default for Settings {
    /// The game as it is when nobody has chosen anything.
    fn default() -> Settings {
        Settings {
            metric: None,
            lang: Lang::default(),
            theme: Palette::default(),
            color: Colors::default(),
            ascii: false,
            mouse: true,
            animation: true,
            show: Show::default(),
            ghost: Ghost::default(),
            clock: true,
            move_blank: false,
            inspection: 0,
            keys: Changes::new(),
        }
    }
}

/// Reads an argument that is one of these words as the file does, and lists them all in the help.
pub fn one_of<T: DeserializeOwned + Clone + Send + Sync + 'static>(
    words: impl Into<PossibleValuesParser>,
) -> impl TypedValueParser<Value = T> {
    words.into().map(|word| {
        let word: StringDeserializer<Error> = word.into_deserializer();
        T::deserialize(word).expect("the parser lets no other word pass")
    })
}

/// A set of colours by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

    /// Its name in the file and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Palette::Dark => "dark",
            Palette::Light => "light",
            Palette::ColorBlind => "color-blind",
            Palette::Mono => "mono",
        }
    }

    /// The next one, round and round.
    #[must_use]
    pub fn next(self) -> Palette {
        // The variants stand in the order of `ALL`, so that the number of a variant is its place there.
        Palette::ALL[(self as usize + 1) % Palette::ALL.len()]
    }
}

/// Whether to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colors {
    /// As many as the environment promises.
    #[default]
    Auto,
    /// Sixteen at least, whatever the environment says.
    Always,
    /// None.
    Never,
}

impl Colors {
    /// All of them.
    pub const ALL: [Colors; 3] = [Colors::Auto, Colors::Always, Colors::Never];

    /// Its name in the file and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Colors::Auto => "auto",
            Colors::Always => "always",
            Colors::Never => "never",
        }
    }
}

/// When the figures that the solver has found are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Show {
    /// All the time.
    #[default]
    Always,
    /// When the puzzle is solved.
    End,
    /// Not at all.
    Never,
}

/// What one plays against, and whether it is where it was after as many moves or after as much time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ghost {
    /// Nothing.
    #[default]
    Off,
    /// The own best game, step for step.
    Best,
    /// The own best game, second for second.
    BestTime,
    /// The optimal line, step for step.
    Optimal,
    /// The optimal line, a move a second.
    OptimalTime,
}

impl Ghost {
    /// All of them, in the order in which a key goes through them.
    pub const ALL: [Ghost; 5] =
        [Ghost::Off, Ghost::Best, Ghost::BestTime, Ghost::Optimal, Ghost::OptimalTime];

    /// Its name in the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ghost::Off => "off",
            Ghost::Best => "best",
            Ghost::BestTime => "best-time",
            Ghost::Optimal => "optimal",
            Ghost::OptimalTime => "optimal-time",
        }
    }

    /// The next one, round and round.
    #[must_use]
    pub fn next(self) -> Ghost {
        // The variants stand in the order of `ALL`, so that the number of a variant is its place there.
        Ghost::ALL[(self as usize + 1) % Ghost::ALL.len()]
    }

    /// Whether it goes by the clock.
    #[must_use]
    pub fn is_timed(self) -> bool {
        matches!(self, Ghost::BestTime | Ghost::OptimalTime)
    }

    /// Whether it is the optimal line, which is help.
    #[must_use]
    pub fn is_optimal(self) -> bool {
        matches!(self, Ghost::Optimal | Ghost::OptimalTime)
    }
}

impl Settings {
    /// How long a scramble may be looked at before the clock starts by itself, if not for ever.
    #[must_use]
    pub fn inspection(&self) -> Option<Duration> {
        (self.inspection > 0).then(|| Duration::from_secs(self.inspection))
    }
}
