//! The table of one group: how many steps of its own tiles it needs at least, built breadth-first with bit maps.
//!
//! A layer is one bit a permutation for every block. A step that keeps the order of the tiles is then an OR of whole
//! words, and any other a scatter through the turn's table. Steps of other tiles are free, which is what makes the tables of
//! disjoint groups additive (Korf and Felner, Artificial Intelligence 134, 2002).

use super::layout::Layout;

/// What no way leads to.
pub(super) const UNREACHED: u8 = u8::MAX;

/// The layers of a breadth-first search over one group.
struct Layers<'a> {
    layout: &'a Layout,
    /// Words a block.
    words: usize,
    seen: Vec<u64>,
    now: Vec<u64>,
    next: Vec<u64>,
}

/// Fills `far` with the distance of every block and order, `layout.orders` a block, from the goal: the group on `cells` in
/// their order, and the blank on `blank`. Returns `false` if `go_on`, asked after each layer with its number, said stop.
pub(super) fn fill(
    layout: &Layout,
    cells: &[usize],
    blank: usize,
    far: &mut [u8],
    go_on: impl Fn(u8) -> bool,
) -> bool {
    far.fill(UNREACHED);
    let words = layout.orders.div_ceil(64);
    let empty = vec![0; words * layout.blocks()];
    let mut layers = Layers {
        layout,
        words,
        seen: empty.clone(),
        now: empty.clone(),
        next: empty,
    };
    let set = cells.iter().fold(0, |set, &cell| set | 1 << cell);
    // The goal's order is the first: the group's tiles ascend with their cells.
    layers.next[layout.block(set, blank) as usize * words] = 1;
    let mut depth = 0;
    while layers.settle(depth, far) {
        if !go_on(depth) {
            return false;
        }
        layers.advance();
        depth += 1;
    }
    true
}

impl Layers<'_> {
    /// Makes what is new in the next layer the present one, and notes its depth. Returns whether anything is.
    fn settle(&mut self, depth: u8, far: &mut [u8]) -> bool {
        let mut any = false;
        for block in 0..self.layout.blocks() {
            let row = block * self.words;
            let far = &mut far[block * self.layout.orders..][..self.layout.orders];
            for word in 0..self.words {
                let new = std::mem::take(&mut self.next[row + word]) & !self.seen[row + word];
                self.now[row + word] = new;
                if new != 0 {
                    any = true;
                    self.seen[row + word] |= new;
                    note(new, depth, &mut far[word * 64..]);
                }
            }
        }
        any
    }

    /// All steps from the present layer.
    fn advance(&mut self) {
        for block in 0..self.layout.blocks() {
            let now = &self.now[block * self.words..][..self.words];
            if now.iter().all(|&word| word == 0) {
                continue;
            }
            for (to, turn) in self.layout.leaving(block) {
                let next = &mut self.next[to * self.words..][..self.words];
                if turn % (self.layout.tiles + 1) == 0 {
                    next.iter_mut()
                        .zip(now)
                        .for_each(|(next, now)| *next |= now);
                } else {
                    let orders = self.layout.orders;
                    scatter(now, next, &self.layout.turns[turn * orders..][..orders]);
                }
            }
        }
    }
}

/// Writes `depth` for every bit of `new`.
fn note(mut new: u64, depth: u8, far: &mut [u8]) {
    while new != 0 {
        far[new.trailing_zeros() as usize] = depth;
        new &= new - 1;
    }
}

/// Sets the bit `turn[i]` of `next` for every bit `i` of `now`.
fn scatter(now: &[u64], next: &mut [u64], turn: &[u16]) {
    for (word, turn) in now.iter().zip(turn.chunks(64)) {
        let mut left = *word;
        while left != 0 {
            let to = usize::from(turn[left.trailing_zeros() as usize]);
            next[to / 64] |= 1 << (to % 64);
            left &= left - 1;
        }
    }
}
