//! The tries of a game, from one restart to the next: each has its own clock and its own counts of hints and steps.

use super::Session;
use super::clock::Clock;
use super::turn::{Action, Turn};
use crate::puzzle::Move;
use std::time::Duration;

/// What a restart begins anew, and undo brings back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Try {
    pub(crate) hints: u32,
    /// Steps made, there and back: to take a move back costs as many as to make it.
    pub(crate) steps: usize,
    pub(crate) clock: Clock,
    /// Whether the clock was ever started.
    pub(crate) begun: bool,
}

impl Try {
    /// Lets time pass from now on.
    pub(crate) fn begin(&mut self, now: Duration) {
        self.begun = true;
        self.clock.start(now);
    }
}

/// What a try took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spent {
    /// How often the solver was asked for help.
    pub hints: u32,
    /// The time on its clock.
    pub time: Duration,
    /// Steps made, also those that were taken back, and the way back; `None` if only the turns tell.
    pub steps: Option<usize>,
}

impl Session {
    /// Which of the tries goes on, the first being 0.
    pub fn attempt(&self) -> usize {
        let last = self.done.checked_sub(1);
        last.map_or(0, |last| self.turns[last].held.attempt)
    }

    fn current(&self) -> &Try {
        &self.tries[self.attempt()]
    }

    pub(crate) fn current_mut(&mut self) -> &mut Try {
        let attempt = self.attempt();
        &mut self.tries[attempt]
    }

    /// Goes on with a game that was left, once its turns have been played again: `done` of them are in force. What each try
    /// took is told, the oldest first; of one that is missing, `usual` holds.
    pub fn continue_from(&mut self, done: usize, told: &[Spent], usual: Spent) {
        self.done = done.min(self.turns.len());
        for (at, one) in self.tries.iter_mut().enumerate() {
            let Spent { hints, time, steps } = told.get(at).copied().unwrap_or(usual);
            let of_it = |turn: &&Turn| turn.held.attempt == at;
            let in_force = self.turns[..self.done].iter().filter(of_it);
            let steps = steps.unwrap_or_else(|| in_force.map(steps_of_turn).sum());
            let mut its = self.turns.iter().filter(of_it);
            let begun = !time.is_zero() || its.any(|turn| *turn.action() != Action::Restart);
            *one = Try { hints, steps, clock: Clock::at(time), begun };
        }
    }

    /// What each try took, the oldest first.
    pub fn tries(&self, now: Duration) -> impl Iterator<Item = Spent> {
        self.tries.iter().map(move |one| Spent {
            hints: one.hints,
            time: one.clock.elapsed(now),
            steps: Some(one.steps),
        })
    }

    /// Notes that the solver was asked for help.
    pub fn note_hint(&mut self) {
        self.current_mut().hints += 1;
        self.changes += 1;
    }

    /// How often the solver was asked for help in this try.
    pub fn hints(&self) -> u32 {
        self.current().hints
    }

    /// Whether the solver was asked for help in any try.
    pub fn was_ever_helped(&self) -> bool {
        self.tries.iter().any(|one| one.hints > 0)
    }

    /// Steps made in this try: also those that were taken back, and the way back.
    pub fn steps(&self) -> usize {
        self.current().steps
    }

    /// The time of this try until `now`.
    pub fn elapsed(&self, now: Duration) -> Duration {
        self.current().clock.elapsed(now)
    }

    /// Whether time passes.
    pub fn is_running(&self) -> bool {
        self.current().clock.is_running()
    }

    /// Stops the clock until [`Session::resume`]: nobody is looking at the board.
    pub fn pause(&mut self, now: Duration) {
        self.current_mut().clock.stop(now);
    }

    /// Lets the clock go on, if the try has begun and is not over.
    pub fn resume(&mut self, now: Duration) {
        self.settle_clock(now);
    }

    /// Starts the clock without a move: the time to look at the board is over.
    pub fn begin(&mut self, now: Duration) {
        self.current_mut().begun = true;
        self.settle_clock(now);
    }

    /// Whether the clock of this try was ever started.
    pub fn has_begun(&self) -> bool {
        self.current().begun
    }

    /// A solved board stops the clock, an unsolved one that was begun lets it run. A try that nobody has begun waits for its
    /// first move with the clock at zero.
    pub(crate) fn settle_clock(&mut self, now: Duration) {
        let is_solved = self.is_solved();
        let current = self.current_mut();
        if is_solved {
            current.clock.stop(now);
        } else if current.begun {
            current.clock.start(now);
        }
    }
}

/// How many steps a move takes; to lift a piece is one.
pub(crate) fn steps_of(action: &Move) -> usize {
    action.steps().len().max(1)
}

/// How many steps a turn takes; one that is no move takes none.
pub(crate) fn steps_of_turn(turn: &Turn) -> usize {
    turn.played().map_or(0, steps_of)
}
