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

/// A step from a state of the present layer, weighed but not yet made.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    weight: u32,
    parent: u32,
    direction: u8,
    hash: u64,
}

/// How a layer came about: the parent's place in the layer before, and the blank's direction.
type Link = (u32, u8);

/// What a search needs beside its guide.
pub(super) struct Beam<'g, G: Guide> {
    guide: &'g G,
    /// The states kept of each layer.
    width: usize,
    layer: Vec<State<G::Board>>,
    candidates: Vec<Candidate>,
    links: Vec<Vec<Link>>,
    /// The hashes of states kept lately, each in the place that its low bits name.
    lately: Vec<u64>,
}

impl<'g, G: Guide> Beam<'g, G> {
    /// A search that keeps `width` states of each layer.
    pub(super) fn new(guide: &'g G, width: usize) -> Beam<'g, G> {
        Beam {
            guide,
            width,
            layer: Vec::new(),
            candidates: Vec::new(),
            links: Vec::new(),
            lately: vec![0; (width * 16).next_power_of_two()],
        }
    }

    /// The blank's directions from `cells` to the goal in fewer than `limit` moves; `None` if this width finds no such way, or
    /// `go_on`, asked with the states made since the last call, said stop.
    pub(super) fn search(
        mut self,
        cells: &[u8],
        limit: usize,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> Option<Vec<u8>> {
        let (board, blank) = self.guide.start(cells);
        if self.guide.weight(&board) == 0 {
            return (limit > 0).then(Vec::new);
        }
        self.layer.push(State {
            board,
            blank: blank as u16,
            hash: hash_of(cells),
        });
        for depth in 1..limit {
            self.weigh();
            if let Some(goal) = self.keep((limit - depth) as u32) {
                return Some(self.path(goal));
            }
            if self.layer.is_empty() || !go_on(self.layer.len() as u64) {
                return None;
            }
        }
        None
    }

    /// Weighs every step from the present layer that does not lead to a state kept lately.
    fn weigh(&mut self) {
        self.candidates.clear();
        let before = self.links.last();
        for (parent, state) in self.layer.iter().enumerate() {
            let back = before.map_or(4, |links| usize::from(links[parent].1 ^ 1));
            for direction in (0..4).filter(|&d| d != back) {
                let blank = usize::from(state.blank);
                let Some(step) = self.guide.step(&state.board, blank, direction) else {
                    continue;
                };
                let hash = state.hash ^ key(step.tile, step.from) ^ key(step.tile, blank);
                if self.lately[hash as usize & (self.lately.len() - 1)] != hash {
                    let (parent, direction) = (parent as u32, direction as u8);
                    self.candidates.push(Candidate {
                        weight: step.weight,
                        parent,
                        direction,
                        hash,
                    });
                }
            }
        }
    }

    /// Makes the best candidates the present layer; returns the place of the goal if it is among them. Those that cannot
    /// reach it in fewer than `left` moves are dropped.
    fn keep(&mut self, left: u32) -> Option<usize> {
        let bar = self.bar();
        let (mut next, mut links) = (Vec::new(), Vec::new());
        let mut goal = None;
        // Of those at the bar only as many are taken as there is room for.
        let below = self.candidates.iter().filter(|c| c.weight < bar);
        for candidate in below.chain(self.candidates.iter().filter(|c| c.weight == bar)) {
            let place = candidate.hash as usize & (self.lately.len() - 1);
            if next.len() == self.width || self.lately[place] == candidate.hash {
                continue;
            }
            self.lately[place] = candidate.hash;
            let parent = &self.layer[candidate.parent as usize];
            let direction = usize::from(candidate.direction);
            let (board, blank) = self
                .guide
                .make(&parent.board, parent.blank.into(), direction);
            if candidate.weight < left {
                goal = goal.or((candidate.weight == 0).then_some(next.len()));
                next.push(State {
                    board,
                    blank: blank as u16,
                    hash: candidate.hash,
                });
                links.push((candidate.parent, candidate.direction));
            }
        }
        self.layer = next;
        self.links.push(links);
        goal
    }

    /// The weight such that there are fewer candidates below it than are kept, or the greatest.
    fn bar(&self) -> u32 {
        let most = self.candidates.iter().map(|c| c.weight).max().unwrap_or(0);
        let mut counts = vec![0_usize; most as usize + 1];
        for candidate in &self.candidates {
            counts[candidate.weight as usize] += 1;
        }
        let mut sum = 0;
        let full = |&count: &usize| {
            sum += count;
            sum >= self.width
        };
        counts.iter().position(full).map_or(most, |bar| bar as u32)
    }

    /// The directions to a state of the last layer.
    fn path(&self, mut at: usize) -> Vec<u8> {
        let mut path = Vec::new();
        for links in self.links.iter().rev() {
            let (parent, direction) = links[at];
            path.push(direction);
            at = parent as usize;
        }
        path.reverse();
        path
    }
}

/// A random-looking number for a tile on a cell (Zobrist, 1970).
fn key(tile: u8, cell: usize) -> u64 {
    let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
    hasher.write_u64(u64::from(tile) << 16 | cell as u64 | 1 << 40);
    hasher
        .finish()
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(23)
}

fn hash_of(cells: &[u8]) -> u64 {
    let tiles = cells.iter().enumerate().filter(|&(_, &tile)| tile != 0);
    tiles.fold(0, |hash, (cell, &tile)| hash ^ key(tile, cell))
}
