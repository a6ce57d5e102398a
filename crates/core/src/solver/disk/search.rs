//! The search itself: a layer is expanded into runs, and the runs are merged into the next layer, part by part.

use super::folder::{Finished, Folder};
use super::merge::{A_STRETCH, Merge, PastLayer};
use super::sorted_file::{BUFFER, Reader};
use super::{Disk, Halt};
use crate::puzzle::{Position, Puzzle};
use crate::solver::Progress;
use crate::solver::budget::{Budget, StopReason};
use crate::solver::lowered::{Lowered, raise, start};
use crate::solver::outcome::Verdict;
use crate::solver::request::Limits;
use crate::solver::search::bits::Bits;
use crate::solver::search::pool::{locked, share_out, watched};
use crate::solver::search::space::Space;
use rustc_hash::FxHashSet;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Parts of a large layer.
const PARTS: usize = 16;

/// States expanded together.
const BATCH: usize = 1024;

/// Bytes of successors that all threads together keep before they are written, where no limit is given or a great one: with more of
/// them there are fewer runs, of which a few hundred are merged as fast as a few.
const MOST_SUCCESSORS: u64 = 1 << 31;

/// Runs that all threads together read from at most, and as many layers: systems allow a process a thousand files.
const MOST_FILES: u64 = 400;

/// How much is done at a time.
#[derive(Clone, Copy)]
struct Sizes {
    /// A layer of more states than this is split into parts: threads work on different ones, and of a search that was killed only
    /// those parts are lost that it was at.
    many: u64,
    /// How many parts.
    parts: u64,
    /// Bytes of states that are sorted together, which takes some milliseconds: after that somebody may say stop.
    chunk: usize,
    /// Bytes of successors that one thread keeps before it writes them as a run.
    run: u64,
    /// Runs that one thread reads from at a time, and as many layers.
    files: usize,
}

impl Sizes {
    fn of(limits: Limits) -> Sizes {
        // A quarter is left for the children of a batch and for what is read and written.
        let all = limits.memory.map_or(MOST_SUCCESSORS, |memory| memory / 4 * 3);
        let threads = limits.threads.clamp(1, PARTS) as u64;
        let run = all.min(MOST_SUCCESSORS) / threads;
        let files = (run / BUFFER as u64).clamp(2, MOST_FILES / threads) as usize;
        Sizes { many: 1 << 20, parts: PARTS as u64, chunk: 1 << 20, run, files }
    }
}

/// A shortest solution from `from`, with all layers in a folder.
///
/// # Errors
/// A file cannot be read or written, or the folder holds another search.
pub(crate) fn solve<K: Bits>(
    lowered: Box<dyn Lowered<K>>,
    puzzle: &Puzzle,
    from: &Position,
    (named, disk): (&str, &Disk),
    budget: &mut Budget<'_>,
) -> io::Result<Verdict> {
    let start = match start(&*lowered, from) {
        Ok(start) => start,
        Err(verdict) => return Ok(verdict),
    };
    if lowered.is_goal(&start) {
        return Ok(Verdict::Optimal { path: Vec::new() });
    }
    let stopped =
        |lower_bound, halt: Halt| Ok(Verdict::Unknown { lower_bound, why: halt.reason()? });
    let of = format!("{named} from {start:?}");
    let mut search = match DiskSearch::open(&*lowered, start, (&of, disk), budget.limits()) {
        Ok(search) => search,
        Err(halt) => return stopped(1, halt),
    };
    budget.resume(search.begun.1);
    let end = search.run(budget);
    // However it ended, what is finished is not lost; an error that it ended with is told before one of this.
    let written = search.write_all_down(&mut search.finished());
    match end.and_then(|end| written.map(|()| end)) {
        Ok(End::Path(states)) => {
            Ok(Verdict::Optimal { path: raise(&*lowered, puzzle, from, &states) })
        }
        Ok(End::Exhausted) => Ok(Verdict::Unsolvable),
        Ok(End::Limit(why)) => Ok(Verdict::Unknown { lower_bound: search.lower_bound(), why }),
        Err(halt) => stopped(search.lower_bound(), halt),
    }
}

/// How a search has ended.
enum End<K> {
    /// The states of a shortest solution.
    Path(Vec<K>),
    /// Everything was seen.
    Exhausted,
    /// It was stopped.
    Limit(StopReason),
}

