//! What the solver answers, and what it took.

use super::budget::StopReason;
use super::search::Algorithm;
use crate::puzzle::Path;
use std::time::Duration;

/// The answer itself. Every bound is a proven one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A solution that no other undercuts.
    Optimal {
        /// One move an element, in the metric asked for.
        path: Path,
    },
    /// A solution that may not be the shortest.
    Solved {
        /// One move an element, in the metric asked for.
        path: Path,
        /// No solution has fewer moves.
        lower_bound: u32,
    },
    /// There is no solution.
    Unsolvable,
    /// The search was stopped first.
    Unknown {
        /// No solution has fewer moves.
        lower_bound: u32,
        /// What stopped it.
        why: StopReason,
    },
}

impl Verdict {
    /// The solution, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Verdict::Optimal { path } | Verdict::Solved { path, .. } => Some(path),
            Verdict::Unsolvable | Verdict::Unknown { .. } => None,
        }
    }

    /// The number of moves of a proven optimum.
    #[must_use]
    pub fn optimum(&self) -> Option<usize> {
        match self {
            Verdict::Optimal { path } => Some(path.len()),
            _ => None,
        }
    }
}

/// What a search took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// The search that gave the answer.
    pub algorithm: Algorithm,
    /// Distinct states stored (breadth-first and A*) or nodes generated (IDA*).
    pub states: u64,
    /// States whose moves were generated.
    pub expanded: u64,
    /// The last layer or threshold that was searched, in moves.
    pub depth: u32,
    /// Wall time of the whole call.
    pub elapsed: Duration,
    /// The part of it that went into tables.
    pub tables: Duration,
    /// The most bytes held at a time.
    pub bytes: u64,
    /// Bytes of its files at the end, where its layers lie on a disk.
    pub disk: u64,
}

impl Stats {
    /// States a second, without the time that tables took.
    #[must_use]
    pub fn speed(&self) -> f64 {
        let searching = self.elapsed.saturating_sub(self.tables).as_secs_f64();
        // A search may be over before the clock has moved on; the least time keeps the division finite.
        self.states as f64 / searching.max(1e-6)
    }
}

/// Answer and effort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// The effort.
    pub stats: Stats,
}
