//! What a position shows that none before it has shown: facts, and pairs of facts.

use super::board::{Board, Owners, PieceStep};
use crate::solver::budget::{Budget, StopReason};
use crate::solver::search::hash::hash;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// What the facts say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Facts {
    /// That a piece of some kind is at a place.
    Kinds,
    /// That a piece is at a place.
    Pieces,
    /// That a cell is empty: among hundreds of equal pieces all that changes.
    Empty,
}

/// How new a position is among those of the same measures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Width {
    /// There is a new fact.
    One,
    /// Two facts are true that have not been so together.
    Two,
    /// Neither.
    More,
}

/// The most rows: their numbers are found in a table that may not take long to grow.
const ROWS: u64 = 1 << 19;

/// The facts and pairs seen so far, apart for each class of positions.
pub(crate) struct Novelty<C> {
    facts: Facts,
    /// By class: its number.
    classes: FxHashMap<C, u32>,
    /// By class and fact: the number of the row that tells with which other facts it has been seen.
    numbers: FxHashMap<(u32, u32), u32>,
    /// A bit for each other fact. Exact, and what one position asks lies together.
    rows: Vec<Vec<u64>>,
    /// Further facts share rows, so that what is new may be taken for known, which costs nothing but order.
    most: u64,
    words: usize,
    /// Those of facts about pieces.
    places: Places,
    /// A bit for each cell that is empty before the step that is rated, and after it.
    empty: [Vec<u64>; 2],
    /// Facts and words looked up so far.
    work: u64,
}

/// The facts that a piece is at a place.
#[derive(Default)]
struct Places {
    /// By piece and cell: the number of the fact that it is there.
    numbers: Vec<u32>,
    cells: usize,
    /// By piece: the pieces that it can ever meet. Two that cannot are never in each other's way.
    partners: Vec<Vec<u16>>,
}

impl Places {
    /// Those of a board, and how many there are.
    fn new(board: &Board, facts: Facts) -> (Places, usize) {
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
        (Places { numbers, cells, partners: partners(board) }, count)
    }

    /// The number of the fact that a piece is at `anchor`.
    fn fact(&self, piece: u16, anchor: u16) -> usize {
        self.numbers[usize::from(piece) * self.cells + usize::from(anchor)] as usize
    }
}

impl<C: Eq + Hash> Novelty<C> {
    /// Nothing has been seen; rows take `bytes` at most.
    pub(crate) fn new(board: &Board, facts: Facts, bytes: u64) -> Novelty<C> {
        let (places, count) = match facts {
            Facts::Kinds | Facts::Pieces => Places::new(board, facts),
            Facts::Empty => (Places::default(), board.cells()),
        };
        let words = count.div_ceil(64);
        let mut novelty = Novelty {
            facts,
            classes: FxHashMap::default(),
            numbers: FxHashMap::default(),
            rows: Vec::new(),
            most: 0,
            words,
            places,
            empty: [vec![0; words], Vec::new()],
            work: 0,
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

    /// Facts and words looked up so far.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Bytes of one row, with its number in a table that is at worst seven sixteenths full.
    pub(crate) fn row_bytes(&self) -> u64 {
        let number = (size_of::<((u32, u32), u32)>() + 1) * 16 / 7;
        (self.words * 8 + 2 * size_of::<Vec<u64>>() + number) as u64
    }

    /// What is rated from now on are steps from the position that `owners` tells of.
    pub(crate) fn stand(&mut self, owners: &Owners) {
        if self.facts == Facts::Empty {
            self.empty[0].fill(0);
            owners.empty().for_each(|cell| add(&mut self.empty[0], cell));
        }
    }

    /// Notes what the first position of a class shows, which no step leads to.
    pub(crate) fn begin(
        &mut self,
        class: C,
        board: &Board,
        anchors: &[u16],
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        let class = self.class(class);
        // A row of facts for each: hundreds take milliseconds.
        if self.facts == Facts::Empty {
            let [before, after] = &mut self.empty;
            after.clone_from(before);
            for cell in 0..board.cells() {
                budget.check_after(self.words)?;
                if has(&self.empty[1], cell) {
                    self.rate_empty(class, cell);
                }
            }
        } else {
            for (piece, &to) in (0..).zip(anchors) {
                budget.check_after(board.cells())?;
                self.rate_place(class, PieceStep { piece, to }, anchors);
            }
        }
        Ok(())
    }

    /// How new it is in a class that a piece steps from `from`, with the others at `anchors`; and notes what has been seen.
    pub(crate) fn rate(
        &mut self,
        class: C,
        board: &Board,
        (from, go): (u16, PieceStep),
        anchors: &[u16],
    ) -> Width {
        let class = self.class(class);
        if self.facts != Facts::Empty {
            return self.rate_place(class, go, anchors);
        }
        let kind = board.kinds[usize::from(go.piece)];
        let [before, after] = &mut self.empty;
        after.clone_from(before);
        board.covered(kind, from).for_each(|cell| add(after, cell));
        board.covered(kind, go.to).for_each(|cell| after[cell / 64] &= !(1 << (cell % 64)));
        let mut width = Width::More;
        for cell in board.covered(kind, from) {
            if has(&self.empty[1], cell) {
                width = width.min(self.rate_empty(class, cell));
            }
        }
        width
    }

    fn class(&mut self, class: C) -> u32 {
        let next = self.classes.len() as u32;
        *self.classes.entry(class).or_insert(next)
    }

    /// How new it is that a piece is now where it is.
    // A pair counts once for either of its facts to come second: looking up the other's row as well would take longer, and
    // searches would not be shorter.
    fn rate_place(
        &mut self,
        class: u32,
        PieceStep { piece, to }: PieceStep,
        anchors: &[u16],
    ) -> Width {
        let (row, is_new) = self.row(class, self.places.fact(piece, to));
        self.work += self.places.partners[usize::from(piece)].len() as u64;
        let (row, mut pair) = (&mut self.rows[row], false);
        for &other in &self.places.partners[usize::from(piece)] {
            let fact = self.places.fact(other, anchors[usize::from(other)]);
            pair |= !has(row, fact);
            add(row, fact);
        }
        Width::of(is_new, pair)
    }

    /// How new it is that a cell is empty now.
    fn rate_empty(&mut self, class: u32, cell: usize) -> Width {
        let (row, is_new) = self.row(class, cell);
        self.work += self.words as u64;
        let mut pair = false;
        for (known, &empty) in self.rows[row].iter_mut().zip(&self.empty[1]) {
            pair |= empty & !*known != 0;
            *known |= empty;
        }
        Width::of(is_new, pair)
    }

    /// The number of the row of a fact, and whether the fact is new.
    fn row(&mut self, class: u32, fact: usize) -> (usize, bool) {
        let key = (class, fact as u32);
        if let Some(&known) = self.numbers.get(&key) {
            return (known as usize, false);
        }
        if self.rows.len() as u64 == self.most {
            return ((hash(&key) % self.most) as usize, false);
        }
        self.numbers.insert(key, self.rows.len() as u32);
        self.rows.push(vec![0; self.words]);
        self.work += self.words as u64;
        (self.rows.len() - 1, true)
    }
}

impl Width {
    fn of(is_new: bool, pair: bool) -> Width {
        match (is_new, pair) {
            (true, _) => Width::One,
            (_, true) => Width::Two,
            (_, false) => Width::More,
        }
    }
}

fn has(bits: &[u64], bit: usize) -> bool {
    bits[bit / 64] >> (bit % 64) & 1 != 0
}

fn add(bits: &mut [u64], bit: usize) {
    bits[bit / 64] |= 1 << (bit % 64);
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
