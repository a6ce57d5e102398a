//! What can go wrong with the terminal.

use std::fmt;

/// Why the game could not be played on.
#[derive(Debug)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the terminal cannot be used: {}", self.0)
    }
}

impl std::error::Error for Error {}

impl Error {
    pub(super) fn of(error: impl fmt::Display) -> Error {
        Error(error.to_string())
    }
}
