//! A way to the goal made shorter and shorter: beams look for another one from end to end, then windows of it are replaced by what
//! beams find between their ends.
//!
//! Narrow beams and short windows come first and cost least; when they gain little, both grow, until a window is the whole way
//! and the beam as wide as memory allows. All threads work, each with other choices or on another window.

use super::beam::manhattan_heuristic::{ManhattanHeuristic, Weighed};
use super::beam::widths::Widths;
use super::beam::{Beam, BeamStorage, End, GoOn};
use super::board::TileBoard;
use super::row_by_row;
use super::row_by_row::without_detours;
use crate::puzzle::Direction;
use crate::solver::search::pool::{share_out, watched};
use crate::solver::{Budget, StopReason};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Moves in the first windows.
const FIRST_WINDOW: usize = 60;

/// States in a layer of the first beams.
const FIRST_WIDTH: usize = 60;

/// States in a layer of the first beam from end to end.
const OUTRIGHT: usize = 256;

/// The part of the time that beams from end to end may take.
const SHARE: f64 = 0.8;

/// Of that the part until one of them has found a shorter way. On the largest boards none may, and windows shall have time.
const TRIAL: f64 = 0.4;

/// Of all time the part that a beam may take which would be the first to find one: windows of the way before would gain less.
const AT_MOST: f64 = 0.95;

/// The time of which beams from end to end take their part, if there is no limit.
const PATIENCE: Duration = Duration::from_secs(10);

/// The widest beam.
const WIDEST: usize = 1 << 20;

/// Layers after which a beam from end to end that gets no nearer to the goal is stuck.
const STUCK: usize = 80;

/// How often a stuck beam is helped.
const HELPS: usize = 24;

/// A way that is being shortened: the blank's cells, its first included.
pub(crate) struct PathShortening<'a, const N: usize, const WORDS: usize> {
    board: &'a TileBoard,
    start: &'a [u8],
    way: Vec<usize>,
}

/// What one thread does at a time.
struct Task {
    /// The board at the first end.
    cells: Vec<u8>,
    /// The places of both ends in the way.
    ends: (usize, usize),
}

/// Where beams work.
type Space<const N: usize, const WORDS: usize> = BeamStorage<Weighed<N, WORDS>, ()>;

impl<'a, const N: usize, const WORDS: usize> PathShortening<'a, N, WORDS> {
    /// Begins with a way from `start` to the goal of `board`.
    pub(crate) fn new(board: &'a TileBoard, start: &'a [u8], way: Vec<usize>) -> Self {
        PathShortening { board, start, way }
    }

    /// Shortens the way until it has no more than `enough` moves, the clock shows `until`, a limit is reached, or nothing more
    /// can be tried. Returns the best way.
    pub(crate) fn run(
        mut self,
        enough: u32,
        until: Option<Duration>,
        budget: &mut Budget<'_>,
    ) -> Vec<usize> {
        if self.outright(enough, until, budget).is_err() {
            return self.way;
        }
        let (mut window, mut width) = (FIRST_WINDOW, FIRST_WIDTH);
        while width <= WIDEST && self.way.len() - 1 > enough as usize {
            let before = self.way.len();
            if self.sweep(window, width, until, budget).is_err() {
                break;
            }
            // A gain of less than two in a hundred is not worth another round of the same.
            if (before - self.way.len()) * 50 < before {
                window = (window * 3 / 2).min(self.way.len() * 2);
                width = width * 3 / 2;
            }
        }
        self.way
    }

