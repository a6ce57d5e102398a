//! The survey of a block puzzle's component, and codes raised to positions.

use super::bits::Bits;
use super::by_empty_cells::{ByEmptyCells, Listed};
use super::layout;
use super::lower::{Blocks, lowered};
use super::plan::Plan;
use crate::puzzle::{Cell, Metric, Move, Position, Puzzle};
use crate::solver::budget::{Budget, StopReason};
use crate::solver::component::distances::DistanceTable;
use crate::solver::component::state_space::{Walked, Ways, walk};
use crate::solver::component::survey;
use crate::solver::component::survey::{HardestPosition, Survey};
use crate::solver::component::table::Table;

/// Measures the component of the puzzle's start.
pub(crate) fn measure<K: Bits, B: Bits>(
    puzzle: &Puzzle,
    plan: &Plan,
    metric: Metric,
    budget: &mut Budget<'_>,
) -> Result<Survey, StopReason> {
    let (blocks, start, table) = walked::<K, B>(puzzle, plan, metric, budget)?;
    let raise = |code| blocks.raised(puzzle, plan, code);
    survey::measure(&blocks, start, &table, raise, budget)
}

/// Finds a hardest position of the component of the puzzle's start, and the summits of `least` moves or more.
pub(crate) fn find_hardest<K: Bits, B: Bits>(
    puzzle: &Puzzle,
    plan: Plan,
    (metric, least): (Metric, u32),
    budget: &mut Budget<'_>,
) -> Result<HardestPosition, StopReason> {
    let (blocks, start, table) = walked::<K, B>(puzzle, &plan, metric, budget)?;
    let (code, moves) = survey::farthest(start, &table);
    let raised = |(code, moves)| (blocks.raised(puzzle, &plan, code), moves);
    let summits = survey::summits(&blocks, &table, least).into_iter();
    Ok(HardestPosition {
        position: blocks.raised(puzzle, &plan, code),
        moves,
        summits: summits.map(raised).collect(),
        states: table.len() as u64,
        bytes: table.bytes(),
        reached: {
            let puzzle = puzzle.clone();
            Box::new(move |position| {
                let code = blocks.lower(&puzzle, &plan, position);
                code.is_some_and(|code| table.find(&code).is_some())
            })
        },
    })
}

/// A lowered puzzle, its start, and its component.
type WalkedCodes<K, B> = (Blocks<K, B>, K, Table<K>);

/// Walks the component of the puzzle's start. Mirror images are not merged: whether an image can be reached at all
/// is one of the things that are to be found out.
fn walked<K: Bits, B: Bits>(
    puzzle: &Puzzle,
    plan: &Plan,
    metric: Metric,
    budget: &mut Budget<'_>,
) -> Result<WalkedCodes<K, B>, StopReason> {
    let blocks = Blocks::<K, B>::new(puzzle, plan, metric);
    let start = blocks.lower(puzzle, plan, puzzle.start());
    let start = start.ok_or(StopReason::NotApplicable)?;
    let table = Table::build(&blocks, start, budget)?;
    Ok((blocks, start, table))
}

impl<K: Bits, B: Bits> Blocks<K, B> {
    fn raised(&self, puzzle: &Puzzle, plan: &Plan, code: K) -> Position {
        self.position(puzzle, plan, code)
            .expect("every code of the component is of a legal position")
    }

    /// The position of a code: in each region the pieces of a kind from the first place to the last, in their order.
    pub(crate) fn position(&self, puzzle: &Puzzle, plan: &Plan, code: K) -> Option<Position> {
        let mut anchors: Vec<Cell> = puzzle.start().anchors().to_vec();
        for (group, places, _) in self.field_places() {
            let pieces = puzzle.piece_ids().filter(|&id| {
                let start = puzzle.start().anchor(id);
                usize::from(puzzle.piece(id).kind().0) == group && places.has(plan.number(start))
            });
            let here = self.anchors(code, &self.groups[group]) & places;
            for (id, anchor) in pieces.zip(here.ones()) {
                anchors[id.index()] = plan.cell(anchor);
            }
        }
        puzzle.position(&anchors, self.stage(code))
    }
}

/// A lowered puzzle with the distances of its codes.
struct BlockDistances<K, B> {
    puzzle: Puzzle,
    plan: Plan,
    blocks: Blocks<K, B>,
    table: Table<K>,
}

/// Builds the table of the component of the puzzle's start.
pub(crate) fn build<K: Bits, B: Bits>(
    puzzle: &Puzzle,
    plan: Plan,
    metric: Metric,
    budget: &mut Budget<'_>,
) -> Result<Box<dyn DistanceTable>, StopReason> {
    let blocks: Blocks<K, B> = lowered(puzzle, &plan, metric);
    let start = blocks.lower(puzzle, &plan, puzzle.start());
    let start = blocks.canonical(start.ok_or(StopReason::NotApplicable)?);
    let by_empty_cells = ByEmptyCells::new(&blocks, start);
    let listed = Listed { blocks: &blocks, by_empty_cells };
    let table = Table::build(&listed, start, budget)?;
    Ok(Box::new(BlockDistances { puzzle: puzzle.clone(), plan, blocks, table }))
}

impl<K: Bits, B: Bits> BlockDistances<K, B> {
    fn code(&self, position: &Position) -> Option<K> {
        self.blocks.lower(&self.puzzle, &self.plan, position)
    }

    fn distance(&self, code: K) -> Option<u32> {
        self.table.distance(&self.blocks.canonical(code))
    }
}

impl<K: Bits, B: Bits> DistanceTable for BlockDistances<K, B> {
    fn remaining(&self, position: &Position) -> Option<u32> {
        self.distance(self.code(position)?)
    }

    fn next(&self, position: &Position) -> Option<Move> {
        let code = self.code(position)?;
        let nearer = self.distance(code)?.checked_sub(1)?;
        let (change, next) =
            self.blocks.change_where(code, |next| self.distance(next) == Some(nearer))?;
        self.blocks.mv(&self.puzzle, &self.plan, position, (code, next), change)
    }

    fn states(&self) -> u64 {
        self.table.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}

/// Walks the component of the puzzle's start. Mirror images are not merged: a place on the map is a true one.
pub(crate) fn state_space<K: Bits, B: Bits>(
    puzzle: &Puzzle,
    metric: Metric,
    budget: &mut Budget<'_>,
) -> Result<Walked, StopReason> {
    let lowered = || {
        let plan = layout::plan(puzzle);
        let blocks = Blocks::<K, B>::new(puzzle, &plan, metric);
        (puzzle.clone(), plan, blocks)
    };
    let (_, plan, blocks) = lowered();
    let start = blocks.lower(puzzle, &plan, puzzle.start());
    let start = start.ok_or(StopReason::NotApplicable)?;
    let (down, up) = (lowered(), lowered());
    let ways = Ways {
        lower: move |position: &Position| down.2.lower(&down.0, &down.1, position),
        raise: move |code: K| up.2.position(&up.0, &up.1, code),
    };
    walk(&blocks, start, ways, budget)
}
