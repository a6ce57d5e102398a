//! What keys make happen.

use crate::puzzle::Direction;
use crate::tui::ScreenKey;

/// Makes an enum whose values have names in the settings: those without data, then those with data and a name for each value
/// of it that a key can have, then those that go by the names of another such enum.
macro_rules! named {
    ($type:ident, $about:literal {
        $($variant:ident: $name:literal, $doc:literal;)*
        $(+ $data:ident($of:ty): $data_doc:literal, $($data_name:literal = $value:expr),+;)*
        $(* $outer:ident($inner:ty): $outer_doc:literal;)*
    }) => {
        #[doc = $about]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $type {
            $(#[doc = $doc] $variant,)*
            $(#[doc = $data_doc] $data($of),)*
            $(#[doc = $outer_doc] $outer($inner),)*
        }

        impl $type {
            /// All that have a name, each with it.
            pub(crate) fn names() -> impl Iterator<Item = (&'static str, $type)> {
                const OWN: &[(&str, $type)] = &[
                    $(($name, $type::$variant),)*
                    $($(($data_name, $type::$data($value)),)+)*
                ];
                OWN.iter().copied()
                    $(.chain(<$inner>::names().map(|(name, it)| (name, $type::$outer(it)))))*
            }

            /// Its name in the settings; empty if it has none there.
            pub fn name(self) -> &'static str {
                $type::names().find(|(_, it)| *it == self).map_or("", |(name, _)| name)
            }

            /// The one called `name`.
            pub fn named(name: &str) -> Option<$type> {
                $type::names().find(|(its, _)| *its == name).map(|(_, it)| it)
            }
        }
    };
}
pub(crate) use named;

named! { Action, "What a key makes happen." {
    NextPiece: "next-piece", "Selects the next piece that can move; the next of whatever Tab goes through.";
    PreviousPiece: "previous-piece", "Selects the previous piece that can move.";
    PickPiece: "pick-piece", "Selects the piece whose character is typed next.";
    Undo: "undo", "Takes back a turn.";
    Redo: "redo", "Plays again what was taken back.";
    Restart: "restart", "Goes back to the start.";
    Next: "next", "Opens the next puzzle.";
    Previous: "previous", "Opens the previous puzzle.";
    Hint: "hint", "Shows the next optimal move, each time a little more of it.";
    Solve: "solve", "Solves from here and shows the solution.";
    SwitchMetric: "metric", "Counts in another metric.";
    Theme: "theme", "Takes other colours.";
    Language: "language", "Takes the other language.";
    Help: "help", "Shows the keys.";
    Back: "back", "Leaves this screen.";
    Quit: "quit", "Leaves the game.";
    Redraw: "redraw", "Draws everything anew.";
    Suspend: "suspend", "Gives the terminal back to the shell for a while.";
    PlayPause: "play-pause", "Starts or stops the replay.";
    StepBack: "step-back", "Goes a move back in the replay.";
    StepOn: "step-on", "Goes a move on in the replay.";
    Faster: "faster", "Makes the replay quicker.";
    Slower: "slower", "Makes the replay slower.";
    PlayOn: "play-on", "Plays on from the position shown; what Enter does where something is chosen.";
    Dimensions: "dimensions", "Shows the map flat or in three dimensions.";
    Hardest: "hardest", "Plays from a position as hard as any.";
    Blind: "blind", "Shows or hides what the solver says.";
    Copy: "copy", "Copies the line that holds the board.";
    Numbers: "numbers", "Shows or hides the numbers on a picture.";
    Ghost: "ghost", "Plays against another game.";
    Paint: "paint", "Paints the cell at the cursor.";
    Erase: "erase", "Takes away what is at the cursor.";
    NewPiece: "new-piece", "Begins a new piece at the cursor.";
    PickUp: "pick-up", "Paints from now on what is at the cursor.";
    Wall: "wall", "Paints walls.";
    Gate: "gate", "Paints gates.";
    Lock: "lock", "Gives the piece at the cursor another lock.";
    FromGame: "from-game", "Draws the puzzle that is played.";
    Empty: "empty", "Draws an empty board.";
    NumberBoard: "number-board", "Draws a number puzzle.";
    Save: "save", "Saves the drawing.";
    Export: "export", "Shows the drawing in every form.";
    + Go(Direction): "Slides a cell.",
        "left" = Direction::Left, "up" = Direction::Up, "down" = Direction::Down, "right" = Direction::Right;
    + GoFar(Direction): "Slides until blocked.",
        "far-left" = Direction::Left, "far-up" = Direction::Up,
        "far-down" = Direction::Down, "far-right" = Direction::Right;
    + Seek(u8): "Jumps to this many tenths of the replay.",
        "seek-0" = 0, "seek-1" = 1, "seek-2" = 2, "seek-3" = 3, "seek-4" = 4,
        "seek-5" = 5, "seek-6" = 6, "seek-7" = 7, "seek-8" = 8, "seek-9" = 9;
    + Nearer(i8): "Brings the map nearer.", "nearer" = 1, "farther" = -1;
    + Scroll(i16): "Goes so many lines up (negative) or down.",
        "scroll-up" = -1, "scroll-down" = 1, "page-up" = -10, "page-down" = 10, "first" = i16::MIN, "last" = i16::MAX;
    + Wider(i8): "Gives the drawing so many columns more.", "wider" = 1, "narrower" = -1;
    + Taller(i8): "Gives the drawing so many rows more.", "higher" = 1, "lower" = -1;
    * Show(ScreenKey): "Shows another screen.";
} }
