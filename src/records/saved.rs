//! A game as a file has it: the puzzle, every turn, which of them are in force, the clock.

use crate::notation::{self, Entry, Form, moves};
use crate::puzzle::{Metric, Position, Puzzle};
use crate::session::{Action, Session};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The version of the file that is written here.
const VERSION: u32 = 1;
/// What a restart is written as; no move is written so.
const RESTART: &str = "restart";

/// A game that goes on.
#[derive(Debug)]
pub struct Saved {
    /// The puzzle.
    pub entry: Entry,
    /// What counts as one move.
    pub metric: Metric,
    /// What was played.
    pub session: Session,
}

/// The file.
#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    metric: String,
    done: usize,
    hints: u32,
    millis: u64,
    turns: Vec<String>,
    puzzle: String,
}

/// The game as text; `None` if the puzzle is one that no file can hold.
pub(super) fn text(
    entry: &Entry,
    metric: Metric,
    session: &Session,
    now: Duration,
) -> Option<String> {
    let turns = session.turns().iter().enumerate();
    let file = File {
        version: VERSION,
        metric: metric.name().to_owned(),
        done: session.done(),
        hints: session.hints(),
        millis: u64::try_from(session.elapsed(now).as_millis()).ok()?,
        turns: turns
            .map(|(i, turn)| word(session.puzzle(), session.position_at(i), turn.action()))
            .collect(),
        puzzle: notation::write(Form::Toml, entry, entry.puzzle.start()).ok()?,
    };
    serde_json::to_string_pretty(&file).ok()
}

fn word(puzzle: &Puzzle, before: &Position, action: &Action) -> String {
    match action {
        Action::Restart => RESTART.to_owned(),
        Action::Play(action) => moves::write(puzzle, before, std::slice::from_ref(action)),
    }
}

impl Saved {
    /// The game that a file holds; `None` if it holds none.
    pub(super) fn of_text(text: &str) -> Option<Saved> {
        let file: File = serde_json::from_str(text).ok()?;
        if file.version != VERSION || file.done > file.turns.len() {
            return None;
        }
        let entry = notation::read("saved", &file.puzzle).ok()?.entries.pop()?;
        let mut session = Session::new(Arc::new(entry.puzzle.clone()));
        for turn in &file.turns {
            replay(&mut session, turn)?;
        }
        session.continue_from(file.done, file.hints, Duration::from_millis(file.millis));
        Some(Saved {
            metric: file.metric.parse().ok()?,
            entry,
            session,
        })
    }
}

/// Plays one turn again. `None` if it is none.
fn replay(session: &mut Session, turn: &str) -> Option<()> {
    if turn == RESTART {
        return session.restart(Duration::ZERO).then_some(());
    }
    let played = moves::read(session.puzzle(), session.position(), turn).ok()?;
    let [action] = &played[..] else { return None };
    session.play(action.clone(), Duration::ZERO).ok()
}
