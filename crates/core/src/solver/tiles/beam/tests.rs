//! Beams to the goal, with any number of threads, within their storage.

use super::by_slides;
use super::storage::Part;
use super::*;
use crate::puzzle::{Metric, Setup};
use crate::solver::tiles::board::TileBoard;
use crate::solver::tiles::moves::steps;
use crate::solver::tiles::tests::wandered;
use std::sync::atomic::AtomicUsize;

/// The cells of the fifth of Korf and Felner's instances, for the usual goal.
const BOARD: [u32; 25] =
    [14, 21, 19, 17, 15, 18, 13, 12, 7, 2, 1, 22, 0, 4, 10, 20, 11, 6, 3, 23, 9, 16, 5, 24, 8];

/// A square board, and what stands on its cells.
fn square(side: usize, cells: &[u32]) -> (TileBoard, Vec<u8>) {
    let puzzle = Setup::numbers(side, side, cells).build().unwrap();
    let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
    let cells = board.arrangement(puzzle.start());
    (board, cells)
}

/// What leads to the goal of [`BOARD`], by what was learned of places.
fn by_places(board: &TileBoard) -> ManhattanHeuristic<36> {
    ManhattanHeuristic::to_goal((5, 5), board.goal(), 24)
}

/// The board after a way of the blank.
fn after(board: &TileBoard, cells: &[u8], way: &[u8]) -> Vec<u8> {
    let mut held = cells.to_vec();
    let blank = cells.iter().position(|&tile| tile == 0).unwrap();
    for cells in board.blank_cells(blank, way).windows(2) {
        held.swap(cells[0], cells[1]);
    }
    held
}

fn search(
    heuristic: &ManhattanHeuristic<36>,
    cells: &[u8],
    width: usize,
    threads: usize,
) -> Vec<u8> {
    let mut storage = BeamStorage::new(width, 400);
    let extent = Extent { threads, ..Extent::new(width, 400) };
    match Beam::new(heuristic, extent).search(cells, &mut storage, &|_| true) {
        End::Goal(way) => way,
        other => panic!("{other:?}"),
    }
}

#[test]
fn ways_by_places_have_their_lengths_on_any_number_of_threads() {
    let (board, cells) = square(5, &BOARD);
    let heuristic = by_places(&board);
    let lengths = [1 << 8, 1 << 11, 1 << 13].map(|width| {
        let way = search(&heuristic, &cells, width, 1);
        assert_eq!(search(&heuristic, &cells, width, 3), way);
        assert_eq!(after(&board, &cells, &way), board.goal());
        way.len()
    });
    assert_eq!(lengths, [104, 102, 102], "100 are needed");
}

/// A board of 6x6 whose tiles stand in steps of 11 cells.
fn six() -> (TileBoard, Vec<u8>) {
    let cells: Vec<u32> = (0..36).map(|i| i * 11 % 36).collect();
    square(6, &cells)
}

#[test]
fn ways_by_distances_have_their_lengths_on_any_number_of_threads() {
    let (board, cells) = six();
    let heuristic = ManhattanHeuristic::<36>::towards((6, 6), board.goal(), 35);
    let lengths = [1 << 8, 1 << 11, 1 << 13].map(|width| {
        let way = search(&heuristic, &cells, width, 1);
        assert_eq!(search(&heuristic, &cells, width, 3), way);
        assert_eq!(after(&board, &cells, &way), board.goal());
        way.len()
    });
    assert_eq!(lengths, [254, 250, 248], "with nothing learned they were 284, 258 and 266");
}

#[test]
fn a_search_without_patience_is_stuck_where_it_was_nearest() {
    let (board, cells) = six();
    let heuristic = ManhattanHeuristic::<36>::towards((6, 6), board.goal(), 35);
    let mut storage = BeamStorage::new(4, 400);
    let beam = Beam::new(&heuristic, Extent { patience: 0, ..Extent::new(4, 400) });
    let End::Stuck(way) = beam.search(&cells, &mut storage, &|_| true) else {
        panic!("a beam so narrow gets nowhere nearer now and then");
    };
    assert_eq!(way.len(), 4);
}

