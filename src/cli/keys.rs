//! `huarong keys`: the key table that is in force.

use super::status::{Failure, Status};
use super::{json_line, settings, warn};
use crate::storage::{Dirs, Records};
use crate::text::Lang;
use crate::tui::{Keymap, Row};
use serde::Serialize;
use std::io::{self, Write};

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
        for record in table(&keymap) {
            if self.json {
                json_line(&mut out, &record)?;
            } else {
                let keys = record.keys.join(" ");
                let (scope, action, words) = (record.scope, record.action, record.words);
                writeln!(out, "{scope:<7} {action:<15} {keys:<15} {words}")?;
            }
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
