//! What a typed text stands for: a size, a built-in puzzle, a file or one puzzle of it, or the puzzle itself.

use crate::generate::{Scramble, any_seed, seed_named};
use crate::library;
use crate::notation::{self, Entry, printable};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The most characters of a written-out puzzle that serve as its name.
const MAX_LABEL: usize = 72;

/// A puzzle to work on.
#[derive(Debug)]
pub struct Resolved {
    /// What results call it: its id, its name, or where it came from. Safe to print.
    pub label: String,
    /// The puzzle.
    pub entry: Entry,
}

/// Why a text stands for nothing.
#[derive(Debug)]
pub enum LookupError {
    /// There is no number puzzle of so many columns and rows.
    Size(usize, usize),
    /// What follows a size is no seed.
    Seed(String),
    /// No built-in puzzle and no file is called so.
    Missing(String),
    /// A file that cannot be read.
    Unreadable(String, io::Error),
    /// Something that is there, but is no file.
    NotAFile(String),
    /// A file that holds so many puzzles, none of them called so; the id of one is nearly that.
    NotInFile {
        /// The file.
        file: String,
        /// What was looked for.
        name: String,
        /// How many puzzles there are.
        count: usize,
        /// The nearest id, if one is near.
        near: Option<String>,
    },
    /// A board that was written out and is no puzzle.
    Board(notation::Error),
    /// A file whose text is no puzzle.
    Text(notation::Error),
}

/// Every puzzle that `text` stands for; a size without a seed of its own is shuffled from `seed`.
pub fn resolve(text: &str, seed: Option<u64>) -> Result<Vec<Resolved>, Vec<LookupError>> {
    let (mut puzzles, one) = resolve_whole(text, seed)?;
    Ok(match one {
        Some(at) => vec![puzzles.swap_remove(at)],
        None => puzzles,
    })
}

/// The same, but with all puzzles of the file where one of them is named (`FILE#NAME`), and the place of that one.
pub(crate) fn resolve_whole(
    text: &str,
    seed: Option<u64>,
) -> Result<(Vec<Resolved>, Option<usize>), Vec<LookupError>> {
    // The order decides: a size or a name goes before a file of the same name, which `./` still reaches.
    if let Some((size, own)) = scramble(text) {
        let entry = shuffled(size, own.or(seed).unwrap_or_else(any_seed))?;
        return Ok((vec![asked(entry, "")], None));
    }
    if let Some(entry) = built_in(text).and_then(library::alone) {
        return Ok((vec![asked(entry, text)], None));
    }
    if let Some((file, name)) = file(text) {
        let opened = File::open(path(file)).map_err(|error| unreadable(file, error))?;
        let puzzles = parse(file, &read_bytes(file, opened)?)?;
        let one = name.map(|name| place(&puzzles, file, name)).transpose()?;
        return Ok((puzzles, one));
    }
    let written = written_out(text).map(|puzzles| (puzzles, None));
    written.map_err(|wrong| match text.trim().split_once(char::is_whitespace) {
        // A file may be called so that is not there.
        Some((size, rest))
            if dimensions(size).is_some()
                && text.lines().count() == 1
                && !rest.contains(['.', '/', '\\']) =>
        {
            vec![LookupError::Seed(rest.trim().to_owned())]
        }
        _ => wrong,
    })
}

/// The place among the built-in puzzles of the one that `text` calls; a path calls none.
pub(crate) fn built_in(text: &str) -> Option<usize> {
    let is_path = text.contains(['/', '\\']) || text.starts_with(['.', '~']);
    if is_path { None } else { library::named(text) }
}

/// The file that `text` names, and what stands for one of its puzzles, after a `#`. `None` if there is no such file.
pub(crate) fn file(text: &str) -> Option<(&str, Option<&str>)> {
    if path(text).exists() {
        return Some((text, None));
    }
    let (file, name) = text.rsplit_once('#')?;
    let is_there = path(file).exists() && !path(file).is_dir();
    // In a board that is written out, it is a wall.
    (is_there && notation::read(text, text).is_err()).then_some((file, Some(name)))
}

/// The place of the puzzle of a file with this id, or this number from 1 on.
fn place(puzzles: &[Resolved], file: &str, name: &str) -> Result<usize, Vec<LookupError>> {
    let ids = || puzzles.iter().map(|puzzle| puzzle.entry.id.as_str());
    let numbered = || {
        let number: usize = name.parse().ok()?;
        number.checked_sub(1).filter(|at| *at < puzzles.len())
    };
    let found = ids().position(|id| !id.is_empty() && id == name).or_else(numbered);
    found.ok_or_else(|| {
        let known: Vec<&str> = ids().filter(|id| !id.is_empty()).collect();
        // A single character is near to too many ids for a guess.
        let near = notation::nearest(name, &known).filter(|_| name.chars().count() > 1);
        vec![LookupError::NotInFile {
            file: file.to_owned(),
            name: name.to_owned(),
            count: puzzles.len(),
            near: near.map(str::to_owned),
        }]
    })
}

