//! What leads a beam on a rectangle: Manhattan distance with linear conflicts, and what makes ways long beyond that. On 5x5 to 7x7 what was
//! learned of places takes the place of what was learned of distances; among walls ways round them count.
//!
//! Everything is kept up to date step by step. What a tile adds on a cell stands in a table; conflicts are counted again for the one
//! line whose tiles a step changes, if there is one.
//!
//! All of it is one thing: a state, what a step changes of it, and what that weighs.

use super::features::{
    CODES, CONFLICT, MOVE, OF_CONFLICT, OFFSETS, SIDE, by_formula, code, of_pairs, of_tile,
};
use super::places::{self, Square};
use crate::puzzle::Direction;
use crate::solver::tiles::board::TileBoard;
use std::hash::{BuildHasher, Hasher};
use std::sync::LazyLock;

/// What every state weighs beside all else: pairs may weigh less than nothing, and a sum is not to be below it.
const GROUND: i32 = 1 << 24;

/// The code of the blank in a pair: that weighs nothing.
const NO_TILE: usize = CODES;

/// What is learned, in the order of [`features`](super::features), as `examples/learn_weights.rs` prints it.
const CORRECTIONS: &str = include_str!("corrections.txt");

/// What pairs of tiles and conflicts weigh, and what is added to a tile's weight.
struct Learned {
    corrections: Vec<i16>,
    /// By the offset of the other tile and both codes, [`NO_TILE`] included.
    pairs: Vec<i16>,
}

static LEARNED: LazyLock<Learned> = LazyLock::new(|| {
    let corrections: Vec<i16> =
        CORRECTIONS.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect();
    let (numbers, _) = of_pairs();
    let mut pairs = vec![0; OFFSETS.len() * (CODES + 1) * (CODES + 1)];
    for (place, &number) in numbers.iter().enumerate() {
        let (offset, a, b) = (place / (CODES * CODES), place / CODES % CODES, place % CODES);
        pairs[pair(offset, a, b)] = corrections[usize::from(number)];
    }
    Learned { corrections, pairs }
});

/// What is learned of places ([`places`]) of 5x5 to 7x7, a byte each, in units of [`places::UNIT`].
const OF_PLACES: [(Square, &[u8]); 3] = [
    (Square { side: 5 }, include_bytes!("places_5x5.bin")),
    (Square { side: 6 }, include_bytes!("places_6x6.bin")),
    (Square { side: 7 }, include_bytes!("places_7x7.bin")),
];

/// What tiles weigh by their places.
struct LearnedPlaces {
    square: Square,
    /// By tile and cell.
    tiles: Vec<i32>,
    /// By tile and cell, and then by offset and the other tile.
    pairs: Vec<i16>,
    conflict: i32,
}

impl LearnedPlaces {
    fn new((square, learned): (Square, &[u8])) -> LearnedPlaces {
        let numbers = square.numbers();
        debug_assert_eq!(learned.len(), numbers.count);
        // Nothing for what has no number.
        let of_place = |number: u32| {
            let byte = learned.get(number as usize);
            byte.map_or(0, |byte| places::UNIT * i32::from(byte.cast_signed()))
        };
        let area = square.area();
        let mut pairs = Vec::with_capacity(numbers.pairs.len());
        for (tile, cell) in (0..area).flat_map(|t| (0..area).map(move |c| (t, c))) {
            for offset in 0..OFFSETS.len() {
                let first = square.pair(offset, tile, cell, 0);
                let of_others = &numbers.pairs[first..first + area];
                pairs.extend(of_others.iter().map(|&number| of_place(number) as i16));
            }
        }
        let tiles = numbers.tiles.into_iter().map(of_place).collect();
        LearnedPlaces { square, tiles, pairs, conflict: of_place(OF_CONFLICT as u32) }
    }
}

static PLACES: [LazyLock<LearnedPlaces>; 3] = [
    LazyLock::new(|| LearnedPlaces::new(OF_PLACES[0])),
    LazyLock::new(|| LearnedPlaces::new(OF_PLACES[1])),
    LazyLock::new(|| LearnedPlaces::new(OF_PLACES[2])),
];

/// Where a pair stands among all.
#[inline(always)]
fn pair(offset: usize, a: usize, b: usize) -> usize {
    (offset * (CODES + 1) + a) * (CODES + 1) + b
}

