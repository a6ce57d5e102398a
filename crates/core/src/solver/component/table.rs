//! The exact distance of every state of a component to its nearest goal.

use super::explicit_graph::ExplicitGraph;
use crate::solver::budget::{Budget, StopReason};
use crate::solver::search::layers::InLayers;
use crate::solver::search::pool::Pool;
use crate::solver::search::space::{Space, State};
use crate::solver::search::{hash, layers};

/// A hash table over the states of a component: the codes once, and 8 bytes a state beside them.
pub(crate) struct Table<S> {
    codes: Vec<S>,
    /// Where each layer of them ends.
    layers: Vec<usize>,
    /// Indices into `codes`, two thirds of them used, or [`NONE`].
    slots: Vec<u32>,
    /// Moves to the nearest goal, by index, or [`FAR`].
    distances: Vec<u16>,
}

/// States that have got a distance, in the order of their distances.
struct Open {
    /// Of which the first `count` are in use; with room for one more than there are states.
    queue: Vec<u32>,
    count: usize,
    /// Those before it have been gone on from.
    next: usize,
}

impl Open {
    /// Adds a state if it is `new`.
    #[inline]
    fn push_if(&mut self, new: bool, state: u32) {
        self.queue[self.count] = state;
        self.count += usize::from(new);
    }

    /// The next state to go on from.
    #[inline]
    fn next(&mut self) -> Option<u32> {
        let next = *self.queue[..self.count].get(self.next)?;
        self.next += 1;
        Some(next)
    }
}

/// An empty slot.
const NONE: u32 = u32::MAX;

/// No goal can be reached, or none has been yet.
const FAR: u16 = u16::MAX;

/// Bytes that the making of a table takes for each state beside its code: 6 for slots, 2 for the distance, and 4 in the queue.
const BESIDE: usize = 12;

/// What all states of a component may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableLimit {
    /// So many bytes together,
    pub(crate) bytes: u64,
    /// of which each takes so many beside its code.
    pub(crate) beside: usize,
}

impl TableLimit {
    /// How many states there is room for.
    pub(crate) fn states<S>(self) -> u64 {
        self.bytes / (size_of::<S>() + self.beside) as u64
    }
}

/// States that are expanded together.
const TOGETHER: usize = 1 << 9;

/// How many times as many are shared among threads at a time.
const A_ROUND: usize = 1 << 6;

/// States between two looks at the clock.
const A_CHECK: usize = 1 << 12;

/// How many states there are to which edges are sorted together: all edges at once would take long, without a look at the clock.
const TO_FEW: usize = 1 << 12;

impl<S: State> Table<S> {
    /// The table of the component of `start`.
    ///
    /// # Errors
    /// The limit that was reached; [`StopReason::NotApplicable`] if there is no `room` for all states.
    pub(crate) fn build(
        space: &dyn Space<S>,
        start: S,
        room: Option<TableLimit>,
        budget: &mut Budget<'_>,
    ) -> Result<Table<S>, StopReason> {
        let memory = budget.limits().memory.map(|bytes| TableLimit { bytes, beside: BESIDE });
        let [memory, room] =
            [memory, room].map(|room| room.map_or(u64::MAX, TableLimit::states::<S>));
        let too_many = if room <= memory { StopReason::NotApplicable } else { StopReason::Memory };
        let most = memory.min(room);
        // Distances spread backwards from the goals; edges lead there only if moves can be taken back.
        if space.is_undirected()
            && let Some(linked) = ExplicitGraph::walk(space, start, budget)?
        {
            if linked.codes.len() as u64 > most {
                return Err(too_many);
            }
            return Table::of_linked(linked, space, budget);
        }
        let walked = layers::component(space, &[start], most, budget)?.ok_or(too_many)?;
        budget.progress.bytes = (walked.0.capacity() * size_of::<S>()) as u64;
        budget.room((walked.0.len() * BESIDE) as u64)?;
        let mut table = Table::index(walked, budget)?;
        budget.progress.bytes = table.bytes();
        if space.is_undirected() {
            table.measure(space, budget)?;
        } else {
            table.measure_backwards(space, budget)?;
        }
        Ok(table)
    }

