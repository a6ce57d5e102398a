//! Depth-first search within one threshold of slides.
//!
//! What is searched are coloured boards alone. Two colourings, or one and its reflection, are a *pair*, whose sequences are side by side in a word;
//! there are one or two pairs. A slide turns a piece of a sequence, and two look-ups for each pair tell for all slides of a line at once which
//! of them can lead to the goal in time. Only a way that brings all colourings home is tried with the tiles themselves.
//!
//! Nearly all subtrees have no solution. They are *swept*: some states are taken from a stack at a time, and what is needed of the tables for
//! all that follow them is looked up together, so that the memory answers to many at the same time. Where a sweep meets a way that
//! may be one, the subtree is searched in order.

use super::build::coloured;
use super::sequence::Layout;
use super::state::{PAIRS, Pair, State, Tables, View};
use super::table::{Lines, Room, Table};
use crate::solver::StopReason;
use crate::solver::tiles::ida::duplicate_fsm::LINE;
use crate::solver::tiles::ida::parallel::{Counter, DepthFirst, End, Poll};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// States that are taken from the stack of a sweep at a time: a half and twice as many took as long.
const BATCH: usize = 16;

/// Above the subtrees that are swept are so many slides at least, so that what is searched twice where there may be a solution is little.
const ABOVE: u32 = 8;

/// Subtrees of so many slides at most are not worth a sweep.
const LOW: u32 = 6;

/// How many slides lower sweeps begin in a subtree that may have a solution.
const LOWER: u32 = 3;

/// A search of one board: the colourings that bound it, and its tiles.
#[derive(Debug)]
pub(crate) struct Slides {
    layouts: [Layout; 2],
    /// One pair or two.
    pairs: Vec<[Reflected; 2]>,
    /// The goal's sequences by pair and axis.
    goal: [[u64; 2]; PAIRS],
    /// The blank's goal in each layout.
    home: [usize; 2],
    /// The goal cell of the tile on each cell.
    board: Vec<u8>,
    blank: usize,
}

/// A colouring of the board, or of its reflection.
#[derive(Debug)]
struct Reflected {
    table: Arc<Table>,
    is_reflected: bool,
}

/// Where a search stands: a copy is a subtree to be searched elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    state: State,
    /// Where in its line the blank went, by the slides that were left after each. Up to 16 cells need at most 140, those of 8x2 in steps.
    way: [u8; 256],
    /// All slides that may be made from the root on, and the axis of the first.
    root: (u32, usize),
    /// How many of them a solution may leave, and the one that is found does.
    rest: u32,
}

impl Slides {
    /// The search of a board given as the goal cell of the tile on each cell; the blank is to come to its own.
    pub(crate) fn new(tables: &[Arc<Table>], board: Vec<u8>) -> Slides {
        let first = &tables[0];
        let (home, layouts) = (first.goal.map(|goal| goal.blank), first.layouts);
        let look =
            |table: &Arc<Table>, is_reflected| Reflected { table: Arc::clone(table), is_reflected };
        // A goal that is its own reflection has each table once more for the reflected board.
        let pairs = match home[0] == home[1] && layouts[0] == layouts[1] {
            true => tables.iter().map(|table| [look(table, false), look(table, true)]).collect(),
            false => {
                tables.chunks(2).map(|two| [look(&two[0], false), look(&two[1], false)]).collect()
            }
        };
        let blank = board.iter().position(|&tile| usize::from(tile) == home[0]).unwrap_or(0);
        let mut slides = Slides { layouts, pairs, goal: Default::default(), home, board, blank };
        let solved: Vec<u8> = (0..slides.board.len() as u8).collect();
        slides.goal = slides.sequences(&solved, home[0]);
        slides
    }

    /// The sequences of a board by pair and axis.
    fn sequences(&self, board: &[u8], blank: usize) -> [[u64; 2]; PAIRS] {
        self.both(|pair| {
            let [first, second] = pair.each_ref().map(|look| {
                let colours = look.colours(board);
                coloured(self.layouts, &colours, blank).map(|coloured| u64::from(coloured.sequence))
            });
            [first[0] | second[0] << 32, first[1] | second[1] << 32]
        })
    }

    /// What there is to say of each pair.
    fn both<'t, T>(&'t self, say: impl Fn(&'t [Reflected; 2]) -> T) -> [T; PAIRS] {
        std::array::from_fn(|i| say(self.pairs.get(i).unwrap_or(&self.pairs[0])))
    }

