//! A single blank that brings all tiles of a floor home, one biconnected component after another.
//!
//! In a component tiles come home one by one, each by a search that looks at it and the blank alone, in an order that is planned before
//! (`fill_order`). What is left in the end is small enough for a search of all arrangements, or two circles that share a way (`theta`).

use super::TileStep;
use super::fill_order::{MOST_LAST, plan};
use super::row_by_row::{RowByRow, shortest_way};
use super::theta;
use crate::solver::budget::{Budget, StopReason};
use crate::solver::tiles::biconnected::{Change, Component, components};
use crate::solver::tiles::board::TileBoard;
use rustc_hash::FxHashMap;

/// How often the searches for one or two tiles ask whether to go on before they give up, each time after some hundreds of states.
const MOST_ASKED: usize = 1 << 14;

/// A blank on its way through a part of the floor, on which all other blanks are numbered as if they were tiles.
pub(crate) struct OneBlank<'a> {
    board: &'a TileBoard,
    held: Vec<u8>,
    goal: Vec<u8>,
    blank: usize,
    /// What it has done so far.
    pub(super) steps: Vec<TileStep>,
}

impl<'a> OneBlank<'a> {
    /// The blank that is at `blank` will go, and which of two others is which may be `swapped`. None if there is no solution of this kind.
    pub(crate) fn of(
        board: &'a TileBoard,
        part: &[usize],
        held: &[u8],
        (blank, swapped): (usize, bool),
    ) -> Option<OneBlank<'a>> {
        let (mut cells, mut goal) = (held.to_vec(), board.goal().to_vec());
        let homes = || part.iter().copied().filter(|&cell| board.goal()[cell] == 0);
        let home = homes().find(|&home| home == blank).or_else(|| homes().next_back())?;
        let (mut now, mut then): (Vec<usize>, Vec<usize>) = (
            part.iter().copied().filter(|&cell| held[cell] == 0 && cell != blank).collect(),
            homes().filter(|&cell| cell != home).collect(),
        );
        // Those first that are where one is wanted.
        now.sort_by_cached_key(|&cell| usize::from(board.goal()[cell] != 0));
        then.sort_by_cached_key(|&cell| usize::from(held[cell] != 0));
        match &mut then[..] {
            [first, second, ..] if swapped => std::mem::swap(first, second),
            _ if swapped => return None,
            _ => {}
        }
        // Tiles are numbered from 1 on, so that there are numbers left for all other blanks; with the largest number of tiles there is none.
        for ((number, now), then) in board.spare_numbers().zip(now).zip(then) {
            (cells[now], goal[then]) = (number as u8, number as u8);
        }
        let mut one = OneBlank { board, held: cells, goal, blank, steps: Vec::new() };
        one.go_to(home);
        let can = |component: &Component| one.change(component) != Change::Never;
        one.components().iter().all(can).then_some(one)
    }

    fn components(&self) -> Vec<Component> {
        components(self.board, &vec![true; self.held.len()], self.blank)
    }

    fn change(&self, component: &Component) -> Change {
        component.change(self.board, &self.held, &self.goal)
    }

    /// Moves the blank to neighbouring cells.
    fn go(&mut self, cells: &[usize]) {
        for &cell in cells {
            let step = (cell, self.blank);
            // A blank that changes places with another one is no step.
            if usize::from(self.held[cell]) <= self.board.tiles() {
                self.steps.push(step);
            }
            self.held.swap(cell, self.blank);
            self.blank = cell;
        }
    }

    /// Moves the blank to a cell; the cells that it has been on, its own first.
    fn go_to(&mut self, to: usize) -> Vec<usize> {
        let way = shortest_way(self.blank, |cell| cell == to, |cell| self.board.near(cell));
        let way = way.unwrap_or_else(|| vec![self.blank]);
        self.go(&way[1..]);
        way
    }

    /// Brings all tiles home, one biconnected component after another. Whether it has got there.
    pub(super) fn home(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        let home = self.blank;
        for component in self.components() {
            let change = self.change(&component);
            if change == Change::None {
                continue;
            }
            let mut out = self.go_to(component.entry);
            out.reverse();
            let is_done = match change {
                Change::Rounds(rounds) => {
                    self.go_round(&component, rounds);
                    true
                }
                _ => self.fill(&component, &out, budget)?,
            };
            if !is_done {
                return Ok(false);
            }
            self.go(&out[1..]);
            debug_assert_eq!(self.blank, home);
        }
        Ok(true)
    }

    /// Moves the blank round a circle so often, or the other way round if that is less.
    fn go_round(&mut self, circle: &Component, rounds: usize) {
        let mut round = [&circle.cells[..], &[circle.entry]].concat();
        let length = circle.cells.len();
        if 2 * rounds > length {
            round[..length].reverse();
        }
        (0..rounds.min(length - rounds)).for_each(|_| self.go(&round));
    }

    /// Brings the tiles of a component home whose entry the blank is at, when it will go `home` afterwards. Whether it has got there.
    fn fill(
        &mut self,
        component: &Component,
        home: &[usize],
        budget: &mut Budget<'_>,
    ) -> Result<bool, StopReason> {
        let mut core = vec![false; self.held.len()];
        core[component.entry] = true;
        component.cells.iter().for_each(|&cell| core[cell] = true);
        let Some(plan) = plan(self.board, &core, component.entry, budget)? else {
            return Ok(false);
        };
        // The goal is as it is before the blank goes home from the cell where the plan ends.
        let back =
            shortest_way(plan.root, |cell| cell == component.entry, |cell| self.board.near(cell));
        let mut goal = self.goal.clone();
        let back = back.unwrap_or_default();
        for way in [home, &back] {
            way.windows(2).rev().for_each(|pair| goal.swap(pair[0], pair[1]));
        }
        let mut rows = RowByRow::of(self.board, goal.clone(), self.held.clone(), self.blank);
        (0..core.len()).filter(|&cell| !core[cell]).for_each(|cell| rows.fixed[cell] = true);
        let mut asked = 0;
        let mut go_on = || {
            asked += 1;
            budget.check().map_err(Some)?;
            if asked > MOST_ASKED { Err(None) } else { Ok(()) }
        };
        for next in &plan.order {
            let filled = match next.ends {
                Some(ends) => rows.fill_chain(&next.cells, ends, &mut go_on),
                None => rows.fill(&next.cells, &mut go_on),
            };
            match filled {
                Ok(true) => {}
                Ok(false) | Err(None) => return Ok(false),
                Err(Some(why)) => return Err(why),
            }
        }
        self.go(&rows.way[1..]);
        if plan.rest.len() > MOST_LAST {
            let ends = (&self.held[..], &goal[..]);
            let Some(way) = theta::solve(self.board, &plan.rest, ends, budget)? else {
                return Ok(false);
            };
            self.go(&way[1..]);
            self.go(&back[1..]);
            return Ok(true);
        }
        // In the end any blank may go.
        let is_tile = |tile: &u8| usize::from(*tile) <= self.board.tiles();
        let unnamed = |held: &[u8]| -> Vec<u8> {
            held.iter().map(|tile| if is_tile(tile) { *tile } else { 0 }).collect()
        };
        let ends = (unnamed(&self.held), unnamed(&goal));
        let Some(last) = last_cells(self.board, &plan.rest, (&ends.0, &ends.1), budget)? else {
            return Ok(false);
        };
        self.steps.extend(last);
        plan.rest.iter().for_each(|&cell| self.held[cell] = goal[cell]);
        self.blank = plan.root;
        self.go(&back[1..]);
        Ok(true)
    }
}

