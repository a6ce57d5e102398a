//! Files on their way to their place: written beside it under a name of their own, and swept away if their program was killed.
//!
//! Whoever writes such a file holds a lock on it, which goes with the program however that ends. What has no lock on it is left
//! over. Where the file system knows no locks, nothing is ever swept away.

use std::fs::{self, File, TryLockError};
use std::io;
use std::io::{Read, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// What the names begin and end with; files that are called otherwise are not ours.
const BEFORE: &str = ".huarong-";
const AFTER: &str = ".unfinished";

/// How often a new file is tried, each of which a sweep may have met before its lock was there.
const TRIES: u32 = 100;

/// Opens a plain file to read it. What is none is refused at once: a pipe would be waited for, and a device has no end.
///
/// # Errors
/// It cannot be opened, or it is no plain file.
pub fn open(path: &Path) -> io::Result<File> {
    // This comes before the file is opened, since that alone waits at a pipe for whoever writes to it.
    match fs::metadata(path)?.is_file() {
        true => File::open(path),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no plain file")),
    }
}

/// What a plain file holds, up to `most` bytes.
///
/// # Errors
/// It cannot be read, it is no plain file, or it holds more.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = open(path)?;
    // The system's own files (`/proc/kmsg`) say that they hold nothing, and reading them may never end.
    if file.metadata()?.len() == 0 {
        return Ok(bytes);
    }
    // One byte more shows whether there are too many; a file may also grow while it is read.
    file.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 <= most {
        true => Ok(bytes),
        false => Err(io::Error::other(format!("it has more than {most} bytes"))),
    }
}

/// A new file in `folder`, which must be there. It is removed when it is dropped before it was given its place.
///
/// # Errors
/// The folder cannot be written.
pub fn file_in(folder: &Path) -> io::Result<NamedTempFile> {
    named(tempfile::Builder::new(), folder)
}

/// The error as the system has it: the name of a file on its way tells nobody anything.
fn without_path(error: io::Error) -> io::Error {
    // `tempfile` appends the path to the message of the system.
    match error.to_string().split_once(" at path ") {
        Some((why, _)) => io::Error::new(error.kind(), why),
        None => error,
    }
}

/// What makes files that have the rights of any new file; those on their way are else for their owner alone.
fn for_everybody() -> tempfile::Builder<'static, 'static> {
    let mut files = tempfile::Builder::new();
    #[cfg(unix)]
    // The system takes away from this what the user's umask forbids, as for any new file.
    files.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    files
}

fn named(mut names: tempfile::Builder<'_, '_>, folder: &Path) -> io::Result<NamedTempFile> {
    for _ in 0..TRIES {
        let file = names.prefix(BEFORE).suffix(AFTER).tempfile_in(folder).map_err(without_path)?;
        // Any other error means that locks do not work here; a sweep then gets none either, and removes nothing.
        let swept = matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        // From here on the lock keeps it.
        if !swept && file.path().exists() {
            return Ok(file);
        }
    }
    Err(io::Error::other("it is swept away again and again"))
}

/// Writes a file where the player wants it, as a whole or not at all, with the rights of any new file. What is no plain file (a
/// device, a pipe) keeps its place and is written to.
///
/// # Errors
/// It cannot be written; what was there is still there.
pub fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A symbolic link stays one: what is replaced is the file that it leads to.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // A link that is left leads to no file yet, which only the system can make at its end.
    let leads_nowhere = path.is_symlink();
    if leads_nowhere || path.exists() && !path.is_file() {
        let mut file = File::options().write(true).create(leads_nowhere).open(path)?;
        return file.write_all(bytes);
    }
    let file = written(path, bytes)?;
    // The rights are read before the old file is gone.
    let rights = fs::metadata(path).map(|file| file.permissions());
    let file = file.persist(path)?;
    rights.map_or(Ok(()), |rights| file.set_permissions(rights))
}

/// Writes a file like [`put`] where nothing of its name is yet, not even a link.
///
/// # Errors
/// It cannot be written, or something is there ([`io::ErrorKind::AlreadyExists`]), which stays as it is.
pub fn put_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Whether the file is there is not asked before: another program could write it in between.
    let placed = written(path, bytes)?.persist_noclobber(path);
    placed.map(drop).map_err(|error| error.error)
}

