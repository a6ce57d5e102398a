//! What the pieces of one kind can do, as masks of cells and tokens of codes.

use super::plan::{Plan, Style};
use crate::puzzle::{Direction, Puzzle};
use crate::solver::search::bits::Bits;
use std::ops::Range;
use std::sync::Arc;

/// The pieces of one kind.
pub(crate) struct Group<B> {
    /// Cells covered, relative to the anchor.
    pub(crate) offsets: Vec<u32>,
    /// Where such a piece can ever be.
    pub(crate) places: B,
    /// The directions it may go.
    pub(crate) ways: Vec<Way<B>>,
    /// By anchor: the cells covered; no cells where it can never be. Kinds of one shape that can be at the same places have one list.
    pub(crate) cells: Arc<[B]>,
    /// By anchor: what a piece there puts into a code.
    pub(crate) tokens: Vec<PieceCode>,
    /// The group's fields.
    pub(crate) fields: Range<usize>,
    /// Whether a code can be changed by tokens alone: no field is a list.
    pub(crate) direct: bool,
}

/// What a piece at some anchor puts into a code, to be combined by XOR.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PieceCode {
    /// Into the code itself.
    pub(crate) own: Token,
    /// Into the code of the mirror image, where there is just one.
    pub(crate) image: Token,
    /// The bits of the code that tell whether the piece is there: they are then those of `own`.
    pub(crate) field: Token,
}

/// Some bits at some place of a code.
// A code may have many words, and hundreds of kinds a thousand places each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Token {
    bits: u64,
    shift: u32,
}

impl Token {
    /// The code that has no other bits.
    #[inline]
    pub(crate) fn alone<K: Bits>(self) -> K {
        self.flip(K::ZERO)
    }

    /// The code with these bits turned over.
    #[inline]
    pub(crate) fn flip<K: Bits>(self, code: K) -> K {
        code.flipped(self.bits, self.shift)
    }
}

/// One direction of one group.
pub(crate) struct Way<B> {
    pub(crate) direction: Direction,
    /// What a step adds to the anchor's number.
    pub(crate) delta: i32,
    /// Anchors from which the step leads to another place.
    pub(crate) from: B,
    /// Cells that the step enters, relative to the anchor.
    pub(crate) enters: Vec<i32>,
}

impl<B: Bits> Group<B> {
    /// Lowers one kind of piece.
    pub(crate) fn new(puzzle: &Puzzle, plan: &Plan, index: usize, others: &[Group<B>]) -> Group<B> {
        let planned = &plan.groups[index];
        let piece = &puzzle.pieces()[planned.piece];
        let number = |c: crate::puzzle::Cell| u32::from(c.row) * plan.width + u32::from(c.column);
        let before = |last: usize| plan.fields.iter().take_while(|f| f.group < last).count();
        let mut group = Group {
            offsets: piece.shape().cells().iter().map(number).collect(),
            places: B::ZERO,
            ways: Vec::new(),
            cells: Arc::new([]),
            tokens: vec![PieceCode::default(); plan.area as usize],
            fields: before(index)..before(index + 1),
            direct: true,
        };
        let places = plan.groups[index].places.iter();
        group.places = B::from_ones(places.map(|place| plan.number(place)));
        let alike =
            |other: &&Group<B>| (&other.offsets, other.places) == (&group.offsets, group.places);
        let known = others.iter().find(alike).map(|other| Arc::clone(&other.cells));
        group.cells = known.unwrap_or_else(|| group.all_cells(plan));
        group.set_tokens(plan);
        let ways = Direction::ALL.into_iter();
        let allowed = ways.filter(|&d| piece.axis().allows(d));
        group.ways = allowed.map(|d| group.way(plan, d)).collect();
        group
    }

    /// By anchor, the cells covered.
    fn all_cells(&self, plan: &Plan) -> Arc<[B]> {
        let mut cells = vec![B::ZERO; plan.area as usize];
        for anchor in self.places.ones() {
            for &offset in &self.offsets {
                cells[anchor as usize].insert(anchor + offset);
            }
        }
        cells.into()
    }

    /// Bytes held, but for those that kinds have in common.
    pub(crate) fn bytes(&self) -> u64 {
        (self.tokens.capacity() * size_of::<PieceCode>()) as u64
    }

