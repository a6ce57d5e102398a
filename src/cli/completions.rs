//! `huarong completions`: what a shell needs to complete our arguments.

use super::Cli;
use super::status::{Failure, Status};
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{self, Write};

/// Print completions for a shell
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  huarong completions bash > ~/.local/share/bash-completion/completions/huarong")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    /// Prints the script.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        // The generator panics where it cannot write, so that it is given memory and not the standard output.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "huarong", &mut script);
        io::stdout().lock().write_all(&script)?;
        Ok(Status::Fine)
    }
}
