//! A puzzle as read but not yet checked: the description that the rules check, and where in the text each cell is written,
//! so that a fault of the rules can be pointed at.

use super::entry::{Claim, Entry, Pack, Text};
use super::error::{Flaw, count};
use super::source::TextPos;
use crate::puzzle::{
    Axis, Cell, Family, Location, Metric, Puzzle, Section, Setup, SetupPiece, Size, Target,
};
use std::collections::HashMap;

pub(crate) use crate::puzzle::cell;

/// A puzzle as a text describes it, on its way to be checked by the rules.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// The description.
    pub(crate) setup: Setup,
    /// The fewest moves that the form itself claims, in the puzzle's own metric.
    pub(crate) claim: Option<u32>,
    /// Where the puzzle begins; faults that are about no cell are reported here.
    pub(crate) whole: TextPos,
    /// Where cells are written.
    spots: HashMap<Location, TextPos>,
    /// The index in `setup.pieces` of each name, since a pack may hold 500 000 pieces.
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

    /// Adds a cell to the piece called `name`; the first cell makes the piece.
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

    /// Sets the goal of the piece `name`: `dx` columns and `dy` rows from its start. Returns `false` if there is no such piece,
    /// or if a cell would have a negative or too great coordinate.
    pub(crate) fn aim(&mut self, name: &str, dx: i32, dy: i32) -> bool {
        let cells =
            self.piece(name).and_then(|p| p.cells.iter().map(|c| c.offset(dx, dy)).collect());
        let Some(cells) = cells else { return false };
        self.setup.goal.push(Target { name: name.to_owned(), cells });
        true
    }

    /// Locks every piece to the axis along which it is longer.
    pub(crate) fn lengthwise(&mut self) {
        for piece in &mut self.setup.pieces {
            let shape = crate::puzzle::Shape::of(&piece.cells.iter().copied().collect());
            piece.axis = shape.map_or(Axis::Free, |(shape, _)| Axis::lengthwise(&shape));
        }
    }

    /// The puzzle as the only one of its text.
    pub(crate) fn pack(self) -> Result<Pack, Vec<Flaw>> {
        Ok(Pack { title: Text::default(), entries: vec![self.entry()?] })
    }

    /// The puzzle and what its form claims.
    pub(crate) fn entry(self) -> Result<Entry, Vec<Flaw>> {
        let claim = self.claims_itself();
        let mut entry = Entry::of(self.build()?);
        if let Some((metric, moves)) = claim {
            entry.claims.set(metric, Claim::Moves(moves));
        }
        Ok(entry)
    }

    /// The fewest moves that the form itself claims, and the metric that it counts them in.
    pub(crate) fn claims_itself(&self) -> Option<(Metric, u32)> {
        Some((self.setup.family.default_metric(), self.claim?))
    }

    /// Checks the description. Each fault becomes a flaw at the place of the cell that it is about.
    pub(crate) fn build(self) -> Result<Puzzle, Vec<Flaw>> {
        let (spots, whole) = (self.spots, self.whole);
        // A classic goal is written nowhere, so that its cells have no place of their own: the puzzle's beginning stands for
        // them.
        let place = |at: Option<Location>| at.and_then(|p| spots.get(&p).copied()).unwrap_or(whole);
        self.setup.build().map_err(|faults| {
            let flaw = |fault: &crate::puzzle::Fault| Flaw::of(place(fault.at), fault);
            faults.iter().map(flaw).collect()
        })
    }
}

/// A board of `width` and `height`, at most `most` of each; errors call it `what`.
pub(crate) fn size(
    what: &str,
    width: usize,
    height: usize,
    most: usize,
    at: TextPos,
) -> Result<Size, Flaw> {
    let size = Size::new(width, height).filter(|s| s.width() <= most && s.height() <= most);
    size.ok_or_else(|| {
        let (columns, rows) = (count(width, "column"), count(height, "row"));
        let found = format!("{what} of {columns} and {rows}");
        Flaw::new(at, found, format!("1 to {most} of each"))
    })
}

/// What errors call the board of a section.
pub(crate) fn what(board: Section) -> &'static str {
    match board {
        Section::Start => "a board",
        Section::Goal => "a goal",
        Section::Via(_) => "a waypoint",
    }
}

/// Names for the pieces of formats without names: Latin letters, then Greek, Cyrillic and Chinese, which are enough for a
/// board of 32x32 cells. None of them has a meaning in a grid.
pub(crate) fn names() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z').chain('α'..='ω').chain('А'..='я').chain('\u{4e00}'..='\u{9fa5}')
}
