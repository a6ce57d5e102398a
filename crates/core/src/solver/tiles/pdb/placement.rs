//! How a group of tiles may lie on the board, and what each step does to that.
//!
//! A *block* is the set of cells that the group occupies together with the connected region of the other cells that holds
//! the blank. The order in which the group's tiles lie on their cells is a permutation apart from it. A step of one tile
//! leads from block to block, and changes the permutation only where the tile passes others of its group in row order:
//! then one element is taken out and put in elsewhere, a *turn*.

use super::grid::Grid;

/// No step: the edge does not join a tile of the group and the blank's region.
pub(crate) const NO_STEP: u32 = u32::MAX;

/// Sets of cells between two questions whether to go on.
const A_CHECK: usize = 1 << 10;

/// Blocks, steps and turns for groups of one number of tiles on one board.
#[derive(Clone, Debug)]
pub(crate) struct Placements {
    /// How many tiles a group has.
    pub(crate) tiles: usize,
    /// How many edges the board has.
    pub(crate) edges: usize,
    /// The factorial of `tiles`.
    pub(crate) orders: usize,
    /// By block and edge: the block it leads to, times 256, plus the turn; or [`NO_STEP`].
    pub(crate) steps: Vec<u32>,
    /// By turn and rank of a permutation: the rank after it. Turn `i * tiles + j` moves element `i` to place `j`.
    pub(crate) turns: Vec<u16>,
    /// By rank of the set of cells: its first block.
    starts: Vec<u32>,
    /// By rank of the set of cells and by cell: which of its regions, counted by their first cells, holds the cell.
    regions: Vec<u8>,
    area: usize,
}

