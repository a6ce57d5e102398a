//! Speed-solving: the times so far, the time for looking at a scramble, and what counts.

use crate::generate::Scramble;
use crate::session::Session;
use crate::storage::{Mark, Solve, Span, Times, millis};
use crate::tui::play::game::Game;
use crate::tui::play::line::written;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// What is kept of speed-solving beside the game itself.
#[derive(Clone, Debug, Default)]
pub struct Stopwatch {
    /// All times.
    pub times: Arc<Times>,
    /// When the program began, in milliseconds since 1970-01-01 UTC.
    epoch: i64,
    /// How long a scramble may be looked at before the clock starts by itself, if not for ever.
    pub inspection: Option<Duration>,
    /// When the clock starts by itself.
    due: Option<Duration>,
    /// Those that were left or solved with help since then: they are known now, and count no more.
    helped: HashSet<Scramble>,
    /// What was deleted since the program began, by size and moment, the latest last.
    deleted: Vec<(String, i64)>,
}

impl Stopwatch {
    /// A stopwatch of a program that began at `epoch`.
    pub(crate) fn new(epoch: i64, inspection: Option<Duration>) -> Stopwatch {
        Stopwatch { epoch, inspection, ..Stopwatch::default() }
    }

    /// The times of a size since the program began, the oldest first.
    pub fn session(&self, size: &str) -> Vec<Solve> {
        let mut solves = self.times.of(size);
        solves.retain(|solve| solve.at >= self.epoch);
        solves
    }

    /// A new game lies there to be looked at.
    pub(crate) fn show(&mut self, game: &Game, now: Duration) {
        let begins = game.scramble.is_some() && game.session.turns().is_empty();
        self.due = self.inspection.filter(|_| begins).map(|time| now + time);
    }

    /// How long the scramble may still be looked at; `None` once the clock has started, or if that is for ever.
    pub fn left(&self, session: &Session, now: Duration) -> Option<Duration> {
        let waits = session.turns().is_empty() && !session.has_begun();
        let due = self.due.filter(|_| waits)?;
        Some(due.saturating_sub(now))
    }

    /// Starts the clock if the time for looking is over.
    pub(crate) fn tick(&self, session: &mut Session, now: Duration) {
        if self.left(session, now) == Some(Duration::ZERO) {
            session.begin(now);
        }
    }

    /// The scramble that is played, if it counts: from its start, in the first try, for the first time, and begun at all; and solved only
    /// without help.
    fn counted(&self, game: &Game) -> Option<Scramble> {
        let session = &game.session;
        let is_first = session.attempt() == 0 && session.is_from_start();
        let is_given = session.is_solved() && session.was_ever_helped();
        let counts = is_first && session.has_begun() && !is_given;
        let is_known = |scramble| self.times.knows(scramble) || self.helped.contains(&scramble);
        game.scramble.filter(|&scramble| counts && !is_known(scramble))
    }

    /// A game is left; a scramble that was helped is known from then on.
    pub(crate) fn leave(&mut self, game: &Game) {
        let was_helped = game.session.was_ever_helped();
        self.helped.extend(game.scramble.filter(|_| was_helped));
    }

    /// Notes how a scramble ended, if it counts. Returns whether it does.
    pub(crate) fn note(&mut self, game: &Game, now: Duration) -> bool {
        let session = &game.session;
        let Some(scramble) = self.counted(game) else {
            return false;
        };
        let solve = Solve {
            at: self.epoch.saturating_add_unsigned(millis(now)),
            seed: scramble.seed,
            millis: millis(session.elapsed(now)),
            steps: u32::try_from(session.steps()).unwrap_or(u32::MAX),
            solved: session.is_solved(),
            moves: Solve::kept(&written(session)),
        };
        self.change(|times| times.add(scramble, solve));
        true
    }

    /// Deletes a solve.
    pub(crate) fn delete(&mut self, size: &str, at: i64) {
        if self.change(|times| times.delete(size, at, true)) {
            self.deleted.push((size.to_owned(), at));
        }
    }

    /// The size of what was deleted last.
    pub(crate) fn deleted(&self) -> Option<&str> {
        self.deleted.last().map(|(size, _)| size.as_str())
    }

    /// Brings back what was deleted last; its size and moment, if there is anything.
    pub(crate) fn bring_back(&mut self) -> Option<(String, i64)> {
        let (size, at) = self.deleted.pop()?;
        self.change(|times| times.delete(&size, at, false));
        Some((size, at))
    }

    fn change<T>(&mut self, change: impl FnOnce(&mut Times) -> T) -> T {
        // The thread that saves may still hold the times; only then are they copied.
        change(Arc::make_mut(&mut self.times))
    }
}

/// The screen of times: which size, and which of its solves is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TimesScreen {
    /// The size, as `4x4`.
    pub size: String,
    /// Which solve is chosen, the newest being the first.
    pub chosen: usize,
    /// How many of the newest solves are above the list.
    pub top: usize,
}

impl TimesScreen {
    /// The times of a size, the newest solve chosen.
    pub(crate) fn of(size: String) -> TimesScreen {
        TimesScreen { size, chosen: 0, top: 0 }
    }
}

/// A solve that is looked at again.
#[derive(Debug)]
pub(crate) struct Again {
    /// Its scramble, as nobody has touched it.
    pub game: Game,
    /// What came of it.
    pub solve: Solve,
    /// The screen that it was chosen on.
    pub from: TimesScreen,
}

/// The marks of solves.
pub(crate) fn marks(solves: &[Solve]) -> Vec<Mark> {
    solves.iter().map(Solve::mark).collect()
}

/// The longest average that there are solves enough for, over the last of them.
pub(crate) fn average(solves: &[Solve]) -> Option<(Span, Mark)> {
    let marks = marks(solves);
    let of = |span: &Span| Some((*span, span.last(&marks)?));
    [Span::Average12, Span::Average5, Span::Mean3].iter().find_map(of)
}
