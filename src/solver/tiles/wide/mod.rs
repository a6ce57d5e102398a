//! Beam search led by pattern databases, on all threads.
//!
//! Breadth-first, but of each layer only the states with the least weights are kept. A layer lies in parts, by the hashes of its
//! states, so that threads do not meet; what is found does not depend on how many there are. What is slow is to look up words that
//! lie far apart in memory, so that many are looked up one right after the other, none of which waits for another.

mod looking;
mod room;
#[cfg(test)]
mod tests;

use super::beam::{hash_of, key};
use super::grid::{MOST, ROOM};
use super::slot::Slots;
use super::tables::{GROUPS, Tables};
use looking::TOGETHER;
pub(super) use room::Room;
use room::{Candidate, MOST_GROUPS, PARTS, State, VIEWS, Weighed, pack, path};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Into how many parts candidates of one weight are divided at random.
const CHANCES: u32 = 16;

/// From this width on more than one thread is worth its trouble.
const WORTH_THREADS: usize = 1 << 11;

/// How much heavier the distance of a group is than the square of that of a tile, both in moves. Of 4, 6 and 10 the best on 5x5 at
/// 65,536 states a layer; squares make the beam take all tiles along, as in the guide of boards without tables.
const DISTANCE: u32 = 6;

/// A search.
pub(super) struct WideBeam<'t> {
    tables: &'t Tables,
    slots: Slots<'t>,
    /// How many views there are.
    views: usize,
    /// A random number for each tile on each cell.
    keys: [[u64; ROOM]; ROOM],
    /// The square of the distance of each tile from each cell, as the crow flies.
    squares: [[u16; ROOM]; ROOM],
    threads: usize,
    /// The states kept of each layer.
    width: usize,
}

/// What says whether to go on, told the states kept since it was asked last.
type GoOn<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// Which candidates are kept.
#[derive(Clone, Copy)]
struct Bar {
    /// All that are lighter.
    weight: u32,
    /// And so many in each part that weigh as much.
    at_it: usize,
}

