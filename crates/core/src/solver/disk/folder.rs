//! The folder of a search on disk: its files, and the list of what is finished.

use super::sorted_file::{Reader, Writer, about};
use super::{Disk, Halt, Usage};
use crate::atomic_file;
use crate::solver::search::bits::Bits;
use crate::solver::search::pool::locked;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The list of what is finished.
const LIST: &str = "search.json";

/// Nobody else works in a folder while this file is locked.
const LOCK: &str = "search.lock";

/// What the names of files of states end with.
const STATES: &str = ".states";

/// Layers of small puzzles take less time than to be sure that a file is on the disk.
const BETWEEN_LISTS: Duration = Duration::from_secs(1);

/// Bytes of the longest list that is read.
const LONGEST_LIST: u64 = 1 << 28;

/// What is finished. Files that it does not name are left over from what was not.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Finished {
    /// What is searched, and by which version of the program: the same codes mean other positions elsewhere.
    pub(super) of: String,
    /// How long it has taken, in milliseconds.
    pub(super) milliseconds: u64,
    /// The first states of all parts of a layer but the first part, ascending, each as 64-bit words.
    pub(super) bounds: Vec<Vec<u64>>,
    /// For each complete layer, how many states its parts have: one part as long as there are no bounds.
    pub(super) layers: Vec<Vec<u64>>,
    /// The parts of the last layer whose successors are written, and in how many runs.
    pub(super) expanded: Vec<(usize, usize)>,
    /// The parts of the next layer that are written, and how many states they have.
    pub(super) merged: Vec<(usize, u64)>,
}

impl Finished {
    /// The runs with successors of the last layer: the part that they come from, and their number.
    pub(super) fn runs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let runs = |&(from, runs): &(usize, usize)| (0..runs).map(move |run| (from, run));
        self.expanded.iter().flat_map(runs)
    }

    /// Whether a layer is being made.
    fn is_midway(&self) -> bool {
        !self.expanded.is_empty() || !self.merged.is_empty()
    }

    /// The parts of a layer that is made now.
    pub(super) fn parts(&self) -> usize {
        self.bounds.len() + 1
    }
}

/// The folder, for as long as a search works in it.
pub(super) struct Folder {
    path: PathBuf,
    pub(super) usage: Usage,
    /// Files that are written, but may not be on the disk yet.
    on_the_way: Mutex<Vec<PathBuf>>,
    /// When the list was last written, and whether it names runs.
    listed: Mutex<(Instant, bool)>,
    /// It is held until the search ends, however that happens.
    _lock: File,
}