    /// The table of a component whose edges are known.
    fn of_linked(
        mut linked: ExplicitGraph<S>,
        space: &dyn Space<S>,
        budget: &mut Budget<'_>,
    ) -> Result<Table<S>, StopReason> {
        let walked = (std::mem::take(&mut linked.codes), std::mem::take(&mut linked.layers));
        let mut table = Table::index(walked, budget)?;
        let mut open = table.goals(space, budget)?;
        while let Some(at) = open.next() {
            if open.next.is_multiple_of(A_CHECK) {
                budget.check()?;
            }
            table.settle(linked.neighbours(at as usize), at, &mut open)?;
        }
        Ok(table)
    }

    /// Puts the codes into their slots.
    fn index(
        (codes, layers): InLayers<S>,
        budget: &mut Budget<'_>,
    ) -> Result<Table<S>, StopReason> {
        let mut table = Table {
            // One more, so that even one state leaves a slot empty, at which a look-up without success ends.
            slots: vec![NONE; codes.len() + codes.len() / 2 + 1],
            distances: vec![FAR; codes.len()],
            codes,
            layers,
        };
        for index in 0..table.codes.len() {
            if index % A_CHECK == 0 {
                budget.check()?;
            }
            let mut slot = table.slot(&table.codes[index]);
            while table.slots[slot] != NONE {
                slot = table.after(slot);
            }
            table.slots[slot] = index as u32;
        }
        Ok(table)
    }

