//! The screen: the only loop and the only terminal input and output of the game.
//!
//! Keys, the window's size, time and the solver's news come through one queue. [`App::turn`] waits for the queue, takes
//! in everything that is there, and draws once, and only if something has changed. Backend and input are parameters, so
//! that a test drives the real loop: it sends [`Message`]s where the terminal would, and reads the backend.

mod app;
mod autosave;
mod context;
#[cfg(test)]
mod contrast;
pub(crate) mod daily;
mod editor;
pub(crate) mod ghost;
pub(crate) mod help;
mod keys;
mod layout;
pub(crate) mod list;
pub(crate) mod map;
mod message;
mod model;
mod notice;
pub(crate) mod open;
mod options;
mod pictures;
pub(crate) mod play;
pub(crate) mod player;
mod postprocess;
mod recording;
mod screen;
pub(crate) mod settings;
mod shades;
mod share;
mod svg;
mod terminal;
mod theme;
pub(crate) mod times;
mod update;
pub(crate) mod widgets;

pub(crate) use crate::engine::knowledge::Remaining;
pub use app::{App, Launch};
pub use context::Context;
pub(crate) use editor::Editor;
pub(crate) use editor::draft::{Draft, Layer, Name, Spot};
pub(crate) use editor::optima::Optimum;
pub(crate) use editor::prompts::Naming;
pub use keys::chord::{Chord, Key};
pub use keys::{Action, Changes, Keymap, Row, TABLE};
pub(crate) use keys::{Command, commands};
pub use list::course::Course;
pub use list::playlist::Playlist;
pub(crate) use list::playlist::{name_of as named, text_in};
pub use map::state::{Finding, Findings, MapData};
pub use message::{Effect, Gesture, Message, Pointer};
pub use model::Model;
pub use open::state::Found;
pub use options::Options;
pub use pictures::{Canvas, Graphics, Picture, PictureState};
pub(crate) use play::game::{Game, HintLevel};
pub(crate) use play::lesson::{with_keys, words_with as about_with};
pub(crate) use player::state::Player;
pub use recording::{Mapped, cast, map_cast, map_still, still};
pub use shades::{OwnColor, Shades};
pub use svg::{animated, svg};
pub use terminal::play;
pub use theme::{Depth, Palette, Rgb, Theme};
pub use update::update;

// Another screen is a folder, a line among the modules and a row in both lists here; its keys, and what the help calls the place
// where they hold, stand in `assets/keys.toml`.
keys::named! { Scope, "Where a key holds." {
    Always: "always", "Everywhere.";
    Play: "play", "On the player's own board.";
    Player: "player", "While a solution is shown.";
    Help: "help", "While the help is shown.";
    Home: "home", "In the list of puzzles, where characters are typed into the filter.";
    Map: "map", "On the map.";
    Space: "space", "On the map in three dimensions.";
    Open: "open", "Where a file's name is typed.";
    Times: "times", "Where times are listed.";
    Settings: "settings", "Where settings are chosen.";
    Editor: "editor", "Where a puzzle is drawn.";
    Save: "save", "Where the name of a file to be written is typed.";
    Export: "export", "Where the forms of a drawing are shown.";
} }

impl Scope {
    /// Whether characters are typed there.
    pub fn is_typed(self) -> bool {
        matches!(self, Scope::Home | Scope::Open | Scope::Save)
    }
}

screen::screens! {
    /// The own board.
    Play(play::update::PlayScreen),
    /// A solution, or the own game in review.
    Player(player::state::Player) by "review" => player::review::open,
    /// The list of puzzles.
    List(list::state::List),
    /// The map of everything that can be reached.
    Map(map::state::MapScreen) by "map" => map::state::MapScreen::asked,
    /// The question for a file.
    Open(open::state::OpenScreen) by "open" => |_| Some(open::state::OpenScreen::open()),
    /// The times of scrambles.
    Times(times::state::TimesScreen) by "times" => times::state::TimesScreen::open,
    /// The settings.
    Settings(settings::state::SettingsScreen) by "settings" => |_| Some(settings::state::SettingsScreen::default()),
    /// The editor.
    Editor(editor::EditorScreen) by "editor" => |ctx| Some(editor::EditorScreen::open(ctx)),
}