struct DiskSearch<'a, K> {
    space: &'a dyn Space<K>,
    folder: Folder,
    finished: Mutex<Finished>,
    bounds: Vec<K>,
    /// A goal that one move leads to from the last layer.
    goal: Mutex<Option<K>>,
    threads: usize,
    sizes: Sizes,
    /// When this call began, and how long those before it took.
    begun: (Instant, Duration),
    counts: Counts,
}

/// What threads count while they work.
// Relaxed everywhere: these are only shown.
#[derive(Default)]
struct Counts {
    /// Bytes of memory that are held.
    held: AtomicU64,
    /// States of the last layer that are expanded.
    expanded: AtomicU64,
}

/// Whether to go on.
struct Signal<'a> {
    stop: &'a AtomicBool,
    /// Another thread has found a goal, or failed.
    ended: AtomicBool,
}

impl Signal<'_> {
    // Relaxed: the flags carry no data.
    fn check(&self) -> Result<(), Halt> {
        match self.stop.load(Ordering::Relaxed) || self.ended.load(Ordering::Relaxed) {
            true => Err(Halt::Stopped),
            false => Ok(()),
        }
    }
}

impl<'a, K: Bits> DiskSearch<'a, K> {
    /// Goes on with what the folder holds, or begins.
    fn open(
        space: &'a dyn Space<K>,
        start: K,
        (of, disk): (&str, &Disk),
        limits: Limits,
    ) -> Result<DiskSearch<'a, K>, Halt> {
        let (folder, finished) = Folder::open(disk, of)?;
        let finished = match finished {
            Some(finished) => finished,
            None => first_layer(&folder, start, of)?,
        };
        let earlier = Duration::from_millis(finished.milliseconds);
        let bound =
            |words: &Vec<u64>| K::from_words(|i| words.get(i as usize).copied().unwrap_or(0));
        Ok(DiskSearch {
            space,
            bounds: finished.bounds.iter().map(bound).collect(),
            folder,
            finished: Mutex::new(finished),
            goal: Mutex::new(None),
            threads: limits.threads.clamp(1, PARTS),
            sizes: Sizes::of(limits),
            begun: (Instant::now(), earlier),
            counts: Counts::default(),
        })
    }

    fn finished(&self) -> MutexGuard<'_, Finished> {
        // A thread that panicked has written nothing down: it changes the list only when its files are there.
        locked(&self.finished)
    }

    /// Writes down what is finished, if it is time.
    fn write_down(&self, finished: &mut Finished) -> Result<(), Halt> {
        if self.folder.is_due(finished) { self.write_all_down(finished) } else { Ok(()) }
    }

    fn write_all_down(&self, finished: &mut Finished) -> Result<(), Halt> {
        let (now, earlier) = self.begun;
        finished.milliseconds = (now.elapsed() + earlier).as_millis() as u64;
        self.folder.write(finished)
    }

    /// Moves of the last complete layer.
    fn depth(&self) -> usize {
        self.finished().layers.len() - 1
    }

    /// No goal is in the complete layers, so that no path is shorter than this.
    fn lower_bound(&self) -> u32 {
        self.depth() as u32 + 1
    }

    fn run(&mut self, budget: &mut Budget<'_>) -> Result<End<K>, Halt> {
        loop {
            let last = self.finished().layers.last().map_or(0, |parts| parts.iter().sum());
            if last == 0 {
                self.tell(&mut budget.progress);
                return Ok(End::Exhausted);
            }
            let mut split = Ok(());
            if last > self.sizes.many
                && self.bounds.is_empty()
                && self.finished().expanded.is_empty()
            {
                split = self.split(budget);
            }
            let ended = split.and_then(|()| self.expand_all(budget));
            let ended = ended.and_then(|()| self.merge_all(budget));
            match ended {
                Ok(()) => {}
                Err(Ok(why)) => return Ok(End::Limit(why)),
                Err(Err(Halt::Found)) => break,
                Err(Err(halt)) => return Err(halt),
            }
        }
        self.trail(budget)
    }

    /// Sets bounds that split the last layer evenly.
    ///
    /// # Errors
    /// The limit that was reached, or what else has ended it.
    fn split(&mut self, budget: &mut Budget<'_>) -> Result<(), Result<StopReason, Halt>> {
        let depth = self.depth();
        let mut layer = self.folder.open_layer::<K>(&self.finished(), depth, 0).map_err(Err)?;
        let every = layer.left() / self.sizes.parts + 1;
        let mut bounds = Vec::new();
        for number in 0u64.. {
            if number % A_STRETCH == 0 {
                budget.check().map_err(Ok)?;
            }
            let Some(state) = layer.next().map_err(Err)? else { break };
            if number > 0 && number % every == 0 {
                bounds.push(state);
            }
        }
        let words = |bound: &K| (0..K::BITS / 64).map(|i| bound.word(64 * i)).collect();
        let mut finished = self.finished();
        finished.bounds = bounds.iter().map(words).collect();
        self.write_down(&mut finished).map_err(Err)?;
        drop(finished);
        self.bounds = bounds;
        Ok(())
    }

    /// Does `task` for all of `parts` on all threads.
    ///
    /// # Errors
    /// The limit that was reached, or what else has ended it.
    fn for_parts(
        &self,
        parts: Vec<usize>,
        budget: &mut Budget<'_>,
        task: impl Fn(usize, &Signal<'_>) -> Result<(), Halt> + Sync,
    ) -> Result<(), Result<StopReason, Halt>> {
        let work = |stop: &AtomicBool| {
            let signal = Signal { stop, ended: AtomicBool::new(false) };
            share_out(
                self.threads,
                parts.into_iter(),
                || (),
                |(), part| {
                    let done = signal.check().and_then(|()| task(part, &signal));
                    if done.is_err() {
                        signal.ended.store(true, Ordering::Relaxed);
                    }
                    done
                },
            )
        };
        let results = watched(budget, work, |progress| self.tell(progress)).map_err(Ok)?;
        // The others were only told to stop by the one that has something to say.
        let ends = results.into_iter().filter_map(Result::err);
        let end = ends.reduce(|first, other| match first {
            Halt::Stopped => other,
            _ => first,
        });
        end.map_or(Ok(()), |end| Err(Err(end)))
    }

    /// Writes the successors of all states of the last layer, as runs.
    fn expand_all(&self, budget: &mut Budget<'_>) -> Result<(), Result<StopReason, Halt>> {
        let depth = self.depth();
        let parts: Vec<usize> = {
            let finished = self.finished();
            let done = |part: &usize| finished.expanded.iter().any(|(done, _)| done == part);
            (0..finished.layers[depth].len()).filter(|part| !done(part)).collect()
        };
        self.for_parts(parts, budget, |part, signal| self.expand(depth, part, signal))
    }

    fn expand(&self, depth: usize, part: usize, signal: &Signal<'_>) -> Result<(), Halt> {
        let path = self.folder.layer_part(depth, part);
        // First all of it is read, behind which stands whether it is as it had been written: what a damaged file tells may be no state at all,
        // of which nobody can say the moves.
        PastLayer::<K>::new(Reader::open(path.clone())?)?.finish(&|| signal.check())?;
        let mut layer = Reader::open(path)?;
        let mut runs = Runs { search: self, part, full: Vec::new(), last: Vec::new(), written: 0 };
        let together = self.space.together().min(BATCH);
        let (mut states, mut children) = (Vec::with_capacity(together), Vec::new());
        loop {
            signal.check()?;
            states.clear();
            while states.len() < together
                && let Some(state) = layer.next()?
            {
                states.push(state);
            }
            if states.is_empty() {
                break;
            }
            children.clear();
            self.space.expand_all(&states, &mut children);
            if let Some(goal) = self.space.first_goal(&children) {
                *locked(&self.goal) = Some(children[goal]);
                return Err(Halt::Found);
            }
            runs.add(&children, signal)?;
            self.counts.expanded.fetch_add(states.len() as u64, Ordering::Relaxed);
        }
        runs.write(signal)?;
        let mut finished = self.finished();
        finished.expanded.push((part, runs.written));
        self.write_down(&mut finished)
    }

    /// Makes the next layer of the runs.
    fn merge_all(&self, budget: &mut Budget<'_>) -> Result<(), Result<StopReason, Halt>> {
        let parts: Vec<usize> = {
            let finished = self.finished();
            let done = |part: &usize| finished.merged.iter().any(|(done, _)| done == part);
            (0..finished.parts()).filter(|part| !done(part)).collect()
        };
        self.for_parts(parts, budget, |part, signal| self.merge(part, signal))?;
        let mut finished = self.finished();
        finished.merged.sort_unstable();
        let layer = finished.merged.drain(..).map(|(_, states)| states).collect();
        finished.layers.push(layer);
        finished.expanded.clear();
        self.counts.expanded.store(0, Ordering::Relaxed);
        self.write_down(&mut finished).map_err(Err)
    }

    fn merge(&self, part: usize, signal: &Signal<'_>) -> Result<(), Halt> {
        let list = self.finished().clone();
        let depth = list.layers.len();
        let written: Vec<PathBuf> = list.runs().map(|run| self.folder.run(run, part)).collect();
        let (mut runs, mut more) = (written.clone(), Vec::new());
        let files = self.sizes.files;
        while runs.len() > files {
            let path = self.folder.merged_runs(part, more.len());
            self.merge_runs(runs.drain(..files).collect(), path.clone(), Vec::new(), signal)?;
            runs.push(path.clone());
            more.push(path);
        }
        // Where moves can be taken back, a successor is at most one layer back; elsewhere it may be in any layer before.
        let oldest = if self.space.is_undirected() { depth.saturating_sub(2) } else { 0 };
        let mut before = oldest..depth;
        let open = |depth| self.folder.open_layer(&list, depth, part);
        while before.len() > files {
            let layers = before.by_ref().take(files).map(open).collect::<Result<_, _>>()?;
            let path = self.folder.merged_runs(part, more.len());
            self.merge_runs(std::mem::take(&mut runs), path.clone(), layers, signal)?;
            runs.push(path.clone());
            more.push(path);
        }
        let layers = before.map(open).collect::<Result<_, _>>()?;
        let states = self.merge_runs(runs, self.folder.layer_part(depth, part), layers, signal)?;
        let mut finished = self.finished();
        finished.merged.push((part, states));
        self.write_down(&mut finished)?;
        drop(finished);
        // Only now: until it was written down, a search that was killed would have needed them.
        written.iter().chain(&more).try_for_each(|path| self.folder.remove(path))
    }

    /// Writes the states of `runs` that are not in the layers `before` into one file; how many.
    fn merge_runs(
        &self,
        runs: Vec<PathBuf>,
        into: PathBuf,
        before: Vec<Reader<K>>,
        signal: &Signal<'_>,
    ) -> Result<u64, Halt> {
        let _held = self.counts.hold(((runs.len() + before.len() + 1) * BUFFER) as u64);
        let mut runs = Merge::new(runs.into_iter().map(Reader::open).collect::<Result<_, _>>()?)?;
        let mut before = before.into_iter().map(PastLayer::new).collect::<Result<Vec<_>, _>>()?;
        let mut next = self.folder.create(into)?;
        let check = &|| signal.check();
        for number in 1.. {
            if number % A_STRETCH == 0 {
                signal.check()?;
            }
            let Some(state) = runs.next()? else { break };
            let mut is_new = true;
            for layer in &mut before {
                is_new &= !layer.has(state, check)?;
            }
            if is_new {
                next.push(state)?;
            }
        }
        before.into_iter().try_for_each(|layer| layer.finish(check))?;
        self.folder.finish(next)
    }

    /// A shortest way from the start to the goal that was found, through the files of the layers.
    fn trail(&self, budget: &mut Budget<'_>) -> Result<End<K>, Halt> {
        let goal = *locked(&self.goal);
        let mut at = goal.expect("it is there before anybody says that it was found");
        let mut trail = vec![at];
        for depth in (0..=self.depth()).rev() {
            match self.before(at, depth, budget)? {
                Ok(before) => at = before,
                Err(why) => return Ok(End::Limit(why)),
            }
            trail.push(at);
        }
        trail.reverse();
        self.tell(&mut budget.progress);
        Ok(End::Path(trail))
    }

    /// A state of a layer from which a move leads to `state`.
    fn before(
        &self,
        state: K,
        depth: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Result<K, StopReason>, Halt> {
        let undirected = self.space.is_undirected();
        let around = FxHashSet::from_iter(self.space.successors(&state));
        let leads_there = |earlier: &K| match undirected {
            true => around.contains(earlier),
            false => self.space.successors(earlier).contains(&state),
        };
        let parts = self.finished().layers[depth].len();
        for part in 0..parts {
            let mut layer = Reader::open(self.folder.layer_part(depth, part))?;
            let mut number = 0;
            while let Some(earlier) = layer.next()? {
                number += 1;
                // Those that have to be expanded take as long as a stretch of others.
                if (!undirected || number % A_STRETCH == 0)
                    && let Err(why) = budget.check()
                {
                    return Ok(Err(why));
                }
                if leads_there(&earlier) {
                    return Ok(Ok(earlier));
                }
            }
        }
        let path = self.folder.layer_part(depth, 0);
        let lost = io::Error::new(io::ErrorKind::InvalidData, "a state that must be there is not");
        Err(super::sorted_file::about(&path, &lost))
    }

    fn tell(&self, progress: &mut Progress) {
        let finished = self.finished();
        let (last, before) = finished.layers.split_last().map_or((0, 0), |(last, before)| {
            (last.iter().sum(), before.iter().flatten().sum::<u64>())
        });
        let written = finished.merged.iter().map(|(_, states)| states).sum::<u64>();
        progress.states = before + last + written;
        progress.expanded = before + self.counts.expanded.load(Ordering::Relaxed).min(last);
        progress.depth = finished.layers.len() as u32;
        progress.lower_bound = progress.depth;
        progress.bytes = self.counts.held.load(Ordering::Relaxed);
        progress.disk = self.folder.usage.bytes();
    }
}

/// A folder with the start alone.
fn first_layer<K: Bits>(folder: &Folder, start: K, of: &str) -> Result<Finished, Halt> {
    let mut layer = folder.create(folder.layer_part(0, 0))?;
    layer.push(start)?;
    folder.finish(layer)?;
    let finished = Finished {
        of: of.to_owned(),
        milliseconds: 0,
        bounds: Vec::new(),
        layers: vec![vec![1]],
        expanded: Vec::new(),
        merged: Vec::new(),
    };
    folder.write(&finished)?;
    Ok(finished)
}

/// Bytes that count as held until this goes.
struct Held<'a>(&'a AtomicU64, u64);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(self.1, Ordering::Relaxed);
    }
}

