//! IDA* over pattern databases, one threshold after another (Korf, Artificial Intelligence 27, 1985).

pub(crate) mod dfs;
pub(crate) mod duplicate_fsm;
pub(crate) mod parallel;

use super::board::blank_of;
use super::pdb::board::PdbBoard;
use super::pdb::{PatternDatabases, Size};
use crate::solver::{Budget, StopReason};
use dfs::{MOVES, Node};
use std::sync::Arc;

/// Thresholds below one that is given are searched until one takes as many nodes, to tell how many that one will take.
const PROBED: u64 = 1_000;

/// A threshold of the 15-puzzle that is expected to take more nodes is worth greater tables.
const WORTH_GREAT: u64 = 12_000_000;

/// The same where somebody plays, who asks for many positions one after the other.
const WORTH_PREPARING: u64 = 30_000;

/// By what factor a threshold takes more nodes than the one before, about.
// A threshold is two moves higher, and the square of the 24-puzzle's branching factor of 2.37 is 5.6.
const GROWTH: u64 = 6;

/// By what factor greater tables save nodes, about.
const SAVING: u64 = 32;

/// The thresholds of one position.
pub(crate) struct Ida<'c> {
    pdb_board: &'c PdbBoard,
    tables: Arc<PatternDatabases>,
    /// The turned board.
    board: Vec<u8>,
    /// The blank's cell before the turn.
    blank: usize,
    root: Node,
    /// Nodes that the next threshold is expected to take.
    pub(crate) expected: u64,
}

/// A threshold that is expected to take more nodes is worth waiting for the usual tables, if somebody is making them.
const WORTH_WAITING: u64 = 600_000;

/// The cells of the blank, its own first, on a shortest way from `cells`, which must be solvable, to the goal. None has fewer
/// than `lower_bound` moves; `None` if none has fewer than `upper_bound`.
///
/// # Errors
/// What stopped the search; the bound proven so far is in the budget's progress.
pub(crate) fn solve(
    pdb_board: &PdbBoard,
    cells: &[u8],
    (lower_bound, upper_bound, soon): (u32, Option<u32>, bool),
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<usize>>, StopReason> {
    // Less is built sooner, for the first board that somebody waits for.
    let is_soon = !pdb_board.has(Size::Small) && (soon || pdb_board.is_begun(Size::Small));
    let sizes = [
        pdb_board.is_prepared().then_some(Size::Large),
        (!is_soon).then_some(Size::Small),
        Some(Size::Least),
    ];
    let mut at = |size| begun(pdb_board, size, cells, lower_bound, budget);
    let mut tried = sizes.into_iter().flatten().map(&mut at);
    let fits = |tables: &Result<_, _>| !matches!(tables, Err(StopReason::Memory));
    let mut thresholds = tried.find(fits).unwrap_or(Err(StopReason::Memory))?;
    let mut may_grow = is_soon;
    loop {
        let bound = thresholds.bound();
        budget.progress.lower_bound = budget.progress.lower_bound.max(bound);
        if upper_bound.is_some_and(|most| bound >= most) {
            return Ok(None);
        }
        if may_grow && (thresholds.expected > WORTH_WAITING || pdb_board.has(Size::Small)) {
            // Once is enough: tables that do not fit now will not do so later.
            may_grow = false;
            match begun(pdb_board, Size::Small, cells, lower_bound, budget) {
                Ok(usual) => thresholds = usual,
                Err(StopReason::Memory) => {}
                Err(why) => return Err(why),
            }
            continue;
        }
        if thresholds.expected > WORTH_GREAT
            && let Some(great) = pdb_board.greater(&thresholds.tables, budget)?
        {
            budget.progress.bytes += great.bytes();
            thresholds.follow(great);
        }
        if let Some(way) = thresholds.next(budget)? {
            return Ok(Some(way));
        }
    }
}

/// Makes the usual tables for the goal of `pdb_board`, and the large ones if a search from `cells` takes long without; first of all the
/// least ones, with which a search of `cells` that somebody waits for begins.
pub(crate) fn prepare(
    pdb_board: &PdbBoard,
    cells: &[u8],
    budget: &mut Budget<'_>,
) -> Result<(), StopReason> {
    if !pdb_board.has(Size::Small) {
        pdb_board.tables(Size::Least, budget)?;
    }
    // From here on that search is at work.
    budget.leave_half_of_the_threads();
    let mut thresholds = begun(pdb_board, Size::Small, cells, 0, budget)?;
    while thresholds.expected <= WORTH_PREPARING {
        if thresholds.next(budget)?.is_some() {
            return Ok(());
        }
    }
    pdb_board.prepare(&thresholds.tables, budget)
}

/// The thresholds of a position with tables of this size, from a bound on that is known.
fn begun<'c>(
    pdb_board: &'c PdbBoard,
    size: Size,
    cells: &[u8],
    lower_bound: u32,
    budget: &mut Budget<'_>,
) -> Result<Ida<'c>, StopReason> {
    let tables = pdb_board.tables(size, budget)?;
    budget.progress.bytes = tables.bytes();
    budget.room(0)?;
    let mut thresholds = Ida::new(pdb_board, tables, cells);
    thresholds.poll(lower_bound, budget)?;
    Ok(thresholds)
}

