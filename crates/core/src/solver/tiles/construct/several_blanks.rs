//! Tiles brought home by all blanks of a floor together, where one of them alone cannot: over bridges and through doors, past each other where
//! ways part.
//!
//! Cells are filled from the farthest to the nearest of a cell around which the blanks gather in the end, each by a search that looks at its
//! tile and the blanks. A tile that does not come home in this way changes places with what is there, and all others stay: the two are
//! brought, whatever that does to the others, to a fork, where two blanks let them pass each other, and then all else is taken back (as in
//! R. Luna and K. Bekris, "Push and swap", IJCAI 2011). Where there is a fork and are several blanks, what can be had at all can be had by
//! such changes (D. Kornhauser, G. Miller and P. Spirakis, "Coordinating pebble motion on graphs", FOCS 1984); what is given up is given up
//! because it takes too long.

use super::few_tiles::FewTiles;
use super::fill_order::MOST_LAST;
use super::one_blank::last_cells;
use super::row_by_row::shortest_way;
use super::{TileStep, blanks_to, play};
use crate::puzzle::Axis;
use crate::solver::budget::{Budget, StopReason};
use crate::solver::search::hash::hash;
use crate::solver::tiles::biconnected::components;
use crate::solver::tiles::board::TileBoard;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Gathering places that are tried.
const ATTEMPTS: usize = 8;

/// How often two tiles are tried to change places, each time with the blanks elsewhere.
const ROUNDS: usize = 12;

/// Positions that are looked at to bring one tile home with so many blanks.
const MOST_OF_ONE: usize = 300;

/// The same for two to pass each other at a fork, and at how many of the nearest; by rounds, again and again.
const MOST_OF_TWO: [(usize, usize); 4] = [(500, 3), (1_000, 3), (500, 3), (4_000, 8)];

/// The same for all tiles.
const MOST_OF_ALL: usize = 1_000_000;

/// Blanks that are looked at together; all others are as good as tiles.
const MOST_BLANKS: usize = 8;

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
    if blanks < 2 {
        return Ok(None);
    }
    let far: Vec<Vec<u16>> = (0..held.len()).map(|cell| distances(board, cell)).collect();
    // Tiles can pass each other where ways part; most of all where many cells are near.
    let near = |cell: usize| part.iter().filter(|&&other| far[cell][other] <= 2).count();
    let mut roots = part.to_vec();
    roots.sort_by_key(|&cell| usize::MAX - near(cell));
    let apart = roots.len().div_ceil(2 * ATTEMPTS);
    let mut left = MOST_OF_ALL;
    for &root in roots.iter().step_by(apart).take(ATTEMPTS) {
        let (held, steps) = (held.to_vec(), Vec::new());
        let mut several = SeveralBlanks { board, far: &far, blanks, held, steps, left };
        if several.home(part, root, budget)? {
            return Ok(Some(several.steps));
        }
        left = several.left;
    }
    Ok(None)
}

/// Steps on the floor from a cell to each.
fn distances(board: &TileBoard, from: usize) -> Vec<u16> {
    distances_past(board, [from], |_| false)
}

/// Steps from the nearest of some cells to each, past those that are walls.
fn distances_past(
    board: &TileBoard,
    from: impl IntoIterator<Item = usize>,
    is_wall: impl Fn(usize) -> bool,
) -> Vec<u16> {
    let mut all = vec![u16::MAX; board.cells().len()];
    let mut open: VecDeque<usize> = from.into_iter().filter(|&cell| !is_wall(cell)).collect();
    open.iter().for_each(|&cell| all[cell] = 0);
    while let Some(cell) = open.pop_front() {
        for next in board.near(cell) {
            if all[next] == u16::MAX && !is_wall(next) {
                all[next] = all[cell] + 1;
                open.push_back(next);
            }
        }
    }
    all
}

fn back(steps: &[TileStep]) -> Vec<TileStep> {
    steps.iter().rev().map(|&(from, to)| (to, from)).collect()
}

/// Tiles and blanks on their way.
struct SeveralBlanks<'a> {
    board: &'a TileBoard,
    /// Steps between cells.
    far: &'a [Vec<u16>],
    blanks: usize,
    held: Vec<u8>,
    /// What has been done so far, without what changes nothing.
    steps: Vec<TileStep>,
    /// Positions that may still be looked at.
    left: usize,
}

