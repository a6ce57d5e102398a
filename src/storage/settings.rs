//! The settings: what there is to choose, in the file as among the arguments, and what is usual.
//!
//! Another setting is a field of [`Settings`], its usual value, and a row of [`TABLE`]; the file, the screen, `huarong settings` and the
//! tests of the pages take all they know of it from there. Then it only has to be obeyed.

use super::palette::Palette;
use crate::puzzle::Metric;
use crate::text::{Lang, Words};
use clap::ArgAction;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::de::value::{Error, StrDeserializer, StringDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// By scope and by action: the keys that take the place of the usual ones.
pub type Changes = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// A setting, for all who show, read or write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Its key in the file.
    pub name: &'static str,
    /// What it is called.
    pub title: Words,
    /// What it is for, in a sentence.
    pub about: Words,
    /// What it can be.
    pub values: Values,
}

/// What a setting can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these words of the file, each with what it is called.
    Words(&'static [(&'static str, Words)]),
    /// On or off.
    Switch,
    /// So many seconds; none is called so.
    Seconds(Words),
    /// Keys of actions, which only the file changes.
    Keys,
}

/// Every setting there is, in the order in which they are shown.
pub const TABLE: [Setting; 13] = [
    Setting {
        name: "lang",
        title: Words::new("language", "语言"),
        about: Words::new("The language of the game.", "游戏使用的语言。"),
        values: Values::Words(&[
            ("en", Words::new("English", "English")),
            ("zh", Words::new("中文", "中文")),
        ]),
    },
    Setting {
        name: "theme",
        title: Words::new("theme", "主题"),
        about: Words::new(
            "The colours: for a dark ground, a light one, colour-blind eyes, or none.",
            "配色：深色背景、浅色背景、色盲友好，或不用颜色。",
        ),
        values: Values::Words(Palette::WORDS),
    },
    Setting {
        name: "color",
        title: Words::new("colours", "颜色"),
        about: Words::new(
            "Whether there are colours: as the terminal promises, always, or never.",
            "是否使用颜色：由终端决定、总是使用，或从不使用。",
        ),
        values: Values::Words(&[
            ("auto", Words::new("auto", "自动")),
            ("always", Words::new("always", "总是")),
            ("never", Words::new("never", "从不")),
        ]),
    },
    Setting {
        name: "ascii",
        title: Words::new("plain characters", "普通字符"),
        about: Words::new(
            "Draw with plain characters alone, for fonts without lines and arrows.",
            "只用普通字符绘制，适合没有框线和箭头的字体。",
        ),
        values: Values::Switch,
    },
    Setting {
        name: "mouse",
        title: Words::new("mouse", "鼠标"),
        about: Words::new(
            "Whether the mouse plays; if not, the terminal has it, to select text.",
            "是否用鼠标来玩；关闭后可照常用鼠标选取终端文字。",
        ),
        values: Values::Switch,
    },
    Setting {
        name: "animation",
        title: Words::new("animation", "动画"),
        about: Words::new(
            "Whether pieces are seen to slide, and solutions begin to play by themselves.",
            "是否显示滑动过程，并自动播放解法。",
        ),
        values: Values::Switch,
    },
    Setting {
        name: "metric",
        title: Words::new("moves", "计步方式"),
        about: Words::new(
            "What counts as one move: a cell, a straight slide, or a piece's whole way.",
            "怎样算一步：走一格、直移一次，或同一块连续走完；也可按各题的规定。",
        ),
        values: Values::Words(&[
            (OWN, Words::new("the puzzle's own", "按题目")),
            ("step", Words::new("steps", "按格")),
            ("slide", Words::new("slides", "按直移")),
            ("move", Words::new("moves", "按步")),
        ]),
    },
    Setting {
        name: "show",
        title: Words::new("solver's figures", "求解信息"),
        about: Words::new(
            "When the solver's figures and the map are shown.",
            "何时显示求解信息和地图。",
        ),
        values: Values::Words(&[
            ("untimed", Words::new("except timed", "计时中除外")),
            ("always", Words::new("always", "始终")),
            ("end", Words::new("at the end", "解开后")),
            ("never", Words::new("never", "从不")),
        ]),
    },
    Setting {
        name: "ghost",
        title: Words::new("ghost", "影子"),
        about: Words::new(
            "What plays beside you: your best game, or the optimal line, which is a hint.",
            "与自己的最佳成绩或最优解同步对照；最优解算一次提示。",
        ),
        values: Values::Words(&[
            ("off", Words::new("off", "关")),
            ("best", Words::new("best, by moves", "最佳，按步数")),
            ("best-time", Words::new("best, by time", "最佳，按时间")),
            ("optimal", Words::new("optimal, by moves", "最优，按步数")),
            ("optimal-time", Words::new("optimal, by time", "最优，按时间")),
        ]),
    },
    Setting {
        name: "clock",
        title: Words::new("clock", "时钟"),
        about: Words::new("Whether the clock is shown.", "是否显示用时。"),
        values: Values::Switch,
    },
    Setting {
        name: "move-blank",
        title: Words::new("steer the blank", "移动空格"),
        about: Words::new(
            "Whether a direction moves the blank of a number puzzle, and not a tile.",
            "数字题中，方向键移动的是空格，而不是数字。",
        ),
        values: Values::Switch,
    },
    Setting {
        name: "inspection",
        title: Words::new("inspection", "观察时间"),
        about: Words::new(
            "Seconds to look at a scramble before its clock starts; 0: no end.",
            "打乱题可先观察几秒再开始计时；0 为不限。",
        ),
        values: Values::Seconds(Words::new("no end", "不限")),
    },
    Setting {
        name: "keys",
        title: Words::new("keys", "按键"),
        about: Words::new(
            "Keys are changed in settings.toml, under [keys.play] and so on; `huarong keys` lists them.",
            "按键在 settings.toml 的 [keys.play] 等处修改；huarong keys 列出全部按键。",
        ),
        values: Values::Keys,
    },
];

