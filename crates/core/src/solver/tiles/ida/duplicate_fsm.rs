//! A finite-state machine over the blank's moves that forbids sequences with a twin that is shorter or comes first
//! (Taylor and Korf, AAAI 1993), with the blank's cell in the state.
//!
//! Of all sequences from one cell that lead to the same arrangement, the first in order of length, then of moves, is
//! kept. Every optimal solution has such a twin without any forbidden part, so that nothing is lost. In slides, which take turns between the
//! axes, a twin may begin or end along another axis than its part of a solution does: two slides along one axis would meet there, which are one,
//! so that the solution was not optimal.

use crate::solver::tiles::packed::Packed;
use crate::solver::tiles::pdb::grid::{Grid, NONE};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// No move this way: off the board, or forbidden.
pub(crate) const DEAD: u16 = u16::MAX;

/// States and moves of the machine.
#[derive(Clone, Debug)]
pub(crate) struct DuplicateFsm<const MOVES: usize = 4> {
    /// By state and move of the blank: the state after it, or [`DEAD`]. The first states are those without history, by place of the blank.
    pub(crate) next: Vec<[u16; MOVES]>,
}

/// The blank's moves on a board.
#[derive(Debug)]
pub(crate) struct Moves<const MOVES: usize> {
    /// By place and move: the place after it, or [`NONE`]. A place is a cell, and in slides an axis for the next slide.
    to: Vec<[u8; MOVES]>,
    /// Places of each cell.
    axes: usize,
    width: usize,
    height: usize,
    /// How many times as many sequences there are of one move more, about.
    growth: f64,
}

impl Moves<4> {
    /// To each side.
    pub(crate) fn steps(grid: &Grid) -> Moves<4> {
        let Grid { width, height, near, .. } = *grid;
        // Most on the largest board.
        Moves { to: near[..grid.area()].to_vec(), axes: 1, width, height, growth: 2.45 }
    }
}

/// Cells of a line at most of boards whose slides have a machine.
pub(crate) const LINE: usize = 8;

impl Moves<LINE> {
    /// To each cell of the line, each slide across the one before it.
    pub(crate) fn slides(width: usize, height: usize) -> Moves<LINE> {
        let to = |place: usize| {
            let (cell, axis) = (place / 2, place % 2);
            std::array::from_fn(|at| {
                let (length, to) = match axis {
                    0 => (width, cell / width * width + at),
                    _ => (height, at * width + cell % width),
                };
                if at < length && to != cell { (2 * to + 1 - axis) as u8 } else { NONE }
            })
        };
        // Most on 4x4.
        Moves { to: (0..2 * width * height).map(to).collect(), axes: 2, width, height, growth: 3.0 }
    }
}

impl<const MOVES: usize> Moves<MOVES> {
    fn area(&self) -> usize {
        self.width * self.height
    }

    fn cell(&self, place: u8) -> usize {
        usize::from(place) / self.axes
    }

    /// How many sequences there are of fewer than `depth` moves, at most.
    fn sequences(&self, depth: usize) -> usize {
        ((2 * self.to.len()) as f64 * self.growth.powi(depth as i32 - 1)) as usize
    }

    /// The board after the blank has gone along its line from one place to another.
    fn moved(&self, mut board: u128, from: u8, to: u8) -> u128 {
        let (mut at, to) = (self.cell(from), self.cell(to));
        let step = if at / self.width == to / self.width { 1 } else { self.width };
        while at != to {
            let next = if to > at { at + step } else { at - step };
            board.set(at, board.get(next));
            at = next;
        }
        board.set(to, 0);
        board
    }
}

/// A sequence that is kept, in the tree of all of them but the longest.
struct Node<const MOVES: usize> {
    board: u128,
    /// The sequence without its first move.
    suffix: u32,
    /// By move: the longer sequence, or one of the special values.
    child: [u32; MOVES],
    /// Where the blank is.
    place: u8,
    /// Whether it has a forbidden child of its own, not through its suffix; or a descendant has.
    needed: bool,
}

const FORBIDDEN: u32 = u32::MAX;
const UNKNOWN: u32 = u32::MAX - 1;
/// Marks a child that is one of the longest sequences. It has no children, so its suffix, which follows the mark, stands for it.
const LONGEST: u32 = 1 << 31;

