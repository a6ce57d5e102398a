//! Everything that a deep search of one board size and one goal needs, built once and used for every position.

use super::distance;
use super::duplicates::Duplicates;
use super::grid::{Grid, ROOM};
use super::layout::{Layout, rank_of_order};
use super::partition::partition;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Moves of the blank that the machine against duplicates looks back.
const LOOK_BACK: usize = 10;

/// Room for the groups of a partition, a power of two.
pub(super) const GROUPS: usize = 8;

/// Additive pattern databases that know the blank's region, for a goal with the blank on one cell and every tile named by its goal
/// cell.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) grid: Grid,
    /// The blank's cell at the goal.
    pub(super) blank: usize,
    layouts: Vec<Layout>,
    pub(super) groups: Vec<Group>,
    pub(super) duplicates: Duplicates,
    /// Where cells and tiles go in the reflection that leaves the goal as it is, if there is one.
    pub(super) mirror: Option<Vec<usize>>,
    /// How long building took.
    pub(super) took: Duration,
}

/// The table of some of the tiles.
#[derive(Debug)]
pub(super) struct Group {
    /// The goal cells of its tiles, ascending.
    pub(super) cells: Vec<usize>,
    /// Which of the layouts it uses.
    layout: usize,
    /// The distance, by block and order.
    pub(super) far: Vec<u8>,
}

/// How a group lies in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Lie {
    pub(super) block: u32,
    pub(super) order: u16,
    pub(super) far: u8,
}

impl Tables {
    /// Builds everything on up to `threads` threads; `None` if `go_on` said stop.
    pub(super) fn build(
        grid: Grid,
        blank: usize,
        threads: usize,
        go_on: &(impl Fn() -> bool + Sync),
    ) -> Option<Tables> {
        let begun = Instant::now();
        let parts = partition(&grid, blank);
        let mut sizes: Vec<usize> = parts.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let layouts: Vec<Layout> = sizes.iter().map(|&size| Layout::new(&grid, size)).collect();
        let mut groups: Vec<Group> = parts
            .into_iter()
            .map(|cells| group(&layouts, cells))
            .collect();
        let duplicates = fill(&grid, blank, &layouts, &mut groups, threads, go_on)?;
        let mirror = grid.transposed().filter(|map| map[blank] == blank);
        let took = begun.elapsed();
        Some(Tables {
            grid,
            blank,
            layouts,
            groups,
            duplicates,
            mirror,
            took,
        })
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let far: usize = self.groups.iter().map(|g| g.far.len()).sum();
        let layouts = self
            .layouts
            .iter()
            .map(|l| l.steps.len() * 4 + l.turns.len() * 2);
        (far + layouts.sum::<usize>() + self.duplicates.next.len() * 8) as u64
    }

    /// The layout of a group.
    pub(super) fn layout(&self, group: &Group) -> &Layout {
        &self.layouts[group.layout]
    }

    /// The group of each tile.
    pub(super) fn group_of(&self) -> [u8; ROOM] {
        let mut of = [0; ROOM];
        for (number, group) in (0..).zip(&self.groups) {
            for &tile in &group.cells {
                of[tile] = number;
            }
        }
        of
    }

    /// How `group` lies on a board given as the tile on each cell, the blank under the name of its own goal cell.
    pub(super) fn lie(&self, group: &Group, board: &[u8]) -> Lie {
        let layout = self.layout(group);
        let local = |tile: u8| group.cells.binary_search(&usize::from(tile)).ok();
        let held = board
            .iter()
            .enumerate()
            .filter_map(|(c, &t)| local(t).map(|i| (c, i)));
        let (cells, order): (Vec<usize>, Vec<usize>) = held.unzip();
        let set = cells.iter().fold(0, |set, &cell| set | 1 << cell);
        let blank = board
            .iter()
            .position(|&t| usize::from(t) == self.blank)
            .unwrap_or(0);
        let (block, order) = (layout.block(set, blank), rank_of_order(&order));
        let far = group.far[block as usize * layout.orders + order];
        Lie {
            block,
            order: order as u16,
            far,
        }
    }

    /// How the group of this number lies after one of its tiles moved over `edge`.
    pub(super) fn moved(&self, number: usize, lie: Lie, edge: u8) -> Lie {
        let group = &self.groups[number];
        let layout = self.layout(group);
        let step = layout.steps[lie.block as usize * layout.edges + usize::from(edge)];
        let turn = (step & 255) as usize * layout.orders;
        let order = layout.turns[turn + usize::from(lie.order)];
        let block = step >> 8;
        let far = group.far[block as usize * layout.orders + usize::from(order)];
        Lie { block, order, far }
    }

    /// The board reflected, cells and tiles both.
    pub(super) fn reflected(map: &[usize], board: &[u8]) -> Vec<u8> {
        let mut there = vec![0; board.len()];
        for (cell, &tile) in board.iter().enumerate() {
            there[map[cell]] = map[usize::from(tile)] as u8;
        }
        there
    }
}

/// A group with room for its table.
fn group(layouts: &[Layout], cells: Vec<usize>) -> Group {
    let layout = layouts
        .iter()
        .position(|l| l.tiles == cells.len())
        .unwrap_or(0);
    let far = vec![0; layouts[layout].blocks() * layouts[layout].orders];
    Group { cells, layout, far }
}

/// Fills all tables and builds the machine, each on whichever thread is free.
fn fill(
    grid: &Grid,
    blank: usize,
    layouts: &[Layout],
    groups: &mut [Group],
    threads: usize,
    go_on: &(impl Fn() -> bool + Sync),
) -> Option<Duplicates> {
    let complete = AtomicBool::new(true);
    let job = AtomicUsize::new(0);
    let slots: Vec<_> = groups.iter_mut().map(Mutex::new).collect();
    let work = || {
        while let Some(slot) = slots.get(job.fetch_add(1, Ordering::Relaxed)) {
            // Each slot is taken once, so that the lock is always free.
            let Ok(mut group) = slot.lock() else { return };
            let Group { cells, layout, far } = &mut **group;
            if !distance::fill(&layouts[*layout], cells, blank, far, |_| go_on()) {
                complete.store(false, Ordering::Relaxed);
            }
        }
    };
    let duplicates = std::thread::scope(|scope| {
        for _ in 1..threads.min(slots.len()) {
            scope.spawn(work);
        }
        let duplicates = Duplicates::new(grid, LOOK_BACK);
        work();
        duplicates
    });
    complete.into_inner().then_some(duplicates)
}
