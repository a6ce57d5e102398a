//! Moves, and the three ways to count them.

use super::grid::{Cell, Direction};
use super::piece::PieceId;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What counts as one move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// One piece, one cell.
    Step,
    /// One straight slide of any length; in a number puzzle also a run of tiles pushed together.
    Slide,
    /// One piece, any path, no other piece in between; in a number puzzle the same as [`Metric::Slide`].
    Move,
}

impl Metric {
    /// All three, finest first.
    pub const ALL: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Move];

    /// The word for it on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Step => "step",
            Metric::Slide => "slide",
            Metric::Move => "move",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `pad` keeps the width that a format string asks for, so that tables can line the words up.
        f.pad(self.name())
    }
}

impl FromStr for Metric {
    type Err = String;

    fn from_str(name: &str) -> Result<Metric, String> {
        let known = Metric::ALL.into_iter().find(|m| m.name() == name);
        known.ok_or_else(|| format!("{name:?} is not a metric: step, slide or move"))
    }
}

/// One piece, one cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// The piece that goes.
    pub piece: PieceId,
    /// Where it goes.
    pub direction: Direction,
}

/// One move in some metric.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Steps that count as one: of one piece, or of a run of number tiles in one direction. Never empty when legal.
    Steps(Vec<Step>),
    /// A piece lifted off the board and set down elsewhere, in puzzles that allow it.
    Lift {
        /// The piece.
        piece: PieceId,
        /// Where its anchor comes to stand.
        to: Cell,
    },
}

impl Move {
    /// `piece` going along `path`, a cell a direction.
    #[must_use]
    pub fn of(piece: PieceId, path: &[Direction]) -> Move {
        Move::Steps(path.iter().map(|&direction| Step { piece, direction }).collect())
    }

    /// The steps that it consists of; none for a lift.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        match self {
            Move::Steps(steps) => steps,
            Move::Lift { .. } => &[],
        }
    }

    /// The piece that moves; of a run of tiles, the one that moves first. `None` for an empty move.
    #[must_use]
    pub fn piece(&self) -> Option<PieceId> {
        match self {
            Move::Steps(steps) => steps.first().map(|s| s.piece),
            Move::Lift { piece, .. } => Some(*piece),
        }
    }
}

/// A sequence of moves.
pub type Path = Vec<Move>;