/// `4x4`, or `4x4 k3f9`, as columns, rows and seed.
pub fn scramble(text: &str) -> Option<((usize, usize), Option<u64>)> {
    let mut words = text.split_whitespace();
    let size = dimensions(words.next()?)?;
    match (words.next(), words.next()) {
        (None, _) => Some((size, None)),
        (Some(seed), None) => Some((size, Some(seed_named(seed)?))),
        _ => None,
    }
}

/// `4x4` as columns and rows.
pub(crate) fn dimensions(argument: &str) -> Option<(usize, usize)> {
    let (width, height) = argument.split_once(['x', 'X'])?;
    let side = |text: &str| {
        // The parser of numbers would also take a sign, as in `+4x4`.
        let digits = text.len() <= 6 && text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|_| digits)
    };
    Some((side(width)?, side(height)?))
}

/// A random solvable number puzzle of so many columns and rows, with the seed in its name so that it can be had again.
///
/// # Errors
/// That there is none of this size.
pub fn shuffled((width, height): (usize, usize), seed: u64) -> Result<Entry, Vec<LookupError>> {
    let scramble = Scramble { width, height, seed };
    scramble.entry().ok_or_else(|| vec![LookupError::Size(width, height)])
}

/// The path that is meant: `~` is the player's own folder.
pub fn path(typed: &str) -> PathBuf {
    let in_home = if typed == "~" { Some("") } else { typed.strip_prefix("~/") };
    let home = in_home.zip(std::env::var_os("HOME"));
    match home {
        Some((rest, home)) => Path::new(&home).join(rest),
        None => Path::new(typed).to_owned(),
    }
}

/// The text as a puzzle; if it is none, what it might have been meant for.
fn written_out(argument: &str) -> Result<Vec<Resolved>, Vec<LookupError>> {
    let errors = match notation::read("argument", argument) {
        Ok(pack) => {
            let label =
                printable::escaped(&argument.split_whitespace().collect::<Vec<_>>().join(" "));
            let cut: String = label.chars().take(MAX_LABEL).collect();
            return Ok(pack.entries.into_iter().map(|entry| asked(entry, &cut)).collect());
        }
        Err(errors) => errors,
    };
    let wrong = errors.into_iter().map(LookupError::Board);
    let missing = || LookupError::Missing(argument.to_owned());
    match guess(argument) {
        Guess::Board => Err(wrong.collect()),
        Guess::Name => Err(vec![missing()]),
        Guess::Either => Err([missing()].into_iter().chain(wrong).collect()),
    }
}

/// What a text that can be nothing was meant for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Guess {
    /// A puzzle written out.
    Board,
    /// An id or a file.
    Name,
    /// Who knows: `ab/cd/ee`.
    Either,
}

fn guess(argument: &str) -> Guess {
    let is_path = ["/", "./", "../", "~"].iter().any(|start| argument.starts_with(start));
    let is_drawn = argument.contains(['[', '{', '=', '\n', ' ']);
    // Words in one row are no board; rows of numbers are.
    let is_words = |c: char| c.is_alphanumeric() || " -_.'".contains(c);
    let is_named = argument.contains(char::is_alphabetic) && argument.chars().all(is_words);
    if is_named || is_path && !argument.contains('\n') {
        return Guess::Name;
    }
    let is_game_id = |(size, _): (&str, &str)| dimensions(size.trim_end_matches('u')).is_some();
    if is_drawn || argument.split_once(':').is_some_and(is_game_id) {
        return Guess::Board;
    }
    let rows: Vec<usize> = argument.split('/').map(|row| row.chars().count()).collect();
    let named = argument.contains(char::is_alphabetic);
    match rows[..] {
        [_] => Guess::Name,
        _ if Path::new(argument).extension().is_some() => Guess::Name,
        _ if !named => Guess::Board,
        [first, second, _, ..] if first == second => Guess::Either,
        _ => Guess::Name,
    }
}

/// The puzzles of a file or of standard input.
pub fn parse(source: &str, bytes: &[u8]) -> Result<Vec<Resolved>, Vec<LookupError>> {
    let text = notation::decode(source, bytes).map_err(|error| vec![LookupError::Text(error)])?;
    let pack = notation::read(source, text)
        .map_err(|errors| errors.into_iter().map(LookupError::Text).collect::<Vec<_>>())?;
    let several = pack.entries.len() > 1;
    let label = |i: usize| {
        if several { format!("{source}#{i}") } else { source.to_owned() }
    };
    let entries = (1..).zip(pack.entries);
    Ok(entries.map(|(i, entry)| asked(entry, &label(i))).collect())
}

