//! A solution of any rectangle with one blank at once: rows and columns from the outside in, then by tables what is left around the blank's goal.
//!
//! Tiles come home one by one, the last two of a row or column together, each time by a small best-first search that
//! looks at those tiles and the blank alone.

use crate::puzzle::Direction;
use crate::solver::tiles::beam::GoOn;
use crate::solver::tiles::board::TileBoard;
use crate::solver::tiles::ida;
use crate::solver::tiles::pdb::board::PdbBoard;
use crate::solver::{Budget, StopReason};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// The sides of what is left to the tables.
const LAST: usize = 3;

/// How much more a step of a tile counts than one of the blank: about as many moves as it takes.
const EAGERNESS: u32 = 3;

/// States of the search for a tile's way after which it is asked whether to go on.
const ASK_EVERY: usize = 256;

/// A board on its way home.
pub(super) struct RowByRow<'a> {
    board: &'a TileBoard,
    /// The goal as if its blank stood in the last cell of what is left to the tables.
    goal: Vec<u8>,
    cells: Vec<u8>,
    /// The cells that no longer change.
    pub(super) fixed: Vec<bool>,
    blank: usize,
    /// The blank's cells so far, its own first.
    pub(super) way: Vec<usize>,
}

/// The cells of the blank from `cells` to the goal, its own first. The board must be a solvable rectangle of at least 2x2.
pub(crate) fn solve(
    board: &TileBoard,
    cells: &[u8],
    budget: &mut Budget<'_>,
) -> Result<Vec<usize>, StopReason> {
    let order = Order::of(board);
    let mut rows = RowByRow::new(board, &order, cells);
    for line in &order.lines {
        rows.line(line, || budget.check())?;
    }
    rows.last(&order, budget)?;
    // What is left was solved for a goal with the blank in its last cell; now it goes to the goal's own cell.
    rows.way.extend(order.home.iter().rev().skip(1));
    Ok(without_detours(rows.way))
}

/// The cells of the blank from `cells`, its own first, until the first row or column from the outside in that is not solved is.
/// `None` if there is none, or if `go_on` says stop.
pub(crate) fn first_line(board: &TileBoard, cells: &[u8], go_on: GoOn<'_>) -> Option<Vec<usize>> {
    let order = Order::of(board);
    let mut rows = RowByRow::new(board, &order, cells);
    for line in &order.lines {
        if rows.way.len() == 1 {
            rows.line(line, || go_on(0).then_some(()).ok_or(())).ok()?;
        }
    }
    Some(without_detours(rows.way)).filter(|way| way.len() > 1)
}

/// The cells of all rows and columns from the outside in that are solved, to the first that is not.
pub(crate) fn solved_lines(board: &TileBoard, cells: &[u8]) -> Vec<usize> {
    let order = Order::of(board);
    let rows = RowByRow::new(board, &order, cells);
    let is_home = |line: &&Vec<usize>| line.iter().all(|&cell| rows.is_home(cell));
    order.lines.iter().take_while(is_home).flatten().copied().collect()
}

/// In which order a rectangle is solved.
struct Order {
    /// Rows and columns from the outside in, always one that makes the rest squarer, and of two the one that is farther from the blank's goal.
    lines: Vec<Vec<usize>>,
    /// The cells of what is left.
    last: Vec<usize>,
    /// Its sides.
    sides: (usize, usize),
    /// The blank's way from its goal to the last of these cells.
    home: Vec<usize>,
}

impl Order {
    fn of(board: &TileBoard) -> Order {
        let (width, height) = board.sides();
        let hole = position(board.goal(), 0);
        let (mut columns, mut rows) = (0..width, 0..height);
        let mut lines = Vec::new();
        while columns.len() > LAST || rows.len() > LAST {
            lines.push(if rows.len() >= columns.len() {
                let row = outer(&mut rows, hole / width);
                columns.clone().map(|column| row * width + column).collect()
            } else {
                let column = outer(&mut columns, hole % width);
                rows.clone().map(|row| row * width + column).collect()
            });
        }
        let sides = (columns.len(), rows.len());
        let last: Vec<usize> =
            rows.flat_map(|row| columns.clone().map(move |column| row * width + column)).collect();
        let home = row_first(board, hole, last[last.len() - 1]);
        Order { lines, last, sides, home }
    }
}

