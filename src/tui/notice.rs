//! Something said in the footer: a sentence with its parts, in whichever language the screen has by then.

use crate::puzzle::{Fault, Metric};
use crate::text::{Lang, Phrase, amount, fault, harmless};

/// How something is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// As it is.
    Plain,
    /// Gladly.
    Good,
    /// As a warning.
    Bad,
}

/// Something said in the footer until the next key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    phrase: Phrase,
    parts: Vec<Part>,
    /// How it is said.
    pub tone: Tone,
}

/// What goes into a notice's phrase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// As it is.
    Text(String),
    /// In the language of the screen.
    Phrase(Phrase),
    /// So many moves, as the metric counts them.
    Amount(usize, Metric),
    /// Why a drawing is no puzzle.
    Fault(Fault),
    /// Another sentence.
    Said(Box<Notice>),
}

impl Notice {
    /// A sentence with these parts.
    #[must_use]
    pub fn new(phrase: Phrase, parts: Vec<Part>, tone: Tone) -> Notice {
        Notice { phrase, parts, tone }
    }

    /// The sentence in `lang`.
    #[must_use]
    pub fn words(&self, lang: Lang) -> String {
        let word = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Phrase(phrase) => phrase.words(lang).to_owned(),
            Part::Amount(number, metric) => amount(lang, *number, *metric),
            Part::Fault(wrong) => fault(lang, wrong),
            Part::Said(notice) => notice.words(lang),
        };
        let parts: Vec<String> = self.parts.iter().map(word).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        harmless(&self.phrase.with(lang, &parts))
    }
}
