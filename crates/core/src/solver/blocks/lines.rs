//! Pieces that are locked to the same line can never pass each other, which may put a goal out of reach on boards that no memory holds.

use crate::puzzle::{Axis, Cell, CellSet, Direction, Piece, PieceId, Puzzle};

/// A piece that cannot leave its line, or not even its place; for those of columns, columns and rows are exchanged.
struct Bar {
    kind: usize,
    /// Where its anchor is along the line, and which line it is in.
    at: i32,
    line: i32,
    /// The cells covered, along and across, from the anchor on, and how far across at most.
    cells: Vec<(i32, i32)>,
    depth: i32,
    /// How far it comes to either side.
    least: i32,
    most: i32,
}

/// By kind: the anchors among `places`, which a piece alone on the board can reach, that are not beyond another piece of the same line.
pub(crate) fn within_reach(puzzle: &Puzzle, places: &[CellSet]) -> Vec<CellSet> {
    let mut reach = places.to_vec();
    // What is lifted goes over all others.
    if puzzle.lift() {
        return reach;
    }
    for axis in [Axis::Horizontal, Axis::Vertical] {
        let mut bars = bars(puzzle, axis, places);
        narrow(&mut bars);
        bars.iter().for_each(|bar| reach[bar.kind] = CellSet::EMPTY);
        for bar in &bars {
            for at in bar.least..=bar.most {
                let (at, line) = (at as u8, bar.line as u8);
                let is_row = axis == Axis::Horizontal;
                let cell = if is_row { Cell::new(at, line) } else { Cell::new(line, at) };
                reach[bar.kind].insert(cell);
            }
        }
    }
    reach
}

/// The pieces that are locked to `axis`, or to where they are.
fn bars(puzzle: &Puzzle, axis: Axis, places: &[CellSet]) -> Vec<Bar> {
    let turned = |cell: Cell| {
        let (column, row) = (i32::from(cell.column), i32::from(cell.row));
        if axis == Axis::Horizontal { (column, row) } else { (row, column) }
    };
    let [back, on] = match axis {
        Axis::Horizontal => [Direction::Left, Direction::Right],
        _ => [Direction::Up, Direction::Down],
    };
    let bar = |(piece, id): (&Piece, PieceId)| {
        let (kind, anchor) = (usize::from(piece.kind().0), puzzle.start().anchor(id));
        let alone = |cell: &Cell| piece.axis() == axis && places[kind].contains(*cell);
        let end = |way| {
            let cells = std::iter::successors(Some(anchor), |cell| cell.step(way).filter(alone));
            turned(cells.last().unwrap_or(anchor)).0
        };
        let ((at, line), least, most) = (turned(anchor), end(back), end(on));
        let cells: Vec<(i32, i32)> = piece.shape().cells().iter().map(turned).collect();
        let depth = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
        Bar { kind, at, line, cells, depth, least, most }
    };
    let pieces = puzzle.pieces().iter().zip(puzzle.piece_ids());
    let is_locked = |axis_of: Axis| axis_of == axis || axis_of == Axis::Fixed;
    pieces.filter(|(piece, _)| is_locked(piece.axis())).map(bar).collect()
}

/// Narrows how far each comes until none comes beyond another.
fn narrow(bars: &mut [Bar]) {
    let mut apart = Vec::new();
    for (i, left) in bars.iter().enumerate() {
        for (j, right) in bars.iter().enumerate() {
            let may_meet =
                left.line <= right.line + right.depth && right.line <= left.line + left.depth;
            if i != j
                && may_meet
                && let Some(least) = least_apart(left, right)
            {
                apart.push((i, j, least));
            }
        }
    }
    // Where all stand at first all is kept, so that this comes to an end.
    let mut is_changed = true;
    while std::mem::replace(&mut is_changed, false) {
        for &(left, right, apart) in &apart {
            let least = bars[right].least.max(bars[left].least + apart);
            let most = bars[left].most.min(bars[right].most - apart);
            is_changed |= (least, most) != (bars[right].least, bars[left].most);
            (bars[right].least, bars[left].most) = (least, most);
        }
    }
}

