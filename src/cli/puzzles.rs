//! What a PUZZLE argument stands for: standard input, or all that [`lookup`] knows.

use super::Cli;
use super::status::Failure;
use crate::generate::seed_named;
use crate::library;
use crate::lookup::{self, LookupError, Resolved};
use crate::notation::printable;
use crate::text::{self, Lang};
use clap::CommandFactory;
use std::io;

/// Every puzzle that the arguments stand for, in their order; sizes are shuffled from `seed`.
pub(crate) fn read(arguments: &[String], seed: Option<u64>) -> Result<Vec<Resolved>, Failure> {
    match read_what_can_be(arguments, seed) {
        (found, reasons) if reasons.is_empty() => Ok(found),
        (_, reasons) => Err(Failure::Input(reasons)),
    }
}

/// The puzzles that can be read, and what is wrong with the others.
pub(crate) fn read_what_can_be(
    arguments: &[String],
    seed: Option<u64>,
) -> (Vec<Resolved>, Vec<String>) {
    let (mut found, mut reasons) = (Vec::new(), Vec::new());
    for argument in arguments {
        match resolve(argument, seed) {
            Ok(asked) => found.extend(asked),
            Err(wrong) => reasons.extend(said(&wrong)),
        }
    }
    (found, reasons)
}

/// All built-in puzzles.
pub(crate) fn built_in() -> Vec<Resolved> {
    library::all().map(|entry| lookup::asked(entry.clone(), "")).collect()
}

/// The one puzzle that an argument stands for.
///
/// # Errors
/// What is wrong with it; that there are several.
pub(crate) fn read_one(argument: &str, seed: Option<u64>) -> Result<Resolved, Failure> {
    let mut found = resolve(argument, seed).map_err(|wrong| Failure::Input(said(&wrong)))?;
    match (found.pop(), found.len()) {
        (Some(asked), 0) => Ok(asked),
        (_, more) => {
            let what = printable::escaped(argument);
            let reason = format!("{what} holds {} puzzles; expected one", more + 1);
            // Only a puzzle of a file can be named.
            let first = found.first().filter(|_| lookup::file(argument).is_some());
            let named = first.map(|first| match first.entry.id.as_str() {
                "" => format!(", like {what}#1"),
                id => format!(", like {what}#{id}"),
            });
            Err(Failure::input(reason + &named.unwrap_or_default()))
        }
    }
}

fn resolve(argument: &str, seed: Option<u64>) -> Result<Vec<Resolved>, Vec<LookupError>> {
    if argument == "-" {
        let name = "standard input";
        return lookup::parse(name, &lookup::read_bytes(name, io::stdin().lock())?);
    }
    lookup::resolve(argument, seed)
}

/// A seed, as scrambles are named by it or as a number.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    seed_named(text).ok_or_else(|| "expected a number, or digits and letters like k3f9".to_owned())
}

/// What is wrong with an argument, a line each. One that is nearly a command is told so.
pub(crate) fn said(wrong: &[LookupError]) -> Vec<String> {
    let cli = Cli::command();
    let commands = cli.get_subcommands().map(clap::Command::get_name);
    // Who types `huarong help` means what other programs do then.
    let commands: Vec<&str> = commands.chain(["--help", "--version"]).collect();
    let said = |wrong: &LookupError| match wrong {
        LookupError::Board(error) | LookupError::Text(error) => error.to_string(),
        wrong => format!("huarong: {}", text::lookup_error(Lang::En, wrong, &commands)),
    };
    wrong.iter().map(said).collect()
}
