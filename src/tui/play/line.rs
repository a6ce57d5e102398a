//! A line of turns as moves: those that count as one together, and what is known of them.

use crate::notation::moves;
use crate::puzzle::{Metric, Move, Path, Position};
use crate::session::{Session, Turn};

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

/// Turns of a line that follow each other and count as one move together.
pub(crate) struct Group<'a> {
    pub(crate) turns: &'a [Turn],
    /// Those that make the move: before and after them there may be some that brought a piece back to where it was.
    made: &'a [Turn],
}

impl<'a> Group<'a> {
    /// Turns that all make the move.
    pub(crate) fn of(turns: &'a [Turn]) -> Group<'a> {
        Group { turns, made: turns }
    }
}

/// The moves of a line from `start`. Turns that cannot be made one move stay apart; those that only bring a piece back to where it was are no
/// move, and belong to the next one, or at the end to the last.
pub(crate) fn grouped<'a>(start: &Position, line: &'a [Turn], metric: Metric) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    // Where the next group begins, and how many turns have been looked at.
    let (mut begin, mut seen) = (0, 0_usize);
    for made in line.chunk_by(|a, b| a.goes_on(b, metric)) {
        let before = seen.checked_sub(1).map_or(start, |last| line[last].after());
        let first = seen;
        seen += made.len();
        if line[seen - 1].after() == before {
            continue;
        }
        let parts = if made.iter().any(is_lift) { 1 } else { made.len() };
        for end in (first + parts..=seen).step_by(parts) {
            groups.push(Group { turns: &line[begin..end], made: &line[end - parts..end] });
            begin = end;
        }
    }
    if let Some(last) = groups.last_mut() {
        last.turns = &line[begin - last.turns.len()..];
    }
    groups
}

fn is_lift(turn: &Turn) -> bool {
    !matches!(turn.played(), Some(Move::Steps(_)))
}

/// Each group as one move.
pub(crate) fn merged(groups: &[Group<'_>]) -> Path {
    let moves = groups.iter().filter_map(|group| match group.made {
        [turn] => turn.played().cloned(),
        turns => {
            let steps = turns.iter().filter_map(Turn::played).flat_map(Move::steps);
            Some(Move::Steps(steps.copied().collect()))
        }
    });
    moves.collect()
}

/// The moves of the line.
pub(crate) fn played(session: &Session) -> Path {
    session.line().iter().filter_map(Turn::played).cloned().collect()
}

/// The moves of the line as the records have them.
pub(crate) fn written(session: &Session) -> String {
    moves::write(session.puzzle(), session.line_start(), &played(session))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use std::sync::Arc;
    use std::time::Duration;

    /// The moves of what was played on 横刀立马, written as `moves`, and how many turns each group has.
    fn played_as(written: &str) -> (String, Vec<usize>) {
        let puzzle = Arc::new(crate::library::find("hengdaolima").unwrap().puzzle.clone());
        let mut session = Session::new(Arc::clone(&puzzle));
        for action in moves::read(&puzzle, puzzle.start(), written).unwrap() {
            session.play(action, Duration::ZERO).unwrap();
        }
        let groups = grouped(puzzle.start(), session.line(), Metric::Move);
        let made = moves::write(&puzzle, puzzle.start(), &merged(&groups));
        (made, groups.iter().map(|group| group.turns.len()).collect())
    }

    #[test]
    fn a_piece_that_comes_back_makes_no_move() {
        for (written, made, turns) in [
            ("f:D f:R h:R", "f:DR h:R", vec![2, 1]),
            ("f:D f:U f:D f:R", "f:DR", vec![4]),
            ("f:D f:U i:L f:D", "i:L f:D", vec![3, 1]),
            ("f:D i:L i:R f:R", "f:D f:R", vec![1, 3]),
            ("f:D i:L i:R", "f:D", vec![3]),
            ("f:D f:U", "", vec![]),
        ] {
            assert_eq!(played_as(written), (made.to_owned(), turns), "{written}");
        }
    }
}
