//! Makes boards of one kind, one after the other, no two alike.

use super::component_cache::{Aim, ComponentCache};
use super::hill_climb::HillClimb;
use super::layout::{Key, Layout, PieceSet};
use super::numbers::numbers;
use crate::notation::{Claim, Entry, started_at};
use crate::puzzle::{Cell, Metric, Path, Position, Puzzle};
use crate::solver;
use crate::solver::{Limits, Monitor, Progress, Request, StateSpace, StopReason, Verdict};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Instant;

/// The kind of boards.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Number tiles, counted in steps.
    Numbers,
    /// Blocks of one and two cells, and a square of four that must reach the bottom centre, counted in moves. On boards of more than
    /// 30 cells there are blocks of three and four cells too, without which nearly every board can come to more positions than are looked at.
    Blocks {
        /// Pieces of three cells around a corner too.
        concave: bool,
    },
    /// Cars that keep to their axis, one of which must reach the right edge, counted in slides.
    Rush,
}

/// The boards that a [`Maker`] makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// Tiles, blocks or cars.
    pub kind: Kind,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The fewest moves, in the kind's metric, that a board must take; at least 1.
    pub min_moves: u32,
    /// The seed of all random draws: the same order makes the same boards, where the limit of memory is 384 MiB or more. Below that they
    /// depend on it too.
    pub seed: u64,
}

