//! A guide for boards without pattern databases: Manhattan distance with linear conflicts, and what makes ways long beyond that.
//!
//! Everything is kept up to date step by step. What a tile adds on a cell stands in a table; conflicts are counted again for the one
//! line whose tiles a step changes, if there is one.

use super::heuristic::{Heuristic, Step, hash_of, key};
use crate::puzzle::Direction;
use crate::solver::tiles::blocked_cells::{BlockedCells, Cells, assign, insert};
use crate::solver::tiles::board::TileBoard;

/// What weighs as much as one move.
// Weights are whole numbers: they are kept step by step without rounding, and candidates are counted by weight.
const MOVE: u32 = 64;

/// What a linear conflict weighs: it costs more than the two moves that are proven.
// This value and those of a closed-in cell, `APART` and `ASKEW` were searched on 30 to 60 boards of 6x6.
const CONFLICT: u32 = 300;

/// What a cell that is closed in weighs.
const CLOSED_IN: u32 = 60;

/// What a tile weighs that is so far from home, in rows or in columns, beyond its moves.
///
/// It costs little while others go the same way, and much if it is left to go alone: then the blank runs round it at each step.
/// Weights that grow faster than distances make the beam take all tiles along. The power and the factors here come from a search of
/// some hundred steps on boards of 6x6 with 800 and 4,000 states a layer.
fn apart(lines: u8) -> u32 {
    (APART * f64::from(lines).powf(2.6)).round() as u32
}

/// What a tile weighs one line from home.
const APART: f64 = 10.0;

/// What a tile weighs for each row times each column that it is from home.
const ASKEW: u32 = 16;

/// The longest side.
const SIDE: usize = 16;

/// Bits for the conflicts of one line.
// A line has at most 16 tiles, of which one can always stay, so that 15 is the highest count. Sixteen lines fill 64 bits.
const BITS: usize = 4;

/// No cell.
const NONE: u16 = u16::MAX;

/// The guide to one arrangement of a rectangle of up to `N` cells, and as many bits as `WORDS` words have.
pub(crate) struct ManhattanHeuristic<const N: usize, const WORDS: usize> {
    width: usize,
    height: usize,
    near: [[u16; 4]; N],
    /// By cell: its row and column.
    places: [[u8; 2]; N],
    /// By tile: the goal's row and column.
    goals: [[u8; 2]; N],
    /// By tile, and then by cell.
    worths: Vec<Worth>,
    closed: BlockedCells<WORDS>,
    /// The blank's goal.
    home: usize,
    /// No step makes a state lighter by more.
    gain: u32,
}

/// What a tile on a cell adds to a state.
#[derive(Clone, Copy, Default)]
struct Worth {
    key: u64,
    weight: u32,
    /// Its moves to its goal.
    distance: u16,
}

/// The tiles on the cells and what they weigh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Weighed<const N: usize, const WORDS: usize> {
    hash: u64,
    /// By row, and by column: the tiles that have to leave it, in [`BITS`] bits each.
    conflicts: [u64; 2],
    /// The cells whose tile is not that of the goal.
    wrong: Cells<WORDS>,
    /// Without what is closed in.
    weight: u32,
    /// Moves of which no solution has fewer; 0 at the goal and nowhere else.
    bound: u16,
    blank: u8,
    /// The direction that would take the last step back; 4 at the start.
    back: u8,
    cells: [u8; N],
}

/// What a step changes.
struct After<const WORDS: usize> {
    tile: u8,
    from: usize,
    hash: u64,
    weight: u32,
    bound: u16,
    conflicts: [u64; 2],
    wrong: Cells<WORDS>,
}

impl<const N: usize, const WORDS: usize> ManhattanHeuristic<N, WORDS> {
    /// The guide from any arrangement on a full rectangle to `goal`.
    pub(crate) fn towards(board: &TileBoard, goal: &[u8]) -> ManhattanHeuristic<N, WORDS> {
        let (width, height) = board.sides();
        let home = goal.iter().position(|&tile| tile == 0).unwrap_or(0);
        let mut lines = ManhattanHeuristic {
            width,
            height,
            near: [[NONE; 4]; N],
            places: std::array::from_fn(|cell| [(cell / width) as u8, (cell % width) as u8]),
            goals: [[0; 2]; N],
            worths: Vec::with_capacity(goal.len() * goal.len()),
            closed: BlockedCells::new(width, height, home),
            home,
            gain: 0,
        };
        for (cell, &tile) in goal.iter().enumerate() {
            lines.near[cell] =
                Direction::ALL.map(|d| board.next(cell, d).map_or(NONE, |c| c as u16));
            lines.goals[usize::from(tile)] = lines.places[cell];
        }
        let aparts: [u32; SIDE] = std::array::from_fn(|lines| apart(lines as u8));
        for tile in 0..goal.len() {
            let worths = (0..goal.len()).map(|cell| lines.weighed(&aparts, tile as u8, cell));
            lines.worths.extend(worths.collect::<Vec<_>>());
        }
        let side = width.max(height) as u8;
        // A step nearer to home, out of a conflict, and both cells and their neighbours open.
        lines.gain = MOVE + apart(side) - apart(side - 1)
            + ASKEW * u32::from(side)
            + CONFLICT
            + 8 * CLOSED_IN;
        lines
    }

