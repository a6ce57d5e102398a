//! A finite-state machine over the blank's moves that forbids sequences with a twin that is shorter or comes first
//! (Taylor and Korf, AAAI 1993), with the blank's cell in the state.
//!
//! Of all sequences from one cell that lead to the same arrangement, the first in order of length, then of directions, is
//! kept. Every optimal solution has such a twin without any forbidden part, so that nothing is lost.

use crate::solver::tiles::packed::Packed;
use crate::solver::tiles::pdb::grid::{Grid, NONE};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// No move this way: off the board, or forbidden.
pub(crate) const DEAD: u16 = u16::MAX;

/// States and moves of the machine.
#[derive(Clone, Debug)]
pub(crate) struct DuplicateFsm {
    /// By state and direction of the blank: the state after it, or [`DEAD`]. The first states are those without history,
    /// by cell.
    pub(crate) next: Vec<[u16; 4]>,
}

/// A sequence that is kept, in the tree of all of them but the longest.
struct Node {
    board: u128,
    /// The sequence without its first move.
    suffix: u32,
    /// By direction: the longer sequence, or one of the special values.
    child: [u32; 4],
    blank: u8,
    /// Whether it has a forbidden child of its own, not through its suffix; or a descendant has.
    needed: bool,
}

const FORBIDDEN: u32 = u32::MAX;
const UNKNOWN: u32 = u32::MAX - 1;
/// Marks a child that is one of the longest sequences. It has no children, so its suffix, which follows the mark, stands for it.
const LONGEST: u32 = 1 << 31;

impl DuplicateFsm {
    /// The machine that knows all twins of up to `depth` moves on `grid`.
    pub(crate) fn new(grid: &Grid, depth: usize) -> DuplicateFsm {
        let mut tree = Tree::new(grid);
        // The list is taken once: growing it would hold old and new copy together, more than `bytes` says.
        tree.nodes.reserve_exact(sequences(grid, depth));
        for layer in 1..=depth {
            tree.add_layer(layer == depth);
        }
        tree.machine()
    }

    /// Bytes that are held while a machine is built, at most.
    pub(crate) fn bytes(grid: &Grid, depth: usize) -> u64 {
        (sequences(grid, depth) * size_of::<Node>()) as u64
    }
}

/// How many times as many sequences there are of one move more, about: most on the largest board.
const GROWTH: f64 = 2.41;

/// How many sequences of fewer than `depth` moves there are on `grid`, at most.
fn sequences(grid: &Grid, depth: usize) -> usize {
    ((2 * grid.area()) as f64 * GROWTH.powi(depth as i32 - 1)) as usize
}

/// The sequences so far: layer after layer by their length, and in each by the cell that they start from.
struct Tree<'g> {
    grid: &'g Grid,
    nodes: Vec<Node>,
    /// Where the sequences from each cell end, layer after layer.
    ends: Vec<usize>,
}

