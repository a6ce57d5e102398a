//! Tiles brought home by all blanks of a floor together, where one of them alone cannot: over bridges and through doors, past each other where
//! ways part.
//!
//! Cells are filled from the farthest to the nearest of a cell around which the blanks gather in the end, each by a search that looks at its
//! tile and the blanks (`by_sides`). A tile that does not come home in this way changes places with what is there, and all others stay: the two
//! are brought, whatever that does to the others, to a fork, where two blanks let them pass each other, and then all else is taken back (as in
//! R. Luna and K. Bekris, "Push and swap", IJCAI 2011). Where there is a fork and are several blanks, what can be had at all can be had by
//! such changes (D. Kornhauser, G. Miller and P. Spirakis, "Coordinating pebble motion on graphs", FOCS 1984).

use super::by_sides::BySides;
use super::fill_order::MOST_LAST;
use super::one_blank::last_cells;
use super::{TileStep, blanks_to, play, taken_back};
use crate::solver::budget::{Budget, StopReason};
use crate::solver::tiles::biconnected::components;
use crate::solver::tiles::board::TileBoard;
use crate::solver::tiles::parity::{Solvable, solvable};

/// Places that blanks may gather at: another leads to another solution.
pub(super) const PLACES: usize = 8;

/// Steps of a way from which on it is compared with two tiles that change places.
const LONG: usize = 20;

/// A search for a tile or two: the shares of blanks that are tried, the positions that are looked at, and what a step of a tile is taken to cost in
/// steps of all.
struct Round {
    few: usize,
    most: usize,
    step: u32,
}

/// The first makes short ways, the second finds one where blanks are many; the others, with ever more shares, miss none.
const ROUNDS: [Round; 4] = [
    Round { few: 3, most: 1_000, step: 10 },
    Round { few: 0, most: usize::MAX, step: 400 },
    Round { few: 2, most: usize::MAX, step: 400 },
    Round { few: usize::MAX, most: usize::MAX, step: 400 },
];

/// A solution in steps of cells that hang together and have several blanks, if there is one and room to find it. The blanks gather at one of
/// [`PLACES`] places before they go home.
pub(super) fn first(
    board: &TileBoard,
    part: &[usize],
    held: &[u8],
    place: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<TileStep>>, StopReason> {
    let blanks = part.iter().filter(|&&cell| held[cell] == 0).count();
    if blanks < 2 || solvable(board, held) == Solvable::No {
        return Ok(None);
    }
    let far: Vec<Vec<u16>> = (0..held.len()).map(|cell| board.distances(cell)).collect();
    // Tiles can pass each other where ways part; most of all where many cells are near.
    let near = |cell: usize| part.iter().filter(|&&other| far[cell][other] <= 2).count();
    let mut roots = part.to_vec();
    roots.sort_by_cached_key(|&cell| usize::MAX - near(cell));
    let Some(&root) = roots.get(place * roots.len() / PLACES) else { return Ok(None) };
    let mut several =
        SeveralBlanks { board, far: &far, blanks, held: held.to_vec(), steps: Vec::new() };
    Ok(several.home(part, root, budget)?.then_some(several.steps))
}

/// Tiles and blanks on their way.
struct SeveralBlanks<'a> {
    board: &'a TileBoard,
    /// Steps between cells.
    far: &'a [Vec<u16>],
    blanks: usize,
    held: Vec<u8>,
    /// What has been done so far.
    steps: Vec<TileStep>,
}

