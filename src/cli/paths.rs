//! `huarong paths`: where the files of the player lie.

use super::status::{Failure, Status};
use crate::notation::printable;
use crate::storage::Dirs;
use std::io::{self, Write};
use std::path::Path;

/// Print where settings, saved games, records and tables lie
#[derive(clap::Args, Debug)]
#[command(after_help = "\
HUARONG_HOME, if it is set, names the folder of all of them.

Example:
  huarong paths")]
pub(crate) struct Args {}

impl Args {
    /// Prints a line a file, whether it is there yet or not.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let Some(dirs) = Dirs::of_environment() else {
            return Err(Failure::input("there is no folder of yours; HUARONG_HOME can name one"));
        };
        let mut out = io::stdout().lock();
        writeln!(out, "game     {}", shown(&dirs.game()))?;
        writeln!(out, "settings {}", shown(&dirs.settings()))?;
        writeln!(out, "records  {}", shown(&dirs.bests()))?;
        writeln!(out, "days     {}", shown(&dirs.days()))?;
        writeln!(out, "times    {}", shown(&dirs.times()))?;
        writeln!(out, "drawing  {}", shown(&dirs.drawing()))?;
        writeln!(out, "tables   {}", shown(&dirs.tables()))?;
        Ok(Status::Fine)
    }
}

/// A path without anything that a terminal would take for a command.
fn shown(path: &Path) -> String {
    printable::escaped(&path.display().to_string())
}
