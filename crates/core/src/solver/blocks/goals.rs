//! The solved positions of a block puzzle, listed, and lower bounds from each goal piece alone on the board.

use super::lower::{Blocks, Target};
use crate::puzzle::{Cell, Goal, Metric, PieceId};
use crate::solver::budget::{Budget, StopReason};
use crate::solver::lowered::Lowered;
use crate::solver::search::bits::Bits;
use crate::solver::search::space::{TRIES, UNREACHABLE};

impl<K: Bits, B: Bits> Blocks<K, B> {
    /// Every solved code, once, as long as `visit` says to go on; whether it did to the end. It is asked with `None` too while
    /// none is found.
    pub(crate) fn each_goal(&self, visit: &mut dyn FnMut(Option<K>) -> bool) -> bool {
        let Some(target) = self.targets.last().filter(|_| !self.is_hopeless()) else {
            return true;
        };
        let mut anchors = vec![B::ZERO; self.groups.len()];
        let mut covered = B::ZERO;
        for &Target { group, anchor, .. } in target {
            let cells = self.groups[group].cells[anchor as usize];
            // No position is solved if goal pieces overlap or cannot be there: the list is complete without any.
            if cells.is_zero() || !(cells & covered).is_zero() {
                return true;
            }
            covered = covered | cells;
            anchors[group].insert(anchor);
        }
        let mut fields: Vec<(usize, B, u32)> = Vec::new();
        for (group, places, count) in self.field_places() {
            let fixed = anchors[group] & places;
            // More places than pieces that can be there: no position is solved.
            let Some(free) = count.checked_sub(fixed.count()) else { return true };
            if free > 0 {
                fields.push((group, places & !fixed, free));
            }
        }
        let mut layouts = GoalLayouts {
            blocks: self,
            fields: &fields,
            anchors,
            tries: 0,
            visit: &mut |code| visit(code.map(|code| self.canonical(code))),
        };
        layouts.field(0, covered)
    }
}

/// Lays out the pieces that the goal does not name in every way.
struct GoalLayouts<'a, K, B> {
    blocks: &'a Blocks<K, B>,
    /// Group, region and number of pieces of each field that is free.
    fields: &'a [(usize, B, u32)],
    anchors: Vec<B>,
    /// Places tried so far.
    tries: usize,
    visit: &'a mut dyn FnMut(Option<K>) -> bool,
}

impl<K: Bits, B: Bits> GoalLayouts<'_, K, B> {
    /// Lays the fields from `index` on beside what is covered; `false` if the visitor has had enough.
    fn field(&mut self, index: usize, covered: B) -> bool {
        match self.fields.get(index) {
            None => (self.visit)(Some(self.blocks.encode(&self.anchors, 0))),
            Some(&(_, places, count)) => self.piece(index, places, count, covered),
        }
    }

    /// Lays `count` more pieces of a field on `places`, in ascending order so that equal layouts come once.
    fn piece(&mut self, index: usize, places: B, count: u32, covered: B) -> bool {
        if count == 0 {
            return self.field(index + 1, covered);
        }
        // On a crowded board there are dead ends without number before the first layout, or after the last.
        let before = self.tries / TRIES;
        self.tries += places.count() as usize;
        for _ in before..self.tries / TRIES {
            if !(self.visit)(None) {
                return false;
            }
        }
        let (blocks, number) = (self.blocks, self.fields[index].0);
        let group = &blocks.groups[number];
        let mut fitting = places & group.fits_in(!covered);
        while let Some(anchor) = fitting.take_lowest() {
            let before = self.anchors[number];
            self.anchors[number] = before | B::bit(anchor);
            let covered = covered | group.cells[anchor as usize];
            let go_on = self.piece(index, fitting, count - 1, covered);
            self.anchors[number] = before;
            if !go_on {
                return false;
            }
        }
        true
    }
}

impl<K: Bits, B: Bits> Blocks<K, B> {
    /// A lower bound: each piece that the next goal names needs at least the moves that it would need alone on the board, each other one
    /// those that it would need alone to get out of the goal's cells, and a move moves only one piece. Of several places that any piece of one kind may take only the farthest counts, from the
    /// piece that is nearest to it: one piece may be the nearest to several, and a move must change the bound by one at most.
    pub(crate) fn bound(&self, code: K) -> u32 {
        let targets = &self.targets[self.next_goal(code)];
        let (mut sum, mut farthest, mut kind, mut anchors) = (0_u32, 0, usize::MAX, B::ZERO);
        for target in targets {
            if target.group != kind {
                (sum, farthest, kind) = (sum.saturating_add(farthest), 0, target.group);
                anchors = self.anchors(code, &self.groups[kind]);
            }
            // Most places of a large goal are taken already.
            if !anchors.has(target.anchor) {
                let alone = anchors.ones().map(|anchor| target.alone[anchor as usize]).min();
                farthest = farthest.max(moves(alone.unwrap_or(0)));
            }
        }
        let leaving = self.leaving(code, &self.in_the_way[self.next_goal(code)]);
        sum.saturating_add(farthest).saturating_add(leaving)
    }

