//! A way to the goal of a rectangle, of one blank or several, with walls or without, made shorter and shorter: beams look for another one from
//! end to end, then windows of it are replaced by what beams find between their ends.
//!
//! Beams from end to end become wider and wider, and the last of them is led by the clock. Where one gets no nearer to the goal it is helped on.
//! Where such a beam cannot but be narrow for the board, so that it is helped often, windows have a part of the time: narrow beams and short
//! windows come first and cost least; when they gain little, both grow. All threads work, each on another window. Steps and slides differ
//! in the beams, and in how wide and how patient these are.

use super::beam::widths::Widths;
use super::beam::{End, Extent, GoOn};
use super::board::TileBoard;
use super::construct::{self, row_by_row};
use super::moves::{self, Beams, Moves, Way, beams};
use crate::solver::search::pool::{share_out, watched};
use crate::solver::{Budget, StopReason};
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

/// A way that is being shortened.
struct PathShortening<'a> {
    board: &'a TileBoard,
    start: &'a [u8],
    way: Way,
    moves: Moves,
}

/// What one thread does at a time.
struct Task {
    /// The board at the first end.
    cells: Vec<u8>,
    /// The places of both ends in the way.
    ends: (usize, usize),
}

/// Shortens a way from `start` to the goal of `board` until it has no more than `enough` moves, the clock shows `until`, a limit is reached, or
/// nothing more can be tried. Returns the best way, and what stopped it if anything did.
pub(super) fn shorten(
    (board, moves): (&TileBoard, Moves),
    start: &[u8],
    way: Way,
    (enough, until): (u32, Option<Duration>),
    budget: &mut Budget<'_>,
) -> (Way, Result<(), StopReason>) {
    let shortening = PathShortening { board, start, way, moves };
    let run = |budget: &mut Budget<'_>| shortening.run(enough, budget);
    match until {
        Some(until) => budget.for_at_most(until.saturating_sub(budget.elapsed()), run),
        None => run(budget),
    }
}

