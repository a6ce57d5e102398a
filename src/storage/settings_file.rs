//! The settings file: TOML that the player writes. The game reads it, and writes into it what was chosen by a key in play,
//! leaving all else as it stands.

use super::settings::{Changes, Colors, Palette, Settings};
use crate::notation::nearest;
use crate::puzzle::Metric;
use crate::text::Lang;
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Table};
use toml_edit::{DocumentMut, Item, Value};

impl Settings {
    /// As a file has them.
    fn table(&self) -> Table {
        Table::try_from(self).expect("settings are words, numbers and tables of them")
    }

    /// `usual` with what the file's text says in its place, and what in it means nothing, each in one line: the rest holds
    /// nevertheless. `wrong` tells what in the keys of the actions means nothing.
    ///
    /// # Errors
    /// Where it is no such file, and why, in one line.
    pub(crate) fn of_text(
        text: &str,
        usual: &Settings,
        wrong: impl Fn(&Changes) -> Vec<String>,
    ) -> Result<(Settings, Vec<String>), String> {
        let not_toml = |error: toml::de::Error| {
            let at = error.span().map_or(0, |span| span.start);
            format!("line {}: {}", line_of(text, at), one_line(error.message()))
        };
        let mut table: Table = toml::from_str(text).map_err(not_toml)?;
        // The text is parsed twice: the table above has the values, and this one tells where in the text they stand.
        let places = DeTable::parse(text).map_err(not_toml)?;
        let scopes = places.get_ref().get("keys").map(Spanned::get_ref);
        let held = table.get_mut("keys").and_then(toml::Value::as_table_mut);
        let scopes = scopes.and_then(DeValue::as_table).zip(held);
        let mut odd = scopes.map_or_else(Vec::new, |(scopes, held)| prune(scopes, held));
        // These words go before the types are read, whose error would not name the word that was meant.
        let unknown = take_unknown_words(&mut table);
        let mut settings = usual.clone();
        // Each key is read by itself, so that a bad one takes no good one with it.
        for (key, _) in places.get_ref() {
            let Some(value) = table.remove(key.get_ref().as_ref()) else { continue };
            match settings.with(key.get_ref(), value) {
                Ok(changed) => settings = changed,
                Err(why) => odd.push((key.span().start, why)),
            }
        }
        // The offset leads each pair, so that the player reads the complaints in the order of the file.
        odd.sort();
        let line = |(at, why): (usize, String)| format!("line {}: {why}", line_of(text, at));
        let mut odd: Vec<String> = odd.into_iter().map(line).collect();
        odd.extend(wrong(&settings.keys));
        odd.extend(unknown);
        Ok((settings, odd))
    }

    /// These, with a key of the file.
    ///
    /// # Errors
    /// What is wrong with the key or its value.
    fn with(&self, key: &str, value: toml::Value) -> Result<Settings, String> {
        // A file has no word for a metric that is none, so that there must be one here to be known.
        let all = Settings { metric: Some(Metric::Step), ..self.clone() }.table();
        if !all.contains_key(key) {
            let known: Vec<&str> = all.keys().map(String::as_str).collect();
            return Err(no_such("key", key, &known));
        }
        let wrong = |why: toml::de::Error| format!("{key}: {}", in_words(why.message()));
        if words_by_key().iter().any(|(worded, _)| *worded == key) {
            // Of what is no word at all it is said that it should be one.
            value.clone().try_into::<String>().map_err(wrong)?;
        }
        let mut table = self.table();
        table.insert(key.to_owned(), value);
        table.try_into::<Settings>().map_err(wrong)
    }

    /// These without what a key in play changes for this run alone: the metric, since every puzzle has its own.
    pub(crate) fn lasting(&self) -> Settings {
        Settings { metric: None, ..self.clone() }
    }

