//! The landscape of a block puzzle's component.

use super::bits::Bits;
use super::layout;
use super::lower::Blocks;
use crate::puzzle::{Metric, Position, Puzzle};
use crate::solver::limits::{Stop, Watch};
use crate::solver::walk::{Walked, Ways, walk};

/// Walks the component of the puzzle's start. Mirror images are not merged: a place on the map is a true one.
pub(super) fn landscape<K: Bits, B: Bits>(
    puzzle: &Puzzle,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Result<Walked, Stop> {
    let lowered = || {
        let plan = layout::plan(puzzle);
        let blocks = Blocks::<K, B>::new(puzzle, &plan, metric);
        (puzzle.clone(), plan, blocks)
    };
    let (_, plan, blocks) = lowered();
    let start = blocks.lower(puzzle, &plan, puzzle.start());
    let start = start.ok_or(Stop::NotApplicable)?;
    let (down, up) = (lowered(), lowered());
    let ways = Ways {
        lower: move |position: &Position| down.2.lower(&down.0, &down.1, position),
        raise: move |code: K| up.2.position(&up.0, &up.1, code),
    };
    walk(&blocks, start, ways, watch)
}
