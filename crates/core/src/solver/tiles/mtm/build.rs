//! The table of a colouring, built breadth-first with bit maps.
//!
//! A state is a coloured board and the axis of the next slide: slides of a shortest solution take turns between the axes, and so the
//! distance with the next axis known is the better bound. Boards whose next slide is along rows are kept by their sequence
//! along rows, where a slide changes the blank's place alone: one layer makes the next one a line at a time, for 64 sequences by a
//! few operations on words. What is new is then read along the other axis, whose turn it is: with the blank on one cell, each
//! colour of a sequence has its place in the other one.

use super::colouring::Colouring;
use super::sequence::{CELLS, COLOURS, HEAD, Layout, Ranking, without_blank};
use crate::solver::search::pool::share_out;

/// Bits of a word of a bit map.
const WORD: usize = 64;

/// Words that are settled together.
const BLOCK: usize = 64;

/// First parts of sequences between two looks whether to stop: well under a millisecond of work.
const HEADS: usize = 128;

/// Fewer sequences are one thread's work.
const LITTLE: usize = 20_000;

/// Cells of a line at most.
pub(crate) const LENGTH: usize = CELLS / 2;

/// Binary digits of a layer for which memory is set aside; those of a colouring that has more layers take more.
const DIGITS: usize = 6;

/// The greatest distance, above the least one of its line, that is told.
const FARTHEST: u8 = 14;

/// A bit for each sequence.
type Bits = Vec<u64>;

/// The states whose last slide was along one axis, by their sequences along that axis.
pub(crate) struct Side {
    pub(crate) layout: Layout,
    sequences: usize,
    /// By the blank's cell: from where a slide along the axis leads to the layer, and to none before it.
    fresh: Vec<Bits>,
    lines: Vec<Line>,
}

/// The states whose blank is in one line.
struct Line {
    /// By cell: what the layer has reached.
    arrived: Vec<Bits>,
    /// By cell: what has been reached.
    known: Vec<Bits>,
    /// By binary digit and cell: the layer that has reached it.
    layers: Vec<Vec<Bits>>,
}

/// Empty bit maps for so many cells.
fn empty(cells: usize, words: usize) -> Vec<Bits> {
    // Each is taken by itself: zeros need not be written when the memory is taken, a copy of them would be.
    (0..cells).map(|_| vec![0; words]).collect()
}

impl Side {
    fn new(layout: Layout, sequences: usize) -> Side {
        let (words, Layout { lines, length }) = (sequences.div_ceil(WORD), layout);
        let line = |_| Line {
            arrived: empty(length, words),
            known: empty(length, words),
            layers: Vec::new(),
        };
        Side {
            layout,
            sequences,
            fresh: empty(lines * length, words),
            lines: (0..lines).map(line).collect(),
        }
    }

    /// Bytes that it takes.
    fn bytes(layout: Layout, sequences: u64) -> u64 {
        let maps = layout.lines * layout.length * (3 + DIGITS);
        8 * sequences.div_ceil(WORD as u64) * maps as u64
    }

    /// Calls `each` with how much farther than the nearest each cell is, four bits a cell, of every sequence and line, in their order.
    /// `None` if it does.
    pub(crate) fn patterns(&self, mut each: impl FnMut(&[u32]) -> Option<()>) -> Option<()> {
        let lines = self.lines.len();
        let mut patterns = [0; WORD * LENGTH];
        for word in 0..self.sequences.div_ceil(WORD) {
            for (number, line) in self.lines.iter().enumerate() {
                let farther = line.patterns(word);
                for (place, pattern) in patterns[number..].iter_mut().step_by(lines).zip(farther) {
                    *place = pattern;
                }
            }
            let sequences = (self.sequences - word * WORD).min(WORD);
            each(&patterns[..sequences * lines])?;
        }
        Some(())
    }
}