impl SeveralBlanks<'_> {
    /// A step of what is a blank is none.
    fn go(&mut self, steps: &[TileStep]) {
        for &(from, to) in steps {
            debug_assert_eq!(self.held[to], 0);
            if self.held[from] != 0 {
                // A tile that goes back has not gone.
                if self.steps.last() == Some(&(to, from)) {
                    self.steps.pop();
                } else {
                    self.steps.push((from, to));
                }
            }
            self.held.swap(from, to);
        }
    }

    /// Brings all tiles of a part home, when the blanks gather around `root` before they go home. Whether it has got there.
    fn home(
        &mut self,
        part: &[usize],
        root: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, StopReason> {
        let mut nearest_first = part.to_vec();
        nearest_first.sort_by_key(|&cell| self.far[root][cell]);
        // The goal as it is before the blanks leave.
        let mut goal = self.board.goal().to_vec();
        let out = blanks_to(self.board, &nearest_first[..self.blanks], &goal);
        play(&mut goal, &out);
        let (filled, last) = self.order(nearest_first, budget)?;
        let mut walls: Vec<usize> = Vec::new();
        for &cell in &filled {
            if !self.fill(goal[cell], cell, &walls, budget)? {
                return Ok(false);
            }
            walls.push(cell);
        }
        let few = match last.len() > MOST_LAST {
            true => None,
            false => last_cells(self.board, &last, (&self.held, &goal), budget)?,
        };
        if let Some(steps) = few {
            self.go(&steps);
        } else {
            let (empty, full): (Vec<usize>, Vec<usize>) =
                last.iter().partition(|&&cell| goal[cell] == 0);
            let rest = self.board.with_walls(Vec::new(), &walls);
            self.go(&blanks_to(&rest, &empty, &self.held));
            for &cell in &full {
                if !self.exchange(goal[cell], cell, budget)? {
                    return Ok(false);
                }
            }
        }
        self.go(&back(&out));
        Ok(true)
    }

    /// In which order cells are filled, and what is left: always one without which the others hang together by as few cells as can be, of
    /// those the farthest.
    fn order(
        &self,
        mut left: Vec<usize>,
        budget: &mut Budget<'_>,
    ) -> Result<(Vec<usize>, Vec<usize>), StopReason> {
        let root = left[0];
        let mut inside = vec![false; self.board.cells().len()];
        left.iter().for_each(|&cell| inside[cell] = true);
        let mut filled = Vec::new();
        while left.len() > MOST_LAST.max(self.blanks + 1) {
            let mut best = None;
            for (at, &cell) in left.iter().enumerate().skip(self.blanks).rev() {
                budget.check_after(left.len())?;
                inside[cell] = false;
                let rest = components(self.board, &inside, root);
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

    /// Brings a tile to a cell past these walls, or lets it change places with what is there. Whether it has got there.
    fn fill(
        &mut self,
        tile: u8,
        home: usize,
        walls: &[usize],
        budget: &mut Budget<'_>,
    ) -> Result<bool, StopReason> {
        let Some(at) = self.held.iter().position(|&held| held == tile) else { return Ok(false) };
        let board = self.board.with_walls(Vec::new(), walls);
        let far = distances(&board, home);
        let blanks = self.blanks_near(at, &far);
        for some in 2..=blanks.len() {
            let tokens = (&blanks[..some], &[at][..]);
            if let Some(steps) = self.search(&board, tokens, (&far, MOST_OF_ONE), budget)? {
                self.go(&steps);
                return Ok(true);
            }
        }
        // There must be a tile to change places with.
        let way = shortest_way(home, |cell| self.held[cell] != 0, |cell| board.near(cell));
        for pair in way.unwrap_or_default().windows(2).rev() {
            self.go(&[(pair[1], pair[0])]);
        }
        self.exchange(tile, home, budget)
    }

    /// The blanks from which there is a way as `far` says, as many as are looked at, the nearest to a cell first.
    fn blanks_near(&self, cell: usize, far: &[u16]) -> Vec<usize> {
        let is_near = |&cell: &usize| self.held[cell] == 0 && far[cell] < u16::MAX;
        let mut blanks: Vec<usize> = (0..self.held.len()).filter(is_near).collect();
        blanks.sort_by_key(|&blank| self.far[cell][blank]);
        blanks.truncate(MOST_BLANKS);
        blanks
    }

    /// Lets a tile change places with that at a cell, while no other does. Whether it could.
    fn exchange(
        &mut self,
        tile: u8,
        cell: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, StopReason> {
        let both = [tile, self.held[cell]];
        if both[0] == both[1] {
            return Ok(true);
        }
        for round in 0..ROUNDS {
            let before = if round > 0 { self.elsewhere(cell, round) } else { Vec::new() };
            self.go(&before);
            let way = self.way_to_fork(both, MOST_OF_TWO[round % MOST_OF_TWO.len()], budget)?;
            if let Some((fork, way)) = &way {
                self.go(way);
                self.pass(*fork, both);
                self.go(&back(way));
            }
            self.go(&back(&before));
            if way.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The steps after which all blanks are elsewhere, and tiles with them.
    fn elsewhere(&self, from: usize, round: usize) -> Vec<TileStep> {
        let is_here = |&cell: &usize| self.far[from][cell] < u16::MAX;
        let mut cells: Vec<usize> = (0..self.held.len()).filter(is_here).collect();
        cells.sort_by_key(|&cell| hash(&(round, cell)));
        blanks_to(self.board, &cells[..self.blanks], &self.held)
    }

    /// The steps that bring one of two tiles to a fork, and the other and two blanks next to it, if they are found.
    fn way_to_fork(
        &mut self,
        both: [u8; 2],
        (most, places): (usize, usize),
        budget: &mut Budget<'_>,
    ) -> Result<Option<(usize, Vec<TileStep>)>, StopReason> {
        let (board, far) = (self.board, self.far);
        let at: Vec<usize> =
            (0..self.held.len()).filter(|&cell| both.contains(&self.held[cell])).collect();
        let [a, b] = at[..] else { return Ok(None) };
        let is_fork = |&cell: &usize| far[a][cell] < u16::MAX && board.near(cell).count() > 2;
        let mut forks: Vec<usize> = (0..self.held.len()).filter(is_fork).collect();
        forks.sort_by_key(|&fork| far[a][fork] + far[b][fork]);
        for some in 2..=self.blanks.min(MOST_BLANKS) {
            for &fork in forks.iter().take(places) {
                let blanks = self.blanks_near(fork, &far[fork]);
                let way = self.search(board, (&blanks[..some], &at), (&far[fork], most), budget)?;
                if let Some(way) = way {
                    return Ok(Some((fork, way)));
                }
            }
        }
        Ok(None)
    }

    /// Lets one of two tiles that is at a fork and the other that is next to it pass each other.
    fn pass(&mut self, fork: usize, tiles: [u8; 2]) {
        let board = self.board;
        let other = board.near(fork).find(|&next| tiles.contains(&self.held[next]));
        let blanks: Vec<usize> = board.near(fork).filter(|&next| self.held[next] == 0).collect();
        let (Some(other), [left, right, ..]) = (other, &blanks[..]) else {
            unreachable!("next to the fork are a tile and two blanks")
        };
        let (left, right) = (*left, *right);
        self.go(&[(fork, left), (other, fork), (fork, right)]);
        self.go(&[(left, fork), (fork, other), (right, fork)]);
    }

    /// The steps, some of them of blanks that are not looked at, after which a tile is where `far` is measured from; or one of two, the other
    /// next to it, and two blanks as well.
    fn search(
        &mut self,
        board: &TileBoard,
        (blanks, tiles): (&[usize], &[usize]),
        (far, most): (&[u16], usize),
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<TileStep>>, StopReason> {
        let mut ascending = blanks.to_vec();
        ascending.sort_unstable();
        let tiles: Vec<(usize, Axis)> = tiles.iter().map(|&at| (at, Axis::Free)).collect();
        let mut search = FewTiles::of(board, ascending.into_iter(), &tiles);
        let mut guide = Guide { board, far, known: FxHashMap::default() };
        for _ in 0..most.min(self.left) {
            self.left -= 1;
            let Some(found) = search.next(budget)? else { break };
            if guide.estimate(search.found[found].0.split_at(blanks.len())) == 0 {
                return Ok(Some(search.way(found)));
            }
            search.expand(found, |state, _| guide.estimate(state.split_at(blanks.len())));
        }
        Ok(None)
    }
}

/// Which positions of blanks and of one tile or two look like a short way to where the tiles are to go.
struct Guide<'a> {
    board: &'a TileBoard,
    /// How far that is from each cell.
    far: &'a [u16],
    /// By the cells of the tiles: how far these have to go, and, for each that does, from every cell to the nearest one that it may go to next.
    known: FxHashMap<Vec<u8>, (u32, Vec<Vec<u16>>)>,
}

impl Guide<'_> {
    /// What is known of tiles is kept for so many of their places, some megabytes in all.
    const MOST_KNOWN: usize = 4_096;

    /// No blank is said to be farther away than this.
    const FARTHEST: u32 = 40;

    /// What a step of a tile is worth in steps of the nearest blank, and that of the nearest in steps of all others. With these weights the
    /// fewest positions were looked at on random floors of 8x8 to 16x16 with two to six blanks.
    const TILE: u32 = 16;
    const NEAREST: u32 = 4;

    /// Nothing if the tiles are there.
    fn estimate(&mut self, (blanks, tiles): (&[u8], &[u8])) -> u32 {
        if !self.known.contains_key(tiles) {
            if self.known.len() >= Self::MOST_KNOWN {
                self.known.clear();
            }
            self.known.insert(tiles.to_vec(), self.of_tiles(tiles));
        }
        let (far, nexts) = &self.known[tiles];
        let of_next = |next: &Vec<u16>| {
            let mut nearest = [Self::FARTHEST; 2];
            let mut all = 0;
            for &blank in blanks {
                let far = u32::from(next[usize::from(blank)]).min(Self::FARTHEST);
                all += far;
                nearest = [nearest[0].min(far), nearest[1].min(far.max(nearest[0]))];
            }
            match far {
                // The tiles are there, and wait for two blanks.
                0 => nearest[0] + nearest[1],
                _ => Self::NEAREST * nearest[0] + (all - nearest[0]),
            }
        };
        let of_blanks = nexts.iter().map(of_next).min().unwrap_or(0);
        Self::TILE * Self::NEAREST * far + of_blanks
    }

    fn of_tiles(&self, tiles: &[u8]) -> (u32, Vec<Vec<u16>>) {
        let far = |tile: u8| self.far[usize::from(tile)];
        let near = |tile: u8| self.board.near(tile.into());
        let past = |next| distances_past(self.board, next, |cell| tiles.contains(&(cell as u8)));
        // Two are there if one of them is, and the other next to it.
        let all: u32 = tiles.iter().map(|&tile| u32::from(far(tile))).sum();
        let left = all - (tiles.len() as u32 - 1);
        if left > 0 {
            let nearer = |tile: u8| near(tile).filter(move |&next| self.far[next] < far(tile));
            return (left, tiles.iter().map(|&tile| past(nearer(tile).collect())).collect());
        }
        let fork = tiles.iter().copied().find(|&tile| far(tile) == 0).filter(|_| tiles.len() > 1);
        (0, fork.iter().map(|&fork| past(near(fork).collect::<Vec<usize>>())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Metric, Puzzle};
    use crate::solver::budget::NoMonitor;
    use crate::solver::request::Limits;
    use crate::solver::tiles::construct;
    use crate::solver::tiles::parity::parts;
    use crate::solver::tiles::tests::walled;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rustc_hash::FxHashSet;

    /// What random moves lead to, twenty for each cell.
    fn shuffled(puzzle: &Puzzle, board: &TileBoard, rng: &mut ChaCha8Rng) -> Vec<u8> {
        let mut position = puzzle.start().clone();
        for _ in 0..20 * board.cells().len() {
            let moves = puzzle.moves(&position, Metric::Step);
            let Some(mv) = moves.choose(rng) else { break };
            position.play(puzzle, mv).unwrap();
        }
        board.arrangement(&position)
    }

    /// The steps are those of tiles to empty cells beside them, and lead to the goal.
    fn assert_home(board: &TileBoard, mut held: Vec<u8>, steps: &[TileStep]) {
        for &(from, to) in steps {
            assert!(held[from] != 0 && held[to] == 0);
            assert!(board.near(from).any(|next| next == to));
            held.swap(from, to);
        }
        assert_eq!(held, board.goal());
    }

    /// Two rooms with a door between them, through which tiles have to go.
    #[test]
    fn tiles_change_rooms() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for (side, blanks) in [(2, 3), (3, 4)] {
            let width = 2 * side + 1;
            let puzzle = walled((width, 3), &|at| at % width == side && at / width != 1, blanks);
            let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
            let part: Vec<usize> = (0..board.cells().len()).collect();
            for _ in 0..10 {
                let held = shuffled(&puzzle, &board, &mut rng);
                let mut monitor = NoMonitor;
                let budget = &mut Budget::new(&mut monitor, Limits::default());
                let steps = first(&board, &part, &held, budget).unwrap();
                assert_home(&board, held, &steps.unwrap());
            }
        }
    }

    #[test]
    fn boards_of_many_walls_have_a_solution() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let kinds = [(5, 20, 3), (6, 10, 2), (8, 15, 2), (8, 20, 4), (10, 25, 12), (12, 20, 4)];
        for (side, percent, blanks) in kinds {
            for _ in 0..3 {
                let walls: Vec<bool> =
                    (0..side * side - blanks).map(|_| rng.random_range(0..100) < percent).collect();
                let is_wall = |at| walls.get(at).is_some_and(|&is_wall| is_wall);
                let puzzle = walled((side, side), &is_wall, blanks);
                let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
                let held = shuffled(&puzzle, &board, &mut rng);
                let mut monitor = NoMonitor;
                let budget = &mut Budget::new(&mut monitor, Limits::default());
                // Rooms of their own may have but one blank, or none.
                let steps = construct::first(&board, &held, budget).unwrap();
                assert_home(&board, held, &steps.unwrap());
            }
        }
    }

    /// Against all arrangements that a floor of eight cells has. And with the blanks where they are there are as many as if all tiles that
    /// can change places were in any order, so that nothing can be had that is not made of such changes.
    #[test]
    fn two_tiles_change_places_wherever_they_can() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let (mut can, mut cannot, mut counted) = (0, 0, 0);
        for round in 0..100 {
            let walls: FxHashSet<usize> = (0..4).map(|_| rng.random_range(0..12)).collect();
            let blanks = 2 + round % 2;
            let puzzle = walled((4, 3), &|at| walls.contains(&at), blanks);
            let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
            let held = shuffled(&puzzle, &board, &mut rng);
            if walls.len() < 4 || parts(&board).len() > 1 {
                continue;
            }
            let mut known = FxHashSet::from_iter([held.clone()]);
            let mut open = vec![held.clone()];
            while let Some(now) = open.pop() {
                for to in (0..now.len()).filter(|&cell| now[cell] == 0) {
                    for from in board.near(to) {
                        let mut then = now.clone();
                        then.swap(from, to);
                        if known.insert(then.clone()) {
                            open.push(then);
                        }
                    }
                }
            }
            let far: Vec<Vec<u16>> = (0..held.len()).map(|cell| distances(&board, cell)).collect();
            let tiles: Vec<usize> = (0..held.len()).filter(|&cell| held[cell] != 0).collect();
            // By cell, one of those that its tile can change places with.
            let mut class: Vec<usize> = (0..held.len()).collect();
            let empty: Vec<usize> = (0..held.len()).filter(|&cell| held[cell] == 0).collect();
            for (a, b) in tiles.iter().flat_map(|&a| tiles.iter().map(move |&b| (a, b))) {
                let mut swapped = held.clone();
                swapped.swap(a, b);
                let mut monitor = NoMonitor;
                let budget = &mut Budget::new(&mut monitor, Limits::default());
                let (steps, held, left) = (Vec::new(), held.clone(), MOST_OF_ALL);
                let mut several =
                    SeveralBlanks { board: &board, far: &far, blanks, held, steps, left };
                let tile = several.held[a];
                let is_known = known.contains(&swapped);
                let is_done = several.exchange(tile, b, budget).unwrap();
                assert_eq!(is_done, is_known, "{:?} {a} {b} {walls:?}", several.held);
                assert!(!is_done || several.held == swapped);
                if is_done {
                    let (a, b) = (class[a], class[b]);
                    class.iter_mut().filter(|other| **other == b).for_each(|other| *other = a);
                }
                *(if is_done { &mut can } else { &mut cannot }) += usize::from(a != b);
            }
            if tiles.iter().chain(&empty).all(|&cell| board.near(cell).count() < 3) {
                continue;
            }
            let alike = |cell: usize| tiles.iter().filter(|&&tile| class[tile] == cell).count();
            let orders: usize =
                (0..held.len()).map(|cell| (1..=alike(cell)).product::<usize>()).product();
            let is_same = |other: &&Vec<u8>| empty.iter().all(|&cell| other[cell] == 0);
            assert_eq!(known.iter().filter(is_same).count(), orders, "{walls:?}");
            counted += 1;
        }
        assert!(can > 200 && cannot > 150 && counted > 20, "{can} {cannot} {counted}");
    }
}
