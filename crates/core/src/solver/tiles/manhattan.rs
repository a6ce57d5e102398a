//! Manhattan distance with linear conflicts (Hansson, Mayer and Yung, Information Sciences 63, 1992) for any metric.
//!
//! A tile that has to leave its line to let others pass takes two steps across the line more than its distance. How many
//! have to leave is what remains of the line's tiles beside the longest run of them that is in order already.

use super::board::TileBoard;
use crate::puzzle::{Cell, Direction, MAX_NUMBER_SIDE, Metric};

/// A bound that needs no tables to speak of. It is consistent: no move changes it by more than one.
#[derive(Clone, Debug)]
pub(crate) struct Manhattan {
    metric: Metric,
    /// Where each cell of the floor is.
    cells: Vec<Cell>,
    /// The cell where each tile is to go, by its number.
    homes: [u8; MOST_CELLS],
    /// By tile, the numbers of the lines that this cell is in; blanks are at home in no line.
    home_lines: [[u8; MOST_CELLS]; 2],
    /// Steps on the floor between cells, `area * area`; only where walls make it more than the Manhattan distance.
    detours: Option<Vec<u16>>,
    /// Stretches of two cells or more without a wall: of rows, and of columns.
    lines: [Vec<Vec<u8>>; 2],
    /// The most steps that one slide makes, along a row and along a column.
    reach: [u32; 2],
}

/// The number of no line. 16x16 cells have at most 96 stretches of two cells or more in their rows.
const NO_LINE: u8 = u8::MAX;

/// The most cells of a board.
const MOST_CELLS: usize = MAX_NUMBER_SIDE * MAX_NUMBER_SIDE;

impl Manhattan {
    pub(crate) fn new(board: &TileBoard) -> Manhattan {
        let (width, height) = board.sides();
        let lines = [(Direction::Left, Direction::Right), (Direction::Up, Direction::Down)]
            .map(|(back, on)| lines(board, back, on));
        let (mut homes, mut home_lines) = ([0; MOST_CELLS], [[NO_LINE; MOST_CELLS]; 2]);
        for (cell, &tile) in (0..=u8::MAX).zip(board.goal()).filter(|(_, tile)| **tile != 0) {
            homes[usize::from(tile)] = cell;
            for (home_lines, lines) in home_lines.iter_mut().zip(&lines) {
                if let Some(number) = lines.iter().position(|line| line.contains(&cell)) {
                    home_lines[usize::from(tile)] = number as u8;
                }
            }
        }
        Manhattan {
            metric: board.metric(),
            cells: board.cells().to_vec(),
            homes,
            home_lines,
            detours: (!board.is_whole()).then(|| detours(board)),
            lines,
            reach: [reach(width, board.blanks()), reach(height, board.blanks())],
        }
    }

    /// No solution has fewer moves. `held` says what a floor cell holds.
    pub(crate) fn bound(&self, held: impl Fn(usize) -> u8) -> u32 {
        // What is asked several times below is unpacked once.
        let mut tiles = [0; MOST_CELLS];
        for (cell, tile) in tiles[..self.cells.len()].iter_mut().enumerate() {
            *tile = held(cell);
        }
        self.bound_of(&tiles)
    }

    fn bound_of(&self, tiles: &[u8; MOST_CELLS]) -> u32 {
        // A tile gets out of a row by steps up and down, so these count along the columns.
        let [out_of_rows, out_of_columns] = [self.leavers(tiles, 0), self.leavers(tiles, 1)];
        let conflicts = [2 * out_of_columns, 2 * out_of_rows];
        if self.metric == Metric::Step {
            return self.steps(tiles) + conflicts[0] + conflicts[1];
        }
        let needed = self.distances(tiles);
        // A slide goes along one axis only, so that the slides needed in each can be added.
        let slides = |axis: usize| (needed[axis] + conflicts[axis]).div_ceil(self.reach[axis]);
        slides(0) + slides(1)
    }

    /// The cell of each tile that is not a blank, and where it is to go.
    fn tiles(&self, tiles: &[u8; MOST_CELLS]) -> impl Iterator<Item = (usize, usize)> {
        let held = tiles[..self.cells.len()].iter().enumerate().filter(|(_, tile)| **tile != 0);
        held.map(|(cell, tile)| (cell, usize::from(self.homes[usize::from(*tile)])))
    }

    /// The steps of all tiles, each alone on the board.
    fn steps(&self, tiles: &[u8; MOST_CELLS]) -> u32 {
        let Some(detours) = &self.detours else {
            let [across, along] = self.distances(tiles);
            return across + along;
        };
        let area = self.cells.len();
        let mut steps = 0;
        for (cell, home) in self.tiles(tiles) {
            steps += u32::from(detours[home * area + cell]);
        }
        steps
    }

    /// The steps of all tiles to the left and right, and up and down.
    fn distances(&self, tiles: &[u8; MOST_CELLS]) -> [u32; 2] {
        let mut needed = [0; 2];
        for (cell, home) in self.tiles(tiles) {
            let (is, goal) = (self.cells[cell], self.cells[home]);
            needed[0] += u32::from(is.column.abs_diff(goal.column));
            needed[1] += u32::from(is.row.abs_diff(goal.row));
        }
        needed
    }

    /// How many tiles have to leave their row, or column, among those whose goal lies in it.
    fn leavers(&self, tiles: &[u8; MOST_CELLS], axis: usize) -> u32 {
        let (home_lines, mut leavers) = (&self.home_lines[axis], 0);
        for (line, number) in self.lines[axis].iter().zip(0..) {
            let (mut goals, mut count) = ([0; MAX_NUMBER_SIDE], 0);
            for &cell in line {
                let tile = usize::from(tiles[usize::from(cell)]);
                // Written in any case, kept only if it is of this line.
                goals[count] = self.homes[tile];
                count += usize::from(home_lines[tile] == number);
            }
            if count > 1 {
                leavers += count - longest_run(&goals[..count]);
            }
        }
        leavers as u32
    }
}

/// The length of the longest ascending part of a list, which need not hang together.
fn longest_run(goals: &[u8]) -> usize {
    // The least last goal of an ordered run of each length.
    let (mut ends, mut kept) = ([0; MAX_NUMBER_SIDE], 0);
    for &goal in goals {
        // From the end, since most are in order.
        let mut at = kept;
        while at > 0 && ends[at - 1] > goal {
            at -= 1;
        }
        ends[at] = goal;
        kept = kept.max(at + 1);
    }
    kept
}

/// The most steps that one slide makes on a line of `side` cells: a run of tiles, times the free cells ahead of it.
fn reach(side: usize, blanks: usize) -> u32 {
    let most = (1..side).filter(|&free| free <= blanks).map(|free| free * (side - free));
    most.max().unwrap_or(1) as u32
}

/// The stretches of at least two cells between walls, each in ascending order of cells: `back` and `on` are the ways along them.
fn lines(board: &TileBoard, back: Direction, on: Direction) -> Vec<Vec<u8>> {
    let firsts = (0..board.cells().len()).filter(|&cell| board.next(cell, back).is_none());
    let line = |first| std::iter::successors(Some(first), |&cell| board.next(cell, on));
    let lines = firsts.map(|first| line(first).map(|cell| cell as u8).collect::<Vec<u8>>());
    lines.filter(|line| line.len() > 1).collect()
}

/// Steps on the floor from each cell to each; 0 where there is no way.
pub(super) fn detours(board: &TileBoard) -> Vec<u16> {
    let all = (0..board.cells().len()).flat_map(|cell| board.distances(cell));
    all.map(|steps| if steps == u16::MAX { 0 } else { steps }).collect()
}
