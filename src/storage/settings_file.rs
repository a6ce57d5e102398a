//! The settings file: TOML that the player writes. The game reads it, and writes into it what was chosen by a key in play,
//! leaving all else as it stands.

use super::settings::{Changes, Setting, Settings, TABLE, Values};
use crate::notation::nearest;
use crate::text::Lang;
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Table};
use toml_edit::{DocumentMut, Item};

/// The longest time that the screen offers, in seconds; the file may have any.
const MOST_SECONDS: i64 = 3600;

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
            format!("line {}: {}", line_of(text, at), in_words(&one_line(error.message())))
        };
        let mut table: Table = toml::from_str(text).map_err(not_toml)?;
        // The text is parsed twice: the table above has the values, and this one tells where in the text they stand.
        let places = DeTable::parse(text).map_err(not_toml)?;
        let scopes = places.get_ref().get("keys").map(Spanned::get_ref);
        let held = table.get_mut("keys").and_then(toml::Value::as_table_mut);
        let scopes = scopes.and_then(DeValue::as_table).zip(held);
        let mut odd = scopes.map_or_else(Vec::new, |(scopes, held)| prune(scopes, held));
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
        Ok((settings, odd))
    }

    /// These, with a key of the file.
    fn with(&self, key: &str, value: toml::Value) -> Result<Settings, String> {
        let Some(setting) = TABLE.iter().find(|setting| setting.name == key) else {
            return Err(no_such("key", key, &TABLE.map(|setting| setting.name)));
        };
        setting.check(&value)?;
        let mut table = self.table();
        table.insert(key.to_owned(), value);
        // What was checked has the right type, so that nobody reads this error, which is none of a player's words.
        table
            .try_into()
            .map_err(|why: toml::de::Error| format!("{key}: {}", one_line(why.message())))
    }

    /// What `setting` is, as the file has it.
    pub fn value(&self, setting: &Setting) -> toml::Value {
        self.table().remove(setting.name).expect("every setting of the table is a field")
    }

    /// What `setting` is, in words.
    pub fn in_words(&self, setting: &Setting, lang: Lang) -> String {
        let value = self.value(setting);
        match (setting.values, &value) {
            (Values::Words(words), toml::Value::String(word)) => {
                let found = words.iter().find(|(known, _)| known == word);
                found.map_or_else(|| word.clone(), |(_, words)| words.words(lang).to_owned())
            }
            (Values::Seconds(none), toml::Value::Integer(0)) => none.words(lang).to_owned(),
            (Values::Seconds(_), _) => lang.pick(format!("{value} s"), format!("{value} 秒")),
            (_, toml::Value::Boolean(on)) => match on {
                true => lang.pick("on", "开").to_owned(),
                false => lang.pick("off", "关").to_owned(),
            },
            // The keys that the player has changed.
            _ => self.keys.values().map(|actions| actions.len()).sum::<usize>().to_string(),
        }
    }

    /// These with the next value of `setting`, or the one before: words go round, seconds stop at their ends, and keys stay.
    pub fn turned(&self, setting: &Setting, forward: bool) -> Settings {
        let by: i64 = if forward { 1 } else { -1 };
        let value = match (setting.values, self.value(setting)) {
            (Values::Words(words), toml::Value::String(word)) => {
                let at = words.iter().position(|(known, _)| *known == word);
                let at = at.map_or(0, |at| (at as i64 + by).rem_euclid(words.len() as i64));
                toml::Value::String(words[at as usize].0.to_owned())
            }
            (Values::Switch, toml::Value::Boolean(on)) => toml::Value::Boolean(!on),
            (Values::Seconds(_), toml::Value::Integer(seconds)) => {
                toml::Value::Integer(seconds.saturating_add(by).clamp(0, MOST_SECONDS))
            }
            (_, value) => value,
        };
        self.set(setting, value)
    }

    /// These with so many seconds, which are typed.
    pub fn with_seconds(&self, setting: &Setting, seconds: i64) -> Settings {
        match setting.values {
            Values::Seconds(_) => {
                self.set(setting, toml::Value::Integer(seconds.clamp(0, MOST_SECONDS)))
            }
            _ => self.clone(),
        }
    }

    fn set(&self, setting: &Setting, value: toml::Value) -> Settings {
        // The values come from the table of the settings, of which a test tries every one.
        self.with(setting.name, value).unwrap_or_else(|_| self.clone())
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
            let new = word.to_string().parse::<toml_edit::Value>();
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

impl Setting {
    /// Whether the file may have this value, which is told in the words of one who does not program.
    ///
    /// # Errors
    /// What is expected in its place.
    fn check(&self, value: &toml::Value) -> Result<(), String> {
        let expected = match (self.values, value) {
            (Values::Words(words), toml::Value::String(word)) => {
                let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                return match known.contains(&word.as_str()) {
                    true => Ok(()),
                    false => {
                        Err(format!("{}; {}", no_such(self.name, word, &known), one_of(&known)))
                    }
                };
            }
            (Values::Words(_), _) => "a word in quotation marks",
            (Values::Switch, toml::Value::Boolean(_)) => return Ok(()),
            (Values::Switch, _) => "true or false",
            (Values::Seconds(_), toml::Value::Integer(0..)) => return Ok(()),
            (Values::Seconds(_), _) => "a whole number of seconds, 0 or more",
            (Values::Keys, toml::Value::Table(_)) => return Ok(()),
            (Values::Keys, _) => "tables of actions, like [keys.play]",
        };
        Err(format!("{}: {}", self.name, not(expected, value)))
    }
}

/// `expected a, b or c`.
fn one_of(words: &[&str]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => {
            format!("expected {} or {last}", first.join(", "))
        }
        words => format!("expected {}", words.join(", ")),
    }
}

