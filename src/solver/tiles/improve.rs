//! A way to the goal made shorter and shorter: beams look for another one from end to end, then windows of it are replaced by what
//! beams find between their ends.
//!
//! Narrow beams and short windows come first and cost least; when they gain little, both grow, until a window is the whole way
//! and the beam as wide as memory allows. All threads work, each with other choices or on another window.

use super::beam::{Beam, End, Room};
use super::guide::Lines;
use super::lowered::Lowered;
use super::rows::{self, without_detours};
use super::watched::watched;
use crate::puzzle::Direction;
use crate::solver::{Stop, Watch};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Moves in the first windows.
const FIRST_WINDOW: usize = 60;

/// States in a layer of the first beams.
const FIRST_WIDTH: usize = 60;

/// States in a layer of the first beam from end to end.
const OUTRIGHT: usize = 256;

/// The part of the time that beams from end to end may take.
const SHARE: f64 = 0.6;

/// How much longer a beam takes that is twice as wide, at least.
const TWICE: u32 = 2;

/// The time of which beams from end to end take their part, if there is no limit.
const PATIENCE: Duration = Duration::from_secs(10);

/// The widest beam.
const WIDEST: usize = 1 << 17;

/// Layers after which a beam from end to end that gets no nearer to the goal is stuck.
const STUCK: usize = 80;

/// How often a stuck beam is helped.
const HELPS: usize = 24;

/// A way that is being shortened: the blank's cells, its first included.
pub(super) struct Shortening<'a> {
    board: &'a Lowered,
    start: &'a [u8],
    way: Vec<usize>,
}

/// What one thread does at a time.
struct Task {
    /// The board at the first end.
    cells: Vec<u8>,
    /// The places of both ends in the way.
    ends: (usize, usize),
    /// Another seed makes other choices.
    seed: u64,
}

/// What says whether to go on, told the states made since it was asked last.
type GoOn<'a> = &'a (dyn Fn(u64) -> bool + Sync);

