//! Depth-first search within one threshold of slides.
//!
//! What is searched are painted boards alone, in two paintings or in one and its reflection side by side: a slide turns a piece of a
//! sequence, and two look-ups tell for all slides of a line at once which of them can lead to the goal in time. Only a way that
//! brings both paintings home is tried with the tiles themselves.

use super::build::painted;
use super::sequence::{Layout, Ranking, turned};
use super::table::{Lines, Table};
use crate::solver::tiles::ida::duplicate_fsm::{DEAD, LINE};
use crate::solver::tiles::ida::parallel::{Counter, Deep, End, Poll};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Other cells of a line at most.
const CHILDREN: usize = 7;

/// A one in each byte, and the highest bit of each.
const BYTES: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = 0x80 * BYTES;

/// What there may be to spare at most: a pattern's greatest distance is less.
const SPARE: u32 = 0x7e;

/// A search of one board: the paintings that bound it, and its tiles.
#[derive(Debug)]
pub(crate) struct Slides {
    layouts: [Layout; 2],
    looks: [Look; 2],
    /// The goal's sequences by axis, both paintings side by side.
    goal: [u64; 2],
    /// The blank's goal in each layout.
    home: [usize; 2],
    /// The goal cell of the tile on each cell.
    board: Vec<u8>,
    blank: usize,
}

/// A painting of the board, or of its reflection.
#[derive(Debug)]
struct Look {
    table: Arc<Table>,
    is_reflected: bool,
}

/// Where a search stands: a copy is a subtree to be searched elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Sequences by axis, both paintings side by side.
    sequences: [u64; 2],
    at: At,
    /// Slides that may still be made.
    left: u32,
    /// How many of them are not needed, by painting.
    spare: [u32; 2],
    /// Where in its line the blank went, by the slides that were left after each. Up to 16 cells need at most 140, those of 8x2 in steps.
    way: [u8; 256],
    /// All slides that may be made from the root on, and the axis of the first.
    root: (u32, usize),
    /// How many of them a solution may leave, and the one that is found does.
    rest: u32,
}

/// The blank, the axis of the next slide, and the state of the machine against duplicates.
#[derive(Clone, Copy, Debug)]
struct At {
    axis: usize,
    line: u32,
    cell: u32,
    state: u16,
}

impl Slides {
    /// The search of a board given as the goal cell of the tile on each cell; the blank is to come to its own.
    pub(crate) fn new(tables: &[Arc<Table>], board: Vec<u8>) -> Slides {
        let first = &tables[0];
        let home = first.goal.map(|goal| goal.blank);
        // A goal without a second painting is its own reflection.
        let second = tables.get(1).unwrap_or(first);
        let looks = [(first, false), (second, tables.len() == 1)];
        let looks =
            looks.map(|(table, is_reflected)| Look { table: Arc::clone(table), is_reflected });
        let blank = board.iter().position(|&tile| usize::from(tile) == home[0]).unwrap_or(0);
        let mut slides = Slides { layouts: first.layouts, looks, goal: [0; 2], home, board, blank };
        let solved: Vec<u8> = (0..slides.board.len() as u8).collect();
        slides.goal = slides.sequences(&solved, home[0]);
        slides
    }

    /// The sequences of a board by axis.
    fn sequences(&self, board: &[u8], blank: usize) -> [u64; 2] {
        let [first, second] = self.looks.each_ref().map(|look| {
            let colours = look.colours(board);
            painted(self.layouts, &colours, blank).map(|painted| u64::from(painted.sequence))
        });
        [first[0] | second[0] << 32, first[1] | second[1] << 32]
    }

