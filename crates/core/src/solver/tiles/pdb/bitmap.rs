//! Sets of permutations as bit maps that turns pass over quickly.
//!
//! The permutations that differ in their last four elements alone have ranks in a row; a *lane* of 32 bits holds them. A
//! turn of earlier elements then moves whole lanes, one of the last four permutes the bits of every lane alike, and any other
//! moves runs of bits that differ in the elements behind it.

use super::placement::Placements;

/// Permutations in a lane: those of four elements.
const FULL: usize = 24;

/// Bits of a lane.
// Eight bits stay empty, so that no lane straddles two words.
const BITS: usize = 32;

/// How many lanes hold all permutations of a layout.
pub(crate) fn lanes(layout: &Placements) -> usize {
    layout.orders.div_ceil(FULL)
}

/// What a turn does to the bits of all lanes.
pub(crate) enum Turning {
    /// Nothing.
    Same,
    /// Moves each lane as it is.
    Lanes(Vec<u16>),
    /// Moves the bits under each mask, by so many places to the left, or to the right if below 0.
    Within(Vec<(u32, i32)>),
    /// Moves each run of this many bits to a place, counted in bits.
    Runs(usize, Vec<u16>),
}

impl Turning {
    /// All turns of a layout, by number.
    pub(crate) fn all(layout: &Placements) -> Vec<Turning> {
        let pairs = (0..layout.tiles).flat_map(|i| (0..layout.tiles).map(move |j| (i, j)));
        pairs.map(|(i, j)| Turning::new(layout, i, j)).collect()
    }

    /// The turn that takes element `from` to place `to`.
    fn new(layout: &Placements, from: usize, to: usize) -> Turning {
        let turn = layout.turn(from * layout.tiles + to);
        let (first, last) = (from.min(to), from.max(to));
        let early = layout.tiles.saturating_sub(4);
        if from == to {
            Turning::Same
        } else if last < early {
            let lanes = turn.iter().step_by(FULL);
            Turning::Lanes(lanes.map(|&rank| rank / FULL as u16).collect())
        } else if first >= early {
            Turning::Within(shifts(&turn[..layout.orders.min(FULL)]))
        } else {
            let run: usize = (1..layout.tiles - last).product();
            let starts = turn.iter().step_by(run).map(|&rank| usize::from(rank));
            // Eight tiles have 40,320 orders, in lanes of 53,760 bits, so that a place fits in 16 bits.
            let places = starts.map(|rank| (rank / FULL * BITS + rank % FULL) as u16);
            Turning::Runs(run, places.collect())
        }
    }

    /// Adds to `next` what the turn makes of `now`.
    pub(crate) fn apply(&self, now: &[u32], next: &mut [u32]) {
        match self {
            Turning::Same => (next.iter_mut().zip(now)).for_each(|(next, now)| *next |= now),
            Turning::Lanes(to) => {
                for (lane, &to) in now.iter().zip(to) {
                    next[usize::from(to)] |= lane;
                }
            }
            Turning::Within(shifts) => {
                for &(mask, places) in shifts {
                    shift(now, next, mask, places);
                }
            }
            // The later place is one of the last four, so a run has 1, 2 or 6 bits; as constants they make tight loops.
            Turning::Runs(1, to) => bits(now, next, to),
            Turning::Runs(2, to) => runs::<2>(now, next, to),
            Turning::Runs(_, to) => runs::<6>(now, next, to),
        }
    }
}

/// Bits by how far they go.
fn shifts(turn: &[u16]) -> Vec<(u32, i32)> {
    let mut shifts: Vec<(u32, i32)> = Vec::new();
    for (bit, &to) in (0..).zip(turn) {
        let places = i32::from(to) - bit;
        match shifts.iter_mut().find(|shift| shift.1 == places) {
            // Bits that go equally far share one mask and one shift.
            Some(shift) => shift.0 |= 1 << bit,
            None => shifts.push((1 << bit, places)),
        }
    }
    shifts
}

fn shift(now: &[u32], next: &mut [u32], mask: u32, places: i32) {
    let both = next.iter_mut().zip(now);
    if places < 0 {
        both.for_each(|(next, now)| *next |= (now & mask) >> -places);
    } else {
        both.for_each(|(next, now)| *next |= (now & mask) << places);
    }
}

/// Moves runs of `RUN` bits.
fn runs<const RUN: usize>(now: &[u32], next: &mut [u32], to: &[u16]) {
    for (number, &lane) in now.iter().enumerate().filter(|&(_, &lane)| lane != 0) {
        let begin = number * (FULL / RUN);
        for (i, &to) in to[begin..to.len().min(begin + FULL / RUN)].iter().enumerate() {
            let run = lane >> (i * RUN) & ((1 << RUN) - 1);
            next[usize::from(to) / BITS] |= run << (usize::from(to) % BITS);
        }
    }
}

/// Moves single bits.
fn bits(now: &[u32], next: &mut [u32], to: &[u16]) {
    for (i, &lane) in now.iter().enumerate() {
        let mut left = lane;
        while left != 0 {
            let to = usize::from(to[i * FULL + left.trailing_zeros() as usize]);
            next[to / BITS] |= 1 << (to % BITS);
            left &= left - 1;
        }
    }
}

/// Adds lanes to a bit map without gaps between them.
pub(crate) fn pack(lanes: &[u32], packed: &mut [u64]) {
    for (i, &lane) in lanes.iter().enumerate().filter(|&(_, &lane)| lane != 0) {
        let (word, place) = (i * FULL / 64, i * FULL % 64);
        packed[word] |= u64::from(lane) << place;
        // A lane that begins here reaches into the next word.
        if place > 64 - FULL {
            packed[word + 1] |= u64::from(lane) >> (64 - place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::tiles::pdb::grid::Grid;

    /// Every turn of the lanes is what the table of ranks says, for groups of every size.
    #[test]
    fn lanes_turn_as_ranks_do() {
        for tiles in 2..=8 {
            let layout = Placements::new(&Grid::new(3, 3), tiles, &|_| true).unwrap();
            for (number, turning) in Turning::all(&layout).iter().enumerate() {
                let turn = layout.turn(number);
                let mut now = vec![0; lanes(&layout)];
                let mut expected = vec![0; lanes(&layout)];
                for rank in (0..layout.orders).filter(|rank| rank * rank % 7 < 3) {
                    let to = usize::from(turn[rank]);
                    now[rank / FULL] |= 1 << (rank % FULL);
                    expected[to / FULL] |= 1 << (to % FULL);
                }
                let mut next = vec![0; lanes(&layout)];
                turning.apply(&now, &mut next);
                assert_eq!(next, expected, "{tiles} tiles, turn {number}");
            }
        }
    }

    #[test]
    fn packed_lanes_have_no_gaps() {
        let mut packed = [0; 3];
        pack(&[1, 1 << 23, 0, 3, 1, 1, 1, 1 << 23], &mut packed);
        let expected = [0, 47, 72, 73, 96, 120, 144, 191];
        for bit in 0..192 {
            assert_eq!(packed[bit / 64] >> (bit % 64) & 1 == 1, expected.contains(&bit), "{bit}");
        }
    }
}