/// Why there is no board.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shortage {
    /// Boards of this kind have other sizes: from the first to the second number of columns, and of rows.
    Size(usize, usize),
    /// None of many boards was hard enough and new.
    NotFound,
    /// The proof was stopped.
    Stopped(StopReason),
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shortage::Size(least, most) => {
                write!(f, "boards of this kind have sides of {least} to {most}")
            }
            Shortage::NotFound => f.write_str("no such board was found"),
            Shortage::Stopped(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Shortage {}

/// Makes boards to order.
///
/// ```
/// use huarong_core::generate::{Kind, Maker, Order};
/// use huarong_core::notation::Claim;
/// use huarong_core::puzzle::Metric;
/// use huarong_core::solver::{Limits, NoMonitor};
/// let order = Order { kind: Kind::Rush, width: 5, height: 5, min_moves: 8, seed: 1 };
/// let mut maker = Maker::new(order);
/// let entry = maker.make(&Limits::default(), &mut NoMonitor).expect("there are many");
/// assert!(matches!(entry.claims.get(Metric::Slide), Some(Claim::Moves(8..))));
/// ```
pub struct Maker {
    order: Order,
    rng: ChaCha8Rng,
    climb: HillClimb,
    component_cache: ComponentCache,
    seen: HashSet<Key>,
    /// The boards that begin nearer to the goal than where they were found.
    begun: HashSet<Key>,
}

/// After this many boards none of which was of the wanted level, there is none.
const BOARDS: u32 = 40;

/// After this many number boards that are too easy, the hardest board of all is looked up.
const DRAWS: u32 = 200;

impl Maker {
    /// A maker that has made nothing yet.
    #[must_use]
    pub fn new(order: Order) -> Maker {
        let rng = ChaCha8Rng::seed_from_u64(order.seed);
        Maker {
            order,
            rng,
            climb: HillClimb::default(),
            component_cache: ComponentCache::default(),
            seen: HashSet::new(),
            begun: HashSet::new(),
        }
    }

    /// The next board, with its optimum in the metrics in which it is proven: that of its kind, and all three for blocks
    /// and cars. The limit of time is for all that is done.
    ///
    /// # Errors
    /// Why there is none.
    pub fn make(&mut self, limits: &Limits, monitor: &mut dyn Monitor) -> Result<Entry, Shortage> {
        in_time(limits, monitor, |monitor| self.made(limits, monitor))
    }

    /// [`Maker::make`], however long it takes.
    fn made(&mut self, limits: &Limits, monitor: &mut dyn Monitor) -> Result<Entry, Shortage> {
        let (least, most) = self.order.kind.sides();
        let fits = |side: usize| (least..=most).contains(&side);
        if !fits(self.order.width) || !fits(self.order.height) {
            return Err(Shortage::Size(least, most));
        }
        let metric = self.order.kind.metric();
        let (puzzle, metrics) = if self.order.kind == Kind::Numbers {
            (self.shuffled(limits, monitor)?, vec![metric])
        } else {
            (self.climbed(metric, limits, monitor)?, Metric::ALL.to_vec())
        };
        let mut entry = Entry::of(puzzle);
        entry.metric = Some(metric);
        for metric in metrics {
            let moves = optimum(&entry.puzzle, metric, &self.left(limits), monitor)?;
            entry.claims.set(metric, Claim::Moves(moves));
        }
        Ok(entry)
    }

    /// The next board of this level of difficulty, from 1 to 5, as [`Maker::make`] makes it, with its difficulty: the hardest position
    /// of a board is at least as hard, and an easier one begins nearer to the goal.
    ///
    /// # Errors
    /// Why there is none.
    pub fn make_rated(
        &mut self,
        level: u8,
        limits: &Limits,
        monitor: &mut dyn Monitor,
    ) -> Result<Entry, Shortage> {
        let least = self.order.min_moves.max(1);
        self.order.min_moves = least.max(self.order.kind.usual_moves(level));
        let made = in_time(limits, monitor, |monitor| {
            let one = |_| {
                let made = self.made(limits, monitor);
                made.and_then(|entry| self.nearer(&entry, (level, least), limits, monitor))
                    .transpose()
            };
            (0..BOARDS).find_map(one).unwrap_or(Err(Shortage::NotFound))
        });
        self.order.min_moves = least;
        made
    }

    /// The board, begun where it is of this level and takes so many moves at least; `None` if it is nowhere, or if the board that
    /// is found was made before.
    fn nearer(
        &mut self,
        entry: &Entry,
        (wanted, least): (u8, u32),
        limits: &Limits,
        monitor: &mut dyn Monitor,
    ) -> Result<Option<Entry>, Shortage> {
        let metric = self.order.kind.metric();
        let limits = &self.left(limits);
        let stopped = Shortage::Stopped;
        let rated = |puzzle: &Puzzle, moves: u32, monitor: &mut dyn Monitor| {
            solver::difficulty(puzzle, metric, Some(moves), limits, monitor).map_err(stopped)
        };
        // Where not all positions can be looked at, those on a shortest solution can: what is left of it is a shortest one as well.
        let is_endless = solver::is_endless(&entry.puzzle);
        let (positions, space, farthest) = if is_endless {
            let path = shortest(&entry.puzzle, metric, limits, monitor)?;
            let positions = positions_to_goal(&entry.puzzle, &path);
            (positions, None, path.len() as u32)
        } else {
            let space = StateSpace::build(&entry.puzzle, metric, limits, monitor);
            let space = space.map_err(stopped)?;
            let farthest = space.survey().greatest().unwrap_or(0);
            (Vec::new(), Some(space), farthest)
        };
        let at = |moves: u32, choice: u32| match &space {
            Some(space) => space.nth(moves, choice.into()),
            None => positions.get(moves as usize).cloned(),
        };
        let (mut near, mut far) = (least, farthest);
        // The board as it was made comes first, where it may be taken as it is.
        let mut next = is_endless.then_some(far);
        while near <= far {
            let moves = next.take().unwrap_or(near.midpoint(far));
            let Some(position) = at(moves, self.rng.random()) else { break };
            let puzzle = started_at(&entry.puzzle, &position);
            let Some(difficulty) = rated(&puzzle, moves, monitor)? else { break };
            match solver::level(difficulty).cmp(&wanted) {
                Ordering::Greater => far = moves - 1,
                Ordering::Equal if self.begun.insert(self.order.key(&puzzle)) => {
                    let mut begun = Entry { difficulty: Some(difficulty), ..Entry::of(puzzle) };
                    begun.metric = Some(metric);
                    for (metric, _) in entry.claims.iter() {
                        let moves = optimum(&begun.puzzle, metric, limits, monitor)?;
                        begun.claims.set(metric, Claim::Moves(moves));
                    }
                    return Ok(Some(begun));
                }
                Ordering::Less | Ordering::Equal => near = moves + 1,
            }
        }
        Ok(None)
    }

    /// The limits, with the memory that the components leave.
    fn left(&self, limits: &Limits) -> Limits {
        let held = self.component_cache.bytes();
        Limits { memory: limits.memory.map(|bytes| bytes.saturating_sub(held)), ..*limits }
    }

    /// A board of blocks or cars.
    fn climbed(
        &mut self,
        metric: Metric,
        limits: &Limits,
        monitor: &mut dyn Monitor,
    ) -> Result<Puzzle, Shortage> {
        let piece_set = self.order.piece_set();
        let aim = Aim {
            metric,
            least: self.order.min_moves.max(1),
            room: match self.order.kind {
                // With twice or half of it the same work finds as many boards of 30 slides.
                Kind::Rush | Kind::Numbers => 1 << 19,
                Kind::Blocks { concave: true } => 3 << 20,
                // With 3 MB ten boards of 100 moves are not found in a minute, with 8 MB mostly in ten seconds.
                Kind::Blocks { concave: false } => 8 << 20,
            },
        };
        let (rng, seen) = (&mut self.rng, &mut self.seen);
        let fresh = |layout: &Layout| !seen.contains(&layout.key(&piece_set));
        self.component_cache.keep_within(limits.memory);
        let known = (&piece_set, &mut self.component_cache);
        let found = self.climb.peak(known, (aim, limits.threads), rng, monitor, fresh);
        let layout = found.map_err(Shortage::Stopped)?.ok_or(Shortage::NotFound)?;
        seen.insert(layout.key(&piece_set));
        Ok(layout.puzzle(&piece_set))
    }

    /// A number puzzle: a random one or, if none of them is hard enough and the board is small, the hardest of all.
    fn shuffled(&mut self, limits: &Limits, monitor: &mut dyn Monitor) -> Result<Puzzle, Shortage> {
        let Order { width, height, min_moves, .. } = self.order;
        let mut drawn = None;
        for _ in 0..DRAWS {
            let puzzle = numbers(width, height, self.rng.random()).ok_or(Shortage::NotFound)?;
            let fresh = !self.seen.contains(&number_key(&puzzle));
            let moves = optimum(&puzzle, Metric::Step, limits, monitor)?;
            if fresh && moves >= min_moves.max(1) {
                self.seen.insert(number_key(&puzzle));
                return Ok(puzzle);
            }
            drawn = Some(puzzle);
        }
        // Eight tiles have at most 181,440 positions, which are walked at once; those of more tiles take too long for one board.
        let puzzle = drawn.filter(|puzzle| puzzle.pieces().len() <= 8);
        let puzzle = puzzle.ok_or(Shortage::NotFound)?;
        let survey = solver::survey(&puzzle, Metric::Step, limits, monitor);
        let survey = survey.map_err(Shortage::Stopped)?;
        let puzzle = started_at(&puzzle, &survey.farthest);
        let hard = survey.greatest() >= Some(min_moves.max(1));
        let new = hard && self.seen.insert(number_key(&puzzle));
        new.then_some(puzzle).ok_or(Shortage::NotFound)
    }
}

/// Makes something within the limit of time.
fn in_time<T>(
    limits: &Limits,
    monitor: &mut dyn Monitor,
    make: impl FnOnce(&mut dyn Monitor) -> Result<T, Shortage>,
) -> Result<T, Shortage> {
    // A time that no clock can tell the end of is none.
    let Some(end) = limits.time.and_then(|time| Instant::now().checked_add(time)) else {
        return make(monitor);
    };
    match make(&mut Until { monitor, end }) {
        Err(Shortage::Stopped(StopReason::Cancelled)) if Instant::now() >= end => {
            Err(Shortage::Stopped(StopReason::Time))
        }
        made => made,
    }
}

/// A monitor that says stop at some time.
struct Until<'a> {
    monitor: &'a mut dyn Monitor,
    end: Instant,
}

