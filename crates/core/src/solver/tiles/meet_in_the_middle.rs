//! Fewest slides of one blank on a full rectangle, from both ends: where ways from the goal lead is kept as a hash each, and looked up for
//! every way from the start that is as long as is left.
//!
//! No state is kept, expanded or packed. A way changes one board in place and takes it back, and a hash of where it leads goes along with
//! every step (A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970), which takes some nanoseconds on boards of any
//! size. Whoever slides twice along one line could have slid once, so that ways turn at every slide; and as long as they are short, few of
//! them lead to the same state. Ways from the goal get longer while memory has room for where they lead; then only those from the start do.

use super::beam::GoOn;
use super::board::{TileBoard, blank_of};
use super::path_shortening::counted;
use crate::puzzle::Direction;
use crate::solver::budget::{Budget, StopReason};
use crate::solver::search::Algorithm;
use crate::solver::search::hash;
use crate::solver::search::numbering::Numbering;
use crate::solver::search::pool::share_out;
use std::ops::ControlFlow;

/// Ways between two looks at the clock.
const A_CHECK: u64 = 1 << 12;

/// Ways from the goal at most, whose ends take a gigabyte and a half.
const MOST: usize = 1 << 26;

/// More ways from the start are not tried within a minute.
const MANY: u64 = 1 << 32;

/// Nor this many in a day.
const TOO_MANY: u64 = 1 << 44;

/// Slides of which all beginnings are dealt out to threads.
const BEGINNING: u32 = 2;

/// The cells of the blank where it turns on a shortest way from `cells` to the goal, its own first. No way of fewer slides than the bound of the
/// budget is looked for, which is raised with every length that there is none of.
pub(super) fn solve(
    board: &TileBoard,
    cells: &[u8],
    budget: &mut Budget<'_>,
) -> Result<Vec<usize>, StopReason> {
    budget.algorithm = Algorithm::Bidirectional;
    let keys = keys(cells.len());
    let mut ends =
        Ends { goal: Walk::new(board, &keys, board.goal()), slides: 0, hashes: Numbering::new() };
    let held = budget.progress.bytes;
    loop {
        let length = budget.progress.lower_bound;
        (budget.progress.depth, budget.progress.bytes) = (length, held);
        ends.lengthen(length, budget)?;
        budget.progress.bytes = held + ends.hashes.bytes();
        let slides = length - ends.slides;
        let first = BEGINNING.min(slides);
        let beginnings = Walk::new(board, &keys, cells).beginnings(first);
        let threads = budget.limits().threads.clamp(1, beginnings.len().max(1));
        let found = counted(budget, |go_on| {
            let walk = || Walk::new(board, &keys, cells);
            let work = |walk: &mut Walk<'_>, beginning: Vec<usize>| {
                walk.follow(&beginning);
                let found = ends.met_by(walk, slides - first, go_on);
                walk.go_back();
                found
            };
            share_out(threads, beginnings.into_iter(), walk, work)
        })?;
        if let Some(way) = found.into_iter().flatten().next() {
            return Ok(way);
        }
        // Short ways are gone along before the thread that watches has looked at the limits.
        budget.check()?;
        budget.progress.lower_bound = length + 1;
    }
}

/// Whether a way of so many slides, if there is one, may be found within a minute.
pub(super) fn is_near(board: &TileBoard, slides: u32) -> bool {
    ways(board, slides.div_ceil(2)) <= MANY
}

/// Where ways from the goal lead.
struct Ends<'a> {
    goal: Walk<'a>,
    /// How long these ways are.
    slides: u32,
    /// The hashes of where they lead; none at first.
    hashes: Numbering<u64>,
}

impl Ends<'_> {
    /// Notes the ends of longer ways, for solutions of so many slides: of half as many, or fewer if there is no room for those.
    fn lengthen(&mut self, length: u32, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let board = self.goal.board;
        let fits = |&slides: &u32| {
            let ways = count(board, slides);
            ways <= MOST && budget.room(Numbering::<u64>::new().growth(ways)).is_ok()
        };
        let most = (0..=length / 2).rev().find(fits).unwrap_or(0);
        // Where no way will come to them in any case, they would take memory for nothing.
        let slides = if ways(board, length - most) <= TOO_MANY { most } else { 0 };
        if slides <= self.slides && !self.hashes.states().is_empty() {
            return Ok(());
        }
        // Those of shorter ways go first, so that memory never holds both.
        self.hashes = Numbering::new();
        self.slides = slides;
        let (hashes, mut made) = (&mut self.hashes, 0);
        hashes.make_room(count(board, slides), &mut || budget.check())?;
        budget.progress.bytes += hashes.bytes();
        let noted = self.goal.each(slides, &mut |walk: &mut Walk<'_>| {
            hashes.insert(walk.hash);
            made += 1;
            if made % A_CHECK == 0 {
                budget.progress.states += A_CHECK;
                if let Err(why) = budget.check() {
                    return ControlFlow::Break(why);
                }
            }
            ControlFlow::Continue(())
        });
        budget.progress.states += made % A_CHECK;
        noted.break_value().map_or(Ok(()), Err)
    }

    /// The first way on which `walk` comes to one of them in so many slides more, and on from there to the goal. None too if `go_on` says stop.
    fn met_by(&self, walk: &mut Walk<'_>, slides: u32, go_on: GoOn<'_>) -> Option<Vec<usize>> {
        let mut made = 0;
        let found = walk.each(slides, &mut |walk: &mut Walk<'_>| {
            made += 1;
            if made % A_CHECK == 0 && !go_on(A_CHECK) {
                return ControlFlow::Break(None);
            }
            if self.hashes.get(&walk.hash).is_none() {
                return ControlFlow::Continue(());
            }
            // Another arrangement may have the same hash.
            match self.goal.clone().to(&walk.cells, self.slides, go_on) {
                Some(back) => ControlFlow::Break(Some(joined(&walk.way, &back))),
                None => ControlFlow::Continue(()),
            }
        });
        go_on(made % A_CHECK);
        found.break_value()?
    }
}

