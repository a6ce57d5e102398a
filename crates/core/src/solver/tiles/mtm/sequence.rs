//! ColouredBoard boards as sequences of colours, and the sequences numbered without gaps.
//!
//! Read line by line and without its blank, a coloured board is a sequence of colours, two bits each. A slide along a line leaves it
//! as it is and changes the blank's place alone; a slide across the lines turns a piece of it that is as long as a line.

use crate::solver::tiles::pdb::grid::Grid;
use rustc_hash::FxHashMap;

/// Colours at most.
pub(crate) const COLOURS: usize = 4;

/// Cells at most: the colours of a sequence fill 32 bits with those of a blank.
pub(crate) const CELLS: usize = 16;

/// Colours in the first part of a sequence; the last part has up to seven.
pub(crate) const HEAD: usize = 8;

/// Bits of the last part.
const TAIL: u32 = 14;

/// No sequence begins like that.
const NONE: u32 = u32::MAX;

/// How a board is read: along its rows, or along its columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// How many lines.
    pub(crate) lines: usize,
    /// Cells of a line.
    pub(crate) length: usize,
}

impl Layout {
    /// Both layouts of a grid, that along the rows first.
    pub(crate) fn both(grid: &Grid) -> [Layout; 2] {
        let rows = Layout { lines: grid.height, length: grid.width };
        [rows, rows.other()]
    }

    /// That across.
    pub(crate) fn other(self) -> Layout {
        Layout { lines: self.length, length: self.lines }
    }

    /// The place of a cell of this layout in the other one.
    pub(crate) fn across(self, cell: usize) -> usize {
        cell % self.length * self.lines + cell / self.length
    }
}

/// The sequence of a board given as the colours of its cells, two bits each.
#[inline(always)]
pub(crate) fn without_blank(board: u32, blank: u32) -> u32 {
    let before = (1_u32 << (2 * blank)) - 1;
    board & before | board >> 2 & !before
}

/// The board of a sequence.
#[inline(always)]
pub(crate) fn with_blank(sequence: u32, blank: u32) -> u32 {
    let before = (1_u32 << (2 * blank)) - 1;
    sequence & before | (sequence & !before) << 2
}

/// Two sequences side by side after the blank has gone one line on or back, over the `length` colours from `first` on.
#[inline(always)]
pub(crate) fn turned(both: u64, first: u32, length: u32, on: bool) -> u64 {
    const TWICE: u64 = 1 << 32 | 1;
    let ones = |colours: u32| (((1_u64 << (2 * colours)) - 1) * TWICE) << (2 * first);
    let piece = both & ones(length);
    // The last colour comes first when the blank goes on; the first comes last when it goes back.
    let turned = if on {
        let rest = piece & ones(length - 1);
        rest << 2 | (piece ^ rest) >> (2 * (length - 1))
    } else {
        let first = piece & ones(1);
        first << (2 * (length - 1)) | (piece ^ first) >> 2
    };
    both ^ piece | turned
}

/// Numbers for the sequences of so many colours of each kind, from 0 on.
#[derive(Debug)]
pub(crate) struct Ranking {
    /// By first part, the number of the first sequence that begins so.
    heads: Box<[u32; 1 << (2 * HEAD)]>,
    /// By last part, its place among those of the same colours.
    tails: Box<[u16; 1 << TAIL]>,
    /// The first parts in the order of the numbers, each with the class of its last parts.
    pub(super) order: Vec<(u16, usize)>,
    /// The last parts of each class.
    pub(super) endings: Vec<Vec<u16>>,
    /// How many sequences there are.
    pub(super) count: usize,
}