impl Monitor for Until<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.monitor.progress(progress)
    }

    fn found(&mut self, way: &dyn Fn() -> Path) {
        self.monitor.found(way);
    }

    fn cancelled(&self) -> bool {
        Instant::now() >= self.end || self.monitor.cancelled()
    }
}

/// The start of a number puzzle with the ascending goal, the same for its mirror image. Only a square has one, at the diagonal: each tile becomes the
/// one whose home is opposite.
fn number_key(puzzle: &Puzzle) -> Key {
    let name = |cell| -> u8 {
        let piece = puzzle.piece_at(puzzle.start(), cell);
        piece.and_then(|id| puzzle.piece(id).name().parse().ok()).unwrap_or(0)
    };
    let size = puzzle.size();
    let plain: Key = size.cells().map(name).collect();
    let side = size.width() as u8;
    if size.width() != size.height() {
        return plain;
    }
    let image = |cell: Cell| match name(Cell::new(cell.row, cell.column)) {
        0 => 0,
        number => (number - 1) % side * side + (number - 1) / side + 1,
    };
    plain.min(size.cells().map(image).collect())
}

/// The positions on a way from a puzzle's start to the goal, the goal first.
fn positions_to_goal(puzzle: &Puzzle, path: &Path) -> Vec<Position> {
    let mut positions = vec![puzzle.start().clone()];
    for action in path {
        let mut next = positions[positions.len() - 1].clone();
        next.play(puzzle, action).expect("a solution has been played");
        positions.push(next);
    }
    positions.reverse();
    positions
}

