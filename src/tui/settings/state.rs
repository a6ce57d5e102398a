//! Which setting is chosen, and the number that is being typed.

use crate::storage::{SETTINGS, Setting, Values};

/// The screen of the settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SettingsScreen {
    /// Which row of the table is chosen.
    pub(crate) chosen: usize,
    /// The first row that is seen.
    pub(crate) top: usize,
    /// Whether a digit goes on with the number that is there; the first one that is typed takes its place.
    pub(crate) is_typing: bool,
}

impl SettingsScreen {
    /// The setting that is chosen.
    pub(crate) fn setting(self) -> &'static Setting {
        &SETTINGS[self.chosen]
    }

    /// Whether its value can be typed.
    pub(crate) fn is_typed(self) -> bool {
        matches!(self.setting().values, Values::Seconds(_))
    }

    /// Chooses the row so many places on.
    pub(crate) fn go(&mut self, by: i16) {
        self.choose(self.chosen.saturating_add_signed(by.into()));
    }

    /// Chooses a row, or the last one if there are fewer.
    pub(crate) fn choose(&mut self, row: usize) {
        self.chosen = row.min(SETTINGS.len() - 1);
        self.is_typing = false;
    }
}
