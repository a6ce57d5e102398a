//! Pattern databases as the guide of a beam, for boards small enough to have them.

use super::grid::{NONE, ROOM};
use super::guide::{Guide, Step};
use super::tables::{GROUPS, Lie, Tables};

/// Views that a guide has at most: of the board and of the reflected one.
const VIEWS: usize = 2;

/// Groups in all views at most.
const LIES: usize = 2 * GROUPS;

/// Leads by the sum of what several views of the board say; the greatest of them is a bound.
pub(super) struct Strong<'t> {
    tables: &'t Tables,
    views: Vec<View<'t>>,
    /// The square of the distance of each tile from each cell, as the crow flies.
    squares: [[u8; ROOM]; ROOM],
}

/// One way to look at a board.
struct View<'t> {
    tables: &'t Tables,
    /// Where cells and tiles go, if the board is seen reflected.
    mirror: Option<&'t [usize]>,
    group_of: [u8; ROOM],
    /// Its first group among those of all views.
    first: usize,
}

impl<'t> Strong<'t> {
    /// The guide to the goal of `tables`.
    pub(super) fn new(tables: &'t Tables) -> Strong<'t> {
        let view = |(i, mirror)| View {
            tables,
            mirror,
            group_of: tables.group_of(),
            first: i * GROUPS,
        };
        let mirror = tables.mirror.as_deref();
        let mirrors = [Some(None), mirror.map(Some)].into_iter().flatten();
        Strong {
            tables,
            views: mirrors.enumerate().map(view).collect(),
            squares: squares(tables),
        }
    }
}

impl Strong<'_> {
    /// The sum of the squares after a tile went from one cell to another.
    fn squares_after(&self, board: &Turned, tile: u8, from: usize, to: usize) -> u16 {
        let squares = &self.squares[usize::from(tile)];
        board.squares + u16::from(squares[to]) - u16::from(squares[from])
    }
}

/// The square of the distance of each tile, named by its goal, from each cell; the blank's is 0 everywhere.
fn squares(tables: &Tables) -> [[u8; ROOM]; ROOM] {
    let (width, area) = (tables.grid.width, tables.grid.area());
    let mut squares = [[0; ROOM]; ROOM];
    let tiles = squares.iter_mut().enumerate().take(area);
    for (tile, squares) in tiles.filter(|&(tile, _)| tile != tables.blank) {
        for (cell, square) in squares.iter_mut().enumerate().take(area) {
            let across = (tile % width).abs_diff(cell % width);
            let down = (tile / width).abs_diff(cell / width);
            *square = (across * across + down * down) as u8;
        }
    }
    squares
}

impl View<'_> {
    /// Which group of `lies` lies how, after `tile` moved between the blank's cell and the one in `direction`.
    fn moved(&self, lies: &[Lie; LIES], tile: u8, blank: usize, direction: usize) -> (usize, Lie) {
        let (tile, edge) = match self.mirror {
            None => (usize::from(tile), self.tables.grid.edge[blank][direction]),
            Some(map) => {
                let edge = self.tables.grid.edge[map[blank]][direction ^ 2];
                (map[usize::from(tile)], edge)
            }
        };
        let group = usize::from(self.group_of[tile]);
        let place = self.first + group;
        (place, self.tables.moved(group, lies[place], edge))
    }
}

/// A board turned as the tables want it, how its groups lie, and the distances that the views tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turned {
    cells: [u8; ROOM],
    lies: [Lie; LIES],
    far: [u8; VIEWS],
    /// The sum of the squares of the tiles' distances.
    squares: u16,
}

impl Guide for Strong<'_> {
    type Board = Turned;

    fn start(&self, cells: &[u8]) -> (Turned, usize) {
        let mut board = Turned {
            cells: [0; ROOM],
            lies: [Lie::default(); LIES],
            far: [0; VIEWS],
            squares: 0,
        };
        board.cells[..cells.len()].copy_from_slice(cells);
        for (view, far) in self.views.iter().zip(&mut board.far) {
            let seen = match view.mirror {
                None => cells.to_vec(),
                Some(map) => Tables::reflected(map, cells),
            };
            for (lie, group) in board.lies[view.first..].iter_mut().zip(&view.tables.groups) {
                *lie = view.tables.lie(group, &seen);
                *far += lie.far;
            }
        }
        let square = |(cell, &tile): (usize, &u8)| u16::from(self.squares[usize::from(tile)][cell]);
        board.squares = cells.iter().enumerate().map(square).sum();
        let is_blank = |&tile: &u8| usize::from(tile) == self.tables.blank;
        (board, cells.iter().position(is_blank).unwrap_or(0))
    }

    fn is_goal(&self, board: &Turned) -> bool {
        board.far == [0; VIEWS]
    }

    fn step(&self, board: &Turned, blank: usize, direction: usize) -> Option<Step> {
        let from = usize::from(self.tables.grid.near[blank][direction]);
        if from == usize::from(NONE) {
            return None;
        }
        let tile = board.cells[from];
        let (mut weight, mut bound) = (0, 0);
        for (view, &far) in self.views.iter().zip(&board.far) {
            let (place, lie) = view.moved(&board.lies, tile, blank, direction);
            let far = u32::from(far) + u32::from(lie.far) - u32::from(board.lies[place].far);
            weight += far;
            bound = bound.max(far);
        }
        Some(Step {
            tile,
            from,
            weight: 4 * weight
                + self.views.len() as u32 * u32::from(self.squares_after(board, tile, from, blank)),
            bound,
        })
    }

    fn make(&self, board: &Turned, blank: usize, direction: usize) -> (Turned, usize) {
        let mut next = *board;
        let from = usize::from(self.tables.grid.near[blank][direction]);
        let tile = board.cells[from];
        for (view, far) in self.views.iter().zip(&mut next.far) {
            let (place, lie) = view.moved(&board.lies, tile, blank, direction);
            *far = *far + lie.far - board.lies[place].far;
            next.lies[place] = lie;
        }
        next.squares = self.squares_after(board, tile, from, blank);
        next.cells.swap(blank, from);
        (next, from)
    }
}
