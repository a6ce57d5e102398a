//! The built-in puzzles, by id. They are packs like any other, in `assets/packs`, and read once.

use crate::notation::{self, Entry, Pack};
use std::sync::OnceLock;

/// The packs' texts, in the order in which they are offered.
const TEXTS: [(&str, &str); 5] = [
    ("huarong.toml", include_str!("../assets/packs/huarong.toml")),
    ("classic.toml", include_str!("../assets/packs/classic.toml")),
    ("corners.toml", include_str!("../assets/packs/corners.toml")),
    ("rush.toml", include_str!("../assets/packs/rush.toml")),
    ("numbers.toml", include_str!("../assets/packs/numbers.toml")),
];

/// All packs; inside a pack the easier puzzles come first. The very first puzzle is the one that a new player is given.
///
/// ```
/// use huarong::library;
/// assert!(library::packs().all(|pack| !pack.title.is_empty()));
/// ```
pub fn packs() -> impl Iterator<Item = &'static Pack> {
    (0..TEXTS.len()).map(pack)
}

fn pack(number: usize) -> &'static Pack {
    static PACKS: [OnceLock<Pack>; TEXTS.len()] = [const { OnceLock::new() }; TEXTS.len()];
    PACKS[number].get_or_init(|| {
        let (name, text) = TEXTS[number];
        notation::read(name, text).expect("the built-in packs are right, which a test proves")
    })
}

/// All puzzles of all packs, in order.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    packs().flat_map(|pack| &pack.entries)
}

/// The puzzle with this id.
///
/// ```
/// use huarong::library;
/// let puzzle = library::find("hengdaolima").expect("it is built in");
/// assert_eq!(puzzle.name.zh.as_deref(), Some("横刀立马"));
/// assert!(library::find("no-such-puzzle").is_none());
/// ```
#[must_use]
pub fn find(id: &str) -> Option<&'static Entry> {
    // Reading all packs takes longer than solving most puzzles; one that does not mention the id does not hold it.
    (0..TEXTS.len())
        .filter(|&number| TEXTS[number].1.contains(id))
        .flat_map(|number| &pack(number).entries)
        .find(|entry| entry.id == id)
}
