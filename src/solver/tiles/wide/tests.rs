//! Beams led by pattern databases: against the tables, with any number of threads, within their room.

use super::room::Part;
use super::*;
use crate::puzzle::{Metric, Setup};
use crate::solver::tiles::classic::Classic;
use crate::solver::tiles::lowered::Lowered;
use crate::solver::tiles::partition::Strength;
use crate::solver::{Limits, Unwatched, Watch};
use std::sync::Arc;

/// The fifth of Korf and Felner's instances.
const BOARD: [u32; 25] = [
    14, 21, 19, 17, 15, 18, 13, 12, 7, 2, 1, 22, 0, 4, 10, 20, 11, 6, 3, 23, 9, 16, 5, 24, 8,
];

/// Tables for the board, and the board as they want it.
fn tables(width: usize, height: usize, cells: &[u32]) -> (Arc<Tables>, Vec<u8>) {
    let puzzle = Setup::numbers(width, height, cells).build().unwrap();
    let board = Lowered::of(&puzzle, Metric::Step).unwrap();
    let classic = Classic::of(&board).unwrap();
    let mut unwatched = Unwatched;
    let mut watch = Watch::new(&mut unwatched, Limits::default());
    let tables = classic.tables(Strength::Usual, &mut watch).unwrap();
    (tables, classic.turned(&board.arrangement(puzzle.start())))
}

/// The boards on a way, that at its beginning first.
fn boards(tables: &Tables, board: &[u8], way: &[u8]) -> Vec<Vec<u8>> {
    let mut board = board.to_vec();
    let home = |&tile: &u8| usize::from(tile) == tables.blank;
    let mut blank = board.iter().position(home).unwrap();
    let mut boards = vec![board.clone()];
    for &direction in way {
        let from = tables.grid.near[blank][usize::from(direction)];
        assert_ne!(from, crate::solver::tiles::grid::NONE);
        board.swap(blank, usize::from(from));
        blank = usize::from(from);
        boards.push(board.clone());
    }
    boards
}

fn search(tables: &Tables, board: &[u8], width: usize, threads: usize) -> Option<Vec<u8>> {
    let mut room = Room::new(width, 200);
    WideBeam::new(tables, width, threads).search(board, 200, &mut room, &|_| true)
}

#[test]
fn a_way_leads_home_and_does_not_depend_on_the_number_of_threads() {
    let (tables, board) = tables(5, 5, &BOARD);
    let way = search(&tables, &board, 1 << 12, 1).unwrap();
    let last = boards(&tables, &board, &way).pop().unwrap();
    assert!(
        (0..).zip(&last).all(|(cell, &tile)| tile == cell),
        "{last:?}"
    );
    assert_eq!(search(&tables, &board, 1 << 12, 3), Some(way));
}

/// With a reflection and without one.
#[test]
fn what_is_looked_up_step_by_step_is_what_the_tables_say() {
    let wide = [1, 2, 3, 4, 5, 6, 11, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 0];
    for (sides, cells) in [((5, 5), &BOARD[..]), ((6, 3), &wide[..])] {
        let (tables, board) = tables(sides.0, sides.1, cells);
        let wide = WideBeam::new(&tables, 64, 1);
        let mut state = wide.start(&board);
        for turn in 0..300 {
            let mut batch = Vec::new();
            let mut out = Room::new(64, 2).weighed.swap_remove(0);
            wide.ask(&state, 0, &mut batch);
            wide.look_up(&mut batch, (0, 200), &Room::new(64, 2).parts, &mut out);
            let steps: Vec<&Candidate> = out.candidates.iter().flatten().collect();
            assert!(!steps.is_empty() && steps.len() <= 4);
            state = wide.made(&state, steps[turn * 7 % steps.len()]);
            let fresh = wide.start(&state.cells[..board.len()]);
            let told = |state: &State| {
                (
                    state.far,
                    state.lies,
                    state.squares,
                    state.blank,
                    state.hash,
                )
            };
            assert_eq!(told(&state), told(&fresh));
        }
    }
}

#[test]
fn no_more_is_held_than_is_said() {
    let (tables, board) = tables(5, 5, &BOARD);
    for width in [1, 64, 5000] {
        let mut room = Room::new(width, 160);
        WideBeam::new(&tables, width, 2).search(&board, 160, &mut room, &|_| true);
        let layers = room.layer.iter().map(Vec::len);
        let held = |part: &Part| part.links.len() * 4 + part.lately.len() * 8;
        let parts: usize = room.parts.iter().map(held).sum();
        let candidates = room.weighed.iter().flat_map(|weighed| &weighed.candidates);
        let candidates: usize = candidates.map(Vec::len).sum();
        let all = 2 * layers.sum::<usize>() * size_of::<State>()
            + parts
            + candidates * size_of::<Candidate>();
        assert!(all as u64 <= Room::bytes(width, 160), "{width}: {all}");
    }
}

#[test]
fn a_search_that_is_stopped_ends() {
    let (tables, board) = tables(5, 5, &BOARD);
    let mut room = Room::new(64, 200);
    assert_eq!(
        WideBeam::new(&tables, 64, 1).search(&board, 200, &mut room, &|_| false),
        None
    );
    // And the room serves again, for a way that is to be too short as well.
    let way = WideBeam::new(&tables, 64, 1).search(&board, 30, &mut room, &|_| true);
    assert_eq!(way, None);
}
