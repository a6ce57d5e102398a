//! Lists: the commands, and the puzzles there are.

use super::command::{self, listed};
use crate::notation::Entry;
use crate::notation::printable;
use crate::text::{Phrase, Spoken, amount};
use crate::tui::{Action, Model, Scope, commands, named, text_in};

/// The most puzzles that are named at once.
const MOST: usize = 40;

/// How to move, every command, and the keys that are commands too.
pub(crate) fn help(model: &Model) -> Vec<String> {
    let lang = model.lang();
    let mut lines = vec![Spoken::HelpMoves.words(lang).to_owned()];
    lines.extend(listed(commands(Scope::Play), lang));
    lines.push(Spoken::HelpKeys.with(lang, &[&keys(model)]));
    lines
}

/// The keys that are commands, each with what it does.
fn keys(model: &Model) -> String {
    let lang = model.lang();
    let rows = model.keymap.rows(Scope::Play);
    let keys = rows.flat_map(|row| row.keys.iter().map(|key| (key, row.words)));
    let lettered = keys.filter_map(|((chord, action), words)| {
        let label = chord.label(true);
        let means = matches!(action, Action::Go(_))
            || command::of(commands(Scope::Play), *action).is_some();
        let told = match action {
            Action::Go(way) => super::parse::name_of(*way).words(lang),
            _ => words.words(lang),
        };
        // A key whose name is longer, such as Tab, cannot be typed as a line.
        (label.chars().count() == 1 && means).then(|| format!("{label} {told}"))
    });
    let all: Vec<String> = lettered.collect();
    all.join(Spoken::Comma.words(lang))
}

/// The collections; or the puzzles in which every word of `filter` is found.
pub(crate) fn puzzles(model: &Model, filter: &str) -> Vec<String> {
    let (lang, playlist) = (model.lang(), &model.playlist);
    if filter.is_empty() {
        let mut lines = collections(model);
        lines.push(Spoken::ListHow.words(lang).to_owned());
        return lines;
    }
    let found = playlist.matching(filter);
    if found.is_empty() {
        return vec![Phrase::NothingFound.words(lang).to_owned()];
    }
    let entries = found.iter().filter_map(|&at| playlist.entries().get(at));
    let mut lines: Vec<String> = entries.take(MOST).map(|entry| line(model, entry)).collect();
    if found.len() > MOST {
        lines.push(Spoken::ListMore.with(lang, &[(found.len() - MOST).to_string()]));
    }
    lines
}

/// The place in the list of the puzzle with this id.
pub(crate) fn place_of(model: &Model, id: &str) -> Option<usize> {
    let entries = model.playlist.entries();
    entries.iter().position(|entry| entry.id == id)
}

fn collections(model: &Model) -> Vec<String> {
    let (lang, playlist) = (model.lang(), &model.playlist);
    let mut lines = Vec::new();
    let mut at = 0;
    while at < playlist.entries().len() {
        // A puzzle that belongs to no collection has no heading to be told.
        let Some((name, range)) = playlist.collection(at) else {
            at += 1;
            continue;
        };
        let count = range.len().to_string();
        lines.push(Spoken::Collection.with(lang, &[&text_in(name, lang), &count]));
        at = range.end;
    }
    lines
}

/// A puzzle: what opens it, its name and size, its par, your best.
fn line(model: &Model, entry: &Entry) -> String {
    let lang = model.lang();
    let metric = model.metric_of(entry);
    let mut facts = vec![named(entry, lang), entry.puzzle.size().to_string()];
    if let Some(crate::notation::Claim::Moves(par)) = entry.claims.get(metric) {
        let par = amount(lang, par as usize, metric);
        facts.push(format!("{} {par}", Phrase::Par.words(lang)));
    }
    if let Some(best) = model.bests.get(&entry.puzzle, metric) {
        facts.push(format!("{} {}", Phrase::Best.words(lang), best.moves));
    }
    let id = printable::masked(&entry.id);
    Spoken::Listed.with(lang, &[&id, &facts.join(Spoken::Comma.words(lang))])
}
