//! The order of the house, kept by a test: arrows between rooms, no circles, sizes, and nothing left lying about.
//!
//! The source is read as tokens, so that neither strings nor comments are mistaken for code. A file takes names from its
//! own room's `mod.rs` freely; between files of a room, as between rooms, imports may not run in a circle.

#[path = "tidy/source.rs"]
mod source;

use source::{Source, Token, read_all, uses};
use std::collections::{BTreeMap, BTreeSet};

/// The rooms from bottom to top: a room uses only those of the rows before its own.
const ROOMS: [&[&str]; 11] = [
    &["puzzle", "atomic_file"],
    &["notation", "solver"],
    &["library", "generate"],
    &["session"],
    &["text"],
    &["storage"],
    &["engine"],
    &["tui"],
    &["plain"],
    &["cli"],
    &["main"],
];
const MOST_LINES_OF_A_FILE: usize = 400;
const MOST_LINES_OF_MAIN: usize = 20;
const MOST_LINES_OF_A_FUNCTION: usize = 60;

#[test]
fn the_house_is_tidy() {
    let sources = [read_all("crates/core/src", true), read_all("src", true)].concat();
    assert!(sources.len() > 10, "the sources were not found");
    let mut complaints = arrows(&sources);
    complaints.extend(circles(&sources));
    complaints.extend(sources.iter().flat_map(sizes));
    complaints.extend(sources.iter().flat_map(unwraps));
    let all = [sources, read_all("tests", false), read_all("crates/core/benches", false)].concat();
    complaints.extend(all.iter().flat_map(first_line));
    complaints.extend(all.iter().flat_map(leftovers));
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

fn arrows(sources: &[Source]) -> Vec<String> {
    let floor = |room: &str| ROOMS.iter().position(|rooms| rooms.contains(&room));
    let mut complaints = Vec::new();
    for (source, used, line) in uses(sources) {
        let (Some(own), Some(other)) = (source.module.first(), used.first()) else {
            continue;
        };
        if own != other
            && floor(own).is_none_or(|own| floor(other).is_none_or(|other| other >= own))
        {
            let path = &source.path;
            complaints.push(format!("{path}:{line}: `{own}` may not use `{other}`"));
        }
    }
    complaints.dedup();
    complaints
}

fn circles(sources: &[Source]) -> Vec<String> {
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (source, used, _) in uses(sources) {
        if !source.module.starts_with(&used) {
            graph.entry(source.name()).or_default().insert(used.join("::"));
        }
    }
    let from_here = |start: &String| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&String> = graph[start].iter().collect();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(graph.get(next).into_iter().flatten());
            }
        }
        seen.contains(start)
    };
    let round: Vec<&str> = graph.keys().filter(|m| from_here(m)).map(String::as_str).collect();
    if round.is_empty() {
        vec![]
    } else {
        vec![format!("imports run in a circle among {}", round.join(", "))]
    }
}

fn sizes(source: &Source) -> Vec<String> {
    let lines = source.text.lines().count();
    let most = if source.path == "src/main.rs" { MOST_LINES_OF_MAIN } else { MOST_LINES_OF_A_FILE };
    let mut complaints = long_functions(source);
    if lines > most {
        complaints.push(format!("{}: {lines} lines, at most {most}", source.path));
    }
    complaints
}

fn long_functions(source: &Source) -> Vec<String> {
    let tokens = &source.tokens;
    let mut complaints = Vec::new();
    for i in (0..tokens.len()).filter(|&i| tokens[i].text == "fn") {
        let Some(open) = (i..tokens.len()).find(|&j| matches!(tokens[j].text.as_str(), "{" | ";"))
        else {
            continue;
        };
        let mut depth = 0;
        let close = tokens[open..].iter().find(|t| {
            depth += i32::from(t.text == "{") - i32::from(t.text == "}");
            depth == 0
        });
        let lines = close.map_or(0, |close| close.line - tokens[i].line + 1);
        if lines > MOST_LINES_OF_A_FUNCTION {
            let (path, line, name) = (&source.path, tokens[i].line, &tokens[i + 1].text);
            complaints.push(format!(
                "{path}:{line}: `{name}` has {lines} lines, at most {MOST_LINES_OF_A_FUNCTION}"
            ));
        }
    }
    complaints
}

fn unwraps(source: &Source) -> Vec<String> {
    find(source, &source.code, &[".", "unwrap", "(", ")"])
}

fn leftovers(source: &Source) -> Vec<String> {
    let code: [&[&str]; 4] =
        [&["dbg", "!"], &["todo", "!"], &["unimplemented", "!"], &["#", "[", "ignore"]];
    let mut complaints: Vec<String> =
        code.iter().flat_map(|p| find(source, &source.tokens, p)).collect();
    // Written apart, so that this file does not find itself.
    for word in [concat!("TO", "DO"), concat!("FIX", "ME")] {
        let lines = source.text.lines().enumerate().filter(|(_, line)| line.contains(word));
        complaints.extend(lines.map(|(i, _)| format!("{}:{}: {word}", source.path, i + 1)));
    }
    complaints
}

