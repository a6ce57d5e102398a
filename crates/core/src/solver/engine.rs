//! Which engine searches a puzzle. The choice is made here, once, for every question.

use super::blocks::Purpose;
use super::budget::{Budget, NoMonitor, StopReason};
use super::component::table::TableLimit;
use super::component::{Component, DistanceTable};
use super::disk::{Disk, FORM};
use super::lowered::AnyLowered;
use super::outcome::Verdict;
use super::request::{Limits, Request};
use super::search::Algorithm;
use super::search::hash::hash;
use super::tiles::board::TileBoard;
use super::{blocks, tiles};
use crate::puzzle::{Axis, Family, Metric, Position, Puzzle};
use std::io;

/// An engine, by how it sees a puzzle.
pub(crate) enum Engine {
    /// A plain number puzzle: packed tiles, with heuristics of their own.
    Tiles(Box<TileBoard>),
    /// Pieces that move one at a time.
    Blocks(Metric),
}

impl Engine {
    /// The engine for a puzzle whose moves are counted in `metric`.
    pub(crate) fn of(puzzle: &Puzzle, metric: Metric) -> Engine {
        TileBoard::of(puzzle, metric)
            .map_or(Engine::Blocks(metric), |board| Engine::Tiles(Box::new(board)))
    }

    /// A solution from `from`, and in the budget which search gave it.
    pub(crate) fn solve(
        self,
        puzzle: &Puzzle,
        from: &Position,
        request: &Request,
        budget: &mut Budget<'_>,
    ) -> Verdict {
        match self {
            Engine::Tiles(board) => {
                budget.algorithm = request.algorithm;
                tiles::solve(&board, from, request, budget)
            }
            // To lower hundreds of kinds of pieces takes seconds.
            Engine::Blocks(_) if puzzle.is_solved(from) => {
                budget.algorithm = match request.algorithm {
                    Algorithm::Auto => Algorithm::Bfs,
                    named => named,
                };
                budget.progress.states = 1;
                Verdict::Optimal { path: Vec::new() }
            }
            Engine::Blocks(metric) => {
                let purpose = match request.algorithm {
                    Algorithm::Auto | Algorithm::Bfs => Purpose::BreadthFirst,
                    _ => Purpose::Search,
                };
                let lowered = match blocks::lower(puzzle, metric, purpose, budget) {
                    Ok(lowered) => lowered,
                    Err(why) => return Verdict::Unknown { lower_bound: 0, why },
                };
                match request.algorithm {
                    Algorithm::Auto if request.anytime => {
                        lowered.solve_anytime(puzzle, (from, None), request, budget)
                    }
                    named @ (Algorithm::Auto | Algorithm::Bfs) => {
                        let within =
                            request.upper_bound.map_or(u32::MAX, |most| most.saturating_sub(1));
                        lowered.solve(puzzle, from, (named, within), budget)
                    }
                    named => lowered.solve(puzzle, from, (named, u32::MAX), budget),
                }
            }
        }
    }

    /// A shortest solution from `from` with moves counted in `metric`, with all layers on a disk.
    pub(crate) fn solve_on_disk(
        self,
        puzzle: &Puzzle,
        (from, metric): (&Position, Metric),
        disk: &Disk,
        budget: &mut Budget<'_>,
    ) -> io::Result<Verdict> {
        // Codes may mean other positions in another version, and in another puzzle.
        let (version, size) = (env!("CARGO_PKG_VERSION"), puzzle.size());
        let (width, height, number) = (size.width(), size.height(), hash(&format!("{puzzle:?}")));
        let of = format!(
            "version {version}, files {FORM}, {width}x{height} in {metric}s, puzzle {number:016x}"
        );
        match self.lowered(puzzle, Purpose::BreadthFirst, budget) {
            Ok(lowered) => lowered.solve_on_disk(puzzle, from, (&of, disk), budget),
            Err(why) => Ok(Verdict::Unknown { lower_bound: 0, why }),
        }
    }

    /// Makes tables that searches from about `from` can do without at first and are much faster with, if there are any.
    pub(crate) fn prepare(
        self,
        from: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        match self {
            Engine::Tiles(board) => tiles::prepare(&board, from, budget),
            Engine::Blocks(_) => Ok(()),
        }
    }

    /// The distance of every position that can be reached from the puzzle's start.
    ///
    /// # Errors
    /// The limit that was reached, or [`StopReason::NotApplicable`] for a puzzle that no table can hold.
    pub(crate) fn distances(
        self,
        puzzle: &Puzzle,
        budget: &mut Budget<'_>,
    ) -> Result<Box<dyn DistanceTable>, StopReason> {
        let large = has_more_tiles(puzzle, MOST_UNLIMITED);
        match self {
            _ if large && budget.limits().memory.is_none() => Err(StopReason::NotApplicable),
            Engine::Tiles(board) if tiles::full_table::fits(&board) => {
                Ok(Box::new(tiles::full_table::FullTable::build(*board, budget)?))
            }
            // Mirror images have equal distances, so that they may be one state here.
            _ => Ok(self.walk(puzzle, Purpose::BreadthFirst, None, budget)?),
        }
    }

