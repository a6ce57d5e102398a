//! A guide by pattern databases, where there are any.
//!
//! What is slow is to wait for words that lie far apart in memory, so that many are looked up one right after the other, none of
//! which waits for another.

use super::heuristic::{Heuristic, Step};
use super::manhattan_heuristic::{ManhattanHeuristic, Weighed};
use crate::solver::tiles::pdb::grid::MOST;
use crate::solver::tiles::pdb::lookup::Lookups;
use crate::solver::tiles::pdb::{GROUPS, PatternDatabases, bfs};

/// Candidates whose words are looked up together.
const TOGETHER: usize = 256;

/// What a move of the distance in one view weighs, of two, beside what the tiles weigh by themselves.
// Of 16, 24, 32 and 64 those up to 32 are equally good on 5x5 with 256 and with 1,024 states a layer; they lead different ways.
pub(crate) const DISTANCES: [u32; 5] = [24, 16, 32, 20, 28];

/// The guide by `tables`.
pub(crate) struct PdbHeuristic<'t> {
    tables: &'t PatternDatabases,
    lookups: Lookups<'t>,
    /// How many views there are.
    views: usize,
    /// What a move of the distance in one view weighs.
    a_move: u32,
    /// What tells of a board what no table does: whether its tiles go together.
    tiles: ManhattanHeuristic<MOST, 1>,
}

/// What is looked up for a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Note {
    /// How the group that moved lies in each view.
    lies: [Packed; VIEWS],
    /// The distances that the views tell.
    distance: [u8; VIEWS],
}

/// Views of a board at most: itself and its reflection.
const VIEWS: usize = 2;

/// Groups of a board at most that is too large to be solved at once.
const MOST_GROUPS: usize = 5;

/// How a group lies: its block, its order, and the lowest two bits of its distance, from above.
type Packed = u32;

fn pack(block: u32, order: u16, distance: u8) -> Packed {
    block << 12 | u32::from(order) << 2 | u32::from(distance)
}

fn order_of(placement: Packed) -> u16 {
    // Ten bits hold the 720 orders of six tiles. Larger groups exist only for boards of up to 16 cells, which need no beam.
    (placement >> 2 & 1023) as u16
}

/// A board, and how its groups lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct State {
    tiles: Weighed<MOST, 1>,
    /// How the groups lie in each view.
    lies: [[Packed; MOST_GROUPS]; VIEWS],
    /// The distances that the views tell.
    distance: [u8; VIEWS],
}

/// A step that is being looked up.
#[derive(Clone, Copy, Default)]
struct Asked {
    hash: u64,
    parent: u32,
    direction: u8,
    /// What the tiles weigh by themselves.
    weight: i32,
    views: [Looked; VIEWS],
}

/// What is looked up in one view.
#[derive(Clone, Copy, Default)]
struct Looked {
    placement: Packed,
    /// Where to look next.
    place: u32,
    /// The distance that the view told before the step.
    distance: u8,
    lookup: u8,
}

