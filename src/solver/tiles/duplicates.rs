//! A finite-state machine over the blank's moves that forbids sequences with a twin that is shorter or comes first
//! (Taylor and Korf, AAAI 1993), with the blank's cell in the state.
//!
//! Of all sequences from one cell that lead to the same arrangement, the first in order of length, then of directions, is
//! kept. Every optimal solution has such a twin without any forbidden part, so that nothing is lost.

use super::grid::{Grid, NONE};
use super::packed::Packed;
use rustc_hash::FxHashSet;

/// No move this way: off the board, or forbidden.
pub(super) const DEAD: u16 = u16::MAX;

/// States and moves of the machine.
#[derive(Clone, Debug)]
pub(super) struct Duplicates {
    /// By state and direction of the blank: the state after it, or [`DEAD`]. The first states are those without history,
    /// by cell.
    pub(super) next: Vec<[u16; 4]>,
}

/// A sequence that is kept, in the tree of all of them.
struct Node {
    board: u128,
    blank: u8,
    /// The cell that the sequence starts from.
    root: u32,
    /// The sequence without its first move.
    suffix: u32,
    /// By direction: the longer sequence, or one of the special values.
    child: [u32; 4],
    /// Whether it has a forbidden child of its own, not through its suffix; or a descendant has.
    needed: bool,
}

const FORBIDDEN: u32 = u32::MAX;
const UNKNOWN: u32 = u32::MAX - 1;

impl Duplicates {
    /// The machine that knows all twins of up to `depth` moves on `grid`.
    pub(super) fn new(grid: &Grid, depth: usize) -> Duplicates {
        let mut tree: Vec<Node> = (0..grid.area()).map(|cell| root(grid, cell)).collect();
        let mut seen: FxHashSet<(u32, u128)> =
            tree.iter().map(|node| (node.root, node.board)).collect();
        let mut layer = 0..tree.len();
        for _ in 0..depth {
            let end = tree.len();
            for node in layer {
                for direction in 0..4 {
                    extend(grid, &mut tree, &mut seen, node, direction);
                }
            }
            layer = end..tree.len();
        }
        machine(&tree, grid.area())
    }
}

fn root(grid: &Grid, cell: usize) -> Node {
    let tiles: Vec<u8> = (1..).take(grid.area()).collect();
    let mut board = u128::pack(&tiles);
    board.put(cell, 0);
    Node {
        board,
        blank: cell as u8,
        root: cell as u32,
        suffix: UNKNOWN,
        child: [UNKNOWN; 4],
        needed: false,
    }
}

/// Decides on the sequence of `node` with one more move.
fn extend(
    grid: &Grid,
    tree: &mut Vec<Node>,
    seen: &mut FxHashSet<(u32, u128)>,
    node: usize,
    direction: usize,
) {
    let Node {
        mut board,
        blank,
        root,
        suffix,
        ..
    } = tree[node];
    let to = grid.near[usize::from(blank)][direction];
    if to == NONE {
        return;
    }
    let shorter = match suffix {
        UNKNOWN => u32::from(to),
        suffix => tree[suffix as usize].child[direction],
    };
    if shorter == FORBIDDEN {
        tree[node].child[direction] = FORBIDDEN;
        return;
    }
    board.put(usize::from(blank), board.get(usize::from(to)));
    board.put(usize::from(to), 0);
    if !seen.insert((root, board)) {
        tree[node].child[direction] = FORBIDDEN;
        tree[node].needed = true;
        return;
    }
    tree[node].child[direction] = tree.len() as u32;
    tree.push(Node {
        board,
        blank: to,
        root,
        suffix: shorter,
        child: [UNKNOWN; 4],
        needed: false,
    });
}

/// Keeps the sequences that begin a forbidden one; every other is as good as its longest end that does.
fn machine(tree: &[Node], cells: usize) -> Duplicates {
    let mut needed: Vec<bool> = tree.iter().map(|node| node.needed).collect();
    for node in (0..tree.len()).rev() {
        let children = tree[node].child.iter().filter(|&&c| c < UNKNOWN);
        needed[node] |= node < cells || children.into_iter().any(|&c| needed[c as usize]);
    }
    let mut state = vec![0; tree.len()];
    let mut kept = Vec::new();
    for node in 0..tree.len() {
        state[node] = if needed[node] {
            kept.push(node);
            kept.len() as u16 - 1
        } else {
            state[tree[node].suffix as usize]
        };
    }
    let after = |child: u32| {
        if child < UNKNOWN {
            state[child as usize]
        } else {
            DEAD
        }
    };
    Duplicates {
        next: kept
            .iter()
            .map(|&node| tree[node].child.map(after))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_for_4x4_keeps_its_number_of_states() {
        assert_eq!(Duplicates::new(&Grid::new(4, 4), 10).next.len(), 3716);
    }

    #[test]
    fn every_arrangement_within_reach_is_still_reached_at_its_distance() {
        let grid = Grid::new(3, 3);
        let machine = Duplicates::new(&grid, 8);
        let plain = Duplicates::new(&grid, 1);
        for cell in 0..9 {
            let mut layers = [&plain, &machine].map(|m| reached(&grid, m, cell, 12));
            let by_machine = layers[1].drain(..).collect::<Vec<_>>();
            assert_eq!(layers[0], by_machine);
        }
    }

    /// The boards first reached at each depth.
    fn reached(grid: &Grid, machine: &Duplicates, cell: usize, depth: usize) -> Vec<usize> {
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
                        moved.put(blank, board.get(to));
                        moved.put(to, 0);
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
