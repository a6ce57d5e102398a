//! Tables against a slow search through drawn boards, and the kinds of boards that have them.

use super::build::coloured;
use super::colouring::Colouring;
use super::sequence::{Layout, Ranking};
use super::table::Table;
use super::tables::TableBuilder;
use crate::solver::StopReason;
use crate::solver::tiles::pdb::Size;
use crate::solver::tiles::pdb::grid::Grid;
use crate::solver::tiles::pdb::store::Fingerprint;
use crate::solver::tiles::table_cache::{BuildCount, BuildWatch};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn made(grid: &Grid, colouring: &Colouring, folder: Option<&Path>) -> Table {
    let (stop, count) = (AtomicBool::new(false), BuildCount::default());
    let watch = &BuildWatch { stop: &stop, count: &count };
    let builder = TableBuilder { size: Size::Small, threads: 2, watch };
    builder.run(grid, colouring.clone(), folder).unwrap()
}

/// The distances of all coloured boards by the axis of the first slide, found with boards as lists of colours.
fn slowly(grid: &Grid, colouring: &Colouring) -> HashMap<(Vec<u8>, usize), u32> {
    const BLANK: u8 = 9;
    let mut goal = colouring.colours.clone();
    goal[colouring.blank] = BLANK;
    let mut layer = vec![(goal.clone(), 0), (goal, 1)];
    let mut found: HashMap<_, _> = layer.iter().map(|state| (state.clone(), 0)).collect();
    for depth in 1.. {
        let mut next = Vec::new();
        // The last slide of the way back was along the axis that is not the next one.
        for (board, axis) in layer {
            for step in [[-1, 1], [-(grid.width as isize), grid.width as isize]][1 - axis] {
                let mut board = board.clone();
                loop {
                    let at = board.iter().position(|&colour| colour == BLANK).unwrap();
                    let to = at as isize + step;
                    let leaves_row =
                        axis == 1 && to.div_euclid(grid.width as isize) as usize != at / grid.width;
                    if to < 0 || to as usize >= board.len() || leaves_row {
                        break;
                    }
                    board.swap(at, to as usize);
                    let state = (board.clone(), 1 - axis);
                    if !found.contains_key(&state) {
                        found.insert(state.clone(), depth);
                        next.push(state);
                    }
                }
            }
        }
        if next.is_empty() {
            return found;
        }
        layer = next;
    }
    unreachable!("the boards are finite")
}

/// How many states there are at each distance.
fn layers(distances: impl Iterator<Item = u32>) -> Vec<u64> {
    let mut layers = vec![0; 256];
    distances.for_each(|distance| layers[distance as usize] += 1);
    layers
}

/// Every size of colouring on boards of all kinds, lines longer than a word of patterns among them.
#[test]
fn tables_are_what_a_slow_search_finds() {
    for (width, height, blank, size) in [
        (3, 2, 0, Size::Small),
        (2, 3, 1, Size::Small),
        (3, 3, 0, Size::Small),
        (3, 3, 1, Size::Least),
        (3, 3, 4, Size::Large),
        (5, 2, 2, Size::Least),
        (2, 5, 0, Size::Least),
        (4, 3, 1, Size::Least),
    ] {
        let grid = Grid::new(width, height);
        let layouts = Layout::both(&grid);
        for colouring in Colouring::of(&grid, blank, size) {
            let table = made(&grid, &colouring, None);
            let slow = slowly(&grid, &colouring);
            let boards = slow.iter().map(|((board, axis), &distance)| {
                let at = board.iter().position(|&colour| colour == 9).unwrap();
                let found = table.distance(coloured(layouts, board, at), *axis, &mut |_| Ok(()));
                assert_eq!(found, Ok(distance), "{board:?} {axis} of {colouring:?}");
                let mut stop = |_| Err(StopReason::Cancelled);
                let stopped = table.distance(coloured(layouts, board, at), *axis, &mut stop);
                assert_eq!(stopped.is_err(), distance > 0, "{board:?} {axis} of {colouring:?}");
                distance
            });
            let counted = layers(boards);
            assert_eq!(counted, layers(slow.values().copied()));
            let states = 2 * table.ranking.count * grid.area();
            assert_eq!(counted.iter().sum::<u64>(), states as u64, "{colouring:?}");
        }
    }
}

#[test]
fn a_table_is_kept_and_a_damaged_file_is_not_believed() {
    let (grid, folder) = (Grid::new(3, 3), tempfile::tempdir().unwrap());
    let mut colouring = Colouring::of(&grid, 0, Size::Small).remove(0);
    let words = |table: Table| table.sides.map(|side| side.words);
    let right = words(made(&grid, &colouring, None));
    colouring.print = Some(Fingerprint::of(&right));
    let make = || words(made(&grid, &colouring, Some(folder.path())));
    assert_eq!(make(), right, "built and written");
    let file = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&file).unwrap();
    assert_eq!(make(), right, "read");
    assert_eq!(fs::read(&file).unwrap(), whole);
    for place in [0, 60, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[place] ^= 16;
        fs::write(&file, damaged).unwrap();
        assert_eq!(make(), right, "damaged at {place}");
        assert_eq!(fs::read(&file).unwrap(), whole, "written anew");
    }
}

/// Boards that are no squares have pairs of drawings, and 3x5 has those of 5x3, turned.
#[test]
fn drawings_are_turned_with_their_boards() {
    for (width, height) in [(5, 3), (2, 8), (2, 7)] {
        let grids = [Grid::new(width, height), Grid::new(height, width)];
        for blank in 0..grids[0].area() {
            let turned = |cell: usize| cell % width * height + cell / width;
            let [drawn, across] = [(0, blank), (1, turned(blank))]
                .map(|(i, blank)| Colouring::of(&grids[i], blank, Size::Large));
            assert_eq!((drawn.len(), across.len()), (4, 4));
            for (drawn, across) in drawn.iter().zip(across) {
                assert_eq!(drawn.colours.len(), grids[0].area());
                assert!(
                    (0..drawn.colours.len())
                        .all(|cell| { drawn.colours[cell] == across.colours[turned(cell)] })
                );
                assert_eq!(drawn.tiles(), across.tiles());
                // They take about as long to build as strips of four colours, or less.
                assert!(Ranking::sequences(drawn.tiles()) < 1_000_000, "{drawn:?}");
                assert!(drawn.print.is_none());
            }
        }
    }
}

/// The large tables of 4x4 are what they were measured with, and are kept: that they have their fingerprints is proven in `.ci/run`.
#[test]
fn large_tables_of_4x4_are_kept() {
    let grid = Grid::new(4, 4);
    // Every goal is symmetric to one with its blank on one of these cells.
    let sequences = [0, 1, 5].map(|blank| {
        let colourings = Colouring::of(&grid, blank, Size::Large).into_iter();
        let known = colourings.filter(|colouring| colouring.print.is_some());
        known.map(|colouring| Ranking::new(colouring.tiles()).count).collect::<Vec<_>>()
    });
    let [first, second] = [3_603_600, 3_783_780];
    assert_eq!(
        sequences,
        [vec![first, second], vec![first, first, second, second], vec![first, second]]
    );
}
