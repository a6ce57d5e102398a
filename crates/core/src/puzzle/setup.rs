//! The description of a puzzle, not yet checked: what files, the editor and the generator begin with.

use super::grid::Cell;
use super::piece::{Axis, PieceId};
use super::position::Position;
use super::{Family, Goal, Puzzle};
use serde::{Deserialize, Serialize};

/// The longest side of a number puzzle, in cells.
pub const MAX_NUMBER_SIDE: usize = 16;

/// A description of a puzzle, not yet checked. [`Setup::build`] makes a [`Puzzle`] of it or says every reason why not.
///
/// Its serialized form is the file of a saved drawing, so a change of a name here needs a new version of that file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// Number tiles or blocks.
    pub family: Family,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Cells that nothing enters.
    pub walls: Vec<Cell>,
    /// Cells that only pieces of the goal enter.
    pub gates: Vec<Cell>,
    /// The pieces where they start.
    pub pieces: Vec<SetupPiece>,
    /// Where pieces must end. Of a number puzzle: empty for the ascending order with the blanks last.
    pub goal: Vec<Target>,
    /// Waypoints, in order.
    pub via: Vec<Vec<Target>>,
    /// Whether pieces may be lifted and set down wherever they fit.
    pub lift: bool,
    /// Groups of pieces, by their names, that may take each other's places in goal and waypoints.
    // Saved drawings of earlier versions have neither this nor the next.
    #[serde(default)]
    pub interchangeable: Vec<Vec<String>>,
    /// The names of pieces whose cells need not hang together.
    #[serde(default)]
    pub parts: Vec<String>,
}

/// A piece as a description gives it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetupPiece {
    /// One character, or a number.
    pub name: String,
    /// The cells it starts on.
    pub cells: Vec<Cell>,
    /// Its lock.
    #[serde(rename = "lock")]
    pub axis: Axis,
}

/// A piece and the cells it must come to cover.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// The piece's name.
    pub name: String,
    /// The cells.
    pub cells: Vec<Cell>,
}

/// Which of a description's boards a cell is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Section {
    /// The start.
    Start,
    /// The goal.
    Goal,
    /// The waypoint of this number, from 0.
    Via(usize),
}

/// A cell of one of a description's boards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location {
    /// The board.
    pub board: Section,
    /// The cell.
    pub cell: Cell,
}

impl Setup {
    /// A number puzzle from its numbers row by row, 0 for a blank, with the ascending goal.
    #[must_use]
    pub fn numbers(width: usize, height: usize, numbers: &[u32]) -> Setup {
        // A width of 0 is told by `build`; here it must only not divide by zero.
        let cell = |i: usize| cell(i % width.max(1), i / width.max(1));
        let pieces = (0..numbers.len()).filter(|&i| numbers[i] != 0).map(|i| SetupPiece {
            name: numbers[i].to_string(),
            cells: vec![cell(i)],
            axis: Axis::Free,
        });
        Setup { pieces: pieces.collect(), ..Setup::empty(Family::Numbers, width, height) }
    }

    /// A block puzzle from drawings of its start and its goal: a character names a piece, `.` is an empty cell and `#`, on
    /// the start, a wall. The goal draws the pieces that it wants, where it wants them.
    ///
    /// ```
    /// use huarong_core::puzzle::Setup;
    /// let puzzle = Setup::blocks(&["aab", "#.."], &["...", ".aa"]).build().expect("it is playable");
    /// assert_eq!(puzzle.pieces().len(), 2);
    /// ```
    #[must_use]
    pub fn blocks(start: &[&str], goal: &[&str]) -> Setup {
        let width = start.first().map_or(0, |row| row.chars().count());
        let mut setup = Setup::empty(Family::Blocks, width, start.len());
        for (name, cells) in drawn(start) {
            match name.as_str() {
                "#" => setup.walls = cells,
                _ => setup.pieces.push(SetupPiece { name, cells, axis: Axis::Free }),
            }
        }
        setup.goal = drawn(goal).into_iter().map(|(name, cells)| Target { name, cells }).collect();
        setup
    }

    /// The description of `puzzle` as it stands in `position`: its pieces row by row, and the waypoints still to be passed.
    #[must_use]
    pub fn of(puzzle: &Puzzle, position: &Position) -> Setup {
        // The start names all waypoints, even those that it passes by itself.
        let passed = if position == puzzle.start() { 0 } else { position.stage() };
        let name = |id: PieceId| puzzle.piece(id).name().to_owned();
        let targets = |goal: &Goal| -> Vec<Target> {
            let cells = |id, at| puzzle.piece(id).shape().at(at).unwrap_or_default();
            let target =
                |&(id, at)| Target { name: name(id), cells: cells(id, at).iter().collect() };
            goal.places().iter().map(target).collect()
        };
        let piece = |id| SetupPiece {
            name: name(id),
            cells: puzzle.cells_of(position, id).iter().collect(),
            axis: puzzle.piece(id).axis(),
        };
        let names = |group: Vec<PieceId>| group.into_iter().map(name).collect();
        let in_parts = |id: &PieceId| !puzzle.piece(*id).shape().is_connected();
        let mut setup = Setup {
            walls: puzzle.walls().iter().collect(),
            gates: puzzle.gates().iter().collect(),
            pieces: puzzle.piece_ids().map(piece).collect(),
            goal: targets(puzzle.goal()),
            via: puzzle.via().iter().skip(passed).map(targets).collect(),
            lift: puzzle.lift(),
            interchangeable: puzzle.interchangeable().into_iter().map(names).collect(),
            parts: puzzle.piece_ids().filter(in_parts).map(name).collect(),
            ..Setup::empty(puzzle.family(), puzzle.size().width(), puzzle.size().height())
        };
        // A group that only waypoints name has nothing to change places for once they are passed.
        let named: Vec<&str> =
            setup.via.iter().flatten().chain(&setup.goal).map(|target| &*target.name).collect();
        setup.interchangeable.retain(|group| group.iter().any(|name| named.contains(&&**name)));
        // In play they have left their order.
        setup.sort_pieces();
        setup
    }

    /// Puts the pieces in the order in which a description names them, row by row.
    pub(crate) fn sort_pieces(&mut self) {
        self.pieces.sort_by_key(|piece| piece.cells.first().copied());
    }

    /// A board with nothing on it.
    #[must_use]
    pub fn empty(family: Family, width: usize, height: usize) -> Setup {
        Setup {
            family,
            width,
            height,
            walls: Vec::new(),
            gates: Vec::new(),
            pieces: Vec::new(),
            goal: Vec::new(),
            via: Vec::new(),
            lift: false,
            interchangeable: Vec::new(),
            parts: Vec::new(),
        }
    }
}

/// The characters of a drawing but `.`, by their first cells, each with all its cells.
fn drawn(rows: &[&str]) -> Vec<(String, Vec<Cell>)> {
    // A list and not a map, since the order of the first cells is the order of the pieces.
    let mut found: Vec<(String, Vec<Cell>)> = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().enumerate().filter(|&(_, c)| c != '.') {
            match found.iter_mut().find(|(name, _)| name.chars().eq([c])) {
                Some((_, cells)) => cells.push(cell(x, y)),
                None => found.push((c.to_string(), vec![cell(x, y)])),
            }
        }
    }
    found
}

/// The cell in a column and row; far off every board if they are too large for one.
pub(crate) fn cell(column: usize, row: usize) -> Cell {
    // A plain cast would wrap round and put the cell on the board; 255 is off every board, so that `build` tells of it.
    let side = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    Cell::new(side(column), side(row))
}