impl SeveralBlanks<'_> {
    fn go(&mut self, steps: &[TileStep]) {
        play(&mut self.held, steps);
        self.steps.extend_from_slice(steps);
    }

    /// Brings all tiles of a part home, when the blanks gather around `root` before they go home. Whether it has got there.
    fn home(
        &mut self,
        part: &[usize],
        root: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, StopReason> {
        let mut nearest_first = part.to_vec();
        nearest_first.sort_by_cached_key(|&cell| usize::from(self.far[root][cell]));
        // The goal as it is before the blanks leave.
        let mut goal = self.board.goal().to_vec();
        let gathered = nearest_first[..self.blanks].to_vec();
        let out = blanks_to(|cell| self.board.near(cell), &gathered, &goal);
        play(&mut goal, &out);
        let (filled, last) = self.order(nearest_first, budget)?;
        let mut walls: Vec<usize> = Vec::new();
        for &cell in &filled {
            if !self.fill((goal[cell], cell), &walls, &gathered, budget)? {
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
            self.gather(&empty, &walls);
            for &cell in &full {
                if !self.exchange(goal[cell], cell, budget)? {
                    return Ok(false);
                }
            }
        }
        self.go(&taken_back(&out));
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

    /// Brings blanks to cells, past these walls.
    fn gather(&mut self, cells: &[usize], walls: &[usize]) {
        let rest = self.board.with_walls(Vec::new(), walls);
        self.go(&blanks_to(|cell| rest.near(cell), cells, &self.held));
    }

    /// Brings a tile to a cell past these walls, or lets it change places with what is there, whichever is less. Whether it has got there.
    fn fill(
        &mut self,
        (tile, home): (u8, usize),
        walls: &[usize],
        gathered: &[usize],
        budget: &mut Budget<'_>,
    ) -> Result<bool, StopReason> {
        let Some(at) = self.held.iter().position(|&held| held == tile) else { return Ok(false) };
        let board = self.board.with_walls(Vec::new(), walls);
        let far = board.distances(home);
        let left = |tiles: &[u8]| u32::from(far[usize::from(tiles[0])]);
        let short = &ROUNDS[..2];
        let way = self.search(&board, &[at], left, short, budget, |search, found| {
            (usize::from(search.tiles(found)[0]) == home).then(|| search.way(found, &[]))
        })?;
        let change = match &way {
            Some(way) if way.len() <= LONG => None,
            Some(_) => self.change(tile, home, short, budget)?,
            None => self.change(tile, home, &ROUNDS, budget)?,
        };
        if let Some(steps) = [way, change].into_iter().flatten().min_by_key(Vec::len) {
            self.go(&steps);
            return Ok(true);
        }
        // What can change places is known where the blanks are as they are in the end.
        self.gather(gathered, walls);
        self.exchange(tile, home, budget)
    }

    /// Lets a tile change places with that at a cell, while no other does. Whether it could.
    fn exchange(
        &mut self,
        tile: u8,
        cell: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, StopReason> {
        let steps = self.change(tile, cell, &ROUNDS, budget)?;
        steps.iter().for_each(|steps| self.go(steps));
        Ok(steps.is_some())
    }

    /// The steps after which a tile and that at a cell have changed places, and no other has: one of them goes to a fork, the other and two
    /// blanks next to it.
    fn change(
        &self,
        tile: u8,
        cell: usize,
        rounds: &[Round],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<TileStep>>, StopReason> {
        let (board, far) = (self.board, self.far);
        let Some(at) = self.held.iter().position(|&held| held == tile) else { return Ok(None) };
        if at == cell || self.held[cell] == 0 {
            return Ok((at == cell).then(Vec::new));
        }
        let is_fork = |&fork: &usize| far[cell][fork] < u16::MAX && board.near(fork).count() > 2;
        let forks: Vec<usize> = (0..self.held.len()).filter(is_fork).collect();
        let left = |tiles: &[u8]| {
            let of = |fork: &usize| -> u32 {
                tiles.iter().map(|&tile| u32::from(far[*fork][usize::from(tile)])).sum()
            };
            forks.iter().map(of).min().map_or(0, |least| least - 1)
        };
        self.search(board, &[at, cell], left, rounds, budget, |search, found| {
            let [a, b] = [0, 1].map(|tile| usize::from(search.tiles(found)[tile]));
            let both = [(a, b), (b, a)].into_iter().filter(|_| far[a][b] == 1);
            both.flat_map(|(fork, other)| self.ways_past(fork, other)).find_map(|cells| {
                let [fork, other, left, right] = cells;
                search.have_blanks(found, [left, right]).then(|| {
                    let way = search.way(found, &[left, right]);
                    let aside = [(fork, left), (other, fork), (fork, right)];
                    let past = [(left, fork), (fork, other), (right, fork)];
                    [&way[..], &aside, &past, &taken_back(&way)].concat()
                })
            })
        })
    }

    /// A cell, one next to it, and any two others next to it.
    fn ways_past(&self, fork: usize, other: usize) -> Vec<[usize; 4]> {
        let beside: Vec<usize> = self.board.near(fork).filter(|&next| next != other).collect();
        let pairs = beside.iter().enumerate().flat_map(|(at, &left)| {
            beside[..at].iter().map(move |&right| [fork, other, left, right])
        });
        pairs.collect()
    }

    /// What is `found` at the first position of a tile or two where there is something. `left` are the steps that these tiles still have to go, at the
    /// least.
    fn search<T>(
        &self,
        board: &TileBoard,
        tiles: &[usize],
        left: impl Fn(&[u8]) -> u32,
        rounds: &[Round],
        budget: &mut Budget<'_>,
        mut found: impl FnMut(&mut BySides<'_>, usize) -> Option<T>,
    ) -> Result<Option<T>, StopReason> {
        for &Round { few, most, step } in rounds {
            let empty = (0..self.held.len()).filter(|&cell| self.held[cell] == 0);
            let mut search = BySides::of(board, tiles, empty, few);
            for _ in 0..most {
                let Some(at) = search.next(budget)? else { break };
                if let Some(found) = found(&mut search, at) {
                    return Ok(Some(found));
                }
                search.expand(at, |tiles| step * left(tiles), budget)?;
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Metric, Puzzle};
    use crate::solver::budget::unwatched;
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

    /// Two rooms with a door or a corridor between them, through which tiles have to go.
    #[test]
    fn tiles_change_rooms() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for (side, corridor, blanks) in [(2, 1, 3), (3, 1, 4), (3, 5, 7), (4, 7, 11)] {
            let width = 2 * side + corridor;
            let is_wall = |at| (side..side + corridor).contains(&(at % width)) && at / width != 1;
            let puzzle = walled((width, 3), &is_wall, blanks);
            let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
            let part: Vec<usize> = (0..board.cells().len()).collect();
            let mut solved = 0;
            for _ in 0..10 {
                // Tiles of one room change places with those of the other.
                let mut held = shuffled(&puzzle, &board, &mut rng);
                let tiles: Vec<usize> =
                    part.iter().copied().filter(|&cell| held[cell] != 0).collect();
                let [a, b] = [&tiles[..], &tiles[..]].map(|all| *all.choose(&mut rng).unwrap());
                held.swap(a, b);
                let budget = &mut unwatched(Limits::default());
                let steps = first(&board, &part, &held, 0, budget).unwrap();
                assert_eq!(steps.is_some(), solvable(&board, &held) == Solvable::Yes);
                solved += usize::from(steps.is_some());
                steps.iter().for_each(|steps| assert_home(&board, held.clone(), steps));
            }
            assert!(solved > 1, "{side} {corridor}: {solved}");
        }
    }

    #[test]
    fn boards_of_many_walls_have_a_solution() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let kinds = [
            (5, 20, 3),
            (6, 10, 2),
            (8, 15, 2),
            (8, 20, 4),
            (8, 40, 6),
            (10, 25, 12),
            (12, 20, 4),
            (12, 38, 8),
            (16, 42, 30),
        ];
        for (side, percent, blanks) in kinds {
            for _ in 0..3 {
                let walls: Vec<bool> =
                    (0..side * side - blanks).map(|_| rng.random_range(0..100) < percent).collect();
                let is_wall = |at| walls.get(at).is_some_and(|&is_wall| is_wall);
                let puzzle = walled((side, side), &is_wall, blanks);
                let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
                let held = shuffled(&puzzle, &board, &mut rng);
                let budget = &mut unwatched(Limits::default());
                // Rooms of their own may have but one blank, or none.
                let steps = construct::first(&board, &held, budget).unwrap();
                assert_home(&board, held.clone(), &steps.unwrap());
                if side <= 8 {
                    let mut others = 0;
                    let visit = |_: &mut Budget<'_>, steps: Vec<TileStep>| {
                        others += 1;
                        assert_home(&board, held.clone(), &steps);
                    };
                    construct::others(&board, &held, budget, visit).unwrap();
                    assert_eq!(others, PLACES - 1);
                }
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
            let blanks = 2 + round % 3;
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
            let far: Vec<Vec<u16>> = (0..held.len()).map(|cell| board.distances(cell)).collect();
            let tiles: Vec<usize> = (0..held.len()).filter(|&cell| held[cell] != 0).collect();
            // By cell, one of those that its tile can change places with.
            let mut class: Vec<usize> = (0..held.len()).collect();
            let empty: Vec<usize> = (0..held.len()).filter(|&cell| held[cell] == 0).collect();
            for (a, b) in tiles.iter().flat_map(|&a| tiles.iter().map(move |&b| (a, b))) {
                let mut swapped = held.clone();
                swapped.swap(a, b);
                let budget = &mut unwatched(Limits::default());
                let (steps, held) = (Vec::new(), held.clone());
                let mut several = SeveralBlanks { board: &board, far: &far, blanks, held, steps };
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
