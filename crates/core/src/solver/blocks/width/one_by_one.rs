//! A goal of many pieces, met one piece after another: each by a width search for that piece and those that are home already (serialized
//! subgoals: Korf, "Planning as search", Artificial Intelligence 33, 1987).
//!
//! Where a goal names dozens of pieces their distances in one sum tell little: to let one pass, others that are home have to give way, which
//! always makes the sum worse. With few of them in sight that is a short search.

use super::board::{Board, PieceStep};
use super::shorten::{solves, with_others_back, without_needless};
use super::{End, Variant, WidthSearch};
use crate::puzzle::{Cell, Direction, Position, Puzzle};
use crate::solver::budget::{Budget, StopReason};
use crate::solver::search::hash::hash;
use std::cmp::Reverse;
use std::collections::VecDeque;

/// The fewest pieces of a goal that is met so: fewer are as soon home together.
const FEWEST: usize = 9;

/// Lookups of a search for a piece. Where some pieces were tried in vain, the next searches may take twice as many.
const A_TRY: u64 = 1 << 21;

/// How many pieces are tried before searches take longer.
const TRIED: usize = 3;

/// How often they may double before all begins anew in another order.
const DOUBLINGS: u32 = 3;

/// Times four for each doubling, so many of the targets that are met need not stay so.
const LOOSE: usize = 4;

/// How often targets may be given up so, for each target, before all begins anew.
const LOOSENED: usize = 2;

/// In how many orders it is tried at most.
const ORDERS: usize = 24;

/// The pieces that are home, and those that are not.
pub(crate) struct OneByOne<'a> {
    puzzle: &'a Puzzle,
    from: &'a Position,
    whole: &'a Board,
    /// Each target's distances from the middle of the floor: of its nearest cell, and of its farthest.
    depths: Vec<(u32, u32)>,
    /// The goal's targets by number: those that are met, then the others as they are to be tried.
    order: Vec<usize>,
    met: usize,
    /// Of the others, those that were tried in vain.
    tried: usize,
    doublings: u32,
    /// How often targets that were met were given up again.
    loosened: usize,
    /// How many orders have been tried in vain.
    orders: usize,
    /// Where the pieces were at the beginning, and are.
    start: Vec<u16>,
    anchors: Vec<u16>,
    way: Vec<PieceStep>,
    work: u64,
}

impl<'a> OneByOne<'a> {
    /// Nothing has been tried yet; `None` for a goal of few pieces, and with waypoints.
    pub(crate) fn new(
        (puzzle, from, whole): (&'a Puzzle, &'a Position, &'a Board),
        budget: &mut Budget<'_>,
    ) -> Result<Option<OneByOne<'a>>, StopReason> {
        let targets = puzzle.goal().places();
        let Some(start) = whole.anchors(from) else { return Ok(None) };
        if targets.len() < FEWEST || !puzzle.via().is_empty() {
            return Ok(None);
        }
        let depths = depths(puzzle, budget)?;
        let of_target = |&(piece, at): &_| {
            let cells = puzzle.piece(piece).shape().at(at).unwrap_or_default();
            let all = || cells.iter().map(|cell| depths[puzzle.size().index(cell)]);
            (all().min().unwrap_or(0), all().max().unwrap_or(0))
        };
        let depths = targets.iter().map(of_target).collect();
        let mut one_by_one = OneByOne {
            puzzle,
            from,
            whole,
            depths,
            order: (0..targets.len()).collect(),
            met: 0,
            tried: 0,
            doublings: 0,
            loosened: 0,
            orders: 0,
            anchors: start.clone(),
            start,
            way: Vec::new(),
            work: 0,
        };
        one_by_one.sort();
        Ok(Some(one_by_one))
    }

    /// Lookups so far.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Tries to bring one more piece home.
    pub(crate) fn turn(
        &mut self,
        variants: &[Variant],
        budget: &mut Budget<'_>,
    ) -> Result<End, StopReason> {
        while self.tried == 0 && self.order.get(self.met).is_some_and(|&next| self.is_met(next)) {
            self.met += 1;
        }
        let Some(&next) = self.order.get(self.met + self.tried) else {
            let way = std::mem::take(&mut self.way);
            let is_solved = solves(self.whole, (&self.start, 0), &way);
            return Ok(if is_solved { End::Found(way) } else { End::Nothing });
        };
        let wanted = self.wanted(next);
        let Some(board) = self.board(&wanted) else { return Ok(End::Nothing) };
        if let Some(way) = self.way_home(next, &board, variants, budget)? {
            self.take(next, &wanted, way);
            return Ok(End::Paused);
        }
        self.tried += 1;
        if self.tried == TRIED.min(self.order.len() - self.met) {
            self.tried = 0;
            self.doublings += 1;
            if self.doublings > DOUBLINGS || self.loosened > LOOSENED * self.order.len() {
                self.begin_anew();
            }
        }
        Ok(if self.orders < ORDERS { End::Paused } else { End::Nothing })
    }

