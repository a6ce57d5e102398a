//! What the game begins with beside the puzzle.

use super::pictures::{Graphics, Picture};
use super::theme::{Depth, Theme};
use crate::generate::Day;
use crate::solver::Limits;
use crate::storage::Settings;
use std::sync::Arc;

/// The settings, and what belongs to this run alone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// How the game looks and behaves.
    pub settings: Settings,
    /// How many colours the environment promises.
    pub depth: Depth,
    /// How many there are where the settings want colours in any case.
    pub forced: Depth,
    /// The settings that hold for this run alone, by name: those of the command line.
    pub given: Vec<&'static str>,
    /// What the tiles of number puzzles show.
    pub picture: Option<Arc<Picture>>,
    /// How they show it.
    pub graphics: Graphics,
    /// When the program began, in milliseconds since 1970-01-01 UTC.
    pub epoch: i64,
    /// The day that it is, whose puzzles count.
    pub today: Option<Day>,
    /// The day whose puzzles are offered.
    pub day: Option<Day>,
    /// How much the solver may use.
    pub limits: Limits,
}

impl Options {
    /// Colours and glyphs.
    pub fn theme(&self) -> Theme {
        let depth = self.depth.wanted(self.settings.color, self.forced);
        Theme::of(&self.settings, depth)
    }
}