impl<'a> Shortening<'a> {
    /// Begins with a way from `start` to the goal of `board`.
    pub(super) fn new(board: &'a Lowered, start: &'a [u8], way: Vec<usize>) -> Shortening<'a> {
        Shortening { board, start, way }
    }

    /// Shortens the way until it has no more than `enough` moves, the clock shows `until`, a limit is reached, or nothing more
    /// can be tried. Returns the best way.
    pub(super) fn run(
        mut self,
        enough: u32,
        until: Option<Duration>,
        watch: &mut Watch<'_>,
    ) -> Vec<usize> {
        if self.outright(until, watch).is_err() {
            return self.way;
        }
        let (mut window, mut width) = (FIRST_WINDOW, FIRST_WIDTH);
        while width <= WIDEST && self.way.len() - 1 > enough as usize {
            let before = self.way.len();
            if self.sweep(window, width, until, watch).is_err() {
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
    fn outright(&mut self, until: Option<Duration>, watch: &mut Watch<'_>) -> Result<(), Stop> {
        let limit = until
            .or(watch.limits().time)
            .unwrap_or(PATIENCE)
            .mul_f64(SHARE);
        let mut width = OUTRIGHT;
        let mut last = Duration::ZERO;
        while watch.elapsed() + last * TWICE < limit && width <= WIDEST {
            let before = watch.elapsed();
            let whole = (0, self.way.len() - 1);
            let task = |seed| Task {
                cells: self.start.to_vec(),
                ends: whole,
                seed,
            };
            let tasks: Vec<Task> = (0..watch.limits().threads as u64).map(task).collect();
            let found = self.on_all(&tasks, width, None, watch, |task, go_on| {
                self.end_to_end(task, width, go_on)
            });
            let found = match found {
                // Windows are shorter, and so have room for longer.
                Err(Stop::Memory) => break,
                found => found?,
            };
            if let Some(way) = found.into_iter().flatten().min_by_key(Vec::len)
                && way.len() < self.way.len()
            {
                self.way = way;
                self.tell(watch);
            }
            last = watch.elapsed() - before;
            width *= 2;
        }
        Ok(())
    }

    /// Tells how good the way is by now, and what it is if it is better than before.
    fn tell(&self, watch: &mut Watch<'_>) {
        let moves = Some(self.way.len() as u32 - 1);
        if std::mem::replace(&mut watch.progress.upper_bound, moves) != moves {
            watch.found(|| self.board.raise_blank(self.start, &self.way));
        }
    }

    /// Tries every window once: those that begin at even halves, and then those between.
    fn sweep(
        &mut self,
        window: usize,
        width: usize,
        until: Option<Duration>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        for first in [0, window / 2] {
            let tasks = self.windows(first, window);
            let found = self.on_all(&tasks, width, until, watch, |task, go_on| {
                self.between(task, width, go_on)
            })?;
            // From the last on, so that places before it stay what they are.
            for (task, way) in tasks.iter().zip(found).rev() {
                if let Some(way) = way {
                    self.way.splice(task.ends.0..=task.ends.1, way);
                }
            }
            self.way = without_detours(std::mem::take(&mut self.way));
            self.tell(watch);
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
            tasks.push(Task {
                cells: cells.clone(),
                ends: (first, end),
                seed: 0,
            });
            follow(&mut cells, &self.way[first..=end]);
        }
        tasks
    }

    /// Does tasks on all threads, and returns what comes of each.
    fn on_all<T: Send>(
        &self,
        tasks: &[Task],
        width: usize,
        until: Option<Duration>,
        watch: &mut Watch<'_>,
        work: impl Fn(&Task, GoOn<'_>) -> T + Sync,
    ) -> Result<Vec<T>, Stop> {
        if until.is_some_and(|until| watch.elapsed() >= until) {
            return Err(Stop::Time);
        }
        let moves = tasks
            .iter()
            .map(|task| task.ends.1 - task.ends.0)
            .max()
            .unwrap_or(0);
        let threads = watch.limits().threads.clamp(1, tasks.len().max(1));
        watch.room(
            threads as u64
                * Room::<<Lines<256> as super::guide::Guide>::Board>::bytes(width, moves),
        )?;
        let (made, next, done) = (
            AtomicU64::new(0),
            AtomicUsize::new(0),
            Mutex::new(Vec::new()),
        );
        let toil = |stop: &AtomicBool| {
            let go_on = |states| {
                made.fetch_add(states, Ordering::Relaxed);
                !stop.load(Ordering::Relaxed)
            };
            while let Some((number, task)) = take(tasks, &next) {
                let result = work(task, &go_on);
                done.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push((number, result));
            }
        };
        let before = watch.progress.states;
        watched(
            watch,
            |stop| {
                std::thread::scope(|scope| {
                    (1..threads).for_each(|_| drop(scope.spawn(|| toil(stop))));
                    toil(stop);
                });
            },
            |progress| progress.states = before + made.load(Ordering::Relaxed),
        )?;
        watch.progress.states = before + made.load(Ordering::Relaxed);
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|&(number, _)| number);
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }

    /// Another way from end to end, if a beam finds one that is shorter, helped over where it is stuck.
    fn end_to_end(&self, task: &Task, width: usize, go_on: GoOn<'_>) -> Option<Vec<usize>> {
        let mut cells = task.cells.clone();
        let mut way = vec![self.way[0]];
        for _ in 0..HELPS {
            let left = (self.way.len() - 1).checked_sub(way.len() - 1)?;
            let (directions, home) = match self.beam(
                &cells,
                self.board.goal(),
                left,
                (width, task.seed),
                STUCK,
                go_on,
            ) {
                End::Goal(directions) => (directions, true),
                End::Stuck(directions) => (directions, false),
                End::Nothing => return None,
            };
            let more = self.cells_of(way[way.len() - 1], &directions);
            self.extend(&mut way, &mut cells, more);
            if home {
                return Some(without_detours(way));
            }
            let line = rows::first_line(self.board, &cells);
            if line.len() == 1 {
                return None;
            }
            self.extend(&mut way, &mut cells, line);
        }
        None
    }

    /// Goes on along a way that begins where the other ends.
    fn extend(&self, way: &mut Vec<usize>, cells: &mut [u8], more: Vec<usize>) {
        follow(cells, &more);
        way.extend(more.into_iter().skip(1));
    }

    /// A shorter way between the ends of a window, if a beam finds one.
    fn between(&self, task: &Task, width: usize, go_on: GoOn<'_>) -> Option<Vec<usize>> {
        let (first, last) = task.ends;
        let mut goal = task.cells.clone();
        follow(&mut goal, &self.way[first..=last]);
        match self.beam(
            &task.cells,
            &goal,
            last - first,
            (width, task.seed),
            usize::MAX,
            go_on,
        ) {
            End::Goal(directions) => Some(self.cells_of(self.way[first], &directions)),
            End::Stuck(_) | End::Nothing => None,
        }
    }

    /// Sends out a beam of this width and seed towards `goal`.
    fn beam(
        &self,
        cells: &[u8],
        goal: &[u8],
        limit: usize,
        how: (usize, u64),
        patience: usize,
        go_on: GoOn<'_>,
    ) -> End {
        match cells.len() {
            0..=36 => self.sized::<36>(cells, goal, limit, how, patience, go_on),
            37..=64 => self.sized::<64>(cells, goal, limit, how, patience, go_on),
            65..=100 => self.sized::<100>(cells, goal, limit, how, patience, go_on),
            _ => self.sized::<256>(cells, goal, limit, how, patience, go_on),
        }
    }

    fn sized<const N: usize>(
        &self,
        cells: &[u8],
        goal: &[u8],
        limit: usize,
        (width, seed): (usize, u64),
        patience: usize,
        go_on: GoOn<'_>,
    ) -> End {
        let guide = Lines::<N>::towards(self.board, goal);
        let mut room = Room::new(width, limit);
        let beam = Beam::new(&guide, width, seed, &mut room).patient(patience);
        beam.run(cells, limit, go_on)
    }

    /// The blank's cells when it goes from `blank` in `directions`, its first included.
    fn cells_of(&self, blank: usize, directions: &[u8]) -> Vec<usize> {
        let mut at = blank;
        let steps = directions.iter().map(|&direction| {
            let direction = Direction::ALL[usize::from(direction)];
            at = self
                .board
                .next(at, direction)
                .expect("the beam stays on the board");
            at
        });
        std::iter::once(blank).chain(steps).collect()
    }
}

/// The next task that nobody has taken, and its number.
fn take<'t>(tasks: &'t [Task], next: &AtomicUsize) -> Option<(usize, &'t Task)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    tasks.get(number).map(|task| (number, task))
}

/// Moves the blank along `way`, its own cell first.
fn follow(cells: &mut [u8], way: &[usize]) {
    way.windows(2).for_each(|pair| cells.swap(pair[0], pair[1]));
}