/// By steps and by slides.
#[test]
fn a_patient_search_that_is_stopped_is_stuck_where_it_was_nearest() {
    let (board, cells) = six();
    let heuristic = ManhattanHeuristic::<36>::towards((6, 6), board.goal(), 35);
    let weight = |cells: &[u8]| heuristic.start(cells).weight();
    let asked = AtomicUsize::new(0);
    let go_on = |_| asked.fetch_add(1, Ordering::Relaxed) < 200;
    let mut storage = BeamStorage::new(64, 400);
    let beam = Beam::new(&heuristic, Extent { patience: 80, ..Extent::new(64, 400) });
    let End::Stuck(way) = beam.search(&cells, &mut storage, &go_on) else {
        panic!("it is not home so soon");
    };
    assert!(weight(&after(&board, &cells, &way)) < weight(&cells));

    asked.store(0, Ordering::Relaxed);
    let extent = Extent { patience: 40, ..Extent::new(64, 400) };
    let End::Stuck(way) = by_slides::search(&heuristic, &cells, (usize::MAX, extent), &go_on)
    else {
        panic!("it is not home so soon");
    };
    assert!(!way.is_empty());
    let mut nearest = cells.clone();
    // Both cells of a slide are in one row or in one column.
    for (from, to) in way.into_iter().flat_map(|ends| steps(6, ends)) {
        nearest.swap(from, to);
    }
    assert!(weight(&nearest) < weight(&cells));
}

#[test]
fn no_more_is_held_than_is_said() {
    let (board, cells) = square(5, &BOARD);
    let heuristic = by_places(&board);
    for width in [1, 64, 5000] {
        let mut storage = BeamStorage::new(width, 160);
        let extent = Extent { threads: 2, ..Extent::new(width, 160) };
        Beam::new(&heuristic, extent).search(&cells, &mut storage, &|_| true);
        let layers = storage.layer.iter().map(Vec::len);
        let held = |part: &Part<36>| part.links.len() * 4 + part.lately.len() * 4;
        let parts: usize = storage.parts.iter().map(held).sum();
        let candidates = storage.weighed.iter().flat_map(|weighed| &weighed.candidates);
        let candidates: usize = candidates.map(Vec::len).sum();
        let all = 2 * layers.sum::<usize>() * size_of::<State<36>>()
            + parts
            + candidates * size_of::<Candidate>();
        assert!(all as u64 <= BeamStorage::<36>::bytes(width, 160), "{width}: {all}");
    }
}

#[test]
fn a_search_that_is_stopped_ends() {
    let (board, cells) = square(5, &BOARD);
    let heuristic = by_places(&board);
    let mut storage = BeamStorage::new(64, 200);
    assert_eq!(
        Beam::new(&heuristic, Extent::new(64, 200)).search(&cells, &mut storage, &|_| false),
        End::Nothing
    );
    // And the storage serves again, for a way that is to be too short as well.
    let way = Beam::new(&heuristic, Extent::new(64, 30)).search(&cells, &mut storage, &|_| true);
    assert_eq!(way, End::Nothing);
}

/// Near the goal a narrow beam comes to where every step leads up, and is to go on.
#[test]
fn a_beam_comes_to_the_goal_or_is_stuck() {
    let sorted: Vec<u32> = (1..144).chain([0]).collect();
    let (board, cells) = square(12, &sorted);
    let heuristic = ManhattanHeuristic::<256>::to_goal((12, 12), board.goal(), 143);
    let extent = Extent { patience: 80, ..Extent::new(64, 5000) };
    let mut storage = BeamStorage::new(64, 5000);
    for random in 10..24 {
        let start = wandered(&board, &cells, 20_000, random);
        let end = Beam::new(&heuristic, extent).search(&start, &mut storage, &|_| true);
        assert!(!matches!(end, End::Nothing), "{random}");
    }
}
