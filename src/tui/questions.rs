//! What the model wants to know of the solver, of the surveyor and of the disk.

use super::editor::Editor;
use super::model::{Model, Screen};
use super::naming::Wish;
use super::oracle::Errand;
use crate::puzzle::{Metric, Position, Puzzle};
use std::sync::Arc;

impl Model {
    /// What the map is wanted of, or is there already.
    #[must_use]
    pub fn to_survey(&self) -> Option<(Arc<Puzzle>, Metric)> {
        let wanted = matches!(self.screen, Screen::Map(_)) || self.game.oracle.is_small();
        let subject = || (self.game.session.puzzle().clone(), self.game.metric());
        (wanted || self.game.ground.is_final()).then(subject)
    }

    /// What is to be done about the solver: while the editor is shown, it is the editor's.
    #[must_use]
    pub fn errand(&self) -> Errand {
        let drawn = self.editor.as_deref().map(|editor| &editor.optima);
        if let (Some(optima), Screen::Editor) = (drawn, &self.screen) {
            return optima.errand();
        }
        match self.game.oracle.errand(self.game.session.position()) {
            Errand::None if drawn.is_some_and(|optima| optima.is_busy()) => Errand::Cancel,
            errand => errand,
        }
    }

    /// Notes under which number the solver was asked about `position`.
    pub fn asked(&mut self, request: u64, position: Position) {
        match (&mut self.editor, &self.screen) {
            (Some(editor), Screen::Editor) => editor.optima.asked(request),
            _ => {
                self.forget_drawn();
                self.game.oracle.asked(request, position);
            }
        }
    }

    /// Notes that the solver was told to stop.
    pub fn cancelled(&mut self) {
        self.forget_drawn();
        self.game.oracle.cancelled();
    }

    /// The solver does not work for the editor any more.
    fn forget_drawn(&mut self) {
        if let Some(editor) = &mut self.editor {
            editor.optima.cancelled();
        }
    }
    /// What is to be looked up among the files; it is asked once.
    pub(super) fn take_wish(&mut self) -> Option<Wish> {
        match &mut self.screen {
            Screen::Open(opening) => opening.take_wish(),
            Screen::Editor => self.editor.as_deref_mut().and_then(Editor::take_wish),
            _ => None,
        }
    }
}