impl Placements {
    /// All ways in which `tiles` tiles may lie on `grid`; `None` if `room`, asked for bytes before they are used and again now
    /// and then, has none.
    pub(crate) fn new(
        grid: &Grid,
        tiles: usize,
        room: &impl Fn(u64) -> bool,
    ) -> Option<Placements> {
        let sets_of_cells = u64::from(CHOOSE[grid.area()][tiles]);
        if !room(sets_of_cells * (4 + grid.area() as u64)) {
            return None;
        }
        let mut layout = Placements {
            tiles,
            edges: grid.edges.len(),
            orders: (1..=tiles).product(),
            steps: Vec::new(),
            turns: turns(tiles),
            starts: vec![0],
            regions: Vec::new(),
            area: grid.area(),
        };
        // Exactly as much is reserved as was asked for; growing lists would hold up to twice that.
        layout.starts.reserve_exact(sets_of_cells as usize);
        layout.regions.reserve_exact(sets_of_cells as usize * layout.area);
        for (rank, cells) in sets(layout.area, tiles).enumerate() {
            if rank % A_CHECK == 0 && !room(0) {
                return None;
            }
            layout.add_regions(grid, cells);
        }
        // All regions are numbered before any step is: a step needs the number of its block, which may be one of any later set.
        let steps = layout.blocks() * layout.edges;
        if !room(layout.bytes() + 4 * steps as u64) {
            return None;
        }
        layout.steps.reserve_exact(steps);
        for (rank, cells) in sets(layout.area, tiles).enumerate() {
            if rank % A_CHECK == 0 && !room(0) {
                return None;
            }
            layout.add_steps(grid, rank, cells);
        }
        Some(layout)
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let sets = 4 * self.starts.len() + self.regions.len();
        (sets + 4 * self.steps.len() + 2 * self.turns.len()) as u64
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> usize {
        self.starts.last().map_or(0, |&end| end as usize)
    }

    /// The block of a set of cells with the blank on `blank`.
    pub(crate) fn block(&self, cells: u32, blank: usize) -> u32 {
        let rank = rank_of_set(cells);
        self.starts[rank] + u32::from(self.regions[rank * self.area + blank])
    }

    /// The steps that leave `block`: the block each leads to, and its turn.
    pub(crate) fn leaving(&self, block: usize) -> impl Iterator<Item = (usize, usize)> {
        let steps = &self.steps[block * self.edges..][..self.edges];
        let real = steps.iter().filter(|&&step| step != NO_STEP);
        real.map(|&step| ((step >> 8) as usize, (step & 255) as usize))
    }

    /// What a turn does to the rank of every permutation.
    pub(crate) fn turn(&self, turn: usize) -> &[u16] {
        &self.turns[turn * self.orders..][..self.orders]
    }

    /// Numbers the regions of the cells that are free of the group.
    fn add_regions(&mut self, grid: &Grid, cells: u32) {
        let row = self.regions.len();
        self.regions.resize(row + self.area, 0);
        let mut free = !cells & ((1 << self.area) - 1);
        let mut count = 0;
        while free != 0 {
            let region = grid.region(free, free.trailing_zeros() as usize);
            for cell in bits(region) {
                self.regions[row + cell] = count;
            }
            free &= !region;
            count += 1;
        }
        let next = self.starts[self.starts.len() - 1] + u32::from(count);
        self.starts.push(next);
    }

    /// The steps of all blocks of one set of cells.
    fn add_steps(&mut self, grid: &Grid, rank: usize, cells: u32) {
        let first = self.steps.len();
        let blocks = (self.starts[rank + 1] - self.starts[rank]) as usize;
        self.steps.resize(first + blocks * self.edges, NO_STEP);
        for (edge, &(a, b)) in grid.edges.iter().enumerate() {
            let (a, b) = (usize::from(a), usize::from(b));
            let (tile, gap) = match (cells >> a & 1, cells >> b & 1) {
                (1, 0) => (a, b),
                (0, 1) => (b, a),
                _ => continue,
            };
            let moved = cells ^ 1 << tile ^ 1 << gap;
            // The blank is now on the cell that the tile has left.
            let to = self.block(moved, tile);
            let place = |set: u32, cell: usize| (set & ((1 << cell) - 1)).count_ones() as usize;
            let turn = place(cells, tile) * self.tiles + place(moved, gap);
            let region = usize::from(self.regions[rank * self.area + gap]);
            // There are at most 64 turns for eight tiles, so that the lowest byte holds one and no step equals `NO_STEP`.
            self.steps[first + region * self.edges + edge] = to << 8 | turn as u32;
        }
    }
}

/// The cells of a set, in order.
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

/// All sets of `size` of `area` cells, in the order of their ranks.
fn sets(area: usize, size: usize) -> impl Iterator<Item = u32> {
    let end = 1_u64 << area;
    let first = (1_u64 << size) - 1;
    // The next larger number with as many bits (Gosper).
    std::iter::successors(Some(first), |&set| {
        let low = set & set.wrapping_neg();
        let ripple = set + low;
        Some(ripple | (((set ^ ripple) / low) >> 2))
    })
    .take_while(move |&set| set < end)
    .map(|set| set as u32)
}

/// Binomial coefficients: `CHOOSE[n][k]`.
// Groups have at most eight tiles, and boards at most 25 cells.
const CHOOSE: [[u32; 9]; 26] = {
    let mut table = [[0; 9]; 26];
    let mut n = 0;
    while n < 26 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 9 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The place of a set among all of its size: each element in turn, counted from the smallest, chosen from those below it.
fn rank_of_set(set: u32) -> usize {
    let ranks = bits(set).zip(1..).map(|(cell, k): (usize, usize)| CHOOSE[cell][k]);
    ranks.sum::<u32>() as usize
}

/// The place of a permutation of 0..n in lexicographic order.
pub(crate) fn rank_of_order(order: &[usize]) -> usize {
    let mut rank = 0;
    for (i, &element) in order.iter().enumerate() {
        let smaller = order[i + 1..].iter().filter(|&&later| later < element).count();
        rank = rank * (order.len() - i) + smaller;
    }
    rank
}

/// What every turn does to every permutation.
fn turns(tiles: usize) -> Vec<u16> {
    let mut turns = Vec::with_capacity(tiles * tiles * (1..=tiles).product::<usize>());
    for (from, to) in (0..tiles).flat_map(|i| (0..tiles).map(move |j| (i, j))) {
        add_turn(tiles, from, to, &mut turns);
    }
    turns
}

/// What it does to every permutation that element `from` goes to place `to`: of the digits of its rank only those between the two
/// places change, whatever the others are.
fn add_turn(tiles: usize, from: usize, to: usize, turns: &mut Vec<u16>) {
    let (first, last) = (from.min(to), from.max(to));
    let radices: Vec<usize> = (first..=last).map(|place| tiles - place).collect();
    let below: usize = (1..tiles - last).product();
    let between: usize = radices.iter().product();
    let turned: Vec<usize> =
        (0..between).map(|rank| turned(&radices, rank, from - first, to - first)).collect();
    let orders: usize = (1..=tiles).product();
    for above in (0..orders).step_by(between * below) {
        for rank in &turned {
            turns.extend((0..below).map(|rest| (above + rank * below + rest) as u16));
        }
    }
}

/// The rank after a turn of the elements that have the digits of `rank`, each out of those that are left.
fn turned(radices: &[usize], mut rank: usize, from: usize, to: usize) -> usize {
    let mut digits = vec![0; radices.len()];
    for (digit, radix) in digits.iter_mut().zip(radices).rev() {
        *digit = rank % radix;
        rank /= radix;
    }
    let mut left: Vec<usize> = (0..radices[0]).collect();
    let mut elements: Vec<usize> = digits.iter().map(|&digit| left.remove(digit)).collect();
    let element = elements.remove(from);
    elements.insert(to, element);
    let mut left: Vec<usize> = (0..radices[0]).collect();
    elements.iter().zip(radices).fold(0, |rank, (element, radix)| {
        let digit = left.partition_point(|other| other < element);
        left.remove(digit);
        rank * radix + digit
    })
}
