//! What is said of wrong input, word for word: a golden text for every sentence that the rules and the notations have.
#![expect(clippy::unwrap_used, reason = "a test stops at the first thing that is wrong")]

use assert_cmd::Command;
use huarong::notation::{self, Entry, Form};
use huarong::puzzle::{
    Axis, Cell, CellSet, Direction, Family, Metric, Move, PieceId, Setup, SetupPiece, Target,
};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::path::{Path, PathBuf};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// All files of a folder with an ending, in order.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root(folder)).unwrap();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|e| e == ending));
    found.sort();
    found
}

/// The string literals of code, but for those in attributes, in tests, and in what is said when an invariant is broken.
fn literals(code: TokenStream, into: &mut Vec<String>) {
    let trees: Vec<TokenTree> = code.into_iter().collect();
    let mut at = 0;
    let mut in_test = false;
    while let Some(tree) = trees.get(at) {
        match (tree, trees.get(at + 1)) {
            (TokenTree::Punct(mark), Some(TokenTree::Punct(_))) if mark.as_char() == '#' => at += 2,
            (TokenTree::Punct(mark), Some(TokenTree::Group(attribute)))
                if mark.as_char() == '#' =>
            {
                in_test |= attribute.stream().to_string() == "cfg (test)";
                at += 1;
            }
            (TokenTree::Ident(name), Some(TokenTree::Group(_))) if name == "expect" => {
                at += 1;
            }
            (TokenTree::Group(group), _) => {
                let skipped = in_test && group.delimiter() == Delimiter::Brace;
                in_test &= !skipped;
                if !skipped {
                    literals(group.stream(), into);
                }
            }
            (TokenTree::Literal(literal), _) => into.extend(text_of(&literal.to_string())),
            _ => {}
        }
        at += 1;
    }
}

/// What a string literal says.
fn text_of(literal: &str) -> Option<String> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut rest = inner.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next()? {
                'n' => text.push('\n'),
                '\n' => while rest.next_if(|c| c.is_whitespace()).is_some() {},
                other => text.push(other),
            },
            other => text.push(other),
        }
    }
    Some(text)
}

/// The parts of a format string that stand as they are.
fn fixed_parts(format: &str) -> Vec<&str> {
    format
        .split('{')
        .enumerate()
        .map(|(i, part)| match (i, part.split_once('}')) {
            (1.., Some((_, fixed))) => fixed,
            _ => part,
        })
        .filter(|part| !part.is_empty())
        .collect()
}

