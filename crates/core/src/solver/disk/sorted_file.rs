//! Files of states in ascending order, each written as its difference from the one before.
//!
//! Behind the last difference stand how many states there are and a sum over them, so that a damaged file is noticed.

use super::{Halt, Usage};
use crate::solver::search::bits::Bits;
use crate::solver::search::deltas::{self, longest};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes that are read or written at a time.
pub(super) const BUFFER: usize = 1 << 16;

/// Bytes behind the states: their number and their sum.
const TRAILER: u64 = 16;

/// A sum over words in which the order counts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Sum(u64);

impl Sum {
    fn add<K: Bits>(&mut self, state: K) {
        for i in 0..K::BITS / 64 {
            // The odd factor is that of SplitMix.
            self.0 =
                (self.0.rotate_left(23) ^ state.word(64 * i)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
}

/// An error of the system, with the name of the file that it is about.
pub(super) fn about(path: &Path, error: &io::Error) -> Halt {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Halt::Full,
        kind => Halt::Failed(io::Error::new(kind, format!("{}: {error}", path.display()))),
    }
}

/// Writes states, each greater than the one before.
pub(super) struct Writer<'a, K> {
    file: File,
    path: PathBuf,
    usage: &'a Usage,
    buffer: Vec<u8>,
    last: K,
    count: u64,
    sum: Sum,
}

impl<'a, K: Bits> Writer<'a, K> {
    /// A new file; one of that name is overwritten.
    pub(super) fn create(path: PathBuf, usage: &'a Usage) -> Result<Writer<'a, K>, Halt> {
        let file = File::create(&path).map_err(|error| about(&path, &error))?;
        let buffer = Vec::with_capacity(BUFFER + longest::<K>());
        Ok(Writer { file, path, usage, buffer, last: K::ZERO, count: 0, sum: Sum::default() })
    }

    /// Adds a state.
    ///
    /// # Errors
    /// There is no room, or the file cannot be written.
    pub(super) fn push(&mut self, state: K) -> Result<(), Halt> {
        debug_assert!(self.count == 0 || state > self.last, "states ascend");
        deltas::write(self.last, state, &mut self.buffer);
        self.last = state;
        self.count += 1;
        self.sum.add(state);
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Halt> {
        self.usage.take(self.buffer.len() as u64)?;
        self.file.write_all(&self.buffer).map_err(|error| about(&self.path, &error))?;
        self.buffer.clear();
        Ok(())
    }

    /// Ends the file, which the system may still have to bring to the disk; its name, and how many states it has.
    ///
    /// # Errors
    /// There is no room, or the file cannot be written.
    pub(super) fn finish(mut self) -> Result<(PathBuf, u64), Halt> {
        for word in [self.count, self.sum.0] {
            self.buffer.extend_from_slice(&word.to_le_bytes());
        }
        self.flush()?;
        Ok((self.path, self.count))
    }
}

/// Reads states in ascending order.
pub(super) struct Reader<K> {
    file: File,
    path: PathBuf,
    buffer: Vec<u8>,
    at: usize,
    /// Bytes of states that have not been read from the file.
    unread: u64,
    last: K,
    /// States that have not been returned.
    left: u64,
    sum: Sum,
    expected: Sum,
}

impl<K: Bits> Reader<K> {
    /// Opens a file.
    ///
    /// # Errors
    /// It cannot be read, or it is damaged.
    pub(super) fn open(path: PathBuf) -> Result<Reader<K>, Halt> {
        Self::opened(&path).map_err(|error| about(&path, &error))
    }

    fn opened(path: &Path) -> io::Result<Reader<K>> {
        let mut file = File::open(path)?;
        let bytes = file.metadata()?.len().checked_sub(TRAILER).ok_or_else(damaged)?;
        file.seek(SeekFrom::Start(bytes))?;
        let mut trailer = [[0; 8]; 2];
        file.read_exact(trailer.as_flattened_mut())?;
        file.seek(SeekFrom::Start(0))?;
        let [left, sum] = trailer.map(u64::from_le_bytes);
        Ok(Reader {
            file,
            path: path.to_owned(),
            buffer: Vec::new(),
            at: 0,
            unread: bytes,
            last: K::ZERO,
            left,
            sum: Sum::default(),
            expected: Sum(sum),
        })
    }

    /// How many states are left.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// The next state; `None` after the last.
    ///
    /// # Errors
    /// The file cannot be read, or it is damaged.
    pub(super) fn next(&mut self) -> Result<Option<K>, Halt> {
        self.step().map_err(|error| about(&self.path, &error))
    }

    fn step(&mut self) -> io::Result<Option<K>> {
        if self.left == 0 {
            let whole =
                self.unread == 0 && self.at == self.buffer.len() && self.sum == self.expected;
            return if whole { Ok(None) } else { Err(damaged()) };
        }
        if self.buffer.len() - self.at < longest::<K>() && self.unread > 0 {
            self.fill()?;
        }
        let read = deltas::read(self.last, &self.buffer[self.at..]);
        let (state, length) = read.ok_or_else(damaged)?;
        self.last = state;
        self.at += length;
        self.left -= 1;
        self.sum.add(self.last);
        Ok(Some(self.last))
    }

    /// Moves what is left of the buffer to its beginning, and fills it up.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let kept = self.buffer.len();
        let more = (BUFFER as u64).min(self.unread);
        self.buffer.resize(kept + more as usize, 0);
        self.file.read_exact(&mut self.buffer[kept..])?;
        self.unread -= more;
        Ok(())
    }
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it is damaged")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::search::bits::BigBits;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn written<K: Bits>(path: &Path, states: &BTreeSet<K>) {
        let usage = Usage::new(None);
        let mut writer = Writer::create(path.to_owned(), &usage).unwrap();
        states.iter().for_each(|&state| writer.push(state).unwrap());
        assert_eq!(writer.finish().unwrap().1, states.len() as u64);
        assert_eq!(usage.bytes(), path.metadata().unwrap().len());
    }

    fn read<K: Bits>(path: &Path) -> Result<BTreeSet<K>, Halt> {
        let mut reader = Reader::open(path.to_owned())?;
        let mut states = BTreeSet::new();
        while let Some(state) = reader.next()? {
            states.insert(state);
        }
        Ok(states)
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(states: BTreeSet<u128>, small: BTreeSet<u64>, top: u64) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("states");
            written(&path, &states);
            prop_assert_eq!(read::<u128>(&path).unwrap(), states.clone());
            written(&path, &small);
            prop_assert_eq!(read::<u64>(&path).unwrap(), small);
            let wide = |n: u128| BigBits([n as u64, (n >> 64) as u64, 0, top]);
            let wide: BTreeSet<BigBits<4>> = states.into_iter().map(wide).collect();
            written(&path, &wide);
            prop_assert_eq!(read::<BigBits<4>>(&path).unwrap(), wide);
        }

        #[test]
        fn a_changed_byte_is_noticed(states: BTreeSet<u64>, at: prop::sample::Index, other in 1u8..) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("states");
            written(&path, &states);
            let mut bytes = std::fs::read(&path).unwrap();
            let at = at.index(bytes.len());
            bytes[at] ^= other;
            std::fs::write(&path, &bytes).unwrap();
            prop_assert!(matches!(read::<u64>(&path), Err(Halt::Failed(_))));
            std::fs::write(&path, &bytes[..at]).unwrap();
            prop_assert!(matches!(read::<u64>(&path), Err(Halt::Failed(_))));
        }
    }
}
