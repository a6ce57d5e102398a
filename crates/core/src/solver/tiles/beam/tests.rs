//! Beams led by either guide: to the goal, with any number of threads, within their room.

use super::by_slides::{self, Extent};
use super::manhattan_heuristic::ManhattanHeuristic;
use super::pdb_heuristic::{DISTANCES, Note, PdbHeuristic, State};
use super::storage::Part;
use super::*;
use crate::puzzle::{Metric, Setup};
use crate::solver::tiles::board::TileBoard;
use crate::solver::tiles::pdb::board::PdbBoard;
use crate::solver::tiles::pdb::{PatternDatabases, Size};
use crate::solver::{Budget, Limits, NoMonitor};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// The fifth of Korf and Felner's instances.
const BOARD: [u32; 25] =
    [14, 21, 19, 17, 15, 18, 13, 12, 7, 2, 1, 22, 0, 4, 10, 20, 11, 6, 3, 23, 9, 16, 5, 24, 8];

/// Tables for the board, and the board as they want it.
fn tables(width: usize, height: usize, cells: &[u32]) -> (Arc<PatternDatabases>, Vec<u8>) {
    let puzzle = Setup::numbers(width, height, cells).build().unwrap();
    let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
    let pdb_board = PdbBoard::of(&board).unwrap();
    let mut unwatched = NoMonitor;
    let mut budget = Budget::new(&mut unwatched, Limits::default());
    let tables = pdb_board.tables(Size::Small, &mut budget).unwrap();
    (tables, pdb_board.turned(&board.arrangement(puzzle.start())))
}

/// The boards on a way, that at its beginning first.
fn boards(tables: &PatternDatabases, board: &[u8], way: &[u8]) -> Vec<Vec<u8>> {
    let mut board = board.to_vec();
    let home = |&tile: &u8| usize::from(tile) == tables.blank;
    let mut blank = board.iter().position(home).unwrap();
    let mut boards = vec![board.clone()];
    for &direction in way {
        let from = tables.grid.near[blank][usize::from(direction)];
        assert_ne!(from, crate::solver::tiles::pdb::grid::NONE);
        board.swap(blank, usize::from(from));
        blank = usize::from(from);
        boards.push(board.clone());
    }
    boards
}

