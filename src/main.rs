//! The program: parse, run, turn the answer into an exit status.

use huarong::cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    huarong::cli::choose_heaps();
    huarong::cli::survive_file_limits();
    match Cli::of_arguments().map(Cli::run) {
        Ok(Ok(status)) => status.into(),
        Ok(Err(failure)) => failure.report(),
        Err(status) => status,
    }
}