    /// Everything that can be reached from the puzzle's start, mirror images told apart: whether an image can be reached at
    /// all is one of the things to be found out.
    ///
    /// # Errors
    /// The limit that was reached; [`StopReason::NotApplicable`] if there is no `room` for all states.
    pub(crate) fn component(
        self,
        puzzle: &Puzzle,
        room: Option<TableLimit>,
        budget: &mut Budget<'_>,
    ) -> Result<Box<dyn Component>, StopReason> {
        self.walk(puzzle, Purpose::Survey, room, budget)
    }

    /// Whether positions are one and the same as far as solutions go: mirror images of each other, where board and goal are symmetric.
    pub(crate) fn are_alike(self, puzzle: &Puzzle, positions: &[Position]) -> bool {
        // Where nothing is compared nothing is lowered, which takes longer.
        let mut unwatched = NoMonitor;
        let budget = &mut Budget::new(&mut unwatched, Limits::default());
        positions.len() < 2
            || self
                .lowered(puzzle, Purpose::BreadthFirst, budget)
                .is_ok_and(|lowered| lowered.are_alike(positions))
    }

    fn walk(
        self,
        puzzle: &Puzzle,
        purpose: Purpose,
        room: Option<TableLimit>,
        budget: &mut Budget<'_>,
    ) -> Result<Box<dyn Component>, StopReason> {
        if arrangements(puzzle).is_some_and(|states| states > MOST_STATES) {
            return Err(StopReason::Memory);
        }
        self.lowered(puzzle, purpose, budget)?.walk(puzzle.start(), room, budget)
    }

    fn lowered(
        self,
        puzzle: &Puzzle,
        purpose: Purpose,
        budget: &mut Budget<'_>,
    ) -> Result<AnyLowered, StopReason> {
        match self {
            Engine::Tiles(board) => Ok(tiles::space::lower(*board)),
            Engine::Blocks(metric) => blocks::lower(puzzle, metric, purpose, budget),
        }
    }
}

/// States of the largest component that can be walked: they are numbered in 32 bits.
const MOST_STATES: u128 = u32::MAX as u128;

/// Tiles of the largest number puzzle of which all positions are at hand in no time: 5x2, with 1,814,400 positions.
const MOST_TILES: usize = 9;

/// Number puzzles of more tiles have a table only within a limit of memory: without one the walk would take hours and all memory.
const MOST_UNLIMITED: usize = 11;

/// Whether a number puzzle has too many positions for all of them to be kept: no search would notice before it has run into
/// the limit of memory, which takes long.
#[must_use]
pub fn is_endless(puzzle: &Puzzle) -> bool {
    has_more_tiles(puzzle, MOST_TILES)
}

/// Whether a number puzzle has more tiles than that which can come past each other: on a single row none does, so that there are as many positions
/// as places for the blanks.
fn has_more_tiles(puzzle: &Puzzle, most: usize) -> bool {
    let is_row = puzzle.size().width().min(puzzle.size().height()) == 1;
    puzzle.family() == Family::Numbers && !is_row && puzzle.pieces().len() > most
}

/// How many positions can be reached from the start of a number puzzle of two rows and columns or more, with one blank, no walls and no waypoints:
/// half of all arrangements (Johnson and Story, 1879), at most `u128::MAX`. `None` for any other puzzle.
#[must_use]
pub fn reachable(puzzle: &Puzzle) -> Option<u128> {
    // A position counts once for each number of waypoints that it may have passed.
    arrangements(puzzle).filter(|_| puzzle.via().is_empty())
}

/// How many arrangements those positions are, whatever waypoints there are.
fn arrangements(puzzle: &Puzzle) -> Option<u128> {
    let (width, height) = (puzzle.size().width(), puzzle.size().height());
    let cells = (width * height) as u128;
    let free = puzzle.pieces().iter().all(|piece| piece.axis() == Axis::Free);
    let plain = puzzle.family() == Family::Numbers && !puzzle.lift() && free;
    // On a single row no tile passes another, so that there are only as many positions as cells.
    let known = plain && width.min(height) > 1 && puzzle.pieces().len() as u128 == cells - 1;
    // The product of the numbers from 3 on is half of the factorial.
    known.then(|| (3..=cells).fold(1, u128::saturating_mul))
}
