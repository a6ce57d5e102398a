//! Breadth-first search whose layers lie on a disk, for puzzles of which no memory holds all positions.
//!
//! A layer is a sorted file, or several that follow each other. Successors are sorted in memory and written as runs; then the runs are
//! merged, and what the last two layers have is left out (Korf, "Linear-time disk-based implicit graph search", Journal of the ACM 55,
//! 2008; sorted files as in Munagala and Ranade, SODA 1999). Everything that is finished is written down in a list before the next
//! step begins, so that a search that was stopped or killed goes on from there.

mod folder;
mod merge;
mod search;
mod sorted_file;

use super::budget::{Budget, Monitor, StopReason};
use super::engine::Engine;
use super::outcome::{Outcome, Verdict};
use super::request::Request;
use super::search::Algorithm;
use super::{is_out_of_reach, outcome_of, replayed};
use crate::puzzle::{Position, Puzzle};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// How states are coded and files are written: a search goes on only from those that it can read.
pub(super) const FORM: u32 = 3;

/// Where the layers of a search lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disk {
    /// A folder for this search alone; it is made if it is not there.
    pub folder: PathBuf,
    /// Bytes of all files; `None` for as many as the disk holds.
    pub limit: Option<u64>,
    /// Go on with the search that the folder holds, if it holds one; otherwise that is an error.
    pub resume: bool,
}

/// A shortest solution of `puzzle` from `from`, found breadth-first with all layers on a disk. The files stay, so that a search that
/// was stopped can be resumed. Of `request`, which search and whether a good solution is enough do not count.
///
/// The files are trusted as far as damage goes, which a sum over each shows; whoever changes one on purpose changes the bounds.
///
/// # Errors
/// The folder cannot be read or written, it holds another search, or a file in it is damaged; or positions take more than 2111 bits, as only hundreds
/// of pieces do that are all different.
pub fn solve_on_disk(
    puzzle: &Puzzle,
    from: &Position,
    request: &Request,
    disk: &Disk,
    monitor: &mut dyn Monitor,
) -> io::Result<Outcome> {
    let mut budget = Budget::new(monitor, request.limits);
    budget.algorithm = Algorithm::Bfs;
    if is_out_of_reach(puzzle, from) {
        let verdict = Verdict::Unknown { lower_bound: 0, why: StopReason::NotApplicable };
        return Ok(outcome_of(verdict, &budget));
    }
    let engine = Engine::of(puzzle, request.metric);
    let verdict = engine.solve_on_disk(puzzle, (from, request.metric), disk, &mut budget)?;
    Ok(outcome_of(replayed(puzzle, from, verdict), &budget))
}

pub(crate) use search::solve;

/// Why a step of a search on disk did not end.
#[derive(Debug)]
pub(crate) enum Halt {
    /// Somebody said stop, who knows why.
    Stopped,
    /// A goal was found by somebody.
    Found,
    /// The files may not grow.
    Full,
    /// A file cannot be read or written.
    Failed(io::Error),
}

impl Halt {
    /// The limit that it is; `Err` if it is none.
    fn reason(self) -> io::Result<StopReason> {
        match self {
            // Where nobody has said why, the monitor has.
            Halt::Stopped | Halt::Found => Ok(StopReason::Cancelled),
            Halt::Full => Ok(StopReason::Disk),
            Halt::Failed(error) => Err(error),
        }
    }
}

/// The bytes of all files of a search.
pub(crate) struct Usage {
    bytes: AtomicU64,
    limit: Option<u64>,
}

// Relaxed everywhere: the number carries no other data.
impl Usage {
    fn new(limit: Option<u64>) -> Usage {
        Usage { bytes: AtomicU64::new(0), limit }
    }

    fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Adds what is about to be written.
    ///
    /// # Errors
    /// [`Halt::Full`] if it may not be.
    fn take(&self, more: u64) -> Result<(), Halt> {
        let before = self.bytes.fetch_add(more, Ordering::Relaxed);
        match self.limit {
            Some(limit) if before + more > limit => {
                self.give_back(more);
                Err(Halt::Full)
            }
            _ => Ok(()),
        }
    }

    fn give_back(&self, bytes: u64) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }
}
