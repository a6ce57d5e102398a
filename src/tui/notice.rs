//! Something said in the footer: a sentence with its parts, in whichever language the screen has by then.

use super::context::Context;
use super::ghost::rival;
use super::play::ending::Achievements;
use super::play::finale::Finale;
use super::play::game::Game;
use super::play::line;
use super::play::slide;
use super::{daily, ghost, times};
use crate::engine::knowledge::Remaining;
use crate::notation::printable;
use crate::puzzle::{Fault, Metric};
use crate::storage::{FileProblem, ProblemKind};
use crate::text::{self, Lang, Phrase, amount, counted_by, fault};
use std::path::Path;
use std::time::Duration;

/// How something is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    /// As it is.
    Plain,
    /// Gladly.
    Good,
    /// As a warning.
    Bad,
}

/// Something said in the footer until the next key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Notice {
    phrase: Phrase,
    parts: Vec<Part>,
    /// How it is said.
    pub tone: Tone,
}

/// What goes into a notice's phrase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// As it is.
    Text(String),
    /// In the language of the screen.
    Phrase(Phrase),
    /// So many moves, as the metric counts them.
    Amount(usize, Metric),
    /// Why a drawing is no puzzle.
    Fault(Fault),
    /// What the system said about a file.
    System(String),
    /// Another sentence.
    Said(Box<Notice>),
}

impl Notice {
    /// A sentence with these parts.
    pub(crate) fn new(phrase: Phrase, parts: Vec<Part>, tone: Tone) -> Notice {
        Notice { phrase, parts, tone }
    }

    /// Whether it only tells what the card at the end of a game tells too.
    pub(crate) fn is_on_card(&self) -> bool {
        matches!(self.phrase, Phrase::SolvedOptimally | Phrase::SolvedWith | Phrase::SolvedPlain)
    }

    /// The sentence in `lang`.
    pub(crate) fn words(&self, lang: Lang) -> String {
        let word = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Phrase(phrase) => phrase.words(lang).to_owned(),
            Part::Amount(number, metric) => amount(lang, *number, *metric),
            Part::Fault(wrong) => fault(lang, wrong),
            Part::System(said) => text::system_said(lang, said),
            Part::Said(notice) => notice.words(lang),
        };
        let parts: Vec<String> = self.parts.iter().map(word).collect();
        // Parts come from files and from the system: a control character in them must not reach the terminal.
        printable::masked(&self.phrase.with(lang, &parts))
    }
}

/// The board has changed: help asked for the position before is no longer wanted; a solution is announced.
pub(crate) fn after_move(ctx: &mut Context) {
    ctx.game.awaited = None;
    // Help is noted before the result, for a game that was helped is no result of one's own.
    ghost::update::note_help(ctx);
    ctx.finale = None;
    if ctx.game.session.is_solved() {
        // The last move is seen to its end first.
        let slide = ctx.slide.as_ref().map_or(Duration::ZERO, |_| slide::LENGTH);
        let finale = || Finale::new(&ctx.game, ctx.now + slide);
        ctx.finale = ctx.settings.animation.then(finale);
        // The plain words come first: the day and the stopwatch put theirs in their place where they have any.
        ctx.notice = Some(congratulation(&ctx.game));
        note_best(ctx);
        daily::update::note(ctx);
        times::update::note(ctx);
    } else {
        warn_if_lost(ctx);
    }
}

/// A game that was won without help may be the best so far; one that was won with help is no record, but is noted too.
fn note_best(ctx: &mut Context) {
    let session = &ctx.game.session;
    ctx.game.feats = Achievements::default();
    if !session.is_from_start() {
        return;
    }
    let (puzzle, time) = (session.puzzle(), session.elapsed(ctx.now));
    if session.hints() > 0 {
        return ctx.bests.note_helped(puzzle, session.counts(), time);
    }
    ctx.game.feats = Achievements::of(&ctx.game, &ctx.bests, time);
    let line = line::written(session);
    let times = rival::written_times(session);
    // The best line is set aside before it is overwritten: the review compares the game with it.
    for metric in Metric::ALL {
        let before = ctx.bests.get(puzzle, metric);
        let before = before.and_then(|best| best.line.clone());
        if before.as_deref().is_some_and(|before| before != line) {
            ctx.game.beaten[metric as usize] = before;
        }
    }
    ctx.bests.note(puzzle, session.counts(), time, (&line, &times));
}

