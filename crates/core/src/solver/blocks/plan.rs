//! How a puzzle's positions will be packed: which places each kind of piece can ever reach, and which bits say where it is.

use super::lines;
use crate::puzzle::{Axis, Cell, CellSet, Direction, Piece, Puzzle, Shape};

/// The layout of codes and cell masks for one puzzle, before the word sizes are chosen.
pub(crate) struct Plan {
    /// The top-left cell of the rectangle that all pieces together can reach.
    pub(crate) origin: Cell,
    /// Columns of that rectangle.
    pub(crate) width: u32,
    /// Cells of that rectangle.
    pub(crate) area: u32,
    /// One a kind, in the order of [`crate::puzzle::Kind`].
    pub(crate) groups: Vec<GroupPlan>,
    /// The parts of the code, the lowest bits first, the fields of one group together.
    pub(crate) fields: Vec<FieldPlan>,
    /// Where the count of passed waypoints begins.
    pub(crate) stage_shift: u32,
    /// Bits of the whole code.
    pub(crate) bits: u32,
}

/// What pieces of one kind can do.
pub(crate) struct GroupPlan {
    /// A piece of this kind.
    pub(crate) piece: usize,
    /// Anchors that a piece of this kind can reach on the board without any other piece.
    pub(crate) places: CellSet,
    /// Those of them that a goal may ask for: the others are beyond some piece of the same line.
    pub(crate) reach: CellSet,
}

/// A part of the code: the places of the pieces of one kind that share a region.
pub(crate) struct FieldPlan {
    pub(crate) group: usize,
    /// Cell numbers of the region's anchors, ascending.
    pub(crate) anchors: Vec<u32>,
    /// How many pieces.
    pub(crate) count: usize,
    /// Whether a goal or waypoint wants any of them somewhere: then a bit must say whether an anchor has one.
    pub(crate) wanted: bool,
    pub(crate) style: Style,
    /// The field's lowest bit.
    pub(crate) shift: u32,
    /// How many bits it has.
    pub(crate) bits: u32,
}

/// How a field says where its pieces are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// One piece: the number of its anchor in the region's list.
    Index,
    /// A bit for each cell from the region's first anchor to its last.
    Mask,
    /// A bit for each anchor of the region.
    Tight,
    /// The rank of the set of anchors among all sets of that many, in the combinatorial number system.
    Rank,
    /// The anchors' numbers in the region's list, ascending.
    List {
        /// Bits of each number.
        each: u32,
    },
}

/// Sets of anchors that are ranked: their table has to stay in the nearest cache.
pub(crate) const MOST_SETS: u64 = 1 << 12;

/// The same where that makes a code of one word: half of what a state takes is worth a table in the second cache.
pub(crate) const MOST_SETS_FOR_A_WORD: u64 = 1 << 15;

/// Entries of the table by which ranks change: where a region is nearly full there are few sets, and many of one piece less.
const MOST_EXCHANGES: u64 = 1 << 20;

impl Plan {
    /// The fields of a puzzle; [`layout`](super::layout) gives them their bits. Its cells have the numbers that they have for a puzzle
    /// with the same board and more pieces, if there is one.
    pub(crate) fn new(puzzle: &Puzzle, more: Option<&Plan>) -> Plan {
        let regions: Vec<Vec<(CellSet, usize)>> = regions(puzzle);
        let reach = covered(puzzle, &regions);
        let (first, last) = reach.bounds().unwrap_or_default();
        let width = u32::from(last.column - first.column) + 1;
        let frame = (first, width, width * (u32::from(last.row - first.row) + 1));
        let (origin, width, area) = more.map_or(frame, |more| (more.origin, more.width, more.area));
        let mut plan = Plan {
            origin,
            width,
            area,
            groups: Vec::new(),
            fields: Vec::new(),
            stage_shift: 0,
            bits: 0,
        };
        let places = regions.iter().map(|of| of.iter().fold(CellSet::EMPTY, |all, r| all | r.0));
        let places: Vec<CellSet> = places.collect();
        let reach = lines::within_reach(puzzle, &places);
        for (group, regions) in regions.iter().enumerate() {
            let piece = representative(puzzle, group);
            let (places, reach) = (places[group], reach[group]);
            plan.groups.push(GroupPlan { piece, places, reach });
            for &(places, count) in regions {
                let anchors = places.iter().map(|cell| plan.number(cell)).collect();
                let wanted = is_wanted(puzzle, group);
                plan.fields.push(FieldPlan::new(group, anchors, count, wanted));
            }
        }
        plan
    }