/// Where the tokens of `pattern` stand in a row.
fn find(source: &Source, tokens: &[Token], pattern: &[&str]) -> Vec<String> {
    let hits =
        tokens.windows(pattern.len()).filter(|w| w.iter().zip(pattern).all(|(t, p)| t.text == *p));
    hits.map(|w| format!("{}:{}: {}", source.path, w[0].line, pattern.concat())).collect()
}

fn first_line(source: &Source) -> Option<String> {
    let missing = !source.text.starts_with("//! ");
    missing.then(|| format!("{}: the first line is no `//!` sentence", source.path))
}

#[cfg(test)]
mod checkers {
    use super::*;

    fn arrow_complaints(files: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<Source> =
            files.iter().map(|(path, text)| Source::new(path, text)).collect();
        [arrows(&sources), circles(&sources)].concat()
    }

    #[test]
    fn an_arrow_against_the_order_is_found() {
        let solver = ("src/solver/mod.rs", "use crate::puzzle::Puzzle;");
        let upward = ("src/puzzle/mod.rs", "\nfn f() { g(crate::solver::solve) }");
        assert_eq!(arrow_complaints(&[solver]), [""; 0]);
        let found = arrow_complaints(&[
            ("src/puzzle/mod.rs", "use std::fmt;"),
            upward,
            ("src/solver/mod.rs", ""),
        ]);
        assert_eq!(found, ["src/puzzle/mod.rs:2: `puzzle` may not use `solver`"]);
    }

    #[test]
    fn neighbours_and_rooms_that_are_not_listed_are_found() {
        let found = arrow_complaints(&[
            ("src/notation/mod.rs", "use crate::{puzzle, solver::{self, x}};"),
            ("src/solver/mod.rs", ""),
            ("src/shed.rs", "use huarong::solver;"),
        ]);
        let line = "src/notation/mod.rs:1: `notation` may not use `solver`";
        assert_eq!(found, [line, "src/shed.rs:1: `shed` may not use `solver`"]);
    }

    #[test]
    fn tests_may_use_what_they_like() {
        let tests = "#[cfg(test)]\nmod tests { use crate::tui::run; fn f() { None.unwrap() } }";
        let source = Source::new("src/puzzle/grid.rs", tests);
        assert_eq!(unwraps(&source), [""; 0]);
        assert_eq!(
            arrow_complaints(&[("src/puzzle/grid.rs", tests), ("src/tui/mod.rs", "")]),
            [""; 0]
        );
    }

    #[test]
    fn a_circle_inside_a_room_is_found_through_a_re_export() {
        let facade = ("src/puzzle/mod.rs", "mod a; mod b; pub use a::A; pub use b::{B as Bee, B};");
        let (a, b) =
            (("src/puzzle/a.rs", "use super::B;"), ("src/puzzle/b.rs", "use crate::puzzle::A;"));
        assert_eq!(arrow_complaints(&[facade, a]), [""; 0]);
        assert_eq!(
            arrow_complaints(&[facade, a, b]),
            ["imports run in a circle among puzzle::a, puzzle::b"]
        );
    }

    #[test]
    fn long_files_and_functions_are_found() {
        let body = "x();\n".repeat(60);
        let long = Source::new("src/puzzle/mod.rs", &format!("fn f() {{\n{body}}}\nfn g() {{}}"));
        assert_eq!(sizes(&long), ["src/puzzle/mod.rs:1: `f` has 62 lines, at most 60"]);
        let file = Source::new("src/puzzle/mod.rs", &"//\n".repeat(401));
        assert_eq!(sizes(&file), ["src/puzzle/mod.rs: 401 lines, at most 400"]);
        assert_eq!(sizes(&Source::new("src/main.rs", &"//\n".repeat(21))).len(), 1);
    }

    #[test]
    fn leftovers_are_found_in_code_but_not_in_strings() {
        let word = concat!("// FIX", "ME later");
        let text =
            format!("{word}\n#[ignore]\nfn f() {{ dbg!(1); todo!() }}\nconst S: &str = \"dbg!\";");
        assert_eq!(leftovers(&Source::new("tests/x.rs", &text)).len(), 4);
        let code =
            Source::new("src/x.rs", "//! A room.\nfn f() { x . unwrap ( ); y.unwrap_or(1); }");
        assert_eq!(unwraps(&code), ["src/x.rs:2: .unwrap()"]);
        assert_eq!(first_line(&code), None);
        assert!(first_line(&Source::new("src/x.rs", "// A room.\n")).is_some());
    }
}
