//! Hard boards of blocks and cars: small changes, each judged by the far end of what can be reached.

use super::sketch::{Menu, Sketch};
use crate::puzzle::Metric;
use crate::solver::{self, Limits, Monitor, Stop};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Changes in a row that do not help, after which another board is begun.
const PATIENCE: u32 = 60;

/// Boards that are tried before there is said to be none.
const TRIES: u32 = 20_000;

/// A board at the far end of its component, and how many moves it takes.
#[derive(Clone)]
pub(super) struct Peak {
    pub(super) sketch: Sketch,
    pub(super) moves: u32,
}

/// What is looked for.
#[derive(Clone, Copy)]
pub(super) struct Aim {
    pub(super) metric: Metric,
    /// The fewest moves that will do.
    pub(super) least: u32,
    /// The most that the walk through one component may take, in bytes: boards beyond it are passed over. Hard boards are
    /// not those with the most room.
    pub(super) room: u64,
}

/// A board that takes at least as many moves as are wanted and that `fresh` accepts; `None` if none was found.
///
/// # Errors
/// If the monitor says stop.
pub(super) fn peak(
    menu: &Menu,
    aim: Aim,
    rng: &mut ChaCha8Rng,
    monitor: &mut dyn Monitor,
    fresh: impl Fn(&Sketch) -> bool,
) -> Result<Option<Sketch>, Stop> {
    let mut best: Option<Peak> = None;
    let mut idle = 0;
    for _ in 0..TRIES {
        let sketch = match &best {
            Some(best) if idle < PATIENCE => best.sketch.changed(menu, rng),
            _ => {
                (best, idle) = (None, 0);
                Sketch::draw(menu, rng)
            }
        };
        idle += 1;
        let Some((peak, summits)) = far_end(menu, &sketch, aim, monitor)? else {
            continue;
        };
        let mut summits: Vec<Sketch> = summits.into_iter().filter(&fresh).collect();
        if !summits.is_empty() {
            let which = rng.random_range(0..summits.len() as u32);
            return Ok(Some(summits.swap_remove(which as usize)));
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

/// The hardest position that can be reached from a board, and those hard enough from which no move leads farther; `None` if
/// it cannot be solved, or is too large to be walked.
fn far_end(
    menu: &Menu,
    sketch: &Sketch,
    aim: Aim,
    monitor: &mut dyn Monitor,
) -> Result<Option<(Peak, Vec<Sketch>)>, Stop> {
    let puzzle = sketch.puzzle(menu);
    let limits = Limits {
        memory: Some(aim.room),
        ..Limits::default()
    };
    let end = match solver::far_end(&puzzle, (aim.metric, aim.least), &limits, monitor) {
        Ok(end) => end,
        Err(Stop::Cancelled) => return Err(Stop::Cancelled),
        Err(_) => return Ok(None),
    };
    let summits = end
        .summits
        .iter()
        .map(|(position, _)| Sketch::at(&puzzle, position))
        .collect();
    Ok(end.moves.filter(|&moves| moves > 0).map(|moves| {
        let sketch = Sketch::at(&puzzle, &end.position);
        (Peak { sketch, moves }, summits)
    }))
}
