//! Slides of boards too large for tables of painted boards: some solution at once, then windows of it made shorter by beams, which
//! grow until they are the whole.
//!
//! Where a good solution is enough, layers from both ends come first for a moment, which solves what is easy to the end; where a
//! shortest one is wanted, they have all the time.

use super::beam::by_slides::Extent;
use super::beam::manhattan_heuristic::ManhattanHeuristic;
use super::beam::widths::Widths;
use super::beam::{End, GoOn, by_slides};
use super::board::TileBoard;
use super::path_shortening::{counted, follow};
use super::{by_packed_states, row_by_row, unknown};
use crate::puzzle::Position;
use crate::solver::budget::{Budget, StopReason};
use crate::solver::outcome::Verdict;
use crate::solver::search::Algorithm;
use crate::solver::search::pool::share_out;
use std::time::Duration;

/// How long layers from both ends have at first where a good solution is enough, and the part of the time limit if that is less.
const ALONE: Duration = Duration::from_millis(500);
const SHARE: u32 = 8;

/// Slides in the first windows.
const FIRST_WINDOW: usize = 24;

/// States in a layer of the first beams, and of the last.
const WIDTHS: [usize; 2] = [64, 1 << 16];

/// The part of the time that beams from end to end may take before windows, and the time of which they do if there is no limit.
const OUTRIGHT: f64 = 0.8;
const PATIENCE: Duration = Duration::from_secs(10);

/// Layers after which a beam from end to end that gets no nearer to the goal is stuck, and how often it is helped then.
const STUCK: usize = 40;
const HELPS: usize = 24;

/// A solution from `from`; unless a good one is enough, a shortest one.
pub(super) fn solve(
    board: &TileBoard,
    (from, cells): (&Position, &[u8]),
    anytime: bool,
    budget: &mut Budget<'_>,
) -> Verdict {
    let way = match row_by_row::solve(board, cells, budget) {
        Ok(way) => way,
        Err(why) => return unknown(budget, why),
    };
    match cells.len() {
        0..=36 => Slides::<36, 1>::new(board, cells, way).solve(from, anytime, budget),
        37..=64 => Slides::<64, 1>::new(board, cells, way).solve(from, anytime, budget),
        65..=100 => Slides::<100, 2>::new(board, cells, way).solve(from, anytime, budget),
        _ => Slides::<256, 4>::new(board, cells, way).solve(from, anytime, budget),
    }
}

/// A solution that is being shortened.
struct Slides<'a, const N: usize, const WORDS: usize> {
    board: &'a TileBoard,
    start: &'a [u8],
    /// The blank's cells between slides, its own first.
    way: Vec<usize>,
}

impl<'a, const N: usize, const WORDS: usize> Slides<'a, N, WORDS> {
    fn new(board: &'a TileBoard, start: &'a [u8], steps: Vec<usize>) -> Self {
        Slides { board, start, way: merged(steps, board.sides().0) }
    }

