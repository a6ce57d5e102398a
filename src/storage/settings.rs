//! The player's settings: a file in TOML that the player writes. The game reads it, and writes into it what was chosen by a
//! key in play, leaving all else as it stands.

use crate::notation::nearest;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Table};
use toml_edit::{DocumentMut, Item, value};

/// The keys of the file.
const KEYS: [&str; 13] = [
    "lang",
    "theme",
    "color",
    "ascii",
    "mouse",
    "animation",
    "metric",
    "show",
    "ghost",
    "clock",
    "move-blank",
    "inspection",
    "keys",
];

/// When the figures that the solver has found are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
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

/// What the file says; what it does not say is as usual.
///
/// ```toml
/// lang = "zh"              # en or zh
/// theme = "light"          # dark, light, color-blind or mono
/// color = "auto"           # auto, always or never
/// ascii = false            # plain characters alone
/// mouse = true
/// animation = true
/// metric = "step"          # step, slide or move
/// show = "end"             # the solver's figures: always, end or never
/// ghost = "best-time"      # beside you: off, best, best-time, optimal or optimal-time
/// clock = true
/// move-blank = false       # in number puzzles a direction moves the blank
/// inspection = 15          # seconds to look at a scramble before the clock starts by itself; 0: as long as you like
///
/// [keys.play]
/// undo = ["u", "Backspace"]
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// `en` or `zh`.
    pub lang: Option<String>,
    /// The name of a palette.
    pub theme: Option<String>,
    /// `auto`, `always` or `never`.
    pub color: Option<String>,
    /// Whether only plain characters are drawn.
    pub ascii: Option<bool>,
    /// Whether the mouse is for the game.
    pub mouse: Option<bool>,
    /// Whether anything moves by itself.
    pub animation: Option<bool>,
    /// What counts as one move.
    pub metric: Option<String>,
    /// When the solver's figures are shown.
    pub show: Show,
    /// What one plays against.
    pub ghost: Ghost,
    /// Whether the clock is shown.
    pub clock: Option<bool>,
    /// Whether a direction moves the blank of a number puzzle and not a tile.
    pub move_blank: bool,
    /// Seconds for which a scramble may be looked at before the clock starts by itself; 0 for no end.
    pub inspection: Option<u64>,
    /// By scope and by action: the keys that take the place of the usual ones.
    pub keys: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

impl Show {
    /// Its name in the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Show::Always => "always",
            Show::End => "end",
            Show::Never => "never",
        }
    }
}

/// What was chosen in play, in the words of the file; what is not said was not touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// The language.
    pub lang: Option<&'static str>,
    /// The name of a palette.
    pub theme: Option<&'static str>,
    /// When the solver's figures are shown.
    pub show: Option<&'static str>,
    /// What one plays against.
    pub ghost: Option<&'static str>,
}

impl Choices {
    /// `text`, which a settings file has, with these choices: nothing else in it is other than before.
    ///
    /// # Errors
    /// Why `text` is no such file, in one line.
    pub(crate) fn put_into(self, text: &str) -> Result<String, String> {
        Settings::of_text(text)?;
        let file = text.parse::<DocumentMut>();
        let mut file = file.map_err(|error| error.message().to_owned())?;
        let all = [
            ("lang", self.lang),
            ("theme", self.theme),
            ("show", self.show),
            ("ghost", self.ghost),
        ];
        for (key, word) in all {
            let Some(word) = word else { continue };
            let mut new = value(word);
            // The comment behind the old word stays behind the new one.
            let old = file.get(key).and_then(Item::as_value);
            if let (Some(old), Some(new)) = (old, new.as_value_mut()) {
                *new.decor_mut() = old.decor().clone();
            }
            file[key] = new;
        }
        Ok(file.to_string())
    }
}

impl Settings {
    /// What the file's text says, and what in it means nothing, each in one line: the rest holds nevertheless.
    ///
    /// # Errors
    /// Where it is no such file, and why, in one line.
    pub(crate) fn of_text(text: &str) -> Result<(Settings, Vec<String>), String> {
        let not_toml = |error: toml::de::Error| {
            let at = error.span().map_or(0, |span| span.start);
            format!("line {}: {}", line_of(text, at), one_line(error.message()))
        };
        let mut table: Table = toml::from_str(text).map_err(not_toml)?;
        let places = DeTable::parse(text).map_err(not_toml)?;
        let mut keys: Vec<(usize, String)> = places
            .get_ref()
            .iter()
            .map(|(key, _)| key)
            .map(|key| (key.span().start, key.get_ref().to_string()))
            .collect();
        keys.sort();
        let scopes = places.get_ref().get("keys").map(Spanned::get_ref);
        let held = table.get_mut("keys").and_then(toml::Value::as_table_mut);
        let scopes = scopes.and_then(DeValue::as_table).zip(held);
        let mut odd = scopes.map_or_else(Vec::new, |(scopes, held)| prune(scopes, held));
        for (at, key) in keys {
            let value = table.get(&key).cloned();
            if let Some(why) = value.and_then(|value| why_not(&key, value)) {
                odd.push((at, why));
                table.remove(&key);
            }
        }
        let settings = table.try_into().map_err(not_toml)?;
        odd.sort();
        let line = |(at, why): (usize, String)| format!("line {}: {why}", line_of(text, at));
        let odd = odd.into_iter().map(line).collect();
        Ok((settings, odd))
    }
}

