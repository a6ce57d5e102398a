//! The engine for a full rectangle with one blank, in steps: IDA* over pattern databases, one threshold after another.

use super::building::{Building, Course};
use super::deep::{Deep, End, Node, Probe};
use super::grid::{Grid, MOST};
use super::lowered::Lowered;
use super::partition::Strength;
use super::split::{self, Threshold};
use super::tables::Tables;
use super::watched::watched;
use crate::solver::{Stop, Watch};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// A threshold is searched on several threads if the one before took this many nodes.
const WORTH_SPLITTING: u64 = 100_000;

/// Thresholds below one that is given are searched until one takes as many nodes, to tell how many that one will take.
const PROBED: u64 = 10_000;

/// A threshold that is expected to take more nodes is worth greater tables.
const WORTH_GREAT: u64 = 12_000_000;

/// By what factor a threshold takes more nodes than the one before, about.
const GROWTH: u64 = 6;

/// The tables built so far, kept for the life of the process.
static SHELF: Mutex<Vec<Arc<Tables>>> = Mutex::new(Vec::new());

/// A number puzzle turned so that the blank of its goal stands where tables are built for it.
#[derive(Debug)]
pub(super) struct Classic {
    grid: Grid,
    /// The blank's goal cell after turning.
    blank: usize,
    /// Where each cell goes in the turn.
    turn: Vec<usize>,
    /// The goal cell of each tile number, before the turn; that of the blank for 0.
    goal_of: Vec<usize>,
}

/// A solved position: the blank's cells on the way, the start's included, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Way {
    pub(super) cells: Vec<usize>,
    pub(super) nodes: u64,
}

impl Classic {
    /// The turned puzzle, or `None` if it is no full rectangle with one blank, or too large for tables.
    pub(super) fn of(board: &Lowered) -> Option<Classic> {
        let (width, height) = board.sides();
        if !board.is_plain() || width * height > MOST {
            return None;
        }
        let grid = Grid::new(width, height);
        let mut goal_of = vec![0; grid.area()];
        for (cell, &tile) in board.goal().iter().enumerate() {
            goal_of[usize::from(tile)] = cell;
        }
        Some(Classic::turned_to(grid, goal_of))
    }

    /// A board of at most 16 cells whose tiles ascend at the goal, the blank last.
    pub(super) fn ascending(width: usize, height: usize) -> Classic {
        let area = width * height;
        let goal_of = (0..area).map(|tile| (tile + area - 1) % area).collect();
        Classic::turned_to(Grid::new(width, height), goal_of)
    }

    /// The puzzle turned so that its blank's goal comes as far to the front as it can.
    fn turned_to(grid: Grid, goal_of: Vec<usize>) -> Classic {
        let turn = grid
            .symmetries()
            .into_iter()
            .min_by_key(|map| map[goal_of[0]]);
        let turn = turn.expect("leaving the board as it is is one of its symmetries");
        Classic {
            blank: turn[goal_of[0]],
            grid,
            turn,
            goal_of,
        }
    }

    /// The tables for this goal; how long building took, if they had to be built, is added to the watch.
    ///
    /// # Errors
    /// The limit that was reached while they were built.
    pub(super) fn tables(
        &self,
        strength: Strength,
        watch: &mut Watch<'_>,
    ) -> Result<Arc<Tables>, Stop> {
        if let Some(tables) = self.shelved(strength) {
            return Ok(tables);
        }
        let (grid, blank, limits) = (self.grid.clone(), self.blank, watch.limits());
        let course = Course::default();
        let held = watch.progress.bytes;
        let build = |stop: &AtomicBool| {
            let building = Building {
                threads: limits.threads,
                room: limits.memory.map(|bytes| bytes.saturating_sub(held)),
                stop,
                course: &course,
            };
            building.run(grid, blank, strength)
        };
        let built = watched(watch, build, |progress| course.tell(progress));
        watch.progress.building = None;
        let tables = Arc::new(built??);
        let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.push(Arc::clone(&tables));
        watch.tables += tables.took;
        Ok(tables)
    }

    fn shelved(&self, strength: Strength) -> Option<Arc<Tables>> {
        let shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |tables: &&Arc<Tables>| {
            let sides = (tables.grid.width, tables.grid.height);
            sides == (self.grid.width, self.grid.height)
                && (tables.blank, tables.strength) == (self.blank, strength)
        };
        shelf.iter().find(fits).cloned()
    }

    /// The turned board: the goal cell of the tile on each cell.
    pub(super) fn turned(&self, cells: &[u8]) -> Vec<u8> {
        let mut board = vec![0; cells.len()];
        for (cell, &tile) in cells.iter().enumerate() {
            board[self.turn[cell]] = self.turn[self.goal_of[usize::from(tile)]] as u8;
        }
        board
    }

