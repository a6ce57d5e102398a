//! The table of one group: how many steps of its own tiles it needs at least, built breadth-first with bit maps.
//!
//! A layer is one bit a permutation for every block. A step that keeps the order of the tiles is then an OR of whole
//! words, and any other a scatter through the turn's table. Steps of other tiles are free, which is what makes the tables of
//! disjoint groups additive (Korf and Felner, Artificial Intelligence 134, 2002).
//!
//! A step of the group changes its distance by exactly one, so that one bit is enough to tell which way (Breyer and Korf,
//! AAAI 2010): the second lowest of the distance, as the lowest changes with every step.

use super::layout::Layout;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Blocks that a thread takes at a time.
const TAKEN: usize = 32;

/// Bit maps that are held at once while a table is built: its own and two layers.
pub(super) const MAPS: u64 = 3;

/// Words of a bit map for each block.
pub(super) fn words(layout: &Layout) -> usize {
    layout.orders.div_ceil(64)
}

/// The distance after a step from the distance before and the bit of the state after it.
#[inline(always)]
pub(super) fn after(far: u8, bit: u8) -> u8 {
    far + 1 - 2 * (bit ^ (far + 1) >> 1 & 1)
}

/// One layer and what is known about its blocks.
struct Layer {
    bits: Vec<u64>,
    /// Whether a block has any state; the bits of one that has none are not to be read.
    live: Vec<bool>,
}

/// The blocks that a thread takes: the layer before the present one, to be replaced by the one after it.
struct Taken<'a> {
    first: usize,
    layer: &'a mut [u64],
    live: &'a mut [bool],
    /// States not yet seen, by block.
    left: &'a mut [u32],
    table: &'a mut [u64],
}

/// The table of the group whose goal is to lie on `cells`, in their order, with the blank on `blank`; [`words`] words a
/// block. `None` if `go_on`, told now and then how many states were found since, said stop.
pub(super) fn build(
    layout: &Layout,
    (cells, blank): (&[usize], usize),
    threads: usize,
    go_on: &(impl Fn(u64) -> bool + Sync),
) -> Option<Vec<u64>> {
    let (words, blocks) = (words(layout), layout.blocks());
    let empty = || vec![0; words * blocks];
    let layer = || Layer {
        bits: empty(),
        live: vec![false; blocks],
    };
    let mut table = empty();
    let mut left = vec![layout.orders as u32; blocks];
    let (mut now, mut other) = (layer(), layer());
    let set = cells.iter().fold(0, |set, &cell| set | 1 << cell);
    // The goal's order is the first: the group's tiles ascend with their cells.
    let goal = layout.block(set, blank) as usize;
    now.bits[goal * words] = 1;
    now.live[goal] = true;
    left[goal] -= 1;
    for depth in 1_u32.. {
        let taken = (other.bits.chunks_mut(TAKEN * words))
            .zip(other.live.chunks_mut(TAKEN))
            .zip(left.chunks_mut(TAKEN))
            .zip(table.chunks_mut(TAKEN * words))
            .zip((0..).step_by(TAKEN))
            .map(|((((layer, live), left), table), first)| Taken {
                first,
                layer,
                live,
                left,
                table,
            });
        let any = advance(layout, &now, depth, (threads, taken), go_on)?;
        std::mem::swap(&mut now, &mut other);
        if !any {
            break;
        }
    }
    Some(table)
}

/// Fills the next layer, at `depth`, on several threads. Whether it holds anything; `None` if `go_on` said stop.
fn advance<'a>(
    layout: &Layout,
    now: &Layer,
    depth: u32,
    (threads, taken): (usize, impl Iterator<Item = Taken<'a>> + Send),
    go_on: &(impl Fn(u64) -> bool + Sync),
) -> Option<bool> {
    let (taken, found, stopped) = (Mutex::new(taken), AtomicU64::new(0), AtomicBool::new(false));
    let work = || {
        let mut next = vec![0; words(layout)];
        let take = || taken.lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some(mut blocks) = take() {
            let new = blocks.fill(layout, now, depth, &mut next);
            found.fetch_add(new, Ordering::Relaxed);
            if !go_on(new) {
                stopped.store(true, Ordering::Relaxed);
            }
            if stopped.load(Ordering::Relaxed) {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    (!stopped.into_inner()).then_some(found.into_inner() > 0)
}

impl Taken<'_> {
    /// Finds the states of these blocks that are one step from the layer `now` and new, and counts them.
    ///
    /// The states around a layer belong to the one before it or to the one after it: steps can be taken back, and each changes
    /// whether the distance is odd.
    fn fill(&mut self, layout: &Layout, now: &Layer, depth: u32, next: &mut [u64]) -> u64 {
        let words = next.len();
        let mark = if depth & 2 == 0 { 0 } else { u64::MAX };
        let mut sum = 0;
        for i in 0..self.live.len() {
            let before = std::mem::take(&mut self.live[i]);
            if self.left[i] == 0 || !reach(layout, now, self.first + i, next) {
                continue;
            }
            let layer = &mut self.layer[i * words..][..words];
            if !before {
                layer.fill(0);
            }
            let table = &mut self.table[i * words..][..words];
            let mut new = 0;
            for ((next, layer), table) in next.iter().zip(layer).zip(table) {
                *layer = *next & !*layer;
                *table |= *layer & mark;
                new += layer.count_ones();
            }
            self.live[i] = new > 0;
            self.left[i] -= new;
            sum += u64::from(new);
        }
        sum
    }
}

/// Sets in `next` the states of `block` that are one step from `now`. Whether any block around it has states.
fn reach(layout: &Layout, now: &Layer, block: usize, next: &mut [u64]) -> bool {
    let mut any = false;
    // Every step can be taken back over the same edge, by the inverse turn.
    for (from, turn) in layout.leaving(block).filter(|&(from, _)| now.live[from]) {
        if !any {
            next.fill(0);
            any = true;
        }
        let now = &now.bits[from * next.len()..][..next.len()];
        let (there, back) = (turn / layout.tiles, turn % layout.tiles);
        if there == back {
            (next.iter_mut().zip(now)).for_each(|(next, now)| *next |= now);
        } else {
            scatter(now, next, layout.turn(back * layout.tiles + there));
        }
    }
    any
}

/// Sets the bit `turn[i]` of `next` for every bit `i` of `now`.
fn scatter(now: &[u64], next: &mut [u64], turn: &[u16]) {
    for (word, turn) in now.iter().zip(turn.chunks(64)) {
        let mut left = *word;
        while left != 0 {
            let to = usize::from(turn[left.trailing_zeros() as usize]);
            next[to / 64] |= 1 << (to % 64);
            left &= left - 1;
        }
    }
}
