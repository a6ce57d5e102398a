//! Hard boards of blocks and cars by hill climbing: a board is changed a little, and the change is kept if the hardest
//! position that can be reached from it is at least as hard.

use super::component_cache::{Aim, ComponentCache, Peak};
use super::layout::{Layout, PieceSet};
use crate::solver::{Monitor, StopReason};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// After this many changes in a row without progress the climb begins with another board.
const PATIENCE: u32 = 30;

/// After this many boards the search ends without a result.
const TRIES: u32 = 20_000;

/// Boards that are drawn from one best board before any of them is judged, for threads to share. The boards that a seed
/// gives depend on it.
const AT_A_TIME: usize = 8;

/// A board that was found only after this many others is rare: the next one is looked for near it.
const RARE: u32 = 200;

/// Two boards of one climb differ in this many cars at least.
const APART: usize = 2;

/// A climb ends after it has turned back this often to boards that it has already given.
const RETURNS: u32 = 15;

/// A climb from board to board; it can go on where it found the last one.
#[derive(Default, Debug)]
pub(crate) struct HillClimb {
    best: Option<Peak>,
    /// Boards tried since the last progress.
    idle: u32,
    /// Boards that this climb has given.
    given: Vec<Layout>,
    /// How often it has turned back to one of them since it gave the last one.
    returns: u32,
}

impl HillClimb {
    /// A board that takes at least as many moves as are wanted and that `fresh` accepts; `None` if none was found. Boards
    /// are tried some at a time, so that threads can share them: what is found does not depend on how many threads.
    pub(crate) fn peak(
        &mut self,
        (piece_set, component_cache): (&PieceSet, &mut ComponentCache),
        (aim, threads): (Aim, usize),
        rng: &mut ChaCha8Rng,
        monitor: &mut dyn Monitor,
        fresh: impl Fn(&Layout) -> bool,
    ) -> Result<Option<Layout>, StopReason> {
        for tries in (0..TRIES).step_by(AT_A_TIME) {
            let layouts: Vec<Layout> =
                (0..AT_A_TIME).map(|_| self.next(piece_set, aim, rng)).collect();
            let components =
                component_cache.components(piece_set, &layouts, (aim, threads), monitor)?;
            // They are judged in the order in which they were drawn, so that the outcome does not depend on the speed of the
            // threads.
            for component in components.into_iter().flatten() {
                let Some(peak) = &component.peak else { continue };
                let wanted = |summit: &&Layout| fresh(summit) && self.is_apart(piece_set, summit);
                let summits: Vec<&Layout> = component.summits.iter().filter(wanted).collect();
                if !summits.is_empty() {
                    // It is drawn as `u32`, so that a seed gives the same boards on machines of 32 and of 64 bits.
                    let which = rng.random_range(0..summits.len() as u32);
                    let found = summits[which as usize];
                    self.keep(piece_set, peak, found, tries);
                    return Ok(Some(found.clone()));
                }
                self.judge(peak, aim);
            }
        }
        Ok(None)
    }

    /// A board near the best one, or a new one if those near it have not helped for long.
    fn next(&mut self, piece_set: &PieceSet, aim: Aim, rng: &mut ChaCha8Rng) -> Layout {
        self.idle += 1;
        // Where the climb has given boards, hard ones are near, so that it is worth trying for longer.
        let patience = if self.given.is_empty() { PATIENCE } else { 2 * PATIENCE };
        if self.idle > patience {
            self.turn_back(aim, rng);
        }
        match &self.best {
            Some(best) => best.layout.changed(piece_set, rng),
            None => Layout::draw(piece_set, rng),
        }
    }

    /// Goes on from a board that was already given, because there are hard ones near it, or else begins anew.
    fn turn_back(&mut self, aim: Aim, rng: &mut ChaCha8Rng) {
        if self.given.is_empty() || self.returns >= RETURNS {
            *self = HillClimb::default();
            return;
        }
        let which = rng.random_range(0..self.given.len() as u32);
        self.best = Some(Peak { layout: self.given[which as usize].clone(), moves: aim.least });
        self.idle = 0;
        self.returns += 1;
    }

    /// Whether a board is not just a variation of one that this climb has given.
    fn is_apart(&self, piece_set: &PieceSet, summit: &Layout) -> bool {
        let apart = |given: &Layout| given.difference(piece_set, summit) >= APART;
        self.given.iter().all(apart)
    }

    /// Goes on to a board that is as hard as the best one; or, where the climb has given boards, to any that is hard enough
    /// for others to be near.
    fn judge(&mut self, peak: &Peak, aim: Aim) {
        let before = self.best.as_ref().map_or(0, |best| best.moves);
        if peak.moves > before && self.given.is_empty() {
            self.idle = 0;
        }
        let enough =
            if self.given.is_empty() { before } else { before.min(aim.least - aim.least * 3 / 10) };
        if peak.moves >= enough {
            self.best = Some(peak.clone());
        }
    }

    /// Remembers where the next board is looked for: near the one that was found if such boards are rare, else anywhere.
    fn keep(&mut self, piece_set: &PieceSet, peak: &Peak, found: &Layout, tries: u32) {
        let rare = tries >= RARE || !self.given.is_empty();
        // [`Layout::difference`] compares cars by their lines; of blocks it could not tell a variation from another board.
        if piece_set.lengthwise && rare {
            self.idle = 0;
            self.returns = 0;
            self.best = Some(peak.clone());
            self.given.push(found.clone());
        } else {
            *self = HillClimb::default();
        }
    }
}
