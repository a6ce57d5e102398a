//! Steps looked up in the tables, many at a time: what is slow is to wait for words that lie far apart in memory, and here none of
//! them waits for another.

use super::super::distance;
use super::super::grid::NONE;
use super::super::tables::GROUPS;
use super::room::{Candidate, Packed, Part, State, VIEWS, Weighed, order_of, pack, part_of};
use super::{WideBeam, chance};

/// Candidates whose words are looked up together.
pub(super) const TOGETHER: usize = 256;

/// A step that is being looked up.
#[derive(Clone, Copy, Default)]
pub(super) struct Asked {
    hash: u64,
    link: u32,
    squares: u16,
    /// Whether the tile moves within its row.
    within_row: bool,
    views: [Looked; VIEWS],
}

/// What is looked up in one view.
#[derive(Clone, Copy, Default)]
struct Looked {
    lie: Packed,
    /// Where to look next.
    place: u32,
    /// The distance that the view told before the step.
    far: u8,
    slot: u8,
}

impl WideBeam<'_> {
    /// Adds the steps from a state to those to be looked up.
    #[inline(always)]
    pub(super) fn ask(&self, state: &State, parent: u32, batch: &mut Vec<Asked>) {
        let blank = usize::from(state.blank);
        for direction in (0..4).filter(|&d| d != usize::from(state.back)) {
            let from = self.tables.grid.near[blank][direction];
            if from == NONE {
                continue;
            }
            let tile = usize::from(state.cells[usize::from(from)]);
            let keys = &self.keys[tile];
            let squares = &self.squares[tile];
            let look = |view: usize| {
                let slot = self.slots.slot_of[view][tile];
                let lie = state.lies[view][usize::from(slot) % GROUPS];
                let edge = self.slots.edge[view][blank][direction];
                let slots = &self.slots.slots[usize::from(slot)];
                Looked {
                    lie,
                    place: slots.place_of_step(lie >> 12, edge),
                    far: state.far[view],
                    slot,
                }
            };
            batch.push(Asked {
                hash: state.hash ^ keys[usize::from(from)] ^ keys[blank],
                link: parent << 2 | direction as u32,
                squares: state.squares + squares[blank] - squares[usize::from(from)],
                within_row: direction >= 2,
                views: std::array::from_fn(|view| {
                    if view < self.views {
                        look(view)
                    } else {
                        Looked::default()
                    }
                }),
            });
        }
    }

    /// Looks all of a batch up, and notes those that may be kept.
    pub(super) fn look_up(
        &self,
        batch: &mut Vec<Asked>,
        (floor, left): (u32, u32),
        parts: &[Part],
        weighed: &mut Weighed,
    ) {
        for view in 0..self.views {
            self.look_up_view(batch, view);
        }
        for asked in batch.drain(..) {
            let far = asked.views.map(|looked| looked.far);
            let part = part_of(asked.hash);
            let bound = u32::from(far[0].max(far[1]));
            if bound >= left || parts[part].knows(asked.hash) {
                continue;
            }
            let weight = self.weight(far, asked.squares) + chance(asked.hash);
            weighed.candidates[part].push(Candidate {
                hash: asked.hash,
                weight,
                link: asked.link,
                lies: asked.views.map(|looked| looked.lie),
                far,
            });
            let place = weight.saturating_sub(floor) as usize;
            if weighed.counts.len() <= place {
                weighed.counts.resize(place + 1, 0);
            }
            weighed.counts[place] += 1;
        }
    }

    /// Looks all of a batch up in one view: where each group lies after its step, and how far the view is from home then.
    fn look_up_view(&self, batch: &mut [Asked], view: usize) {
        let slot = |looked: &Looked| &self.slots.slots[usize::from(looked.slot) % (2 * GROUPS)];
        for asked in &mut *batch {
            let looked = &mut asked.views[view];
            looked.place = slot(looked).step(looked.place);
        }
        for asked in &mut *batch {
            let looked = &mut asked.views[view];
            // What is a row in one view is a column in the other.
            let within_row = asked.within_row != (view == 1);
            let (block, order) = slot(looked).after(looked.place, order_of(looked.lie), within_row);
            looked.place = slot(looked).word(block, order);
            looked.lie = pack(block, order, (looked.lie & 3) as u8);
        }
        for asked in batch {
            let looked = &mut asked.views[view];
            let bit = slot(looked).bit(looked.place, order_of(looked.lie));
            let before = (looked.lie & 3) as u8;
            // Of the distance only the lowest bits are known; one step up or down is all the same.
            let after = distance::after(before + 4, bit);
            looked.far = looked.far + after - before - 4;
            looked.lie = looked.lie & !3 | u32::from(after % 4);
        }
    }
}
