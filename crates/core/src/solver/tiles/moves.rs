//! The moves that ways on a full rectangle are made of, steps and slides, as far as beams know of them.

use super::beam::by_slides;
use super::beam::manhattan_heuristic::ManhattanHeuristic;
use super::beam::{Beam, BeamStorage, End, Extent, GoOn};
use super::board::TileBoard;
use super::row_by_row::without_detours;
use crate::solver::Budget;

/// The moves that ways are made of.
pub(super) trait Moves: Sync {
    /// Where a beam works.
    type Storage<const N: usize>: Send;

    /// Moves in the first windows.
    const FIRST_WINDOW: usize;
    /// States in a layer of the first beams in windows, of the first one from end to end, and of the widest.
    const WIDTHS: [usize; 3];
    /// Layers after which a beam that gets no nearer to the goal is stuck.
    const STUCK: usize;

    /// Bytes of a beam of this width that makes so many moves at most.
    fn bytes<const N: usize>(width: usize, moves: usize) -> u64;

    /// Room for one beam of this width with `most` moves.
    fn storage<const N: usize>(width: usize, most: usize) -> Self::Storage<N>;

    /// Whether there is memory for a beam of this width that makes so many moves at most.
    fn fits<const N: usize>(width: usize, moves: usize, budget: &Budget<'_>) -> bool;

    /// Room for the next of a series of beams, `last` being that of the one before.
    fn next_storage<const N: usize>(
        last: Option<Self::Storage<N>>,
        width: usize,
        moves: usize,
        budget: &Budget<'_>,
    ) -> Self::Storage<N>;

    /// The blank's cells on a way that a beam finds, its own first.
    fn search<const N: usize>(
        board: &TileBoard,
        heuristic: &ManhattanHeuristic<N>,
        cells: &[u8],
        extent: Extent,
        storage: &mut Self::Storage<N>,
        go_on: GoOn<'_>,
    ) -> End<Vec<usize>>;

    /// The way without moves that can be left out where two ways have been joined.
    fn joined(way: Vec<usize>, columns: usize) -> Vec<usize>;
}

/// Moves of one tile by one cell.
pub(super) struct Steps;

/// Moves of all tiles between the blank and another cell of its row or column.
pub(super) struct Slides;

impl Moves for Steps {
    type Storage<const N: usize> = BeamStorage<N>;

    const FIRST_WINDOW: usize = 60;
    const WIDTHS: [usize; 3] = [60, 256, 1 << 20];
    const STUCK: usize = 80;

    fn bytes<const N: usize>(width: usize, moves: usize) -> u64 {
        Self::Storage::<N>::bytes(width, moves)
    }

    fn storage<const N: usize>(width: usize, moves: usize) -> Self::Storage<N> {
        BeamStorage::new(width, moves)
    }

    fn fits<const N: usize>(width: usize, moves: usize, budget: &Budget<'_>) -> bool {
        Self::Storage::<N>::fits(width, moves, budget)
    }

    fn next_storage<const N: usize>(
        last: Option<Self::Storage<N>>,
        width: usize,
        moves: usize,
        budget: &Budget<'_>,
    ) -> Self::Storage<N> {
        BeamStorage::next_of_series(last, (width, Self::WIDTHS[2]), moves, budget)
    }

    fn search<const N: usize>(
        board: &TileBoard,
        heuristic: &ManhattanHeuristic<N>,
        cells: &[u8],
        extent: Extent,
        storage: &mut Self::Storage<N>,
        go_on: GoOn<'_>,
    ) -> End<Vec<usize>> {
        let blank = cells.iter().position(|&tile| tile == 0).unwrap_or(0);
        match Beam::new(heuristic, extent).search(cells, storage, go_on) {
            End::Goal(directions) => End::Goal(board.blank_cells(blank, &directions)),
            End::Stuck(directions) => End::Stuck(board.blank_cells(blank, &directions)),
            End::Nothing => End::Nothing,
        }
    }

    fn joined(way: Vec<usize>, _columns: usize) -> Vec<usize> {
        without_detours(way)
    }
}

impl Moves for Slides {
    type Storage<const N: usize> = ();

    const FIRST_WINDOW: usize = 24;
    const WIDTHS: [usize; 3] = [64, 64, 1 << 16];
    const STUCK: usize = 40;

    fn bytes<const N: usize>(width: usize, moves: usize) -> u64 {
        by_slides::bytes::<N>(width, moves)
    }

    fn storage<const N: usize>(_width: usize, _moves: usize) {}

    fn fits<const N: usize>(width: usize, moves: usize, budget: &Budget<'_>) -> bool {
        budget.room(Self::bytes::<N>(width, moves)).is_ok()
    }

    fn next_storage<const N: usize>(_: Option<()>, _: usize, _: usize, _: &Budget<'_>) {}

    fn search<const N: usize>(
        _board: &TileBoard,
        heuristic: &ManhattanHeuristic<N>,
        cells: &[u8],
        extent: Extent,
        (): &mut (),
        go_on: GoOn<'_>,
    ) -> End<Vec<usize>> {
        by_slides::search(heuristic, cells, extent, go_on)
    }

    /// Cells that lie on a slide are left out.
    fn joined(way: Vec<usize>, columns: usize) -> Vec<usize> {
        let mut kept: Vec<usize> = Vec::with_capacity(way.len());
        for cell in way {
            let lies_on_a_line = |kept: &[usize]| match kept {
                [.., before, last] => {
                    let all = [*before, *last, cell];
                    let one = |line: fn(usize, usize) -> usize| {
                        all.iter().all(|&one| line(one, columns) == line(cell, columns))
                    };
                    one(|cell, columns| cell / columns) || one(|cell, columns| cell % columns)
                }
                _ => false,
            };
            while lies_on_a_line(&kept) {
                kept.pop();
            }
            if kept.last() != Some(&cell) {
                kept.push(cell);
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_along_a_line_are_one_slide() {
        // A board of four columns: right, right, down, and back up again.
        assert_eq!(Slides::joined(vec![0, 1, 2, 6, 10, 9], 4), [0, 2, 10, 9]);
        assert_eq!(Slides::joined(vec![0, 1, 5, 1, 2], 4), [0, 2]);
        assert_eq!(Slides::joined(vec![0, 1, 0], 4), [0]);
        assert_eq!(Slides::joined(vec![0, 3, 1], 4), [0, 1]);
    }
}
