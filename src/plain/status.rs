//! How a game stands, in sentences: what was made, what remains, what the last move did, the figures, the records.

use super::command;
use super::describe::Words;
use crate::puzzle::Metric;
use crate::storage::Ghost;
use crate::text;
use crate::text::{Lang, Phrase, Spoken, amount};
use crate::tui::ghost::update::standing as standing_of_ghost;
use crate::tui::{Model, Remaining, about_with};

/// The game of `model` in its language.
pub(crate) fn words(model: &Model) -> Words<'_> {
    Words { game: &model.game, lang: model.lang() }
}

/// `12 moves made, 69 moves to go, good: 1 nearer.`
pub(crate) fn standing(model: &Model) -> String {
    let (game, lang) = (&model.game, model.lang());
    let made = amount(lang, game.session.count(game.metric()), game.metric());
    let mut parts = vec![Spoken::Made.with(lang, &[&made])];
    if model.is_shown() {
        parts.push(remaining(game.remaining(), game.metric(), lang));
        parts.extend(game.last_change().map(|change| verdict(change, lang)));
    }
    parts.extend(beside(model));
    parts.join(Spoken::Comma.words(lang)) + Spoken::FullStop.words(lang)
}

fn remaining(remaining: Remaining, metric: Metric, lang: Lang) -> String {
    let moves = |number: u32| amount(lang, number as usize, metric);
    match remaining {
        Remaining::Exact(exact) => Spoken::Remain.with(lang, &[&moves(exact)]),
        Remaining::Never => Spoken::RemainNever.words(lang).to_owned(),
        Remaining::Bounds { lower, upper: None } => {
            Spoken::RemainAtLeast.with(lang, &[&moves(lower)])
        }
        Remaining::Bounds { lower, upper: Some(upper) } => {
            Spoken::RemainBetween.with(lang, &[&lower.to_string(), &moves(upper)])
        }
    }
}

fn verdict(change: i64, lang: Lang) -> String {
    let by = change.unsigned_abs().to_string();
    match change {
        ..0 => Spoken::Nearer.with(lang, &[&by]),
        0 => Spoken::NoNearer.words(lang).to_owned(),
        1.. => Spoken::Farther.with(lang, &[&by]),
    }
}

/// How far the game had come by now that one plays against, if there is one.
pub(crate) fn beside(model: &Model) -> Option<String> {
    let left = standing_of_ghost(model)?.left;
    let words = match model.settings.ghost {
        Ghost::Off => return None,
        Ghost::Best => Spoken::BestHadLeft,
        Ghost::BestTime => Spoken::BestHadLeftByNow,
        Ghost::Optimal => Spoken::LineHasLeft,
        Ghost::OptimalTime => Spoken::LineHasLeftByNow,
    };
    let left = amount(model.lang(), left, model.game.metric());
    Some(words.with(model.lang(), &[&left]))
}

/// All figures, a line each.
pub(crate) fn status(model: &Model) -> Vec<String> {
    let (game, lang) = (&model.game, model.lang());
    let mut lines = vec![standing(model)];
    let mut figure = |name: Phrase, value: String| {
        lines.push(Spoken::Figure.with(lang, &[name.words(lang), &value]));
    };
    if model.is_shown() {
        let par = game.par().map(|par| amount(lang, par as usize, game.metric()));
        par.into_iter().for_each(|par| figure(Phrase::Par, par));
        let waste = game.waste().map(|waste| waste.to_string());
        waste.into_iter().for_each(|waste| figure(Phrase::Waste, waste));
    }
    let (passed, all) = (game.session.position().stage(), game.puzzle().via().len());
    if all > 0 {
        figure(Phrase::Waypoints, format!("{passed} / {all}"));
    }
    if game.session.hints() > 0 {
        figure(Phrase::Hints, game.session.hints().to_string());
    }
    if model.settings.clock {
        let elapsed = text::clock(game.session.elapsed(model.now));
        figure(Phrase::Time, elapsed);
    }
    lines
}

/// The best results of the puzzle, a metric a line.
pub(crate) fn bests(model: &Model) -> Vec<String> {
    let (game, lang) = (&model.game, model.lang());
    let best = |metric: Metric| {
        let best = model.bests.get(game.puzzle(), metric)?;
        let time = std::time::Duration::from_millis(best.millis);
        let parts = [best.moves.to_string(), text::clock(time)];
        let name = text::counted_by(metric).words(lang);
        Some(Spoken::BestIs.with(lang, &[name, &parts[0], &parts[1]]))
    };
    let lines: Vec<String> = Metric::ALL.into_iter().filter_map(best).collect();
    match lines.is_empty() {
        true => vec![Spoken::NoBest.words(lang).to_owned()],
        false => lines,
    }
}

/// What is played, what is asked for, and the board.
pub(crate) fn introduction(model: &Model) -> Vec<String> {
    let (game, lang) = (&model.game, model.lang());
    let size = game.puzzle().size();
    let size = Spoken::Sized.with(lang, &[size.width().to_string(), size.height().to_string()]);
    let mut goal = words(model).goal().into_iter();
    let first = goal.next().unwrap_or_default();
    let mut lines = vec![Spoken::Welcome.with(lang, &[&game.name(lang), &size, &first])];
    lines.extend(goal);
    lines.extend(about_with(model, |action| command::typed(action, lang)));
    lines.extend(words(model).board(game.session.position()));
    lines.push(standing(model));
    lines
}