impl Line {
    /// Takes in the cells that `layer` has reached, and finds from where the next one can. How many of them are new; `None` if
    /// `go_on` said stop.
    fn settle(
        &mut self,
        layer: usize,
        fresh: &mut [Bits],
        go_on: &impl Fn(u64) -> bool,
    ) -> Option<u64> {
        let (length, words) = (self.known.len(), self.known[0].len());
        let digits: Vec<usize> = (0..WORD).filter(|digit| layer >> digit & 1 == 1).collect();
        let most = digits.last().map_or(0, |digit| digit + 1);
        while self.layers.len() < most {
            self.layers.push(empty(length, words));
        }
        let mut sum = 0;
        for first in (0..words).step_by(BLOCK) {
            let block = first..words.min(first + BLOCK);
            let mut new = [[0; BLOCK]; LENGTH];
            let (mut before, mut after) = (Counts::default(), Counts::default());
            for (cell, new) in new.iter_mut().enumerate().take(length) {
                let arrived = &mut self.arrived[cell][block.clone()];
                let known = &self.known[cell][block.clone()];
                for (i, (arrived, known)) in arrived.iter_mut().zip(known).enumerate() {
                    new[i] = std::mem::take(arrived) & !known;
                    before.add(i, *known);
                    after.add(i, *known | new[i]);
                }
            }
            let counts = new.iter().flatten().map(|word| u64::from(word.count_ones()));
            let count = counts.sum::<u64>();
            if count == 0 {
                fresh.iter_mut().for_each(|fresh| fresh[block.clone()].fill(0));
                continue;
            }
            for (cell, new) in new.iter().enumerate().take(length) {
                let known = &mut self.known[cell][block.clone()];
                let fresh = &mut fresh[cell][block.clone()];
                for (i, (known, fresh)) in known.iter_mut().zip(fresh).enumerate() {
                    // From every cell of the line but from itself the first one is reached by a slide, and from itself the second one.
                    let was = *known;
                    *known |= new[i];
                    let first = after.one[i] & !before.one[i];
                    let second = after.two[i] & before.one[i] & !before.two[i];
                    *fresh = first & (after.two[i] | !*known) | second & was;
                }
                for &digit in &digits {
                    let digits = self.layers[digit][cell][block.clone()].iter_mut();
                    digits.zip(new).for_each(|(digit, new)| *digit |= new);
                }
            }
            if !go_on(count) {
                return None;
            }
            sum += count;
        }
        Some(sum)
    }

    /// How much farther than the nearest each cell is, four bits a cell, of the sequences of a word.
    fn patterns(&self, word: usize) -> [u32; WORD] {
        let length = self.known.len();
        let mut layers = [[0; WORD]; LENGTH];
        let mut nearest = [u8::MAX; WORD];
        for (cell, layers) in layers.iter_mut().enumerate().take(length) {
            for (digit, maps) in self.layers.iter().enumerate() {
                let bytes = maps[cell][word].to_le_bytes();
                for (eight, byte) in layers.as_chunks_mut::<8>().0.iter_mut().zip(bytes) {
                    let bits = u64::from_le_bytes(*eight) | (spread(byte) << digit);
                    *eight = bits.to_le_bytes();
                }
            }
            // What is never reached is farther than anything else.
            let known = self.known[cell][word].to_le_bytes();
            for (eight, byte) in layers.as_chunks_mut::<8>().0.iter_mut().zip(known) {
                let bits = u64::from_le_bytes(*eight) | (spread(!byte) * u64::from(u8::MAX));
                *eight = bits.to_le_bytes();
            }
            nearest.iter_mut().zip(&*layers).for_each(|(least, &layer)| *least = layer.min(*least));
        }
        let mut patterns = [0; WORD];
        for (cell, layers) in layers.iter().enumerate().take(length) {
            for ((pattern, layer), nearest) in patterns.iter_mut().zip(layers).zip(nearest) {
                *pattern |= u32::from((layer - nearest).min(FARTHEST)) << (4 * cell);
            }
        }
        patterns
    }
}