    /// The roots of the search whose first slide is along each axis, with no more slides than they need. Of a board that is its own
    /// reflection one axis is enough: the reflection of a way along the other is as long.
    pub(crate) fn roots(&self, room: Room<'_>) -> Result<Vec<Node>, StopReason> {
        let sequences = self.sequences(&self.board, self.blank);
        let axes = if self.is_own_reflection() { 0..1 } else { 0..2 };
        let mut root = |axis: usize| {
            let place = [self.blank, self.layouts[0].across(self.blank)][axis];
            let length = self.layouts[axis].length;
            let mut needed = [[0; 2]; PAIRS];
            for (needed, pair) in needed.iter_mut().zip(&self.pairs) {
                for (needed, look) in needed.iter_mut().zip(pair) {
                    *needed = look.distance(self, axis, room)?;
                }
            }
            if self.pairs.len() < PAIRS {
                needed = [needed[0]; PAIRS];
            }
            let left = needed.into_iter().flatten().max().unwrap_or(0);
            let view = |pair: usize| View {
                along: sequences[pair][axis],
                across: sequences[pair][1 - axis],
                patterns: [0; 2],
                spare: needed[pair].map(|needed| (left - needed) as u8),
            };
            let mut state = State {
                views: std::array::from_fn(view),
                history: (2 * self.blank + axis) as u16,
                axis: axis as u8,
                line: (place / length) as u8,
                cell: (place % length) as u8,
                left: left as u8,
            };
            let at = self.tables().at(&state);
            self.tables().look_up(&mut state, at);
            Ok(Node { state, way: [0; 256], root: (left, axis), rest: 0 })
        };
        axes.map(&mut root).collect()
    }

    fn tables(&self) -> Tables<'_> {
        Tables {
            pairs: self.both(|pair| Pair {
                rankings: pair.each_ref().map(|look| &look.table.ranking),
                lines: pair.each_ref().map(Reflected::lines),
            }),
            are_two: self.pairs.len() > 1,
            machine: &self.pairs[0][0].table.duplicates.next,
            layouts: self.layouts,
        }
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
        self.pairs[0][0].table.searched.fetch_add(more, Ordering::Relaxed) + more
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

impl Reflected {
    /// The colours of a board's cells.
    fn colours(&self, board: &[u8]) -> Vec<u8> {
        let [rows, _] = self.table.layouts;
        let colour = |&tile: &u8| {
            let goal = usize::from(tile);
            self.table.colouring.colours[if self.is_reflected { rows.across(goal) } else { goal }]
        };
        board.iter().map(colour).collect()
    }

    /// The fewest slides, the first along `axis`, that bring this colouring home.
    fn distance(&self, slides: &Slides, axis: usize, room: Room<'_>) -> Result<u32, StopReason> {
        let colours = self.colours(&slides.board);
        let [rows, columns] = coloured(slides.layouts, &colours, slides.blank);
        if self.is_reflected {
            self.table.distance([columns, rows], 1 - axis, room)
        } else {
            self.table.distance([rows, columns], axis, room)
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
        let spare = self.state.views.iter().flat_map(|view| view.spare).min();
        u32::from(self.state.left - spare.unwrap_or(0))
    }

    /// This root with so many slides, of which a solution may leave `rest`.
    pub(crate) fn with(&self, left: u32, rest: u32) -> Node {
        let mut node = Node { root: (left, self.root.1), rest, ..self.clone() };
        let more = left as u8 - node.state.left;
        for view in &mut node.state.views {
            view.spare = view.spare.map(|spare| spare + more);
        }
        node.state.left = left as u8;
        node
    }
}

impl DepthFirst for Slides {
    type Node = Node;

    fn left(&self, node: &Node) -> u32 {
        u32::from(node.state.left)
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
    tables: Tables<'t>,
    node: Node,
    /// With how many slides left the next one may be the last.
    last: u32,
    /// Counts the nodes generated that no bound forbids.
    counter: Counter<'p>,
    /// Subtrees with this many slides left are put aside with the nodes generated before them.
    cut: u32,
    cuttings: Vec<(Node, u64)>,
    /// Subtrees with this many slides left, or fewer, are swept.
    swept: u32,
    /// The states that a sweep has still to search.
    stack: Vec<State>,
    /// Where the patterns of the last ones of them are.
    places: Vec<[[u32; 2]; PAIRS]>,
}

/// What a sweep found.
enum SweepEnd {
    /// No solution.
    Nothing,
    /// A way that may be one; nothing has been counted.
    Something,
    /// The poll said stop.
    Stopped,
}

impl<'t, 'p> Dfs<'t, 'p> {
    fn new(slides: &'t Slides, node: Node, poll: Poll<'p>) -> Dfs<'t, 'p> {
        Dfs {
            slides,
            tables: slides.tables(),
            last: node.rest + 1,
            swept: node.root.0.saturating_sub(ABOVE),
            node,
            counter: Counter::new(poll),
            cut: 0,
            cuttings: Vec::new(),
            stack: Vec::new(),
            places: Vec::new(),
        }
    }

