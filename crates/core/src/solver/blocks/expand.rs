//! The moves of coded positions: of many together, place by place, and of one by itself, piece by piece.

#[cfg(test)]
mod tests;

use super::bitslice::pending_moves::{Marks, PendingMove, PendingMoves};
use super::bitslice::plane::{BITS, Plane};
use super::bitslice::{Bitslice, Common, From};
use super::field::{Field, FieldMove};
use super::group::Group;
use super::lower::Blocks;
use super::pattern_database::PatternDatabase;
use crate::puzzle::Metric;
use crate::solver::budget::{Budget, StopReason};
use crate::solver::lowered::Widest;
use crate::solver::search::bits::Bits;
use crate::solver::search::pool::locked;
use crate::solver::search::space;
use crate::solver::search::space::{AT_ONCE, Estimate, Origin, Past, Space};

/// What it takes to turn positions round is worth it from this many on.
const FEWEST: usize = 8;

/// Bits of the longest codes that it is worth it for: where they are longer there are tens of thousands of places to try.
const LONGEST: u32 = 1088;

/// A position is expanded by itself in the time in which this many places are tried.
const PLACES_A_POSITION: usize = 128;

/// A piece that went: its group, where it was and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    pub(crate) group: usize,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

impl<K: Bits, B: Bits> Space<K> for Blocks<K, B> {
    fn is_goal(&self, state: &K) -> bool {
        self.solved(*state)
    }

    fn expand_all(&self, states: &[K], children: &mut Vec<K>) {
        if let Some(lists) = &self.by_empty_cells {
            lists.expand_all(self, states, children);
        } else if states.len() < self.fewest() {
            for &code in states {
                self.each_class(code, &|_| true, &mut |_, _, next| children.push(next));
            }
        } else {
            self.expand_together(states, &[], children, Marks::Nothing);
        }
    }

    fn expand_new(&self, states: &[K], past: &[Past], children: &mut Vec<K>, next: &mut Vec<Past>) {
        if states.len() >= self.fewest() && self.move_lists().has_past() {
            self.expand_together(states, past, children, Marks::Past(next));
        } else {
            self.expand_all(states, children);
            next.resize(children.len(), Past::UNKNOWN);
        }
    }

    fn expand_each(&self, states: &[K], children: &mut Vec<K>, origins: &mut Vec<Origin>) {
        if states.len() < self.fewest() {
            space::one_by_one(self, states, children, origins);
        } else {
            self.expand_together(states, &[], children, Marks::Origin(origins));
        }
    }

    fn together(&self) -> usize {
        (AT_ONCE / self.cost() / self.most_moves().max(1)).max(1)
    }

    fn parts(&self) -> usize {
        let parts = self.most_moves().saturating_mul(self.cost()).div_ceil(AT_ONCE);
        if self.by_empty_cells.is_some() { 1 } else { parts.clamp(1, self.plan.area as usize) }
    }

    fn expand_part(&self, state: &K, part: usize, children: &mut Vec<K>) {
        let of = self.parts() as u32;
        let is_in = |anchor: u32| anchor % of == part as u32;
        self.each_class(*state, &is_in, &mut |_, _, next| children.push(next));
    }

    // Walks of pieces that are on the same cells in all positions of a plane are found once for all of them; for single steps that is
    // not worth the sorting.
    fn is_faster_in_order(&self) -> bool {
        self.metric == Metric::Move && self.fewest() < usize::MAX
    }

    fn is_undirected(&self) -> bool {
        self.via.is_empty()
    }

    fn estimate(&self, state: &K) -> u32 {
        self.bound(*state)
    }

    fn sharper_estimate(
        &self,
        start: K,
        most: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Box<Estimate<'_, K>>>, StopReason> {
        let database = PatternDatabase::new(self, start, most, budget)?;
        Ok(database.map(|database| -> Box<Estimate<'_, K>> {
            Box::new(move |&code| database.bound(self, code))
        }))
    }

    fn goals(&self, visit: &mut dyn FnMut(Option<K>) -> bool) -> bool {
        self.each_goal(visit)
    }
}

/// What positions are expanded on.
pub(crate) struct Scratch<K, P> {
    planes: Bitslice<K, P>,
    pending: PendingMoves<K>,
}

impl<K: Bits, P: Plane> Scratch<K, P> {
    fn new<B: Bits>(blocks: &Blocks<K, B>) -> Scratch<K, P> {
        Scratch { planes: Bitslice::new(blocks.move_lists()), pending: PendingMoves::new() }
    }
}