/// Whether a line has all parts, one after the other.
fn has(line: &str, parts: &[&str]) -> bool {
    let mut rest = line;
    parts.iter().all(|part| match rest.split_once(part) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

/// Every file of a folder with the ending `in`, and what `said` makes of its name and text, beside the golden file.
fn compare(folder: &str, least: usize, said: impl Fn(&str, &str) -> String) {
    let inputs = files(folder, "in");
    assert!(inputs.len() >= least, "{folder}: {} files", inputs.len());
    let mut wrong = String::new();
    for path in inputs {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        wrong += &difference(&path.with_extension("txt"), &said(&name, &text));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// How a text differs from a golden file; nothing if it does not. With `UPDATE_GOLDEN` the file is written.
fn difference(golden: &Path, said: &str) -> String {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(golden, said).unwrap();
    }
    match std::fs::read_to_string(golden) {
        Ok(text) if text == said => String::new(),
        text => format!("== {}\n{said}-- instead of\n{text:?}\n", golden.display()),
    }
}

/// The one puzzle of a text.
fn one(text: &str) -> Entry {
    let mut entries = notation::read("test", text).unwrap().entries;
    assert_eq!(entries.len(), 1);
    entries.remove(0)
}

#[test]
fn forms_say_why_they_cannot_hold_a_puzzle() {
    compare("tests/data/refusals", 25, |name, text| {
        let form: Form = name.split('-').next().unwrap().parse().unwrap();
        let entry = one(text);
        match notation::write(form, &entry, entry.puzzle.start()) {
            Ok(text) => panic!("{name} is written: {text}"),
            Err(why) => why + "\n",
        }
    });
}

#[test]
fn moves_that_cannot_be_read_or_made_are_named() {
    compare("tests/data/moves", 14, |name, text| {
        let (board, moves) = text.split_once("--\n").unwrap();
        let puzzle = one(board).puzzle;
        match notation::moves::read(&puzzle, puzzle.start(), moves) {
            Ok(_) => panic!("{name} is legal"),
            Err(error) => format!("{error}\n"),
        }
    });
}

/// A text of 16 MB and the like, too large to be files.
#[test]
fn bounds_are_told() {
    let tiles = (0..256).map(|n| n.to_string()).collect::<Vec<_>>();
    let large = tiles.chunks(16).map(|row| row.join(" ")).collect::<Vec<_>>().join("/");
    let waypoints = vec!["'.a'"; 101].join(", ");
    let puzzle = |rest: &str| format!("[[puzzle]]\nboard = 'a.'\ngoal = '.a'\n{rest}");
    let texts = [
        ("a long text", " ".repeat(notation::MAX_BYTES + 1)),
        ("a long pack", format!("{}#{}\n", puzzle(""), "x".repeat(4 << 20))),
        ("a pack of many values", format!("[[puzzle]]\nvia = [{}]\n", "{},".repeat(300_000))),
        ("a long board", format!("a.\n=>\n.a\n;{}\n", "x".repeat(notation::MAX_PUZZLE_BYTES))),
        ("a long line", format!("1 0\n\t1 0/{}\n", "2 ".repeat(notation::MAX_PUZZLE_BYTES))),
        (
            "a long string",
            format!("[[puzzle]]\nboard = '{}'\n", "x".repeat(notation::MAX_PUZZLE_BYTES + 1)),
        ),
        ("many puzzles", "[[1,0]]\n".repeat(notation::MAX_PUZZLES + 1)),
        ("many pieces", format!("{large}\n").repeat(notation::MAX_PIECES / 255 + 1)),
        ("many puzzles of a pack", puzzle("").repeat(notation::MAX_PUZZLES + 1)),
        ("many errors", "4 1 2/5 x 3\n".repeat(1000)),
        ("many waypoints", puzzle(&format!("via = [{waypoints}]\n"))),
    ];
    let mut said = String::new();
    for (what, text) in texts {
        let errors = notation::read("test", &text).unwrap_err();
        let last = errors.last().unwrap();
        said += &format!("{what}: {} error(s), the last one\n{last}\n", errors.len());
    }
    assert_eq!(difference(&root("tests/data/bounds.txt"), &said), "");
}

/// Faults that no text can have, because the notations would not write it so, and other things that only code can say.
#[test]
fn what_only_code_can_say_is_told() {
    let piece = |name: &str, cells: &[(u8, u8)]| SetupPiece {
        name: name.to_owned(),
        cells: cells.iter().map(|&(x, y)| Cell::new(x, y)).collect(),
        axis: Axis::Free,
    };
    let target = |name: &str, cells: &[(u8, u8)]| Target {
        name: name.to_owned(),
        cells: piece(name, cells).cells,
    };
    let board = |pieces: Vec<SetupPiece>, goal: Vec<Target>| Setup {
        pieces,
        goal,
        ..Setup::empty(Family::Blocks, 3, 2)
    };
    let (a, b) = (piece("a", &[(0, 0)]), piece("b", &[(1, 0)]));
    let home = target("a", &[(2, 1)]);
    let setups = [
        board(vec![a.clone(), piece("a", &[(1, 1)])], vec![home.clone()]),
        board(vec![a.clone(), piece("b", &[])], vec![home.clone()]),
        board(vec![a.clone(), piece("b", &[(0, 0)])], vec![home.clone()]),
        board(vec![a.clone(), b.clone()], vec![home.clone(), home.clone()]),
        board(vec![a.clone(), b.clone()], vec![home.clone(), target("a", &[(1, 1)])]),
        Setup {
            walls: vec![Cell::new(1, 0)],
            ..board(vec![a.clone(), b.clone()], vec![home.clone()])
        },
        Setup { gates: vec![Cell::new(1, 0)], ..board(vec![a.clone(), b], vec![home.clone()]) },
        Setup::numbers(2, 2, &[1, 2, 2, 0]),
        Setup {
            pieces: vec![piece("1", &[(0, 0), (1, 0)])],
            ..Setup::empty(Family::Numbers, 3, 1)
        },
        Setup::numbers(17, 1, &[1, 0]),
        Setup { via: vec![vec![target("z", &[(0, 1)])]], ..board(vec![a], vec![home]) },
    ];
    let mut said = String::new();
    for setup in setups {
        let faults = setup.build().unwrap_err();
        let faults = faults.iter().map(ToString::to_string).collect::<Vec<_>>();
        said += &format!("{}\n", faults.join("\n"));
    }
    let puzzle = Setup::numbers(2, 1, &[1, 0]).build().unwrap();
    let nobody = Move::of(PieceId(7), &[Direction::Left]);
    let illegal = puzzle.start().clone().play(&puzzle, &nobody);
    said += &format!("{}\n", illegal.unwrap_err());
    said += &format!("{}\n", "jump".parse::<Metric>().unwrap_err());
    said += &format!("{}\n", "word".parse::<Form>().unwrap_err());
    said += &format!("{}\n", "#?".parse::<CellSet>().unwrap_err());
    said += &format!("{}\n", "#".repeat(33).parse::<CellSet>().unwrap_err());
    assert_eq!(difference(&root("tests/data/faults.txt"), &said), "");
}

/// What a command says, on both outputs, and how it exits.
fn ran(args: &[&str]) -> String {
    let home = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_huarong"))
        .args(args)
        .current_dir(root("tests/data"))
        .env("HUARONG_HOME", home.path())
        .output()
        .unwrap();
    let (out, err) = (output.stdout, output.stderr);
    let said = [out, err].map(|said| String::from_utf8(said).unwrap());
    let [out, err] = said;
    let status = output.status.code().unwrap();
    format!("$ huarong {}\n{out}{err}[{status}]\n\n", args.join(" "))
}

/// What the commands say of files and puzzles that are not as they should be.
#[test]
fn commands_say_what_is_wrong_with_their_input() {
    let calls: [&[&str]; 23] = [
        &["solve", "hengdaolim"],
        &["solve", "no-such-puzzle-anywhere"],
        &["solve", "99x3"],
        &["solve", "1x1"],
        &["solve", "-"],
        &["solve", "blocks"],
        &["solve", "errors/not-utf8.in", "errors/empty.in"],
        &["replay", "errors/empty.in", "L"],
        &["replay", "claims.txt", "L"],
        &["replay", "[[4,1,2],[5,0,3]]", "RDU"],
        &["replay", "--play", "[[4,1,2],[5,0,3]]", "RDLLU"],
        &["replay", "--play", "[[4,1,2],[5,0,3]]", "RDD"],
        &["convert", "--to", "code", "--seed", "1", "4x4"],
        &["check", "claims.txt"],
        &["check", "--memory", "1M", "hard.txt"],
        &["check", "errors/toml-all-errors.in"],
        &["analyze", "--memory", "1M", "hard.txt"],
        &["generate", "--kind", "rush", "--size", "3x3"],
        &["generate", "--kind", "rush", "--concave"],
        &["generate", "--kind", "numbers", "--size", "2x2", "--min-moves", "99", "--seed", "1"],
        &["generate", "--kind", "blocks", "--size", "four", "--seed", "1"],
        &["replay", "--cast", "no/such/x.cast", "[[1,2,3],[4,0,5]]", "L"],
        &["replay", "--cast", "-", "--svg", "-", "[[1,2,3],[4,0,5]]", "L"],
    ];
    let said: String = calls.into_iter().map(ran).collect();
    assert_eq!(difference(&root("tests/data/commands.txt"), &said), "");
}

/// Literals of the program that are no sentences about what is wrong.
const NO_SENTENCES: [&str; 2] =
    ["{{ en = {}, zh = {} }}", "{kind} {width}x{height}, No. {number} of seed {seed}"];

/// The commands that read files or write puzzles.
const COMMANDS: [&str; 4] = ["convert", "generate", "puzzles", "replay"];

#[test]
fn every_sentence_has_a_golden_text() {
    let mut said = String::new();
    let folders = ["errors", "refusals", "moves", "told", ""];
    for path in folders.iter().flat_map(|folder| files(&format!("tests/data/{folder}"), "txt")) {
        said += &std::fs::read_to_string(path).unwrap();
    }
    let mut missing = Vec::new();
    let mut sentences = 0;
    let rooms = ["src/puzzle", "src/notation"].iter();
    let commands = COMMANDS.map(|name| root(&format!("src/cli/{name}.rs")));
    for path in rooms.flat_map(|room| files(room, "rs")).chain(commands) {
        let code: TokenStream = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let mut found = Vec::new();
        literals(code, &mut found);
        for line in found.iter().flat_map(|text| text.lines()) {
            let parts = fixed_parts(line);
            let words = parts.iter().flat_map(|part| part.split_whitespace());
            let words = words.filter(|word| word.chars().any(char::is_alphabetic));
            if words.count() < 2 || NO_SENTENCES.contains(&line) {
                continue;
            }
            sentences += 1;
            if !said.lines().any(|line| has(line, &parts)) {
                missing.push(format!("{}: {line}", path.display()));
            }
        }
    }
    assert!(sentences > 50);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
