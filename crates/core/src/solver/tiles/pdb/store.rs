//! Great tables on disk, so that they are built once for all: a file each, with a checksum, written as a whole or not at all.
//!
//! A file is only a copy of what can be built again. One that is cut short, damaged, or of another program's version is treated
//! as if it were missing, and a failure to write one is ignored.

use super::grid::Grid;
use crate::atomic_file;
use crc32fast::Hasher;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The folder of all files, once it is known.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// What a file begins with; the number changes with what the words behind it mean.
const VERSION: &str = "huarong pattern databases, version 1";

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

fn file(folder: &Path, grid: &Grid, blank: usize) -> PathBuf {
    folder.join(format!("{}x{}-{blank}.tables", grid.width, grid.height))
}

/// Whether there is a file for these tables; what is in it shows when it is read.
pub(crate) fn is_kept(folder: &Path, grid: &Grid, blank: usize) -> bool {
    file(folder, grid, blank).exists()
}

/// A place for the tables of some groups.
#[derive(Debug)]
pub(crate) struct TableFile {
    file: PathBuf,
    header: String,
}

impl TableFile {
    /// The place in `folder` for the tables of `patterns` on `grid`, with the blank's goal on `blank`.
    pub(crate) fn new(
        folder: &Path,
        grid: &Grid,
        blank: usize,
        patterns: &[Vec<usize>],
    ) -> TableFile {
        let (width, height) = (grid.width, grid.height);
        TableFile {
            file: file(folder, grid, blank),
            // The groups are named too, since the same board with another partition has other tables.
            header: format!("{VERSION}: {width}x{height}, blank on {blank}, groups {patterns:?}\n"),
        }
    }

    /// Fills `tables` from the file, and asks `go_on` after so many words now and then; whether everything was there and right.
    pub(crate) fn load(&self, tables: &mut [Vec<u64>], go_on: impl Fn(u64) -> bool) -> bool {
        self.read(tables, go_on).unwrap_or(false)
    }

    fn read(&self, tables: &mut [Vec<u64>], go_on: impl Fn(u64) -> bool) -> io::Result<bool> {
        let mut file = File::open(&self.file)?;
        let words: usize = tables.iter().map(Vec::len).sum();
        let length = self.header.len() + 8 * words + 4;
        // The length is compared first: it is known without reading and shows most files that were cut short.
        if file.metadata()?.len() != length as u64 {
            return Ok(false);
        }
        let mut sum = Hasher::new();
        let mut buffer = vec![0; CHUNK.max(self.header.len())];
        let header = &mut buffer[..self.header.len()];
        file.read_exact(header)?;
        if header != self.header.as_bytes() {
            return Ok(false);
        }
        sum.update(header);
        for words in tables.iter_mut().flat_map(|table| table.chunks_mut(CHUNK / 8)) {
            let bytes = &mut buffer[..8 * words.len()];
            file.read_exact(bytes)?;
            sum.update(bytes);
            for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
                // The order of bytes is fixed, so that every machine can read the file.
                *word = u64::from_le_bytes(*bytes);
            }
            if !go_on(words.len() as u64) {
                return Ok(false);
            }
        }
        let mut expected = [0; 4];
        file.read_exact(&mut expected)?;
        Ok(u32::from_le_bytes(expected) == sum.finalize())
    }

    /// Writes the file; a reader finds the old one or the new one, whatever happens in between.
    ///
    /// # Errors
    /// It cannot be written, or `go_on` said stop.
    pub(crate) fn save(&self, tables: &[&[u64]], go_on: impl Fn() -> bool) -> io::Result<()> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = atomic_file::file_in(folder)?;
        let mut sum = Hasher::new();
        let mut put = |bytes: &[u8]| {
            sum.update(bytes);
            file.write_all(bytes)
        };
        put(self.header.as_bytes())?;
        for words in tables.iter().flat_map(|table| table.chunks(CHUNK / 8)) {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            put(&bytes)?;
            if !go_on() {
                return Err(io::ErrorKind::Interrupted.into());
            }
        }
        // The sum comes last, since it is known only when all the rest has been written.
        file.write_all(&sum.finalize().to_le_bytes())?;
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
        let grid = Grid::new(3, 3);
        let patterns = [vec![1, 2], vec![3, 4, 5]];
        let file = TableFile::new(&folder.path().join("new"), &grid, 0, &patterns);
        let tables: [Vec<u64>; 2] = [(0..200_000).collect(), (7..1000).rev().collect()];
        let empty = [vec![0; tables[0].len()], vec![0; tables[1].len()]];
        let load = |file: &TableFile| {
            let mut found = empty.clone();
            file.load(&mut found, |_| true).then_some(found)
        };
        assert_eq!(load(&file), None);
        assert!(file.save(&[&tables[0], &tables[1]], || false).is_err());
        assert_eq!(load(&file), None, "broken off");
        file.save(&[&tables[0], &tables[1]], || true).unwrap();
        assert_eq!(load(&file), Some(tables.clone()));
        let other = TableFile::new(&folder.path().join("new"), &grid, 0, &patterns[..1]);
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
        fs::write(&file.file, &whole[..whole.len() - 9]).unwrap();
        assert_eq!(load(&file), None, "cut short");
        file.save(&[&tables[0], &tables[1]], || true).unwrap();
        assert_eq!(load(&file), Some(tables));
    }
}
