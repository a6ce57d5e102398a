//! A walk back and forth through a solution.

use crate::puzzle::{Illegal, Move, Path, Position, Puzzle};
use std::sync::Arc;

/// `start`, and where everything stands after each of the moves.
///
/// # Errors
/// The index of the first move that the rules do not allow, and why.
pub fn positions(
    puzzle: &Puzzle,
    start: Position,
    moves: &[Move],
) -> Result<Vec<Position>, (usize, Illegal)> {
    let mut positions = vec![start];
    for (index, action) in moves.iter().enumerate() {
        let mut next = positions[index].clone();
        next.play(puzzle, action).map_err(|illegal| (index, illegal))?;
        positions.push(next);
    }
    Ok(positions)
}

/// A walk back and forth through a sequence of moves. It never touches a game.
#[derive(Clone, Debug)]
pub struct Replay {
    puzzle: Arc<Puzzle>,
    moves: Path,
    // All of them are kept, so that a step back plays nothing again.
    /// One more than moves.
    positions: Vec<Position>,
    cursor: usize,
}

impl Replay {
    /// A walk through `moves` from `start`, standing before the first.
    ///
    /// # Errors
    /// The index of the first move that the rules do not allow, and why.
    pub fn new(
        puzzle: Arc<Puzzle>,
        start: Position,
        moves: Path,
    ) -> Result<Replay, (usize, Illegal)> {
        let positions = positions(&puzzle, start, &moves)?;
        Ok(Replay { puzzle, moves, positions, cursor: 0 })
    }

    /// The puzzle that the moves belong to.
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves lie behind, from 0 to the number of moves.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The position at the cursor.
    pub fn position(&self) -> &Position {
        &self.positions[self.cursor]
    }

    /// Whether every move lies behind.
    pub fn at_end(&self) -> bool {
        self.cursor == self.moves.len()
    }

    /// Moves the cursor to `cursor`, or to the end if there are fewer moves. Returns whether it moved.
    pub fn seek(&mut self, cursor: usize) -> bool {
        let before = self.cursor;
        self.cursor = cursor.min(self.moves.len());
        self.cursor != before
    }

    /// The moves that lie behind.
    pub fn behind(&self) -> &[Move] {
        &self.moves[..self.cursor]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Direction, Setup};

    fn puzzle() -> Arc<Puzzle> {
        let setup = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]);
        Arc::new(setup.build().unwrap())
    }

    fn tile(puzzle: &Puzzle, name: &str, direction: Direction) -> Move {
        Move::of(puzzle.piece_named(name).unwrap(), &[direction])
    }

    #[test]
    fn a_replay_stands_wherever_it_is_sent() {
        let s = puzzle();
        let moves = vec![tile(&s, "4", Direction::Left), tile(&s, "5", Direction::Left)];
        let start = s.start().clone();
        let mut replay = Replay::new(s.clone(), start.clone(), moves).unwrap();
        assert!(replay.seek(9) && replay.at_end());
        assert!(s.is_solved(replay.position()));
        assert!(replay.seek(0));
        assert_eq!(replay.position(), &start);
        assert!(replay.behind().is_empty());
    }

    #[test]
    fn a_replay_of_an_illegal_move_says_which() {
        let s = puzzle();
        let moves = vec![tile(&s, "4", Direction::Left), tile(&s, "2", Direction::Up)];
        let start = s.start().clone();
        let refused = Replay::new(s.clone(), start, moves).unwrap_err();
        assert_eq!(refused.0, 1);
    }
}
