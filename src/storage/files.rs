//! Where the files lie, and how they are read and written.

use crate::atomic_file;
use directories::ProjectDirs;
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fmt, fs, thread};
use tempfile::NamedTempFile;

/// Where the files lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dirs {
    data: PathBuf,
    cache: PathBuf,
    config: PathBuf,
}

/// Something that went wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileProblem {
    /// The file.
    pub file: PathBuf,
    /// What went wrong.
    pub kind: ProblemKind,
    /// Why, if that is of any use: the reason of the system, or what in the file means nothing.
    pub why: String,
}

/// What can go wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProblemKind {
    /// It could not be understood and lies under this name now.
    SetAside(PathBuf),
    /// Something in it means nothing; the rest holds.
    Ignored,
    /// It is there, and cannot be read.
    NotRead,
    /// It cannot be written.
    NotWritten,
}

impl FileProblem {
    /// With the reason in words.
    pub(crate) fn new(file: &Path, kind: ProblemKind, why: impl ToString) -> FileProblem {
        FileProblem { file: file.to_owned(), kind, why: why.to_string() }
    }
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, why) = (self.file.display(), &self.why);
        match &self.kind {
            ProblemKind::SetAside(kept) => {
                let (kept, colon) = (kept.display(), if why.is_empty() { "" } else { ": " });
                write!(f, "{file} could not be understood{colon}{why}; it was put aside as {kept}")
            }
            ProblemKind::Ignored => write!(f, "{file}: {why}; the rest holds"),
            ProblemKind::NotRead => write!(f, "{file} cannot be read: {why}"),
            ProblemKind::NotWritten => write!(f, "{file} cannot be written: {why}"),
        }
    }
}

impl Dirs {
    /// The folder that `HUARONG_HOME` names, else the one of the platform; `None` if neither is known.
    pub fn of_environment() -> Option<Dirs> {
        // An empty variable is how a shell clears one: it names no folder, and surely not the current one.
        match std::env::var_os("HUARONG_HOME").filter(|home| !home.is_empty()) {
            Some(home) => Some(Dirs::at(Path::new(&home))),
            None => ProjectDirs::from("", "", "huarong").map(|dirs| Dirs {
                data: dirs.data_dir().to_owned(),
                cache: dirs.cache_dir().to_owned(),
                config: dirs.config_dir().to_owned(),
            }),
        }
    }

    /// All files in this folder, which need not be there yet.
    pub fn at(data: &Path) -> Dirs {
        Dirs { data: data.to_owned(), cache: data.to_owned(), config: data.to_owned() }
    }

    /// The best results.
    pub fn bests(&self) -> PathBuf {
        self.data.join("records.json")
    }

    /// How the puzzles of each day went.
    pub fn days(&self) -> PathBuf {
        self.data.join("days.json")
    }

    /// The times of scrambled number puzzles.
    pub fn times(&self) -> PathBuf {
        self.data.join("times.json")
    }

    /// Who holds this file may write results.
    fn lock(&self) -> PathBuf {
        self.data.join("records.lock")
    }

    /// The settings.
    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.toml")
    }

    /// The game that was left.
    pub fn game(&self) -> PathBuf {
        self.data.join("game.json")
    }

    /// The game that is about to take the place of the one that was left.
    pub(crate) fn next_game(&self) -> PathBuf {
        self.data.join("game.next.json")
    }

    /// What was being drawn.
    pub fn drawing(&self) -> PathBuf {
        self.data.join("drawing.json")
    }

    /// The folder of the solver's tables, which can be deleted at any time.
    pub fn tables(&self) -> PathBuf {
        self.cache.join("tables")
    }
}

/// The longest file of the game that is read, in bytes: many times what years of play fill.
const LONGEST: u64 = 64 << 20;

/// The bytes of a file of the game. Something else in its place is refused, and so is what has no end.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    atomic_file::read(path, LONGEST)
}

/// Gives what lies at `path` another name, so that the next one written does not replace it.
fn set_aside(path: &Path, why: String) -> FileProblem {
    let kept = free_name(path);
    match fs::rename(path, &kept) {
        Ok(()) => FileProblem::new(path, ProblemKind::SetAside(kept), why),
        Err(error) => FileProblem::new(path, ProblemKind::NotRead, error),
    }
}