/// How far `right` must stay from `left`, anchor from anchor, not to have gone through it; `None` where nothing is in its way.
fn least_apart(left: &Bar, right: &Bar) -> Option<i32> {
    let now = right.at - left.at;
    let meet = left.cells.iter().flat_map(|one| right.cells.iter().map(move |other| (one, other)));
    let meet = meet.filter(|(one, other)| left.line + one.1 == right.line + other.1);
    meet.map(|(one, other)| one.0 - other.0)
        .filter(|&apart| apart < now)
        .max()
        .map(|apart| apart + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Family, Metric, Position, Setup, SetupPiece, Size, Target};
    use crate::solver::blocks::plan::Plan;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use std::collections::HashSet;

    /// Pieces in a few lines, most of them locked, some of two rows, and some in two parts.
    fn random(seed: u64) -> Option<Setup> {
        const AXES: [Axis; 5] =
            [Axis::Horizontal, Axis::Horizontal, Axis::Vertical, Axis::Fixed, Axis::Free];
        const SHAPES: [&[(u8, u8)]; 5] = [
            &[(0, 0), (1, 0)],
            &[(0, 0)],
            &[(0, 0), (0, 1)],
            &[(0, 0), (0, 1), (1, 1)],
            &[(0, 0), (2, 0)],
        ];
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let mut setup = Setup::empty(Family::Blocks, 7, 3);
        let mut free = CellSet::full(Size::new(7, 3)?);
        for number in 0..7 {
            let (x, y) = (rng.random_range(0..7), rng.random_range(0..3));
            let (axis, shape) = (*AXES.choose(rng)?, SHAPES.choose(rng)?);
            let cells: Vec<Cell> = shape.iter().map(|(dx, dy)| Cell::new(x + dx, y + dy)).collect();
            if cells.iter().all(|&cell| free.contains(cell)) {
                cells.iter().for_each(|&cell| free.remove(cell));
                let name = format!("p{number}");
                if shape == SHAPES.last()? {
                    setup.parts.push(name.clone());
                }
                setup.pieces.push(SetupPiece { name, cells, axis });
            }
        }
        let first = setup.pieces.first()?;
        setup.goal.push(Target { name: first.name.clone(), cells: first.cells.clone() });
        Some(setup)
    }

    /// By kind: the anchors that pieces come to by the rules, whatever the goal.
    fn reached(puzzle: &Puzzle, kinds: usize) -> Vec<HashSet<Cell>> {
        let mut reached = vec![HashSet::new(); kinds];
        let mut open: Vec<Position> = vec![puzzle.start().clone()];
        let mut known = HashSet::from([puzzle.start().anchors().to_vec()]);
        while let Some(position) = open.pop() {
            for (piece, id) in puzzle.pieces().iter().zip(puzzle.piece_ids()) {
                reached[usize::from(piece.kind().0)].insert(position.anchor(id));
            }
            for mv in puzzle.moves(&position, Metric::Step) {
                let mut next = position.clone();
                next.play(puzzle, &mv).unwrap();
                if known.insert(next.anchors().to_vec()) {
                    open.push(next);
                }
            }
        }
        reached
    }

    #[test]
    fn no_piece_comes_to_where_another_of_its_line_keeps_it_from() {
        let (mut beyond, mut boards) = (0, 0);
        for setup in (0..400).filter_map(random) {
            let Ok(puzzle) = setup.clone().build() else { continue };
            boards += 1;
            let plan = Plan::new(&puzzle, None);
            let reached = reached(&puzzle, plan.groups.len());
            for (group, reached) in plan.groups.iter().zip(&reached) {
                assert!(reached.iter().all(|&cell| group.reach.contains(cell)), "{setup:?}");
                beyond += group.places.len() - group.reach.len();
            }
        }
        assert!(boards >= 200 && beyond >= 500, "{boards} boards, {beyond} places");
    }
}
