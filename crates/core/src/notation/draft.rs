//! Between a form and the rules: a description of a puzzle that knows where in the text each cell is written.

use super::error::Flaw;
use super::source::TextPos;
use crate::puzzle::{
    Axis, Cell, Family, Location, Puzzle, Section, Setup, SetupPiece, Size, Target,
};
use std::collections::HashMap;

/// A puzzle as a text describes it, on its way to be checked by the rules.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// The description.
    pub(crate) setup: Setup,
    /// The fewest moves that the form itself claims, in the puzzle's own metric.
    pub(crate) claim: Option<u32>,
    /// Where the puzzle as a whole is written.
    pub(crate) whole: TextPos,
    /// Where cells are written.
    spots: HashMap<Location, TextPos>,
    /// Places in `setup.pieces`, by name.
    by_name: HashMap<String, usize>,
}

impl Draft {
    /// An empty board.
    pub(crate) fn new(family: Family, size: Size, whole: TextPos) -> Draft {
        Draft {
            setup: Setup::empty(family, size.width(), size.height()),
            claim: None,
            whole,
            spots: HashMap::new(),
            by_name: HashMap::new(),
        }
    }

    /// Remembers where a cell of a board is written.
    pub(crate) fn mark(&mut self, board: Section, cell: Cell, at: TextPos) {
        self.spots.insert(Location { board, cell }, at);
    }

    /// Adds a cell to the piece called `name`, which is made if there is none.
    pub(crate) fn cover(&mut self, name: &str, cell: Cell) {
        let pieces = &mut self.setup.pieces;
        let i = *self.by_name.entry(name.to_owned()).or_insert_with(|| {
            pieces.push(SetupPiece { name: name.to_owned(), cells: Vec::new(), axis: Axis::Free });
            pieces.len() - 1
        });
        pieces[i].cells.push(cell);
    }

    /// The piece called `name`.
    pub(crate) fn piece(&mut self, name: &str) -> Option<&mut SetupPiece> {
        let i = *self.by_name.get(name)?;
        self.setup.pieces.get_mut(i)
    }

    /// Makes `name` end `dx` columns and `dy` rows from where it starts; `false` if that leaves every board.
    pub(crate) fn aim(&mut self, name: &str, dx: i32, dy: i32) -> bool {
        let cells =
            self.piece(name).and_then(|p| p.cells.iter().map(|c| c.offset(dx, dy)).collect());
        let Some(cells) = cells else { return false };
        self.setup.goal.push(Target { name: name.to_owned(), cells });
        true
    }

    /// Locks every piece to the way it is longer.
    pub(crate) fn lengthwise(&mut self) {
        for piece in &mut self.setup.pieces {
            let shape = crate::puzzle::Shape::of(&piece.cells.iter().copied().collect());
            piece.axis = shape.map_or(Axis::Free, |(shape, _)| Axis::lengthwise(&shape));
        }
    }

    /// The puzzle.
    pub(crate) fn build(self) -> Result<Puzzle, Vec<Flaw>> {
        let (spots, whole) = (self.spots, self.whole);
        let place = |at: Option<Location>| at.and_then(|p| spots.get(&p).copied()).unwrap_or(whole);
        self.setup.build().map_err(|faults| {
            let flaw = |fault: &crate::puzzle::Fault| Flaw::of(place(fault.at), fault);
            faults.iter().map(flaw).collect()
        })
    }
}

/// What errors call a board that says where pieces are to stand.
pub(crate) fn what(board: Section) -> &'static str {
    match board {
        Section::Start => "a board",
        Section::Goal => "a goal",
        Section::Via(_) => "a waypoint",
    }
}

/// The cell in a column and row of a board of legal size.
pub(crate) fn cell(column: usize, row: usize) -> Cell {
    let side = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    Cell::new(side(column), side(row))
}

/// Names for the pieces of forms that have none: letters first, then rarer ones; none that means something in a grid.
pub(crate) fn names() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z').chain('α'..='ω').chain('А'..='я').chain('\u{4e00}'..='\u{9fa5}')
}
