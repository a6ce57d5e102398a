//! New boards: as hard as asked for, none twice, the same from the same seed, and truly as hard as they claim.

use huarong_core::generate::{Kind, Maker, Order, Shortage};
use huarong_core::notation::{Claim, Entry, same_game};
use huarong_core::puzzle::{Axis, Metric};
use huarong_core::solver::{Distances, Limits, Monitor, NoMonitor, Request, StopReason, solve};
use std::time::Duration;

fn made(order: Order, count: usize) -> Vec<Entry> {
    let mut maker = Maker::new(order);
    let mut make = || maker.make(&Limits::default(), &mut NoMonitor);
    (0..count).map(|_| make().expect("there are many")).collect()
}

fn order(kind: Kind, width: usize, height: usize, min_moves: u32) -> Order {
    Order { kind, width, height, min_moves, seed: 7 }
}

/// The board's cells by piece, turned by the four flips: equal for mirror images.
fn mirror_key(entry: &Entry) -> Vec<usize> {
    let puzzle = &entry.puzzle;
    let (width, height) = (puzzle.size().width(), puzzle.size().height());
    let mut names: Vec<Vec<usize>> = Vec::new();
    for (flip_x, flip_y) in [(false, false), (true, false), (false, true), (true, true)] {
        let mut seen = Vec::new();
        let mut key = Vec::new();
        for i in 0..width * height {
            let (x, y) = (i % width, i / width);
            let x = if flip_x { width - 1 - x } else { x };
            let y = if flip_y { height - 1 - y } else { y };
            let cell = huarong_core::puzzle::Cell::new(x as u8, y as u8);
            let piece = puzzle.piece_at(puzzle.start(), cell);
            key.push(piece.map_or(0, |piece| {
                let known = seen.iter().position(|&p| p == piece);
                1 + known.unwrap_or_else(|| {
                    seen.push(piece);
                    seen.len() - 1
                })
            }));
        }
        names.push(key);
    }
    names.into_iter().min().expect("there are four flips")
}

#[test]
fn boards_are_as_hard_as_asked_for_and_all_different() {
    let orders = [
        order(Kind::Rush, 5, 5, 12),
        order(Kind::Blocks { concave: false }, 4, 4, 10),
        order(Kind::Blocks { concave: true }, 4, 5, 30),
        order(Kind::Numbers, 3, 3, 22),
    ];
    for order in orders {
        let entries = made(order, 6);
        let metric = order.kind.metric();
        for (i, entry) in entries.iter().enumerate() {
            let Some(Claim::Moves(moves)) = entry.claims.get(metric) else {
                panic!("{order:?} claims nothing");
            };
            assert!(moves >= order.min_moves, "{order:?}: {moves}");
            let table = Distances::build(&entry.puzzle, metric, &Limits::default(), &mut NoMonitor);
            assert_eq!(table.unwrap().remaining(entry.puzzle.start()), Some(moves));
            let twin = |other: &Entry| mirror_key(other) == mirror_key(entry);
            assert!(order.kind == Kind::Numbers || !entries[..i].iter().any(twin), "{order:?}");
            assert!(!entries[..i].iter().any(|other| same_game(&other.puzzle, &entry.puzzle)));
        }
        let again = made(order, 6);
        assert!(entries.iter().zip(&again).all(|(a, b)| a.puzzle == b.puzzle), "{order:?}");
    }
}

/// Rush and concave boards, and the number of threads that must not matter.
#[test]
fn the_boards_are_the_same_whatever_the_number_of_threads() {
    for order in [order(Kind::Rush, 6, 6, 20), order(Kind::Blocks { concave: true }, 4, 5, 50)] {
        let on = |threads| {
            let limits = Limits { threads, ..Limits::default() };
            let mut maker = Maker::new(order);
            let mut make = || maker.make(&limits, &mut NoMonitor).expect("there are many");
            [make(), make(), make()]
        };
        assert_eq!(on(1), on(3), "{order:?}");
    }
}

/// As hard as the manual promises, in work that is counted: what is asked of the monitor is asked every so many states.
#[test]
fn hard_boards_are_found_at_the_far_ends_of_few_components() {
    struct Looks(std::cell::Cell<u64>);
    impl Monitor for Looks {
        fn cancelled(&self) -> bool {
            self.0.set(self.0.get() + 1);
            false
        }
    }
    for (kind, height, least, most) in [
        (Kind::Blocks { concave: false }, 5, 100, 12_000),
        (Kind::Blocks { concave: true }, 5, 100, 21_000),
        (Kind::Rush, 6, 30, 46_000),
    ] {
        let width = if kind == Kind::Rush { 6 } else { 4 };
        let mut looks = Looks(std::cell::Cell::new(0));
        let mut maker = Maker::new(order(kind, width, height, least));
        for _ in 0..10 {
            let entry = maker.make(&Limits::default(), &mut looks).unwrap();
            let claim = entry.claims.get(kind.metric());
            assert!(matches!(claim, Some(Claim::Moves(moves)) if moves >= least));
        }
        let looks = looks.0.get();
        assert!(looks < most, "{kind:?}: {looks}");
    }
}

