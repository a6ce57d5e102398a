//! A way to the goal made shorter and shorter: beams look for another one from end to end, then windows of it are replaced by what
//! beams find between their ends.
//!
//! Beams from end to end become wider and wider, and the last of them is led by the clock. Where one gets no nearer to the goal it is helped on.
//! Where such a beam cannot but be narrow for the board, so that it is helped often, windows have a part of the time: narrow beams and short
//! windows come first and cost least; when they gain little, both grow. All threads work, each on another window. Steps and slides differ
//! in the beams, and in how wide and how patient these are.

use super::beam::manhattan_heuristic::ManhattanHeuristic;
use super::beam::widths::Widths;
use super::beam::{End, Extent, GoOn};
use super::board::TileBoard;
use super::moves::Moves;
use super::row_by_row;
use crate::solver::search::pool::{share_out, watched};
use crate::solver::{Budget, StopReason};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Up to so many cells beams from end to end are wide enough to have all the time, and windows only what is left where memory holds no wider ones.
const SMALL: usize = 100;

/// The part of the time that they have on larger boards.
const SHARE: f64 = 0.55;

/// The time of which they have that part where there is no limit.
const PATIENCE: Duration = Duration::from_secs(10);

/// The part of the time left after which a beam that is late is stopped: how far it has come is to be led home.
const AT_MOST: f64 = 0.99;

/// A way that is being shortened: the blank's cells, its first included.
struct PathShortening<'a, M, const N: usize> {
    board: &'a TileBoard,
    start: &'a [u8],
    way: Vec<usize>,
    moves: PhantomData<M>,
}

/// What one thread does at a time.
struct Task {
    /// The board at the first end.
    cells: Vec<u8>,
    /// The places of both ends in the way.
    ends: (usize, usize),
}

/// Shortens a way from `start` to the goal of `board`, whose first cell is the blank's own, until it has no more than `enough` moves, the
/// clock shows `until`, a limit is reached, or nothing more can be tried. Returns the best way, and what stopped it if anything did.
pub(super) fn shorten<M: Moves>(
    board: &TileBoard,
    start: &[u8],
    way: Vec<usize>,
    (enough, until): (u32, Option<Duration>),
    budget: &mut Budget<'_>,
) -> (Vec<usize>, Result<(), StopReason>) {
    // States hold their cells in place, and so need a constant size. Each size is compiled by itself; four keep small states
    // small.
    let run = match start.len() {
        0..=36 => PathShortening::<M, 36>::run,
        37..=64 => PathShortening::<M, 64>::run,
        65..=100 => PathShortening::<M, 100>::run,
        _ => PathShortening::<M, 256>::run,
    };
    let run = |budget: &mut Budget<'_>| run(board, start, way, enough, budget);
    match until {
        Some(until) => budget.for_at_most(until.saturating_sub(budget.elapsed()), run),
        None => run(budget),
    }
}

impl<'a, M: Moves, const N: usize> PathShortening<'a, M, N> {
    fn run(
        board: &'a TileBoard,
        start: &'a [u8],
        way: Vec<usize>,
        enough: u32,
        budget: &mut Budget<'_>,
    ) -> (Vec<usize>, Result<(), StopReason>) {
        let mut shortening = Self { board, start, way, moves: PhantomData };
        let (share, patience) = if N > SMALL { (SHARE, Some(PATIENCE)) } else { (1.0, None) };
        let left = budget.limits().time.map(|time| time.saturating_sub(budget.elapsed()));
        let ended = match left.or(patience) {
            Some(time) => {
                budget.for_at_most(time.mul_f64(share), |budget| shortening.beams(enough, budget))
            }
            None => shortening.beams(enough, budget),
        };
        // It may be that only the time of beams from end to end is over.
        let ended = ended.or_else(|_| budget.check());
        let ended = ended.and_then(|()| shortening.windows(enough, budget));
        (shortening.way, ended)
    }

