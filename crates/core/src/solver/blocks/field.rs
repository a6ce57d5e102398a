//! One part of a code: where the pieces of one kind in one region are.

use super::plan::{FieldPlan, Style, binomial};
use crate::solver::search::bits::Bits;

/// A part of the code.
pub(crate) struct Field<B> {
    pub(crate) style: Style,
    pub(crate) shift: u32,
    /// How many pieces.
    pub(crate) count: u32,
    /// The region.
    pub(crate) anchors: Vec<u32>,
    /// Of a mask: the first anchor, and the bits after it.
    pub(crate) first: u32,
    span: B,
    /// The region as a mask.
    places: B,
    /// Of a rank: the set of each.
    pub(crate) sets: Vec<B>,
    /// Of a rank: what an anchor adds to it as the lowest of the set, the second lowest, and so on.
    adds: Vec<Vec<u32>>,
}

impl<B: Bits> Field<B> {
    pub(crate) fn new(plan: &FieldPlan) -> Field<B> {
        let first = plan.anchors.first().copied().unwrap_or(0);
        let last = plan.anchors.last().copied().unwrap_or(0);
        let mut field = Field {
            style: plan.style,
            shift: plan.shift,
            count: plan.count as u32,
            first,
            span: B::low(last - first + 1),
            places: (plan.anchors.iter()).fold(B::ZERO, |all, &anchor| all | B::bit(anchor)),
            anchors: plan.anchors.clone(),
            sets: Vec::new(),
            adds: Vec::new(),
        };
        if plan.style == Style::Rank {
            field.set_ranks();
        }
        field
    }

    fn set_ranks(&mut self) {
        let (cells, most) =
            (self.anchors.last().map_or(0, |&last| last as usize + 1), self.count as usize);
        self.adds = vec![vec![0; cells]; most];
        for (index, &anchor) in self.anchors.iter().enumerate() {
            for (chosen, adds) in self.adds.iter_mut().enumerate() {
                adds[anchor as usize] = binomial(index, chosen + 1) as u32;
            }
        }
        let sets = binomial(self.anchors.len(), most) as usize;
        self.sets = (0..sets).map(|rank| self.set(rank as u32)).collect();
    }

    /// The set of a rank: the highest anchor decides first.
    fn set(&self, mut rank: u32) -> B {
        let mut set = B::ZERO;
        for adds in self.adds.iter().rev() {
            let fits = |&&anchor: &&u32| adds[anchor as usize] <= rank;
            if let Some(&anchor) = self.anchors.iter().rev().find(fits) {
                rank -= adds[anchor as usize];
                set = set | B::bit(anchor);
            }
        }
        set
    }

    /// The rank of a set.
    #[inline]
    fn rank(&self, set: B) -> u64 {
        let anchors = set.ones().zip(&self.adds);
        let rank: u32 = anchors.map(|(anchor, adds)| adds[anchor as usize]).sum();
        u64::from(rank)
    }

    /// The anchors that the code has in this field.
    #[inline]
    pub(crate) fn read<K: Bits>(&self, code: K) -> B {
        match self.style {
            // A piece with one place takes no bits, so that there is nothing to read.
            Style::Index if self.anchors.len() == 1 => B::bit(self.anchors[0]),
            Style::Index => {
                let index = code.word(self.shift) & index_mask(self.anchors.len());
                B::bit(self.anchors[index as usize])
            }
            Style::Mask => {
                let bits = B::from_words(|i| code.word(self.shift + 64 * i));
                (bits & self.span) << self.first
            }
            Style::Tight => {
                let bits = (code >> self.shift) & K::low(self.anchors.len() as u32);
                let anchors = bits.ones().map(|number| self.anchors[number as usize]);
                anchors.fold(B::ZERO, |all, anchor| all | B::bit(anchor))
            }
            Style::Rank => {
                self.sets[(code.word(self.shift) & index_mask(self.sets.len())) as usize]
            }
            Style::List { each } => {
                let mut set = B::ZERO;
                for i in 0..self.count {
                    let index = code.word(self.shift + i * each) & index_mask(self.anchors.len());
                    set.insert(self.anchors[index as usize]);
                }
                set
            }
        }
    }

    /// The code with this field's part replaced.
    pub(crate) fn write<K: Bits>(&self, code: K, anchors: B) -> K {
        let (bits, value) = match self.style {
            Style::Mask => (self.span.count(), {
                let bits = anchors >> self.first;
                K::from_words(|i| bits.word(64 * i))
            }),
            Style::Tight => {
                let numbers = anchors.ones().map(|anchor| self.number(anchor) as u32);
                let value = numbers.fold(K::ZERO, |all, number| all | K::bit(number));
                (self.anchors.len() as u32, value)
            }
            Style::Rank => {
                let bits = index_mask(self.sets.len()).count_ones();
                (bits, K::place(self.rank(anchors), 0))
            }
            Style::Index | Style::List { .. } => self.listed(anchors),
        };
        let mask = K::low(bits) << self.shift;
        (code & !mask) | (value << self.shift)
    }

    /// The code after a piece of this field went from one anchor to another; only for ranks and lists.
    #[inline]
    pub(crate) fn moved<K: Bits>(&self, code: K, from: u32, to: u32) -> K {
        if self.style != Style::Rank {
            return self.write(code, self.read(code).without(from) | B::bit(to));
        }
        let old = code.word(self.shift) & index_mask(self.sets.len());
        let set = self.sets[old as usize].without(from) | B::bit(to);
        // The XOR of the old number and the new one replaces the old one without clearing its bits first.
        code ^ K::place(old ^ self.rank(set), self.shift)
    }

    /// The numbers of the anchors in the region's list, one after the other, and the bits that they take.
    fn listed<K: Bits>(&self, anchors: B) -> (u32, K) {
        let each = index_mask(self.anchors.len()).count_ones();
        let mut value = K::ZERO;
        for (i, anchor) in anchors.ones().enumerate() {
            value.put(self.number(anchor) as u64, i as u32 * each);
        }
        (each * self.count, value)
    }

    /// The number of an anchor in the region's list.
    fn number(&self, anchor: u32) -> usize {
        self.anchors.binary_search(&anchor).unwrap_or(0)
    }

    /// Whether an anchor is in the region.
    pub(crate) fn has(&self, anchor: u32) -> bool {
        self.anchors.binary_search(&anchor).is_ok()
    }

    /// The region.
    pub(crate) fn places(&self) -> B {
        self.places
    }
}

/// A mask that holds every number below `n`.
#[inline]
pub(crate) fn index_mask(n: usize) -> u64 {
    match n {
        0 | 1 => 0,
        _ => u64::MAX >> (n as u64 - 1).leading_zeros(),
    }
}