/// Takes away the end of a range that is farther from one of its numbers.
fn outer(range: &mut Range<usize>, kept: usize) -> usize {
    if kept - range.start >= range.end - 1 - kept {
        range.start += 1;
        range.start - 1
    } else {
        range.end -= 1;
        range.end
    }
}

impl<'a> RowByRow<'a> {
    /// The board before anything has moved.
    fn new(board: &'a TileBoard, order: &Order, cells: &[u8]) -> RowByRow<'a> {
        let mut goal = board.goal().to_vec();
        order.home.windows(2).for_each(|pair| goal.swap(pair[0], pair[1]));
        RowByRow::of(board, goal, cells.to_vec(), position(cells, 0))
    }

    /// A board with a blank that goes, and the goal; every tile of the goal is on the board once.
    pub(super) fn of(
        board: &'a TileBoard,
        goal: Vec<u8>,
        cells: Vec<u8>,
        blank: usize,
    ) -> RowByRow<'a> {
        let fixed = vec![false; cells.len()];
        RowByRow { board, goal, cells, fixed, blank, way: vec![blank] }
    }

    /// Brings the tile of a cell home, or of two neighbouring cells together. Whether it has got there; then they no longer change.
    pub(super) fn fill<E>(
        &mut self,
        cells: &[usize],
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        let wanted: Vec<(u8, usize)> = cells.iter().map(|&cell| (self.goal[cell], cell)).collect();
        if let [first, second] = wanted[..] {
            // The joint search stays small if both are near.
            self.bring(&[second], 2, go_on)?;
            self.bring(&[first], 2, go_on)?;
        }
        self.bring(&wanted, 0, go_on)?;
        cells.iter().for_each(|&cell| self.fixed[cell] = true);
        Ok(wanted.iter().all(|&(tile, cell)| self.cells[cell] == tile))
    }

    /// Brings the tiles of a chain of cells home, of which the first is next to `ends[0]`, the last to `ends[1]`, and none to any other
    /// cell that may change. They are pushed in at its first end, those of its last cells first. Whether they have got there; then they
    /// no longer change.
    pub(super) fn fill_chain<E>(
        &mut self,
        cells: &[usize],
        [into, out]: [usize; 2],
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        let reversed: Vec<usize> = cells.iter().rev().copied().collect();
        let (there, back) = ((cells, [into, out]), (&reversed[..], [out, into]));
        let wanted: Vec<u8> = reversed.iter().map(|&cell| self.goal[cell]).collect();
        if let Some(inside) = cells.iter().position(|&cell| cell == self.blank) {
            cells[..inside].iter().rev().chain([&into]).for_each(|&cell| self.go(cell));
        }
        for &tile in &wanted {
            // Where it is still inside, all go on until it is out, and then back without it.
            if let Some(at) = cells.iter().position(|&cell| self.cells[cell] == tile) {
                for chain in [vec![there; cells.len() - at], vec![back; cells.len() - at]].concat()
                {
                    let Some(other) = self.other_than(tile, cells, &wanted) else {
                        return Ok(false);
                    };
                    if !self.push_in(other, chain, go_on)? {
                        return Ok(false);
                    }
                }
            }
            if !self.push_in(tile, there, go_on)? {
                return Ok(false);
            }
        }
        cells.iter().for_each(|&cell| self.fixed[cell] = true);
        Ok(cells.iter().all(|&cell| self.is_home(cell)))
    }

