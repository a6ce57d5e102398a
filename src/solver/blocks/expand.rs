//! The moves of a coded position, found for all pieces of a kind at once by shifting the set of empty cells.

use super::bits::Bits;
use super::lower::{Blocks, Group, USUAL_GROUPS, Way};
use crate::puzzle::Metric;
use crate::solver::space::Space;

/// A piece that went: its group, where it was and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Change {
    pub(super) group: usize,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// A code taken apart.
pub(super) struct Scene<'a, B> {
    /// By group, the anchors of its pieces.
    pub(super) anchors: &'a [B],
    /// Cells that nothing covers.
    pub(super) empty: B,
}

impl<K: Bits, B: Bits> Space for Blocks<K, B> {
    type State = K;

    #[inline]
    fn is_goal(&self, state: &K) -> bool {
        self.solved(*state)
    }

    #[inline]
    fn expand(&self, state: &K, mut visit: impl FnMut(K)) {
        let code = *state;
        if !self.via.is_empty() {
            self.staged(code, |_, next| visit(self.canonical(next)));
        } else if self.symmetries.is_empty() {
            self.changes(code, |_, next| visit(next));
        } else if self.symmetries.len() == 1 && self.direct {
            self.expand_mirrored(code, visit);
        } else {
            self.changes(code, |_, next| visit(self.canonical(next)));
        }
    }

    fn is_undirected(&self) -> bool {
        self.via.is_empty()
    }
}

impl<K: Bits, B: Bits> Blocks<K, B> {
    /// Every move of a position without waypoints, with the code it leads to.
    #[inline]
    pub(super) fn changes(&self, code: K, mut visit: impl FnMut(Change, K)) {
        self.with_scene(code, |scene| {
            self.each_change(scene, |change| {
                visit(
                    change,
                    self.moved(code, change.group, change.from, change.to),
                );
            });
        });
    }

    /// The same up to the one mirror image that there is: the smaller of each code and its image's, which is kept up
    /// to date beside it.
    #[inline]
    fn expand_mirrored(&self, code: K, mut visit: impl FnMut(K)) {
        let mirror = &self.symmetries[0];
        self.with_scene(code, |scene| {
            let mut image = K::ZERO;
            for (group, anchors) in scene.anchors.iter().enumerate() {
                for anchor in anchors.ones() {
                    image = image ^ mirror.token(group, anchor);
                }
            }
            self.each_change(scene, |Change { group, from, to }| {
                let next = self.moved(code, group, from, to);
                let image = image ^ mirror.token(group, from) ^ mirror.token(group, to);
                visit(next.min(image));
            });
        });
    }