    /// Whether a piece is where a target wants one.
    fn is_met(&self, target: usize) -> bool {
        let wanted = self.whole.stages.last().and_then(|goal| goal.get(target));
        let mut pieces = self.whole.kinds.iter().zip(&self.anchors);
        wanted.is_some_and(|&(kind, at)| pieces.any(|piece| piece == (&kind, &at)))
    }

    /// The board on which only these targets are wanted.
    fn board(&mut self, wanted: &[bool]) -> Option<Board> {
        // It is made anew for each piece, which takes as long as so many lookups.
        self.work += (self.whole.kinds.len() * self.whole.cells()) as u64;
        Board::of_part(self.puzzle, self.from, wanted)
    }

    /// Which targets are to be met next: one more than are met. If that was tried in vain, those that are nearest to where the piece is, and to where
    /// it is to go, need not stay.
    fn wanted(&self, next: usize) -> Vec<bool> {
        let mut wanted = vec![false; self.order.len()];
        let mut met = self.order[..self.met].to_vec();
        if self.doublings > 0 {
            let places = self.puzzle.goal().places();
            let (piece, to) = places[next];
            let at = self.whole.cell(self.anchors[piece.index()]);
            let apart = |a: Cell, b: Cell| a.column.abs_diff(b.column) + a.row.abs_diff(b.row);
            met.sort_by_key(|&target| {
                let cell = places[target].1;
                apart(at, cell).min(apart(to, cell))
            });
            met.drain(..met.len().min(LOOSE << (2 * self.doublings)));
        }
        met.into_iter().chain([next]).for_each(|target| wanted[target] = true);
        wanted
    }

