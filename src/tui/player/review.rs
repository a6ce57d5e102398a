//! The player's own game looked back at: move by move as the metric counts them, beside a shortest solution and beside the
//! best game so far.

use super::state::Player;
use crate::puzzle::{Metric, Move, Position};
use crate::session::{Replay, Turn};
use crate::text::Phrase;
use crate::tui::context::Context;
use crate::tui::ghost::rival::played;
use crate::tui::notice::{Tone, say};
use crate::tui::play::line::{Ghost, Group, OwnLine, grouped, merged, written};

/// Shows the player's own moves, those that lost distance marked; if there are none, or if they are not to be marked yet, it is said.
pub(crate) fn open(ctx: &mut Context) -> Option<Player> {
    if ctx.is_kept_back() {
        say(ctx, Phrase::ClockWaits, vec![], Tone::Plain);
        return None;
    }
    let game = &ctx.game;
    let (start, line) = (game.session.line_start(), game.session.line());
    let together = grouped(start, line, game.metric());
    if together.is_empty() {
        say(ctx, Phrase::NothingToReview, vec![], Tone::Plain);
        return None;
    }
    let apart = || line.chunks(1).map(Group::of).collect();
    let replay = |groups: Vec<_>| {
        let puzzle = game.session.puzzle().clone();
        let replay = Replay::new(puzzle, start.clone(), merged(&groups));
        Some((replay.ok()?, groups))
    };
    // Turns that were merged may not be legal as one move; one by one they were played, and so they are.
    let (replay, groups) = replay(together).or_else(|| replay(apart()))?;
    let own = own(ctx, &groups);
    let (replay, mut own) = match game.metric() {
        Metric::Step => step_by_step(ctx, &replay, &own).unwrap_or((replay, own)),
        Metric::Slide | Metric::Move => (replay, own),
    };
    own.best = ghost(ctx);
    Some(Player::review(replay, own, ctx.now))
}

/// What is known of the line, in moves, and may be seen.
fn own(ctx: &Context, groups: &[Group<'_>]) -> OwnLine {
    let game = &ctx.game;
    let lost = game.losses();
    let begin = game.session.line_begin();
    let mut turns = vec![0];
    let mut losses = Vec::new();
    for group in groups {
        let from = turns[turns.len() - 1];
        let to = from + group.turns.len();
        losses.push(ctx.is_shown() && lost[from..to].contains(&true));
        turns.push(to);
    }
    let exact =
        |turns: &usize| game.remaining_after(begin + turns).exact().filter(|_| ctx.is_shown());
    OwnLine {
        losses,
        remaining: turns.iter().map(exact).collect(),
        turns,
        // Before the end it would be a solution to play by, without being one that was asked for.
        optimal: game
            .session
            .is_solved()
            .then(|| game.knowledge.path(game.session.line_start()))
            .flatten(),
        best: None,
    }
}

/// The same where each step is a move, though several were one turn. `None` if a step would not be legal alone.
fn step_by_step(ctx: &Context, replay: &Replay, own: &OwnLine) -> Option<(Replay, OwnLine)> {
    let game = &ctx.game;
    let (puzzle, start) = (game.session.puzzle(), game.session.line_start());
    let (mut here, mut moves) = (start.clone(), Vec::new());
    let (mut losses, mut turns) = (Vec::new(), vec![0]);
    let mut remaining = vec![own.remaining[0]];
    for (number, turn) in replay.moves().iter().enumerate() {
        let steps = match turn.steps() {
            [] => vec![turn.clone()],
            steps => steps.iter().map(|step| Move::Steps(vec![*step])).collect(),
        };
        let (first, last) = (moves.len(), moves.len() + steps.len() - 1);
        for action in steps {
            here.play(puzzle, &action).ok()?;
            let is_last = moves.len() == last;
            // In the midst of a turn one can only go back to where it began.
            turns.push(own.turns[number + usize::from(is_last)]);
            remaining.push(match is_last {
                true => own.remaining[number + 1],
                false => game.knowledge.remaining(&here).exact().filter(|_| ctx.is_shown()),
            });
            moves.push(action);
        }
        let left = &remaining[first..];
        // A step leads nearer by one or away by one; where nothing is known of the midst, the turn is judged with its last step.
        losses.extend((first..=last).map(|at| match left[..=last - first + 1].contains(&None) {
            true => at == last && own.losses[number],
            false => left[at - first + 1] >= left[at - first],
        }));
    }
    let replay = Replay::new(puzzle.clone(), start.clone(), moves).ok()?;
    Some((replay, OwnLine { losses, turns, remaining, ..own.clone() }))
}

/// The best game of the puzzle's start before this one; nothing if none is known, or if it is this one.
fn ghost(ctx: &Context) -> Option<Ghost> {
    let game = &ctx.game;
    let (puzzle, metric) = (game.session.puzzle(), game.metric());
    // When a game is won, it may be the best itself: then the one that it has beaten is what to compare it with.
    let line = match &game.beaten[metric as usize] {
        Some(line) => line.clone(),
        None => ctx.bests.get(puzzle, metric)?.line.clone()?,
    };
    if !game.session.is_from_start() || *line == *written(&game.session) {
        return None;
    }
    let session = played(puzzle, &line)?;
    let groups = grouped(puzzle.start(), session.line(), metric);
    let all = groups.len();
    let after = groups.iter().filter_map(|group| group.turns.last());
    let positions = [puzzle.start()].into_iter().chain(after.map(Turn::after));
    let left = |(at, position): (usize, &Position)| {
        let proven = game.knowledge.remaining(position).exact();
        proven.unwrap_or((all - at) as u32)
    };
    let remaining = positions.enumerate().map(left);
    Some(Ghost { remaining: remaining.collect(), moves: merged(&groups) })
}