    /// Takes a code apart and hands it on.
    #[inline]
    pub(super) fn with_scene<R>(&self, code: K, read: impl FnOnce(&Scene<'_, B>) -> R) -> R {
        let mut usual = [B::ZERO; USUAL_GROUPS];
        let mut many = Vec::new();
        let anchors = if self.groups.len() <= USUAL_GROUPS {
            &mut usual[..self.groups.len()]
        } else {
            many.resize(self.groups.len(), B::ZERO);
            &mut many[..]
        };
        let mut covered = B::ZERO;
        for (anchors, group) in anchors.iter_mut().zip(&self.groups) {
            *anchors = self.anchors(code, group);
            for &offset in &group.offsets {
                covered = covered | *anchors << offset;
            }
        }
        let empty = self.floor & !covered;
        read(&Scene { anchors, empty })
    }

    #[inline]
    fn each_change(&self, scene: &Scene<'_, B>, visit: impl FnMut(Change)) {
        match self.metric {
            _ if self.lift => self.lifts(scene, visit),
            Metric::Step => self.steps(scene, visit),
            Metric::Slide => self.slides(scene, visit),
            Metric::Move => self.walks(scene, visit),
        }
    }

    /// One piece, one cell.
    #[inline]
    fn steps(&self, scene: &Scene<'_, B>, mut visit: impl FnMut(Change)) {
        for (index, (group, &anchors)) in self.groups.iter().zip(scene.anchors).enumerate() {
            for way in &group.ways {
                for from in way.movable(anchors, scene.empty).ones() {
                    visit(Change {
                        group: index,
                        from,
                        to: way.next(from),
                    });
                }
            }
        }
    }

    /// One piece, any number of cells one way.
    #[inline]
    fn slides(&self, scene: &Scene<'_, B>, mut visit: impl FnMut(Change)) {
        for (index, (group, &anchors)) in self.groups.iter().zip(scene.anchors).enumerate() {
            for way in &group.ways {
                for from in way.movable(anchors, scene.empty).ones() {
                    let free = scene.empty | group.cells[from as usize];
                    let mut to = way.next(from);
                    loop {
                        visit(Change {
                            group: index,
                            from,
                            to,
                        });
                        if !way.from.has(to) {
                            break;
                        }
                        to = way.next(to);
                        if !(group.cells[to as usize] & !free).is_zero() {
                            break;
                        }
                    }
                }
            }
        }
    }

    /// One piece, as far as it gets with all others at rest.
    #[inline]
    fn walks(&self, scene: &Scene<'_, B>, mut visit: impl FnMut(Change)) {
        for (index, (group, &anchors)) in self.groups.iter().zip(scene.anchors).enumerate() {
            let mut movable = B::ZERO;
            for way in &group.ways {
                movable = movable | way.movable(anchors, scene.empty);
            }
            for from in movable.ones() {
                for to in group.reach(from, scene.empty).without(from).ones() {
                    visit(Change {
                        group: index,
                        from,
                        to,
                    });
                }
            }
        }
    }

    /// One piece, wherever it fits.
    fn lifts(&self, scene: &Scene<'_, B>, mut visit: impl FnMut(Change)) {
        for (index, (group, anchors)) in self.groups.iter().zip(scene.anchors).enumerate() {
            for from in anchors.ones() {
                for to in group.fits(from, scene.empty).without(from).ones() {
                    visit(Change {
                        group: index,
                        from,
                        to,
                    });
                }
            }
        }
    }

    /// Every move of a position of a puzzle with waypoints: they count as soon as a piece passes them, also in the middle
    /// of a slide or a walk, so that a place may be reached with and without one.
    pub(super) fn staged(&self, code: K, mut visit: impl FnMut(Change, K)) {
        self.with_scene(code, |scene| {
            for (group, anchors) in scene.anchors.iter().enumerate() {
                for from in anchors.ones() {
                    self.staged_walk(code, scene, (group, from), &mut visit);
                }
            }
        });
    }

    /// The moves of one piece, with waypoints.
    fn staged_walk(
        &self,
        code: K,
        scene: &Scene<'_, B>,
        (index, from): (usize, u32),
        visit: &mut impl FnMut(Change, K),
    ) {
        let group = &self.groups[index];
        let fits = group.fits(from, scene.empty);
        if self.lift {
            for to in fits.without(from).ones() {
                let next = self.passed(self.moved(code, index, from, to));
                visit(
                    Change {
                        group: index,
                        from,
                        to,
                    },
                    next,
                );
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
                let known = seen.contains(&(to, there, heading)) || (to == from && there == code);
                if !known {
                    seen.push((to, there, heading));
                    visit(
                        Change {
                            group: index,
                            from,
                            to,
                        },
                        there,
                    );
                }
            }
        }
    }

    /// The code with every waypoint counted that is met here.
    fn passed(&self, code: K) -> K {
        let mut stage = self.stage(code);
        let before = stage;
        while self
            .via
            .get(stage)
            .is_some_and(|&(mask, value)| code & mask == value)
        {
            stage += 1;
        }
        code ^ K::place(before as u64, self.stage_shift) ^ K::place(stage as u64, self.stage_shift)
    }
}

impl<K: Bits, B: Bits> Group<K, B> {
    /// The anchors at which a piece that is now at `from` would fit.
    #[inline]
    fn fits(&self, from: u32, empty: B) -> B {
        let free = empty | self.cells[from as usize];
        let mut fits = self.places;
        for &offset in &self.offsets {
            fits = fits & (free >> offset);
        }
        fits
    }

    /// The anchors that a piece at `from` can get to, its own among them.
    #[inline]
    pub(super) fn reach(&self, from: u32, empty: B) -> B {
        let fits = self.fits(from, empty);
        let mut reach = B::bit(from);
        loop {
            let mut wider = reach;
            for way in &self.ways {
                wider = wider | ((wider & way.from).moved(way.delta) & fits);
            }
            if wider == reach {
                return reach;
            }
            reach = wider;
        }
    }
}

impl<B: Bits> Way<B> {
    /// Those of `anchors` whose pieces can step this way.
    #[inline]
    fn movable(&self, anchors: B, empty: B) -> B {
        let mut movable = anchors & self.from;
        for &cell in &self.enters {
            movable = movable & empty.moved(-cell);
        }
        movable
    }

    /// The anchor one step on.
    #[inline]
    pub(super) fn next(&self, anchor: u32) -> u32 {
        anchor.wrapping_add_signed(self.delta)
    }
}
