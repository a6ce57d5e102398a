//! Any number puzzle, with walls and several blanks too, as a graph of packed states for the searches of every puzzle.

use super::board::TileBoard;
use super::manhattan::Manhattan;
use super::packed::Packed;
use crate::puzzle::{Move, Position};
use crate::solver::lowered::{AnyLowered, Lowered, Widest};
use crate::solver::search::bits::BigBits;
use crate::solver::search::space::{AT_ONCE, Space};

/// The graph of a lowered number puzzle.
#[derive(Clone, Debug)]
pub(crate) struct TileSpace<P> {
    board: TileBoard,
    manhattan: Manhattan,
    goal: P,
}

/// The graph of a board, its states as small as the number of cells allows.
pub(crate) fn lower(board: TileBoard) -> AnyLowered {
    match numbers(board.cells().len(), board.waypoints()) {
        ..=16 => AnyLowered::One(Box::new(TileSpace::<u64>::new(board))),
        17..=25 => AnyLowered::Two(Box::new(TileSpace::<u128>::new(board))),
        26..=64 => AnyLowered::Six(Box::new(TileSpace::<BigBits<6>>::new(board))),
        _ => AnyLowered::Big(Box::new(TileSpace::<Widest>::new(board))),
    }
}

/// How many numbers a state holds. The waypoints that are passed are one more; where four, five or six bits do not hold it, so many that a wider
/// state is taken.
fn numbers(cells: usize, waypoints: usize) -> usize {
    match (cells, waypoints) {
        (cells, 0) => cells,
        (..=63, 64..) => 65,
        (..=24, 32..) | (25, 8..) => 26,
        (..=15, 16..) => 17,
        // The last three bits of two words are enough for a few of them.
        (25, _) => 25,
        (cells, _) => cells + 1,
    }
}

impl<P: Packed> TileSpace<P> {
    /// The graph of a board that is no larger than `P` holds.
    pub(crate) fn new(board: TileBoard) -> TileSpace<P> {
        TileSpace { manhattan: Manhattan::new(&board), goal: P::pack(board.end()), board }
    }
}

impl<P: Packed> Space<P> for TileSpace<P> {
    fn is_goal(&self, state: &P) -> bool {
        *state == self.goal
    }

    fn expand_all(&self, states: &[P], children: &mut Vec<P>) {
        for state in states {
            self.board.pushes(state, |_, next| children.push(next));
        }
    }

    fn together(&self) -> usize {
        (AT_ONCE / size_of::<P>() / self.board.most_moves().max(1)).max(1)
    }

    fn estimate(&self, state: &P) -> u32 {
        self.manhattan.bound(|cell| state.get(cell))
    }

    fn is_undirected(&self) -> bool {
        self.board.waypoints() == 0
    }

    fn goals(&self, visit: &mut dyn FnMut(Option<P>) -> bool) -> bool {
        visit(Some(self.goal))
    }
}

impl<P: Packed> Lowered<P> for TileSpace<P> {
    fn state(&self, position: &Position) -> Option<P> {
        Some(P::pack(&self.board.arrangement(position)))
    }

    fn position(&self, state: P) -> Position {
        self.board.position(|cell| state.get(cell))
    }

    fn mv(&self, position: &Position, wanted: &dyn Fn(P) -> bool) -> Option<Move> {
        self.board.mv(&self.state(position)?, wanted)
    }

    fn mv_to(&self, position: &Position, state: P) -> Option<Move> {
        self.board.mv_to(&self.state(position)?, state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::search::bits::Bits;

    #[test]
    fn all_numbers_have_room_in_the_state_that_is_taken() {
        for (cells, waypoints) in (4..=256).flat_map(|cells| (0..=100).map(move |w| (cells, w))) {
            let (each, all) = match numbers(cells, waypoints) {
                ..=16 => (4, 64),
                17..=25 => (5, 128),
                26..=64 => (6, 6 * 64),
                _ => (8, Widest::BITS as usize),
            };
            assert!(cells <= 1 << each && cells * each <= all, "{cells} cells");
            let left = each.min(all - cells * each);
            assert!(waypoints < 1 << left, "{waypoints} waypoints on {cells} cells");
        }
    }
}