    /// Whether a cell lies in the rectangle.
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        // Row and column are compared before they are subtracted, because the numbers are unsigned.
        cell.row >= self.origin.row
            && cell.column >= self.origin.column
            && u32::from(cell.column - self.origin.column) < self.width
            && self.number(cell) < self.area
    }

    /// The number of a cell of the rectangle.
    pub(crate) fn number(&self, cell: Cell) -> u32 {
        u32::from(cell.row - self.origin.row) * self.width
            + u32::from(cell.column - self.origin.column)
    }

    /// The cell of this number.
    pub(crate) fn cell(&self, number: u32) -> Cell {
        Cell::new(
            self.origin.column + (number % self.width) as u8,
            self.origin.row + (number / self.width) as u8,
        )
    }
}

impl FieldPlan {
    /// The same field of another puzzle, whose kinds are those of these numbers.
    pub(crate) fn found_in<'a>(&self, other: &'a Plan, kinds: &[usize]) -> Option<&'a FieldPlan> {
        let is_same = |field: &&FieldPlan| {
            (field.group, field.count) == (kinds[self.group], self.count)
                && field.anchors == self.anchors
        };
        other.fields.iter().find(is_same)
    }

    fn new(group: usize, anchors: Vec<u32>, count: usize, wanted: bool) -> FieldPlan {
        let style = Style::Index;
        let mut field = FieldPlan { group, anchors, count, wanted, style, shift: 0, bits: 0 };
        field.lay_plainly();
        field
    }

    /// One piece by its number, several by a mask.
    pub(crate) fn lay_plainly(&mut self) {
        self.style = if self.count == 1 { Style::Index } else { Style::Mask };
        self.bits = self.bits_as(self.style);
    }

    /// Takes whatever needs the fewest bits.
    pub(crate) fn lay_shortest(&mut self) {
        let each = bits_for(self.anchors.len());
        for style in [Style::Tight, Style::List { each }, Style::Rank] {
            self.try_style(style);
        }
    }

    /// Takes a style for several pieces if it needs fewer bits.
    pub(crate) fn try_style(&mut self, style: Style) {
        self.try_bits(style, self.bits_as(style));
    }

    /// The same with as many bits as it is known to need.
    pub(crate) fn try_bits(&mut self, style: Style, bits: u32) {
        if self.count > 1 && bits < self.bits {
            (self.style, self.bits) = (style, bits);
        }
    }

    /// How many bits a style needs; `u32::MAX` where it does not suit.
    pub(crate) fn bits_as(&self, style: Style) -> u32 {
        match style {
            Style::List { .. } if self.wanted => u32::MAX,
            Style::Index => bits_for(self.anchors.len()),
            Style::Mask => match (self.anchors.first(), self.anchors.last()) {
                (Some(first), Some(last)) => last - first + 1,
                _ => 0,
            },
            Style::Tight => self.anchors.len() as u32,
            Style::Rank => self.bits_as_rank(MOST_SETS),
            Style::List { each } => each * self.count as u32,
        }
    }

    /// How many bits a rank needs; `u32::MAX` where it does not suit, or there are more sets than `most`.
    pub(crate) fn bits_as_rank(&self, most: u64) -> u32 {
        let sets = binomial(self.anchors.len(), self.count);
        match sets > most || self.exchanges() > MOST_EXCHANGES || self.wanted {
            true => u32::MAX,
            false => bits_for(sets as usize),
        }
    }

    /// Entries of the table by which ranks change: sets of one piece less, and anchors.
    fn exchanges(&self) -> u64 {
        let others = binomial(self.anchors.len(), self.count.saturating_sub(1));
        others.saturating_mul(self.anchors.len() as u64)
    }
}

/// Ways to choose `k` of `n` things; a number that is too large for a word is told as one of at least `u64::MAX / n`.
pub(crate) fn binomial(n: usize, k: usize) -> u64 {
    // To choose the fewer things, or those that are left: the product only grows then, and what is too large stays so.
    let Some(fewer) = n.checked_sub(k).map(|rest| rest.min(k)) else { return 0 };
    (0..fewer as u64).fold(1u64, |ways, i| ways.saturating_mul(n as u64 - i) / (i + 1))
}

/// Bits that tell `n` things apart.
pub(crate) fn bits_for(n: usize) -> u32 {
    usize::BITS - n.saturating_sub(1).leading_zeros()
}