    /// The roots of the search whose first slide is along each axis, with no more slides than they need. Of a board that is its own
    /// reflection one axis is enough: the reflection of a way along the other is as long.
    pub(crate) fn roots(&self) -> Vec<Node> {
        let sequences = self.sequences(&self.board, self.blank);
        let axes = if self.is_own_reflection() { 0..1 } else { 0..2 };
        let root = |axis: usize| {
            let place = [self.blank, self.layouts[0].across(self.blank)][axis];
            let length = self.layouts[axis].length;
            let needed = self.looks.each_ref().map(|look| look.distance(self, axis));
            let left = needed[0].max(needed[1]);
            let state = (2 * self.blank + axis) as u16;
            Node {
                sequences,
                at: At {
                    axis,
                    line: (place / length) as u32,
                    cell: (place % length) as u32,
                    state,
                },
                left,
                spare: needed.map(|needed| left - needed),
                way: [0; 256],
                root: (left, axis),
                rest: 0,
            }
        };
        axes.map(root).collect()
    }

    /// Whether rows and columns can change places on the board and in its goal without another board coming of it.
    fn is_own_reflection(&self) -> bool {
        let [rows, columns] = self.layouts;
        let reflected = |(cell, &tile): (usize, &u8)| {
            usize::from(self.board[rows.across(cell)]) == rows.across(usize::from(tile))
        };
        // Where the blank's goal is not its own reflection, a tile would take the blank's place.
        rows == columns
            && rows.across(self.home[0]) == self.home[0]
            && self.board.iter().enumerate().all(reflected)
    }

    /// Counts so many nodes more; how many have been searched by its table so far, for whatever board.
    pub(crate) fn searched(&self, more: u64) -> u64 {
        // Relaxed: it only tells what is worth its time.
        self.looks[0].table.searched.fetch_add(more, Ordering::Relaxed) + more
    }

    /// The blank's cells, its own first, on the way of a node that has found the goal.
    pub(crate) fn cells(&self, node: &Node) -> Vec<usize> {
        let ((slides, mut axis), width) = (node.root, self.layouts[0].length);
        let (mut at, mut cells) = (self.blank, vec![self.blank]);
        for left in (node.rest as usize..slides as usize).rev() {
            let to = usize::from(node.way[left]);
            at = if axis == 0 { at / width * width + to } else { to * width + at % width };
            cells.push(at);
            axis = 1 - axis;
        }
        cells
    }

    /// Whether the tiles are home when the blank has gone over these cells.
    fn solves(&self, cells: &[usize]) -> bool {
        let (mut board, width) = (self.board.clone(), self.layouts[0].length);
        for pair in cells.windows(2) {
            let (mut at, to) = (pair[0], pair[1]);
            let step = if at / width == to / width { 1 } else { width };
            while at != to {
                let next = if to > at { at + step } else { at - step };
                board.swap(at, next);
                at = next;
            }
        }
        (0..).zip(board).all(|(cell, tile)| cell == usize::from(tile))
    }
}

impl Look {
    /// The colours of a board's cells.
    fn colours(&self, board: &[u8]) -> Vec<u8> {
        let [rows, _] = self.table.layouts;
        let colour = |&tile: &u8| {
            let goal = usize::from(tile);
            self.table.painting.colours[if self.is_reflected { rows.across(goal) } else { goal }]
        };
        board.iter().map(colour).collect()
    }

    /// The fewest slides, the first along `axis`, that bring this painting home.
    fn distance(&self, slides: &Slides, axis: usize) -> u32 {
        let colours = self.colours(&slides.board);
        let [rows, columns] = painted(slides.layouts, &colours, slides.blank);
        if self.is_reflected {
            self.table.distance([columns, rows], 1 - axis)
        } else {
            self.table.distance([rows, columns], axis)
        }
    }

    /// The lines of the table by axis of the board.
    fn lines(&self) -> [&Lines; 2] {
        let [rows, columns] = &self.table.sides;
        if self.is_reflected { [columns, rows] } else { [rows, columns] }
    }
}

impl Node {
    /// The fewest slides from here on.
    pub(crate) fn bound(&self) -> u32 {
        self.left - self.spare[0].min(self.spare[1])
    }

