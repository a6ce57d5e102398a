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
    pub(crate) places: B,
    /// By anchor, its number in the region's list; 0 where the region has none.
    numbers: Vec<u32>,
    /// Of a rank: the set of each.
    pub(crate) sets: Vec<B>,
    /// Of a rank: what an anchor adds to it as the lowest of the set, the second lowest, and so on.
    adds: Vec<Vec<u32>>,
    exchange: Exchange,
}

/// How ranks change when a piece moves: the rank of the others' set comes in between, so that two short tables do.
#[derive(Default)]
struct Exchange {
    /// How many sets there are, and how many of one anchor less.
    sets: [usize; 2],
    /// By number of an anchor and rank of a set with it, the rank of the others. A word of 16 bits is enough: where there are more sets of others, the table
    /// below would have more entries than a plan allows.
    // A move is made in many codes one after the other: what they look up lies close together.
    without: Vec<u16>,
    /// By number of an anchor and rank of the others, the rank of the set with that anchor.
    with: Vec<u16>,
}

impl Exchange {
    /// The tables for sets of `count` of `anchors`; `members` are the numbers of those of all sets in the order of their ranks.
    fn new(members: &[u16], count: usize, anchors: usize) -> Exchange {
        let smaller = binomial(anchors, count.saturating_sub(1)) as usize;
        let sets = members.len() / count;
        let (mut without, mut with) = (vec![0; anchors * sets], vec![0; anchors * smaller]);
        for (rank, set) in members.chunks_exact(count).enumerate() {
            for (left_out, &member) in set.iter().enumerate() {
                let rest = (set.iter().enumerate()).filter(|&(index, _)| index != left_out);
                let rest =
                    rest.zip(1..).map(|((_, &other), chosen)| binomial(other.into(), chosen));
                let others = rest.sum::<u64>();
                without[usize::from(member) * sets + rank] = others as u16;
                with[usize::from(member) * smaller + others as usize] = rank as u16;
            }
        }
        Exchange { sets: [sets, smaller], without, with }
    }

