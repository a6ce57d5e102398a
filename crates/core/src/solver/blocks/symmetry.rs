//! Mirror images: where board and goal are symmetric, a position and its image are the same distance from the goal.

use super::lower::Mirror;
use super::plan::{Plan, is_wanted};
use crate::puzzle::{Axis, Cell, CellSet, Goal, Puzzle, Shape, Size};
use crate::solver::budget::{Budget, StopReason};
use std::collections::BTreeSet;

/// The seven ways to turn or reflect a square; the last four need a square board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    flip_columns: bool,
    flip_rows: bool,
    transpose: bool,
}

impl Turn {
    fn all(size: Size) -> impl Iterator<Item = Turn> {
        // Number 0 would be the identity.
        (1..8u8)
            .map(|bits| Turn {
                flip_columns: bits & 1 != 0,
                flip_rows: bits & 2 != 0,
                transpose: bits & 4 != 0,
            })
            .filter(move |turn| !turn.transpose || size.width() == size.height())
    }

    fn cell(self, size: Size, cell: Cell) -> Cell {
        let flip = |flip: bool, n: u8, side: usize| if flip { side as u8 - 1 - n } else { n };
        let column = flip(self.flip_columns, cell.column, size.width());
        let row = flip(self.flip_rows, cell.row, size.height());
        if self.transpose { Cell::new(row, column) } else { Cell::new(column, row) }
    }

    fn set(self, size: Size, cells: &CellSet) -> CellSet {
        cells.iter().map(|cell| self.cell(size, cell)).collect()
    }

    fn axis(self, axis: Axis) -> Axis {
        match axis {
            Axis::Horizontal if self.transpose => Axis::Vertical,
            Axis::Vertical if self.transpose => Axis::Horizontal,
            other => other,
        }
    }
}

/// Every symmetry of the puzzle but the identity.
pub(crate) fn mirrors(
    puzzle: &Puzzle,
    plan: &Plan,
    budget: &mut Budget<'_>,
) -> Result<Vec<Mirror>, StopReason> {
    let mirrors = Turn::all(puzzle.size()).map(|turn| mirror(turn, puzzle, plan, budget));
    mirrors.filter_map(Result::transpose).collect()
}

fn mirror(
    turn: Turn,
    puzzle: &Puzzle,
    plan: &Plan,
    budget: &mut Budget<'_>,
) -> Result<Option<Mirror>, StopReason> {
    let size = puzzle.size();
    let keeps = |cells: &CellSet| turn.set(size, cells) == *cells;
    if !keeps(puzzle.walls()) || !keeps(puzzle.gates()) {
        return Ok(None);
    }
    let mut all = Vec::with_capacity(plan.groups.len());
    for group in 0..plan.groups.len() {
        budget.check_after(size.area())?;
        let Some(onto) = counterpart(turn, puzzle, plan, group) else { return Ok(None) };
        all.push((onto, anchor_map(turn, puzzle, plan, group)));
    }
    Ok(Some(Mirror(all)))
}

/// The group that a group's pieces become: the turned shape and lock, the same gates, the turned regions.
fn counterpart(turn: Turn, puzzle: &Puzzle, plan: &Plan, group: usize) -> Option<usize> {
    let piece = &puzzle.pieces()[plan.groups[group].piece];
    let (shape, _) = Shape::of(&turn.set(puzzle.size(), piece.shape().cells()))?;
    // The sets are sorted, because turned regions come in another order.
    let regions = |group: usize, map: &dyn Fn(u32) -> u32| -> BTreeSet<(Vec<u32>, usize)> {
        let fields = plan.fields.iter().filter(|f| f.group == group);
        let region = |anchors: &[u32]| {
            let mut region: Vec<u32> = anchors.iter().map(|&a| map(a)).collect();
            region.sort_unstable();
            region
        };
        fields.map(|f| (region(&f.anchors), f.count)).collect()
    };
    let map = anchor_map(turn, puzzle, plan, group);
    let turned = regions(group, &|anchor| map[anchor as usize]);
    let named = is_wanted(puzzle, group);
    (0..plan.groups.len()).find(|&other| {
        let candidate = &puzzle.pieces()[plan.groups[other].piece];
        *candidate.shape() == shape
            && candidate.axis() == turn.axis(piece.axis())
            && candidate.passes_gates() == piece.passes_gates()
            && is_wanted(puzzle, other) == named
            && (!named || keeps_names(turn, puzzle, group, other))
            && regions(other, &|anchor| anchor) == turned
    })
}

/// Where `goal` wants the pieces of a kind.
fn places_of<'a>(
    puzzle: &'a Puzzle,
    goal: &'a Goal,
    group: usize,
) -> impl Iterator<Item = CellSet> + 'a {
    goal.places()
        .iter()
        .filter(move |(id, _)| usize::from(puzzle.piece(*id).kind().0) == group)
        .filter_map(|&(id, cell)| puzzle.piece(id).shape().at(cell))
}

/// Whether every goal wants `other` where the turned `group` would be.
fn keeps_names(turn: Turn, puzzle: &Puzzle, group: usize, other: usize) -> bool {
    puzzle.goals().all(|goal| {
        let turned: BTreeSet<CellSet> =
            places_of(puzzle, goal, group).map(|cells| turn.set(puzzle.size(), &cells)).collect();
        turned == places_of(puzzle, goal, other).collect()
    })
}

/// By anchor: the anchor of the turned piece, which is the nearest to the origin of its bounding box's turned corners;
/// unchanged where no such piece can be.
fn anchor_map(turn: Turn, puzzle: &Puzzle, plan: &Plan, group: usize) -> Vec<u32> {
    let shape = puzzle.pieces()[plan.groups[group].piece].shape();
    let (right, down) = (shape.width() as u8 - 1, shape.height() as u8 - 1);
    let mut map: Vec<u32> = (0..plan.area).collect();
    for place in plan.groups[group].places.iter() {
        let far = Cell::new(place.column + right, place.row + down);
        let corners = [place, far].map(|corner| turn.cell(puzzle.size(), corner));
        let [one, other] = corners;
        let anchor = Cell::new(one.column.min(other.column), one.row.min(other.row));
        if plan.contains(anchor) {
            map[plan.number(place) as usize] = plan.number(anchor);
        }
    }
    map
}