impl<'t> WideBeam<'t> {
    /// A search by `tables` that keeps `width` states of each layer.
    pub(super) fn new(tables: &'t Tables, width: usize, threads: usize) -> WideBeam<'t> {
        debug_assert!(tables.groups.len() <= MOST_GROUPS);
        let key = |tile: usize, cell: usize| key(tile as u8, cell);
        WideBeam {
            slots: Slots::new(tables),
            views: 1 + usize::from(tables.mirror.is_some()),
            keys: std::array::from_fn(|tile| std::array::from_fn(|cell| key(tile, cell))),
            squares: squares(tables),
            threads: if width < WORTH_THREADS { 1 } else { threads },
            tables,
            width,
        }
    }

    /// The blank's directions from `board` to the goal in fewer than `limit` moves; `None` if this width finds no such way, or
    /// `go_on` said stop.
    pub(super) fn search(
        &self,
        board: &[u8],
        limit: usize,
        room: &mut Room,
        go_on: GoOn<'_>,
    ) -> Option<Vec<u8>> {
        let start = self.start(board);
        if start.far == [0; VIEWS] {
            return (limit > 0).then(Vec::new);
        }
        room.begin(self.width, start);
        let mut floor = self.floor(self.weight(start.far, start.squares));
        for depth in 1..limit {
            let left = (limit - depth) as u32;
            if !self.weigh(floor, left, room, go_on) {
                return None;
            }
            let (bar, least) = self.bar(floor, &room.weighed);
            floor = self.floor(least);
            self.keep(bar, room);
            let goals = (0..).zip(&room.parts);
            let goal = goals
                .filter_map(|(i, part)| Some(part.goal? * PARTS as u32 + i))
                .next();
            if let Some(goal) = goal {
                return Some(path(&room.parts, depth, goal));
            }
        }
        None
    }

    /// The state of a board.
    fn start(&self, board: &[u8]) -> State {
        let blank = (0..)
            .zip(board)
            .find(|&(_, &tile)| usize::from(tile) == self.tables.blank);
        let mut state = State {
            hash: hash_of(board),
            lies: [[0; MOST_GROUPS]; VIEWS],
            squares: 0,
            cells: [0; MOST],
            far: [0; VIEWS],
            blank: blank.map_or(0, |(cell, _)| cell),
            back: 4,
        };
        state.cells[..board.len()].copy_from_slice(board);
        let square = |(cell, &tile): (usize, &u8)| self.squares[usize::from(tile)][cell];
        state.squares = board.iter().enumerate().map(square).sum();
        let reflected = self
            .tables
            .mirror
            .as_ref()
            .map(|map| Tables::reflected(map, board));
        for (view, board) in [Some(board.to_vec()), reflected]
            .into_iter()
            .flatten()
            .enumerate()
        {
            for (packed, group) in state.lies[view].iter_mut().zip(&self.tables.groups) {
                let lie = self.tables.lie(group, &board);
                *packed = pack(lie.block, lie.order, lie.far % 4);
                state.far[view] += lie.far;
            }
        }
        state
    }

    /// What a state weighs, up to a part of one that chance decides.
    fn weight(&self, far: [u8; VIEWS], squares: u16) -> u32 {
        let far: u32 = far.into_iter().map(u32::from).sum();
        (DISTANCE * far + self.views as u32 * u32::from(squares)) * CHANCES
    }

    /// What states weigh at least one step after those of which none weighs less than `least`.
    fn floor(&self, least: u32) -> u32 {
        let side = self.tables.grid.width.max(self.tables.grid.height) as u32;
        least.saturating_sub(self.views as u32 * (DISTANCE + 2 * side) * CHANCES)
    }

    /// Weighs every step from the present layer that does not lead to a state kept lately, and after which the goal may be
    /// reached in fewer than `left` moves. Whether to go on.
    fn weigh(&self, floor: u32, left: u32, room: &mut Room, go_on: GoOn<'_>) -> bool {
        let (layer, parts) = (&room.layer, &room.parts);
        let going = AtomicBool::new(true);
        on_threads(
            self.threads,
            room.weighed.iter_mut().enumerate(),
            |(number, weighed)| {
                weighed.candidates.iter_mut().for_each(Vec::clear);
                weighed.counts.clear();
                let states = &layer[number];
                if !going.load(Ordering::Relaxed)
                    || !states.is_empty() && !go_on(states.len() as u64)
                {
                    going.store(false, Ordering::Relaxed);
                    return;
                }
                let mut batch = Vec::with_capacity(TOGETHER + 4);
                for (parent, state) in (0..).zip(states) {
                    self.ask(state, parent * PARTS as u32 + number as u32, &mut batch);
                    if batch.len() >= TOGETHER {
                        self.look_up(&mut batch, (floor, left), parts, weighed);
                    }
                }
                self.look_up(&mut batch, (floor, left), parts, weighed);
            },
        );
        going.into_inner()
    }

    /// The bar such that about as many candidates are below it or at it as are kept, and the least weight.
    fn bar(&self, floor: u32, weighed: &[Weighed]) -> (Bar, u32) {
        let most = weighed.iter().map(|w| w.counts.len()).max().unwrap_or(0);
        let count = |place: usize| -> usize {
            weighed
                .iter()
                .filter_map(|w| w.counts.get(place))
                .map(|&n| n as usize)
                .sum()
        };
        let (mut below, mut least) = (0, None);
        for place in 0..most {
            let here = count(place);
            let weight = floor + place as u32;
            least = least.or((here > 0).then_some(weight));
            if below + here > self.width {
                let at_it = (self.width - below).div_ceil(PARTS);
                return (Bar { weight, at_it }, least.unwrap_or(weight));
            }
            below += here;
        }
        let all = Bar {
            weight: u32::MAX,
            at_it: 0,
        };
        (all, least.unwrap_or(floor))
    }

    /// Makes the best candidates the present layer.
    fn keep(&self, bar: Bar, room: &mut Room) {
        let (layer, weighed) = (&room.layer, &room.weighed);
        on_threads(
            self.threads,
            room.parts.iter_mut().enumerate(),
            |(number, part)| {
                part.begins.push(part.links.len());
                let candidates = || weighed.iter().flat_map(|w| &w.candidates[number]);
                let below = candidates().filter(|c| c.weight < bar.weight);
                let at_it = candidates()
                    .filter(|c| c.weight == bar.weight)
                    .take(bar.at_it);
                for candidate in below.chain(at_it) {
                    if part.learns(candidate.hash) {
                        let parent = candidate.link >> 2;
                        let parent = &layer[parent as usize % PARTS][parent as usize / PARTS];
                        if candidate.far == [0; VIEWS] {
                            part.goal = Some(part.next.len() as u32);
                        }
                        part.next.push(self.made(parent, candidate));
                        part.links.push(candidate.link);
                    }
                }
            },
        );
        for (layer, part) in room.layer.iter_mut().zip(&mut room.parts) {
            std::mem::swap(layer, &mut part.next);
            part.next.clear();
        }
    }

    /// The state after a step.
    #[inline(always)]
    fn made(&self, parent: &State, candidate: &Candidate) -> State {
        let direction = (candidate.link & 3) as usize;
        let blank = usize::from(parent.blank);
        let from = self.tables.grid.near[blank][direction];
        let tile = usize::from(parent.cells[usize::from(from)]);
        let mut state = *parent;
        for view in 0..self.views {
            let slot = usize::from(self.slots.slot_of[view][tile]) % GROUPS;
            state.lies[view][slot] = candidate.lies[view];
        }
        let squares = &self.squares[tile];
        state.squares = parent.squares + squares[blank] - squares[usize::from(from)];
        state.cells.swap(blank, usize::from(from));
        State {
            hash: candidate.hash,
            far: candidate.far,
            blank: from,
            back: direction as u8 ^ 1,
            ..state
        }
    }
}

/// Does tasks on so many threads, in whatever order.
fn on_threads<T: Send>(
    threads: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    if threads <= 1 {
        return tasks.for_each(work);
    }
    let tasks = Mutex::new(tasks);
    let take = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let toil = || {
        while let Some(task) = take() {
            work(task);
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(toil)));
        toil();
    });
}

/// The square of the distance of each tile, named by its goal, from each cell; the blank's is 0 everywhere.
fn squares(tables: &Tables) -> [[u16; ROOM]; ROOM] {
    let (width, area) = (tables.grid.width, tables.grid.area());
    let mut squares = [[0; ROOM]; ROOM];
    let tiles = squares.iter_mut().enumerate().take(area);
    for (tile, squares) in tiles.filter(|&(tile, _)| tile != tables.blank) {
        for (cell, square) in squares.iter_mut().enumerate().take(area) {
            let across = (tile % width).abs_diff(cell % width);
            let down = (tile / width).abs_diff(cell / width);
            *square = (across * across + down * down) as u16;
        }
    }
    squares
}

/// Decides among states of one weight.
fn chance(hash: u64) -> u32 {
    (hash >> 40) as u32 % CHANCES
}