/// Bits for the conflicts of one line.
// A line has at most 16 tiles, of which one can always stay, so that 15 is the highest count. Sixteen lines fill 64 bits.
const BITS: usize = 4;

/// What each step of a way round walls weighs.
const DETOUR: i32 = 3 * MOVE / 2;

/// No cell.
const NONE: u16 = u16::MAX;

/// The heuristic for one arrangement of a rectangle of up to `N` cells.
#[derive(Clone)]
pub(crate) struct ManhattanHeuristic<const N: usize> {
    width: usize,
    height: usize,
    near: [[u16; 4]; N],
    /// By cell: its row and column.
    places: [[u8; 2]; N],
    /// By tile: the goal's row and column.
    goals: [[u8; 2]; N],
    /// By row, and by column, and then by tile: a bit for the place of its goal in this line, none if it is in another.
    in_line: [Vec<[u16; N]>; 2],
    /// By tile, and then by cell.
    weights: Vec<CellWeights>,
    /// By cell, and then by tile: where the weights of pairs begin of which it is the first.
    rows: Vec<u32>,
    /// By cell, and then by tile: what tells apart the second of a pair. After the last cell: that of no tile.
    columns: Vec<u8>,
    /// By cell: the cells of pairs with it.
    around: Vec<[Other; OFFSETS.len()]>,
    /// By direction: where weights begin of pairs whose second is the tile that the blank goes to.
    towards: [u32; 4],
    /// What pairs weigh.
    pairs: &'static [i16],
    /// What a linear conflict weighs.
    conflict: i32,
    /// The number that stands for a blank among those of tiles.
    blank: u8,
    /// How many blanks there are.
    blanks: usize,
    /// No step makes a state lighter by more.
    gain: u32,
}

/// What a tile on a cell adds to a state.
#[derive(Clone, Copy, Default)]
struct CellWeights {
    key: u64,
    weight: i32,
    /// Its moves to its goal.
    distance: u16,
}

/// A cell whose tile is a pair with that on another cell, and where tables begin that are about it.
#[derive(Clone, Copy)]
struct Other {
    cell: u8,
    columns: u32,
    pairs: u32,
}

/// The tiles on the cells and what they weigh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct State<const N: usize> {
    hash: u64,
    /// By row, and by column: the tiles that have to leave it, in [`BITS`] bits each.
    conflicts: [u64; 2],
    weight: i32,
    /// Moves of which no solution has fewer; 0 at the goal and nowhere else.
    bound: u16,
    pub(super) blank: u8,
    /// The direction that would take the last step back; 4 at the start.
    pub(super) back: u8,
    cells: [u8; N],
}

impl<const N: usize> State<N> {
    /// A random-looking number that equal boards, and hardly any others, have in common.
    #[inline(always)]
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    #[inline(always)]
    pub(crate) fn is_goal(&self) -> bool {
        self.bound == 0
    }

    /// What it weighs.
    pub(crate) fn weight(&self) -> u32 {
        self.weight.unsigned_abs()
    }
}

/// A step that has been weighed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The place of the state before it.
    pub(crate) parent: u32,
    /// Where the blank goes.
    pub(crate) direction: u8,
    /// The hash of the board after it.
    pub(crate) hash: u64,
    /// The weight of the board after it: the smaller, the nearer to the goal, by a guess.
    pub(crate) weight: u32,
    /// No solution of that board has fewer moves.
    pub(crate) bound: u32,
}

/// What is asked about the state after a step before it is made.
pub(super) struct StepOutcome {
    pub(super) hash: u64,
    pub(super) weight: u32,
    /// Where the blank is.
    pub(super) blank: u8,
    pub(super) is_goal: bool,
}

/// What a step changes.
struct StepEffect {
    tile: u8,
    from: usize,
    hash: u64,
    weight: i32,
    bound: u16,
    conflicts: [u64; 2],
}

