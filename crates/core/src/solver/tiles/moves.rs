//! The moves that ways on a full rectangle are made of, steps and slides, as far as beams know of them.

use super::beam::by_slides;
pub(super) use super::beam::by_slides::Way;
use super::beam::manhattan_heuristic::ManhattanHeuristic;
use super::beam::{Beam, BeamStorage, End, Extent, GoOn};
use super::board::TileBoard;
use super::cell_by_cell::TileStep;
use crate::solver::Budget;

/// The way of a blank over these cells, its own first.
pub(super) fn along(cells: &[usize]) -> Way {
    cells.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// The way of the blanks by these steps of tiles.
pub(super) fn by(steps: &[TileStep]) -> Way {
    steps.iter().map(|&(from, to)| [to, from]).collect()
}

/// The steps of the tiles when a blank goes along a row or a column.
pub(super) fn steps(columns: usize, [from, to]: [usize; 2]) -> impl Iterator<Item = TileStep> {
    let stride = if from / columns == to / columns { 1 } else { columns };
    let cell = move |steps: usize| match to > from {
        true => from + steps * stride,
        false => from - steps * stride,
    };
    (1..=from.abs_diff(to) / stride).map(move |steps| (cell(steps), cell(steps - 1)))
}

/// The cells of the only blank on a way from `start`, its own first.
pub(super) fn stops(start: &[u8], way: &[[usize; 2]]) -> Vec<usize> {
    let blank = start.iter().position(|&tile| tile == 0).unwrap_or(0);
    std::iter::once(blank).chain(way.iter().map(|ends| ends[1])).collect()
}

/// A way in which moves of one blank one after the other along one line are one, if that is no longer than `longest` cells, and none if they
/// take each other back.
fn joined(way: Way, columns: usize, longest: usize) -> Way {
    let mut kept = Way::with_capacity(way.len());
    for [mut from, to] in way {
        while let Some(&[before, last]) = kept.last()
            && last == from
            && apart(columns, before, to) <= longest
            && [before, from, to].iter().all(|cell| cell / columns == to / columns)
                | [before, from, to].iter().all(|cell| cell % columns == to % columns)
        {
            kept.pop();
            from = before;
        }
        if from != to {
            kept.push([from, to]);
        }
    }
    kept
}

/// The rows and columns between two cells.
pub(super) fn apart(columns: usize, cell: usize, other: usize) -> usize {
    (cell / columns).abs_diff(other / columns) + (cell % columns).abs_diff(other % columns)
}

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
    fn bytes<const N: usize>(board: &TileBoard, width: usize, moves: usize) -> u64;

    /// Room for one beam of this width with `most` moves.
    fn storage<const N: usize>(width: usize, most: usize) -> Self::Storage<N>;

    /// Whether there is memory for a beam of this width that makes so many moves at most.
    fn fits<const N: usize>(
        board: &TileBoard,
        width: usize,
        moves: usize,
        budget: &Budget<'_>,
    ) -> bool {
        budget.room(Self::bytes::<N>(board, width, moves)).is_ok()
    }

    /// Room for the next of a series of beams, `last` being that of the one before.
    fn next_storage<const N: usize>(
        last: Option<Self::Storage<N>>,
        width: usize,
        moves: usize,
        budget: &Budget<'_>,
    ) -> Self::Storage<N>;

    /// The way that a beam finds.
    fn search<const N: usize>(
        board: &TileBoard,
        heuristic: &ManhattanHeuristic<N>,
        cells: &[u8],
        extent: Extent,
        storage: &mut Self::Storage<N>,
        go_on: GoOn<'_>,
    ) -> End<Way>;

    /// The way without moves that can be left out where two ways have been joined.
    fn joined(way: Way, columns: usize) -> Way;
}

/// Moves of one tile by one cell, where there is one blank.
pub(super) struct Steps;

/// Moves of all tiles between a blank and a cell of its row or column, at most so many cells away.
pub(super) struct Runs<const LONGEST: usize>;

/// Moves of one tile by one cell into any of several blanks.
pub(super) type StepsOfSeveral = Runs<1>;

/// Moves of any number of tiles.
pub(super) type Slides = Runs<{ usize::MAX }>;

impl Moves for Steps {
    type Storage<const N: usize> = BeamStorage<N>;

    const FIRST_WINDOW: usize = 60;
    const WIDTHS: [usize; 3] = [60, 256, 1 << 20];
    const STUCK: usize = 80;

    fn bytes<const N: usize>(_: &TileBoard, width: usize, moves: usize) -> u64 {
        Self::Storage::<N>::bytes(width, moves)
    }

    fn storage<const N: usize>(width: usize, moves: usize) -> Self::Storage<N> {
        BeamStorage::new(width, moves)
    }

    fn fits<const N: usize>(
        _: &TileBoard,
        width: usize,
        moves: usize,
        budget: &Budget<'_>,
    ) -> bool {
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
    ) -> End<Way> {
        let blank = cells.iter().position(|&tile| tile == 0).unwrap_or(0);
        let way = |directions: Vec<u8>| along(&board.blank_cells(blank, &directions));
        match Beam::new(heuristic, extent).search(cells, storage, go_on) {
            End::Goal(directions) => End::Goal(way(directions)),
            End::Stuck(directions) => End::Stuck(way(directions)),
            End::Nothing => End::Nothing,
        }
    }

    fn joined(way: Way, columns: usize) -> Way {
        joined(way, columns, 1)
    }
}

impl<const LONGEST: usize> Moves for Runs<LONGEST> {
    type Storage<const N: usize> = ();

    const FIRST_WINDOW: usize = if LONGEST == 1 { 60 } else { 24 };
    const WIDTHS: [usize; 3] = [64, 64, 1 << 16];
    const STUCK: usize = if LONGEST == 1 { 80 } else { 40 };

    fn bytes<const N: usize>(board: &TileBoard, width: usize, moves: usize) -> u64 {
        by_slides::bytes::<N>(width, moves, board.blanks())
    }

    fn storage<const N: usize>(_width: usize, _moves: usize) {}

    fn next_storage<const N: usize>(_: Option<()>, _: usize, _: usize, _: &Budget<'_>) {}

    fn search<const N: usize>(
        _board: &TileBoard,
        heuristic: &ManhattanHeuristic<N>,
        cells: &[u8],
        extent: Extent,
        (): &mut (),
        go_on: GoOn<'_>,
    ) -> End<Way> {
        by_slides::search(heuristic, cells, (LONGEST, extent), go_on)
    }

    fn joined(way: Way, columns: usize) -> Way {
        joined(way, columns, LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_along_a_line_are_one_slide() {
        // A board of four columns: right, right, down, and back up again.
        let joined = |cells: &[usize]| Slides::joined(along(cells), 4);
        assert_eq!(joined(&[0, 1, 2, 6, 10, 9]), along(&[0, 2, 10, 9]));
        assert_eq!(joined(&[0, 1, 5, 1, 2]), [[0, 2]]);
        assert_eq!(joined(&[0, 1, 0]), [[0; 2]; 0]);
        assert_eq!(joined(&[0, 3, 1]), [[0, 1]]);
        // Another blank's slide lies between.
        assert_eq!(Slides::joined(vec![[0, 1], [8, 9], [1, 2]], 4).len(), 3);
    }
}
