//! Some solution at once, made rather than searched for, of boards of any size and any floor.
//!
//! A full rectangle with one blank is solved row by row (`row_by_row`). Elsewhere one blank brings the tiles home one by one (`one_blank`),
//! others being taken for tiles; where that cannot be, all blanks go (`several_blanks`). With waypoints or locks this is done leg by leg
//! (`leg_by_leg`).

mod by_sides;
mod few_tiles;
mod fill_order;
mod leg_by_leg;
pub(super) mod one_blank;
pub(super) mod row_by_row;
mod several_blanks;
mod theta;

use super::board::TileBoard;
use super::parity::{Solvable, parts, solvable};
use crate::puzzle::{Direction, Metric, Move, Path, Step};
use crate::solver::budget::{Budget, StopReason};
use one_blank::OneBlank;
use row_by_row::shortest_way;

/// First steps that are tried.
const BEGINNINGS: usize = 4;

/// A step of a tile: the cells that it goes from and to.
pub(super) type TileStep = (usize, usize);

/// A solution in steps, if one is found in this way.
pub(super) fn first(
    board: &TileBoard,
    cells: &[u8],
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<TileStep>>, StopReason> {
    if !board.is_free() {
        return leg_by_leg::first(board, cells, budget);
    }
    if board.is_plain() && solvable(board, cells) == Solvable::Yes {
        let way = row_by_row::solve(board, cells, budget)?;
        return Ok(Some(way.windows(2).map(|blank| (blank[1], blank[0])).collect()));
    }
    part_by_part(board, cells, |part, held| first_of_part(board, part, held, budget))
}

/// The solutions in steps that several blanks find when they gather elsewhere each time: none on boards with locks or waypoints, and on full
/// rectangles, where one blank has shorter ones.
pub(super) fn others(
    board: &TileBoard,
    cells: &[u8],
    budget: &mut Budget<'_>,
    mut visit: impl FnMut(&mut Budget<'_>, Vec<TileStep>),
) -> Result<(), StopReason> {
    if !board.is_free() || board.is_rectangle() || board.blanks() < 2 {
        return Ok(());
    }
    for place in 1..several_blanks::PLACES {
        let steps = part_by_part(board, cells, |part, held| {
            match several_blanks::first(board, part, held, place, budget)? {
                Some(steps) => Ok(Some(steps)),
                None => first_of_part(board, part, held, budget),
            }
        })?;
        steps.into_iter().for_each(|steps| visit(budget, steps));
    }
    Ok(())
}

/// The steps of each part of the floor, one after the other.
fn part_by_part(
    board: &TileBoard,
    cells: &[u8],
    mut steps_of: impl FnMut(&[usize], &[u8]) -> Result<Option<Vec<TileStep>>, StopReason>,
) -> Result<Option<Vec<TileStep>>, StopReason> {
    let (mut held, mut steps) = (cells.to_vec(), Vec::new());
    for part in parts(board) {
        if part.iter().all(|&cell| held[cell] == board.goal()[cell]) {
            continue;
        }
        let Some(more) = steps_of(&part, &held)? else { return Ok(None) };
        play(&mut held, &more);
        steps.extend(more);
    }
    Ok(Some(without_returns(&steps, held.len())))
}

/// The steps without those that are taken back before anything else happens on their two cells: a tile that goes back there has not gone.
fn without_returns(steps: &[TileStep], cells: usize) -> Vec<TileStep> {
    let mut kept = vec![true; steps.len()];
    // By cell, the steps that it has seen.
    let mut seen: Vec<Vec<usize>> = vec![Vec::new(); cells];
    for (at, &(from, to)) in steps.iter().enumerate() {
        let last = seen[from].last().copied().filter(|last| seen[to].last() == Some(last));
        match last.filter(|&last| steps[last] == (to, from)) {
            Some(last) => {
                seen[from].pop();
                seen[to].pop();
                (kept[last], kept[at]) = (false, false);
            }
            None => [from, to].into_iter().for_each(|cell| seen[cell].push(at)),
        }
    }
    let steps = steps.iter().zip(kept).filter(|&(_, is_kept)| is_kept);
    steps.map(|(&step, _)| step).collect()
}

pub(super) fn play(held: &mut [u8], steps: &[TileStep]) {
    steps.iter().for_each(|&(from, to)| held.swap(from, to));
}

/// A step is taken back by a step.
fn taken_back(steps: &[TileStep]) -> Vec<TileStep> {
    steps.iter().rev().map(|&(from, to)| (to, from)).collect()
}

/// A solution in steps of cells that hang together. One blank goes, and others are taken for tiles; which, and what happens before, decides whether
/// there is a solution.
fn first_of_part(
    board: &TileBoard,
    part: &[usize],
    held: &[u8],
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<TileStep>>, StopReason> {
    for before in beginnings(board, part, held) {
        let mut held = held.to_vec();
        play(&mut held, &before);
        for blank in part.iter().copied().filter(|&cell| held[cell] == 0) {
            for swapped in [false, true] {
                let Some(mut one) = OneBlank::of(board, part, &held, (blank, swapped)) else {
                    continue;
                };
                if one.home(budget)? {
                    return Ok(Some([before, one.steps].concat()));
                }
            }
        }
    }
    several_blanks::first(board, part, held, 0, budget)
}

/// No step; of several blanks each step of the first few, and the steps after which they are where the goal has them.
fn beginnings(board: &TileBoard, part: &[usize], held: &[u8]) -> Vec<Vec<TileStep>> {
    let blanks = || part.iter().copied().filter(|&cell| held[cell] == 0);
    if blanks().count() < 2 {
        return vec![Vec::new()];
    }
    let steps = blanks().flat_map(|to| board.near(to).map(move |from| vec![(from, to)]));
    let steps = steps.filter(|step| held[step[0].0] != 0).take(BEGINNINGS);
    let all = [Vec::new()].into_iter().chain(steps);
    let homes = part.iter().copied().filter(|&cell| board.goal()[cell] == 0);
    let near = |cell| board.near(cell);
    all.chain([blanks_to(near, &homes.collect::<Vec<usize>>(), held)]).collect()
}

/// The steps after which blanks are on all of these cells, whatever that does to the tiles. `near` are the cells next to one.
pub(super) fn blanks_to<I: Iterator<Item = usize>>(
    near: impl Fn(usize) -> I,
    cells: &[usize],
    held: &[u8],
) -> Vec<TileStep> {
    let (mut held, mut steps) = (held.to_vec(), Vec::new());
    for &wanted in cells {
        if held[wanted] == 0 {
            continue;
        }
        // The nearest that is not where one is wanted already.
        let is_spare = |cell: usize| held[cell] == 0 && !cells.contains(&cell);
        let Some(way) = shortest_way(wanted, is_spare, &near) else { continue };
        // Each tile goes to where the one before it was, over the blanks between them, which so stay where they are.
        let mut free = way.len() - 1;
        for at in (0..free).rev().filter(|&at| held[way[at]] != 0).collect::<Vec<usize>>() {
            for pair in way[at..=free].windows(2) {
                steps.push((pair[0], pair[1]));
                held.swap(pair[0], pair[1]);
            }
            free = at;
        }
    }
    steps
}

/// The moves of a way in steps, those together that are one move in the board's metric.
pub(super) fn raised(board: &TileBoard, cells: &[u8], steps: &[TileStep]) -> Path {
    let mut held = cells.to_vec();
    let mut moves: Vec<(Vec<Step>, usize)> = Vec::new();
    for &(from, to) in steps {
        // A blank that is taken for a tile: two blanks have changed places, which is no step.
        if usize::from(held[from]) > board.tiles() {
            held.swap(from, to);
            continue;
        }
        let direction = Direction::ALL.into_iter().find(|&d| board.next(from, d) == Some(to));
        let direction = direction.expect("a tile goes from cell to neighbouring cell");
        let step = Step { piece: board.piece(held[from]), direction };
        held.swap(from, to);
        // The tile behind one that has gone follows it in the same push.
        let follows = |(run, behind): &&mut (Vec<Step>, usize)| {
            board.metric() != Metric::Step
                && *behind == to
                && run.first().is_some_and(|first| first.direction == direction)
        };
        match moves.last_mut().filter(follows) {
            Some((run, behind)) => {
                run.push(step);
                *behind = from;
            }
            None => moves.push((vec![step], from)),
        }
    }
    // The same tiles may go on as far as there are blanks.
    let mut rounds: Vec<(Vec<Step>, usize)> = Vec::new();
    for (run, _) in moves {
        match rounds.last_mut().filter(|last| board.metric() != Metric::Step && last.0 == run) {
            Some((_, distance)) => *distance += 1,
            None => rounds.push((run, 1)),
        }
    }
    rounds.into_iter().map(|(run, distance)| Move::Steps(run.repeat(distance))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, Position, Puzzle, Setup, Target};
    use crate::solver::budget::unwatched;
    use crate::solver::request::Limits;
    use crate::solver::tiles::shorter_legs::shorter;
    use crate::solver::tiles::tests::walled;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use std::time::Duration;

    /// A board of this size with tiles in order but for walls here and there and blanks at the end, and a position far from its goal.
    fn shuffled(
        width: usize,
        height: usize,
        walls: usize,
        blanks: usize,
        seed: u64,
    ) -> (Puzzle, Position) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let all: Vec<Cell> = (0..height)
            .flat_map(|y| (0..width).map(move |x| Cell::new(x as u8, y as u8)))
            .collect();
        let mut setup = Setup::numbers(width, height, &vec![0; all.len()]);
        while setup.walls.len() < walls {
            let cell = all[rng.random_range(0..all.len() - blanks)];
            let apart =
                |wall: &Cell| wall.row.abs_diff(cell.row) + wall.column.abs_diff(cell.column) > 2;
            if setup.walls.iter().all(apart) {
                setup.walls.push(cell);
            }
        }
        let floor = all[..all.len() - blanks].iter().filter(|cell| !setup.walls.contains(cell));
        for (number, &cell) in (1..).zip(&floor.copied().collect::<Vec<Cell>>()) {
            let (name, cells) = (format!("{number}"), vec![cell]);
            setup.goal.push(Target { name: name.clone(), cells: cells.clone() });
            let axis = crate::puzzle::Axis::Free;
            setup.pieces.push(crate::puzzle::SetupPiece { name, cells, axis });
        }
        let puzzle = setup.build().unwrap();
        let mut position = puzzle.start().clone();
        for _ in 0..8 * all.len() {
            let moves = puzzle.moves(&position, Metric::Step);
            position.play(&puzzle, moves.choose(&mut rng).unwrap()).unwrap();
        }
        (puzzle, position)
    }

    /// The first solution in a metric, which is played.
    fn first_path(puzzle: &Puzzle, from: &Position, metric: Metric) -> Option<Path> {
        let board = TileBoard::of(puzzle, metric).unwrap();
        let cells = board.arrangement(from);
        let budget = &mut unwatched(Limits::default());
        let path = raised(&board, &cells, &first(&board, &cells, budget).unwrap()?);
        let mut position = from.clone();
        for mv in &path {
            position.play(puzzle, mv).unwrap();
        }
        assert!(puzzle.is_solved(&position));
        Some(path)
    }

    #[test]
    fn boards_of_all_sizes_have_a_solution_at_once() {
        let kinds = [
            (3, 3, 0, 2),
            (4, 4, 1, 1),
            (5, 5, 1, 1),
            (6, 6, 3, 1),
            (7, 5, 0, 3),
            (8, 8, 5, 1),
            (12, 9, 6, 2),
            (16, 16, 12, 1),
            (16, 16, 0, 2),
            (9, 2, 1, 2),
        ];
        let mut solved = 0;
        for seed in 0..6 {
            for (width, height, walls, blanks) in kinds {
                let (puzzle, from) = shuffled(width, height, walls, blanks, seed);
                solved += usize::from(first_path(&puzzle, &from, Metric::Step).is_some());
            }
        }
        assert_eq!(solved, 60);
    }

    /// A floor of rooms, corridors and circles with one blank, in any order that theory allows or does not.
    #[test]
    fn with_one_blank_every_board_has_a_solution_or_none_at_all() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let (mut solved, mut unsolvable) = (0, 0);
        for (side, percent) in [(4, 15), (5, 20), (6, 20), (8, 25), (8, 40), (12, 30), (16, 35)] {
            for _ in 0..6 {
                let walls: Vec<bool> =
                    (0..side * side).map(|_| rng.random_range(0..100) < percent).collect();
                let puzzle = walled((side, side), &|at| walls[at], 1);
                let mut position = puzzle.start().clone();
                for _ in 0..50 * puzzle.pieces().len() {
                    let moves = puzzle.moves(&position, Metric::Step);
                    let Some(mv) = moves.choose(&mut rng) else { break };
                    position.play(&puzzle, mv).unwrap();
                }
                let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
                assert_eq!(solvable(&board, &board.arrangement(&position)), Solvable::Yes);
                assert!(first_path(&puzzle, &position, Metric::Step).is_some(), "{position:?}");
                solved += 1;
                // Two tiles that change places make the permutation an odd one, or are of different components.
                let mut anchors = position.anchors().to_vec();
                let tiles = anchors.len();
                anchors.swap(rng.random_range(0..tiles / 2), rng.random_range(tiles / 2..tiles));
                let position = puzzle.position(&anchors, 0).unwrap();
                assert_eq!(solvable(&board, &board.arrangement(&position)), Solvable::No);
                assert!(first_path(&puzzle, &position, Metric::Step).is_none());
                unsolvable += 1;
            }
        }
        assert_eq!((solved, unsolvable), (42, 42));
    }

    /// A random walk and the way back are nothing; what is left of a walk leads to where it did.
    #[test]
    fn what_is_taken_back_is_no_step() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let (puzzle, from) = shuffled(6, 5, 2, 3, 1);
        let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
        let start = board.arrangement(&from);
        let (mut all, mut left) = (0, 0);
        for _ in 0..20 {
            let (mut held, mut walk) = (start.clone(), Vec::new());
            for _ in 0..200 {
                let empty: Vec<usize> = (0..held.len()).filter(|&cell| held[cell] == 0).collect();
                let to = *empty.choose(&mut rng).unwrap();
                let near: Vec<usize> = board.near(to).filter(|&cell| held[cell] != 0).collect();
                if let Some(&from) = near.choose(&mut rng) {
                    walk.push((from, to));
                    held.swap(from, to);
                }
            }
            let back = walk.iter().rev().map(|&(from, to)| (to, from));
            let there_and_back: Vec<TileStep> = walk.iter().copied().chain(back).collect();
            assert!(without_returns(&there_and_back, held.len()).is_empty());
            let fewer = without_returns(&walk, held.len());
            let mut now = start.clone();
            for &(from, to) in &fewer {
                assert!(now[from] != 0 && now[to] == 0);
                now.swap(from, to);
            }
            assert_eq!(now, held);
            (all, left) = (all + walk.len(), left + fewer.len());
        }
        assert!(left < all, "{left} of {all}");
    }

    /// What is pushed together is one move.
    #[test]
    fn moves_are_those_of_the_metric() {
        for seed in 0..8 {
            let (puzzle, from) = shuffled(6, 5, 2, 1, seed);
            for metric in Metric::ALL {
                let path = first_path(&puzzle, &from, metric).unwrap();
                assert_eq!(puzzle.count(&from, &path, metric), Ok(path.len()), "{metric}");
            }
        }
    }

    /// By beams, on the rectangle in which the floor is framed.
    #[test]
    fn ways_among_walls_become_shorter() {
        let kinds = [(4, 5, 1, 1), (6, 5, 3, 1), (5, 7, 3, 2), (9, 8, 6, 3), (12, 11, 9, 1)];
        let mut moves = [0, 0];
        for (seed, (width, height, walls, blanks)) in (0..).zip(kinds) {
            let (puzzle, from) = shuffled(width, height, walls, blanks, seed);
            for metric in Metric::ALL {
                let board = TileBoard::of(&puzzle, metric).unwrap();
                let cells = board.arrangement(&from);
                let budget = &mut unwatched(Limits::default());
                let path = raised(&board, &cells, &first(&board, &cells, budget).unwrap().unwrap());
                let (framed, cells) = (board.framed(), board.frame(&cells));
                assert!(!framed.is_whole() && framed.frame(&cells) == cells);
                let time = Duration::from_millis(40);
                let less = shorter(&framed, &cells, path.clone(), time, budget);
                let mut position = from.clone();
                for mv in &less {
                    position.play(&puzzle, mv).unwrap();
                }
                assert!(puzzle.is_solved(&position) && less.len() <= path.len());
                assert_eq!(puzzle.count(&from, &less, metric), Ok(less.len()), "{metric}");
                moves = [moves[0] + path.len(), moves[1] + less.len()];
            }
        }
        assert!(moves[1] < moves[0], "{moves:?}");
    }

    /// A dead end keeps its tiles; a blank that stands in one leaves it, and one whose goal is there goes in at last.
    #[test]
    fn dead_ends_are_left_alone() {
        let mut setup = Setup::numbers(4, 4, &[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 0]);
        setup.walls = vec![Cell::new(1, 0), Cell::new(2, 3)];
        let puzzle = setup.build().unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut position = puzzle.start().clone();
        for _ in 0..5 {
            for _ in 0..400 {
                let moves = puzzle.moves(&position, Metric::Step);
                position.play(&puzzle, moves.choose(&mut rng).unwrap()).unwrap();
            }
            assert!(first_path(&puzzle, &position, Metric::Step).is_some(), "{position:?}");
        }
    }
}
