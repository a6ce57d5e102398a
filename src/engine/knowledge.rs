//! What the solver has said about one puzzle in one metric: exact distances, bounds, the next optimal move.

use super::worker::{Query, Report, SolverEvent};
use crate::puzzle::{Metric, Move, Path, Position, Puzzle};
use crate::session::positions;
use crate::solver::{Distances, Outcome, Progress, Verdict};
use std::collections::HashMap;
use std::sync::Arc;

/// How many moves remain, as far as it is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remaining {
    /// So many and no fewer.
    Exact(u32),
    /// There is no solution from here.
    Never,
    /// Not fewer than `lower`, and not more than `upper` if that is known.
    Bounds {
        /// Proven lower bound.
        lower: u32,
        /// Proven upper bound.
        upper: Option<u32>,
    },
}

impl Remaining {
    /// The number, where it is exact.
    pub fn exact(self) -> Option<u32> {
        match self {
            Remaining::Exact(moves) => Some(moves),
            _ => None,
        }
    }

    /// The less of two ways to go on.
    pub fn or(self, other: Remaining) -> Remaining {
        let (Some(a), Some(b)) = (self.bounds(), other.bounds()) else {
            return if self == Remaining::Never { other } else { self };
        };
        let upper = [a.1, b.1].into_iter().flatten().min();
        Remaining::of_bounds(a.0.min(b.0), upper)
    }

    /// Lower and upper bound; `None` if there is no solution.
    pub fn bounds(self) -> Option<(u32, Option<u32>)> {
        match self {
            Remaining::Exact(moves) => Some((moves, Some(moves))),
            Remaining::Bounds { lower, upper } => Some((lower, upper)),
            Remaining::Never => None,
        }
    }

    /// Bounds that meet are exact.
    fn of_bounds(lower: u32, upper: Option<u32>) -> Remaining {
        match upper {
            Some(upper) if upper <= lower => Remaining::Exact(upper),
            _ => Remaining::Bounds { lower, upper },
        }
    }

    /// The narrower of two things known about one position.
    fn and(self, other: Remaining) -> Remaining {
        match (self, other) {
            (Remaining::Bounds { lower, upper }, Remaining::Bounds { lower: l, upper: u }) => {
                let upper = [upper, u].into_iter().flatten().min();
                Remaining::of_bounds(lower.max(l), upper)
            }
            (Remaining::Bounds { .. }, known) => known,
            (known, _) => known,
        }
    }
}

/// What is known about one position.
#[derive(Clone, Debug)]
struct Fact {
    remaining: Remaining,
    /// The first move of an optimal solution.
    next: Option<Move>,
    /// Whether the solver has said all that it will say.
    settled: bool,
}

/// All that the solver has said since a puzzle or a metric was chosen.
#[derive(Debug)]
pub struct Knowledge {
    puzzle: Arc<Puzzle>,
    metric: Metric,
    distances: Option<Arc<Distances>>,
    facts: HashMap<Position, Fact>,
    running: Option<(u64, Position)>,
    progress: Option<Progress>,
    /// How often something became known exactly.
    learned: u64,
    /// The best solution found so far of a position that is not settled.
    found: Option<(Position, Path)>,
    /// The solution that the puzzle comes with, from its start.
    given: Option<Path>,
}

/// What is to be done about the background thread.
#[derive(Debug)]
pub enum SolverTask {
    /// Nothing.
    None,
    /// Stop what it is at: nobody waits for it any more.
    Cancel,
    /// Ask it this.
    Ask(Query),
}

impl Knowledge {
    /// The most facts that are kept, some tens of megabytes.
    const MOST_FACTS: usize = 200_000;

    /// The most moves of a solution that a puzzle comes with: each rest of it is counted before the first frame, a millisecond or two in all.
    const LONGEST_GIVEN: usize = 500;

    /// Positions that are listed for a map in a second or two.
    const SMALL: u64 = 2_000_000;

    /// Nothing is known yet.
    pub fn new(puzzle: Arc<Puzzle>, metric: Metric) -> Knowledge {
        Knowledge {
            puzzle,
            metric,
            distances: None,
            facts: HashMap::new(),
            running: None,
            progress: None,
            learned: 0,
            found: None,
            given: None,
        }
    }

