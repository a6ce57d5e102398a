//! Help from the solver: hints and solutions, at once where they are known, else as soon as they are.

use super::game::{Awaited, Game, HintLevel};
use crate::engine::knowledge::Remaining;
use crate::engine::worker::{News, Report};
use crate::puzzle::{Move, Path};
use crate::session::Replay;
use crate::text::{Phrase, arrow, verdict};
use crate::tui::context::{Model, Part, Screen, Tone};
use crate::tui::message::Effect;
use crate::tui::notice::{say, say_lost, warn_if_lost};
use crate::tui::player::state::Player;
use std::time::Duration;

/// Gives the help at once if the solver has it, else as soon as it does.
pub(crate) fn ask_for(model: &mut Model, wanted: Awaited) {
    if model.game.session.is_solved() {
        return say(model, Phrase::AlreadySolved, vec![], Tone::Plain);
    }
    model.game.awaited = Some(wanted);
    if !deliver(model) {
        let wait = match wanted {
            Awaited::Hint => Phrase::HintWaits,
            Awaited::Solution => Phrase::SolveWaits,
        };
        say(model, wait, vec![], Tone::Plain);
    }
}

/// The solver says something.
pub(crate) fn hear(model: &mut Model, news: News) -> Effect {
    let failure = match &news.report {
        Report::Failed(why) | Report::NoDistances(why) => Some(why.clone()),
        _ => None,
    };
    let broken = matches!(news.report, Report::Failed(_));
    if !model.game.knowledge.hear(news) {
        return Effect::None;
    }
    if let Some(why) = failure {
        say(model, Phrase::SolverFailed, vec![Part::Text(why)], Tone::Bad);
        if broken {
            // Not to be replaced by the word that there is no help: this is why.
            model.game.awaited = None;
        }
    } else {
        warn_if_lost(model);
    }
    deliver(model);
    Effect::Draw
}

/// Gives the help that is waited for, if the solver has it or will never have it. Returns whether nothing is waited for.
fn deliver(model: &mut Model) -> bool {
    let Some(wanted) = model.game.awaited else {
        return true;
    };
    let given = match wanted {
        Awaited::Hint => hint(model) || likely_hint(model),
        Awaited::Solution => open_player(model) || open_likely(model),
    };
    if !given && !model.game.knowledge.is_settled(model.game.session.position()) {
        return false;
    }
    model.game.awaited = None;
    if !given {
        give_up(model);
    }
    true
}

/// Says why there is no help.
fn give_up(model: &mut Model) {
    match model.game.remaining() {
        Remaining::Bounds { lower, .. } => {
            let lower = Part::Text(lower.to_string());
            say(model, Phrase::GaveUp, vec![lower], Tone::Bad);
        }
        _ => say_lost(model),
    }
}

/// Tells a little more of the next optimal move than before: how the last move was, the piece, the way, the ghost.
fn hint(model: &mut Model) -> bool {
    let (ascii, lang) = (model.settings.ascii, model.lang());
    let game = &mut model.game;
    let Some(action) = game.next_move() else {
        return false;
    };
    let Some(piece) = action.piece() else {
        return false;
    };
    let label = Part::Text(game.label(piece, ascii));
    let hint_level = game.to_tell();
    game.hint_level = Some(hint_level);
    let (phrase, parts) = match hint_level {
        HintLevel::Verdict => {
            let change = game.last_change().unwrap_or(0);
            let words = Part::Text(verdict(lang, change, ascii));
            (Phrase::HintVerdict, vec![words])
        }
        HintLevel::Piece => (Phrase::HintPiece, vec![label]),
        HintLevel::Way => (Phrase::HintIs, vec![label, Part::Text(way(&action, ascii))]),
        HintLevel::Ghost => {
            game.hint = next_moves(game, &action);
            let words = Part::Text(in_words(game, &game.hint, ascii));
            (Phrase::HintLine, vec![words])
        }
    };
    if hint_level == HintLevel::Piece {
        game.session.note_hint();
    }
    if hint_level != HintLevel::Verdict {
        game.select(piece);
    }
    say(model, phrase, parts, Tone::Good);
    true
}

/// How long an answer that is proven is waited for before one that is not will do.
const PATIENCE: Duration = Duration::from_secs(1);

/// The best solution found so far, if a proven one is long in coming or does not come at all.
fn likely(game: &Game) -> Option<Path> {
    let here = game.session.position();
    let is_late = match game.knowledge.progress_on(here) {
        Some(progress) => progress.elapsed >= PATIENCE,
        None => game.knowledge.is_settled(here),
    };
    game.knowledge.found(here).filter(|_| is_late)
}

/// Tells the next move of a solution that may not be a shortest one.
fn likely_hint(model: &mut Model) -> bool {
    let ascii = model.settings.ascii;
    let path = likely(&model.game).unwrap_or_default();
    let Some((action, piece)) = path.first().and_then(|a| Some((a, a.piece()?))) else {
        return false;
    };
    let words = [model.game.label(piece, ascii), way(action, ascii)];
    model.game.session.note_hint();
    model.game.select(piece);
    model.game.hint = vec![action.clone()];
    say(model, Phrase::HintLikely, words.map(Part::Text).to_vec(), Tone::Plain);
    true
}

/// Opens the player on a solution that may not be a shortest one, and says so.
fn open_likely(model: &mut Model) -> bool {
    let Some(path) = likely(&model.game) else {
        return false;
    };
    let (game, metric) = (&model.game, model.game.metric());
    let counted = game.puzzle().count(game.session.position(), &path, metric);
    let whole = Part::Amount(counted.unwrap_or(path.len()), metric);
    let least = model.game.remaining().bounds().map_or(0, |(lower, _)| lower);
    let shown = show(model, path);
    if shown {
        if let Screen::Player(player) = &mut model.screen {
            player.doubt();
        }
        let parts = vec![whole, Part::Text(least.to_string())];
        say(model, Phrase::NotProven, parts, Tone::Plain);
    }
    shown
}

/// How many of the next moves are told.
const NEXT_MOVES: usize = 4;

/// The next few optimal moves; only the first of them where the others are not known yet.
fn next_moves(game: &Game, first: &Move) -> Path {
    let mut path = game.solution().unwrap_or_else(|| vec![first.clone()]);
    path.truncate(NEXT_MOVES);
    path
}

/// Moves in words.
fn in_words(game: &Game, moves: &[Move], ascii: bool) -> String {
    let words = moves.iter().filter_map(|action| {
        let label = game.label(action.piece()?, ascii);
        Some(format!("{label} {}", way(action, ascii)))
    });
    words.collect::<Vec<_>>().join("  ")
}

/// The directions of a move in arrows; of a piece that is lifted, the column and row that it is set down in.
fn way(action: &Move, ascii: bool) -> String {
    if let Move::Lift { to, .. } = action {
        return format!("{},{}", to.column + 1, to.row + 1);
    }
    let steps = action.steps().iter();
    steps.map(|s| arrow(s.direction, ascii)).collect()
}

/// Opens the player on an optimal solution from here.
fn open_player(model: &mut Model) -> bool {
    model.game.solution().is_some_and(|path| show(model, path))
}

/// Opens the player on moves from here; returns whether they are legal.
pub(crate) fn show(model: &mut Model, path: Path) -> bool {
    let game = &mut model.game;
    let position = game.session.position().clone();
    let Ok(replay) = Replay::new(game.session.puzzle().clone(), position, path) else {
        return false;
    };
    game.session.note_hint();
    let player = Player::new(replay, model.settings.animation, model.now);
    model.screen = Screen::Player(Box::new(player));
    model.notice = None;
    true
}
