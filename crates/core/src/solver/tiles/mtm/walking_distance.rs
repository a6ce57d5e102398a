//! Walking distance for runs: how many slides along one axis a board needs at least.
//!
//! Of a board only this is kept: how many tiles of each line belong to which line, and the line of the blank (Takahashi's walking
//! distance, 2001). A slide across lines, which pushes a run of tiles, is up to `lines - 1` single steps one way and counts one.
//! A 4x4 board has 24,964 such states.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The most lines, and the most tiles of a line.
pub(crate) const LINES: usize = 4;

/// Bits for a count of up to four tiles.
const COUNT: u32 = 3;

/// The states of one axis of one goal.
pub(crate) struct WalkingDistance {
    /// By state: the fewest slides to the goal.
    pub(crate) far: Vec<u8>,
    /// By state, whether the blank goes forward, and the home line of the tile that it trades places with: the state after.
    pub(crate) next: Vec<[[u16; LINES]; 2]>,
    index: FxHashMap<u64, u16>,
    lines: usize,
}

impl WalkingDistance {
    /// All states from which the blank's line `blank` of `lines` lines of `length` cells, all tiles at home, can be reached.
    pub(crate) fn new(lines: usize, length: usize, blank: usize) -> WalkingDistance {
        let homes = (0..lines).flat_map(|line| std::iter::repeat_n((line, line), length));
        let mut full: Vec<(usize, usize)> = homes.collect();
        // The blank's line has one tile less than the others.
        full.remove(blank * length);
        let goal = key(&full, blank);
        let mut walking = WalkingDistance {
            far: vec![0],
            next: Vec::new(),
            index: FxHashMap::from_iter([(goal, 0)]),
            lines,
        };
        let mut open = VecDeque::from([goal]);
        let mut keys = vec![goal];
        while let Some(state) = open.pop_front() {
            let depth = walking.far[usize::from(walking.index[&state])] + 1;
            for forward in [false, true] {
                walking.slide(state, forward, depth, &mut |new| {
                    open.push_back(new);
                    keys.push(new);
                });
            }
        }
        walking.next = keys.iter().map(|&state| walking.after(state)).collect();
        walking
    }

    /// The state of a board given as the line and the home line of every tile, and the blank's line.
    pub(crate) fn state(&self, tiles: &[(usize, usize)], blank: usize) -> u16 {
        self.index[&key(tiles, blank)]
    }

    /// Notes all states that a slide of any length leads to; `found` hears of the new ones.
    fn slide(&mut self, state: u64, forward: bool, depth: u8, found: &mut impl FnMut(u64)) {
        for home in 0..self.lines {
            let Some(next) = step(state, self.lines, forward, home) else {
                continue;
            };
            let count = self.far.len() as u16;
            // Only a state that has just been entered can have the number that comes next.
            if *self.index.entry(next).or_insert(count) == count {
                self.far.push(depth);
                found(next);
            }
            // The slide goes on the same way at the same depth, because a slide of any length counts one.
            self.slide(next, forward, depth, found);
        }
    }

    /// The states after every single step.
    fn after(&self, state: u64) -> [[u16; LINES]; 2] {
        [false, true].map(|forward| {
            std::array::from_fn(|home| {
                let next = step(state, self.lines, forward, home);
                // No board asks for this entry: the blank cannot trade places with a tile that is not there.
                next.map_or(u16::MAX, |next| self.index[&next])
            })
        })
    }
}

/// Where the count of the tiles of `line` that belong to `home` begins.
fn place(line: usize, home: usize) -> u32 {
    COUNT * (line * LINES + home) as u32
}

/// Where the blank's line begins.
const BLANK: u32 = COUNT * (LINES * LINES) as u32;

fn key(tiles: &[(usize, usize)], blank: usize) -> u64 {
    let counts = tiles.iter().map(|&(line, home)| 1_u64 << place(line, home));
    counts.sum::<u64>() | (blank as u64) << BLANK
}

/// The state after a tile that belongs to `home` trades places with the blank, which goes to the next line or to the one
/// before; `None` if there is no such tile or line.
fn step(state: u64, lines: usize, forward: bool, home: usize) -> Option<u64> {
    let blank = (state >> BLANK) as usize;
    let to = if forward { blank + 1 } else { blank.checked_sub(1)? };
    let there = home < lines && to < lines && state >> place(to, home) & 7 != 0;
    there.then(|| {
        let moved = state - (1 << place(to, home)) + (1 << place(blank, home));
        moved & !(u64::MAX << BLANK) | (to as u64) << BLANK
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_4x4_board_has_the_published_number_of_states() {
        assert_eq!(WalkingDistance::new(4, 4, 3).far.len(), 24_964);
    }
}
