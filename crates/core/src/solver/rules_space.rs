//! Number puzzles that no fast engine lowers, those with waypoints or locks whose runs of tiles are pushed: searched by the
//! moves of the rules themselves.

use super::lowered::{AnyLowered, Lowered};
use super::search::bits::Bits;
use super::search::space::Space;
use crate::puzzle::{Cell, Direction, Move, Position, Puzzle};

/// The graph of a number puzzle whose runs are pushed. A state has a byte for each piece, the number of its cell, and
/// another for the number of waypoints that are passed.
struct RulesSpace(Puzzle);

/// The graph of a puzzle, its states as small as the number of its pieces allows.
pub(crate) fn lower(puzzle: &Puzzle) -> AnyLowered {
    // One byte more than there are pieces, for the waypoints: 16 bytes are two words, and 128 are sixteen.
    match puzzle.pieces().len() {
        ..=15 => AnyLowered::Two(Box::new(RulesSpace(puzzle.clone()))),
        16..=127 => AnyLowered::Big(Box::new(RulesSpace(puzzle.clone()))),
        _ => AnyLowered::Huge(Box::new(RulesSpace(puzzle.clone()))),
    }
}

impl RulesSpace {
    fn code<S: Bits>(&self, position: &Position) -> S {
        let numbers = position.anchors().iter().map(|&anchor| self.0.size().index(anchor));
        let mut state = S::ZERO;
        for (number, byte) in numbers.chain([position.stage()]).zip(0..) {
            // A number puzzle has 256 cells at most.
            state.put(number as u64, 8 * byte);
        }
        state
    }

    /// Every push of a position with the state that it leads to.
    fn each_move<S: Bits>(&self, position: &Position, visit: &mut dyn FnMut(Move, S)) {
        let puzzle = &self.0;
        // By the empty cells, of which there are few, rather than by the tiles: only a run that ends before one can go.
        for front in puzzle.empty_cells(position).iter() {
            for direction in Direction::ALL {
                let behind = direction.opposite();
                let head = front.step(behind).and_then(|cell| puzzle.piece_at(position, cell));
                let run = head.map(|head| puzzle.run(position, head, behind)).unwrap_or_default();
                for mv in run.iter().rev().flat_map(|&t| puzzle.pushes(position, t, direction)) {
                    let mut next = position.clone();
                    let played = next.play(puzzle, &mv);
                    played.expect("the rules play the moves that they give");
                    visit(mv, self.code(&next));
                }
            }
        }
    }
}

impl<S: Bits> Space<S> for RulesSpace {
    fn is_goal(&self, state: &S) -> bool {
        self.0.is_solved(&self.position(*state))
    }

    fn expand_all(&self, states: &[S], children: &mut Vec<S>) {
        for &state in states {
            self.each_move(&self.position(state), &mut |_, next| children.push(next));
        }
    }

    fn is_undirected(&self) -> bool {
        self.0.via().is_empty()
    }
}

impl<S: Bits> Lowered<S> for RulesSpace {
    fn state(&self, position: &Position) -> Option<S> {
        Some(self.code(position))
    }

    fn position(&self, state: S) -> Position {
        let width = self.0.size().width() as u64;
        let tiles = self.0.pieces().len() as u32;
        let byte = |number: u32| state.word(8 * number) & 0xff;
        let cell = |number| Cell::new((byte(number) % width) as u8, (byte(number) / width) as u8);
        let anchors: Vec<Cell> = (0..tiles).map(cell).collect();
        let position = self.0.position(&anchors, byte(tiles) as usize);
        position.expect("every state is of a legal position")
    }

    fn mv(&self, position: &Position, wanted: &dyn Fn(S) -> bool) -> Option<Move> {
        let mut found = None;
        self.each_move(position, &mut |mv, next| {
            if found.is_none() && wanted(next) {
                found = Some(mv);
            }
        });
        found
    }
}
