//! The table of one group: how many steps of its own tiles it needs at least, built breadth-first with bit maps.
//!
//! A layer is one bit a permutation for every block, so that a step is done for many permutations at once. Steps of other tiles
//! are free, which is what makes the tables of disjoint groups additive (Korf and Felner, Artificial Intelligence 134, 2002).
//!
//! A step of the group changes its distance by exactly one, so that one bit is enough to tell which way (Breyer and Korf,
//! AAAI 2010): the second lowest of the distance, as the lowest changes with every step.

use super::bitmap::{Turning, lanes, pack};
use super::placement::Placements;
use crate::solver::search::pool::share_out;
use std::sync::atomic::{AtomicBool, Ordering};

/// Lanes that a thread takes at a time, in whole blocks: some milliseconds of work, which is how late it may stop.
const TAKEN: usize = 1 << 15;

/// Bytes that are held while a table is built, its own and those of two layers.
pub(crate) fn bytes(layout: &Placements) -> u64 {
    (layout.blocks() * (8 * words(layout) + 8 * lanes(layout) + 6)) as u64
}

/// Words of a table for each block.
pub(crate) fn words(layout: &Placements) -> usize {
    layout.orders.div_ceil(64)
}

/// The distance after a step from the distance before and the bit of the state after it.
#[inline(always)]
pub(crate) fn after(distance: u8, bit: u8) -> u8 {
    // Up and down differ by two and so in the second bit; the bit tells which it is. No branch: it could not be predicted.
    distance + 1 - 2 * (bit ^ (distance + 1) >> 1 & 1)
}

/// One layer and what is known about its blocks.
struct Layer {
    lanes: Vec<u32>,
    /// Whether a block has any state; the lanes of one that has none are not to be read.
    live: Vec<bool>,
}

/// The blocks that a thread takes: the layer before the present one, to be replaced by the one after it.
struct Taken<'a> {
    first: usize,
    layer: &'a mut [u32],
    live: &'a mut [bool],
    /// States not yet seen, by block.
    left: &'a mut [u32],
    table: &'a mut [u64],
}

/// The table of the group whose goal is to lie on `cells`, in their order, with the blank on `blank`; [`words`] words a
/// block. `None` if `go_on`, told now and then how many states were found since, said stop.
pub(crate) fn build(
    layout: &Placements,
    (cells, blank): (&[usize], usize),
    threads: usize,
    go_on: &(impl Fn(u64) -> bool + Sync),
) -> Option<Vec<u64>> {
    // A group that comes after a stop is not begun: to fill its layers with zeros takes tens of milliseconds.
    if !go_on(0) {
        return None;
    }
    let (words, lanes, blocks) = (words(layout), lanes(layout), layout.blocks());
    let some = (TAKEN / lanes).max(1);
    let layer = || Layer { lanes: vec![0; lanes * blocks], live: vec![false; blocks] };
    let steps = Steps { layout, turnings: Turning::all(layout) };
    let mut table = vec![0; words * blocks];
    let mut left = vec![layout.orders as u32; blocks];
    let (mut now, mut other) = (layer(), layer());
    let set = cells.iter().fold(0, |set, &cell| set | 1 << cell);
    // The goal's order is the first: the group's tiles ascend with their cells.
    let goal = layout.block(set, blank) as usize;
    now.lanes[goal * lanes] = 1;
    now.live[goal] = true;
    left[goal] -= 1;
    for depth in 1_u32.. {
        let taken = (other.lanes.chunks_mut(some * lanes))
            .zip(other.live.chunks_mut(some))
            .zip(left.chunks_mut(some))
            .zip(table.chunks_mut(some * words))
            .zip((0..).step_by(some))
            .map(|((((layer, live), left), table), first)| Taken {
                first,
                layer,
                live,
                left,
                table,
            });
        let any = advance(&steps, &now, depth, (threads, taken), go_on)?;
        std::mem::swap(&mut now, &mut other);
        if !any {
            break;
        }
    }
    Some(table)
}

/// Fills the next layer, at `depth`, on several threads. Whether it holds anything; `None` if `go_on` said stop.
fn advance<'a>(
    steps: &Steps<'_>,
    now: &Layer,
    depth: u32,
    (threads, taken): (usize, impl Iterator<Item = Taken<'a>> + Send),
    go_on: &(impl Fn(u64) -> bool + Sync),
) -> Option<bool> {
    let stopped = AtomicBool::new(false);
    let room = || vec![0; lanes(steps.layout)];
    let found = share_out(threads, taken, room, |next, mut blocks| {
        if stopped.load(Ordering::Relaxed) {
            return 0;
        }
        let new = blocks.fill(steps, now, depth, next);
        // A plain store could undo what another thread has set. Relaxed: the flag carries no data, and the threads are joined.
        stopped.fetch_or(!go_on(new), Ordering::Relaxed);
        new
    });
    (!stopped.into_inner()).then_some(found.iter().any(|&new| new > 0))
}

impl Taken<'_> {
    /// Finds the states of these blocks that are one step from the layer `now` and new, and counts them.
    ///
    /// The states around a layer belong to the one before it or to the one after it: steps can be taken back, and each changes
    /// whether the distance is odd.
    fn fill(&mut self, steps: &Steps<'_>, now: &Layer, depth: u32, next: &mut [u32]) -> u64 {
        let (lanes, words) = (next.len(), words(steps.layout));
        let mut sum = 0;
        for i in 0..self.live.len() {
            // The mark is taken even if the block is passed over, as it belongs to the layer before the present one.
            let before = std::mem::take(&mut self.live[i]);
            // A block whose states are all known cannot gain any.
            if self.left[i] == 0 || !steps.reach(now, self.first + i, next) {
                continue;
            }
            let layer = &mut self.layer[i * lanes..][..lanes];
            if !before {
                // The lanes of a block without states still hold an older layer.
                layer.fill(0);
            }
            let mut new = 0;
            for (next, layer) in next.iter().zip(layer.iter_mut()) {
                *layer = *next & !*layer;
                new += layer.count_ones();
            }
            if depth & 2 != 0 {
                pack(layer, &mut self.table[i * words..][..words]);
            }
            self.live[i] = new > 0;
            self.left[i] -= new;
            sum += u64::from(new);
        }
        sum
    }
}

/// What the steps of a layout do.
struct Steps<'a> {
    layout: &'a Placements,
    turnings: Vec<Turning>,
}

impl Steps<'_> {
    /// Sets in `next` the states of `block` that are one step from `now`. Whether any block around it has states.
    fn reach(&self, now: &Layer, block: usize, next: &mut [u32]) -> bool {
        let around = self.layout.leaving(block);
        let mut any = false;
        // Every step can be taken back over the same edge, by the inverse turn.
        for (from, turn) in around.filter(|&(from, _)| now.live[from]) {
            if !any {
                next.fill(0);
                any = true;
            }
            let tiles = self.layout.tiles;
            let inverse = turn % tiles * tiles + turn / tiles;
            let now = &now.lanes[from * next.len()..][..next.len()];
            self.turnings[inverse].apply(now, next);
        }
        any
    }
}
