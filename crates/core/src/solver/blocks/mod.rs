//! Block puzzles lowered to bit-packed codes, for breadth-first, bidirectional and best-first search.

pub(crate) mod anytime;
mod bitslice;
mod by_empty_cells;
mod decoder;
mod expand;
mod field;
mod goals;
mod group;
mod layout;
mod lower;
mod plan;
mod reconstruct;
mod staged;
mod symmetry;
mod width;

use super::lowered::{AnyLowered, Lowered};
use super::search::bits::{BigBits, Bits};
use crate::puzzle::{Metric, Puzzle};
use lower::Blocks;
pub(crate) use lower::Purpose;
use plan::Plan;

/// The lowered puzzle, with the words that its codes and its board need.
pub(crate) fn lower(puzzle: &Puzzle, metric: Metric, purpose: Purpose) -> AnyLowered {
    let plan = layout::plan(puzzle);
    let of = (puzzle, metric, purpose);
    match (plan.bits, plan.area) {
        (..=63, ..=64) => AnyLowered::One(blocks::<_, u64>(plan, of)),
        (..=127, ..=64) => AnyLowered::Two(blocks::<_, u64>(plan, of)),
        (..=127, ..=128) => AnyLowered::Two(blocks::<_, u128>(plan, of)),
        (..=383, ..=384) => AnyLowered::Six(blocks::<_, BigBits<6>>(plan, of)),
        (..=1023, _) => AnyLowered::Big(blocks::<_, BigBits<16>>(plan, of)),
        (_, _) => AnyLowered::Huge(blocks::<_, BigBits<16>>(plan, of)),
    }
}

fn blocks<K: Bits, B: Bits>(
    plan: Plan,
    (puzzle, metric, purpose): (&Puzzle, Metric, Purpose),
) -> Box<dyn Lowered<K>> {
    Box::new(Blocks::<K, B>::new(puzzle, plan, metric, purpose))
}