/// `entry`, called by its id, else its name, else `otherwise`.
pub fn asked(entry: Entry, otherwise: &str) -> Resolved {
    let names = [&entry.id, &entry.name.en];
    let name = names.into_iter().find(|name| !name.is_empty());
    let label = printable::escaped(name.map_or(otherwise, String::as_str));
    Resolved { label, entry }
}

/// The whole of a file, and one byte more than may be read if there is more.
pub fn read_bytes(name: &str, from: impl Read) -> Result<Vec<u8>, Vec<LookupError>> {
    let mut bytes = Vec::new();
    let most = notation::MAX_BYTES as u64 + 1;
    let read = from.take(most).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(name, error))?;
    Ok(bytes)
}

fn unreadable(name: &str, error: io::Error) -> Vec<LookupError> {
    vec![LookupError::Unreadable(name.to_owned(), error)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_files_are_told_from_wrong_boards() {
        for (argument, meant) in [
            ("/nonexist", Guess::Name),
            ("./a", Guess::Name),
            ("../a b", Guess::Name),
            ("~/boards", Guess::Name),
            ("dir/file", Guess::Name),
            ("a/b", Guess::Name),
            ("no/such/file", Guess::Name),
            ("no/such.txt", Guess::Name),
            ("nothing", Guess::Name),
            ("a great retinu", Guess::Name),
            ("1 2/3", Guess::Board),
            ("12/3", Guess::Board),
            ("4x4:1,2", Guess::Board),
            ("[[1,2", Guess::Board),
            ("aSSb/aSSb/ced", Guess::Either),
        ] {
            assert_eq!(guess(argument), meant, "{argument}");
        }
        for board in ["0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "aSSb/aSSb/ceed/cfgd/h..i"] {
            assert!(written_out(board).is_ok(), "{board}");
        }
        for name in ["/nonexist", "dir/file", "a/b"] {
            let wrong = written_out(name).unwrap_err();
            assert!(matches!(&wrong[..], [LookupError::Missing(_)]), "{wrong:?}");
        }
    }

    #[test]
    fn a_path_is_no_name() {
        let named = resolve("rush 6", None).unwrap();
        assert_eq!(named[0].label, "rush-6");
        for path in ["./rush-6", "rush/6", "~/rush-6", "/rush-6"] {
            let missing = resolve(path, None).unwrap_err();
            assert!(matches!(&missing[..], [LookupError::Missing(_)]), "{path}: {missing:?}");
        }
    }

    #[test]
    fn sizes_are_told_from_names() {
        assert_eq!(dimensions("4x4"), Some((4, 4)));
        assert_eq!(dimensions("10X3"), Some((10, 3)));
        for other in ["x", "4x", "x4", "4x4x4", "axb", "-1x4", "+4x4", "4", "1234567x4"] {
            assert_eq!(dimensions(other), None, "{other}");
        }
    }

    #[test]
    fn a_scramble_is_a_size_and_perhaps_a_seed() {
        assert_eq!(scramble("4x4"), Some(((4, 4), None)));
        assert_eq!(scramble(" 4x3 k3f9 "), Some(((4, 3), Some(937_557))));
        for other in ["4x4 k3f9 2", "4x4 --seed", "k3f9", ""] {
            assert_eq!(scramble(other), None, "{other}");
        }
        let file = resolve("4x4 boards.txt", None).unwrap_err();
        assert!(matches!(&file[..], [LookupError::Missing(_)]), "{file:?}");
        for (text, seed) in [("4x4 k3f9 2", "k3f9 2"), ("4x4  --seed", "--seed"), ("4x4 !", "!")] {
            let wrong = resolve(text, None).unwrap_err();
            assert!(matches!(&wrong[..], [LookupError::Seed(rest)] if rest == seed), "{wrong:?}");
        }
        let one = |text| resolve(text, None).unwrap().remove(0);
        let board = one("4x4 k3f9");
        assert_eq!((board.label.as_str(), &board.entry), ("4x4 k3f9", &one(&board.label).entry));
    }

    #[test]
    fn puzzles_are_called_by_id_by_name_and_by_pinyin() {
        for (text, id) in [
            ("hengdaolima", "hengdaolima"),
            ("横刀立马", "hengdaolima"),
            ("heng dao li ma", "hengdaolima"),
            ("a great retinue", "qianhuhouyong"),
            ("rush-7", "rush-7"),
        ] {
            assert_eq!(resolve(text, None).unwrap()[0].entry.id, id, "{text}");
        }
    }

    #[test]
    fn a_file_without_end_is_refused() {
        let bytes = read_bytes("zeros", io::repeat(b'0')).unwrap();
        let wrong = parse("zeros", &bytes).unwrap_err();
        let [LookupError::Text(wrong)] = &wrong[..] else { panic!("{wrong:?}") };
        let said = "zeros:1:1: a text of 16777217 bytes; expected at most 16777216";
        assert_eq!(wrong.to_string(), said);
    }
}
