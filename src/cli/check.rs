//! `huarong check`: reads files whole, reports every error, and proves or refutes every claimed optimum.

use super::answer::{counted, reason};
use super::limits::LimitArgs;
use super::puzzles;
use super::status::{Failure, Status};
use super::watch::Watcher;
use crate::lookup::Asked;
use crate::notation::Claim;
use crate::puzzle::Metric;
use crate::solver;
use crate::solver::{Monitor, Progress, Request, Verdict};
use std::fmt;
use std::io::{self, Write};
use std::ops::{ControlFlow, RangeInclusive};

/// Read files, report every error, prove or refute each claim
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status: 0 all in order, 1 a claim was refuted, 2 a file cannot be read, 3 a \
claim is neither proven nor refuted because a limit was reached.

Example:
  huarong check --quiet boards.txt my-pack.toml")]
pub(crate) struct Args {
    /// Files, or anything else that stands for puzzles [default: all built-in ones]
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

impl Args {
    /// Checks what can be read, and fails in the end if something could not be.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let (asked, reasons) = if self.files.is_empty() {
            (puzzles::built_in(), Vec::new())
        } else {
            puzzles::read_what_can_be(&self.files, None)
        };
        let mut watcher = Watcher::listen()?;
        let mut status = Status::Fine;
        // How many claims are proven, refuted and open.
        let mut counts = [0; 3];
        for asked in &asked {
            for found in self.check(asked, &mut watcher)? {
                counts[found as usize] += 1;
                status = status.max(found);
            }
            if watcher.is_interrupted() {
                return Ok(Status::Unknown);
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
        if reasons.is_empty() { Ok(status) } else { Err(Failure::Input(reasons)) }
    }

    /// Checks every claim of a puzzle, a line each; what came of each.
    fn check(&self, asked: &Asked, watcher: &mut Watcher) -> Result<Vec<Status>, Failure> {
        let mut found = Vec::new();
        let mut solved: Option<(Metric, Verdict)> = None;
        for (metric, claim) in asked.entry.claims.iter() {
            // Metrics that count alike have one proof: in slides and in moves, one of a large number board takes seconds.
            let equal = asked.entry.puzzle.equal_metric(metric);
            let verdict = match solved.take() {
                Some((metric, verdict)) if metric == equal => verdict,
                _ => self.verdict(asked, equal, claim, watcher),
            };
            watcher.clear();
            let finding = match claim {
                Claim::Open { least, most } => judge_open(least..=most, &verdict, asked, metric),
                _ => judge(claim, &verdict, metric),
            };
            solved = Some((equal, verdict));
            found.push(finding.status());
            if !self.quiet || finding.status() != Status::Fine {
                let label = &asked.label;
                writeln!(io::stdout().lock(), "{label}: {}: {finding}", claimed(claim, metric))?;
            }
        }
        found.extend(self.check_difficulty(asked, watcher)?);
        if found.is_empty() && !self.quiet {
            writeln!(io::stdout().lock(), "{}: readable, nothing claimed", asked.label)?;
        }
        Ok(found)
    }

    /// Checks how hard the puzzle is claimed to be.
    fn check_difficulty(
        &self,
        asked: &Asked,
        watcher: &mut Watcher,
    ) -> Result<Option<Status>, Failure> {
        let Asked { entry, label } = asked;
        let Some(claimed) = entry.difficulty else { return Ok(None) };
        let known = match entry.claims.get(entry.metric()) {
            Some(Claim::Moves(moves)) => Some(moves),
            _ => None,
        };
        // The fewest moves are proven by now, or said to be wrong.
        let limits = self.limits.limits();
        let rated = solver::difficulty(&entry.puzzle, entry.metric(), known, &limits, watcher);
        watcher.clear();
        let finding = match rated {
            Ok(Some(number)) if number == claimed => Finding::Proven,
            Ok(Some(number)) => Finding::Refuted(format!("it is {number}")),
            Ok(None) => Finding::Refuted("it is unsolvable".to_owned()),
            Err(why) => Finding::Open(reason(why).1.to_owned()),
        };
        let status = finding.status();
        if !self.quiet || status != Status::Fine {
            writeln!(io::stdout().lock(), "{label}: difficulty {claimed}: {finding}")?;
        }
        Ok(Some(status))
    }

    fn verdict(
        &self,
        asked: &Asked,
        metric: Metric,
        claim: Claim,
        watcher: &mut Watcher,
    ) -> Verdict {
        let request = Request { limits: self.limits.limits(), ..Request::new(metric) };
        let puzzle = &asked.entry.puzzle;
        let enough = match claim {
            Claim::Open { least, .. } => least,
            _ => u32::MAX,
        };
        let mut monitor = Until { watcher, enough };
        solver::solve(puzzle, puzzle.start(), &request, &mut monitor).verdict
    }
}

/// Goes on until the lower bound is as great as is claimed: of a puzzle whose optimum nobody knows no more can be proven.
struct Until<'a> {
    watcher: &'a mut Watcher,
    enough: u32,
}

