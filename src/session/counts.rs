//! The moves of a game in every metric, kept up to date move by move.

use super::Session;
use super::turn::Turn;
use crate::puzzle::{Metric, Move, PieceId, Position, Puzzle};

impl Session {
    /// The counts when `turn` turns are in force.
    pub(crate) fn counts_at(&self, turn: usize) -> [usize; 3] {
        turn.checked_sub(1).map_or([0; 3], |last| self.turns[last].held.counts)
    }

    /// The counts after one more move, which is legal and leads to `after`. Whether it continues those before it depends on those that go the same way as
    /// it, so only these are counted anew, or just the one before it.
    pub(crate) fn counts_with(&self, next: &Move, after: &Position) -> [usize; 3] {
        let mut counts = self.counts_at(self.done);
        let mut moves = self.tail(next);
        let from = self.position_at(self.done - moves.len());
        moves.push(next.clone());
        for metric in Metric::ALL {
            let (without, with) = match metric {
                // A lift has no steps and is one move in every metric.
                Metric::Step => (0, next.steps().len().max(1)),
                _ => self.last_two(from, &moves, metric),
            };
            // A step can finish a push of several tiles, which then counts one less.
            counts[metric as usize] = (counts[metric as usize] + with).saturating_sub(without);
        }
        if let Some(begin) = self.move_begin(next, self.done) {
            let is_away = after != self.position_at(begin);
            counts[Metric::Move as usize] =
                self.counts_at(begin)[Metric::Move as usize] + usize::from(is_away);
        }
        counts
    }

    /// Whether the piece that moved last before so many turns stands again where its move began: it has made none.
    pub(crate) fn is_back(&self, turn: usize) -> bool {
        let Some(action) = self.last_move(turn) else {
            return false;
        };
        let begin = self.move_begin(action, turn - 1);
        begin.is_some_and(|begin| self.position_at(begin) == self.position_at(turn))
    }

    /// How many turns were in force when the move began that `next`, played after so many turns, goes on with in the move
    /// metric. `None` unless a single block moves.
    fn move_begin(&self, next: &Move, turn: usize) -> Option<usize> {
        let piece = block(&self.puzzle, next)?;
        let line = turn.checked_sub(1).map_or(0, |last| self.turns[last].held.line);
        let turns = self.turns[line.min(turn)..turn].iter().rev();
        let same = |turn: &&Turn| {
            turn.played().is_some_and(|action| block(&self.puzzle, action) == Some(piece))
        };
        Some(turn - turns.take_while(same).count())
    }

    /// The counts without and with the last of these moves, which were played or are about to be.
    fn last_two(&self, from: &Position, moves: &[Move], metric: Metric) -> (usize, usize) {
        let counted = self.puzzle.counts_of_legal(from, moves, metric);
        let with = counted.last().copied().unwrap_or(0);
        let without = counted.iter().rev().nth(1).copied().unwrap_or(0);
        (without, with)
    }

    /// The moves before `next` that it may continue: the last one, and all before it that go the same way.
    fn tail(&self, next: &Move) -> Vec<Move> {
        let straight = |action: &Move| {
            let mut steps = next.steps().iter().chain(action.steps());
            steps.all(|step| Some(step.direction) == next.steps().first().map(|s| s.direction))
        };
        let played = self.line().iter().rev().map_while(Turn::played);
        let mut tail: Vec<Move> = Vec::new();
        for action in played {
            // The last move is taken even if it goes another way: in the move metric a block may go on round a corner.
            let goes_on = straight(action) && !action.steps().is_empty();
            if goes_on || tail.is_empty() {
                tail.push(action.clone());
            }
            if !goes_on {
                break;
            }
        }
        tail.reverse();
        tail
    }
}

/// The block that a move slides; `None` if tiles are pushed, and where pieces may be lifted, since every step is a move there.
fn block(puzzle: &Puzzle, action: &Move) -> Option<PieceId> {
    let first = action.steps().first()?.piece;
    let is_one = action.steps().iter().all(|step| step.piece == first);
    (puzzle.equal_metric(Metric::Move) == Metric::Move && is_one).then_some(first)
}