/// The way from the start, and then the way from the goal backwards, which ends where that does.
fn joined(there: &[usize], back: &[usize]) -> Vec<usize> {
    there.iter().chain(back.iter().rev().skip(1)).copied().collect()
}

/// How many ways of so many slides there are, as far as they can be counted.
fn ways(board: &TileBoard, slides: u32) -> u64 {
    let (width, height) = board.sides();
    // The last slide of each is along a row or along a column, and there are as many of one kind to any cell of a line.
    let other = |side: usize| side as u64 - 1;
    let (mut by_row, mut by_column) = (0_u64, 0_u64);
    for number in 0..slides {
        (by_row, by_column) = match number {
            0 => (other(width), other(height)),
            _ => (by_column.saturating_mul(other(width)), by_row.saturating_mul(other(height))),
        };
    }
    if slides == 0 { 1 } else { by_row.saturating_add(by_column) }
}

/// [`ways`], of which there may be too many for the memory.
fn count(board: &TileBoard, slides: u32) -> usize {
    usize::try_from(ways(board, slides)).unwrap_or(usize::MAX)
}

/// A number for each tile on each cell, by tile and cell.
fn keys(cells: usize) -> Vec<u64> {
    // Mixed twice, so that the differences of neighbours have nothing in common.
    (0..(cells * cells) as u64).map(|number| hash::mixed(&hash::mixed(&number))).collect()
}

/// A board with a blank that slides.
#[derive(Clone)]
struct Walk<'a> {
    board: &'a TileBoard,
    keys: &'a [u64],
    cells: Vec<u8>,
    blank: usize,
    /// All keys of tiles on their cells, added without carrying.
    hash: u64,
    /// Where the blank began, and where it was after each slide.
    way: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(board: &'a TileBoard, keys: &'a [u64], cells: &[u8]) -> Walk<'a> {
        let blank = blank_of(cells);
        let key = |(cell, &tile): (usize, &u8)| keys[usize::from(tile) * cells.len() + cell];
        let tiles = cells.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        let hash = tiles.map(key).fold(0, |hash, key| hash ^ key);
        Walk { board, keys, cells: cells.to_vec(), blank, hash, way: vec![blank] }
    }

    /// Moves the blank to a neighbouring cell.
    #[inline]
    fn step(&mut self, to: usize) {
        let tile = self.cells[to];
        let of_tile = usize::from(tile) * self.cells.len();
        self.hash ^= self.keys[of_tile + to] ^ self.keys[of_tile + self.blank];
        self.cells[self.blank] = tile;
        self.cells[to] = 0;
        self.blank = to;
    }

    /// Slides the blank along a line.
    fn slide(&mut self, to: usize) {
        // Not by `moves::steps`, which takes a twentieth of all time here.
        let width = self.board.sides().0;
        let line = if self.blank / width == to / width { 1 } else { width };
        while self.blank != to {
            self.step(if to > self.blank { self.blank + line } else { self.blank - line });
        }
    }

    /// Slides the blank along a way, which begins where it is.
    fn follow(&mut self, way: &[usize]) {
        for &to in &way[1..] {
            self.slide(to);
            self.way.push(to);
        }
    }

    /// Takes all slides back.
    fn go_back(&mut self) {
        self.way.pop();
        while let Some(to) = self.way.pop() {
            self.slide(to);
        }
        self.way.push(self.blank);
    }

    /// All ways of so many slides.
    fn beginnings(&mut self, slides: u32) -> Vec<Vec<usize>> {
        let mut ways = Vec::new();
        let _ = self.each(slides, &mut |walk: &mut Self| {
            ways.push(walk.way.clone());
            ControlFlow::<()>::Continue(())
        });
        ways
    }

    /// Calls `visit` at the end of each way of so many slides more, which turns at every slide, until it says stop.
    fn each<B>(
        &mut self,
        slides: u32,
        visit: &mut impl FnMut(&mut Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if slides == 0 {
            return visit(self);
        }
        let (from, width) = (self.blank, self.board.sides().0);
        let is_along_row = |&[before, last]: &[usize; 2]| before / width == last / width;
        let last = self.way.last_chunk().map(is_along_row);
        for direction in Direction::ALL {
            let is_row = direction.is_horizontal();
            if last == Some(is_row) {
                continue;
            }
            while let Some(next) = self.board.next(self.blank, direction) {
                self.step(next);
                self.way.push(next);
                self.each(slides - 1, visit)?;
                self.way.pop();
            }
            while self.blank != from {
                let back = self.board.next(self.blank, direction.opposite());
                self.step(back.unwrap_or(from));
            }
        }
        ControlFlow::Continue(())
    }

    /// A way of so many slides to where the tiles stand so; none too if `go_on` says stop.
    fn to(&mut self, cells: &[u8], slides: u32, go_on: GoOn<'_>) -> Option<Vec<usize>> {
        let mut made = 0;
        let found = self.each(slides, &mut |walk: &mut Self| {
            made += 1;
            // These ways have been counted.
            if made % A_CHECK == 0 && !go_on(0) {
                return ControlFlow::Break(None);
            }
            match walk.cells == cells {
                true => ControlFlow::Break(Some(walk.way.clone())),
                false => ControlFlow::Continue(()),
            }
        });
        found.break_value()?
    }
}
