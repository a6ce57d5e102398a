//! Pictures: that of `--picture`, read, checked, and made small before the terminal is touched, and how it is to be drawn; and those that
//! are written into files.

use super::status::Failure;
use crate::atomic_file;
use crate::notation::printable;
use crate::storage::one_of;
use crate::tui::{Graphics, Picture};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// `--picture` and `--graphics`.
#[derive(clap::Args, Default, Debug)]
pub(crate) struct PictureArgs {
    /// A picture in PNG or JPEG that the tiles of number puzzles show
    #[arg(long, value_name = "FILE", conflicts_with = "plain")]
    picture: Option<PathBuf>,
    /// What draws the picture: pixels where the terminal has them, or half blocks
    #[arg(long, value_name = "HOW", conflicts_with = "plain",
        value_parser = one_of::<Graphics>(["auto", "kitty", "sixel", "blocks"]))]
    pub(crate) graphics: Option<Graphics>,
}

impl PictureArgs {
    /// The picture, if one is wanted.
    ///
    /// # Errors
    /// It cannot be read, or is no PNG or JPEG, or too large.
    pub(crate) fn read(&self) -> Result<Option<Arc<Picture>>, Failure> {
        let picture = self.picture.as_deref().map(read).transpose()?;
        Ok(picture.map(Arc::new))
    }
}

/// The picture in a file.
fn read(path: &Path) -> Result<Picture, Failure> {
    Picture::read(path).map_err(|why| {
        let name = printable::escaped(&path.display().to_string());
        let why = printable::escaped(&why);
        Failure::Input(vec![format!("{name}: {why}; expected a picture in PNG or JPEG")])
    })
}

/// Refuses two drawings of which both go to one place.
pub(crate) fn apart(cast: Option<&PathBuf>, svg: Option<&PathBuf>) -> Result<(), Failure> {
    let is_out = |file: Option<&PathBuf>| file.is_some_and(|file| is_standard_output(file));
    if is_out(cast) && is_out(svg) {
        let reason = "only one of --cast and --svg can go to standard output";
        return Err(Failure::input(reason));
    }
    if cast.is_some() && cast == svg {
        return Err(Failure::input("--cast and --svg name the same file"));
    }
    Ok(())
}

/// Writes a drawing into a file, as a whole or not at all.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn why(path: &Path) -> String {
        match read(path) {
            Err(Failure::Input(reasons)) => reasons.concat(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_no_picture_says_so() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("a\u{1b}.png");
        assert!(why(&path).contains("a\\u{1b}.png: No such file"), "{}", why(&path));
        fs::write(&path, "no picture").unwrap();
        assert!(why(&path).ends_with("another kind of file; expected a picture in PNG or JPEG"));
        fs::write(&path, b"\x89PNG\r\n\x1a\n and no more").unwrap();
        assert!(why(&path).ends_with("; expected a picture in PNG or JPEG"), "{}", why(&path));
        assert!(why(home.path()).contains("directory"), "{}", why(home.path()));
    }
}