impl<'c> Ida<'c> {
    /// Begins with the bound of the tables.
    pub(crate) fn new(
        pdb_board: &'c PdbBoard,
        tables: Arc<PatternDatabases>,
        cells: &[u8],
    ) -> Ida<'c> {
        let board = pdb_board.turned(cells);
        let mut root = Node::new(&tables, &board);
        root.left = root.bound();
        Ida { pdb_board, tables, board, blank: blank_of(cells), root, expected: 0 }
    }

    /// No solution has fewer moves.
    pub(crate) fn bound(&self) -> u32 {
        self.root.left
    }

    /// Changes to other tables.
    pub(crate) fn follow(&mut self, tables: Arc<PatternDatabases>) {
        let left = self.root.left;
        self.tables = tables;
        self.root = Node::new(&self.tables, &self.board);
        // What was proven with the old tables still holds.
        self.root.left = left.max(self.root.bound());
        self.expected /= SAVING;
    }

    /// Goes on from a bound that is known otherwise. The first few thresholds are searched all the same: they cost next to
    /// nothing and tell what those above will.
    fn poll(&mut self, lower_bound: u32, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        // Every step changes the blank's colour, so that all solutions have the parity of the bound.
        let first = lower_bound + (lower_bound ^ self.root.left) % 2;
        while self.root.left < first && self.expected < PROBED * GROWTH {
            let none = self.next(budget)?;
            debug_assert!(none.is_none(), "the caller's bound is proven");
        }
        while self.root.left < first {
            self.root.left += 2;
            self.expected = self.expected.saturating_mul(GROWTH);
        }
        Ok(())
    }

    /// Searches the next threshold; a way that it finds is a shortest one.
    pub(crate) fn next(
        &mut self,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<usize>>, StopReason> {
        budget.progress.lower_bound = budget.progress.lower_bound.max(self.root.left);
        budget.progress.depth = self.root.left;
        // No board that a search comes to the end of has so long a way.
        if self.root.left as usize >= MOVES {
            return Err(StopReason::NotApplicable);
        }
        let before = budget.progress.states;
        let root = self.root.clone();
        let threshold = parallel::threshold(&*self.tables, root, self.expected, budget)?;
        budget.progress.states = before + threshold.nodes;
        budget.progress.expanded = budget.progress.states;
        if let Some(found) = threshold.node {
            let directions = found.path(self.root.left);
            return Ok(Some(self.pdb_board.blank_cells(self.blank, &directions)));
        }
        self.expected = threshold.nodes.saturating_mul(GROWTH);
        self.root.left += 2;
        budget.progress.lower_bound = budget.progress.lower_bound.max(self.root.left);
        Ok(None)
    }
}
