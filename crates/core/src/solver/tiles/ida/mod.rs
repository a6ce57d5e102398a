//! IDA* over pattern databases, one threshold after another (Korf, Artificial Intelligence 27, 1985).

pub(crate) mod dfs;
pub(crate) mod duplicate_fsm;
pub(crate) mod parallel;

use super::pdb::Tables;
use super::pdb::board::Classic;
use crate::solver::{Stop, Watch};
use dfs::{Deep, End, Node, Probe};
use parallel::Threshold;
use std::sync::Arc;

/// A threshold is searched on several threads if it is expected to take this many nodes.
const WORTH_SPLITTING: u64 = 600_000;

/// Thresholds below one that is given are searched until one takes as many nodes, to tell how many that one will take.
const PROBED: u64 = 10_000;

/// A threshold of the 15-puzzle that is expected to take more nodes is worth greater tables.
const WORTH_GREAT: u64 = 12_000_000;

/// By what factor a threshold takes more nodes than the one before, about.
const GROWTH: u64 = 6;

/// By what factor greater tables save nodes, about.
const SAVING: u64 = 32;

/// The thresholds of one position.
pub(crate) struct Thresholds<'c> {
    classic: &'c Classic,
    tables: Arc<Tables>,
    /// The turned board.
    board: Vec<u8>,
    /// The blank's cell before the turn.
    blank: usize,
    root: Node,
    /// Nodes of all thresholds so far.
    pub(crate) nodes: u64,
    /// Nodes that the next threshold is expected to take.
    pub(crate) expected: u64,
}

/// The cells of the blank, its own first, on a shortest way from `cells`, which must be solvable, to the goal. None has fewer
/// than `at_least` moves.
///
/// # Errors
/// What stopped the search; the bound proven so far is in the watch's progress.
pub(crate) fn solve(
    classic: &Classic,
    tables: Arc<Tables>,
    cells: &[u8],
    at_least: u32,
    watch: &mut Watch<'_>,
) -> Result<Vec<usize>, Stop> {
    watch.progress.bytes = tables.bytes();
    watch.room(0)?;
    let mut thresholds = Thresholds::new(classic, tables, cells);
    thresholds.probe(at_least, watch)?;
    loop {
        if thresholds.expected > WORTH_GREAT
            && let Some(great) = classic.greater(&thresholds.tables, watch)?
        {
            watch.progress.bytes += great.bytes();
            thresholds.follow(great);
        }
        if let Some(way) = thresholds.next(watch)? {
            return Ok(way);
        }
    }
}

impl<'c> Thresholds<'c> {
    /// Begins with the bound of the tables.
    pub(crate) fn new(classic: &'c Classic, tables: Arc<Tables>, cells: &[u8]) -> Thresholds<'c> {
        let board = classic.turned(cells);
        let mut root = Node::new(&tables, &board);
        root.left = root.bound();
        Thresholds {
            classic,
            tables,
            board,
            blank: cells.iter().position(|&tile| tile == 0).unwrap_or(0),
            root,
            nodes: 0,
            expected: 0,
        }
    }

    /// No solution has fewer moves.
    pub(crate) fn bound(&self) -> u32 {
        self.root.left
    }

    /// Changes to other tables.
    pub(crate) fn follow(&mut self, tables: Arc<Tables>) {
        let left = self.root.left;
        self.tables = tables;
        self.root = Node::new(&self.tables, &self.board);
        self.root.left = left.max(self.root.bound());
        self.expected /= SAVING;
    }

    /// Goes on from a bound that is known otherwise. The first few thresholds are searched all the same: they cost next to
    /// nothing and tell what those above will.
    fn probe(&mut self, at_least: u32, watch: &mut Watch<'_>) -> Result<(), Stop> {
        // Every step changes the blank's colour, so that all solutions have the parity of the bound.
        let first = at_least + (at_least ^ self.root.left) % 2;
        while self.root.left < first && self.expected < PROBED * GROWTH {
            let none = self.next(watch)?;
            debug_assert!(none.is_none(), "the caller's bound is proven");
        }
        while self.root.left < first {
            self.root.left += 2;
            self.expected = self.expected.saturating_mul(GROWTH);
        }
        Ok(())
    }

    /// Searches the next threshold; a way that it finds is a shortest one.
    ///
    /// # Errors
    /// What stopped it.
    pub(crate) fn next(&mut self, watch: &mut Watch<'_>) -> Result<Option<Vec<usize>>, Stop> {
        watch.progress.lower_bound = watch.progress.lower_bound.max(self.root.left);
        watch.progress.depth = self.root.left;
        let before = watch.progress.states;
        let threshold = self.search(watch)?;
        self.nodes += threshold.nodes;
        watch.progress.states = before + threshold.nodes;
        watch.progress.expanded = watch.progress.states;
        if let Some(found) = threshold.node {
            let directions = found.path(self.root.left);
            return Ok(Some(self.classic.blank_cells(self.blank, &directions)));
        }
        self.expected = threshold.nodes.saturating_mul(GROWTH);
        self.root.left += 2;
        watch.progress.lower_bound = watch.progress.lower_bound.max(self.root.left);
        Ok(None)
    }

    /// One threshold, on as many threads as are allowed and worth it.
    fn search(&self, watch: &mut Watch<'_>) -> Result<Threshold, Stop> {
        let threads = watch.limits().threads;
        if threads > 1 && self.expected >= WORTH_SPLITTING {
            return parallel::search(&self.tables, self.root.clone(), threads, watch);
        }
        let mut here = Here { watch, why: None };
        let mut deep = Deep::new(&self.tables, self.root.clone(), &mut here);
        let end = deep.run();
        let (nodes, node) = (deep.nodes, (end == End::Found).then(|| deep.node.clone()));
        match here.why {
            Some(why) if end == End::Stopped => Err(why),
            _ => Ok(Threshold { nodes, node }),
        }
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
