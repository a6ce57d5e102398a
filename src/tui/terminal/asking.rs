//! Asking the terminal for its pixels, while the game goes on: the question, and reading until it is answered or it is clear that
//! it will not be.

use super::answers::Answers;
use super::events::message;
use super::typed::{Typed, Word};
use super::{answers, ours};
use crate::tui::{Message, fault_injection};
use ratatui::layout::Size;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::AsFd;
use rustix::io::{Errno, read};
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::iter;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// How long an answer may take. Keys are heard meanwhile, so that it costs nothing to be patient with a terminal far away.
const PATIENCE: Duration = Duration::from_secs(3);
/// After so long without a byte, what has come is all that comes for now.
const PAUSE: Duration = Duration::from_millis(60);

/// What the terminal answers; what the player does meanwhile is sent.
pub(crate) fn ask(sender: &Sender<Message>) -> Answers {
    let answers = match terminal() {
        Ok(Some(terminal)) => converse(terminal, sender),
        Ok(None) => converse(io::stdin(), sender),
        Err(error) => Err(error),
    };
    // If the terminal is gone, reading events will tell.
    answers.unwrap_or_default()
}

/// The terminal, where standard input is something else.
fn terminal() -> io::Result<Option<File>> {
    match io::stdin().is_terminal() {
        true => Ok(None),
        false => File::open("/dev/tty").map(Some),
    }
}

/// Asks, and reads until all is answered or the time is over.
fn converse(terminal: impl AsFd, sender: &Sender<Message>) -> io::Result<Answers> {
    let mut answers = Answers::default();
    if !put()? {
        return Ok(answers);
    }
    let until = Instant::now() + PATIENCE;
    let mut typed = Typed::default();
    let mut window = crossterm::terminal::size()?;
    while !answers.are_all() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        let words: Vec<Word> = match listen(&terminal, &mut typed, left.min(PAUSE))? {
            true => iter::from_fn(|| typed.next()).collect(),
            false => typed.rest().into_iter().collect(),
        };
        for word in words {
            hear(word, &mut answers, sender);
        }
        look(&mut window, sender)?;
    }
    // What follows the last answer in the same breath is the player's.
    for word in iter::from_fn(|| typed.next().or_else(|| typed.rest())) {
        hear(word, &mut answers, sender);
    }
    Ok(answers)
}

/// Writes the question, between two frames. Returns whether the terminal is still ours to be asked.
fn put() -> io::Result<bool> {
    let ours = ours();
    if *ours {
        let mut out = io::stdout().lock();
        out.write_all(answers::question().as_bytes())?;
        out.flush()?;
    }
    Ok(*ours)
}

/// Waits for bytes and reads them. Returns whether there were any.
fn listen(terminal: &impl AsFd, typed: &mut Typed, longest: Duration) -> io::Result<bool> {
    let wait = Timespec::try_from(longest).map_err(io::Error::other)?;
    let mut source = [PollFd::new(terminal, PollFlags::IN)];
    match poll(&mut source, Some(&wait)) {
        Ok(0) | Err(Errno::INTR) => return Ok(false),
        ready => ready?,
    };
    let mut bytes = [0; 1024];
    let count = read(terminal, &mut bytes)?;
    if count == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    typed.push(&bytes[..count]);
    Ok(true)
}

/// Keeps an answer, and sends what the player did.
fn hear(word: Word, answers: &mut Answers, sender: &Sender<Message>) {
    match word {
        Word::Answer(answer) => answers.hear(&answer),
        Word::Event(event) => {
            fault_injection::panic_if_asked();
            if let Some(message) = message(event) {
                // When the loop has ended nobody listens, and nothing is lost.
                let _ = sender.send(message);
            }
        }
        Word::Noise => {}
    }
}

/// Sends the size of the window if it is another one; events that tell it are not read yet.
fn look(window: &mut (u16, u16), sender: &Sender<Message>) -> io::Result<()> {
    let size = crossterm::terminal::size()?;
    if size != *window {
        *window = size;
        // As above.
        let _ = sender.send(Message::Resize(Size::new(size.0, size.1)));
    }
    Ok(())
}
