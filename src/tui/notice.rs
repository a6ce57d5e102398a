//! Something said in the footer: a sentence with its parts, in whichever language the screen has by then.

use super::context::{Model, Screen};
use super::ghost::rival;
use super::message::Effect;
use super::play::game::Game;
use super::play::line;
use super::{daily, ghost, times};
use crate::engine::knowledge::Remaining;
use crate::notation::printable;
use crate::puzzle::{Fault, Metric};
use crate::storage::{FileProblem, Line};
use crate::text::{Lang, Phrase, amount, counted, fault};
use std::path::Path;

/// How something is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// As it is.
    Plain,
    /// Gladly.
    Good,
    /// As a warning.
    Bad,
}

/// Something said in the footer until the next key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    phrase: Phrase,
    parts: Vec<Part>,
    /// How it is said.
    pub tone: Tone,
}

/// What goes into a notice's phrase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// As it is.
    Text(String),
    /// In the language of the screen.
    Phrase(Phrase),
    /// So many moves, as the metric counts them.
    Amount(usize, Metric),
    /// Why a drawing is no puzzle.
    Fault(Fault),
    /// Another sentence.
    Said(Box<Notice>),
}

impl Notice {
    /// A sentence with these parts.
    #[must_use]
    pub fn new(phrase: Phrase, parts: Vec<Part>, tone: Tone) -> Notice {
        Notice { phrase, parts, tone }
    }

    /// The sentence in `lang`.
    #[must_use]
    pub fn words(&self, lang: Lang) -> String {
        let word = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Phrase(phrase) => phrase.words(lang).to_owned(),
            Part::Amount(number, metric) => amount(lang, *number, *metric),
            Part::Fault(wrong) => fault(lang, wrong),
            Part::Said(notice) => notice.words(lang),
        };
        let parts: Vec<String> = self.parts.iter().map(word).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        printable::masked(&self.phrase.with(lang, &parts))
    }
}

/// The board has changed: help asked for the position before is no longer wanted; a solution is announced.
pub(crate) fn after_move(model: &mut Model) {
    model.game.awaited = None;
    ghost::update::note_help(model);
    if model.game.session.is_solved() {
        model.notice = Some(congratulation(&model.game));
        note_best(model);
        daily::update::note(model);
        times::update::note(model);
    } else {
        warn_if_lost(model);
    }
}

/// A game that was won without help may be the best so far.
fn note_best(model: &mut Model) {
    let session = &model.game.session;
    if session.hints() > 0 || !session.is_from_start() {
        return;
    }
    let (puzzle, time) = (session.puzzle(), session.elapsed(model.now));
    let line = line::written(session);
    let times = rival::written_times(session);
    for metric in Metric::ALL {
        let before = model.bests.get(puzzle, metric);
        let before = before.and_then(|best| best.line.clone());
        if before.as_deref().is_some_and(|before| before != line) {
            model.game.beaten[metric as usize] = before;
        }
    }
    let line = Line { moves: line, times };
    model.bests.note(puzzle, session.counts(), time, line);
}

/// Says what went wrong with a file.
pub(crate) fn warn_of(model: &mut Model, problem: &FileProblem) -> Effect {
    model.notice = Some(notice_of(problem));
    Effect::Draw
}

/// Says what went wrong with several files at once: all that were set aside come first, by name.
pub(crate) fn warn_of_all(model: &mut Model, problems: &[FileProblem]) {
    let (mut aside, mut others): (Vec<_>, Vec<_>) =
        problems.iter().partition(|problem| matches!(problem, FileProblem::SetAside { .. }));
    let mut notices = Vec::new();
    match &aside[..] {
        [_, _, ..] => notices.push(set_aside(&aside)),
        _ => others.splice(..0, aside.drain(..)).for_each(drop),
    }
    notices.extend(others.into_iter().map(notice_of));
    let all = notices.into_iter().reduce(|first, second| {
        let parts = [first, second].map(|notice| Part::Said(Box::new(notice)));
        Notice::new(Phrase::Also, parts.into(), Tone::Bad)
    });
    model.notice = all.or(model.notice.take());
}

fn set_aside(problems: &[&FileProblem]) -> Notice {
    let (mut names, mut reasons) = (Vec::new(), Vec::new());
    for problem in problems {
        if let FileProblem::SetAside { file, why, .. } = problem {
            names.push(name(file));
            reasons.push(why.as_str());
        }
    }
    let parts = [names.join(", "), reasons.join("; ")].map(Part::Text);
    Notice::new(Phrase::SetAsideAll, parts.into(), Tone::Bad)
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// What went wrong with a file.
pub(crate) fn notice_of(problem: &FileProblem) -> Notice {
    let text = |path: &Path| Part::Text(path.display().to_string());
    let name = |path: &Path| Part::Text(name(path));
    let (phrase, parts) = match problem {
        FileProblem::SetAside { file, why, .. } => {
            (Phrase::SetAsideFor, vec![name(file), Part::Text(why.clone())])
        }
        FileProblem::Ignored { file, what } => {
            (Phrase::Ignored, vec![name(file), Part::Text(what.clone())])
        }
        FileProblem::NotRead { file, why } => {
            (Phrase::NotRead, vec![text(file), Part::Text(why.clone())])
        }
        FileProblem::NotWritten { file, why } => {
            (Phrase::NotWritten, vec![text(file), Part::Text(why.clone())])
        }
    };
    Notice::new(phrase, parts, Tone::Bad)
}

/// Says so when the solver knows that there is no way back to a solution, where the own game is to be seen.
pub(crate) fn warn_if_lost(model: &mut Model) {
    let is_seen = matches!(model.screen, Screen::Play | Screen::Map(_)) && model.is_shown();
    if is_seen && model.game.remaining() == Remaining::Never {
        say_lost(model);
    }
}

/// Says that there is no solution, and what helps if anything does.
pub(crate) fn say_lost(model: &mut Model) {
    let phrase = match model.game.is_hopeless() {
        true => Phrase::UnsolvableAtAll,
        false => Phrase::UnsolvableFromHere,
    };
    say(model, phrase, vec![], Tone::Bad);
}

fn congratulation(game: &Game) -> Notice {
    let count = game.session.count(game.metric());
    let number = |n: usize| Part::Text(n.to_string());
    let whole = Part::Amount(count, game.metric());
    match game.par().map(|par| par as usize) {
        Some(par) if par == count => Notice::new(
            Phrase::SolvedOptimally,
            vec![Part::Phrase(counted(game.metric())), number(count)],
            Tone::Good,
        ),
        Some(par) => Notice::new(Phrase::SolvedWith, vec![whole, number(par)], Tone::Good),
        None => Notice::new(Phrase::SolvedPlain, vec![whole], Tone::Good),
    }
}

/// Puts a sentence into the footer.
pub(crate) fn say(model: &mut Model, phrase: Phrase, parts: Vec<Part>, tone: Tone) {
    model.notice = Some(Notice::new(phrase, parts, tone));
}