    /// Looks for another way from end to end, with wider and wider beams for a part of the time.
    fn outright(
        &mut self,
        enough: u32,
        until: Option<Duration>,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        let time = until.or(budget.limits().time).unwrap_or(PATIENCE);
        let whole = time.mul_f64(SHARE);
        let goal = self.board.goal();
        let home = self.way[self.way.len() - 1];
        let heuristic = ManhattanHeuristic::to_goal(self.board.sides(), goal, home);
        let mut widths = Widths::new(OUTRIGHT, WIDEST);
        let mut room: Option<Space<N, WORDS>> = None;
        let first = self.way.len();
        while self.way.len() - 1 > enough as usize {
            let (before, moves) = (budget.elapsed(), self.way.len());
            let limit = if moves < first { whole } else { whole.mul_f64(TRIAL) };
            let Some(width) = widths.next(moves, Some(limit.saturating_sub(before))) else {
                return Ok(());
            };
            if !Space::<N, WORDS>::fits(width, moves, budget) {
                // Windows are shorter, and so have room for longer.
                return Ok(());
            }
            let mut kept = match room.take() {
                // The storage is taken for a whole series, so it nearly always fits the next beam as well.
                Some(room) if room.width() >= width => room,
                _ => BeamStorage::for_series(width, WIDEST, moves, budget),
            };
            let beam = Beam::new(&heuristic, width, budget.limits().threads).patient(STUCK);
            let mut found = None;
            let search = |budget: &mut Budget<'_>| {
                counted(budget, |go_on| found = self.end_to_end(&beam, &mut kept, go_on))
            };
            // It ends by the clock: from a beam that was stuck early nothing can be told of how long this one takes.
            let most = if moves < first { whole } else { time.mul_f64(AT_MOST) };
            let ended = budget.for_at_most(most.saturating_sub(before), search);
            room = Some(kept);
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
            budget.found(|| self.board.raise_blank(self.start, &self.way));
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
            let tasks = self.windows(first, window);
            let mut found = Vec::new();
            let ended = self.on_all(&tasks, width, until, budget, &mut found);
            // What was found before it was told to stop is kept. From the last on, so that places before it stay what they are.
            for (task, way) in tasks.iter().zip(found).rev() {
                if let Some(way) = way {
                    self.way.splice(task.ends.0..=task.ends.1, way);
                }
            }
            self.way = without_detours(std::mem::take(&mut self.way));
            self.tell(budget);
            ended?;
        }
        Ok(())
    }

    /// Windows of so many moves, one after the other from the place `first` on.
    fn windows(&self, first: usize, window: usize) -> Vec<Task> {
        let last = self.way.len() - 1;
        let mut cells = self.start.to_vec();
        follow(&mut cells, &self.way[..=first.min(last)]);
        let mut tasks = Vec::new();
        for first in (first..last).step_by(window) {
            let end = (first + window).min(last);
            tasks.push(Task { cells: cells.clone(), ends: (first, end) });
            follow(&mut cells, &self.way[first..=end]);
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
        budget.room(threads as u64 * Space::<N, WORDS>::bytes(width, moves))?;
        counted(budget, |go_on| {
            let room = || BeamStorage::new(width, moves);
            *found = share_out(threads, tasks.iter(), room, |room, task| {
                self.between(task, width, room, go_on)
            });
        })
    }

    /// The way of a beam from the start, helped over where it is stuck, as far as it comes; nothing if it becomes too long.
    fn end_to_end(
        &self,
        beam: &Beam<'_, ManhattanHeuristic<N, WORDS>>,
        room: &mut Space<N, WORDS>,
        go_on: GoOn<'_>,
    ) -> Option<Vec<usize>> {
        let mut cells = self.start.to_vec();
        let mut way = vec![self.way[0]];
        for _ in 0..HELPS {
            let left = (self.way.len() - 1).checked_sub(way.len() - 1)?;
            let (directions, home) = match beam.search(&cells, left, room, go_on) {
                End::Goal(directions) => (directions, true),
                End::Stuck(directions) => (directions, false),
                End::Nothing => return None,
            };
            let more = self.cells_of(way[way.len() - 1], &directions);
            self.extend(&mut way, &mut cells, more);
            let line = (!home).then(|| row_by_row::first_line(self.board, &cells, go_on));
            let Some(line) = line.flatten() else { break };
            self.extend(&mut way, &mut cells, line);
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
        follow(&mut cells, &way);
        if cells != self.board.goal() {
            let rest = row_by_row::solve(self.board, &cells, budget)?;
            self.extend(&mut way, &mut cells, rest);
        }
        Ok(without_detours(way))
    }

    /// Goes on along a way that begins where the other ends.
    fn extend(&self, way: &mut Vec<usize>, cells: &mut [u8], more: Vec<usize>) {
        follow(cells, &more);
        way.extend(more.into_iter().skip(1));
    }

    /// A shorter way between the ends of a window, if a beam finds one.
    fn between(
        &self,
        task: &Task,
        width: usize,
        room: &mut Space<N, WORDS>,
        go_on: GoOn<'_>,
    ) -> Option<Vec<usize>> {
        let (first, last) = task.ends;
        let mut goal = task.cells.clone();
        follow(&mut goal, &self.way[first..=last]);
        let heuristic = ManhattanHeuristic::towards(self.board.sides(), &goal, self.way[last]);
        // One thread is enough here, as the windows are shared out to all of them already.
        let beam = Beam::new(&heuristic, width, 1);
        match beam.search(&task.cells, last - first, room, go_on) {
            End::Goal(directions) => Some(self.cells_of(self.way[first], &directions)),
            End::Stuck(_) | End::Nothing => None,
        }
    }

    /// The blank's cells when it goes from `blank` in `directions`, its first included.
    fn cells_of(&self, blank: usize, directions: &[u8]) -> Vec<usize> {
        let mut at = blank;
        let steps = directions.iter().map(|&direction| {
            let direction = Direction::ALL[usize::from(direction)];
            at = self.board.next(at, direction).expect("the beam stays on the board");
            at
        });
        std::iter::once(blank).chain(steps).collect()
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

/// Moves the blank along `way`, its own cell first.
pub(super) fn follow(cells: &mut [u8], way: &[usize]) {
    way.windows(2).for_each(|pair| cells.swap(pair[0], pair[1]));
}
