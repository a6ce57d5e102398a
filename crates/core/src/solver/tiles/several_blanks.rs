//! Tiles brought home by all blanks of a floor together, where one of them alone cannot: over bridges and through doors, past each other where
//! ways part.
//!
//! Cells are filled from the farthest to the nearest of a cell around which the blanks gather in the end, each by a search that looks at its
//! tile and the blanks. What is left is small enough for a search of all arrangements.

use super::biconnected::components;
use super::board::TileBoard;
use super::cell_by_cell::{TileStep, blanks_to, play};
use super::fill_order::MOST_LAST;
use super::leg_by_leg::Search;
use super::one_blank::last_cells;
use crate::puzzle::Axis;
use crate::solver::budget::{Budget, StopReason};
use std::collections::VecDeque;

/// Gathering places that are tried.
const ATTEMPTS: usize = 12;

/// Positions that are looked at for one tile, and for all.
const MOST_OF_ONE: usize = 20_000;
const MOST_OF_ALL: usize = 200_000;

/// A solution in steps of cells that hang together and have several blanks, if one is found in this way.
///
/// # Errors
/// What stopped it.
pub(super) fn first(
    board: &TileBoard,
    part: &[usize],
    held: &[u8],
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<TileStep>>, StopReason> {
    let blanks = part.iter().filter(|&&cell| held[cell] == 0).count();
    if !(2..MOST_LAST).contains(&blanks) {
        return Ok(None);
    }
    let far: Vec<Vec<u16>> = (0..held.len()).map(|cell| distances(board, cell)).collect();
    // Tiles can pass each other where ways part; most of all where many cells are near.
    let near = |cell: usize| part.iter().filter(|&&other| far[cell][other] <= 2).count();
    let mut roots = part.to_vec();
    roots.sort_by_key(|&cell| usize::MAX - near(cell));
    let apart = roots.len().div_ceil(2 * ATTEMPTS);
    let mut left = MOST_OF_ALL;
    for (attempt, &root) in roots.iter().step_by(apart).take(ATTEMPTS).enumerate() {
        let is_planned = attempt % 2 == 0;
        let mut gathering = Gathering { board, far: &far, blanks, root, is_planned, left };
        let found = gathering.steps(part, held, budget)?;
        left = gathering.left;
        if let Some(steps) = found {
            return Ok(Some(steps));
        }
    }
    Ok(None)
}

/// Steps on the floor from a cell to each.
fn distances(board: &TileBoard, from: usize) -> Vec<u16> {
    let mut all = vec![u16::MAX; board.cells().len()];
    all[from] = 0;
    let mut open = VecDeque::from([from]);
    while let Some(cell) = open.pop_front() {
        for next in board.near(cell) {
            if all[next] == u16::MAX {
                all[next] = all[cell] + 1;
                open.push_back(next);
            }
        }
    }
    all
}

/// A cell around which the blanks gather.
struct Gathering<'a> {
    board: &'a TileBoard,
    /// Steps between cells.
    far: &'a [Vec<u16>],
    blanks: usize,
    root: usize,
    /// Whether cells are filled in an order that keeps the others together, or just the farthest first: each finds what the other does not.
    is_planned: bool,
    /// Positions that may still be looked at.
    left: usize,
}

