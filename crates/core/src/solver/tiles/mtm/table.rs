//! The distances of all states of a colouring, a byte a line.
//!
//! What a search has to know at a state is how much farther than the nearest of them the others of a line are. There are some two
//! thousand such patterns on 4x4, of which a *book* holds 256. A line whose pattern is not in it has the one that tells most
//! and nowhere too much.

use super::build::{ColouredBoard, LENGTH, Side, bytes, goal};
use super::colouring::Colouring;
use super::sequence::{Layout, Ranking};
use crate::solver::StopReason;
use crate::solver::tiles::ida::duplicate_fsm::{DuplicateFsm, LINE, Moves};
use crate::solver::tiles::pdb::Size;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::AtomicU64;

/// Says whether so many bytes may be taken, and whether to go on at all.
pub(crate) type Room<'a> = &'a mut dyn FnMut(u64) -> Result<(), StopReason>;

/// Places between two looks at the limits.
const A_CHECK: usize = 1 << 10;

/// Patterns in a book.
const BOOK: usize = 256;

/// Lines in a word.
const LINES: usize = 8;

/// A byte that is farther than any.
const NEVER: u8 = 0x7f;

/// Patterns between two looks whether to stop: those of 2x8 are tens of thousands a table, each of which is compared with all of a book.
const A_LOOK: usize = 1 << 6;

/// The table of a colouring.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) colouring: Colouring,
    pub(crate) layouts: [Layout; 2],
    pub(crate) ranking: Ranking,
    /// The goal in both layouts.
    pub(crate) goal: [ColouredBoard; 2],
    /// By the axis of the last slide.
    pub(crate) sides: [Lines; 2],
    /// Over the slides of a search by it, if it is the first table of that.
    pub(crate) duplicates: DuplicateFsm<LINE>,
    /// Nodes of all searches by it.
    pub(crate) searched: AtomicU64,
}

/// The lines of one layout.
#[derive(Debug)]
pub(crate) struct Lines {
    /// The patterns, then by sequence and line which one it has, a byte each.
    pub(crate) words: Vec<u64>,
    /// By pattern and the blank's cell in the line: how much farther than the nearest other cell each is, a byte each.
    farther: Vec<u64>,
    layout: Layout,
}

/// A search through the states of a colouring stands here: the sequences of its board, by axis, and where its blank is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Place {
    sequences: [u32; 2],
    /// The axis of the next slide.
    axis: usize,
    line: usize,
    cell: usize,
}

impl Table {
    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let lines = |side: &Lines| 8 * (side.words.len() + side.farther.len()) as u64;
        let sides = self.sides.iter().map(lines).sum::<u64>();
        self.ranking.bytes() + sides + self.duplicates.bytes()
    }

    /// The table for sides of which the words are at hand.
    pub(crate) fn new(
        colouring: Colouring,
        layouts: [Layout; 2],
        ranking: Ranking,
        words: [Vec<u64>; 2],
        duplicates: DuplicateFsm<LINE>,
    ) -> Table {
        let [rows, columns] = words;
        let goal = goal(layouts, &colouring);
        let sides = [Lines::new(layouts[0], rows), Lines::new(layouts[1], columns)];
        Table { colouring, layouts, ranking, goal, sides, duplicates, searched: AtomicU64::new(0) }
    }

    /// The fewest slides of a coloured board to the coloured goal if the first one is along `axis`.
    ///
    /// All ways down are followed: where a book tells less than there is, it may take a way for one that is none. On boards of long lines that can be
    /// millions, so that `room`, told how many bytes they take, says now and then whether to go on.
    pub(crate) fn distance(
        &self,
        board: [ColouredBoard; 2],
        axis: usize,
        room: Room<'_>,
    ) -> Result<u32, StopReason> {
        let Layout { length, .. } = self.layouts[axis];
        let first = Place {
            sequences: board.map(|coloured| coloured.sequence),
            axis,
            line: board[axis].blank / length,
            cell: board[axis].blank % length,
        };
        let mut layer = FxHashSet::from_iter([first]);
        for distance in 0.. {
            if layer.iter().any(|&place| self.is_goal(place)) {
                return Ok(distance);
            }
            let mut next = FxHashSet::default();
            for (number, &place) in layer.iter().enumerate() {
                if number % A_CHECK == 0 {
                    // A set that grows holds itself twice as large beside itself.
                    let places = layer.capacity() + 3 * next.capacity();
                    room((places * (1 + size_of::<Place>())) as u64)?;
                }
                next.extend(self.down(place));
            }
            layer = next;
        }
        unreachable!("from every state there is a way down")
    }

    fn is_goal(&self, place: Place) -> bool {
        let blank = place.line * self.layouts[place.axis].length + place.cell;
        place.sequences == self.goal.map(|goal| goal.sequence)
            && blank == self.goal[place.axis].blank
    }

    /// What the slides lead to that bring the goal nearer.
    fn down(&self, place: Place) -> impl Iterator<Item = Place> {
        let Place { mut sequences, axis, line, cell } = place;
        let layout = self.layouts[axis];
        let sequence = self.ranking.of(sequences[axis]);
        let side = &self.sides[axis];
        let farther = side.farther(side.pattern(side.at(sequence, line)), cell);
        let near = (0..layout.length).filter(move |to| farther >> (8 * to) & 0xff == 0);
        near.map(move |to| {
            let board =
                super::sequence::with_blank(sequences[axis], (line * layout.length + to) as u32);
            let across = (0..layout.lines * layout.length)
                .map(|cell| (board >> (2 * cell) & 3) << (2 * layout.across(cell)));
            let blank = (to * layout.lines + line) as u32;
            sequences[1 - axis] = super::sequence::without_blank(across.sum(), blank);
            Place { sequences, axis: 1 - axis, line: to, cell: line }
        })
    }
}

