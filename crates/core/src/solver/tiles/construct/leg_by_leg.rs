//! Boards with waypoints or locked tiles: some solution at once, leg by leg.
//!
//! Each waypoint is a goal of its own, and the goal is the last one. In a leg the locked tiles come first, by a search that looks at them and
//! the blanks alone; from then on they are walls, among which the other tiles come home as on any board (`super::first`). Where they would wall
//! in a corner they stand elsewhere until all others are home.

use super::few_tiles::FewTiles;
use super::fill_order::core;
use super::{TileStep, play, taken_back};
use crate::puzzle::{Axis, Direction};
use crate::solver::budget::{Budget, StopReason};
use crate::solver::tiles::board::TileBoard;
use crate::solver::tiles::parity::{Solvable, of_part, parts, solvable};
use crate::solver::tiles::pebble_motion::PebbleMotion;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Places of all locked tiles that are tried in a leg.
const ATTEMPTS: usize = 24;

/// Positions that are looked at for them.
const MOST_ASKED: usize = 1 << 14;

/// A solution in steps, if one is found in this way.
pub(super) fn first(
    board: &TileBoard,
    cells: &[u8],
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<TileStep>>, StopReason> {
    let (mut held, mut steps) = (cells[..board.cells().len()].to_vec(), Vec::new());
    for leg in board.passed(cells)..=board.waypoints() {
        let wanted = match board.waypoint(leg) {
            Some(tiles) => tiles.to_vec(),
            None => board.goal().iter().copied().enumerate().filter(|held| held.1 != 0).collect(),
        };
        let Some(more) = (Leg { board, wanted }).steps(&held, budget)? else { return Ok(None) };
        play(&mut held, &more);
        steps.extend(more);
    }
    Ok(Some(steps))
}

/// The way from one waypoint to the next, or to the goal.
struct Leg<'a> {
    board: &'a TileBoard,
    /// Cells, and the tiles that are to be there.
    wanted: Vec<(usize, u8)>,
}