/// With pieces of one and two cells alone nearly every board of these sizes can come to more positions than are looked at.
#[test]
fn large_boards_of_blocks_are_found_with_larger_pieces() {
    for (width, height) in [(4, 8), (6, 6), (7, 6), (7, 7)] {
        let entries = made(order(Kind::Blocks { concave: false }, width, height, 5), 1);
        let Some(Claim::Moves(5..)) = entries[0].claims.get(Metric::Move) else {
            panic!("{width}x{height} claims fewer moves than were asked for, or none");
        };
        let others = entries[0].puzzle.pieces().iter().filter(|piece| piece.name() != "S");
        let areas: Vec<usize> = others.map(|piece| piece.shape().area()).collect();
        assert!(areas.iter().any(|&area| area > 2) && areas.iter().all(|&area| area <= 4));
    }
}

#[test]
fn the_hardest_number_board_is_found_when_no_draw_is_as_hard() {
    let mut maker = Maker::new(order(Kind::Numbers, 3, 3, 31));
    let entry = maker.make(&Limits::default(), &mut NoMonitor).unwrap();
    assert_eq!(entry.claims.get(Metric::Step), Some(Claim::Moves(31)));
    let mut maker = Maker::new(order(Kind::Numbers, 3, 3, 32));
    let found = maker.make(&Limits::default(), &mut NoMonitor);
    assert_eq!(found, Err(Shortage::NotFound));
}

/// Of boards whose positions cannot all be looked at, the easier ones are on the way to the goal of those that are made.
#[test]
fn large_number_boards_are_as_easy_as_is_asked_for() {
    for level in 1..=3 {
        let mut maker = Maker::new(order(Kind::Numbers, 4, 4, 1));
        let entry = maker.make_rated(level, &Limits::default(), &mut NoMonitor).unwrap();
        assert_eq!(entry.difficulty.map(huarong_core::solver::level), Some(level));
        let Some(Claim::Moves(moves)) = entry.claims.get(Metric::Step) else {
            panic!("{entry:?} claims nothing");
        };
        let request = Request::new(Metric::Step);
        let solved = solve(&entry.puzzle, entry.puzzle.start(), &request, &mut NoMonitor);
        assert_eq!(solved.verdict.optimum(), Some(moves as usize));
    }
}

/// The boards of 2x2 are a ring of twelve, of which one is solved; all but the hardest have a mirror image at the diagonal.
#[test]
fn of_square_number_boards_one_of_two_mirror_images_is_made() {
    let order = Order { seed: 3, ..order(Kind::Numbers, 2, 2, 1) };
    let claim = |entry: &Entry| entry.claims.get(Metric::Step);
    let mut moves: Vec<_> = made(order, 6).iter().map(claim).collect();
    moves.sort_by_key(|claim| claim.map(|claim| claim.to_string()));
    assert_eq!(moves, [1, 2, 3, 4, 5, 6].map(|moves| Some(Claim::Moves(moves))));
}

#[test]
fn the_limit_of_time_is_for_all_that_is_tried() {
    // No board is as hard, so that without a limit twenty thousand are tried.
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    for kind in [Kind::Rush, Kind::Blocks { concave: false }, Kind::Numbers] {
        let mut maker = Maker::new(order(kind, 6, 6, 10_000));
        let late = Err(Shortage::Stopped(StopReason::Time));
        assert_eq!(maker.make(&limits, &mut NoMonitor), late, "{kind:?}");
        assert_eq!(maker.make_rated(3, &limits, &mut NoMonitor), late, "{kind:?}");
    }
}

#[test]
fn cars_keep_to_their_axes_and_concave_pieces_are_concave() {
    let cars = made(order(Kind::Rush, 6, 6, 5), 2);
    let axes = cars.iter().flat_map(|entry| entry.puzzle.pieces());
    assert!(axes.into_iter().all(|piece| piece.axis() != Axis::Free));
    let blocks = made(order(Kind::Blocks { concave: true }, 4, 5, 5), 4);
    let pieces = blocks.iter().flat_map(|entry| entry.puzzle.pieces());
    let corners = pieces.into_iter().filter(|piece| piece.shape().area() == 3);
    assert!(corners.count() > 0);
}

#[test]
fn sizes_that_a_kind_does_not_have_are_refused() {
    for (kind, side, sides) in [
        (Kind::Rush, 3, (4, 8)),
        (Kind::Blocks { concave: false }, 9, (3, 8)),
        (Kind::Numbers, 17, (2, 16)),
    ] {
        let found = Maker::new(order(kind, side, side, 1)).make(&Limits::default(), &mut NoMonitor);
        assert_eq!(found, Err(Shortage::Size(sides.0, sides.1)));
    }
}