impl<const N: usize> ManhattanHeuristic<N> {
    /// The heuristic from any arrangement on a full rectangle of these sides to `goal`, where the blank stands on the cell `home`.
    pub(crate) fn towards(
        (width, height): (usize, usize),
        goal: &[u8],
        home: usize,
    ) -> ManhattanHeuristic<N> {
        let area = goal.len();
        let learned = &*LEARNED;
        let mut lines = ManhattanHeuristic {
            width,
            height,
            near: [[NONE; 4]; N],
            places: std::array::from_fn(|cell| [(cell / width) as u8, (cell % width) as u8]),
            goals: [[0; 2]; N],
            in_line: [vec![[0; N]; height], vec![[0; N]; width]],
            weights: Vec::with_capacity(area * area),
            rows: vec![0; area * area],
            columns: vec![NO_TILE as u8; (area + 1) * area],
            around: (0..area).map(|cell| around(width, height, cell)).collect(),
            towards: TOWARDS.map(|offset| pair(offset, 0, 0) as u32),
            pairs: &learned.pairs,
            conflict: CONFLICT + i32::from(learned.corrections[OF_CONFLICT]),
            blank: goal[home],
            blanks: goal.iter().filter(|&&tile| tile == goal[home]).count(),
            gain: 0,
        };
        for (cell, &tile) in goal.iter().enumerate() {
            lines.near[cell] = Direction::ALL.map(|direction| {
                let (across, down) = direction.delta();
                beside((width, height), cell, (down, across)).map_or(NONE, |cell| cell as u16)
            });
            let [row, column] = lines.places[cell];
            lines.goals[usize::from(tile)] = [row, column];
            if tile != lines.blank {
                lines.in_line[0][usize::from(row)][usize::from(tile)] = 1 << column;
                lines.in_line[1][usize::from(column)][usize::from(tile)] = 1 << row;
            }
        }
        let weight = |down: usize, across: usize| {
            by_formula(down, across) + i32::from(learned.corrections[of_tile(down, across)])
        };
        // Computed once for each distance, since windows of a way have a heuristic each.
        let weights: [[i32; SIDE]; SIDE] =
            std::array::from_fn(|down| std::array::from_fn(|across| weight(down, across)));
        // Windows of a way on a large board are many, and each has these tables: the loops are plain, and each goes through its own in order.
        for cell in 0..area {
            let [row, column] = lines.places[cell];
            for tile in 0..area {
                let [goal_row, goal_column] = lines.goals[tile];
                let down = i32::from(goal_row) - i32::from(row);
                let code = code(down, i32::from(goal_column) - i32::from(column));
                lines.rows[cell * area + tile] = pair(0, code.into(), 0) as u32;
                lines.columns[cell * area + tile] = code;
            }
            let blank = cell * area + usize::from(lines.blank);
            lines.rows[blank] = pair(0, NO_TILE, 0) as u32;
            lines.columns[blank] = NO_TILE as u8;
        }
        for tile in 0..area {
            let [goal_row, goal_column] = lines.goals[tile];
            for cell in 0..area {
                let [row, column] = lines.places[cell];
                let (down, across) = (goal_row.abs_diff(row), goal_column.abs_diff(column));
                lines.weights.push(CellWeights {
                    key: key(tile as u8, cell),
                    weight: weights[usize::from(down)][usize::from(across)],
                    distance: u16::from(down) + u16::from(across),
                });
            }
        }
        let side = width.max(height) - 1;
        // A step nearer to home, out of a conflict, and some pairs better off.
        let gain = 8 * MOVE + by_formula(side, side) - by_formula(side - 1, side) + lines.conflict;
        lines.gain = gain.unsigned_abs();
        lines
    }

