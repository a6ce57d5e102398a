//! Tables that stay for the life of the process: each is built once, however many searches want it.

use crate::solver::budget::{Budget, Progress, StopReason};
use crate::solver::search::pool::{locked, watched};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// How long a search that needs a table waits before it looks again whether another has built it.
const A_LOOK: Duration = Duration::from_millis(1);

/// Tables by what tells them apart.
pub(crate) struct TableCache<K: 'static, T: 'static>(Mutex<Entries<K, T>>);

struct Entries<K, T> {
    built: Vec<(K, Arc<T>)>,
    /// Those that some search is building now.
    building: Vec<K>,
}

impl<K: Clone + PartialEq, T: Send> TableCache<K, T> {
    /// An empty one.
    pub(crate) const fn new() -> TableCache<K, T> {
        TableCache(Mutex::new(Entries { built: Vec::new(), building: Vec::new() }))
    }

    fn entries(&self) -> MutexGuard<'_, Entries<K, T>> {
        // A panic leaves both lists whole: each only ever gains or loses one entry.
        locked(&self.0)
    }

    /// Bytes of all tables, `of` each.
    pub(crate) fn bytes(&self, of: impl Fn(&T) -> u64) -> u64 {
        self.entries().built.iter().map(|(_, table)| of(table)).sum()
    }

    /// A table, if it is built.
    pub(crate) fn get(&self, key: &K) -> Option<Arc<T>> {
        let entries = self.entries();
        let entry = entries.built.iter().find(|(other, _)| other == key);
        entry.map(|(_, table)| Arc::clone(table))
    }

    /// Whether some search is building it.
    pub(crate) fn is_building(&self, key: &K) -> bool {
        self.entries().building.contains(key)
    }

    /// A table; where it is not there, what `build` makes of it, and how long that took is added to the budget. Two that built the same one would
    /// both be late, so that the second waits for the first.
    pub(crate) fn get_or_build(
        &self,
        key: &K,
        budget: &mut Budget<'_>,
        build: impl FnOnce(&BuildWatch<'_>) -> Result<T, StopReason> + Send,
    ) -> Result<Arc<T>, StopReason> {
        let _building = loop {
            if let Some(table) = self.get(key) {
                return Ok(table);
            }
            if let Some(building) = self.begin(key) {
                break building;
            }
            budget.check()?;
            thread::sleep(A_LOOK);
        };
        let (begun, count) = (Instant::now(), BuildCount::default());
        let work = |stop: &AtomicBool| build(&BuildWatch { stop, count: &count });
        let built = watched(budget, work, |progress| count.tell(progress));
        budget.progress.building = None;
        let table = Arc::new(built??);
        budget.tables += begun.elapsed();
        // The lists are locked only now: no other search waits for seconds.
        self.entries().built.push((key.clone(), Arc::clone(&table)));
        Ok(table)
    }

    /// Says that a table is being built from now on, unless it is already, or is there.
    fn begin(&self, key: &K) -> Option<Building<'_, K, T>> {
        let mut entries = self.entries();
        let is_there = entries.built.iter().any(|(other, _)| other == key);
        if is_there || entries.building.contains(key) {
            return None;
        }
        entries.building.push(key.clone());
        Some(Building(self, key.clone()))
    }
}

/// A table that is being built, until this goes.
struct Building<'c, K: PartialEq + 'static, T: 'static>(&'c TableCache<K, T>, K);

impl<K: PartialEq, T> Drop for Building<'_, K, T> {
    fn drop(&mut self) {
        locked(&self.0.0).building.retain(|key| *key != self.1);
    }
}

/// How far a build has come.
#[derive(Debug, Default)]
pub(crate) struct BuildCount {
    /// States found.
    found: AtomicU64,
    /// States that there are at most; 0 until that is known.
    all: AtomicU64,
}

impl BuildCount {
    /// Brings the progress up to date.
    fn tell(&self, progress: &mut Progress) {
        let [found, all] = [&self.found, &self.all].map(|count| count.load(Ordering::Relaxed));
        // The count may pass the end: a file is counted in whole words, whose last bits may stand for no state.
        progress.building = (found * 100).checked_div(all).map(|percent| percent.min(100) as u8);
    }
}

/// What a build tells, and is told: by all of its threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BuildWatch<'a> {
    /// Set when it has to stop.
    pub(crate) stop: &'a AtomicBool,
    pub(crate) count: &'a BuildCount,
}

impl BuildWatch<'_> {
    /// Says how many states there are at most.
    pub(crate) fn expect(&self, all: u64) {
        self.count.all.store(all, Ordering::Relaxed);
    }

    /// Counts states that were found; whether to go on.
    pub(crate) fn go_on(&self, found: u64) -> bool {
        // Relaxed: neither the count nor the flag carries data, and all threads are joined before their tables are read.
        self.count.found.fetch_add(found, Ordering::Relaxed);
        !self.stop.load(Ordering::Relaxed)
    }

    /// What was found so far does not count.
    pub(crate) fn start_over(&self) {
        self.count.found.store(0, Ordering::Relaxed);
    }
}
