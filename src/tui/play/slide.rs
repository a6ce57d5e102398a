//! A move that is seen to happen: for a moment the pieces are drawn on their way.

use crate::puzzle::{Direction, Move, PieceId};
use std::time::Duration;

/// A move on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Slide {
    action: Move,
    since: Duration,
}

/// How long a move takes, however far it goes.
pub(crate) const LENGTH: Duration = Duration::from_millis(80);
/// Between two frames.
// About 60 frames a second, as most screens show.
const FRAME: Duration = Duration::from_millis(16);

impl Slide {
    /// `action` begins to be seen.
    pub(crate) fn new(action: Move, since: Duration) -> Slide {
        Slide { action, since }
    }

    /// When the next frame is due.
    pub(crate) fn due(&self, now: Duration) -> Duration {
        (now + FRAME).min(self.since + LENGTH)
    }

    /// Whether the pieces have arrived.
    pub(crate) fn is_over(&self, now: Duration) -> bool {
        now >= self.since + LENGTH
    }

    /// How far `id` still has to go, in characters to the right and down, where a cell has `cell` of them: along its way,
    /// round corners too.
    pub(crate) fn behind(
        &self,
        id: PieceId,
        cell: (i32, i32),
        now: Duration,
    ) -> Option<(i32, i32)> {
        let steps = self.action.steps().iter().filter(|step| step.piece == id);
        let way: Vec<Direction> = steps.map(|step| step.direction).collect();
        let left = (self.since + LENGTH).saturating_sub(now).as_secs_f64() / LENGTH.as_secs_f64();
        let mut cells = way.len() as f64 * left;
        let mut behind = (0.0, 0.0);
        // What is left of the way is its end, so that the steps are taken from the last one back.
        for step in way.iter().rev() {
            let part = cells.clamp(0.0, 1.0);
            let (dx, dy) = step.delta();
            behind.0 -= part * f64::from(dx * cell.0);
            behind.1 -= part * f64::from(dy * cell.1);
            cells -= part;
        }
        let behind = (behind.0.round() as i32, behind.1.round() as i32);
        (behind != (0, 0)).then_some(behind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_goes_along_its_way() {
        let id = PieceId(3);
        let slide = Slide::new(Move::of(id, &[Direction::Right, Direction::Down]), Duration::ZERO);
        let behind = |millis| slide.behind(id, (6, 2), Duration::from_millis(millis));
        assert_eq!(behind(0), Some((-6, -2)));
        assert_eq!(behind(20), Some((-3, -2)));
        assert_eq!(behind(40), Some((0, -2)));
        assert_eq!(behind(60), Some((0, -1)));
        assert_eq!(behind(80), None);
        assert_eq!(slide.behind(PieceId(0), (6, 2), Duration::ZERO), None);
        assert!(slide.is_over(Duration::from_millis(80)));
        assert_eq!(slide.due(Duration::from_millis(70)), Duration::from_millis(80));
    }
}