    /// Takes in what the floor of a [framed](TileBoard::framed) board is, and how many steps there are on it between any two cells. A cell
    /// from which there is no way is a wall, and holds what stays there.
    pub(crate) fn take_in(&mut self, board: &TileBoard, steps: &[u16]) {
        let area = self.width * self.height;
        let mut walled = [vec![false; self.height], vec![false; self.width]];
        for cell in 0..area {
            let next = |direction| board.next(cell, direction);
            self.near[cell] = Direction::ALL.map(|to| next(to).map_or(NONE, |next| next as u16));
            if self.near[cell] == [NONE; 4] {
                let [row, column] = self.places[cell].map(usize::from);
                (walled[0][row], walled[1][column]) = (true, true);
                // No pair is one with a wall.
                self.columns[cell * area..][..area].fill(NO_TILE as u8);
                self.rows[cell * area..][..area].fill(pair(0, NO_TILE, 0) as u32);
            }
        }
        // Where walls are in a line a tile may have to leave it for their sake, which its steps tell already.
        for (lines, walled) in self.in_line.iter_mut().zip(walled) {
            let walled = lines.iter_mut().zip(walled).filter(|(_, is_walled)| *is_walled);
            walled.for_each(|(line, _)| *line = [0; N]);
        }
        for (tile, [row, column]) in self.goals[..area].iter().enumerate() {
            let home = usize::from(*row) * self.width + usize::from(*column);
            for cell in 0..area {
                let (worth, steps) =
                    (&mut self.weights[tile * area + cell], steps[home * area + cell]);
                // Cells that do not hang together have no way between them.
                if steps > worth.distance {
                    worth.weight += DETOUR * i32::from(steps - worth.distance);
                    worth.distance = steps;
                }
            }
        }
    }

    /// The heuristic for the goal of a board, which goes by places where those are known: on 5x5 to 7x7, with the blank's goal in a corner.
    pub(crate) fn to_goal(
        sides: (usize, usize),
        goal: &[u8],
        home: usize,
    ) -> ManhattanHeuristic<N> {
        let mut lines = ManhattanHeuristic::towards(sides, goal, home);
        if let Some((learned, turn)) = known_places(sides, home) {
            lines.go_by_places(learned, &turn);
        }
        lines
    }

    /// The heuristic of what is left where tiles on some cells are to stay.
    pub(crate) fn within(&self, fixed: &[usize]) -> ManhattanHeuristic<N> {
        let mut rest = self.clone();
        for near in rest.near.iter_mut().flatten() {
            if fixed.contains(&usize::from(*near)) {
                *near = NONE;
            }
        }
        rest
    }

    /// Whether [`to_goal`](Self::to_goal) goes by places.
    pub(crate) fn knows_places(sides: (usize, usize), home: usize) -> bool {
        known_places(sides, home).is_some()
    }

    /// Replaces what was learned of distances by what was learned of places; `turn` tells where each cell goes so that the blank's goal is the
    /// first.
    fn go_by_places(&mut self, learned: &'static LearnedPlaces, turn: &[usize]) {
        let square = learned.square;
        let area = square.area();
        let offset_of = |cell: usize, other: usize| {
            let (cell, other) = (turn[cell], turn[other]);
            let is_other = |&lines: &_| square.at(cell, lines) == Some(other);
            OFFSETS.iter().position(is_other).unwrap_or(0)
        };
        let start = |offset: usize| (offset * area) as u32;
        for (tile, cell) in (0..area).flat_map(|tile| (0..area).map(move |cell| (tile, cell))) {
            let [row, column] = self.goals[tile].map(usize::from);
            let (named, there) = (turn[row * self.width + column], turn[cell]);
            let held = square.held(named, there);
            self.rows[cell * area + tile] = (held * OFFSETS.len() * area) as u32;
            self.columns[cell * area + tile] = named as u8;
            let [down, across] =
                [row.abs_diff(cell / self.width), column.abs_diff(cell % self.width)];
            self.weights[tile * area + cell].weight =
                by_formula(down, across) + learned.tiles[held];
        }
        // The blank's number, and so that of what weighs nothing.
        self.columns[area * area..].fill(0);
        for (cell, others) in self.around.iter_mut().enumerate() {
            for other in others.iter_mut().filter(|other| (other.columns as usize) < area * area) {
                other.pairs = start(offset_of(cell, other.cell.into()));
            }
        }
        // This cell has another in each direction.
        let middle = square.side + 1;
        self.towards = std::array::from_fn(|direction| {
            let from = self.near[middle][direction];
            start(offset_of(middle, from.into()))
        });
        self.pairs = &learned.pairs;
        self.conflict = CONFLICT + learned.conflict;
    }

    // This and the others with this hint run for every step that is weighed, and so are inlined into the loop over the steps.
    #[inline(always)]
    fn worth(&self, tile: u8, cell: usize) -> &CellWeights {
        &self.weights[usize::from(tile) * self.width * self.height + cell]
    }

    #[inline(always)]
    fn at(&self, tile: u8, cell: usize) -> usize {
        cell * self.width * self.height + usize::from(tile)
    }

