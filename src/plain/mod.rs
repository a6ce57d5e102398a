//! The game by typed lines: for screen readers, for terminals that can only print, and for pipes.
//!
//! A line comes in, sentences go out, and nothing else: not one control character is ever written but line ends. The game is
//! played by the loop of [`tui`](crate::tui), which draws on a screen that nobody sees; what it would show is told in words.

mod app;
mod command;
mod daily_times_ghost;
mod describe;
mod driver;
mod editor;
mod lists;
mod parse;
mod replay;
mod status;
#[cfg(test)]
mod tests;

use crate::generate::today_and_rest;
use crate::notation::printable;
use crate::text::{Lang, Spoken};
use crate::tui::{Action, App, Launch, Message, Options};
use driver::Driver;
use ratatui::backend::TestBackend;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// The screen that nobody sees; no board is too large for it, since boards scroll.
const SCREEN: (u16, u16) = (80, 24);
/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 20;
/// How often the loop takes in what the solver has said while no line comes.
const NOW_AND_THEN: Duration = Duration::from_millis(500);

/// What comes from outside.
#[derive(Debug)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
    /// A line that is too long to be read.
    TooLong,
    /// There are no more lines.
    End,
    /// A signal says stop.
    Signal(i32),
}

/// How the game by lines ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ended {
    /// The signal that said stop, if one did.
    pub signal: Option<i32>,
    /// What could not be kept of the game, and why, in the language of the driver.
    pub unkept: Option<String>,
}

/// Plays by the lines of standard input until there are no more, the player leaves, or a signal says stop; the game is kept
/// then.
///
/// # Errors
/// The output cannot be written, but for a reader who has gone away.
pub fn play(start: Launch, options: &Options) -> io::Result<Ended> {
    let app = app(start, options)?.with_calendar(today_and_rest);
    let (sender, heard) = mpsc::channel();
    watch_signals(sender.clone())?;
    // In a pipe or a file the sign would be noise between the answers.
    let prompts = io::stdin().is_terminal() && io::stdout().is_terminal();
    // Reading blocks, and meanwhile the loop must hear signals and the solver.
    thread::spawn(move || listen(io::stdin().lock(), &sender));
    match run(app, &heard, (&mut io::stdout().lock(), prompts)) {
        Err(gone) if gone.kind() == io::ErrorKind::BrokenPipe => Ok(Ended::default()),
        ended => ended,
    }
}

/// Hands on one line after the other, until nobody listens.
fn listen(mut input: impl BufRead, sender: &Sender<Heard>) {
    loop {
        let mut line = Vec::new();
        let read = (&mut input).take(LONGEST).read_until(b'\n', &mut line);
        let heard = match read {
            Err(_) | Ok(0) => Heard::End,
            Ok(_) if line.len() as u64 == LONGEST && !line.ends_with(b"\n") => {
                // What follows up to the end of the line belongs to it.
                let mut rest = Vec::new();
                while (&mut input).take(LONGEST).read_until(b'\n', &mut rest).is_ok_and(|n| n > 0)
                    && !rest.ends_with(b"\n")
                {
                    // A line without end must take no more memory than one piece of it.
                    rest.clear();
                }
                Heard::TooLong
            }
            // Bytes that are no UTF-8 must not end the game: such a line is merely not understood.
            Ok(_) => Heard::Line(String::from_utf8_lossy(&line).trim_end().to_owned()),
        };
        let is_last = matches!(heard, Heard::End);
        if sender.send(heard).is_err() || is_last {
            return;
        }
    }
}

fn watch_signals(sender: Sender<Heard>) -> io::Result<()> {
    // A signal becomes a message, so that the game is kept by the thread that plays it before the program ends.
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            // If nobody listens any more, the program is about to end.
            let _ = sender.send(Heard::Signal(signal));
        }
    });
    Ok(())
}

/// The game's loop on a screen that nobody sees.
pub fn app(start: Launch, options: &Options) -> io::Result<App<TestBackend>> {
    let mut options = options.clone();
    // Nobody sees a piece slide, and the loop would only be kept busy by it.
    options.settings.animation = false;
    let backend = TestBackend::new(SCREEN.0, SCREEN.1);
    let app = App::new(start.playlist, &options, backend)?;
    Ok(app.with_records(start.records, start.left))
}

/// Plays by what is heard; the output, and whether a sign asks for each line.
pub fn run(
    app: App<TestBackend>,
    heard: &Receiver<Heard>,
    (out, prompts): (&mut dyn Write, bool),
) -> io::Result<Ended> {
    let mut driver = Driver { app, left: false };
    let first = driver.greeting()?;
    say(out, &first)?;
    loop {
        if prompts {
            write!(out, "{}", Spoken::Prompt.words(Lang::En))?;
            out.flush()?;
        }
        let stopped = match next(heard, &mut driver)? {
            Heard::Line(line) => {
                let told = driver.hear(&line)?;
                say(out, &told)?;
                None
            }
            Heard::TooLong => {
                say(out, &[driver.say(Spoken::TooLong)])?;
                None
            }
            Heard::End => Some(None),
            Heard::Signal(signal) => Some(Some(signal)),
        };
        if driver.left || stopped.is_some() {
            // The loop itself is told to quit, so that the game is kept just as it is at the screen.
            driver.send([Message::Act(Action::Quit)])?;
            return part(&driver, out, stopped.flatten());
        }
    }
}

/// Ends the game when all is written that can be; only then the player is told that it is.
fn part(driver: &Driver, out: &mut dyn Write, signal: Option<i32>) -> io::Result<Ended> {
    let unkept = driver.app.unkept();
    if driver.left {
        let bye = match unkept {
            None => Spoken::Bye,
            Some(_) => Spoken::ByeUnkept,
        };
        say(out, &[driver.say(bye)])?;
    }
    Ok(Ended { signal, unkept })
}

/// What is heard next; meanwhile the loop takes in what the solver says.
fn next(heard: &Receiver<Heard>, driver: &mut Driver) -> io::Result<Heard> {
    loop {
        match heard.recv_timeout(NOW_AND_THEN) {
            Ok(heard) => return Ok(heard),
            Err(RecvTimeoutError::Disconnected) => return Ok(Heard::End),
            Err(RecvTimeoutError::Timeout) => {
                driver.app.turn(Some(Duration::ZERO))?;
            }
        }
    }
}

/// Writes sentences, a line each, with nothing in them that a terminal would obey.
fn say(out: &mut dyn Write, lines: &[String]) -> io::Result<()> {
    // A sentence may hold ends of lines, which `masked` would take for control characters.
    for line in lines.iter().flat_map(|line| line.lines()) {
        writeln!(out, "{}", printable::masked(line))?;
    }
    out.flush()
}
