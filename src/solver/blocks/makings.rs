//! Moves that are possible in many positions, written down first and made afterwards.
//!
//! Most words of a set of positions have one bit or two, and nobody can tell beforehand how few. So what is not empty is
//! listed without a branch, and then every entry makes two positions, of which the second is kept only if there is one.

use super::bits::{Bits, lengthen};
use super::plane::{AT_A_TIME, Plane};
use crate::solver::space::Past;

/// Moves that are to be made.
pub(super) struct Makings<K> {
    moves: Vec<Making<K>>,
    /// Where they are possible: some positions, that of the first of them, and the number of the move.
    /// There is always room for more.
    entries: Vec<(u64, u32, u32)>,
    /// How many entries.
    count: usize,
}

/// What a move does.
#[derive(Clone, Copy)]
pub(super) struct Making<K> {
    /// What it changes in a code.
    pub(super) change: K,
    /// What it changes in the code of the mirror image.
    pub(super) image: K,
    /// What it is as a last move.
    pub(super) past: Past,
}

/// Entries that are made between two looks at the room for what they make.
const AT_ONCE: usize = 32;

impl<K: Bits> Makings<K> {
    /// Nothing yet.
    pub(super) fn new() -> Makings<K> {
        Makings {
            moves: Vec::new(),
            entries: Vec::new(),
            count: 0,
        }
    }

    /// Writes down a move and where it is possible.
    #[inline]
    pub(super) fn add(&mut self, positions: Plane, making: Making<K>) {
        let number = self.moves.len() as u32;
        self.moves.push(making);
        if self.entries.len() < self.count + AT_ONCE {
            self.entries.resize(2 * self.count + AT_ONCE, (0, 0, 0));
        }
        for (first, word) in positions.words() {
            self.entries[self.count] = (word, first as u32, number);
            self.count += usize::from(word != 0);
        }
    }

    /// Makes all moves that were written down, and forgets them: adds what becomes of the codes to `children`, and what it says
    /// of their past to `past`. With `MIRROR` it is the smaller of each code and its image.
    pub(super) fn make<const MIRROR: bool>(
        &mut self,
        (codes, images): (&[K; AT_A_TIME], &[K; AT_A_TIME]),
        children: &mut Vec<K>,
        past: &mut Vec<Past>,
    ) {
        let mut made = children.len();
        let mut done = 0;
        while done < self.count {
            let until = self.count.min(done + AT_ONCE);
            lengthen(children, 2 * (until - done));
            past.resize(children.len(), Past::UNKNOWN);
            if self.entries.len() < self.count + AT_ONCE {
                self.entries.resize(2 * self.count + AT_ONCE, (0, 0, 0));
            }
            for entry in done..until {
                let (first_two, first, number) = self.entries[entry];
                let making = self.moves[number as usize];
                let one = |word: u64| {
                    let position = (first + word.trailing_zeros()) as usize % AT_A_TIME;
                    let next = codes[position] ^ making.change;
                    if MIRROR {
                        next.min(images[position] ^ making.image)
                    } else {
                        next
                    }
                };
                let second = first_two & first_two.wrapping_sub(1);
                (children[made], past[made]) = (one(first_two), making.past);
                made += 1;
                (children[made], past[made]) = (one(second), making.past);
                made += usize::from(second != 0);
                let others = second & second.wrapping_sub(1);
                self.entries[self.count] = (others, first, number);
                self.count += usize::from(others != 0);
            }
            done = until;
            children.truncate(made);
            past.truncate(made);
        }
        self.moves.clear();
        self.count = 0;
    }
}
