//! What a search keeps of its layers, and where.

use super::super::grid::MOST;

/// Into how many parts a layer is divided by the low bits of hashes, a power of two.
pub(super) const PARTS: usize = 16;

/// Views of a board at most: itself and its reflection.
pub(super) const VIEWS: usize = 2;

/// Groups of a board at most that is too large to be solved at once.
pub(super) const MOST_GROUPS: usize = 5;

/// How a group lies: its block, its order, and the lowest two bits of its distance, from above.
pub(super) type Packed = u32;

pub(super) fn pack(block: u32, order: u16, far: u8) -> Packed {
    block << 12 | u32::from(order) << 2 | u32::from(far)
}

pub(super) fn order_of(lie: Packed) -> u16 {
    (lie >> 2 & 1023) as u16
}

/// A state of the beam.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) hash: u64,
    /// How the groups lie in each view.
    pub(super) lies: [[Packed; MOST_GROUPS]; VIEWS],
    /// The sum of the squares of the tiles' distances.
    pub(super) squares: u16,
    pub(super) cells: [u8; MOST],
    /// The distances that the views tell.
    pub(super) far: [u8; VIEWS],
    pub(super) blank: u8,
    /// The direction that would take the last step back; 4 at the start.
    pub(super) back: u8,
}

/// A step from a state of the present layer, looked up but not yet made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) hash: u64,
    pub(super) weight: u32,
    /// The parent's place times four, plus the blank's direction.
    pub(super) link: u32,
    /// How the group that moved lies in each view.
    pub(super) lies: [Packed; VIEWS],
    pub(super) far: [u8; VIEWS],
}

/// What one part of the layer leads to.
pub(super) struct Weighed {
    /// By the part that they would come to.
    pub(super) candidates: [Vec<Candidate>; PARTS],
    /// How many there are of each weight, from the least on that is possible.
    pub(super) counts: Vec<u32>,
}

/// A part of the search: the states whose hashes end alike.
pub(super) struct Part {
    pub(super) next: Vec<State>,
    /// Of all layers but the first, one after the other.
    pub(super) links: Vec<u32>,
    /// Where the links of each layer begin.
    pub(super) begins: Vec<usize>,
    /// The hashes of states kept lately, each in the place that bits of it name.
    pub(super) lately: Vec<u64>,
    /// How many of the places are used.
    pub(super) places: usize,
    /// Where the goal is in the present layer.
    pub(super) goal: Option<u32>,
}

/// Where searches work, one after the other. All of it is taken at once, but only what a search has used is really held: the system
/// gives memory when it is written to. What is taken and given back search by search would leave gaps between what is kept.
pub(in super::super) struct Room {
    /// The states of the present layer, by part.
    pub(super) layer: Vec<Vec<State>>,
    pub(super) weighed: Vec<Weighed>,
    pub(super) parts: Vec<Part>,
    width: usize,
}

impl Room {
    /// Room for searches of at most `limit` moves that keep at most `width` states of each layer.
    pub(in super::super) fn new(width: usize, limit: usize) -> Room {
        let states = share(width);
        let weighed = || Weighed {
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
        };
        Room {
            layer: each(|| Vec::with_capacity(states)),
            weighed: each(weighed),
            parts: each(part),
            width,
        }
    }

    /// Bytes that a search of at most `limit` moves uses at most that keeps `width` states of each layer.
    pub(in super::super) fn bytes(width: usize, limit: usize) -> u64 {
        // The bar lets some more pass than are kept, and parts are not largest all at once.
        let states = (width + PARTS) * 9 / 8;
        let state = 2 * size_of::<State>() + size_of::<u32>() * limit + 3 * size_of::<Candidate>();
        (PARTS * 8 * places(width) + states * state) as u64
    }

    /// The widest search that there is room for.
    pub(in super::super) fn width(&self) -> usize {
        self.width
    }

    /// Makes it ready for a search of this width that begins with one state.
    pub(super) fn begin(&mut self, width: usize, start: State) {
        self.layer.iter_mut().for_each(Vec::clear);
        for part in &mut self.parts {
            part.links.clear();
            part.begins.clear();
            part.places = places(width);
            part.lately[..part.places].fill(0);
            part.goal = None;
        }
        self.layer[part_of(start.hash)].push(start);
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
pub(super) fn places(width: usize) -> usize {
    (width * 16 / PARTS).max(1).next_power_of_two()
}

/// The part that a state belongs to.
pub(super) fn part_of(hash: u64) -> usize {
    hash as usize % PARTS
}

impl Part {
    fn place(&self, hash: u64) -> usize {
        (hash as usize / PARTS) & (self.places - 1)
    }

    /// Whether a state was kept lately.
    pub(super) fn knows(&self, hash: u64) -> bool {
        self.lately[self.place(hash)] == hash
    }

    /// The same, and remembers it; whether it is new.
    pub(super) fn learns(&mut self, hash: u64) -> bool {
        let place = self.place(hash);
        std::mem::replace(&mut self.lately[place], hash) != hash
    }
}

/// The directions to a state of the layer at a depth.
pub(super) fn path(parts: &[Part], depth: usize, mut at: u32) -> Vec<u8> {
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
