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

/// A board that took so many others to find is rare.
const RARE: u32 = 200;

/// Cars in which two boards of one climb differ at the least.
const APART: usize = 2;

/// How often a climb turns back to boards that it has given before it is given up.
const RETURNS: u32 = 15;

/// A board at the far end of its component, and how many moves it takes.
#[derive(Clone, Debug)]
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

/// A search from board to board, which can be taken up again where it found the last one.
#[derive(Default, Debug)]
pub(super) struct Climb {
    best: Option<Peak>,
    /// Boards tried since the last progress.
    idle: u32,
    /// Boards that this climb has given.
    given: Vec<Sketch>,
    /// How often it has turned back to one of them since it gave the last one.
    returns: u32,
}

impl Climb {
    /// A board that takes at least as many moves as are wanted and that `fresh` accepts; `None` if none was found.
    ///
    /// # Errors
    /// If the monitor says stop.
    pub(super) fn peak(
        &mut self,
        menu: &Menu,
        aim: Aim,
        rng: &mut ChaCha8Rng,
        monitor: &mut dyn Monitor,
        fresh: impl Fn(&Sketch) -> bool,
    ) -> Result<Option<Sketch>, Stop> {
        for tries in 0..TRIES {
            let sketch = self.next(menu, aim, rng);
            let Some((peak, mut summits)) = far_end(menu, &sketch, aim, monitor)? else {
                continue;
            };
            summits.retain(|summit| fresh(summit) && self.is_apart(menu, summit));
            if !summits.is_empty() {
                let which = rng.random_range(0..summits.len() as u32);
                let found = summits.swap_remove(which as usize);
                self.keep(menu, peak, &found, tries);
                return Ok(Some(found));
            }
            self.judge(peak, aim);
        }
        Ok(None)
    }

    /// A board near the best one, or a new one if those near it have not helped for long.
    fn next(&mut self, menu: &Menu, aim: Aim, rng: &mut ChaCha8Rng) -> Sketch {
        self.idle += 1;
        let patience = if self.given.is_empty() {
            PATIENCE
        } else {
            2 * PATIENCE
        };
        if self.idle > patience {
            self.turn_back(aim, rng);
        }
        match &self.best {
            Some(best) => best.sketch.changed(menu, rng),
            None => Sketch::draw(menu, rng),
        }
    }

    /// Goes on from a board that was given, for there are good ones near it, or else begins anew.
    fn turn_back(&mut self, aim: Aim, rng: &mut ChaCha8Rng) {
        if self.given.is_empty() || self.returns >= RETURNS {
            *self = Climb::default();
            return;
        }
        let which = rng.random_range(0..self.given.len() as u32);
        self.best = Some(Peak {
            sketch: self.given[which as usize].clone(),
            moves: aim.least,
        });
        self.idle = 0;
        self.returns += 1;
    }

    /// Whether a board is not just a variation of one that this climb has given.
    fn is_apart(&self, menu: &Menu, summit: &Sketch) -> bool {
        let apart = |given: &Sketch| given.difference(menu, summit) >= APART;
        self.given.iter().all(apart)
    }

    /// Goes on to a board that is as hard as the best one; or, where the climb has given boards, to any that is hard enough
    /// for others to be near.
    fn judge(&mut self, peak: Peak, aim: Aim) {
        let before = self.best.as_ref().map_or(0, |best| best.moves);
        if peak.moves > before && self.given.is_empty() {
            self.idle = 0;
        }
        let enough = if self.given.is_empty() {
            before
        } else {
            before.min(aim.least - aim.least * 3 / 10)
        };
        if peak.moves >= enough {
            self.best = Some(peak);
        }
    }

    /// Where boards are rare, the next one is looked for near the one that was found.
    fn keep(&mut self, menu: &Menu, peak: Peak, found: &Sketch, tries: u32) {
        let rare = tries >= RARE || !self.given.is_empty();
        if menu.keeps_lines() && rare {
            self.idle = 0;
            self.returns = 0;
            self.best = Some(peak);
            self.given.push(found.clone());
        } else {
            *self = Climb::default();
        }
    }
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
