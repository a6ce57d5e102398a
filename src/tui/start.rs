//! What the game begins with, and what the loop does after a turn.

use super::Playlist;
use crate::puzzle::{Metric, Path};
use crate::records::Records;
use crate::session::Session;

/// What the game begins with.
#[derive(Debug)]
pub struct Start {
    /// What there is to play.
    pub playlist: Playlist,
    /// The game of the first puzzle that goes on, if one was left, and its metric.
    pub left: Option<(Metric, Session)>,
    /// Where results and games are kept.
    pub records: Records,
    /// Moves of the first puzzle, from its start, that the player shows at once.
    pub shown: Option<Path>,
}

/// What the loop does after a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Goes on.
    Continue,
    /// Gives the terminal to the shell; [`super::App::repaint`] when it is back.
    Suspend,
    /// Ends.
    Quit,
}
