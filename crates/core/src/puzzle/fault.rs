//! Why a description cannot be played: where, what is wrong, and what would be right.

use super::grid::{Cell, MAX_WAYPOINTS, Size};
use super::setup::{Location, Section};
use std::fmt;

/// One reason why a description cannot be played.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where on the boards, if it has a place.
    pub at: Option<Location>,
    /// What is wrong.
    pub reason: Reason,
}

/// What may be wrong with a description. Pieces are given by their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A board of so many columns and rows.
    BadSize {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
        /// The most that there may be of each.
        most: usize,
    },
    /// A second piece of the name.
    SecondPiece(String),
    /// A piece has a cell that is not on the board.
    OffBoard {
        /// The piece.
        piece: String,
        /// The cell.
        cell: Cell,
        /// The board's size.
        size: Size,
    },
    /// A piece has no cells.
    NoCells(String),
    /// A piece does not hang together.
    Apart {
        /// The piece.
        piece: String,
        /// A cell of it.
        first: Cell,
        /// A cell that cannot be reached from there within the piece.
        other: Cell,
    },
    /// A number has several cells.
    NumberTwice(String),
    /// A number of the start is not in the goal.
    GoalLacks(String),
    /// The goal names no piece.
    NoGoal,
    /// A goal or waypoint names a piece that is not on the board.
    Unknown(String),
    /// Two pieces share a cell.
    Overlap(String, String),
    /// A goal or waypoint wants a piece on a wall.
    WantedOnWall(String),
    /// A goal or waypoint wants a piece in another shape than it has.
    OtherShape(String),
    /// A goal or waypoint names a piece twice.
    NamedTwice(String),
    /// A piece in a group of interchangeable ones that cannot be: a number, one of another shape or lock than the others, one
    /// in two groups, one alone, or one of a group that no goal or waypoint names.
    NotInterchangeable(String),
    /// A piece stands on a wall.
    OnWall(String),
    /// A piece that the goal does not name stands on a gate.
    OnGate(String),
    /// The board has no pieces.
    NoPieces,
    /// A number puzzle has no blank.
    NoBlank,
    /// So many waypoints.
    Waypoints(usize),
}

impl Reason {
    /// What is wrong, in words.
    #[must_use]
    pub fn problem(&self) -> String {
        match self {
            Reason::BadSize { width, height, .. } => {
                format!("a board of {} and {}", count(*width, "column"), count(*height, "row"))
            }
            Reason::SecondPiece(name) => format!("a second piece {name:?}"),
            Reason::OffBoard { piece, cell, .. } => {
                format!("piece {piece:?} at {cell} is off the board")
            }
            Reason::NoCells(name) => format!("piece {name:?} has no cells"),
            Reason::Apart { piece, first, other } => {
                format!("piece {piece:?} is in two parts, at {first} and at {other}")
            }
            Reason::NumberTwice(number) => format!("number {number} appears twice"),
            Reason::GoalLacks(number) => format!("the goal lacks the number {number}"),
            Reason::NoGoal => "the goal names no piece".to_owned(),
            Reason::Unknown(name) => format!("piece {name:?} is not on the board"),
            Reason::Overlap(one, other) => format!("pieces {one:?} and {other:?} overlap"),
            Reason::WantedOnWall(name) => format!("piece {name:?} would stand on a wall"),
            Reason::OtherShape(name) => {
                format!("piece {name:?} has another shape than at the start")
            }
            Reason::NamedTwice(name) => format!("piece {name:?} is named twice"),
            Reason::NotInterchangeable(name) => format!("piece {name:?} is not interchangeable"),
            Reason::OnWall(name) => format!("piece {name:?} stands on a wall"),
            Reason::OnGate(name) => format!("piece {name:?} stands on a gate"),
            Reason::NoPieces => "the board has no pieces".to_owned(),
            Reason::NoBlank => "the board has no blank".to_owned(),
            Reason::Waypoints(count) => format!("{count} waypoints"),
        }
    }

    /// What would be right, in words.
    #[must_use]
    pub fn expected(&self) -> String {
        let words = match self {
            Reason::BadSize { most, .. } => return format!("1 to {most} of each"),
            Reason::OffBoard { size, .. } => return format!("cells of the {size} board"),
            Reason::SecondPiece(_) => "each name once",
            Reason::NoCells(_) => "at least one",
            Reason::Apart { .. } => "cells that touch along edges",
            Reason::NumberTwice(_) => "each number once",
            Reason::GoalLacks(_) => "the same numbers as the start",
            Reason::NoGoal => "at least one piece in the goal",
            Reason::Unknown(_) => "a piece of the start",
            Reason::Overlap(..) => "one piece a cell",
            Reason::WantedOnWall(_) | Reason::OnWall(_) => "a place on the floor",
            Reason::OtherShape(_) => "the piece's own shape",
            Reason::NamedTwice(_) => "each piece once",
            Reason::NotInterchangeable(_) => {
                "groups of blocks of one shape and lock, some of them in the goal or a waypoint"
            }
            Reason::OnGate(_) => "gates free of pieces that the goal does not name",
            Reason::NoPieces => "at least one piece",
            Reason::NoBlank => "at least one blank, written 0, _ or .",
            Reason::Waypoints(_) => return format!("at most {MAX_WAYPOINTS}"),
        };
        words.to_owned()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Location { board, cell }) = self.at {
            match board {
                Section::Start => write!(f, "{cell}: ")?,
                Section::Goal => write!(f, "goal, {cell}: ")?,
                Section::Via(i) => write!(f, "waypoint {}, {cell}: ", i + 1)?,
            }
        }
        let (problem, expected) = (self.reason.problem(), self.reason.expected());
        write!(f, "{problem}; expected {expected}")
    }
}

impl std::error::Error for Fault {}

/// `n` and the noun, in the plural unless `n` is 1.
pub(crate) fn count(n: usize, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {noun}{plural}")
}
