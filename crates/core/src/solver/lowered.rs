//! Puzzles lowered to dense states, and the paths of searches raised to moves of the rules.

use super::blocks::{Interned, MOST_BITS, anytime};
use super::budget::{Budget, StopReason};
use super::component::table::TableLimit;
use super::component::{Component, Walked};
use super::disk::{self, Disk};
use super::outcome::Verdict;
use super::request::Request;
use super::search::Algorithm;
use super::search::bits::BigBits;
use super::search::space::{Space, State};
use super::search::{Search, search};
use crate::puzzle::{Move, Path, Position, Puzzle};
use std::io;

/// A space whose states are positions of a puzzle.
pub(crate) trait Lowered<S: State>: Space<S> {
    /// The state of a position; `None` if a piece is where it can never come to from the puzzle's start.
    fn state(&self, position: &Position) -> Option<S>;

    /// A position of a state that can be reached.
    fn position(&self, state: S) -> Position;

    /// Whether it is known without a search that nothing is solved.
    fn is_hopeless(&self) -> bool {
        false
    }

    /// Gives back what only the expansion of many states needs, which is made anew for the next.
    fn put_away(&mut self) {}

    /// The first move from a position to a state that is `wanted`, in the order in which the space finds them.
    fn mv(&self, position: &Position, wanted: &dyn Fn(S) -> bool) -> Option<Move>;

    /// The first of the moves to a state.
    fn mv_to(&self, position: &Position, state: S) -> Option<Move> {
        self.mv(position, &|next| next == state)
    }
}

/// The widest states that searches are compiled for.
pub(crate) type Widest = BigBits<33>;

/// A lowered puzzle, by how many words a state takes. Four widths for all kinds of puzzles: for each the compiler makes a body
/// of every search.
pub(crate) enum AnyLowered {
    /// One word.
    One(Box<dyn Lowered<u64>>),
    /// Two.
    Two(Box<dyn Lowered<u128>>),
    /// Six: blocks on the largest boards of the books, numbers up to 8x8.
    Six(Box<dyn Lowered<BigBits<6>>>),
    /// Thirty-three: numbers up to 16x16 at a byte a cell and the waypoints that are passed, and what most blocks need on boards of up to 1024 cells.
    Big(Box<dyn Lowered<Widest>>),
    /// One, which stands for a code that is longer than those.
    Long(Box<Interned>),
}

/// Calls a generic function with the lowered puzzle of whatever width.
macro_rules! with_width {
    ($lowered:expr, $call:ident, $($argument:expr),*) => {
        match $lowered {
            AnyLowered::One(lowered) => $call(lowered, $($argument),*),
            AnyLowered::Two(lowered) => $call(lowered, $($argument),*),
            AnyLowered::Six(lowered) => $call(lowered, $($argument),*),
            AnyLowered::Big(lowered) => $call(lowered, $($argument),*),
            AnyLowered::Long(lowered) => {
                let lowered: Box<dyn Lowered<u64>> = lowered;
                $call(lowered, $($argument),*)
            }
        }
    };
}

impl AnyLowered {
    /// A shortest solution from `from`; breadth-first one of at most `within` moves.
    pub(crate) fn solve(
        self,
        puzzle: &Puzzle,
        from: &Position,
        (algorithm, within): (Algorithm, u32),
        budget: &mut Budget<'_>,
    ) -> Verdict {
        budget.algorithm = algorithm;
        with_width!(self, solve, puzzle, from, (algorithm, within), budget)
    }

    /// The best solution from `from` that the limits allow, no longer than one that is known.
    pub(crate) fn solve_anytime(
        self,
        puzzle: &Puzzle,
        (from, known): (&Position, Option<Path>),
        request: &Request,
        budget: &mut Budget<'_>,
    ) -> Verdict {
        with_width!(self, good, puzzle, (from, known), request, budget)
    }

