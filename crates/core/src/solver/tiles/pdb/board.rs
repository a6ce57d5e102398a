//! A full rectangle with one blank, turned the way that tables are built for it, and the tables that there are so far.

use super::build::{Building, name};
use super::grid::{Grid, MOST};
use super::{PatternDatabases, Size, store};
use crate::solver::search::pool::locked;
use crate::solver::tiles::board::TileBoard;
use crate::solver::tiles::bytes_of_tables;
use crate::solver::tiles::table_cache::{BuildWatch, TableCache};
use crate::solver::{Budget, StopReason};
use std::sync::{Arc, Mutex};

/// The sides of the board, the blank's goal, and how large tables are.
type Key = (usize, usize, usize, Size);

/// The tables so far.
static TABLES: TableCache<Key, PatternDatabases> = TableCache::new();

/// Those of which large tables were prepared, which all searches are to use.
static PREPARED: Mutex<Vec<Key>> = Mutex::new(Vec::new());

/// Bytes of the tables built so far.
pub(crate) fn held() -> u64 {
    TABLES.bytes(PatternDatabases::bytes)
}

/// A number puzzle turned so that the blank of its goal stands where tables are built for it.
#[derive(Debug)]
pub(crate) struct PdbBoard {
    grid: Grid,
    /// The blank's goal cell after turning.
    blank: usize,
    /// Where each cell goes in the turn.
    turn: Vec<usize>,
    /// The goal cell of each tile number, before the turn; that of the blank for 0.
    goal_of: Vec<usize>,
}

impl PdbBoard {
    /// The turned puzzle, or `None` if it is no full rectangle with one blank, or too large for tables.
    pub(crate) fn of(board: &TileBoard) -> Option<PdbBoard> {
        let (width, height) = board.sides();
        if !board.is_plain() || width * height > MOST {
            return None;
        }
        let grid = Grid::new(width, height);
        let mut goal_of = vec![0; grid.area()];
        for (cell, &tile) in board.goal().iter().enumerate() {
            goal_of[usize::from(tile)] = cell;
        }
        Some(PdbBoard::turned_to(grid, goal_of))
    }

    /// A board of at most 16 cells whose tiles ascend at the goal, the blank last.
    pub(crate) fn ascending(width: usize, height: usize) -> PdbBoard {
        let area = width * height;
        let goal_of = (0..area).map(|tile| (tile + area - 1) % area).collect();
        PdbBoard::turned_to(Grid::new(width, height), goal_of)
    }

    /// The puzzle turned so that its blank's goal comes as far to the front as it can.
    fn turned_to(grid: Grid, goal_of: Vec<usize>) -> PdbBoard {
        // Goals that are symmetric to each other share their tables, and partitions are drawn for one of them only.
        let turn = grid.symmetries().into_iter().min_by_key(|map| map[goal_of[0]]);
        let turn = turn.expect("leaving the board as it is is one of its symmetries");
        PdbBoard { blank: turn[goal_of[0]], grid, turn, goal_of }
    }

    /// The tables for this goal; how long building took, if they had to be built, is added to the budget.
    pub(crate) fn tables(
        &self,
        size: Size,
        budget: &mut Budget<'_>,
    ) -> Result<Arc<PatternDatabases>, StopReason> {
        let limits = budget.limits();
        let build = |watch: &BuildWatch<'_>| {
            let held = bytes_of_tables();
            // The machine depends on the board and not on the groups, so the small tables' machine serves the great ones as well.
            let small = TABLES.get(&self.key(Size::Small));
            let building = Building {
                size,
                threads: limits.threads,
                room: limits.memory.map(|bytes| bytes.saturating_sub(held)),
                watch,
                folder: store::folder(),
                machine: small.map(|tables| tables.duplicates.clone()),
            };
            building.run(self.grid.clone(), self.blank)
        };
        TABLES.get_or_build(&self.key(size), budget, build)
    }

    /// Makes the large tables, if there are any and they fit, for all searches to come.
    pub(crate) fn prepare(
        &self,
        usual: &PatternDatabases,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        if self.greater(usual, budget)?.is_some() {
            let mut prepared = locked(&PREPARED);
            if !prepared.contains(&self.key(Size::Large)) {
                prepared.push(self.key(Size::Large));
            }
        }
        Ok(())
    }

    /// Whether large tables were prepared.
    // Those that another search has built may be at hand as well; which searches use them must not hang on that, since the count of
    // nodes does.
    pub(crate) fn is_prepared(&self) -> bool {
        locked(&PREPARED).contains(&self.key(Size::Large))
    }

    fn key(&self, size: Size) -> Key {
        (self.grid.width, self.grid.height, self.blank, size)
    }

    /// Whether somebody is making tables of this strength.
    pub(crate) fn is_begun(&self, size: Size) -> bool {
        TABLES.is_building(&self.key(size))
    }

    /// Whether tables of this strength need not be built.
    pub(crate) fn has(&self, size: Size) -> bool {
        TABLES.get(&self.key(size)).is_some()
    }

    /// Whether there is a file of tables of this strength.
    pub(crate) fn is_kept(&self, size: Size) -> bool {
        size == Size::Large
            && store::folder()
                .is_some_and(|folder| store::is_kept(folder, &name(&self.grid, self.blank)))
    }

    /// The grid, and the blank's goal cell on it after turning.
    pub(crate) fn goal(&self) -> (&Grid, usize) {
        (&self.grid, self.blank)
    }

    /// The turned board: the goal cell of the tile on each cell.
    pub(crate) fn turned(&self, cells: &[u8]) -> Vec<u8> {
        let mut board = vec![0; cells.len()];
        for (cell, &tile) in cells.iter().enumerate() {
            board[self.turn[cell]] = self.turn[self.goal_of[usize::from(tile)]] as u8;
        }
        board
    }

    /// Greater tables than these, if there are any and they fit.
    pub(crate) fn greater(
        &self,
        tables: &PatternDatabases,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Arc<PatternDatabases>>, StopReason> {
        if tables.size == Size::Large {
            return Ok(None);
        }
        match self.tables(Size::Large, budget) {
            Ok(great) => Ok(Some(great)),
            Err(StopReason::Memory | StopReason::NotApplicable) => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// The blank's cells, turned back, when it goes in `directions` of the turned board.
    pub(crate) fn blank_cells(&self, blank: usize, directions: &[usize]) -> Vec<usize> {
        let mut cells = vec![self.turn[blank]];
        for &direction in directions {
            let at = cells[cells.len() - 1];
            cells.push(usize::from(self.grid.near[at][direction]));
        }
        self.turned_back(&cells)
    }

    /// What these cells of the turned board are on the board itself.
    pub(crate) fn turned_back(&self, cells: &[usize]) -> Vec<usize> {
        let mut back = vec![0; self.turn.len()];
        for (cell, &there) in self.turn.iter().enumerate() {
            back[there] = cell;
        }
        cells.iter().map(|&cell| back[cell]).collect()
    }
}
