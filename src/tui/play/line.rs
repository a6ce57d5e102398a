//! A line of turns as moves: those that count as one together, and what is known of them.

use crate::notation::moves;
use crate::puzzle::{Metric, Move, Path};
use crate::session::{Action, Session, Turn};

/// What is known of the player's own game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OwnLine {
    /// Which moves lost distance.
    pub losses: Vec<bool>,
    /// How many turns of the line lie behind before each move, and behind all of them.
    pub(crate) turns: Vec<usize>,
    /// How many moves remained before each move and after the last one, where that is known.
    pub remaining: Vec<Option<u32>>,
    /// A shortest solution from the same start, if it is known.
    pub optimal: Option<Path>,
    /// The best game so far, if this is another one.
    pub best: Option<Ghost>,
}

/// A game that this one is measured with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ghost {
    /// Its moves.
    pub moves: Path,
    /// How many moves remained before each move, and after the last one none: proven, or what the game itself then took.
    pub remaining: Vec<u32>,
}

/// The turns that count as one move together. Where they cannot be made one move, they stay apart.
pub(crate) fn grouped(line: &[Turn], metric: Metric) -> Vec<&[Turn]> {
    let one_move = |a: &Turn, b: &Turn| a.goes_on(b, metric);
    let groups = line.chunk_by(one_move).flat_map(|group| {
        let all_steps = group.iter().all(|turn| !is_lift(turn));
        let parts = if all_steps { group.len() } else { 1 };
        group.chunks(parts)
    });
    groups.collect()
}

fn is_lift(turn: &Turn) -> bool {
    !matches!(turn.action(), Action::Play(Move::Steps(_)))
}

/// Each group as one move.
pub(crate) fn merged(groups: &[&[Turn]]) -> Path {
    let moves = groups.iter().filter_map(|group| match group {
        [turn] => match turn.action() {
            Action::Play(action) => Some(action.clone()),
            Action::Restart | Action::Jump => None,
        },
        turns => {
            let steps = turns.iter().flat_map(|turn| match turn.action() {
                Action::Play(action) => action.steps(),
                Action::Restart | Action::Jump => &[],
            });
            Some(Move::Steps(steps.copied().collect()))
        }
    });
    moves.collect()
}

/// The moves of the line.
pub(crate) fn played(session: &Session) -> Path {
    let actions = session.line().iter().filter_map(|turn| match turn.action() {
        Action::Play(action) => Some(action.clone()),
        Action::Restart | Action::Jump => None,
    });
    actions.collect()
}

/// The moves of the line as the records have them.
pub(crate) fn written(session: &Session) -> String {
    moves::write(session.puzzle(), session.line_start(), &played(session))
}
