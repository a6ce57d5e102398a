//! What a text holds once it is read: puzzles with their names, sources and claimed optima.

use crate::puzzle::{Metric, Path, Puzzle};
use std::collections::BTreeMap;
use std::fmt;

/// A text that a person reads, in English and perhaps in Chinese.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    /// English, or the only one there is.
    pub en: String,
    /// Chinese.
    pub zh: Option<String>,
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text { en: text.to_owned(), zh: None }
    }
}

/// What a text claims about the fewest moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The fewest moves are this many.
    Moves(u32),
    /// There is no solution.
    Unsolvable,
    /// Nobody knows the fewest moves: they are between these two, and fewer than the second if there are fewer.
    Open {
        /// Fewer moves are proven not to be enough.
        least: u32,
        /// As many moves as the best known solution has.
        most: u32,
    },
}

/// Prints as packs write it: the number, -1 for unsolvable, or the two bounds in brackets.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Moves(moves) => write!(f, "{moves}"),
            Claim::Unsolvable => write!(f, "-1"),
            Claim::Open { least, most } => write!(f, "[{least}, {most}]"),
        }
    }
}

/// The claims of one puzzle, one for each metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Claims([Option<Claim>; 3]);

impl Claims {
    /// What is claimed in `metric`.
    #[must_use]
    pub fn get(&self, metric: Metric) -> Option<Claim> {
        self.0[metric as usize]
    }

    /// Puts a claim in its place.
    pub fn set(&mut self, metric: Metric, claim: Claim) {
        self.0[metric as usize] = Some(claim);
    }

    /// All claims there are, finest metric first.
    pub fn iter(&self) -> impl Iterator<Item = (Metric, Claim)> + use<> {
        let claims = *self;
        Metric::ALL.into_iter().filter_map(move |metric| Some((metric, claims.get(metric)?)))
    }
}

/// One puzzle and what its text says about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// How the command line names it: letters, digits and `-`; empty if the text gives none.
    pub id: String,
    /// Its name; empty if the text gives none.
    pub name: Text,
    /// A sentence for those who play it; an action in braces, as in `{undo}`, stands for its key.
    pub about: Option<Text>,
    /// Who made it.
    pub author: Option<String>,
    /// Where it is from.
    pub source: Option<String>,
    /// The metric that play counts in, if the text says so.
    pub metric: Option<Metric>,
    /// What pieces show when there is room, by the piece's name.
    pub labels: BTreeMap<String, String>,
    /// Claimed optima.
    pub claims: Claims,
    /// A solution from the start, where the text gives one: the best that is known of a puzzle whose fewest moves nobody knows.
    pub solution: Option<Path>,
    /// How hard it is claimed to be, as `solver::difficulty` measures it.
    pub difficulty: Option<u32>,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl Entry {
    /// A puzzle of which nothing else is known.
    #[must_use]
    pub fn of(puzzle: Puzzle) -> Entry {
        Entry {
            id: String::new(),
            name: Text::default(),
            about: None,
            author: None,
            source: None,
            metric: None,
            labels: BTreeMap::new(),
            claims: Claims::default(),
            solution: None,
            difficulty: None,
            puzzle,
        }
    }

    /// The metric that play counts in: the text's, or the one usual for the family.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric.unwrap_or(self.puzzle.default_metric())
    }
}

/// The puzzles of one text, in its order; at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pack {
    /// What the pack calls itself; empty if it does not.
    pub title: Text,
    /// The puzzles.
    pub entries: Vec<Entry>,
}
