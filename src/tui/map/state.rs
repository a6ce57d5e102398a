//! What is known of the map of a puzzle in one metric: nothing yet, how far the survey has come, or all of it.

use crate::solver::{StateSpace, StopReason};
use std::sync::Arc;

/// The map of everything that can be reached.
#[derive(Clone, Debug, Default)]
pub enum Ground {
    /// Nobody has asked for it.
    #[default]
    Unasked,
    /// It is being surveyed: so many positions so far.
    Surveyed(u64),
    /// It is there.
    Mapped(Arc<StateSpace>),
    /// There will be none: too many positions, or no engine can list them.
    Endless,
    /// There will be none: the survey broke, a fault of the program.
    Broken(String),
}

impl Ground {
    /// The map, if it is there.
    #[must_use]
    pub fn land(&self) -> Option<&Arc<StateSpace>> {
        match self {
            Ground::Mapped(land) => Some(land),
            _ => None,
        }
    }

    /// Whether nothing more is to come.
    #[must_use]
    pub fn is_final(&self) -> bool {
        matches!(self, Ground::Mapped(_) | Ground::Endless | Ground::Broken(_))
    }

    /// What a survey has brought.
    #[must_use]
    pub fn of(result: Result<Arc<StateSpace>, StopReason>) -> Ground {
        match result {
            Ok(land) => Ground::Mapped(land),
            // A survey that was stopped says nothing about the puzzle, which may be surveyed again.
            Err(StopReason::Cancelled) => Ground::Unasked,
            Err(_) => Ground::Endless,
        }
    }
}

/// The map as it is shown: which positions are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MapScreen {
    /// Moves to the goal, of which a position can be asked for.
    pub chosen: u32,
    /// Moves from the start, if only positions so far from it are meant.
    pub from: Option<u32>,
}