/// The proven optimum of a start.
pub(crate) fn optimum(
    puzzle: &Puzzle,
    metric: Metric,
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> Result<u32, Shortage> {
    let path = shortest(puzzle, metric, limits, monitor)?;
    Ok(u32::try_from(path.len()).unwrap_or(u32::MAX))
}

/// A proven shortest solution from a start.
fn shortest(
    puzzle: &Puzzle,
    metric: Metric,
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> Result<Path, Shortage> {
    let request = Request { limits: *limits, ..Request::new(metric) };
    match solver::solve(puzzle, puzzle.start(), &request, monitor).verdict {
        Verdict::Optimal { path } => Ok(path),
        Verdict::Unknown { why, .. } => Err(Shortage::Stopped(why)),
        _ => Err(Shortage::NotFound),
    }
}

impl Kind {
    /// What its boards are counted in.
    #[must_use]
    pub fn metric(self) -> Metric {
        match self {
            Kind::Numbers => Metric::Step,
            Kind::Blocks { .. } => Metric::Move,
            Kind::Rush => Metric::Slide,
        }
    }

    /// From how many moves on there are boards of this level among those that are made.
    fn usual_moves(self, level: u8) -> u32 {
        let moves = match self {
            Kind::Numbers => [1; 5],
            Kind::Blocks { .. } => [3, 10, 25, 50, 85],
            Kind::Rush => [3, 7, 15, 28, 44],
        };
        moves[usize::from(level.clamp(1, 5)) - 1]
    }

    /// The shortest and the longest side of its boards.
    fn sides(self) -> (usize, usize) {
        match self {
            Kind::Numbers => (2, crate::puzzle::MAX_NUMBER_SIDE),
            Kind::Blocks { .. } => (3, 8),
            Kind::Rush => (4, 8),
        }
    }
}

impl Order {
    /// The start of one of its boards, the same for its mirror image.
    fn key(&self, puzzle: &Puzzle) -> Key {
        match self.kind {
            Kind::Numbers => number_key(puzzle),
            _ => Layout::at(puzzle, puzzle.start()).key(&self.piece_set()),
        }
    }

    /// What its boards are made of; the sides have been checked.
    fn piece_set(&self) -> PieceSet {
        let side = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let (width, height) = (side(self.width), side(self.height));
        match self.kind {
            Kind::Blocks { concave } => PieceSet::blocks(width, height, concave),
            Kind::Rush | Kind::Numbers => PieceSet::rush(width, height),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Setup;

    #[test]
    fn mirror_images_are_one_board_only_where_the_goal_is_its_own() {
        let of_width = |width, boards: [[&str; 3]; 2], goal: &str| {
            let kind = Kind::Blocks { concave: false };
            let order = Order { kind, width, height: 3, min_moves: 1, seed: 0 };
            let goal = [&".".repeat(width), goal, goal];
            boards.map(|rows| order.key(&Setup::blocks(&rows, &goal).build().unwrap()))
        };
        let [a, b] = of_width(4, [["SSa.", "SSa.", "...."], [".bSS", ".bSS", "...."]], ".SS.");
        assert_eq!(a, b);
        let boards = [["SSa..", "SSa..", "....."], ["..bSS", "..bSS", "....."]];
        let [a, b] = of_width(5, boards, ".SS..");
        assert_ne!(a, b);
    }
}
