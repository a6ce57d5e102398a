//! Where every piece stands, and playing a move.

use super::grid::Cell;
use super::moves::{Move, Step};
use super::piece::PieceId;
use super::{Axis, Goal, Puzzle};
use std::fmt;

/// One anchor a piece, and how many waypoints have been passed.
///
/// It belongs to one puzzle, as the numbers of pieces ([`PieceId`]) do. What is asked about it together with another puzzle may have a wrong answer, or
/// panic.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) anchors: Vec<Cell>,
    // A byte is enough for [`MAX_WAYPOINTS`](super::MAX_WAYPOINTS).
    pub(crate) stage: u8,
}

/// Why a move cannot be played. The position is left as it was.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The puzzle has no such piece.
    NoSuchPiece,
    /// The move has no steps.
    Empty,
    /// The piece is locked to the other axis.
    Locked {
        /// The piece's name.
        piece: String,
    },
    /// The piece is fixed where it stands.
    Fixed {
        /// The piece's name.
        piece: String,
    },
    /// The piece would leave the board, or stand on a wall, a gate or another piece.
    Blocked {
        /// The piece's name.
        piece: String,
        /// The first cell in the way, or `None` at the edge of the board.
        at: Option<Cell>,
    },
    /// Pieces are lifted only in a puzzle that says so.
    NoLifting,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NoSuchPiece => write!(f, "there is no such piece"),
            Illegal::Empty => write!(f, "the move goes nowhere"),
            Illegal::Locked { piece } => write!(f, "piece {piece:?} is locked to the other axis"),
            Illegal::Fixed { piece } => write!(f, "piece {piece:?} is fixed where it stands"),
            Illegal::Blocked { piece, at: None } => {
                write!(f, "piece {piece:?} would leave the board")
            }
            Illegal::Blocked { piece, at: Some(at) } => {
                write!(f, "piece {piece:?} is blocked at {at}")
            }
            Illegal::NoLifting => write!(f, "this puzzle does not allow lifting"),
        }
    }
}

impl std::error::Error for Illegal {}

impl Position {
    /// Where `piece` stands: the top-left corner of its bounding box.
    #[must_use]
    #[inline]
    pub fn anchor(&self, piece: PieceId) -> Cell {
        self.anchors[piece.index()]
    }

    /// All anchors, in the order of [`Puzzle::pieces`].
    #[must_use]
    #[inline]
    pub fn anchors(&self) -> &[Cell] {
        &self.anchors
    }

    /// How many of the puzzle's waypoints have been passed.
    #[must_use]
    #[inline]
    pub fn stage(&self) -> usize {
        usize::from(self.stage)
    }

    /// Plays `mv` as a whole, or leaves the position as it was.
    ///
    /// # Errors
    /// Says why the first step that is not legal is not.
    pub fn play(&mut self, puzzle: &Puzzle, mv: &Move) -> Result<(), Illegal> {
        // The steps are played on a copy, so that one that fails in the middle leaves nothing half done.
        let mut next = self.clone();
        match mv {
            Move::Steps(steps) if steps.is_empty() => return Err(Illegal::Empty),
            Move::Steps(steps) => {
                for &step in steps {
                    next.step(puzzle, step)?;
                }
            }
            &Move::Lift { piece, to } => next.lift(puzzle, piece, to)?,
        }
        *self = next;
        Ok(())
    }

    /// One piece, one cell, with every rule checked.
    pub(crate) fn step(&mut self, puzzle: &Puzzle, step: Step) -> Result<(), Illegal> {
        let piece = puzzle.pieces.get(step.piece.index()).ok_or(Illegal::NoSuchPiece)?;
        if piece.axis == Axis::Fixed {
            return Err(Illegal::Fixed { piece: piece.name.clone() });
        }
        if !piece.axis.allows(step.direction) {
            return Err(Illegal::Locked { piece: piece.name.clone() });
        }
        let to = self.anchor(step.piece).step(step.direction);
        self.set_down(puzzle, step.piece, to)
    }

    /// Takes a piece off the board and sets it down with its anchor at `to`.
    fn lift(&mut self, puzzle: &Puzzle, id: PieceId, to: Cell) -> Result<(), Illegal> {
        let piece = puzzle.pieces.get(id.index()).ok_or(Illegal::NoSuchPiece)?;
        if !puzzle.lift {
            return Err(Illegal::NoLifting);
        }
        if piece.axis == Axis::Fixed {
            return Err(Illegal::Fixed { piece: piece.name.clone() });
        }
        if to == self.anchor(id) {
            return Err(Illegal::Empty);
        }
        self.set_down(puzzle, id, Some(to))
    }

    /// Moves a piece's anchor if the piece fits there, and counts a waypoint that is reached by it.
    fn set_down(&mut self, puzzle: &Puzzle, id: PieceId, to: Option<Cell>) -> Result<(), Illegal> {
        let piece = &puzzle.pieces[id.index()];
        let blocked = |at| Illegal::Blocked { piece: piece.name.clone(), at };
        let there = to.and_then(|to| Some((to, piece.shape.at(to)?)));
        let (to, cells) = there.ok_or_else(|| blocked(None))?;
        // The edge is asked about before the room is: cells beyond it lie in no room either, and would be told as an obstacle.
        if cells.bounds().is_none_or(|(_, last)| !puzzle.size.contains(last)) {
            return Err(blocked(None));
        }
        // Only the cells that it comes to are looked at: to find all empty ones takes a hundred times as long on a board of 16x16, and a
        // solution there is ten thousand steps.
        let (floor, own) = (puzzle.floor_for(piece), puzzle.cells_of(self, id));
        let is_free = |cell: &Cell| {
            floor.contains(*cell) && (own.contains(*cell) || puzzle.piece_at(self, *cell).is_none())
        };
        if let Some(at) = cells.iter().find(|cell| !is_free(cell)) {
            return Err(blocked(Some(at)));
        }
        self.anchors[id.index()] = to;
        self.pass_waypoints(&puzzle.via);
        Ok(())
    }

    /// Counts the waypoints that are reached here, in their order.
    pub(crate) fn pass_waypoints(&mut self, via: &[Goal]) {
        // Several waypoints may be met by one position, and each counts only after the one before it.
        while via.get(self.stage()).is_some_and(|goal| goal.met_by(self)) {
            self.stage += 1;
        }
    }
}
