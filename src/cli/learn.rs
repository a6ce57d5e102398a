//! `huarong learn`: the first steps.

use super::play::{self, GameArgs};
use super::status::{Failure, Status};

/// Play the first steps: five boards that teach the keys
#[derive(clap::Args, Debug)]
#[command(after_help = "\
They open by themselves the first time that huarong is started, and lead on to the \
journey; Esc leaves them, and so does N before a board is solved.

Example:
  huarong learn")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
}

impl Args {
    /// Plays until the player leaves.
    pub(crate) fn run(self) -> Result<Status, Failure> {
        play::learn(self.game)
    }
}
