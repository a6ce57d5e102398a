//! The order of the house, kept by a test: arrows between rooms, a sentence at the head of every file, nothing left lying about.
//!
//! The sources are formatted, so lines are enough to read them: an item ends with the brace that stands below its beginning.

use std::fs;
use std::path::Path;

/// The rooms of a package from bottom to top: a room uses only those of the rows before its own.
type Rooms = &'static [&'static [&'static str]];

/// The folder of every package's sources, and its rooms. What the program takes from the core are its lowest rooms.
const PACKAGES: [(&str, Rooms); 2] = [
    ("crates/core/src", &[&["puzzle", "atomic_file"], &["notation", "solver"], &["generate"]]),
    (
        "src",
        &[
            &["puzzle", "atomic_file", "notation", "solver", "generate"],
            &["library"],
            &["lookup"],
            &["session"],
            &["text"],
            &["storage"],
            &["engine"],
            &["tui"],
            &["plain"],
            &["cli"],
            &["main"],
        ],
    ),
];
/// The folders of what else is Rust.
const OTHERS: [&str; 4] =
    ["tests", "crates/core/tests", "crates/core/benches", "crates/core/examples"];
/// The lines that a file and a function may have; a longer one says in a comment why it is [`ONE_THING`].
const MOST_LINES: [usize; 2] = [600, 80];
const ONE_THING: &str = "one thing";
/// What may stand in no line, and in no code without tests. It is written apart, so that this file does not find itself.
const LEFT: [&str; 6] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("dbg", "!("),
    concat!("todo", "!("),
    concat!("unimplemented", "!("),
    concat!("#[", "ignore"),
];
const UNWRAP: &str = concat!(".unwrap", "()");
/// What panics, of which the second and third do where standard error cannot be written; the commands have `say`.
const PANICS: [&str; 3] = [UNWRAP, concat!("eprint", "!("), concat!("eprint", "ln!(")];
/// What tests beside the core's code may not call: all engines, or all notations, would be compiled a second time for them.
const WHOLE: [&str; 4] = ["solver::solve", "notation::read", "AnyLowered", "Engine::of"];

/// A file: its path from the root, and its text.
struct Source {
    path: String,
    text: String,
}

impl Source {
    fn new(path: &str, text: &str) -> Source {
        Source { path: path.replace('\\', "/"), text: text.to_owned() }
    }

    /// `src/puzzle/moves.rs` is `["puzzle", "moves"]`; `src/lib.rs` is empty.
    fn module(&self) -> Vec<&str> {
        let inner = self.path.split_once("src/").map_or(&*self.path, |(_, inner)| inner);
        let parts = inner.trim_end_matches(".rs").split('/');
        parts.filter(|&part| part != "mod" && part != "lib").collect()
    }

    /// The lines that are compiled without tests, each with its number and without its comment.
    fn code(&self) -> Vec<(usize, &str)> {
        let mut found = Vec::new();
        let mut lines = (1..).zip(self.text.lines());
        while let Some((number, line)) = lines.next() {
            if line.trim() != "#[cfg(test)]" {
                found.push((number, line.split("//").next().unwrap_or_default()));
            } else if lines
                .find(|(_, l)| !l.trim().starts_with("#["))
                .is_some_and(|(_, l)| l.ends_with('{'))
            {
                lines.find(|(_, below)| *below == line.replace("#[cfg(test)]", "}"));
            }
        }
        found
    }

    /// The modules declared here that are tests as a whole.
    fn tests(&self) -> Vec<String> {
        let declared = self.text.split("#[cfg(test)]\n").skip(1);
        let names = declared.filter_map(|behind| {
            let line = behind.strip_prefix("pub(crate) ").unwrap_or(behind);
            line.strip_prefix("mod ")?.lines().next()?.strip_suffix(';')
        });
        names.map(|name| [&self.module()[..], &[name, ""]].concat().join("/")).collect()
    }
}

/// All sources of a folder of the project.
fn read(folder: &Path) -> Vec<Source> {
    let entries = fs::read_dir(folder).expect("a folder can be listed");
    let read_one = |path: &Path| match path.extension() {
        _ if path.is_dir() => read(path),
        Some(ending) if ending == "rs" => {
            let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("it is below");
            let text = fs::read_to_string(path).expect("it can be read");
            vec![Source::new(&name.to_string_lossy(), &text)]
        }
        _ => Vec::new(),
    };
    entries.flat_map(|entry| read_one(&entry.expect("it can be listed").path())).collect()
}