    /// With the solution that the puzzle comes with: from no position on it more moves are needed than its rest has. One that the rules do not
    /// allow, that ends elsewhere, or that is very long tells nothing.
    pub fn with_solution(mut self, solution: Option<&Path>) -> Knowledge {
        let puzzle = Arc::clone(&self.puzzle);
        let Some(path) = solution.filter(|path| path.len() <= Self::LONGEST_GIVEN) else {
            return self;
        };
        let Ok(mut positions) = positions(&puzzle, puzzle.start().clone(), path) else {
            return self;
        };
        if !positions.pop().is_some_and(|last| puzzle.is_solved(&last)) {
            return self;
        }
        for (i, position) in positions.into_iter().enumerate() {
            let upper = counted(&puzzle, &position, &path[i..], self.metric);
            // One that is solved on the way is never looked at; of all others at least one move remains.
            let bounds = Remaining::of_bounds(1, Some(upper));
            self.note(position, bounds, None, false);
        }
        self.given = Some(path.clone());
        self
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// How often something became known exactly: what was not known then is not known now, unless this has grown.
    pub fn learned(&self) -> u64 {
        self.learned
    }

    /// What has to be asked, so that `position` becomes known.
    pub fn solver_task(&self, position: &Position) -> SolverTask {
        let running = self.running.as_ref().map(|(_, asked)| asked);
        if running == Some(position) {
            SolverTask::None
        } else if !self.is_settled(position) {
            SolverTask::Ask(Query {
                puzzle: self.puzzle.clone(),
                position: position.clone(),
                metric: self.metric,
                beside: None,
            })
        } else if running.is_some() && self.distances.is_some() {
            // It could say nothing that the distances do not; without them it may still tell of positions on its way.
            SolverTask::Cancel
        } else {
            SolverTask::None
        }
    }

    /// Notes the number under which `position` was asked about.
    pub fn asked(&mut self, request: u64, position: Position) {
        self.keep_progress();
        self.running = Some((request, position));
        self.progress = None;
    }

    /// Keeps the bounds of the search that runs, which is about to be given up.
    fn keep_progress(&mut self) {
        let progress = self.progress.take();
        if let (Some((_, position)), Some(p)) = (self.running.clone(), progress) {
            let bounds = Remaining::of_bounds(p.lower_bound, p.upper_bound);
            self.note(position, bounds, None, false);
        }
    }

    /// Notes that the solver was told to stop.
    pub fn cancelled(&mut self) {
        self.keep_progress();
        self.running = None;
        self.progress = None;
    }

    /// Takes in a piece of news. Returns whether it was about this puzzle and not stale.
    pub fn hear(&mut self, news: SolverEvent) -> bool {
        // Distances hold for all positions of the puzzle, so that they are heard before the number of the question is compared.
        if let Report::Distances(puzzle, distances) = news.report {
            let ours = *puzzle == *self.puzzle && distances.metric() == self.metric;
            if ours {
                self.distances = Some(distances);
                self.learned += 1;
            }
            return ours;
        }
        if let Report::NoDistances(_) = news.report {
            return true;
        }
        let Some((_, position)) = self.running.clone().filter(|(id, _)| *id == news.request) else {
            return false;
        };
        match news.report {
            Report::Distances(..) | Report::NoDistances(_) => {}
            Report::Progress(progress) => self.progress = Some(progress),
            Report::Found(path) => self.take_found(position, path),
            Report::Answer(outcome) => {
                self.learn(position, &outcome);
                self.cancelled();
            }
            Report::Failed(_) => {
                self.note(position, Remaining::of_bounds(0, None), None, true);
                self.cancelled();
            }
        }
        true
    }

    /// Takes in a solution, if what is left of one that is known already is not as short: a search from the next position may find worse at
    /// first, and its hints would lead back, and so there and back for ever.
    fn take_found(&mut self, position: Position, path: Path) {
        let count = |path: &Path| counted(&self.puzzle, &position, path, self.metric);
        match self.found(&position).map(|rest| count(&rest)) {
            Some(rest) if rest <= count(&path) => {
                self.note(position, Remaining::of_bounds(0, Some(rest)), None, false);
            }
            _ => self.found = Some((position, path)),
        }
    }

    /// What is known about `position`.
    pub fn remaining(&self, position: &Position) -> Remaining {
        if self.puzzle.is_solved(position) {
            return Remaining::Exact(0);
        }
        if let Some(distances) = &self.distances {
            return match distances.remaining(position) {
                Some(moves) => Remaining::Exact(moves),
                None => Remaining::Never,
            };
        }
        let fact = self.facts.get(position);
        // Solved positions have returned above, so that at least one move remains.
        let stored = fact.map_or(Remaining::of_bounds(1, None), |f| f.remaining);
        match self.progress_on(position) {
            Some(p) => stored.and(Remaining::of_bounds(p.lower_bound, p.upper_bound)),
            None => stored,
        }
    }

    /// What is known about a position that one move leads to from one of which `here` is known, by a move that can be taken
    /// back.
    pub fn near(&self, here: Remaining, position: &Position) -> Remaining {
        let stored = self.remaining(position);
        match here.bounds() {
            // A waypoint that was passed stays passed: where there are any, taking the move back need not lead here again.
            Some((lower, upper)) if self.puzzle.via().is_empty() => {
                let upper = upper.map(|moves| moves + 1);
                stored.and(Remaining::Bounds { lower: lower.saturating_sub(1), upper })
            }
            _ => stored,
        }
    }

    /// How far the search about `position` has come, while it runs and its answer is not known already.
    pub fn progress_on(&self, position: &Position) -> Option<&Progress> {
        let (_, asked) = self.running.as_ref()?;
        let wanted = asked == position && !self.is_settled(position);
        self.progress.as_ref().filter(|_| wanted)
    }

    /// Whether the solver is at work.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Whether everything that can be reached is known to be little enough for a map that nobody has asked for yet.
    pub fn is_small(&self) -> bool {
        let distances = self.distances.as_ref();
        distances.is_some_and(|d| d.states() <= Self::SMALL)
    }

    /// Whether the solver has said all that it will say about `position`.
    pub fn is_settled(&self, position: &Position) -> bool {
        self.puzzle.is_solved(position)
            || self.distances.is_some()
            || self.facts.get(position).is_some_and(|f| f.settled)
    }

    /// Whether the solver has said something about `position`.
    pub fn was_asked(&self, position: &Position) -> bool {
        self.is_settled(position) || self.facts.contains_key(position)
    }

    /// The first move of an optimal solution from `position`, where it is known.
    pub fn next(&self, position: &Position) -> Option<Move> {
        match &self.distances {
            Some(distances) => distances.next(position),
            None => self.facts.get(position)?.next.clone(),
        }
    }

    /// An optimal solution from `position`, where it is known.
    pub fn path(&self, position: &Position) -> Option<Path> {
        if let Some(distances) = &self.distances {
            return distances.path(position);
        }
        let mut here = position.clone();
        let mut path = Path::new();
        while !self.puzzle.is_solved(&here) {
            // Every noted move begins an optimal solution, so that each brings the goal nearer and the walk ends.
            let action = self.facts.get(&here)?.next.clone()?;
            here.play(&self.puzzle, &action).ok()?;
            path.push(action);
        }
        Some(path)
    }

    /// A solution from `position` that may not be optimal: the shorter of what the solver has found, here or on the way here, and what the puzzle
    /// comes with.
    pub fn found(&self, position: &Position) -> Option<Path> {
        let found = self.found.as_ref().map(|(start, path)| (start, path));
        let given = self.given.as_ref().map(|path| (self.puzzle.start(), path));
        let rests = [found, given].into_iter().flatten();
        let rests = rests.filter_map(|(start, path)| self.rest(start, path, position));
        rests.min_by_key(|rest| counted(&self.puzzle, position, rest, self.metric))
    }

    /// What is left of a solution from `start` where it comes by `position`.
    fn rest(&self, start: &Position, path: &[Move], position: &Position) -> Option<Path> {
        let mut here = start.clone();
        for (i, action) in path.iter().enumerate() {
            if here == *position {
                return Some(path[i..].to_vec());
            }
            here.play(&self.puzzle, action).ok()?;
        }
        None
    }

    /// Notes what follows for `after`, which `action` led to from `before`: a solution from `before` could have begun
    /// with it, and where every move can be taken back, one from `after` can begin by taking it back.
    pub fn infer(&mut self, before: &Position, action: &Move, after: &Position) {
        let Ok(cost) = self.puzzle.count(before, std::slice::from_ref(action), self.metric) else {
            return;
        };
        let cost = cost as u32;
        let (lower, upper) = match self.remaining(before) {
            Remaining::Exact(moves) => (moves, Some(moves)),
            Remaining::Bounds { lower, upper } => (lower, upper),
            Remaining::Never => return,
        };
        // To go on from `after` by taking the move back is no way if a waypoint was passed.
        let upper = upper.filter(|_| self.puzzle.via().is_empty());
        // The lower bound is 1 at least: of a solved position no fact is ever looked at.
        let bounds = Remaining::Bounds {
            lower: lower.saturating_sub(cost).max(1),
            upper: upper.map(|moves| moves + cost),
        };
        self.note(after.clone(), bounds, None, false);
    }

    /// Takes in an answer, and what it says about the positions on the way.
    fn learn(&mut self, position: Position, outcome: &Outcome) {
        match &outcome.verdict {
            Verdict::Optimal { path } => self.learn_path(position, path),
            Verdict::Solved { path, lower_bound } => {
                let bounds = Remaining::of_bounds(*lower_bound, Some(path.len() as u32));
                self.note(position, bounds, None, true);
            }
            Verdict::Unsolvable => self.note(position, Remaining::Never, None, true),
            Verdict::Unknown { lower_bound, .. } => {
                self.note(position, Remaining::of_bounds(*lower_bound, None), None, true);
            }
        }
    }

    /// Every position on an optimal solution is known.
    fn learn_path(&mut self, mut position: Position, path: &[Move]) {
        for (i, action) in path.iter().enumerate() {
            let exact = Remaining::Exact((path.len() - i) as u32);
            self.note(position.clone(), exact, Some(action.clone()), true);
            if position.play(&self.puzzle, action).is_err() {
                return;
            }
        }
    }

    fn note(&mut self, position: Position, known: Remaining, next: Option<Move>, settled: bool) {
        // Days of play on one puzzle: what is still needed is soon found again.
        if self.facts.len() >= Self::MOST_FACTS {
            self.facts.clear();
        }
        let fact = self.facts.entry(position).or_insert(Fact {
            remaining: Remaining::of_bounds(0, None),
            next: None,
            settled: false,
        });
        let was_exact = fact.remaining.exact().is_some();
        fact.remaining = fact.remaining.and(known);
        self.learned += u64::from(!was_exact && fact.remaining.exact().is_some());
        // The move that was noted first stays, so that a hint does not change between two equally good ones.
        fact.next = fact.next.take().or(next);
        fact.settled |= settled;
    }
}

/// How many moves of the metric a way is that can be played.
fn counted(puzzle: &Puzzle, from: &Position, way: &[Move], metric: Metric) -> u32 {
    puzzle.counts_of_legal(from, way, metric).last().map_or(0, |&moves| moves as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Setup;

    /// A puzzle of two slides, and of one step more.
    fn puzzle() -> Arc<Puzzle> {
        Arc::new(Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap())
    }

    fn solution(puzzle: &Puzzle, text: &str) -> Path {
        crate::notation::moves::read(puzzle, puzzle.start(), text).unwrap()
    }

    #[test]
    fn of_a_solution_that_comes_with_the_puzzle_each_rest_is_a_bound() {
        let puzzle = puzzle();
        for (metric, uppers) in [(Metric::Step, [4, 3, 2, 1]), (Metric::Slide, [3, 2, 1, 1])] {
            // There and back, and then the way to the goal.
            let path = solution(&puzzle, "LRLL");
            let knowledge = Knowledge::new(puzzle.clone(), metric).with_solution(Some(&path));
            let mut position = puzzle.start().clone();
            for (i, action) in path.iter().enumerate() {
                // The same position comes twice, and has the shorter of both rests.
                let upper = uppers[i..].iter().step_by(2).min().copied();
                let known = knowledge.remaining(&position).bounds();
                assert_eq!(known.map(|(_, upper)| upper), Some(upper), "{metric} {i}");
                assert!(!knowledge.is_settled(&position));
                position.play(&puzzle, action).unwrap();
            }
            assert_eq!(knowledge.remaining(&position), Remaining::Exact(0));
            assert!(knowledge.found(puzzle.start()).is_some());
        }
    }

    #[test]
    fn what_is_left_of_a_solution_stays_until_a_shorter_one_is_found() {
        let puzzle = puzzle();
        let mut knowledge = Knowledge::new(puzzle.clone(), Metric::Step);
        let mut position = puzzle.start().clone();
        let found = |request, path| SolverEvent { request, report: Report::Found(path) };
        let path = solution(&puzzle, "LRLL");
        knowledge.asked(1, position.clone());
        assert!(knowledge.hear(found(1, path.clone())));
        position.play(&puzzle, &path[0]).unwrap();
        knowledge.asked(2, position.clone());
        for (text, left) in [("RLRLL", 3), ("RLL", 3), ("L", 1), ("RLL", 1)] {
            let path = crate::notation::moves::read(&puzzle, &position, text).unwrap();
            assert!(knowledge.hear(found(2, path)));
            assert_eq!(knowledge.found(&position).map(|rest| rest.len()), Some(left), "{text}");
        }
        let bounds = knowledge.remaining(&position).bounds();
        assert_eq!(bounds.map(|(_, upper)| upper), Some(Some(1)));
    }

    #[test]
    fn what_is_no_solution_tells_nothing() {
        let puzzle = puzzle();
        let half = solution(&puzzle, "L");
        let twice = [solution(&puzzle, "LL"), solution(&puzzle, "L")].concat();
        let long = solution(&puzzle, &("LR".repeat(300) + "LL"));
        for path in [half, twice, long] {
            let knowledge = Knowledge::new(puzzle.clone(), Metric::Step).with_solution(Some(&path));
            let bounds = knowledge.remaining(puzzle.start()).bounds();
            assert_eq!(bounds, Some((1, None)));
            assert_eq!(knowledge.found(puzzle.start()), None);
        }
    }
}
