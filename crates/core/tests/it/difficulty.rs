//! How hard a puzzle is for people: figures that can be worked out by hand, the fallback, and boards made to a level.

use crate::packs;
use huarong_core::generate::{Kind, Maker, Order};
use huarong_core::notation::{self, Claim, same_game};
use huarong_core::puzzle::{Metric, Puzzle};
use huarong_core::solver::{Limits, NoMonitor, Request, StopReason, difficulty, level, solve};

fn read(text: &str) -> Puzzle {
    let pack = notation::read("test", text);
    pack.unwrap_or_else(|errors| panic!("{}", errors[0])).entries.remove(0).puzzle
}

fn rated(text: &str, metric: Metric) -> Option<u32> {
    difficulty(&read(text), metric, None, &Limits::default(), &mut NoMonitor).expect("it is small")
}

#[test]
fn where_there_is_no_choice_it_is_the_length() {
    assert_eq!(rated("a....\n=>\n....a\n", Metric::Step), Some(4));
    assert_eq!(rated("a....\n=>\n....a\n", Metric::Move), Some(1));
    // Two ways of the same length are no choice either.
    assert_eq!(rated("a..\n...\n...\n=>\n...\n...\n..a\n", Metric::Step), Some(4));
    // It looks as good as can be from the beginning: nobody tries the other way.
    assert_eq!(rated("..a..\n=>\n....a\n", Metric::Step), Some(2));
}

/// The blind alley down looks as good as the way to the right: half of the time it is gone into, and left again.
#[test]
fn a_wrong_way_that_looks_as_good_costs_half_of_the_way_there_and_back() {
    assert_eq!(rated("a..\n.#.\n#..\n=>\n...\n.#.\n#a.\n", Metric::Step), Some(5 + 1));
}

/// The goal is straight below, behind a wall: the alley towards it looks better and is tried for certain.
#[test]
fn a_wrong_way_that_looks_better_costs_all_of_it() {
    assert_eq!(rated("a..\n.#.\n##.\n...\n=>\n...\n.#.\n##.\na..\n", Metric::Step), Some(7 + 2));
}

/// At the second of two cells of an alley one turns round; from its first one half of the ways lead on.
#[test]
fn a_deeper_dead_end_costs_its_depth() {
    let alley = "a..\n.#.\n.#.\n##.\n...\n=>\n...\n.#.\n.#.\n##.\na..\n";
    // 8 moves, and 2 × (1 + 1/2) for the alley.
    assert_eq!(rated(alley, Metric::Step), Some(8 + 3));
}

#[test]
fn what_cannot_be_solved_has_none() {
    assert_eq!(rated("a#b\n.#.\n=>\n.#a\n.#.\n", Metric::Step), None);
    assert_eq!(rated("[[1,2,3],[5,4,0]]", Metric::Step), None);
}

#[test]
fn boards_too_large_to_be_walked_are_rated_by_their_length() {
    let puzzle = read("1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15");
    let limits = Limits::default();
    let by = |metric, known| difficulty(&puzzle, metric, known, &limits, &mut NoMonitor);
    // Two choices a step, three a slide.
    assert_eq!(by(Metric::Step, Some(44)), Ok(Some(88)));
    assert_eq!(by(Metric::Slide, Some(10)), Ok(Some(30)));
    // Two steps are enough, which is found out where nobody says so.
    assert_eq!(by(Metric::Step, None), Ok(Some(4)));
}

/// A board of more positions than are walked has the choices along a shortest solution for its figure, and so has many more than moves.
#[test]
fn large_boards_of_blocks_are_rated_by_the_choices_on_the_way() {
    let entry = packs::find("success");
    let rated = difficulty(&entry.puzzle, Metric::Move, None, &Limits::default(), &mut NoMonitor);
    assert_eq!(rated, Ok(entry.difficulty));
    assert!(entry.difficulty > Some(50), "{rated:?}");
}

/// A machine with little memory says so, and never another figure.
#[test]
fn a_limit_is_an_error_and_not_a_rough_figure() {
    let puzzle = read("[[8,6,7],[2,5,4],[3,0,1]]");
    let small = Limits { memory: Some(100_000), ..Limits::default() };
    let found = difficulty(&puzzle, Metric::Step, Some(31), &small, &mut NoMonitor);
    assert_eq!(found, Err(StopReason::Memory));
}

#[test]
fn boards_are_made_to_a_level_and_no_two_alike() {
    for (kind, (width, height), levels) in [
        (Kind::Rush, (6, 6), &[1, 2, 3][..]),
        (Kind::Blocks { concave: false }, (4, 5), &[1, 3]),
        (Kind::Numbers, (3, 3), &[1, 2]),
    ] {
        for &wanted in levels {
            let order = Order { kind, width, height, min_moves: 2, seed: 3 };
            let mut maker = Maker::new(order);
            let mut made: Vec<Puzzle> = Vec::new();
            for _ in 0..3 {
                let entry = maker.make_rated(wanted, &Limits::default(), &mut NoMonitor).unwrap();
                let metric = kind.metric();
                let Some(Claim::Moves(moves)) = entry.claims.get(metric) else {
                    panic!("no claim")
                };
                let puzzle = entry.puzzle;
                let again = difficulty(&puzzle, metric, None, &Limits::default(), &mut NoMonitor);
                assert_eq!(again, Ok(entry.difficulty));
                assert_eq!(entry.difficulty.map(level), Some(wanted), "{kind:?}");
                let found = solve(&puzzle, puzzle.start(), &Request::new(metric), &mut NoMonitor);
                assert_eq!(found.verdict.optimum(), Some(moves as usize));
                assert!(moves >= 2 && made.iter().all(|other| !same_game(other, &puzzle)));
                made.push(puzzle);
            }
        }
    }
}