impl<'t> PdbHeuristic<'t> {
    /// The guide to the goal of `tables`, with one of [`DISTANCES`].
    pub(crate) fn new(tables: &'t PatternDatabases, distance: u32) -> PdbHeuristic<'t> {
        debug_assert!(tables.patterns.len() <= MOST_GROUPS);
        let views = 1 + usize::from(tables.mirror.is_some());
        let grid = &tables.grid;
        // Tiles have the names of their goals.
        let goal: Vec<u8> = (0..grid.area() as u8).collect();
        PdbHeuristic {
            lookups: Lookups::new(tables),
            views,
            // One view stands for two.
            a_move: distance * (VIEWS / views) as u32,
            tiles: ManhattanHeuristic::towards((grid.width, grid.height), &goal, tables.blank),
            tables,
        }
    }

    /// What the distances weigh.
    fn weight_of(&self, distance: [u8; VIEWS]) -> u32 {
        // The sum of both views is no bound, but it tells more of a board than the larger of the two does.
        (u32::from(distance[0]) + u32::from(distance[1])) * self.a_move
    }

    /// Adds the steps from a state to those to be looked up.
    #[inline(always)]
    fn ask(&self, state: &State, parent: u32, batch: &mut Vec<Asked>) {
        let blank = usize::from(state.tiles.blank);
        for direction in (0..4).filter(|&d| d != usize::from(state.tiles.back)) {
            let Some((after, weight)) = self.tiles.weighed(&state.tiles, direction) else {
                continue;
            };
            let tile = usize::from(after.tile);
            let look = |view: usize| {
                let lookup = self.lookups.slot_of[view][tile];
                let placement = state.lies[view][usize::from(lookup) % GROUPS];
                let edge = self.lookups.edge[view][blank][direction];
                let lookups = &self.lookups.lookups[usize::from(lookup)];
                Looked {
                    placement,
                    place: lookups.place_of_step(placement >> 12, edge),
                    distance: state.distance[view],
                    lookup,
                }
            };
            batch.push(Asked {
                hash: after.hash,
                parent,
                direction: direction as u8,
                weight,
                views: [look(0), if self.views > 1 { look(1) } else { Looked::default() }],
            });
        }
    }

    /// Looks all of a batch up.
    #[inline(always)]
    fn look_up(&self, batch: &mut Vec<Asked>, found: &mut impl FnMut(Step<Note>)) {
        for view in 0..self.views {
            self.look_up_view(batch, view);
        }
        for asked in batch.drain(..) {
            let [plain, reflected] = &asked.views;
            let distance = [plain.distance, reflected.distance];
            found(Step {
                parent: asked.parent,
                direction: asked.direction,
                hash: asked.hash,
                weight: asked.weight.unsigned_abs() + self.weight_of(distance),
                bound: distance[0].max(distance[1]).into(),
                note: Note { lies: [plain.placement, reflected.placement], distance },
            });
        }
    }

    /// Looks all of a batch up in one view: where each group lies after its step, and how far the view is from home then.
    fn look_up_view(&self, batch: &mut [Asked], view: usize) {
        let lookup =
            |looked: &Looked| &self.lookups.lookups[usize::from(looked.lookup) % (2 * GROUPS)];
        // Each look-up needs the result of the one before it. So there are three passes, in each of which no look-up waits for
        // another.
        for asked in &mut *batch {
            let looked = &mut asked.views[view];
            looked.place = lookup(looked).step(looked.place);
        }
        for asked in &mut *batch {
            let looked = &mut asked.views[view];
            // What is a row in one view is a column in the other.
            let within_row = (asked.direction >= 2) != (view == 1);
            let (block, order) =
                lookup(looked).after(looked.place, order_of(looked.placement), within_row);
            looked.place = lookup(looked).word(block, order);
            looked.placement = pack(block, order, (looked.placement & 3) as u8);
        }
        for asked in batch {
            let looked = &mut asked.views[view];
            let bit = lookup(looked).bit(looked.place, order_of(looked.placement));
            let before = (looked.placement & 3) as u8;
            // Of the distance only the lowest bits are known; one step up or down is all the same.
            // The four more keep a step down from 0 out of the negative numbers.
            let after = bfs::after(before + 4, bit);
            looked.distance = looked.distance + after - before - 4;
            looked.placement = looked.placement & !3 | u32::from(after % 4);
        }
    }
}

impl Heuristic for PdbHeuristic<'_> {
    type State = State;
    type Note = Note;

    fn start(&self, board: &[u8]) -> State {
        let mut state = State {
            tiles: self.tiles.start(board),
            lies: [[0; MOST_GROUPS]; VIEWS],
            distance: [0; VIEWS],
        };
        let reflected =
            self.tables.mirror.as_ref().map(|map| PatternDatabases::reflected(map, board));
        for (view, board) in [Some(board.to_vec()), reflected].into_iter().flatten().enumerate() {
            for (packed, pattern) in state.lies[view].iter_mut().zip(&self.tables.patterns) {
                let placement = self.tables.place(pattern, &board);
                *packed = pack(placement.block, placement.order, placement.distance % 4);
                state.distance[view] += placement.distance;
            }
        }
        state
    }

