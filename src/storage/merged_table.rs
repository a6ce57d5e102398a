//! A table of results on the disk, to which several games may add at once.

use super::files;
use super::files::{Dirs, FileProblem, Lock};
use std::path::PathBuf;

/// Results that can be put together with others of their kind.
pub(crate) trait Table: Clone + PartialEq + Default {
    /// Its file.
    fn path(folder: &Dirs) -> PathBuf;

    /// The table of a file's text.
    ///
    /// # Errors
    /// Why it is none, in one line.
    fn of_text(text: &str) -> Result<Self, String>;

    /// As a file has it.
    fn text(&self) -> String;

    /// Takes over what `others` have.
    fn merge(&mut self, others: &Self);
}

/// A table as it was read or written last.
#[derive(Debug, Default)]
pub(crate) struct MergedTable<T> {
    table: T,
    /// Whether there are results that could not be written so far.
    unwritten: bool,
}

impl<T: Table> MergedTable<T> {
    /// Reads the table of `folder`; nothing there is nothing wrong.
    pub(crate) fn read(folder: Option<&Dirs>, problems: &mut Vec<FileProblem>) -> MergedTable<T> {
        let read = folder.map_or(Ok(None), |folder| read(&T::path(folder)));
        let table = read.unwrap_or_else(|problem| {
            problems.push(problem);
            None
        });
        MergedTable { table: table.unwrap_or_default(), unwritten: false }
    }

    pub(crate) fn table(&self) -> &T {
        &self.table
    }

    /// Keeps `new`, together with what another game has written in the meantime.
    ///
    /// # Errors
    /// The file cannot be written, or one that is there cannot be read; it is tried again the next time.
    pub(crate) fn keep(
        &mut self,
        folder: Option<&Dirs>,
        new: &T,
        problems: &mut Vec<FileProblem>,
    ) -> Result<(), FileProblem> {
        if *new == self.table && !self.unwritten {
            return Ok(());
        }
        self.table.merge(new);
        self.unwritten = folder.is_some();
        let Some(folder) = folder else {
            return Ok(());
        };
        let _lock = Lock::take(folder)?;
        match read(&T::path(folder)) {
            Ok(None) => {}
            Ok(Some(others)) => self.table.merge(&others),
            Err(aside @ FileProblem::SetAside { .. }) => problems.push(aside),
            Err(problem) => return Err(problem),
        }
        files::write(&T::path(folder), &self.table.text())?;
        self.unwritten = false;
        Ok(())
    }
}

fn read<T: Table>(path: &std::path::Path) -> Result<Option<T>, FileProblem> {
    files::read(path, T::of_text)
}