impl Counts {
    fn hold(&self, bytes: u64) -> Held<'_> {
        self.held.fetch_add(bytes, Ordering::Relaxed);
        Held(&self.held, bytes)
    }
}

/// The successors of a part of a layer on their way into runs.
struct Runs<'a, 'b, K> {
    search: &'a DiskSearch<'b, K>,
    part: usize,
    /// Sorted lists, and the bytes that count for them.
    full: Vec<(Vec<K>, Held<'a>)>,
    /// A list that is not full.
    last: Vec<K>,
    /// How many runs are written.
    written: usize,
}

impl<K: Bits> Runs<'_, '_, K> {
    fn add(&mut self, states: &[K], signal: &Signal<'_>) -> Result<(), Halt> {
        let Sizes { chunk, run, .. } = self.search.sizes;
        let many = (chunk / size_of::<K>()).max(1);
        for states in states.chunks(many) {
            self.last.extend_from_slice(states);
            if self.last.len() >= many {
                signal.check()?;
                self.sort();
            }
        }
        let held: u64 = self.full.iter().map(|(_, held)| held.1).sum();
        if held >= run { self.write(signal) } else { Ok(()) }
    }

    /// Puts the last list to the full ones.
    fn sort(&mut self) {
        let mut states = std::mem::take(&mut self.last);
        states.sort_unstable();
        states.dedup();
        // Most successors are met again, and what they took would count as held.
        states.shrink_to_fit();
        let bytes = (states.capacity() * size_of::<K>()) as u64;
        self.full.push((states, self.search.counts.hold(bytes)));
    }

