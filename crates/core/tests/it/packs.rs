//! The puzzles that the program has built in, as its packs hold them.

use crate::golden::files;
use huarong_core::notation::{self, Entry, Pack};
use std::path::PathBuf;

/// Every pack, in the order of their names.
pub(crate) fn all() -> Vec<Pack> {
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("a pack can be read");
        notation::read("pack", &text).unwrap_or_else(|errors| panic!("{}", errors[0]))
    };
    files("assets/packs", "toml").iter().map(read).collect()
}

/// The puzzle with this id.
pub(crate) fn find(id: &str) -> Entry {
    let mut entries = all().into_iter().flat_map(|pack| pack.entries);
    entries.find(|entry| entry.id == id).expect("it is in one of the packs")
}
