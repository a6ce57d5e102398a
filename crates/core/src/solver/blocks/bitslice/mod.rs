//! Positions turned round, many at a time: a plane for each place of each kind of piece and for each cell, with a bit for
//! each position.
//!
//! Whether a piece can step from one place to another is then a few ANDs for all positions together, and what the move
//! changes in a code is the same for all of them. This is the bit slicing known from ciphers, where a word computes one bit
//! of many blocks at once (E. Biham, "A fast new DES implementation in software", 1997).

pub(crate) mod move_lists;
pub(crate) mod pending_moves;
pub(crate) mod plane;

use crate::solver::search::bits::Bits;
use crate::solver::search::space::Past;
use move_lists::{MoveLists, Place, PlacesOfField, Source, Step};
use plane::{Plane, Slices};
use std::ops::Range;
use std::sync::Arc;

/// The positions that are being expanded.
pub(crate) struct Bitslice<K, P> {
    move_lists: Arc<MoveLists<K>>,
    /// By place: where a piece is there.
    pieces: Vec<P>,
    /// By cell: where it is empty.
    empty: Vec<P>,
    /// The same with a piece lifted off the board.
    lifted: Vec<P>,
    /// By gate: where all its cells are empty.
    open: Vec<P>,
    past: Pasts<P>,
    walk: Walk<P>,
    /// Where a piece that walks is in some position.
    begins: Vec<u32>,
}

/// What is known of how the positions were come to.
struct Pasts<P> {
    /// Where the last move can be exchanged with the next.
    known: P,
    /// By place: where the last move began there.
    from: Vec<P>,
    /// By place: where it ended there.
    to: Vec<P>,
    /// By run: where it leads nowhere new.
    barred: Vec<P>,
    /// By cell: where the last move left it.
    left: Vec<P>,
    /// By gate: where all its cells are empty and were so during the last move too.
    open: Vec<P>,
}

/// A piece that walks.
struct Walk<P> {
    /// By place: where it has come to.
    reached: Vec<P>,
    /// By place: where it has come to and has not gone on from.
    fresh: Vec<P>,
    /// Places that it has come to somewhere.
    touched: Vec<u32>,
    /// Places that have something fresh.
    open: Vec<u32>,
}

/// A move that is possible in some of the positions.
pub(crate) struct Common<'a, K, P> {
    pub(crate) positions: P,
    pub(crate) from: From<'a, K>,
    pub(crate) to: &'a Place<K>,
    /// What it is as a last move.
    pub(crate) past: Past,
}

/// Where a move begins.
pub(crate) enum From<'a, K> {
    /// On the same place in all positions.
    Place(&'a Place<K>),
    /// Anywhere: what is left of codes without the piece, as an index in [`MoveLists::lifted`].
    Anywhere(u32),
}

impl<K: Bits, P: Plane> Bitslice<K, P> {
    /// Room for positions.
    pub(crate) fn new(move_lists: &Arc<MoveLists<K>>) -> Self {
        let none = |count| vec![P::NONE; count];
        let places = move_lists.places.len();
        Bitslice {
            move_lists: Arc::clone(move_lists),
            pieces: none(places),
            empty: none(move_lists.area),
            lifted: none(move_lists.area),
            open: none(move_lists.clearances().count()),
            past: Pasts {
                known: P::NONE,
                from: none(places),
                to: none(places),
                barred: none(move_lists.count_runs()),
                left: none(move_lists.area),
                open: none(move_lists.clearances().count()),
            },
            walk: Walk {
                reached: none(places),
                fresh: none(places),
                touched: Vec::new(),
                open: Vec::new(),
            },
            begins: Vec::new(),
        }
    }

    /// Takes these positions, at most as many as there is room for.
    pub(crate) fn set(&mut self, codes: &[K]) {
        self.pieces.fill(P::NONE);
        let mut slices = Slices::new(codes);
        for source in &self.move_lists.sources {
            match source {
                Source::Bits(bits) => {
                    for &(bit, place) in bits {
                        self.pieces[place as usize] = slices.bit(bit);
                    }
                }
                Source::Number { shift, low, first } => {
                    for (position, code) in codes.iter().enumerate() {
                        let place = *first as usize + (code.word(*shift) & low) as usize;
                        self.pieces[place].add(position);
                    }
                }
                Source::List { shift, low, count, first } => {
                    let each = low.count_ones();
                    for (position, code) in codes.iter().enumerate() {
                        for i in 0..*count {
                            let place =
                                *first as usize + (code.word(shift + i * each) & low) as usize;
                            self.pieces[place].add(position);
                        }
                    }
                }
                Source::Rank { shift, low, count, places } => {
                    for (position, code) in codes.iter().enumerate() {
                        let begin = (code.word(*shift) & low) as usize * count;
                        for &place in &places[begin..begin + count] {
                            self.pieces[place as usize].add(position);
                        }
                    }
                }
            }
        }
        self.set_empty();
        open_gates(&mut self.open, &self.empty, &self.move_lists);
    }

