//! The building of tables: on how many threads, in how much memory, and who hears of it.

use super::grid::Grid;
use super::placement::Placements;
use super::store::TableFile;
use super::{Pattern, PatternDatabases, Size, bfs, great_partition, least_partition, partition};
use crate::solver::StopReason;
use crate::solver::search::pool::share_out;
use crate::solver::tiles::ida::duplicate_fsm::{DuplicateFsm, Moves};
use crate::solver::tiles::table_cache::BuildWatch;
use std::path::Path;

/// Moves of the blank that the machine against duplicates looks back.
// Each move more would make the machine's building take about 2.4 times as much memory.
const LOOK_BACK: usize = 10;

/// The same for the least tables.
const LITTLE_LOOK_BACK: usize = 7;

/// States of a group from which on its table is built by all threads together, and not beside others.
const LARGE: u64 = 50_000_000;

/// What the building of tables may use, and what others see of it.
pub(crate) struct Building<'a> {
    pub(crate) size: Size,
    pub(crate) threads: usize,
    /// Bytes that may be used; `None` for no limit.
    pub(crate) room: Option<u64>,
    pub(crate) watch: &'a BuildWatch<'a>,
    /// Where great tables are kept, if anywhere.
    pub(crate) folder: Option<&'a Path>,
    /// The machine of the same board, if there is one already.
    pub(crate) machine: Option<DuplicateFsm>,
}

