//! A series of beams, each some times as wide as the one before, of which the last ends when the time does.

use std::time::Duration;

/// How many times as wide the next beam is, if there is time for it.
pub(crate) const WIDER: usize = 4;

/// A beam that is not wider than the last one by this factor is not worth the time.
const HARDLY_WIDER: f64 = 2.0;

/// How much wider the last beam may become than the time that is left seems to allow: it is led by the clock, and the wider a beam is the less time
/// its states may take.
const HOPEFUL: f64 = 1.5;

/// How wide beams have been and may become.
pub(crate) struct Widths {
    narrowest: usize,
    widest: usize,
    /// The width of the last beam, and the time it took for each of the states that it might have kept.
    last: Option<(usize, Duration)>,
}

impl Widths {
    /// A series from one width to another.
    pub(crate) fn new(narrowest: usize, widest: usize) -> Widths {
        Widths { narrowest, widest, last: None }
    }

    /// The width of the last beam, 0 if there was none.
    pub(crate) fn last(&self) -> usize {
        self.last.map_or(0, |(width, _)| width)
    }

    /// Notes that a beam of so many moves at most took so long.
    pub(crate) fn took(&mut self, width: usize, moves: usize, took: Duration) {
        self.last = Some((width, took.div_f64((width * moves.max(1)) as f64)));
    }

    /// How wide the next beam of so many moves is: some times as wide as the last one, or as wide as it can be if the one after it
    /// would not end in the time that is left. `None` if no wider one does.
    pub(crate) fn next(&self, moves: usize, left: Option<Duration>) -> Option<usize> {
        let Some((last, pace)) = self.last else {
            // No pace is known yet, and the narrowest beam takes next to no time.
            return Some(self.narrowest);
        };
        let mut width = (last * WIDER).min(self.widest);
        if let Some(left) = left {
            let most = most(pace, moves, left);
            // If this beam and the next one do not both fit, this one is the last and may take all the time.
            if most < (width * (1 + WIDER)) as f64 {
                width = (most as usize).min(self.widest);
            }
        }
        (width as f64 >= last as f64 * HARDLY_WIDER).then_some(width)
    }
}

/// How wide a beam may become in the time that is left.
fn most(pace: Duration, moves: usize, left: Duration) -> f64 {
    // A coarse clock may have seen no time pass, and the divisor must not be 0.
    HOPEFUL * left.as_secs_f64() / (pace.as_secs_f64() * moves as f64).max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_beam_takes_what_is_left() {
        let mut widths = Widths::new(64, 1 << 20);
        assert_eq!(widths.next(100, Some(Duration::ZERO)), Some(64));
        // A millisecond for 64 states of 100 layers.
        widths.took(64, 100, Duration::from_millis(1));
        assert_eq!(widths.next(100, None), Some(256));
        assert_eq!(widths.next(100, Some(Duration::from_secs(1))), Some(256));
        // In ten times the time ten times as many, and half as many again.
        let width = widths.next(100, Some(Duration::from_millis(10))).unwrap();
        assert!((955..=965).contains(&width), "{width}");
        assert_eq!(widths.next(100, Some(Duration::from_millis(1))), None);
        assert_eq!(widths.last(), 64);
    }
}