impl<K: Bits, B: Bits> Blocks<K, B> {
    /// Every move of a position of a piece at an anchor that is `asked`, with the code that it leads to.
    pub(crate) fn each_child(
        &self,
        code: K,
        asked: &dyn Fn(u32) -> bool,
        visit: &mut dyn FnMut(Change, K),
    ) {
        if !self.via.is_empty() {
            return self.staged(code, asked, visit);
        }
        let anchors: Vec<B> = (self.groups.iter()).map(|group| self.anchors(code, group)).collect();
        let empty = self.empty_and_image(code).0;
        self.each_change(&anchors, empty, asked, |_, change| {
            let next = self.moved(code, change.group, change.from, change.to);
            visit(change, next);
        });
    }

    /// Every move of a position of a piece at an anchor that is `asked`, with the code that it leads to and the smallest of the codes of
    /// its mirror images.
    pub(crate) fn each_class(
        &self,
        code: K,
        asked: &dyn Fn(u32) -> bool,
        visit: &mut dyn FnMut(Change, K, K),
    ) {
        if !self.has_one_image() {
            return self.each_child(code, asked, &mut |change, next| {
                visit(change, next, self.canonical(next));
            });
        }
        // The image is not made anew for each, which on a board of hundreds of pieces would take most of the time.
        let image = self.empty_and_image(code).1;
        self.each_child(code, asked, &mut |change, next| {
            visit(change, next, next.min(self.image_moved(image, change)));
        });
    }

    /// The codes that one move leads to, of a puzzle without waypoints, each with its mark. If it is known how the states
    /// were come to, only those that may be new. Where there is one mirror image, the smaller of each code and its image's.
    fn expand_together(
        &self,
        states: &[K],
        past: &[Past],
        children: &mut Vec<K>,
        marks: Marks<'_>,
    ) {
        // Nobody asks, so that nothing of what follows is compiled for longer codes.
        if const { K::BITS > Widest::BITS } {
            unreachable!("they are expanded one by one");
        }
        // Few positions would leave most words of the wide plane empty.
        if states.len() <= BITS {
            let scratch = &mut Scratch::<K, u64>::new(self);
            return self.expand_planes(scratch, states, past, children, marks);
        }
        // Each thread takes one and puts it back, so that there are as many as threads.
        let spares = || locked(&self.scratch);
        let spare = spares().pop();
        let mut scratch = spare.unwrap_or_else(|| Scratch::new(self));
        self.expand_planes(&mut scratch, states, past, children, marks);
        spares().push(scratch);
    }