impl Gathering<'_> {
    fn steps(
        &mut self,
        part: &[usize],
        held: &[u8],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<TileStep>>, StopReason> {
        let mut order = part.to_vec();
        order.sort_by_key(|&cell| self.far[self.root][cell]);
        // The goal as it is before the blanks leave.
        let mut goal = self.board.goal().to_vec();
        let out = blanks_to(self.board, &order[..self.blanks], &goal);
        play(&mut goal, &out);
        let (filled, last) = self.order(&order, budget)?;
        let (mut held, mut steps) = (held.to_vec(), Vec::new());
        let mut walls: Vec<usize> = Vec::new();
        for &cell in &filled {
            let Some(more) = self.bring(goal[cell], cell, (&mut held, &walls), budget)? else {
                return Ok(None);
            };
            steps.extend(more);
            walls.push(cell);
        }
        let Some(more) = last_cells(self.board, &last, (&held, &goal), budget)? else {
            return Ok(None);
        };
        steps.extend(more);
        // A step is taken back by a step.
        steps.extend(out.iter().rev().map(|&(from, to)| (to, from)));
        Ok(Some(steps))
    }

    /// In which order cells are filled, and what is left: always one without which the others hang together by as few cells as can be, of
    /// those the farthest.
    fn order(
        &self,
        nearest_first: &[usize],
        budget: &mut Budget<'_>,
    ) -> Result<(Vec<usize>, Vec<usize>), StopReason> {
        let mut inside = vec![false; self.board.cells().len()];
        nearest_first.iter().for_each(|&cell| inside[cell] = true);
        let (mut left, mut filled) = (nearest_first.to_vec(), Vec::new());
        while left.len() > MOST_LAST {
            let mut best = None;
            for (at, &cell) in left.iter().enumerate().skip(self.blanks).rev() {
                if !self.is_planned && best.is_some() {
                    break;
                }
                budget.check_after(left.len())?;
                inside[cell] = false;
                let rest = components(self.board, &inside, self.root);
                inside[cell] = true;
                let together: usize = rest.iter().map(|component| component.cells.len()).sum();
                if together + 2 == left.len() && best.is_none_or(|(least, _)| rest.len() < least) {
                    best = Some((rest.len(), at));
                }
            }
            let Some((_, at)) = best else { break };
            inside[left[at]] = false;
            filled.push(left.remove(at));
        }
        Ok((filled, left))
    }

    /// The steps that bring a tile to a cell past these walls, if they are found.
    fn bring(
        &mut self,
        tile: u8,
        home: usize,
        (held, walls): (&mut [u8], &[usize]),
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<TileStep>>, StopReason> {
        if held[home] == tile {
            return Ok(Some(Vec::new()));
        }
        let board = self.board.with_walls(Vec::new(), walls);
        let far = distances(&board, home);
        let Some(at) = held.iter().position(|&held| held == tile) else { return Ok(None) };
        let is_here = |&cell: &usize| held[cell] == 0 && far[cell] < u16::MAX;
        let mut blanks: Vec<usize> = (0..held.len()).filter(is_here).collect();
        blanks.sort_by_key(|&blank| self.far[blank][at]);
        // Two are often enough, and the others as good as tiles.
        for some in 2..=blanks.len() {
            let found = self.bring_by(&board, (at, home), (&far, &blanks[..some]), budget)?;
            if let Some(mut steps) = found {
                steps.retain(|&(from, to)| {
                    held.swap(from, to);
                    held[to] != 0
                });
                return Ok(Some(steps));
            }
        }
        Ok(None)
    }

    /// The same by some blanks alone; a step of what is another blank is among the steps.
    fn bring_by(
        &mut self,
        board: &TileBoard,
        (at, home): (usize, usize),
        (far, blanks): (&[u16], &[usize]),
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<TileStep>>, StopReason> {
        let mut blanks = blanks.to_vec();
        blanks.sort_unstable();
        let mut search = Search::of(board, blanks.into_iter(), &[(at, Axis::Free)]);
        let (blanks, all_far) = (search.blanks, self.far);
        // First how far the tile has to go, then how far a blank is from where it goes next.
        let estimate = |state: &[u8]| {
            let at = usize::from(state[blanks]);
            let next = board.near(at).filter(|&next| far[next] < far[at]);
            let of_next = |next: usize| {
                state[..blanks].iter().map(move |&blank| all_far[usize::from(blank)][next])
            };
            let nearest = next.flat_map(of_next).min().unwrap_or(0);
            u32::from(far[at]) << 8 | u32::from(nearest.min(255))
        };
        for _ in 0..MOST_OF_ONE.min(self.left) {
            self.left -= 1;
            let Some(found) = search.next(budget)? else { return Ok(None) };
            if usize::from(search.found[found].0[blanks]) == home {
                return Ok(Some(search.way(found)));
            }
            search.expand(found, |state, _| estimate(state));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, Metric, Setup, Target};
    use crate::solver::budget::NoMonitor;
    use crate::solver::request::Limits;
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;

    /// Two rooms with a door between them, through which tiles have to go.
    #[test]
    fn tiles_change_rooms() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let mut solved = [0; 2];
        for (kind, (side, blanks)) in [(2, 3), (3, 4)].into_iter().enumerate() {
            let (width, height) = (2 * side + 1, 3);
            let wall = |column, row| column == side && row != 1;
            let all = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
            let cell = |(column, row): (usize, usize)| Cell::new(column as u8, row as u8);
            let (walls, mut floor): (Vec<_>, Vec<_>) = all.partition(|&(c, r)| wall(c, r));
            let mut setup = Setup::numbers(width, height, &vec![0; width * height]);
            setup.walls = walls.into_iter().map(cell).collect();
            floor.truncate(floor.len() - blanks);
            for (number, &at) in floor.iter().enumerate() {
                let (name, cells) = (format!("{}", number + 1), vec![cell(at)]);
                setup.goal.push(Target { name: name.clone(), cells: cells.clone() });
                setup.pieces.push(crate::puzzle::SetupPiece { name, cells, axis: Axis::Free });
            }
            let puzzle = setup.build().unwrap();
            let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
            let part: Vec<usize> = (0..board.cells().len()).collect();
            for _ in 0..10 {
                let mut position = puzzle.start().clone();
                for _ in 0..2000 {
                    let moves = puzzle.moves(&position, Metric::Step);
                    position.play(&puzzle, moves.choose(&mut rng).unwrap()).unwrap();
                }
                let mut held = board.arrangement(&position);
                let mut monitor = NoMonitor;
                let budget = &mut Budget::new(&mut monitor, Limits::default());
                let Some(steps) = first(&board, &part, &held, budget).unwrap() else { continue };
                for &(from, to) in &steps {
                    assert!(held[from] != 0 && held[to] == 0);
                    assert!(board.near(from).any(|next| next == to));
                    held.swap(from, to);
                }
                assert_eq!(held, board.goal());
                solved[kind] += 1;
            }
        }
        assert_eq!(solved, [10, 10]);
    }
}