    /// A shortest way from `cells`, which must be solvable, to the goal. None has fewer than `at_least` moves.
    /// `None` if `known`, the length of a solution that the caller has, turns out to be the optimum.
    ///
    /// # Errors
    /// What stopped the search; the bound proven so far is in the watch's progress.
    pub(super) fn solve(
        &self,
        mut tables: Arc<Tables>,
        cells: &[u8],
        at_least: u32,
        known: Option<u32>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Way>, Stop> {
        watch.progress.bytes = tables.bytes();
        watch.room(0)?;
        let turned = self.turned(cells);
        let mut node = Node::new(&tables, &turned);
        let bound = node.bound();
        // Every step changes the blank's colour, so that all solutions have the parity of the bound.
        let first = bound.max(at_least + (at_least ^ bound) % 2);
        let (mut nodes, mut last) = (0, 0);
        node.left = bound;
        loop {
            let probing = node.left < first && last < PROBED;
            if !probing {
                let ahead = (first.max(node.left) - node.left) / 2 + 1;
                node.left = node.left.max(first);
                if expected(last, ahead) > WORTH_GREAT
                    && let Some(great) = self.greater(&tables, watch)?
                {
                    let left = node.left;
                    tables = great;
                    node = Node::new(&tables, &turned);
                    node.left = left.max(node.bound());
                    last = 0;
                }
            }
            watch.progress.lower_bound = watch.progress.lower_bound.max(node.left);
            watch.progress.depth = node.left;
            if known.is_some_and(|known| node.left >= known) {
                return Ok(None);
            }
            watch.progress.states = nodes;
            watch.progress.expanded = nodes;
            let threshold = one_threshold(&tables, &node, last, watch)?;
            nodes += threshold.nodes;
            if let Some(found) = threshold.node {
                watch.progress.states = nodes;
                let blank = cells.iter().position(|&t| t == 0).unwrap_or(0);
                return Ok(Some(Way {
                    cells: self.blank_cells(blank, &found.path(node.left)),
                    nodes,
                }));
            }
            last = threshold.nodes;
            node.left += 2;
        }
    }

    /// Greater tables, if there are any and they fit.
    fn greater(&self, tables: &Tables, watch: &mut Watch<'_>) -> Result<Option<Arc<Tables>>, Stop> {
        if tables.strength == Strength::Great {
            return Ok(None);
        }
        match self.tables(Strength::Great, watch) {
            Ok(great) => Ok(Some(great)),
            Err(Stop::Memory | Stop::NotApplicable) => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// The blank's cells, turned back, when it goes in `directions` of the turned board.
    pub(super) fn blank_cells(&self, blank: usize, directions: &[usize]) -> Vec<usize> {
        let mut back = vec![0; self.turn.len()];
        for (cell, &there) in self.turn.iter().enumerate() {
            back[there] = cell;
        }
        let mut at = self.turn[blank];
        let mut cells = vec![blank];
        for &direction in directions {
            at = usize::from(self.grid.near[at][direction]);
            cells.push(back[at]);
        }
        cells
    }
}

/// The nodes that a threshold will take if the one `ahead` thresholds before took `nodes`.
fn expected(nodes: u64, ahead: u32) -> u64 {
    (0..ahead).fold(nodes, |nodes, _| nodes.saturating_mul(GROWTH))
}

/// One threshold, on as many threads as are allowed and worth it.
fn one_threshold(
    tables: &Tables,
    node: &Node,
    last: u64,
    watch: &mut Watch<'_>,
) -> Result<Threshold, Stop> {
    let threads = watch.limits().threads;
    if threads > 1 && last >= WORTH_SPLITTING {
        return split::search(tables, node.clone(), threads, watch);
    }
    let mut here = Here { watch, why: None };
    let mut deep = Deep::new(tables, node.clone(), &mut here);
    let end = deep.run();
    let (nodes, node) = (deep.nodes, (end == End::Found).then(|| deep.node.clone()));
    match here.why {
        Some(why) if end == End::Stopped => Err(why),
        _ => Ok(Threshold { nodes, node }),
    }
}

/// Checks the limits on the searching thread itself.
struct Here<'a, 'w> {
    watch: &'a mut Watch<'w>,
    why: Option<Stop>,
}

impl Probe for &mut Here<'_, '_> {
    fn go_on(&mut self, nodes: u64) -> bool {
        self.watch.progress.states += nodes;
        self.why = self.watch.check().err();
        self.why.is_none()
    }
}
