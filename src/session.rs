//! One game: what was played, undo, redo and restart without limit, the counts, the clock; and the walk through a solution.
//!
//! Whatever undo would restore is kept here, and nothing else. No screen, file or clock is read: the time is passed in,
//! counted from any fixed moment.

mod clock;
mod counts;
mod replay;

pub use replay::Replay;

use crate::puzzle::{Illegal, Metric, Move, Position, Puzzle};
use clock::Clock;
use counts::slot;
use std::sync::Arc;
use std::time::Duration;

/// What a turn did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A move was played.
    Play(Move),
    /// Everything went back to the start.
    Restart,
}

/// One change of the board, and how things stood after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    action: Action,
    after: Position,
    /// Moves since the start or the last restart, in the order of [`Metric::ALL`].
    counts: [usize; 3],
}

impl Turn {
    /// What was done.
    #[must_use]
    pub fn action(&self) -> &Action {
        &self.action
    }

    /// The position after it.
    #[must_use]
    pub fn after(&self) -> &Position {
        &self.after
    }

    /// Moves since the start or the last restart, as `metric` counts them.
    #[must_use]
    pub fn count(&self, metric: Metric) -> usize {
        self.counts[slot(metric)]
    }
}

/// One game of one puzzle.
///
/// The turns that were taken back are kept until something else is played, so that they can be played again.
#[derive(Clone, Debug)]
pub struct Session {
    puzzle: Arc<Puzzle>,
    turns: Vec<Turn>,
    /// How many of the turns are in force; those after it were taken back.
    done: usize,
    hints: u32,
    clock: Clock,
    changes: u64,
}

impl Session {
    /// A new game, its clock at zero and not yet running.
    #[must_use]
    pub fn new(puzzle: Arc<Puzzle>) -> Session {
        Session {
            puzzle,
            turns: Vec::new(),
            done: 0,
            hints: 0,
            clock: Clock::default(),
            changes: 0,
        }
    }

