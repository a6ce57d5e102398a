//! The public interface of the library, written down: a change of it is a change of `snapshots/it__api__library.snap`.
//!
//! The list is read from the sources. The compiler's lint `unreachable_pub` sees to it that whatever says `pub` can be
//! reached from outside, so that what is marked `pub` in the rooms for others is the interface, no more and no less.

use proc_macro2::{Delimiter, LineColumn, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The rooms for others; the rest of the crate is hidden.
const ROOMS: [&str; 5] = ["puzzle", "atomic_file", "notation", "solver", "generate"];

#[test]
fn the_public_interface_is_the_one_that_is_written_down() {
    let mut files = BTreeMap::new();
    for room in ROOMS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        collect(&folder.join(room), &mut files);
        collect(&folder.join(format!("{room}.rs")), &mut files);
    }
    let all: Vec<(String, Vec<String>)> =
        files.into_iter().map(|(path, text)| (path, Listing::of(&text))).collect();
    let types: BTreeSet<&str> =
        all.iter().flat_map(|(_, found)| found).filter_map(|line| named(line)).collect();
    let is_public = |line: &&String| match line.split_once(" for ") {
        Some((head, of)) if head.starts_with("impl") => types.contains(word(of)),
        _ => true,
    };
    let mut listing = String::new();
    for (path, found) in &all {
        let found: Vec<&str> = found.iter().filter(is_public).map(String::as_str).collect();
        if !found.is_empty() {
            listing += &format!("// {path}\n{}\n", found.join("\n"));
        }
    }
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!("library", listing);
    });
}

/// The name of the type that a line declares.
fn named(line: &str) -> Option<&str> {
    let mut kinds = ["pub struct ", "pub enum ", "pub trait "].into_iter();
    kinds.find_map(|kind| line.strip_prefix(kind)).map(word)
}

/// The name that a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// Reads a file, or all files of a folder, but for those that are hidden as a whole or are tests.
fn collect(path: &Path, files: &mut BTreeMap<String, String>) {
    let name = path.file_name().and_then(|name| name.to_str());
    if path.is_dir() && name != Some("tests") {
        for entry in fs::read_dir(path).expect("a folder can be listed") {
            collect(&entry.expect("it can be listed").path(), files);
        }
    } else if path.is_file()
        && name.is_some_and(|n| n.ends_with(".rs") && !["worker.rs", "tests.rs"].contains(&n))
    {
        let short = path.strip_prefix(env!("CARGO_MANIFEST_DIR"));
        let short = short.expect("it is below").to_string_lossy();
        let text = fs::read_to_string(path).expect("it can be read");
        files.insert(short.replace('\\', "/"), text);
    }
}

/// The lines of a source file, and the public items found so far.
struct Listing<'a> {
    lines: Vec<&'a str>,
    found: Vec<String>,
}

