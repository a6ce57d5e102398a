//! One change of the board, kept so that it can be taken back.

use crate::puzzle::{Metric, Move, Position};

/// What a turn did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A move was played.
    Play(Move),
    /// Everything went back to where the line of moves began.
    Restart,
    /// The pieces were put where they stand now, by no move.
    Jump,
}

/// One change of the board, and how things stood after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    pub(super) action: Action,
    pub(super) after: Position,
    /// Moves since the line began, in the order of [`Metric::ALL`].
    pub(super) counts: [usize; 3],
    /// How many turns were in force when its line began.
    pub(super) line: usize,
}

impl Turn {
    /// What was done.
    #[must_use]
    pub fn action(&self) -> &Action {
        &self.action
    }

    /// The position after it.
    #[must_use]
    pub fn after(&self) -> &Position {
        &self.after
    }

    /// Moves since the line began, as `metric` counts them.
    #[must_use]
    pub fn count(&self, metric: Metric) -> usize {
        self.counts[slot(metric)]
    }
}

/// The place of a metric in [`Metric::ALL`].
pub(super) fn slot(metric: Metric) -> usize {
    metric as usize
}