    /// Steps that bring a piece home, and those that have made way for it back, as `board` wants them.
    fn way_home(
        &mut self,
        next: usize,
        board: &Board,
        variants: &[Variant],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<PieceStep>>, StopReason> {
        let mut only = vec![false; self.order.len()];
        only[next] = true;
        let Some(part) = self.board(&only) else { return Ok(None) };
        let (anchors, piece) = (self.anchors.clone(), self.puzzle.goal().places()[next].0.0);
        let mut way = Vec::new();
        if let Some(alone) = self.search(&part, &anchors, &variants[..1], budget)? {
            way = without_needless(&part, (&anchors, 0), alone, budget)?;
            let back = with_others_back(&anchors, &way, &[piece]);
            if solves(board, (&anchors, 0), &back) {
                return Ok(Some(back));
            }
        }
        let mut there = anchors;
        way.iter().for_each(|go| there[usize::from(go.piece)] = go.to);
        let rest = self.search(board, &there, variants, budget)?;
        Ok(rest.map(|rest| [way, rest].concat()))
    }

    /// The pieces take that way; those whose targets were not wanted are the next to be brought home again.
    fn take(&mut self, next: usize, wanted: &[bool], way: Vec<PieceStep>) {
        way.iter().for_each(|go| self.anchors[usize::from(go.piece)] = go.to);
        self.way.extend(way);
        let (met, rest) = self.order.split_at(self.met);
        let (kept, loose): (Vec<usize>, Vec<usize>) =
            met.iter().partition(|&&target| wanted[target]);
        let rest = rest.iter().filter(|&&target| target != next);
        self.met = kept.len() + 1;
        self.loosened += usize::from(!loose.is_empty());
        self.order = kept.into_iter().chain([next]).chain(loose).chain(rest.copied()).collect();
        (self.tried, self.doublings) = (0, self.doublings.saturating_sub(1));
    }

    /// Steps from there that meet the goal of a board, by the first of some searches that finds any.
    fn search(
        &mut self,
        board: &Board,
        anchors: &[u16],
        variants: &[Variant],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<PieceStep>>, StopReason> {
        let (bytes, most) = (budget.progress.bytes, A_TRY << self.doublings);
        for &variant in variants {
            let end = match WidthSearch::new(board, variant, (anchors, 0), budget) {
                Ok(mut search) => {
                    let end = search.run(most, budget);
                    self.work += search.work();
                    end
                }
                Err(why) => Err(why),
            };
            budget.progress.bytes = bytes;
            match end {
                Ok(End::Found(way)) => return Ok(Some(way)),
                // Another search, or one for another piece, may need less.
                Ok(End::Nothing | End::Paused) | Err(StopReason::Memory) => {}
                Err(why) => return Err(why),
            }
        }
        Ok(None)
    }

    /// Begins again at the start, in another order.
    fn begin_anew(&mut self) {
        self.orders += 1;
        self.sort();
        (self.met, self.doublings, self.loosened) = (0, 0, 0);
        self.anchors.clone_from(&self.start);
        self.way.clear();
    }

    /// Puts the targets in the next order: what is farthest from the middle of the floor first, since whoever is home there is in nobody's way;
    /// or row by row, or column by column on a board that is wide. What could not be met comes earlier.
    fn sort(&mut self) {
        let (places, size) = (self.puzzle.goal().places(), self.puzzle.size());
        let mut is_met = vec![false; self.order.len()];
        self.order[..self.met].iter().for_each(|&target| is_met[target] = true);
        let along = |Cell { column, row }: Cell| {
            let is_wide = size.width() > size.height();
            u32::from(if is_wide { size.width() as u8 - column } else { size.height() as u8 - row })
        };
        let rank = |&target: &usize| {
            let (nearest, farthest) = self.depths[target];
            let (first, second) = match self.orders % 3 {
                0 => (nearest, farthest),
                1 => (along(places[target].1), nearest),
                _ => (farthest, nearest),
            };
            let chance = match self.orders {
                0 => 0,
                orders => (hash(&(orders, target)) >> 32) as u32 % 9,
            };
            let earlier = if self.orders > 0 && !is_met[target] { 12 } else { 0 };
            Reverse((4 * first + chance + earlier, second, Reverse(target)))
        };
        let mut order: Vec<usize> = (0..self.order.len()).collect();
        order.sort_by_key(rank);
        self.order = order;
    }
}

/// The steps of each cell of the floor from its middle, which is where the sum of the ways to all other cells is least.
fn depths(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<Vec<u32>, StopReason> {
    let size = puzzle.size();
    let mut best = (u32::MAX, vec![0; size.area()]);
    for middle in size.cells().filter(|&cell| !puzzle.walls().contains(cell)) {
        budget.check_after(size.area())?;
        let mut steps = vec![u32::MAX; size.area()];
        let (mut sum, mut open) = (0, VecDeque::from([middle]));
        steps[size.index(middle)] = 0;
        while let Some(cell) = open.pop_front() {
            let next = steps[size.index(cell)] + 1;
            for there in Direction::ALL.into_iter().filter_map(|way| cell.step(way)) {
                let is_floor = size.contains(there) && !puzzle.walls().contains(there);
                if is_floor && steps[size.index(there)] == u32::MAX {
                    steps[size.index(there)] = next;
                    sum += next;
                    open.push_back(there);
                }
            }
        }
        // A cell of a small room of its own has short ways, since there are few.
        let unreached = steps.iter().filter(|&&steps| steps == u32::MAX).count();
        let sum = sum + (unreached * size.area()) as u32;
        if sum < best.0 {
            best = (sum, steps);
        }
    }
    Ok(best.1)
}

#[cfg(test)]
mod tests {
    use super::super::Order;
    use super::super::novelty::Facts;
    use super::*;
    use crate::puzzle::{Metric, Setup};
    use crate::solver::budget::unwatched;
    use crate::solver::request::Limits;
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;

    const VARIANTS: [Variant; 1] = [Variant { facts: Facts::Kinds, order: Order::Distance }];

    /// Boards on which pieces of several shapes all have a place in the goal, which random steps have led away from.
    #[test]
    fn many_pieces_come_home_one_by_one() {
        let goals: [&[&str]; 3] = [
            &["abcd", "efgh", "ijkl", "mn.."],
            &["aabbc", "ddefc", "gghf.", "gijj."],
            &["aabbcc", "defghc", "dijjk.", "llmmk.", "noop.."],
        ];
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for goal in goals {
            let home = Setup::blocks(goal, goal).build().unwrap();
            for _ in 0..4 {
                let mut position = home.start().clone();
                for _ in 0..2000 {
                    let moves = home.moves(&position, Metric::Step);
                    position.play(&home, moves.choose(&mut rng).unwrap()).unwrap();
                }
                let puzzle = Setup::of(&home, &position).build().unwrap();
                let (from, board) = (puzzle.start(), Board::new(&puzzle).unwrap());
                let budget = &mut unwatched(Limits::default());
                let one_by_one = OneByOne::new((&puzzle, from, &board), budget).unwrap();
                let mut one_by_one = one_by_one.expect("the goal names many pieces");
                let way = loop {
                    match one_by_one.turn(&VARIANTS, budget).unwrap() {
                        End::Found(way) => break way,
                        End::Paused => {}
                        End::Nothing => panic!("{puzzle:?}"),
                    }
                };
                assert!(solves(&board, (&board.anchors(from).unwrap(), 0), &way), "{puzzle:?}");
            }
        }
    }

    #[test]
    fn the_middle_is_not_in_a_small_room() {
        let puzzle = Setup::blocks(&[".#a...", ".#...."], &[".....a", "......"]).build().unwrap();
        let depths = depths(&puzzle, &mut unwatched(Limits::default())).unwrap();
        assert_eq!((depths[0], depths[2..6].iter().max()), (u32::MAX, Some(&2)));
    }
}