/// A shortest way to the goal on a few cells, by a search of all their arrangements; any blank may go.
pub(super) fn last_cells(
    board: &TileBoard,
    cells: &[usize],
    (held, goal): (&[u8], &[u8]),
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<TileStep>>, StopReason> {
    let state = |all: &[u8]| {
        let mut state = [0; MOST_LAST];
        state.iter_mut().zip(cells).for_each(|(held, &cell)| *held = all[cell]);
        state
    };
    let goal = state(goal);
    let mut found = vec![(state(held), 0, (0, 0))];
    let mut known: FxHashMap<[u8; MOST_LAST], ()> = FxHashMap::from_iter([(found[0].0, ())]);
    let mut at = 0;
    while let Some(&(now, _, _)) = found.get(at) {
        if now == goal {
            let mut steps = Vec::new();
            while at > 0 {
                steps.push(found[at].2);
                at = found[at].1;
            }
            steps.reverse();
            return Ok(Some(steps));
        }
        budget.check_after(cells.len())?;
        for (to, &cell) in cells.iter().enumerate().filter(|&(to, _)| now[to] == 0) {
            for next in board.near(cell) {
                let Some(from) = cells.iter().position(|&cell| cell == next) else { continue };
                let mut then = now;
                then.swap(from, to);
                if now[from] != 0 && known.insert(then, ()).is_none() {
                    found.push((then, at, (next, cell)));
                }
            }
        }
        at += 1;
    }
    Ok(None)
}