impl Monitor for Until<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.watcher.progress(progress)?;
        if progress.lower_bound >= self.enough {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn cancelled(&self) -> bool {
        self.watcher.cancelled()
    }
}

/// What a verdict and the entry's own solution say of two bounds.
fn judge_open(
    claimed: RangeInclusive<u32>,
    verdict: &Verdict,
    asked: &Asked,
    metric: Metric,
) -> Finding {
    let (least, most) = (*claimed.start() as usize, *claimed.end() as usize);
    let puzzle = &asked.entry.puzzle;
    let given = asked.entry.solution.as_ref();
    let given = given.and_then(|moves| puzzle.count(puzzle.start(), moves, metric).ok());
    match verdict {
        Verdict::Optimal { path } if (least..=most).contains(&path.len()) => Finding::Proven,
        Verdict::Optimal { path } => {
            Finding::Refuted(format!("the optimum is {}", counted(path.len(), metric)))
        }
        Verdict::Unsolvable => Finding::Refuted("it is unsolvable".to_owned()),
        Verdict::Solved { lower_bound, .. } | Verdict::Unknown { lower_bound, .. }
            if *lower_bound as usize > most =>
        {
            let bound = counted(*lower_bound as usize, metric);
            Finding::Refuted(format!("at least {bound} are needed"))
        }
        _ if given.is_none_or(|given| given > most) => {
            Finding::Open(format!("no solution of {} is given", counted(most, metric)))
        }
        Verdict::Solved { lower_bound, .. } | Verdict::Unknown { lower_bound, .. }
            if *lower_bound as usize >= least =>
        {
            Finding::Proven
        }
        Verdict::Solved { lower_bound, .. } => Finding::Open(format!("at least {lower_bound}")),
        Verdict::Unknown { lower_bound, why } => {
            Finding::Open(format!("at least {lower_bound}; {}", reason(*why).1))
        }
    }
}

/// What a verdict says of a claim.
fn judge(claim: Claim, verdict: &Verdict, metric: Metric) -> Finding {
    let number = match claim {
        Claim::Moves(number) => Some(number as usize),
        Claim::Unsolvable | Claim::Open { .. } => None,
    };
    match verdict {
        Verdict::Optimal { path } if number == Some(path.len()) => Finding::Proven,
        Verdict::Optimal { path } => {
            Finding::Refuted(format!("the optimum is {}", counted(path.len(), metric)))
        }
        Verdict::Unsolvable if number.is_none() => Finding::Proven,
        Verdict::Unsolvable => Finding::Refuted("it is unsolvable".to_owned()),
        Verdict::Solved { path, .. } if number.is_none_or(|number| path.len() < number) => {
            Finding::Refuted(format!("{} are enough", counted(path.len(), metric)))
        }
        Verdict::Solved { lower_bound, .. } | Verdict::Unknown { lower_bound, .. }
            if number.is_some_and(|number| *lower_bound as usize > number) =>
        {
            let least = counted(*lower_bound as usize, metric);
            Finding::Refuted(format!("at least {least} are needed"))
        }
        Verdict::Solved { lower_bound, path } => {
            Finding::Open(format!("between {lower_bound} and {}", path.len()))
        }
        Verdict::Unknown { lower_bound, why } => {
            Finding::Open(format!("at least {lower_bound}; {}", reason(*why).1))
        }
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
    use crate::solver::StopReason;

    fn said(claim: Claim, verdict: &Verdict) -> String {
        judge(claim, verdict, Metric::Move).to_string()
    }

    #[test]
    fn a_bound_above_the_claim_refutes_it() {
        let bound = |lower_bound| Verdict::Unknown { lower_bound, why: StopReason::Time };
        assert_eq!(said(Claim::Moves(9), &bound(10)), "REFUTED, at least 10 moves are needed");
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
        assert_eq!(said(Claim::Moves(0), &solved), "not proven, between 0 and 0");
    }

    #[test]
    fn bounds_are_proven_by_a_search_and_by_a_solution() {
        let pack = |rest: &str| {
            let text = format!("[[puzzle]]\nboard = '1 2/0 3'\n{rest}\n");
            let entry = crate::notation::read("p", &text).unwrap().entries.remove(0);
            Asked { entry, label: "p".to_owned() }
        };
        let (none, given) = (pack(""), pack("solution = 'LRL'"));
        let bound = |lower_bound| Verdict::Unknown { lower_bound, why: StopReason::Cancelled };
        let said = |claimed, verdict: &Verdict, asked: &Asked| {
            judge_open(claimed, verdict, asked, Metric::Step).to_string()
        };
        assert_eq!(said(1..=3, &bound(1), &given), "proven");
        assert_eq!(said(2..=3, &bound(1), &given), "not proven, at least 1; stopped");
        assert_eq!(said(1..=2, &bound(1), &given), "not proven, no solution of 2 steps is given");
        assert_eq!(said(1..=3, &bound(1), &none), "not proven, no solution of 3 steps is given");
        assert_eq!(said(1..=3, &bound(4), &given), "REFUTED, at least 4 steps are needed");
        assert_eq!(said(1..=3, &Verdict::Unsolvable, &given), "REFUTED, it is unsolvable");
    }
}
