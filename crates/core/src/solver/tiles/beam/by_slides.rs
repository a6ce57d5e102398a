//! A beam that goes by slides: each takes the blank along a row or a column, and the next one across it.
//!
//! It is led by the same weights as one that goes step by step. A slide that brings several tiles nearer is lighter than one that
//! brings one, so that of all ways of so many slides those that do most are followed.

use super::heuristic::Heuristic;
use super::manhattan_heuristic::{ManhattanHeuristic, Weighed};
use super::{End, GoOn};
use rustc_hash::FxHashSet;

/// States after which it is asked whether to go on.
const ASK_EVERY: usize = 16;

/// How many times as many states as are kept are looked at before the heaviest ones are left out.
const LOOKED_AT: usize = 4;

/// A state, and how it was reached.
#[derive(Clone, Copy)]
struct Reached<const N: usize, const WORDS: usize> {
    state: Weighed<N, WORDS>,
    weight: u32,
    /// The place of the state before it among those kept of its layer.
    parent: u32,
}

/// Bytes of a beam that keeps `width` states of each of so many layers.
pub(crate) fn bytes<const N: usize, const WORDS: usize>(width: usize, slides: usize) -> u64 {
    // A layer, what is looked at for the next one, and for each state that was ever kept a link and, in a table that may be
    // half empty, a hash.
    let states = (2 + LOOKED_AT) * size_of::<Reached<N, WORDS>>();
    (width * (states + slides * 3 * size_of::<u64>())) as u64
}

/// Looks for a way from `cells` to the goal in fewer than `limit` slides, among the `width` lightest states of each layer: the blank's
/// cells between them, its own first. After so many layers as `patience` says that get no nearer to the goal, it is stuck; it ends with
/// nothing if there is no such way, or if `go_on` says stop.
pub(crate) fn search<const N: usize, const WORDS: usize>(
    heuristic: &ManhattanHeuristic<N, WORDS>,
    cells: &[u8],
    (limit, width, patience): (usize, usize, usize),
    go_on: GoOn<'_>,
) -> End<Vec<usize>> {
    let state = heuristic.start(cells);
    let start = Reached { state, weight: heuristic.weight(&state), parent: 0 };
    let mut layer = vec![start];
    let mut known = FxHashSet::from_iter([heuristic.hash(&state)]);
    // By layer: where the blank stands in each state, and the place of the state before it.
    let mut links: Vec<Vec<(u32, u8)>> = vec![vec![(0, state.blank)]];
    let mut next = Vec::new();
    let (mut nearest, mut reached) = (start, 0);
    for depth in 1..limit {
        for (place, from) in (0..).zip(&layer) {
            if (place as usize).is_multiple_of(ASK_EVERY)
                && !go_on(ASK_EVERY.min(layer.len()) as u64)
            {
                return End::Nothing;
            }
            if let Some(goal) = slides(heuristic, &from.state, place, &mut next) {
                return End::Goal(way(&links, goal));
            }
            if next.len() >= width * LOOKED_AT {
                next.select_nth_unstable_by_key(width, order(heuristic));
                next.truncate(width);
            }
        }
        next.sort_unstable_by_key(order(heuristic));
        layer.clear();
        let new = next.drain(..).filter(|to| known.insert(heuristic.hash(&to.state)));
        layer.extend(new.take(width));
        match layer.first() {
            None => return End::Nothing,
            Some(best) if best.weight < nearest.weight => (nearest, reached) = (*best, depth),
            Some(_) if depth - reached > patience => {
                return End::Stuck(way(&links[..reached], nearest));
            }
            Some(_) => {}
        }
        links.push(layer.iter().map(|to| (to.parent, to.state.blank)).collect());
    }
    End::Nothing
}

/// The order of states: the lightest first, and equal ones in one that does not depend on how they were found.
fn order<const N: usize, const WORDS: usize>(
    heuristic: &ManhattanHeuristic<N, WORDS>,
) -> impl Fn(&Reached<N, WORDS>) -> (u32, u64) + '_ {
    |reached| (reached.weight, heuristic.hash(&reached.state))
}

/// Adds every slide from `state` to `next`; if one reaches the goal, returns it.
fn slides<const N: usize, const WORDS: usize>(
    heuristic: &ManhattanHeuristic<N, WORDS>,
    state: &Weighed<N, WORDS>,
    parent: u32,
    next: &mut Vec<Reached<N, WORDS>>,
) -> Option<Reached<N, WORDS>> {
    for direction in 0..4 {
        // A slide on along the same line would be one with the last.
        if state.back < 4 && state.back / 2 == direction / 2 {
            continue;
        }
        let mut to = *state;
        while let Some((_, weight)) = heuristic.weighed(&to, direction.into()) {
            let weight = weight.unsigned_abs();
            heuristic.make(&mut to, direction.into(), weight, ());
            let reached = Reached { state: to, weight, parent };
            if heuristic.is_goal(&to) {
                return Some(reached);
            }
            next.push(reached);
        }
    }
    None
}

/// The blank's cells on the way to `last`.
fn way<const N: usize, const WORDS: usize>(
    links: &[Vec<(u32, u8)>],
    last: Reached<N, WORDS>,
) -> Vec<usize> {
    let mut way = vec![usize::from(last.state.blank)];
    let mut place = last.parent;
    for layer in links.iter().rev() {
        let (before, blank) = layer[place as usize];
        way.push(usize::from(blank));
        place = before;
    }
    way.reverse();
    way
}