    /// What the pairs of a tile on a cell and those around it weigh.
    #[inline(always)]
    fn with_others(&self, cells: &[u8; N], tile: u8, cell: usize) -> i32 {
        let row = self.rows[self.at(tile, cell)] as usize;
        let weight = |other: &Other| {
            let tile = usize::from(cells[usize::from(other.cell)]);
            let column = usize::from(self.columns[other.columns as usize + tile]);
            i32::from(self.pairs[other.pairs as usize + row + column])
        };
        self.around[cell].iter().map(weight).sum()
    }

    /// The tiles that have to leave a row, if `across` is 0, or a column, if the tile `moved.1` stands on the cell `moved.0`.
    #[inline(always)]
    fn conflicts(&self, cells: &[u8; N], across: usize, line: u8, moved: (usize, u8)) -> u32 {
        let (first, stride, side) = match across {
            0 => (usize::from(line) * self.width, 1, self.width),
            _ => (usize::from(line), self.width, self.height),
        };
        // The longest ascending run of goals can stay. Of all runs of one length only that which ends least is kept, as a bit. A tile that
        // makes none longer than all before is one that has to leave. A tile of another line is no bit, which changes nothing: half of all
        // tiles would send the processor the wrong way if it were asked for.
        let in_line = &self.in_line[across][usize::from(line)];
        let (mut ends, mut leaving, mut cell) = (0_u32, 0, first);
        for _ in 0..side {
            // Most steps are never made, so the board is not copied for them; the one changed cell is replaced here.
            let tile = if cell == moved.0 { moved.1 } else { cells[cell] };
            let end = u32::from(in_line[usize::from(tile)]);
            let later = ends & !end.wrapping_sub(1);
            leaving += u32::from(later != 0);
            ends = ends & !(later & later.wrapping_neg()) | end;
            cell += stride;
        }
        leaving
    }

    /// How much more the pairs of a tile weigh when it goes from its cell to the blank's; the blank goes in `direction`.
    #[inline(always)]
    fn pairs_after(&self, state: &State<N>, (from, tile): (usize, u8), direction: usize) -> i32 {
        let to = usize::from(state.blank);
        // The tile still stands on its old cell, and is no pair with itself.
        let row = self.towards[direction] + self.rows[self.at(tile, to)];
        let itself = self.pairs[row as usize + usize::from(self.columns[self.at(tile, from)])];
        self.with_others(&state.cells, tile, to)
            - self.with_others(&state.cells, tile, from)
            - i32::from(itself)
    }

    /// What the blank's step in `direction` changes, but for pairs; `None` at the edge.
    #[inline(always)]
    fn after(&self, state: &State<N>, direction: usize) -> Option<StepEffect> {
        let blank = usize::from(state.blank);
        let from = self.near[blank][direction];
        if from == NONE {
            return None;
        }
        let from = usize::from(from);
        let tile = state.cells[from];
        let (to, off) = (self.worth(tile, blank), self.worth(tile, from));
        let mut after = StepEffect {
            tile,
            from,
            hash: state.hash ^ to.key ^ off.key,
            weight: state.weight + to.weight - off.weight,
            // The sum comes before the difference: the change alone may be below 0, which unsigned numbers do not allow.
            bound: state.bound + to.distance - off.distance,
            conflicts: state.conflicts,
        };
        let across = usize::from(direction >= 2);
        let goal = self.goals[usize::from(tile)][across];
        // A single step passes no tile of its own line. Only a line across it changes, and there only goal tiles of that line
        // count.
        let changed = if goal == self.places[blank][across] {
            (blank, tile)
        } else if goal == self.places[from][across] {
            (from, self.blank)
        } else {
            return Some(after);
        };
        let now = self.conflicts(&state.cells, across, goal, changed);
        let place = usize::from(goal) * BITS;
        let kept = &mut after.conflicts[across];
        let before = (*kept >> place & 15) as u32;
        *kept = *kept & !(15 << place) | u64::from(now) << place;
        after.weight += self.conflict * (now as i32 - before as i32);
        after.bound = after.bound + 2 * now as u16 - 2 * before as u16;
        Some(after)
    }

