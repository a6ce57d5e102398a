//! The ghost: the own best game or the optimal line beside the game, step for step or second for second.

use super::state::Standing;
use crate::puzzle::Position;
use crate::storage::Ghost;
use crate::text::Phrase;
use crate::tui::context::Model;
use crate::tui::notice::{Notice, Part, Tone};

/// The next kind of ghost.
pub(crate) fn switch(model: &mut Model) {
    model.settings.ghost = model.ghost().next();
    refresh(model);
    let phrase = match model.ghost() {
        Ghost::Off => Phrase::GhostOff,
        Ghost::Best => Phrase::GhostBest,
        Ghost::BestTime => Phrase::GhostBestTime,
        Ghost::Optimal => Phrase::GhostOptimal,
        Ghost::OptimalTime => Phrase::GhostOptimalTime,
    };
    let is_missing = model.ghost() != Ghost::Off && model.rivalry.rival().is_none();
    // What the solver knows is told to those who may see it or ask for its help.
    let is_told = model.is_shown() || model.ghost().is_optimal();
    let (phrase, parts) = match is_missing {
        true if is_told && model.game.is_hopeless() => {
            (Phrase::GhostNever, vec![Part::Phrase(phrase)])
        }
        true => (Phrase::GhostNone, vec![Part::Phrase(phrase)]),
        false => (phrase, vec![]),
    };
    model.notice = Some(Notice::new(phrase, parts, Tone::Plain));
}

/// Has the right rival there.
pub(crate) fn refresh(model: &mut Model) {
    let number = model.number();
    let Model { rivalry, game, bests, settings, .. } = model;
    rivalry.refresh(settings.ghost, game, number, bests);
}

/// To play beside the optimal line is to be helped.
pub(crate) fn note_help(model: &mut Model) {
    let is_seen = model.ghost().is_optimal() && model.rivalry.rival().is_some();
    if is_seen && model.game.session.hints() == 0 {
        model.game.session.note_hint();
    }
}

impl Model {
    /// What one plays against.
    #[must_use]
    pub fn ghost(&self) -> Ghost {
        self.settings.ghost
    }

    /// Where it stands, and how many moves it had still to make; `None` if there is none of this game.
    #[must_use]
    pub fn beside(&self) -> Option<(&Position, usize)> {
        standing(self).map(|there| (there.position, there.left))
    }
}

/// Where the ghost stands now, if there is one.
pub(crate) fn standing(model: &Model) -> Option<Standing<'_>> {
    let rivalry = &model.rivalry;
    rivalry.standing(model.ghost(), &model.game, model.now)
}