    /// Does what [`Self::expand_together`] says, with planes of this kind.
    fn expand_planes<P: Plane>(
        &self,
        Scratch { planes, pending }: &mut Scratch<K, P>,
        states: &[K],
        past: &[Past],
        children: &mut Vec<K>,
        mut marks: Marks<'_>,
    ) {
        // Others may have used the scratch before, with what they knew.
        planes.forget_past();
        for begin in (0..states.len()).step_by(P::ROOM) {
            let together = begin..states.len().min(begin + P::ROOM);
            let states = &states[together.clone()];
            planes.set(states);
            if !past.is_empty() {
                planes.set_past(&past[together]);
            }
            let images = if self.has_one_image() { self.images(states) } else { Vec::new() };
            let knows_past = matches!(marks, Marks::Past(_));
            let past_image = |past| match images.is_empty() || !knows_past {
                true => past,
                false => self.move_lists().past_image(past),
            };
            let visit = |common: Common<'_, K, P>| {
                let (to, past) = (common.to, common.past);
                let both = [past, past_image(past)];
                let from = match common.from {
                    From::Place(from) => from,
                    From::Anywhere(lifted) => {
                        let (change, image, lifted) = (to.own, to.image, Some(lifted));
                        let pending_move = PendingMove { change, image, lifted, past: both };
                        return pending.add(common.positions, pending_move);
                    }
                };
                if from.direct {
                    let (change, image) = (from.own ^ to.own, from.image ^ to.image);
                    let pending_move = PendingMove { change, image, lifted: None, past: both };
                    return pending.add(common.positions, pending_move);
                }
                // No constant changes a rank or a list, so that these codes are written one by one and not queued.
                let own = self.fields[from.field].going(from.anchor, to.anchor);
                let change = Change { group: from.group, from: from.anchor, to: to.anchor };
                let mirrored = (!images.is_empty()).then(|| self.image_going(change));
                common.positions.each_word(|first, word| {
                    for position in word.ones() {
                        let position = first + position as usize;
                        let next = own.of(states[position]);
                        let image = mirrored.as_ref().map(|going| going.of(images[position]));
                        let image = image.filter(|&image| image < next);
                        children.push(image.unwrap_or(next));
                        marks.push(both[usize::from(image.is_some())], begin + position);
                    }
                });
            };
            if self.metric == Metric::Move {
                planes.each_walk(visit);
            } else {
                planes.each_straight(visit);
            }
            let lifted = &self.move_lists().lifted;
            pending.make(begin, (states, &images, lifted), children, &mut marks);
        }
    }

    /// The codes of the mirror images, where there is just one of each.
    fn images(&self, codes: &[K]) -> Vec<K> {
        let images = codes.iter().map(|&code| self.empty_and_image(code).1);
        images.collect()
    }

    /// The code of the mirror image after a piece went between two places of the original.
    #[inline]
    fn image_moved(&self, image: K, change: Change) -> K {
        let Group { tokens, direct, .. } = &self.groups[change.group];
        if *direct {
            let [from, to] = [change.from, change.to].map(|at| tokens[at as usize].image);
            return to.flip(from.flip(image));
        }
        self.image_going(change).of(image)
    }

    /// The piece of the mirror image that goes where one goes in the original.
    #[inline]
    fn image_going(&self, Change { group, from, to }: Change) -> FieldMove<'_, B> {
        let (onto, map) = &self.symmetries[0].0[group];
        self.going(&self.groups[*onto], map[from as usize], map[to as usize])
    }

    /// Where one move brings a piece, and maybe where it is.
    #[inline]
    pub(crate) fn places(&self, group: &Group<B>, from: u32, empty: B) -> B {
        match self.metric {
            _ if self.lift => group.fits(from, empty),
            Metric::Step => group.steps(from, empty),
            Metric::Slide => group.slides(from, empty),
            Metric::Move => group.reach(from, empty),
        }
    }

    /// What a move of one position costs, about as long as it takes to write so many bytes: its code, and where images are made anew all
    /// pieces of each.
    fn cost(&self) -> usize {
        let is_long = K::BITS > u128::BITS && !self.has_one_image();
        let images = if is_long { self.symmetries.len() } else { 0 };
        size_of::<K>() * (1 + images * self.puzzle.pieces().len())
    }

    /// No position has more moves: a piece goes to cells that are empty or its own, or on a large board by one cell four ways.
    fn most_moves(&self) -> usize {
        let covered =
            |field: &Field<B>, group: &Group<B>| field.count as usize * group.offsets.len();
        let fields = || {
            let of_group = |group: &'_ Group<B>| group.fields.clone();
            self.groups.iter().flat_map(move |group| {
                of_group(group).map(move |field| (group, &self.fields[field]))
            })
        };
        let area = self.floor.count() as usize;
        let empty = area.saturating_sub(fields().map(|(group, field)| covered(field, group)).sum());
        let sides = (self.plan.width + self.plan.area / self.plan.width.max(1)) as usize;
        let ways = |group: &Group<B>| match self.metric {
            _ if self.lift => area,
            Metric::Step => group.ways.len(),
            Metric::Slide => (empty + group.offsets.len()).min(sides),
            Metric::Move => empty + group.offsets.len(),
        };
        let moves = |(group, field): (&Group<B>, &Field<B>)| {
            field.count as usize * ways(group).min(field.anchors.len())
        };
        fields().map(moves).sum()
    }

    /// Fewer positions than this are expanded one by one.
    fn fewest(&self) -> usize {
        let sliced = self.symmetries.is_empty() || self.has_one_image();
        if K::BITS > Widest::BITS
            || self.plan.bits > LONGEST
            || !sliced
            || !self.via.is_empty()
            || self.lift
            || self.by_empty_cells.is_some()
        {
            return usize::MAX;
        }
        let places: usize = self.fields.iter().map(|field| field.anchors.len()).sum();
        FEWEST.max(places / PLACES_A_POSITION)
    }

    /// Every move of a position of a puzzle without waypoints: of pieces at these anchors, by group, among these empty
    /// cells, as far as they begin at an anchor that is `asked`.
    pub(crate) fn each_change(
        &self,
        anchors: &[B],
        empty: B,
        asked: &dyn Fn(u32) -> bool,
        mut visit: impl FnMut(&Group<B>, Change),
    ) {
        for (index, (group, &anchors)) in self.groups.iter().zip(anchors).enumerate() {
            let movable = if self.lift { anchors } else { group.movable(anchors, empty) };
            for from in movable.ones().filter(|&from| asked(from)) {
                for to in self.places(group, from, empty).without(from).ones() {
                    visit(group, Change { group: index, from, to });
                }
            }
        }
    }
}