    /// A shortest solution from `from`, with all layers on a disk; `of` is what the search is called there.
    ///
    /// # Errors
    /// A file cannot be read or written, or positions are too long for one.
    pub(crate) fn solve_on_disk(
        self,
        puzzle: &Puzzle,
        from: &Position,
        of: (&str, &Disk),
        budget: &mut Budget<'_>,
    ) -> io::Result<Verdict> {
        if let AnyLowered::Long(lowered) = &self {
            // The codes would be in memory all the same, and gone where the search is resumed.
            let (bits, most) = (lowered.bits(), MOST_BITS);
            let why =
                format!("a search on disk of positions of {bits} bits; expected at most {most}");
            return Err(io::Error::new(io::ErrorKind::Unsupported, why));
        }
        use disk::solve as on_disk;
        with_width!(self, on_disk, puzzle, from, of, budget)
    }

    /// Everything that can be reached from `start`.
    ///
    /// # Errors
    /// The limit that was reached; [`StopReason::NotApplicable`] if there is no `room` for all states.
    pub(crate) fn walk(
        self,
        start: &Position,
        room: Option<TableLimit>,
        budget: &mut Budget<'_>,
    ) -> Result<Box<dyn Component>, StopReason> {
        with_width!(self, walk, start, room, budget)
    }

    /// Whether all these positions are one state.
    pub(crate) fn are_alike(self, positions: &[Position]) -> bool {
        with_width!(self, are_alike, positions)
    }
}

/// Where a search begins.
///
/// # Errors
/// What is known without one.
pub(crate) fn start<S: State>(lowered: &dyn Lowered<S>, from: &Position) -> Result<S, Verdict> {
    let never = Verdict::Unknown { lower_bound: 0, why: StopReason::NotApplicable };
    let start = lowered.state(from).ok_or(never)?;
    if lowered.is_hopeless() { Err(Verdict::Unsolvable) } else { Ok(start) }
}

/// A shortest solution from `from`; breadth-first one of at most so many moves.
pub(crate) fn solve<S: State>(
    lowered: Box<dyn Lowered<S>>,
    puzzle: &Puzzle,
    from: &Position,
    how: (Algorithm, u32),
    budget: &mut Budget<'_>,
) -> Verdict {
    let start = match start(&*lowered, from) {
        Ok(start) => start,
        Err(verdict) => return verdict,
    };
    let states = match search(&*lowered, start, how, budget) {
        Search::Path(states) => states,
        Search::Exhausted => return Verdict::Unsolvable,
        Search::Stopped { lower_bound, why } => return Verdict::Unknown { lower_bound, why },
    };
    Verdict::Optimal { path: raise(&*lowered, puzzle, from, &states) }
}

/// The moves from a position along states, its own first.
pub(crate) fn raise<S: State>(
    lowered: &dyn Lowered<S>,
    puzzle: &Puzzle,
    from: &Position,
    states: &[S],
) -> Path {
    let mut position = from.clone();
    // Engines keep states and not moves, so that each move is found again as the one that leads to the next state.
    let raise = |&state: &S| {
        let mv = lowered.mv_to(&position, state);
        let mv = mv.expect("every step of a path is a move");
        position.play(puzzle, &mv).expect("the moves of a space are legal");
        mv
    };
    states[1..].iter().map(raise).collect()
}

fn good<S: State>(
    lowered: Box<dyn Lowered<S>>,
    puzzle: &Puzzle,
    (from, known): (&Position, Option<Path>),
    request: &Request,
    budget: &mut Budget<'_>,
) -> Verdict {
    anytime::solve(&*lowered, puzzle, (from, known), request, budget)
}

fn walk<S: State>(
    lowered: Box<dyn Lowered<S>>,
    start: &Position,
    room: Option<TableLimit>,
    budget: &mut Budget<'_>,
) -> Result<Box<dyn Component>, StopReason> {
    Ok(Box::new(Walked::of(lowered, start, room, budget)?))
}

fn are_alike<S: State>(lowered: Box<dyn Lowered<S>>, positions: &[Position]) -> bool {
    let mut states = positions.iter().map(|position| lowered.state(position));
    let first = states.next();
    states.all(|state| Some(state) == first)
}
