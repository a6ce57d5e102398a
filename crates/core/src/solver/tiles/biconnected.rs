//! A floor taken apart at the cells that part it, and what a single blank can do in each piece.
//!
//! A blank that goes somewhere and comes back leaves all tiles where they were, but for those that it went round. So tiles never change
//! over from one biconnected component to another: seen from where the blank starts, each has its tiles on all of its cells but the nearest,
//! and what happens elsewhere does not change them. In a component that is more than a circle, any even permutation of them can be had
//! (R. M. Wilson, "Graph puzzles, homotopy, and the alternating group", Journal of Combinatorial Theory B 16, 1974; the one exception that
//! is named there has circles of five cells, which no floor has). In a circle they go round, and on two cells nothing changes.

use super::board::TileBoard;
use super::parity::is_odd;

/// Cells of which no single one parts the others.
pub(super) struct Component {
    /// The one by which the blank comes in.
    pub(super) entry: usize,
    /// The others; those of a circle in the order in which the blank comes to them.
    pub(super) cells: Vec<usize>,
}

/// What has to be done with the tiles of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// Nothing: they are where they are wanted.
    None,
    /// The blank goes round so often, over the cells in their order.
    Rounds(usize),
    /// An even permutation.
    Even,
    /// What cannot be done.
    Never,
}

/// The biconnected components of the cells that are `inside` and hang together with `root`, seen from there; one behind another comes
/// before it (the depth-first search of J. Hopcroft and R. Tarjan, Communications of the ACM 16, 1973).
pub(super) fn components(board: &TileBoard, inside: &[bool], root: usize) -> Vec<Component> {
    let order = vec![0; inside.len()];
    let mut visit = Visit { board, inside, order, count: 0, seen: Vec::new(), found: Vec::new() };
    visit.lowest(root);
    visit.found
}

/// Whether all cells that are `inside` hang together, and no single one of them is needed for that; `root` is one of them.
pub(super) fn is_biconnected(board: &TileBoard, inside: &[bool], root: usize) -> bool {
    let all = inside.iter().filter(|&&is_inside| is_inside).count();
    let components = components(board, inside, root);
    components.first().map_or(all == 1, |first| first.cells.len() + 1 == all)
}

impl Component {
    /// Whether its cells are a circle, which must not be fewer than three.
    pub(super) fn is_circle(&self, board: &TileBoard) -> bool {
        let is_inside = |cell: &usize| *cell == self.entry || self.cells.contains(cell);
        self.cells.iter().all(|&cell| board.near(cell).filter(is_inside).count() == 2)
    }

    /// What brings its tiles to their places in `goal`, where the entry holds the blank before and after.
    pub(super) fn change(&self, board: &TileBoard, held: &[u8], goal: &[u8]) -> Change {
        if self.cells.iter().all(|&cell| held[cell] == goal[cell]) {
            return Change::None;
        }
        let place =
            |&cell: &usize| self.cells.iter().position(|&wanted| goal[wanted] == held[cell]);
        let Some(places) = self.cells.iter().map(place).collect::<Option<Vec<usize>>>() else {
            return Change::Never;
        };
        let length = places.len();
        if length == 1 {
            Change::Never
        } else if self.is_circle(board) {
            // A round brings each tile to the cell before its own, and the first to the last.
            let rounds = (length - places[0]) % length;
            let is_turned = |(at, &place): (usize, &usize)| (place + rounds) % length == at;
            let all = places.iter().enumerate().all(is_turned);
            if all { Change::Rounds(rounds) } else { Change::Never }
        } else if is_odd(&places) {
            Change::Never
        } else {
            Change::Even
        }
    }
}

struct Visit<'a> {
    board: &'a TileBoard,
    inside: &'a [bool],
    /// By cell: when it was come to, from 1 on.
    order: Vec<u16>,
    count: u16,
    /// The cells that were come to, without those of components that were found.
    seen: Vec<usize>,
    found: Vec<Component>,
}

impl Visit<'_> {
    /// When the earliest cell was come to that hangs together with those behind `cell` even without it, or the cell itself.
    fn lowest(&mut self, cell: usize) -> u16 {
        self.count += 1;
        let (own, board) = (self.count, self.board);
        self.order[cell] = own;
        self.seen.push(cell);
        let mut lowest = own;
        for next in board.near(cell).filter(|&next| self.inside[next]) {
            if self.order[next] > 0 {
                lowest = lowest.min(self.order[next]);
                continue;
            }
            let before = self.seen.len();
            let of_next = self.lowest(next);
            if of_next >= own {
                let cells = self.seen.split_off(before);
                self.found.push(Component { entry: cell, cells });
            }
            lowest = lowest.min(of_next);
        }
        lowest
    }
}
