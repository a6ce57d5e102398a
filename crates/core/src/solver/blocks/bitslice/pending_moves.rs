//! Moves are first queued per 64-position word, then applied in batches.
//!
//! Most words have one or two set bits, and no branch predictor guesses how many. So words that are not zero are queued without
//! a branch, and every entry then writes two positions, of which the second is overwritten if there is none.

use super::plane::Plane;
use crate::solver::search::bits::{Bits, lengthen};
use crate::solver::search::space::{Origin, Past};

/// Queued moves.
pub(crate) struct PendingMoves<K> {
    moves: Vec<PendingMove<K>>,
    /// A word of positions in which a move is possible, the index of its first position, and the index of the move.
    /// Longer than `count`, so that an entry can be written before it is known whether it counts.
    entries: Vec<(u64, u32, u32)>,
    /// How many entries.
    count: usize,
}

/// What is written down beside each position that is made.
pub(crate) enum Marks<'a> {
    Nothing,
    /// The move that made it.
    Past(&'a mut Vec<Past>),
    /// The index of the position that it was made of.
    Origin(&'a mut Vec<Origin>),
}

impl Marks<'_> {
    /// That of a position which `past` made of the position with this index.
    pub(crate) fn push(&mut self, past: Past, position: usize) {
        match self {
            Marks::Nothing => {}
            Marks::Past(all) => all.push(past),
            Marks::Origin(all) => all.push(Origin(position as u32)),
        }
    }
}

/// What a move does.
#[derive(Clone, Copy)]
pub(crate) struct PendingMove<K> {
    /// What it changes in a code.
    pub(crate) change: K,
    /// What it changes in the code of the mirror image.
    pub(crate) image: K,
    /// If it begins anywhere, what is left of both codes without the piece, as an index; the changes are what is put there.
    pub(crate) lifted: Option<u32>,
    /// What it is as the last move of a way, and what in the mirror image.
    pub(crate) past: [Past; 2],
}

/// Entries that are made between two checks of the capacity of the results.
const AT_ONCE: usize = 32;

/// Entries for which there is room from the beginning.
const AT_FIRST: usize = 256;

impl<K: Bits> PendingMoves<K> {
    /// Nothing yet.
    pub(crate) fn new() -> PendingMoves<K> {
        PendingMoves {
            moves: Vec::with_capacity(AT_FIRST),
            entries: vec![(0, 0, 0); AT_FIRST],
            count: 0,
        }
    }

    /// Queues a move for every word that has a position in which it is possible.
    #[inline]
    pub(crate) fn add<P: Plane>(&mut self, positions: P, pending_move: PendingMove<K>) {
        let number = self.moves.len() as u32;
        self.moves.push(pending_move);
        // A plane has at most eight words, so that there is room for an entry of each.
        self.make_room();
        positions.each_word(|first, word| {
            self.entries[self.count] = (word, first as u32, number);
            self.count += usize::from(word != 0);
        });
    }

    /// Makes all moves that were written down, and forgets them: adds what becomes of the codes, of which the first has the
    /// index `begin`, to `children`, and the marks to `marks`. If there are `images`, the smaller of each code and its image.
    /// `lifted` is [`MoveLists::lifted`](super::move_lists::MoveLists::lifted).
    pub(crate) fn make(
        &mut self,
        begin: usize,
        (codes, images, lifted): (&[K], &[K], &[(K, K)]),
        children: &mut Vec<K>,
        marks: &mut Marks<'_>,
    ) {
        let origin = |_, position| Origin((begin + position) as u32);
        let (codes, mut none) = ((codes, images, lifted), Vec::new());
        match (images.is_empty(), marks) {
            (true, Marks::Nothing) => {
                self.make_with::<false, _>(codes, children, &mut none, |_, _| ())
            }
            (true, Marks::Past(all)) => {
                self.make_with::<false, _>(codes, children, all, |past, _| past)
            }
            (true, Marks::Origin(all)) => self.make_with::<false, _>(codes, children, all, origin),
            (false, Marks::Nothing) => {
                self.make_with::<true, _>(codes, children, &mut none, |_, _| ())
            }
            (false, Marks::Past(all)) => {
                self.make_with::<true, _>(codes, children, all, |past, _| past)
            }
            (false, Marks::Origin(all)) => self.make_with::<true, _>(codes, children, all, origin),
        }
    }

    fn make_with<const MIRROR: bool, M: Copy + Default>(
        &mut self,
        (codes, images, lifted): (&[K], &[K], &[(K, K)]),
        children: &mut Vec<K>,
        marks: &mut Vec<M>,
        mark: impl Fn(Past, usize) -> M,
    ) {
        marks.resize(children.len(), M::default());
        let last = codes.len() - 1;
        let mut made = children.len();
        let mut done = 0;
        while done < self.count {
            let until = self.count.min(done + AT_ONCE);
            lengthen(children, 2 * (until - done));
            marks.resize(children.len(), M::default());
            self.make_room();
            for entry in done..until {
                let (word, first, number) = self.entries[entry];
                let pending_move = self.moves[number as usize];
                let left = pending_move.lifted.map(|number| &lifted[number as usize]);
                let one = |word: u64| {
                    // A word without bits has 64 trailing zeros, which may lead past the last code; what is made of it is
                    // overwritten.
                    let position = ((first + word.trailing_zeros()) as usize).min(last);
                    let code = left.map_or(codes[position], |left| codes[position] & left.0);
                    let next = code ^ pending_move.change;
                    let [own, mirrored] = pending_move.past;
                    if MIRROR {
                        let image = images[position];
                        let image = left.map_or(image, |left| image & left.1);
                        let image = image ^ pending_move.image;
                        let is_image = image < next;
                        let past = if is_image { mirrored } else { own };
                        (if is_image { image } else { next }, mark(past, position))
                    } else {
                        (next, mark(own, position))
                    }
                };
                let second = word & word.wrapping_sub(1);
                let others = second & second.wrapping_sub(1);
                (children[made], marks[made]) = one(word);
                (children[made + 1], marks[made + 1]) = one(second);
                made += 1 + usize::from(second != 0);
                // What is left of a word with more than two positions goes to the end of the queue.
                self.entries[self.count] = (others, first, number);
                self.count += usize::from(others != 0);
            }
            done = until;
            children.truncate(made);
            marks.truncate(made);
        }
        self.moves.clear();
        self.count = 0;
    }

    /// Sees to it that there is room for more entries.
    #[inline]
    fn make_room(&mut self) {
        if self.entries.len() < self.count + AT_ONCE {
            self.entries.resize(2 * self.count + AT_ONCE, (0, 0, 0));
        }
    }
}
