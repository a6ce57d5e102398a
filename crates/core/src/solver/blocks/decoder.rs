//! Codes read a few bits at a time: what those bits put on the board is looked up.

use super::field::{Field, index_mask};
use super::group::Group;
use super::plan::Style;
use crate::solver::search::bits::Bits;

/// The tables of one puzzle.
pub(crate) struct Decoder<K, B> {
    digits: Vec<Digit>,
    /// What the values of all digits mean.
    values: Vec<Decoded<K, B>>,
    /// Fields that no table suits, each with its group.
    others: Vec<(usize, usize)>,
}

/// Some bits of a code that all belong to one field.
struct Digit {
    shift: u32,
    low: u64,
    /// Where its own begin among all values.
    begin: usize,
}

/// What a value of a digit means.
#[derive(Clone, Copy)]
pub(crate) struct Decoded<K, B> {
    /// The cells that the pieces cover.
    pub(crate) cells: B,
    /// What they put into the code of the mirror image, where there is just one.
    pub(crate) image: K,
}

/// Bits of a digit that is a part of a mask: of a short mask, and of a long one.
const DIGIT_BITS: [u32; 2] = [10, 8];

/// Bits of a short mask.
const SHORT: u32 = 30;

impl<K: Bits, B: Bits> Decoded<K, B> {
    const NOTHING: Decoded<K, B> = Decoded { cells: B::ZERO, image: K::ZERO };

    /// This meaning with one more piece.
    fn with(self, group: &Group<B>, anchor: u32) -> Decoded<K, B> {
        Decoded {
            cells: self.cells | group.cells[anchor as usize],
            image: group.tokens[anchor as usize].image.flip(self.image),
        }
    }

    /// The pieces of a group at these anchors.
    fn of(group: &Group<B>, anchors: B) -> Decoded<K, B> {
        let anchors = anchors.ones();
        anchors.fold(Decoded::NOTHING, |all, anchor| all.with(group, anchor))
    }
}

impl<K: Bits, B: Bits> Decoder<K, B> {
    /// The tables for these fields; boards of many words have none. `image` tells what all pieces of a group in one region put into the
    /// code of the mirror image.
    pub(crate) fn new(
        groups: &[Group<B>],
        fields: &[Field<B>],
        image: impl Fn(usize, B) -> K,
    ) -> Decoder<K, B> {
        let mut decoder = Decoder { digits: Vec::new(), values: Vec::new(), others: Vec::new() };
        for (index, group) in groups.iter().enumerate() {
            for number in group.fields.clone() {
                let field = &fields[number];
                let listed = matches!(field.style, Style::List { .. });
                // An entry holds a board and a code, so that tables of many words each would not stay in the caches.
                if listed || B::BITS > u128::BITS || K::BITS > u128::BITS {
                    decoder.others.push((index, number));
                } else {
                    decoder.add(group, field, |set| image(index, set));
                }
            }
        }
        decoder
    }

    fn add(&mut self, group: &Group<B>, field: &Field<B>, image: impl Fn(B) -> K) {
        let of = |set: B| Decoded::of(group, set);
        match field.style {
            Style::Index | Style::List { .. } => {
                let anchors = field.anchors.iter().map(|&anchor| of(B::bit(anchor)));
                self.add_digit(field.shift, anchors.collect());
            }
            Style::Rank => {
                // No XOR of tokens makes a rank.
                let sets = field.sets.iter().map(|&set| Decoded { image: image(set), ..of(set) });
                self.add_digit(field.shift, sets.collect());
            }
            Style::Tight => self.add_mask(group, field.shift, &field.anchors),
            Style::Mask => {
                let last = field.anchors.last().map_or(field.first, |&last| last + 1);
                let anchors: Vec<u32> = (field.first..last).collect();
                self.add_mask(group, field.shift, &anchors);
            }
        }
    }

    /// Digits for a mask whose bits stand for these anchors.
    fn add_mask(&mut self, group: &Group<B>, shift: u32, anchors: &[u32]) {
        let bits = DIGIT_BITS[usize::from(anchors.len() as u32 > SHORT)];
        for (number, anchors) in (0..).zip(anchors.chunks(bits as usize)) {
            let mut values: Vec<Decoded<K, B>> = Vec::with_capacity(1 << anchors.len());
            values.push(Decoded::NOTHING);
            for &anchor in anchors {
                for value in 0..values.len() {
                    values.push(values[value].with(group, anchor));
                }
            }
            self.add_digit(shift + number * bits, values);
        }
    }

    /// A digit whose values have these meanings.
    fn add_digit(&mut self, shift: u32, values: Vec<Decoded<K, B>>) {
        self.digits.push(Digit { shift, low: index_mask(values.len()), begin: self.values.len() });
        self.values.extend(values);
    }

    /// Calls `visit` with the meaning of every part of a code: from a table, or, where none suits, of the anchors that `field`
    /// reads.
    // Always inlined, so that `visit` is part of the loop, and what its caller does not use need not be loaded.
    #[inline(always)]
    pub(crate) fn read(
        &self,
        code: K,
        groups: &[Group<B>],
        field: impl Fn(usize) -> B,
        mut visit: impl FnMut(&Decoded<K, B>),
    ) {
        for digit in &self.digits {
            let value = (code.word(digit.shift) & digit.low) as usize;
            // The bits have room for larger numbers than there are values, but no code of a position holds one.
            if let Some(decoded) = self.values.get(digit.begin + value) {
                visit(decoded);
            }
        }
        for &(group, number) in &self.others {
            visit(&Decoded::of(&groups[group], field(number)));
        }
    }
}
