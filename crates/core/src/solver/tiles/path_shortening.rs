//! A way to the goal made shorter and shorter: beams look for another one from end to end, then windows of it are replaced by what
//! beams find between their ends.
//!
//! Narrow beams and short windows come first and cost least; when they gain little, both grow, until a window is the whole way
//! and the beam as wide as memory allows. All threads work, each with other choices or on another window. Steps and slides differ in
//! the beams, and in how wide and how long these are.

use super::beam::by_slides::{self, Extent};
use super::beam::manhattan_heuristic::{ManhattanHeuristic, State};
use super::beam::widths::Widths;
use super::beam::{Beam, BeamStorage, End, GoOn};
use super::board::TileBoard;
use super::row_by_row;
use super::row_by_row::without_detours;
use crate::solver::search::pool::{share_out, watched};
use crate::solver::{Budget, StopReason};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The part of the time that beams from end to end may take.
const SHARE: f64 = 0.8;

/// Of that the part until one of them has found a shorter way. On the largest boards none may, and windows shall have time.
const TRIAL: f64 = 0.4;

/// Of all time the part that a beam may take which would be the first to find one: windows of the way before would gain less.
const AT_MOST: f64 = 0.95;

/// The time of which beams from end to end take their part, if there is no limit.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a stuck beam is helped.
const HELPS: usize = 24;

/// The moves that ways are made of.
pub(super) trait Moves: Sync {
    /// Where a beam works.
    type Storage<const N: usize>: Send;

    /// Moves in the first windows.
    const FIRST_WINDOW: usize;
    /// States in a layer of the first beams in windows, of the first one from end to end, and of the widest.
    const WIDTHS: [usize; 3];
    /// Layers after which a beam from end to end that gets no nearer to the goal is stuck.
    const STUCK: usize;

    /// Bytes of a beam of this width that makes so many moves at most.
    fn bytes<const N: usize>(width: usize, moves: usize) -> u64;

    /// Room for one beam of this width with `most` moves.
    fn storage<const N: usize>(width: usize, most: usize) -> Self::Storage<N>;

    /// Room for the next of a series of beams, `last` being that of the one before. `None` if it does not fit.
    fn next_storage<const N: usize>(
        last: Option<Self::Storage<N>>,
        width: usize,
        moves: usize,
        budget: &Budget<'_>,
    ) -> Option<Self::Storage<N>>;

    /// The blank's cells on a way that a beam finds, its own first.
    fn search<const N: usize>(
        board: &TileBoard,
        heuristic: &ManhattanHeuristic<N>,
        cells: &[u8],
        extent: Extent,
        storage: &mut Self::Storage<N>,
        go_on: GoOn<'_>,
    ) -> End<Vec<usize>>;

    /// The way without moves that can be left out where two ways have been joined.
    fn joined(way: Vec<usize>, columns: usize) -> Vec<usize>;
}

/// Moves of one tile by one cell.
pub(super) struct Steps;

/// Moves of all tiles between the blank and another cell of its row or column.
pub(super) struct Slides;

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
    run(board, start, way, (enough, until), budget)
}

impl<'a, M: Moves, const N: usize> PathShortening<'a, M, N> {
    fn run(
        board: &'a TileBoard,
        start: &'a [u8],
        way: Vec<usize>,
        (enough, until): (u32, Option<Duration>),
        budget: &mut Budget<'_>,
    ) -> (Vec<usize>, Result<(), StopReason>) {
        let mut shortening = Self { board, start, way, moves: PhantomData };
        let ended = shortening
            .outright(enough, until, budget)
            .and_then(|()| shortening.windows(enough, until, budget));
        (shortening.way, ended)
    }

    /// Tries windows, wider and wider, until nothing more can be tried.
    ///
    /// # Errors
    /// What stopped it.
    fn windows(
        &mut self,
        enough: u32,
        until: Option<Duration>,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        let ([mut width, _, widest], mut window) = (M::WIDTHS, M::FIRST_WINDOW);
        while width <= widest && self.way.len() - 1 > enough as usize {
            let before = self.way.len();
            self.sweep(window, width, until, budget)?;
            // A gain of less than two in a hundred is not worth another round of the same.
            if (before - self.way.len()) * 50 < before {
                window = (window * 3 / 2).min(self.way.len() * 2);
                width = width * 3 / 2;
            }
        }
        Ok(())
    }