fn search<G: Heuristic>(heuristic: &G, board: &[u8], width: usize, threads: usize) -> Vec<u8> {
    let mut room = BeamStorage::new(width, 400);
    match Beam::new(heuristic, width, threads).search(board, 400, &mut room, &|_| true) {
        End::Goal(way) => way,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_way_leads_home_and_does_not_depend_on_the_number_of_threads() {
    let (tables, board) = tables(5, 5, &BOARD);
    let heuristic = PdbHeuristic::new(&tables, DISTANCES[0]);
    let way = search(&heuristic, &board, 1 << 12, 1);
    let last = boards(&tables, &board, &way).pop().unwrap();
    assert!((0..).zip(&last).all(|(cell, &tile)| tile == cell), "{last:?}");
    assert_eq!(search(&heuristic, &board, 1 << 12, 3), way);
}

#[test]
fn ways_by_tables_have_their_lengths() {
    let (tables, board) = tables(5, 5, &BOARD);
    let lengths = DISTANCES.map(|distance| {
        let heuristic = PdbHeuristic::new(&tables, distance);
        [1 << 8, 1 << 11].map(|width| search(&heuristic, &board, width, 1).len())
    });
    assert_eq!(lengths, [[104, 102]; 5], "100 are needed");
}

#[test]
fn ways_by_places_are_near_the_shortest() {
    let (tables, board) = tables(5, 5, &BOARD);
    let goal: Vec<u8> = (0..25).collect();
    let heuristic = ManhattanHeuristic::<36, 1>::to_goal((5, 5), &goal, 0);
    let lengths = [1 << 8, 1 << 11, 1 << 13].map(|width| {
        let way = search(&heuristic, &board, width, 1);
        let last = boards(&tables, &board, &way).pop().unwrap();
        assert_eq!(last, goal);
        way.len()
    });
    // 100 are needed.
    assert!(lengths.iter().all(|length| (100..=106).contains(length)), "{lengths:?}");
    assert!(lengths[2] <= 102, "{lengths:?}");
}

/// A board of 6x6 whose tiles stand in steps of 11 cells, and what leads to its goal.
fn six() -> (TileBoard, Vec<u8>) {
    let cells: Vec<u32> = (0..36).map(|i| i * 11 % 36).collect();
    let puzzle = Setup::numbers(6, 6, &cells).build().unwrap();
    let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
    let cells = board.arrangement(puzzle.start());
    (board, cells)
}

#[test]
fn ways_without_tables_have_their_lengths_on_any_number_of_threads() {
    let (board, cells) = six();
    let heuristic = ManhattanHeuristic::<36, 1>::towards((6, 6), board.goal(), 35);
    let lengths = [1 << 8, 1 << 11, 1 << 13].map(|width| {
        let way = search(&heuristic, &cells, width, 1);
        assert_eq!(search(&heuristic, &cells, width, 3), way);
        let mut held = cells.clone();
        let mut blank = held.iter().position(|&tile| tile == 0).unwrap();
        for direction in &way {
            let direction = crate::puzzle::Direction::ALL[usize::from(*direction)];
            let next = board.next(blank, direction).unwrap();
            held.swap(blank, next);
            blank = next;
        }
        assert_eq!(held, board.goal());
        way.len()
    });
    assert_eq!(lengths, [256, 250, 246], "with nothing learned they were 284, 258 and 266");
}

#[test]
fn a_search_without_patience_is_stuck_where_it_was_nearest() {
    let (board, cells) = six();
    let heuristic = ManhattanHeuristic::<36, 1>::towards((6, 6), board.goal(), 35);
    let mut room = BeamStorage::new(4, 400);
    let beam = Beam::new(&heuristic, 4, 1).patient(0);
    let End::Stuck(way) = beam.search(&cells, 400, &mut room, &|_| true) else {
        panic!("a beam so narrow gets nowhere nearer now and then");
    };
    assert_eq!(way.len(), 4);
}

/// By steps and by slides.
#[test]
fn a_patient_search_that_is_stopped_is_stuck_where_it_was_nearest() {
    let (board, cells) = six();
    let heuristic = ManhattanHeuristic::<36, 1>::towards((6, 6), board.goal(), 35);
    let weight = |cells: &[u8]| heuristic.weight(&heuristic.start(cells));
    let asked = AtomicUsize::new(0);
    let go_on = |_| asked.fetch_add(1, Ordering::Relaxed) < 200;
    let mut room = BeamStorage::new(64, 400);
    let beam = Beam::new(&heuristic, 64, 1).patient(80);
    let End::Stuck(way) = beam.search(&cells, 400, &mut room, &go_on) else {
        panic!("it is not home so soon");
    };
    let mut nearest = cells.clone();
    let mut blank = cells.iter().position(|&tile| tile == 0).unwrap();
    for direction in way {
        let direction = crate::puzzle::Direction::ALL[usize::from(direction)];
        let next = board.next(blank, direction).unwrap();
        nearest.swap(blank, next);
        blank = next;
    }
    assert!(weight(&nearest) < weight(&cells));

    asked.store(0, Ordering::Relaxed);
    let extent = Extent { limit: 400, width: 64, patience: 40, threads: 1 };
    let End::Stuck(way) = by_slides::search(&heuristic, &cells, extent, &go_on) else {
        panic!("it is not home so soon");
    };
    assert!(way.len() > 1);
    let mut nearest = cells.clone();
    for slide in way.windows(2) {
        // Both cells of a slide are in one row or in one column.
        let step = if slide[0] / 6 == slide[1] / 6 { 1 } else { 6 };
        let mut at = slide[0];
        while at != slide[1] {
            let next = if slide[1] > at { at + step } else { at - step };
            nearest.swap(at, next);
            at = next;
        }
    }
    assert!(weight(&nearest) < weight(&cells));
}

#[test]
fn no_more_is_held_than_is_said() {
    let (tables, board) = tables(5, 5, &BOARD);
    let heuristic = PdbHeuristic::new(&tables, DISTANCES[0]);
    for width in [1, 64, 5000] {
        let mut room = BeamStorage::new(width, 160);
        Beam::new(&heuristic, width, 2).search(&board, 160, &mut room, &|_| true);
        let layers = room.layer.iter().map(Vec::len);
        let held = |part: &Part<State>| part.links.len() * 4 + part.lately.len() * 4;
        let parts: usize = room.parts.iter().map(held).sum();
        let candidates = room.weighed.iter().flat_map(|weighed| &weighed.candidates);
        let candidates: usize = candidates.map(Vec::len).sum();
        let all = 2 * layers.sum::<usize>() * size_of::<State>()
            + parts
            + candidates * size_of::<Candidate<Note>>();
        assert!(all as u64 <= BeamStorage::<State, Note>::bytes(width, 160), "{width}: {all}");
    }
}

#[test]
fn a_search_that_is_stopped_ends() {
    let (tables, board) = tables(5, 5, &BOARD);
    let heuristic = PdbHeuristic::new(&tables, DISTANCES[0]);
    let mut room = BeamStorage::new(64, 200);
    assert_eq!(
        Beam::new(&heuristic, 64, 1).search(&board, 200, &mut room, &|_| false),
        End::Nothing
    );
    // And the room serves again, for a way that is to be too short as well.
    let way = Beam::new(&heuristic, 64, 1).search(&board, 30, &mut room, &|_| true);
    assert_eq!(way, End::Nothing);
}
