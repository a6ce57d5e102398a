//! The ghost: the own best game or the optimal line beside the game, step for step or second for second.

use super::state::Standing;
use crate::storage::{Ghost, Settings};
use crate::text::Phrase;
use crate::tui::context::Context;
use crate::tui::notice::{Part, Tone, say};

/// The next kind of ghost.
pub(crate) fn switch(ctx: &mut Context) {
    ctx.set(Settings { ghost: ctx.settings.ghost.next(), ..ctx.settings.clone() });
    refresh(ctx);
    let phrase = match ctx.settings.ghost {
        Ghost::Off => Phrase::GhostOff,
        Ghost::Best => Phrase::GhostBest,
        Ghost::BestTime => Phrase::GhostBestTime,
        Ghost::Optimal => Phrase::GhostOptimal,
        Ghost::OptimalTime => Phrase::GhostOptimalTime,
    };
    let is_missing = ctx.settings.ghost != Ghost::Off && ctx.ghost.rival.is_none();
    // What the solver knows is told to those who may see it or ask for its help.
    let is_told = ctx.is_shown() || ctx.settings.ghost.is_optimal();
    let (phrase, parts) = match is_missing {
        true if is_told && ctx.game.is_hopeless() => {
            (Phrase::GhostNever, vec![Part::Phrase(phrase)])
        }
        true => (Phrase::GhostNone, vec![Part::Phrase(phrase)]),
        false => (phrase, vec![]),
    };
    say(ctx, phrase, parts, Tone::Plain);
}

/// Has the right rival there.
pub(crate) fn refresh(ctx: &mut Context) {
    ctx.ghost.refresh(ctx.settings.ghost, &ctx.game, ctx.games, &ctx.bests);
}

/// To play beside the optimal line is to be helped.
pub(crate) fn note_help(ctx: &mut Context) {
    let is_seen = ctx.settings.ghost.is_optimal() && ctx.ghost.rival.is_some();
    // The ghost counts as one help at most, however many moves are played beside it.
    if is_seen && ctx.game.session.hints() == 0 {
        ctx.game.session.note_hint();
    }
}

/// Where the ghost stands now, if there is one.
pub(crate) fn standing(ctx: &Context) -> Option<Standing<'_>> {
    ctx.ghost.standing(ctx.settings.ghost, &ctx.game, ctx.now)
}
