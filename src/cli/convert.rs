//! `huarong convert`: from any form to any form that can hold the puzzle.

use super::limits::by_name;
use super::puzzles;
use super::status::{Failure, Status};
use crate::notation;
use crate::notation::Form;
use std::io::{self, Write};

/// Write a puzzle in another form
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  huarong convert --to toml 'aSSb/aSSb/cdde/cfge/h..i' > my-pack.toml")]
pub(crate) struct Args {
    /// A built-in's id or name, a size (4x4), a file or one puzzle of it (FILE#NAME), a puzzle
    /// written out, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,
    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = by_name(Form::ALL, Form::name))]
    to: Form,
    /// What a size like 4x4 is shuffled from
    #[arg(long, value_name = "SEED", value_parser = puzzles::seed)]
    seed: Option<u64>,
}

impl Args {
    /// Prints the puzzle.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let asked = puzzles::read_one(&self.puzzle, self.seed)?;
        let text = notation::write(self.to, &asked.entry, asked.entry.puzzle.start())
            .map_err(|reason| Failure::input(format!("{}: {reason}", asked.label)))?;
        io::stdout().lock().write_all(text.as_bytes())?;
        Ok(Status::Fine)
    }
}
