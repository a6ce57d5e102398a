//! Many positions at a time against one after the other.

use super::*;
use crate::notation::format::Format;
use crate::notation::format::grid::Grid;
use crate::puzzle::{Axis, Cell, Family, Puzzle, Setup, SetupPiece, Target};
use crate::solver::blocks::layout;
use crate::solver::blocks::lower::Purpose;
use crate::solver::budget::unwatched;
use crate::solver::request::Limits;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Shapes as cells: from one cell to pieces with a gap, through which others may go.
const SHAPES: [&[(u8, u8)]; 8] = [
    &[(0, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (0, 1)],
    &[(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)],
    &[(0, 0), (1, 0), (0, 1), (0, 2), (1, 2)],
    &[(0, 0), (1, 0), (2, 0)],
];

/// Those that are their own mirror images.
const SYMMETRIC: [usize; 6] = [0, 1, 2, 3, 5, 7];

/// A board of this size with these shapes, each put where it fits, with some walls.
fn board((width, height): (u8, u8), pieces: &[(usize, u8, bool)], walls: &[u8]) -> Option<Setup> {
    let mut setup = Setup::empty(Family::Blocks, width.into(), height.into());
    let mut taken: BTreeSet<(u8, u8)> = BTreeSet::new();
    for wall in walls.iter().map(|&at| (at % width, at / width % height)) {
        taken.insert(wall);
        setup.walls.push(Cell::new(wall.0, wall.1));
    }
    for (name, &(shape, at, locked)) in pieces.iter().enumerate() {
        let (x, y) = (at % width, at / width % height);
        let cells: Vec<(u8, u8)> = SHAPES[shape].iter().map(|&(dx, dy)| (x + dx, y + dy)).collect();
        let fits = |&(x, y): &(u8, u8)| x < width && y < height && !taken.contains(&(x, y));
        if cells.iter().all(fits) {
            taken.extend(&cells);
            setup.pieces.push(SetupPiece {
                name: name.to_string(),
                cells: cells.iter().map(|&(x, y)| Cell::new(x, y)).collect(),
                axis: if locked { Axis::Horizontal } else { Axis::Free },
            });
        }
    }
    let first = setup.pieces.first()?;
    setup.goal.push(Target { name: first.name.clone(), cells: first.cells.clone() });
    Some(setup)
}

/// The same board with every wall's mirror image, and the first piece wanted in the middle of the first row.
fn mirrored_board(size: (u8, u8), pieces: &[(usize, u8, bool)], walls: &[u8]) -> Option<Setup> {
    let width = size.0;
    let mirrored = walls.iter().map(|&at| at / width * width + (width - 1 - at % width));
    let walls: Vec<u8> = walls.iter().copied().chain(mirrored).collect();
    let mut setup = board(size, pieces, &walls)?;
    let cells = &mut setup.goal[0].cells;
    let (left, top) = (cells.iter().map(|cell| cell.column).min()?, cells[0].row);
    let across = cells.iter().map(|cell| cell.column - left + 1).max()?;
    for cell in cells {
        *cell = Cell::new(cell.column - left + (width - across) / 2, cell.row - top);
    }
    Some(setup)
}

/// The layers from the start, each sorted, as far as there are few states.
fn layers<S: Space<u128>>(
    start: u128,
    mut next: impl FnMut(&S, &[u128]) -> Vec<u128>,
    space: &S,
) -> Vec<Vec<u128>> {
    let mut layers = vec![vec![start]];
    let mut seen = BTreeSet::from([start]);
    loop {
        let last = layers.last().unwrap();
        let mut new: Vec<u128> = next(space, last);
        new.retain(|&state| seen.insert(state));
        if new.is_empty() || seen.len() > 3000 {
            return layers;
        }
        layers.push(new);
    }
}

fn sorted(layers: Vec<Vec<u128>>) -> Vec<Vec<u128>> {
    let sort = |mut layer: Vec<u128>| {
        layer.sort_unstable();
        layer
    };
    layers.into_iter().map(sort).collect()
}

/// What one move leads to from any of these states, one after the other; never more than a position may have moves.
fn one_by_one(blocks: &Blocks<u128, u64>, states: &[u128]) -> Vec<u128> {
    let mut children = Vec::new();
    for &state in states {
        let before = children.len();
        blocks.each_class(state, &|_| true, &mut |_, _, child| children.push(child));
        assert!(children.len() - before <= blocks.most_moves());
    }
    children
}

/// Asserts that all ways to expand lead to the same layers; says whether mirror images were the same state.
fn compare(puzzle: &Puzzle, metric: Metric, purpose: Purpose) -> bool {
    let budget = &mut unwatched(Limits::default());
    let plan = layout::plan(puzzle, budget).unwrap();
    let how = (metric, purpose);
    let blocks: Blocks<u128, u64> = Blocks::new(puzzle, plan, how, budget).unwrap();
    let start = blocks.canonical(blocks.lower(puzzle.start()).unwrap());
    let together = |blocks: &Blocks<u128, u64>, states: &[u128]| {
        let mut children = Vec::new();
        blocks.expand_together(states, &[], &mut children, Marks::Nothing);
        children
    };
    let with_origins = |blocks: &Blocks<u128, u64>, states: &[u128]| {
        let (mut children, mut origins) = (Vec::new(), Vec::new());
        blocks.expand_each(states, &mut children, &mut origins);
        assert_eq!(children.len(), origins.len());
        let mut edges: Vec<(u128, u128)> = (origins.iter().zip(&children))
            .map(|(origin, &child)| (states[origin.0 as usize], child))
            .collect();
        let mut expected = Vec::new();
        for &state in states {
            blocks.each_child(state, &|_| true, &mut |_, child| {
                expected.push((state, blocks.canonical(child)));
            });
        }
        edges.sort_unstable();
        expected.sort_unstable();
        assert_eq!(edges, expected, "{metric}");
        one_by_one(blocks, states)
    };
    let mut known = std::collections::BTreeMap::from([(start, Past::UNKNOWN)]);
    let (mut most, mut fewer) = (0, 0);
    let only_new = |blocks: &Blocks<u128, u64>, states: &[u128]| {
        let past: Vec<Past> = states.iter().map(|state| known[state]).collect();
        let (mut children, mut made) = (Vec::new(), Vec::new());
        blocks.expand_together(states, &past, &mut children, Marks::Past(&mut made));
        assert_eq!(children.len(), made.len());
        for (&child, &past) in children.iter().zip(&made) {
            known.entry(child).or_insert(past);
        }
        most += together(blocks, states).len();
        fewer += children.len();
        children
    };
    let expected = sorted(layers(start, one_by_one, &blocks));
    let other_ways = [
        layers(start, together, &blocks),
        layers(start, only_new, &blocks),
        layers(start, with_origins, &blocks),
    ];
    for found in other_ways {
        assert_eq!(sorted(found), expected, "{metric}");
    }
    assert!(fewer <= most);
    blocks.has_one_image()
}

proptest! {
    #[test]
    fn the_layers_do_not_depend_on_how_positions_are_expanded(
        size in (3u8..=6, 3u8..=6),
        pieces in prop::collection::vec((0..SHAPES.len(), 0u8..36, prop::bool::weighted(0.1)), 1..12),
        walls in prop::collection::vec(0u8..36, 0..3),
    ) {
        if let Some(puzzle) = board(size, &pieces, &walls).and_then(|setup| setup.build().ok()) {
            for metric in Metric::ALL {
                compare(&puzzle, metric, Purpose::Survey);
            }
        }
    }

    #[test]
    fn nor_where_mirror_images_are_one_state(
        (width, height) in (3u8..=6, 3u8..=6),
        pieces in prop::collection::vec((0..SYMMETRIC.len(), 0u8..36, prop::bool::weighted(0.1)), 1..12),
        walls in prop::collection::vec(0u8..36, 0..2),
    ) {
        let symmetric = |&(shape, at, locked): &(usize, u8, bool)| (SYMMETRIC[shape], at, locked);
        let pieces: Vec<_> = pieces.iter().map(symmetric).collect();
        let setup = mirrored_board((width, height), &pieces, &walls);
        let puzzle = setup.and_then(|setup| setup.build().ok());
        prop_assume!(puzzle.is_some());
        for metric in Metric::ALL {
            prop_assume!(compare(puzzle.as_ref().unwrap(), metric, Purpose::Search));
        }
    }
}

#[test]
fn mirror_images_of_ranks_are_those_that_are_written_anew() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/blocks/from-right-to-left.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let puzzle = Grid.read(&text).unwrap().entries.remove(0).puzzle;
    for metric in Metric::ALL {
        let budget = &mut unwatched(Limits::default());
        let plan = layout::plan(&puzzle, budget).unwrap();
        let how = (metric, Purpose::BreadthFirst);
        let blocks: Blocks<u128, u64> = Blocks::new(&puzzle, plan, how, budget).unwrap();
        assert!(blocks.has_one_image() && !blocks.direct);
        let (mirror, start) = (&blocks.symmetries[0], blocks.lower(puzzle.start()).unwrap());
        let mut seen = BTreeSet::from([blocks.canonical(start)]);
        let mut last: Vec<u128> = seen.iter().copied().collect();
        while seen.len() < 20_000 {
            let mut expected = Vec::new();
            for &state in &last {
                blocks.each_child(state, &|_| true, &mut |_, next| {
                    expected.push(next.min(blocks.image(mirror, next)));
                });
            }
            let mut found = Vec::new();
            blocks.expand_together(&last, &[], &mut found, Marks::Nothing);
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{metric}");
            expected.retain(|&state| seen.insert(state));
            last = expected;
        }
    }
}
