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
    /// On the map.
    Map,
    /// Where a file's name is typed.
    Open,
    /// Where times are listed.
    Times,
    /// Where a puzzle is drawn.
    Editor,
    /// Where the name of a file to be written is typed.
    Save,
    /// Where the forms of a drawing are shown.
    Export,
}

impl Scope {
    /// All of them.
    pub const ALL: [Scope; 11] = [
        Scope::Always,
        Scope::Play,
        Scope::Player,
        Scope::Help,
        Scope::Home,
        Scope::Map,
        Scope::Open,
        Scope::Times,
        Scope::Editor,
        Scope::Save,
        Scope::Export,
    ];

    /// Its name in the settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Scope::Always => "always",
            Scope::Play => "play",
            Scope::Player => "player",
            Scope::Help => "help",
            Scope::Home => "home",
            Scope::Map => "map",
            Scope::Open => "open",
            Scope::Times => "times",
            Scope::Editor => "editor",
            Scope::Save => "save",
            Scope::Export => "export",
        }
    }

    /// The one called `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.name() == name)
    }

    /// Whether characters are typed there.
    #[must_use]
    pub fn is_typed(self) -> bool {
        matches!(self, Scope::Home | Scope::Open | Scope::Save)
    }
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
    /// Lines up (negative) or down.
    Scroll(i16),
    /// Show the map.
    Map,
    /// Play from a position as hard as any.
    Hardest,
    /// Ask for a file.
    Open,
    /// Show or hide what the solver says.
    Blind,
    /// Copy the line that holds the board.
    Copy,
    /// Show or hide the numbers on a picture.
    Numbers,
    /// Show the times of scrambles.
    Times,
    /// Play against another game.
    Ghost,
    /// Show the editor.
    Editor,
    /// Paint the cell at the cursor.
    Paint,
    /// Take away what is on it.
    Erase,
    /// Begin a new piece there.
    NewPiece,
    /// Paint from now on what is there.
    PickUp,
    /// Paint walls.
    Wall,
    /// Paint gates.
    Gate,
    /// Give the piece there another lock.
    Lock,
    /// Draw the puzzle that is played.
    FromGame,
    /// Draw an empty board.
    Empty,
    /// Draw a number puzzle.
    NumberBoard,
    /// So many columns more.
    Wider(i8),
    /// So many rows more.
    Taller(i8),
    /// Save the drawing.
    Save,
    /// Show the drawing in every form.
    Export,
}

impl Action {
    /// Its name in the settings; no two that hold in one place share one.
    #[must_use]
    pub fn name(self) -> String {
        let plain = match self {
            Action::Go(way) => return format!("{way:?}").to_lowercase(),
            Action::GoFar(way) => return format!("far-{}", Action::Go(way).name()),
            Action::Seek(tenths) => return format!("seek-{tenths}"),
            Action::Scroll(lines) => scroll(lines),
            Action::NextPiece => "next-piece",
            Action::PreviousPiece => "previous-piece",
            Action::PickPiece => "pick-piece",
            Action::Undo => "undo",
            Action::Redo => "redo",
            Action::Restart => "restart",
            Action::Next => "next",
            Action::Hint => "hint",
            Action::Review => "review",
            Action::Solve => "solve",
            Action::SwitchMetric => "metric",
            Action::Theme => "theme",
            Action::Language => "language",
            Action::Help => "help",
            Action::Back => "back",
            Action::Quit => "quit",
            Action::Redraw => "redraw",
            Action::Suspend => "suspend",
            Action::PlayPause => "play-pause",
            Action::StepBack => "step-back",
            Action::StepOn => "step-on",
            Action::Faster => "faster",
            Action::Slower => "slower",
            Action::PlayOn => "play-on",
            Action::Map => "map",
            Action::Hardest => "hardest",
            Action::Open => "open",
            Action::Blind => "blind",
            Action::Copy => "copy",
            Action::Numbers => "numbers",
            Action::Times => "times",
            Action::Ghost => "ghost",
            Action::Editor => "editor",
            Action::Paint => "paint",
            Action::Erase => "erase",
            Action::NewPiece => "new-piece",
            Action::PickUp => "pick-up",
            Action::Wall => "wall",
            Action::Gate => "gate",
            Action::Lock => "lock",
            Action::FromGame => "from-game",
            Action::Empty => "empty",
            Action::NumberBoard => "number-board",
            Action::Wider(..0) => "narrower",
            Action::Wider(_) => "wider",
            Action::Taller(..0) => "lower",
            Action::Taller(_) => "higher",
            Action::Save => "save",
            Action::Export => "export",
        };
        plain.to_owned()
    }
}

/// The name of going so many lines up or down.
fn scroll(lines: i16) -> &'static str {
    match lines {
        ..-1 => "page-up",
        -1 => "scroll-up",
        0..2 => "scroll-down",
        _ => "page-down",
    }
}