impl Listing<'_> {
    /// The public items of a file, each as it stands there without its comments and the bodies of functions.
    fn of(text: &str) -> Vec<String> {
        let mut listing = Listing { lines: text.lines().collect(), found: Vec::new() };
        let tokens: TokenStream = text.parse().expect("the crate is Rust");
        listing.items(tokens, "");
        listing.found
    }

    /// Takes in the items of a file or of an `impl`.
    fn items(&mut self, tokens: TokenStream, indent: &str) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut start = 0;
        while start < tokens.len() {
            let end = (start..tokens.len()).find(|&i| ends_item(&tokens, start, i));
            let end = end.unwrap_or(tokens.len() - 1);
            self.item(&tokens[start..=end], indent);
            start = end + 1;
        }
    }

    fn item(&mut self, tokens: &[TokenTree], indent: &str) {
        let (attributes, item) = tokens.split_at(after_attributes(tokens));
        let attributes = self.attributes(attributes);
        if attributes.iter().any(|a| a == "#[doc(hidden)]" || a == "#[cfg(test)]") {
            return;
        }
        let word = |i: usize| item.get(i).map(ToString::to_string).unwrap_or_default();
        match (word(0).as_str(), word(1).as_str()) {
            ("impl", _) => self.implementation(item),
            // What a macro makes is written inside its call.
            ("formats", "!") => {
                if let Some(TokenTree::Group(body)) = item.last() {
                    self.items(body.stream(), indent);
                }
            }
            ("pub", next) if !next.starts_with('(') => {
                let with_body = ["struct", "enum", "trait"].contains(&next);
                let text = self.text(item, with_body);
                // What lints and the optimizer are told is nothing to users.
                let is_for_users =
                    |a: &String| !["#[expect", "#[inline"].iter().any(|hint| a.starts_with(hint));
                let lines = attributes.into_iter().filter(is_for_users);
                let lines = lines.chain([text]).map(|line| format!("{indent}{line}"));
                self.found.extend(lines);
            }
            _ => {}
        }
    }

    /// The head of an `impl`, if it is one of a trait or has anything public, and what is public in it.
    fn implementation(&mut self, item: &[TokenTree]) {
        let Some(TokenTree::Group(body)) = item.last() else {
            return;
        };
        let head = self.text(item, false);
        let before = self.found.len();
        self.found.push(head.clone());
        self.items(body.stream(), "    ");
        if self.found.len() == before + 1 && !head.contains(" for ") {
            self.found.pop();
        }
    }

    /// Attributes but for documentation, each on its own.
    fn attributes(&self, tokens: &[TokenTree]) -> Vec<String> {
        let groups = tokens.iter().filter(|t| matches!(t, TokenTree::Group(_)));
        let texts = groups.map(|group| format!("#{}", self.between(group, group)));
        texts
            .filter(|text| !text.starts_with("#[doc ="))
            .filter(|text| text.starts_with("#["))
            .collect()
    }

    /// The text of an item without comments and, if it is a function or a constant, without its body.
    fn text(&self, item: &[TokenTree], with_body: bool) -> String {
        let is_function = item.iter().any(|t| t.to_string() == "fn");
        let is_end = |t: &TokenTree| match t {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && !with_body,
            TokenTree::Punct(punct) => punct.as_char() == '=' && !is_function,
            _ => false,
        };
        let is_use = item.get(1).is_some_and(|t| t.to_string() == "use");
        let end = item.iter().position(is_end).filter(|_| !is_use);
        let kept = &item[..end.unwrap_or(item.len())];
        let (Some(first), Some(last)) = (kept.first(), kept.last()) else {
            return String::new();
        };
        without_private(&self.between(first, last))
    }

    /// What stands from one token to another.
    fn between(&self, first: &TokenTree, last: &TokenTree) -> String {
        let (from, to) = (first.span().start(), last.span().end());
        let cut = |line: &str, at: LineColumn| {
            line.char_indices().nth(at.column).map_or(line.len(), |(i, _)| i)
        };
        let lines = (from.line..=to.line).map(|number| {
            let line = self.lines[number - 1];
            let end = if number == to.line { cut(line, to) } else { line.len() };
            let begin = if number == from.line { cut(line, from) } else { 0 };
            &line[begin..end]
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// Whether the item that begins at `start` ends with the token at `i`: a semicolon, or a body.
fn ends_item(tokens: &[TokenTree], start: usize, i: usize) -> bool {
    match &tokens[i] {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => {
            let has = |word: &str| tokens[start..i].iter().any(|t| t.to_string() == word);
            let has_body =
                ["fn", "impl", "struct", "enum", "trait", "mod"].map(has).contains(&true);
            group.delimiter() == Delimiter::Brace && (has_body || !has("=") && !has("use"))
        }
        _ => false,
    }
}

/// How many tokens the attributes at the beginning take, inner ones too.
fn after_attributes(tokens: &[TokenTree]) -> usize {
    let mut at = 0;
    while tokens.get(at).is_some_and(|t| t.to_string() == "#") {
        at += 1 + usize::from(tokens.get(at + 1).is_some_and(|t| t.to_string() == "!")) + 1;
    }
    at
}

/// The lines of an item without comments and fields that are private, and without the room they leave.
fn without_private(text: &str) -> String {
    let is_struct = text.starts_with("pub struct") && text.contains('{');
    let lines = text.lines().enumerate().filter(|(i, line)| {
        let line = line.trim();
        let private = is_struct && *i > 0 && line != "}" && !line.starts_with("pub ");
        !line.is_empty() && !line.starts_with("//") && !private
    });
    lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}