    /// What a tile on a cell adds to a state.
    fn weighed(&self, aparts: &[u32; SIDE], tile: u8, cell: usize) -> Worth {
        let (goal, place) = (self.goals[usize::from(tile)], self.places[cell]);
        let [down, across] = [0, 1].map(|i| goal[i].abs_diff(place[i]));
        let distance = u16::from(down) + u16::from(across);
        Worth {
            key: key(tile, cell),
            weight: MOVE * u32::from(distance)
                + aparts[usize::from(down)]
                + aparts[usize::from(across)]
                + ASKEW * u32::from(down) * u32::from(across),
            distance,
        }
    }

    // This and the others with this hint run for every step that is weighed, and so are inlined into the loop over the steps.
    #[inline(always)]
    fn worth(&self, tile: u8, cell: usize) -> &Worth {
        &self.worths[usize::from(tile) * self.width * self.height + cell]
    }

    #[inline(always)]
    fn is_right(&self, tile: u8, cell: usize) -> bool {
        self.goals[usize::from(tile)] == self.places[cell]
    }

    /// The tiles that have to leave a row, if `across` is 0, or a column, if the tile `moved.1` stands on the cell `moved.0`.
    #[inline(always)]
    fn conflicts(&self, cells: &[u8; N], across: usize, line: u8, moved: (usize, u8)) -> u32 {
        let (first, stride, side) = match across {
            0 => (usize::from(line) * self.width, 1, self.width),
            _ => (usize::from(line), self.width, self.height),
        };
        // The longest ascending run of goals can stay. Of all runs of one length only that which ends least is kept, as a bit.
        let (mut ends, mut home, mut cell) = (0_u32, 0, first);
        for _ in 0..side {
            // Most steps are never made, so the board is not copied for them; the one changed cell is replaced here.
            let tile = if cell == moved.0 { moved.1 } else { cells[cell] };
            let goal = self.goals[usize::from(tile)];
            if goal[across] == line && tile != 0 {
                home += 1;
                let end = 1 << goal[1 - across];
                let later = ends & !(end - 1);
                ends = ends & !(later & later.wrapping_neg()) | end;
            }
            cell += stride;
        }
        home - ends.count_ones()
    }

    /// What the blank's step in `direction` changes; `None` at the edge.
    #[inline(always)]
    fn after(&self, state: &Weighed<N, WORDS>, direction: usize) -> Option<After<WORDS>> {
        let blank = usize::from(state.blank);
        let from = self.near[blank][direction];
        if from == NONE {
            return None;
        }
        let from = usize::from(from);
        let tile = state.cells[from];
        let (to, off) = (self.worth(tile, blank), self.worth(tile, from));
        let mut after = After {
            tile,
            from,
            hash: state.hash ^ to.key ^ off.key,
            // The sum comes before the difference: the change alone may be below 0, which unsigned numbers do not allow.
            weight: state.weight + to.weight - off.weight,
            bound: state.bound + to.distance - off.distance,
            conflicts: state.conflicts,
            wrong: state.wrong,
        };
        assign(&mut after.wrong, blank, to.distance != 0);
        assign(&mut after.wrong, from, from != self.home);
        let across = usize::from(direction >= 2);
        let goal = self.goals[usize::from(tile)][across];
        // A single step passes no tile of its own line. Only a line across it changes, and there only goal tiles of that line
        // count.
        let changed = if goal == self.places[blank][across] {
            (blank, tile)
        } else if goal == self.places[from][across] {
            (from, 0)
        } else {
            return Some(after);
        };
        let now = self.conflicts(&state.cells, across, goal, changed);
        let place = usize::from(goal) * BITS;
        let kept = &mut after.conflicts[across];
        let before = (*kept >> place & 15) as u32;
        *kept = *kept & !(15 << place) | u64::from(now) << place;
        after.weight = after.weight + CONFLICT * now - CONFLICT * before;
        after.bound = after.bound + 2 * now as u16 - 2 * before as u16;
        Some(after)
    }

    /// What the cells that are closed in weigh after a step. A cell that the next step can put right counts as open.
    #[inline(always)]
    fn closed_in(&self, state: &Weighed<N, WORDS>, after: &After<WORDS>) -> u32 {
        let closed = self.closed.count(&after.wrong);
        // The beam seldom closes a cell in, so the rest is seldom needed.
        if closed == 0 {
            return 0;
        }
        let fits = |cell: usize| {
            let held =
                if cell == usize::from(state.blank) { after.tile } else { state.cells[cell] };
            self.is_right(held, after.from)
        };
        let coming = self.closed.lets_in(&after.wrong, after.from, fits);
        CLOSED_IN * (closed - u32::from(coming))
    }
}

