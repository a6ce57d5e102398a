//! Help from the solver: hints and solutions, at once where they are known, else as soon as they are.

use super::game::{Awaited, Game, HintLevel};
use super::line;
use crate::engine::knowledge::Remaining;
use crate::engine::worker::{Report, SolverEvent};
use crate::puzzle::{Move, Path, PieceId};
use crate::session::Replay;
use crate::text::{Phrase, arrow, verdict};
use crate::tui::Screen;
use crate::tui::context::Context;
use crate::tui::map::chapters::Chapter;
use crate::tui::notice::{Part, Tone, say, say_lost, warn_if_lost};
use crate::tui::player::state::Player;
use crate::tui::screen::Response;
use crate::tui::widgets::label;
use std::time::Duration;

/// Gives the help at once if the solver has it, else as soon as it does.
pub(crate) fn ask_for(ctx: &mut Context, wanted: Awaited) -> Response {
    if ctx.game.session.is_solved() {
        say(ctx, Phrase::AlreadySolved, vec![], Tone::Plain);
        return Response::Draw;
    }
    // The wish is noted first: `deliver` then serves it now in the way in which it serves it when the solver's news comes.
    ctx.game.awaited = Some(wanted);
    deliver(ctx).unwrap_or_else(|| {
        let wait = match wanted {
            Awaited::Hint => Phrase::HintWaits,
            Awaited::Solution => Phrase::SolveWaits,
        };
        say(ctx, wait, vec![], Tone::Plain);
        Response::Draw
    })
}

/// The solver says something of the game, which `is_seen` or is not.
pub(crate) fn hear(ctx: &mut Context, news: SolverEvent, is_seen: bool) -> Response {
    let failure = match &news.report {
        Report::Failed(why) | Report::NoDistances(why) => Some(why.clone()),
        _ => None,
    };
    let broken = matches!(news.report, Report::Failed(_));
    if !ctx.game.knowledge.hear(news) {
        return Response::Ignored;
    }
    if let Some(why) = failure {
        say(ctx, Phrase::SolverFailed, vec![Part::Text(why)], Tone::Bad);
        if broken {
            // Not to be replaced by the word that there is no help: this is why.
            ctx.game.awaited = None;
        }
    } else if is_seen {
        warn_if_lost(ctx);
    }
    deliver(ctx).unwrap_or(Response::Draw)
}

/// Gives the help that is waited for, if the solver has it or will never have it. `None` while it is still waited for.
fn deliver(ctx: &mut Context) -> Option<Response> {
    let given = match ctx.game.awaited {
        None => Some(Response::Draw),
        Some(Awaited::Hint) => (hint(ctx) || likely_hint(ctx)).then_some(Response::Draw),
        Some(Awaited::Solution) => {
            let player = solution(ctx).or_else(|| likely_solution(ctx));
            player.map(|player| Response::Show(Box::new(Screen::Player(player))))
        }
    };
    if given.is_none() && !ctx.game.knowledge.is_settled(ctx.game.session.position()) {
        return None;
    }
    ctx.game.awaited = None;
    Some(given.unwrap_or_else(|| {
        give_up(ctx);
        Response::Draw
    }))
}

/// Says why there is no help.
fn give_up(ctx: &mut Context) {
    match ctx.game.remaining() {
        Remaining::Bounds { lower, .. } => {
            let lower = Part::Text(lower.to_string());
            say(ctx, Phrase::GaveUp, vec![lower], Tone::Bad);
        }
        _ => say_lost(ctx),
    }
}

