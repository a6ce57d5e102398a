//! Whether there is something to be kept that was not there before.

use super::editor::Editor;
use super::model::Model;
use crate::puzzle::Metric;
use crate::records::Choices;

/// The game and its metric, how often it, the results and the drawing changed, and what was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    /// The number of the game since the program began.
    pub game: u64,
    metric: Metric,
    changes: [u64; 3],
    choices: Choices,
}

impl Model {
    /// What is other than before when there is something to be kept.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        let drawn = self.editor().map_or(0, Editor::changes);
        Stamp {
            game: self.number(),
            metric: self.game.metric(),
            changes: [self.game.session.changes(), self.noted, drawn],
            choices: self.choices,
        }
    }
}