    /// What the blank's step in `direction` changes, and what the state weighs after it; `None` at the edge.
    #[inline(always)]
    fn weighed(&self, state: &State<N>, direction: usize) -> Option<(StepEffect, i32)> {
        let after = self.after(state, direction)?;
        let weight = after.weight + self.pairs_after(state, (after.from, after.tile), direction);
        Some((after, weight))
    }

    /// What comes of the blank's step in `direction`; `None` at the edge and before another blank.
    #[inline(always)]
    pub(super) fn step(&self, state: &State<N>, direction: u8) -> Option<StepOutcome> {
        let (after, weight) = self.weighed(state, direction.into())?;
        (after.tile != self.blank).then_some(StepOutcome {
            hash: after.hash,
            weight: weight.unsigned_abs(),
            blank: after.from as u8,
            is_goal: after.bound == 0,
        })
    }

    /// The state with each of its blanks in turn as the one that steps.
    pub(super) fn each_blank(&self, state: &State<N>) -> impl Iterator<Item = State<N>> {
        let is_blank = |&cell: &usize| state.cells[cell] == self.blank;
        let only = (self.blanks == 1).then_some(usize::from(state.blank));
        let all = if only.is_some() { 0..0 } else { 0..self.width * self.height };
        only.into_iter().chain(all.filter(is_blank)).map(|cell| {
            let back = if cell == usize::from(state.blank) { state.back } else { 4 };
            State { blank: cell as u8, back, ..*state }
        })
    }

    /// The state of `cells`.
    pub(crate) fn start(&self, cells: &[u8]) -> State<N> {
        let mut state = State {
            hash: hash_of(cells, self.blank),
            conflicts: [0; 2],
            weight: GROUND,
            bound: 0,
            blank: cells.iter().position(|&tile| tile == self.blank).unwrap_or(0) as u8,
            back: 4,
            cells: [0; N],
        };
        state.cells[..cells.len()].copy_from_slice(cells);
        for (across, lines) in [self.height, self.width].into_iter().enumerate() {
            for line in 0..lines {
                let count = self.conflicts(&state.cells, across, line as u8, (usize::MAX, 0));
                state.conflicts[across] |= u64::from(count) << (line * BITS);
                state.bound += 2 * count as u16;
                state.weight += self.conflict * count as i32;
            }
        }
        let mut twice = 0;
        for (cell, &tile) in cells.iter().enumerate() {
            if tile != self.blank {
                let worth = self.worth(tile, cell);
                state.weight += worth.weight;
                // Both tiles of a pair have it among theirs.
                twice += self.with_others(&state.cells, tile, cell);
                state.bound += worth.distance;
            }
        }
        state.weight += twice / 2;
        state
    }

    /// No step makes a board lighter by more than this.
    pub(crate) fn gain(&self) -> u32 {
        self.gain
    }

    /// Weighs every step from each of `states`, in their order, but for those that would take the last one back.
    #[inline(always)]
    pub(crate) fn steps(&self, states: &[State<N>], mut found: impl FnMut(Step)) {
        for (parent, state) in (0..).zip(states) {
            for direction in 0..4 {
                if direction != state.back
                    && let Some((after, weight)) = self.weighed(state, direction.into())
                {
                    found(Step {
                        parent,
                        direction,
                        hash: after.hash,
                        weight: weight.unsigned_abs(),
                        bound: after.bound.into(),
                    });
                }
            }
        }
    }

    /// Makes a step in the blank's `direction` that was found to weigh so much.
    #[inline(always)]
    pub(crate) fn make(&self, state: &mut State<N>, direction: usize, weight: u32) {
        // The change is computed again, not carried along with the step: most candidates are never made, and it would enlarge them all. Only
        // pairs, which take longest, are read off the weight.
        if let Some(after) = self.after(state, direction) {
            state.weight = weight as i32;
            state.hash = after.hash;
            state.conflicts = after.conflicts;
            state.bound = after.bound;
            state.cells[usize::from(state.blank)] = after.tile;
            state.cells[after.from] = self.blank;
            state.blank = after.from as u8;
            // Opposite directions differ in the lowest bit alone.
            state.back = direction as u8 ^ 1;
        }
    }
}