    /// The rank after the member `from` was replaced by `to`.
    #[inline]
    fn moved(&self, rank: u64, (from, to): (u32, u32)) -> u64 {
        let [sets, smaller] = self.sets;
        let others = self.without[from as usize * sets + rank as usize];
        u64::from(self.with[to as usize * smaller + usize::from(others)])
    }
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
            places: B::from_ones(plan.anchors.iter().copied()),
            numbers: numbers(&plan.anchors),
            anchors: plan.anchors.clone(),
            sets: Vec::new(),
            adds: Vec::new(),
            exchange: Exchange::default(),
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
                // What is larger than all ranks comes up in none.
                adds[anchor as usize] =
                    u32::try_from(binomial(index, chosen + 1)).unwrap_or(u32::MAX);
            }
        }
        let sets = binomial(self.anchors.len(), most) as usize;
        self.sets = (0..sets).map(|rank| self.set(rank as u32)).collect();
        let members = self.sets.iter().flat_map(|set| set.ones());
        let members: Vec<u16> = members.map(|anchor| self.number(anchor) as u16).collect();
        self.exchange = Exchange::new(&members, most, self.anchors.len());
    }

    /// The set of a rank: the highest anchor decides first.
    fn set(&self, mut rank: u32) -> B {
        let mut set = B::ZERO;
        for adds in self.adds.iter().rev() {
            let fits = |&&anchor: &&u32| adds[anchor as usize] <= rank;
            if let Some(&anchor) = self.anchors.iter().rev().find(fits) {
                rank -= adds[anchor as usize];
                set.insert(anchor);
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
                B::from_ones(bits.ones().map(|number| self.anchors[number as usize]))
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

    /// Whether two codes have its piece at the same anchor; if there may be more than one, this says no.
    #[inline]
    pub(crate) fn is_same<K: Bits>(&self, code: &K, other: &K) -> bool {
        let differ = code.word(self.shift) ^ other.word(self.shift);
        self.style == Style::Index && differ & index_mask(self.anchors.len()) == 0
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
                (self.anchors.len() as u32, K::from_ones(numbers))
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

    /// A piece of this field that goes from one anchor to another, to be made in any code that has it there.
    #[inline]
    pub(crate) fn going(&self, from: u32, to: u32) -> FieldMove<'_, B> {
        let numbers = (self.numbers[from as usize], self.numbers[to as usize]);
        FieldMove { field: self, anchors: (from, to), numbers }
    }

    /// A list of ascending numbers of `each` bits with one of them replaced by another.
    #[inline]
    fn relisted(&self, list: u64, each: u32, (from, to): (u32, u32)) -> u64 {
        let below = |list: u64, count: u32, number: u32| {
            let entry = |i| (list >> (i * each) & lowest(each)) as u32;
            (0..count).map(|i| u32::from(entry(i) < number)).sum::<u32>() * each
        };
        let before = lowest(below(list, self.count, from));
        let others = (list & before) | ((list >> each) & !before);
        let begin = below(others, self.count - 1, to);
        let before = lowest(begin);
        (others & before) | u64::from(to) << begin | (others & !before) << each
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
}

/// A piece that goes from one anchor of its region to another.
pub(crate) struct FieldMove<'a, B> {
    field: &'a Field<B>,
    anchors: (u32, u32),
    /// Those of the anchors in the region's list.
    numbers: (u32, u32),
}

impl<B: Bits> FieldMove<'_, B> {
    /// The code in which it has gone.
    #[inline]
    pub(crate) fn of<K: Bits>(&self, code: K) -> K {
        let (field, (from, to), (left, taken)) = (self.field, self.anchors, self.numbers);
        let (old, new) = match field.style {
            Style::Rank => {
                let old = code.word(field.shift) & index_mask(field.sets.len());
                (old, field.exchange.moved(old, (left, taken)))
            }
            Style::List { each } if each * field.count < u64::BITS => {
                let old = code.word(field.shift) & lowest(each * field.count);
                (old, field.relisted(old, each, (left, taken)))
            }
            Style::List { .. } => {
                return field.write(code, field.read(code).without(from) | B::bit(to));
            }
            Style::Index => (left.into(), taken.into()),
            Style::Tight => {
                return code.flipped(1, field.shift + left).flipped(1, field.shift + taken);
            }
            Style::Mask => {
                let bit = |anchor| field.shift + anchor - field.first;
                return code.flipped(1, bit(from)).flipped(1, bit(to));
            }
        };
        // The XOR of the old number and the new one replaces the old one without clearing its bits first.
        code.flipped(old ^ new, field.shift)
    }
}

/// By anchor, its number among those of a region.
fn numbers(anchors: &[u32]) -> Vec<u32> {
    let mut numbers = vec![0; anchors.last().map_or(0, |&last| last as usize + 1)];
    (0..).zip(anchors).for_each(|(number, &anchor)| numbers[anchor as usize] = number);
    numbers
}

/// The lowest bits set, fewer than all.
#[inline]
fn lowest(bits: u32) -> u64 {
    (1 << bits) - 1
}

/// A mask that holds every number below `n`.
#[inline]
pub(crate) fn index_mask(n: usize) -> u64 {
    match n {
        0 | 1 => 0,
        _ => u64::MAX >> (n as u64 - 1).leading_zeros(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::search::bits::BigBits;

    /// Every set of `count` of these anchors.
    fn sets(anchors: &[u32], count: usize) -> Vec<u64> {
        let sets = 0..1u64 << anchors.len();
        let chosen = sets.filter(|set| set.count_ones() as usize == count);
        chosen.map(|set| set.ones().map(|i| 1 << anchors[i as usize]).sum()).collect()
    }

    fn assert_moves<K: Bits>(anchors: &[u32], count: usize, style: Style, shift: u32) {
        let (group, wanted) = (0, false);
        let anchors = anchors.to_vec();
        let mut plan = FieldPlan { group, anchors, count, wanted, style, shift, bits: 0 };
        plan.bits = plan.bits_as(style);
        let field = Field::<u64>::new(&plan);
        // What stands beside the field must stay.
        let others = !(K::low(plan.bits) << shift);
        for set in sets(&plan.anchors, count) {
            let code = field.write(others, set);
            assert_eq!(field.read(code), set);
            for from in set.ones() {
                for &to in plan.anchors.iter().filter(|&&to| !set.has(to)) {
                    let moved = field.going(from, to).of(code);
                    let expected = field.write(others, set.without(from) | 1 << to);
                    assert_eq!(moved, expected, "{style:?} {set:b} {from} {to}");
                }
            }
        }
    }

    #[test]
    fn a_moved_piece_is_written_as_if_all_were_written_anew() {
        let anchors = [1, 2, 5, 7, 8, 11, 12, 20, 63];
        for shift in [0, 3, 60] {
            assert_moves::<u128>(&anchors, 1, Style::Index, shift);
            for count in 2..=5 {
                for style in [Style::Mask, Style::Tight, Style::Rank, Style::List { each: 4 }] {
                    assert_moves::<u128>(&anchors, count, style, shift);
                    assert_moves::<BigBits<3>>(&anchors, count, style, shift + 60);
                }
            }
        }
        // A list of more bits than a word has.
        let many: Vec<u32> = (0..18).collect();
        assert_moves::<BigBits<3>>(&many, 14, Style::List { each: 5 }, 7);
    }
}
