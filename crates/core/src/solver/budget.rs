//! How a search is watched and stopped: its limits, its progress, and the monitor that hears of both.

use super::request::Limits;
use super::search::Algorithm;
use crate::puzzle::Path;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

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
    /// Bytes of its files, where its layers lie on a disk.
    pub disk: u64,
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
    fn progress(&mut self, _progress: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

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

impl Monitor for NoMonitor {}

/// Stops a search once it is set, and hears of nothing.
impl Monitor for &AtomicBool {
    fn cancelled(&self) -> bool {
        // Relaxed: the flag carries no data.
        self.load(Ordering::Relaxed)
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
    /// The limit of its files, or the end of the disk.
    Disk,
    /// The algorithm that was asked for cannot search this puzzle.
    NotApplicable,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Cancelled => "stopped",
            StopReason::Time => "the time ran out",
            StopReason::Memory => "the memory ran out",
            StopReason::Disk => "the room on the disk ran out",
            StopReason::NotApplicable => "this algorithm cannot search this puzzle",
        })
    }
}

impl std::error::Error for StopReason {}

/// Watches the limits for an engine: asks the clock and the monitor now and then, and says when to stop.
pub(crate) struct Budget<'a> {
    monitor: &'a mut dyn Monitor,
    limits: Limits,
    started: Instant,
    reported: Option<Instant>,
    /// Cells that have been looked at since [`Budget::check_after`] asked.
    unasked: usize,
    /// Whether the monitor has said stop, which it may say once only.
    is_refused: bool,
    /// What the monitor is told; engines keep it up to date before they call [`Budget::check`].
    pub(crate) progress: Progress,
    /// What another search, with which this one takes turns, holds and has done; the one at work adds it to its own counts.
    pub(crate) beside: Progress,
    /// Bytes that a space holds for the states it has met.
    interned: Option<Arc<AtomicU64>>,
    /// How long tables took that had to be built.
    pub(crate) tables: Duration,
    /// The search that gives the answer.
    pub(crate) algorithm: Algorithm,
}

/// More threads than this are not started, whatever is asked for.
const MOST_THREADS: usize = 64;

impl<'a> Budget<'a> {
    /// One part in so many of the memory is left for what is not counted: gaps between allocations.
    const UNCOUNTED: u64 = 8;

    /// Bytes that the program itself takes, whatever it searches. They are left too, but no more than is left for the gaps.
    const PROGRAM: u64 = 8 << 20;

    /// The part of the time left for what is led by the clock: it may be a little late.
    const IN_TIME: f64 = 0.98;

    /// Cells that are looked at in less than a millisecond, whatever is done with them.
    const ASK_EVERY: usize = 1 << 10;

    /// How often the monitor hears of progress.
    // Twice as often as [`Monitor::progress`] promises, because an engine may be a little late with its check.
    const REPORT_EVERY: Duration = Duration::from_millis(50);