    fn set_empty(&mut self) {
        self.empty.fill(P::ALL);
        for (place, &pieces) in self.move_lists.places.iter().zip(&self.pieces) {
            if !pieces.is_none() {
                for &cell in self.move_lists.covered(place) {
                    self.empty[cell as usize] = self.empty[cell as usize].minus(pieces);
                }
            }
        }
    }

    /// Takes what is known of how they were come to: for each the last move on a shortest way, or that it is unknown.
    pub(crate) fn set_past(&mut self, past: &[Past]) {
        self.forget_past();
        let (last_moves, ours) = (self.move_lists.last_moves(), &mut self.past);
        for (position, &Past(number)) in past.iter().enumerate() {
            let Some(number) = usize::from(number).checked_sub(1) else {
                continue;
            };
            let Some(last) = last_moves.all.get(number) else {
                // Where not all walks have numbers they come after all steps. Of such a walk only its end is noted: it cannot be exchanged,
                // but its piece need not go again.
                ours.to[number - last_moves.all.len()].add(position);
                continue;
            };
            ours.to[last.to as usize].add(position);
            let left = last_moves.left(last);
            if !left.iter().all(|&cell| self.empty[usize::from(cell)].has(position)) {
                continue;
            }
            ours.known.add(position);
            ours.from[last.from as usize].add(position);
            for &run in last_moves.barred.get(number).into_iter().flatten().flatten() {
                ours.barred[run as usize].add(position);
            }
            for &cell in left {
                ours.left[usize::from(cell)].add(position);
            }
        }
        let gates = self.open.iter().zip(self.move_lists.clearances());
        for (still_open, (&open, cells)) in ours.open.iter_mut().zip(gates) {
            *still_open = open.minus(any_of(cells, &ours.left));
        }
    }

    /// Nothing is known of how the positions were come to.
    pub(crate) fn forget_past(&mut self) {
        let ours = &mut self.past;
        ours.known = P::NONE;
        for planes in [&mut ours.from, &mut ours.to, &mut ours.barred, &mut ours.left] {
            planes.fill(P::NONE);
        }
    }

