//! How a command ends: the exit status, and what is said when it cannot do its work.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Says a line on standard error. That nobody can read it changes nothing about the work, or about the exit status.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// How the work came out. The later in this list, the more it counts when several puzzles differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// Everything was solved or in order: exit status 0.
    Fine,
    /// A puzzle was proven unsolvable, or a claim refuted: exit status 1.
    Refuted,
    /// A limit was reached before there was an answer: exit status 3.
    Unknown,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Fine => 0,
            Status::Refuted => 1,
            Status::Unknown => 3,
        })
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// What is wrong with the arguments or with the input, one reason an element, safe to print: exit status 2.
    Input(Vec<String>),
    /// Standard output or a file could not be written.
    Output(io::Error),
}

impl Failure {
    /// One reason that names no file.
    pub(crate) fn input(reason: impl Display) -> Failure {
        Failure::Input(vec![format!("huarong: {reason}")])
    }

    /// Says what went wrong on standard error. A reader who has gone away (`| head`) is no error.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Input(reasons) => {
                for reason in reasons {
                    say(reason);
                }
                ExitCode::from(2)
            }
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            Failure::Output(error) => {
                say(format_args!("huarong: the output cannot be written: {error}"));
                ExitCode::from(2)
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