/// Takes from the keys of the actions, scope by scope, whatever means nothing; where that is, and why. `scopes` tells the places.
fn prune(scopes: &DeTable<'_>, held: &mut Table) -> Vec<(usize, String)> {
    let mut odd = Vec::new();
    for (scope, actions) in scopes {
        let name = scope.get_ref().as_ref();
        let (Some(actions), Some(toml::Value::Table(keys))) =
            (actions.get_ref().as_table(), held.get_mut(name))
        else {
            let why = format!("keys: {name:?} is no table of actions");
            odd.push((scope.span().start, why));
            held.remove(name);
            continue;
        };
        for action in actions.keys() {
            let word = action.get_ref().as_ref();
            let read = keys.get(word).cloned().map(toml::Value::try_into);
            if let Some(Err(error)) = read.map(|read: Result<Vec<String>, _>| read) {
                let why = one_line(error.message());
                odd.push((action.span().start, format!("keys: {word:?}: {why}")));
                keys.remove(word);
            }
        }
    }
    odd
}

/// What is wrong with a key of the file and its value, if anything is.
fn why_not(key: &str, value: toml::Value) -> Option<String> {
    if !KEYS.contains(&key) {
        return Some(no_such("key", key, &KEYS));
    }
    let alone = Table::from_iter([(key.to_owned(), value)]);
    let why = alone.try_into::<Settings>().err()?;
    Some(format!("{key}: {}", one_line(why.message())))
}

/// That there is no `what` called `word`, and which of `known` may have been meant.
#[must_use]
pub fn no_such(what: &str, word: &str, known: &[&str]) -> String {
    let meant = nearest(word, known).map(|near| format!(" (did you mean {near:?}?)"));
    format!("there is no {what} {word:?}{}", meant.unwrap_or_default())
}

fn line_of(text: &str, at: usize) -> usize {
    let before = &text.as_bytes()[..at.min(text.len())];
    before.iter().filter(|&&byte| byte == b'\n').count() + 1
}

fn one_line(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_said_is_as_usual() {
        assert_eq!(Settings::of_text(""), Ok((Settings::default(), vec![])));
        let text = "show = \"end\"\nmove-blank = true\n[keys.play]\nundo = [\"u\"]\n";
        let (settings, odd) = Settings::of_text(text).unwrap();
        assert!(odd.is_empty(), "{odd:?}");
        assert_eq!((settings.show, settings.move_blank), (Show::End, true));
        assert_eq!(settings.keys["play"]["undo"], ["u"]);
    }

    #[test]
    fn choices_are_written_and_all_else_stays() {
        let choices = Choices { lang: Some("zh"), show: Some("end"), ..Choices::default() };
        assert_eq!(choices.put_into("").unwrap(), "lang = \"zh\"\nshow = \"end\"\n");
        let text = "# mine\nlang = 'en' # as at home\n\nclock = false\n\n[keys.play]\n# two\nundo = [\"u\"]\n";
        assert_eq!(
            choices.put_into(text).unwrap(),
            "# mine\nlang = \"zh\" # as at home\n\nclock = false\nshow = \"end\"\n\n[keys.play]\n# two\nundo = [\"u\"]\n"
        );
        assert_eq!(Choices::default().put_into(text).as_deref(), Ok(text));
        assert!(choices.put_into("lang = ").unwrap_err().starts_with("line 1: "));
    }

    #[test]
    fn every_key_is_known() {
        let text = "lang = \"zh\"\ntheme = \"mono\"\ncolor = \"never\"\nascii = true\nmouse = false\n\
                animation = false\nmetric = \"slide\"\nshow = \"end\"\nghost = \"best-time\"\nclock = false\nmove-blank = true\n\
                inspection = 15\n\
                [keys.play]\nundo = []\n";
        let (settings, odd) = Settings::of_text(text).unwrap();
        assert!(odd.is_empty(), "{odd:?}");
        assert_eq!(text.matches(" = ").count(), KEYS.len());
        assert_eq!(settings.lang.as_deref(), Some("zh"));
        assert_eq!((settings.mouse, settings.clock), (Some(false), Some(false)));
    }

    #[test]
    fn what_means_nothing_is_named_and_the_rest_holds() {
        let text =
            "langg = \"en\"\nclock = false\nmouse = 3\n\"\\u001b[2J\" = 1\nshow = \"sometimes\"\n";
        let (settings, odd) = Settings::of_text(text).unwrap();
        assert_eq!((settings.clock, settings.mouse), (Some(false), None));
        assert_eq!(settings.show, Show::Always);
        assert_eq!(odd[0], "line 1: there is no key \"langg\" (did you mean \"lang\"?)");
        assert_eq!(odd[1], "line 3: mouse: invalid type: integer `3`, expected a boolean");
        assert_eq!(odd[2], "line 4: there is no key \"\\u{1b}[2J\"");
        assert!(odd[3].starts_with("line 5: show: unknown variant `sometimes`"), "{odd:?}");
        assert_eq!(odd.len(), 4);
    }

    #[test]
    fn a_wrong_key_of_an_action_takes_no_other_with_it() {
        let text = "keys.map = 3\n[keys.play]\nhint = [\"u\"]\nundo = \"zz\"\nfoo = [\"a\"]\n";
        let (settings, odd) = Settings::of_text(text).unwrap();
        let play = BTreeMap::from([
            ("foo".to_owned(), vec!["a".to_owned()]),
            ("hint".to_owned(), vec!["u".to_owned()]),
        ]);
        assert_eq!(settings.keys, BTreeMap::from([("play".to_owned(), play)]));
        assert_eq!(
            odd,
            [
                "line 1: keys: \"map\" is no table of actions",
                "line 4: keys: \"undo\": invalid type: string \"zz\", expected a sequence",
            ]
        );
    }

    #[test]
    fn the_line_of_a_fault_is_named() {
        let error = |text| Settings::of_text(text).unwrap_err();
        assert!(error("\n\nclock = maybe").starts_with("line 3: "));
        assert!(!error("[[[").contains('\n'));
    }
}
