//! What one goes through, puzzle by puzzle: the list, the first steps, the journey, or boards without end.

use crate::library;
use crate::notation::Text;
use crate::text::{Lang, Phrase};

/// What one goes through, puzzle by puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Course {
    /// The list itself, one collection after the other.
    #[default]
    List,
    /// The puzzles that teach.
    FirstSteps,
    /// The puzzles of the journey.
    Journey,
    /// Boards of this level of difficulty, made one after the other.
    Random(u8),
}

/// What stands before the level in the word for random boards.
const RANDOM: &str = "random-";

impl Course {
    /// The word that is kept with a game.
    pub fn name(self) -> String {
        match self {
            Course::List => "list".to_owned(),
            Course::FirstSteps => "first-steps".to_owned(),
            Course::Journey => "journey".to_owned(),
            Course::Random(level) => format!("{RANDOM}{level}"),
        }
    }

    /// The course that the word stands for; the list, if it stands for nothing.
    pub fn named(word: &str) -> Course {
        let level = word.strip_prefix(RANDOM).and_then(|level| level.parse().ok());
        match (word, level) {
            ("first-steps", _) => Course::FirstSteps,
            ("journey", _) => Course::Journey,
            (_, Some(level @ 1..=5)) => Course::Random(level),
            _ => Course::List,
        }
    }

    /// The built-in puzzles that it leads through, by their ids.
    pub(crate) fn ids(self) -> Vec<&'static str> {
        match self {
            Course::FirstSteps => library::first_steps().collect(),
            Course::Journey => library::journey().collect(),
            Course::List | Course::Random(_) => Vec::new(),
        }
    }

    /// What it is called, if its puzzles are no collection of the list.
    pub(crate) fn title(self) -> Option<Text> {
        let words = |lang| Phrase::Journey.words(lang).to_owned();
        (self == Course::Journey).then(|| Text { en: words(Lang::En), zh: Some(words(Lang::Zh)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_course_is_known_by_its_word() {
        let all = [Course::List, Course::FirstSteps, Course::Journey, Course::Random(3)];
        assert!(all.iter().all(|course| Course::named(&course.name()) == *course));
        for word in ["", "elsewhere", "random-", "random-0", "random-6"] {
            assert_eq!(Course::named(word), Course::List, "{word}");
        }
    }
}