impl Leg<'_> {
    fn steps(
        &self,
        held: &[u8],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<TileStep>>, StopReason> {
        let (mut held, mut steps) = (held.to_vec(), Vec::new());
        let Some(aside) = self.bring(&held, &|tile, at| self.is_in_its_place(tile, at), budget)?
        else {
            return Ok(None);
        };
        play(&mut held, &aside);
        steps.extend(aside);
        let Some(end) = self.end(&held, budget)? else { return Ok(None) };
        if let Some(more) = self.towards(&held, &end, budget)? {
            steps.extend(more);
            return Ok(Some(steps));
        }
        if self.locked(&end).next().is_none() {
            return Ok(None);
        }
        for back in self.ways_to_stand_elsewhere(&end, budget)? {
            let mut goal = end.clone();
            play(&mut goal, &back);
            if let Some(more) = self.towards(&held, &goal, budget)? {
                steps.extend(more);
                steps.extend(taken_back(&back));
                return Ok(Some(steps));
            }
        }
        Ok(None)
    }

    /// The steps to another arrangement: the locked tiles first, then among them all others.
    fn towards(
        &self,
        held: &[u8],
        goal: &[u8],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<TileStep>>, StopReason> {
        let mut held = held.to_vec();
        let Some(mut steps) = self.bring(&held, &|tile, at| goal[at] == tile, budget)? else {
            return Ok(None);
        };
        play(&mut held, &steps);
        let walls: Vec<usize> = self.locked(goal).map(|(at, _)| at).collect();
        let board = self.board.with_walls(goal.to_vec(), &walls);
        let rest = super::first(&board, &held, budget)?;
        Ok(rest.map(|rest| {
            steps.extend(rest);
            steps
        }))
    }

    /// The cells of the locked tiles that can move, with the tiles.
    fn locked<'a>(&'a self, held: &'a [u8]) -> impl Iterator<Item = (usize, u8)> + 'a {
        let all = held.iter().copied().enumerate();
        all.filter(|&(_, tile)| {
            tile != 0 && !matches!(self.board.axis(tile), Axis::Free | Axis::Fixed)
        })
    }

    /// Whether a tile may be a wall at a cell in this leg: it is wanted there, or nothing is wanted of either.
    fn is_in_its_place(&self, tile: u8, at: usize) -> bool {
        let of_both = self.wanted.iter().filter(|&&(cell, wanted)| cell == at || wanted == tile);
        of_both.copied().all(|wanted| wanted == (at, tile))
    }

    /// An arrangement that is wanted and that can be had from this one, as near to it as can be.
    fn end(&self, held: &[u8], budget: &mut Budget<'_>) -> Result<Option<Vec<u8>>, StopReason> {
        let mut end = held.to_vec();
        for part in parts(self.board) {
            if !self.end_of_part(&part, held, &mut end, budget)? {
                return Ok(None);
            }
        }
        let may_be = solvable(&self.board.with_walls(end.clone(), &[]), held) != Solvable::No;
        Ok(may_be.then_some(end))
    }

    /// Each tile that is wanted in a part changes places with what is where it is wanted; and two more tiles, if the parity asks for it. Where
    /// that cannot be had, as over a bridge that is too long for the blanks, all others go where they can. Whether there is such an `end`.
    fn end_of_part(
        &self,
        part: &[usize],
        held: &[u8],
        end: &mut [u8],
        budget: &mut Budget<'_>,
    ) -> Result<bool, StopReason> {
        let may_be = |end: &[u8]| {
            of_part(&self.board.with_walls(end.to_vec(), &[]), held, part) != Solvable::No
        };
        let wanted = || self.wanted.iter().filter(|wanted| part.binary_search(&wanted.0).is_ok());
        for &(cell, tile) in wanted() {
            let Some(at) = part.iter().copied().find(|&at| end[at] == tile) else {
                return Ok(false);
            };
            end.swap(at, cell);
        }
        if may_be(end) {
            return Ok(true);
        }
        let is_free = |&cell: &usize| {
            let tile = end[cell];
            self.is_in_its_place(tile, cell)
                && !wanted().any(|&(wanted, _)| wanted == cell)
                && (tile == 0 || self.board.axis(tile) == Axis::Free)
        };
        let free: Vec<usize> = part.iter().copied().filter(is_free).collect();
        let pairs = (0..free.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        for (a, b) in pairs.take(part.len()) {
            budget.check_after(part.len())?;
            end.swap(free[a], free[b]);
            if may_be(end) {
                return Ok(true);
            }
            end.swap(free[a], free[b]);
        }
        let blanks: Vec<usize> = part.iter().copied().filter(|&cell| held[cell] == 0).collect();
        if blanks.len() < 2 {
            return Ok(false);
        }
        let is_wanted = |cell: &usize| wanted().any(|(wanted, _)| wanted == cell);
        let mut motion = PebbleMotion::of(self.board, part, blanks.len());
        for then in self.gathered(part, blanks.len(), &is_wanted).take(MOST_ASKED) {
            let mut can = |from: usize, to: usize| {
                let is_home = match wanted().find(|wanted| wanted.1 == held[from]) {
                    Some(&(cell, _)) => cell == to,
                    None if self.board.axis(held[from]) != Axis::Free => from == to,
                    None => !is_wanted(&to) && !then.contains(&to),
                };
                is_home && motion.can((from, &blanks), (to, &then))
            };
            let tiles: Vec<usize> = part.iter().copied().filter(|&cell| held[cell] != 0).collect();
            if let Some(homes) = matched(&tiles, part, &mut can, budget)? {
                part.iter().for_each(|&cell| end[cell] = 0);
                homes.into_iter().for_each(|(to, from)| end[to] = held[from]);
                if may_be(end) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Cells for so many blanks of a part, none of which `is_wanted` for a tile: around one cell, or some around another.
    fn gathered<'a>(
        &'a self,
        part: &'a [usize],
        blanks: usize,
        is_wanted: &'a dyn Fn(&usize) -> bool,
    ) -> impl Iterator<Item = Vec<usize>> + 'a {
        let near = |cell: usize| {
            let mut near: Vec<usize> = part.iter().copied().filter(|at| !is_wanted(at)).collect();
            near.sort_by_key(|&at| self.board.apart(cell, at));
            near
        };
        let near: Vec<Vec<usize>> = part.iter().map(|&cell| near(cell)).collect();
        let (cells, all) = (near.len(), (blanks / 2 + 1) * near.len().pow(2));
        let of =
            move |number: usize| (number / cells.pow(2), number / cells % cells, number % cells);
        // Without any around the other cell it does not matter which that is.
        let differs = |&(of_other, other, _): &(usize, usize, usize)| of_other > 0 || other == 0;
        (0..all).map(of).filter(differs).map(move |(of_other, other, one)| {
            let mut gathered = near[other][..of_other].to_vec();
            let of_one = near[one].iter().filter(|cell| !near[other][..of_other].contains(cell));
            gathered.extend(of_one.take(blanks - of_other));
            gathered
        })
    }

    /// Ways from an arrangement to others that have the locked tiles elsewhere, first to those where they wall in the fewest cells.
    fn ways_to_stand_elsewhere(
        &self,
        end: &[u8],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Vec<TileStep>>, StopReason> {
        let mut search = self.search(end);
        let blanks = search.blanks;
        let home = search.found[0].0[blanks..].to_vec();
        // By the places of the locked tiles, how many they wall in.
        let mut places = FxHashMap::from_iter([(home.clone(), self.walled_in(&home))]);
        let (mut ways, mut asked) = (Vec::new(), 0);
        while asked < MOST_ASKED
            && let Some(at) = search.next(budget)?
        {
            asked += 1;
            search.expand(at, |state, at| {
                let locked = &state[blanks..];
                places.get(locked).copied().unwrap_or_else(|| {
                    let walled_in = self.walled_in(locked);
                    places.insert(locked.to_vec(), walled_in);
                    ways.push((walled_in, at));
                    walled_in
                })
            });
        }
        ways.sort_unstable();
        Ok(ways.iter().take(ATTEMPTS).map(|&(_, at)| search.way(at)).collect())
    }

    /// How many cells no tile can be brought to, or only from some others, if these are walls.
    fn walled_in(&self, walls: &[u8]) -> u32 {
        let walls: Vec<usize> = walls.iter().map(|&cell| cell.into()).collect();
        let board = self.board.with_walls(Vec::new(), &walls);
        let open =
            |part: &Vec<usize>| core(&board, part).into_iter().filter(|&is_in| is_in).count();
        let open = parts(&board).iter().map(open).max();
        (self.board.cells().len() - walls.len() - open.unwrap_or(0)) as u32
    }

    /// The steps after which every locked tile `is_right` at its cell, if they are found.
    fn bring(
        &self,
        held: &[u8],
        is_right: &dyn Fn(u8, usize) -> bool,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<TileStep>>, StopReason> {
        let tiles: Vec<u8> = self.locked(held).map(|(_, tile)| tile).collect();
        // Along the tile's line, the nearest cell where it is right, and how far that is.
        let aim = |tile: u8, at: usize| {
            let ways = Direction::ALL.into_iter().filter(|&way| self.board.axis(tile).allows(way));
            let ahead = |way| {
                let mut line =
                    std::iter::successors(Some(at), move |&cell| self.board.next(cell, way));
                let far = line.position(|cell| is_right(tile, cell))?;
                Some((far, self.board.next(at, way).unwrap_or(at)))
            };
            let here = is_right(tile, at).then_some((0, at));
            here.or_else(|| ways.filter_map(ahead).min())
        };
        if tiles.iter().zip(self.locked(held)).any(|(&tile, (at, _))| aim(tile, at).is_none()) {
            return Ok(None);
        }
        let mut search = self.search(held);
        let blanks = search.blanks;
        // First how far the tiles have to go, then how far a blank is from where one of them goes next.
        let estimate = |state: &[u8]| {
            let (mut all, mut nearest) = (0, u32::MAX);
            for (&tile, &at) in tiles.iter().zip(&state[blanks..]) {
                let Some((far, next)) = aim(tile, at.into()) else { return u32::MAX };
                if far > 0 {
                    let to_blanks =
                        state[..blanks].iter().map(|&b| self.board.apart(b.into(), next));
                    nearest = nearest.min(to_blanks.min().unwrap_or(0));
                    all += far as u32;
                }
            }
            if all == 0 { 0 } else { all << 8 | nearest }
        };
        while let Some(at) = search.next(budget)? {
            if estimate(&search.found[at].0) == 0 {
                return Ok(Some(search.way(at)));
            }
            search.expand(at, |state, _| estimate(state));
        }
        Ok(None)
    }

    /// Positions of the blanks and the locked tiles, from these.
    fn search(&self, held: &[u8]) -> FewTiles<'_> {
        let blanks = (0..held.len()).filter(|&cell| held[cell] == 0);
        let locked = self.locked(held).map(|(at, tile)| (at, self.board.axis(tile)));
        FewTiles::of(self.board, blanks, &locked.collect::<Vec<_>>())
    }
}

/// Which of `tiles` comes home to which of `cells`, each to one where it `can` be, if all can: each takes its own cell or the next that it can have,
/// and those that have one make room where they can (augmenting paths).
fn matched(
    tiles: &[usize],
    cells: &[usize],
    can: &mut dyn FnMut(usize, usize) -> bool,
    budget: &mut Budget<'_>,
) -> Result<Option<FxHashMap<usize, usize>>, StopReason> {
    let mut whose: FxHashMap<usize, usize> = FxHashMap::default();
    for &tile in tiles {
        // Breadth first, by the cells that tiles would leave: the tile that came to a cell, by cell.
        let mut came: FxHashMap<usize, usize> = FxHashMap::default();
        let mut open = VecDeque::from([tile]);
        let mut last = None;
        while last.is_none()
            && let Some(from) = open.pop_front()
        {
            budget.check_after(cells.len())?;
            for &to in [from].iter().chain(cells) {
                if !came.contains_key(&to) && can(from, to) {
                    came.insert(to, from);
                    match whose.get(&to) {
                        Some(&other) => open.push_back(other),
                        None => {
                            last = Some(to);
                            break;
                        }
                    }
                }
            }
        }
        let Some(mut cell) = last else { return Ok(None) };
        loop {
            let mover = came[&cell];
            let left = whose.iter().find(|home| *home.1 == mover).map(|home| *home.0);
            whose.insert(cell, mover);
            let Some(left) = left else { break };
            cell = left;
        }
    }
    Ok(Some(whose))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, Metric, Path, Position, Puzzle, Setup, SetupPiece, Target};
    use crate::solver::budget::unwatched;
    use crate::solver::request::Limits;
    use crate::solver::tiles::construct::raised;
    use crate::solver::tiles::shorter_legs::shorter;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::{IndexedRandom, SliceRandom};
    use rand::{RngExt, SeedableRng};
    use std::time::Duration;

    fn walk(puzzle: &Puzzle, position: &mut Position, moves: usize, rng: &mut ChaCha8Rng) {
        for _ in 0..moves {
            if let Some(mv) = puzzle.moves(position, Metric::Step).choose(rng) {
                position.play(puzzle, mv).unwrap();
            }
        }
    }

    /// A board of this size, in rooms with a door from one to the next if they are fewer columns wide, with tiles in order but for blanks at the
    /// end, some of which are locked, and a position far from its goal, on a way from which to the goal the waypoints are.
    fn board(
        (width, height, room): (usize, usize, usize),
        blanks: usize,
        (locks, waypoints): (usize, usize),
        seed: u64,
    ) -> Puzzle {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let cells = width * height;
        let is_wall = |at: usize| at % width % (room + 1) == room && at / width != height / 2;
        let floor: Vec<usize> = (0..cells).filter(|&at| !is_wall(at)).collect();
        let mut held = vec![0; cells];
        for (&at, tile) in floor[..floor.len() - blanks].iter().zip(1..) {
            held[at] = tile;
        }
        let mut setup = Setup::numbers(width, height, &held);
        let cell = |at: usize| Cell::new((at % width) as u8, (at / width) as u8);
        setup.walls = (0..cells).filter(|&at| is_wall(at)).map(cell).collect();
        let home =
            |piece: &SetupPiece| Target { name: piece.name.clone(), cells: piece.cells.clone() };
        setup.goal = setup.pieces.iter().map(home).collect();
        let mut all: Vec<usize> = (0..setup.pieces.len()).collect();
        all.shuffle(&mut rng);
        for &piece in &all[..locks] {
            let axes =
                [Axis::Horizontal, Axis::Vertical, Axis::Horizontal, Axis::Vertical, Axis::Fixed];
            setup.pieces[piece].axis = *axes.choose(&mut rng).unwrap();
        }
        let puzzle = setup.clone().build().unwrap();
        let mut position = puzzle.start().clone();
        walk(&puzzle, &mut position, 10 * cells, &mut rng);
        for _ in 0..waypoints {
            all.shuffle(&mut rng);
            let named = all[..rng.random_range(1..=4)].iter().map(|&piece| {
                let at = position.anchors()[piece];
                Target { name: setup.pieces[piece].name.clone(), cells: vec![at] }
            });
            setup.via.insert(0, named.collect());
            walk(&puzzle, &mut position, 10 * cells, &mut rng);
        }
        let named = |piece: usize| setup.pieces[piece].name.clone();
        let goal = puzzle.start().anchors().iter().enumerate();
        setup.goal =
            goal.map(|(piece, &at)| Target { name: named(piece), cells: vec![at] }).collect();
        for (piece, &at) in setup.pieces.iter_mut().zip(position.anchors()) {
            piece.cells = vec![at];
        }
        setup.build().unwrap()
    }

    /// The first solution in a metric, and the same made shorter where that can be; both are played.
    fn paths(puzzle: &Puzzle, metric: Metric) -> Option<[Path; 2]> {
        let board = TileBoard::of(puzzle, metric).unwrap();
        let cells = board.arrangement(puzzle.start());
        let budget = &mut unwatched(Limits::default());
        let path = raised(&board, &cells, &first(&board, &cells, budget).unwrap()?);
        let is_long = !board.has_locks();
        let time = Duration::from_millis(20);
        let less = match is_long {
            true => shorter(&board.framed(), &board.frame(&cells), path.clone(), time, budget),
            false => path.clone(),
        };
        for path in [&path, &less] {
            let mut position = puzzle.start().clone();
            for mv in path {
                position.play(puzzle, mv).unwrap();
            }
            assert!(puzzle.is_solved(&position));
            assert_eq!(puzzle.count(puzzle.start(), path, metric), Ok(path.len()), "{metric}");
        }
        Some([path, less])
    }

    #[test]
    fn boards_with_locks_and_waypoints_have_a_solution_at_once() {
        let kinds = [
            ((5, 5, 5), 1, (0, 2)),
            ((8, 8, 8), 1, (0, 3)),
            ((16, 16, 16), 1, (0, 2)),
            ((4, 4, 4), 1, (2, 1)),
            ((5, 5, 5), 1, (1, 0)),
            ((8, 8, 8), 1, (2, 0)),
            ((16, 16, 16), 1, (3, 1)),
            ((5, 6, 5), 1, (3, 2)),
            ((9, 9, 9), 1, (5, 0)),
            ((12, 12, 12), 1, (8, 2)),
            ((6, 6, 6), 3, (0, 2)),
            ((7, 5, 7), 2, (2, 1)),
            ((5, 5, 5), 2, (0, 0)),
            ((4, 6, 4), 5, (0, 1)),
            ((12, 12, 12), 3, (0, 0)),
            ((7, 5, 3), 2, (0, 2)),
            ((8, 6, 2), 2, (0, 1)),
            ((13, 8, 6), 2, (0, 2)),
            ((15, 5, 3), 3, (0, 2)),
            ((11, 7, 5), 4, (2, 1)),
        ];
        let mut solved = 0;
        for (sides, blanks, kind) in kinds {
            for (seed, metric) in (0..).zip(Metric::ALL) {
                let puzzle = board(sides, blanks, kind, seed);
                let Some([first, shorter]) = paths(&puzzle, metric) else { continue };
                assert!(shorter.len() <= first.len());
                solved += 1;
            }
        }
        assert_eq!(solved, 60);
    }
}
