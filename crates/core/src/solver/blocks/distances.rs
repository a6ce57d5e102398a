//! The distance table of a block puzzle.

use super::assemble::lowered;
use super::bits::Bits;
use super::lower::Blocks;
use super::openings::{Listed, Openings};
use super::plan::Plan;
use crate::puzzle::{Metric, Move, Position, Puzzle};
use crate::solver::limits::{Stop, Watch};
use crate::solver::lookup::Lookup;
use crate::solver::table::Table;

/// A lowered puzzle with the distances of its codes.
struct BlockDistances<K, B> {
    puzzle: Puzzle,
    plan: Plan,
    blocks: Blocks<K, B>,
    table: Table<K>,
}

/// Builds the table of the component of the puzzle's start.
pub(super) fn build<K: Bits, B: Bits>(
    puzzle: &Puzzle,
    plan: Plan,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Result<Box<dyn Lookup>, Stop> {
    let blocks: Blocks<K, B> = lowered(puzzle, &plan, metric);
    let start = blocks.lower(puzzle, &plan, puzzle.start());
    let start = blocks.canonical(start.ok_or(Stop::NotApplicable)?);
    let openings = Openings::new(&blocks, start);
    let listed = Listed { blocks: &blocks, openings };
    let table = Table::build(&listed, start, watch)?;
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

impl<K: Bits, B: Bits> Lookup for BlockDistances<K, B> {
    fn remaining(&self, position: &Position) -> Option<u32> {
        self.distance(self.code(position)?)
    }

    fn next(&self, position: &Position) -> Option<Move> {
        let code = self.code(position)?;
        let nearer = self.distance(code)?.checked_sub(1)?;
        let (change, next) =
            self.blocks.change_where(code, |next| self.distance(next) == Some(nearer))?;
        self.blocks.action(&self.puzzle, &self.plan, position, (code, next), change)
    }

    fn states(&self) -> u64 {
        self.table.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}
