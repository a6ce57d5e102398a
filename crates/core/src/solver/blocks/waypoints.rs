//! The moves of puzzles with waypoints, where it matters which way a piece goes.

use super::expand::Change;
use super::lower::Blocks;
use crate::puzzle::Metric;
use crate::solver::search::bits::Bits;

impl<K: Bits, B: Bits> Blocks<K, B> {
    /// Every move of a position of a puzzle with waypoints: they count as soon as a piece passes them, also in the middle
    /// of a slide or a walk, so that a place may be reached with and without one.
    pub(crate) fn staged(
        &self,
        code: K,
        asked: &dyn Fn(u32) -> bool,
        visit: &mut dyn FnMut(Change, K),
    ) {
        let empty = self.empty_and_image(code).0;
        for (index, group) in self.groups.iter().enumerate() {
            for from in self.anchors(code, group).ones().filter(|&from| asked(from)) {
                self.staged_walk(code, empty, (index, from), visit);
            }
        }
    }

    /// The moves of one piece, with waypoints.
    fn staged_walk(
        &self,
        code: K,
        empty: B,
        (index, from): (usize, u32),
        visit: &mut dyn FnMut(Change, K),
    ) {
        let group = &self.groups[index];
        let fits = group.fits(from, empty);
        if self.lift {
            for to in fits.without(from).ones() {
                let next = self.passed(self.moved(code, index, from, to));
                visit(Change { group: index, from, to }, next);
            }
            return;
        }
        let mut seen = vec![(from, code, None)];
        let mut next = 0;
        while let Some(&(at, here, heading)) = seen.get(next) {
            next += 1;
            for way in group.ways.iter().filter(|way| way.from.has(at)) {
                let to = way.next(at);
                let turned = heading.is_some_and(|heading| heading != way.direction);
                if !fits.has(to)
                    || (self.metric == Metric::Step && at != from)
                    || (self.metric == Metric::Slide && turned)
                {
                    continue;
                }
                let there = self.passed(self.moved(here, index, at, to));
                let heading = (self.metric == Metric::Slide).then_some(way.direction);
                // Coming back to where it was, with nothing passed, is no move.
                let known = seen.contains(&(to, there, heading)) || (to == from && there == code);
                if !known {
                    seen.push((to, there, heading));
                    visit(Change { group: index, from, to }, there);
                }
            }
        }
    }

    /// The code with every waypoint counted that is met here.
    fn passed(&self, code: K) -> K {
        let mut stage = self.stage(code);
        let before = stage;
        // One position may meet several waypoints in a row.
        while self.via.get(stage).is_some_and(|&(mask, value)| code & mask == value) {
            stage += 1;
        }
        code ^ K::place(before as u64, self.plan.stage_shift)
            ^ K::place(stage as u64, self.plan.stage_shift)
    }
}
