//! Depth-first search within one threshold of moves: the inner loop of IDA* (Korf, Artificial Intelligence 27, 1985).
//!
//! The board is changed in place. A step touches one group only, so that the bound is kept up to date by one look-up, and by a
//! second one in the same tables, for the reflected board, if the first did not prune.

use super::duplicate_fsm::DEAD;
use super::parallel::{Counter, DepthFirst, End, Poll};
use crate::solver::tiles::pdb::grid::ROOM;
use crate::solver::tiles::pdb::lookup::Lookups;
use crate::solver::tiles::pdb::{GROUPS, PatternDatabases, Placement};

/// Moves of a path at most. No threshold of so many is begun.
pub(crate) const MOVES: usize = 512;

/// Where a search stands: a copy is a subtree to be searched elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The tile on each cell; the blank's cell holds anything.
    board: [u8; ROOM],
    /// How each group lies, and from `GROUPS` on how it lies in the reflected board.
    lies: [Placement; 2 * GROUPS],
    blank: u8,
    /// State of the machine against duplicates.
    state: u16,
    /// Bounds on the moves that remain, of the board and of the reflected board.
    bounds: (u32, u32),
    /// Moves that may still be made.
    pub(crate) left: u32,
    /// The blank's directions so far, by the moves that were left after each.
    path: [u8; MOVES],
}

impl Node {
    /// The root of a search: `board` holds the tile on each cell, the blank under the name of its own goal cell.
    pub(crate) fn new(tables: &PatternDatabases, board: &[u8]) -> Node {
        let blank = board.iter().position(|&t| usize::from(t) == tables.blank).unwrap_or(0);
        let mut node = Node {
            board: [0; ROOM],
            lies: [Placement::default(); 2 * GROUPS],
            blank: blank as u8,
            state: blank as u16,
            bounds: (0, 0),
            left: 0,
            path: [0; MOVES],
        };
        node.board[..board.len()].copy_from_slice(board);
        let reflected = tables.mirror.as_ref().map(|map| PatternDatabases::reflected(map, board));
        for (i, pattern) in tables.patterns.iter().enumerate() {
            node.lies[i] = tables.place(pattern, board);
            node.bounds.0 += u32::from(node.lies[i].distance);
            if let Some(board) = &reflected {
                node.lies[GROUPS + i] = tables.place(pattern, board);
                node.bounds.1 += u32::from(node.lies[GROUPS + i].distance);
            }
        }
        node
    }

    /// No solution from here has fewer moves.
    pub(crate) fn bound(&self) -> u32 {
        self.bounds.0.max(self.bounds.1)
    }

    /// The blank's directions from `first` moves left to the end.
    pub(crate) fn path(&self, first: u32) -> Vec<usize> {
        (0..first as usize).rev().map(|left| usize::from(self.path[left])).collect()
    }
}

impl DepthFirst for PatternDatabases {
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
        Dfs::new(self, node, &mut |_| true).cut(left)
    }
}

/// A search through one subtree.
pub(crate) struct Dfs<'t, 'p> {
    lookups: Lookups<'t>,
    near: [[u8; 4]; ROOM],
    machine: &'t [[u16; 4]],
    mirrored: bool,
    node: Node,
    /// Counts the nodes generated.
    counter: Counter<'p>,
    /// Subtrees with this many moves left are not searched, but put aside with the nodes generated before them.
    cut: u32,
    cuttings: Vec<(Node, u64)>,
}

impl<'t, 'p> Dfs<'t, 'p> {
    /// A search that begins at `node`.
    pub(crate) fn new(tables: &'t PatternDatabases, node: Node, poll: Poll<'p>) -> Dfs<'t, 'p> {
        Dfs {
            lookups: Lookups::new(tables),
            near: tables.grid.near,
            machine: &tables.duplicates.next,
            mirrored: tables.mirror.is_some(),
            node,
            counter: Counter::new(poll),
            cut: 0,
            cuttings: Vec::new(),
        }
    }

