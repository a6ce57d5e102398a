//! The moves of a piece that is the only one of its kind, listed by the place where it is.

use super::bits::{Bits, lengthen};
use super::field::{Field, index_mask};
use super::group::Group;
use super::plan::Style;
use crate::puzzle::Metric;

/// The moves of all such pieces.
pub(super) struct Leaps<K, B> {
    pieces: Vec<Piece>,
    /// Where each place's leaps end, piece after piece.
    ends: Vec<u32>,
    leaps: Vec<Leap<K, B>>,
    /// The most leaps that one code can have.
    most: usize,
}

/// The bits of a code that say where a piece is.
struct Piece {
    shift: u32,
    low: u64,
    /// Where its places begin in the list of ends, which has a zero first.
    begin: usize,
}

/// A move to one place.
struct Leap<K, B> {
    /// Cells that must be empty.
    enters: B,
    /// What it changes in the code.
    change: K,
    /// What it changes in the code of the mirror image.
    image: K,
}

impl<K: Bits, B: Bits> Leaps<K, B> {
    /// The places of a group whose moves are listed: of pieces alone in their region, in a metric in which a move goes
    /// straight on, so that the cells that it enters do not depend on anything else.
    pub(super) fn places(metric: Metric, group: &Group<K, B>, fields: &[Field<B>]) -> B {
        let fields = alone(metric, group, fields);
        fields.fold(B::ZERO, |all, field| all | field.places())
    }

    /// The lists for all pieces that they suit.
    pub(super) fn new(metric: Metric, groups: &[Group<K, B>], fields: &[Field<B>]) -> Leaps<K, B> {
        let mut leaps = Leaps {
            pieces: Vec::new(),
            ends: vec![0],
            leaps: Vec::new(),
            most: 0,
        };
        for group in groups {
            for field in alone(metric, group, fields) {
                leaps.add(metric, group, field);
            }
        }
        leaps
    }

    fn add(&mut self, metric: Metric, group: &Group<K, B>, field: &Field<B>) {
        self.pieces.push(Piece {
            shift: field.shift,
            low: index_mask(field.anchors.len()),
            begin: self.ends.len() - 1,
        });
        let mut most = 0;
        for &anchor in &field.anchors {
            let before = self.leaps.len();
            self.list(metric, group, anchor);
            self.ends.push(self.leaps.len() as u32);
            most = most.max(self.leaps.len() - before);
        }
        self.most += most;
    }

    /// Lists the moves from one place.
    fn list(&mut self, metric: Metric, group: &Group<K, B>, from: u32) {
        let (own, left) = (group.cells[from as usize], group.tokens[from as usize]);
        for way in &group.ways {
            let (mut at, mut enters) = (from, B::ZERO);
            while way.from.has(at) {
                at = way.next(at);
                enters = enters | (group.cells[at as usize] & !own);
                let taken = group.tokens[at as usize];
                self.leaps.push(Leap {
                    enters,
                    change: left.own ^ taken.own,
                    image: left.image ^ taken.image,
                });
                if metric == Metric::Step {
                    break;
                }
            }
        }
    }

    /// Adds the codes that these moves lead to.
    #[inline]
    pub(super) fn children<const MIRROR: bool>(
        &self,
        (code, image): (K, K),
        empty: B,
        children: &mut Vec<K>,
    ) {
        let mut count = children.len();
        // Nobody can tell beforehand which are possible: each is written, and kept if it is.
        lengthen(children, self.most);
        for piece in &self.pieces {
            let place = piece.begin + (code.word(piece.shift) & piece.low) as usize;
            let (begin, end) = (self.ends[place], self.ends[place + 1]);
            for leap in &self.leaps[begin as usize..end as usize] {
                let next = code ^ leap.change;
                children[count] = if MIRROR {
                    next.min(image ^ leap.image)
                } else {
                    next
                };
                count += usize::from((leap.enters & !empty).is_zero());
            }
        }
        children.truncate(count);
    }
}

/// The fields of a group that hold one piece.
fn alone<'a, K, B>(
    metric: Metric,
    group: &Group<K, B>,
    fields: &'a [Field<B>],
) -> impl Iterator<Item = &'a Field<B>> {
    // A piece that slides freely has too many places to try that it mostly cannot get to.
    let straight = match metric {
        Metric::Step => true,
        Metric::Slide => group.ways.len() <= 2,
        Metric::Move => false,
    };
    let fields = fields[group.fields.clone()].iter();
    fields.filter(move |field| straight && field.style == Style::Index)
}
