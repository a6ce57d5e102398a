//! The landscape of a small number puzzle.

use super::lowered::Lowered;
use super::packed::Packed;
use super::space::TileSpace;
use crate::puzzle::{Cell, Position, Puzzle};
use crate::solver::walk::{Walked, Ways, walk};
use crate::solver::{Stop, Watch};

/// Walks the component of the puzzle's start.
pub(super) fn landscape(
    puzzle: &Puzzle,
    board: Lowered,
    watch: &mut Watch<'_>,
) -> Result<Walked, Stop> {
    let raise = raiser(puzzle.clone(), board.cells().to_vec());
    let start = u64::pack(&board.arrangement(puzzle.start()));
    let space = board.clone();
    let space = TileSpace::<u64>::new(&space).ok_or(Stop::NotApplicable)?;
    let lower = move |position: &Position| Some(u64::pack(&board.arrangement(position)));
    walk(&space, start, Ways { lower, raise }, watch)
}

/// What makes positions of states: tiles are numbered by their places in the goal.
fn raiser(puzzle: Puzzle, cells: Vec<Cell>) -> impl Fn(u64) -> Option<Position> {
    let mut places = puzzle.goal().places().to_vec();
    places.sort_by_key(|&(_, cell)| cell);
    move |state| {
        let mut anchors = puzzle.start().anchors().to_vec();
        for (index, &cell) in cells.iter().enumerate() {
            if let Some(number) = state.get(index).checked_sub(1) {
                let (piece, _) = places.get(usize::from(number))?;
                anchors[piece.index()] = cell;
            }
        }
        puzzle.position(&anchors, 0)
    }
}