    fn set_tokens(&mut self, plan: &Plan) {
        for plan in &plan.fields[self.fields.clone()] {
            self.direct &= !matches!(plan.style, Style::Rank | Style::List { .. });
            let first = plan.anchors.first().copied().unwrap_or(0);
            for (number, &anchor) in (0..).zip(&plan.anchors) {
                let token = &mut self.tokens[anchor as usize];
                let bit = |number: u32| Token { bits: 1, shift: plan.shift + number };
                (token.own, token.field) = match plan.style {
                    Style::Mask => (bit(anchor - first), bit(anchor - first)),
                    Style::Tight => (bit(number), bit(number)),
                    Style::Index => {
                        let all = (1 << plan.bits) - 1;
                        let [own, field] = [number.into(), all];
                        let shift = plan.shift;
                        (Token { bits: own, shift }, Token { bits: field, shift })
                    }
                    // Such fields are not changed by tokens.
                    Style::Rank | Style::List { .. } => continue,
                };
            }
        }
    }

    /// One direction.
    fn way(&self, plan: &Plan, direction: Direction) -> Way<B> {
        let (dx, dy) = direction.delta();
        let delta = dy * plan.width as i32 + dx;
        let inside = |cell| plan.contains(cell) && self.places.has(plan.number(cell));
        let leads = |&anchor: &u32| plan.cell(anchor).offset(dx, dy).is_some_and(inside);
        let from = self.places.ones().filter(leads);
        // Numbers wrap at the end of a row, but a piece as wide as the board has no sideways step at all.
        let own = |offset: i32| self.offsets.iter().any(|&o| o as i32 == offset);
        let ahead = self.offsets.iter().map(|&offset| offset as i32 + delta);
        Way {
            direction,
            delta,
            from: B::from_ones(from),
            enters: ahead.filter(|&offset| !own(offset)).collect(),
        }
    }

    /// The anchors at which a piece that is now at `from` would fit.
    #[inline]
    pub(crate) fn fits(&self, from: u32, empty: B) -> B {
        self.fits_in(empty | self.cells[from as usize])
    }

    /// The anchors at which a piece would cover none but these cells.
    #[inline]
    pub(crate) fn fits_in(&self, free: B) -> B {
        let mut fits = self.places;
        for &offset in &self.offsets {
            fits = fits & (free >> offset);
        }
        fits
    }

    /// Those of the anchors at which a piece can begin to move.
    #[inline]
    pub(crate) fn movable(&self, anchors: B, empty: B) -> B {
        self.ways.iter().fold(B::ZERO, |all, way| {
            let enters = way.enters.iter();
            // A rotation brings bits in again only at anchors from which the step leaves the board, and `from` has none of those.
            all | enters.fold(anchors & way.from, |open, &cell| open & empty.turned(cell))
        })
    }

    /// The anchors one cell from `from` that a piece there can go to.
    #[inline]
    pub(crate) fn steps(&self, from: u32, empty: B) -> B {
        let ways = self.ways.iter().filter(|way| way.from.has(from));
        let next = B::from_ones(ways.map(|way| way.next(from)));
        next & self.fits(from, empty)
    }

    /// The anchors straight on from `from` that a piece there can go to.
    #[inline]
    pub(crate) fn slides(&self, from: u32, empty: B) -> B {
        let fits = self.fits(from, empty);
        let mut slides = B::ZERO;
        for way in &self.ways {
            let mut at = from;
            while way.from.has(at) && fits.has(way.next(at)) {
                at = way.next(at);
                slides.insert(at);
            }
        }
        slides
    }

    /// The anchors that a piece at `from` can get to, its own among them.
    #[inline]
    pub(crate) fn reach(&self, from: u32, empty: B) -> B {
        let fits = self.fits(from, empty);
        let mut reach = B::bit(from);
        loop {
            let mut wider = reach;
            for way in &self.ways {
                wider = wider | ((wider & way.from).turned(-way.delta) & fits);
            }
            if wider == reach {
                return reach;
            }
            reach = wider;
        }
    }
}

impl<B> Way<B> {
    /// The anchor one step on.
    #[inline]
    pub(crate) fn next(&self, anchor: u32) -> u32 {
        anchor.wrapping_add_signed(self.delta)
    }
}
