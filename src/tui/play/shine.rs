//! The light that goes once over a board which was just solved.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use std::time::Duration;

/// A band of light on its way from the left to the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shine {
    since: Duration,
}

/// How long it is on its way.
const LENGTH: Duration = Duration::from_millis(500);
/// Between two frames.
// Half as often as a piece that slides: the band is wide, and nobody steers it.
const FRAME: Duration = Duration::from_millis(33);
/// Columns of the band.
const WIDTH: f64 = 6.0;

impl Shine {
    /// The light sets out.
    pub(crate) fn new(since: Duration) -> Shine {
        Shine { since }
    }

    /// When the next frame is due.
    pub(crate) fn due(self, now: Duration) -> Duration {
        (now + FRAME).min(self.since + LENGTH)
    }

    /// Whether it has gone.
    pub(crate) fn is_over(self, now: Duration) -> bool {
        now >= self.since + LENGTH
    }

    /// Turns round the colours of what it is on.
    pub(crate) fn draw(self, area: Rect, now: Duration, buffer: &mut Buffer) {
        let part = now.saturating_sub(self.since).as_secs_f64() / LENGTH.as_secs_f64();
        // The band leans: each row is a column behind the one above, so that the way is as much longer.
        let way = f64::from(area.width) + f64::from(area.height) + WIDTH;
        let front = part * way;
        for place in area.positions() {
            let at = f64::from(place.x - area.x) + f64::from(place.y - area.y);
            if at < front && at >= front - WIDTH {
                let style = buffer[place].style();
                buffer[place].set_style(style.add_modifier(Modifier::REVERSED));
            }
        }
    }
}
