//! The built-in puzzles, by id. They are packs like any other, in `assets/packs`, and read once; one of them can be read
//! alone, which takes a hundredth of the time.

use crate::notation;
use crate::notation::{Entry, Pack};
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

/// The packs' texts, in the order in which they are offered.
const TEXTS: [(&str, &str); 7] = [
    ("huarong.toml", include_str!("../assets/packs/huarong.toml")),
    ("classic.toml", include_str!("../assets/packs/classic.toml")),
    ("corners.toml", include_str!("../assets/packs/corners.toml")),
    ("rush.toml", include_str!("../assets/packs/rush.toml")),
    ("numbers.toml", include_str!("../assets/packs/numbers.toml")),
    ("open.toml", include_str!("../assets/packs/open.toml")),
    (FIRST_STEPS, include_str!("../assets/packs/first-steps.toml")),
];

/// The pack that teaches.
const FIRST_STEPS: &str = "first-steps.toml";

/// The ids of the puzzles of the journey, one a line, those that ask least of a player first.
const JOURNEY: &str = include_str!("../assets/journey.txt");

/// The ids of the puzzles that teach, in order.
pub fn first_steps() -> impl Iterator<Item = &'static str> {
    texts().filter(|(pack, _)| *pack == FIRST_STEPS).filter_map(|(_, text)| names_in(text).next())
}

/// The ids of the puzzles of the journey: some of all kinds, those that ask least of a player first.
///
/// ```
/// use huarong::library;
/// assert!(library::journey().all(|id| library::place_of(id).is_some()));
/// ```
pub fn journey() -> impl Iterator<Item = &'static str> {
    JOURNEY.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// All packs; inside a pack those with fewer moves come first.
///
/// ```
/// use huarong::library;
/// assert!(library::packs().all(|pack| !pack.title.en.is_empty()));
/// ```
pub fn packs() -> impl Iterator<Item = &'static Pack> {
    (0..TEXTS.len()).map(pack)
}

fn pack(number: usize) -> &'static Pack {
    // Each pack has a cell of its own, so that a puzzle costs the reading of its own pack alone.
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

/// What begins a puzzle in a pack's text.
// With its line feeds it is a whole line, so that the same characters within a text do not count.
const MARK: &str = "\n[[puzzle]]\n";

/// The name of the pack and the text of each puzzle, in the order of [`all`].
fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEXTS.into_iter().flat_map(|(name, text)| {
        let marks = text.match_indices(MARK).map(|(at, _)| at + 1);
        marks.map(move |at| {
            let next = text[at..].find(MARK).map_or(text.len(), |end| at + end + 1);
            (name, &text[at..next])
        })
    })
}

/// The puzzle at a place of [`all`], without the others being read.
///
/// ```
/// use huarong::library;
/// assert_eq!(library::alone(7).as_ref(), library::all().nth(7));
/// assert_eq!(library::alone(library::all().count()), None);
/// ```
pub fn alone(at: usize) -> Option<Entry> {
    let (name, text) = texts().nth(at)?;
    notation::read(name, text).ok()?.entries.pop()
}

/// The place within its pack, from 1, of the puzzle at a place of [`all`], and how many that pack has; none is read for it.
pub fn place_in_pack(at: usize) -> (usize, usize) {
    let own = texts().nth(at).map(|(pack, _)| pack);
    let mut places = texts().enumerate().filter(|(_, (pack, _))| Some(*pack) == own);
    let first = places.next().map_or(at, |(first, _)| first);
    (at - first + 1, places.count() + 1)
}

/// The place in [`all`] of the puzzle with this id; none is read for it.
pub fn place_of(id: &str) -> Option<usize> {
    let line = format!("id = \"{id}\"");
    texts().position(|(_, text)| text.lines().any(|found| found == line))
}

/// The place in [`all`] of the puzzle with this id, this name in any language, or its pinyin; capitals, blanks and
/// hyphens do not matter. None is read for it.
///
/// ```
/// use huarong::library;
/// let place = library::place_of("hengdaolima");
/// for name in ["横刀立马", "Heng Dao Li Ma"] {
///     assert_eq!(library::named(name), place);
/// }
/// assert_eq!(library::named("gu tou"), library::place_of("bone"));
/// assert_eq!(library::named("-"), None);
/// ```
pub fn named(name: &str) -> Option<usize> {
    let bare = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = bare(name);
    let is_called = |name| bare(name) == wanted || bare(&pinyin(name)) == wanted;
    let is_it = |(_, text): (_, &'static str)| names_in(text).any(is_called);
    place_of(name).or_else(|| texts().position(is_it).filter(|_| !wanted.is_empty()))
}

/// By character, how it is read in the names of the built-in puzzles.
static PINYIN: LazyLock<HashMap<char, &str>> = LazyLock::new(|| {
    let lines = include_str!("../assets/pinyin.txt").lines().filter_map(|l| l.split_once(' '));
    lines.flat_map(|(read, all)| all.chars().map(move |c| (c, read))).collect()
});

/// A name as it is typed in pinyin, without tones. Characters that no name of a built-in puzzle has stay as they are.
///
/// ```
/// assert_eq!(huarong::library::pinyin("塞车 51 步"), "saiche 51 bu");
/// ```
pub fn pinyin(name: &str) -> String {
    let mut read = String::new();
    for c in name.chars() {
        match PINYIN.get(&c) {
            Some(syllable) => read.push_str(syllable),
            None => read.push(c),
        }
    }
    read
}

/// Every id and every name.
pub fn names() -> impl Iterator<Item = &'static str> {
    texts().flat_map(|(_, text)| names_in(text))
}

/// What the puzzle of a text is called.
fn names_in(text: &'static str) -> impl Iterator<Item = &'static str> {
    let lines =
        text.lines().filter(|line| line.starts_with("id = ") || line.starts_with("name = "));
    // Of a line that is cut at its quotation marks every other part is a text.
    lines.flat_map(|line| line.split('"').skip(1).step_by(2))
}

/// The puzzle with this id.
///
/// ```
/// use huarong::library;
/// let puzzle = library::find("hengdaolima").expect("it is built in");
/// assert_eq!(puzzle.name.zh.as_deref(), Some("横刀立马"));
/// assert!(library::find("no-such-puzzle").is_none());
/// ```
pub fn find(id: &str) -> Option<&'static Entry> {
    all().find(|entry| entry.id == id)
}
