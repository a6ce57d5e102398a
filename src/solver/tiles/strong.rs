//! Pattern databases as the guide of a beam, for boards small enough to have them.

use super::grid::{NONE, ROOM};
use super::guide::{Guide, Step};
use super::tables::{GROUPS, Lie, Tables};

/// Leads by the sum of the groups' distances.
pub(super) struct Strong<'t> {
    tables: &'t Tables,
    group_of: [u8; ROOM],
}

impl<'t> Strong<'t> {
    /// The guide to the goal of `tables`.
    pub(super) fn new(tables: &'t Tables) -> Strong<'t> {
        Strong {
            group_of: tables.group_of(),
            tables,
        }
    }
}

/// A board turned as the tables want it, and how its groups lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turned {
    cells: [u8; ROOM],
    lies: [Lie; GROUPS],
    weight: u32,
}

impl Guide for Strong<'_> {
    type Board = Turned;

    fn start(&self, cells: &[u8]) -> (Turned, usize) {
        let mut board = Turned {
            cells: [0; ROOM],
            lies: [Lie::default(); GROUPS],
            weight: 0,
        };
        board.cells[..cells.len()].copy_from_slice(cells);
        for (lie, group) in board.lies.iter_mut().zip(&self.tables.groups) {
            *lie = self.tables.lie(group, cells);
            board.weight += u32::from(lie.far);
        }
        let is_blank = |&tile: &u8| usize::from(tile) == self.tables.blank;
        (board, cells.iter().position(is_blank).unwrap_or(0))
    }

    fn weight(&self, board: &Turned) -> u32 {
        board.weight
    }

    fn step(&self, board: &Turned, blank: usize, direction: usize) -> Option<Step> {
        let from = usize::from(self.tables.grid.near[blank][direction]);
        if from == usize::from(NONE) {
            return None;
        }
        let tile = board.cells[from];
        let group = usize::from(self.group_of[usize::from(tile)]);
        let edge = self.tables.grid.edge[blank][direction];
        let was = board.lies[group];
        let now = self.tables.moved(group, was, edge);
        let weight = board.weight + u32::from(now.far) - u32::from(was.far);
        Some(Step { tile, from, weight })
    }

    fn make(&self, board: &Turned, blank: usize, direction: usize) -> (Turned, usize) {
        let mut next = *board;
        let Some(step) = self.step(board, blank, direction) else {
            return (next, blank);
        };
        let group = usize::from(self.group_of[usize::from(step.tile)]);
        let edge = self.tables.grid.edge[blank][direction];
        next.lies[group] = self.tables.moved(group, board.lies[group], edge);
        next.cells.swap(blank, step.from);
        next.weight = step.weight;
        (next, step.from)
    }
}