    /// Every step or slide of every piece in these positions that may lead to a new one.
    ///
    /// A move is left out if the piece that moved last only goes on along its line, or if the last two moves can be
    /// exchanged and the later one begins at a place of a lower number: then the same position is made through another one
    /// of this layer. The places of the last moves into a position ascend from each such way to the next, so that one of the
    /// ways is never left out. (The sleep sets of P. Godefroid, for a breadth-first search.)
    #[inline]
    pub(crate) fn each_straight(&self, mut visit: impl FnMut(Common<'_, K, P>)) {
        let mut later = self.past.known;
        for (number, from) in self.move_lists.places.iter().enumerate() {
            let pieces = self.pieces[number];
            // This comes before the test for pieces: from here on no move is left out for a last move that began at this place.
            later = self.later_than(later, number as u32);
            if pieces.is_none() {
                continue;
            }
            let exchanged = pieces & later.minus(self.past.to[number]);
            for (run, first, steps) in self.move_lists.runs(from) {
                let mut positions = pieces.minus(self.past.barred[run]);
                let mut exchanged = exchanged;
                for (step, number) in steps.iter().zip(first..) {
                    positions = positions & self.open[step.clearance as usize];
                    // All further steps of the run would have to pass here.
                    if positions.is_none() {
                        break;
                    }
                    exchanged = exchanged & self.past.open[step.clearance as usize];
                    visit(Common {
                        positions: positions.minus(exchanged),
                        from: From::Place(from),
                        to: &self.move_lists.places[step.to as usize],
                        past: self.move_lists.past_step(number),
                    });
                }
            }
        }
    }

    /// Every walk of every piece in these positions that may lead to a new one: as far as a piece gets with all others at
    /// rest. No piece goes twice in a row, and walks are left out as in [`Bitslice::each_straight`], of those by more than one cell only where
    /// nothing that the last move left is within the piece's reach.
    #[inline]
    pub(crate) fn each_walk(&mut self, mut visit: impl FnMut(Common<'_, K, P>)) {
        let move_lists = &*Arc::clone(&self.move_lists);
        let mut later = self.past.known;
        for field in &move_lists.fields {
            match field.lifted {
                Some(lifted) => {
                    self.walk_from_anywhere(field.places.clone());
                    let (mut ahead, mut exchanged) = (later, P::NONE);
                    for from in field.places.clone() {
                        ahead = self.later_than(ahead, from);
                        exchanged = exchanged | self.walking(from) & ahead;
                    }
                    let exchanged = self.undisturbed(exchanged);
                    for from in field.places.clone() {
                        later = self.later_than(later, from);
                        self.each_step(from, later, &mut visit);
                    }
                    self.each_longer_walk_from_anywhere(field, lifted, exchanged, &mut visit);
                }
                None => {
                    for from in field.places.clone() {
                        later = self.later_than(later, from);
                        self.walk(from);
                        let exchanged = self.undisturbed(self.walking(from) & later);
                        self.each_step(from, later, &mut visit);
                        self.each_longer_walk(from, exchanged, &mut visit);
                    }
                }
            }
        }
    }

    /// Without those positions where the last move began at this place, or where in the mirror image it did: a position that is made may stand for
    /// its image, in which the same ways begin at the images of their places.
    #[inline]
    fn later_than(&self, later: P, from: u32) -> P {
        let (own, image) = (from as usize, self.move_lists.images[from as usize] as usize);
        let later = later.minus(self.past.from[own]);
        if image == own { later } else { later.minus(self.past.from[image]) }
    }

    /// The walks of a single step, which are taken out of those that have been found.
    #[inline]
    fn each_step(&mut self, from: u32, later: P, visit: &mut impl FnMut(Common<'_, K, P>)) {
        let (move_lists, pieces) = (&*self.move_lists, self.walking(from));
        if pieces.is_none() {
            return;
        }
        let place = &move_lists.places[from as usize];
        for (_, number, steps) in move_lists.runs(place) {
            let Step { to, clearance } = steps[0];
            let positions = pieces & self.open[clearance as usize];
            if positions.is_none() {
                continue;
            }
            let reached = &mut self.walk.reached[to as usize];
            *reached = reached.minus(positions);
            let exchanged = later & self.past.open[clearance as usize];
            visit(Common {
                positions: positions.minus(exchanged),
                from: From::Place(place),
                to: &move_lists.places[to as usize],
                past: move_lists.past_single(number, from, to),
            });
        }
    }

    /// The walks from a place that have been found and not taken out, but for those that are exchanged.
    #[inline]
    fn each_longer_walk(
        &mut self,
        from: u32,
        exchanged: P,
        visit: &mut impl FnMut(Common<'_, K, P>),
    ) {
        let move_lists = &*self.move_lists;
        for to in self.walk.touched.drain(..) {
            let reached = std::mem::replace(&mut self.walk.reached[to as usize], P::NONE);
            let positions = reached.minus(exchanged);
            if !positions.is_none() {
                visit(Common {
                    positions,
                    from: From::Place(&move_lists.places[from as usize]),
                    to: &move_lists.places[to as usize],
                    past: move_lists.past_walk(from, to),
                });
            }
        }
    }

    /// The same for the only piece of a field, wherever it is.
    #[inline]
    fn each_longer_walk_from_anywhere(
        &mut self,
        field: &PlacesOfField,
        lifted: u32,
        exchanged: P,
        visit: &mut impl FnMut(Common<'_, K, P>),
    ) {
        let move_lists = &*self.move_lists;
        let is_anywhere = |&place: &u32| !self.pieces[place as usize].is_none();
        self.begins.clear();
        self.begins.extend(field.places.clone().filter(is_anywhere));
        let by_begin = move_lists.numbers_walks();
        if !by_begin {
            self.begins.truncate(1);
        }
        for to in self.walk.touched.drain(..) {
            let reached = std::mem::replace(&mut self.walk.reached[to as usize], P::NONE);
            let positions = reached.minus(exchanged);
            if positions.is_none() {
                continue;
            }
            for &from in &self.begins {
                let here = if by_begin { self.pieces[from as usize] } else { P::ALL };
                let positions = positions & here;
                if !positions.is_none() {
                    visit(Common {
                        positions,
                        from: From::Anywhere(lifted),
                        to: &move_lists.places[to as usize],
                        past: move_lists.past_walk(from, to),
                    });
                }
            }
        }
    }

    /// Those of some positions in which the piece that walks has come to no cell that the last move left: whichever way it went, it could as well have
    /// gone before.
    #[inline]
    fn undisturbed(&self, mut positions: P) -> P {
        let (move_lists, walk) = (&*self.move_lists, &self.walk);
        for &place in &walk.touched {
            if positions.is_none() {
                break;
            }
            let cells = move_lists.covered(&move_lists.places[place as usize]);
            let disturbed = walk.reached[place as usize] & any_of(cells, &self.past.left);
            positions = positions.minus(disturbed);
        }
        positions
    }

    /// Where a piece is at a place that may walk: it did not come there with the last move.
    #[inline]
    fn walking(&self, place: u32) -> P {
        self.pieces[place as usize].minus(self.past.to[place as usize])
    }

    /// Walks of the only piece that has these places, in all positions at once, wherever it is in each of them: what a walk
    /// leads to does not hang on where it began, if the piece is lifted off the board.
    fn walk_from_anywhere(&mut self, places: Range<u32>) {
        let (move_lists, walk) = (&*self.move_lists, &mut self.walk);
        let is_anywhere = |&place: &u32| !self.pieces[place as usize].is_none();
        let begin = || places.clone().filter(is_anywhere);
        // It may enter the cells that it covered itself.
        self.lifted.copy_from_slice(&self.empty);
        for place in begin() {
            for &cell in move_lists.covered(&move_lists.places[place as usize]) {
                let empty = &mut self.lifted[cell as usize];
                *empty = *empty | self.pieces[place as usize];
            }
        }
        for place in begin() {
            // One that came there with the last move need not go again.
            let came = self.past.to[place as usize];
            walk.come_to(place, self.pieces[place as usize].minus(came));
        }
        // First in, first out: most positions have come to a place when it is gone on from.
        let mut gone_on = 0;
        while let Some(&place) = walk.open.get(gone_on) {
            walk.go_on(place, &self.lifted, move_lists);
            gone_on += 1;
        }
        walk.open.clear();
        for place in begin() {
            let reached = &mut walk.reached[place as usize];
            *reached = reached.minus(self.pieces[place as usize]);
        }
    }

    /// Walks from a place in positions that have a piece there.
    fn walk(&mut self, from: u32) {
        let pieces = self.walking(from);
        if pieces.is_none() {
            return;
        }
        let (move_lists, walk) = (&*self.move_lists, &mut self.walk);
        let place = &move_lists.places[from as usize];
        walk.reached[from as usize] = pieces;
        for (_, _, steps) in move_lists.runs(place) {
            walk.come_to(steps[0].to, pieces & self.open[steps[0].clearance as usize]);
        }
        if !walk.open.is_empty() {
            // From its second step on it may enter the cells that it covered itself.
            for &cell in move_lists.covered(place) {
                self.empty[cell as usize] = self.empty[cell as usize] | pieces;
            }
            while let Some(place) = walk.open.pop() {
                walk.go_on(place, &self.empty, move_lists);
            }
            // The piece is at rest again for those that walk after it.
            for &cell in move_lists.covered(place) {
                self.empty[cell as usize] = self.empty[cell as usize].minus(pieces);
            }
        }
        walk.reached[from as usize] = P::NONE;
    }
}

impl<P: Plane> Walk<P> {
    /// One step further from a place, any way.
    #[inline]
    fn go_on<K: Bits>(&mut self, place: u32, empty: &[P], move_lists: &MoveLists<K>) {
        let fresh = std::mem::replace(&mut self.fresh[place as usize], P::NONE);
        for (_, _, steps) in move_lists.runs(&move_lists.places[place as usize]) {
            let Step { to, clearance } = steps[0];
            let new = fresh.minus(self.reached[to as usize]);
            if !new.is_none() {
                let open = all_of(move_lists.gate_cells(clearance), empty);
                self.come_to(to, new & open);
            }
        }
    }

    /// Comes to a place in some positions, in none of them for the second time.
    // Always inlined: this is the innermost step of every walk, and a call would pass planes of 64 bytes through memory.
    #[inline(always)]
    fn come_to(&mut self, place: u32, new: P) {
        if new.is_none() {
            return;
        }
        let (reached, fresh) = (&mut self.reached[place as usize], &mut self.fresh[place as usize]);
        if reached.is_none() {
            self.touched.push(place);
        }
        if fresh.is_none() {
            self.open.push(place);
        }
        *reached = *reached | new;
        *fresh = *fresh | new;
    }
}

/// Finds where all cells of each gate are empty.
fn open_gates<K: Bits, P: Plane>(open: &mut [P], empty: &[P], move_lists: &MoveLists<K>) {
    for (open, cells) in open.iter_mut().zip(move_lists.clearances()) {
        *open = all_of(cells, empty);
    }
}

/// Where all of some cells are empty.
// Always inlined, so that the plane stays in registers.
#[inline(always)]
fn all_of<P: Plane>(cells: &[u32], empty: &[P]) -> P {
    let mut all = P::ALL;
    for &cell in cells {
        all = all & empty[cell as usize];
    }
    all
}

/// Where any of some cells is.
// Always inlined, so that the plane stays in registers.
#[inline(always)]
fn any_of<P: Plane>(cells: &[u32], planes: &[P]) -> P {
    let mut any = P::NONE;
    for &cell in cells {
        any = any | planes[cell as usize];
    }
    any
}