    /// The slot to look in first.
    #[inline]
    fn slot(&self, code: &S) -> usize {
        // The hasher rotates its best bits away from the top, where multiplication by the length (in place of a remainder, for
        // a length that is no power of two) needs them.
        let hash = hash::hash(code).rotate_right(26);
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    #[inline]
    fn after(&self, slot: usize) -> usize {
        // A comparison in place of a remainder, which is a division where the length is no power of two.
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// The number of a code in breadth-first order from the start.
    #[inline]
    pub(crate) fn find(&self, code: &S) -> Option<usize> {
        let mut slot = self.slot(code);
        loop {
            match self.slots[slot] {
                NONE => return None,
                index if self.codes[index as usize] == *code => return Some(index as usize),
                _ => slot = self.after(slot),
            }
        }
    }

    /// Replaces `found` by the numbers of `codes`, to which moves lead.
    ///
    /// A look at the table is a wait for memory. Of many together each first slot is read before any of them is followed, so that all wait at
    /// once.
    pub(crate) fn find_all(&self, codes: &[S], found: &mut Vec<u32>) {
        found.clear();
        found.extend(codes.iter().map(|code| self.slots[self.slot(code)]));
        for (index, code) in found.iter_mut().zip(codes) {
            if *index == NONE || self.codes[*index as usize] != *code {
                *index = self.find(code).expect("no move leads out of a component") as u32;
            }
        }
    }

    /// Along moves that can be taken back.
    fn measure(&mut self, space: &dyn Space<S>, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let mut open = self.goals(space, budget)?;
        let (mut pool, each) = (Pool::default(), space.together().min(TOGETHER));
        pool.gather(budget.limits().threads);
        while let Some(&first) = open.queue[..open.count].get(open.next) {
            // Only states of one distance go together, because `settle` gives all their neighbours the same one.
            let distance = self.distances[first as usize];
            let most = open.count.min(open.next + A_ROUND * each);
            let here = &open.queue[open.next..most];
            let same = here.partition_point(|&at| self.distances[at as usize] == distance);
            let here = &here[..same];
            let shares = pool.in_shares(0..here.len().div_ceil(each), budget, |parts, check| {
                let (mut neighbours, mut found, mut new) = (Vec::new(), Vec::new(), Vec::new());
                for some in here.chunks(each).skip(parts.start).take(parts.len()) {
                    check()?;
                    let states: Vec<S> = some.iter().map(|&at| self.codes[at as usize]).collect();
                    neighbours.clear();
                    space.expand_all(&states, &mut neighbours);
                    self.find_all(&neighbours, &mut found);
                    let far = |&&at: &&u32| self.distances[at as usize] == FAR;
                    new.extend(found.iter().filter(far));
                }
                Ok(new)
            })?;
            open.next += same;
            for new in shares {
                self.settle(&new, first, &mut open)?;
            }
        }
        Ok(())
    }

    /// Of a graph whose moves cannot be taken back: along edges that were written down from the other end.
    fn measure_backwards(
        &mut self,
        space: &dyn Space<S>,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        let into = self.edges_into(space, budget)?;
        let mut open = self.goals(space, budget)?;
        while let Some(at) = open.next() {
            if open.next.is_multiple_of(A_CHECK) {
                budget.check()?;
            }
            // A binary search over sorted edges needs no index beside the 8 bytes of each edge.
            let into = &into[at as usize / TO_FEW];
            let begin = into.partition_point(|&(to, _)| to < at);
            let edges = into[begin..].iter().take_while(|&&(to, _)| to == at);
            let from: Vec<u32> = edges.map(|&(_, from)| from).collect();
            self.settle(&from, at, &mut open)?;
        }
        Ok(())
    }

    /// Adds those of `near`, which are one move from `at`, to `open` that have no distance yet. Whether one has is a toss-up
    /// that no branch predictor wins: all are written behind the others, and those stay that have none.
    fn settle(&mut self, near: &[u32], at: u32, open: &mut Open) -> Result<(), StopReason> {
        let distance = self.distances[at as usize] + 1;
        // Distances have 16 bits, and the highest value means that there is none.
        if distance == FAR {
            return Err(StopReason::NotApplicable);
        }
        for &index in near {
            let known = self.distances[index as usize];
            self.distances[index as usize] = known.min(distance);
            open.push_if(known == FAR, index);
        }
        Ok(())
    }

    /// All edges as (to, from), those to [`TO_FEW`] states together, and sorted.
    fn edges_into(
        &self,
        space: &dyn Space<S>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Vec<(u32, u32)>>, StopReason> {
        let mut into: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.codes.len().div_ceil(TO_FEW)];
        let (mut children, mut origins, mut found) = (Vec::new(), Vec::new(), Vec::new());
        let (together, mut held) = (space.together().min(TOGETHER), 0);
        for (begin, states) in (0..).step_by(together).zip(self.codes.chunks(together)) {
            budget.progress.bytes = self.bytes() + 8 * held as u64;
            budget.check()?;
            // The lists of edges may double before the next check.
            budget.room(8 * held as u64)?;
            children.clear();
            origins.clear();
            space.expand_each(states, &mut children, &mut origins);
            self.find_all(&children, &mut found);
            let from = origins.iter().map(|origin| begin + origin.0);
            for (&to, from) in found.iter().zip(from) {
                let few = &mut into[to as usize / TO_FEW];
                held -= few.capacity();
                few.push((to, from));
                held += few.capacity();
            }
        }
        for few in &mut into {
            budget.check()?;
            few.sort_unstable();
        }
        Ok(into)
    }

    /// The goals, now at distance 0.
    fn goals(&mut self, space: &dyn Space<S>, budget: &mut Budget<'_>) -> Result<Open, StopReason> {
        let mut goals = Open { queue: vec![0; self.codes.len() + 1], count: 0, next: 0 };
        for (index, code) in self.codes.iter().enumerate() {
            if index % A_CHECK == 0 {
                budget.check()?;
            }
            let goal = space.is_goal(code);
            self.distances[index] = if goal { 0 } else { FAR };
            goals.push_if(goal, index as u32);
        }
        Ok(goals)
    }

    /// Moves from the state of this number to its nearest goal; `None` if it cannot be solved.
    #[inline]
    pub(crate) fn distance(&self, index: usize) -> Option<u32> {
        let distance = self.distances[index];
        (distance != FAR).then_some(u32::from(distance))
    }

    /// Moves from the start to the state of this number.
    #[inline]
    pub(crate) fn depth(&self, index: usize) -> u32 {
        self.layers.partition_point(|&end| end <= index) as u32
    }

    /// The state of this number.
    pub(crate) fn state(&self, index: usize) -> S {
        self.codes[index]
    }

    /// How many states.
    pub(crate) fn len(&self) -> usize {
        self.codes.len()
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let codes = self.codes.capacity() * size_of::<S>();
        (codes + self.slots.capacity() * 4 + self.distances.capacity() * 2) as u64
    }
}
