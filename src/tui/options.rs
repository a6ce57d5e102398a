//! What the player may choose.

use super::keys::Keymap;
use super::pictures::{Graphics, Picture};
use super::theme::Theme;
use crate::generate::Day;
use crate::puzzle::Metric;
use crate::solver::Limits;
use crate::storage::{Ghost, Show};
use crate::text::Lang;
use std::sync::Arc;
use std::time::Duration;

/// How the game is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The language.
    pub lang: Lang,
    /// Colours and glyphs.
    pub theme: Theme,
    /// Whether the mouse is for the game; if not, the terminal keeps it.
    pub mouse: bool,
    /// Whether anything moves by itself: a solution begins to play at once.
    pub animated: bool,
    /// What counts as one move, if not the puzzle's own metric.
    pub metric: Option<Metric>,
    /// Which keys there are.
    pub keymap: Keymap,
    /// When the solver's figures are shown.
    pub show: Show,
    /// What one plays against.
    pub ghost: Ghost,
    /// Whether the clock is shown.
    pub clock: bool,
    /// Whether a direction moves the blank of a number puzzle and not a tile.
    pub move_blank: bool,
    /// What the tiles of number puzzles show.
    pub picture: Option<Arc<Picture>>,
    /// How they show it.
    pub graphics: Graphics,
    /// How long a scrambled number puzzle may be looked at before the clock starts by itself, if not for ever.
    pub inspection: Option<Duration>,
    /// When the program began, in milliseconds since 1970-01-01 UTC.
    pub epoch: i64,
    /// The day that it is, whose puzzles count.
    pub today: Option<Day>,
    /// The day whose puzzles are offered.
    pub day: Option<Day>,
    /// How much the solver may use.
    pub limits: Limits,
}

impl Default for Options {
    /// The game as it is when nobody has chosen anything.
    fn default() -> Options {
        Options {
            lang: Lang::default(),
            theme: Theme::default(),
            mouse: true,
            animated: true,
            metric: None,
            keymap: Keymap::default(),
            show: Show::default(),
            ghost: Ghost::default(),
            clock: true,
            move_blank: false,
            picture: None,
            graphics: Graphics::default(),
            inspection: None,
            epoch: 0,
            today: None,
            day: None,
            limits: Limits::default(),
        }
    }
}