/// What is expected, and what is there.
fn not(expected: &str, value: &toml::Value) -> String {
    let found = match value {
        toml::Value::Table(_) => "a table".to_owned(),
        other => one_line(&other.to_string()).chars().take(LONGEST).collect(),
    };
    format!("expected {expected}, not {found}")
}

/// The most that is told of a value, in characters.
const LONGEST: usize = 60;

/// What the reader of TOML says of a file that is none, in the words of one who does not program, where it is known what it says.
fn in_words(said: &str) -> String {
    let known = [
        (
            "string values must be quoted",
            "expected a word in quotation marks, true, false or a number",
        ),
        ("key with no value", "expected = and a value behind the name, as in clock = true"),
        ("unexpected key or value", "expected nothing more on this line"),
        ("unclosed table", "expected ] at the end of the line"),
        ("invalid basic string", "expected quotation marks at both ends of the word"),
        ("unquoted keys cannot be empty", "expected a name before the ="),
        ("duplicate key", "the same name stands there a second time"),
        ("unclosed array", "expected ] at the end of the list"),
    ];
    let found = known.into_iter().find(|(begin, _)| said.starts_with(begin));
    found.map_or_else(|| said.to_owned(), |(_, words)| words.to_owned())
}

/// Takes from the keys of the actions, scope by scope, whatever means nothing; where that is, and why. `scopes` tells the places.
fn prune(scopes: &DeTable<'_>, held: &mut Table) -> Vec<(usize, String)> {
    let mut odd = Vec::new();
    for (scope, actions) in scopes {
        let name = scope.get_ref().as_ref();
        let (Some(actions), Some(toml::Value::Table(keys))) =
            (actions.get_ref().as_table(), held.get_mut(name))
        else {
            let found = held.remove(name).map(|value| not("a table of actions", &value));
            let why = format!("keys: {name:?}: {}", found.unwrap_or_default());
            odd.push((scope.span().start, why));
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
                let expected = "a list of keys or one key, like [\"u\", \"Ctrl-U\"]";
                let why = format!("keys: {word:?}: {}", not(expected, value));
                odd.push((action.span().start, why));
                keys.remove(word);
            }
        }
    }
    odd
}