/// Tells a little more of the next optimal move than before: how the last move was, the piece, its way, and the moves after it.
fn hint(ctx: &mut Context) -> bool {
    let (ascii, lang) = (ctx.settings.ascii, ctx.lang());
    let game = &mut ctx.game;
    let Some(action) = game.next_move() else {
        return false;
    };
    let Some(piece) = mover(&action) else {
        return false;
    };
    let label = Part::Text(game.called(piece, lang, ascii));
    let hint_level = game.to_tell();
    game.hint_level = Some(hint_level);
    let (phrase, parts) = match hint_level {
        HintLevel::Verdict => {
            let change = game.last_change().unwrap_or(0);
            let words = Part::Text(verdict(lang, change, ascii));
            (Phrase::HintVerdict, vec![words])
        }
        HintLevel::Piece => (Phrase::HintPiece, vec![label]),
        HintLevel::Way => {
            game.hint = vec![action.clone()];
            (Phrase::HintIs, vec![label, Part::Text(way(&action, ascii))])
        }
        HintLevel::Ghost => {
            game.hint = next_moves(game, &action);
            let named = in_words(&game.hint, |piece| game.called(piece, lang, ascii), ascii);
            let row = Phrase::HintLine.with(lang, &[&named]);
            // A row is enough for characters, where names would take more than one.
            let fits = label::width(&row) < i32::from(ctx.window.width);
            let words = match fits {
                true => named,
                false => in_words(&game.hint, |piece| game.short(piece), ascii),
            };
            (Phrase::HintLine, vec![Part::Text(words)])
        }
        HintLevel::Neck => {
            let moves = Chapter::of(game).and_then(Chapter::next).map_or(0, |(_, moves)| moves);
            (Phrase::HintNeck, vec![Part::Text(moves.to_string())])
        }
    };
    // The verdict is about a move that was made and is no help; the levels after this one are more of the same help.
    if hint_level == HintLevel::Piece {
        game.session.note_hint();
    }
    if hint_level != HintLevel::Verdict {
        game.select(piece);
    }
    say(ctx, phrase, parts, Tone::Good);
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
fn likely_hint(ctx: &mut Context) -> bool {
    let ascii = ctx.settings.ascii;
    let path = likely(&ctx.game).unwrap_or_default();
    let Some((action, piece)) = path.first().and_then(|a| Some((a, mover(a)?))) else {
        return false;
    };
    let words = [ctx.game.called(piece, ctx.lang(), ascii), way(action, ascii)];
    // To say the same once more is no more help.
    if ctx.game.hint.first() != Some(action) {
        ctx.game.session.note_hint();
    }
    ctx.game.select(piece);
    ctx.game.hint = vec![action.clone()];
    say(ctx, Phrase::HintLikely, words.map(Part::Text).to_vec(), Tone::Plain);
    true
}

/// The player of a solution that may not be a shortest one, which is said.
fn likely_solution(ctx: &mut Context) -> Option<Player> {
    let path = likely(&ctx.game)?;
    let (game, metric) = (&ctx.game, ctx.game.metric());
    // The solver has played it: on the largest boards to play thousands of moves once more would be felt.
    let counts = game.puzzle().counts_of_legal(game.session.position(), &path, metric);
    let whole = Part::Amount(counts.last().copied().unwrap_or(0), metric);
    let least = ctx.game.remaining().bounds().map_or(0, |(lower, _)| lower);
    let better = keep_found(ctx, &path);
    let mut player = show(ctx, path)?;
    player.doubted = true;
    match better {
        Some(better) => say(ctx, Phrase::FoundBetter, vec![better], Tone::Good),
        None => {
            let parts = vec![whole, Part::Text(least.to_string())];
            say(ctx, Phrase::NotProven, parts, Tone::Plain);
        }
    }
    Some(player)
}

/// Keeps a solution of an open puzzle, the moves made so far and those that the solver found, if it is shorter than was known.
/// Returns its length then.
fn keep_found(ctx: &mut Context, path: &[Move]) -> Option<Part> {
    let game = &ctx.game;
    if !game.session.is_from_start() {
        return None;
    }
    let mut whole = line::played(&game.session);
    whole.extend_from_slice(path);
    let better = ctx.bests.note_found(&game.entry, &whole);
    // It may be better in another metric than that of the game.
    let metric = better.iter().copied().find(|&metric| metric == game.metric());
    let metric = metric.or(better.first().copied())?;
    ctx.noted += 1;
    Some(Part::Amount(ctx.bests.best_known(&game.entry, metric)? as usize, metric))
}

/// How many of the next moves are told.
const NEXT_MOVES: usize = 4;

/// The next few optimal moves; only the first of them where the others are not known yet.
fn next_moves(game: &Game, first: &Move) -> Path {
    let mut path = game.solution().unwrap_or_else(|| vec![first.clone()]);
    path.truncate(NEXT_MOVES);
    path
}

/// Moves in words, each by what its piece is called.
fn in_words(moves: &[Move], called: impl Fn(PieceId) -> String, ascii: bool) -> String {
    let words = moves
        .iter()
        .filter_map(|action| Some(format!("{} {}", called(mover(action)?), way(action, ascii))));
    words.collect::<Vec<_>>().join("  ")
}

/// The piece that a move is named after: of tiles that go together the one that is pushed, which steps last.
fn mover(action: &Move) -> Option<PieceId> {
    action.steps().last().map(|step| step.piece).or(action.piece())
}

/// The directions of a move in arrows; of tiles that go together, one and how many they are; of a piece that is lifted, the column
/// and row that it is set down in.
fn way(action: &Move, ascii: bool) -> String {
    if let Move::Lift { to, .. } = action {
        return format!("{},{}", to.column + 1, to.row + 1);
    }
    let steps = action.steps();
    match steps {
        [first, .., last] if first.piece != last.piece => {
            format!("{}{}", arrow(last.direction, ascii), steps.len())
        }
        steps => steps.iter().map(|step| arrow(step.direction, ascii)).collect(),
    }
}

/// The player of an optimal solution from here.
fn solution(ctx: &mut Context) -> Option<Player> {
    let path = ctx.game.solution()?;
    let better = keep_found(ctx, &path);
    let player = show(ctx, path)?;
    if let Some(better) = better {
        say(ctx, Phrase::FoundBetter, vec![better], Tone::Good);
    }
    Some(player)
}

/// The player of moves from here, if they are legal: help, which is noted.
pub(crate) fn show(ctx: &mut Context, path: Path) -> Option<Player> {
    let game = &mut ctx.game;
    let position = game.session.position().clone();
    let replay = Replay::new(game.session.puzzle().clone(), position, path).ok()?;
    game.session.note_hint();
    ctx.notice = None;
    Some(Player::new(replay, ctx.settings.animation, ctx.now))
}