impl Lines {
    fn new(layout: Layout, words: Vec<u64>) -> Lines {
        let patterns = words[..BOOK].iter();
        let farther = patterns.flat_map(|&pattern| {
            (0..layout.length).map(move |blank| farther(pattern as u32, layout.length, blank))
        });
        Lines { farther: farther.collect(), layout, words }
    }

    /// How many words there are for so many sequences.
    pub(crate) fn words(layout: Layout, sequences: usize) -> usize {
        BOOK + (sequences * layout.lines).div_ceil(LINES)
    }

    /// Where the number of the pattern of a line is.
    #[inline(always)]
    pub(crate) fn at(&self, sequence: usize, line: usize) -> u32 {
        (LINES * BOOK + sequence * self.layout.lines + line) as u32
    }

    /// The number of the pattern there.
    #[inline(always)]
    pub(crate) fn pattern(&self, at: u32) -> u8 {
        let at = at as usize;
        (self.words[at / LINES] >> (8 * (at % LINES))) as u8
    }

    /// How much farther from the goal than the nearest other cell of a line with this pattern each of them is, a byte each, for a
    /// blank on the cell `blank`; that of the cell itself, and of those beyond the line, is beyond everything.
    #[inline(always)]
    pub(crate) fn farther(&self, pattern: u8, blank: usize) -> u64 {
        self.farther[usize::from(pattern) * self.layout.length + blank]
    }
}

/// [`Lines::farther`] of a pattern: how much farther than the nearest each cell of the line is, four bits each.
fn farther(pattern: u32, length: usize, blank: usize) -> u64 {
    let far = |cell: usize| (pattern >> (4 * cell) & 15) as u8;
    let others = || (0..length).filter(|&cell| cell != blank);
    let nearest = others().map(far).min().unwrap_or(0);
    let mut bytes = [NEVER; 8];
    others().for_each(|cell| bytes[cell] = far(cell) - nearest);
    u64::from_le_bytes(bytes)
}

