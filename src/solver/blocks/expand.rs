//! The moves of a coded position, found for all pieces of a kind at once by shifting the set of empty cells.

use super::bits::Bits;
use super::exits::Exit;
use super::group::Group;
use super::lower::Blocks;
use super::scene::{Change, Movable, Scene};
use crate::puzzle::Metric;
use crate::solver::space::Space;

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
        let plain = self.via.is_empty();
        if plain && self.symmetries.is_empty() {
            self.children::<false>(states, children);
        } else if self.has_one_image() {
            self.children::<true>(states, children);
        } else {
            for &code in states {
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
            self.each_change(scene, &self.exits, &mut Movable::new(self), |_, change| {
                let next = self.moved(code, change.group, change.from, change.to);
                visit(change, next);
            });
        });
    }

    /// The codes that one move leads to, of a puzzle without waypoints. Up to the one mirror image, if there is one:
    /// then the smaller of each code and its image's, which is kept up to date beside it.
    fn children<const MIRROR: bool>(&self, states: &[K], children: &mut Vec<K>) {
        let mut movable = Movable::new(self);
        for &code in states {
            self.with_scene(code, |scene| {
                if !self.lift {
                    let codes = (code, scene.image);
                    self.leaps.children::<MIRROR>(codes, scene.empty, children);
                }
                let exits = if self.lift {
                    &self.exits
                } else {
                    &self.other_exits
                };
                self.each_change(scene, exits, &mut movable, |group, change| {
                    let Change { from, to, .. } = change;
                    if !group.direct {
                        return children.push(self.relisted(code, group, from, to));
                    }
                    let (left, taken) = (&group.tokens[from as usize], &group.tokens[to as usize]);
                    let next = code ^ left.own ^ taken.own;
                    children.push(if MIRROR {
                        next.min(scene.image ^ left.image ^ taken.image)
                    } else {
                        next
                    });
                });
            });
        }
    }

    /// Every move of a scene of a puzzle without waypoints, through these exits; the `move` metric takes all exits.
    #[inline]
    pub(super) fn each_change(
        &self,
        scene: &Scene<'_, K, B>,
        exits: &[Exit<B>],
        movable: &mut Movable<B>,
        visit: impl FnMut(&Group<K, B>, Change),
    ) {
        match self.metric {
            _ if self.lift => self.lifts(scene, visit),
            Metric::Step => self.steps(exits, self.by_exit(scene, exits, movable), visit),
            Metric::Slide => {
                let movable = self.by_exit(scene, exits, movable);
                self.slides(scene, exits, movable, visit);
            }
            Metric::Move => self.walks(scene, self.by_group(scene, movable), visit),
        }
    }

    /// One piece, one cell.
    #[inline]
    fn steps(
        &self,
        exits: &[Exit<B>],
        movable: &[(usize, B)],
        mut visit: impl FnMut(&Group<K, B>, Change),
    ) {
        for &(exit, anchors) in movable {
            let exit = &exits[exit];
            let group = &self.groups[exit.group];
            let way = &group.ways[exit.way];
            for from in anchors.ones() {
                let (group_number, to) = (exit.group, way.next(from));
                visit(
                    group,
                    Change {
                        group: group_number,
                        from,
                        to,
                    },
                );
            }
        }
    }

    /// One piece, any number of cells one way.
    #[inline]
    fn slides(
        &self,
        scene: &Scene<'_, K, B>,
        exits: &[Exit<B>],
        movable: &[(usize, B)],
        mut visit: impl FnMut(&Group<K, B>, Change),
    ) {
        for &(exit, anchors) in movable {
            let exit = &exits[exit];
            let group = &self.groups[exit.group];
            let way = &group.ways[exit.way];
            for from in anchors.ones() {
                let free = scene.empty | group.cells[from as usize];
                let mut to = way.next(from);
                loop {
                    visit(
                        group,
                        Change {
                            group: exit.group,
                            from,
                            to,
                        },
                    );
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

    /// One piece, as far as it gets with all others at rest.
    #[inline]
    fn walks(
        &self,
        scene: &Scene<'_, K, B>,
        movable: &[(usize, B)],
        mut visit: impl FnMut(&Group<K, B>, Change),
    ) {
        for &(index, anchors) in movable {
            let group = &self.groups[index];
            for from in anchors.ones() {
                for to in group.reach(from, scene.empty).without(from).ones() {
                    visit(
                        group,
                        Change {
                            group: index,
                            from,
                            to,
                        },
                    );
                }
            }
        }
    }

    /// One piece, wherever it fits.
    fn lifts(&self, scene: &Scene<'_, K, B>, mut visit: impl FnMut(&Group<K, B>, Change)) {
        for (index, (group, anchors)) in self.groups.iter().zip(scene.anchors).enumerate() {
            for from in anchors.ones() {
                for to in group.fits(from, scene.empty).without(from).ones() {
                    visit(
                        group,
                        Change {
                            group: index,
                            from,
                            to,
                        },
                    );
                }
            }
        }
    }
}
