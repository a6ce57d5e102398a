//! A beam that goes by slides, of one blank or several: each takes a blank along a row or a column, and the next one of the same blank across
//! it. With slides of one tile at most it is a beam of steps, for boards of several blanks.
//!
//! It is led by the same weights as one that goes step by step. A slide that brings several tiles nearer is lighter than one that
//! brings one, so that of all ways of so many slides those that do most are followed.

use super::manhattan_heuristic::{ManhattanHeuristic, State, StepOutcome};
use super::pace::{BeamProgress, Pace};
use super::{End, Extent, GoOn};
use crate::solver::search::pool::share_out;
use rustc_hash::FxHashSet;

/// States after which it is asked whether to go on.
const ASK_EVERY: usize = 16;

/// How many times as many slides as states are kept are looked at before the heaviest ones are left out.
const LOOKED_AT: usize = 4;

/// Slides of a blank: those along one line, as the other line is that of the slide before.
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
    /// The cell that the blank leaves, and where it stops.
    ends: [u8; 2],
}

/// The moves of blanks, each along a row or a column: the cell that it begins at, and the one that it ends at.
pub(crate) type Way = Vec<[usize; 2]>;

/// What comes of some states of a layer.
enum Found {
    /// A slide to the goal.
    Goal(Slide),
    /// All slides but for heavy ones.
    Slides(Vec<Slide>),
    /// It was told to stop.
    Stopped,
}

/// Bytes of a beam that keeps `width` states of each of so many layers, on a board of so many blanks.
pub(crate) fn bytes<const N: usize>(width: usize, slides: usize, blanks: usize) -> u64 {
    // A layer, and the next one in parts and as a whole, what is looked at for it, and for each state that was ever kept a link and a hash, in a
    // table that is half empty when it has grown, while the one before is still there.
    let states = 3 * size_of::<State<N>>() + (LOOKED_AT + SLIDES * blanks) * size_of::<Slide>();
    (width * (states + slides * 5 * size_of::<u64>())) as u64
}

/// Looks for a way from `cells` to the goal in fewer slides than the limit, each over as many cells as are allowed, among the lightest states
/// of each layer. After so many layers as the patience says that get no nearer to the goal, or if `go_on` says stop, it is
/// stuck; it ends with nothing if there is no such way. The way does not hang on the number of threads.
pub(crate) fn search<const N: usize>(
    heuristic: &ManhattanHeuristic<N>,
    cells: &[u8],
    (longest, extent): (usize, Extent),
    go_on: GoOn<'_>,
) -> End<Way> {
    let start = heuristic.start(cells);
    if start.is_goal() && extent.limit > 0 {
        return End::Goal(Way::new());
    }
    let mut layer = vec![start];
    let mut known = FxHashSet::from_iter([start.hash()]);
    // By layer: the place of the state before each, and the cells of the slide from there.
    let mut links: Vec<Vec<(u32, [u8; 2])>> = Vec::new();
    // The lightest state of all and its layer, if it is not the start.
    let mut nearest: Option<(usize, Slide)> = None;
    let stuck = |links: &[Vec<(u32, [u8; 2])>], nearest: Option<(usize, Slide)>| {
        End::Stuck(nearest.map_or_else(Way::new, |(depth, to)| way(&links[..depth - 1], to)))
    };
    let mut pace = Pace::new(extent.width, extent.ends);
    for depth in 1..extent.limit {
        let least = nearest.map_or(start.weight(), |(_, nearest)| nearest.weight);
        let weights = (start.weight(), least);
        let progress = BeamProgress { layers: depth, most: extent.limit - depth, weights };
        let width = pace.width(layer.len(), progress);
        let threads = if layer.len() < 2 * TAKEN { 1 } else { extent.threads };
        let firsts = (0..layer.len()).step_by(TAKEN);
        let found = share_out(
            threads,
            firsts,
            || (),
            |(), first| {
                let last = layer.len().min(first + TAKEN);
                slides(heuristic, &layer, first..last, (longest, width), go_on)
            },
        );
        let mut next = Vec::new();
        for found in found {
            match found {
                Found::Goal(goal) => return End::Goal(way(&links, goal)),
                Found::Stopped => return stuck(&links, nearest),
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
            Some(best) if best.weight < least => nearest = Some((depth, *best)),
            Some(_) if depth - nearest.map_or(0, |(depth, _)| depth) > extent.patience => {
                return stuck(&links, nearest);
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
        links.push(next.iter().map(|to| (to.parent, to.ends)).collect());
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
    (longest, width): (usize, usize),
    go_on: GoOn<'_>,
) -> Found {
    let mut next = Vec::new();
    for place in places {
        if place.is_multiple_of(ASK_EVERY) && !go_on(ASK_EVERY.min(layer.len()) as u64) {
            return Found::Stopped;
        }
        for state in heuristic.each_blank(&layer[place]) {
            let from = state.blank;
            for direction in 0..4_u8 {
                // A slide on along the same line would be one with the last; of a single step only the one back is for nothing.
                let is_known = match longest {
                    1 => state.back == direction,
                    _ => state.back < 4 && state.back / 2 == direction / 2,
                };
                if is_known {
                    continue;
                }
                let (mut to, mut length) = (state, 1);
                while let Some(StepOutcome { hash, weight, blank, is_goal }) =
                    heuristic.step(&to, direction)
                {
                    let ends = [from, blank];
                    let slide = Slide { hash, weight, parent: place as u32, direction, ends };
                    if is_goal {
                        return Found::Goal(slide);
                    }
                    next.push(slide);
                    if length == longest {
                        break;
                    }
                    heuristic.make(&mut to, direction.into(), weight);
                    length += 1;
                }
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
    let mut state = *from;
    state.blank = slide.ends[0];
    while state.blank != slide.ends[1]
        && let Some(step) = heuristic.step(&state, slide.direction)
    {
        heuristic.make(&mut state, slide.direction.into(), step.weight);
    }
    state
}

/// The way to `last`.
fn way(links: &[Vec<(u32, [u8; 2])>], last: Slide) -> Way {
    let mut way = vec![last.ends.map(usize::from)];
    let mut place = last.parent;
    for layer in links.iter().rev() {
        let (before, ends) = layer[place as usize];
        way.push(ends.map(usize::from));
        place = before;
    }
    way.reverse();
    way
}
