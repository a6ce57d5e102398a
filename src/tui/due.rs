//! When something changes on the screen by itself.

use super::model::{Model, Screen};
use std::time::Duration;

impl Model {
    /// When something changes by itself next: the clock's second, or the player's move.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let slide = self.slide.as_ref().map(|slide| slide.due(self.now));
        [slide, self.next_second()].into_iter().flatten().min()
    }

    /// When the clock's next second or the player's next move comes.
    fn next_second(&self) -> Option<Duration> {
        let session = &self.game.session;
        match &self.screen {
            Screen::Player(player) => player.due(),
            Screen::Play | Screen::Map(_) if session.is_running() && self.ticks() => {
                let into = session.elapsed(self.now).subsec_nanos();
                Some(self.now + Duration::from_secs(1) - Duration::from_nanos(into.into()))
            }
            Screen::Play | Screen::Map(_) => {
                // The next whole second of what is left, and its end.
                let left = self.stopwatch.left(session, self.now)?.as_nanos();
                let part = left.checked_sub(1).map_or(0, |left| left % 1_000_000_000 + 1);
                Some(self.now + Duration::from_nanos(u64::try_from(part).unwrap_or(0)))
            }
            _ => None,
        }
    }

    /// Whether the seconds of the clock change anything on the screen.
    fn ticks(&self) -> bool {
        self.clock || self.ghost.is_timed()
    }
}
