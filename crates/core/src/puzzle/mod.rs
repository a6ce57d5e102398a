//! The rules: board, pieces, goal, positions and moves. One model serves number tiles, blocks of any shape and locked cars.
//!
//! Nothing here knows a file, a thread, a screen, a clock or a search. A [`Setup`] is whatever a file says; a [`Puzzle`] is
//! one that can be played; a [`Position`] says where every piece stands; a [`Move`] is played on it.
//!
//! ```
//! use huarong_core::puzzle::{Cell, Direction, Move, PieceId, Setup};
//! // The 2x3 board 1 2 3 / 4 . 5: one move solves it.
//! let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 4, 0, 5]).build().expect("it is playable");
//! let mut position = puzzle.start().clone();
//! let five = puzzle.piece_named("5").expect("there is a 5");
//! position.play(&puzzle, &Move::of(five, &[Direction::Left]))?;
//! assert_eq!(position.anchor(five), Cell::new(1, 1));
//! assert!(puzzle.is_solved(&position));
//! # Ok::<(), huarong_core::puzzle::Illegal>(())
//! ```
//!
//! Blocks are drawn, and a puzzle that cannot be played says every reason why:
//!
//! ```
//! use huarong_core::puzzle::{Axis, Direction, Setup};
//! // A car that keeps to its row, and the place that it must reach.
//! let mut setup = Setup::blocks(&["aa.."], &["..aa"]);
//! setup.pieces[0].axis = Axis::Horizontal;
//! let puzzle = setup.clone().build().expect("it is playable");
//! let a = puzzle.piece_named("a").expect("there is an a");
//! assert_eq!(puzzle.reach(puzzle.start(), a, Direction::Right), 2);
//!
//! setup.goal[0].name = "b".into();
//! let faults = setup.build().expect_err("there is no piece b");
//! assert_eq!(faults.len(), 1);
//! ```

mod cells;
mod check;
mod count;
mod fault;
mod grid;
mod legal;
mod moves;
mod piece;
mod position;
mod setup;

pub use cells::CellSet;
pub(crate) use fault::count;
pub use fault::{Fault, Reason};
pub use grid::{Cell, Direction, MAX_SIDE, MAX_WAYPOINTS, Size};
pub use moves::{Metric, Move, Path, Step};
pub use piece::{Axis, Kind, Piece, PieceId, Shape};
pub use position::{Illegal, Position};
pub(crate) use setup::cell;
pub use setup::{Location, MAX_NUMBER_SIDE, Section, Setup, SetupPiece, Target};

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a puzzle counts and is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Tiles of one cell that show numbers; a slide may push a whole run of them.
    Numbers,
    /// Blocks, with or without locks.
    Blocks,
}

impl Family {
    /// The metric that people count it in.
    pub(crate) fn default_metric(self) -> Metric {
        match self {
            Family::Numbers => Metric::Step,
            Family::Blocks => Metric::Move,
        }
    }
}

/// Where some of the pieces have to stand.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Goal {
    places: Vec<(PieceId, Cell)>,
    /// For each place the pieces that may take it; none if only its own piece may.
    // Shared, since a goal may name a thousand pieces of one group.
    alike: Vec<Arc<[PieceId]>>,
}

impl Goal {
    /// The pieces that matter and the anchor that each must reach, in the order of the pieces.
    #[must_use]
    pub fn places(&self) -> &[(PieceId, Cell)] {
        &self.places
    }

    /// Whether every piece that matters, or one that may take its place, stands where it must.
    #[must_use]
    pub fn met_by(&self, position: &Position) -> bool {
        self.places.iter().zip(&self.alike).all(|(&(piece, cell), alike)| {
            position.anchor(piece) == cell
                || alike.iter().any(|&other| position.anchor(other) == cell)
        })
    }
}

/// A playable puzzle: what never changes in play, and the start. Made by [`Setup::build`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    family: Family,
    size: Size,
    walls: CellSet,
    gates: CellSet,
    pieces: Vec<Piece>,
    start: Position,
    goal: Goal,
    via: Vec<Goal>,
    lift: bool,
    // Both floors are made once, since every question about a move begins with one of them.
    /// The board without walls.
    floor: CellSet,
    /// The floor without gates.
    plain_floor: CellSet,
}

impl Puzzle {
    /// Number tiles or blocks.
    #[must_use]
    pub fn family(&self) -> Family {
        self.family
    }

    /// Columns and rows.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Cells that nothing enters.
    #[must_use]
    pub fn walls(&self) -> &CellSet {
        &self.walls
    }

    /// Cells that only the pieces of the goal enter.
    #[must_use]
    pub fn gates(&self) -> &CellSet {
        &self.gates
    }

