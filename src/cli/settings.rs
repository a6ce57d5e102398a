//! `huarong settings`, and the settings in force: what the environment says, over that the player's file, and over that the arguments.

use super::status::{Failure, Status};
use super::{json_line, warn};
use crate::storage::{Dirs, Records, SETTINGS, Setting, Settings, Values};
use crate::text::Lang;
use crate::tui::Keymap;
use clap::error::Error;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, FromArgMatches};
use serde::Serialize;
use std::env;
use std::io::{self, Write};

/// Print the settings as they are in force, and what they can be
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The first column is the name in settings.toml; `huarong paths` tells where it lies. \
In the game, o shows and changes them. `huarong keys` prints the keys.

Example:
  huarong settings")]
pub(crate) struct Args {
    /// Print one object a line
    #[arg(long)]
    json: bool,
}

/// The object that `--json` prints.
#[derive(Serialize)]
struct Record {
    name: &'static str,
    value: toml::Value,
    /// The words that it can be, where it is one.
    words: Vec<&'static str>,
    about: &'static str,
}

impl Args {
    /// Prints every setting: its name, what it is, what it can be; and below that what it is for.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut records = Records::open(Dirs::of_environment());
        let settings = read(&mut records);
        warn(&mut records);
        let mut out = io::stdout().lock();
        // The keys have a command of their own.
        for setting in SETTINGS.iter().filter(|setting| setting.values != Values::Keys) {
            let record = Record::of(setting, &settings);
            if self.json {
                json_line(&mut out, &record)?;
            } else {
                let (name, value) = (record.name, record.value.to_string());
                writeln!(out, "{name:<11} {value:<14} {}", possible(setting))?;
                writeln!(out, "  {}", record.about)?;
            }
        }
        Ok(Status::Fine)
    }
}

impl Record {
    fn of(setting: &Setting, settings: &Settings) -> Record {
        let words = match setting.values {
            Values::Words(words) => words.iter().map(|(word, _)| *word).collect(),
            _ => Vec::new(),
        };
        let (name, about) = (setting.name, setting.about.words(Lang::En));
        Record { name, value: settings.value(setting), words, about }
    }
}

/// What a setting can be, as the file has it.
fn possible(setting: &Setting) -> String {
    match setting.values {
        Values::Words(words) => words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", "),
        Values::Switch => "true, false".to_owned(),
        Values::Seconds(_) => "seconds".to_owned(),
        Values::Keys => String::new(),
    }
}

/// The settings of the environment and of the player's file; what in the file makes no sense, the records then tell.
pub(crate) fn read(records: &mut Records) -> Settings {
    let lang = Lang::of_locale(&locale(|name| env::var(name).ok()));
    let usual = Settings { lang, ..Settings::default() };
    records.settings(usual, |changes| Keymap::with(changes).1)
}

/// The settings that are among the arguments.
#[derive(Clone, Default, Debug)]
// The arguments are kept and not the settings made of them: only they tell what was given and what was left as usual.
pub(crate) struct GivenSettings(Option<ArgMatches>);

impl GivenSettings {
    /// The settings that were given, by name; another command may have its own way to say the metric.
    pub(crate) fn names(&self, metric_too: bool) -> Vec<&'static str> {
        let is_given = |name: &str| match &self.0 {
            // Not every setting is an argument.
            Some(given) if given.try_contains_id(name).is_ok_and(|is_there| is_there) => {
                given.value_source(name) == Some(ValueSource::CommandLine)
            }
            _ => metric_too && name == "metric",
        };
        SETTINGS.iter().map(|setting| setting.name).filter(|name| is_given(name)).collect()
    }

    /// Puts what was given in the place of what `settings` says.
    pub(crate) fn put_over(&self, settings: &mut Settings) {
        if let Some(given) = &self.0 {
            let put = settings.update_from_arg_matches(given);
            put.expect("the parser has let the arguments pass");
        }
    }
}

impl FromArgMatches for GivenSettings {
    fn from_arg_matches(given: &ArgMatches) -> Result<GivenSettings, Error> {
        Ok(GivenSettings(Some(given.clone())))
    }

    fn update_from_arg_matches(&mut self, given: &ArgMatches) -> Result<(), Error> {
        self.0 = Some(given.clone());
        Ok(())
    }
}

impl clap::Args for GivenSettings {
    fn augment_args(command: Command) -> Command {
        Settings::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Settings::augment_args_for_update(command)
    }
}

/// The locale that text is in, by the usual order of precedence.
fn locale(var: impl Fn(&str) -> Option<String>) -> String {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    // A variable that is empty counts as not set, as POSIX has it.
    let set = names.into_iter().filter_map(var).find(|value| !value.is_empty());
    set.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Metric;
    use crate::storage::{Dirs, Palette};
    use std::fs;

    #[test]
    fn the_first_locale_that_is_set_counts() {
        let var = |name: &str| match name {
            "LC_ALL" => Some(String::new()),
            "LANG" => Some("zh_CN.UTF-8".to_owned()),
            _ => None,
        };
        assert_eq!(locale(var), "zh_CN.UTF-8");
    }

    #[test]
    fn settings_are_read_and_nonsense_is_told_and_left_where_it_is() {
        let home = tempfile::tempdir().unwrap();
        let dirs = Dirs::at(home.path());
        let mut records = Records::open(Some(dirs.clone()));
        let usual = read(&mut records);
        assert_eq!(usual, Settings { lang: usual.lang, ..Settings::default() });
        fs::write(dirs.settings(), "theme = \"light\"\nmetric = \"slide\"\n").unwrap();
        let told = read(&mut records);
        assert_eq!((told.theme, told.metric), (Palette::Light, Some(Metric::Slide)));
        for (text, why) in [
            ("theme = \"pink\"", "there is no theme \"pink\""),
            ("theme = \"ligth\"", "there is no theme \"ligth\" (did you mean \"light\"?)"),
            ("soud = true", "line 1: there is no key \"soud\""),
            ("[keys.play]\nundo = [\"h\"]", "the key h means both left and undo in play"),
            ("mouse = 3", "line 1: mouse: expected true or false, not 3"),
        ] {
            let text = format!("clock = false\n{text}");
            let why = why.replace("line 1", "line 2");
            fs::write(dirs.settings(), &text).unwrap();
            let told = read(&mut records);
            let rest = Settings { clock: false, keys: told.keys.clone(), ..usual.clone() };
            assert_eq!(told, rest);
            assert_eq!(Keymap::with(&told.keys).0, Keymap::default());
            let [problem] = &records.problems()[..] else {
                panic!("{text}");
            };
            let said = problem.to_string();
            assert!(said.contains(&why) && said.ends_with("the rest holds"), "{said}");
            assert_eq!(fs::read_to_string(dirs.settings()).unwrap(), text);
        }
    }
}