/// What `understand` makes of a file that this game alone writes, as a whole: one that cannot be read is set aside, since it
/// would be written over.
pub(crate) fn read_own<T>(
    path: &Path,
    understand: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, FileProblem> {
    read(path, understand).map_err(|problem| match problem.kind {
        ProblemKind::NotRead => set_aside(path, problem.why),
        _ => problem,
    })
}

/// What `understand` makes of a file; nothing, if there is no file.
///
/// # Errors
/// It cannot be read, or it cannot be understood; then it has been given another name, so that the next one written does not
/// replace it.
pub(crate) fn read<T>(
    path: &Path,
    understand: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, FileProblem> {
    // Bytes and not text: what is no UTF-8 has to be set aside, and the system would call it unreadable.
    let bytes = match bytes(path) {
        Ok(bytes) => bytes,
        Err(none) if none.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(FileProblem::new(path, ProblemKind::NotRead, why)),
    };
    let text = std::str::from_utf8(&bytes).map_err(|error| error.to_string());
    let why = match text.and_then(understand) {
        Ok(understood) => return Ok(Some(understood)),
        Err(why) => why,
    };
    match set_aside(path, why) {
        // Another game was quicker, and says so.
        FileProblem { kind: ProblemKind::NotRead, .. } if !path.exists() => Ok(None),
        problem => Err(problem),
    }
}

/// `game.json.bad-1`, or the first of its kind that is not taken.
fn free_name(path: &Path) -> PathBuf {
    let name = |n: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".bad-{n}"));
        PathBuf::from(name)
    };
    let free = (1..u32::MAX).map(name).find(|kept| !kept.exists());
    free.expect("no folder holds four billion files")
}

/// Turns the system's reason into the problem that a file cannot be written.
fn not_written(path: &Path) -> impl Fn(io::Error) -> FileProblem {
    |why| FileProblem::new(path, ProblemKind::NotWritten, why)
}

/// A file beside `path` with all of its text, which only has to be given its place.
fn unfinished(path: &Path, text: &str) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // In the same folder, since a file can be renamed only within one file system.
    let mut file = atomic_file::file_in(folder)?;
    // The plain file, whose errors do not name what is only on its way.
    file.as_file_mut().write_all(text.as_bytes())?;
    Ok(file)
}

/// Writes the whole file or nothing: a reader finds the old one or the new one, whatever happens in between. It is on the
/// disk before it takes the old one's place, so that not even a loss of power leaves half of it.
///
/// # Errors
/// It cannot be written; the old one is still there.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), FileProblem> {
    let written = || -> io::Result<()> {
        let file = unfinished(path, text)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    written().map_err(not_written(path))
}

/// Removes the file, if it is there.
pub(crate) fn remove(path: &Path) -> Result<(), FileProblem> {
    match fs::remove_file(path) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => Err(not_written(path)(why)),
        _ => Ok(()),
    }
}

/// Writes the whole file or nothing, like [`write`], and calls `safe` as soon as the text outlives this program: it then lies
/// in `next`, from where [`recover`] takes it. That no loss of power takes it either takes longer.
///
/// # Errors
/// It cannot be written; the old one is still there.
pub(crate) fn write_soon(
    path: &Path,
    next: &Path,
    text: &str,
    safe: &dyn Fn(),
) -> Result<(), FileProblem> {
    let written = || -> io::Result<()> {
        let file = unfinished(path, text)?.persist(next)?;
        safe();
        file.sync_all()?;
        match fs::rename(next, path) {
            // Another game has put it in its place.
            Err(gone) if gone.kind() == io::ErrorKind::NotFound => Ok(()),
            done => done,
        }
    };
    written().map_err(not_written(path))
}

