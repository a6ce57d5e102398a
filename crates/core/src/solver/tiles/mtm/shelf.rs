//! The tables there are so far, and the making of those that there are not.

use super::build::build;
use super::colouring::{Colouring, Size};
use super::sequence::{Layout, Ranking};
use super::table::{Lines, Table, bytes_to_build, written};
use crate::solver::search::pool::{share_out, watched};
use crate::solver::tiles::ida::duplicate_fsm::{DuplicateFsm, Moves};
use crate::solver::tiles::pdb::build::Course;
use crate::solver::tiles::pdb::grid::Grid;
use crate::solver::tiles::pdb::store::{self, TableFile};
use crate::solver::tiles::workshop::Workshop;
use crate::solver::{Budget, StopReason};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The tables built so far, kept for the life of the process.
// A poisoned lock is taken all the same: the list only ever gains finished tables, and so is whole after any panic.
static SHELF: Mutex<Vec<Arc<Table>>> = Mutex::new(Vec::new());

/// The tables that are being made.
static WORKSHOP: Workshop<(Colouring, [Layout; 2])> = Workshop::new();

/// Whether some of the tables of this size are being made, so that it would be in vain to begin with them.
pub(crate) fn is_begun(grid: &Grid, blank: usize, size: Size) -> bool {
    let colourings = Colouring::of(grid, blank, size).into_iter();
    colourings.map(|colouring| (colouring, Layout::both(grid))).any(|key| WORKSHOP.is_at(&key))
}

/// Bytes of the tables built so far.
pub(crate) fn held() -> u64 {
    let shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    shelf.iter().map(|table| table.bytes()).sum()
}

fn shelved(grid: &Grid, colouring: &Colouring) -> Option<Arc<Table>> {
    let shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    let layouts = Layout::both(grid);
    shelf.iter().find(|table| table.colouring == *colouring && table.layouts == layouts).cloned()
}

/// Whether tables of this size need not be built.
pub(crate) fn has(grid: &Grid, blank: usize, size: Size) -> bool {
    Colouring::of(grid, blank, size).iter().all(|colouring| shelved(grid, colouring).is_some())
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
///
/// # Errors
/// The limit that was reached while they were built.
pub(crate) fn tables(
    grid: &Grid,
    blank: usize,
    size: Size,
    budget: &mut Budget<'_>,
) -> Result<Vec<Arc<Table>>, StopReason> {
    let colourings = Colouring::of(grid, blank, size).into_iter();
    colourings.map(|colouring| table(grid, colouring, size, budget)).collect()
}

fn table(
    grid: &Grid,
    colouring: Colouring,
    size: Size,
    budget: &mut Budget<'_>,
) -> Result<Arc<Table>, StopReason> {
    // Two that make the same table would both be late.
    let key = (colouring.clone(), Layout::both(grid));
    WORKSHOP.wait(&key, budget)?;
    if let Some(table) = shelved(grid, &colouring) {
        return Ok(table);
    }
    let held = crate::solver::tiles::bytes_of_tables();
    let limits = budget.limits();
    let needed = bytes_to_build(&colouring, Layout::both(grid), size);
    if limits.memory.is_some_and(|memory| held + needed > memory) {
        return Err(StopReason::Memory);
    }
    let (course, _begun) = (Course::default(), WORKSHOP.begin(key));
    let make = |stop: &AtomicBool| {
        let making = Making { size, threads: limits.threads, stop, course: &course };
        making.run(grid, colouring, store::folder())
    };
    let made = watched(budget, make, |progress| course.tell(progress));
    budget.progress.building = None;
    let table = Arc::new(made?.ok_or(StopReason::Cancelled)?);
    // The shelf is locked only now: another search need not wait for seconds, and if it built the same table, either copy serves.
    let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    shelf.push(Arc::clone(&table));
    budget.tables += table.took;
    Ok(table)
}

/// What a file of this table is called.
fn name(grid: &Grid, colouring: &Colouring) -> String {
    let which = if colouring.number > 0 { format!("-{}", colouring.number) } else { String::new() };
    format!("{}x{}-{}-slides{which}", grid.width, grid.height, colouring.blank)
}

/// The making of a table.
pub(crate) struct Making<'a> {
    pub(crate) size: Size,
    pub(crate) threads: usize,
    /// Set when it has to stop.
    pub(crate) stop: &'a AtomicBool,
    pub(crate) course: &'a Course,
}

impl Making<'_> {
    /// The table, from its file if there is one; `None` if it was told to stop.
    pub(crate) fn run(
        &self,
        grid: &Grid,
        colouring: Colouring,
        folder: Option<&Path>,
    ) -> Option<Table> {
        let begun = Instant::now();
        let (layouts, ranking) = (Layout::both(grid), Ranking::new(colouring.tiles()));
        let states = 2 * ranking.count() * grid.area();
        self.course.all.store(states as u64, Ordering::Relaxed);
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
                    let _ = file.save(&tables, || self.go_on(0));
                }
                words
            }
        };
        let moves = Moves::slides(grid.width, grid.height);
        let look_back = colouring.look_back(self.size);
        let duplicates = DuplicateFsm::new(&moves, look_back, &|| self.go_on(0))?;
        let table = Table::new(colouring, layouts, ranking, words, duplicates);
        Some(Table { took: begun.elapsed(), ..table })
    }

    fn load(
        &self,
        file: &TableFile,
        layouts: [Layout; 2],
        ranking: &Ranking,
    ) -> Option<[Vec<u64>; 2]> {
        let mut words = layouts.map(|layout| vec![0; Lines::words(layout, ranking.count())]);
        // A word is eight lines of some four states each.
        let loaded = file.load(&mut words, |words| self.go_on(32 * words));
        if !loaded {
            self.course.found.store(0, Ordering::Relaxed);
        }
        loaded.then_some(words)
    }

    fn build(
        &self,
        layouts: [Layout; 2],
        colouring: &Colouring,
        ranking: &Ranking,
    ) -> Option<[Vec<u64>; 2]> {
        let go_on = |found| self.go_on(found);
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

    /// Counts states that were found; whether to go on.
    fn go_on(&self, found: u64) -> bool {
        // Relaxed: neither the count nor the flag carries data, and all threads are joined before their tables are read.
        self.course.found.fetch_add(found, Ordering::Relaxed);
        !self.stop.load(Ordering::Relaxed)
    }
}