    /// `text`, which a settings file has, with what is other here than in `before`: nothing else in it changes.
    ///
    /// # Errors
    /// Why `text` is no such file, in one line.
    pub(crate) fn put_into(&self, before: &Settings, text: &str) -> Result<String, String> {
        // Only its error is of interest: a file that has become nonsense since the start must not be written.
        Settings::of_text(text, before, |_| vec![])?;
        // This parser keeps comments and blanks, which are the player's own.
        let file = text.parse::<DocumentMut>();
        let mut file = file.map_err(|error| error.message().to_owned())?;
        let (old, new) = (before.table(), self.table());
        for (key, word) in new.iter().filter(|(key, word)| old.get(*key) != Some(word)) {
            let new = word.to_string().parse::<Value>();
            let mut new = new.expect("a value is written as it is read");
            // The comment behind the old word stays behind the new one.
            if let Some(old) = file.get(key).and_then(Item::as_value) {
                *new.decor_mut() = old.decor().clone();
            }
            file[key.as_str()] = Item::Value(new);
        }
        Ok(file.to_string())
    }
}

/// The settings whose values are words that an argument knows, too, and these words.
fn words_by_key() -> [(&'static str, Vec<&'static str>); 4] {
    [
        ("lang", Lang::ALL.map(Lang::name).to_vec()),
        ("theme", Palette::ALL.map(Palette::name).to_vec()),
        ("color", Colors::ALL.map(Colors::name).to_vec()),
        ("metric", Metric::ALL.map(Metric::name).to_vec()),
    ]
}

/// Takes from the table the words that the arguments do not know either, and says so of each.
fn take_unknown_words(table: &mut Table) -> Vec<String> {
    let unknown = words_by_key().into_iter().filter_map(|(key, known)| {
        let word = table.get(key)?.as_str().filter(|word| !known.contains(word))?;
        let why = no_such(key, word, &known);
        table.remove(key);
        Some(why)
    });
    unknown.collect()
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
            let Some(value) = keys.get_mut(word) else { continue };
            // One key needs no brackets.
            if value.is_str() {
                *value = toml::Value::Array(vec![value.clone()]);
            }
            if value.clone().try_into::<Vec<String>>().is_err() {
                let why = format!("keys: {word:?}: expected a list of keys or one key");
                odd.push((action.span().start, why));
                keys.remove(word);
            }
        }
    }
    odd
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

/// What the reader of TOML says about a value, in words of one who does not program.
fn in_words(message: &str) -> String {
    let whole = one_line(message);
    let parts =
        whole.strip_prefix("invalid type: ").or_else(|| whole.strip_prefix("invalid value: "));
    let Some((found, expected)) = parts.and_then(|parts| parts.split_once(", expected ")) else {
        return whole;
    };
    let expected = match expected {
        "a boolean" => "true or false",
        "a string" | "string or table" => "a word in quotation marks",
        "u8" | "u16" | "u32" | "u64" => "a whole number",
        other => other,
    };
    let kinds = ["integer ", "string ", "boolean ", "floating point "];
    let found = kinds.into_iter().find_map(|kind| found.strip_prefix(kind)).unwrap_or(found);
    format!("expected {expected}, not {}", found.replace('`', ""))
}

