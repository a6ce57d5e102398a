//! Block puzzles lowered to bit-packed codes, for breadth-first, bidirectional and best-first search.

pub(crate) mod anytime;
mod bitslice;
mod by_empty_cells;
mod decoder;
mod expand;
mod field;
mod goals;
mod group;
mod interned;
mod layout;
mod lines;
mod lower;
mod pattern_database;
mod plan;
mod reconstruct;
mod symmetry;
#[cfg(test)]
mod tests;
mod waypoints;
mod width;

use super::budget::{Budget, StopReason};
use super::lowered::{AnyLowered, Lowered, Widest};
use super::search::bits::{BigBits, Bits};
use crate::puzzle::{Metric, Puzzle};
pub(crate) use interned::Interned;
use lower::Blocks;
pub(crate) use lower::Purpose;
use plan::Plan;

/// Bits of the longest codes that are states themselves: of each width the last bit is free.
pub(crate) const MOST_BITS: u32 = Widest::BITS - 1;

/// The lowered puzzle, with the words that its codes and its board need.
///
/// # Errors
/// The limit that was reached: where there are hundreds of kinds it takes a while.
pub(crate) fn lower(
    puzzle: &Puzzle,
    metric: Metric,
    purpose: Purpose,
    budget: &mut Budget<'_>,
) -> Result<AnyLowered, StopReason> {
    let plan = layout::plan(puzzle, budget)?;
    let (bits, area, of) = (plan.bits, plan.area, (puzzle, plan, (metric, purpose)));
    Ok(match (bits, area) {
        (..=63, ..=64) => AnyLowered::One(blocks::<_, u64>(of, budget)?),
        (..=127, ..=64) => AnyLowered::Two(blocks::<_, u64>(of, budget)?),
        (..=127, ..=128) => AnyLowered::Two(blocks::<_, u128>(of, budget)?),
        (..=383, ..=384) => AnyLowered::Six(blocks::<_, BigBits<6>>(of, budget)?),
        (..=MOST_BITS, _) => AnyLowered::Big(blocks::<_, BigBits<16>>(of, budget)?),
        (_, _) => {
            let (puzzle, plan, how) = of;
            let blocks = Blocks::new(puzzle, plan, how, budget)?;
            AnyLowered::Long(Box::new(Interned::new(blocks, budget)))
        }
    })
}

fn blocks<K: Bits, B: Bits>(
    (puzzle, plan, how): (&Puzzle, Plan, (Metric, Purpose)),
    budget: &mut Budget<'_>,
) -> Result<Box<dyn Lowered<K>>, StopReason> {
    Ok(Box::new(Blocks::<K, B>::new(puzzle, plan, how, budget)?))
}