    /// All pieces, in the order of [`Setup::pieces`]: a board that is read has them as its start names them, row by row.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The ids of all pieces, in order.
    pub fn piece_ids(&self) -> impl Iterator<Item = PieceId> + Clone + use<> {
        (0..self.pieces.len() as u16).map(PieceId)
    }

    /// The piece with this id, which must be one of this puzzle's.
    #[must_use]
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// The piece that the puzzle's text calls `name`.
    #[must_use]
    pub fn piece_named(&self, name: &str) -> Option<PieceId> {
        self.piece_ids().find(|&id| self.piece(id).name == name)
    }

    /// The first position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position with these anchors, a piece each, and this many waypoints passed, if the rules allow it: every
    /// piece on its floor, none overlapping.
    #[must_use]
    pub fn position(&self, anchors: &[Cell], stage: usize) -> Option<Position> {
        if anchors.len() != self.pieces.len() || stage > self.via.len() {
            return None;
        }
        let mut covered = CellSet::EMPTY;
        for (piece, &anchor) in self.pieces.iter().zip(anchors) {
            let cells = piece.shape.at(anchor)?;
            if !cells.is_subset(self.floor_for(piece)) || !cells.is_disjoint(&covered) {
                return None;
            }
            covered = covered | cells;
        }
        let mut position = Position { anchors: anchors.to_vec(), stage: u8::try_from(stage).ok()? };
        // A waypoint that is met here counts as passed, as it does after a move.
        position.pass_waypoints(&self.via);
        Some(position)
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The groups of pieces that may take each other's places in goal and waypoints, as far as those name any of them.
    #[must_use]
    pub fn interchangeable(&self) -> Vec<Vec<PieceId>> {
        let groups = self.goals().flat_map(|goal| &goal.alike);
        // No piece is in two groups, so that the first one tells them apart.
        let groups: BTreeMap<PieceId, &Arc<[PieceId]>> =
            groups.filter_map(|group| Some((*group.first()?, group))).collect();
        groups.into_values().map(|group| group.to_vec()).collect()
    }

    /// Waypoints to be met in this order before the goal counts.
    #[must_use]
    pub fn via(&self) -> &[Goal] {
        &self.via
    }

    /// All waypoints, and then the goal.
    pub(crate) fn goals(&self) -> impl Iterator<Item = &Goal> {
        self.via.iter().chain([&self.goal])
    }

    /// Whether pieces may be lifted and set down wherever they fit. Each lift is one move in every metric, and the only
    /// kind of move that solvers then need.
    #[must_use]
    pub fn lift(&self) -> bool {
        self.lift
    }

    /// Whether all waypoints are passed and the goal is met.
    #[must_use]
    pub fn is_solved(&self, position: &Position) -> bool {
        position.stage() == self.via.len() && self.goal.met_by(position)
    }

    /// The metric that people count its family in.
    #[must_use]
    pub fn default_metric(&self) -> Metric {
        self.family.default_metric()
    }

    /// The cells that `piece` may cover: the board without walls and, unless the goal names it, without gates.
    #[must_use]
    #[inline]
    pub fn floor_for(&self, piece: &Piece) -> &CellSet {
        if piece.passes_gates { &self.floor } else { &self.plain_floor }
    }

    /// The cells that the piece covers in `position`.
    #[must_use]
    pub fn cells_of(&self, position: &Position, id: PieceId) -> CellSet {
        // In a legal position every piece is on the board, so that the shape always fits there.
        self.piece(id).shape.at(position.anchor(id)).unwrap_or_default()
    }

    /// The piece that covers `cell` in `position`.
    #[must_use]
    pub fn piece_at(&self, position: &Position, cell: Cell) -> Option<PieceId> {
        // A solution of 16x16 has thousands of steps, at each of which all tiles are asked: each covers no cell but its anchor.
        if self.family == Family::Numbers {
            let place = position.anchors.iter().position(|&anchor| anchor == cell);
            return place.map(|place| PieceId(place as u16));
        }
        // The cell is moved to the piece's own corner: to move the shapes to the board would take 32 rows a piece.
        let covers = |id: PieceId| {
            let anchor = position.anchor(id);
            let column = cell.column.checked_sub(anchor.column);
            let relative = column.zip(cell.row.checked_sub(anchor.row));
            relative.is_some_and(|(x, y)| self.piece(id).shape.cells().contains(Cell::new(x, y)))
        };
        self.piece_ids().find(|&id| covers(id))
    }

    /// The cells that no piece covers and that are no wall.
    #[must_use]
    pub fn empty_cells(&self, position: &Position) -> CellSet {
        let mut empty = CellSet::full(self.size) - self.walls;
        for (piece, &anchor) in self.pieces.iter().zip(&position.anchors) {
            // In a legal position every piece is on the board.
            let rows = piece.shape.rows(anchor).into_iter().flatten();
            rows.for_each(|(row, cells)| *empty.row_mut(row) &= !cells);
        }
        empty
    }
}
