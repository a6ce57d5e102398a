//! What the settings file asks for, in the program's own terms.

use crate::puzzle::Metric;
use crate::storage::{Ghost, Records, Settings, Show, no_such};
use crate::text::Lang;
use crate::tui::{Keymap, Palette};
use clap::ValueEnum;

/// Whether to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Colors {
    Auto,
    Always,
    Never,
}

/// The settings; `None` is for what they do not say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Preferences {
    pub(crate) lang: Option<Lang>,
    pub(crate) palette: Option<Palette>,
    pub(crate) colors: Option<Colors>,
    pub(crate) metric: Option<Metric>,
    pub(crate) ascii: Option<bool>,
    pub(crate) mouse: Option<bool>,
    pub(crate) animation: Option<bool>,
    pub(crate) clock: Option<bool>,
    pub(crate) show: Show,
    pub(crate) ghost: Ghost,
    pub(crate) move_blank: bool,
    pub(crate) inspection: Option<u64>,
    pub(crate) keymap: Keymap,
}

impl Preferences {
    /// Those of the player's file; what in it makes no sense, the records then tell.
    pub(crate) fn read(records: &mut Records) -> Preferences {
        records.settings(Preferences::of).unwrap_or_default()
    }

    /// What the settings say, and what in them makes no sense.
    fn of(settings: Settings) -> (Preferences, Vec<String>) {
        let (keymap, mut odd) = Keymap::with(&settings.keys);
        let colors = |name: &str| Colors::from_str(name, false).ok();
        let themes = Palette::ALL.map(Palette::name);
        let metrics = Metric::ALL.map(Metric::name);
        let lang = word("lang", settings.lang, &["en", "zh"], Lang::named, &mut odd);
        let palette = word("theme", settings.theme, &themes, Palette::named, &mut odd);
        let known = ["auto", "always", "never"];
        let colors = word("color", settings.color, &known, colors, &mut odd);
        let metric = |name: &str| name.parse().ok();
        let metric = word("metric", settings.metric, &metrics, metric, &mut odd);
        let preferences = Preferences {
            lang,
            palette,
            colors,
            metric,
            ascii: settings.ascii,
            mouse: settings.mouse,
            animation: settings.animation,
            clock: settings.clock,
            show: settings.show,
            ghost: settings.ghost,
            move_blank: settings.move_blank,
            inspection: settings.inspection.filter(|&seconds| seconds > 0),
            keymap,
        };
        (preferences, odd)
    }
}

/// What a word stands for, if there is one.
fn word<T>(
    what: &str,
    word: Option<String>,
    known: &[&str],
    named: impl Fn(&str) -> Option<T>,
    odd: &mut Vec<String>,
) -> Option<T> {
    let word = word?;
    let meant = named(&word);
    if meant.is_none() {
        odd.push(no_such(what, &word, known));
    }
    meant
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Dirs;
    use std::fs;

    #[test]
    fn settings_are_read_and_nonsense_is_told_and_left_where_it_is() {
        let home = tempfile::tempdir().unwrap();
        let folder = Dirs::at(home.path());
        let mut records = Records::open(Some(folder.clone()));
        assert_eq!(Preferences::read(&mut records), Preferences::default());
        fs::write(folder.settings(), "theme = \"light\"\nmetric = \"slide\"\n").unwrap();
        let read = Preferences::read(&mut records);
        assert_eq!((read.palette, read.metric), (Some(Palette::Light), Some(Metric::Slide)));
        for (text, why) in [
            ("theme = \"pink\"", "there is no theme \"pink\""),
            ("theme = \"ligth\"", "there is no theme \"ligth\" (did you mean \"light\"?)"),
            ("soud = true", "line 1: there is no key \"soud\""),
            ("[keys.play]\nundo = [\"h\"]", "the key h means both left and undo in play"),
            ("mouse = 3", "line 1: mouse: invalid type: integer `3`, expected a boolean"),
        ] {
            let text = format!("clock = false\n{text}");
            let why = why.replace("line 1", "line 2");
            fs::write(folder.settings(), &text).unwrap();
            let rest = Preferences { clock: Some(false), ..Preferences::default() };
            assert_eq!(Preferences::read(&mut records), rest);
            let [problem] = &records.problems()[..] else {
                panic!("{text}");
            };
            let said = problem.to_string();
            assert!(said.contains(&why) && said.ends_with("the rest holds"), "{said}");
            assert_eq!(fs::read_to_string(folder.settings()).unwrap(), text);
        }
    }
}
