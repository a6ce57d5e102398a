//! What the tests of the tile engines share: case files, shuffled boards, distances by breadth-first search.

mod engines;
mod rules;

use super::packed::Packed;
use super::space::TileSpace;
use super::*;
use crate::puzzle::{Axis, Cell, Puzzle, Setup, SetupPiece, Target};
use crate::solver::search::space::Space;
use std::collections::{HashMap, VecDeque};

/// The lines of a case file that are not comments, split at tabs.
fn rows(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../../tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    lines.map(|l| l.split('\t').map(str::to_owned).collect()).collect()
}

/// The numbers in `text`, whatever stands between them.
fn numbers(text: &str) -> Vec<u32> {
    let words = text.split(|c: char| !c.is_ascii_digit());
    words.filter(|w| !w.is_empty()).map(|w| w.parse().unwrap()).collect()
}

/// The lowered distances of all states from the goal.
pub(super) fn distances<P: Packed>(space: &TileSpace<P>) -> HashMap<P, u32> {
    let mut found = HashMap::new();
    let mut open = VecDeque::new();
    space.goals(&mut |goal| {
        found.extend(goal.map(|goal| (goal, 0)));
        open.extend(goal);
        true
    });
    while let Some(state) = open.pop_front() {
        let depth = found[&state];
        for next in space.successors(&state) {
            found.entry(next).or_insert_with(|| {
                open.push_back(next);
                depth + 1
            });
        }
    }
    found
}

fn sorted_goal(width: usize, height: usize) -> Vec<u32> {
    (1..width as u32 * height as u32).chain([0]).collect()
}

/// A board on which some cells, numbered row by row, are walls, with tiles in order but for blanks at the end.
pub(super) fn walled(
    (width, height): (usize, usize),
    is_wall: &dyn Fn(usize) -> bool,
    blanks: usize,
) -> Puzzle {
    let cell = |at: usize| Cell::new((at % width) as u8, (at / width) as u8);
    let (walls, floor): (Vec<usize>, Vec<usize>) = (0..width * height).partition(|&at| is_wall(at));
    let mut setup = Setup::numbers(width, height, &vec![0; width * height]);
    setup.walls = walls.into_iter().map(cell).collect();
    for (&at, number) in floor[..floor.len() - blanks].iter().zip(1_u32..) {
        let (name, cells) = (number.to_string(), vec![cell(at)]);
        setup.goal.push(Target { name: name.clone(), cells: cells.clone() });
        setup.pieces.push(SetupPiece { name, cells, axis: Axis::Free });
    }
    setup.build().unwrap()
}

/// What `cells` hold after the only blank has wandered about, as a number decides.
pub(super) fn wandered(board: &TileBoard, cells: &[u8], steps: usize, mut random: u32) -> Vec<u8> {
    let mut held = cells.to_vec();
    let mut blank = cells.iter().position(|&tile| tile == 0).unwrap();
    for _ in 0..steps {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let near: Vec<usize> = board.near(blank).collect();
        let next = near[(random >> 16) as usize % near.len()];
        held.swap(blank, next);
        blank = next;
    }
    held
}

/// All arrangements of 0..n.
fn permutations(n: u32) -> Vec<Vec<u32>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    let places = shorter.iter().flat_map(|p| (0..=p.len()).map(move |at| (p, at)));
    places
        .map(|(p, at)| {
            let mut longer = p.clone();
            longer.insert(at, n - 1);
            longer
        })
        .collect()
}

/// The tiles in ascending order around a blank on the cell `hole`.
fn goal_with_hole(width: usize, height: usize, hole: usize) -> Vec<Target> {
    let cells = (0..width * height).filter(|&cell| cell != hole);
    cells
        .zip(1..)
        .map(|(cell, number): (usize, u32)| Target {
            name: number.to_string(),
            cells: vec![Cell::new((cell % width) as u8, (cell / width) as u8)],
        })
        .collect()
}
