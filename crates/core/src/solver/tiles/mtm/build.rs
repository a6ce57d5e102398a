//! The table of a painting, built breadth-first with bit maps.
//!
//! A state is a painted board and the axis of the next slide: slides of a shortest solution take turns between the axes, and so the
//! distance with the next axis known is the better bound. Boards whose next slide is along rows are kept by their sequence
//! along rows, where a slide changes the blank's place alone: one layer makes the next one a line at a time, by a few
//! operations on the bits of its cells. What is new is then read along the other axis, whose turn it is.

use super::painting::Painting;
use super::sequence::{CELLS, COLOURS, Layout, Ranking, joined, with_blank, without_blank};
use crate::solver::search::pool::share_out;
use std::sync::atomic::{AtomicBool, Ordering};

/// Sequences that a thread takes at a time: well under a millisecond of work.
const TAKEN: usize = 1 << 14;

/// Bits of a word of a bit map.
const WORD: usize = 64;

/// Cells of a line whose distances share a word.
const SHARED: usize = 4;

/// The distance, above the least one of its line, of a cell that has not been reached, and the greatest one that is told.
const UNKNOWN: u16 = 15;
const FARTHEST: u8 = 14;

/// The states whose last slide was along one axis, by their sequences along that axis.
pub(crate) struct Side {
    pub(crate) layout: Layout,
    /// By the blank's cell, a bit a sequence: what the layer has reached.
    arrived: Vec<Vec<u64>>,
    /// By sequence: the cells of the blank from which a slide along the axis leads to the layer, and to none before it.
    fresh: Vec<u16>,
    /// By sequence and line: the layer that has reached it first.
    first: Vec<u8>,
    /// By sequence and line, four bits a cell: how much later each of its cells was reached, counted down from 15; 0 if it was not.
    // Zeros need not be written when the memory is taken, which would be too long to hear of a stop.
    later: Vec<u16>,
}

/// Words for the distances of a line.
fn words(layout: Layout) -> usize {
    layout.length.div_ceil(SHARED)
}

impl Side {
    fn new(layout: Layout, sequences: usize) -> Side {
        let lines = sequences * layout.lines;
        Side {
            layout,
            arrived: vec![vec![0; sequences.div_ceil(WORD)]; layout.lines * layout.length],
            fresh: vec![0; sequences],
            first: vec![0; lines],
            later: vec![0; lines * words(layout)],
        }
    }

    /// Bytes that it takes.
    fn bytes(layout: Layout, sequences: u64) -> u64 {
        let cells = (layout.lines * layout.length) as u64;
        sequences * (2 + layout.lines * (1 + 2 * words(layout))) as u64 + sequences * cells / 8
    }

    /// By sequence and line: how much farther than the nearest each cell is, four bits a cell.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = u32> {
        let join = |word: u32, &part: &u16| word << 16 | u32::from(!part);
        self.later.chunks(words(self.layout)).map(move |line| line.iter().rev().fold(0, join))
    }

    /// Takes in the cells that `layer` has reached. How many of them are new; `None` if `go_on` said stop.
    fn settle(
        &mut self,
        layer: u8,
        threads: usize,
        go_on: &(impl Fn(u64) -> bool + Sync),
    ) -> Option<u64> {
        let (layout, stopped) = (self.layout, AtomicBool::new(false));
        let mut arrived: Vec<_> =
            self.arrived.iter_mut().map(|cell| cell.chunks_mut(TAKEN / WORD)).collect();
        let chunks = (self.fresh.chunks_mut(TAKEN))
            .zip(self.first.chunks_mut(TAKEN * layout.lines))
            .zip(self.later.chunks_mut(TAKEN * layout.lines * words(layout)))
            .map(|((fresh, first), later)| Chunk {
                layout,
                arrived: arrived.iter_mut().filter_map(Iterator::next).collect(),
                fresh,
                first,
                later,
            });
        let found = share_out(
            threads,
            chunks,
            || (),
            |(), mut chunk| {
                if stopped.load(Ordering::Relaxed) {
                    return 0;
                }
                let new = chunk.settle(layer);
                // Relaxed: the flag carries no data, and the threads are joined.
                stopped.fetch_or(!go_on(new), Ordering::Relaxed);
                new
            },
        );
        (!stopped.into_inner()).then(|| found.iter().sum())
    }

    /// Brings what is fresh to the other side, each of whose lines is one thread's alone; whether to go on.
    fn cross(
        &self,
        ranking: &Ranking,
        to: &mut Side,
        threads: usize,
        go_on: &(impl Fn(u64) -> bool + Sync),
    ) -> bool {
        let across = Across::new(self.layout);
        let share = to.layout.lines.div_ceil(threads);
        let length = to.layout.length;
        let groups = to.arrived.chunks_mut(share * length).zip((0..).step_by(share));
        let done = share_out(
            threads,
            groups,
            || (),
            |(), (cells, first)| across.bring(ranking, &self.fresh, cells, first, go_on),
        );
        done.into_iter().all(|done| done)
    }
}

