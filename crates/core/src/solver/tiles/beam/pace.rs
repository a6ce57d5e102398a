//! How wide each layer of a beam may be that is to end with the time.

use std::time::{Duration, Instant};

/// States after which the time that one takes is known.
const KNOWN: usize = 1 << 12;

/// The fewest states of a layer, however little time is left.
const NARROWEST: usize = 16;

/// No layer is wider than the one before by more than one part in so many, or narrower: what is left is only guessed.
const SMOOTH: usize = 10;

/// The width of a beam, led by the clock.
pub(super) struct Pace {
    widest: usize,
    /// When the beam is to end; `None` if it has all the time it needs.
    ends: Option<Instant>,
    begun: Instant,
    /// The states of all layers.
    kept: usize,
    width: usize,
}

/// How far a beam has come.
#[derive(Clone, Copy)]
pub(super) struct BeamProgress {
    /// The layers so far.
    pub(super) layers: usize,
    /// The layers that may follow.
    pub(super) most: usize,
    /// The weight of the start, and the least since.
    pub(super) weights: (u32, u32),
}

impl Pace {
    /// For a beam that begins now and is nowhere wider than this.
    pub(super) fn new(widest: usize, ends: Option<Instant>) -> Pace {
        Pace { widest, ends, begun: Instant::now(), kept: 0, width: widest }
    }

    /// How wide the next layer may be, the one before having kept so many states.
    pub(super) fn width(&mut self, kept: usize, progress: BeamProgress) -> usize {
        self.kept += kept;
        if let Some(ends) = self.ends
            && self.kept >= KNOWN
        {
            let now = Instant::now();
            self.adapt(now - self.begun, ends.saturating_duration_since(now), progress);
        }
        self.width
    }

    /// Shares the time that is left among the layers that are left, if states take as long as they did.
    fn adapt(&mut self, took: Duration, left: Duration, progress: BeamProgress) {
        let states =
            self.kept as f64 * left.as_secs_f64() / took.as_secs_f64().max(f64::MIN_POSITIVE);
        let wanted = (states / progress.left()) as usize;
        let change = self.width / SMOOTH + 1;
        let wanted = wanted.clamp(self.width.saturating_sub(change), self.width + change);
        self.width = wanted.min(self.widest).max(NARROWEST.min(self.widest));
    }
}

impl BeamProgress {
    /// About how many layers are left, if the rest of the weight goes as fast as what has gone: a way that is to be beaten may be far longer than
    /// the one that is found.
    fn left(self) -> f64 {
        let (start, least) = self.weights;
        let most = self.most.max(1) as f64;
        match start.saturating_sub(least) {
            0 => most,
            lost => (self.layers as f64 * f64::from(least) / f64::from(lost)).clamp(1.0, most),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_is_shared_among_the_layers_that_are() {
        let mut pace = Pace::new(1000, None);
        pace.kept = 1000;
        let second = Duration::from_secs(1);
        // A third of the weight has gone in 100 layers, so that 200 are left: 20 layers a second of 50 states each.
        let progress = BeamProgress { layers: 100, most: 5000, weights: (300, 200) };
        let mut widths = Vec::new();
        for _ in 0..100 {
            pace.adapt(second, 10 * second, progress);
            widths.push(pace.width);
        }
        assert_eq!(widths[..3], [899, 809, 728]);
        assert_eq!(widths[99], 50);
        // No more than may follow: 5 layers have all the time, but no layer is wider than allowed.
        for _ in 0..100 {
            pace.adapt(second, 10 * second, BeamProgress { most: 5, ..progress });
        }
        assert_eq!(pace.width, 1000);
        for _ in 0..100 {
            pace.adapt(second, Duration::ZERO, progress);
        }
        assert_eq!(pace.width, NARROWEST);
    }

    #[test]
    fn a_beam_without_an_end_is_as_wide_as_it_may_be() {
        let mut pace = Pace::new(7, None);
        let progress = BeamProgress { layers: 100, most: 100, weights: (100, 50) };
        assert_eq!(pace.width(KNOWN, progress), 7);
    }
}
