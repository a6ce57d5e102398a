//! `huarong analyze`: the whole of what can be reached from a puzzle's start, measured and drawn.

use super::answer::{counted, reason};
use super::limits::{LimitArgs, metric};
use super::puzzles;
use super::status::{Failure, Status};
use super::watch::Watcher;
use crate::lookup::Asked;
use crate::puzzle::Metric;
use crate::solver::{StopReason, Survey};
use crate::{notation, solver};
use serde::Serialize;
use std::io::{self, Write};

/// Measure everything that can be reached from a start
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status: 0 measured, 2 bad usage or input, 3 a limit was reached first.

Example:
  huarong analyze --metric step hengdaolima")]
pub(crate) struct Args {
    /// A built-in's id, a size (3x3), a file, a puzzle written out, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,
    /// What counts as one move [default: the puzzle's own]
    #[arg(long, value_parser = metric())]
    metric: Option<Metric>,
    /// Print one object on one line
    #[arg(long)]
    json: bool,
    /// What a size like 3x3 is shuffled from
    #[arg(long, value_name = "SEED", value_parser = puzzles::seed)]
    seed: Option<u64>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The object that `--json` prints, its keys in this order.
#[derive(Serialize)]
struct Record<'a> {
    puzzle: &'a str,
    metric: &'static str,
    states: u64,
    solved: u64,
    hopeless: u64,
    greatest: Option<u32>,
    hardest: Option<String>,
    length: Option<u32>,
    optimal_solutions: u128,
    difficulty: Option<u32>,
    mean_branching: f64,
    histogram: &'a [u64],
}

impl Args {
    /// Prints what was found.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let asked = puzzles::read_one(&self.puzzle, self.seed)?;
        let metric = self.metric.unwrap_or(asked.entry.metric());
        let mut watcher = Watcher::listen()?;
        let limits = self.limits.limits();
        let puzzle = &asked.entry.puzzle;
        let found = solver::survey(puzzle, metric, &limits, &mut watcher).and_then(|survey| {
            let fewest = survey.optimum;
            let rated = solver::difficulty(puzzle, metric, fewest, &limits, &mut watcher)?;
            Ok((survey, rated))
        });
        watcher.clear();
        let (survey, rated) = match found {
            Ok(found) => found,
            Err(why) => {
                let reason = match solver::reachable(&asked.entry.puzzle) {
                    Some(u128::MAX) => {
                        "more positions can be reached than can be counted".to_owned()
                    }
                    Some(states) if why == StopReason::Memory => {
                        format!("{states} positions can be reached, more than the memory holds")
                    }
                    _ => reason(why).1.to_owned(),
                };
                eprintln!("{}: not measured; {reason}", asked.label);
                return Ok(Status::Unknown);
            }
        };
        let mut out = io::stdout().lock();
        let hardest = hardest(&asked, &survey).map_err(Failure::input)?;
        if self.json {
            write_json(&mut out, &asked, metric, (&survey, rated), hardest)?;
        } else {
            write_text(&mut out, &asked, metric, (&survey, rated), hardest)?;
        }
        Ok(Status::Fine)
    }
}

/// A hardest start, drawn in a form that holds all of it, so that it can be read back; `None` if nothing can be solved.
///
/// # Errors
/// Why no form holds it.
fn hardest(asked: &Asked, survey: &Survey) -> Result<Option<String>, String> {
    let drawn = survey.greatest().map(|_| notation::drawing(&asked.entry, &survey.farthest));
    drawn.transpose()
}

fn write_json(
    out: &mut impl Write,
    asked: &Asked,
    metric: Metric,
    (survey, rated): (&Survey, Option<u32>),
    hardest: Option<String>,
) -> io::Result<()> {
    let record = Record {
        puzzle: &asked.label,
        metric: metric.name(),
        states: survey.states,
        solved: survey.solved,
        hopeless: survey.hopeless(),
        greatest: survey.greatest(),
        hardest,
        length: survey.optimum,
        optimal_solutions: survey.optimal_solutions,
        difficulty: rated,
        mean_branching: survey.mean_branching,
        histogram: &survey.histogram,
    };
    serde_json::to_writer(&mut *out, &record)?;
    writeln!(out)
}

fn write_text(
    out: &mut impl Write,
    asked: &Asked,
    metric: Metric,
    (survey, rated): (&Survey, Option<u32>),
    hardest: Option<String>,
) -> io::Result<()> {
    let mut row = |what: &str, value: String| writeln!(out, "{what:<22}{value}");
    row("puzzle", asked.label.clone())?;
    row("reachable states", survey.states.to_string())?;
    row("solved states", survey.solved.to_string())?;
    if survey.hopeless() > 0 {
        row("states without hope", survey.hopeless().to_string())?;
    }
    row("mean branching", format!("{:.3}", survey.mean_branching))?;
    let Some((optimum, greatest)) = survey.optimum.zip(survey.greatest()) else {
        return row("optimal solution", "none: it is unsolvable".to_owned());
    };
    row("optimal solution", counted(optimum as usize, metric))?;
    row("optimal solutions", survey.optimal_solutions.to_string())?;
    if let Some(rated) = rated {
        row("difficulty", format!("{rated}, level {}", solver::level(rated)))?;
    }
    row("greatest distance", counted(greatest as usize, metric))?;
    writeln!(out, "\nstates by distance from solved, in {metric}s")?;
    write_histogram(out, &survey.histogram)?;
    writeln!(out, "\na hardest start, {}", counted(greatest as usize, metric))?;
    out.write_all(hardest.unwrap_or_default().as_bytes())
}

/// The most rows that a histogram is drawn in.
const ROWS: usize = 40;

/// The columns of the longest bar.
// With nine columns for distances, 20 for the longest count and two blanks, a row stays within 80.
const BAR: u64 = 48;

/// Draws a row for each distance, or for several neighbours together if there would be too many rows.
fn write_histogram(out: &mut impl Write, histogram: &[u64]) -> io::Result<()> {
    let together = histogram.len().div_ceil(ROWS);
    let rows: Vec<u64> = histogram.chunks(together).map(|row| row.iter().sum()).collect();
    let most = rows.iter().copied().max().unwrap_or(1).max(1);
    let digits = most.to_string().len();
    for (i, &states) in rows.iter().enumerate() {
        let first = i * together;
        let last = (first + together).min(histogram.len()) - 1;
        let span = if first == last { first.to_string() } else { format!("{first}-{last}") };
        // A row that is not empty has a bar that can be seen.
        let bar = (states * BAR).div_ceil(most) as usize;
        writeln!(out, "{span:>9} {states:>digits$} {}", "#".repeat(bar))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_in_proportion_and_many_distances_share_rows() {
        let mut out = Vec::new();
        write_histogram(&mut out, &[48, 1, 24]).unwrap();
        let bar = "#".repeat(48);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            format!("        0 48 {bar}\n        1  1 #\n        2 24 {}\n", &bar[..24])
        );
        let mut out = Vec::new();
        write_histogram(&mut out, &[1; 41]).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 21);
        assert!(text.starts_with("      0-1 2 "));
        assert!(text.lines().last().unwrap().starts_with("       40 1 "));
    }
}