impl<const N: usize, const WORDS: usize> Heuristic for ManhattanHeuristic<N, WORDS> {
    type State = Weighed<N, WORDS>;
    type Note = ();

    fn start(&self, cells: &[u8]) -> Weighed<N, WORDS> {
        let mut state = Weighed {
            hash: hash_of(cells, 0),
            conflicts: [0; 2],
            wrong: [0; WORDS],
            weight: 0,
            bound: 0,
            blank: cells.iter().position(|&tile| tile == 0).unwrap_or(0) as u8,
            back: 4,
            cells: [0; N],
        };
        state.cells[..cells.len()].copy_from_slice(cells);
        for (across, lines) in [self.height, self.width].into_iter().enumerate() {
            for line in 0..lines {
                let count = self.conflicts(&state.cells, across, line as u8, (usize::MAX, 0));
                state.conflicts[across] |= u64::from(count) << (line * BITS);
                state.bound += 2 * count as u16;
                state.weight += CONFLICT * count;
            }
        }
        for (cell, &tile) in cells.iter().enumerate() {
            if tile != 0 {
                let worth = self.worth(tile, cell);
                state.weight += worth.weight;
                state.bound += worth.distance;
            }
            if !self.is_right(tile, cell) {
                insert(&mut state.wrong, cell);
            }
        }
        state
    }

    #[inline(always)]
    fn hash(&self, state: &Weighed<N, WORDS>) -> u64 {
        state.hash
    }

    #[inline(always)]
    fn is_goal(&self, state: &Weighed<N, WORDS>) -> bool {
        state.bound == 0
    }

    fn weight(&self, state: &Weighed<N, WORDS>) -> u32 {
        state.weight
    }

    fn gain(&self) -> u32 {
        self.gain
    }

    #[inline(always)]
    fn steps(&self, states: &[Weighed<N, WORDS>], mut found: impl FnMut(Step<()>)) {
        for (parent, state) in (0..).zip(states) {
            for direction in (0..4).filter(|&d| d != state.back) {
                if let Some(after) = self.after(state, direction.into()) {
                    found(Step {
                        parent,
                        direction,
                        hash: after.hash,
                        weight: after.weight + self.closed_in(state, &after),
                        bound: after.bound.into(),
                        note: (),
                    });
                }
            }
        }
    }

    #[inline(always)]
    fn make(&self, state: &mut Weighed<N, WORDS>, direction: usize, (): ()) {
        // The change is computed again, not carried in the note: most candidates are never made, and notes would enlarge them
        // all.
        if let Some(after) = self.after(state, direction) {
            state.hash = after.hash;
            state.conflicts = after.conflicts;
            state.wrong = after.wrong;
            state.weight = after.weight;
            state.bound = after.bound;
            state.cells[usize::from(state.blank)] = after.tile;
            state.cells[after.from] = 0;
            state.blank = after.from as u8;
            // Opposite directions differ in the lowest bit alone.
            state.back = direction as u8 ^ 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Metric, Setup};
    use crate::solver::tiles::manhattan::Manhattan;

    /// On boards of every number of words, some of them no squares.
    fn steps_come_to_what_boards_are<const N: usize, const WORDS: usize>(w: usize, h: usize) {
        let cells: Vec<u32> = (1..(w * h) as u32).chain([0]).collect();
        let puzzle = Setup::numbers(w, h, &cells).build().unwrap();
        let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
        let heuristic = ManhattanHeuristic::<N, WORDS>::towards(&board, board.goal());
        let simple = Manhattan::new(&board);
        let mut state = heuristic.start(board.goal());
        assert!(heuristic.is_goal(&state));
        let mut turn = 1_u64;
        for _ in 0..3000 {
            let mut steps = Vec::new();
            heuristic.steps(&[state], |step| steps.push(step));
            turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let step = steps[(turn >> 33) as usize % steps.len()];
            heuristic.make(&mut state, step.direction.into(), ());
            let fresh = heuristic.start(&state.cells[..w * h]);
            let back = state.back;
            assert_eq!(state, Weighed { back, ..fresh });
            assert_eq!((step.hash, step.bound), (state.hash, state.bound.into()));
            assert!(step.weight >= state.weight);
            assert_eq!(u32::from(state.bound), simple.bound(|cell| state.cells[cell]));
        }
    }

    #[test]
    fn what_is_kept_step_by_step_is_what_the_board_tells() {
        steps_come_to_what_boards_are::<36, 1>(6, 6);
        steps_come_to_what_boards_are::<36, 1>(3, 11);
        steps_come_to_what_boards_are::<64, 1>(8, 8);
        steps_come_to_what_boards_are::<100, 2>(10, 7);
        steps_come_to_what_boards_are::<256, 4>(16, 16);
    }
}
