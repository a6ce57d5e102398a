//! Codes read a few bits at a time: what those bits put on the board is looked up.

use super::bits::Bits;
use super::field::{Field, index_mask};
use super::group::Group;
use super::plan::Style;

/// The tables of one puzzle.
pub(super) struct Reader<K, B> {
    digits: Vec<Digit>,
    glyphs: Vec<Glyph<K, B>>,
    /// Fields that no table suits, each with its group.
    others: Vec<(usize, usize)>,
}

/// Some bits of a code that all belong to one field.
struct Digit {
    group: usize,
    shift: u32,
    low: u64,
    /// Where its values begin among the glyphs.
    begin: usize,
}

/// What a value of a digit means.
#[derive(Clone, Copy)]
pub(super) struct Glyph<K, B> {
    pub(super) anchors: B,
    pub(super) cells: B,
    /// What the pieces there put into the code of the mirror image.
    pub(super) image: K,
}

/// Bits of a digit that is a part of a mask: of a short mask, and of a long one.
const DIGIT_BITS: [u32; 2] = [10, 8];

/// Bits of a short mask.
const SHORT: u32 = 30;

impl<K: Bits, B: Bits> Glyph<K, B> {
    const NOTHING: Glyph<K, B> = Glyph {
        anchors: B::ZERO,
        cells: B::ZERO,
        image: K::ZERO,
    };

    fn of(group: &Group<K, B>, anchors: B) -> Glyph<K, B> {
        let piece = |all: Glyph<K, B>, anchor| all.and(&Glyph::one(group, anchor));
        anchors.ones().fold(Glyph::NOTHING, piece)
    }

    fn one(group: &Group<K, B>, anchor: u32) -> Glyph<K, B> {
        Glyph {
            anchors: B::bit(anchor),
            cells: group.cells[anchor as usize],
            image: group.tokens[anchor as usize].image,
        }
    }

    #[inline]
    fn and(self, other: &Glyph<K, B>) -> Glyph<K, B> {
        Glyph {
            anchors: self.anchors | other.anchors,
            cells: self.cells | other.cells,
            image: self.image ^ other.image,
        }
    }
}

impl<K: Bits, B: Bits> Reader<K, B> {
    /// The tables for these fields; boards of many words have none.
    pub(super) fn new(groups: &[Group<K, B>], fields: &[Field<B>]) -> Reader<K, B> {
        let mut reader = Reader {
            digits: Vec::new(),
            glyphs: Vec::new(),
            others: Vec::new(),
        };
        for (index, group) in groups.iter().enumerate() {
            for number in group.fields.clone() {
                let field = &fields[number];
                let listed = matches!(field.style, Style::List { .. });
                if listed || B::BITS > u128::BITS || K::BITS > u128::BITS {
                    reader.others.push((index, number));
                } else {
                    reader.add(index, group, field);
                }
            }
        }
        reader
    }

    fn add(&mut self, index: usize, group: &Group<K, B>, field: &Field<B>) {
        match field.style {
            Style::Index | Style::List { .. } => {
                let anchors = field.anchors.iter().map(|&anchor| B::bit(anchor));
                self.add_values(index, group, field.shift, anchors.collect());
            }
            Style::Rank => self.add_values(index, group, field.shift, field.sets.clone()),
            Style::Tight => self.add_mask(index, group, field.shift, &field.anchors),
            Style::Mask => {
                let last = field.anchors.last().map_or(field.first, |&last| last + 1);
                let anchors: Vec<u32> = (field.first..last).collect();
                self.add_mask(index, group, field.shift, &anchors);
            }
        }
    }

    /// A digit whose values stand for these sets of anchors.
    fn add_values(&mut self, index: usize, group: &Group<K, B>, shift: u32, sets: Vec<B>) {
        self.digits.push(Digit {
            group: index,
            shift,
            low: index_mask(sets.len()),
            begin: self.glyphs.len(),
        });
        let glyphs = sets.into_iter().map(|anchors| Glyph::of(group, anchors));
        self.glyphs.extend(glyphs);
    }

    /// Digits for a mask whose bits stand for these anchors.
    fn add_mask(&mut self, index: usize, group: &Group<K, B>, shift: u32, anchors: &[u32]) {
        let bits = DIGIT_BITS[usize::from(anchors.len() as u32 > SHORT)];
        for (number, anchors) in (0..).zip(anchors.chunks(bits as usize)) {
            let begin = self.glyphs.len();
            self.digits.push(Digit {
                group: index,
                shift: shift + number * bits,
                low: index_mask(1 << anchors.len()),
                begin,
            });
            self.glyphs.push(Glyph::NOTHING);
            for &anchor in anchors {
                let one = Glyph::one(group, anchor);
                for value in begin..self.glyphs.len() {
                    self.glyphs.push(self.glyphs[value].and(&one));
                }
            }
        }
    }

    /// Calls `visit` with every digit's group and meaning.
    #[inline]
    pub(super) fn read(&self, code: K, mut visit: impl FnMut(usize, &Glyph<K, B>)) {
        for digit in &self.digits {
            let value = (code.word(digit.shift) & digit.low) as usize;
            if let Some(glyph) = self.glyphs.get(digit.begin + value) {
                visit(digit.group, glyph);
            }
        }
    }

    /// The same for what no table suits, from the anchors that `field` reads.
    #[inline]
    pub(super) fn read_others(
        &self,
        groups: &[Group<K, B>],
        field: impl Fn(usize) -> B,
        mut visit: impl FnMut(usize, &Glyph<K, B>),
    ) {
        for &(group, number) in &self.others {
            visit(group, &Glyph::of(&groups[group], field(number)));
        }
    }
}