/// A random-looking number for a tile on a cell (Zobrist, 1970).
#[inline]
fn key(tile: u8, cell: usize) -> u64 {
    let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
    // The constant bit is there for tile 0 on cell 0: a hash of 0 would leave no trace in the sum.
    hasher.write_u64(u64::from(tile) << 16 | cell as u64 | 1 << 40);
    // The low bits choose part and place, but are the worst mixed of a product; the rotation brings the best ones down.
    hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}

/// The hash of a board: the numbers of its tiles, whatever the blank's name is that is no tile.
fn hash_of(cells: &[u8], blank: u8) -> u64 {
    let tiles = cells.iter().enumerate().filter(|&(_, &tile)| tile != blank);
    tiles.fold(0, |hash, (cell, &tile)| hash ^ key(tile, cell))
}

/// What was learned of places of such a board, and where its cells go in a turn after which the blank's goal is the first.
fn known_places(
    sides: (usize, usize),
    home: usize,
) -> Option<(&'static LearnedPlaces, Vec<usize>)> {
    let is_it = |(square, _): &(Square, _)| sides == (square.side, square.side);
    let known = OF_PLACES.iter().position(is_it)?;
    Some((&PLACES[known], turn(sides, home)?))
}

/// Where each cell goes in a turn, or a mirror, after which a corner is the first; `None` of other cells.
fn turn((width, height): (usize, usize), corner: usize) -> Option<Vec<usize>> {
    let (bottom, right) = (height - 1, width - 1);
    let [is_below, is_right] = [corner / width == bottom, corner % width == right];
    let turned = |cell: usize| {
        let row = if is_below { bottom - cell / width } else { cell / width };
        row * width + if is_right { right - cell % width } else { cell % width }
    };
    (turned(corner) == 0).then(|| (0..width * height).map(turned).collect())
}

/// The offset of the cell that lies in each direction.
const TOWARDS: [usize; 4] = [3, 1, 2, 0];

/// The cell that lies so many rows and columns from another, if there is one.
fn beside(
    (width, height): (usize, usize),
    cell: usize,
    (down, across): (i32, i32),
) -> Option<usize> {
    let within = |line: usize, change: i32, side: usize| {
        line.checked_add_signed(change as isize).filter(|&line| line < side)
    };
    let row = within(cell / width, down, height)?;
    Some(row * width + within(cell % width, across, width)?)
}

