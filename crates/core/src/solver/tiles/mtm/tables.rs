//! The tables so far, and the building of those that there are not.

use super::build::build;
use super::colouring::Colouring;
use super::sequence::{Layout, Ranking};
use super::table::{Lines, Table, bytes_to_build, written};
use crate::solver::search::pool::share_out;
use crate::solver::tiles::bytes_of_tables;
use crate::solver::tiles::ida::duplicate_fsm::{DuplicateFsm, Moves};
use crate::solver::tiles::pdb::Size;
use crate::solver::tiles::pdb::grid::Grid;
use crate::solver::tiles::pdb::store::{self, TableFile};
use crate::solver::tiles::table_cache::{BuildWatch, TableCache};
use crate::solver::{Budget, StopReason};
use std::path::Path;
use std::sync::Arc;

/// What tells tables apart.
type Key = (Colouring, [Layout; 2]);

/// The tables so far.
static TABLES: TableCache<Key, Table> = TableCache::new();

/// Those that are used together for a goal.
fn keys(grid: &Grid, blank: usize, size: Size) -> impl Iterator<Item = Key> {
    let layouts = Layout::both(grid);
    Colouring::of(grid, blank, size).into_iter().map(move |colouring| (colouring, layouts))
}

/// Whether some of the tables of this size are being made, so that it would be in vain to begin with them.
pub(crate) fn is_begun(grid: &Grid, blank: usize, size: Size) -> bool {
    keys(grid, blank, size).any(|key| TABLES.is_building(&key))
}

/// Bytes of the tables built so far.
pub(crate) fn held() -> u64 {
    TABLES.bytes(Table::bytes)
}

/// Whether tables of this size need not be built.
pub(crate) fn has(grid: &Grid, blank: usize, size: Size) -> bool {
    keys(grid, blank, size).all(|key| TABLES.get(&key).is_some())
}

/// Whether there are files of them; what is in those shows when they are read.
pub(crate) fn is_kept(grid: &Grid, blank: usize, size: Size) -> bool {
    let kept = |colouring: &Colouring| {
        let known = store::folder().zip(colouring.print);
        known.is_some_and(|(folder, _)| store::is_kept(folder, &name(grid, colouring)))
    };
    Colouring::of(grid, blank, size).iter().all(kept)
}

/// The tables of this size for a goal; how long building took, if they had to be built, is added to the budget.
pub(crate) fn tables(
    grid: &Grid,
    blank: usize,
    size: Size,
    budget: &mut Budget<'_>,
) -> Result<Vec<Arc<Table>>, StopReason> {
    keys(grid, blank, size).map(|key| table(grid, &key, size, budget)).collect()
}

fn table(
    grid: &Grid,
    key: &Key,
    size: Size,
    budget: &mut Budget<'_>,
) -> Result<Arc<Table>, StopReason> {
    let limits = budget.limits();
    let build = |watch: &BuildWatch<'_>| {
        let (colouring, layouts) = key;
        let needed = bytes_of_tables() + bytes_to_build(colouring, *layouts, size);
        if limits.memory.is_some_and(|memory| needed > memory) {
            return Err(StopReason::Memory);
        }
        let builder = TableBuilder { size, threads: limits.threads, watch };
        let table = builder.run(grid, colouring.clone(), store::folder());
        table.ok_or(StopReason::Cancelled)
    };
    TABLES.get_or_build(key, budget, build)
}

/// What a file of this table is called.
fn name(grid: &Grid, colouring: &Colouring) -> String {
    let which = if colouring.number > 0 { format!("-{}", colouring.number) } else { String::new() };
    format!("{}x{}-{}-slides{which}", grid.width, grid.height, colouring.blank)
}

/// Builds a table.
pub(crate) struct TableBuilder<'a> {
    pub(crate) size: Size,
    pub(crate) threads: usize,
    pub(crate) watch: &'a BuildWatch<'a>,
}

impl TableBuilder<'_> {
    /// The table, from its file if there is one; `None` if it was told to stop.
    pub(crate) fn run(
        &self,
        grid: &Grid,
        colouring: Colouring,
        folder: Option<&Path>,
    ) -> Option<Table> {
        let (layouts, ranking) = (Layout::both(grid), Ranking::new(colouring.tiles()));
        let states = 2 * ranking.count * grid.area();
        self.watch.expect(states as u64);
        let file = folder.zip(colouring.print).map(|(folder, print)| {
            let (width, height) = (grid.width, grid.height);
            let (blank, colours) = (colouring.blank, &colouring.colours);
            let told = format!("{width}x{height} in slides, blank on {blank}, colours {colours:?}");
            TableFile::new(folder, &name(grid, &colouring), &told, print)
        });
        let words = match file.as_ref().and_then(|file| self.load(file, layouts, &ranking)) {
            Some(words) => words,
            None => {
                let words = self.build(layouts, &colouring, &ranking)?;
                if let Some(file) = file {
                    let tables = [words[0].as_slice(), words[1].as_slice()];
                    // A table that cannot be kept serves all the same.
                    let _ = file.save(&tables, || self.watch.go_on(0));
                }
                words
            }
        };
        let moves = Moves::slides(grid.width, grid.height);
        let look_back = colouring.look_back(self.size);
        let duplicates = DuplicateFsm::new(&moves, look_back, &|| self.watch.go_on(0))?;
        Some(Table::new(colouring, layouts, ranking, words, duplicates))
    }

    fn load(
        &self,
        file: &TableFile,
        layouts: [Layout; 2],
        ranking: &Ranking,
    ) -> Option<[Vec<u64>; 2]> {
        let mut words = layouts.map(|layout| vec![0; Lines::words(layout, ranking.count)]);
        // A word is eight lines of some four states each.
        let loaded = file.load(&mut words, |words| self.watch.go_on(32 * words));
        if !loaded {
            self.watch.start_over();
        }
        loaded.then_some(words)
    }

    fn build(
        &self,
        layouts: [Layout; 2],
        colouring: &Colouring,
        ranking: &Ranking,
    ) -> Option<[Vec<u64>; 2]> {
        let go_on = |found| self.watch.go_on(found);
        let sides = build(layouts, colouring, ranking, self.threads, &go_on)?;
        let written = share_out(
            self.threads.min(2),
            sides.into_iter(),
            || (),
            |(), side| written(&side, &go_on),
        );
        let mut written = written.into_iter().flatten();
        Some([written.next()?, written.next()?])
    }
}