    /// Searches with as many moves as the node has left. After [`End::Found`], `node.path` holds the solution.
    pub(crate) fn run(&mut self) -> End {
        let Node { blank, state, bounds, left, .. } = self.node;
        if bounds.0.max(bounds.1) > left {
            return End::Exhausted;
        }
        let found = if self.mirrored {
            self.search::<true>(blank, state, bounds, left)
        } else {
            self.search::<false>(blank, state, bounds, left)
        };
        self.counter.end(found)
    }

    /// Cuts the tree where `left` moves are left, and returns the subtrees in the order of the search.
    pub(crate) fn cut(mut self, left: u32) -> (Vec<(Node, u64)>, u64) {
        self.cut = left;
        self.run();
        (self.cuttings, self.counter.nodes)
    }

    /// Whether a solution lies below, or the search was stopped.
    // What changes with every move goes down as arguments, which can stay in registers and need no undoing.
    fn search<const MIRROR: bool>(
        &mut self,
        blank: u8,
        state: u16,
        bounds: (u32, u32),
        left: u32,
    ) -> bool {
        // One comparison serves two ends: the cut is 0 when a solution is searched for.
        if left <= self.cut {
            return self.at_the_cut(blank, state, bounds, left);
        }
        if self.counter.stops() {
            return true;
        }
        let after = self.machine[usize::from(state)];
        self.step::<MIRROR, 0>(blank, after[0], bounds, left)
            || self.step::<MIRROR, 1>(blank, after[1], bounds, left)
            || self.step::<MIRROR, 2>(blank, after[2], bounds, left)
            || self.step::<MIRROR, 3>(blank, after[3], bounds, left)
    }

    /// With no moves left and a bound of 0 this is a solution; at any other cut the subtree is put aside.
    // The rare copying of a node is kept out of the code of the search.
    #[cold]
    fn at_the_cut(&mut self, blank: u8, state: u16, bounds: (u32, u32), left: u32) -> bool {
        if left > 0 {
            let node = Node { blank, state, bounds, left, ..self.node.clone() };
            self.cuttings.push((node, self.counter.nodes));
        }
        left == 0
    }

    /// Searches below one move of the blank in direction `D`, unless a bound forbids it. Inlined four times into the search of a
    /// node, so that the direction is a constant and no call is made for a move that a bound forbids. Remainders by powers
    /// of two stand in place of bounds checks.
    #[inline(always)]
    fn step<const MIRROR: bool, const D: usize>(
        &mut self,
        blank: u8,
        state: u16,
        bounds: (u32, u32),
        left: u32,
    ) -> bool {
        if state == DEAD {
            return false;
        }
        self.counter.nodes += 1;
        let left = left - 1;
        let at = usize::from(blank) % ROOM;
        let from = self.near[at][D];
        let cell = usize::from(from) % ROOM;
        let tile = usize::from(self.node.board[cell]) % ROOM;
        let lookup = usize::from(self.lookups.slot_of[0][tile]) % (2 * GROUPS);
        let was = self.node.lies[lookup];
        let now = self.lookups.lookups[lookup].moved(was, self.lookups.edge[0][at][D], D >= 2);
        let plain = bounds.0 + u32::from(now.distance) - u32::from(was.distance);
        if plain > left {
            return false;
        }
        let mut reflected = 0;
        let slot_there = usize::from(self.lookups.slot_of[1][tile]) % (2 * GROUPS);
        let was_there = self.node.lies[slot_there];
        if MIRROR {
            let now = self.lookups.lookups[slot_there].moved(
                was_there,
                self.lookups.edge[1][at][D],
                D < 2,
            );
            reflected = bounds.1 + u32::from(now.distance) - u32::from(was_there.distance);
            if reflected > left {
                return false;
            }
            self.node.lies[slot_there] = now;
        }
        self.node.lies[lookup] = now;
        self.node.board[at] = tile as u8;
        self.node.path[left as usize % MOVES] = D as u8;
        let found = self.search::<MIRROR>(from, state, (plain, reflected), left);
        // What the tile leaves behind in the blank's cell is never read, and so is not cleared.
        self.node.board[cell] = tile as u8;
        self.node.lies[lookup] = was;
        if MIRROR {
            self.node.lies[slot_there] = was_there;
        }
        found
    }
}