    /// A tile that can move outside of a chain, if it can be none that is wanted in it.
    fn other_than(&self, tile: u8, chain: &[usize], wanted: &[u8]) -> Option<u8> {
        let is_outside = |&cell: &usize| !self.fixed[cell] && !chain.contains(&cell);
        let outside = (0..self.cells.len()).filter(is_outside).map(|cell| self.cells[cell]);
        let others = outside.filter(|&other| other != 0 && other != tile);
        others.min_by_key(|other| wanted.contains(other))
    }

    /// Brings a tile to before the first cell of a chain, and the blank to behind the last; then all go on by one cell. Whether that could be.
    fn push_in<E>(
        &mut self,
        tile: u8,
        (chain, [into, out]): (&[usize], [usize; 2]),
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        chain.iter().for_each(|&cell| self.fixed[cell] = true);
        self.bring(&[(tile, into)], 0, go_on)?;
        let free = |cell| self.free_cells(cell).filter(|&next| next != into);
        let way = shortest_way(self.blank, |cell| cell == out, free);
        chain.iter().for_each(|&cell| self.fixed[cell] = false);
        let Some(way) = way.filter(|_| self.cells[into] == tile) else { return Ok(false) };
        way[1..].iter().chain(chain.iter().rev()).chain([&into]).for_each(|&cell| self.go(cell));
        Ok(true)
    }

    /// Whether a cell holds what it shall.
    pub(super) fn is_home(&self, cell: usize) -> bool {
        self.cells[cell] == self.goal[cell]
    }

    /// Brings the tiles of one line home.
    fn line<E>(
        &mut self,
        line: &[usize],
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        // Behind fixed tiles, the last tile of a line alone could not get in, so the last two come home together.
        let (singles, pair) = line.split_at(line.len() - 2);
        for cells in singles.chunks(1).chain([pair]) {
            self.fill(cells, &mut go_on)?;
        }
        Ok(())
    }

    /// Moves the blank until each of `wanted`, one tile or two with their goals, is at most `near` steps from home.
    ///
    /// # Errors
    /// What `go_on` says, which is asked once in some states.
    fn bring<E>(
        &mut self,
        wanted: &[(u8, usize)],
        near: u32,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        // If one tile is wanted, the third place never changes, and so does not tell states apart.
        let mut start = [self.blank as u8; 3];
        for (place, &(tile, _)) in start[1..].iter_mut().zip(wanted) {
            *place = position(&self.cells, tile) as u8;
        }
        let mut parents = FxHashMap::from_iter([(start, start)]);
        let mut open = BinaryHeap::from([Reverse((0, 0, start))]);
        let mut popped = 0_usize;
        while let Some(Reverse((_, made, state))) = open.pop() {
            if popped.is_multiple_of(ASK_EVERY) {
                go_on()?;
            }
            popped += 1;
            let apart = |(w, &at): (&(u8, usize), &u8)| self.board.apart(w.1, at.into());
            if wanted.iter().zip(&state[1..]).map(apart).all(|apart| apart <= near) {
                self.follow(&parents, state);
                break;
            }
            for cell in self.free_cells(state[0].into()) {
                let mut next = state;
                for place in &mut next[1..=wanted.len()] {
                    if usize::from(*place) == cell {
                        *place = state[0];
                    }
                }
                next[0] = cell as u8;
                if let std::collections::hash_map::Entry::Vacant(vacant) = parents.entry(next) {
                    // The first way to a state stays even if a shorter one is found later: speed counts here, and the way is
                    // improved afterwards.
                    vacant.insert(state);
                    let guess = made + 1 + self.guess(wanted, &next);
                    open.push(Reverse((guess, made + 1, next)));
                }
            }
        }
        Ok(())
    }