/// What code may not do, though tests may: use a room that is not below its own, or a value that may not be there. And what tests may not.
fn package(sources: &[Source], rooms: Rooms) -> Vec<String> {
    let tests: Vec<String> = sources.iter().flat_map(Source::tests).collect();
    let floor = |room: &str| rooms.iter().position(|row| row.contains(&room));
    let mut complaints = Vec::new();
    for source in sources {
        let module = source.module();
        let is_test = tests.iter().any(|test| format!("{}/", module.join("/")).starts_with(test));
        let code = if is_test { Vec::new() } else { source.code() };
        complaints.extend(asks_for_all(source, &code));
        for (number, line) in code {
            let mut say = |what: &str| complaints.push(format!("{}:{number}: {what}", source.path));
            PANICS.iter().filter(|word| line.contains(**word)).for_each(|word| say(word));
            let Some(&own) = module.first() else {
                continue;
            };
            if line.contains(&"super::".repeat(module.len())) {
                say("`super` leaves the room");
            }
            for other in rooms_in(line) {
                let below = floor(own).is_some_and(|own| floor(other).is_some_and(|f| f < own));
                if own != other && !below {
                    say(&format!("`{own}` may not use `{other}`"));
                }
            }
        }
    }
    complaints
}

/// Where a test beside the core's code, which is the other lines of a file, calls what is [`WHOLE`].
fn asks_for_all(source: &Source, code: &[(usize, &str)]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (number, line) in (1..).zip(source.text.lines()) {
        if code.binary_search_by_key(&number, |line| line.0).is_err() {
            let calls = WHOLE.iter().filter(|word| line.contains(**word));
            complaints.extend(calls.map(|word| format!("{}:{number}: {word}", source.path)));
        }
    }
    if source.path.starts_with("crates/core") { complaints } else { Vec::new() }
}

/// The rooms that a line of code takes something from; `use crate::{a, b::c}` takes from several.
fn rooms_in(line: &str) -> Vec<&str> {
    let name = |text: &'_ str| text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let mut found = Vec::new();
    for behind in ["crate::", "huarong::"].iter().flat_map(|root| line.split(root).skip(1)) {
        let list = behind.strip_prefix('{').map_or(vec![behind], |list| list.split(',').collect());
        found.extend(list.iter().map(|room| room.trim_start_matches([' ', '{'])));
    }
    found.into_iter().map(|room| &room[..name(room).unwrap_or(room.len())]).collect()
}

/// What no file may have, tests neither.
fn every(source: &Source) -> Vec<String> {
    let lines: Vec<&str> = source.text.lines().collect();
    let mut complaints = Vec::new();
    let mut say =
        |at: usize, what: &str| complaints.push(format!("{}:{}: {what}", source.path, at + 1));
    if !source.text.starts_with("//! ") {
        say(0, "no `//!` sentence");
    }
    let is_long = |lines: &[&str], most: usize| {
        let mut comments = lines.iter().filter_map(|line| line.split_once("//"));
        lines.len() > most && !comments.any(|(_, text)| text.to_lowercase().contains(ONE_THING))
    };
    if is_long(&lines, MOST_LINES[0]) {
        say(0, "a long file that does not say why");
    }
    for (at, line) in lines.iter().enumerate() {
        LEFT.iter().filter(|word| line.contains(**word)).for_each(|word| say(at, word));
        let start = line.trim_start();
        let head = start.split('(').next().unwrap_or_default();
        if format!(" {head}").contains(" fn ") && !start.ends_with([';', '}']) {
            let close = line.replace(start, "}");
            let length = lines[at..].iter().take_while(|below| **below != close).count() + 1;
            let docs =
                lines[..at].iter().rev().take_while(|l| l.trim_start().starts_with(['/', '#']));
            let function = at - docs.count()..lines.len().min(at + length);
            if length > MOST_LINES[1] && is_long(&lines[function], MOST_LINES[1]) {
                say(at, "a long function that does not say why");
            }
        }
    }
    complaints
}

#[test]
fn the_house_is_tidy() {
    let folder = |name: &str| read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let mut complaints = Vec::new();
    for (name, rooms) in PACKAGES {
        let sources = folder(name);
        assert!(sources.len() > 10, "the sources were not found");
        complaints.extend(package(&sources, rooms));
        complaints.extend(sources.iter().flat_map(every));
    }
    complaints.extend(OTHERS.into_iter().flat_map(folder).flat_map(|source| every(&source)));
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// What is said of one file of a package.
fn said(path: &str, text: &str) -> Vec<String> {
    package(&[Source::new(path, text)], &[&["puzzle"], &["notation", "solver"], &["main"]])
}

/// The version stands in every package's recipe, where no tool looks. The flake reads it from `Cargo.toml`.
#[test]
fn every_version_is_that_of_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (path, before) in [
        ("Cargo.toml", "path = \"crates/core\", version = \""),
        ("crates/core/Cargo.toml", "\nversion = \""),
        ("dist/PKGBUILD", "pkgver="),
        ("dist/huarong.rb", "huarong-"),
    ] {
        let text = fs::read_to_string(root.join(path)).expect("it is in the repository");
        let is_part = |c: char| c.is_ascii_digit() || c == '.';
        let behind = text.split(before).skip(1);
        let named = behind
            .map(|text| text[..text.find(|c| !is_part(c)).unwrap_or(0)].trim_end_matches('.'));
        let named: Vec<&str> = named.filter(|version| !version.is_empty()).collect();
        assert_eq!(named, [env!("CARGO_PKG_VERSION")], "{path}");
    }
    let flake = fs::read_to_string(root.join("dist/flake.nix")).expect("it is in the repository");
    assert!(flake.contains("(builtins.readFile ../Cargo.toml)).package.version"));
}