impl Tree<'_> {
    fn new(grid: &Grid) -> Tree<'_> {
        Tree {
            nodes: (0..grid.area()).map(|cell| root(grid, cell)).collect(),
            ends: (1..=grid.area()).collect(),
            grid,
        }
    }

    /// The sequences of one length from `cell`.
    fn layer(&self, length: usize, cell: usize) -> Range<usize> {
        let at = length * self.grid.area() + cell;
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        begin..self.ends[at]
    }

    /// Adds the sequences of one more move. Twins start from the same cell, so that only the boards of one cell's sequences need
    /// be known at a time.
    fn add_layer(&mut self, last: bool) {
        let area = self.grid.area();
        let length = self.ends.len() / area;
        let mut seen: FxHashSet<u128> = FxHashSet::default();
        for cell in 0..area {
            seen.clear();
            let shorter = (0..length).flat_map(|length| self.layer(length, cell));
            seen.extend(shorter.map(|node| self.nodes[node].board));
            for node in self.layer(length - 1, cell) {
                for direction in 0..4 {
                    self.extend(&mut seen, node, direction, last);
                }
            }
            self.ends.push(self.nodes.len());
        }
    }

    /// Decides on the sequence of `node` with one more move.
    fn extend(&mut self, seen: &mut FxHashSet<u128>, node: usize, direction: usize, last: bool) {
        let Node { mut board, blank, suffix, .. } = self.nodes[node];
        let to = self.grid.near[usize::from(blank)][direction];
        if to == NONE {
            return;
        }
        let shorter = match suffix {
            UNKNOWN => u32::from(to),
            suffix => self.nodes[suffix as usize].child[direction],
        };
        if shorter == FORBIDDEN {
            // The state of the suffix forbids this already, so the sequence needs no state of its own for it.
            self.nodes[node].child[direction] = FORBIDDEN;
            return;
        }
        board.set(usize::from(blank), board.get(usize::from(to)));
        board.set(usize::from(to), 0);
        if !seen.insert(board) {
            self.nodes[node].child[direction] = FORBIDDEN;
            self.nodes[node].needed = true;
            return;
        }
        if last {
            self.nodes[node].child[direction] = LONGEST | shorter;
            return;
        }
        self.nodes[node].child[direction] = self.nodes.len() as u32;
        self.nodes.push(Node {
            board,
            suffix: shorter,
            child: [UNKNOWN; 4],
            blank: to,
            needed: false,
        });
    }

    /// Keeps the sequences that begin a forbidden one; every other shares the state of its longest end that does.
    fn machine(self) -> DuplicateFsm {
        let (tree, cells) = (&self.nodes, self.grid.area());
        let mut needed: Vec<bool> = tree.iter().map(|node| node.needed).collect();
        // Children come after their parents in the list, so that going backwards each child is decided first.
        for node in (0..tree.len()).rev() {
            let children = tree[node].child.iter().filter(|&&c| c < LONGEST);
            needed[node] |= node < cells || children.into_iter().any(|&c| needed[c as usize]);
        }
        let mut state = vec![0; tree.len()];
        let mut kept = Vec::new();
        for node in 0..tree.len() {
            state[node] = if needed[node] {
                kept.push(node);
                kept.len() as u16 - 1
            } else {
                // A suffix is shorter and so has its state already; the roots, which have no suffix, are always kept.
                state[tree[node].suffix as usize]
            };
        }
        let after = |child: u32| match child {
            FORBIDDEN | UNKNOWN => DEAD,
            longest => state[(longest & !LONGEST) as usize],
        };
        let next = kept.iter().map(|&node| tree[node].child.map(after));
        DuplicateFsm { next: next.collect() }
    }
}

fn root(grid: &Grid, cell: usize) -> Node {
    let tiles: Vec<u8> = (1..).take(grid.area()).collect();
    let mut board = u128::pack(&tiles);
    board.set(cell, 0);
    Node { board, suffix: UNKNOWN, child: [UNKNOWN; 4], blank: cell as u8, needed: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_for_4x4_keeps_its_number_of_states() {
        assert_eq!(DuplicateFsm::new(&Grid::new(4, 4), 10).next.len(), 3716);
    }

    #[test]
    fn no_more_is_held_than_is_said() {
        for (width, height) in [(3, 3), (4, 4), (5, 5), (2, 8), (3, 5), (2, 12), (4, 6)] {
            let grid = Grid::new(width, height);
            let mut tree = Tree::new(&grid);
            (1..=10).for_each(|layer| tree.add_layer(layer == 10));
            assert!(tree.nodes.len() <= sequences(&grid, 10), "{width}x{height}");
        }
    }

    #[test]
    fn every_arrangement_within_reach_is_still_reached_at_its_distance() {
        let grid = Grid::new(3, 3);
        let machine = DuplicateFsm::new(&grid, 8);
        let plain = DuplicateFsm::new(&grid, 1);
        for cell in 0..9 {
            let mut layers = [&plain, &machine].map(|m| reached(&grid, m, cell, 12));
            let by_machine = layers[1].drain(..).collect::<Vec<_>>();
            assert_eq!(layers[0], by_machine);
        }
    }

    /// The boards first reached at each depth.
    fn reached(grid: &Grid, machine: &DuplicateFsm, cell: usize, depth: usize) -> Vec<usize> {
        let start = root(grid, cell);
        let mut seen = FxHashSet::from_iter([start.board]);
        let mut layer = vec![(start.board, cell, cell as u16)];
        let mut counts = Vec::new();
        for _ in 0..depth {
            let mut next = Vec::new();
            let mut new = 0;
            for (board, blank, state) in layer {
                for direction in 0..4 {
                    let after = machine.next[usize::from(state)][direction];
                    if after != DEAD {
                        let to = usize::from(grid.near[blank][direction]);
                        let mut moved = board;
                        moved.set(blank, board.get(to));
                        moved.set(to, 0);
                        new += usize::from(seen.insert(moved));
                        next.push((moved, to, after));
                    }
                }
            }
            counts.push(new);
            layer = next;
        }
        counts
    }
}
