//! One change of the board, kept so that it can be taken back.

use crate::puzzle::{Metric, Move, Position};
use std::sync::Arc;
use std::time::Duration;

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

/// One change of the board, and how things stood after it. Copies share what they hold, so that a copy of a long game costs
/// little.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    pub(crate) held: Arc<TurnData>,
}

/// What a turn holds.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct TurnData {
    pub(crate) action: Action,
    // The whole position and not what changed, so that undo, redo and a leap to any turn are look-ups.
    pub(crate) after: Position,
    /// Moves since the line began, in the order of [`Metric::ALL`].
    pub(crate) counts: [usize; 3],
    /// How many turns were in force when its line began.
    pub(crate) line: usize,
    /// Which try of the game it belongs to; a restart belongs to the one that it begins.
    pub(crate) attempt: usize,
    /// The time on the clock.
    pub(crate) at: Duration,
}

impl Turn {
    pub(crate) fn new(held: TurnData) -> Turn {
        Turn { held: Arc::new(held) }
    }

    /// Whether it is the same turn, and not just an equal one.
    pub fn is(&self, other: &Turn) -> bool {
        Arc::ptr_eq(&self.held, &other.held)
    }

    /// What was done.
    pub fn action(&self) -> &Action {
        &self.held.action
    }

    /// The move, if it was one.
    pub fn played(&self) -> Option<&Move> {
        match self.action() {
            Action::Play(action) => Some(action),
            Action::Restart | Action::Jump => None,
        }
    }

    /// The position after it.
    pub fn after(&self) -> &Position {
        &self.held.after
    }

    /// The time on the game's clock when it was taken.
    pub fn at(&self) -> Duration {
        self.held.at
    }

    /// Says when it was taken; a turn that something else holds as well keeps its time.
    pub(crate) fn set_at(&mut self, at: Duration) {
        if let Some(held) = Arc::get_mut(&mut self.held) {
            held.at = at;
        }
    }

    /// Whether `next` goes on with the same move, or brings the piece back to where that move began.
    pub fn goes_on(&self, next: &Turn, metric: Metric) -> bool {
        let (count, next) = (self.count(metric), next.count(metric));
        next == count || metric == Metric::Move && next < count
    }

    /// Moves since the line began, as `metric` counts them.
    pub fn count(&self, metric: Metric) -> usize {
        self.held.counts[metric as usize]
    }
}
