//! Any number puzzle, with walls and several blanks too, as a graph of packed states for the generic engines.

use super::lowered::Lowered;
use super::packed::Packed;
use super::simple::Simple;
use crate::solver::space::{Estimate, Reversible, Space};

/// The graph of a lowered number puzzle; `P` must hold at least its floor cells.
#[derive(Clone, Debug)]
pub(in crate::solver) struct TileSpace<'a, P> {
    board: &'a Lowered,
    simple: Simple,
    goal: P,
}

impl<'a, P: Packed> TileSpace<'a, P> {
    /// The graph of `board`, or `None` if it has more cells than `P` holds.
    #[must_use]
    pub(in crate::solver) fn new(board: &'a Lowered) -> Option<TileSpace<'a, P>> {
        (board.cells().len() <= P::CELLS).then(|| TileSpace {
            board,
            simple: Simple::new(board),
            goal: P::pack(board.goal()),
        })
    }
}

impl<P: Packed> Space for TileSpace<'_, P> {
    type State = P;

    fn is_goal(&self, state: &P) -> bool {
        *state == self.goal
    }

    #[inline]
    fn expand(&self, state: &P, mut visit: impl FnMut(P)) {
        self.board.pushes(state, |_, next| visit(next));
    }
}

impl<P: Packed> Estimate for TileSpace<'_, P> {
    fn estimate(&self, state: &P) -> u32 {
        self.simple.bound(|cell| state.get(cell))
    }
}

impl<P: Packed> Reversible for TileSpace<'_, P> {
    fn goals(&self, mut visit: impl FnMut(P) -> bool) -> bool {
        visit(self.goal)
    }
}
