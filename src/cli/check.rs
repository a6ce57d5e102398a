//! `huarong check`: reads files whole, reports every error, and proves or refutes every claim, on all threads.

use super::answer::counted;
use super::limits::LimitArgs;
use super::puzzles;
use super::status::{Failure, Status, say};
use super::watch::side_by_side::side_by_side;
use super::watch::{QuietMonitor, Watcher};
use crate::lookup::Resolved;
use crate::notation::Claim;
use crate::puzzle::Metric;
use crate::solver;
use crate::solver::{Limits, Monitor, Progress, Request, StopReason, Verdict};
use std::fmt;
use std::io::{self, Write};
use std::ops::{ControlFlow, RangeInclusive};

/// Read files, report every error, prove or refute each claim
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status: 0 all in order, 1 a claim was refuted, 2 a file cannot be read, 3 none \
was refuted, but a claim not proven because a limit was reached.

Example:
  huarong check --quiet boards.txt my-pack.toml")]
pub(crate) struct Args {
    /// Files, puzzles of them (FILE#NAME), or anything else that stands for puzzles [default: all built-in ones]
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Print what is not proven alone
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What came of a claim.
enum Finding {
    Proven,
    /// What is true instead.
    Refuted(String),
    /// What stopped the proof, and the bound that there is.
    Open(String),
}

/// What has one proof.
enum Task<'a> {
    /// The fewest moves, claimed alike in metrics that count alike: one proof for slides and moves of a large number board, which takes seconds.
    Fewest(&'a Resolved, Metric, Claim, Vec<Metric>),
    /// How hard a puzzle is claimed to be.
    Difficulty(&'a Resolved, u32),
    /// Nothing is claimed.
    Nothing(&'a Resolved),
}

/// What came of a task.
#[derive(Default)]
struct Checked {
    /// What is to be said, and what came of the claim that it is about.
    lines: Vec<(String, Option<Status>)>,
    /// Whether more memory may prove what this one did not.
    wants_memory: bool,
}

impl Args {
    /// Checks what can be read, and fails in the end if something could not be.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let (asked, reasons) = if self.files.is_empty() {
            (puzzles::built_in(), Vec::new())
        } else {
            puzzles::read_what_can_be(&self.files, None)
        };
        let tasks: Vec<Task> = asked.iter().flat_map(Task::all_of).collect();
        let mut watcher = Watcher::listen()?;
        let limits = self.limits.limits();
        let mut is_stopped = false;
        // How many claims are proven, refuted and open.
        let mut counts = [0; 3];
        let mut tell = |checked: &Checked| -> io::Result<()> {
            for (line, found) in &checked.lines {
                if let Some(found) = *found {
                    counts[found as usize] += 1;
                }
                if !self.quiet || found.is_some_and(|found| found != Status::Fine) {
                    writeln!(io::stdout().lock(), "{line}")?;
                }
            }
            Ok(())
        };
        let mut done = 0;
        while let Some(task) = tasks.get(done) {
            // What is done alone has all threads. The first task is, so that the tables that others share are built by all.
            let checked = task.check(limits, &mut watcher);
            watcher.clear();
            tell(&checked)?;
            done += 1;
            let check = |task: &Task, share, silent: &mut QuietMonitor| task.check(share, silent);
            let rest = &tasks[done..];
            let others = rest.iter().position(Task::is_long).map_or(rest, |long| &rest[..long]);
            done += side_by_side(others, limits, &watcher, check, |_, checked| {
                if !checked.wants_memory {
                    tell(&checked)?;
                }
                Ok(!checked.wants_memory)
            })?;
            if watcher.is_interrupted() {
                is_stopped = true;
                let left = tasks.len() - done;
                if left > 0 {
                    say(format_args!("huarong: stopped; {left} more not tried"));
                }
                break;
            }
        }
        if !self.quiet && !asked.is_empty() {
            let ([proven, refuted, open], puzzles) = (counts, asked.len());
            let out = &mut io::stdout().lock();
            writeln!(
                out,
                "puzzles: {puzzles}; claims proven: {proven}, refuted: {refuted}, not proven: {open}"
            )?;
        }
        if !reasons.is_empty() {
            return Err(Failure::Input(reasons));
        }
        // That something is false is known, whatever else is not.
        let [_, refuted, open] = counts;
        Ok(match refuted {
            0 if open > 0 || is_stopped => Status::Unknown,
            0 => Status::Fine,
            _ => Status::Refuted,
        })
    }
}

impl<'a> Task<'a> {
    /// Everything that is to be proven of a puzzle.
    fn all_of(asked: &'a Resolved) -> Vec<Task<'a>> {
        let mut tasks: Vec<Task> = Vec::new();
        for (metric, claim) in asked.entry.claims.iter() {
            let equal = asked.entry.puzzle.equal_metric(metric);
            match tasks.last_mut() {
                Some(Task::Fewest(_, last, same, metrics)) if (*last, *same) == (equal, claim) => {
                    metrics.push(metric);
                }
                _ => tasks.push(Task::Fewest(asked, equal, claim, vec![metric])),
            }
        }
        tasks.extend(asked.entry.difficulty.map(|claimed| Task::Difficulty(asked, claimed)));
        if tasks.is_empty() {
            tasks.push(Task::Nothing(asked));
        }
        tasks
    }

    /// Whether a thread for each claim would leave the others without work for long: who gives a solution does not expect that one
    /// is found in a moment.
    fn is_long(&self) -> bool {
        matches!(self, Task::Fewest(asked, ..) if asked.entry.solution.is_some())
    }

    /// Proves or refutes what is claimed.
    fn check(&self, limits: Limits, monitor: &mut dyn Monitor) -> Checked {
        let mut checked = Checked::default();
        match self {
            Task::Fewest(asked, equal, claim, metrics) => {
                let given = given(asked, *equal);
                let verdict = verdict(asked, *equal, (*claim, given), limits, monitor);
                let short = matches!(verdict, Verdict::Unknown { why: StopReason::Memory, .. });
                for &metric in metrics {
                    let finding = judge(*claim, &verdict, given, metric);
                    checked.add(asked, &claimed(*claim, metric), &finding, short);
                }
            }
            Task::Difficulty(asked, claimed) => {
                let (finding, short) = check_difficulty(asked, *claimed, limits, monitor);
                checked.add(asked, &format!("difficulty {claimed}"), &finding, short);
            }
            Task::Nothing(asked) => {
                let line = format!("{}: readable, nothing claimed", asked.label);
                checked.lines.push((line, None));
            }
        }
        checked
    }
}

impl Checked {
    /// Adds what came of a claim, and whether the memory was `short`.
    fn add(&mut self, asked: &Resolved, claim: &str, finding: &Finding, short: bool) {
        let line = format!("{}: {claim}: {finding}", asked.label);
        self.lines.push((line, Some(finding.status())));
        self.wants_memory |= short && matches!(finding, Finding::Open(_));
    }
}

/// What came of the claim how hard a puzzle is, and whether the memory was short.
fn check_difficulty(
    Resolved { entry, .. }: &Resolved,
    claimed: u32,
    limits: Limits,
    monitor: &mut dyn Monitor,
) -> (Finding, bool) {
    let known = match entry.claims.get(entry.metric()) {
        Some(Claim::Moves(moves)) => Some(moves),
        _ => None,
    };
    // The fewest moves are proven too, or said to be wrong.
    let rated = solver::difficulty(&entry.puzzle, entry.metric(), known, &limits, monitor);
    let short = matches!(rated, Err(StopReason::Memory));
    let finding = match rated {
        Ok(Some(number)) if number == claimed => Finding::Proven,
        Ok(Some(number)) => Finding::Refuted(format!("it is {number}")),
        Ok(None) => Finding::Refuted("it is unsolvable".to_owned()),
        Err(why) => Finding::Open(why.to_string()),
    };
    (finding, short)
}

/// What a search says of a claim, and of a solution of so many moves that is `given`. It looks for nothing that is longer than what is claimed,
/// which takes less; only where there is nothing else it does, to tell what is true instead.
fn verdict(
    asked: &Resolved,
    metric: Metric,
    (claim, given): (Claim, Option<usize>),
    limits: Limits,
    monitor: &mut dyn Monitor,
) -> Verdict {
    let puzzle = &asked.entry.puzzle;
    let request = Request { limits, ..Request::new(metric) };
    let range = range(claim);
    if given.is_some_and(|given| given < *range.start()) {
        // No search could say more against it.
        return Verdict::Unknown { lower_bound: 0, why: StopReason::Cancelled };
    }
    let is_given = given.is_some_and(|given| given <= *range.end());
    let bound = |moves: usize| u32::try_from(moves).unwrap_or(u32::MAX);
    let (least, most) = (bound(*range.start()), bound(*range.end()));
    if matches!(claim, Claim::Open { .. }) && !is_given {
        // A solution within the upper bound has to be found too.
        let mut monitor = Until { monitor, enough: least, most: Some(most) };
        let request = Request { anytime: true, ..request };
        return solver::solve(puzzle, puzzle.start(), &request, &mut monitor).verdict;
    }
    let (enough, upper_bound) = match claim {
        // All that is left to prove is that nothing is shorter.
        Claim::Moves(moves) if is_given => (moves, Some(moves)),
        Claim::Moves(moves) => (u32::MAX, Some(moves.saturating_add(1))),
        Claim::Open { least, .. } => (least, None),
        Claim::Unsolvable => (u32::MAX, None),
    };
    let mut monitor = Until { monitor, enough, most: None };
    let bounded = Request { upper_bound, ..request };
    let verdict = solver::solve(puzzle, puzzle.start(), &bounded, &mut monitor).verdict;
    match verdict {
        Verdict::Unknown { lower_bound, why: StopReason::Cancelled }
            if enough == u32::MAX
                && upper_bound.is_some_and(|most| lower_bound >= most)
                && !monitor.cancelled() =>
        {
            solver::solve(puzzle, puzzle.start(), &request, &mut monitor).verdict
        }
        verdict => verdict,
    }
}

/// From how many to how many moves a shortest solution has by a claim; more than any where there is none.
fn range(claim: Claim) -> RangeInclusive<usize> {
    match claim {
        Claim::Moves(moves) => moves as usize..=moves as usize,
        Claim::Open { least, most } => least as usize..=most as usize,
        Claim::Unsolvable => usize::MAX..=usize::MAX,
    }
}

/// How many moves the entry's own solution has.
fn given(Resolved { entry, .. }: &Resolved, metric: Metric) -> Option<usize> {
    let moves = entry.solution.as_ref()?;
    entry.puzzle.count(entry.puzzle.start(), moves, metric).ok()
}

/// Goes on until the lower bound is as great as is claimed, and a solution that is asked for has been found: where no optimum is searched for,
/// no more is to be proven.
struct Until<'a> {
    monitor: &'a mut dyn Monitor,
    enough: u32,
    /// The moves of a solution that is asked for, at most.
    most: Option<u32>,
}

impl Monitor for Until<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.monitor.progress(progress)?;
        let is_found =
            self.most.is_none_or(|most| progress.upper_bound.is_some_and(|found| found <= most));
        if progress.lower_bound >= self.enough && is_found {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn cancelled(&self) -> bool {
        self.monitor.cancelled()
    }
}

/// What a verdict, and a solution of so many moves that is `given`, say of a claim.
fn judge(claim: Claim, verdict: &Verdict, given: Option<usize>, metric: Metric) -> Finding {
    let range = range(claim);
    let least = match verdict {
        Verdict::Unsolvable if claim == Claim::Unsolvable => return Finding::Proven,
        Verdict::Unsolvable => return Finding::Refuted("it is unsolvable".to_owned()),
        Verdict::Optimal { path } if !range.contains(&path.len()) => {
            return Finding::Refuted(format!("the optimum is {}", counted(path.len(), metric)));
        }
        Verdict::Optimal { path } => path.len(),
        Verdict::Solved { lower_bound, .. } | Verdict::Unknown { lower_bound, .. } => {
            *lower_bound as usize
        }
    };
    let known = given.into_iter().chain(verdict.path().map(|path| path.len())).min();
    let are = |moves: usize| {
        let are = if moves == 1 { "is" } else { "are" };
        format!("{} {are}", counted(moves, metric))
    };
    if least > *range.end() {
        return Finding::Refuted(format!("at least {} needed", are(least)));
    }
    match (known, verdict) {
        (Some(known), _) if known < *range.start() => {
            Finding::Refuted(format!("{} enough", are(known)))
        }
        (Some(known), _) if known <= *range.end() && least >= *range.start() => Finding::Proven,
        (known, _)
            if matches!(claim, Claim::Open { .. })
                && known.is_none_or(|known| known > *range.end()) =>
        {
            let moves = counted(*range.end(), metric);
            Finding::Open(format!("no solution of {moves} is given, and none was found"))
        }
        (_, Verdict::Unknown { why, .. }) => Finding::Open(format!("at least {least}; {why}")),
        (Some(known), _) => Finding::Open(format!("between {least} and {known}")),
        (None, _) => Finding::Open(format!("at least {least}")),
    }
}

impl Finding {
    fn status(&self) -> Status {
        match self {
            Finding::Proven => Status::Fine,
            Finding::Refuted(_) => Status::Refuted,
            Finding::Open(_) => Status::Unknown,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Proven => write!(f, "proven"),
            Finding::Refuted(truth) => write!(f, "REFUTED, {truth}"),
            Finding::Open(bounds) => write!(f, "not proven, {bounds}"),
        }
    }
}

/// The claim in words.
fn claimed(claim: Claim, metric: Metric) -> String {
    match claim {
        Claim::Moves(number) => counted(number as usize, metric),
        Claim::Unsolvable => format!("unsolvable ({metric})"),
        Claim::Open { least, most } => format!("{least} to {}", counted(most as usize, metric)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(claim: Claim, verdict: &Verdict) -> String {
        judge(claim, verdict, None, Metric::Move).to_string()
    }

    #[test]
    fn a_bound_above_the_claim_refutes_it() {
        let bound = |lower_bound| Verdict::Unknown { lower_bound, why: StopReason::Time };
        assert_eq!(said(Claim::Moves(9), &bound(10)), "REFUTED, at least 10 moves are needed");
        assert_eq!(said(Claim::Moves(0), &bound(1)), "REFUTED, at least 1 move is needed");
        assert_eq!(said(Claim::Moves(9), &bound(9)), "not proven, at least 9; the time ran out");
        assert_eq!(said(Claim::Unsolvable, &bound(9)), "not proven, at least 9; the time ran out");
    }

    #[test]
    fn answers_prove_or_refute() {
        let solved = Verdict::Optimal { path: Vec::new() };
        assert_eq!(said(Claim::Moves(0), &solved), "proven");
        assert_eq!(said(Claim::Moves(1), &solved), "REFUTED, the optimum is 0 moves");
        assert_eq!(said(Claim::Unsolvable, &solved), "REFUTED, the optimum is 0 moves");
        assert_eq!(said(Claim::Unsolvable, &Verdict::Unsolvable), "proven");
        assert_eq!(said(Claim::Moves(1), &Verdict::Unsolvable), "REFUTED, it is unsolvable");
    }

    #[test]
    fn a_solution_that_is_not_proven_best_refutes_what_is_longer() {
        let solved = Verdict::Solved { path: Vec::new(), lower_bound: 0 };
        assert_eq!(said(Claim::Moves(1), &solved), "REFUTED, 0 moves are enough");
        assert_eq!(said(Claim::Moves(0), &solved), "proven");
    }

    #[test]
    fn bounds_are_proven_by_a_search_and_by_a_solution() {
        let bound = |lower_bound| Verdict::Unknown { lower_bound, why: StopReason::Cancelled };
        let said = |(least, most), verdict: &Verdict, given| {
            judge(Claim::Open { least, most }, verdict, given, Metric::Step).to_string()
        };
        assert_eq!(said((1, 3), &bound(1), Some(3)), "proven");
        assert_eq!(said((2, 3), &bound(1), Some(3)), "not proven, at least 1; stopped");
        assert_eq!(
            said((1, 2), &bound(1), Some(3)),
            "not proven, no solution of 2 steps is given, and none was found"
        );
        assert_eq!(
            said((1, 3), &bound(1), None),
            "not proven, no solution of 3 steps is given, and none was found"
        );
        assert_eq!(said((1, 3), &bound(4), Some(3)), "REFUTED, at least 4 steps are needed");
        assert_eq!(said((1, 3), &Verdict::Unsolvable, None), "REFUTED, it is unsolvable");
        assert_eq!(said((4, 9), &bound(0), Some(3)), "REFUTED, 3 steps are enough");
    }

    #[test]
    fn a_solution_that_is_given_refutes_by_itself() {
        let bound = |lower_bound| Verdict::Unknown { lower_bound, why: StopReason::Cancelled };
        let said =
            |claim, verdict: &Verdict| judge(claim, verdict, Some(3), Metric::Step).to_string();
        assert_eq!(said(Claim::Moves(4), &bound(0)), "REFUTED, 3 steps are enough");
        assert_eq!(said(Claim::Unsolvable, &bound(0)), "REFUTED, 3 steps are enough");
        assert_eq!(said(Claim::Moves(3), &bound(3)), "proven");
        assert_eq!(said(Claim::Moves(3), &bound(2)), "not proven, at least 2; stopped");
        assert_eq!(said(Claim::Moves(2), &bound(3)), "REFUTED, at least 3 steps are needed");
    }
}
