//! `huarong analyze`: the whole of what can be reached from a puzzle's start, measured and drawn.

use super::answer::counted;
use super::limits::{LimitArgs, by_name};
use super::status::{Failure, Status, say};
use super::watch::Watcher;
use super::{json_line, picture, play, puzzles};
use crate::lookup::Resolved;
use crate::puzzle::{Metric, Position, Puzzle};
use crate::solver::{Limits, Links, Necks, StateSpace, StopReason, Survey};
use crate::storage::Palette;
use crate::tui::{Findings, Mapped};
use crate::{notation, solver, tui};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// Measure everything that can be reached from a start
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status: 0 measured, 2 bad usage or input, 3 a limit was reached first.

Example:
  huarong analyze --metric step hengdaolima
  huarong analyze --metric step --svg map.svg --cast map.cast hengdaolima")]
pub(crate) struct Args {
    /// A built-in's id or name, a size (3x3), a file or one puzzle of it (FILE#NAME), a puzzle
    /// written out, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,
    /// What counts as one move [default: the puzzle's own]
    #[arg(long, value_parser = by_name(Metric::ALL, Metric::name))]
    metric: Option<Metric>,
    /// Print one object on one line
    #[arg(long)]
    json: bool,
    /// What a size like 3x3 is shuffled from
    #[arg(long, value_name = "SEED", value_parser = puzzles::seed)]
    seed: Option<u64>,
    /// Write the map in three dimensions as a picture in SVG; - for standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<PathBuf>,
    /// Write the map, turning, as a film for asciinema (asciicast v2); - for standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    cast: Option<PathBuf>,
    /// Draw it on a light ground
    #[arg(long)]
    light: bool,
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
    necks: Option<Vec<NeckRecord>>,
    cut: Option<Vec<String>>,
}

/// A position that every shortest solution passes.
#[derive(Serialize)]
struct NeckRecord {
    distance: u32,
    board: String,
}

impl Args {
    /// Prints what was found.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let asked = puzzles::read_one(&self.puzzle, self.seed)?;
        let metric = self.metric.unwrap_or(asked.entry.metric());
        let mut watcher = Watcher::listen()?;
        let limits = self.limits.limits();
        picture::apart(self.cast.as_ref(), self.svg.as_ref())?;
        if self.light && self.svg.is_none() && self.cast.is_none() {
            return Err(Failure::input("--light is for --svg and --cast"));
        }
        let puzzle = &asked.entry.puzzle;
        let found = Found::of(puzzle, metric, &limits, &mut watcher);
        let (found, links) = match found {
            Ok(found) => found,
            Err(why) => {
                watcher.clear();
                return Ok(not_measured(&asked, why));
            }
        };
        if self.svg.is_some() || self.cast.is_some() {
            let status = self.draw(&asked, found, links, (&limits, &mut watcher));
            watcher.clear();
            return status;
        }
        watcher.clear();
        let mut out = io::stdout().lock();
        let hardest = hardest(&asked, &found.survey).map_err(Failure::input)?;
        if self.json {
            write_json(&mut out, &asked, &found, hardest)?;
        } else {
            write_text(&mut out, &asked, &found, hardest)?;
        }
        Ok(Status::Fine)
    }

    /// Writes the files that are asked for, each as a whole or not at all.
    fn draw(
        &self,
        asked: &Resolved,
        found: Found,
        links: Option<Links>,
        (limits, watcher): (&Limits, &mut Watcher),
    ) -> Result<Status, Failure> {
        let shape = match (&found.space, links) {
            (Some(space), Some(links)) => space.shape(&links, limits, watcher).map(|s| (space, s)),
            _ => Err(StopReason::Memory),
        };
        watcher.clear();
        let (space, shape) = match shape {
            Ok((space, shape)) => (Arc::clone(space), Arc::new(shape)),
            Err(why) => return Ok(not_measured(asked, why)),
        };
        let mut options = play::drawn(Some(found.metric));
        if self.light {
            options.settings.theme = Palette::Light;
        }
        let findings = Findings { necks: found.necks.map(Arc::new), shape: Some(Ok(shape)) };
        let map = Mapped { space, findings };
        if let Some(file) = &self.cast {
            picture::put(file, &tui::map_cast(asked.entry.clone(), map.clone(), &options)?)?;
        }
        if let Some(file) = &self.svg {
            picture::put(file, &tui::map_still(asked.entry.clone(), map, &options)?)?;
        }
        Ok(Status::Fine)
    }
}

/// What was found out about a puzzle.
struct Found {
    metric: Metric,
    survey: Survey,
    rated: Option<u32>,
    /// The map; `None` of a puzzle that is too large for any.
    space: Option<Arc<StateSpace>>,
    /// Where solutions come together; `None` where there was no room to look for it.
    necks: Option<Necks>,
}