    /// Starts the clock.
    pub(crate) fn new(monitor: &'a mut dyn Monitor, limits: Limits) -> Budget<'a> {
        let counted = |bytes: u64| {
            let gaps = bytes / Self::UNCOUNTED;
            bytes - gaps - gaps.min(Self::PROGRAM)
        };
        Budget {
            monitor,
            limits: Limits {
                memory: limits.memory.map(counted),
                threads: limits.threads.clamp(1, MOST_THREADS),
                ..limits
            },
            started: Instant::now(),
            reported: None,
            unasked: 0,
            is_refused: false,
            progress: Progress::default(),
            beside: Progress::default(),
            interned: None,
            tables: Duration::ZERO,
            algorithm: Algorithm::Auto,
        }
    }

    /// Counts the time that the same search took in earlier calls, which its limit is not about.
    pub(crate) fn resume(&mut self, earlier: Duration) {
        // A clock that has not run for so long knows no such instant.
        if let Some(started) = self.started.checked_sub(earlier) {
            self.started = started;
            self.limits.time = self.limits.time.map(|time| time.saturating_add(earlier));
        }
    }

    /// Tells of a solution of so many moves that is better than those before it.
    pub(crate) fn improved(&mut self, moves: u32, way: impl Fn() -> Path) {
        self.progress.upper_bound = Some(moves);
        self.monitor.found(&way);
    }

    /// The limits in force, of the memory what may be counted.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// Leaves half of the threads to somebody else from now on.
    pub(crate) fn leave_half_of_the_threads(&mut self) {
        self.limits.threads = self.limits.threads.div_ceil(2);
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// How much of the time is left, if it is limited.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(self.elapsed()))
    }

    /// When work is to end that ends by itself before the limit of time stops it.
    pub(crate) fn ends(&self) -> Option<Instant> {
        Instant::now().checked_add(self.time_left()?.mul_f64(Self::IN_TIME))
    }

    /// [`Budget::check`], once in some thousands of cells: for loops that look at so many each time, on boards of all sizes.
    pub(crate) fn check_after(&mut self, cells: usize) -> Result<(), StopReason> {
        self.unasked += cells;
        if self.unasked < Self::ASK_EVERY {
            return Ok(());
        }
        self.unasked = 0;
        self.check()
    }

    /// Does a part of the work, which is stopped by the limit of time when it has taken so long.
    pub(crate) fn for_at_most<T>(
        &mut self,
        time: Duration,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let whole = self.limits.time;
        let end = self.elapsed() + time;
        self.limits.time = Some(whole.map_or(end, |whole| whole.min(end)));
        let done = work(self);
        self.limits.time = whole;
        done
    }

    /// Does a part of the work that is a search by itself, with a clock of its own and as many bytes as are left, but no more than `most`. What it
    /// proves and finds is not said of the whole, and nobody hears of it.
    pub(crate) fn apart<T>(
        &mut self,
        (time, most): (Option<Duration>, u64),
        work: impl FnOnce(&mut Budget<'_>) -> T,
    ) -> T {
        let memory = Some(self.left().min(most)).filter(|&bytes| bytes < u64::MAX);
        let limits = Limits { time, memory, ..self.limits };
        let before = self.progress;
        let mut watched = Apart { before, whole: self };
        // What may be counted has been told from what may be taken already.
        let mut part = Budget { limits, ..Budget::new(&mut watched, limits) };
        let done = work(&mut part);
        let last = part.progress;
        watched.count(&last);
        self.progress.bytes = before.bytes;
        done
    }

    /// To be called at least every few milliseconds. After the monitor has said stop the answer is the same for good: a search may ask
    /// once more before it ends.
    ///
    /// # Errors
    /// The limit that was reached; the engine then returns with the bounds it has proven.
    pub(crate) fn check(&mut self) -> Result<(), StopReason> {
        // This comes first: it is cheap, and somebody waits for it.
        if self.is_refused || self.monitor.cancelled() {
            return Err(StopReason::Cancelled);
        }
        let now = Instant::now();
        self.progress.elapsed = now - self.started;
        if self.reported.is_none_or(|at| now - at >= Self::REPORT_EVERY) {
            self.reported = Some(now);
            let told = Progress { bytes: self.held(), ..self.progress };
            self.is_refused = self.monitor.progress(&told).is_break();
            if self.is_refused {
                return Err(StopReason::Cancelled);
            }
        }
        if self.limits.time.is_some_and(|limit| self.progress.elapsed >= limit) {
            return Err(StopReason::Time);
        }
        self.room(0)
    }

    /// Takes bytes from the limit of the memory, for what is held as long as the search runs and is counted nowhere else.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if there are not as many.
    pub(crate) fn reserve(&mut self, bytes: u64) -> Result<(), StopReason> {
        self.room(bytes)?;
        self.limits.memory = self.limits.memory.map(|limit| limit.saturating_sub(bytes));
        Ok(())
    }

    /// How many bytes may be added to those that the progress counts; as many as there are numbers for where there is no limit.
    pub(crate) fn left(&self) -> u64 {
        let limit = self.limits.memory.unwrap_or(u64::MAX);
        limit.saturating_sub(self.held())
    }

    /// Where a space counts the bytes that it holds for the states it has met, beside those that the progress counts.
    pub(crate) fn interned(&mut self) -> Arc<AtomicU64> {
        Arc::clone(self.interned.get_or_insert_default())
    }

    fn held(&self) -> u64 {
        // Relaxed: it guards no other data.
        let interned = self.interned.as_ref().map_or(0, |bytes| bytes.load(Ordering::Relaxed));
        self.progress.bytes.saturating_add(interned)
    }

    /// Whether `more` bytes may be added to those that the progress counts.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if they may not.
    pub(crate) fn room(&self, more: u64) -> Result<(), StopReason> {
        match self.limits.memory {
            Some(limit) if self.held().saturating_add(more) > limit => Err(StopReason::Memory),
            _ => Ok(()),
        }
    }
}

/// A budget that nobody watches.
#[cfg(test)]
pub(crate) fn unwatched(limits: Limits) -> Budget<'static> {
    // The monitor has no size, so that nothing leaks.
    Budget::new(Box::leak(Box::new(NoMonitor)), limits)
}

/// Hears of a part of a search in place of the whole.
struct Apart<'b, 'a> {
    whole: &'b mut Budget<'a>,
    /// The progress of the whole before.
    before: Progress,
}

impl Apart<'_, '_> {
    /// Adds what the part has done and holds to what was there before.
    fn count(&mut self, part: &Progress) {
        self.whole.progress.states = self.before.states + part.states;
        self.whole.progress.expanded = self.before.expanded + part.expanded;
        self.whole.progress.bytes = self.before.bytes + part.bytes;
    }
}

impl Monitor for Apart<'_, '_> {
    fn progress(&mut self, part: &Progress) -> ControlFlow<()> {
        self.count(part);
        if self.whole.check().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn cancelled(&self) -> bool {
        self.whole.is_refused || self.whole.monitor.cancelled()
    }
}
