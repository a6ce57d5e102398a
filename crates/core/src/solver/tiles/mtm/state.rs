//! A coloured board as a search of slides has it, and what the tables tell there.

use super::sequence::{Layout, Ranking, turned};
use super::table::Lines;
use crate::solver::tiles::ida::duplicate_fsm::{DEAD, LINE};

/// A one in each byte, and the highest bit of each.
const BYTES: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = 0x80 * BYTES;

/// What there may be to spare at most: a pattern's greatest distance is less.
const SPARE: u8 = 0x7e;

/// Pairs of colourings at most. Where there is one only, what is said of the second is said of it once more.
pub(super) const PAIRS: usize = 2;

/// A coloured board, and what may be done there.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct State {
    pub(super) views: [View; PAIRS],
    /// State of the machine against duplicates.
    pub(super) history: u16,
    /// The axis of the next slide, and where the blank is.
    pub(super) axis: u8,
    pub(super) line: u8,
    pub(super) cell: u8,
    /// Slides that may still be made.
    pub(super) left: u8,
}

/// What a pair of colourings has of a board.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct View {
    /// The sequences along the axis of the next slide and across it, both colourings side by side.
    pub(super) along: u64,
    pub(super) across: u64,
    /// The patterns of the blank's line, by colouring.
    pub(super) patterns: [u8; 2],
    /// How many of the slides that may be made are not needed, by colouring.
    pub(super) spare: [u8; 2],
}

/// What is looked up at a state.
#[derive(Clone, Copy)]
pub(super) struct Tables<'t> {
    pub(super) pairs: [Pair<'t>; PAIRS],
    /// Whether the second pair is another one than the first.
    pub(super) are_two: bool,
    pub(super) machine: &'t [[u16; LINE]],
    pub(super) layouts: [Layout; 2],
}

/// What is looked up for a pair of colourings.
#[derive(Clone, Copy)]
pub(super) struct Pair<'t> {
    pub(super) rankings: [&'t Ranking; 2],
    /// By colouring and axis.
    pub(super) lines: [[&'t Lines; 2]; 2],
}

/// Which cells of the blank's line are near enough.
#[derive(Clone, Copy)]
pub(super) struct Near {
    /// How much farther than the nearest each of them is, a byte each, by pair and colouring.
    pub(super) farther: [[u64; 2]; PAIRS],
    /// The highest bit of the byte of each that is near enough.
    pub(super) cells: u64,
}

impl Tables<'_> {
    /// Which slides from here are worth being made.
    #[inline(always)]
    pub(super) fn near(&self, state: &State) -> Near {
        let (first, cells) = self.near_by(0, state);
        if !self.are_two {
            return Near { farther: [first; PAIRS], cells };
        }
        let (second, others) = self.near_by(1, state);
        Near { farther: [first, second], cells: cells & others }
    }

    /// How much farther than the nearest each cell of the blank's line is by the colourings of a pair, and the highest bit of the byte of
    /// each that is near enough.
    #[inline(always)]
    fn near_by(&self, pair: usize, state: &State) -> ([u64; 2], u64) {
        let (axis, cell) = (usize::from(state.axis) & 1, usize::from(state.cell));
        let (lines, view) = (&self.pairs[pair].lines, &state.views[pair]);
        let farther = [
            lines[0][axis].farther(view.patterns[0], cell),
            lines[1][axis].farther(view.patterns[1], cell),
        ];
        (farther, within(farther[0], view.spare[0]) & within(farther[1], view.spare[1]))
    }

    /// Calls `take` with each state that a slide to a cell of those that are `near` leads to, if the slides to it have no twin. Its
    /// patterns are not looked up.
    #[inline(always)]
    pub(super) fn expand(&self, state: &State, near: Near, mut take: impl FnMut(State)) {
        let Layout { lines, length } = self.layouts[usize::from(state.axis) & 1];
        // The other layout has lines as long as this one has lines.
        let (lines, length) = (lines as u32, length as u32);
        let (line, cell) = (u32::from(state.line), u32::from(state.cell));
        let next = &self.machine[usize::from(state.history)];
        let mut to = |cell: u32, across: [u64; PAIRS]| {
            let history = next[cell as usize % LINE];
            if near.cells >> (8 * cell) & 0x80 != 0 && history != DEAD {
                let view = |i: usize| View {
                    along: across[i],
                    across: state.views[i].along,
                    patterns: [0; 2],
                    spare: [
                        state.views[i].spare[0] - byte(near.farther[i][0], cell),
                        state.views[i].spare[1] - byte(near.farther[i][1], cell),
                    ],
                };
                take(State {
                    views: [view(0), view(1)],
                    history,
                    axis: 1 - state.axis,
                    line: cell as u8,
                    cell: state.line,
                    left: state.left - 1,
                });
            }
        };
        let across = [state.views[0].across, state.views[1].across];
        let mut back = across;
        for cell in (0..cell).rev() {
            back = back.map(|across| turned(across, cell * lines + line, lines, false));
            to(cell, back);
        }
        let mut on = across;
        for cell in cell + 1..length {
            on = on.map(|across| turned(across, (cell - 1) * lines + line, lines, true));
            to(cell, on);
        }
    }

    /// Where the patterns of the blank's line are, by pair and colouring.
    #[inline(always)]
    pub(super) fn at(&self, state: &State) -> [[u32; 2]; PAIRS] {
        let first = self.at_by(0, state);
        [first, if self.are_two { self.at_by(1, state) } else { first }]
    }

    /// The same by colouring of one pair.
    #[inline(always)]
    fn at_by(&self, pair: usize, state: &State) -> [u32; 2] {
        let (axis, line) = (usize::from(state.axis) & 1, usize::from(state.line));
        let (pair, along) = (&self.pairs[pair], state.views[pair].along);
        let first = pair.rankings[0].of(along as u32);
        let second = pair.rankings[1].of((along >> 32) as u32);
        [pair.lines[0][axis].at(first, line), pair.lines[1][axis].at(second, line)]
    }

    /// Looks up the patterns of a state: `at` says where they are.
    #[inline(always)]
    pub(super) fn look_up(&self, state: &mut State, at: [[u32; 2]; PAIRS]) {
        let axis = usize::from(state.axis) & 1;
        let patterns = |pair: usize| {
            let [first, second] = self.pairs[pair].lines;
            [first[axis].pattern(at[pair][0]), second[axis].pattern(at[pair][1])]
        };
        state.views[0].patterns = patterns(0);
        if self.are_two {
            state.views[1].patterns = patterns(1);
        }
    }
}

/// One of the bytes.
#[inline(always)]
fn byte(bytes: u64, number: u32) -> u8 {
    (bytes >> (8 * number)) as u8
}

/// The highest bit of each byte that is at most `spare`.
#[inline(always)]
fn within(farther: u64, spare: u8) -> u64 {
    // No byte borrows from the next one: the highest bit is set in each from which another is taken, and in none of those.
    ((u64::from(0x80 | spare.min(SPARE)) * BYTES) - farther) & HIGHEST
}
