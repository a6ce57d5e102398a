//! How an answer of the solver is printed: a number, a few lines for people, or an object a line for programs.

use super::json_line;
use super::status::Status;
use crate::lookup::Resolved;
use crate::notation;
use crate::puzzle::{Metric, Move, Puzzle};
use crate::session::positions;
use crate::solver::{Outcome, StopReason, Verdict};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, Write};

/// A solved (or not solved) puzzle.
pub(crate) struct Answer<'a> {
    /// The puzzle, and what it is called.
    pub(crate) asked: &'a Resolved,
    /// What was counted.
    pub(crate) metric: Metric,
    /// What the solver said.
    pub(crate) outcome: &'a Outcome,
    /// The most bytes that were taken.
    pub(crate) memory: u64,
}

/// The object that `--json` prints, its keys in this order.
#[derive(Serialize)]
// A struct of its own, so that the keys, on which programs rely, do not follow the solver's fields.
struct Record<'a> {
    puzzle: &'a str,
    metric: &'static str,
    status: &'static str,
    length: Option<usize>,
    lower_bound: Option<usize>,
    moves: Option<String>,
    algorithm: &'static str,
    states: u64,
    expanded: u64,
    seconds: f64,
    memory_bytes: u64,
    states_per_second: f64,
    depth: u32,
    table_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    disk_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boards: Option<Vec<String>>,
}

impl Answer<'_> {
    /// What it means for the exit status.
    pub(crate) fn status(&self) -> Status {
        match self.outcome.verdict {
            Verdict::Optimal { .. } | Verdict::Solved { .. } => Status::Fine,
            Verdict::Unsolvable => Status::Refuted,
            Verdict::Unknown { .. } => Status::Unknown,
        }
    }

    /// The number alone: `-1` if unsolvable, `?` if not known.
    pub(crate) fn write_number(&self, out: &mut impl Write) -> io::Result<()> {
        match &self.outcome.verdict {
            Verdict::Optimal { path } | Verdict::Solved { path, .. } => {
                writeln!(out, "{}", path.len())
            }
            Verdict::Unsolvable => writeln!(out, "-1"),
            Verdict::Unknown { .. } => writeln!(out, "?"),
        }
    }

    /// One line of JSON, with all boards if `boards`.
    pub(crate) fn write_json(&self, out: &mut impl Write, boards: bool) -> io::Result<()> {
        let path = self.outcome.verdict.path();
        let stats = &self.outcome.stats;
        let record = Record {
            puzzle: &self.asked.label,
            metric: self.metric.name(),
            status: self.word(),
            length: path.map(Vec::len),
            lower_bound: self.lower_bound(),
            moves: path.map(|path| self.moves(path)),
            algorithm: stats.algorithm.name(),
            states: stats.states,
            expanded: stats.expanded,
            seconds: stats.elapsed.as_secs_f64(),
            memory_bytes: self.memory,
            states_per_second: stats.speed(),
            depth: stats.depth,
            table_seconds: stats.tables.as_secs_f64(),
            disk_bytes: Some(stats.disk).filter(|&bytes| bytes > 0),
            why: self.why().map(reason),
            boards: path.filter(|_| boards).map(|path| self.boards(path)),
        };
        json_line(out, &record)
    }

    /// A headline, then the moves, or every move with the board after it if `boards`.
    pub(crate) fn write_text(&self, out: &mut impl Write, boards: bool) -> io::Result<()> {
        writeln!(out, "{}: {}", self.asked.label, self.headline())?;
        match self.outcome.verdict.path() {
            Some(path) if boards => write_boards(out, &self.asked.entry.puzzle, path),
            Some(path) if !path.is_empty() => writeln!(out, "{}", self.moves(path)),
            _ => Ok(()),
        }
    }

    /// The answer and the effort in one line.
    fn headline(&self) -> String {
        let stats = &self.outcome.stats;
        let metric = self.metric;
        let mut line = match &self.outcome.verdict {
            Verdict::Optimal { path } => format!("{}, optimal", counted(path.len(), metric)),
            Verdict::Solved { path, lower_bound } => {
                format!("{}, at least {lower_bound} needed", counted(path.len(), metric))
            }
            Verdict::Unsolvable => "unsolvable".to_owned(),
            Verdict::Unknown { lower_bound, .. } => {
                let at_least = counted(*lower_bound as usize, metric);
                format!(
                    "unknown, at least {at_least}; {}",
                    self.why().map_or_else(String::new, |why| why.to_string())
                )
            }
        };
        let (algorithm, seconds) = (stats.algorithm.name(), stats.elapsed.as_secs_f64());
        // Writing to a string cannot fail.
        let _ = write!(line, " ({algorithm}, {} states, {seconds:.3} s)", stats.states);
        line
    }

    fn word(&self) -> &'static str {
        match self.outcome.verdict {
            Verdict::Optimal { .. } => "optimal",
            Verdict::Solved { .. } => "solved",
            Verdict::Unsolvable => "unsolvable",
            Verdict::Unknown { .. } => "unknown",
        }
    }

    fn lower_bound(&self) -> Option<usize> {
        match &self.outcome.verdict {
            Verdict::Optimal { path } => Some(path.len()),
            Verdict::Solved { lower_bound, .. } | Verdict::Unknown { lower_bound, .. } => {
                Some(*lower_bound as usize)
            }
            Verdict::Unsolvable => None,
        }
    }

    /// Why the answer is not known.
    fn why(&self) -> Option<StopReason> {
        match self.outcome.verdict {
            Verdict::Unknown { why, .. } => Some(why),
            _ => None,
        }
    }

    fn moves(&self, path: &[Move]) -> String {
        let puzzle = &self.asked.entry.puzzle;
        notation::moves::write(puzzle, puzzle.start(), path)
    }

    fn boards(&self, path: &[Move]) -> Vec<String> {
        let puzzle = &self.asked.entry.puzzle;
        let positions = positions(puzzle, puzzle.start().clone(), path);
        let positions = positions.expect("the solver has replayed its answer");
        positions.iter().map(|position| notation::grid::draw(puzzle, position)).collect()
    }
}

/// The start, then every move with its number and the board after it.
pub(crate) fn write_boards(out: &mut impl Write, puzzle: &Puzzle, path: &[Move]) -> io::Result<()> {
    let mut position = puzzle.start().clone();
    writeln!(out, "\n{}", notation::grid::draw(puzzle, &position).trim_end())?;
    for (i, action) in path.iter().enumerate() {
        // A move is written as seen from the position before it.
        let before = position.clone();
        if position.play(puzzle, action).is_err() {
            break;
        }
        let moves = notation::moves::write(puzzle, &before, std::slice::from_ref(action));
        let board = notation::grid::draw(puzzle, &position);
        writeln!(out, "\n{}. {moves}\n{}", i + 1, board.trim_end())?;
    }
    Ok(())
}

/// `1 move`, `81 moves`, `90 slides`.
pub(crate) fn counted(number: usize, metric: Metric) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {metric}{plural}")
}

/// What stopped a search, in one word.
fn reason(why: StopReason) -> &'static str {
    match why {
        StopReason::Cancelled => "cancelled",
        StopReason::Time => "time",
        StopReason::Memory => "memory",
        StopReason::Disk => "disk",
        StopReason::NotApplicable => "not-applicable",
    }
}
