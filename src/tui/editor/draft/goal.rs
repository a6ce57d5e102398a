//! The goal of what is drawn.

use super::{Draft, Layer, Name, Spot};
use crate::puzzle::{Cell, CellSet};

impl Draft {
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
        let all = self.cells().filter(|&at| self.piece(Layer::Start, at) == Some(name));
        let all: Vec<Cell> = all.collect();
        let Some((first, last)) = all.iter().copied().collect::<CellSet>().bounds() else {
            return false;
        };
        let (width, height) = self.size();
        let column = cell.column.min(width - 1 - (last.column - first.column));
        let row = cell.row.min(height - 1 - (last.row - first.row));
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
    pub fn waypoints(&self) -> usize {
        self.rest.via.len()
    }

    /// Asks for nothing on the way to the goal.
    pub fn drop_waypoints(&mut self) {
        self.rest.via.clear();
    }

    /// Writes down the ascending order that goes without saying.
    fn spell_order(&mut self) {
        // Tiles that are no puzzle yet have no order that could be written down.
        let Ok(puzzle) = self.build() else { return };
        for &(id, cell) in puzzle.goal().places() {
            let name = self.name(puzzle.piece(id).name());
            self.put_goal(cell, name);
        }
    }
}
