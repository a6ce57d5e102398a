//! The clock of a game: it can be stopped and goes on where it stood.

use std::time::Duration;

/// Time played: what has passed before, and since when it passes again.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock {
    spent: Duration,
    since: Option<Duration>,
}

impl Clock {
    /// Standing still after `spent`.
    pub(crate) fn at(spent: Duration) -> Clock {
        Clock { spent, since: None }
    }

    /// Lets time pass from now on, if it does not already.
    pub(crate) fn start(&mut self, now: Duration) {
        self.since.get_or_insert(now);
    }

    /// Time passes no more.
    pub(crate) fn stop(&mut self, now: Duration) {
        self.spent = self.elapsed(now);
        self.since = None;
    }

    /// The time that has passed.
    pub(crate) fn elapsed(&self, now: Duration) -> Duration {
        // A `now` before the start would be a fault of the caller; the clock then stands still and the game goes on.
        let running = self.since.map_or(Duration::ZERO, |s| now.saturating_sub(s));
        self.spent + running
    }

    /// Whether time passes.
    pub(crate) fn is_running(&self) -> bool {
        self.since.is_some()
    }
}