/// Some sequences of one side, for one thread.
struct Chunk<'a> {
    layout: Layout,
    arrived: Vec<&'a mut [u64]>,
    fresh: &'a mut [u16],
    first: &'a mut [u8],
    later: &'a mut [u16],
}

impl Chunk<'_> {
    /// Takes in what has arrived, and counts what of it is new.
    fn settle(&mut self, layer: u8) -> u64 {
        self.fresh.fill(0);
        let (Layout { lines, length }, mut new) = (self.layout, 0);
        for line in 0..lines {
            for word in 0..self.arrived[0].len() {
                let cells = &mut self.arrived[line * length..][..length];
                let mut bits = [0; 8];
                for (bits, cell) in bits.iter_mut().zip(cells) {
                    *bits = std::mem::take(&mut cell[word]);
                }
                let mut any = bits.iter().fold(0, |any, bits| any | bits);
                while any != 0 {
                    let bit = any.trailing_zeros();
                    any &= any - 1;
                    let cells = (0..8).fold(0, |cells, i| cells | (bits[i] >> bit & 1) << i);
                    new += self.line(WORD * word + bit as usize, line, cells as u8, layer);
                }
            }
        }
        new
    }

    /// Takes in the `cells` of one line, and counts the new ones.
    fn line(&mut self, sequence: usize, line: usize, mut cells: u8, layer: u8) -> u64 {
        let (length, at) = (self.layout.length, sequence * self.layout.lines + line);
        let words = words(self.layout);
        let later = &mut self.later[at * words..][..words];
        let known = known(later);
        if known == 0 {
            self.first[at] = layer;
        }
        let late = u16::from((layer - self.first[at]).min(FARTHEST));
        cells &= !known;
        for cell in ones(cells) {
            later[cell / SHARED] |= (UNKNOWN - late) << (4 * (cell % SHARED));
        }
        let (all, now) = (((1_u32 << length) - 1) as u8, known | cells);
        // From every cell of the line but from itself the first one is reached by a slide, and from itself the second one.
        let before = match (known.count_ones(), now.count_ones()) {
            (0, 1) => all & !now,
            (0, _) => all,
            (1, 2..) => known,
            _ => 0,
        };
        self.fresh[sequence] |= u16::from(before) << (line * length);
        u64::from(cells.count_ones())
    }
}

/// The cells of a line that have been reached.
fn known(later: &[u16]) -> u8 {
    let cells = |word: u16| {
        let known = (word | word >> 1 | word >> 2 | word >> 3) & 0x1111;
        // Every fourth bit, side by side.
        let pairs = known | known >> 3;
        (pairs & 3 | pairs >> 6 & 12) as u8
    };
    later.iter().rev().fold(0, |known, &word| known << SHARED | cells(word))
}

/// The numbers of the set bits.
fn ones(mut cells: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = cells.trailing_zeros() as usize;
        cells &= cells.wrapping_sub(1);
        (lowest < 8).then_some(lowest)
    })
}

/// Boards read along the other axis.
struct Across {
    from: Layout,
    /// By byte of a board and its value, that is four cells: where their colours go.
    bytes: Box<[[u32; 256]; 4]>,
}

