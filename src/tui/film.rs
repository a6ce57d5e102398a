//! A list of moves as a film of the terminal, or as one picture of it: what the player shows, without a terminal.

use super::Screen;
use super::list::playlist::Playlist;
use super::message::Message;
use super::model::Model;
use super::play::hints;
use super::update::update;
use super::{Options, svg};
use crate::notation::Entry;
use crate::puzzle::Path;
use ratatui::Terminal;
use ratatui::backend::{Backend, CrosstermBackend, TestBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Size;
use serde::Serialize;
use std::io;
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

/// A film of `moves`, which must be legal from the start of `entry` on, as the player shows them by itself: an asciicast of
/// version 2, as asciinema plays it.
///
/// # Errors
/// The moves are not legal.
pub fn cast(entry: Entry, moves: Path, options: &Options) -> io::Result<String> {
    let mut film = Film::new(entry, moves, options)?;
    let title = film.model.game().name(options.settings.lang);
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
    let mut last = Buffer::empty(film.screen()?.area);
    event(Duration::ZERO, "\x1b[?25l\x1b[0m\x1b[2J\x1b[H")?;
    let mut now = Duration::ZERO;
    loop {
        let next = film.screen()?;
        event(now, &changes(&last, &next)?)?;
        last = next;
        let Some(due) = film.model.deadline() else {
            break;
        };
        now = due;
        update(&mut film.model, Message::Tick(now));
    }
    event(now + END, "\x1b[0m\x1b[?25h\r\n")?;
    Ok(cast)
}

/// A picture of what the player shows when all of `moves` are played, as SVG.
///
/// # Errors
/// The moves are not legal.
pub fn still(entry: Entry, moves: Path, options: &Options) -> io::Result<String> {
    let mut film = Film::new(entry, moves, options)?;
    if let Screen::Player(player) = &mut film.model.screen {
        player.go(usize::MAX);
    }
    Ok(svg(&film.screen()?))
}

/// What a terminal must be told to come from one screen to the next.
fn changes(last: &Buffer, next: &Buffer) -> io::Result<String> {
    let mut out = Vec::new();
    // The film has the bytes that the game itself would write to a terminal.
    CrosstermBackend::new(&mut out).draw(last.diff(next).into_iter())?;
    String::from_utf8(out).map_err(io::Error::other)
}

/// The player, and the screen that it is drawn on.
struct Film {
    model: Model,
    terminal: Terminal<TestBackend>,
}

impl Film {
    fn new(entry: Entry, moves: Path, options: &Options) -> io::Result<Film> {
        let mut options = options.clone();
        // The player plays by itself only with animation; without it the film would have one frame.
        options.settings.animation = true;
        let mut model = Model::new(Playlist::one(entry), &options, WINDOW);
        let player = hints::show(&mut model.context, moves);
        let player = player.ok_or_else(|| io::Error::other("the moves are not legal"))?;
        model.show(Screen::Player(player));
        let terminal = Terminal::new(TestBackend::new(WINDOW.width, WINDOW.height));
        Ok(Film { model, terminal: terminal.map_err(io::Error::other)? })
    }

    /// The screen as it is now.
    fn screen(&mut self) -> io::Result<Buffer> {
        let model = &self.model;
        let drawn = self.terminal.draw(|frame| model.draw(frame));
        Ok(drawn.map_err(io::Error::other)?.buffer.clone())
    }
}
