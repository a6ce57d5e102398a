//! Where a tile can come to among several blanks, on a floor that single cells part.
//!
//! While a tile stands on a cell, the blanks on each side of it go where they like there, since all other tiles are alike to it: nothing but how
//! many there are on each side says what it can do. Where there is a fork, each arrangement can be had in which every tile by itself can be where
//! it is (D. Kornhauser, G. Miller and P. Spirakis, "Coordinating pebble motion on graphs", FOCS 1984, for two blanks and more).

use super::board::TileBoard;

/// A cell has no more sides than neighbours.
const SIDES: usize = 4;

/// Cells that hang together, and what a tile can do on them.
pub(super) struct PebbleMotion<'a> {
    part: &'a [usize],
    blanks: usize,
    /// By cell: the sides that the others are on, and how many there are on each.
    sides: Vec<(Vec<u8>, [usize; SIDES])>,
    /// By cell of a tile, side and blanks on it, which are some: a place of the same kind that the tile can come to, and at last the same for
    /// all of a class, which is its own.
    before: Vec<u32>,
}

impl<'a> PebbleMotion<'a> {
    pub(super) fn of(board: &'a TileBoard, part: &'a [usize], blanks: usize) -> PebbleMotion<'a> {
        let floor = board.cells().len();
        let mut sides = vec![(Vec::new(), [0; SIDES]); floor];
        part.iter().for_each(|&cell| sides[cell] = sides_of(board, cell));
        let places = floor * SIDES * (blanks + 1);
        let before = (0..places as u32).collect();
        let mut motion = PebbleMotion { part, blanks, sides, before };
        for &cell in part {
            motion.wait(cell);
            board.near(cell).filter(|&next| next > cell).for_each(|next| motion.step(cell, next));
        }
        motion
    }

    /// Whether a tile at `from` while blanks are on the cells of `now` can be at `to` while they are on those of `then`.
    pub(super) fn can(
        &mut self,
        (from, now): (usize, &[usize]),
        (to, then): (usize, &[usize]),
    ) -> bool {
        match (self.place_among(from, now), self.place_among(to, then)) {
            (Some(from), Some(to)) => self.first(from) == self.first(to),
            _ => false,
        }
    }

    fn place_among(&self, cell: usize, blanks: &[usize]) -> Option<usize> {
        let side = self.side(cell, *blanks.first()?);
        let there = blanks.iter().filter(|&&blank| self.side(cell, blank) == side).count();
        Some(self.place(cell, side, there))
    }

    fn side(&self, cell: usize, other: usize) -> usize {
        self.sides[cell].0[other].into()
    }

    fn place(&self, cell: usize, side: usize, blanks: usize) -> usize {
        (cell * SIDES + side) * (self.blanks + 1) + blanks
    }

    /// Sides with blanks are places of one and the same state, whatever is on the others: while a tile is a step into one side, the blanks of all
    /// others go from one to another over its cell.
    fn wait(&mut self, cell: usize) {
        let (blanks, room) = (self.blanks, self.sides[cell].1);
        let all: usize = room.iter().sum();
        for (one, two) in (0..SIDES).flat_map(|one| (0..one).map(move |two| (one, two))) {
            let others = all - room[one] - room[two];
            for of_one in 1..=room[one].min(blanks) {
                let least = (blanks - of_one).saturating_sub(others).max(1);
                for of_two in least..=room[two].min(blanks - of_one) {
                    self.join(self.place(cell, one, of_one), self.place(cell, two, of_two));
                }
            }
        }
    }

    /// A tile goes to the next cell, and back.
    fn step(&mut self, cell: usize, next: usize) {
        let (side, side_back) = (self.side(cell, next), self.side(next, cell));
        let (ahead, behind) = (self.sides[cell].1[side], self.sides[next].1[side_back]);
        // Cells that are ahead still when the tile has stepped; all others of that side are now on its way back.
        let beyond = self.part.len() - 1 - behind;
        let around = ahead - 1 - beyond;
        let elsewhere = self.part.len() - 1 - ahead;
        for blanks in self.blanks.saturating_sub(elsewhere).max(1)..=ahead.min(self.blanks) {
            for left in (blanks - 1).saturating_sub(around)..=beyond.min(blanks - 1) {
                let then = self.place(next, side_back, self.blanks - left);
                self.join(self.place(cell, side, blanks), then);
            }
        }
    }

    fn first(&mut self, mut place: usize) -> usize {
        while self.before[place] as usize != place {
            // Half of the way is all that is left the next time.
            self.before[place] = self.before[self.before[place] as usize];
            place = self.before[place] as usize;
        }
        place
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        self.before[one.max(other)] = one.min(other) as u32;
    }
}

/// Which of the sides of a cell each other one is on, from which it cannot be left but over the cell, and how large they are.
fn sides_of(board: &TileBoard, cell: usize) -> (Vec<u8>, [usize; SIDES]) {
    let mut sides = vec![u8::MAX; board.cells().len()];
    let (mut sizes, mut count) = ([0; SIDES], 0);
    sides[cell] = 0;
    for next in board.near(cell) {
        let mut open = vec![next];
        while let Some(at) = open.pop() {
            if sides[at] == u8::MAX {
                sides[at] = count as u8;
                sizes[count] += 1;
                open.extend(board.near(at));
            }
        }
        // Another neighbour may be on the same side.
        count += usize::from(sizes.get(count).is_some_and(|&size| size > 0));
    }
    (sides, sizes)
}

#[cfg(test)]
mod tests {
    use crate::puzzle::Metric;
    use crate::solver::tiles::board::TileBoard;
    use crate::solver::tiles::packed::Packed;
    use crate::solver::tiles::parity::{Solvable, parts, solvable};
    use crate::solver::tiles::space::TileSpace;
    use crate::solver::tiles::tests::{distances, walled};
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    /// Every arrangement of cells, from these on.
    fn all(held: &mut Vec<u8>, from: usize, visit: &mut impl FnMut(&[u8])) {
        if from == held.len() {
            return visit(held);
        }
        for at in from..held.len() {
            // What is alike is put there once.
            if !held[from..at].contains(&held[at]) {
                held.swap(from, at);
                all(held, from + 1, visit);
                held.swap(from, at);
            }
        }
    }

    /// All arrangements of floors of up to eight cells that single cells part, against a search from the goal.
    #[test]
    fn theory_knows_all_that_several_blanks_can_do() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let (mut solved, mut unsolvable, mut floors) = (0, 0, 0);
        while floors < 24 {
            let width = rng.random_range(4..=7);
            let walls: Vec<bool> = (0..3 * width).map(|_| rng.random_range(0..5) < 3).collect();
            let cells = walls.iter().filter(|&&is_wall| !is_wall).count();
            let blanks = rng.random_range(2..=4);
            if !(5..=8).contains(&cells) || cells <= blanks {
                continue;
            }
            let puzzle = walled((width, 3), &|at| walls[at], blanks);
            let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
            if parts(&board).len() > 1 {
                continue;
            }
            floors += 1;
            let known = distances(&TileSpace::<u64>::new(board.clone()));
            all(&mut board.goal().to_vec(), 0, &mut |held| {
                let is_known = known.contains_key(&u64::pack(held));
                let expected = if is_known { Solvable::Yes } else { Solvable::No };
                assert_eq!(solvable(&board, held), expected, "{held:?} {walls:?}");
                *(if is_known { &mut solved } else { &mut unsolvable }) += 1;
            });
        }
        assert!(solved > 5_000 && unsolvable > 20_000, "{solved} {unsolvable}");
    }
}