/// That there is no `what` called `word`, and which of `known` may have been meant.
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
    use crate::puzzle::Metric;
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
    fn what_means_nothing_is_named_and_the_rest_holds() {
        let text =
            "langg = \"en\"\nclock = false\nmouse = 3\n\"\\u001b[2J\" = 1\nshow = \"sometimes\"\n";
        let (settings, odd) = read(text).unwrap();
        assert_eq!((settings.clock, settings.mouse), (false, true));
        assert_eq!(settings.show, Show::Untimed);
        assert_eq!(odd[0], "line 1: there is no key \"langg\" (did you mean \"lang\"?)");
        assert_eq!(odd[1], "line 3: mouse: expected true or false, not 3");
        assert_eq!(odd[2], "line 4: there is no key \"\\u{1b}[2J\"");
        assert_eq!(
            odd[3],
            "line 5: there is no show \"sometimes\"; expected untimed, always, end or never"
        );
        assert_eq!(odd.len(), 4);
        let (_, odd) = read("metric = \"slid\"\ncolor = 3\ntheme = \"pink\"\n").unwrap();
        assert_eq!(
            odd,
            [
                "line 1: there is no metric \"slid\" (did you mean \"slide\"?); expected own, step, slide or move",
                "line 2: color: expected a word in quotation marks, not 3",
                "line 3: there is no theme \"pink\"; expected dark, light, color-blind or mono",
            ]
        );
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
                "line 1: keys: \"map\": expected a table of actions, not 3",
                "line 4: keys: \"undo\": expected a list of keys or one key, like [\"u\", \"Ctrl-U\"], not 3",
            ]
        );
    }

    /// Each setting is there in the file, takes each of its values and no other one, and says so without a programmer's words.
    #[test]
    fn every_setting_takes_its_values_and_says_what_it_expects() {
        let usual = Settings::default();
        let names: Vec<String> = usual.table().keys().cloned().collect();
        let mut known = TABLE.map(|setting| setting.name);
        known.sort_unstable();
        assert_eq!(known.to_vec(), { names });
        for setting in &TABLE {
            let (good, expected) = match setting.values {
                Values::Words(words) => {
                    let quoted = |(word, _): &(&str, _)| format!("\"{word}\"");
                    (words.iter().map(quoted).collect(), "a word in quotation marks")
                }
                Values::Switch => (vec!["true".to_owned(), "false".to_owned()], "true or false"),
                Values::Seconds(_) => {
                    let good = ["0", "15", "100000"].map(str::to_owned);
                    (good.to_vec(), "a whole number of seconds, 0 or more")
                }
                Values::Keys => (vec!["{}".to_owned()], "tables of actions, like [keys.play]"),
            };
            for value in &good {
                let (settings, odd) = read(&format!("{} = {value}", setting.name)).unwrap();
                assert!(odd.is_empty(), "{odd:?}");
                let told = settings.value(setting).to_string();
                assert_eq!(told, *value, "{}", setting.name);
            }
            let other = ["3", "-3", "1.5", "true", "\"x\"", "[1, 2]", "{ a = 1 }", "1979-05-27"];
            for value in other.into_iter().filter(|value| !good.iter().any(|good| good == value)) {
                let (settings, odd) = read(&format!("{} = {value}", setting.name)).unwrap();
                if setting.values == Values::Keys && value.starts_with('{')
                    || matches!(setting.values, Values::Seconds(_)) && value == "3"
                {
                    continue;
                }
                let found = if value == "{ a = 1 }" { "a table" } else { value };
                let name = setting.name;
                let said = match (setting.values, value) {
                    (Values::Words(_), "\"x\"") => {
                        let known: Vec<&str> =
                            good.iter().map(|good| good.trim_matches('"')).collect();
                        format!("there is no {name} \"x\"; {}", one_of(&known))
                    }
                    _ => format!("{name}: expected {expected}, not {found}"),
                };
                assert_eq!(odd, [format!("line 1: {said}")]);
                assert_eq!(settings, usual);
            }
        }
    }

    /// The page shows every setting as the file has it, and names every word that it can be.
    #[test]
    fn the_page_names_every_setting_and_all_its_words() {
        let page = include_str!("../../docs/settings.md");
        let (_, behind) = page.split_once("```toml\n").unwrap();
        let (text, _) = behind.split_once("```").unwrap();
        let (_, odd) = read(text).unwrap();
        assert!(odd.is_empty(), "{odd:?}");
        let table: Table = toml::from_str(text).unwrap();
        for setting in &TABLE {
            assert!(table.contains_key(setting.name), "{}", setting.name);
            let start = format!("{} = ", setting.name);
            let line = text.lines().find(|line| line.starts_with(&start)).unwrap_or_default();
            if let Values::Words(words) = setting.values {
                let (_, named) = line.split_once('#').unwrap();
                let named: Vec<&str> =
                    named.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
                assert!(words.iter().all(|(word, _)| named.contains(word)), "{line}");
            }
        }
    }

    #[test]
    fn arrows_go_through_all_values_and_back() {
        let usual = Settings::default();
        for setting in &TABLE {
            let values = match setting.values {
                Values::Words(words) => words.len(),
                Values::Switch => 2,
                Values::Seconds(_) | Values::Keys => continue,
            };
            let mut settings = usual.clone();
            let mut seen = Vec::new();
            for _ in 0..values {
                seen.push(settings.in_words(setting, Lang::Zh));
                let next = settings.turned(setting, true);
                assert_eq!(next.turned(setting, false), settings);
                settings = next;
            }
            assert_eq!(settings, usual);
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), values, "{seen:?}");
        }
        let inspection = TABLE.iter().find(|setting| setting.name == "inspection").unwrap();
        assert_eq!(usual.turned(inspection, false), usual);
        let long = usual.with_seconds(inspection, 99_999);
        assert_eq!(long.inspection, 3600);
        assert_eq!(long.in_words(inspection, Lang::En), "3600 s");
        assert_eq!(usual.in_words(inspection, Lang::En), "no end");
    }

    #[test]
    fn a_choice_can_be_taken_back_in_the_file() {
        let chosen = Settings { metric: Some(Metric::Step), ..Settings::default() };
        let text = "# mine\nmetric = \"step\" # as at home\n";
        let back = Settings::default().put_into(&chosen, text).unwrap();
        assert_eq!(back, text.replace("step", "own"));
        assert_eq!(read(&back), Ok((Settings::default(), vec![])));
    }

    /// Also where the file is no TOML at all, it is said in words of one who does not program what is missing.
    #[test]
    fn the_line_of_a_fault_is_named() {
        let error = |text| read(text).unwrap_err();
        for (text, wanted) in [
            (
                "\n\nclock = maybe",
                "line 3: expected a word in quotation marks, true, false or a number",
            ),
            (
                "theme = light",
                "line 1: expected a word in quotation marks, true, false or a number",
            ),
            (
                "inspection = 15s",
                "line 1: expected a word in quotation marks, true, false or a number",
            ),
            ("theme = \"mo", "line 1: expected quotation marks at both ends of the word"),
            ("clock true", "line 1: expected = and a value behind the name, as in clock = true"),
            ("clock = true mouse = true", "line 1: expected nothing more on this line"),
            ("[keys.play", "line 1: expected ] at the end of the line"),
            ("[keys.play]\nundo = [\"u\"", "line 2: expected ] at the end of the list"),
            ("clock = true\nclock = false", "line 2: the same name stands there a second time"),
            ("= 3", "line 1: expected a name before the ="),
        ] {
            assert_eq!(error(text), wanted, "{text}");
        }
        assert!(!error("[[[").contains('\n'));
    }

    /// In the list that the command line prints, each has a row of a usual window.
    #[test]
    fn what_a_setting_is_for_is_said_in_a_row() {
        for setting in &TABLE {
            let about = setting.about.words(Lang::En);
            assert!(setting.values == Values::Keys || about.len() <= 78, "{about}");
            assert!(setting.about.is_whole() && setting.title.is_whole());
        }
    }
}
