//! Random number puzzles, each solvable board equally likely.

use crate::puzzle::{MAX_NUMBER_SIDE, Puzzle, Setup};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// A random number puzzle of `width` columns and `height` rows with one blank and the ascending goal, each solvable
/// board that is not solved equally likely; `None` for a size that has no number puzzle: a side of 0 or more than [`MAX_NUMBER_SIDE`], or one
/// cell in all.
///
/// The stream of ChaCha8 seeded with `seed` shuffles the numbers 0 to n-1 (0 is the blank) by Fisher and Yates from the
/// last place down, with one draw from `0..=i` for the place `i`. A board of one row or column has its numbers left in
/// order and only the blank moved, to the first drawn place. On any other board the last two numbers that are not the blank
/// trade places if the board cannot be solved: half of all boards can, so each that can is equally likely. Where the board is solved already the
/// stream goes on with another.
#[must_use]
pub fn numbers(width: usize, height: usize, seed: u64) -> Option<Puzzle> {
    let area = width.checked_mul(height)?;
    if width > MAX_NUMBER_SIDE || height > MAX_NUMBER_SIDE || area < 2 {
        return None;
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut boards =
        std::iter::repeat_with(|| arranged(width, height, |most| rng.random_range(0..=most)));
    let is_solved = |board: &[u32]| (1..).zip(board).all(|(i, &n)| n == i % area as u32);
    let board = boards.find(|board| !is_solved(board))?;
    Some(numbered(width, height, &board))
}

/// The number puzzle with these numbers, which are those from 0 to n-1.
pub(crate) fn numbered(width: usize, height: usize, board: &[u32]) -> Puzzle {
    let puzzle = Setup::numbers(width, height, board).build();
    puzzle.expect("a permutation of 0 to n-1 is a playable board")
}

/// The numbers of a solvable board of at least two cells and sides of at most [`MAX_NUMBER_SIDE`], arranged as [`numbers`] says;
/// `draw` gives numbers from 0 to what it is given.
pub(crate) fn arranged(width: usize, height: usize, mut draw: impl FnMut(u32) -> u32) -> Vec<u32> {
    let last = (width * height) as u32 - 1;
    let mut board: Vec<u32> = (1..=last).chain([0]).collect();
    if width == 1 || height == 1 {
        board.pop();
        board.insert(draw(last) as usize, 0);
        return board;
    }
    for i in (1..=last).rev() {
        board.swap(i as usize, draw(i) as usize);
    }
    if !is_solvable(&board, width) {
        // Trading two tiles changes the parity and is undone by itself, so that each solvable board comes from exactly two
        // shuffles.
        let mut tiles = (0..board.len()).rev().filter(|&i| board[i] != 0);
        let pair = tiles.next().zip(tiles.next());
        pair.into_iter().for_each(|(a, b)| board.swap(a, b));
    }
    board
}

/// Whether the ascending order can be reached on a board of at least two rows and columns: whether the parity of the
/// permutation is that of the blank's distance from the last cell (Johnson and Story, 1879).
fn is_solvable(board: &[u32], width: usize) -> bool {
    let tiles: Vec<u32> = board.iter().copied().filter(|&n| n != 0).collect();
    let inversions: usize =
        (0..tiles.len()).map(|i| tiles[i + 1..].iter().filter(|&&n| n < tiles[i]).count()).sum();
    let blank = board.iter().position(|&n| n == 0).unwrap_or(0);
    let rows_below = (board.len() - 1 - blank) / width;
    // A step along a row keeps the order of the tiles; one along a column carries a tile past width - 1 others.
    (inversions + rows_below * (width - 1)).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    /// The numbers of a puzzle's start, row by row.
    fn start(puzzle: &Puzzle) -> Vec<u32> {
        let cells = puzzle.size().cells();
        let name = |id| puzzle.piece(id).name().parse().unwrap();
        cells.map(|cell| puzzle.piece_at(puzzle.start(), cell).map_or(0, name)).collect()
    }

    #[test]
    fn the_stream_is_the_same_on_every_machine() {
        assert_eq!(
            start(&numbers(4, 4, 1).unwrap()),
            [1, 12, 5, 8, 10, 6, 0, 11, 13, 4, 15, 3, 2, 14, 9, 7]
        );
    }

    /// Every board of 2x3 that can be reached from the goal, found by walking.
    fn reachable() -> HashSet<Vec<u32>> {
        let goal = vec![1, 2, 3, 4, 5, 0];
        let mut seen = HashSet::from([goal.clone()]);
        let mut open = vec![goal];
        while let Some(board) = open.pop() {
            let blank = board.iter().position(|&n| n == 0).unwrap();
            let beside =
                [(blank % 3 > 0, -1), (blank % 3 < 2, 1), (blank >= 3, -3), (blank < 3, 3)];
            for (_, way) in beside.into_iter().filter(|b| b.0) {
                let mut next = board.clone();
                next.swap(blank, (blank as isize + way) as usize);
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        seen
    }

    #[test]
    fn exactly_the_solvable_boards_that_are_not_solved_are_drawn_evenly() {
        let reachable = reachable();
        assert_eq!(reachable.len(), 360);
        let mut drawn: HashMap<Vec<u32>, u32> = HashMap::new();
        for seed in 0..36_000 {
            *drawn.entry(start(&numbers(3, 2, seed).unwrap())).or_default() += 1;
        }
        assert!(drawn.keys().all(|board| reachable.contains(board)));
        // All but the solved one.
        assert_eq!(drawn.len(), 359);
        // 100 expected of each, with a deviation of 10: seven deviations either way, for a stream that never changes.
        assert!(drawn.values().all(|n| (30..170).contains(n)));
    }

    #[test]
    fn both_ways_of_a_size_are_solvable_by_parity() {
        let solvable = |width: usize, height: usize| {
            let all = (0..40).map(|seed| start(&numbers(width, height, seed).unwrap()));
            all.filter(|board| is_solvable(board, width)).count()
        };
        assert_eq!((solvable(2, 3), solvable(5, 4), solvable(16, 16)), (40, 40, 40));
    }

    #[test]
    fn one_row_keeps_its_order() {
        for seed in 0..20 {
            let row = start(&numbers(5, 1, seed).unwrap());
            let tiles: Vec<u32> = row.into_iter().filter(|&n| n != 0).collect();
            assert_eq!(tiles, [1, 2, 3, 4]);
        }
    }

    #[test]
    fn sizes_without_a_puzzle_are_refused() {
        for (width, height) in [(0, 4), (4, 0), (1, 1), (17, 2), (2, 17), (usize::MAX, 3)] {
            assert!(numbers(width, height, 0).is_none());
        }
    }
}
