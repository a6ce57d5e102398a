//! What the commands say of wrong input, word for word; and that every sentence of the rules, the notations and the commands
//! that read puzzles has a golden text.

use crate::golden::{difference, files, root};
use crate::process::{Run, command, run_command};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

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

/// What a command says, on both outputs, and how it exits.
fn ran(args: &[&str]) -> String {
    let home = tempfile::tempdir().unwrap();
    let mut command = command(home.path());
    let Run { status, out, err } = run_command(command.args(args).current_dir(root("tests/data")));
    format!("$ huarong {}\n{out}{err}[{status}]\n\n", args.join(" "))
}

/// What the commands say of files and puzzles that are not as they should be.
#[test]
fn commands_say_what_is_wrong_with_their_input() {
    let calls: [&[&str]; 35] = [
        &["help"],
        &["version"],
        &["dayly"],
        &["--plain", "daily"],
        &["solve", "hengdaolim"],
        &["solve", "no-such-puzzle-anywhere"],
        &["solve", "99x3"],
        &["solve", "1x1"],
        &["solve", "-"],
        &["solve", "--seed", "?", "4x4"],
        &["solve", "blocks"],
        &["solve", "errors/not-utf8.in", "errors/empty.in"],
        &["replay", "errors/empty.in", "L"],
        &["replay", "claims.txt", "L"],
        &["convert", "--to", "grid", "screen.toml"],
        &["solve", "screen.toml#rusch"],
        &["solve", "claims.txt#8", "hard.txt#2"],
        &["convert", "--to", "grid", "no/such.toml#1"],
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
        &["generate", "--kind", "numbers", "--size", "2x2", "--difficulty", "5", "--seed", "1"],
        &["generate", "--kind", "blocks", "--size", "four", "--seed", "1"],
        &["generate", "--kind", "numbers", "--seed", "?"],
        &["replay", "--cast", "no/such/x.cast", "[[1,2,3],[4,0,5]]", "L"],
        &["replay", "--cast", "-", "--svg", "-", "[[1,2,3],[4,0,5]]", "L"],
        &["replay", "--cast", "same", "--svg", "same", "[[1,2,3],[4,0,5]]", "L"],
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
    let rooms =
        ["puzzle", "notation", "notation/format"].map(|name| format!("crates/core/src/{name}"));
    let commands = COMMANDS.map(|name| root(&format!("src/cli/{name}.rs")));
    for path in rooms.iter().flat_map(|room| files(room, "rs")).chain(commands) {
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