impl Ranking {
    /// All sequences with `colours` of each kind.
    pub(crate) fn new(colours: [usize; COLOURS]) -> Ranking {
        let length: usize = colours.iter().sum();
        let first = length.min(HEAD);
        let (mut classes, mut endings) = (FxHashMap::default(), Vec::<Vec<u16>>::new());
        let mut tails = Box::new([0; 1 << TAIL]);
        for tail in 0..1_usize << (2 * (length - first)) {
            let held = content(tail, length - first);
            let class = *classes.entry(held).or_insert(endings.len());
            if class == endings.len() {
                endings.push(Vec::new());
            }
            tails[tail] = endings[class].len() as u16;
            endings[class].push(tail as u16);
        }
        let mut ranking = Ranking {
            heads: Box::new([NONE; 1 << (2 * HEAD)]),
            tails,
            order: Vec::new(),
            endings,
            count: 0,
        };
        for head in 0..1_usize << (2 * first) {
            let held = content(head, first);
            let rest = |i: usize| colours[i].checked_sub(held[i]);
            let [Some(a), Some(b), Some(c), Some(d)] = [rest(0), rest(1), rest(2), rest(3)] else {
                continue;
            };
            let class = classes[&[a, b, c, d]];
            ranking.heads[head] = ranking.count as u32;
            ranking.order.push((head as u16, class));
            ranking.count += ranking.endings[class].len();
        }
        ranking
    }

    /// How many sequences there are of so many colours of each kind.
    pub(crate) fn sequences(colours: [usize; COLOURS]) -> u64 {
        let factorial = |n: usize| (1..=n as u64).product::<u64>();
        factorial(colours.iter().sum()) / colours.map(factorial).iter().product::<u64>()
    }

    /// The number of a sequence.
    #[inline(always)]
    pub(crate) fn of(&self, sequence: u32) -> usize {
        let tail = sequence >> (2 * HEAD) & ((1 << TAIL) - 1);
        self.heads[usize::from(sequence as u16)] as usize + usize::from(self.tails[tail as usize])
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        (4 * self.heads.len() + 2 * self.tails.len() + 16 * self.order.len()) as u64
    }
}

/// How many there are of each colour.
fn content(part: usize, length: usize) -> [usize; COLOURS] {
    let mut held = [0; COLOURS];
    (0..length).for_each(|i| held[part >> (2 * i) & 3] += 1);
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sequence has a number of its own, in order and without gaps, and there are as many as there should be.
    #[test]
    fn sequences_are_numbered_without_gaps() {
        for colours in [[1, 1, 1, 0], [2, 2, 2, 2], [3, 2, 2, 1], [4, 3, 0, 2], [5, 5, 1, 0]] {
            let ranking = Ranking::new(colours);
            assert_eq!(ranking.count as u64, Ranking::sequences(colours));
            let joined = |head: u16, tail: u16| u32::from(head) | u32::from(tail) << (2 * HEAD);
            let endings = |class: usize| ranking.endings[class].iter();
            let all: Vec<u32> = (ranking.order.iter())
                .flat_map(|&(head, class)| endings(class).map(move |&tail| joined(head, tail)))
                .collect();
            let numbers: Vec<usize> = all.iter().map(|&sequence| ranking.of(sequence)).collect();
            assert!(numbers.iter().copied().eq(0..ranking.count), "{colours:?}");
            let length = colours.iter().sum();
            assert!(all.iter().all(|&sequence| content(sequence as usize, length) == colours));
        }
    }

    /// Slides across the lines turn the sequence as the board has it.
    #[test]
    fn sequences_turn_as_boards_slide() {
        let layout = Layout { lines: 4, length: 3 };
        let colours = 0x9c_b1e4_u32;
        for blank in 0..12 {
            let board = with_blank(colours & 0x3f_ffff, blank);
            assert_eq!(without_blank(board, blank), colours & 0x3f_ffff);
            for (on, to) in [(true, blank + 3), (false, blank.wrapping_sub(3))] {
                if to >= (layout.lines * layout.length) as u32 {
                    continue;
                }
                let tile = board >> (2 * to) & 3;
                let slid = board & !(3 << (2 * to)) | tile << (2 * blank);
                let both = u64::from(colours & 0x3f_ffff) << 32 | u64::from(colours & 0x3f_ffff);
                let after = turned(both, blank.min(to), 3, on);
                let expected = u64::from(without_blank(slid, to));
                assert_eq!(after, expected << 32 | expected, "{blank} to {to}");
            }
        }
    }
}