impl Across {
    fn new(from: Layout) -> Across {
        let mut bytes = Box::new([[0; 256]; 4]);
        let cells = from.lines * from.length;
        for (byte, values) in bytes.iter_mut().enumerate() {
            for (value, board) in (0..).zip(values.iter_mut()) {
                let held = (4 * byte..cells.min(4 * byte + 4))
                    .map(|cell| (value >> (2 * (cell % 4)) & 3_u32) << (2 * from.across(cell)));
                *board = held.sum();
            }
        }
        Across { from, bytes }
    }

    #[inline(always)]
    fn board(&self, board: u32) -> u32 {
        let [a, b, c, d] = board.to_le_bytes().map(usize::from);
        self.bytes[0][a] | self.bytes[1][b] | self.bytes[2][c] | self.bytes[3][d]
    }

    /// Marks the fresh states whose blank comes to `cells`, which begin with the line `first`; whether to go on.
    fn bring(
        &self,
        ranking: &Ranking,
        fresh: &[u16],
        cells: &mut [Vec<u64>],
        first: usize,
        go_on: &impl Fn(u64) -> bool,
    ) -> bool {
        let Layout { lines: height, length } = self.from;
        let column: u16 = (0..height).map(|line| 1 << (line * length)).sum();
        let lines = first..first + cells.len() / height;
        let mine = lines.fold(0, |mine, line| mine | column << line);
        let across: [usize; CELLS] = std::array::from_fn(|cell| self.from.across(cell));
        let mut rest = fresh;
        for (head, tails) in ranking.in_order() {
            let (these, others) = rest.split_at(tails.len());
            rest = others;
            if these.iter().fold(0, |all, cells| all | cells) & mine == 0 {
                continue;
            }
            if !go_on(0) {
                return false;
            }
            for (&tail, blanks) in tails.iter().zip(these) {
                let mut blanks = blanks & mine;
                while blanks != 0 {
                    let blank = blanks.trailing_zeros();
                    blanks &= blanks - 1;
                    let board = self.board(with_blank(joined(head, tail), blank));
                    let to = across[blank as usize % CELLS];
                    let number = ranking.of(without_blank(board, to as u32));
                    cells[to - first * height][number / WORD] |= 1 << (number % WORD);
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

/// The distances of all states of a painting: by the axis of the last slide. `None` if `go_on`, told now and then how many
/// states were found since, said stop.
pub(crate) fn build(
    layouts: [Layout; 2],
    painting: &Painting,
    ranking: &Ranking,
    threads: usize,
    go_on: &(impl Fn(u64) -> bool + Sync),
) -> Option<[Side; 2]> {
    let mut sides = layouts.map(|layout| Side::new(layout, ranking.count()));
    for (side, goal) in sides.iter_mut().zip(goal(layouts, painting)) {
        let number = ranking.of(goal.sequence);
        side.arrived[goal.blank][number / WORD] = 1 << (number % WORD);
    }
    for layer in 0..=u8::MAX {
        let mut new = 0;
        for side in &mut sides {
            new += side.settle(layer, threads, go_on)?;
        }
        if new == 0 {
            break;
        }
        let [rows, columns] = &mut sides;
        let crossed = rows.cross(ranking, columns, threads, go_on)
            && columns.cross(ranking, rows, threads, go_on);
        if !crossed {
            return None;
        }
    }
    Some(sides)
}

/// A painted board in one layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Painted {
    pub(crate) sequence: u32,
    pub(crate) blank: usize,
}

/// The goal in both layouts.
pub(crate) fn goal(layouts: [Layout; 2], painting: &Painting) -> [Painted; 2] {
    painted(layouts, &painting.colours, painting.blank)
}

/// The board with these colours on its cells in both layouts.
pub(crate) fn painted(layouts: [Layout; 2], colours: &[u8], blank: usize) -> [Painted; 2] {
    let cells = (0..).zip(colours).filter(|&(cell, _)| cell != blank);
    let board = |place: &dyn Fn(usize) -> usize| {
        let all = cells.clone().map(|(cell, &colour)| u32::from(colour) << (2 * place(cell)));
        Painted { sequence: without_blank(all.sum(), place(blank) as u32), blank: place(blank) }
    };
    [board(&|cell| cell), board(&|cell| layouts[0].across(cell))]
}