/// Of how many cells of a line a bit is set: of one at least, and of two.
struct Counts {
    one: [u64; BLOCK],
    two: [u64; BLOCK],
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { one: [0; BLOCK], two: [0; BLOCK] }
    }
}

impl Counts {
    #[inline(always)]
    fn add(&mut self, word: usize, bits: u64) {
        self.two[word] |= self.one[word] & bits;
        self.one[word] |= bits;
    }
}

/// The bits of a byte, each in a byte of its own.
#[inline(always)]
fn spread(byte: u8) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Each byte of the product has one bit left, another in each, which the sum carries into the highest.
    let bits = (u64::from(byte) * ONES) & 0x8040_2010_0804_0201;
    (bits + 0x7f * ONES) >> 7 & ONES
}

/// Sequences of boards whose blank is on one cell, read along the other axis.
struct Across {
    /// By byte of the first part of a sequence and its value: where its colours go.
    heads: [[u32; 256]; 2],
    /// By class of last parts, the same of each of them.
    tails: Vec<Vec<u32>>,
}

impl Across {
    fn new(from: Layout, blank: usize, ranking: &Ranking) -> Across {
        let cells = from.lines * from.length;
        let to = from.across(blank);
        let place = |cell: usize| from.across(cell) - usize::from(from.across(cell) > to);
        let places: Vec<usize> = (0..cells).filter(|&cell| cell != blank).map(place).collect();
        let moved = |part: u32, first: usize| -> u32 {
            let places = places.iter().skip(first).take(HEAD).enumerate();
            places.map(|(i, place)| (part >> (2 * i) & 3) << (2 * place)).sum()
        };
        let byte = |first| std::array::from_fn(|value| moved(value as u32, first));
        let tails = ranking.endings.iter();
        Across {
            heads: [byte(0), byte(HEAD / 2)],
            tails: tails
                .map(|tails| tails.iter().map(|&tail| moved(u32::from(tail), HEAD)).collect())
                .collect(),
        }
    }

    /// Marks `to` where those of `fresh` lead; whether to go on.
    fn bring(
        &self,
        ranking: &Ranking,
        fresh: &[u64],
        to: &mut [u64],
        go_on: &impl Fn(u64) -> bool,
    ) -> bool {
        let mut end = 0;
        for (i, &(head, class)) in ranking.order.iter().enumerate() {
            if i % HEADS == 0 && !go_on(0) {
                return false;
            }
            let (begin, tails) = (end, self.tails[class].as_slice());
            end += tails.len();
            let [low, high] = head.to_le_bytes();
            let head = self.heads[0][usize::from(low)] | self.heads[1][usize::from(high)];
            let first = begin / WORD;
            for (i, &held) in fresh[first..end.div_ceil(WORD)].iter().enumerate() {
                let word = first + i;
                // Only those of the word that begin so.
                let from = begin.saturating_sub(word * WORD);
                let mut bits = held >> from << from;
                if end < (word + 1) * WORD {
                    bits &= (1 << (end % WORD)) - 1;
                }
                while bits != 0 {
                    let at = word * WORD + bits.trailing_zeros() as usize - begin;
                    bits &= bits - 1;
                    let number = ranking.of(head | tails[at]);
                    to[number / WORD] |= 1 << (number % WORD);
                }
            }
        }
        true
    }
}

/// Bytes that the building of a table takes.
pub(crate) fn bytes(layouts: [Layout; 2], tiles: [usize; COLOURS]) -> u64 {
    let sequences = Ranking::sequences(tiles);
    layouts.iter().map(|&layout| Side::bytes(layout, sequences)).sum()
}

