//! The survey of a block puzzle's component, and codes raised to positions.

use super::bits::Bits;
use super::lower::Blocks;
use super::plan::Plan;
use crate::puzzle::{Cell, Metric, Position, Puzzle};
use crate::solver::component::{self, FarEnd, Survey};
use crate::solver::limits::{Stop, Watch};
use crate::solver::table::Table;

/// Measures the component of the puzzle's start.
pub(super) fn measure<K: Bits, B: Bits>(
    puzzle: &Puzzle,
    plan: &Plan,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Result<Survey, Stop> {
    let (blocks, start, table) = walked::<K, B>(puzzle, plan, metric, watch)?;
    let raise = |code| blocks.raised(puzzle, plan, code);
    component::measure(&blocks, start, &table, raise, watch)
}

/// Finds a hardest position of the component of the puzzle's start, and the summits of `least` moves or more.
pub(super) fn hardest<K: Bits, B: Bits>(
    puzzle: &Puzzle,
    plan: Plan,
    (metric, least): (Metric, u32),
    watch: &mut Watch<'_>,
) -> Result<FarEnd, Stop> {
    let (blocks, start, table) = walked::<K, B>(puzzle, &plan, metric, watch)?;
    let (code, moves) = component::farthest(start, &table);
    let raised = |(code, moves)| (blocks.raised(puzzle, &plan, code), moves);
    let summits = component::summits(&blocks, &table, least).into_iter();
    Ok(FarEnd {
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
type Walked<K, B> = (Blocks<K, B>, K, Table<K>);

/// Walks the component of the puzzle's start. Mirror images are not merged: whether an image can be reached at all
/// is one of the things that are to be found out.
fn walked<K: Bits, B: Bits>(
    puzzle: &Puzzle,
    plan: &Plan,
    metric: Metric,
    watch: &mut Watch<'_>,
) -> Result<Walked<K, B>, Stop> {
    let blocks = Blocks::<K, B>::new(puzzle, plan, metric);
    let start = blocks.lower(puzzle, plan, puzzle.start());
    let start = start.ok_or(Stop::NotApplicable)?;
    let table = Table::build(&blocks, start, watch)?;
    Ok((blocks, start, table))
}

impl<K: Bits, B: Bits> Blocks<K, B> {
    fn raised(&self, puzzle: &Puzzle, plan: &Plan, code: K) -> Position {
        self.position(puzzle, plan, code)
            .expect("every code of the component is of a legal position")
    }

    /// The position of a code: in each region the pieces of a kind from the first place to the last, in their order.
    pub(super) fn position(&self, puzzle: &Puzzle, plan: &Plan, code: K) -> Option<Position> {
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
