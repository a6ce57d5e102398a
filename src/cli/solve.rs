//! `huarong solve`: puzzles in, proven answers out, no screen.

use super::answer::Answer;
use super::limits::LimitArgs;
use super::status::{Failure, Status};
use super::watch::Watcher;
use super::{limits, memory, puzzles};
use crate::lookup::Asked;
use crate::puzzle::Metric;
use crate::solver;
use crate::solver::{Algorithm, Request};
use std::io::{self, Write};

/// Solve puzzles: the fewest moves, proven
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status: 0 every puzzle solved, 1 at least one proven unsolvable, 2 bad usage \
or input, 3 at least one not known because a limit was reached.

Examples:
  huarong solve hengdaolima
  huarong solve --quiet '[[4,1,2],[5,0,3]]'
  huarong solve --json --metric step --time 60 boards.txt")]
pub(crate) struct Args {
    /// A built-in's id, a size (4x4), a file, a puzzle written out, or - for standard input
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<String>,
    /// What counts as one move [default: the puzzle's own]
    #[arg(long, value_parser = limits::metric())]
    metric: Option<Metric>,
    /// How to search
    #[arg(long, default_value = "auto", value_parser = limits::algorithm())]
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
    #[arg(long)]
    good: bool,
    /// What sizes like 4x4 are shuffled from
    #[arg(long, value_name = "SEED", value_parser = puzzles::seed)]
    seed: Option<u64>,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Args {
    /// Solves in the order of the arguments and prints each answer as soon as it is there.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let puzzles = puzzles::read(&self.puzzles, self.seed)?;
        let mut watcher = Watcher::listen()?;
        let mut status = Status::Fine;
        for (done, asked) in (1..).zip(&puzzles) {
            status = status.max(self.solve(asked, &mut watcher)?);
            let left = puzzles.len() - done;
            if watcher.is_interrupted() && left > 0 {
                eprintln!("huarong: stopped; {left} more not tried");
                return Ok(Status::Unknown);
            }
        }
        Ok(status)
    }

    fn solve(&self, asked: &Asked, watcher: &mut Watcher) -> Result<Status, Failure> {
        let metric = self.metric.unwrap_or_else(|| asked.entry.metric());
        let request = Request {
            algorithm: self.algorithm,
            limits: self.limits.limits(),
            anytime: self.good,
            ..Request::new(metric)
        };
        let puzzle = &asked.entry.puzzle;
        memory::forget_peak();
        let outcome = &solver::solve(puzzle, puzzle.start(), &request, watcher);
        watcher.clear();
        // What the solver counts is only its own, without the program and what the allocator keeps.
        let memory = memory::peak().unwrap_or(outcome.stats.bytes);
        let answer = Answer { asked, metric, outcome, memory };
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
