//! Great tables on disk, so that they are built once for all: a file each, written as a whole or not at all.
//!
//! A file is only a copy of what can be built again. One that is cut short, damaged, or of another program's version is treated
//! as if it were missing, and a failure to write one is ignored. The answers rest on what a table says, so that a file does not
//! vouch for itself: the tables of a partition are always the same, and the program knows their [`Fingerprint`].

use crate::atomic_file;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// What tells the words of tables from any others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fingerprint(pub(crate) [u64; 2]);

impl Fingerprint {
    /// That of no words.
    const NONE: Fingerprint = Fingerprint([0; 2]);

    /// Takes in more words, in their order.
    fn add(&mut self, words: &[u64]) {
        // Each step is a bijection of the word and of the number before, so that one changed word always shows. Whoever changes
        // several has one chance in 2^128, unless he computes what undoes it. The odd factors are those of PCG and of SplitMix.
        let [a, b] = &mut self.0;
        for word in words {
            *a = (a.rotate_left(23) ^ word).wrapping_mul(0x5851_f42d_4c95_7f2d);
            *b = (b.rotate_left(41) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    /// That of these tables.
    #[cfg(test)]
    pub(crate) fn of(tables: &[Vec<u64>]) -> Fingerprint {
        let mut print = Fingerprint::NONE;
        tables.iter().for_each(|table| print.add(table));
        print
    }
}

/// The folder of all files, once it is known.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// What a file begins with; the number changes with what the words behind it mean.
const VERSION: &str = "huarong pattern databases, version 2";

/// Bytes that are read or written at a time.
const CHUNK: usize = 1 << 20;

/// Keeps tables that take seconds to build in `folder` from now on, which need not be there yet, and sweeps away
/// what a killed program has left there. The first call counts.
pub(crate) fn keep_in(folder: PathBuf) {
    atomic_file::sweep(&folder);
    // A second call changes nothing.
    let _ = FOLDER.set(folder);
}

/// The folder that tables are kept in.
pub(crate) fn folder() -> Option<&'static Path> {
    FOLDER.get().map(PathBuf::as_path)
}

fn file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.tables"))
}

/// Whether there is a file of this name; what is in it shows when it is read.
pub(crate) fn is_kept(folder: &Path, name: &str) -> bool {
    file(folder, name).exists()
}

/// A place for the tables of some groups.
#[derive(Debug)]
pub(crate) struct TableFile {
    file: PathBuf,
    header: String,
    print: Fingerprint,
}

impl TableFile {
    /// The place in `folder` for tables called `name`; the file tells that they are `what`, and right are those with this fingerprint.
    pub(crate) fn new(folder: &Path, name: &str, what: &str, print: Fingerprint) -> TableFile {
        TableFile { file: file(folder, name), header: format!("{VERSION}: {what}\n"), print }
    }

    /// Fills `tables` from the file, and asks `go_on` after so many words now and then; whether everything was there and right.
    pub(crate) fn load(&self, tables: &mut [Vec<u64>], go_on: impl Fn(u64) -> bool) -> bool {
        self.read(tables, go_on).unwrap_or(false)
    }

    fn read(&self, tables: &mut [Vec<u64>], go_on: impl Fn(u64) -> bool) -> io::Result<bool> {
        let mut file = atomic_file::open(&self.file)?;
        let words: usize = tables.iter().map(Vec::len).sum();
        let length = self.header.len() + 8 * words;
        // The length is compared first: it is known without reading and shows most files that were cut short.
        if file.metadata()?.len() != length as u64 {
            return Ok(false);
        }
        let mut print = Fingerprint::NONE;
        let mut buffer = vec![0; CHUNK.max(self.header.len())];
        let header = &mut buffer[..self.header.len()];
        file.read_exact(header)?;
        if header != self.header.as_bytes() {
            return Ok(false);
        }
        for words in tables.iter_mut().flat_map(|table| table.chunks_mut(CHUNK / 8)) {
            let bytes = &mut buffer[..8 * words.len()];
            file.read_exact(bytes)?;
            for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
                // The order of bytes is fixed, so that every machine can read the file.
                *word = u64::from_le_bytes(*bytes);
            }
            print.add(words);
            if !go_on(words.len() as u64) {
                return Ok(false);
            }
        }
        Ok(print == self.print)
    }

    /// Writes the file; a reader finds the old one or the new one, whatever happens in between. Tables that are not the right ones would
    /// never be read, and are not kept: that there is a file proves what was built.
    ///
    /// # Errors
    /// It cannot be written, `go_on` said stop, or the tables are wrong.
    pub(crate) fn save(&self, tables: &[&[u64]], go_on: impl Fn() -> bool) -> io::Result<()> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = atomic_file::file_in(folder)?;
        file.write_all(self.header.as_bytes())?;
        let mut print = Fingerprint::NONE;
        for words in tables.iter().flat_map(|table| table.chunks(CHUNK / 8)) {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            file.write_all(&bytes)?;
            print.add(words);
            if !go_on() {
                return Err(io::ErrorKind::Interrupted.into());
            }
        }
        if print != self.print {
            return Err(io::ErrorKind::InvalidData.into());
        }
        file.persist(&self.file)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_loaded_and_anything_else_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let what = "3x3, blank on 0, groups [[1, 2], [3, 4, 5]]";
        let tables: [Vec<u64>; 2] = [(0..200_000).collect(), (7..1000).rev().collect()];
        let print = Fingerprint::of(&tables);
        let place = folder.path().join("new");
        let file = TableFile::new(&place, "3x3-0", what, print);
        let empty = [vec![0; tables[0].len()], vec![0; tables[1].len()]];
        let load = |file: &TableFile| {
            let mut found = empty.clone();
            file.load(&mut found, |_| true).then_some(found)
        };
        assert_eq!(load(&file), None);
        assert!(file.save(&[&tables[0], &tables[1]], || false).is_err());
        assert_eq!(load(&file), None, "broken off");
        assert!(file.save(&[&tables[1], &tables[0]], || true).is_err());
        assert!(!file.file.exists(), "wrong tables are not kept");
        file.save(&[&tables[0], &tables[1]], || true).unwrap();
        assert_eq!(load(&file), Some(tables.clone()));
        let other = TableFile::new(&place, "3x3-0", &what[..30], print);
        assert_eq!(load(&other), None, "other groups");
        let stopped = file.load(&mut empty.clone(), |_| false);
        assert!(!stopped);

        let whole = fs::read(&file.file).unwrap();
        for place in [3, 90, whole.len() / 2, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[place] ^= 4;
            fs::write(&file.file, damaged).unwrap();
            assert_eq!(load(&file), None, "a damaged byte at {place}");
        }
        let head = file.header.len();
        let forged = |byte: &dyn Fn(u8) -> u8| -> Vec<u8> {
            let (head, words) = whole.split_at(head);
            head.iter().copied().chain(words.iter().map(|&b| byte(b))).collect()
        };
        for words in [forged(&|_| 0), forged(&|_| 255), forged(&|b| !b)] {
            fs::write(&file.file, words).unwrap();
            assert_eq!(load(&file), None, "other tables");
        }
        fs::write(&file.file, &whole[..whole.len() - 9]).unwrap();
        assert_eq!(load(&file), None, "cut short");
        file.save(&[&tables[0], &tables[1]], || true).unwrap();
        assert_eq!(load(&file), Some(tables));
    }
}
