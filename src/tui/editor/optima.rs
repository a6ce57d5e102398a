//! The fewest moves of what is drawn, in each metric: asked of the background solver one after the other, and anew whenever
//! something else is drawn.

use crate::engine::knowledge::SolverTask;
use crate::engine::worker::{Query, Report, SolverEvent};
use crate::puzzle::{Metric, Puzzle};
use crate::solver::Verdict;
use std::sync::Arc;

/// What is known of the fewest moves in a metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Optimum {
    /// Nothing yet.
    #[default]
    Waits,
    /// The search runs: at least so many, and at most so many if that is known.
    Searched(u32, Option<u32>),
    /// So many.
    Exact(u32),
    /// There is no solution.
    Never,
    /// At least so many; the solver has given up.
    AtLeast(u32),
}

impl Optimum {
    /// Whether nothing more is to come.
    pub(crate) fn is_settled(self) -> bool {
        !matches!(self, Optimum::Waits | Optimum::Searched(..))
    }
}

/// The fewest moves in each metric.
#[derive(Clone, Debug, Default)]
pub(crate) struct Optima {
    puzzle: Option<Arc<Puzzle>>,
    /// In the order of [`Metric::ALL`].
    found: [Optimum; 3],
    /// The number of the question about this puzzle that is being answered, and its metric.
    running: Option<(u64, usize)>,
    /// Whether the solver is at work for the editor, on whatever puzzle.
    pub(crate) busy: bool,
}

impl Optima {
    /// Something else is drawn; what was found is forgotten.
    pub(crate) fn set(&mut self, puzzle: Option<Arc<Puzzle>>) {
        // The solver may still be at work on the drawing before, and must be told to stop if nothing else is asked.
        *self = Optima { puzzle, busy: self.busy, ..Optima::default() };
    }

    /// What is known in `metric`.
    pub(crate) fn get(&self, metric: Metric) -> Optimum {
        self.found[metric as usize]
    }

    /// What is to be done about the solver: a new question takes the place of the one before.
    pub(crate) fn solver_task(&self) -> SolverTask {
        let next = (0..3).find(|&metric| !self.found[metric].is_settled());
        let running = self.running.map(|(_, metric)| metric);
        match (&self.puzzle, next) {
            (Some(_), Some(next)) if running == Some(next) => SolverTask::None,
            (Some(puzzle), Some(next)) => SolverTask::Ask(Query {
                puzzle: Arc::clone(puzzle),
                position: puzzle.start().clone(),
                metric: Metric::ALL[next],
                beside: None,
            }),
            _ if self.busy => SolverTask::Cancel,
            _ => SolverTask::None,
        }
    }

    /// Notes the number of the question that was asked.
    pub(crate) fn asked(&mut self, request: u64) {
        let next = (0..3).find(|&metric| !self.found[metric].is_settled());
        self.running = next.map(|metric| (request, metric));
        self.busy = true;
    }

    /// Notes that the solver was told to stop.
    pub(crate) fn cancelled(&mut self) {
        self.running = None;
        self.busy = false;
    }

    /// Takes in what the solver says. Returns whether it is about what is drawn.
    pub(crate) fn hear(&mut self, news: &SolverEvent) -> bool {
        // An answer about an earlier drawing may come after the drawing has changed.
        let Some((_, metric)) = self.running.filter(|(id, _)| *id == news.request) else {
            return false;
        };
        let found = match &news.report {
            Report::Progress(p) => Optimum::Searched(p.lower_bound, p.upper_bound),
            Report::Answer(outcome) => match &outcome.verdict {
                Verdict::Optimal { path } => Optimum::Exact(path.len() as u32),
                Verdict::Unsolvable => Optimum::Never,
                Verdict::Solved { lower_bound, .. } | Verdict::Unknown { lower_bound, .. } => {
                    Optimum::AtLeast(*lower_bound)
                }
            },
            // This counts as settled, so that the failing search is not begun again and the next metric has its turn.
            Report::Failed(_) => Optimum::AtLeast(0),
            Report::Found(_) | Report::Distances(..) | Report::NoDistances(_) => return false,
        };
        self.found[metric] = found;
        if found.is_settled() {
            self.cancelled();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Setup;
    use crate::solver::{Outcome, Stats};

    fn puzzle() -> Arc<Puzzle> {
        let setup = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]);
        Arc::new(setup.build().unwrap())
    }

    fn answer(request: u64, verdict: Verdict) -> SolverEvent {
        let outcome = Outcome { verdict, stats: Stats::default() };
        SolverEvent { request, report: Report::Answer(outcome) }
    }

    #[test]
    fn metrics_are_asked_one_after_the_other_and_drawing_begins_anew() {
        let mut optima = Optima::default();
        assert!(matches!(optima.solver_task(), SolverTask::None));
        optima.set(Some(puzzle()));
        let asked = |optima: &Optima| match optima.solver_task() {
            SolverTask::Ask(query) => query.metric,
            other => panic!("{other:?}"),
        };
        assert_eq!(asked(&optima), Metric::Step);
        optima.asked(1);
        assert!(matches!(optima.solver_task(), SolverTask::None));
        // Drawn anew while the first search runs: it is replaced, and what it says is not heard.
        optima.set(Some(puzzle()));
        assert_eq!(asked(&optima), Metric::Step);
        optima.asked(2);
        assert!(!optima.hear(&answer(1, Verdict::Unsolvable)));
        assert!(optima.hear(&answer(2, Verdict::Unsolvable)));
        assert_eq!(optima.get(Metric::Step), Optimum::Never);
        assert_eq!(asked(&optima), Metric::Slide);
        optima.asked(3);
        optima.set(None);
        assert!(matches!(optima.solver_task(), SolverTask::Cancel));
        optima.cancelled();
        assert!(matches!(optima.solver_task(), SolverTask::None));
    }
}
