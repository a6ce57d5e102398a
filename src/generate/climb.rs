//! Hard boards of blocks and cars: small changes, each judged by the far end of what can be reached.

use super::sketch::{Menu, Sketch};
use crate::puzzle::Metric;
use crate::solver::{self, Limits, Monitor, Stop};
use rand_chacha::ChaCha8Rng;

/// Changes in a row that do not help, after which another board is begun.
const PATIENCE: u32 = 60;

/// Boards that are tried before there is said to be none.
const TRIES: u32 = 20_000;

/// The most that the walk through one component may take, in bytes: boards beyond it are passed over. Hard boards are not
/// those with the most room; the hardest known ones of their sizes have some tens of thousands of positions.
const ROOM: u64 = 4 << 20;

/// A board at the far end of its component, and how many moves it takes.
#[derive(Clone)]
pub(super) struct Peak {
    pub(super) sketch: Sketch,
    pub(super) moves: u32,
    /// How many positions there are in the component, of how many pieces: boards that agree in this and in the moves are
    /// most likely parts of the same one.
    pub(super) component: (u64, usize),
}

/// A board that takes at least `least` moves and that `fresh` accepts; `None` if none was found.
///
/// # Errors
/// If the monitor says stop.
pub(super) fn peak(
    menu: &Menu,
    (metric, least): (Metric, u32),
    rng: &mut ChaCha8Rng,
    monitor: &mut dyn Monitor,
    fresh: impl Fn(&Peak) -> bool,
) -> Result<Option<Peak>, Stop> {
    let mut best: Option<Peak> = None;
    let mut idle = 0;
    for _ in 0..TRIES {
        let sketch = match &best {
            Some(best) if idle < PATIENCE => best.sketch.changed(menu, rng),
            _ => Sketch::draw(menu, rng),
        };
        if idle >= PATIENCE {
            (best, idle) = (None, 0);
        }
        idle += 1;
        let Some(peak) = far_end(menu, &sketch, metric, monitor)? else {
            continue;
        };
        if peak.moves >= least {
            if fresh(&peak) {
                return Ok(Some(peak));
            }
            // A known summit: another climb leads to another one sooner than this one goes on.
            (best, idle) = (None, 0);
            continue;
        }
        let before = best.as_ref().map_or(0, |best| best.moves);
        if peak.moves > before {
            idle = 0;
        }
        if peak.moves >= before {
            best = Some(peak);
        }
    }
    Ok(None)
}

/// The hardest position that can be reached from a board; `None` if it cannot be solved, or is too large to be walked.
fn far_end(
    menu: &Menu,
    sketch: &Sketch,
    metric: Metric,
    monitor: &mut dyn Monitor,
) -> Result<Option<Peak>, Stop> {
    let puzzle = sketch.puzzle(menu);
    let limits = Limits {
        memory: Some(ROOM),
        ..Limits::default()
    };
    let end = match solver::far_end(&puzzle, metric, &limits, monitor) {
        Ok(end) => end,
        Err(Stop::Cancelled) => return Err(Stop::Cancelled),
        Err(_) => return Ok(None),
    };
    Ok(end.moves.filter(|&moves| moves > 0).map(|moves| Peak {
        sketch: Sketch::at(&puzzle, &end.position),
        moves,
        component: (end.states, puzzle.pieces().len()),
    }))
}
