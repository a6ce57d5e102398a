//! The moves of a coded position, found for all pieces of a kind at once by shifting the set of empty cells.

use super::bits::Bits;
use super::group::Group;
use super::lower::Blocks;
use crate::puzzle::Metric;
use crate::solver::space::Space;

/// A piece that went: its group, where it was and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Change {
    pub(super) group: usize,
    pub(super) from: u32,
    pub(super) to: u32,
}

impl Change {
    fn new(group: usize, from: u32, to: u32) -> Change {
        Change { group, from, to }
    }
}

/// Groups whose anchors are kept on the stack while a state is expanded.
const USUAL_GROUPS: usize = 16;

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

    fn expand(&self, state: &K, mut visit: impl FnMut(K)) {
        let mut children = Vec::new();
        self.expand_all(&[*state], &mut children);
        children.into_iter().for_each(&mut visit);
    }

    fn expand_all(&self, states: &[K], children: &mut Vec<K>) {
        let one_image = self.symmetries.len() == 1 && self.direct;
        for &code in states {
            if self.via.is_empty() && self.symmetries.is_empty() {
                self.children::<false>(code, children);
            } else if self.via.is_empty() && one_image {
                self.children::<true>(code, children);
            } else {
                self.each_child(code, &mut |_, next| children.push(self.canonical(next)));
            }
        }
    }

    fn is_undirected(&self) -> bool {
        self.via.is_empty()
    }
}

impl<K: Bits, B: Bits> Blocks<K, B> {
    /// Every move of a position, with the code that it leads to.
    pub(super) fn each_child(&self, code: K, visit: &mut dyn FnMut(Change, K)) {
        if !self.via.is_empty() {
            return self.staged(code, visit);
        }
        self.with_scene(code, |scene| {
            self.each_change(scene, |_, change| {
                let next = self.moved(code, change.group, change.from, change.to);
                visit(change, next);
            });
        });
    }

    /// The codes that one move leads to, of a puzzle without waypoints. Up to the one mirror image, if there is one:
    /// then the smaller of each code and its image's, which is kept up to date beside it.
    fn children<const MIRROR: bool>(&self, code: K, children: &mut Vec<K>) {
        self.with_scene(code, |scene| {
            let image = if MIRROR {
                self.scene_image(scene)
            } else {
                K::ZERO
            };
            self.each_change(
                scene,
                |group,
                 Change {
                     group: index,
                     from,
                     to,
                 }| {
                    if MIRROR {
                        let (left, taken) =
                            (group.tokens[from as usize], group.tokens[to as usize]);
                        let next = code ^ left.own ^ taken.own;
                        children.push(next.min(image ^ left.image ^ taken.image));
                    } else {
                        children.push(self.moved(code, index, from, to));
                    }
                },
            );
        });
    }

    /// The code of the mirror image, where there is just one and codes are made of tokens.
    #[inline]
    pub(super) fn scene_image(&self, scene: &Scene<'_, B>) -> K {
        let mut image = K::ZERO;
        for (group, anchors) in self.groups.iter().zip(scene.anchors) {
            for anchor in anchors.ones() {
                image = image ^ group.tokens[anchor as usize].image;
            }
        }
        image
    }

    /// The empty cells, and the code of the mirror image, where there is just one and codes are made of tokens.
    #[inline]
    pub(super) fn empty_and_image(&self, code: K) -> (B, K) {
        let (mut empty, mut image) = (self.floor, K::ZERO);
        for group in &self.groups {
            for anchor in self.anchors(code, group).ones() {
                empty = empty ^ group.cells[anchor as usize];
                image = image ^ group.tokens[anchor as usize].image;
            }
        }
        (empty, image)
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
    pub(super) fn each_change(
        &self,
        scene: &Scene<'_, B>,
        visit: impl FnMut(&Group<K, B>, Change),
    ) {
        match self.metric {
            _ if self.lift => self.lifts(scene, visit),
            Metric::Step => self.steps(scene, visit),
            Metric::Slide => self.slides(scene, visit),
            Metric::Move => self.walks(scene, visit),
        }
    }

    /// One piece, one cell.
    #[inline]
    fn steps(&self, scene: &Scene<'_, B>, mut visit: impl FnMut(&Group<K, B>, Change)) {
        for (index, (group, &anchors)) in self.groups.iter().zip(scene.anchors).enumerate() {
            for way in &group.ways {
                for from in way.movable(anchors, scene.empty).ones() {
                    visit(group, Change::new(index, from, way.next(from)));
                }
            }
        }
    }

    /// One piece, any number of cells one way.
    #[inline]
    fn slides(&self, scene: &Scene<'_, B>, mut visit: impl FnMut(&Group<K, B>, Change)) {
        for (index, (group, &anchors)) in self.groups.iter().zip(scene.anchors).enumerate() {
            for way in &group.ways {
                for from in way.movable(anchors, scene.empty).ones() {
                    let free = scene.empty | group.cells[from as usize];
                    let mut to = way.next(from);
                    loop {
                        visit(group, Change::new(index, from, to));
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
    fn walks(&self, scene: &Scene<'_, B>, mut visit: impl FnMut(&Group<K, B>, Change)) {
        for (index, (group, &anchors)) in self.groups.iter().zip(scene.anchors).enumerate() {
            let mut movable = B::ZERO;
            for way in &group.ways {
                movable = movable | way.movable(anchors, scene.empty);
            }
            for from in movable.ones() {
                for to in group.reach(from, scene.empty).without(from).ones() {
                    visit(group, Change::new(index, from, to));
                }
            }
        }
    }

    /// One piece, wherever it fits.
    fn lifts(&self, scene: &Scene<'_, B>, mut visit: impl FnMut(&Group<K, B>, Change)) {
        for (index, (group, anchors)) in self.groups.iter().zip(scene.anchors).enumerate() {
            for from in anchors.ones() {
                for to in group.fits(from, scene.empty).without(from).ones() {
                    visit(group, Change::new(index, from, to));
                }
            }
        }
    }

    /// Every move of a position of a puzzle with waypoints: they count as soon as a piece passes them, also in the middle
    /// of a slide or a walk, so that a place may be reached with and without one.
    fn staged(&self, code: K, visit: &mut dyn FnMut(Change, K)) {
        self.with_scene(code, |scene| {
            for (group, anchors) in scene.anchors.iter().enumerate() {
                for from in anchors.ones() {
                    self.staged_walk(code, scene, (group, from), visit);
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
        visit: &mut dyn FnMut(Change, K),
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