/// The distances of all states of a colouring: by the axis of the last slide. `None` if `go_on`, told now and then how many
/// states were found since, said stop.
pub(crate) fn build(
    layouts: [Layout; 2],
    colouring: &Colouring,
    ranking: &Ranking,
    threads: usize,
    go_on: &(impl Fn(u64) -> bool + Sync),
) -> Option<[Side; 2]> {
    // To start threads for each layer would take longer than the little work of a small one does.
    let threads = if ranking.count < LITTLE { 1 } else { threads };
    let mut sides = layouts.map(|layout| Side::new(layout, ranking.count));
    let across = layouts.map(|layout| -> Vec<Across> {
        let cells = layout.lines * layout.length;
        (0..cells).map(|blank| Across::new(layout, blank, ranking)).collect()
    });
    for (side, goal) in sides.iter_mut().zip(goal(layouts, colouring)) {
        let (number, length) = (ranking.of(goal.sequence), side.layout.length);
        let line = &mut side.lines[goal.blank / length];
        line.arrived[goal.blank % length][number / WORD] = 1 << (number % WORD);
    }
    for layer in 0..=usize::from(u8::MAX) {
        let lines = sides.iter_mut().flat_map(|side| {
            let length = side.layout.length;
            side.lines.iter_mut().zip(side.fresh.chunks_mut(length))
        });
        let settle =
            |(): &mut (), (line, fresh): (&mut Line, &mut [Bits])| line.settle(layer, fresh, go_on);
        let new = share_out(threads, lines, || (), settle);
        if new.into_iter().sum::<Option<u64>>()? == 0 {
            break;
        }
        if !cross(&mut sides, &across, ranking, threads, go_on) {
            return None;
        }
    }
    Some(sides)
}

/// Brings what is fresh on each side to the other, a cell of the blank after another; whether to go on.
fn cross(
    [rows, columns]: &mut [Side; 2],
    across: &[Vec<Across>; 2],
    ranking: &Ranking,
    threads: usize,
    go_on: &(impl Fn(u64) -> bool + Sync),
) -> bool {
    let columns_from = to_bring(&across[0], &rows.fresh, columns.layout, &mut columns.lines);
    let rows_from = to_bring(&across[1], &columns.fresh, rows.layout, &mut rows.lines);
    let bring = |(): &mut (), (across, fresh, to): (&Across, &Bits, &mut Bits)| {
        across.bring(ranking, fresh, to, go_on)
    };
    let done = share_out(threads, columns_from.chain(rows_from), || (), bring);
    done.into_iter().all(|done| done)
}

/// For each cell of the blank on one side: how it is brought there, what, and where to.
fn to_bring<'a>(
    across: &'a [Across],
    fresh: &'a [Bits],
    layout: Layout,
    lines: &'a mut [Line],
) -> impl Iterator<Item = (&'a Across, &'a Bits, &'a mut Bits)> {
    let cells = lines.iter_mut().flat_map(|line| &mut line.arrived).enumerate();
    cells.map(move |(cell, arrived)| {
        let blank = layout.across(cell);
        (&across[blank], &fresh[blank], arrived)
    })
}

/// A coloured board in one layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ColouredBoard {
    pub(crate) sequence: u32,
    pub(crate) blank: usize,
}

/// The goal in both layouts.
pub(crate) fn goal(layouts: [Layout; 2], colouring: &Colouring) -> [ColouredBoard; 2] {
    coloured(layouts, &colouring.colours, colouring.blank)
}

/// The board with these colours on its cells in both layouts.
pub(crate) fn coloured(layouts: [Layout; 2], colours: &[u8], blank: usize) -> [ColouredBoard; 2] {
    let cells = (0..).zip(colours).filter(|&(cell, _)| cell != blank);
    let board = |place: &dyn Fn(usize) -> usize| {
        let all = cells.clone().map(|(cell, &colour)| u32::from(colour) << (2 * place(cell)));
        ColouredBoard {
            sequence: without_blank(all.sum(), place(blank) as u32),
            blank: place(blank),
        }
    };
    [board(&|cell| cell), board(&|cell| layouts[0].across(cell))]
}
