//! What engines are made of, where it cannot be seen from outside.

use super::*;
use crate::solver::Limits;
use crate::solver::budget::unwatched;
use crate::solver::tiles::beam::by_slides;
use crate::solver::tiles::beam::manhattan_heuristic::ManhattanHeuristic;
use crate::solver::tiles::beam::{End, Extent};
use crate::solver::tiles::full_table::FullTable;
use crate::solver::tiles::moves::{along, raised};

/// A small board, with the blank's goal in a cell by the turn; an arrangement of it, the farther down their list the later of so many turns
/// it is; and the fewest slides of that.
fn in_slides(turn: usize, turns: usize) -> (TileBoard, Vec<u8>, u32) {
    let (width, height) = [(3, 2), (2, 3), (4, 2), (2, 4)][turn % 4];
    let mut setup = Setup::numbers(width, height, &sorted_goal(width, height));
    setup.goal = goal_with_hole(width, height, turn % (width * height));
    let board = TileBoard::of(&setup.build().unwrap(), Metric::Slide).unwrap();
    let mut known: Vec<(u64, u32)> =
        distances(&TileSpace::<u64>::new(board.clone())).into_iter().collect();
    known.sort_unstable();
    let (state, optimum) = known[known.len() * (turn + 1) / turns];
    let cells = (0..width * height).map(|cell| state.get(cell)).collect();
    (board, cells, optimum)
}

/// Also where there is so little room that no way from the goal is known, and those from the start go all the way.
#[test]
fn both_ends_meet_on_a_shortest_way_on_any_number_of_threads() {
    for turn in 0..32 {
        let (board, cells, optimum) = in_slides(turn, 33);
        let solve = |threads, memory| {
            let limits = Limits { threads, memory, ..Limits::default() };
            let mut budget = unwatched(limits);
            let way = meet_in_the_middle::solve(&board, &cells, &mut budget).unwrap();
            assert_eq!(budget.progress.lower_bound, optimum, "{cells:?}");
            let path = raised(&board, &cells, &along(&way));
            let mut position = board.position(|cell| cells[cell]);
            for mv in &path {
                position.play(board.puzzle(), mv).unwrap();
            }
            assert!(board.puzzle().is_solved(&position), "{cells:?}");
            assert_eq!(path.len(), optimum as usize, "{cells:?}");
            (way, budget.progress.states)
        };
        let of_one = solve(1, None);
        assert_eq!(solve(2, None), of_one);
        if optimum <= 16 {
            let (_, states) = solve(2, Some(24 << 10));
            assert!(states >= of_one.1, "{states} of {}", of_one.1);
        }
    }
}

#[test]
fn both_ends_hear_stop() {
    let sorted: Vec<u32> = (1..36).chain([0]).collect();
    let puzzle = Setup::numbers(6, 6, &sorted).build().unwrap();
    let board = TileBoard::of(&puzzle, Metric::Slide).unwrap();
    let cells: Vec<u8> = (0..36).rev().collect();
    let mut stop = &std::sync::atomic::AtomicBool::new(true);
    let mut budget = Budget::new(&mut stop, Limits::default());
    let stopped = meet_in_the_middle::solve(&board, &cells, &mut budget);
    assert_eq!(stopped, Err(StopReason::Cancelled));
}

/// A beam that keeps every state goes through the layers, and so finds a shortest way.
#[test]
fn a_beam_of_slides_that_is_wide_enough_finds_a_shortest_way() {
    for turn in 0..24 {
        let (board, cells, optimum) = in_slides(turn, 25);
        let (optimum, home) =
            (optimum as usize, board.goal().iter().position(|&tile| tile == 0).unwrap());
        let heuristic = ManhattanHeuristic::<36>::towards(board.sides(), board.goal(), home);
        let search = |limit| {
            let threads = 1 + turn % 2;
            let all = Extent { threads, ..Extent::new(1 << 15, limit) };
            by_slides::search(&heuristic, &cells, (usize::MAX, all), &|_| true)
        };
        let End::Goal(way) = search(usize::MAX) else { panic!("{cells:?}") };
        assert_eq!(way.len(), optimum, "{cells:?}");
        assert_eq!(raised(&board, &cells, &way).len(), optimum);
        assert_eq!(search(optimum), End::Nothing);
        assert_eq!(search(optimum + 1), End::Goal(way));
    }
}

/// The same in steps, where every blank may go.
#[test]
fn a_beam_of_several_blanks_that_is_wide_enough_finds_a_shortest_way() {
    for (width, height, blanks) in [(3, 2, 2), (4, 2, 3), (2, 4, 2), (3, 3, 4), (3, 3, 5)] {
        let area = width * height;
        let tiles = (1..=area as u32 - blanks).chain(std::iter::repeat_n(0, blanks as usize));
        let tiles: Vec<u32> = tiles.collect();
        let puzzle = Setup::numbers(width, height, &tiles).build().unwrap();
        let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
        let mut known: Vec<(u64, u32)> =
            distances(&TileSpace::<u64>::new(board.clone())).into_iter().collect();
        known.sort_unstable();
        let heuristic = ManhattanHeuristic::<36>::towards(board.sides(), board.goal(), area - 1);
        for turn in 0..12 {
            let (state, optimum) = known[known.len() * (turn + 1) / 13];
            let cells: Vec<u8> = (0..area).map(|cell| state.get(cell)).collect();
            let search = |limit| {
                let threads = 1 + turn % 2;
                let all = Extent { threads, ..Extent::new(1 << 15, limit) };
                by_slides::search(&heuristic, &cells, (1, all), &|_| true)
            };
            let End::Goal(way) = search(usize::MAX) else { panic!("{cells:?}") };
            assert_eq!(way.len(), optimum as usize, "{cells:?}");
            let mut after = cells.clone();
            for [from, to] in way {
                assert!(after[from] == 0 && after[to] != 0 && board.near(from).any(|n| n == to));
                after.swap(from, to);
            }
            assert_eq!(after, board.goal(), "{cells:?}");
            assert_eq!(search(optimum as usize), End::Nothing);
        }
    }
}

/// How many positions a whole table has at each distance, against what is published.
#[test]
fn whole_tables_have_the_published_layers() {
    for row in rows("layers.tsv") {
        let size = numbers(&row[0]);
        let (width, height) = (size[0] as usize, size[1] as usize);
        let puzzle = Setup::numbers(width, height, &sorted_goal(width, height)).build().unwrap();
        let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
        let mut budget = unwatched(Limits::default());
        let layers = FullTable::build(board, &mut budget).unwrap().layers();
        assert_eq!(layers, numbers(&row[3]), "{}", row[0]);
    }
}

/// A board that is solved at once, and one that cannot be, are not worth large tables.
#[test]
fn large_tables_are_prepared_for_hard_boards_only() {
    let moved = |swap: [usize; 2]| {
        let mut cells: Vec<u32> = (1..16).chain([0]).collect();
        cells.swap(swap[0], swap[1]);
        Setup::numbers(4, 4, &cells).build().unwrap()
    };
    for puzzle in [moved([14, 15]), moved([13, 14])] {
        let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
        prepare(&board, puzzle.start(), &mut unwatched(Limits::default())).unwrap();
        assert!(!PdbBoard::of(&board).unwrap().is_prepared());
    }
}
