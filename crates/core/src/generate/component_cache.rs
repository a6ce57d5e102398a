//! Components that have been walked, so that none is walked twice: most boards near a board are of a component that is known.

use super::layout::{Layout, PieceSet, Stock};
use crate::puzzle::{Metric, Puzzle};
use crate::solver;
use crate::solver::search::pool::{share_out, watched};
use crate::solver::{Budget, HardestPosition, Limits, Monitor, StopReason};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What is looked for.
#[derive(Clone, Copy)]
pub(crate) struct Aim {
    pub(crate) metric: Metric,
    /// The fewest moves that will do.
    pub(crate) least: u32,
    /// The most that the walk through one component may take, in bytes: boards beyond it are passed over. Hard boards are
    /// not those with the most room.
    pub(crate) room: u64,
}

/// A board at the far end of its component, and how many moves it takes.
#[derive(Clone, Debug)]
pub(crate) struct Peak {
    pub(crate) layout: Layout,
    pub(crate) moves: u32,
}

/// A component that has been walked.
pub(crate) struct WalkedComponent {
    puzzle: Puzzle,
    end: HardestPosition,
    /// Its hardest board, if anything can be solved that is not solved already.
    pub(crate) peak: Option<Peak>,
    /// Boards hard enough from which no move leads farther.
    pub(crate) summits: Vec<Layout>,
}

/// The components walked last.
pub(crate) struct ComponentCache {
    components: HashMap<Stock, Vec<Arc<WalkedComponent>>>,
    bytes: u64,
    /// It is emptied when it holds more.
    most: u64,
}

/// Smaller components are walked again as fast as they are looked up.
const FEWEST_STATES: u64 = 1 << 9;

/// The most bytes of states that are kept. What is known decides which of two mirror images is found first, so that the boards of a seed
/// depend on it.
const MOST_BYTES: u64 = 96 << 20;

/// States and what is kept beside them, which takes as much, have half of the memory.
const SHARE: u64 = 4;

impl Default for ComponentCache {
    fn default() -> ComponentCache {
        ComponentCache { components: HashMap::new(), bytes: 0, most: MOST_BYTES }
    }
}

impl ComponentCache {
    /// Bytes that are held, with what is kept beside the states.
    pub(crate) fn bytes(&self) -> u64 {
        2 * self.bytes
    }

    /// Keeps less where there is little memory.
    pub(crate) fn keep_within(&mut self, memory: Option<u64>) {
        self.most = memory.map_or(MOST_BYTES, |bytes| MOST_BYTES.min(bytes / SHARE));
    }

    /// The component of each board; `None` for one that is too large. The answer does not depend on the number of threads.
    pub(crate) fn components(
        &mut self,
        piece_set: &PieceSet,
        sketches: &[Layout],
        (aim, threads): (Aim, usize),
        monitor: &mut dyn Monitor,
    ) -> Result<Vec<Option<Arc<WalkedComponent>>>, StopReason> {
        let mut components: Vec<_> = sketches.iter().map(|s| self.known(piece_set, s)).collect();
        let unknown: Vec<usize> =
            (0..components.len()).filter(|&i| components[i].is_none()).collect();
        let walk = |number: usize, monitor: &mut dyn Monitor| {
            WalkedComponent::walk(piece_set, &sketches[unknown[number]], aim, monitor)
        };
        let walked = shared_out(unknown.len(), threads, monitor, &walk)?;
        for (&index, component) in unknown.iter().zip(walked) {
            let component = component.map(Arc::new);
            if let Some(component) =
                component.as_ref().filter(|component| component.end.states >= FEWEST_STATES)
            {
                self.keep(sketches[index].stock(piece_set), Arc::clone(component));
            }
            components[index] = component;
        }
        Ok(components)
    }

    /// The component of a board, if it or its mirror image has been walked.
    fn known(&self, piece_set: &PieceSet, layout: &Layout) -> Option<Arc<WalkedComponent>> {
        let mut images = [Some(layout.clone()), layout.mirrored(piece_set)].into_iter().flatten();
        images.find_map(|image| {
            let components = self.components.get(&image.stock(piece_set))?.iter();
            components.clone().find(|component| component.holds(&image)).cloned()
        })
    }

    fn keep(&mut self, stock: Stock, component: Arc<WalkedComponent>) {
        if self.bytes > self.most {
            // Everything goes at once, so that no order of use has to be kept; what is needed again is walked again.
            self.components.clear();
            self.bytes = 0;
        }
        self.bytes += component.end.bytes;
        self.components.entry(stock).or_default().push(component);
    }
}

impl WalkedComponent {
    /// Walks the component of a board; `None` if it is too large.
    fn walk(
        piece_set: &PieceSet,
        layout: &Layout,
        aim: Aim,
        monitor: &mut dyn Monitor,
    ) -> Result<Option<WalkedComponent>, StopReason> {
        let puzzle = layout.puzzle(piece_set);
        let limits = Limits { memory: Some(aim.room), ..Limits::default() };
        let end = match solver::hardest(&puzzle, (aim.metric, aim.least), &limits, monitor) {
            Ok(end) => end,
            // Only the monitor ends the search. A component that meets the memory limit is merely passed over.
            Err(StopReason::Cancelled) => return Err(StopReason::Cancelled),
            Err(_) => return Ok(None),
        };
        let summits = end.summits.iter();
        Ok(Some(WalkedComponent {
            summits: summits.map(|(position, _)| Layout::at(&puzzle, position)).collect(),
            peak: end
                .moves
                .filter(|&moves| moves > 0)
                .map(|moves| Peak { layout: Layout::at(&puzzle, &end.position), moves }),
            puzzle,
            end,
        }))
    }

    /// Whether a board of the same pieces is of this component.
    fn holds(&self, layout: &Layout) -> bool {
        let position = layout.position_in(&self.puzzle);
        position.is_some_and(|position| self.end.reaches(&position))
    }
}

/// Something to be done by number, stopped by a monitor.
type Job<'a, T> = dyn Fn(usize, &mut dyn Monitor) -> Result<T, StopReason> + Sync + 'a;

/// Does the jobs with the numbers below `count` on so many threads; the results are in their order.
fn shared_out<T: Send>(
    count: usize,
    threads: usize,
    monitor: &mut dyn Monitor,
    job: &Job<'_, T>,
) -> Result<Vec<T>, StopReason> {
    // A single job needs no other thread, and the caller's monitor can be asked directly.
    if threads.min(count) < 2 {
        return (0..count).map(|number| job(number, monitor)).collect();
    }
    let mut budget = Budget::new(monitor, Limits::default());
    let work = |stop: &AtomicBool| {
        share_out(threads.min(count), 0..count, || stop, |stop, number| job(number, stop))
    };
    watched(&mut budget, work, |_| {})?.into_iter().collect()
}