    /// The cells that the blank may go to from `cell`.
    fn free_cells(&self, cell: usize) -> impl Iterator<Item = usize> + use<'_> {
        self.board.near(cell).filter(|&next| !self.fixed[next])
    }

    /// About how many moves remain: the tiles' own steps, and the blank's way to the nearest that is not home.
    fn guess(&self, wanted: &[(u8, usize)], state: &[u8; 3]) -> u32 {
        let (mut steps, mut reach) = (0, u32::MAX);
        for (&(_, goal), &at) in wanted.iter().zip(&state[1..]) {
            let apart = self.board.apart(goal, at.into());
            steps += apart;
            if apart > 0 {
                reach = reach.min(self.board.apart(at.into(), state[0].into()));
            }
        }
        EAGERNESS * steps + if steps > 0 { reach } else { 0 }
    }

    /// Makes the moves that led to `state`.
    fn follow(&mut self, parents: &FxHashMap<[u8; 3], [u8; 3]>, state: [u8; 3]) {
        let mut cells = Vec::new();
        let mut at = state;
        while parents[&at] != at {
            cells.push(usize::from(at[0]));
            at = parents[&at];
        }
        cells.reverse();
        cells.into_iter().for_each(|cell| self.go(cell));
    }

    /// Moves the blank to a neighbouring cell.
    fn go(&mut self, cell: usize) {
        self.cells.swap(self.blank, cell);
        self.blank = cell;
        self.way.push(cell);
    }

    /// Solves what is left, which has the goal's blank in its last cell, by tables.
    fn last(&mut self, order: &Order, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let (free, (across, down)) = (&order.last, order.sides);
        let goal: Vec<u8> = free.iter().map(|&cell| self.goal[cell]).collect();
        // Tiles by their place in its goal, counted from 1; the blank, in the last, is 0.
        let name = |cell: &usize| match self.cells[*cell] {
            0 => 0,
            tile => position(&goal, tile) as u8 + 1,
        };
        let cells: Vec<u8> = free.iter().map(name).collect();
        let pdb_board = PdbBoard::ascending(across, down);
        // What this search proves does not hold for the whole board.
        let limits = (budget.time_left(), u64::MAX);
        let search = |part: &mut Budget<'_>| ida::solve(&pdb_board, &cells, (0, None, false), part);
        let way = budget.apart(limits, search)?;
        way.iter().flatten().skip(1).for_each(|&cell| self.go(free[cell]));
        Ok(())
    }
}

/// Where `tile` is.
fn position(cells: &[u8], tile: u8) -> usize {
    cells.iter().position(|&held| held == tile).expect("every tile is on the board")
}

/// The way without going somewhere and straight back.
fn without_detours(way: Vec<usize>) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::with_capacity(way.len());
    for cell in way {
        if kept.len() > 1 && kept[kept.len() - 2] == cell {
            kept.pop();
        } else {
            kept.push(cell);
        }
    }
    kept
}

/// A shortest way from one cell to another, both included, along its row and then a column where no wall is between.
pub(crate) fn row_first(board: &TileBoard, from: usize, to: usize) -> Vec<usize> {
    let next = |cell| Direction::ALL.into_iter().rev().filter_map(move |way| board.next(cell, way));
    shortest_way(from, |cell| cell == to, next).unwrap_or_default()
}

/// A shortest way over cells, both ends included, from one to the nearest that `is_end`; none if there is none. `next` are the cells that it
/// may go to from a cell.
pub(crate) fn shortest_way<I: Iterator<Item = usize>>(
    from: usize,
    is_end: impl Fn(usize) -> bool,
    next: impl Fn(usize) -> I,
) -> Option<Vec<usize>> {
    // By cell, the one before; its own for the first.
    let mut before = vec![None; from + 1];
    before[from] = Some(from);
    let (mut order, mut at) = (vec![from], 0);
    while let Some(&cell) = order.get(at) {
        if is_end(cell) {
            let step = |&cell: &usize| before[cell].filter(|&before| before != cell);
            let mut way: Vec<usize> = std::iter::successors(Some(cell), step).collect();
            way.reverse();
            return Some(way);
        }
        for next in next(cell) {
            if before.len() <= next {
                before.resize(next + 1, None);
            }
            if before[next].is_none() {
                before[next] = Some(cell);
                order.push(next);
            }
        }
        at += 1;
    }
    None
}