/// The cells of pairs with a cell. Beyond the edge any cell stands for one without a tile, so that all cells have as many: of a loop that
/// ends sooner or later the processor cannot tell where it goes on.
fn around(width: usize, height: usize, cell: usize) -> [Other; OFFSETS.len()] {
    let area = width * height;
    std::array::from_fn(|number| {
        let beside = beside((width, height), cell, OFFSETS[number]);
        let columns = (beside.unwrap_or(area) * area) as u32;
        let pairs = beside.map_or(0, |_| pair(number, 0, 0) as u32);
        Other { cell: beside.unwrap_or(cell) as u8, columns, pairs }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Metric;
    use crate::solver::tiles::manhattan::{Manhattan, detours};
    use crate::solver::tiles::tests::walled;

    /// On boards of every number of words, some of them no squares, and on one with walls.
    fn steps_come_to_what_boards_are<const N: usize>(
        w: usize,
        h: usize,
        is_wall: fn(usize) -> bool,
    ) {
        let puzzle = walled((w, h), &is_wall, 1);
        let board = TileBoard::of(&puzzle, Metric::Step).unwrap().framed();
        let mut heuristic = ManhattanHeuristic::<N>::towards((w, h), board.goal(), w * h - 1);
        if !board.is_whole() {
            heuristic.take_in(&board, &detours(&board));
        }
        let simple = Manhattan::new(&board);
        let mut state = heuristic.start(board.goal());
        assert!(state.is_goal());
        let mut turn = 1_u64;
        for _ in 0..3000 {
            let mut steps = Vec::new();
            heuristic.steps(&[state], |step| steps.push(step));
            turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let step = steps[(turn >> 33) as usize % steps.len()];
            heuristic.make(&mut state, step.direction.into(), step.weight);
            let fresh = heuristic.start(&state.cells[..w * h]);
            let back = state.back;
            assert_eq!(state, State { back, ..fresh });
            assert_eq!((step.hash, step.bound), (state.hash, state.bound.into()));
            assert_eq!(step.weight, state.weight());
            let bound = simple.bound(|cell| state.cells[cell]);
            // Conflicts between walls are left out.
            assert!(u32::from(state.bound) <= bound);
            assert!(u32::from(state.bound) == bound || !board.is_whole());
        }
    }

    #[test]
    fn there_is_a_correction_for_everything_and_no_other() {
        let (numbers, count) = of_pairs();
        assert_eq!(LEARNED.corrections.len(), count);
        assert_eq!(CORRECTIONS.split_ascii_whitespace().count(), count);
        // The same pair told from either side, turned by a quarter, and in a mirror.
        let number = |offset, [a, b]: [(i32, i32); 2]| {
            let [a, b] = [a, b].map(|(down, across)| usize::from(code(down, across)));
            numbers[(offset * CODES + a) * CODES + b]
        };
        let right = number(0, [(0, 1), (2, -1)]);
        assert_eq!(number(2, [(2, -1), (0, 1)]), right);
        assert_eq!(number(1, [(1, 0), (-1, 2)]), right);
        assert_eq!(number(2, [(0, -1), (2, 1)]), right);
        assert_ne!(number(0, [(2, -1), (0, 1)]), right);
        assert_ne!(number(4, [(0, 1), (2, -1)]), right);
    }

    fn places_are_known_in_every_turn_of_the_board_of<
        const SIDE: usize,
        const AREA: usize,
        const N: usize,
    >() {
        let goal: [u8; AREA] = std::array::from_fn(|cell| cell as u8);
        let plain = ManhattanHeuristic::<N>::to_goal((SIDE, SIDE), &goal, 0);
        let mut state = plain.start(&goal);
        let mut turn = 1_u64;
        for number in 0..600 {
            let mut steps = Vec::new();
            plain.steps(&[state], |step| steps.push(step));
            turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let step = steps[(turn >> 33) as usize % steps.len()];
            plain.make(&mut state, step.direction.into(), step.weight);
            assert_eq!(state, State { back: state.back, ..plain.start(&state.cells[..AREA]) });
            if number % 100 > 0 {
                continue;
            }
            for image in 0..8 {
                let map: [usize; AREA] = std::array::from_fn(|cell| {
                    let [row, column] = [cell / SIDE, cell % SIDE];
                    let row = if image & 1 == 0 { row } else { SIDE - 1 - row };
                    let column = if image & 2 == 0 { column } else { SIDE - 1 - column };
                    if image & 4 == 0 { row * SIDE + column } else { column * SIDE + row }
                });
                let turned = |cells: &[u8]| {
                    let mut there = [0; AREA];
                    (0..AREA).for_each(|cell| there[map[cell]] = cells[cell]);
                    there
                };
                let other = ManhattanHeuristic::<N>::to_goal((SIDE, SIDE), &turned(&goal), map[0]);
                let there = other.start(&turned(&state.cells));
                assert_eq!((there.weight, there.bound), (state.weight, state.bound));
            }
        }
    }

    #[test]
    fn places_are_known_by_their_numbers_in_every_turn_of_the_board() {
        for (square, learned) in OF_PLACES {
            assert_eq!(learned.len(), square.numbers().count);
        }
        places_are_known_in_every_turn_of_the_board_of::<5, 25, 36>();
        places_are_known_in_every_turn_of_the_board_of::<6, 36, 36>();
        places_are_known_in_every_turn_of_the_board_of::<7, 49, 64>();
        assert!(!ManhattanHeuristic::<36>::knows_places((5, 5), 12));
        assert!(!ManhattanHeuristic::<36>::knows_places((6, 5), 0));
    }

    #[test]
    fn what_is_kept_step_by_step_is_what_the_board_tells() {
        steps_come_to_what_boards_are::<36>(6, 6, |_| false);
        steps_come_to_what_boards_are::<36>(3, 11, |_| false);
        steps_come_to_what_boards_are::<64>(8, 8, |_| false);
        steps_come_to_what_boards_are::<100>(10, 7, |_| false);
        steps_come_to_what_boards_are::<256>(16, 16, |_| false);
        steps_come_to_what_boards_are::<64>(8, 7, |cell| {
            [9, 13, 18, 30, 33, 37, 44].contains(&cell)
        });
    }
}
