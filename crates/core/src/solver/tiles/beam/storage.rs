//! What a search keeps of its layers, and where.

use super::manhattan_heuristic::State;
use super::widths::WIDER;
use crate::solver::Budget;
use crate::solver::search::pool::give_back;

/// Into how many parts a layer is divided by the low bits of hashes, a power of two.
// For a power of two the divisions and remainders are shifts and masks.
pub(crate) const PARTS: usize = 16;

/// A step from a state of the present layer, weighed but not yet made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) hash: u64,
    pub(crate) weight: u32,
    /// The parent's place times four, plus the blank's direction.
    pub(crate) link: u32,
}

/// What one part of the layer leads to.
pub(crate) struct Weighed {
    /// By the part that they would come to.
    pub(crate) candidates: [Vec<Candidate>; PARTS],
    /// How many there are of each weight, from the least on that is possible.
    pub(crate) counts: Vec<u32>,
}

/// A part of the search: the states whose hashes end alike.
pub(crate) struct Part<const N: usize> {
    pub(crate) next: Vec<State<N>>,
    /// Of all layers but the first, one after the other.
    pub(crate) links: Vec<u32>,
    /// Where the links of each layer begin.
    pub(crate) begins: Vec<usize>,
    /// The upper halves of the hashes of states kept lately, each in the place that bits of the lower one name.
    pub(crate) lately: Vec<u32>,
    /// How many of the places are used.
    pub(crate) places: usize,
    /// Where the goal is in the present layer.
    pub(crate) goal: Option<u32>,
    /// The least weight in the present layer, and where it is.
    pub(crate) best: (u32, u32),
}

impl Weighed {
    /// Adds a candidate.
    // Inlined, it leaves no call between one step and the next.
    #[inline(always)]
    pub(crate) fn push(&mut self, candidate: Candidate, floor: u32) {
        // The floor is only about the least weight; what is lighter counts as if it were at the floor.
        let place = candidate.weight.saturating_sub(floor) as usize;
        self.candidates[part_of(candidate.hash)].push(candidate);
        if self.counts.len() <= place {
            self.counts.resize(place + 1, 0);
        }
        self.counts[place] += 1;
    }

    /// Takes everything out.
    pub(crate) fn clear(&mut self) {
        self.candidates.iter_mut().for_each(Vec::clear);
        self.counts.clear();
    }
}

/// What searches take at most: the system may refuse far more even if little of it is ever used.
const MOST_BYTES: u64 = 4 << 30;

/// The best of no states.
pub(crate) const NO_BEST: (u32, u32) = (u32::MAX, 0);

/// Where searches work, one after the other. All of it is taken at once, but only what a search has used is really held: the system
/// gives memory when it is written to. What is taken and given back search by search would leave gaps between what is kept.
pub(crate) struct BeamStorage<const N: usize> {
    /// The states of the present layer, by part.
    pub(crate) layer: Vec<Vec<State<N>>>,
    pub(crate) weighed: Vec<Weighed>,
    pub(crate) parts: Vec<Part<N>>,
    width: usize,
}

impl<const N: usize> Drop for BeamStorage<N> {
    fn drop(&mut self) {
        let states = (std::mem::take(&mut self.layer), std::mem::take(&mut self.parts));
        give_back((states, std::mem::take(&mut self.weighed)), Self::bytes(self.width, 0));
    }
}

impl<const N: usize> BeamStorage<N> {
    /// Room for searches of at most `limit` moves that keep at most `width` states of each layer.
    pub(crate) fn new(width: usize, limit: usize) -> BeamStorage<N> {
        let states = share(width);
        let weighed = || Weighed {
            // A state has at most three steps that do not take the last one back.
            candidates: std::array::from_fn(|_| Vec::with_capacity(share(3 * states))),
            counts: Vec::new(),
        };
        let part = || Part {
            next: Vec::with_capacity(states),
            links: Vec::with_capacity(states * limit),
            begins: Vec::new(),
            lately: vec![0; places(width)],
            places: places(width),
            goal: None,
            best: NO_BEST,
        };
        BeamStorage {
            layer: each(|| Vec::with_capacity(states)),
            weighed: each(weighed),
            parts: each(part),
            width,
        }
    }

