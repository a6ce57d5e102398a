//! What a position shows that none before it has shown: facts, and pairs of facts.

use super::board::{Board, Go};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// What counts as the same piece in a fact, which says that a piece is at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Facts {
    /// All of one kind.
    Kinds,
    /// Each piece by itself.
    Pieces,
}

/// How new a position is among those of the same measures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Width {
    /// A piece is where none has been.
    One,
    /// Two pieces are where they have not been together.
    Two,
    /// Neither.
    More,
}

/// Bits of a table: enough for the pairs of small boards, and few for what may be a thousand tables.
const BITS: std::ops::RangeInclusive<u32> = 12..=22;

/// The facts and pairs seen so far, apart for each class of positions.
pub(crate) struct Novelty<C> {
    /// By class: its number.
    classes: FxHashMap<C, u64>,
    /// A bit for each fact or pair, by its hash: what is new may be taken for known, which costs nothing but order.
    tables: Vec<Vec<u64>>,
    /// More classes than tables share them.
    most: u64,
    bits: u32,
    cells: u64,
    facts: u64,
    /// By piece: what it is in a fact.
    names: Vec<u64>,
    /// By piece: the pieces that it can ever meet. Two that cannot are never in each other's way.
    partners: Vec<Vec<u16>>,
}

impl<C: Eq + Hash> Novelty<C> {
    /// Nothing has been seen; tables take `bytes` at most.
    pub(crate) fn new(board: &Board, facts: Facts, bytes: u64) -> Novelty<C> {
        let pieces = board.kinds.len();
        let names: Vec<u64> = match facts {
            Facts::Kinds => board.kinds.iter().copied().map(u64::from).collect(),
            Facts::Pieces => (0..pieces as u64).collect(),
        };
        let cells = board.cells() as u64;
        let facts = names.iter().max().map_or(1, |most| most + 1) * cells;
        let bits = (2 * (64 - facts.leading_zeros())).clamp(*BITS.start(), *BITS.end());
        Novelty {
            classes: FxHashMap::default(),
            tables: Vec::new(),
            most: (bytes >> (bits - 3)).max(1),
            bits,
            cells,
            facts,
            names,
            partners: partners(board),
        }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.tables.len() as u64 * self.table_bytes()
    }

    /// Bytes of one table.
    pub(crate) fn table_bytes(&self) -> u64 {
        1 << (self.bits - 3)
    }

    /// How new it is in a class that a piece is now where it is, with the others at `anchors`; and notes what has been seen.
    pub(crate) fn rate(&mut self, class: C, Go { piece, to }: Go, anchors: &[u16]) -> Width {
        let next = self.classes.len() as u64;
        let class = *self.classes.entry(class).or_insert(next);
        let table = (class % self.most) as usize;
        if table == self.tables.len() {
            self.tables.push(vec![0; 1 << (self.bits - 6)]);
        }
        let fact =
            |piece: u16, at: u16| self.names[usize::from(piece)] * self.cells + u64::from(at);
        let own = fact(piece, to);
        let (bits, facts) = (self.bits, self.facts);
        let table = &mut self.tables[table];
        // Fibonacci hashing: the product's upper bits depend on all bits of the number.
        let salt = class.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mut is_new = |one: u64, other: u64| {
            let pair = one.min(other) * facts + one.max(other);
            let hash = (pair ^ salt).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits);
            let (word, bit) = (&mut table[(hash / 64) as usize], 1 << (hash % 64));
            let before = *word;
            *word |= bit;
            before & bit == 0
        };
        let single = is_new(own, own);
        let mut pair = false;
        for &other in &self.partners[usize::from(piece)] {
            pair |= is_new(own, fact(other, anchors[usize::from(other)]));
        }
        match (single, pair) {
            (true, _) => Width::One,
            (false, true) => Width::Two,
            (false, false) => Width::More,
        }
    }
}

/// By piece: the others that can cover a cell that it can cover.
fn partners(board: &Board) -> Vec<Vec<u16>> {
    let covers = |kind: u16| {
        let mut cells = vec![0u64; board.cells().div_ceil(64)];
        for cell in board.places[usize::from(kind)].iter().flat_map(|&p| board.covered(kind, p)) {
            cells[cell / 64] |= 1 << (cell % 64);
        }
        cells
    };
    let covers: Vec<Vec<u64>> = (0..board.places.len() as u16).map(covers).collect();
    let meet = |one: u16, other: u16| {
        let mut both = covers[usize::from(one)].iter().zip(&covers[usize::from(other)]);
        both.any(|(one, other)| one & other != 0)
    };
    let kinds: Vec<Vec<bool>> = (0..covers.len() as u16)
        .map(|one| (0..covers.len() as u16).map(|other| meet(one, other)).collect())
        .collect();
    let pieces = || (0..).zip(&board.kinds);
    pieces()
        .map(|(piece, &kind): (u16, _)| {
            let others = pieces().filter(|&(other, _)| other != piece);
            others
                .filter(|&(_, &other)| kinds[usize::from(kind)][usize::from(other)])
                .map(|(other, _)| other)
                .collect()
        })
        .collect()
}
