//! What the settings file asks for, in the program's own terms.

use crate::puzzle::Metric;
use crate::records::{Ghost, Records, Settings, Show};
use crate::text::Lang;
use crate::tui::{Keymap, Palette};
use clap::ValueEnum;

/// Whether to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Colors {
    Auto,
    Always,
    Never,
}

/// The settings; `None` is for what they do not say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Preferences {
    pub(super) lang: Option<Lang>,
    pub(super) palette: Option<Palette>,
    pub(super) colors: Option<Colors>,
    pub(super) metric: Option<Metric>,
    pub(super) ascii: Option<bool>,
    pub(super) mouse: Option<bool>,
    pub(super) animation: Option<bool>,
    pub(super) clock: Option<bool>,
    pub(super) show: Show,
    pub(super) ghost: Ghost,
    pub(super) move_blank: bool,
    pub(super) inspection: Option<u64>,
    pub(super) keymap: Keymap,
}

impl Preferences {
    /// Those of the player's file; a file that makes no sense is set aside, which the records then tell.
    pub(super) fn read(records: &mut Records) -> Preferences {
        records.settings(Preferences::of).unwrap_or_default()
    }

    fn of(settings: Settings) -> Result<Preferences, String> {
        let colors = |name: &str| Colors::from_str(name, false).ok();
        Ok(Preferences {
            lang: known("lang", settings.lang.as_deref(), Lang::named)?,
            palette: known("theme", settings.theme.as_deref(), Palette::named)?,
            colors: known("color", settings.color.as_deref(), colors)?,
            metric: known("metric", settings.metric.as_deref(), |m| m.parse().ok())?,
            ascii: settings.ascii,
            mouse: settings.mouse,
            animation: settings.animation,
            clock: settings.clock,
            show: settings.show,
            ghost: settings.ghost,
            move_blank: settings.move_blank,
            inspection: settings.inspection.filter(|&seconds| seconds > 0),
            keymap: Keymap::with(&settings.keys)?,
        })
    }
}

/// What a word stands for, if there is one.
fn known<T>(
    what: &str,
    word: Option<&str>,
    named: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, String> {
    let meant = |word: &str| named(word).ok_or_else(|| format!("there is no {what} {word:?}"));
    word.map(meant).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Folder;
    use std::fs;

    #[test]
    fn settings_are_read_and_nonsense_is_set_aside() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::at(home.path());
        let mut records = Records::open(Some(folder.clone()));
        assert_eq!(Preferences::read(&mut records), Preferences::default());
        fs::write(folder.settings(), "theme = \"light\"\nmetric = \"slide\"\n").unwrap();
        let read = Preferences::read(&mut records);
        assert_eq!(
            (read.palette, read.metric),
            (Some(Palette::Light), Some(Metric::Slide))
        );
        for (text, why) in [
            ("theme = \"pink\"", "there is no theme \"pink\""),
            (
                "[keys.play]\nundo = [\"h\"]",
                "the key h means both left and undo in play",
            ),
            (
                "mouse = 3",
                "line 1: invalid type: integer `3`, expected a boolean",
            ),
        ] {
            fs::write(folder.settings(), text).unwrap();
            assert_eq!(Preferences::read(&mut records), Preferences::default());
            let troubles = records.troubles();
            assert!(troubles[0].to_string().contains(why), "{troubles:?}");
            assert!(!folder.settings().exists());
        }
    }
}
