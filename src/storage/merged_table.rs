//! A table of results on the disk, to which several games may add at once.

use super::files::{Dirs, FileProblem, Lock, ProblemKind};
use super::{files, json};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Results that can be put together with others of their kind; a file has them as they are.
pub(crate) trait Table: Clone + PartialEq + Default + Serialize + DeserializeOwned {
    /// Its file.
    fn path(dirs: &Dirs) -> PathBuf;

    /// Takes over what `others` have.
    fn merge(&mut self, others: &Self);

    /// The text of its file.
    fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("a table with words for keys can be written")
    }
}

/// Results by two names, of which each is the best so far.
// Sorted maps write the same results in the same order, so that a file changes only where a result does.
pub(crate) type Results<R> = BTreeMap<String, BTreeMap<String, R>>;

/// A result of which only the best is kept.
pub(crate) trait Ranked: Clone {
    /// Whether it is better than `held`.
    fn beats(&self, held: &Self) -> bool;
}

/// Keeps `new` under its two names if it is the best there. Returns whether it is.
pub(crate) fn put<R: Ranked>(results: &mut Results<R>, names: [&str; 2], new: R) -> bool {
    let [outer, inner] = names.map(str::to_owned);
    let held = results.entry(outer).or_default();
    let better = held.get(&inner).is_none_or(|held| new.beats(held));
    if better {
        held.insert(inner, new);
    }
    better
}

/// Takes over whatever is better in `others`.
pub(crate) fn merge<R: Ranked>(results: &mut Results<R>, others: &Results<R>) {
    for (outer, others) in others {
        for (inner, other) in others {
            put(results, [outer, inner], other.clone());
        }
    }
}

/// A table as it was read or written last.
#[derive(Debug, Default)]
pub(crate) struct MergedTable<T> {
    pub(super) table: T,
    /// Whether there are results that could not be written so far.
    unwritten: bool,
}

impl<T: Table> MergedTable<T> {
    /// Reads the table of `dirs`; nothing there is nothing wrong.
    pub(crate) fn read(dirs: Option<&Dirs>, problems: &mut Vec<FileProblem>) -> MergedTable<T> {
        let read = dirs.map_or(Ok(None), |dirs| read(&T::path(dirs)));
        let table = read.unwrap_or_else(|problem| {
            problems.push(problem);
            None
        });
        MergedTable { table: table.unwrap_or_default(), unwritten: false }
    }

    /// Keeps `new`, together with what another game has written in the meantime.
    ///
    /// # Errors
    /// The file cannot be written, or one that is there cannot be read; it is tried again the next time.
    pub(crate) fn keep(
        &mut self,
        dirs: Option<&Dirs>,
        new: &T,
        problems: &mut Vec<FileProblem>,
    ) -> Result<(), FileProblem> {
        // Most calls bring nothing new; then no other game has to wait for the lock.
        if *new == self.table && !self.unwritten {
            return Ok(());
        }
        // This comes before anything that can fail, so that a result outlives a disk that cannot be written.
        self.table.merge(new);
        self.unwritten = dirs.is_some();
        let Some(dirs) = dirs else {
            return Ok(());
        };
        // The lock spans the read and the write: a result that another game writes in between would be lost.
        let _lock = Lock::take(dirs)?;
        match read(&T::path(dirs)) {
            Ok(None) => {}
            Ok(Some(others)) => self.table.merge(&others),
            // The file that made no sense lies under another name by now, so that a new one may take its place.
            Err(aside @ FileProblem { kind: ProblemKind::SetAside(_), .. }) => problems.push(aside),
            // A file that is there and cannot be read may hold results, so that it is not written over.
            Err(problem) => return Err(problem),
        }
        files::write(&T::path(dirs), &self.table.text())?;
        self.unwritten = false;
        Ok(())
    }
}

fn read<T: Table>(path: &std::path::Path) -> Result<Option<T>, FileProblem> {
    files::read(path, json::read)
}