impl Folder {
    /// Opens the folder, with what is finished in it of the search that `of` describes.
    ///
    /// # Errors
    /// It cannot be read or written, another search is at work in it, or it holds one that is not to be resumed.
    pub(super) fn open(disk: &Disk, of: &str) -> Result<(Folder, Option<Finished>), Halt> {
        let path = &disk.folder;
        fs::create_dir_all(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => about(path, &io::Error::other("it is no folder")),
            _ => about(path, &error),
        })?;
        let lock = path.join(LOCK);
        let file = File::options().create(true).truncate(false).write(true).open(&lock);
        let file = file.map_err(|error| about(&lock, &error))?;
        if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
            return Err(about(path, &io::Error::other("another search is at work in this folder")));
        }
        let folder = Folder {
            path: path.clone(),
            usage: Usage::new(disk.limit),
            on_the_way: Mutex::default(),
            listed: Mutex::new((Instant::now(), false)),
            _lock: file,
        };
        let finished = folder.list(disk.resume, of)?;
        locked(&folder.listed).1 = finished.as_ref().is_some_and(Finished::is_midway);
        folder.sweep(finished.as_ref())?;
        Ok((folder, finished))
    }

    /// What is finished, if there is a list.
    fn list(&self, resume: bool, of: &str) -> Result<Option<Finished>, Halt> {
        let path = self.path.join(LIST);
        let refuse =
            |why: &str| Err(about(&path, &io::Error::new(io::ErrorKind::InvalidData, why)));
        let bytes = match atomic_file::read(&path, LONGEST_LIST) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(about(&path, &error)),
        };
        if !resume {
            return refuse("the folder holds a search already, which was not asked to be resumed");
        }
        let Ok(finished) = serde_json::from_slice::<Finished>(&bytes) else {
            return refuse("it is damaged");
        };
        if finished.of != of {
            return refuse(&format!("the folder holds another search: {}", finished.of));
        }
        let parts = finished.parts();
        let counts = |layer: &Vec<u64>| layer.len() == 1 || layer.len() == parts;
        let inside = finished.expanded.iter().all(|&(part, _)| part < parts);
        let whole = inside && finished.merged.iter().all(|&(part, _)| part < parts);
        match whole && !finished.layers.is_empty() && finished.layers.iter().all(counts) {
            true => Ok(Some(finished)),
            false => refuse("it is damaged"),
        }
    }

    /// Removes files of states that are not finished, or no longer needed, and counts the others.
    fn sweep(&self, finished: Option<&Finished>) -> Result<(), Halt> {
        let needed: BTreeSet<PathBuf> = finished.map(|f| self.needed(f)).unwrap_or_default();
        let entries = fs::read_dir(&self.path).map_err(|error| about(&self.path, &error))?;
        for entry in entries {
            let path = entry.map_err(|error| about(&self.path, &error))?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let ours =
                name.ends_with(STATES) && (name.starts_with("layer-") || name.starts_with("run-"));
            if needed.contains(&path) {
                let bytes = fs::metadata(&path).map_err(|error| about(&path, &error))?.len();
                self.usage.take(bytes)?;
            } else if ours {
                fs::remove_file(&path).map_err(|error| about(&path, &error))?;
            }
        }
        Ok(())
    }

    /// The files that the search goes on from.
    fn needed(&self, finished: &Finished) -> BTreeSet<PathBuf> {
        let layers = finished.layers.iter().enumerate();
        let layers =
            layers.flat_map(|(depth, parts)| (0..parts.len()).map(move |part| (depth, part)));
        let next = finished.layers.len();
        let merged = finished.merged.iter().map(|&(part, _)| (next, part));
        let layers = layers.chain(merged).map(|(depth, part)| self.layer_part(depth, part));
        let left =
            (0..finished.parts()).filter(|&part| finished.merged.iter().all(|&(m, _)| m != part));
        let runs = left.flat_map(|part| finished.runs().map(move |run| self.run(run, part)));
        layers.chain(runs).collect()
    }

    /// Whether to write down what is finished: always where it takes long to make, and where the list names files that would be
    /// missed; otherwise once a second, and between two layers.
    pub(super) fn is_due(&self, finished: &Finished) -> bool {
        let (at, names_runs) = *locked(&self.listed);
        let is_large = !finished.bounds.is_empty();
        is_large || names_runs || !finished.is_midway() && at.elapsed() > BETWEEN_LISTS
    }

    /// Writes down what is finished, after the files that it names have come to the disk.
    pub(super) fn write(&self, finished: &Finished) -> Result<(), Halt> {
        let files = std::mem::take(&mut *locked(&self.on_the_way));
        for path in &files {
            match File::open(path).and_then(|file| file.sync_all()) {
                // A run that is merged already.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                done => done.map_err(|error| about(path, &error))?,
            }
        }
        let path = self.path.join(LIST);
        let bytes = serde_json::to_vec(finished).map_err(|error| about(&path, &error.into()))?;
        atomic_file::put(&path, &bytes).map_err(|error| about(&path, &error))?;
        *locked(&self.listed) = (Instant::now(), finished.is_midway());
        Ok(())
    }

    /// A new file of states.
    pub(super) fn create<K: Bits>(&self, path: PathBuf) -> Result<Writer<'_, K>, Halt> {
        Writer::create(path, &self.usage)
    }

    /// Ends a file of states; how many it has.
    ///
    /// # Errors
    /// There is no room, or it cannot be written.
    pub(super) fn finish<K: Bits>(&self, file: Writer<'_, K>) -> Result<u64, Halt> {
        let (path, states) = file.finish()?;
        locked(&self.on_the_way).push(path);
        Ok(states)
    }

    /// The file of one part of a layer.
    pub(super) fn layer_part(&self, depth: usize, part: usize) -> PathBuf {
        self.path.join(format!("layer-{depth:04}-{part:02}{STATES}"))
    }

    /// The file with those states of a run that belong to one part of the next layer.
    pub(super) fn run(&self, (from, number): (usize, usize), part: usize) -> PathBuf {
        self.path.join(format!("run-{from:02}-{number:05}-{part:02}{STATES}"))
    }

    /// A file of runs that were merged because there were too many; it is not written down.
    pub(super) fn merged_runs(&self, part: usize, number: usize) -> PathBuf {
        self.path.join(format!("run-merged-{part:02}-{number:05}{STATES}"))
    }

    /// Removes a file that is no longer needed.
    pub(super) fn remove(&self, path: &PathBuf) -> Result<(), Halt> {
        let bytes = fs::metadata(path).map_err(|error| about(path, &error))?.len();
        fs::remove_file(path).map_err(|error| about(path, &error))?;
        self.usage.give_back(bytes);
        Ok(())
    }

    /// The states of a layer from one bound to the next.
    pub(super) fn open_layer<K: Bits>(
        &self,
        finished: &Finished,
        depth: usize,
        part: usize,
    ) -> Result<Reader<K>, Halt> {
        let split = finished.layers[depth].len() > 1;
        // A layer from the time before there were bounds is one file, of which the states of other parts are passed over.
        Reader::open(self.layer_part(depth, if split { part } else { 0 }))
    }
}
