//! What is said in the footer: what a move has brought about, and whatever else there is to say.

use super::game::Game;
use super::model::{Model, Notice, Part, Tone};
use super::oracle::Remaining;
use crate::text::{Phrase, counted};

/// The board has changed: help asked for the position before is no longer wanted; a solution is announced.
pub(super) fn after_move(model: &mut Model) {
    model.game.awaited = None;
    if model.game.session.is_solved() {
        model.notice = Some(congratulation(&model.game));
    } else {
        warn_if_lost(model);
    }
}

/// Says so when the solver knows that there is no way back to a solution.
pub(super) fn warn_if_lost(model: &mut Model) {
    if model.game.remaining() == Remaining::Never {
        say(model, Phrase::UnsolvableFromHere, vec![], Tone::Bad);
    }
}

fn congratulation(game: &Game) -> Notice {
    let count = game.session.count(game.metric());
    let number = |n: usize| Part::Text(n.to_string());
    let metric = Part::Phrase(counted(game.metric()));
    match game.par().map(|par| par as usize) {
        Some(par) if par == count => Notice::new(
            Phrase::SolvedOptimally,
            vec![metric, number(count)],
            Tone::Good,
        ),
        Some(par) => Notice::new(
            Phrase::SolvedWith,
            vec![number(count), metric, number(par)],
            Tone::Good,
        ),
        None => Notice::new(Phrase::SolvedPlain, vec![number(count), metric], Tone::Good),
    }
}

/// Puts a sentence into the footer.
pub(super) fn say(model: &mut Model, phrase: Phrase, parts: Vec<Part>, tone: Tone) {
    model.notice = Some(Notice::new(phrase, parts, tone));
}