/// Puts in place what a program was about to when it was killed; what a loss of power has left incomplete goes away.
pub(crate) fn recover(path: &Path, next: &Path, is_whole: impl Fn(&str) -> bool) {
    let Ok(bytes) = bytes(next) else {
        return;
    };
    // If it cannot be done, the file is as it was after the move before.
    let _ = match std::str::from_utf8(&bytes).is_ok_and(is_whole) {
        true => fs::rename(next, path),
        false => fs::remove_file(next),
    };
}

/// Writes `path` anew with what `changed` makes of its text; where it is a link, the file that it leads to, whose rights stay
/// as they are. A file that is not there has no text.
///
/// # Errors
/// It cannot be read or written, or `changed` refuses it: then it is left alone.
pub(crate) fn change(
    path: &Path,
    changed: impl Fn(&str) -> Result<String, String>,
) -> Result<(), FileProblem> {
    // The link is followed first: a rename onto it would replace the link and leave its file as it was.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let text = match bytes(&path).map(String::from_utf8) {
        Ok(Ok(text)) => text,
        Err(none) if none.kind() == io::ErrorKind::NotFound => String::new(),
        Ok(Err(error)) => return Err(FileProblem::new(&path, ProblemKind::NotRead, error)),
        Err(why) => return Err(FileProblem::new(&path, ProblemKind::NotRead, why)),
    };
    // The rights are read before the write, which puts a new file with its own rights in the place of this one.
    let rights = fs::metadata(&path).map(|file| file.permissions());
    let new =
        changed(&text).map_err(|why| FileProblem::new(&path, ProblemKind::NotWritten, why))?;
    write(&path, &new)?;
    if let Ok(rights) = rights {
        // The text is there; that others may not read it any more is no reason to say that it is not.
        let _ = fs::set_permissions(&path, rights);
    }
    Ok(())
}

/// Removes what programs that were killed have left unfinished among these files.
pub(crate) fn sweep(dirs: &Dirs) {
    atomic_file::sweep(&dirs.data);
    // Under `HUARONG_HOME` both are one folder, which need not be swept twice.
    if dirs.config != dirs.data {
        atomic_file::sweep(&dirs.config);
    }
}

/// The right to write results, which one game has at a time; it ends when this is dropped, or with the program.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "open as long as it is held")] Option<File>);

/// How often a lock that another game has is asked for, and how long is waited in between.
// Half a second in all: a game holds the lock for one read and one write, so that only a suspended one should have it longer.
const TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(10);

impl Lock {
    /// Waits for the lock of `dirs`. Where the file system knows none there is nothing to wait for.
    ///
    /// # Errors
    /// The file of the lock cannot be written, or another game has held it for half a second: it may be suspended.
    pub(crate) fn take(dirs: &Dirs) -> Result<Lock, FileProblem> {
        let path = dirs.lock();
        let problem = not_written(&path);
        fs::create_dir_all(&dirs.data).map_err(&problem)?;
        if path.exists() && !path.is_file() {
            return Err(problem(io::Error::other("it is no plain file")));
        }
        let mut options = File::options();
        // Opened to append, the file is made where there is none and never cut; nothing but its lock is of use.
        let file = options.create(true).append(true).open(&path);
        let file = file.map_err(&problem)?;
        for _ in 0..TRIES {
            // The system's own wait has no end, and a suspended game would hold up this one for ever.
            match file.try_lock() {
                Ok(()) => return Ok(Lock(Some(file))),
                Err(TryLockError::Error(_)) => return Ok(Lock(None)),
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            }
        }
        Err(problem(io::Error::other("another game holds it")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_has_the_lock() {
        let home = tempfile::tempdir().unwrap();
        let dirs = Dirs::at(home.path());
        let held = Lock::take(&dirs).unwrap();
        let refused = Lock::take(&dirs).unwrap_err();
        assert!(refused.to_string().contains("another game"), "{refused}");
        drop(held);
        Lock::take(&dirs).unwrap();
    }

    #[test]
    fn what_cannot_be_written_leaves_the_old_file_and_nothing_else() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("game.json");
        fs::create_dir(&path).unwrap();
        write(&path, "a folder is in the way").unwrap_err();
        let names = fs::read_dir(home.path()).unwrap().count();
        assert_eq!((names, path.is_dir()), (1, true));
    }
}
