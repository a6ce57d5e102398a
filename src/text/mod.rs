//! Every sentence that a person reads in the game, a column a language.

#[macro_use]
mod table;
mod faults;
mod lookup_error;
mod phrase;
mod spoken;

use crate::puzzle::{Direction, Metric};
pub use faults::{fault, problem_of};
pub use lookup_error::{lookup_error, system, system_said};
pub use phrase::Phrase;
use serde::{Deserialize, Serialize};
pub use spoken::Spoken;
use std::time::Duration;

/// A language of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Lang {
    /// All of them.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Zh];

    /// The language called `en` or `zh`.
    pub fn named(name: &str) -> Option<Lang> {
        match name {
            "en" => Some(Lang::En),
            "zh" => Some(Lang::Zh),
            _ => None,
        }
    }

    /// The language of a locale such as `zh_CN.UTF-8`: Chinese for every `zh`, else English.
    pub fn of_locale(locale: &str) -> Lang {
        if locale.starts_with("zh") { Lang::Zh } else { Lang::En }
    }

    /// The other one.
    pub fn other(self) -> Lang {
        match self {
            Lang::En => Lang::Zh,
            Lang::Zh => Lang::En,
        }
    }

    /// Of two wordings the one in this language.
    pub fn pick<T>(self, en: T, zh: T) -> T {
        match self {
            Lang::En => en,
            Lang::Zh => zh,
        }
    }
}

/// A word or a sentence that stands in a file, in every language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Words(#[serde(borrow)] [&'static str; Lang::ALL.len()]);

impl Words {
    /// English and Chinese.
    pub const fn new(en: &'static str, zh: &'static str) -> Words {
        Words([en, zh])
    }

    /// The words in `lang`.
    pub const fn words(self, lang: Lang) -> &'static str {
        // The columns stand in the order of `Lang::ALL`, which is that of the variants.
        self.0[lang as usize]
    }

    /// Whether no language is left out.
    pub fn is_whole(self) -> bool {
        self.0.iter().all(|words| !words.is_empty())
    }
}

/// What is counted in a metric: steps, slides or moves.
pub const fn counted(metric: Metric) -> Phrase {
    match metric {
        Metric::Step => Phrase::Steps,
        Metric::Slide => Phrase::Slides,
        Metric::Move => Phrase::Moves,
    }
}

/// By what moves are counted in a metric.
pub const fn counted_by(metric: Metric) -> Phrase {
    match metric {
        Metric::Step => Phrase::BySteps,
        Metric::Slide => Phrase::BySlides,
        Metric::Move => Phrase::ByMoves,
    }
}

/// So many steps, slides or moves, in words.
pub fn amount(lang: Lang, number: usize, metric: Metric) -> String {
    let (one, many) = match metric {
        Metric::Step => (Phrase::OneStep, Phrase::ManySteps),
        Metric::Slide => (Phrase::OneSlide, Phrase::ManySlides),
        Metric::Move => (Phrase::OneMove, Phrase::ManyMoves),
    };
    let phrase = if number == 1 { one } else { many };
    phrase.with(lang, &[&number.to_string()])
}

/// The name in Latin letters of a label that pieces of 华容道 bear.
pub fn latin(label: &str) -> Option<&'static str> {
    let names = [
        ("曹操", "Cao Cao"),
        ("关羽", "Guan Yu"),
        ("张飞", "Zhang Fei"),
        ("赵云", "Zhao Yun"),
        ("马超", "Ma Chao"),
        ("黄忠", "Huang Zhong"),
        ("卒", "soldier"),
    ];
    names.into_iter().find(|(chinese, _)| *chinese == label).map(|(_, latin)| latin)
}

/// A text with each `{}` replaced by the next of `parts`.
fn filled(text: &str, parts: &[impl AsRef<str>]) -> String {
    // The text is split once: a part that holds `{}` itself, such as a file's name, must not be filled again.
    let mut pieces = text.split("{}");
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for (i, piece) in pieces.enumerate() {
        let part = parts.get(i).map_or("", AsRef::as_ref);
        // Chinese has blanks round what is not Chinese, and none round a Chinese name.
        if whole.ends_with(' ')
            && whole.trim_end().ends_with(is_chinese)
            && part.starts_with(is_chinese)
        {
            whole.pop();
        }
        whole.push_str(part);
        let rest = piece.strip_prefix(' ').filter(|rest| rest.starts_with(is_chinese));
        whole.push_str(rest.filter(|_| part.ends_with(is_chinese)).unwrap_or(piece));
    }
    whole
}

fn is_chinese(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

/// An arrow, or a letter where only plain characters may be drawn.
pub const fn arrow(direction: Direction, ascii: bool) -> char {
    if ascii {
        return direction.letter();
    }
    match direction {
        Direction::Up => '↑',
        Direction::Down => '↓',
        Direction::Left => '←',
        Direction::Right => '→',
    }
}

/// A whole number with its digits in groups of three: `12 345 678`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

/// A time as `mm:ss`, or `h:mm:ss` from an hour on.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes:02}:{seconds:02}")
    }
}

/// A difference with its sign and words: `-1` is good, `+1` is away.
pub fn verdict(lang: Lang, change: i64, ascii: bool) -> String {
    let by = change.unsigned_abs().to_string();
    match (change, ascii) {
        (0, _) => Phrase::Same.words(lang).to_owned(),
        (-1, false) => Phrase::Closer.words(lang).to_owned(),
        (-1, true) => Phrase::CloserAscii.words(lang).to_owned(),
        // Only the minus sign U+2212 needs a plain form; the plus sign is plain as it is.
        (1, _) => Phrase::Away.words(lang).to_owned(),
        (2.., _) => Phrase::AwayBy.with(lang, &[&by]),
        (_, false) => Phrase::CloserBy.with(lang, &[&by]),
        (_, true) => Phrase::CloserByAscii.with(lang, &[&by]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_take_the_same_parts() {
        let phrases = Phrase::ALL.iter().map(|p| Lang::ALL.map(|lang| p.words(lang)));
        let spoken = Spoken::ALL.iter().map(|s| Lang::ALL.map(|lang| s.words(lang)));
        for [en, zh] in phrases.chain(spoken) {
            assert_eq!(en.matches("{}").count(), zh.matches("{}").count(), "{en}");
            assert!(!zh.is_empty(), "{en}");
        }
    }

    #[test]
    fn parts_go_where_the_holes_are() {
        let words = Phrase::SolvedWith.with(Lang::En, &["130 steps", "116"]);
        assert_eq!(words, "Solved in 130 steps; the fewest are 116. {review} reviews.");
        let order = Phrase::AimNumbers.with(Lang::Zh, &["1", "15"]);
        assert_eq!(order, "把 1 到 15 按顺序排好");
    }

    #[test]
    fn numbers_times_and_verdicts_read_well() {
        assert_eq!(grouped(1_234_567), "1 234 567");
        assert_eq!(amount(Lang::En, 1, Metric::Slide), "1 slide");
        assert_eq!(amount(Lang::En, 0, Metric::Move), "0 moves");
        assert_eq!(amount(Lang::Zh, 58, Metric::Step), "58 步");
        assert_eq!(grouped(12), "12");
        assert_eq!(clock(Duration::from_secs(3_725)), "1:02:05");
        assert_eq!(clock(Duration::from_secs(84)), "01:24");
        assert_eq!(verdict(Lang::En, -1, false), "−1 good");
        assert_eq!(verdict(Lang::En, 3, false), "+3 away");
        assert_eq!(verdict(Lang::Zh, -2, true), "-2 好棋");
    }
}
