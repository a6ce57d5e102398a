//! `huarong solve`: puzzles in, proven answers out, no screen.

use super::answer::Answer;
use super::limits::LimitArgs;
use super::status::{Failure, Status, say};
use super::watch::side_by_side::side_by_side;
use super::watch::{QuietMonitor, Watcher};
use super::{limits, memory, puzzles};
use crate::lookup::Resolved;
use crate::notation::printable::escaped;
use crate::puzzle::Metric;
use crate::solver;
use crate::solver::{Algorithm, Disk, Limits, Monitor, Outcome, Request, StopReason, Verdict};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Solve puzzles: the fewest moves, proven
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status: 0 every puzzle solved, 1 at least one proven unsolvable, 2 bad usage \
or input, 3 at least one not known because a limit was reached, whatever the others.

Examples:
  huarong solve hengdaolima
  huarong solve --quiet '[[4,1,2],[5,0,3]]'
  huarong solve --json --metric step --time 60 boards.txt")]
pub(crate) struct Args {
    /// A built-in's id or name, a size (4x4), a file or one puzzle of it (FILE#NAME), a puzzle
    /// written out, or - for standard input
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// What counts as one move [default: the puzzle's own]
    #[arg(long, value_parser = limits::by_name(Metric::ALL, Metric::name))]
    metric: Option<Metric>,
    /// How to search
    #[arg(long, default_value = "auto", value_parser = limits::by_name(Algorithm::ALL, Algorithm::name))]
    algorithm: Algorithm,
    /// Print one object a line
    #[arg(long, conflicts_with = "quiet")]
    json: bool,
    /// Print every position
    #[arg(long, conflicts_with = "quiet")]
    boards: bool,
    /// Print the number alone: -1 if unsolvable, ? if not known
    #[arg(long, short)]
    quiet: bool,
    /// Take the best solution found within the limits, with its proven bounds
    #[arg(long, conflicts_with = "algorithm")]
    good: bool,
    /// What sizes like 4x4 are shuffled from
    #[arg(long, value_name = "SEED", value_parser = puzzles::seed)]
    seed: Option<u64>,
    #[command(flatten)]
    disk: DiskArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// `--disk` and what goes with it.
#[derive(clap::Args, Clone, Debug)]
struct DiskArgs {
    /// Keep the layers of a breadth-first search in this folder, for one puzzle that no memory holds
    #[arg(long, value_name = "DIR", conflicts_with_all = ["algorithm", "good"])]
    disk: Option<PathBuf>,
    /// Bytes for those layers, like 200G [default: as many as the disk holds]
    #[arg(long, value_name = "SIZE", requires = "disk", value_parser = memory::parse)]
    disk_limit: Option<u64>,
    /// Go on with the search that the folder holds
    #[arg(long, requires = "disk")]
    resume: bool,
}

impl Args {
    /// Solves in the order of the arguments and prints each answer as soon as it and those before it are there.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let puzzles = puzzles::read(&self.puzzles, self.seed)?;
        if self.disk.disk.is_some() && puzzles.len() > 1 {
            return Err(Failure::input("--disk is for one puzzle"));
        }
        let mut watcher = Watcher::listen()?;
        let (mut status, mut done) = (Status::Fine, 0);
        while done < puzzles.len() {
            // One that is solved alone has all threads. The first one is, so that the tables that others share are built by all.
            status = status.max(self.alone(&puzzles[done], &mut watcher)?);
            done += 1;
            done += self.side_by_side(&puzzles[done..], &watcher, &mut status)?;
            let left = puzzles.len() - done;
            if watcher.is_interrupted() && left > 0 {
                say(format_args!("huarong: stopped; {left} more not tried"));
                return Ok(Status::Unknown);
            }
        }
        Ok(status)
    }

    /// Solves one puzzle with everything that the limits allow, and prints the answer.
    fn alone(&self, asked: &Resolved, watcher: &mut Watcher) -> Result<Status, Failure> {
        memory::forget_peak();
        let limits = self.limits.limits();
        let outcome = match &self.disk.disk {
            Some(folder) => self.solve_on_disk(asked, folder, limits, watcher),
            None => Ok(self.solve(asked, limits, watcher)),
        };
        watcher.clear();
        let status = self.tell(asked, &outcome?)?;
        if self.disk.disk.is_some() && status == Status::Unknown {
            say(format_args!("huarong: with --resume it goes on from here"));
        }
        Ok(status)
    }

    fn solve_on_disk(
        &self,
        asked: &Resolved,
        folder: &Path,
        limits: Limits,
        monitor: &mut dyn Monitor,
    ) -> Result<Outcome, Failure> {
        let request = Request { limits, ..Request::new(self.metric(asked)) };
        let DiskArgs { disk_limit: limit, resume, .. } = self.disk;
        let disk = Disk { folder: folder.to_owned(), limit, resume };
        let puzzle = &asked.entry.puzzle;
        let outcome = solver::solve_on_disk(puzzle, puzzle.start(), &request, &disk, monitor);
        outcome.map_err(|error| Failure::input(escaped(&error.to_string())))
    }

    /// Solves puzzles on all threads, one each, and prints the answers in their order, up to one that has to be solved alone; how many.
    fn side_by_side(
        &self,
        puzzles: &[Resolved],
        watcher: &Watcher,
        status: &mut Status,
    ) -> Result<usize, Failure> {
        let limits = self.limits.limits();
        let solve =
            |asked: &Resolved, share, silent: &mut QuietMonitor| self.solve(asked, share, silent);
        side_by_side(puzzles, limits, watcher, solve, |asked, outcome| {
            if wants_memory(&outcome) {
                return Ok(false);
            }
            *status = (*status).max(self.tell(asked, &outcome)?);
            Ok(true)
        })
    }

    fn solve(&self, asked: &Resolved, limits: Limits, monitor: &mut dyn Monitor) -> Outcome {
        let request = Request {
            algorithm: self.algorithm,
            limits,
            anytime: self.good,
            ..Request::new(self.metric(asked))
        };
        let puzzle = &asked.entry.puzzle;
        solver::solve(puzzle, puzzle.start(), &request, monitor)
    }

    fn metric(&self, asked: &Resolved) -> Metric {
        self.metric.unwrap_or_else(|| asked.entry.metric())
    }

    fn tell(&self, asked: &Resolved, outcome: &Outcome) -> Result<Status, Failure> {
        // What the solver counts is only its own, without the program and what the allocator keeps.
        let memory = memory::peak().unwrap_or(outcome.stats.bytes);
        let answer = Answer { asked, metric: self.metric(asked), outcome, memory };
        self.print(&answer, &mut io::stdout().lock())?;
        Ok(answer.status())
    }

    fn print(&self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        if self.quiet {
            answer.write_number(out)?;
        } else if self.json {
            answer.write_json(out, self.boards)?;
        } else {
            answer.write_text(out, self.boards)?;
        }
        // The next search may take long, and this answer is not to wait for it.
        out.flush()
    }
}

/// Whether a search ended because its memory was over.
fn wants_memory(outcome: &Outcome) -> bool {
    matches!(outcome.verdict, Verdict::Unknown { why: StopReason::Memory, .. })
}
