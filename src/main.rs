//! The program: parse, run, turn the answer into an exit status.

use clap::Parser;
use huarong::cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(status) => status.into(),
        Err(failure) => failure.report(),
    }
}
