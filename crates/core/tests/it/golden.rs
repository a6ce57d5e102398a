//! Golden files: what is said, word for word, beside what it is said of.

use std::path::{Path, PathBuf};

/// A path from the root of the project, whichever of its packages is tested.
pub(crate) fn root(path: &str) -> PathBuf {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let root = folders.find(|folder| folder.join("tests/data").is_dir());
    root.expect("the project has data for its tests").join(path)
}

/// All files of a folder with an ending, in order.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root(folder)).expect("a folder can be listed");
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a folder can be listed").path()).collect();
    found.retain(|path| path.extension().is_some_and(|e| e == ending));
    found.sort();
    found
}

/// How a text differs from a golden file; nothing if it does not. With `UPDATE_GOLDEN` the file is written.
pub(crate) fn difference(golden: &Path, said: &str) -> String {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(golden, said).expect("it can be written");
    }
    match std::fs::read_to_string(golden) {
        Ok(text) if text == said => String::new(),
        text => format!("== {}\n{said}-- instead of\n{text:?}\n", golden.display()),
    }
}