impl<const MOVES: usize> DuplicateFsm<MOVES> {
    /// The machine that knows all twins of up to `depth` moves; `None` if `go_on` said stop.
    pub(crate) fn new(
        moves: &Moves<MOVES>,
        depth: usize,
        go_on: &impl Fn() -> bool,
    ) -> Option<DuplicateFsm<MOVES>> {
        let mut tree = Tree::new(moves);
        // The list is taken once: growing it would hold old and new copy together, more than `bytes_to_build` says.
        tree.nodes.reserve_exact(moves.sequences(depth));
        for layer in 1..=depth {
            tree.add_layer(layer == depth, go_on)?;
        }
        Some(tree.machine())
    }

    /// Bytes that are held while a machine is built, at most.
    pub(crate) fn bytes_to_build(moves: &Moves<MOVES>, depth: usize) -> u64 {
        (moves.sequences(depth) * size_of::<Node<MOVES>>()) as u64
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        (self.next.len() * size_of::<[u16; MOVES]>()) as u64
    }
}

/// The sequences so far: layer after layer by their length, and in each by the cell that they start from.
struct Tree<'m, const MOVES: usize> {
    moves: &'m Moves<MOVES>,
    nodes: Vec<Node<MOVES>>,
    /// Where the sequences from each cell end, layer after layer.
    ends: Vec<usize>,
}

