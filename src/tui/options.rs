//! What the player may choose.

use super::keys::Keymap;
use super::picture::Picture;
use super::theme::Theme;
use crate::puzzle::Metric;
use crate::records::Show;
use crate::solver::Limits;
use crate::text::Lang;
use std::sync::Arc;

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
    /// Whether the clock is shown.
    pub clock: bool,
    /// Whether a direction moves the blank of a number puzzle and not a tile.
    pub move_blank: bool,
    /// What the tiles of number puzzles show.
    pub picture: Option<Arc<Picture>>,
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
            clock: true,
            move_blank: false,
            picture: None,
            limits: Limits::default(),
        }
    }
}