/// For each kind, the regions of places that its pieces can reach when the board is otherwise empty, each with the
/// number of pieces in it. Pieces in different regions can never meet, so that each region has its own field.
fn regions(puzzle: &Puzzle) -> Vec<Vec<(CellSet, usize)>> {
    let kinds = puzzle.pieces().iter().map(|p| p.kind().0).max();
    let mut regions: Vec<Vec<(CellSet, usize)>> =
        vec![Vec::new(); kinds.map_or(0, |k| usize::from(k) + 1)];
    // Hundreds of kinds may have the same regions.
    let mut known: Vec<(&Piece, CellSet)> = Vec::new();
    for (piece, id) in puzzle.pieces().iter().zip(puzzle.piece_ids()) {
        let anchor = puzzle.start().anchor(id);
        let of_kind = &mut regions[usize::from(piece.kind().0)];
        match of_kind.iter_mut().find(|(places, _)| places.contains(anchor)) {
            Some((_, count)) => *count += 1,
            None => {
                let alike = |(other, places): &&(&Piece, CellSet)| {
                    piece.goes_like(other) && places.contains(anchor)
                };
                let places = known.iter().find(alike).map(|&(_, places)| places);
                let places = places.unwrap_or_else(|| {
                    known.push((piece, reach(puzzle, piece, anchor)));
                    known[known.len() - 1].1
                });
                of_kind.push((places, 1));
            }
        }
    }
    regions
}

/// The anchors that a piece can reach from `start` when it is alone on the board.
fn reach(puzzle: &Puzzle, piece: &Piece, start: Cell) -> CellSet {
    let floor = puzzle.floor_for(piece);
    let fits = |cell: Cell| {
        let cells = piece.shape().at(cell);
        cells.is_some_and(|cells| cells.is_subset(floor))
    };
    // A lifted piece goes over all others to wherever it fits.
    if puzzle.lift() && piece.axis() != Axis::Fixed {
        return puzzle.size().cells().filter(|&cell| fits(cell)).collect();
    }
    let mut found = CellSet::EMPTY;
    let mut open = vec![start];
    while let Some(cell) = open.pop() {
        if !found.contains(cell) && fits(cell) {
            found.insert(cell);
            let ways = Direction::ALL.into_iter().filter(|&d| piece.axis().allows(d));
            open.extend(ways.filter_map(|d| cell.step(d)));
        }
    }
    found
}

/// Whether a goal or waypoint names pieces of this kind.
pub(crate) fn is_wanted(puzzle: &Puzzle, kind: usize) -> bool {
    let of_kind = |id| usize::from(puzzle.piece(id).kind().0) == kind;
    puzzle.goals().any(|goal| goal.places().iter().any(|&(id, _)| of_kind(id)))
}

/// The cells that some piece can come to cover.
fn covered(puzzle: &Puzzle, regions: &[Vec<(CellSet, usize)>]) -> CellSet {
    let mut all = CellSet::EMPTY;
    // Hundreds of kinds may have the same regions.
    let mut known: Vec<(&Shape, CellSet)> = Vec::new();
    for (kind, regions) in regions.iter().enumerate() {
        let shape = puzzle.pieces()[representative(puzzle, kind)].shape();
        for &(places, _) in regions {
            if known.contains(&(shape, places)) {
                continue;
            }
            known.push((shape, places));
            for anchor in places.iter() {
                all = all | shape.at(anchor).unwrap_or_default();
            }
        }
    }
    all
}

fn representative(puzzle: &Puzzle, kind: usize) -> usize {
    puzzle
        .pieces()
        .iter()
        .position(|p| usize::from(p.kind().0) == kind)
        .expect("every kind has a piece")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_choose_are_those_of_pascal_s_triangle_or_too_many() {
        let mut row = vec![1u128];
        for n in 0..=1024 {
            for (k, &ways) in row.iter().enumerate() {
                let told = binomial(n, k);
                if ways <= u128::from(u64::MAX / (n as u64 + 1)) {
                    assert_eq!(u128::from(told), ways, "{k} of {n}");
                } else {
                    assert!(told >= u64::MAX / (n as u64 + 1), "{k} of {n}: {told}");
                }
            }
            assert_eq!(binomial(n, n + 1), 0);
            let sums = row.windows(2).map(|pair| pair[0].saturating_add(pair[1]));
            row = [1].into_iter().chain(sums).chain([1]).collect();
        }
    }
}
