//! Everything that can be reached from a start, walked once: its distances, its survey, and its state space for the map.

pub(crate) mod difficulty;
pub(crate) mod distances;
mod explicit_graph;
pub(crate) mod links;
pub(crate) mod necks;
pub(crate) mod shape;
pub(crate) mod state_space;
pub(crate) mod survey;
pub(crate) mod table;

use super::budget::{Budget, StopReason};
use super::lowered::Lowered;
use super::search::pool::Pool;
use super::search::space::State;
use crate::puzzle::{Move, Position};
use links::Edges;
use table::{Table, TableLimit};

/// The distance of every position that can be reached.
pub(crate) trait DistanceTable: Send + Sync {
    /// Moves from a position to the nearest solved one.
    fn remaining(&self, position: &Position) -> Option<u32>;

    /// A move to a position that is one move nearer.
    fn next(&self, position: &Position) -> Option<Move>;

    /// Distinct states, mirror images counted once where they are merged.
    fn states(&self) -> u64;

    /// Bytes held.
    fn bytes(&self) -> u64;
}

/// A component whose states are numbered in breadth-first order from the start, which is 0. It hides the type of the
/// states, so that the questions about it are compiled once.
pub(crate) trait Component: DistanceTable {
    /// The number of a position; `None` if it cannot be reached.
    fn number(&self, position: &Position) -> Option<usize>;

    /// The position of this number.
    fn position(&self, number: usize) -> Position;

    /// Moves to the nearest solved position.
    fn distance(&self, number: usize) -> Option<u32>;

    /// Whether there is room for all states.
    fn fits(&self, room: TableLimit) -> bool;

    /// Moves from the start.
    fn depth(&self, number: usize) -> u32;

    /// The different states, other than itself, that one move leads to from each of these.
    fn successors(&self, numbers: &[u32]) -> Edges;

    /// From how many states one move is made between two looks at the limits.
    fn together(&self) -> usize;

    /// Whether every move can be taken back by one move.
    fn is_undirected(&self) -> bool;

    /// Gives back what only [`Component::successors`] needs, which is made anew for the next.
    fn put_away(&mut self);
}

/// States from which one move is made together, at most: what a batch leads to stays in the second cache.
const TOGETHER: usize = 1 << 9;

/// Batches for each thread between two times that all are waited for.
const BATCHES: usize = 8;

/// States between two looks at the clock.
const A_CHECK: usize = 1 << 12;

/// Calls `visit` with the number of each state and its distance, in the order of the numbers.
pub(crate) fn each_distance(
    component: &dyn Component,
    budget: &mut Budget<'_>,
    mut visit: impl FnMut(u32, Option<u32>),
) -> Result<(), StopReason> {
    for number in 0..component.states() as usize {
        if number % A_CHECK == 0 {
            budget.check()?;
        }
        visit(number as u32, component.distance(number));
    }
    Ok(())
}

/// Calls `visit` with batches of `numbers`, in their order, and where one move leads from each number of a batch; that is found out by all
/// threads.
pub(crate) fn in_batches(
    component: &dyn Component,
    mut numbers: impl Iterator<Item = u32>,
    budget: &mut Budget<'_>,
    mut visit: impl FnMut(&[u32], &Edges, &mut Budget<'_>) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    let (mut pool, mut asked) = (Pool::default(), Vec::new());
    let (most, threads) = (component.together(), budget.limits().threads.max(1));
    loop {
        budget.check()?;
        asked.clear();
        asked.extend(numbers.by_ref().take(threads * BATCHES * most));
        if asked.is_empty() {
            return Ok(());
        }
        // What is one batch needs no other thread.
        if asked.len() > most {
            pool.gather(threads);
        }
        let batches: Vec<&[u32]> = asked.chunks(most).collect();
        let shares = pool.in_shares(0..batches.len(), budget, |share, check| {
            let near = |batch: &&[u32]| check().map(|()| component.successors(batch));
            batches[share].iter().map(near).collect::<Result<Vec<Edges>, _>>()
        })?;
        for (batch, near) in batches.iter().zip(shares.iter().flatten()) {
            visit(batch, near, budget)?;
        }
    }
}

/// A lowered puzzle with the table of its states.
pub(crate) struct Walked<S: State> {
    lowered: Box<dyn Lowered<S>>,
    table: Table<S>,
}

impl<S: State> Walked<S> {
    /// Walks the component of `start`.
    ///
    /// # Errors
    /// The limit that was reached; [`StopReason::NotApplicable`] if there is no `room` for all states.
    pub(crate) fn of(
        lowered: Box<dyn Lowered<S>>,
        start: &Position,
        room: Option<TableLimit>,
        budget: &mut Budget<'_>,
    ) -> Result<Walked<S>, StopReason> {
        let start = lowered.state(start).ok_or(StopReason::NotApplicable)?;
        let table = Table::build(&*lowered, start, room, budget)?;
        Ok(Walked { lowered, table })
    }
}

impl<S: State> DistanceTable for Walked<S> {
    fn remaining(&self, position: &Position) -> Option<u32> {
        self.distance(self.number(position)?)
    }

    fn next(&self, position: &Position) -> Option<Move> {
        let nearer = self.remaining(position)?.checked_sub(1)?;
        let distance = |state| self.table.distance(self.table.find(&state)?);
        self.lowered.mv(position, &|next| distance(next) == Some(nearer))
    }

    fn states(&self) -> u64 {
        self.table.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}

impl<S: State> Component for Walked<S> {
    fn number(&self, position: &Position) -> Option<usize> {
        self.table.find(&self.lowered.state(position)?)
    }

    fn position(&self, number: usize) -> Position {
        self.lowered.position(self.table.state(number))
    }

    fn distance(&self, number: usize) -> Option<u32> {
        self.table.distance(number)
    }

    fn fits(&self, room: TableLimit) -> bool {
        self.states() <= room.states::<S>()
    }

    fn depth(&self, number: usize) -> u32 {
        self.table.depth(number)
    }

    fn successors(&self, numbers: &[u32]) -> Edges {
        let states: Vec<S> = numbers.iter().map(|&at| self.table.state(at as usize)).collect();
        let (mut children, mut origins, mut found) = (Vec::new(), Vec::new(), Vec::new());
        self.lowered.expand_each(&states, &mut children, &mut origins);
        self.table.find_all(&children, &mut found);
        Edges::from_each(numbers, &found, &origins)
    }

    fn together(&self) -> usize {
        self.lowered.together().min(TOGETHER)
    }

    fn is_undirected(&self) -> bool {
        self.lowered.is_undirected()
    }

    fn put_away(&mut self) {
        self.lowered.put_away();
    }
}
