//! One part of a code: where the pieces of one kind in one region are.

use super::bits::Bits;
use super::plan::{FieldPlan, Style};

/// A part of the code.
pub(super) struct Field<B> {
    pub(super) style: Style,
    shift: u32,
    /// How many pieces.
    pub(super) count: u32,
    anchors: Vec<u32>,
    /// Of a mask: the first anchor, and the bits after it.
    first: u32,
    span: B,
}

impl<B: Bits> Field<B> {
    pub(super) fn new(plan: &FieldPlan) -> Field<B> {
        let first = plan.anchors.first().copied().unwrap_or(0);
        let last = plan.anchors.last().copied().unwrap_or(0);
        Field {
            style: plan.style,
            shift: plan.shift,
            count: plan.count as u32,
            first,
            span: B::low(last - first + 1),
            anchors: plan.anchors.clone(),
        }
    }

    /// The anchors that the code has in this field.
    #[inline]
    pub(super) fn read<K: Bits>(&self, code: K) -> B {
        match self.style {
            Style::Index if self.anchors.len() == 1 => B::bit(self.anchors[0]),
            Style::Index => {
                let index = code.word(self.shift) & index_mask(self.anchors.len());
                B::bit(self.anchors[index as usize])
            }
            Style::Mask => {
                let bits = B::from_words(|i| code.word(self.shift + 64 * i));
                (bits & self.span) << self.first
            }
            Style::List { each } => (0..self.count).fold(B::ZERO, |all, i| {
                let index = code.word(self.shift + i * each) & index_mask(self.anchors.len());
                all | B::bit(self.anchors[index as usize])
            }),
        }
    }

    /// The code with this field's part replaced.
    pub(super) fn write<K: Bits>(&self, code: K, anchors: B) -> K {
        let (bits, value) = match self.style {
            Style::Mask => (self.span.count(), {
                let bits = anchors >> self.first;
                K::from_words(|i| bits.word(64 * i))
            }),
            Style::Index | Style::List { .. } => self.listed(anchors),
        };
        let mask = K::low(bits) << self.shift;
        (code & !mask) | (value << self.shift)
    }

    /// The numbers of the anchors in the region's list, one after the other, and the bits that they take.
    fn listed<K: Bits>(&self, anchors: B) -> (u32, K) {
        let each = index_mask(self.anchors.len()).count_ones();
        let mut value = K::ZERO;
        for (i, anchor) in anchors.ones().enumerate() {
            let index = self.anchors.binary_search(&anchor).unwrap_or(0);
            value = value | K::place(index as u64, i as u32 * each);
        }
        (each * self.count, value)
    }

    /// Whether an anchor is in the region.
    pub(super) fn has(&self, anchor: u32) -> bool {
        self.anchors.binary_search(&anchor).is_ok()
    }

    /// The region.
    pub(super) fn places(&self) -> B {
        self.anchors.iter().fold(B::ZERO, |all, &a| all | B::bit(a))
    }
}

/// A mask that holds every number below `n`.
#[inline]
fn index_mask(n: usize) -> u64 {
    match n {
        0 | 1 => 0,
        _ => u64::MAX >> (n as u64 - 1).leading_zeros(),
    }
}
