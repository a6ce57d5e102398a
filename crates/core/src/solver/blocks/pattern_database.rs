//! How far the goal is on the board without some of its pieces: a lower bound for the whole board.
//!
//! What is taken away is not in the way of the others and need not be moved, so that no solution of the whole board is shorter than one of
//! what is left (J. C. Culberson and J. Schaeffer, "Pattern databases", Computational Intelligence 14, 1998). A kind of pieces is left or
//! taken away as a whole; pieces of the goal stay. Of all boards that are small enough it is one with large pieces,
//! which are in the way most. Those that are taken away from the goal's cells have moves of their own to make, and these are added.

use super::goals::Leaving;
use super::layout;
use super::lower::{Blocks, Purpose};
use super::plan::{FieldPlan, binomial};
use crate::puzzle::{PieceId, Setup};
use crate::solver::budget::{Budget, StopReason};
use crate::solver::search::bits::Bits;
use crate::solver::search::layers::{self, InLayers};
use crate::solver::search::space::{Space, State, UNREACHABLE};
use crate::solver::search::{ascending, hash};

/// The distances of all positions of a board without some of its pieces.
pub(crate) struct PatternDatabase<K, B> {
    pattern: Blocks<K, B>,
    fields: Vec<Shared<K>>,
    distances: HashedDistances,
    /// What other kinds need to get out of the goal's cells.
    leaving: Leaving,
}

/// Bits that a code of the whole board has in common with that of the pattern.
struct Shared<K> {
    from: u32,
    mask: K,
    to: u32,
}

/// The distances of states by their hashes: one word for each, in place of the state, since nothing else is looked for. Where two states are
/// taken for one, once in some millions, the smaller of their distances counts.
struct HashedDistances {
    /// Two thirds of them used: 24 bits of a state's hash, and a byte of distance. [`EMPTY`] has no state.
    slots: Vec<u32>,
    /// How many states there are.
    states: usize,
}

/// No state has this.
const EMPTY: u32 = u32::MAX;

/// The lowest byte of a slot: what is farther than a byte can tell is as far as it can tell.
const DISTANCE: u32 = 0xFF;
const FARTHEST: u32 = DISTANCE - 1;

/// States that are put into their slots between two looks at the clock.
const A_CHECK: usize = 1 << 12;

impl HashedDistances {
    /// Those from the first layer.
    fn of<S: State>(
        (states, ends): &InLayers<S>,
        budget: &mut Budget<'_>,
    ) -> Result<HashedDistances, StopReason> {
        let slots = states.len() + states.len() / 2 + 1;
        budget.room(4 * slots as u64)?;
        let mut distances = HashedDistances { slots: vec![EMPTY; slots], states: states.len() };
        let mut distance = 0;
        for (number, state) in states.iter().enumerate() {
            if number % A_CHECK == 0 {
                budget.check()?;
            }
            while ends[distance as usize] <= number {
                distance += 1;
            }
            let (slot, print) = distances.slot(state);
            // Those of one print come in the order of their distances.
            if distances.slots[slot] == EMPTY {
                distances.slots[slot] = print | distance.min(FARTHEST);
            }
        }
        Ok(distances)
    }

    /// Where a state is, or would be, and what tells it from others there.
    #[inline]
    fn slot<S: State>(&self, state: &S) -> (usize, u32) {
        let mixed = hash::mixed(state);
        let mut slot = ((u128::from(mixed) * self.slots.len() as u128) >> 64) as usize;
        let print = (mixed as u32) & !DISTANCE;
        while self.slots[slot] != EMPTY && self.slots[slot] & !DISTANCE != print {
            slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 };
        }
        (slot, print)
    }

    /// A state's distance; [`UNREACHABLE`] if it is not there.
    fn get<S: State>(&self, state: &S) -> u32 {
        match self.slots[self.slot(state).0] {
            EMPTY => UNREACHABLE,
            known => known & DISTANCE,
        }
    }

    fn bytes(&self) -> u64 {
        4 * self.slots.capacity() as u64
    }
}

/// A kind whose pieces can be laid in so many ways makes this power of them times as many positions, since pieces are in each other's way: on three
/// boards the powers were 0.42 to 0.84 (2026-11-27).
const GROWTH: f64 = 0.65;

/// Bytes that each state may take beside its code while the distances are made.
const EACH: u64 = 24;

