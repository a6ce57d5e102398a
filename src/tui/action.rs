//! What keys make happen, and where they hold.

use crate::puzzle::Direction;

/// Where a key holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Everywhere.
    Always,
    /// On the player's own board.
    Play,
    /// While a solution is shown.
    Player,
    /// While the help is shown.
    Help,
    /// In the list of puzzles, where characters are typed into the filter.
    Home,
}

/// What a key makes happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Slide a cell.
    Go(Direction),
    /// Slide until blocked.
    GoFar(Direction),
    /// Select the next piece that can move.
    NextPiece,
    /// Select the previous piece that can move.
    PreviousPiece,
    /// Select the piece whose character is typed next.
    PickPiece,
    /// Take back a turn.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Back to the start.
    Restart,
    /// The next puzzle.
    Next,
    /// Show the next optimal move.
    Hint,
    /// Show the own moves, with those that lost distance marked.
    Review,
    /// Solve from here and show the solution.
    Solve,
    /// Count in another metric.
    SwitchMetric,
    /// Other colours.
    Theme,
    /// Other language.
    Language,
    /// Show the keys.
    Help,
    /// Leave this screen.
    Back,
    /// Leave the game.
    Quit,
    /// Draw everything anew.
    Redraw,
    /// Give the terminal back to the shell for a while.
    Suspend,
    /// Start or stop the replay.
    PlayPause,
    /// A move back in the replay.
    StepBack,
    /// A move on in the replay.
    StepOn,
    /// Jump to this many tenths of the replay.
    Seek(u8),
    /// A quicker replay.
    Faster,
    /// A slower replay.
    Slower,
    /// Play on from the position shown.
    PlayOn,
    /// Lines of help up (negative) or down.
    Scroll(i16),
}