/// Says what went wrong with several files at once: all that were set aside come first, by name.
pub(crate) fn warn_of_all(ctx: &mut Context, problems: &[FileProblem]) {
    let (mut aside, mut others): (Vec<_>, Vec<_>) =
        problems.iter().partition(|problem| matches!(problem.kind, ProblemKind::SetAside(_)));
    let mut notices = Vec::new();
    match &aside[..] {
        [_, _, ..] => notices.push(set_aside(&aside)),
        // A single file that was set aside is told with its own reason, and still before the others.
        _ => others.splice(..0, aside.drain(..)).for_each(drop),
    }
    notices.extend(others.into_iter().map(notice_of));
    let all = notices.into_iter().reduce(|first, second| {
        let parts = [first, second].map(|notice| Part::Said(Box::new(notice)));
        Notice::new(Phrase::Also, parts.into(), Tone::Bad)
    });
    ctx.notice = all.or(ctx.notice.take());
}

fn set_aside(problems: &[&FileProblem]) -> Notice {
    let (mut names, mut reasons) = (Vec::new(), Vec::new());
    for problem in problems {
        if let ProblemKind::SetAside(kept) = &problem.kind {
            names.push(format!("{} ({})", name(&problem.file), name(kept)));
            reasons.push(problem.why.as_str());
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
    let whole = || Part::Text(problem.file.display().to_string());
    let name = |path: &Path| Part::Text(name(path));
    let (file, why) = (name(&problem.file), problem.why.clone());
    let (phrase, parts) = match &problem.kind {
        ProblemKind::SetAside(kept) => {
            (Phrase::SetAsideFor, vec![file, name(kept), Part::Text(why)])
        }
        ProblemKind::Ignored => (Phrase::Ignored, vec![file, Part::Text(why)]),
        ProblemKind::NotRead => (Phrase::NotRead, vec![whole(), Part::System(why)]),
        ProblemKind::NotWritten => (Phrase::NotWritten, vec![whole(), Part::System(why)]),
    };
    Notice::new(phrase, parts, Tone::Bad)
}

/// Says so when the solver knows that there is no way back to a solution, and may tell.
pub(crate) fn warn_if_lost(ctx: &mut Context) {
    if ctx.is_shown() && ctx.game.remaining() == Remaining::Never {
        say_lost(ctx);
    }
}

/// Says that there is no solution, and what helps if anything does.
pub(crate) fn say_lost(ctx: &mut Context) {
    let phrase = match ctx.game.is_hopeless() {
        true => Phrase::UnsolvableAtAll,
        false => Phrase::UnsolvableFromHere,
    };
    say(ctx, phrase, vec![], Tone::Bad);
}

fn congratulation(game: &Game) -> Notice {
    let count = game.count();
    let number = |n: usize| Part::Text(n.to_string());
    let whole = Part::Amount(count, game.metric());
    match game.par().map(|par| par as usize) {
        Some(par) if par == count => Notice::new(
            Phrase::SolvedOptimally,
            vec![Part::Phrase(counted_by(game.metric())), number(count)],
            Tone::Good,
        ),
        Some(par) => Notice::new(Phrase::SolvedWith, vec![whole, number(par)], Tone::Good),
        None => Notice::new(Phrase::SolvedPlain, vec![whole], Tone::Good),
    }
}

/// Puts a sentence into the footer.
pub(crate) fn say(ctx: &mut Context, phrase: Phrase, parts: Vec<Part>, tone: Tone) {
    ctx.notice = Some(Notice::new(phrase, parts, tone));
}