    /// This root with so many slides, of which a solution may leave `rest`.
    pub(crate) fn with(&self, left: u32, rest: u32) -> Node {
        let spare = self.spare.map(|spare| spare + left - self.left);
        Node { left, spare, root: (left, self.root.1), rest, ..self.clone() }
    }
}

impl Deep for Slides {
    type Node = Node;

    fn left(&self, node: &Node) -> u32 {
        node.left
    }

    fn run(&self, node: Node, poll: Poll<'_>) -> (End, u64, Node) {
        let mut dfs = Dfs::new(self, node, poll);
        let end = dfs.run();
        (end, dfs.counter.nodes, dfs.node)
    }

    fn cut(&self, node: Node, left: u32) -> (Vec<(Node, u64)>, u64) {
        let mut unwatched = |_| true;
        let mut dfs = Dfs::new(self, node, &mut unwatched);
        dfs.cut = left;
        dfs.run();
        (dfs.cuttings, dfs.counter.nodes)
    }
}

/// A search through one subtree.
struct Dfs<'t, 'p> {
    slides: &'t Slides,
    rankings: [&'t Ranking; 2],
    lines: [[&'t Lines; 2]; 2],
    machine: &'t [[u16; LINE]],
    node: Node,
    /// With how many slides left the next one may be the last.
    last: u32,
    /// Counts the nodes generated that no bound forbids.
    counter: Counter<'p>,
    /// Subtrees with this many slides left are put aside with the nodes generated before them.
    cut: u32,
    cuttings: Vec<(Node, u64)>,
}

/// A slide that is to be searched.
#[derive(Clone, Copy, Default)]
struct Child {
    cell: u32,
    /// The sequence along the other axis after it.
    across: u64,
    patterns: [u8; 2],
    state: u16,
}

impl<'t, 'p> Dfs<'t, 'p> {
    fn new(slides: &'t Slides, node: Node, poll: Poll<'p>) -> Dfs<'t, 'p> {
        let [first, second] = &slides.looks;
        Dfs {
            slides,
            rankings: [&first.table.ranking, &second.table.ranking],
            lines: [first.lines(), second.lines()],
            machine: &first.table.duplicates.next,
            last: node.rest + 1,
            node,
            counter: Counter::new(poll),
            cut: 0,
            cuttings: Vec::new(),
        }
    }

    fn run(&mut self) -> End {
        let Node { sequences, at, left, spare, .. } = self.node;
        debug_assert!(left == 0 || left > self.node.rest, "no solution may end above the root");
        if left == 0 {
            return if self.is_solved() { End::Found } else { End::Exhausted };
        }
        let patterns = self.patterns(at.axis, sequences[at.axis], at.line);
        let sequences = (sequences[at.axis], sequences[1 - at.axis]);
        let found = self.visit(sequences, at, left, spare, patterns);
        self.counter.end(found)
    }

    /// Whether a solution lies below, or the search was stopped: `along` is the sequence along the axis of the next slide.
    fn visit(
        &mut self,
        (along, across): (u64, u64),
        at: At,
        left: u32,
        spare: [u32; 2],
        patterns: [u8; 2],
    ) -> bool {
        // The cut is 0 when a solution is searched for, and the last slide is made without a visit.
        if left == self.cut {
            return self.put_aside((along, across), at, left, spare);
        }
        self.counter.nodes += 1;
        if self.counter.stops() {
            return true;
        }
        let farther = [
            self.lines[0][at.axis].farther(patterns[0], at.cell as usize),
            self.lines[1][at.axis].farther(patterns[1], at.cell as usize),
        ];
        let near = within(farther[0], spare[0]) & within(farther[1], spare[1]);
        if near == 0 {
            return false;
        }
        if left <= self.last {
            if self.is_last(along, at, left) {
                return true;
            }
            if left == 1 {
                return false;
            }
        }
        let (children, count) = self.children(across, at, near);
        for &Child { cell, across, patterns, state } in &children[..count] {
            self.node.way[(left as usize - 1) & 0xff] = cell as u8;
            let spare = [spare[0] - byte(farther[0], cell), spare[1] - byte(farther[1], cell)];
            let at = At { axis: 1 - at.axis, line: cell, cell: at.line, state };
            if self.visit((across, along), at, left - 1, spare, patterns) {
                return true;
            }
        }
        false
    }

    /// The slides to the cells that are `near` and have no twin. All are looked up before any is searched, so that the memory answers to them
    /// at the same time.
    #[inline(always)]
    fn children(&self, across: u64, at: At, near: u64) -> ([Child; CHILDREN], usize) {
        let Layout { lines, length } = self.slides.layouts[at.axis];
        let (mut children, mut count) = ([Child::default(); CHILDREN], 0);
        let next = &self.machine[usize::from(at.state)];
        let mut take = |cell: u32, across: u64| {
            let state = next[cell as usize % LINE];
            if near >> (8 * cell) & 0x80 != 0 && state != DEAD {
                let patterns = self.patterns(1 - at.axis, across, cell);
                children[count % CHILDREN] = Child { cell, across, patterns, state };
                count += 1;
            }
        };
        // The other layout has lines as long as this one has lines.
        let (lines, length) = (lines as u32, length as u32);
        let mut back = across;
        for cell in (0..at.cell).rev() {
            back = turned(back, cell * lines + at.line, lines, false);
            take(cell, back);
        }
        let mut on = across;
        for cell in at.cell + 1..length {
            on = turned(on, (cell - 1) * lines + at.line, lines, true);
            take(cell, on);
        }
        (children, count)
    }

    /// The patterns of a line in both paintings.
    #[inline(always)]
    fn patterns(&self, axis: usize, along: u64, line: u32) -> [u8; 2] {
        let sequences =
            [self.rankings[0].of(along as u32), self.rankings[1].of((along >> 32) as u32)];
        [
            self.lines[0][axis].pattern(sequences[0], line as usize),
            self.lines[1][axis].pattern(sequences[1], line as usize),
        ]
    }

    /// Makes the last slide if it brings both paintings home; whether it does so with the tiles.
    fn is_last(&mut self, along: u64, at: At, left: u32) -> bool {
        let (home, length) = (self.slides.home[at.axis], self.slides.layouts[at.axis].length);
        let (line, cell) = (home / length, home % length);
        let is_home = along == self.slides.goal[at.axis] && line == at.line as usize;
        if !is_home || cell == at.cell as usize {
            return false;
        }
        self.node.way[(left as usize - 1) & 0xff] = cell as u8;
        let allowed = std::mem::replace(&mut self.node.rest, left - 1);
        let is_solved = self.is_solved();
        if !is_solved {
            self.node.rest = allowed;
        }
        is_solved
    }

    // Rare: it is kept out of the code of the search.
    #[cold]
    fn is_solved(&self) -> bool {
        self.slides.solves(&self.slides.cells(&self.node))
    }

    #[cold]
    fn put_aside(
        &mut self,
        (along, across): (u64, u64),
        at: At,
        left: u32,
        spare: [u32; 2],
    ) -> bool {
        let mut sequences = [along, across];
        // They are told by axis there.
        sequences.rotate_left(at.axis);
        let node = Node { sequences, at, left, spare, ..self.node.clone() };
        self.cuttings.push((node, self.counter.nodes));
        false
    }
}

/// One of the bytes.
#[inline(always)]
fn byte(bytes: u64, number: u32) -> u32 {
    (bytes >> (8 * number) & 0xff) as u32
}

/// The highest bit of each byte that is at most `spare`.
#[inline(always)]
fn within(farther: u64, spare: u32) -> u64 {
    // No byte borrows from the next one: the highest bit is set in each from which another is taken, and in none of those.
    ((u64::from(0x80 | spare.min(SPARE)) * BYTES) - farther) & HIGHEST
}
