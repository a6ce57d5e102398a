//! Number puzzles that no fast engine lowers, those with waypoints or locks whose runs of tiles are pushed: searched by the
//! moves of the rules themselves.

use super::budget::{Algorithm, Budget, StopReason};
use super::component::distances::DistanceTable;
use super::component::state_space::{Walked, Ways, walk};
use super::component::survey;
use super::component::survey::Survey;
use super::component::table::Table;
use super::outcome::Verdict;
use super::search::bfs;
use super::search::bfs::Search;
use super::search::space::Space;
use crate::puzzle::{Cell, Direction, Move, Position, Puzzle};

/// A position: the number of each piece's cell, and how many waypoints are passed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Code<const N: usize> {
    cells: [u8; N],
    stage: u8,
}

/// The graph of a number puzzle of at most `N` tiles whose runs are pushed.
struct RulesSpace<'a, const N: usize>(&'a Puzzle);

/// Runs `$body` with room for the puzzle's tiles.
macro_rules! with_room {
    ($puzzle:expr, $run:ident, $($argument:expr),*) => {
        match $puzzle.pieces().len() {
            ..=16 => $run::<16>($($argument),*),
            _ => $run::<256>($($argument),*),
        }
    };
}

/// A shortest solution from `from`.
pub(crate) fn solve(
    puzzle: &Puzzle,
    from: &Position,
    algorithm: Algorithm,
    budget: &mut Budget<'_>,
) -> Verdict {
    if !matches!(algorithm, Algorithm::Auto | Algorithm::Bfs) {
        let (lower_bound, why) = (0, StopReason::NotApplicable);
        return Verdict::Unknown { lower_bound, why };
    }
    with_room!(puzzle, search, puzzle, from, budget)
}

/// The distance of every position that can be reached from the puzzle's start.
pub(crate) fn distances(
    puzzle: &Puzzle,
    budget: &mut Budget<'_>,
) -> Result<Box<dyn DistanceTable>, StopReason> {
    with_room!(puzzle, build, puzzle, budget)
}

