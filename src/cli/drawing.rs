//! What the game shows, drawn into a file.

use super::status::Failure;
use crate::atomic_file;
use crate::notation::printable;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Refuses two drawings of which both go to standard output.
///
/// # Errors
/// They do.
pub(crate) fn apart(cast: Option<&PathBuf>, svg: Option<&PathBuf>) -> Result<(), Failure> {
    let is_out = |file: Option<&PathBuf>| file.is_some_and(|file| is_standard_output(file));
    if is_out(cast) && is_out(svg) {
        let reason = "only one of --cast and --svg can go to standard output";
        return Err(Failure::input(reason));
    }
    Ok(())
}

/// Writes a drawing into a file, as a whole or not at all.
///
/// # Errors
/// It cannot be written.
pub(crate) fn put(file: &Path, drawn: &str) -> Result<(), Failure> {
    if is_standard_output(file) {
        let mut out = io::stdout().lock();
        out.write_all(drawn.as_bytes())?;
        out.flush()?;
        return Ok(());
    }
    atomic_file::put(file, drawn.as_bytes()).map_err(|error| {
        let name = printable::escaped(&file.display().to_string());
        Failure::Input(vec![format!("{name} cannot be written: {error}")])
    })
}

fn is_standard_output(file: &Path) -> bool {
    file.as_os_str() == "-"
}