    fn run(&mut self) -> End {
        let state = self.node.state;
        let left = u32::from(state.left);
        debug_assert!(left == 0 || left > self.node.rest, "no solution may end above the root");
        if left == 0 {
            return if self.is_solved() { End::Found } else { End::Exhausted };
        }
        let found = self.visit(&state);
        self.counter.end(found)
    }

    /// Whether a solution lies below, or the search was stopped.
    fn visit(&mut self, state: &State) -> bool {
        let left = u32::from(state.left);
        // The cut is 0 when a solution is searched for, and the last slide is made without a visit.
        if left == self.cut {
            return self.put_aside(state);
        }
        if self.cut > 0 || left > self.swept || left <= LOW {
            return self.search(state);
        }
        match self.sweep(state) {
            SweepEnd::Nothing => false,
            SweepEnd::Stopped => true,
            SweepEnd::Something => {
                let before = std::mem::replace(&mut self.swept, left.saturating_sub(LOWER));
                let found = self.search(state);
                self.swept = before;
                found
            }
        }
    }

    /// Whether a solution lies below, in order, or the search was stopped.
    fn search(&mut self, state: &State) -> bool {
        self.counter.nodes += 1;
        if self.counter.stops() {
            return true;
        }
        let near = self.tables.near(state);
        if self.may_end(state) && self.is_last(state) {
            return true;
        }
        let (mut children, mut count) = ([State::default(); LINE], 0);
        if state.left > 1 {
            self.tables.expand(state, near, |child| {
                children[count % LINE] = child;
                count += 1;
            });
        }
        for child in &mut children[..count] {
            self.tables.look_up(child, self.tables.at(child));
            self.node.way[usize::from(child.left)] = child.line;
            if self.visit(child) {
                return true;
            }
        }
        false
    }

    /// Searches a subtree in no order, which counts as many nodes if there is no solution.
    fn sweep(&mut self, root: &State) -> SweepEnd {
        let before = self.counter.nodes;
        self.stack.clear();
        self.stack.push(*root);
        let mut batch = [State::default(); BATCH];
        while !self.stack.is_empty() {
            let below = self.stack.len().saturating_sub(BATCH);
            let count = self.stack.len() - below;
            batch[..count].copy_from_slice(&self.stack[below..]);
            self.stack.truncate(below);
            self.counter.nodes += count as u64;
            if self.counter.stops() {
                return SweepEnd::Stopped;
            }
            self.places.clear();
            for state in &batch[..count] {
                let near = self.tables.near(state);
                if near.cells == 0 {
                    continue;
                }
                if self.may_end(state) {
                    self.counter.take_back(before);
                    return SweepEnd::Something;
                }
                if state.left == 1 {
                    continue;
                }
                self.tables.expand(state, near, |child| {
                    self.places.push(self.tables.at(&child));
                    self.stack.push(child);
                });
            }
            // Nothing else is done here, so that no look-up waits for another.
            for (state, &at) in self.stack[below..].iter_mut().zip(&self.places) {
                self.tables.look_up(state, at);
            }
        }
        SweepEnd::Nothing
    }

    /// Whether a slide brings all colourings home in time.
    #[inline(always)]
    fn may_end(&self, state: &State) -> bool {
        if u32::from(state.left) > self.last {
            return false;
        }
        let axis = usize::from(state.axis) & 1;
        let (home, length) = (self.slides.home[axis], self.slides.layouts[axis].length);
        let (line, cell) = (home / length, home % length);
        let goal = &self.slides.goal;
        let is_home = state.views[0].along == goal[0][axis]
            && state.views[1].along == goal[1][axis]
            && line == usize::from(state.line);
        is_home && cell != usize::from(state.cell)
    }

    /// Makes the last slide; whether it brings the tiles home too.
    fn is_last(&mut self, state: &State) -> bool {
        let axis = usize::from(state.axis);
        let cell = self.slides.home[axis] % self.slides.layouts[axis].length;
        self.node.way[usize::from(state.left) - 1] = cell as u8;
        let allowed = std::mem::replace(&mut self.node.rest, u32::from(state.left) - 1);
        let is_solved = self.is_solved();
        if !is_solved {
            self.node.rest = allowed;
        }
        is_solved
    }

    fn is_solved(&self) -> bool {
        self.slides.solves(&self.slides.cells(&self.node))
    }

    fn put_aside(&mut self, state: &State) -> bool {
        self.cuttings.push((Node { state: *state, ..self.node.clone() }, self.counter.nodes));
        false
    }
}