    /// The puzzle that is played.
    #[must_use]
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// Where everything stands now.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.position_at(self.done)
    }

    /// Where everything stood after the first `turn` turns; after the last one if there are fewer.
    #[must_use]
    pub fn position_at(&self, turn: usize) -> &Position {
        match turn.min(self.turns.len()).checked_sub(1) {
            Some(last) => &self.turns[last].after,
            None => self.puzzle.start(),
        }
    }

    /// All turns, those that were taken back at the end.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// How many of the turns are in force.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// Goes on with a game that was left, once its turns have been played again: `done` of them are in force, the clock
    /// stands still at `spent`.
    pub fn continue_from(&mut self, done: usize, hints: u32, spent: Duration) {
        self.done = done.min(self.turns.len());
        self.hints = hints;
        self.clock = Clock::at(spent);
    }

    /// The turns in force since the last restart: all of them moves.
    #[must_use]
    pub fn line(&self) -> &[Turn] {
        let in_force = &self.turns[..self.done];
        let begin = in_force.iter().rposition(|t| t.action == Action::Restart);
        &in_force[begin.map_or(0, |i| i + 1)..]
    }

    /// Moves played since the start or the last restart, as `metric` counts them.
    #[must_use]
    pub fn count(&self, metric: Metric) -> usize {
        self.counts_at(self.done)[slot(metric)]
    }

    /// Whether the puzzle is solved now.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.puzzle.is_solved(self.position())
    }

    /// The count in every metric, in the order of [`Metric::ALL`].
    #[must_use]
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
        after.play(&self.puzzle, &action)?;
        let counts = self.counts_with(&action);
        self.push(Turn {
            action: Action::Play(action),
            after,
            counts,
        });
        self.clock.start(now);
        self.settle_clock(now);
        Ok(())
    }

    /// Goes back to the start; a turn like any other, so that it can be taken back.
    /// Returns whether there was anything to go back from.
    pub fn restart(&mut self, now: Duration) -> bool {
        if self.line().is_empty() {
            return false;
        }
        self.push(Turn {
            action: Action::Restart,
            after: self.puzzle.start().clone(),
            counts: [0; 3],
        });
        self.settle_clock(now);
        true
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
        self.done = turn.min(self.turns.len());
        self.changes += 1;
        self.settle_clock(now);
    }

    /// Notes that the solver was asked for help.
    pub fn note_hint(&mut self) {
        self.hints += 1;
        self.changes += 1;
    }

    /// How often the solver was asked for help.
    #[must_use]
    pub fn hints(&self) -> u32 {
        self.hints
    }

    /// How often anything but the clock has changed, so that it can be told whether a game is kept as it stands.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// The time played until `now`.
    #[must_use]
    pub fn elapsed(&self, now: Duration) -> Duration {
        self.clock.elapsed(now)
    }

    /// Whether time passes.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.clock.is_running()
    }

    /// Stops the clock until [`Session::resume`]: nobody is looking at the board.
    pub fn pause(&mut self, now: Duration) {
        self.clock.stop(now);
    }

    /// Lets the clock go on, if the game has begun and is not over.
    pub fn resume(&mut self, now: Duration) {
        if !self.turns.is_empty() {
            self.settle_clock(now);
        }
    }

    fn push(&mut self, turn: Turn) {
        self.turns.truncate(self.done);
        self.turns.push(turn);
        self.done = self.turns.len();
        self.changes += 1;
    }

    /// A solved board stops the clock, an unsolved one that was begun lets it run.
    fn settle_clock(&mut self, now: Duration) {
        if self.is_solved() {
            self.clock.stop(now);
        } else {
            self.clock.start(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Direction, Setup};

    const NOW: Duration = Duration::ZERO;

    fn session() -> Session {
        let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap();
        Session::new(Arc::new(puzzle))
    }

    fn tile(session: &Session, name: &str, direction: Direction) -> Move {
        let piece = session.puzzle().piece_named(name).unwrap();
        Move::of(piece, &[direction])
    }

    fn play(session: &mut Session, name: &str, direction: Direction, now: Duration) {
        let action = tile(session, name, direction);
        session.play(action, now).unwrap();
    }

    #[test]
    fn undo_redo_and_restart_go_to_every_position_again() {
        let mut s = session();
        let mut seen = vec![s.position().clone()];
        play(&mut s, "4", Direction::Left, NOW);
        seen.push(s.position().clone());
        play(&mut s, "5", Direction::Left, NOW);
        seen.push(s.position().clone());
        assert!(s.is_solved() && s.restart(NOW));
        seen.push(s.position().clone());
        assert_eq!(s.count(Metric::Step), 0);
        for i in (0..3).rev() {
            assert!(s.undo(NOW));
            assert_eq!(s.position(), &seen[i]);
        }
        assert!(!s.undo(NOW));
        for position in &seen[1..] {
            assert!(s.redo(NOW));
            assert_eq!(s.position(), position);
        }
        assert!(!s.redo(NOW));
    }

    #[test]
    fn a_new_move_forgets_what_was_taken_back() {
        let mut s = session();
        play(&mut s, "4", Direction::Left, NOW);
        s.undo(NOW);
        play(&mut s, "1", Direction::Down, NOW);
        assert!(!s.redo(NOW));
        assert_eq!(s.turns().len(), 1);
    }

    #[test]
    fn counts_grow_as_the_rules_count_the_whole_line() {
        let mut s = session();
        let turns = [
            ("4", Direction::Left),
            ("5", Direction::Left),
            ("3", Direction::Down),
            ("2", Direction::Right),
            ("1", Direction::Right),
        ];
        let mut moves = Vec::new();
        for (name, direction) in turns {
            moves.push(tile(&s, name, direction));
            play(&mut s, name, direction, NOW);
            for metric in Metric::ALL {
                let whole = s.puzzle().count(s.puzzle().start(), &moves, metric);
                assert_eq!(Ok(s.count(metric)), whole, "{metric} after {name}");
            }
        }
        assert_eq!((s.count(Metric::Step), s.count(Metric::Slide)), (5, 3));
    }

    #[test]
    fn tiles_pushed_one_by_one_count_as_the_rules_count_the_whole_line() {
        let setup = crate::puzzle::Setup::numbers(4, 2, &[1, 2, 0, 0, 3, 4, 5, 0]);
        let mut s = Session::new(Arc::new(setup.build().unwrap()));
        let turns = [
            ("2", Direction::Right, 1),
            ("1", Direction::Right, 1),
            ("2", Direction::Right, 2),
            ("1", Direction::Right, 1),
            ("3", Direction::Up, 2),
            ("5", Direction::Right, 3),
            ("4", Direction::Right, 3),
            ("4", Direction::Left, 4),
        ];
        let mut moves = Vec::new();
        for (name, direction, slides) in turns {
            moves.push(tile(&s, name, direction));
            play(&mut s, name, direction, NOW);
            assert_eq!(s.count(Metric::Slide), slides, "{name}");
            for metric in Metric::ALL {
                let whole = s.puzzle().count(s.puzzle().start(), &moves, metric);
                assert_eq!(Ok(s.count(metric)), whole, "{metric} after {name}");
            }
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut s = session();
        let blocked = tile(&s, "5", Direction::Up);
        assert!(s.play(blocked, NOW).is_err());
        assert!(s.turns().is_empty() && !s.is_running());
    }

    #[test]
    fn the_clock_runs_from_the_first_move_to_the_solution() {
        let at = Duration::from_secs;
        let mut s = session();
        assert_eq!(s.elapsed(at(5)), at(0));
        play(&mut s, "4", Direction::Left, at(10));
        s.pause(at(12));
        s.resume(at(20));
        play(&mut s, "5", Direction::Left, at(21));
        assert_eq!(s.elapsed(at(99)), at(3));
        s.undo(at(30));
        assert_eq!(s.elapsed(at(31)), at(4));
    }
}
