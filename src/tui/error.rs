//! Why the game cannot be played on a terminal, or what was played not be kept.

use std::fmt;

/// Why the game could not be played on, or not be kept.
#[derive(Debug)]
pub struct Error(Why);

#[derive(Debug)]
enum Why {
    /// The terminal does not take part.
    Terminal(String),
    /// What was played could not be written; said to the player.
    Unkept(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Why::Terminal(why) => write!(f, "the terminal cannot be used: {why}"),
            Why::Unkept(said) => write!(f, "{said}"),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    pub(crate) fn of(error: impl fmt::Display) -> Error {
        Error(Why::Terminal(error.to_string()))
    }

    /// What was played could not be kept, as the player is told.
    pub(crate) fn unkept(said: String) -> Error {
        Error(Why::Unkept(said))
    }
}
