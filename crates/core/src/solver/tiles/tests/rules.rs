//! The lowered number puzzle against the rules, an independent brute force, and published counts.

use super::*;
use crate::puzzle::Axis;
use proptest::prelude::*;
use std::collections::HashSet;

/// Steps from `start` to 1 2 3 / 4 5 0 by strings of digits alone; `None` if there is no way.
fn brute_force(start: &str) -> Option<u32> {
    let mut seen = HashSet::from([start.to_owned()]);
    let mut layer = vec![start.to_owned()];
    for depth in 0.. {
        if layer.iter().any(|b| b == "123450") {
            return Some(depth);
        }
        let mut next = Vec::new();
        for board in &layer {
            let at = board.find('0')?;
            let around = [[1, 3].as_slice(), &[0, 2, 4], &[1, 5], &[0, 4], &[1, 3, 5], &[2, 4]];
            for &other in around[at] {
                let mut cells: Vec<char> = board.chars().collect();
                cells.swap(at, other);
                let moved: String = cells.into_iter().collect();
                if seen.insert(moved.clone()) {
                    next.push(moved);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

#[test]
fn all_720_boards_of_3x2_agree_with_a_brute_force() {
    let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 4, 0, 5]).build().unwrap();
    let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
    let known = distances(&TileSpace::<u64>::new(board.clone()));
    let mut solved = 0;
    for numbers in permutations(6) {
        let cells: Vec<u8> = numbers.iter().map(|&n| n as u8).collect();
        let text: String = numbers.iter().map(u32::to_string).collect();
        let expected = brute_force(&text);
        assert_eq!(known.get(&u64::pack(&cells)).copied(), expected, "{text}");
        let answer = solvable(&board, &cells);
        assert_eq!(answer, if expected.is_some() { Solvable::Yes } else { Solvable::No });
        solved += u32::from(expected.is_some());
    }
    assert_eq!(solved, 360);
}

#[test]
fn the_published_layers_come_out_and_the_bound_holds_and_is_consistent() {
    let mut checked = 0;
    for row in rows("layers.tsv").iter().filter(|row| row[0] != "5x2") {
        let size = numbers(&row[0]);
        let (width, height) = (size[0] as usize, size[1] as usize);
        let puzzle = Setup::numbers(width, height, &sorted_goal(width, height)).build().unwrap();
        for metric in [Metric::Step, Metric::Slide] {
            let board = TileBoard::of(&puzzle, metric).unwrap();
            let space = TileSpace::<u64>::new(board.clone());
            let known = distances(&space);
            assert_eq!(known.len() as u32, numbers(&row[2])[0]);
            for (state, &depth) in &known {
                let bound = space.estimate(state);
                assert!(bound <= depth, "{bound} > {depth} at {state:x}");
                let next = space.successors(state);
                assert!(next.iter().all(|next| space.estimate(next) + 1 >= bound));
            }
            if metric == Metric::Step {
                let mut layers = vec![0; numbers(&row[1])[0] as usize + 1];
                known.values().for_each(|&d| layers[d as usize] += 1);
                assert_eq!(layers, numbers(&row[3]), "{}", row[0]);
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 4);
}

#[test]
fn the_boards_of_leetcode_have_their_distances() {
    let puzzle = Setup::numbers(3, 2, &sorted_goal(3, 2)).build().unwrap();
    let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
    let known = distances(&TileSpace::<u64>::new(board.clone()));
    for row in rows("leetcode.tsv") {
        let cells: Vec<u8> = numbers(&row[0]).iter().map(|&n| n as u8).collect();
        let found = known.get(&u64::pack(&cells)).map_or(-1, |&d| d as i32);
        assert_eq!(found, row[1].parse::<i32>().unwrap(), "{}", row[0]);
    }
}

#[test]
fn on_a_line_only_the_order_counts() {
    for (width, height) in [(4, 1), (1, 4)] {
        let puzzle = Setup::numbers(width, height, &[1, 2, 3, 0]).build().unwrap();
        let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
        let yes = permutations(4).into_iter().filter(|p| {
            let cells: Vec<u8> = p.iter().map(|&n| n as u8).collect();
            solvable(&board, &cells) == Solvable::Yes
        });
        assert_eq!(yes.count(), 4);
    }
}

/// A number puzzle of any small size with walls, blanks, a fixed tile and a goal of any order.
fn any_board() -> impl Strategy<Value = Puzzle> {
    (1_usize..=4, 1_usize..=4)
        .prop_filter("a line of one cell has no moves", |(w, h)| w * h >= 2)
        .prop_flat_map(|(width, height)| {
            let area = width * height;
            let cells: Vec<usize> = (0..area).collect();
            let shuffled = Just(cells).prop_shuffle();
            let sides = Just((width, height));
            (sides, shuffled.clone(), shuffled, 0..=area / 4, 1..=3_usize, any::<bool>())
        })
        .prop_filter_map(
            "at least one tile",
            |((width, height), start, goal, walls, blanks, fixed)| {
                let area = width * height;
                let tiles = area.checked_sub(walls + blanks).filter(|&n| n > 0)?;
                let cell = |i: usize| Cell::new((i % width) as u8, (i / width) as u8);
                let wall = &start[..walls];
                let floor: Vec<usize> = start[walls..].to_vec();
                let ends: Vec<usize> = goal.into_iter().filter(|c| !wall.contains(c)).collect();
                let mut setup = Setup::numbers(width, height, &vec![0; area]);
                setup.walls = wall.iter().map(|&i| cell(i)).collect();
                for (n, (&from, &to)) in floor.iter().zip(&ends).take(tiles).enumerate() {
                    let name = (n + 7).to_string();
                    // One that is fixed is where it is wanted, or there is no solution.
                    let axis = if fixed && n == 0 { Axis::Fixed } else { Axis::Free };
                    setup.pieces.push(crate::puzzle::SetupPiece {
                        name: name.clone(),
                        cells: vec![cell(from)],
                        axis,
                    });
                    setup.goal.push(Target { name, cells: vec![cell(to)] });
                }
                setup.build().ok()
            },
        )
}

/// The position after each legal move, as the lowered form sees it.
fn by_the_rules(puzzle: &Puzzle, board: &TileBoard, position: &Position) -> Vec<(Position, u64)> {
    let moves = puzzle.moves(position, board.metric());
    let played = moves.iter().map(|mv| {
        let mut next = position.clone();
        next.play(puzzle, mv).unwrap();
        let packed = u64::pack(&board.arrangement(&next));
        (next, packed)
    });
    played.collect()
}

proptest! {
    #[test]
    fn moves_are_those_of_the_rules(puzzle in any_board(), turns in prop::collection::vec(0_usize..64, 12)) {
        for metric in Metric::ALL {
            let board = TileBoard::of(&puzzle, metric).unwrap();
            let space = TileSpace::<u64>::new(board.clone());
            let mut position = puzzle.start().clone();
            for &turn in &turns {
                let state = u64::pack(&board.arrangement(&position));
                prop_assert_eq!(space.is_goal(&state), puzzle.is_solved(&position));
                let expected = by_the_rules(&puzzle, &board, &position);
                let mut found = space.successors(&state);
                found.sort_unstable();
                let mut wanted: Vec<u64> = expected.iter().map(|e| e.1).collect();
                wanted.sort_unstable();
                prop_assert_eq!(&found, &wanted);
                let Some((next, packed)) = expected.get(turn % expected.len().max(1)) else { break };
                for (_, packed) in &expected {
                    let first = board.mv(&state, &|next| next == *packed);
                    prop_assert_eq!(board.mv_to(&state, *packed), first);
                }
                let path = vec![board.mv_to(&state, *packed).unwrap()];
                let mut replayed = position.clone();
                replayed.play(&puzzle, &path[0]).unwrap();
                prop_assert_eq!(&replayed, next);
                let pieces: HashSet<_> = path[0].steps().iter().map(|s| s.piece).collect();
                if metric == Metric::Step || pieces.len() == path[0].steps().len() {
                    prop_assert_eq!(puzzle.count(&position, &path, metric), Ok(1));
                }
                position = next.clone();
            }
        }
    }

    #[test]
    fn theory_and_bound_agree_with_search(puzzle in any_board().prop_filter("few states", |p| {
        p.size().area() - p.walls().len() <= 7
    })) {
        for metric in [Metric::Step, Metric::Slide] {
            let board = TileBoard::of(&puzzle, metric).unwrap();
            let space = TileSpace::<u64>::new(board.clone());
            let known = distances(&space);
            let start = board.arrangement(puzzle.start());
            let state = u64::pack(&start);
            match solvable(&board, &start) {
                Solvable::Yes => prop_assert!(known.contains_key(&state)),
                Solvable::No => prop_assert!(!known.contains_key(&state)),
                Solvable::Perhaps => prop_assert!(false, "neither locks nor waypoints"),
            }
            for (state, &depth) in &known {
                let bound = space.estimate(state);
                prop_assert!(bound <= depth);
                let next = space.successors(state);
                assert!(next.iter().all(|next| space.estimate(next) + 1 >= bound));
            }
        }
    }
}