    /// Tries windows, wider and wider, until nothing more can be tried.
    ///
    /// # Errors
    /// What stopped it.
    fn windows(&mut self, enough: u32, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let ([mut width, _, widest], mut window) = (M::WIDTHS, M::FIRST_WINDOW);
        while width <= widest && self.way.len() - 1 > enough as usize {
            let before = self.way.len();
            self.sweep(window, width, budget)?;
            // A gain of less than two in a hundred is not worth another round of the same.
            if (before - self.way.len()) * 50 < before {
                window = (window * 3 / 2).min(self.way.len() * 2);
                width = width * 3 / 2;
            }
        }
        Ok(())
    }

    /// Looks for another way from end to end with wider and wider beams.
    ///
    /// # Errors
    /// What stopped it.
    fn beams(&mut self, enough: u32, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        // Tables of weights come first, which would be made before a beam hears that it is to stop.
        budget.check()?;
        let goal = self.board.goal();
        let home = self.way[self.way.len() - 1];
        let heuristic = ManhattanHeuristic::to_goal(self.board.sides(), goal, home);
        let [_, narrowest, widest] = M::WIDTHS;
        let mut widths = Widths::new(narrowest, widest);
        let mut storage = None;
        while self.way.len() - 1 > enough as usize {
            let (before, moves) = (budget.elapsed(), self.way.len());
            let left = budget.limits().time.map(|time| time.saturating_sub(before));
            let narrower = |&width: &usize| Some(width / 2).filter(|&next| next > widths.last());
            let mut fitting = std::iter::successors(widths.next(moves, left), narrower);
            let Some(width) = fitting.find(|&width| M::fits::<N>(width, moves, budget)) else {
                return Ok(());
            };
            let mut kept = M::next_storage(storage.take(), width, moves, budget);
            let (ends, threads) = (budget.ends(), budget.limits().threads);
            let extent = Extent { ends, patience: M::STUCK, threads, ..Extent::new(width, moves) };
            let mut found = None;
            let mut beam = |budget: &mut Budget<'_>| {
                counted(budget, |go_on| found = self.another(&heuristic, extent, &mut kept, go_on))
            };
            let ended = match left {
                Some(left) => budget.for_at_most(left.mul_f64(AT_MOST), beam),
                None => beam(budget),
            };
            storage = Some(kept);
            if let Some(way) = found {
                let way = self.led_home(way, budget)?;
                if way.len() < moves {
                    self.way = way;
                    self.tell(budget);
                }
            }
            if ended.is_err() {
                // It may be that only its own time is over.
                return budget.check();
            }
            widths.took(width, moves, budget.elapsed() - before);
        }
        Ok(())
    }

    /// Tells how good the way is by now, and what it is if it is better than before.
    fn tell(&self, budget: &mut Budget<'_>) {
        let moves = Some(self.way.len() as u32 - 1);
        if std::mem::replace(&mut budget.progress.upper_bound, moves) != moves {
            budget.found(|| self.board.raise(self.start, &self.way));
        }
    }

    /// Tries every window once: those that begin at even halves, and then those between.
    fn sweep(
        &mut self,
        window: usize,
        width: usize,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        // The second round is half a window on: what the end of one window holds in place lies inside another.
        for first in [0, window / 2] {
            let tasks = self.tasks(first, window);
            let mut found = Vec::new();
            let ended = self.on_all(&tasks, width, budget, &mut found);
            // What was found before it was told to stop is kept. From the last on, so that places before it stay what they are.
            for (task, way) in tasks.iter().zip(found).rev() {
                if let Some(way) = way {
                    self.way.splice(task.ends.0..=task.ends.1, way);
                }
            }
            let way = std::mem::take(&mut self.way);
            self.way = self.joined(way);
            self.tell(budget);
            ended?;
        }
        Ok(())
    }

    /// Windows of so many moves, one after the other from the place `first` on.
    fn tasks(&self, first: usize, window: usize) -> Vec<Task> {
        let last = self.way.len() - 1;
        let mut cells = self.start.to_vec();
        self.follow(&mut cells, &self.way[..=first.min(last)]);
        let mut tasks = Vec::new();
        for first in (first..last).step_by(window) {
            let end = (first + window).min(last);
            tasks.push(Task { cells: cells.clone(), ends: (first, end) });
            self.follow(&mut cells, &self.way[first..=end]);
        }
        tasks
    }

    /// Does tasks on all threads; what comes of each is found, as far as they were done.
    ///
    /// # Errors
    /// What stopped them.
    fn on_all(
        &self,
        tasks: &[Task],
        width: usize,
        budget: &mut Budget<'_>,
        found: &mut Vec<Option<Vec<usize>>>,
    ) -> Result<(), StopReason> {
        let moves = tasks.iter().map(|task| task.ends.1 - task.ends.0);
        let moves = moves.max().unwrap_or(0);
        let threads = budget.limits().threads.clamp(1, tasks.len().max(1));
        // Each thread works in a storage of its own.
        budget.room(threads as u64 * M::bytes::<N>(width, moves))?;
        counted(budget, |go_on| {
            let storage = || M::storage(width, moves);
            *found = share_out(threads, tasks.iter(), storage, |storage, task| {
                self.between(task, width, storage, go_on)
            });
        })
    }

    /// The way of a beam from the start, helped on where it is stuck, as far as it comes; nothing if it becomes too long at once.
    fn another(
        &self,
        heuristic: &ManhattanHeuristic<N>,
        extent: Extent,
        storage: &mut M::Storage<N>,
        go_on: GoOn<'_>,
    ) -> Option<Vec<usize>> {
        let (mut cells, mut way) = (self.start.to_vec(), vec![self.way[0]]);
        let (mut rest, mut nearest) = (None, u32::MAX);
        loop {
            let limit = (self.way.len() - 1).checked_sub(way.len() - 1)?;
            let (extent, heuristic) =
                (Extent { limit, ..extent }, rest.as_ref().unwrap_or(heuristic));
            let (more, is_home) =
                match M::search(self.board, heuristic, &cells, extent, storage, go_on) {
                    End::Goal(more) => (more, true),
                    End::Stuck(more) => (more, false),
                    // It may have been stopped at once, or has seen all states of what is left of the board.
                    End::Nothing => return (way.len() > 1).then_some(way),
                };
            self.extend(&mut way, &mut cells, more);
            if is_home || !go_on(0) {
                return Some(way);
            }
            let distance = self.distances(&cells).iter().sum();
            if distance < nearest && distance > cells.len() as u32 {
                // The blank has come to where all is in order, with much out of order elsewhere.
                nearest = distance;
                let walk = self.walk_to_disorder(&cells, way[way.len() - 1]);
                self.extend(&mut way, &mut cells, walk);
            } else {
                let Some(line) = row_by_row::first_line(self.board, &cells, go_on) else {
                    return Some(way);
                };
                self.extend(&mut way, &mut cells, line);
                way = self.joined(way);
                // What has been solved stays so: the beam would be stuck where it was before.
                let solved = row_by_row::solved_lines(self.board, &cells);
                rest = Some(heuristic.within(&solved));
            }
        }
    }

    /// By cell: how many moves its tile is from home.
    fn distances(&self, cells: &[u8]) -> Vec<u32> {
        let mut homes = [0; N];
        for (cell, &tile) in self.board.goal().iter().enumerate() {
            homes[usize::from(tile)] = cell;
        }
        let distance = |(cell, &tile): (usize, &u8)| match tile {
            0 => 0,
            _ => self.apart(cell, homes[usize::from(tile)]),
        };
        cells.iter().enumerate().map(distance).collect()
    }

    /// Moves between two cells.
    fn apart(&self, cell: usize, other: usize) -> u32 {
        let columns = self.board.sides().0;
        let lines = |cell| (cell / columns, cell % columns);
        let ((row, column), (other_row, other_column)) = (lines(cell), lines(other));
        (row.abs_diff(other_row) + column.abs_diff(other_column)) as u32
    }

    /// The blank's way, along its row and then a column, to the tile around which the most is far from home.
    fn walk_to_disorder(&self, cells: &[u8], blank: usize) -> Vec<usize> {
        let (distances, columns) = (self.distances(cells), self.board.sides().0);
        let around = |cell: usize| -> u32 {
            let near = (0..cells.len()).filter(|&other| self.apart(cell, other) <= 2);
            near.map(|other| distances[other]).sum()
        };
        let away = (0..cells.len()).filter(|&cell| distances[cell] > 0);
        let to = away.max_by_key(|&cell| around(cell)).unwrap_or(blank);
        let mut way = vec![blank];
        let corner = blank / columns * columns + to % columns;
        for (end, stride) in [(corner, 1), (to, columns)] {
            let from = way[way.len() - 1];
            way.extend((1..=from.abs_diff(end) / stride).map(|steps| {
                if end > from { from + steps * stride } else { from - steps * stride }
            }));
        }
        way
    }

    /// A way from the start, led on home if it does not end there.
    ///
    /// # Errors
    /// What stopped it.
    fn led_home(
        &self,
        mut way: Vec<usize>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<usize>, StopReason> {
        let mut cells = self.start.to_vec();
        self.follow(&mut cells, &way);
        if cells != self.board.goal() {
            let rest = row_by_row::solve(self.board, &cells, budget)?;
            self.extend(&mut way, &mut cells, rest);
        }
        Ok(self.joined(way))
    }

    /// Goes on along a way that begins where the other ends.
    fn extend(&self, way: &mut Vec<usize>, cells: &mut [u8], more: Vec<usize>) {
        self.follow(cells, &more);
        way.extend(more.into_iter().skip(1));
    }

    /// A shorter way between the ends of a window, if a beam finds one.
    fn between(
        &self,
        task: &Task,
        width: usize,
        storage: &mut M::Storage<N>,
        go_on: GoOn<'_>,
    ) -> Option<Vec<usize>> {
        // Tables for the heuristic come first, which many windows would make before they hear of it.
        if !go_on(0) {
            return None;
        }
        let (first, last) = task.ends;
        let mut goal = task.cells.clone();
        self.follow(&mut goal, &self.way[first..=last]);
        let heuristic = ManhattanHeuristic::towards(self.board.sides(), &goal, self.way[last]);
        // One thread is enough here, as the windows are shared out to all of them already.
        let extent = Extent::new(width, last - first);
        match M::search(self.board, &heuristic, &task.cells, extent, storage, go_on) {
            End::Goal(way) => Some(way),
            End::Stuck(_) | End::Nothing => None,
        }
    }

    fn joined(&self, way: Vec<usize>) -> Vec<usize> {
        M::joined(way, self.board.sides().0)
    }

    /// Moves the blank along `way`, its own cell first, each time along a row or a column.
    fn follow(&self, cells: &mut [u8], way: &[usize]) {
        let columns = self.board.sides().0;
        for pair in way.windows(2) {
            let (mut at, to) = (pair[0], pair[1]);
            let stride = if at / columns == to / columns { 1 } else { columns };
            while at != to {
                let next = if to > at { at + stride } else { at - stride };
                cells.swap(at, next);
                at = next;
            }
        }
    }
}