impl<K: Bits, B: Bits> PatternDatabase<K, B> {
    /// One of as many kinds as make about `most` positions or fewer; `None` where those are none, or all of them, and on boards with waypoints.
    pub(crate) fn new(
        whole: &Blocks<K, B>,
        start: K,
        most: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<PatternDatabase<K, B>>, StopReason> {
        if !whole.is_undirected() {
            return Ok(None);
        }
        let order = by_weight(whole);
        let (mut kept, others): (Vec<usize>, Vec<usize>) =
            order.iter().partition(|&&kind| is_wanted(whole, kind));
        let mut made = None;
        // The first one is that of the goal's pieces alone.
        for kind in std::iter::once(None).chain(others.into_iter().map(Some)) {
            let states = made.as_ref().map_or(1.0, |of: &Self| of.distances.states as f64);
            if kind.is_some_and(|kind| states * ways(whole, kind).powf(GROWTH) > most as f64) {
                continue;
            }
            kept.extend(kind);
            if kept.len() == order.len() {
                break;
            }
            // What was expected may be wrong by several times; and most of what is left is for the search itself.
            let room = most.saturating_mul(EACH + size_of::<K>() as u64).min(budget.left() / 4);
            let room = (None, room);
            match budget.apart(room, |part| Self::of(whole, start, &kept, part)) {
                Ok(Some(more)) => made = Some(more),
                Ok(None) | Err(_) => {
                    // Where the search itself may go on there was only no room for this.
                    budget.check()?;
                    if kind.is_none() {
                        break;
                    }
                    kept.pop();
                }
            }
        }
        Ok(made.filter(|made| budget.reserve(made.distances.bytes()).is_ok()))
    }

    /// That of these kinds; `None` if they would be others without the rest.
    fn of(
        whole: &Blocks<K, B>,
        start: K,
        kept: &[usize],
        budget: &mut Budget<'_>,
    ) -> Result<Option<PatternDatabase<K, B>>, StopReason> {
        let kind_of = |name: &str| {
            let id = whole.puzzle.piece_named(name);
            id.map(|id: PieceId| usize::from(whole.puzzle.piece(id).kind().0))
        };
        let is_kept = |name: &String| kind_of(name).is_some_and(|kind| kept.contains(&kind));
        let mut setup = Setup::of(&whole.puzzle, whole.puzzle.start());
        setup.pieces.retain(|piece| is_kept(&piece.name));
        setup.parts.retain(is_kept);
        setup.interchangeable.retain(|names| names.iter().all(is_kept));
        let Ok(puzzle) = setup.build() else { return Ok(None) };
        let mut kinds = vec![usize::MAX; kept.len()];
        for piece in puzzle.pieces() {
            let (Some(kind), Some(of)) =
                (kind_of(piece.name()), kinds.get_mut(usize::from(piece.kind().0)))
            else {
                return Ok(None);
            };
            *of = kind;
        }
        let Some(plan) = layout::plan_of_some(&puzzle, &whole.plan, &kinds) else {
            return Ok(None);
        };
        let shared = |field: &FieldPlan| {
            let from = field.found_in(&whole.plan, &kinds)?.shift;
            Some(Shared { from, mask: K::low(field.bits), to: field.shift })
        };
        let fields: Vec<Shared<K>> = plan.fields.iter().filter_map(shared).collect();
        let how = (whole.metric, Purpose::BreadthFirst);
        let pattern = Blocks::new(&puzzle, plan, how, budget)?;
        let start = pattern.canonical(without_others(&fields, start));
        let Some((states, _)) = layers::component(&pattern, &[start], u64::MAX, budget)? else {
            return Ok(None);
        };
        let mut goals = Vec::new();
        for some in states.chunks(A_CHECK) {
            budget.check()?;
            goals.extend(some.iter().filter(|state| pattern.is_goal(state)));
        }
        drop(states);
        // Where moves can be taken back, goals lead to all that leads to them. Without a goal there is nothing that does.
        let walked = match goals[..] {
            [] => Some(InLayers::default()),
            _ => layers::component(&pattern, &goals, u64::MAX, budget)?,
        };
        let Some(walked) = walked else { return Ok(None) };
        let distances = HashedDistances::of(&walked, budget)?;
        let is_other = |(kind, _): &&(usize, Vec<u16>)| !kept.contains(kind);
        let leaving = whole.in_the_way.iter().flatten().filter(is_other).cloned().collect();
        Ok(Some(PatternDatabase { pattern, fields, distances, leaving }))
    }

    /// Moves that any solution of the whole board has from here; [`UNREACHABLE`] if there is none.
    pub(crate) fn bound(&self, whole: &Blocks<K, B>, code: K) -> u32 {
        let leaving = whole.leaving(code, &self.leaving);
        // Every position of the whole board is one of the pattern, and every move one or none.
        let code = self.pattern.canonical(without_others(&self.fields, code));
        self.distances.get(&code).saturating_add(leaving)
    }
}

/// The code of the pieces of a pattern.
fn without_others<K: Bits>(fields: &[Shared<K>], code: K) -> K {
    let parts = fields.iter().map(|&Shared { from, mask, to }| ((code >> from) & mask) << to);
    parts.fold(K::ZERO, |all, part| all | part)
}

/// The kinds in the order in which they are kept: those of the goal, then by the cells of a piece, the largest first; of equal
/// ones those of few pieces, which have fewer positions.
fn by_weight<K: Bits, B: Bits>(whole: &Blocks<K, B>) -> Vec<usize> {
    let weight = |kind: usize| {
        let pieces = whole.puzzle.pieces();
        let mut alike = pieces.iter().filter(|piece| usize::from(piece.kind().0) == kind);
        let cells = alike.next().map_or(0, |piece| piece.shape().area());
        let most = whole.puzzle.size().area();
        if is_wanted(whole, kind) { 0 } else { (most - cells + 1) * (most + 1) + alike.count() }
    };
    ascending((0..whole.groups.len()).map(weight))
}

/// In how many ways the pieces of a kind can be laid on a board without any others.
fn ways<K: Bits, B: Bits>(whole: &Blocks<K, B>, kind: usize) -> f64 {
    let fields = whole.field_places().filter(|field| field.0 == kind);
    let of_field = |(_, places, count): (usize, B, u32)| {
        binomial(places.count() as usize, count as usize) as f64
    };
    fields.map(of_field).product()
}

fn is_wanted<K: Bits, B: Bits>(whole: &Blocks<K, B>, kind: usize) -> bool {
    whole.targets.iter().flatten().any(|target| target.group == kind)
}
