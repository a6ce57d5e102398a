//! `huarong list`: the built-in puzzles with their proven optima.

use super::status::{Failure, Status};
use super::{json_line, warn};
use crate::library;
use crate::notation::{Claim, Entry};
use crate::puzzle::{Axis, Family, Metric, Puzzle};
use crate::storage::{Bests, Dirs, Records};
use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// List the built-in puzzles with their optima and your best results
#[derive(clap::Args, Debug)]
#[command(after_help = "\
An id stands for its puzzle in every command: huarong hengdaolima plays it.

Example:
  huarong list --kind rush")]
pub(crate) struct Args {
    /// Only puzzles of this kind
    #[arg(long)]
    kind: Option<Kind>,
    /// Print one object a line
    #[arg(long)]
    json: bool,
}

/// What sort of puzzle people would call it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// Number tiles
    Numbers,
    /// Blocks, not all of which keep to an axis
    Blocks,
    /// Blocks that all keep to an axis
    Rush,
}

impl Kind {
    fn of(puzzle: &Puzzle) -> Kind {
        let locked = puzzle.pieces().iter().all(|piece| piece.axis() != Axis::Free);
        match puzzle.family() {
            Family::Numbers => Kind::Numbers,
            Family::Blocks if locked => Kind::Rush,
            Family::Blocks => Kind::Blocks,
        }
    }
}

/// The object that `--json` prints, its keys in this order. Optima: -1 if unsolvable, null if not known. `best` is
/// what you needed in `metric`.
#[derive(Serialize)]
struct Record<'a> {
    id: &'a str,
    name: &'a str,
    name_zh: Option<&'a str>,
    pack: &'a str,
    source: Option<&'a str>,
    kind: Kind,
    width: usize,
    height: usize,
    metric: &'static str,
    step: Option<i64>,
    slide: Option<i64>,
    r#move: Option<i64>,
    difficulty: Option<u32>,
    best: Option<u32>,
}

impl<'a> Record<'a> {
    fn of(pack: &'a str, entry: &'a Entry, bests: &Bests) -> Record<'a> {
        let size = entry.puzzle.size();
        let optimum = |metric| {
            entry.claims.get(metric).and_then(|claim| match claim {
                Claim::Moves(number) => Some(i64::from(number)),
                Claim::Unsolvable => Some(-1),
                Claim::Open { .. } => None,
            })
        };
        Record {
            id: &entry.id,
            name: &entry.name.en,
            name_zh: entry.name.zh.as_deref(),
            pack,
            source: entry.source.as_deref(),
            kind: Kind::of(&entry.puzzle),
            width: size.width(),
            height: size.height(),
            metric: entry.metric().name(),
            step: optimum(Metric::Step),
            slide: optimum(Metric::Slide),
            r#move: optimum(Metric::Move),
            difficulty: entry.difficulty,
            best: bests.get(&entry.puzzle, entry.metric()).map(|best| best.moves),
        }
    }

    /// The row of the table, a cell a column.
    fn cells(&self) -> Vec<String> {
        let number = |number: Option<i64>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
        vec![
            self.id.to_owned(),
            format!("{}x{}", self.width, self.height),
            number(self.step),
            number(self.slide),
            number(self.r#move),
            number(self.difficulty.map(i64::from)),
            number(self.best.map(i64::from)),
            match self.name_zh {
                Some(zh) => format!("{} {zh}", self.name),
                None => self.name.to_owned(),
            },
        ]
    }
}

impl Args {
    /// Prints the packs in their order.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut records = Records::open(Dirs::of_environment());
        warn(&mut records);
        let packs = library::packs();
        let entries = packs.flat_map(|pack| {
            pack.entries.iter().map(|entry| Record::of(&pack.title.en, entry, records.bests()))
        });
        let wanted: Vec<Record> =
            entries.filter(|record| self.kind.is_none_or(|kind| kind == record.kind)).collect();
        let mut out = io::stdout().lock();
        if self.json {
            for record in &wanted {
                json_line(&mut out, record)?;
            }
        } else {
            write_table(&mut out, &wanted)?;
        }
        Ok(Status::Fine)
    }
}

/// The packs as tables below each other, their columns in line.
fn write_table(out: &mut impl Write, records: &[Record]) -> io::Result<()> {
    let heading =
        ["ID", "SIZE", "STEP", "SLIDE", "MOVE", "DIFFICULTY", "BEST", "NAME"].map(str::to_owned);
    let rows: Vec<Vec<String>> = records.iter().map(Record::cells).collect();
    let widths: Vec<usize> = (0..heading.len())
        .map(|i| {
            rows.iter().map(|row| row[i].width()).chain([heading[i].width()]).max().unwrap_or(0)
        })
        .collect();
    let mut pack = "";
    for (record, row) in records.iter().zip(&rows) {
        if record.pack != pack {
            pack = record.pack;
            writeln!(out, "{pack}\n  {}", line(&heading, &widths))?;
        }
        writeln!(out, "  {}", line(row, &widths))?;
    }
    Ok(())
}

/// The id, the numbers flush right, and the name.
fn line(cells: &[String], widths: &[usize]) -> String {
    // Chinese characters take two columns, so that the padding of `format!`, which counts characters, is of no use.
    let pad = |i: usize| " ".repeat(widths[i] - cells[i].width());
    let last = cells.len() - 1;
    let padded = cells.iter().enumerate().map(|(i, cell)| match i {
        0 => format!("{cell}{}", pad(i)),
        i if i == last => cell.clone(),
        i => format!("{}{cell}", pad(i)),
    });
    padded.collect::<Vec<_>>().join("  ")
}
