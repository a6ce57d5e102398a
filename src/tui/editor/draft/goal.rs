//! The goal of what is drawn.

use super::{Draft, Layer, Name, Spot};
use crate::puzzle::{Cell, CellSet, Family, Goal, PieceId, Puzzle, Setup, Target};

impl Draft {
    /// Takes over waypoints and goal of a puzzle whose pieces are drawn.
    pub(crate) fn take_goals(&mut self, puzzle: &Puzzle) {
        let targets = |goal: &Goal| -> Vec<Target> {
            let target = |&(id, anchor): &(PieceId, Cell)| {
                let piece = puzzle.piece(id);
                Target {
                    name: piece.name().to_owned(),
                    cells: piece.shape().at(anchor).unwrap_or_default().iter().collect(),
                }
            };
            goal.places().iter().map(target).collect()
        };
        self.via = puzzle.via().iter().map(targets).collect();
        let plain = Setup { goal: Vec::new(), ..self.setup() };
        // The ascending order goes without saying, so that it goes on to fit when tiles are painted.
        let ascending = puzzle.family() == Family::Numbers
            && plain.build().is_ok_and(|plain| plain.goal() == puzzle.goal());
        if ascending {
            return;
        }
        for target in targets(puzzle.goal()) {
            let name = self.name(&target.name);
            for cell in target.cells {
                self.put_goal(cell, name);
            }
        }
    }

    /// Brings a piece home with its top left corner on `cell`, or as near to it as the board is wide; a tile trades places with
    /// what was there, in the ascending order if there was no goal. Returns whether anything has changed.
    pub fn bring(&mut self, name: Name, cell: Cell) -> bool {
        let before = self.clone();
        if let Name::Number(_) = name {
            if self.goal.iter().all(Option::is_none) {
                self.spell_order();
            }
            self.paint(Layer::Goal, cell, Spot::Piece(name));
            return *self != before;
        }
        let all = self.cells().filter(|&at| self.piece(Layer::Launch, at) == Some(name));
        let all: Vec<Cell> = all.collect();
        let Some((first, last)) = all.iter().copied().collect::<CellSet>().bounds() else {
            return false;
        };
        let column = cell.column.min(self.width - 1 - (last.column - first.column));
        let row = cell.row.min(self.height - 1 - (last.row - first.row));
        self.take_home(name);
        for at in all {
            let there = Cell::new(at.column - first.column + column, at.row - first.row + row);
            self.put_goal(there, Some(name));
        }
        *self != before
    }

    /// Takes a piece out of the goal. Returns whether it was there.
    pub fn take_home(&mut self, name: Name) -> bool {
        let before = self.goal.clone();
        for place in &mut self.goal {
            *place = place.filter(|there| *there != name);
        }
        self.goal != before
    }

    /// How many waypoints there are.
    #[must_use]
    pub fn waypoints(&self) -> usize {
        self.via.len()
    }

    /// Asks for nothing on the way to the goal.
    pub fn drop_waypoints(&mut self) {
        self.via.clear();
    }

    /// Writes down the ascending order that goes without saying.
    fn spell_order(&mut self) {
        let Ok(puzzle) = self.build() else { return };
        for &(id, cell) in puzzle.goal().places() {
            let name = self.name(puzzle.piece(id).name());
            self.put_goal(cell, name);
        }
    }
}
