//! `huarong man`: the man page, made from the same table as the help.

use super::Cli;
use super::status::{Failure, Status};
use clap::CommandFactory;
use std::io::{self, Write};

/// Print the man page
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  huarong man | man -l -")]
pub(crate) struct Args {}

impl Args {
    /// Prints the page in roff: the program, then each subcommand.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut page = Vec::new();
        let mut command = Cli::command();
        // Only when it is built do the subcommands know their whole names and their usage.
        command.build();
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
        for subcommand in command.get_subcommands() {
            let name = subcommand.get_name();
            writeln!(page, ".SH \"HUARONG {}\"", name.to_uppercase())?;
            let man = clap_mangen::Man::new(subcommand.clone());
            man.render_synopsis_section(&mut page)?;
            man.render_description_section(&mut page)?;
            man.render_options_section(&mut page)?;
            man.render_extra_section(&mut page)?;
        }
        io::stdout().lock().write_all(&page)?;
        Ok(Status::Fine)
    }
}
