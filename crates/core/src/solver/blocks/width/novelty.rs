//! What a position shows that none before it has shown: facts, and pairs of facts.

use super::board::{Board, Go};
use crate::solver::search::hash::hash;
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

/// The most rows: their numbers are found in a table that may not take long to grow.
const ROWS: u64 = 1 << 19;

/// The facts and pairs seen so far, apart for each class of positions.
pub(crate) struct Novelty<C> {
    /// By class: its number.
    classes: FxHashMap<C, u32>,
    /// By class and fact: the number of the row that tells with which other facts it has been seen.
    numbers: FxHashMap<(u32, u32), u32>,
    /// A bit for each other fact. Exact, and what one position asks lies together.
    rows: Vec<Vec<u64>>,
    /// Further facts share rows, so that what is new may be taken for known, which costs nothing but order.
    most: u64,
    words: usize,
    /// By piece and cell: the number of the fact that it is there.
    facts: Vec<u32>,
    cells: usize,
    /// By piece: the pieces that it can ever meet. Two that cannot are never in each other's way.
    partners: Vec<Vec<u16>>,
}

impl<C: Eq + Hash> Novelty<C> {
    /// Nothing has been seen; rows take `bytes` at most.
    pub(crate) fn new(board: &Board, facts: Facts, bytes: u64) -> Novelty<C> {
        let (cells, mut count) = (board.cells(), 0);
        let mut numbers = vec![0; board.kinds.len() * cells];
        // By kind, or by piece: the number of its first fact.
        let mut firsts = vec![None; board.kinds.len().max(board.places.len())];
        for (piece, &kind) in board.kinds.iter().enumerate() {
            let name = if facts == Facts::Kinds { usize::from(kind) } else { piece };
            let places = &board.places[usize::from(kind)];
            let first = *firsts[name].get_or_insert_with(|| {
                count += places.len();
                count - places.len()
            });
            for (number, &place) in (first as u32..).zip(places) {
                numbers[piece * cells + usize::from(place)] = number;
            }
        }
        let mut novelty = Novelty {
            classes: FxHashMap::default(),
            numbers: FxHashMap::default(),
            rows: Vec::new(),
            most: 0,
            words: count.div_ceil(64),
            facts: numbers,
            cells,
            partners: partners(board),
        };
        novelty.most = (bytes / novelty.row_bytes()).clamp(1, ROWS);
        novelty
    }

    /// Takes out all that has been seen.
    pub(crate) fn take(&mut self) -> Vec<Vec<u64>> {
        std::mem::take(&mut self.rows)
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.rows.len() as u64 * self.row_bytes()
    }

    /// Bytes of one row, with its number in a table that is at worst seven sixteenths full.
    pub(crate) fn row_bytes(&self) -> u64 {
        let number = (size_of::<((u32, u32), u32)>() + 1) * 16 / 7;
        (self.words * 8 + 2 * size_of::<Vec<u64>>() + number) as u64
    }

    /// How new it is in a class that a piece is now where it is, with the others at `anchors`; and notes what has been seen.
    // A pair counts once for either of its facts to come second: looking up the other's row as well would take longer, and
    // searches would not be shorter.
    pub(crate) fn rate(&mut self, class: C, Go { piece, to }: Go, anchors: &[u16]) -> Width {
        let next = self.classes.len() as u32;
        let class = *self.classes.entry(class).or_insert(next);
        let fact = |piece: u16, at: u16| {
            self.facts[usize::from(piece) * self.cells + usize::from(at)] as usize
        };
        let key = (class, fact(piece, to) as u32);
        let known = self.numbers.get(&key).copied();
        let is_full = self.rows.len() as u64 == self.most;
        let row = match known {
            Some(row) => row as usize,
            None if is_full => (hash(&key) % self.most) as usize,
            None => {
                self.numbers.insert(key, self.rows.len() as u32);
                self.rows.push(vec![0; self.words]);
                self.rows.len() - 1
            }
        };
        let row = &mut self.rows[row];
        let mut pair = false;
        for &other in &self.partners[usize::from(piece)] {
            let fact = fact(other, anchors[usize::from(other)]);
            let (word, bit) = (&mut row[fact / 64], 1 << (fact % 64));
            pair |= *word & bit == 0;
            *word |= bit;
        }
        match (known, pair) {
            (None, _) if !is_full => Width::One,
            (_, true) => Width::Two,
            (_, false) => Width::More,
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