fn one_line(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Show;
    use std::collections::BTreeMap;

    /// What a file of this text says.
    fn read(text: &str) -> Result<(Settings, Vec<String>), String> {
        Settings::of_text(text, &Settings::default(), |_| vec![])
    }

    #[test]
    fn what_is_not_said_is_as_usual() {
        assert_eq!(read(""), Ok((Settings::default(), vec![])));
        let text = "show = \"end\"\nmove-blank = true\n[keys.play]\nundo = [\"u\"]\n";
        let (settings, odd) = read(text).unwrap();
        assert!(odd.is_empty(), "{odd:?}");
        assert_eq!((settings.show, settings.move_blank), (Show::End, true));
        assert_eq!(settings.keys["play"]["undo"], ["u"]);
    }

    #[test]
    fn choices_are_written_and_all_else_stays() {
        let usual = Settings::default();
        let now = Settings { lang: Lang::Zh, show: Show::End, ..usual.clone() };
        let put = |text| now.put_into(&usual, text);
        assert_eq!(put("").unwrap(), "lang = \"zh\"\nshow = \"end\"\n");
        let text = "# mine\nlang = 'en' # as at home\n\nclock = false\n\n[keys.play]\n# two\nundo = [\"u\"]\n";
        assert_eq!(
            put(text).unwrap(),
            "# mine\nlang = \"zh\" # as at home\n\nclock = false\nshow = \"end\"\n\n[keys.play]\n# two\nundo = [\"u\"]\n"
        );
        assert_eq!(now.put_into(&now, text).as_deref(), Ok(text));
        assert!(put("lang = ").unwrap_err().starts_with("line 1: "));
    }

    #[test]
    fn every_key_is_known() {
        let text = "lang = \"zh\"\ntheme = \"mono\"\ncolor = \"never\"\nascii = true\nmouse = false\n\
                animation = false\nmetric = \"slide\"\nshow = \"end\"\nghost = \"best-time\"\nclock = false\nmove-blank = true\n\
                inspection = 15\n\
                [keys.play]\nundo = []\n";
        let (settings, odd) = read(text).unwrap();
        assert!(odd.is_empty(), "{odd:?}");
        assert_eq!(text.matches(" = ").count(), settings.table().len());
        assert_eq!((settings.lang, settings.metric), (Lang::Zh, Some(Metric::Slide)));
        assert_eq!((settings.mouse, settings.clock), (false, false));
    }

    #[test]
    fn what_means_nothing_is_named_and_the_rest_holds() {
        let text =
            "langg = \"en\"\nclock = false\nmouse = 3\n\"\\u001b[2J\" = 1\nshow = \"sometimes\"\n";
        let (settings, odd) = read(text).unwrap();
        assert_eq!((settings.clock, settings.mouse), (false, true));
        assert_eq!(settings.show, Show::Always);
        assert_eq!(odd[0], "line 1: there is no key \"langg\" (did you mean \"lang\"?)");
        assert_eq!(odd[1], "line 3: mouse: expected true or false, not 3");
        assert_eq!(odd[2], "line 4: there is no key \"\\u{1b}[2J\"");
        assert!(odd[3].starts_with("line 5: show: unknown variant `sometimes`"), "{odd:?}");
        assert_eq!(odd.len(), 4);
        let (_, odd) = read("metric = \"slid\"\ncolor = 3\ntheme = \"pink\"\n").unwrap();
        assert_eq!(odd[0], "line 2: color: expected a word in quotation marks, not 3");
        assert_eq!(odd[1], "there is no theme \"pink\"");
        assert_eq!(odd[2], "there is no metric \"slid\" (did you mean \"slide\"?)");
    }

    #[test]
    fn a_wrong_key_of_an_action_takes_no_other_with_it() {
        let text =
            "keys.map = 3\n[keys.play]\nhint = [\"u\"]\nundo = 3\nredo = \"z\"\nfoo = [\"a\"]\n";
        let (settings, odd) = read(text).unwrap();
        let play = BTreeMap::from([
            ("foo".to_owned(), vec!["a".to_owned()]),
            ("hint".to_owned(), vec!["u".to_owned()]),
            ("redo".to_owned(), vec!["z".to_owned()]),
        ]);
        assert_eq!(settings.keys, BTreeMap::from([("play".to_owned(), play)]));
        assert_eq!(
            odd,
            [
                "line 1: keys: \"map\" is no table of actions",
                "line 4: keys: \"undo\": expected a list of keys or one key",
            ]
        );
    }

    #[test]
    fn the_line_of_a_fault_is_named() {
        let error = |text| read(text).unwrap_err();
        assert!(error("\n\nclock = maybe").starts_with("line 3: "));
        assert!(!error("[[[").contains('\n'));
    }
}
