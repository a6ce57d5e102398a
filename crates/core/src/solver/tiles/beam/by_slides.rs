//! A beam that goes by slides: each takes the blank along a row or a column, and the next one across it.
//!
//! It is led by the same weights as one that goes step by step. A slide that brings several tiles nearer is lighter than one that
//! brings one, so that of all ways of so many slides those that do most are followed.

use super::manhattan_heuristic::{ManhattanHeuristic, State};
use super::pace::{Gone, Pace};
use super::{End, Extent, GoOn};
use crate::solver::search::pool::share_out;
use rustc_hash::FxHashSet;

/// States after which it is asked whether to go on.
const ASK_EVERY: usize = 16;

/// How many times as many slides as states are kept are looked at before the heaviest ones are left out.
const LOOKED_AT: usize = 4;

/// Slides from a state: those along one line, as the other line is that of the slide before.
const SLIDES: usize = 18;

/// States of a layer that one thread takes at a time. Starting threads takes longer than fewer states do.
const TAKEN: usize = 64;

/// A slide from a state that is kept: the state after it is made only if it is kept too.
#[derive(Clone, Copy)]
struct Slide {
    hash: u64,
    weight: u32,
    /// The place of the state before it among those kept of its layer.
    parent: u32,
    direction: u8,
    /// Where the blank stops.
    blank: u8,
}

/// What comes of some states of a layer.
enum Found {
    /// A slide to the goal.
    Goal(Slide),
    /// All slides but for heavy ones.
    Slides(Vec<Slide>),
    /// It was told to stop.
    Stopped,
}

/// Bytes of a beam that keeps `width` states of each of so many layers.
pub(crate) fn bytes<const N: usize>(width: usize, slides: usize) -> u64 {
    // A layer, and the next one in parts and as a whole, what is looked at for it, and for each state that was ever kept a link and, in a
    // table that may be half empty, a hash.
    let states = 3 * size_of::<State<N>>() + (LOOKED_AT + SLIDES) * size_of::<Slide>();
    (width * (states + slides * 3 * size_of::<u64>())) as u64
}

/// Looks for a way from `cells` to the goal in fewer slides than the limit, among the lightest states of each layer: the blank's
/// cells between them, its own first. After so many layers as the patience says that get no nearer to the goal, or if `go_on` says stop, it is
/// stuck; it ends with nothing if there is no such way. The way does not hang on the number of threads.
pub(crate) fn search<const N: usize>(
    heuristic: &ManhattanHeuristic<N>,
    cells: &[u8],
    extent: Extent,
    go_on: GoOn<'_>,
) -> End<Vec<usize>> {
    let start = heuristic.start(cells);
    let mut layer = vec![start];
    let mut known = FxHashSet::from_iter([start.hash()]);
    // By layer: where the blank stands in each state, and the place of the state before it.
    let mut links: Vec<Vec<(u32, u8)>> = vec![vec![(0, start.blank)]];
    let mut nearest = Slide {
        hash: start.hash(),
        weight: start.weight(),
        parent: 0,
        direction: 0,
        blank: start.blank,
    };
    let mut reached = 0;
    let mut pace = Pace::new(extent.width, extent.ends);
    for depth in 1..extent.limit {
        let weights = (start.weight(), nearest.weight);
        let gone = Gone { layers: depth, most: extent.limit - depth, weights };
        let width = pace.width(layer.len(), gone);
        let threads = if layer.len() < 2 * TAKEN { 1 } else { extent.threads };
        let firsts = (0..layer.len()).step_by(TAKEN);
        let found = share_out(
            threads,
            firsts,
            || (),
            |(), first| {
                let last = layer.len().min(first + TAKEN);
                slides(heuristic, &layer, first..last, width, go_on)
            },
        );
        let mut next = Vec::new();
        for found in found {
            match found {
                Found::Goal(goal) => return End::Goal(way(&links, goal)),
                Found::Stopped => return End::Stuck(way(&links[..reached], nearest)),
                Found::Slides(mut slides) => next.append(&mut slides),
            }
            if next.len() >= width * LOOKED_AT {
                keep(&mut next, width);
            }
        }
        next.sort_unstable_by_key(order);
        // What is not kept is not known: it may be kept when it is reached again.
        let new = next.into_iter().filter(|to| known.insert(to.hash));
        let next: Vec<Slide> = new.take(width).collect();
        match next.first() {
            None => return End::Nothing,
            Some(best) if best.weight < nearest.weight => (nearest, reached) = (*best, depth),
            Some(_) if depth - reached > extent.patience => {
                return End::Stuck(way(&links[..reached], nearest));
            }
            Some(_) => {}
        }
        let made = share_out(
            threads,
            next.chunks(TAKEN),
            || (),
            |(), next| {
                let made = next.iter().map(|to| after(heuristic, &layer[to.parent as usize], to));
                made.collect::<Vec<_>>()
            },
        );
        layer = made.into_iter().flatten().collect();
        links.push(next.iter().map(|to| (to.parent, to.blank)).collect());
    }
    End::Nothing
}

/// The order of slides: the lightest first, and equal ones in one that does not depend on how they were found.
fn order(slide: &Slide) -> (u32, u64) {
    (slide.weight, slide.hash)
}

/// Leaves only the lightest slides.
fn keep(slides: &mut Vec<Slide>, width: usize) {
    slides.select_nth_unstable_by_key(width, order);
    slides.truncate(width);
}

/// The slides from some states of a layer.
fn slides<const N: usize>(
    heuristic: &ManhattanHeuristic<N>,
    layer: &[State<N>],
    places: std::ops::Range<usize>,
    width: usize,
    go_on: GoOn<'_>,
) -> Found {
    let mut next = Vec::new();
    for place in places {
        if place.is_multiple_of(ASK_EVERY) && !go_on(ASK_EVERY.min(layer.len()) as u64) {
            return Found::Stopped;
        }
        let state = &layer[place];
        for direction in 0..4_u8 {
            // A slide on along the same line would be one with the last.
            if state.back < 4 && state.back / 2 == direction / 2 {
                continue;
            }
            let mut to = *state;
            while let Some((_, weight)) = heuristic.weighed(&to, direction.into()) {
                let weight = weight.unsigned_abs();
                heuristic.make(&mut to, direction.into(), weight);
                let (hash, blank) = (to.hash(), to.blank);
                let slide = Slide { hash, weight, parent: place as u32, direction, blank };
                if to.is_goal() {
                    return Found::Goal(slide);
                }
                next.push(slide);
            }
        }
        if next.len() >= width * LOOKED_AT {
            keep(&mut next, width);
        }
    }
    Found::Slides(next)
}

/// The state after a slide.
fn after<const N: usize>(
    heuristic: &ManhattanHeuristic<N>,
    from: &State<N>,
    slide: &Slide,
) -> State<N> {
    let (mut state, direction) = (*from, usize::from(slide.direction));
    while state.blank != slide.blank
        && let Some((_, weight)) = heuristic.weighed(&state, direction)
    {
        heuristic.make(&mut state, direction, weight.unsigned_abs());
    }
    state
}

/// The blank's cells on the way to `last`.
fn way(links: &[Vec<(u32, u8)>], last: Slide) -> Vec<usize> {
    let mut way = vec![usize::from(last.blank)];
    let mut place = last.parent;
    for layer in links.iter().rev() {
        let (before, blank) = layer[place as usize];
        way.push(usize::from(blank));
        place = before;
    }
    way.reverse();
    way
}
