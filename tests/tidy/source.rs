//! The crate's files as tokens, and which module uses which.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A token and the line that it begins on.
#[derive(Clone)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

/// A file of the crate.
#[derive(Clone)]
pub(crate) struct Source {
    /// From the crate's root, with `/`.
    pub(crate) path: String,
    /// `puzzle/moves.rs` is `["puzzle", "moves"]`; `lib.rs` is empty.
    pub(crate) module: Vec<String>,
    pub(crate) text: String,
    /// Everything, tests too.
    pub(crate) tokens: Vec<Token>,
    /// What is compiled without tests.
    pub(crate) code: Vec<Token>,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Source {
        let stream: TokenStream =
            text.parse().unwrap_or_else(|e| panic!("{path} is not Rust: {e}"));
        let (mut tokens, mut code) = (Vec::new(), Vec::new());
        flatten(stream.clone(), true, &mut tokens);
        flatten(stream, false, &mut code);
        Source {
            path: path.to_owned(),
            module: module_of(path),
            text: text.to_owned(),
            tokens,
            code,
        }
    }

    pub(crate) fn name(&self) -> String {
        self.module.join("::")
    }
}

/// Every `.rs` file below `folder`; of a `crate`, files that are tests as a whole hold no code.
pub(crate) fn read_all(folder: &str, of_crate: bool) -> Vec<Source> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.map(|e| e.expect("a folder can be listed").path()) {
            if path.is_dir() && !path.ends_with("fuzz") {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("it is below");
                let name = name.to_str().expect("names are UTF-8").replace('\\', "/");
                found.push(Source::new(&name, &fs::read_to_string(&path).expect("it can be read")));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    if of_crate {
        empty_test_files(&mut found);
    }
    found
}

fn module_of(path: &str) -> Vec<String> {
    let inner = path.strip_prefix("crates/core/").unwrap_or(path);
    let inner = inner.strip_prefix("src/").unwrap_or(inner);
    let inner = inner.strip_suffix(".rs").unwrap_or(inner);
    let parts = inner.split('/').filter(|&part| part != "mod" && part != "lib");
    parts.map(str::to_owned).collect()
}

/// Takes the code out of files that their parent declares by `#[cfg(test)] mod name;`.
fn empty_test_files(sources: &mut [Source]) {
    let declared = |tokens: &[Token], module: &[String]| {
        let children = tokens.windows(3).filter(|w| w[0].text == "mod" && w[2].text == ";");
        let paths = children.map(|w| [module, &[w[1].text.clone()]].concat());
        paths.collect::<BTreeSet<_>>()
    };
    let mut tests = BTreeSet::new();
    for source in sources.iter() {
        let all = declared(&source.tokens, &source.module);
        tests.extend(all.difference(&declared(&source.code, &source.module)).cloned());
    }
    for source in sources.iter_mut().filter(|s| tests.iter().any(|t| s.module.starts_with(t))) {
        source.code.clear();
    }
}

/// The tokens with their groups opened up; without tests, items under `#[cfg(test)]` are passed over.
fn flatten(stream: TokenStream, with_tests: bool, into: &mut Vec<Token>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let line = tree.span().start().line;
        let mut push = |text: &str, line| into.push(Token { text: text.to_owned(), line });
        match &tree {
            TokenTree::Punct(punct) if punct.as_char() == '#' && !with_tests => {
                let attribute = trees.peek().map(ToString::to_string).unwrap_or_default();
                if attribute.replace(' ', "") == "[cfg(test)]" {
                    trees.find(ends_item);
                } else {
                    push("#", line);
                }
            }
            TokenTree::Punct(punct)
                if punct.as_char() == ':' && punct.spacing() == Spacing::Joint =>
            {
                trees.next();
                push("::", line);
            }
            TokenTree::Group(group) => {
                let (open, close) = delimiters(group.delimiter());
                push(open, line);
                flatten(group.stream(), with_tests, into);
                let line = group.span_close().start().line;
                into.push(Token { text: close.to_owned(), line });
            }
            other => push(&other.to_string(), line),
        }
    }
}

