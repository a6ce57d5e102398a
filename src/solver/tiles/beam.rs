//! Beam search: breadth-first, but of each layer only the states nearest the goal by a bound are kept.
//!
//! It proves nothing, finds a way on boards of any size, and a shorter one with a wider beam.

use super::guide::Guide;
use std::hash::{BuildHasher, Hasher};

/// A state of the beam.
#[derive(Clone, Debug)]
struct State<B> {
    board: B,
    blank: u16,
    hash: u64,
}

/// Into how many parts candidates of one weight are divided at random.
const CHANCES: u32 = 16;

/// A step from a state of the present layer, weighed but not yet made.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    weight: u32,
    parent: u32,
    direction: u8,
    is_goal: bool,
    hash: u64,
}

/// How a state came about: the parent's place in the layer before, times four, plus the blank's direction.
type Link = u32;

/// What is notable in a layer: the place of the goal, and the least weight with its place.
struct Kept {
    goal: Option<usize>,
    best: (u32, usize),
}

/// How a search ended.
#[derive(Debug)]
pub(super) enum End {
    /// With the blank's directions to the goal.
    Goal(Vec<u8>),
    /// No layer of many got nearer to the goal than the state that these directions lead to.
    Stuck(Vec<u8>),
    /// There is no such way, or it was stopped.
    Nothing,
}

/// Where searches work, one after the other. All of it is taken at once, but only what a search has used is really held: the
/// system gives memory when it is written to. What is taken and given back beam by beam would leave gaps between what is kept.
pub(super) struct Room<B> {
    layer: Vec<State<B>>,
    next: Vec<State<B>>,
    candidates: Vec<Candidate>,
    /// Of all layers but the first, one after the other.
    links: Vec<Link>,
    /// Where the links of each layer begin.
    begins: Vec<usize>,
    /// The hashes of states kept lately, each in the place that its low bits name.
    lately: Vec<u64>,
}

impl<B> Room<B> {
    /// Room for searches of at most `limit` moves that keep at most `width` states of each layer.
    pub(super) fn new(width: usize, limit: usize) -> Room<B> {
        Room {
            layer: Vec::with_capacity(width),
            next: Vec::with_capacity(width),
            candidates: Vec::with_capacity(3 * width + 1),
            links: Vec::with_capacity(width * limit),
            begins: Vec::new(),
            lately: vec![0; places(width)],
        }
    }

    /// Bytes that a search of at most `limit` moves uses at most.
    pub(super) fn bytes(width: usize, limit: usize) -> u64 {
        let state = 2 * size_of::<State<B>>() + size_of::<Link>() * limit;
        let candidates = 3 * size_of::<Candidate>();
        (places(width) * 8 + width * (state + candidates)) as u64
    }

    /// Makes it as good as new, for a search of this width.
    fn clear(&mut self, width: usize) {
        self.layer.clear();
        self.next.clear();
        self.links.clear();
        self.begins.clear();
        self.lately[..places(width)].fill(0);
    }
}

/// How many states kept lately are remembered.
fn places(width: usize) -> usize {
    (width * 16).next_power_of_two()
}

/// A search.
pub(super) struct Beam<'g, G: Guide> {
    guide: &'g G,
    /// The states kept of each layer.
    width: usize,
    /// Odd; decides among equals.
    seed: u64,
    /// Layers after which a search that gets no nearer to the goal is stuck.
    patience: usize,
    room: &'g mut Room<G::Board>,
}

