//! One game: what was played, undo, redo and restart without limit, the counts, the clock; and the walk through a solution.
//!
//! Whatever undo would restore is kept here, and nothing else. No screen, file or clock is read: the time is passed in,
//! counted from any fixed moment.

mod clock;
mod counts;
mod replay;
#[cfg(test)]
mod tests;
mod tries;
mod turn;

use crate::puzzle::{Illegal, Metric, Move, Position, Puzzle};
pub use replay::{Replay, positions};
use std::sync::Arc;
use std::time::Duration;
pub use tries::Spent;
use tries::Try;
use turn::TurnData;
pub use turn::{Action, Turn};

/// One game of one puzzle.
///
/// The turns that were taken back are kept until something else is played, so that they can be played again.
#[derive(Clone, Debug)]
pub struct Session {
    puzzle: Arc<Puzzle>,
    turns: Vec<Turn>,
    /// How many of the turns are in force; those after it were taken back.
    done: usize,
    /// One more than there are restarts among the turns: each restart begins a new try.
    tries: Vec<Try>,
    changes: u64,
}

impl Session {
    /// A new game, its clock at zero and not yet running.
    pub fn new(puzzle: Arc<Puzzle>) -> Session {
        Session { puzzle, turns: Vec::new(), done: 0, tries: vec![Try::default()], changes: 0 }
    }

    /// The puzzle that is played.
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// Where everything stands now.
    pub fn position(&self) -> &Position {
        self.position_at(self.done)
    }

    /// Where everything stood after the first `turn` turns; after the last one if there are fewer.
    pub fn position_at(&self, turn: usize) -> &Position {
        match turn.min(self.turns.len()).checked_sub(1) {
            Some(last) => self.turns[last].after(),
            None => self.puzzle.start(),
        }
    }

    /// All turns, those that were taken back at the end.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// How many of the turns are in force.
    pub fn done(&self) -> usize {
        self.done
    }

    /// The last of so many turns, if it was a move.
    pub fn last_move(&self, turn: usize) -> Option<&Move> {
        self.turns[turn.checked_sub(1)?].played()
    }

    /// Says when the turns were taken, which have been played again.
    pub fn set_times(&mut self, times: impl IntoIterator<Item = Duration>) {
        for (turn, at) in self.turns.iter_mut().zip(times) {
            turn.set_at(at);
        }
    }

    /// The turns in force since the start, the last restart or the last jump: all of them moves.
    pub fn line(&self) -> &[Turn] {
        &self.turns[self.line_begin()..self.done]
    }

    /// How many turns were in force when the line began.
    pub fn line_begin(&self) -> usize {
        let last = self.done.checked_sub(1);
        last.map_or(0, |last| self.turns[last].held.line)
    }

    /// The time on the clock when the line began.
    pub fn line_began_at(&self) -> Duration {
        let before = self.line_begin().checked_sub(1);
        before.map_or(Duration::ZERO, |last| self.turns[last].at())
    }

    /// Where everything stood when the line began.
    pub fn line_start(&self) -> &Position {
        self.position_at(self.line_begin())
    }

    /// Whether the line began at the puzzle's own start.
    pub fn is_from_start(&self) -> bool {
        self.line_start() == self.puzzle.start()
    }

    /// Moves played since the line began, as `metric` counts them.
    pub fn count(&self, metric: Metric) -> usize {
        self.counts_at(self.done)[metric as usize]
    }

    /// Whether the puzzle is solved now.
    pub fn is_solved(&self) -> bool {
        self.puzzle.is_solved(self.position())
    }

    /// The count in every metric, in the order of [`Metric::ALL`].
    pub fn counts(&self) -> [usize; 3] {
        self.counts_at(self.done)
    }

