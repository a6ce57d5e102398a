//! What is asked of the solver, and how it is watched and stopped while it works.

use crate::puzzle::{Metric, Path};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Which search to run.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Algorithm {
    /// Whatever is fastest for the puzzle.
    #[default]
    Auto,
    /// Breadth-first, layer by layer.
    Bfs,
    /// Breadth-first from the start and from all solved positions.
    Bidirectional,
    /// Best-first on moves made plus a lower bound.
    Astar,
    /// Depth-first with a rising threshold on moves made plus a lower bound.
    Idastar,
}

impl Algorithm {
    /// All that can be asked for.
    pub const ALL: [Algorithm; 5] = [
        Algorithm::Auto,
        Algorithm::Bfs,
        Algorithm::Bidirectional,
        Algorithm::Astar,
        Algorithm::Idastar,
    ];

    /// The word for it on the command line and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Auto => "auto",
            Algorithm::Bfs => "bfs",
            Algorithm::Bidirectional => "bidirectional",
            Algorithm::Astar => "astar",
            Algorithm::Idastar => "idastar",
        }
    }
}

/// How much a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Wall time from the start of the call; `None` for no limit.
    pub time: Option<Duration>,
    /// Bytes for everything the search stores; `None` for no limit.
    pub memory: Option<u64>,
    /// Threads to search with, at least 1.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: None, memory: None, threads: 1 }
    }
}

/// What is asked of [`solve`](super::solve).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// What counts as one move.
    pub metric: Metric,
    /// Which search.
    pub algorithm: Algorithm,
    /// How much it may use.
    pub limits: Limits,
    /// Take the best solution found within the limits instead of insisting on an optimum.
    pub good: bool,
    /// A bound that the caller has proven already: no solution has fewer moves. In play, the optimum before the last move less
    /// one. 0 if nothing is known.
    pub at_least: u32,
}

impl Request {
    /// An optimum in `metric` by the fastest way, without limits, on one thread.
    #[must_use]
    pub fn new(metric: Metric) -> Request {
        Request {
            metric,
            algorithm: Algorithm::Auto,
            limits: Limits::default(),
            good: false,
            at_least: 0,
        }
    }
}

/// How far a search has come. All counts are since its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Distinct states stored (breadth-first and A*) or nodes generated (IDA*).
    pub states: u64,
    /// States whose moves have been generated.
    pub expanded: u64,
    /// The layer or threshold being searched, in moves.
    pub depth: u32,
    /// Bytes held by the search.
    pub bytes: u64,
    /// No solution has fewer moves than this.
    pub lower_bound: u32,
    /// The length of the best solution found so far.
    pub upper_bound: Option<u32>,
    /// How long the search has run.
    pub elapsed: Duration,
    /// While tables are built for the search: how much of them, in percent.
    pub building: Option<u8>,
}

/// Hears of progress, and says whether to go on.
pub trait Monitor {
    /// Called at least ten times a second while a search runs; `Break` makes it stop within 20 ms.
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()>;

    /// Called with each solution that is better than those before it, while it is not proven that there is no better one.
    fn found(&mut self, _way: &dyn Fn() -> Path) {}

    /// Called often, and cheap: whether the search shall stop at once.
    fn cancelled(&self) -> bool {
        false
    }
}

/// A monitor that never looks and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMonitor;

impl Monitor for NoMonitor {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Why a search ended before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// The monitor said so.
    Cancelled,
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The algorithm that was asked for cannot search this puzzle.
    NotApplicable,
}

/// Watches the limits for an engine: asks the clock and the monitor now and then, and says when to stop.
pub(crate) struct Budget<'a> {
    monitor: &'a mut dyn Monitor,
    limits: Limits,
    started: Instant,
    reported: Option<Instant>,
    /// What the monitor is told; engines keep it up to date before they call [`Budget::check`].
    pub(crate) progress: Progress,
    /// What another part of the same search holds and has done; engines add it to their own counts.
    pub(crate) beside: Progress,
    /// How long tables took that had to be built.
    pub(crate) tables: Duration,
}

impl<'a> Budget<'a> {
    /// The part of the memory that is left to what is not counted: gaps between what is allocated, and the program itself.
    const UNCOUNTED: u64 = 8;

    /// How often the monitor hears of progress.
    const REPORT_EVERY: Duration = Duration::from_millis(50);

    /// Starts the clock.
    pub(crate) fn new(monitor: &'a mut dyn Monitor, limits: Limits) -> Budget<'a> {
        let counted = |bytes| bytes - bytes / Self::UNCOUNTED;
        Budget {
            monitor,
            limits: Limits { memory: limits.memory.map(counted), ..limits },
            started: Instant::now(),
            reported: None,
            progress: Progress::default(),
            beside: Progress::default(),
            tables: Duration::ZERO,
        }
    }

    /// Tells the monitor of a solution that is better than those before it.
    pub(crate) fn found(&mut self, way: impl Fn() -> Path) {
        self.monitor.found(&way);
    }

    /// The limits in force, of the memory what may be counted.
    #[must_use]
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// Time since the search began.
    #[must_use]
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// To be called at least every few milliseconds.
    ///
    /// # Errors
    /// The limit that was reached; the engine then returns with the bounds it has proven.
    pub(crate) fn check(&mut self) -> Result<(), StopReason> {
        if self.monitor.cancelled() {
            return Err(StopReason::Cancelled);
        }
        let now = Instant::now();
        self.progress.elapsed = now - self.started;
        if self.reported.is_none_or(|at| now - at >= Self::REPORT_EVERY) {
            self.reported = Some(now);
            if self.monitor.progress(&self.progress).is_break() {
                return Err(StopReason::Cancelled);
            }
        }
        if self.limits.time.is_some_and(|limit| self.progress.elapsed >= limit) {
            return Err(StopReason::Time);
        }
        self.room(0)
    }

    /// Whether `more` bytes may be added to those that the progress counts.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if they may not.
    pub(crate) fn room(&self, more: u64) -> Result<(), StopReason> {
        match self.limits.memory {
            Some(limit) if self.progress.bytes.saturating_add(more) > limit => {
                Err(StopReason::Memory)
            }
            _ => Ok(()),
        }
    }
}