impl Found {
    /// Measures a puzzle, and writes its moves down where there is room for them.
    fn of(
        puzzle: &Puzzle,
        metric: Metric,
        limits: &Limits,
        watcher: &mut Watcher,
    ) -> Result<(Found, Option<Links>), StopReason> {
        let (survey, space) = match solver::is_endless(puzzle) {
            true => (solver::survey(puzzle, metric, limits, watcher)?, None),
            false => {
                let space = StateSpace::build(puzzle, metric, limits, watcher)?;
                (space.survey().clone(), Some(Arc::new(space)))
            }
        };
        let rated = match &space {
            Some(space) => space.difficulty(limits, watcher)?,
            None => solver::difficulty(puzzle, metric, survey.optimum, limits, watcher)?,
        };
        let mut found = Found { metric, survey, rated, space, necks: None };
        let mut known = None;
        if let Some(space) = &found.space {
            known = fitting(space.links(limits, watcher))?;
            if let Some(links) = &known {
                found.necks = fitting(space.necks(links, limits, watcher))?;
            }
        }
        Ok((found, known))
    }
}

/// What there was room for: what is beyond the memory goes without it, and all else is told.
fn fitting<T>(found: Result<T, StopReason>) -> Result<Option<T>, StopReason> {
    match found {
        Err(StopReason::Memory) => Ok(None),
        found => found.map(Some),
    }
}

/// Says why there is no answer.
fn not_measured(asked: &Resolved, why: StopReason) -> Status {
    let reason = match solver::reachable(&asked.entry.puzzle) {
        Some(u128::MAX) => "more positions can be reached than can be counted".to_owned(),
        Some(states) if why == StopReason::Memory => {
            format!("{states} positions can be reached, more than the memory holds")
        }
        _ => why.to_string(),
    };
    say(format_args!("{}: not measured; {reason}", asked.label));
    Status::Unknown
}

/// A hardest start, drawn in a form that holds all of it, so that it can be read back; `None` if nothing can be solved.
fn hardest(asked: &Resolved, survey: &Survey) -> Result<Option<String>, String> {
    let drawn = survey.greatest().map(|_| notation::drawing(&asked.entry, &survey.farthest));
    drawn.transpose()
}

fn write_json(
    out: &mut impl Write,
    asked: &Resolved,
    found: &Found,
    hardest: Option<String>,
) -> Result<(), Failure> {
    let survey = &found.survey;
    let drawn =
        |position: &Position| notation::drawing(&asked.entry, position).map_err(Failure::input);
    let necks = found.necks.as_ref().map(|necks| {
        let neck = necks
            .shortest
            .iter()
            .map(|neck| Ok(NeckRecord { distance: neck.to, board: drawn(&neck.position)? }));
        neck.collect::<Result<_, Failure>>()
    });
    let cut = found.necks.as_ref().and_then(|necks| necks.cut.as_ref());
    let cut = cut.map(|cut| cut.iter().map(drawn).collect::<Result<_, Failure>>());
    let record = Record {
        puzzle: &asked.label,
        metric: found.metric.name(),
        states: survey.states,
        solved: survey.solved,
        hopeless: survey.hopeless(),
        greatest: survey.greatest(),
        hardest,
        length: survey.optimum,
        optimal_solutions: survey.optimal_solutions,
        difficulty: found.rated,
        mean_branching: survey.mean_branching,
        histogram: &survey.histogram,
        necks: necks.transpose()?,
        cut: cut.transpose()?,
    };
    Ok(json_line(out, &record)?)
}

fn write_text(
    out: &mut impl Write,
    asked: &Resolved,
    found: &Found,
    hardest: Option<String>,
) -> io::Result<()> {
    let (survey, metric) = (&found.survey, found.metric);
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
    if let Some(rated) = found.rated {
        row("difficulty", format!("{rated}, level {}", solver::level(rated)))?;
    }
    row("greatest distance", counted(greatest as usize, metric))?;
    if let Some((necks, space)) = found.necks.as_ref().zip(found.space.as_ref()) {
        row("shortest ones share", spans(necks))?;
        row("all solutions pass", cut(necks, space))?;
    }
    writeln!(out, "\nstates by distance from solved, in {metric}s")?;
    write_histogram(out, &survey.histogram)?;
    writeln!(out, "\na hardest start, {}", counted(greatest as usize, metric))?;
    out.write_all(hardest.unwrap_or_default().as_bytes())
}

/// How far from solved the positions are that every shortest solution passes, those in a row together.
fn spans(necks: &Necks) -> String {
    let mut rows: Vec<(u32, u32)> = Vec::new();
    for neck in &necks.shortest {
        match rows.last_mut() {
            Some((_, last)) if *last == neck.to + 1 => *last = neck.to,
            _ => rows.push((neck.to, neck.to)),
        }
    }
    let span = |(first, last): &(u32, u32)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    match rows.as_slice() {
        [] => "no position".to_owned(),
        rows => rows.iter().map(span).collect::<Vec<_>>().join(" ") + " from solved",
    }
}

/// How many positions there are of which every solution passes one, and how far they are from solved.
fn cut(necks: &Necks, space: &StateSpace) -> String {
    let Some(cut) = &necks.cut else {
        return format!("no set of {} positions or fewer", Necks::MOST);
    };
    let far = cut.iter().filter_map(|position| Some(space.place(position)?.1?.to_string()));
    let far = far.collect::<Vec<_>>().join(" ");
    match cut.len() {
        1 => format!("one position, {far} from solved"),
        size => format!("one of {size} positions, {far} from solved"),
    }
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
