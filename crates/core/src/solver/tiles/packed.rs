//! States of a number puzzle as packed integers: a few bits a cell, 0 for a blank.

use crate::solver::search::bits::{BigBits, Bits};
use crate::solver::search::space::State;

/// What every floor cell holds, in as few words as the board allows.
pub(crate) trait Packed: State {
    /// Packs one number a cell, of as many cells as fit; 0 is a blank.
    fn pack(cells: &[u8]) -> Self;

    /// What `cell` holds.
    fn get(&self, cell: usize) -> u8;

    /// Puts `tile` on `cell`.
    fn set(&mut self, cell: usize, tile: u8);

    /// Calls `visit` with the blanks among the first `cells` cells, in order.
    fn blanks(&self, cells: usize, visit: impl FnMut(usize));
}

/// Four bits a cell: boards of up to 16 cells.
impl Packed for u64 {
    // Cell 0 has the lowest bits, so the cells are shifted in from the last one on.
    fn pack(cells: &[u8]) -> u64 {
        (cells.iter().rev()).fold(0, |all, &tile| all << 4 | u64::from(tile))
    }

    // The accessors are a few instructions that run for every cell of every state; the hint lets other compilation units inline
    // them.
    #[inline]
    fn get(&self, cell: usize) -> u8 {
        (self >> (4 * cell) & 15) as u8
    }

    #[inline]
    fn set(&mut self, cell: usize, tile: u8) {
        *self = *self & !(15 << (4 * cell)) | u64::from(tile) << (4 * cell);
    }

    #[inline]
    fn blanks(&self, cells: usize, mut visit: impl FnMut(usize)) {
        let pairs = self | self >> 1;
        // Each field is folded onto its lowest bit, which tests all cells at once. The fields past the last cell are masked: they
        // are 0 too.
        let mut zero = !(pairs | pairs >> 2) & (u64::MAX / 15) & (u64::MAX >> (64 - 4 * cells));
        while zero != 0 {
            visit(zero.trailing_zeros() as usize / 4);
            zero &= zero - 1;
        }
    }
}

/// The lowest bit of each of the 25 fields of five bits.
// A quotient such as `u64::MAX / 15` would not do here, since 128 is no multiple of five.
const LOWEST_OF_FIVE: u128 = {
    let mut mask = 0;
    let mut cell = 0;
    while cell < 25 {
        mask |= 1 << (5 * cell);
        cell += 1;
    }
    mask
};

/// Five bits a cell: boards of up to 25 cells.
impl Packed for u128 {
    fn pack(cells: &[u8]) -> u128 {
        (cells.iter().rev()).fold(0, |all, &tile| all << 5 | u128::from(tile))
    }

    #[inline]
    fn get(&self, cell: usize) -> u8 {
        (self >> (5 * cell) & 31) as u8
    }

    #[inline]
    fn set(&mut self, cell: usize, tile: u8) {
        *self = *self & !(31 << (5 * cell)) | u128::from(tile) << (5 * cell);
    }

    #[inline]
    fn blanks(&self, cells: usize, mut visit: impl FnMut(usize)) {
        let pairs = self | self >> 1;
        let four = pairs | pairs >> 2;
        let within = LOWEST_OF_FIVE & (u128::MAX >> (128 - 5 * cells));
        // Two shifts fold four bits of a field; the fifth is folded by a shift of its own.
        let mut zero = !(four | self >> 4) & within;
        while zero != 0 {
            visit(zero.trailing_zeros() as usize / 5);
            zero &= zero - 1;
        }
    }
}

/// Six bits a cell in up to six words, which hold 64 cells; eight in more: `8 * N` cells.
impl<const N: usize> Packed for BigBits<N> {
    fn pack(cells: &[u8]) -> BigBits<N> {
        let mut packed = BigBits([0; N]);
        for (cell, &tile) in cells.iter().enumerate() {
            packed.set(cell, tile);
        }
        packed
    }

    #[inline]
    fn get(&self, cell: usize) -> u8 {
        (self.word(cell as u32 * a_cell(N)) & ((1 << a_cell(N)) - 1)) as u8
    }

    #[inline]
    fn set(&mut self, cell: usize, tile: u8) {
        *self = self.flipped(u64::from(self.get(cell) ^ tile), cell as u32 * a_cell(N));
    }

    #[inline]
    fn blanks(&self, cells: usize, mut visit: impl FnMut(usize)) {
        for cell in (0..cells).filter(|&cell| self.get(cell) == 0) {
            visit(cell);
        }
    }
}

/// Bits of a cell in so many words.
const fn a_cell(words: usize) -> u32 {
    if words <= 6 { 6 } else { 8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::lowered::Widest;
    use proptest::prelude::*;

    fn agrees<P: Packed>(cells: &[u8]) {
        let packed = P::pack(cells);
        let held: Vec<u8> = (0..cells.len()).map(|cell| packed.get(cell)).collect();
        assert_eq!(held, cells);
        let mut blanks = Vec::new();
        packed.blanks(cells.len(), |cell| blanks.push(cell));
        let expected: Vec<usize> = (0..cells.len()).filter(|&i| cells[i] == 0).collect();
        assert_eq!(blanks, expected);
        let mut changed = packed;
        changed.set(cells.len() - 1, 0);
        changed.set(0, 9);
        assert_eq!(changed.get(0), 9);
        changed.set(0, cells[0]);
        changed.set(cells.len() - 1, cells[cells.len() - 1]);
        assert_eq!(changed, packed);
    }

    proptest! {
        #[test]
        fn every_width_holds_what_was_put(cells in prop::collection::vec(0_u8..16, 2..=16)) {
            agrees::<u64>(&cells);
            agrees::<u128>(&cells);
            agrees::<BigBits<6>>(&cells);
            agrees::<Widest>(&cells);
        }

        #[test]
        fn five_bits_hold_25_cells(cells in prop::collection::vec(0_u8..25, 25)) {
            agrees::<u128>(&cells);
        }

        #[test]
        fn six_bits_hold_64_cells(cells in prop::collection::vec(0_u8..64, 64)) {
            agrees::<BigBits<6>>(&cells);
        }
    }
}