    /// Bytes that a search of at most `limit` moves uses at most that keeps `width` states of each layer.
    pub(crate) fn bytes(width: usize, limit: usize) -> u64 {
        // The bar lets some more pass than are kept, and parts are not largest all at once.
        let states = (width + PARTS) * 9 / 8;
        let state =
            2 * size_of::<State<N>>() + size_of::<u32>() * limit + 3 * size_of::<Candidate>();
        (PARTS * 4 * places(width) + states * state) as u64
    }

    /// Whether there is memory for such a search.
    pub(crate) fn fits(width: usize, limit: usize, budget: &Budget<'_>) -> bool {
        let bytes = Self::bytes(width, limit);
        bytes <= MOST_BYTES && budget.room(bytes).is_ok()
    }

    /// Room for the next of a series of searches: that of the last one, or if it is too small, for the widest that there is memory for.
    pub(crate) fn next_of_series(
        last: Option<BeamStorage<N>>,
        (width, widest): (usize, usize),
        limit: usize,
        budget: &Budget<'_>,
    ) -> BeamStorage<N> {
        // It is taken for a whole series, so that it nearly always fits the next one as well.
        last.filter(|last| last.width >= width).unwrap_or_else(|| {
            let wider =
                |width: &usize| Some((width * WIDER).min(widest)).filter(|next| next > width);
            let widths = std::iter::successors(Some(width), wider);
            let fitting = widths.take_while(|&width| Self::fits(width, limit, budget));
            BeamStorage::new(fitting.last().unwrap_or(width), limit)
        })
    }

    /// Makes it ready for a search of this width that begins with one state.
    pub(crate) fn begin(&mut self, width: usize, hash: u64, start: State<N>) {
        self.layer.iter_mut().for_each(Vec::clear);
        for part in &mut self.parts {
            part.links.clear();
            part.begins.clear();
            part.places = places(width);
            // Only the places of this width are cleared: to write to the others would make the system provide memory for them.
            part.lately[..part.places].fill(0);
            part.goal = None;
            part.best = NO_BEST;
        }
        self.layer[part_of(hash)].push(start);
    }
}

/// A thing for each part.
fn each<T>(make: impl FnMut() -> T) -> Vec<T> {
    std::iter::repeat_with(make).take(PARTS).collect()
}

/// What is taken for one part of so many: twice its share, as no part is as large as another, and some for those that are few.
fn share(count: usize) -> usize {
    2 * count.div_ceil(PARTS) + PARTS
}

/// How many states kept lately each part remembers.
pub(crate) fn places(width: usize) -> usize {
    // A power of two lets a mask find the place of a hash.
    (width * 4 / PARTS).max(1).next_power_of_two()
}

/// What is kept of the hash of a state: half of it takes half the room, and few states indeed have both the place and this in common.
fn mark(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// The part that a state belongs to. As [`PARTS`] is a constant, the remainder also spares bounds checks.
pub(crate) fn part_of(hash: u64) -> usize {
    hash as usize % PARTS
}

impl<const N: usize> Part<N> {
    /// Remembers that a state is kept now. Returns whether it was not known before.
    #[inline(always)]
    pub(crate) fn learns(&mut self, hash: u64) -> bool {
        // The lowest bits are the same for all states of a part, so the place is taken from the bits above them.
        let place = (hash as usize / PARTS) & (self.places - 1);
        std::mem::replace(&mut self.lately[place], mark(hash)) != mark(hash)
    }
}

/// The directions to a state of the layer at a depth.
pub(crate) fn path<const N: usize>(parts: &[Part<N>], depth: usize, mut at: u32) -> Vec<u8> {
    let mut path = Vec::new();
    for layer in (0..depth).rev() {
        let part = &parts[at as usize % PARTS];
        let link = part.links[part.begins[layer] + at as usize / PARTS];
        path.push((link & 3) as u8);
        at = link >> 2;
    }
    path.reverse();
    path
}