/// The words of a side: its book, then by line the number of its pattern. `None` if `go_on` said stop.
pub(crate) fn written(side: &Side, go_on: &impl Fn(u64) -> bool) -> Option<Vec<u64>> {
    let mut counts = ByPattern::<u64>::default();
    side.patterns(|patterns| {
        patterns.iter().for_each(|&pattern| *counts.at(pattern) += 1);
        go_on(0).then_some(())
    })?;
    let counts = counts.all();
    let mut patterns: Vec<u32> = counts.keys().copied().collect();
    // The most frequent come first; the order of the others must not hang on how the map has them.
    patterns.sort_unstable_by_key(|pattern| (u64::MAX - counts[pattern], *pattern));
    // The one that tells nothing is always there, so that every line has one that fits.
    let mut book = vec![0_u32];
    book.extend(patterns.iter().copied().filter(|&pattern| pattern != 0).take(BOOK - 1));
    let known: Vec<Differences> =
        book.iter().map(|&pattern| Differences::of(pattern, side.layout)).collect();
    let mut numbers = ByPattern::<u8>::default();
    for (number, &pattern) in patterns.iter().enumerate() {
        if number % A_LOOK == 0 && !go_on(0) {
            return None;
        }
        let same = book.iter().position(|&other| other == pattern);
        let number = same.unwrap_or_else(|| Differences::of(pattern, side.layout).nearest(&known));
        *numbers.at(pattern) = number as u8;
    }
    book.resize(BOOK, 0);
    let mut words: Vec<u64> = book.iter().map(|&pattern| u64::from(pattern)).collect();
    side.patterns(|patterns| {
        // All but the last are of 64 sequences, so that no word begins in one of them and ends in the next.
        words.extend(patterns.chunks(LINES).map(|lines| {
            let mut word = [0; LINES];
            word.iter_mut().zip(lines).for_each(|(number, &line)| *number = *numbers.at(line));
            u64::from_le_bytes(word)
        }));
        go_on(0).then_some(())
    })?;
    Some(words)
}

/// A value for each pattern: those of up to four cells, which all of 4x4 are, side by side.
struct ByPattern<T> {
    short: Vec<T>,
    long: FxHashMap<u32, T>,
}

impl<T: Copy + Default + PartialEq> Default for ByPattern<T> {
    fn default() -> ByPattern<T> {
        ByPattern { short: vec![T::default(); 1 << 16], long: FxHashMap::default() }
    }
}

impl<T: Copy + Default + PartialEq> ByPattern<T> {
    #[inline(always)]
    fn at(&mut self, pattern: u32) -> &mut T {
        if (pattern as usize) < self.short.len() {
            return &mut self.short[pattern as usize];
        }
        self.long.entry(pattern).or_default()
    }

    /// Those that have a value.
    fn all(mut self) -> FxHashMap<u32, T> {
        let short = (0..).zip(self.short).filter(|&(_, value)| value != T::default());
        self.long.extend(short);
        self.long
    }
}

/// What the cells of a line with a pattern differ by.
struct Differences {
    /// By the blank's cell: how much farther than the nearest other cell each is, as [`farther`] has it.
    farther: [u64; LENGTH],
    /// All of these together.
    sum: u32,
}

impl Differences {
    fn of(pattern: u32, layout: Layout) -> Differences {
        let mut words = [0; LENGTH];
        for (blank, word) in words.iter_mut().enumerate().take(layout.length) {
            *word = farther(pattern, layout.length, blank);
        }
        let sum = words.iter().flat_map(|word| word.to_le_bytes()).map(u32::from).sum();
        Differences { farther: words, sum }
    }

    /// The number of those in a book that are the greatest together, and nowhere greater than these.
    fn nearest(&self, book: &[Differences]) -> usize {
        const HIGHEST: u64 = 0x8080_8080_8080_8080;
        // No byte is above `NEVER`, so that its highest bit stays if nothing larger is taken away.
        let is_no_more =
            |(less, more): (&u64, &u64)| ((more | HIGHEST) - less) & HIGHEST == HIGHEST;
        let fits = |other: &Differences| other.farther.iter().zip(&self.farther).all(is_no_more);
        let fitting = book.iter().enumerate().filter(|(_, other)| fits(other));
        // The later of two equally good ones would do as well.
        let best = fitting.max_by_key(|&(number, other)| (other.sum, usize::MAX - number));
        best.map_or(0, |(number, _)| number)
    }
}

/// Bytes that a table and its building take.
pub(crate) fn bytes_to_build(colouring: &Colouring, layouts: [Layout; 2], size: Size) -> u64 {
    let sequences = Ranking::sequences(colouring.tiles()) as usize;
    let words: usize = layouts.iter().map(|&layout| Lines::words(layout, sequences)).sum();
    let moves = Moves::slides(layouts[0].length, layouts[0].lines);
    let machine = DuplicateFsm::bytes_to_build(&moves, colouring.look_back(size));
    bytes(layouts, colouring.tiles()) + 8 * words as u64 + RANKING + machine
}

/// Bytes of a ranking, about.
const RANKING: u64 = 1 << 20;
