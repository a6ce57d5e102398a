//! Any number puzzle, with walls and several blanks too, as a graph of packed states for the generic engines.

use super::board::TileBoard;
use super::manhattan::Manhattan;
use super::packed::Packed;
use crate::puzzle::{Cell, Metric, Position, Puzzle};
use crate::solver::budget::{Budget, StopReason};
use crate::solver::component::state_space::{Walked, Ways, walk};
use crate::solver::component::survey;
use crate::solver::component::survey::Survey;
use crate::solver::component::table::Table;
use crate::solver::search::space::{Estimate, Reversible, Space};

/// The graph of a lowered number puzzle; `P` must hold at least its floor cells.
#[derive(Clone, Debug)]
pub(crate) struct TileSpace<'a, P> {
    board: &'a TileBoard,
    simple: Manhattan,
    goal: P,
}

impl<'a, P: Packed> TileSpace<'a, P> {
    /// The graph of `board`, or `None` if it has more cells than `P` holds.
    #[must_use]
    pub(crate) fn new(board: &'a TileBoard) -> Option<TileSpace<'a, P>> {
        (board.cells().len() <= P::CELLS).then(|| TileSpace {
            board,
            simple: Manhattan::new(board),
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

/// Cells of the largest board whose states fit into 64 bits, which is more than any component that can be walked.
const MOST: usize = 16;

/// Measures the component of the puzzle's start; `None` for a puzzle that is no plain number puzzle, or too large.
pub(crate) fn survey(
    puzzle: &Puzzle,
    metric: Metric,
    budget: &mut Budget<'_>,
) -> Option<Result<Survey, StopReason>> {
    let board = board(puzzle, metric)?;
    let space = TileSpace::<u64>::new(&board)?;
    let start = u64::pack(&board.arrangement(puzzle.start()));
    let measure = |budget: &mut Budget<'_>| {
        let table = Table::build(&space, start, budget)?;
        let raise = |state| raised(puzzle, &board, state);
        survey::measure(&space, start, &table, raise, budget)
    };
    Some(measure(budget))
}

fn board(puzzle: &Puzzle, metric: Metric) -> Option<TileBoard> {
    TileBoard::of(puzzle, metric).filter(|board| board.cells().len() <= MOST)
}

/// The position of a packed state.
fn raised(puzzle: &Puzzle, board: &TileBoard, state: u64) -> Position {
    let mut anchors = puzzle.start().anchors().to_vec();
    for (index, &cell) in board.cells().iter().enumerate() {
        if let Some(piece) = board.piece(state.get(index)) {
            anchors[piece.index()] = cell;
        }
    }
    let position = puzzle.position(&anchors, 0);
    position.expect("every state of the component is of a legal position")
}

/// Walks the component of the puzzle's start.
pub(crate) fn state_space(
    puzzle: &Puzzle,
    board: TileBoard,
    budget: &mut Budget<'_>,
) -> Result<Walked, StopReason> {
    let raise = raiser(puzzle.clone(), board.cells().to_vec());
    let start = u64::pack(&board.arrangement(puzzle.start()));
    let space = board.clone();
    let space = TileSpace::<u64>::new(&space).ok_or(StopReason::NotApplicable)?;
    let lower = move |position: &Position| Some(u64::pack(&board.arrangement(position)));
    walk(&space, start, Ways { lower, raise }, budget)
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