/// A file beside `path` with all of its bytes on the disk, which only has to be given its place.
fn written(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    // The parent of a bare file name is the empty path, which names no folder.
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    // No start of the game sweeps this folder.
    sweep(folder);
    let mut file = named(for_everybody(), folder)?;
    file.as_file_mut().write_all(bytes)?;
    // The bytes are on the disk before the name is: otherwise a power cut could leave an empty file in place of the old one.
    file.as_file().sync_all()?;
    Ok(file)
}

/// Removes what programs that were killed have left unfinished in `folder`, and nothing that is being written or not ours.
pub fn sweep(folder: &Path) {
    let Ok(files) = fs::read_dir(folder) else {
        return;
    };
    let ours = |name: &str| name.starts_with(BEFORE) && name.ends_with(AFTER);
    for file in files.flatten() {
        if file.file_name().to_str().is_some_and(ours) {
            remove_if_left(&file.path());
        }
    }
}

/// Removes a file that nobody has a lock on. The lock is held until it is gone, so that nobody begins to write it meanwhile.
fn remove_if_left(path: &Path) {
    let Ok(left) = File::open(path) else {
        return;
    };
    if left.try_lock().is_ok() {
        // It may be gone already, and it does no harm where it cannot be removed.
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    #[test]
    fn what_was_left_unfinished_is_swept_away_and_nothing_else() {
        let home = tempfile::tempdir().unwrap();
        let being_written = file_in(home.path()).unwrap();
        let left = file_in(home.path()).unwrap();
        // As after a kill: the file stays, its lock does not.
        let left = left.into_temp_path().keep().unwrap();
        for name in [".huarong-mine", "notes.unfinished", "game.json"] {
            fs::write(home.path().join(name), "mine").unwrap();
        }
        sweep(home.path());
        let names = || fs::read_dir(home.path()).unwrap().count();
        assert_eq!((left.exists(), names()), (false, 4));
        assert!(being_written.path().exists());
        drop(being_written);
        assert_eq!(names(), 3);
    }

    #[test]
    fn what_is_put_has_the_rights_that_files_have_there() {
        let home = tempfile::tempdir().unwrap();
        let (usual, ours) = (home.path().join("usual"), home.path().join("ours"));
        fs::write(&usual, "").unwrap();
        put(&ours, b"one").unwrap();
        let rights = |path| fs::metadata(path).unwrap().permissions();
        assert_eq!(rights(&ours), rights(&usual));
        let mut closed = rights(&ours);
        closed.set_readonly(true);
        fs::set_permissions(&ours, closed.clone()).unwrap();
        put(&ours, b"two").unwrap();
        assert_eq!((fs::read(&ours).unwrap(), rights(&ours)), (b"two".to_vec(), closed));
        put(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!Path::new("/dev/null").is_file());
        put(&home.path().join("no/folder"), b"").unwrap_err();
        let new = home.path().join("new");
        put_new(&new, b"one").unwrap();
        let there = put_new(&new, b"two").unwrap_err().kind();
        assert_eq!((there, rights(&new)), (io::ErrorKind::AlreadyExists, rights(&usual)));
        assert_eq!(fs::read(&new).unwrap(), b"one");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one_wherever_it_leads() {
        let home = tempfile::tempdir().unwrap();
        let (file, link) = (home.path().join("file"), home.path().join("link"));
        std::os::unix::fs::symlink("file", &link).unwrap();
        for text in ["one", "two"] {
            assert_eq!(put_new(&link, b"").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
            put(&link, text.as_bytes()).unwrap();
            assert!(link.is_symlink());
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
    }

    #[test]
    fn a_game_that_starts_takes_no_file_from_one_that_writes() {
        let home = tempfile::tempdir().unwrap();
        let written = AtomicBool::new(false);
        thread::scope(|games| {
            games.spawn(|| {
                while !written.load(Ordering::Relaxed) {
                    sweep(home.path());
                }
            });
            for round in 0..2000 {
                let place = home.path().join(format!("{}", round % 7));
                let kept = file_in(home.path()).map(|file| file.persist(place).is_ok());
                assert!(matches!(kept, Ok(true)), "{round}: {kept:?}");
            }
            written.store(true, Ordering::Relaxed);
        });
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 7);
    }
}
