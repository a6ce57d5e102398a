//! A list of moves or a map as a film of the terminal, or as one picture of it: what the game shows, without a terminal.

use super::Screen;
use super::list::playlist::Playlist;
use super::map::state::{Camera, MapScreen};
use super::message::Message;
use super::model::Model;
use super::play::hints;
use super::svg::svg_on;
use super::update::update;
use super::{Findings, MapData, Options};
use crate::notation::Entry;
use crate::puzzle::Path;
use crate::solver::StateSpace;
use ratatui::Terminal;
use ratatui::backend::{Backend, CrosstermBackend, TestBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Size;
use serde::Serialize;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// The window that is filmed.
const WINDOW: Size = Size { width: 80, height: 24 };

/// How long the last picture stays.
const END: Duration = Duration::from_secs(2);

/// The first line of an asciicast of version 2.
#[derive(Serialize)]
struct Header<'a> {
    version: u8,
    width: u16,
    height: u16,
    title: &'a str,
    env: Environment,
}

/// What a terminal must be able to do to show it.
#[derive(Serialize)]
struct Environment {
    #[serde(rename = "TERM")]
    term: &'static str,
}

/// From frame to frame of a map that turns.
const TURNING: Duration = Duration::from_millis(100);

/// A film of `moves`, which must be legal from the start of `entry` on, as the player shows them by itself: an asciicast of
/// version 2, as asciinema plays it.
///
/// # Errors
/// The moves are not legal.
pub fn cast(entry: Entry, moves: Path, options: &Options) -> io::Result<String> {
    Recorder::of_moves(entry, moves, options)?.cast(|model, _| model.deadline())
}

/// A picture of what the player shows when all of `moves` are played, as SVG.
///
/// # Errors
/// The moves are not legal.
pub fn still(entry: Entry, moves: Path, options: &Options) -> io::Result<String> {
    let mut recording = Recorder::of_moves(entry, moves, options)?;
    if let Screen::Player(player) = &mut recording.model.screen {
        player.go(usize::MAX);
    }
    Ok(svg_on(&recording.screen()?, options.settings.theme))
}

/// A film of the map in space, turning once: an asciicast of version 2.
pub fn map_cast(entry: Entry, map: Mapped, options: &Options) -> io::Result<String> {
    let next = |_: &Model, now| Some(now + TURNING).filter(|next| *next <= Camera::TURN);
    Recorder::of_map(entry, map, options)?.cast(next)
}

/// A picture of the map in space, as SVG.
pub fn map_still(entry: Entry, map: Mapped, options: &Options) -> io::Result<String> {
    let mut recording = Recorder::of_map(entry, map, options)?;
    Ok(svg_on(&recording.screen()?, options.settings.theme))
}

/// A map and what was found out about it.
#[derive(Clone, Debug)]
pub struct Mapped {
    /// The map, in the metric that the options name.
    pub space: Arc<StateSpace>,
    /// What was found out about it.
    pub findings: Findings,
}

/// What a terminal must be told to come from one screen to the next.
fn changes(last: &Buffer, next: &Buffer) -> io::Result<String> {
    let mut out = Vec::new();
    // The film has the bytes that the game itself would write to a terminal.
    CrosstermBackend::new(&mut out).draw(last.diff(next).into_iter())?;
    String::from_utf8(out).map_err(io::Error::other)
}

/// The player, and the screen that it is drawn on.
struct Recorder {
    model: Model,
    terminal: Terminal<TestBackend>,
}

impl Recorder {
    fn of_moves(entry: Entry, moves: Path, options: &Options) -> io::Result<Recorder> {
        Recorder::new(entry, options, |model| {
            let player = hints::show(&mut model.context, moves);
            let player = player.ok_or_else(|| io::Error::other("the moves are not legal"))?;
            model.show(Screen::Player(player));
            Ok(())
        })
    }

    fn of_map(entry: Entry, map: Mapped, options: &Options) -> io::Result<Recorder> {
        Recorder::new(entry, options, |model| {
            model.context.game.map_data = MapData::Mapped(map.space);
            model.context.game.findings = map.findings;
            let look = Some(Camera::new(Some(Duration::ZERO)));
            model.show(Screen::Map(MapScreen { look, ..MapScreen::open(&model.context) }));
            Ok(())
        })
    }

    fn new(
        entry: Entry,
        options: &Options,
        open: impl FnOnce(&mut Model) -> io::Result<()>,
    ) -> io::Result<Recorder> {
        let mut options = options.clone();
        // What is shown moves by itself only with animation; without it the film would have one frame.
        options.settings.animation = true;
        let mut model = Model::new(Playlist::one(entry), &options, WINDOW);
        open(&mut model)?;
        let terminal = Terminal::new(TestBackend::new(WINDOW.width, WINDOW.height));
        Ok(Recorder { model, terminal: terminal.map_err(io::Error::other)? })
    }

    /// The film, in which the frame after that of a time comes when `next` says so, and none after the last.
    fn cast(mut self, next: impl Fn(&Model, Duration) -> Option<Duration>) -> io::Result<String> {
        let title = self.model.game.name(self.model.lang());
        let header = Header {
            version: 2,
            width: WINDOW.width,
            height: WINDOW.height,
            title: &title,
            env: Environment { term: "xterm-256color" },
        };
        let mut cast = serde_json::to_string(&header)? + "\n";
        let mut event = |at: Duration, output: &str| -> io::Result<()> {
            // Microseconds are enough; the digits after them are those of the float and not of the clock.
            let seconds = (at.as_secs_f64() * 1e6).round() / 1e6;
            cast += &serde_json::to_string(&(seconds, "o", output))?;
            cast.push('\n');
            Ok(())
        };
        // The first frame is told as the difference from an empty screen, which the next line has the terminal make.
        let mut last = Buffer::empty(self.screen()?.area);
        event(Duration::ZERO, "\x1b[?25l\x1b[0m\x1b[2J\x1b[H")?;
        let mut now = Duration::ZERO;
        loop {
            let screen = self.screen()?;
            event(now, &changes(&last, &screen)?)?;
            last = screen;
            let Some(due) = next(&self.model, now) else {
                break;
            };
            now = due;
            update(&mut self.model, Message::Tick(now));
        }
        event(now + END, "\x1b[0m\x1b[?25h\r\n")?;
        Ok(cast)
    }

    /// The screen as it is now.
    fn screen(&mut self) -> io::Result<Buffer> {
        let model = &self.model;
        let drawn = self.terminal.draw(|frame| model.draw(frame));
        Ok(drawn.map_err(io::Error::other)?.buffer.clone())
    }
}