    fn solve(mut self, from: &Position, anytime: bool, budget: &mut Budget<'_>) -> Verdict {
        self.tell(budget);
        if !anytime {
            return by_packed_states(self.board, from, Algorithm::Auto, budget);
        }
        let alone = budget.limits().time.map_or(ALONE, |time| ALONE.min(time / SHARE));
        let held = budget.progress.bytes;
        let layers = |budget: &mut Budget<'_>| {
            let verdict = by_packed_states(self.board, from, Algorithm::Auto, budget);
            budget.progress.bytes = held;
            verdict
        };
        let verdict = budget.for_at_most(alone, layers);
        if matches!(verdict, Verdict::Optimal { .. } | Verdict::Unsolvable) {
            return verdict;
        }
        budget.algorithm = Algorithm::Auto;
        // What stops it is no matter: there is a solution.
        if self.shorten(budget).is_ok()
            && let proven @ Verdict::Optimal { .. } = layers(budget)
        {
            return proven;
        }
        let path = self.board.raise_slides(self.start, &self.way);
        let lower_bound = budget.progress.lower_bound;
        match path.len() == lower_bound as usize {
            true => Verdict::Optimal { path },
            false => Verdict::Solved { path, lower_bound },
        }
    }

    /// Tells how good the way is by now, and what it is if it is better than before.
    fn tell(&self, budget: &mut Budget<'_>) {
        let slides = Some(self.way.len() as u32 - 1);
        if std::mem::replace(&mut budget.progress.upper_bound, slides) != slides {
            budget.found(|| self.board.raise_slides(self.start, &self.way));
        }
    }

    /// Shortens the way until nothing more can be tried.
    ///
    /// # Errors
    /// What stopped it.
    fn shorten(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let [mut width, widest] = WIDTHS;
        let mut widths = Widths::new(width, widest);
        let limit = budget.limits().time.unwrap_or(PATIENCE).mul_f64(OUTRIGHT);
        // The layers before may have been told to stop, and the first beam would make tables before it hears of it.
        budget.check()?;
        loop {
            let (before, slides) = (budget.elapsed(), self.way.len());
            let Some(width) = widths.next(slides, Some(limit.saturating_sub(before))) else {
                break;
            };
            budget.room(by_slides::bytes::<N, WORDS>(width, slides))?;
            let how = (width, budget.limits().threads);
            let mut found = None;
            let beam = |budget: &mut Budget<'_>| {
                counted(budget, |go_on| found = self.end_to_end(how, go_on))
            };
            // It ends by the clock: from a beam that was stuck early nothing can be told of how long this one takes.
            let ended = budget.for_at_most(limit.saturating_sub(before), beam);
            if let Some(way) = found {
                let way = self.led_home(way, budget)?;
                if way.len() < slides {
                    self.way = way;
                    self.tell(budget);
                }
            }
            if ended.is_err() {
                // It may be that only its own time is over.
                budget.check()?;
                break;
            }
            widths.took(width, slides, budget.elapsed() - before);
        }
        let mut window = FIRST_WINDOW;
        while width <= widest && self.way.len() - 1 > budget.progress.lower_bound as usize {
            let before = self.way.len();
            // The second round is half a window on: what the end of one window holds in place lies inside another.
            for first in [0, window / 2] {
                self.sweep(first, window, width, budget)?;
            }
            // A gain of less than two in a hundred is not worth another round of the same.
            if (before - self.way.len()) * 50 < before {
                window = (window * 2).min(self.way.len() * 2);
                width *= 2;
            }
        }
        Ok(())
    }

    /// Tries windows of so many slides, one after the other from the place `first` on.
    fn sweep(
        &mut self,
        first: usize,
        window: usize,
        width: usize,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        let last = self.way.len() - 1;
        let ends = (first..last).step_by(window).map(|first| (first, (first + window).min(last)));
        let tasks: Vec<(usize, usize)> = ends.collect();
        let threads = budget.limits().threads.clamp(1, tasks.len().max(1));
        budget.room(threads as u64 * by_slides::bytes::<N, WORDS>(width, window.min(last)))?;
        let mut found = Vec::new();
        let ended = counted(budget, |go_on| {
            let between = |(): &mut (), &ends: &_| self.between(ends, width, go_on);
            found = share_out(threads, tasks.iter(), || (), between);
        });
        // What was found before it was told to stop is kept. From the last on, so that places before it stay what they are.
        for (&(first, last), way) in tasks.iter().zip(found).rev() {
            if let Some(way) = way {
                self.way.splice(first..=last, way);
            }
        }
        self.way = merged(std::mem::take(&mut self.way), self.board.sides().0);
        self.tell(budget);
        ended
    }

    /// The way of a beam from the start, helped over where it is stuck, as far as it comes; nothing if it becomes too long.
    fn end_to_end(&self, (width, threads): (usize, usize), go_on: GoOn<'_>) -> Option<Vec<usize>> {
        let (sides, last) = (self.board.sides(), self.way.len() - 1);
        let heuristic =
            ManhattanHeuristic::<N, WORDS>::to_goal(sides, self.board.goal(), self.way[last]);
        let mut cells = self.start.to_vec();
        let mut way = vec![self.way[0]];
        for _ in 0..HELPS {
            let limit = last.checked_sub(way.len() - 1)?;
            let how = Extent { limit, width, patience: STUCK, threads };
            let (more, home) = match by_slides::search(&heuristic, &cells, how, go_on) {
                End::Goal(more) => (more, true),
                End::Stuck(more) => (more, false),
                End::Nothing => return None,
            };
            follow(&mut cells, &stepwise(&more, sides.0));
            way.extend(more);
            let line = (!home).then(|| row_by_row::first_line(self.board, &cells, go_on));
            let Some(line) = line.flatten() else { break };
            follow(&mut cells, &line);
            way = merged(way.into_iter().chain(line).collect(), sides.0);
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
        let columns = self.board.sides().0;
        let mut cells = self.start.to_vec();
        follow(&mut cells, &stepwise(&way, columns));
        if cells != self.board.goal() {
            way.extend(row_by_row::solve(self.board, &cells, budget)?);
        }
        Ok(merged(way, columns))
    }

    /// A shorter way between two places of the way, if a beam finds one.
    fn between(
        &self,
        (first, last): (usize, usize),
        width: usize,
        go_on: GoOn<'_>,
    ) -> Option<Vec<usize>> {
        // Tables for the guide come first, which many windows would make before they hear of it.
        if !go_on(0) {
            return None;
        }
        let mut cells = self.start.to_vec();
        let columns = self.board.sides().0;
        follow(&mut cells, &stepwise(&self.way[..=first], columns));
        let mut goal = cells.clone();
        follow(&mut goal, &stepwise(&self.way[first..=last], columns));
        let heuristic =
            ManhattanHeuristic::<N, WORDS>::towards(self.board.sides(), &goal, self.way[last]);
        // One thread is enough here, as the windows are shared out to all of them already.
        let how = Extent { limit: last - first, width, patience: usize::MAX, threads: 1 };
        match by_slides::search(&heuristic, &cells, how, go_on) {
            End::Goal(way) => Some(way),
            End::Stuck(_) | End::Nothing => None,
        }
    }
}

/// The blank's cells between slides, where some of them may lie on a slide.
fn merged(way: Vec<usize>, columns: usize) -> Vec<usize> {
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

/// Every cell that the blank comes to on slides between these.
fn stepwise(way: &[usize], columns: usize) -> Vec<usize> {
    let mut steps = vec![way[0]];
    for pair in way.windows(2) {
        let stride = if pair[0] / columns == pair[1] / columns { 1 } else { columns };
        let mut at = pair[0];
        while at != pair[1] {
            at = if pair[1] > at { at + stride } else { at - stride };
            steps.push(at);
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_along_a_line_are_one_slide() {
        // A board of four columns: right, right, down, and back up again.
        assert_eq!(merged(vec![0, 1, 2, 6, 10, 9], 4), [0, 2, 10, 9]);
        assert_eq!(merged(vec![0, 1, 5, 1, 2], 4), [0, 2]);
        assert_eq!(merged(vec![0, 1, 0], 4), [0]);
        assert_eq!(merged(vec![0, 3, 1], 4), [0, 1]);
        assert_eq!(stepwise(&[0, 2, 10, 9], 4), [0, 1, 2, 6, 10, 9]);
        assert_eq!(stepwise(&[9, 10, 2, 0], 4), [9, 10, 6, 2, 1, 0]);
    }
}