/// What the file calls the metric that every puzzle has itself.
const OWN: &str = "own";

/// The words that a setting can be in the file: none, if it is something else than a word.
pub(crate) fn words_of(name: &str) -> Vec<&'static str> {
    let found = TABLE.iter().find(|setting| setting.name == name);
    match found.map(|setting| setting.values) {
        Some(Values::Words(words)) => words.iter().map(|(word, _)| *word).collect(),
        _ => Vec::new(),
    }
}

/// How the game looks and behaves. Each field is a key of the player's file; one that is also an argument says so, and the
/// first line of its doc is that argument's help.
///
/// ```toml
/// metric = "step"          # own, step, slide or move
/// lang = "zh"              # en or zh
/// theme = "light"          # dark, light, color-blind or mono
/// color = "auto"           # auto, always or never
/// ascii = false            # plain characters alone
/// mouse = true
/// animation = true
/// show = "end"             # the solver's figures: always, untimed, end or never
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
    /// What counts as one move [default: by the settings, else the puzzle's own]
    #[arg(long, value_parser = one_of::<Metric>(Metric::ALL.map(Metric::name)))]
    #[serde(with = "own_or")]
    pub metric: Option<Metric>,
    /// The language [default: by the settings, else the locale's]
    #[arg(long, required = false, value_parser = one_of::<Lang>(words_of("lang")))]
    pub lang: Lang,
    /// The colours
    #[arg(long, required = false, value_name = "NAME", value_parser = one_of::<Palette>(words_of("theme")))]
    pub theme: Palette,
    /// Whether to use colours
    #[arg(long, required = false, value_name = "WHEN", value_parser = one_of::<Colors>(words_of("color")))]
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

/// The metric in the file, where there is a word for none.
mod own_or {
    use super::{Metric, OWN};
    use serde::de::IntoDeserializer;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        metric: &Option<Metric>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match metric {
            Some(metric) => metric.serialize(to),
            None => to.serialize_str(OWN),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Metric>, D::Error> {
        let word = String::deserialize(from)?;
        let metric = (word != OWN).then(|| Metric::deserialize(word.into_deserializer()));
        metric.transpose()
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

/// When the figures that the solver has found are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Show {
    /// All the time, but of a scramble when it is solved: against the clock nobody is told how it stands.
    #[default]
    Untimed,
    /// All the time.
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

    /// The next one, round and round.
    pub fn next(self) -> Ghost {
        // The variants stand in the order of `ALL`, so that the number of a variant is its place there.
        Ghost::ALL[(self as usize + 1) % Ghost::ALL.len()]
    }

    /// Whether it goes by the clock.
    pub fn is_timed(self) -> bool {
        matches!(self, Ghost::BestTime | Ghost::OptimalTime)
    }

    /// Whether it is the optimal line, which is help.
    pub fn is_optimal(self) -> bool {
        matches!(self, Ghost::Optimal | Ghost::OptimalTime)
    }
}

impl Show {
    /// What the file calls so.
    pub(crate) fn named(word: &str) -> Option<Show> {
        let word: StrDeserializer<'_, Error> = word.into_deserializer();
        Show::deserialize(word).ok()
    }
}

impl Settings {
    /// How long a scramble may be looked at before the clock starts by itself, if not for ever.
    pub fn inspection(&self) -> Option<Duration> {
        (self.inspection > 0).then(|| Duration::from_secs(self.inspection))
    }
}