#[test]
fn an_arrow_against_the_order_is_found() {
    assert_eq!(said("src/solver/mod.rs", "use crate::puzzle::Puzzle; // not crate::main"), [""; 0]);
    assert_eq!(said("crates/core/src/main.rs", "use huarong::solver;"), [""; 0]);
    for (path, line, complaint) in [
        (
            "src/puzzle/mod.rs",
            "fn f() { g(crate::solver::solve) }",
            "`puzzle` may not use `solver`",
        ),
        ("src/notation/a.rs", "use crate::solver::x;", "`notation` may not use `solver`"),
        ("src/notation/b.rs", "use crate::{puzzle, solver::x};", "`notation` may not use `solver`"),
        // Of a list over several lines the rooms are not seen, so that there is none.
        ("src/main.rs", "use huarong::{", "`main` may not use ``"),
        ("src/shed.rs", "use huarong::solver;", "`shed` may not use `solver`"),
        ("src/puzzle/a.rs", "use super::super::solver;", "`super` leaves the room"),
    ] {
        assert_eq!(said(path, &format!("\n{line}")), [format!("{path}:2: {complaint}")]);
    }
}

#[test]
fn what_panics_is_found_outside_tests() {
    for word in PANICS {
        assert_eq!(said("src/main.rs", word), [format!("src/main.rs:1: {word}")]);
    }
    let code = format!("fn f() {{\n    x{UNWRAP};\n}}\n");
    assert_eq!(said("src/puzzle/a.rs", &code), [format!("src/puzzle/a.rs:2: {UNWRAP}")]);
    let test =
        format!("#[cfg(test)]\n#[expect(x)]\nmod tests {{\n    use crate::main;\n{code}}}\n");
    assert_eq!(said("src/puzzle/a.rs", &test), [""; 0]);
    assert_eq!(said("src/puzzle/a.rs", &(test + &code)).len(), 1);
    let whole = "#[cfg(test)]\nmod tests {\n    use crate::solver::solve;\n}\n";
    let of_core = "crates/core/src/solver/a.rs";
    assert_eq!(said(of_core, whole), [format!("{of_core}:3: solver::solve")]);
    assert_eq!(said("src/puzzle/a.rs", whole), [""; 0]);
    for declaration in ["mod b;", "pub(crate) mod b;"] {
        let declared = Source::new("src/puzzle/mod.rs", &format!("#[cfg(test)]\n{declaration}\n"));
        let tests = ["src/puzzle/b.rs", "src/puzzle/b/c.rs"].map(|path| Source::new(path, &code));
        let [b, c] = tests;
        assert_eq!(package(&[declared, b, c], &[&["puzzle"]]), [""; 0]);
    }
}

#[test]
fn what_is_left_lying_about_is_found_in_tests_too() {
    for word in LEFT {
        let source = Source::new("tests/a.rs", &format!("//! A file.\nfn f() {{ {word} }}\n"));
        assert_eq!(every(&source), [format!("tests/a.rs:2: {word}")]);
    }
    assert_eq!(every(&Source::new("a.rs", "// A file.\n")), ["a.rs:1: no `//!` sentence"]);
}

#[test]
fn what_is_long_says_why() {
    let found = |text: &str| every(&Source::new("a.rs", &format!("//! A file.\n{text}")));
    let function = format!("fn g() {{}}\n\nfn f() {{\n{}}}\n", "    x();\n".repeat(MOST_LINES[1]));
    assert_eq!(found(&function), ["a.rs:4: a long function that does not say why"]);
    assert_eq!(found(&function.replace("\nfn f", "/// One thing: a list.\nfn f")), [""; 0]);
    let file = "fn g() {}\n".repeat(MOST_LINES[0]);
    assert_eq!(found(&file), ["a.rs:1: a long file that does not say why"]);
    assert_eq!(found(&format!("//! It is one thing.\n{file}")), [""; 0]);
}