impl Building<'_> {
    /// Builds everything that a search on `grid` needs, for a goal with the blank on `blank`.
    ///
    /// # Errors
    /// [`StopReason::Memory`] before more is used than may be, [`StopReason::Cancelled`] if told to stop, and [`StopReason::NotApplicable`]
    /// if there are no tables of this strength.
    pub(crate) fn run(&self, grid: Grid, blank: usize) -> Result<PatternDatabases, StopReason> {
        let (parts, file) = match self.size {
            Size::Least => (least_partition(&grid, blank), None),
            Size::Small => (partition(&grid, blank), None),
            Size::Large => {
                let great = great_partition(&grid, blank);
                let (parts, print) = great.ok_or(StopReason::NotApplicable)?;
                let sides = format!("{}x{}", grid.width, grid.height);
                // The groups are told too, since the same board with another partition has other tables.
                let what = format!("{sides}, blank on {blank}, groups {parts:?}");
                let name = name(&grid, blank);
                let file = self.folder.map(|folder| TableFile::new(folder, &name, &what, print));
                (parts, file)
            }
        };
        let layouts = self.layouts(&grid, &parts)?;
        let mut patterns: Vec<Pattern> =
            parts.into_iter().map(|cells| pattern(&layouts, cells)).collect();
        self.claim(&grid, &layouts, &patterns)?;
        let loaded = file.as_ref().is_some_and(|file| self.load(file, &layouts, &mut patterns));
        let duplicates = if loaded {
            self.machine(&grid).ok_or(StopReason::Cancelled)?
        } else {
            self.fill(&grid, blank, &layouts, &mut patterns)?
        };
        if let (Some(file), false) = (file, loaded) {
            let tables: Vec<&[u64]> =
                patterns.iter().map(|pattern| pattern.bits.as_slice()).collect();
            // Tables that cannot be kept serve all the same.
            let _ = file.save(&tables, || self.watch.go_on(0));
        }
        Ok(PatternDatabases {
            mirror: grid.transposed().filter(|map| map[blank] == blank),
            grid,
            blank,
            size: self.size,
            layouts,
            patterns,
            duplicates,
        })
    }

    fn layouts(&self, grid: &Grid, parts: &[Vec<usize>]) -> Result<Vec<Placements>, StopReason> {
        let mut sizes: Vec<usize> = parts.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let mut layouts: Vec<Placements> = Vec::new();
        for size in sizes {
            let held: u64 = layouts.iter().map(Placements::bytes).sum();
            let room = |bytes| self.watch.go_on(0) && self.has_room(held + bytes);
            let layout = Placements::new(grid, size, &room);
            layouts.push(layout.ok_or_else(|| self.why())?);
        }
        Ok(layouts)
    }

    /// Takes the tables from their file, if it is there and right.
    fn load(&self, file: &TableFile, layouts: &[Placements], patterns: &mut [Pattern]) -> bool {
        let empty = |pattern: &Pattern| vec![0; words(&layouts[pattern.layout]) as usize];
        // The file is read beside the patterns, so that nothing of a damaged one stays in them; `fill` takes an empty table for a
        // missing one.
        let mut tables: Vec<Vec<u64>> = patterns.iter().map(empty).collect();
        let loaded = file.load(&mut tables, |words| self.watch.go_on(64 * words));
        if loaded {
            let filled = patterns.iter_mut().zip(tables);
            filled.for_each(|(pattern, bits)| pattern.bits = bits);
        } else {
            self.watch.start_over();
        }
        loaded
    }

    fn look_back(&self) -> usize {
        if self.size == Size::Least { LITTLE_LOOK_BACK } else { LOOK_BACK }
    }

    /// `None` if it was told to stop.
    fn machine(&self, grid: &Grid) -> Option<DuplicateFsm> {
        let built =
            || DuplicateFsm::new(&Moves::steps(grid), self.look_back(), &|| self.watch.go_on(0));
        self.machine.clone().or_else(built)
    }

    /// What keeps it from going on.
    fn why(&self) -> StopReason {
        if self.watch.go_on(0) { StopReason::Memory } else { StopReason::Cancelled }
    }

    fn has_room(&self, bytes: u64) -> bool {
        self.room.is_none_or(|room| bytes <= room)
    }

    /// Sees that everything fits before any of it is allocated.
    fn claim(
        &self,
        grid: &Grid,
        layouts: &[Placements],
        patterns: &[Pattern],
    ) -> Result<(), StopReason> {
        let states = |pattern: &Pattern| states(&layouts[pattern.layout]);
        self.watch.expect(patterns.iter().map(states).sum());
        let together = if is_large(layouts) { 1 } else { self.threads };
        let largest = layouts.iter().map(bfs::bytes).max().unwrap_or(0);
        let table = |pattern: &Pattern| 8 * words(&layouts[pattern.layout]);
        let tables: u64 = patterns.iter().map(table).sum();
        let held: u64 = layouts.iter().map(Placements::bytes).sum();
        let machine = match &self.machine {
            Some(_) => 0,
            None => DuplicateFsm::bytes_to_build(&Moves::steps(grid), self.look_back()),
        };
        let most = held + tables + largest * together as u64 + machine;
        if self.has_room(most) { Ok(()) } else { Err(StopReason::Memory) }
    }

    /// Fills all tables and builds the machine: small groups each on whichever thread is free.
    fn fill(
        &self,
        grid: &Grid,
        blank: usize,
        layouts: &[Placements],
        patterns: &mut [Pattern],
    ) -> Result<DuplicateFsm, StopReason> {
        // The layers of a large group take much memory, so large groups are built one after the other, each by all threads.
        let (groups_at_once, threads) = if is_large(layouts) {
            (1, self.threads)
        } else {
            (self.threads.min(patterns.len()), 1)
        };
        // The machine is the first task, and the tables are the others.
        let tasks = std::iter::once(None).chain(patterns.iter_mut().map(Some));
        let fill = |(): &mut (), task: Option<&mut Pattern>| {
            let Some(pattern) = task else { return self.machine(grid) };
            let goal = (pattern.cells.as_slice(), blank);
            let go_on = |found| self.watch.go_on(found);
            if let Some(bits) = bfs::build(&layouts[pattern.layout], goal, threads, &go_on) {
                pattern.bits = bits;
            }
            None
        };
        let machine = share_out(groups_at_once, tasks, || (), fill).into_iter().flatten().next();
        let complete = patterns.iter().all(|pattern| !pattern.bits.is_empty());
        machine.filter(|_| complete).ok_or(StopReason::Cancelled)
    }
}

/// What the file of the great tables for a goal is called.
pub(crate) fn name(grid: &Grid, blank: usize) -> String {
    format!("{}x{}-{blank}", grid.width, grid.height)
}

/// A group without its table.
fn pattern(layouts: &[Placements], cells: Vec<usize>) -> Pattern {
    let layout = layouts.iter().position(|l| l.tiles == cells.len());
    Pattern { layout: layout.expect("every size has its layout"), bits: Vec::new(), cells }
}

fn states(layout: &Placements) -> u64 {
    (layout.blocks() * layout.orders) as u64
}

fn words(layout: &Placements) -> u64 {
    (layout.blocks() * bfs::words(layout)) as u64
}

fn is_large(layouts: &[Placements]) -> bool {
    layouts.iter().any(|layout| states(layout) >= LARGE)
}
