//! What is said of wrong input, word for word: a golden text for every sentence that the rules and the notations have.

use crate::golden::{difference, files, root};
use huarong_core::notation::{self, Entry, Form};
use huarong_core::puzzle::{
    Axis, Cell, CellSet, Direction, Family, Metric, Move, PieceId, Setup, SetupPiece, Target,
};
use std::path::Path;

/// Every file of a folder with the ending `in`, and what `said` makes of it, beside the golden file.
fn compare(folder: &str, least: usize, said: impl Fn(&Path) -> String) {
    let inputs = files(folder, "in");
    assert!(inputs.len() >= least, "{folder}: {} files", inputs.len());
    let wrong = inputs.iter().map(|path| difference(&path.with_extension("txt"), &said(path)));
    let wrong: String = wrong.collect();
    assert!(wrong.is_empty(), "{wrong}");
}

/// The one puzzle of a text.
fn one(text: &str) -> Entry {
    let mut entries = notation::read("test", text).unwrap().entries;
    assert_eq!(entries.len(), 1);
    entries.remove(0)
}

#[test]
fn texts_that_are_no_puzzle_are_refused() {
    compare("tests/data/errors", 40, |path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = std::fs::read(path).unwrap();
        let text = notation::decode(name, &bytes).map_err(|error| vec![error]);
        match text.and_then(|text| notation::read(name, text)) {
            Ok(_) => "no error\n".to_owned(),
            Err(errors) => errors.iter().map(|error| format!("{error}\n")).collect(),
        }
    });
}

#[test]
fn forms_say_why_they_cannot_hold_a_puzzle() {
    compare("tests/data/refusals", 25, |path| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let form: Form = name.split('-').next().unwrap().parse().unwrap();
        let entry = one(&std::fs::read_to_string(path).unwrap());
        match notation::write(form, &entry, entry.puzzle.start()) {
            Ok(text) => panic!("{name} is written: {text}"),
            Err(why) => why + "\n",
        }
    });
}

#[test]
fn moves_that_cannot_be_read_or_made_are_named() {
    compare("tests/data/moves", 14, |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let (board, moves) = text.split_once("--\n").unwrap();
        let puzzle = one(board).puzzle;
        match notation::moves::read(&puzzle, puzzle.start(), moves) {
            Ok(_) => panic!("{} is legal", path.display()),
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
        Setup {
            via: vec![vec![target("z", &[(0, 1)])]],
            ..board(vec![a.clone()], vec![home.clone()])
        },
        Setup { interchangeable: vec![vec!["a".into(), "b".into()]], ..board(vec![a], vec![home]) },
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
