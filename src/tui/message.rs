//! What the loop hears of, and what it must do.

use super::editor::draft::Draft;
use super::keys::Action;
use super::keys::chord::Chord;
use super::list::playlist::Playlist;
use super::map::state::{Finding, MapData};
use super::open::state::Found;
use super::pictures::Canvas;
use super::shades::OwnColor;
use super::theme::Rgb;
use crate::engine::worker::SolverEvent;
use crate::generate::Day;
use crate::notation::{Entry, Form};
use crate::puzzle::{Metric, Path, Puzzle};
use crate::storage::{FileProblem, Show};
use ratatui::layout::Size;
use std::sync::Arc;
use std::time::Duration;

/// What the loop hears of.
#[derive(Debug)]
pub enum Message {
    /// So much time has passed since the program began.
    Tick(Duration),
    /// A key was pressed.
    Key(Chord),
    /// This text was pasted.
    Paste(String),
    /// What a key does is to be done, whichever key that is.
    Act(Action),
    /// These moves are to be played on the own board, as far as they are legal.
    Play(Path),
    /// The first puzzle of this list is to be played.
    Launch(Playlist),
    /// The puzzle at this place of the list is to be played.
    Choose(usize),
    /// The solver's figures are to be shown at this time.
    Figures(Show),
    /// The editor is to show this drawing; undo takes it back.
    Drawn(Box<Draft>),
    /// The drawing is to be written in this form to the file of this name, if there is none yet.
    Write(Form, String),
    /// The mouse did something.
    Mouse(Pointer),
    /// Whether the window has the keys now; not every terminal tells.
    Focus(bool),
    /// The window has this size now.
    Resize(Size),
    /// The solver says something.
    News(SolverEvent),
    /// The program was stopped and goes on.
    Continued,
    /// Somebody wants the program to stop for a while.
    Suspend,
    /// Something went wrong with a file of the player's.
    FileProblem(FileProblem),
    /// Whether the latest of what is to be kept was written.
    Kept(bool),
    /// So far the survey of a puzzle in a metric has come.
    Surveyed(Arc<Puzzle>, Metric, MapData),
    /// This was found out about the map of a puzzle in a metric.
    Studied(Arc<Puzzle>, Metric, Finding),
    /// What was looked for among the files.
    Looked(Found),
    /// It is this day, perhaps another one than before.
    Date(Day),
    /// The puzzles of a day are made.
    Daily(Day, Vec<Entry>),
    /// The board of this order is made, or there is none.
    Made(u64, Option<Box<Entry>>),
    /// The terminal has these pixels for a picture, or has none.
    Pixels(Option<Canvas>),
    /// One of the terminal's own colours looks so.
    Shade(OwnColor, Rgb),
    /// There is no more input.
    Closed,
}

impl Message {
    /// Whether it comes from somebody who plays, and not from time, from files or from the program itself.
    pub(crate) fn is_of_player(&self) -> bool {
        !matches!(
            self,
            Message::Tick(_)
                | Message::News(_)
                | Message::Surveyed(..)
                | Message::Studied(..)
                | Message::Looked(_)
                | Message::Date(_)
                | Message::Daily(..)
                | Message::Made(..)
                | Message::FileProblem(_)
                | Message::Kept(_)
                | Message::Pixels(_)
                | Message::Shade(..)
        )
    }
}

/// What the loop must do, the more important the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Effect {
    /// Nothing.
    #[default]
    None,
    /// Draw what has changed.
    Draw,
    /// Draw everything.
    Repaint,
    /// Give the terminal to the shell; [`super::App::repaint`] when it is back.
    Suspend,
    /// End.
    Quit,
}

/// What the mouse did, and in which column and row of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    /// What it did.
    pub gesture: Gesture,
    /// Column of the window, from 0.
    pub x: u16,
    /// Row of the window, from 0.
    pub y: u16,
}

/// What a mouse does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gesture {
    /// The left button goes down.
    Press,
    /// It moves while the button is down.
    Drag,
    /// The button goes up.
    Release,
    /// The wheel turns by so many notches, down being positive.
    Wheel(i16),
}