/// What there is to be reached from the puzzle's start.
pub(crate) fn survey(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<Survey, StopReason> {
    with_room!(puzzle, measure, puzzle, budget)
}

/// Every position that can be reached from the puzzle's start, with its distances.
pub(crate) fn state_space(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<Walked, StopReason> {
    with_room!(puzzle, walked, puzzle, budget)
}

fn search<const N: usize>(puzzle: &Puzzle, from: &Position, budget: &mut Budget<'_>) -> Verdict {
    let space = RulesSpace::<N>(puzzle);
    match bfs::search(&space, Code::of(puzzle, from), budget) {
        Search::Exhausted => Verdict::Unsolvable,
        Search::Stopped { lower_bound, why } => Verdict::Unknown { lower_bound, why },
        Search::Path(codes) => {
            let steps = codes.windows(2);
            let path = steps.map(|pair| {
                let mv = space.mv(pair[0], |next| next == pair[1]);
                mv.expect("every step of a path is a move")
            });
            Verdict::Optimal { path: path.collect() }
        }
    }
}

fn build<const N: usize>(
    puzzle: &Puzzle,
    budget: &mut Budget<'_>,
) -> Result<Box<dyn DistanceTable>, StopReason> {
    let start = Code::<N>::of(puzzle, puzzle.start());
    let table = Table::build(&RulesSpace(puzzle), start, budget)?;
    let puzzle = puzzle.clone();
    Ok(Box::new(RulesDistances { puzzle, table }))
}

fn measure<const N: usize>(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<Survey, StopReason> {
    let start = Code::<N>::of(puzzle, puzzle.start());
    let space = RulesSpace(puzzle);
    let table = Table::build(&space, start, budget)?;
    survey::measure(&space, start, &table, |code| code.position(puzzle), budget)
}

fn walked<const N: usize>(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<Walked, StopReason> {
    let start = Code::<N>::of(puzzle, puzzle.start());
    let (down, up) = (puzzle.clone(), puzzle.clone());
    let ways = Ways {
        lower: move |position: &Position| Some(Code::of(&down, position)),
        raise: move |code: Code<N>| Some(code.position(&up)),
    };
    walk(&RulesSpace(puzzle), start, ways, budget)
}

impl<const N: usize> Code<N> {
    fn of(puzzle: &Puzzle, position: &Position) -> Code<N> {
        let mut cells = [0; N];
        for (number, &anchor) in cells.iter_mut().zip(position.anchors()) {
            // A number puzzle has 256 cells at most.
            *number = puzzle.size().index(anchor) as u8;
        }
        let stage = position.stage() as u8;
        Code { cells, stage }
    }

    fn position(self, puzzle: &Puzzle) -> Position {
        let width = puzzle.size().width();
        let cell = |&number: &u8| {
            let (row, column) = (usize::from(number) / width, usize::from(number) % width);
            Cell::new(column as u8, row as u8)
        };
        let tiles = puzzle.pieces().len();
        let anchors: Vec<Cell> = self.cells[..tiles].iter().map(cell).collect();
        let position = puzzle.position(&anchors, usize::from(self.stage));
        position.expect("every code is of a legal position")
    }
}

impl<const N: usize> RulesSpace<'_, N> {
    /// Every push of a position with the code that it leads to.
    fn each_move(&self, code: Code<N>, visit: &mut dyn FnMut(Move, Code<N>)) {
        let (puzzle, position) = (self.0, code.position(self.0));
        // By the empty cells, of which there are few, rather than by the tiles: only a run that ends before one can go.
        for front in puzzle.empty_cells(&position).iter() {
            for direction in Direction::ALL {
                let behind = direction.opposite();
                let head = front.step(behind).and_then(|cell| puzzle.piece_at(&position, cell));
                let run = head.map(|head| puzzle.run(&position, head, behind)).unwrap_or_default();
                for mv in run.iter().rev().flat_map(|&t| puzzle.pushes(&position, t, direction)) {
                    let mut next = position.clone();
                    let played = next.play(puzzle, &mv);
                    played.expect("the rules play the moves that they give");
                    visit(mv, Code::of(puzzle, &next));
                }
            }
        }
    }

    /// The first move to a code that is wanted.
    fn mv(&self, code: Code<N>, wanted: impl Fn(Code<N>) -> bool) -> Option<Move> {
        let mut found = None;
        self.each_move(code, &mut |mv, next| {
            if found.is_none() && wanted(next) {
                found = Some(mv);
            }
        });
        found
    }
}

impl<const N: usize> Space for RulesSpace<'_, N> {
    type State = Code<N>;

    fn is_goal(&self, state: &Code<N>) -> bool {
        self.0.is_solved(&state.position(self.0))
    }

    fn expand(&self, state: &Code<N>, mut visit: impl FnMut(Code<N>)) {
        self.each_move(*state, &mut |_, next| visit(next));
    }

    fn is_undirected(&self) -> bool {
        self.0.via().is_empty()
    }
}

/// The puzzle with the distances of its codes.
struct RulesDistances<const N: usize> {
    puzzle: Puzzle,
    table: Table<Code<N>>,
}

impl<const N: usize> DistanceTable for RulesDistances<N> {
    fn remaining(&self, position: &Position) -> Option<u32> {
        self.table.distance(&Code::of(&self.puzzle, position))
    }

    fn next(&self, position: &Position) -> Option<Move> {
        let code = Code::of(&self.puzzle, position);
        let nearer = self.table.distance(&code)?.checked_sub(1)?;
        let wanted = |next| self.table.distance(&next) == Some(nearer);
        RulesSpace(&self.puzzle).mv(code, wanted)
    }

    fn states(&self) -> u64 {
        self.table.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}