/// Does work elsewhere while the clock is watched, and counts the states that it tells of.
pub(super) fn counted<T: Send>(
    budget: &mut Budget<'_>,
    work: impl FnOnce(GoOn<'_>) -> T + Send,
) -> Result<T, StopReason> {
    let made = AtomicU64::new(0);
    let before = budget.progress.states;
    let done = watched(
        budget,
        |stop| {
            work(&|states| {
                // Relaxed: the count and the flag carry no data, and `watched` waits for the worker before the count is read
                // last.
                made.fetch_add(states, Ordering::Relaxed);
                !stop.load(Ordering::Relaxed)
            })
        },
        |progress| progress.states = before + made.load(Ordering::Relaxed),
    );
    budget.progress.states = before + made.load(Ordering::Relaxed);
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Metric, Setup};
    use crate::solver::tiles::moves::{Slides, Steps};
    use crate::solver::{Limits, NoMonitor};

    #[test]
    fn a_slide_is_the_steps_along_its_line() {
        let sorted: Vec<u32> = (1..12).chain([0]).collect();
        let puzzle = Setup::numbers(4, 3, &sorted).build().unwrap();
        let board = TileBoard::of(&puzzle, Metric::Slide).unwrap();
        let start: Vec<u8> = (0..12).collect();
        let (way, moves) = (vec![0], PhantomData::<Slides>);
        let on = PathShortening::<_, 36> { board: &board, start: &start, way, moves };
        let after = |ways: &[&[usize]]| {
            let mut cells = start.clone();
            ways.iter().for_each(|way| on.follow(&mut cells, way));
            cells
        };
        let there = after(&[&[0, 2, 10, 9]]);
        assert_eq!(there, after(&[&[0, 1, 2, 6, 10, 9]]));
        assert_eq!(there, [1, 2, 6, 3, 4, 5, 10, 7, 8, 0, 9, 11]);
        assert_eq!(start, after(&[&[0, 2, 10, 9], &[9, 10, 2, 0]]));
    }

    /// By steps and by slides, wherever the blank's goal is. A narrow beam is stuck over and over on a large board.
    #[test]
    fn a_beam_that_is_stuck_is_helped_home() {
        for hole in [0, 65, 143] {
            helped_home::<Steps>(Metric::Step, hole, 24);
            helped_home::<Slides>(Metric::Slide, hole, 8);
        }
    }

    fn helped_home<M: Moves>(metric: Metric, hole: usize, width: usize) {
        let sorted: Vec<u32> = (1..144).chain([0]).collect();
        let puzzle = Setup::numbers(12, 12, &sorted).build().unwrap();
        let goal: Vec<u8> = (1..=hole as u8).chain([0]).chain(hole as u8 + 1..144).collect();
        let board = TileBoard::of(&puzzle, metric).unwrap().with_walls(goal.clone(), &[]);
        // The blank wanders about.
        let (mut start, mut blank, mut random) = (goal.clone(), hole, 1_u32);
        for _ in 0..60_000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let near: Vec<usize> = board.near(blank).collect();
            let next = near[(random >> 16) as usize % near.len()];
            start.swap(blank, next);
            blank = next;
        }
        let (way, moves) = (vec![blank; 5000], PhantomData::<M>);
        let on = PathShortening::<M, 256> { board: &board, start: &start, way, moves };
        let heuristic = ManhattanHeuristic::to_goal((12, 12), &goal, hole);
        let alone = Extent { patience: M::STUCK, ..Extent::new(width, 5000) };
        let mut storage = M::storage(width, 5000);
        let stuck = M::search(&board, &heuristic, &start, alone, &mut storage, &|_| true);
        assert!(matches!(stuck, End::Stuck(_)), "{metric:?} {hole}: it needs no help");
        let way = on.another(&heuristic, alone, &mut storage, &|_| true);
        let way = way.unwrap_or_else(|| panic!("{metric:?} {hole}: too long"));
        let mut unwatched = NoMonitor;
        let budget = &mut Budget::new(&mut unwatched, Limits::default());
        let helped = on.led_home(way, budget).unwrap();
        let mut cells = start.clone();
        on.follow(&mut cells, &helped);
        assert_eq!(cells, goal, "{metric:?} {hole}");
        let End::Stuck(stuck) = stuck else { unreachable!() };
        let unhelped = on.led_home(stuck, budget).unwrap();
        assert!(helped.len() < unhelped.len(), "{metric:?} {hole}");
    }

    #[test]
    fn the_blank_walks_to_where_tiles_are_far_from_home() {
        let sorted: Vec<u32> = (1..144).chain([0]).collect();
        let puzzle = Setup::numbers(12, 12, &sorted).build().unwrap();
        let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
        let mut cells = board.goal().to_vec();
        cells[12..36].rotate_left(5);
        let (way, moves) = (vec![143], PhantomData::<Steps>);
        let on = PathShortening::<_, 256> { board: &board, start: &cells, way, moves };
        let walk = on.walk_to_disorder(&cells, 143);
        assert!((12..36).contains(&walk[walk.len() - 1]), "{walk:?}");
        assert!(walk.windows(2).all(|pair| board.near(pair[0]).any(|near| near == pair[1])));
        assert_eq!(walk.len() as u32 - 1, on.apart(143, walk[walk.len() - 1]));
    }
}