    /// Plays a move. Turns that had been taken back are forgotten; the clock starts with the first move and stops when
    /// the puzzle is solved.
    ///
    /// # Errors
    /// Why the move is not legal; nothing has changed then.
    pub fn play(&mut self, action: Move, now: Duration) -> Result<(), Illegal> {
        let mut after = self.position().clone();
        // The rules are asked before anything changes, and before the counts, which take legal moves only.
        after.play(&self.puzzle, &action)?;
        let counts = self.counts_with(&action, &after);
        self.current_mut().steps += tries::steps_of(&action);
        self.current_mut().begin(now);
        self.push(TurnData {
            action: Action::Play(action),
            after,
            counts,
            line: self.line_begin(),
            attempt: self.attempt(),
            at: self.elapsed(now),
        });
        self.settle_clock(now);
        Ok(())
    }

    /// Goes back to where the line began, and from there to the puzzle's start: a new try, with clock and hints at nothing. It
    /// is a turn like any other, so that the old try comes back when it is taken back. Returns whether there was anything to
    /// go back from: moves, or time or hints that were spent without one.
    pub fn restart(&mut self, now: Duration) -> bool {
        let is_back = self.line().is_empty() && self.is_from_start();
        let is_new = is_back && !self.has_begun() && self.hints() == 0;
        if !is_new {
            self.try_anew(now);
        }
        !is_new
    }

    /// Begins a new try in any case.
    pub(crate) fn try_anew(&mut self, now: Duration) {
        let to = match self.line().is_empty() {
            false => self.line_start().clone(),
            true => self.puzzle.start().clone(),
        };
        self.current_mut().clock.stop(now);
        self.put(Action::Restart, to, now);
    }

    /// Puts everything where `position` says, which must be one of the puzzle's. A new line begins there; the turn can be
    /// taken back like any other.
    pub fn jump(&mut self, position: Position, now: Duration) {
        self.current_mut().begin(now);
        self.put(Action::Jump, position, now);
    }

    /// Takes back the last turn. Returns whether there was one.
    pub fn undo(&mut self, now: Duration) -> bool {
        let Some(before) = self.done.checked_sub(1) else {
            return false;
        };
        self.go_to(before, now);
        true
    }

    /// Plays again the turn that was taken back last. Returns whether there was one.
    pub fn redo(&mut self, now: Duration) -> bool {
        let there_is = self.done < self.turns.len();
        if there_is {
            self.go_to(self.done + 1, now);
        }
        there_is
    }

    /// Takes back or plays again turns until `turn` of them are in force (all, if there are fewer).
    pub fn go_to(&mut self, turn: usize, now: Duration) {
        let (from, to) = (self.done, turn.min(self.turns.len()));
        for turn in &self.turns[from.min(to)..from.max(to)] {
            self.tries[turn.held.attempt].steps += tries::steps_of_turn(turn);
        }
        // The turn may belong to another try, which has a clock of its own.
        self.current_mut().clock.stop(now);
        self.done = to;
        self.changes += 1;
        self.settle_clock(now);
    }

    /// How often anything but the clock has changed, so that it can be told whether a game is kept as it stands.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// A turn that no move is: a new line begins with it.
    fn put(&mut self, action: Action, after: Position, now: Duration) {
        let is_new_try = action == Action::Restart;
        self.push(TurnData {
            action,
            after,
            counts: [0; 3],
            // This turn is no move, so that the new line begins after it.
            line: self.done + 1,
            attempt: self.attempt() + usize::from(is_new_try),
            at: if is_new_try { Duration::ZERO } else { self.elapsed(now) },
        });
        self.settle_clock(now);
    }

    fn push(&mut self, turn: TurnData) {
        // What was taken back belongs to another course of the game: after this turn it could not be played again.
        self.turns.truncate(self.done);
        self.tries.truncate(self.attempt() + 1);
        self.tries.resize_with(turn.attempt + 1, Try::default);
        self.turns.push(Turn::new(turn));
        self.done = self.turns.len();
        self.changes += 1;
    }
}
