//! Why the game cannot be played on a terminal, or what was played not be kept.

use std::fmt;

/// Why the game could not be played on, or not be kept, as the player is told.
#[derive(Debug)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl Error {
    /// The terminal does not take part.
    pub(crate) fn of(error: impl fmt::Display) -> Error {
        Error(format!("the terminal cannot be used: {error}"))
    }

    /// What was played could not be kept, as the player is told.
    pub(crate) fn unkept(said: String) -> Error {
        Error(said)
    }
}