    /// Writes all states as a run.
    fn write(&mut self, signal: &Signal<'_>) -> Result<(), Halt> {
        if !self.last.is_empty() {
            self.sort();
        }
        if self.full.is_empty() {
            return Ok(());
        }
        // What is held counts as such until the run is written.
        let (lists, _held): (Vec<_>, Vec<_>) = self.full.drain(..).unzip();
        let mut states = Merge::new(lists.into_iter().map(Vec::into_iter).collect())?;
        let (folder, run) = (&self.search.folder, (self.part, self.written));
        let file = |part| folder.create(folder.run(run, part));
        let (mut part, mut bounds) = (0, self.search.bounds.iter());
        let (mut into, mut bound) = (file(0)?, bounds.next());
        for number in 1.. {
            if number % A_STRETCH == 0 {
                signal.check()?;
            }
            let Some(state) = states.next()? else { break };
            while bound.is_some_and(|&bound| state >= bound) {
                part += 1;
                folder.finish(std::mem::replace(&mut into, file(part)?))?;
                bound = bounds.next();
            }
            into.push(state)?;
        }
        folder.finish(into)?;
        // Every run has a file for each part.
        for part in part + 1..=self.search.bounds.len() {
            folder.finish(file(part)?)?;
        }
        self.written += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
