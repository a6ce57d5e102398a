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
mod error;
mod film;
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
pub use app::{App, Control, Launch};
pub use context::Context;
pub(crate) use editor::Editor;
pub(crate) use editor::draft::{Draft, Layer, Name, Spot};
pub(crate) use editor::optima::Optimum;
pub(crate) use editor::prompts::Naming;
pub use error::Error;
pub use film::{Mapped, cast, map_cast, map_still, still};
pub use keys::chord::{Chord, Key};
pub use keys::{Action, Changes, Keymap, Row, Scope, TABLE};
pub(crate) use keys::{Command, commands};
pub use list::course::Course;
pub use list::playlist::Playlist;
pub(crate) use list::playlist::name_of as named;
pub use map::state::{Finding, Findings, Ground};
pub use message::{Effect, Gesture, Message, Pointer};
pub use model::Model;
pub use open::state::Found;
pub use options::Options;
pub use pictures::{Canvas, Graphics, Picture, PictureState};
pub(crate) use play::game::{Game, HintLevel};
pub(crate) use play::lesson::spoken as about;
pub(crate) use player::state::Player;
pub use shades::{OwnColor, Shades};
pub use svg::{animated, svg};
pub use terminal::play;
pub use theme::{Depth, Palette, Rgb, Theme};
pub use update::update;

// Another screen is a folder, a line among the modules and a row here; its keys stand in `assets/keys.toml`.
screen::screens! {
    /// The own board.
    Play(play::update::PlayScreen),
    /// A solution, or the own game in review.
    Player(player::state::Player) by Review => player::review::open,
    /// The list of puzzles.
    List(list::state::List) by Back => |ctx| Some(list::state::List::open(ctx)),
    /// The map of everything that can be reached.
    Map(map::state::MapScreen) by Map => map::state::MapScreen::asked,
    /// The question for a file.
    Open(open::state::OpenScreen) by Open => |_| Some(open::state::OpenScreen::open()),
    /// The times of scrambles.
    Times(times::state::TimesScreen) by Times => times::state::TimesScreen::open,
    /// The settings.
    Settings(settings::state::SettingsScreen) by Settings => |_| Some(settings::state::SettingsScreen::default()),
    /// The editor.
    Editor(editor::EditorScreen) by Editor => |ctx| Some(editor::EditorScreen::open(ctx)),
}