fn ends_item(tree: &TokenTree) -> bool {
    match tree {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

fn delimiters(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

/// A path as written, and the line it is on.
type Written = (Vec<String>, usize);

/// Every path that the code imports, or that starts from `crate`, `super`, `self` or the crate's name.
fn paths(code: &[Token]) -> Vec<Written> {
    let mut found = Vec::new();
    let mut i = 0;
    while i < code.len() {
        let fresh = i == 0 || code[i - 1].text != "::";
        let rooted = matches!(code[i].text.as_str(), "crate" | "super" | "self" | "huarong");
        if code[i].text == "use" {
            i = use_tree(code, i + 1, &[], &mut found);
        } else if rooted && fresh && code.get(i + 1).is_some_and(|t| t.text == "::") {
            i = use_tree(code, i, &[], &mut found);
        } else {
            i += 1;
        }
    }
    found
}

/// Reads `a::{b, c::d}` from `i` on into full paths; returns where it ends.
fn use_tree(code: &[Token], mut i: usize, before: &[String], found: &mut Vec<Written>) -> usize {
    let line = code.get(i).map_or(0, |t| t.line);
    let mut path = before.to_vec();
    while let Some(token) = code.get(i) {
        match token.text.as_str() {
            "::" => i += 1,
            "{" if i > 0 && code[i - 1].text == "::" => {
                i += 1;
                while code.get(i).is_some_and(|t| t.text != "}") {
                    i = use_tree(code, i, &path, found);
                    i += usize::from(code.get(i).is_some_and(|t| t.text == ","));
                }
                return i + 1;
            }
            name if is_name(name) && (path.len() == before.len() || code[i - 1].text == "::") => {
                path.push(name.to_owned());
                i += 1;
            }
            "as" => i += 2,
            _ => break,
        }
    }
    found.push((path, line));
    i.max(1)
}

fn is_name(text: &str) -> bool {
    text == "*" || text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text != "as"
}

/// Which module a path leads to, seen from `from`: through `super` and re-exports, down to the last part that is a module.
fn target(modules: &Modules, from: &[String], path: &[String]) -> Option<Vec<String>> {
    let mut at = from.to_vec();
    let mut rest = path;
    let mut rooted = false;
    while let Some((first, after)) = rest.split_first() {
        match first.as_str() {
            "crate" | "huarong" => at.clear(),
            "super" => drop(at.pop()),
            "self" => {}
            _ => break,
        }
        (rest, rooted) = (after, true);
    }
    let start = at.clone();
    for name in rest {
        let child = [at.as_slice(), std::slice::from_ref(name)].concat();
        if modules.names.contains(&child) {
            at = child;
        } else {
            at = modules.exports.get(&child).cloned().unwrap_or(at);
            break;
        }
    }
    (rooted || at != start).then_some(at)
}

/// All modules, and which of them holds what another one re-exports.
struct Modules {
    names: BTreeSet<Vec<String>>,
    exports: BTreeMap<Vec<String>, Vec<String>>,
}

impl Modules {
    fn of(sources: &[Source]) -> Modules {
        let names = sources.iter().map(|s| s.module.clone()).collect();
        let mut modules = Modules { names, exports: BTreeMap::new() };
        for source in sources {
            for (path, _) in paths(&source.code) {
                let held = target(&modules, &source.module, &path);
                if let (Some(held), Some(name)) = (held, path.last())
                    && held.len() > source.module.len()
                    && held.starts_with(&source.module)
                {
                    modules
                        .exports
                        .insert([source.module.clone(), vec![name.clone()]].concat(), held);
                }
            }
        }
        modules
    }
}

/// Every use of one module by another: (user, used, line).
pub(crate) fn uses(sources: &[Source]) -> Vec<(&Source, Vec<String>, usize)> {
    let modules = Modules::of(sources);
    let mut found = Vec::new();
    for source in sources {
        for (path, line) in paths(&source.code) {
            let used = target(&modules, &source.module, &path);
            found.extend(used.filter(|u| *u != source.module).map(|used| (source, used, line)));
        }
    }
    found
}
