//! A game as a file has it: the puzzle, every turn, which of them are in force, the clock.

use super::best::millis;
use super::json;
use super::json::Version;
use crate::notation;
use crate::notation::{Entry, Form, moves};
use crate::puzzle::{Cell, Metric, Position, Puzzle};
use crate::session::{Action, Session, Spent, Turn};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// What a restart is written as; no move is written so.
const RESTART: &str = "restart";
/// The word before the places that a jump leads to.
const JUMP: &str = "jump";

/// A game that goes on.
#[derive(Debug)]
pub struct Saved {
    /// The puzzle.
    pub entry: Entry,
    /// What counts as one move.
    pub metric: Metric,
    /// What was played.
    pub session: Session,
    /// What it was part of, in a word of the one who kept it; empty for games of earlier versions.
    pub course: String,
}

/// The file, its turns in words.
#[derive(Serialize, Deserialize)]
struct File<W> {
    version: Version,
    metric: String,
    done: usize,
    hints: u32,
    millis: u64,
    turns: Vec<W>,
    /// When each turn was taken, in milliseconds on the clock; games of earlier versions do not tell.
    #[serde(default)]
    times: Vec<u64>,
    /// The hints and the milliseconds of each try; games of earlier versions had one clock for all of them.
    #[serde(default)]
    tries: Vec<(u32, u64)>,
    /// The steps of each try, those that were taken back too; games of earlier versions do not tell.
    #[serde(default)]
    made: Vec<usize>,
    /// What the game was part of; games of earlier versions do not tell.
    #[serde(default)]
    course: String,
    puzzle: String,
}

/// The turns of a game in words as they were read or written last, so that of a long game only what is new has to be put
/// into words.
#[derive(Debug, Default)]
pub(crate) struct Words(Vec<(Turn, String)>);

impl Words {
    /// The words for the turns of `session`.
    fn of(&mut self, session: &Session) -> Vec<&str> {
        let turns = session.turns();
        let known = self.0.iter().zip(turns);
        // To compare pointers is quick however large the positions are, and a turn never changes its move.
        let same = known.take_while(|((known, _), turn)| known.is(turn));
        let same = same.count();
        self.0.truncate(same);
        self.0.extend((same..turns.len()).map(|i| {
            let word = word(session.puzzle(), session.position_at(i), &turns[i]);
            (turns[i].clone(), word)
        }));
        self.0.iter().map(|(_, word)| word.as_str()).collect()
    }
}

/// The game as text; `None` if the puzzle is one that no file can hold.
pub(crate) fn text(
    entry: &Entry,
    metric: Metric,
    session: &Session,
    now: Duration,
    (course, words): (&str, &mut Words),
) -> Option<String> {
    let tries: Vec<Spent> = session.tries(now).collect();
    let file = File {
        version: Version::default(),
        metric: metric.name().to_owned(),
        done: session.done(),
        hints: session.hints(),
        millis: millis(session.elapsed(now)),
        turns: words.of(session),
        times: session.turns().iter().map(|turn| millis(turn.at())).collect(),
        tries: tries.iter().map(|spent| (spent.hints, millis(spent.time))).collect(),
        made: tries.iter().filter_map(|spent| spent.steps).collect(),
        course: course.to_owned(),
        puzzle: notation::write(Form::Toml, entry, entry.puzzle.start()).ok()?,
    };
    serde_json::to_string_pretty(&file).ok()
}

fn word(puzzle: &Puzzle, before: &Position, turn: &Turn) -> String {
    match turn.action() {
        Action::Restart => RESTART.to_owned(),
        Action::Jump => jump(turn.after()),
        Action::Play(action) => moves::write(puzzle, before, std::slice::from_ref(action)),
    }
}

/// `jump`, how many waypoints are passed, and where each piece stands: `jump 0 1,0 0,2`.
fn jump(to: &Position) -> String {
    let anchors = to.anchors().iter();
    let places = anchors.map(|cell| format!(" {},{}", cell.column, cell.row));
    format!("{JUMP} {}{}", to.stage(), places.collect::<String>())
}

/// Where a jump leads to. `None` if it is none.
fn landing(puzzle: &Puzzle, places: &str) -> Option<Position> {
    let (stage, places) = places.split_once(' ')?;
    let cell = |place: &str| {
        let (column, row) = place.split_once(',')?;
        Some(Cell::new(column.parse().ok()?, row.parse().ok()?))
    };
    let anchors: Option<Vec<Cell>> = places.split(' ').map(cell).collect();
    puzzle.position(&anchors?, stage.parse().ok()?)
}

impl Saved {
    /// The game that a file holds, and the words that it has for its turns.
    ///
    /// # Errors
    /// Why it holds none, in one line.
    pub(crate) fn of_text(text: &str) -> Result<(Saved, Words), String> {
        let file = json::read(text)?;
        Saved::of_file(file).ok_or_else(|| "its puzzle and its moves make no game".to_owned())
    }

    fn of_file(file: File<String>) -> Option<(Saved, Words)> {
        if file.done > file.turns.len() {
            return None;
        }
        let entry = notation::read("saved", &file.puzzle).ok()?.entries.pop()?;
        let mut session = Session::new(Arc::new(entry.puzzle.clone()));
        for turn in &file.turns {
            replay(&mut session, turn)?;
        }
        // This comes before the turns are cloned for the words: a turn that is shared keeps the time that it has.
        session.set_times(file.times.iter().copied().map(Duration::from_millis));
        let spent =
            |hints, millis, steps| Spent { hints, time: Duration::from_millis(millis), steps };
        let told = file.tries.iter().enumerate();
        let told =
            told.map(|(at, &(hints, millis))| spent(hints, millis, file.made.get(at).copied()));
        let told: Vec<Spent> = told.collect();
        session.continue_from(file.done, &told, spent(file.hints, file.millis, None));
        let turns = session.turns().iter().cloned();
        let words = Words(turns.zip(file.turns).collect());
        let metric = file.metric.parse().ok()?;
        let saved = Saved { entry, metric, session, course: file.course };
        Some((saved, words))
    }
}

/// Plays one turn again. `None` if it is none.
fn replay(session: &mut Session, turn: &str) -> Option<()> {
    if turn == RESTART {
        // What was spent before it is told later.
        session.try_anew(Duration::ZERO);
        return Some(());
    }
    // No move begins with this word: a block is named by one character, a tile by digits, a direction by L, R, U or D.
    if let Some(places) = turn.strip_prefix(JUMP) {
        let to = landing(session.puzzle(), places.trim_start())?;
        session.jump(to, Duration::ZERO);
        return Some(());
    }
    let played = moves::read(session.puzzle(), session.position(), turn).ok()?;
    let [action] = &played[..] else { return None };
    session.play(action.clone(), Duration::ZERO).ok()
}