impl PathShortening<'_> {
    fn run(mut self, enough: u32, budget: &mut Budget<'_>) -> (Way, Result<(), StopReason>) {
        let is_small = self.start.len() <= SMALL;
        let (share, patience) = if is_small { (1.0, None) } else { (SHARE, Some(PATIENCE)) };
        let ended = match budget.time_left().or(patience) {
            Some(time) => {
                budget.for_at_most(time.mul_f64(share), |budget| self.beams(enough, budget))
            }
            None => self.beams(enough, budget),
        };
        // It may be that only the time of beams from end to end is over.
        let ended = ended.or_else(|_| budget.check());
        let ended = ended.and_then(|()| self.windows(enough, budget));
        (self.way, ended)
    }

    /// Tries windows, wider and wider, until nothing more can be tried.
    fn windows(&mut self, enough: u32, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let ([mut width, _, widest], mut window) = (self.moves.widths(), self.moves.first_window());
        while width <= widest && self.way.len() > enough as usize {
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
    fn beams(&mut self, enough: u32, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        // Tables of weights come first, which would be made before a beam hears that it is to stop.
        budget.check()?;
        let mut beams = beams(self.board, self.moves);
        beams.aim_home();
        let [_, narrowest, widest] = self.moves.widths();
        let mut widths = Widths::new(narrowest, widest);
        while self.way.len() > enough as usize {
            // One more than the moves of the way, all of which a beam may make.
            let (before, moves) = (budget.elapsed(), self.way.len() + 1);
            let left = budget.time_left();
            let narrower = |&width: &usize| Some(width / 2).filter(|&next| next > widths.last());
            let mut fitting = std::iter::successors(widths.next(moves, left), narrower);
            let Some(width) = fitting.find(|&width| beams.fits(width, moves, budget)) else {
                return Ok(());
            };
            beams.make_room_for_next(width, moves, budget);
            let (ends, threads) = (budget.ends(), budget.limits().threads);
            let patience = self.moves.stuck();
            let extent = Extent { ends, patience, threads, ..Extent::new(width, moves) };
            let mut found = None;
            let mut beam = |budget: &mut Budget<'_>| {
                counted(budget, |go_on| found = self.another(&mut *beams, extent, go_on))
            };
            let ended = match left {
                Some(left) => budget.for_at_most(left.mul_f64(AT_MOST), beam),
                None => beam(budget),
            };
            if let Some(way) = found
                && let Some(way) = self.led_home(way, budget)?
                && way.len() < self.way.len()
            {
                self.way = way;
                self.tell(budget);
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
        let path = moves::raised(self.board, self.start, &self.way);
        let moves = path.len() as u32;
        if budget.progress.upper_bound.is_none_or(|known| moves < known) {
            budget.improved(moves, || path.clone());
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
                    self.way.splice(task.ends.0..task.ends.1, way);
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
        let last = self.way.len();
        let mut cells = self.start.to_vec();
        self.follow(&mut cells, &self.way[..first.min(last)]);
        let mut tasks = Vec::new();
        for first in (first..last).step_by(window) {
            let end = (first + window).min(last);
            tasks.push(Task { cells: cells.clone(), ends: (first, end) });
            self.follow(&mut cells, &self.way[first..end]);
        }
        tasks
    }

    /// Does tasks on all threads; what comes of each is found, as far as they were done.
    fn on_all(
        &self,
        tasks: &[Task],
        width: usize,
        budget: &mut Budget<'_>,
        found: &mut Vec<Option<Way>>,
    ) -> Result<(), StopReason> {
        let moves = tasks.iter().map(|task| task.ends.1 - task.ends.0);
        let moves = moves.max().unwrap_or(0);
        let threads = budget.limits().threads.clamp(1, tasks.len().max(1));
        // Each thread works in a storage of its own.
        let bytes = beams(self.board, self.moves).bytes(width, moves);
        budget.room(threads as u64 * bytes)?;
        counted(budget, |go_on| {
            let beams = || {
                let mut beams = beams(self.board, self.moves);
                beams.make_room(width, moves);
                beams
            };
            *found = share_out(threads, tasks.iter(), beams, |beams, task| {
                self.between(task, width, &mut **beams, go_on)
            });
        })
    }

    /// The way of a beam from the start, helped on where it is stuck, as far as it comes; nothing if it becomes too long at once.
    fn another(&self, beams: &mut dyn Beams, extent: Extent, go_on: GoOn<'_>) -> Option<Way> {
        let (mut cells, mut way) = (self.start.to_vec(), Way::new());
        let mut nearest = u32::MAX;
        beams.let_go();
        loop {
            let limit = self.way.len().checked_sub(way.len())?;
            let (more, is_home) = match beams.search(&cells, Extent { limit, ..extent }, go_on) {
                End::Goal(more) => (more, true),
                End::Stuck(more) => (more, false),
                // It may have been stopped at once, or has seen all states of what is left of the board.
                End::Nothing => return (!way.is_empty()).then_some(way),
            };
            self.extend(&mut way, &mut cells, more);
            if is_home || !go_on(0) {
                return Some(way);
            }
            let distance = self.distances(&cells).iter().sum();
            if distance < nearest && distance > cells.len() as u32 {
                // The blank has come to where all is in order, with much out of order elsewhere.
                nearest = distance;
                let walk = self.walk_to_disorder(&cells);
                self.extend(&mut way, &mut cells, walk);
            } else if !self.board.is_whole() {
                // Among walls what is left takes fewer moves if all cells may still change.
                return Some(way);
            } else {
                let (board, named) = self.board.as_one_blank(&cells);
                let Some(line) = row_by_row::first_line(&board, &named, go_on) else {
                    return Some(way);
                };
                self.extend(&mut way, &mut cells, moves::along(&line));
                way = self.joined(way);
                // What has been solved stays so: the beam would be stuck where it was before.
                let solved = row_by_row::solved_lines(&board, &self.board.as_one_blank(&cells).1);
                beams.keep(&solved);
            }
        }
    }

    /// By cell: how many moves its tile is from home.
    fn distances(&self, cells: &[u8]) -> Vec<u32> {
        let mut homes = vec![0; cells.len()];
        for (cell, &tile) in self.board.goal().iter().enumerate() {
            homes[usize::from(tile)] = cell;
        }
        let distance = |(cell, &tile): (usize, &u8)| match tile {
            0 => 0,
            _ => self.board.apart(cell, homes[usize::from(tile)]),
        };
        cells.iter().enumerate().map(distance).collect()
    }

    /// The nearest blank's way, along its row and then a column where no wall is between, to the tile around which the most is far from home.
    fn walk_to_disorder(&self, cells: &[u8]) -> Way {
        let distances = self.distances(cells);
        let around = |cell: usize| -> u32 {
            let near = (0..cells.len()).filter(|&other| self.board.apart(cell, other) <= 2);
            near.map(|other| distances[other]).sum()
        };
        let blanks = (0..cells.len()).filter(|&cell| cells[cell] == 0);
        let away = (0..cells.len()).filter(|&cell| distances[cell] > 0);
        let Some(to) = away.max_by_key(|&cell| around(cell)) else { return Way::new() };
        let Some(blank) = blanks.min_by_key(|&blank| self.board.apart(blank, to)) else {
            return Way::new();
        };
        moves::along(&row_by_row::row_first(self.board, blank, to))
    }

    /// A way from the start, led on home if it does not end there; nothing if no way home is found, as may be with several blanks.
    fn led_home(&self, mut way: Way, budget: &mut Budget<'_>) -> Result<Option<Way>, StopReason> {
        let mut cells = self.start.to_vec();
        self.follow(&mut cells, &way);
        if cells != self.board.goal() {
            let Some(steps) = construct::first(self.board, &cells, budget)? else {
                return Ok(None);
            };
            let rest = moves::by(&steps);
            self.extend(&mut way, &mut cells, rest);
        }
        Ok(Some(self.joined(way)))
    }

    /// Goes on along a way that begins where the other ends, but for what only lets two blanks change places.
    fn extend(&self, way: &mut Way, cells: &mut [u8], mut more: Way) {
        if self.board.blanks() > 1 {
            let mut held = cells.to_vec();
            more.retain(|ends| {
                let is_move = held[ends[1]] != 0;
                self.follow(&mut held, &[*ends]);
                is_move
            });
        }
        self.follow(cells, &more);
        way.extend(more);
    }

    /// A shorter way between the ends of a window, if a beam finds one.
    fn between(
        &self,
        task: &Task,
        width: usize,
        beams: &mut dyn Beams,
        go_on: GoOn<'_>,
    ) -> Option<Way> {
        // Tables for the heuristic come first, which many windows would make before they hear of it.
        if !go_on(0) {
            return None;
        }
        let (first, last) = task.ends;
        let mut goal = task.cells.clone();
        self.follow(&mut goal, &self.way[first..last]);
        beams.aim(&goal);
        // One thread is enough here, as the windows are shared out to all of them already.
        let extent = Extent::new(width, last - first);
        match beams.search(&task.cells, extent, go_on) {
            End::Goal(way) => Some(way),
            End::Stuck(_) | End::Nothing => None,
        }
    }

    fn joined(&self, way: Way) -> Way {
        self.moves.joined(way, self.board.sides().0)
    }

    /// Moves blanks along `way`.
    fn follow(&self, cells: &mut [u8], way: &[[usize; 2]]) {
        let steps = way.iter().flat_map(|&ends| moves::steps(self.board.sides().0, ends));
        steps.for_each(|(from, to)| cells.swap(from, to));
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
    use crate::solver::Limits;
    use crate::solver::budget::unwatched;
    use crate::solver::tiles::tests::wandered;

    #[test]
    fn a_slide_is_the_steps_along_its_line() {
        let sorted: Vec<u32> = (1..12).chain([0]).collect();
        let puzzle = Setup::numbers(4, 3, &sorted).build().unwrap();
        let board = TileBoard::of(&puzzle, Metric::Slide).unwrap();
        let start: Vec<u8> = (0..12).collect();
        let (way, moves) = (Way::new(), Moves::Slides);
        let on = PathShortening { board: &board, start: &start, way, moves };
        let after = |ways: &[&[usize]]| {
            let mut cells = start.clone();
            ways.iter().for_each(|way| on.follow(&mut cells, &moves::along(way)));
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
            helped_home(Metric::Step, Moves::Steps, hole, 24);
            helped_home(Metric::Slide, Moves::Slides, hole, 8);
        }
    }

    fn helped_home(metric: Metric, moves: Moves, hole: usize, width: usize) {
        let sorted: Vec<u32> = (1..144).chain([0]).collect();
        let puzzle = Setup::numbers(12, 12, &sorted).build().unwrap();
        let goal: Vec<u8> = (1..=hole as u8).chain([0]).chain(hole as u8 + 1..144).collect();
        let board = TileBoard::of(&puzzle, metric).unwrap().with_walls(goal.clone(), &[]);
        let start = wandered(&board, &goal, 60_000, 1);
        // It is only how long it is that counts.
        let way = vec![[hole; 2]; 4999];
        let on = PathShortening { board: &board, start: &start, way, moves };
        let alone = Extent { patience: moves.stuck(), ..Extent::new(width, 5000) };
        let mut beams = beams(&board, moves);
        beams.aim_home();
        beams.make_room(width, 5000);
        let stuck = beams.search(&start, alone, &|_| true);
        assert!(matches!(stuck, End::Stuck(_)), "{metric:?} {hole}: it needs no help");
        let way = on.another(&mut *beams, alone, &|_| true);
        let way = way.unwrap_or_else(|| panic!("{metric:?} {hole}: too long"));
        let budget = &mut unwatched(Limits::default());
        let helped = on.led_home(way, budget).unwrap().unwrap();
        let mut cells = start.clone();
        on.follow(&mut cells, &helped);
        assert_eq!(cells, goal, "{metric:?} {hole}");
        let End::Stuck(stuck) = stuck else { unreachable!() };
        let unhelped = on.led_home(stuck, budget).unwrap().unwrap();
        assert!(helped.len() < unhelped.len(), "{metric:?} {hole}");
    }

    #[test]
    fn the_blank_walks_to_where_tiles_are_far_from_home() {
        let sorted: Vec<u32> = (1..144).chain([0]).collect();
        let puzzle = Setup::numbers(12, 12, &sorted).build().unwrap();
        let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
        let mut cells = board.goal().to_vec();
        cells[12..36].rotate_left(5);
        let (way, moves) = (Way::new(), Moves::Steps);
        let on = PathShortening { board: &board, start: &cells, way, moves };
        let walk = on.walk_to_disorder(&cells);
        let end = walk[walk.len() - 1][1];
        assert!((12..36).contains(&end), "{walk:?}");
        assert!(walk.iter().all(|&[from, to]| board.near(from).any(|near| near == to)));
        assert_eq!(walk.len() as u32, board.apart(143, end));
    }
}