    #[inline(always)]
    fn hash(&self, state: &State) -> u64 {
        state.tiles.hash
    }

    #[inline(always)]
    fn is_goal(&self, state: &State) -> bool {
        // The distance of a view that does not exist stays 0.
        state.distance == [0; VIEWS]
    }

    fn weight(&self, state: &State) -> u32 {
        self.tiles.weight(&state.tiles) + self.weight_of(state.distance)
    }

    fn gain(&self) -> u32 {
        // A step changes each distance by one.
        self.tiles.gain() + self.views as u32 * self.a_move
    }

    #[inline(always)]
    fn steps(&self, states: &[State], mut found: impl FnMut(Step<Note>)) {
        // The length is looked at once a state, which adds up to four steps.
        let mut batch = Vec::with_capacity(TOGETHER + 4);
        for (parent, state) in (0..).zip(states) {
            self.ask(state, parent, &mut batch);
            if batch.len() >= TOGETHER {
                self.look_up(&mut batch, &mut found);
            }
        }
        self.look_up(&mut batch, &mut found);
    }

    #[inline(always)]
    fn make(&self, state: &mut State, direction: usize, weight: u32, note: Note) {
        let from = self.tables.grid.near[usize::from(state.tiles.blank)][direction];
        let tile = usize::from(state.tiles.cells[usize::from(from)]);
        for view in 0..self.views {
            let lookup = usize::from(self.lookups.slot_of[view][tile]) % GROUPS;
            state.lies[view][lookup] = note.lies[view];
        }
        state.distance = note.distance;
        let weight = weight - self.weight_of(note.distance);
        self.tiles.make(&mut state.tiles, direction, weight, ());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Metric, Setup};
    use crate::solver::tiles::board::TileBoard;
    use crate::solver::tiles::pdb::Size;
    use crate::solver::tiles::pdb::board::PdbBoard;
    use crate::solver::{Budget, Limits, NoMonitor};

    /// The fifth of Korf and Felner's instances.
    const BOARD: [u32; 25] =
        [14, 21, 19, 17, 15, 18, 13, 12, 7, 2, 1, 22, 0, 4, 10, 20, 11, 6, 3, 23, 9, 16, 5, 24, 8];

    /// With a reflection and without one.
    #[test]
    fn what_is_looked_up_step_by_step_is_what_the_tables_say() {
        let wide = [1, 2, 3, 4, 5, 6, 11, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 0];
        for (sides, cells) in [((5, 5), &BOARD[..]), ((6, 3), &wide[..])] {
            let puzzle = Setup::numbers(sides.0, sides.1, cells).build().unwrap();
            let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
            let pdb_board = PdbBoard::of(&board).unwrap();
            let mut unwatched = NoMonitor;
            let mut budget = Budget::new(&mut unwatched, Limits::default());
            let tables = pdb_board.tables(Size::Small, &mut budget).unwrap();
            let board = pdb_board.turned(&board.arrangement(puzzle.start()));
            let heuristic = PdbHeuristic::new(&tables, DISTANCES[0]);
            let mut state = heuristic.start(&board);
            for turn in 0..300 {
                let mut steps = Vec::new();
                heuristic.steps(&[state], |step| steps.push(step));
                assert!(!steps.is_empty() && steps.len() <= 4);
                let step = steps[turn * 7 % steps.len()];
                heuristic.make(&mut state, step.direction.into(), step.weight, step.note);
                let mut fresh = heuristic.start(&state.tiles.cells[..board.len()]);
                fresh.tiles.back = state.tiles.back;
                assert_eq!(state, fresh);
                assert_eq!(step.hash, heuristic.hash(&state));
                assert!(step.weight >= heuristic.weight(&state));
            }
        }
    }
}
