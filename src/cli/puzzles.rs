//! What a PUZZLE argument stands for: standard input, a size, a built-in, a file, or the puzzle itself.

use super::status::Failure;
use crate::generate::{Scramble, any_seed};
use crate::notation::Entry;
use crate::notation::printable;
use crate::puzzle::MAX_NUMBER_SIDE;
use crate::{library, notation};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most characters of a written-out puzzle that serve as its name.
const MAX_LABEL: usize = 72;

/// A puzzle to work on.
#[derive(Debug)]
pub(crate) struct Asked {
    /// What results call it: its id, its name, or where it came from. Safe to print.
    pub(crate) label: String,
    /// The puzzle.
    pub(crate) entry: Entry,
}

/// Every puzzle that the arguments stand for, in their order; sizes are shuffled from `seed`.
///
/// # Errors
/// Everything that is wrong with any of them.
pub(crate) fn read(arguments: &[String], seed: Option<u64>) -> Result<Vec<Asked>, Failure> {
    match read_what_can_be(arguments, seed) {
        (found, reasons) if reasons.is_empty() => Ok(found),
        (_, reasons) => Err(Failure::Input(reasons)),
    }
}

/// The puzzles that can be read, and what is wrong with the others.
pub(crate) fn read_what_can_be(
    arguments: &[String],
    seed: Option<u64>,
) -> (Vec<Asked>, Vec<String>) {
    let (mut found, mut reasons) = (Vec::new(), Vec::new());
    for argument in arguments {
        match resolve(argument, seed) {
            Ok(asked) => found.extend(asked),
            Err(wrong) => reasons.extend(wrong),
        }
    }
    (found, reasons)
}

/// All built-in puzzles.
pub(crate) fn built_in() -> Vec<Asked> {
    library::all().map(|entry| asked(entry.clone(), "")).collect()
}

/// The one puzzle that an argument stands for.
///
/// # Errors
/// What is wrong with it; that there are several.
pub(crate) fn read_one(argument: &str, seed: Option<u64>) -> Result<Asked, Failure> {
    let mut found = resolve(argument, seed).map_err(Failure::Input)?;
    match (found.pop(), found.len()) {
        (Some(asked), 0) => Ok(asked),
        (_, more) => {
            let what = printable::escaped(argument);
            let reason = format!("{what} holds {} puzzles; expected one", more + 1);
            Err(Failure::input(reason))
        }
    }
}

fn resolve(argument: &str, seed: Option<u64>) -> Result<Vec<Asked>, Vec<String>> {
    // The order decides: a size or an id goes before a file of the same name, which `./` still reaches.
    if argument == "-" {
        let name = "standard input";
        return parse(name, &read_bytes(name, io::stdin().lock())?);
    }
    if let Some(size) = dimensions(argument) {
        let seed = seed.unwrap_or_else(any_seed);
        return Ok(vec![asked(shuffled(size, seed)?, "")]);
    }
    if let Some(entry) = library::find(argument) {
        return Ok(vec![asked(entry.clone(), argument)]);
    }
    if Path::new(argument).exists() {
        let file = File::open(argument).map_err(|error| unreadable(argument, &error))?;
        return parse(argument, &read_bytes(argument, file)?);
    }
    written_out(argument)
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
pub(crate) fn shuffled((width, height): (usize, usize), seed: u64) -> Result<Entry, Vec<String>> {
    let scramble = Scramble { width, height, seed };
    scramble.entry().ok_or_else(|| {
        let most = MAX_NUMBER_SIDE;
        vec![format!(
            "huarong: a number puzzle of {width}x{height}; expected two cells to {most}x{most}"
        )]
    })
}

/// The argument as a puzzle; if it is none, what it might have been meant for.
fn written_out(argument: &str) -> Result<Vec<Asked>, Vec<String>> {
    let errors = match notation::read("argument", argument) {
        Ok(pack) => {
            let label =
                printable::escaped(&argument.split_whitespace().collect::<Vec<_>>().join(" "));
            let cut: String = label.chars().take(MAX_LABEL).collect();
            return Ok(pack.entries.into_iter().map(|entry| asked(entry, &cut)).collect());
        }
        Err(errors) => errors,
    };
    let wrong = lines(&errors);
    match guess(argument) {
        Guess::Board => Err(wrong),
        Guess::Name => Err(vec![missing(argument)]),
        Guess::Either => Err([missing(argument)].into_iter().chain(wrong).collect()),
    }
}

/// What an argument that can be nothing was meant for.
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
    if is_path && !argument.contains('\n') {
        return Guess::Name;
    }
    if is_drawn {
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

/// Says that nothing is called so, and which name may have been meant.
fn missing(argument: &str) -> String {
    let mut reason = format!(
        "huarong: no built-in puzzle and no file is called \"{}\"",
        printable::escaped(argument)
    );
    let ids: Vec<&str> = library::all().map(|entry| entry.id.as_str()).collect();
    match notation::nearest(argument, &ids) {
        Some(id) => reason.push_str(&format!("; did you mean {id}?")),
        None => reason.push_str("; `huarong list` shows the built-in ones"),
    }
    reason
}

/// The puzzles of a file or of standard input.
fn parse(source: &str, bytes: &[u8]) -> Result<Vec<Asked>, Vec<String>> {
    let text = notation::decode(source, bytes).map_err(|error| vec![error.to_string()])?;
    let pack = notation::read(source, text).map_err(|errors| lines(&errors))?;
    let several = pack.entries.len() > 1;
    let label = |i: usize| {
        if several { format!("{source}#{i}") } else { source.to_owned() }
    };
    let entries = (1..).zip(pack.entries);
    Ok(entries.map(|(i, entry)| asked(entry, &label(i))).collect())
}

/// `entry`, called by its id, else its name, else `otherwise`.
fn asked(entry: Entry, otherwise: &str) -> Asked {
    let names = [&entry.id, &entry.name.en];
    let name = names.into_iter().find(|name| !name.is_empty());
    let label = printable::escaped(name.map_or(otherwise, String::as_str));
    Asked { label, entry }
}

/// The whole of a file, and one byte more than may be read if there is more.
fn read_bytes(name: &str, from: impl Read) -> Result<Vec<u8>, Vec<String>> {
    let mut bytes = Vec::new();
    let most = notation::MAX_BYTES as u64 + 1;
    let read = from.take(most).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(name, &error))?;
    Ok(bytes)
}

fn lines(errors: &[notation::Error]) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}

fn unreadable(name: &str, error: &io::Error) -> Vec<String> {
    vec![format!("huarong: {} cannot be read: {error}", printable::escaped(name))]
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
            ("1 2/3", Guess::Board),
            ("12/3", Guess::Board),
            ("[[1,2", Guess::Board),
            ("aSSb/aSSb/ced", Guess::Either),
        ] {
            assert_eq!(guess(argument), meant, "{argument}");
        }
        for board in ["0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "aSSb/aSSb/ceed/cfgd/h..i"] {
            assert!(written_out(board).is_ok(), "{board}");
        }
        for name in ["/nonexist", "dir/file", "a/b"] {
            let [wrong] = &written_out(name).unwrap_err()[..] else {
                panic!("{name}");
            };
            assert!(wrong.contains("no file is called"), "{wrong}");
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
    fn a_file_without_end_is_refused() {
        let bytes = read_bytes("zeros", io::repeat(b'0')).unwrap();
        let wrong = parse("zeros", &bytes).unwrap_err();
        assert_eq!(wrong, ["zeros:1:1: a text of 16777217 bytes; expected at most 16777216"]);
    }
}