impl<'g, G: Guide> Beam<'g, G> {
    /// A search that keeps `width` states of each layer, for which there must be room; another `seed` makes another choice among
    /// equals.
    pub(super) fn new(
        guide: &'g G,
        width: usize,
        seed: u64,
        room: &'g mut Room<G::Board>,
    ) -> Beam<'g, G> {
        room.clear(width);
        Beam {
            guide,
            width,
            seed: 2 * seed + 1,
            patience: usize::MAX,
            room,
        }
    }

    /// The same, given up after so many layers that get no nearer to the goal.
    pub(super) fn patient(self, patience: usize) -> Beam<'g, G> {
        Beam { patience, ..self }
    }

    /// Looks for a way from `cells` to the goal in fewer than `limit` moves. It ends with nothing if this width finds no such way, or
    /// `go_on`, asked with the states made since the last call, said stop.
    pub(super) fn run(
        mut self,
        cells: &[u8],
        limit: usize,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> End {
        let (board, blank) = self.guide.start(cells);
        if self.guide.is_goal(&board) && limit > 0 {
            return End::Goal(Vec::new());
        }
        let (mut nearest, mut reached) = ((u32::MAX, 0), 0);
        self.room.layer.push(State {
            board,
            blank: blank as u16,
            hash: hash_of(cells),
        });
        for depth in 1..limit {
            self.weigh((limit - depth) as u32);
            let kept = self.keep();
            if let Some(goal) = kept.goal {
                return End::Goal(self.path(depth, goal));
            }
            if self.room.layer.is_empty() || !go_on(self.room.layer.len() as u64) {
                return End::Nothing;
            }
            if kept.best.0 < nearest.0 {
                (nearest, reached) = (kept.best, depth);
            }
            if depth - reached > self.patience {
                return End::Stuck(self.path(reached, nearest.1));
            }
        }
        End::Nothing
    }

    /// Weighs every step from the present layer that does not lead to a state kept lately, and after which the goal may be
    /// reached in fewer than `left` moves.
    fn weigh(&mut self, left: u32) {
        self.room.candidates.clear();
        let lately = &self.room.lately[..places(self.width)];
        let before = self
            .room
            .begins
            .last()
            .map(|&begin| &self.room.links[begin..]);
        for (parent, state) in self.room.layer.iter().enumerate() {
            let back = before.map_or(4, |links| (links[parent] % 4) as usize ^ 1);
            for direction in (0..4).filter(|&d| d != back) {
                let blank = usize::from(state.blank);
                let Some(step) = self.guide.step(&state.board, blank, direction) else {
                    continue;
                };
                let hash = state.hash ^ key(step.tile, step.from) ^ key(step.tile, blank);
                if step.bound < left && lately[hash as usize & (lately.len() - 1)] != hash {
                    let (parent, direction) = (parent as u32, direction as u8);
                    self.room.candidates.push(Candidate {
                        // Among equals, chance decides.
                        weight: step.weight * CHANCES + chance(hash, self.seed),
                        is_goal: step.bound == 0,
                        parent,
                        direction,
                        hash,
                    });
                }
            }
        }
    }

    /// Makes the best candidates the present layer.
    fn keep(&mut self) -> Kept {
        let bar = self.bar();
        let mut next = std::mem::take(&mut self.room.next);
        let mut kept = Kept {
            goal: None,
            best: (u32::MAX, 0),
        };
        self.room.begins.push(self.room.links.len());
        // Of those at the bar only as many are taken as there is room for.
        let below = self.room.candidates.iter().filter(|c| c.weight < bar);
        for candidate in below.chain(self.room.candidates.iter().filter(|c| c.weight == bar)) {
            let place = candidate.hash as usize & (places(self.width) - 1);
            if next.len() == self.width || self.room.lately[place] == candidate.hash {
                continue;
            }
            self.room.lately[place] = candidate.hash;
            let parent = &self.room.layer[candidate.parent as usize];
            let direction = usize::from(candidate.direction);
            let (board, blank) = self
                .guide
                .make(&parent.board, parent.blank.into(), direction);
            kept.goal = kept.goal.or(candidate.is_goal.then_some(next.len()));
            kept.best = kept.best.min((candidate.weight / CHANCES, next.len()));
            next.push(State {
                board,
                blank: blank as u16,
                hash: candidate.hash,
            });
            let link = candidate.parent << 2 | u32::from(candidate.direction);
            self.room.links.push(link);
        }
        self.room.next = std::mem::replace(&mut self.room.layer, next);
        self.room.next.clear();
        kept
    }

    /// The weight such that there are fewer candidates below it than are kept, or the greatest.
    fn bar(&self) -> u32 {
        let weights = || self.room.candidates.iter().map(|c| c.weight);
        let (least, most) = (weights().min().unwrap_or(0), weights().max().unwrap_or(0));
        let mut counts = vec![0_usize; (most - least) as usize + 1];
        weights().for_each(|weight| counts[(weight - least) as usize] += 1);
        let mut sum = 0;
        let full = |&count: &usize| {
            sum += count;
            sum >= self.width
        };
        let bar = counts.iter().position(full);
        bar.map_or(most, |bar| least + bar as u32)
    }

    /// The directions to a state of the layer at a depth.
    fn path(&self, depth: usize, mut at: usize) -> Vec<u8> {
        let mut path = Vec::new();
        for begin in self.room.begins[..depth].iter().rev() {
            let link = self.room.links[begin + at];
            path.push((link % 4) as u8);
            at = (link / 4) as usize;
        }
        path.reverse();
        path
    }
}

fn chance(hash: u64, seed: u64) -> u32 {
    (hash.wrapping_mul(seed) >> 40) as u32 % CHANCES
}

/// A random-looking number for a tile on a cell (Zobrist, 1970).
pub(super) fn key(tile: u8, cell: usize) -> u64 {
    let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
    hasher.write_u64(u64::from(tile) << 16 | cell as u64 | 1 << 40);
    hasher
        .finish()
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(23)
}

pub(super) fn hash_of(cells: &[u8]) -> u64 {
    let tiles = cells.iter().enumerate().filter(|&(_, &tile)| tile != 0);
    tiles.fold(0, |hash, (cell, &tile)| hash ^ key(tile, cell))
}