    /// The moves that the pieces of these groups would need to get out of the cells of a goal if each were alone on the board;
    /// [`UNREACHABLE`] if one cannot.
    pub(crate) fn leaving(&self, code: K, groups: &Leaving) -> u32 {
        let mut sum = 0_u32;
        for (group, alone) in groups {
            for anchor in self.anchors(code, &self.groups[*group]).ones() {
                sum = sum.saturating_add(moves(alone[anchor as usize]));
            }
        }
        sum
    }

    /// The number of the next waypoint, or of the goal after all of them.
    pub(crate) fn next_goal(&self, code: K) -> usize {
        self.stage(code).min(self.targets.len() - 1)
    }
}

/// The moves of a piece that would be alone on the board; [`UNREACHABLE`] if there is no way.
#[inline]
fn moves(alone: u16) -> u32 {
    if alone == u16::MAX { UNREACHABLE } else { alone.into() }
}

/// Groups, each with the moves by anchor that such a piece would need to get out of the cells of a goal.
pub(crate) type Leaving = Vec<(usize, Vec<u16>)>;

/// For each goal, the groups of which it names no piece and that can be on its cells: by anchor, the moves that a piece would need
/// to get out of them if it were alone on the board.
pub(crate) fn in_the_way<K: Bits, B: Bits>(
    blocks: &Blocks<K, B>,
    budget: &mut Budget<'_>,
) -> Result<Vec<Leaving>, StopReason> {
    let of_goal = |targets: &Vec<Target>| {
        let cells = |target: &Target| blocks.groups[target.group].cells[target.anchor as usize];
        let wanted = targets.iter().fold(B::ZERO, |all, target| all | cells(target));
        let mut leaving = Vec::new();
        for (group, kind) in blocks.groups.iter().enumerate() {
            budget.check_after(blocks.puzzle.size().area())?;
            if targets.iter().any(|target| target.group == group) {
                continue;
            }
            let is_out = |&at: &u32| (kind.cells[at as usize] & wanted).is_zero();
            let alone = blocks.alone(group, kind.places.ones().filter(is_out).collect());
            if kind.places.ones().any(|at| alone[at as usize] > 0) {
                leaving.push((group, alone));
            }
        }
        Ok(leaving)
    };
    blocks.targets.iter().map(of_goal).collect()
}

// No closure: those of a generic function are of as many types as that is, and sorting is compiled for each.
fn group(target: &Target) -> usize {
    target.group
}

/// The targets of waypoints and goal, as far as their pieces can reach them at all, those of one group together.
pub(crate) fn targets<K: Bits, B: Bits>(
    blocks: &Blocks<K, B>,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<Target>>, StopReason> {
    let (puzzle, plan) = (&blocks.puzzle, &blocks.plan);
    let mut target = |&(id, cell): &(PieceId, Cell)| {
        let group = usize::from(puzzle.piece(id).kind().0);
        let reachable = plan.groups[group].reach.contains(cell);
        let target = |()| blocks.target(group, plan.number(cell));
        reachable.then(|| budget.check_after(puzzle.size().area()).map(target))
    };
    let of_goal = |goal: &Goal| {
        let targets = goal.places().iter().filter_map(&mut target);
        let mut targets: Vec<Target> = targets.collect::<Result<_, _>>()?;
        targets.sort_by_cached_key(group);
        Ok(targets)
    };
    puzzle.goals().map(of_goal).collect()
}

impl<K: Bits, B: Bits> Blocks<K, B> {
    /// The target for a piece of `group` at `anchor`.
    fn target(&self, group: usize, anchor: u32) -> Target {
        Target { group, anchor, alone: self.alone(group, vec![anchor]) }
    }

    /// By anchor, the moves from there to the nearest of `open` that a piece of `group` would need if it were alone on the board.
    fn alone(&self, group: usize, mut open: Vec<u32>) -> Vec<u16> {
        let kind = &self.groups[group];
        let mut alone = vec![u16::MAX; kind.cells.len()];
        let mut unknown = kind.places;
        for &anchor in &open {
            alone[anchor as usize] = 0;
            unknown = unknown.without(anchor);
        }
        // Two walks in a row are one.
        let most = if self.lift || self.metric == Metric::Move { 1 } else { u16::MAX - 1 };
        for distance in 1..=most {
            let mut next = Vec::new();
            for at in open {
                if unknown.is_zero() {
                    return alone;
                }
                let new = self.alone_from(group, at) & unknown;
                unknown = unknown & !new;
                for to in new.ones() {
                    alone[to as usize] = distance;
                    next.push(to);
                }
            }
            if next.is_empty() {
                break;
            }
            open = next;
        }
        alone
    }

    /// The anchors that one move leads to, or comes from, on an empty board.
    fn alone_from(&self, group: usize, at: u32) -> B {
        let kind = &self.groups[group];
        if self.lift {
            return kind.places;
        }
        if self.metric == Metric::Move {
            return kind.reach(at, self.floor);
        }
        let mut found = B::ZERO;
        for way in &kind.ways {
            let mut to = at;
            while way.from.has(to) {
                to = way.next(to);
                found.insert(to);
                if self.metric == Metric::Step {
                    break;
                }
            }
        }
        found
    }
}