impl<const MOVES: usize> Tree<'_, MOVES> {
    fn new(moves: &Moves<MOVES>) -> Tree<'_, MOVES> {
        Tree {
            nodes: (0..moves.to.len()).map(|place| root(moves, place as u8)).collect(),
            ends: (1..=moves.area()).map(|cells| cells * moves.axes).collect(),
            moves,
        }
    }

    /// The sequences of one length from `cell`.
    fn layer(&self, length: usize, cell: usize) -> Range<usize> {
        let at = length * self.moves.area() + cell;
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        begin..self.ends[at]
    }

    /// Adds the sequences of one more move; `None` if `go_on` said stop. Twins start from the same cell, so that only the boards of one
    /// cell's sequences need be known at a time.
    fn add_layer(&mut self, last: bool, go_on: &impl Fn() -> bool) -> Option<()> {
        let area = self.moves.area();
        let length = self.ends.len() / area;
        let mut seen: FxHashSet<u128> = FxHashSet::default();
        for cell in 0..area {
            seen.clear();
            let shorter = (0..length).flat_map(|length| self.layer(length, cell));
            seen.extend(shorter.map(|node| self.nodes[node].board));
            for node in self.layer(length - 1, cell) {
                for by in 0..MOVES {
                    self.extend(&mut seen, node, by, last);
                }
            }
            self.ends.push(self.nodes.len());
            go_on().then_some(())?;
        }
        Some(())
    }

    /// Decides on the sequence of `node` with one more move.
    fn extend(&mut self, seen: &mut FxHashSet<u128>, node: usize, by: usize, last: bool) {
        let Node { board, place, suffix, .. } = self.nodes[node];
        let to = self.moves.to[usize::from(place)][by];
        if to == NONE {
            return;
        }
        let shorter = match suffix {
            UNKNOWN => u32::from(to),
            suffix => self.nodes[suffix as usize].child[by],
        };
        if shorter == FORBIDDEN {
            // The state of the suffix forbids this already, so the sequence needs no state of its own for it.
            self.nodes[node].child[by] = FORBIDDEN;
            return;
        }
        let board = self.moves.moved(board, place, to);
        if !seen.insert(board) {
            self.nodes[node].child[by] = FORBIDDEN;
            self.nodes[node].needed = true;
            return;
        }
        if last {
            self.nodes[node].child[by] = LONGEST | shorter;
            return;
        }
        self.nodes[node].child[by] = self.nodes.len() as u32;
        let child = [UNKNOWN; MOVES];
        self.nodes.push(Node { board, suffix: shorter, child, place: to, needed: false });
    }

    /// Keeps the sequences that begin a forbidden one; every other shares the state of its longest end that does.
    fn machine(self) -> DuplicateFsm<MOVES> {
        let (tree, roots) = (&self.nodes, self.moves.to.len());
        let mut needed: Vec<bool> = tree.iter().map(|node| node.needed).collect();
        // Children come after their parents in the list, so that going backwards each child is decided first.
        for node in (0..tree.len()).rev() {
            let children = tree[node].child.iter().filter(|&&c| c < LONGEST);
            needed[node] |= node < roots || children.into_iter().any(|&c| needed[c as usize]);
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

fn root<const MOVES: usize>(moves: &Moves<MOVES>, place: u8) -> Node<MOVES> {
    let tiles: Vec<u8> = (1..).take(moves.area()).collect();
    let mut board = u128::pack(&tiles);
    board.set(moves.cell(place), 0);
    Node { board, suffix: UNKNOWN, child: [UNKNOWN; MOVES], place, needed: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made<const MOVES: usize>(moves: &Moves<MOVES>, depth: usize) -> DuplicateFsm<MOVES> {
        DuplicateFsm::new(moves, depth, &|| true).unwrap()
    }

    fn steps(width: usize, height: usize) -> Moves<4> {
        Moves::steps(&Grid::new(width, height))
    }

    #[test]
    fn the_machines_for_4x4_keep_their_number_of_states() {
        assert_eq!(made(&steps(4, 4), 10).next.len(), 3716);
        assert_eq!(made(&Moves::slides(4, 4), 8).next.len(), 11_382);
    }

    #[test]
    fn no_more_is_held_than_is_said() {
        for (width, height) in [(3, 3), (4, 4), (5, 5), (2, 8), (3, 5), (2, 12), (4, 6)] {
            holds(&steps(width, height), [7, 10]);
        }
        for (width, height) in [(2, 2), (3, 3), (4, 4), (2, 8), (7, 2), (3, 5), (4, 3)] {
            holds(&Moves::slides(width, height), [1, 9]);
        }
    }

    /// As many sequences at most as are said, and states that their numbers can tell.
    fn holds<const MOVES: usize>(moves: &Moves<MOVES>, depths: [usize; 2]) {
        for depth in depths {
            let mut tree = Tree::new(moves);
            (1..=depth).for_each(|layer| tree.add_layer(layer == depth, &|| true).unwrap());
            assert!(tree.nodes.len() <= moves.sequences(depth), "{moves:?} {depth}");
            assert!(tree.machine().next.len() < usize::from(DEAD), "{moves:?} {depth}");
        }
    }

    #[test]
    fn a_machine_is_not_finished_if_it_is_told_to_stop() {
        assert!(DuplicateFsm::new(&steps(3, 3), 8, &|| false).is_none());
    }

    #[test]
    fn every_arrangement_within_reach_is_still_reached_at_its_distance() {
        reaches_all(&steps(3, 3), (8, 12));
        reaches_all(&Moves::slides(3, 3), (7, 10));
        reaches_all(&Moves::slides(5, 2), (6, 9));
    }

    /// That machines which know twins of so many moves lose no arrangement within more moves than that.
    fn reaches_all<const MOVES: usize>(moves: &Moves<MOVES>, (known, depth): (usize, usize)) {
        let (plain, machine) = (made(moves, 1), made(moves, known));
        for cell in 0..moves.area() {
            let [all, kept] =
                [&plain, &machine].map(|machine| reached(moves, machine, cell, depth));
            assert_eq!(all, kept, "{moves:?}");
        }
    }

    /// The boards first reached at each depth.
    fn reached<const MOVES: usize>(
        moves: &Moves<MOVES>,
        machine: &DuplicateFsm<MOVES>,
        cell: usize,
        depth: usize,
    ) -> Vec<usize> {
        let starts = cell * moves.axes..(cell + 1) * moves.axes;
        let mut layer: Vec<_> = starts
            .map(|place| (root(moves, place as u8).board, place as u8, place as u16))
            .collect();
        let mut seen = FxHashSet::from_iter([layer[0].0]);
        let mut counts = Vec::new();
        for _ in 0..depth {
            let mut next = Vec::new();
            let mut new = 0;
            for (board, place, state) in layer {
                for by in 0..MOVES {
                    let after = machine.next[usize::from(state)][by];
                    if after != DEAD {
                        let to = moves.to[usize::from(place)][by];
                        let moved = moves.moved(board, place, to);
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
