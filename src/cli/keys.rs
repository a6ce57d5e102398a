//! `huarong keys`: the key table that is in force.

use super::status::{Failure, Status};
use super::{json_line, settings, warn};
use crate::storage::{Dirs, Records};
use crate::text::Lang;
use crate::tui::{Keymap, Row};
use serde::Serialize;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Print the keys of the game as they are in force
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The first two columns are the names that settings.toml knows; `huarong paths` \
tells where it lies. To take back a move with Ctrl-U too:

  [keys.play]
  undo = [\"u\", \"Backspace\", \"Ctrl-U\"]

Example:
  huarong keys")]
pub(crate) struct Args {
    /// Print one object a line
    #[arg(long)]
    json: bool,
}

/// The object that `--json` prints.
#[derive(Serialize)]
struct Record {
    scope: &'static str,
    action: &'static str,
    keys: Vec<String>,
    words: &'static str,
}

impl Args {
    /// Prints a line an action.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut records = Records::open(Dirs::of_environment());
        let (keymap, _) = Keymap::with(&settings::read(&mut records).keys);
        warn(&mut records);
        let mut out = io::stdout().lock();
        let table = table(&keymap);
        if self.json {
            for record in &table {
                json_line(&mut out, record)?;
            }
            return Ok(Status::Fine);
        }
        let rows =
            table.iter().map(|it| [it.scope.to_owned(), it.action.to_owned(), it.keys.join(" ")]);
        let rows: Vec<[String; 3]> = rows.collect();
        let widths = [0, 1, 2].map(|i| rows.iter().map(|row| row[i].width()).max().unwrap_or(0));
        for (row, record) in rows.iter().zip(&table) {
            for (cell, width) in row.iter().zip(widths) {
                // A key may be a Chinese character, which takes two columns.
                write!(out, "{cell}{}  ", " ".repeat(width - cell.width()))?;
            }
            writeln!(out, "{}", record.words)?;
        }
        Ok(Status::Fine)
    }
}

/// Each action once in each scope, in the order of the table.
fn table(keymap: &Keymap) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    for row in keymap.all() {
        for (chord, action) in &row.keys {
            let name = action.name();
            let key = chord.label(true);
            let same = |r: &&mut Record| r.scope == row.scope.name() && r.action == name;
            match records.iter_mut().find(same) {
                Some(record) => record.keys.push(key),
                None => records.push(record(row, name, key)),
            }
        }
    }
    records
}

fn record(row: &Row, action: &'static str, key: String) -> Record {
    Record { scope: row.scope.name(), action, keys: vec![key], words: row.words.words(Lang::En) }
}
