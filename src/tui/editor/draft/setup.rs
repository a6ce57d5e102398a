//! A drawing as a description, which may be playable or not, and back.

use super::{Draft, Layer, Name, Spot};
use crate::puzzle::{Axis, Cell, Setup, SetupPiece, Target};

impl Draft {
    /// The description, to be checked.
    pub fn setup(&self) -> Setup {
        let on = |spot: Spot| -> Vec<Cell> {
            let cells = self.cells().zip(&self.spots);
            cells.filter(|(_, there)| **there == spot).map(|(cell, _)| cell).collect()
        };
        let mut gates = on(Spot::Gate);
        gates.extend(&self.covered);
        // In the order of the board, so that a drawing has one description, wherever its gates lie.
        gates.sort();
        let starts = self.cells().map(|cell| (cell, self.piece(Layer::Start, cell)));
        let pieces = gathered(starts).into_iter().map(|(name, cells)| SetupPiece {
            name: name.to_string(),
            cells,
            axis: self.lock(name),
        });
        let goals = self.cells().zip(self.goal.iter().copied());
        let goal = gathered(goals)
            .into_iter()
            .map(|(name, cells)| Target { name: name.to_string(), cells });
        let goal: Vec<Target> = goal.collect();
        // A group of which none is in the goal any more has no places to be exchanged.
        let is_wanted = |group: &&Vec<String>| {
            let mut targets = goal.iter().chain(self.rest.via.iter().flatten());
            targets.any(|target| group.contains(&target.name))
        };
        let interchangeable = self.rest.interchangeable.iter().filter(is_wanted).cloned().collect();
        Setup {
            walls: on(Spot::Wall),
            gates,
            pieces: pieces.collect(),
            goal,
            interchangeable,
            ..self.rest.clone()
        }
    }

    /// The drawing that `setup` describes; what is off the board or has no name is left out.
    pub fn of_setup(setup: &Setup) -> Draft {
        let empty = Draft::empty(setup.width, setup.height);
        let rest = Setup {
            via: setup.via.clone(),
            lift: setup.lift,
            interchangeable: setup.interchangeable.clone(),
            parts: setup.parts.clone(),
            ..Setup::empty(setup.family, empty.rest.width, empty.rest.height)
        };
        let mut draft = Draft { rest, ..empty };
        // Ground comes before pieces: a piece that stands on a gate must find the gate there to cover it.
        for (cells, spot) in [(&setup.walls, Spot::Wall), (&setup.gates, Spot::Gate)] {
            for &cell in cells {
                draft.put(Layer::Start, cell, spot);
            }
        }
        for piece in &setup.pieces {
            let Some(name) = draft.name(&piece.name) else {
                continue;
            };
            for &cell in &piece.cells {
                if draft.at(Layer::Start, cell) == Some(Spot::Gate) {
                    draft.covered.push(cell);
                }
                draft.put(Layer::Start, cell, Spot::Piece(name));
            }
            if piece.axis != Axis::Free {
                draft.locks.insert(name, piece.axis);
            }
        }
        for target in &setup.goal {
            let name = draft.name(&target.name);
            for &cell in &target.cells {
                draft.put_goal(cell, name);
            }
        }
        draft.covered.sort_unstable();
        draft.forget_locks();
        draft
    }
}

/// The cells of each piece, in the order of the first ones.
fn gathered(cells: impl Iterator<Item = (Cell, Option<Name>)>) -> Vec<(Name, Vec<Cell>)> {
    // A list and no map, since pieces stand in the order of their first cells.
    let mut pieces: Vec<(Name, Vec<Cell>)> = Vec::new();
    for (cell, name) in cells {
        let Some(name) = name else { continue };
        match pieces.iter_mut().find(|(known, _)| *known == name) {
            Some((_, cells)) => cells.push(cell),
            None => pieces.push((name, vec![cell])),
        }
    }
    pieces
}