    /// Looks for another way from end to end, with wider and wider beams for a part of the time.
    ///
    /// # Errors
    /// What stopped it.
    fn outright(
        &mut self,
        enough: u32,
        until: Option<Duration>,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        // Tables of weights come first, which would be made before a beam hears that it is to stop.
        budget.check()?;
        let time = until.or(budget.limits().time).unwrap_or(PATIENCE);
        let whole = time.mul_f64(SHARE);
        let goal = self.board.goal();
        let home = self.way[self.way.len() - 1];
        let heuristic = ManhattanHeuristic::to_goal(self.board.sides(), goal, home);
        let mut widths = Widths::new(M::WIDTHS[1], M::WIDTHS[2]);
        let mut storage = None;
        let first = self.way.len();
        while self.way.len() - 1 > enough as usize {
            let (before, moves) = (budget.elapsed(), self.way.len());
            let limit = if moves < first { whole } else { whole.mul_f64(TRIAL) };
            let Some(width) = widths.next(moves, Some(limit.saturating_sub(before))) else {
                return Ok(());
            };
            let Some(mut kept) = M::next_storage(storage.take(), width, moves, budget) else {
                // Windows are shorter, and so have room for longer.
                return Ok(());
            };
            let mut found = None;
            let threads = budget.limits().threads;
            let beam = |budget: &mut Budget<'_>| {
                let how = (&heuristic, width, threads);
                counted(budget, |go_on| found = self.end_to_end(how, &mut kept, go_on))
            };
            // It ends by the clock: from a beam that was stuck early nothing can be told of how long this one takes.
            let most = if moves < first { whole } else { time.mul_f64(AT_MOST) };
            let ended = budget.for_at_most(most.saturating_sub(before), beam);
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
        until: Option<Duration>,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        // The second round is half a window on: what the end of one window holds in place lies inside another.
        for first in [0, window / 2] {
            let tasks = self.tasks(first, window);
            let mut found = Vec::new();
            let ended = self.on_all(&tasks, width, until, budget, &mut found);
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
        until: Option<Duration>,
        budget: &mut Budget<'_>,
        found: &mut Vec<Option<Vec<usize>>>,
    ) -> Result<(), StopReason> {
        if until.is_some_and(|until| budget.elapsed() >= until) {
            return Err(StopReason::Time);
        }
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

    /// The way of a beam from the start, helped over where it is stuck, as far as it comes; nothing if it becomes too long.
    fn end_to_end(
        &self,
        (heuristic, width, threads): (&ManhattanHeuristic<N>, usize, usize),
        storage: &mut M::Storage<N>,
        go_on: GoOn<'_>,
    ) -> Option<Vec<usize>> {
        let mut cells = self.start.to_vec();
        let mut way = vec![self.way[0]];
        for _ in 0..HELPS {
            let limit = (self.way.len() - 1).checked_sub(way.len() - 1)?;
            let extent = Extent { limit, width, patience: M::STUCK, threads };
            let (more, home) =
                match M::search(self.board, heuristic, &cells, extent, storage, go_on) {
                    End::Goal(more) => (more, true),
                    End::Stuck(more) => (more, false),
                    End::Nothing => return None,
                };
            self.extend(&mut way, &mut cells, more);
            let line = (!home).then(|| row_by_row::first_line(self.board, &cells, go_on));
            let Some(line) = line.flatten() else { break };
            self.extend(&mut way, &mut cells, line);
            way = self.joined(way);
        }
        Some(way)
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
        let extent = Extent { limit: last - first, width, patience: usize::MAX, threads: 1 };
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

impl Moves for Steps {
    type Storage<const N: usize> = BeamStorage<State<N>>;

    const FIRST_WINDOW: usize = 60;
    const WIDTHS: [usize; 3] = [60, 256, 1 << 20];
    const STUCK: usize = 80;

    fn bytes<const N: usize>(width: usize, moves: usize) -> u64 {
        Self::Storage::<N>::bytes(width, moves)
    }

    fn storage<const N: usize>(width: usize, moves: usize) -> Self::Storage<N> {
        BeamStorage::new(width, moves)
    }

    fn next_storage<const N: usize>(
        last: Option<Self::Storage<N>>,
        width: usize,
        moves: usize,
        budget: &Budget<'_>,
    ) -> Option<Self::Storage<N>> {
        let fits = Self::Storage::<N>::fits(width, moves, budget);
        fits.then(|| BeamStorage::next_of_series(last, (width, Self::WIDTHS[2]), moves, budget))
    }

    fn search<const N: usize>(
        board: &TileBoard,
        heuristic: &ManhattanHeuristic<N>,
        cells: &[u8],
        extent: Extent,
        storage: &mut Self::Storage<N>,
        go_on: GoOn<'_>,
    ) -> End<Vec<usize>> {
        let beam = Beam::new(heuristic, extent.width, extent.threads).patient(extent.patience);
        let blank = cells.iter().position(|&tile| tile == 0).unwrap_or(0);
        match beam.search(cells, extent.limit, storage, go_on) {
            End::Goal(directions) => End::Goal(board.blank_cells(blank, &directions)),
            End::Stuck(directions) => End::Stuck(board.blank_cells(blank, &directions)),
            End::Nothing => End::Nothing,
        }
    }

    fn joined(way: Vec<usize>, _columns: usize) -> Vec<usize> {
        without_detours(way)
    }
}

impl Moves for Slides {
    type Storage<const N: usize> = ();

    const FIRST_WINDOW: usize = 24;
    const WIDTHS: [usize; 3] = [64, 64, 1 << 16];
    const STUCK: usize = 40;

    fn bytes<const N: usize>(width: usize, moves: usize) -> u64 {
        by_slides::bytes::<N>(width, moves)
    }

    fn storage<const N: usize>(_width: usize, _moves: usize) {}

    fn next_storage<const N: usize>(
        _last: Option<()>,
        width: usize,
        moves: usize,
        budget: &Budget<'_>,
    ) -> Option<()> {
        budget.room(Self::bytes::<N>(width, moves)).ok()
    }

    fn search<const N: usize>(
        _board: &TileBoard,
        heuristic: &ManhattanHeuristic<N>,
        cells: &[u8],
        extent: Extent,
        (): &mut (),
        go_on: GoOn<'_>,
    ) -> End<Vec<usize>> {
        by_slides::search(heuristic, cells, extent, go_on)
    }

    /// Cells that lie on a slide are left out.
    fn joined(way: Vec<usize>, columns: usize) -> Vec<usize> {
        let mut kept: Vec<usize> = Vec::with_capacity(way.len());
        for cell in way {
            let lies_on_a_line = |kept: &[usize]| match kept {
                [.., before, last] => {
                    let all = [*before, *last, cell];
                    let one = |line: fn(usize, usize) -> usize| {
                        all.iter().all(|&one| line(one, columns) == line(cell, columns))
                    };
                    one(|cell, columns| cell / columns) || one(|cell, columns| cell % columns)
                }
                _ => false,
            };
            while lies_on_a_line(&kept) {
                kept.pop();
            }
            if kept.last() != Some(&cell) {
                kept.push(cell);
            }
        }
        kept
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

    #[test]
    fn steps_along_a_line_are_one_slide() {
        // A board of four columns: right, right, down, and back up again.
        assert_eq!(Slides::joined(vec![0, 1, 2, 6, 10, 9], 4), [0, 2, 10, 9]);
        assert_eq!(Slides::joined(vec![0, 1, 5, 1, 2], 4), [0, 2]);
        assert_eq!(Slides::joined(vec![0, 1, 0], 4), [0]);
        assert_eq!(Slides::joined(vec![0, 3, 1], 4), [0, 1]);
    }
}
