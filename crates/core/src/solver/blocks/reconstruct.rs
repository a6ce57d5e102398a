//! From a path of codes back to moves of the puzzle's own pieces.

use super::bits::Bits;
use super::expand::Change;
use super::lower::Blocks;
use super::plan::Plan;
use crate::puzzle::{Direction, Kind, Metric, Move, PieceId, Position, Puzzle};

impl<K: Bits, B: Bits> Blocks<K, B> {
    /// The moves that lead from `start` along `path`, whose first code is the start's and whose codes may be those of
    /// mirror images. `None` if a step of the path is no move, which would be an error of the search.
    pub(crate) fn raise(
        &self,
        puzzle: &Puzzle,
        plan: &Plan,
        start: &Position,
        path: &[K],
    ) -> Option<Vec<Move>> {
        let mut position = start.clone();
        let mut code = self.lower(puzzle, plan, &position)?;
        let mut moves = Vec::with_capacity(path.len().saturating_sub(1));
        for &wanted in path.iter().skip(1) {
            let (change, next) = self.change_where(code, |next| self.canonical(next) == wanted)?;
            let mv = self.mv(puzzle, plan, &position, (code, next), change)?;
            position.play(puzzle, &mv).ok()?;
            moves.push(mv);
            code = next;
        }
        Some(moves)
    }

    /// The first move from `code` to a code that `wanted` accepts.
    pub(crate) fn change_where(&self, code: K, wanted: impl Fn(K) -> bool) -> Option<(Change, K)> {
        let mut found = None;
        self.each_child(code, &mut |change, next| {
            if found.is_none() && wanted(next) {
                found = Some((change, next));
            }
        });
        found
    }

    /// The rules' move for a change.
    pub(crate) fn mv(
        &self,
        puzzle: &Puzzle,
        plan: &Plan,
        position: &Position,
        (code, next): (K, K),
        Change { group, from, to }: Change,
    ) -> Option<Move> {
        let from_cell = plan.cell(from);
        let kind = Kind(group as u16);
        let piece = puzzle
            .piece_ids()
            .find(|&id| puzzle.piece(id).kind() == kind && position.anchor(id) == from_cell)?;
        if self.lift {
            let to = plan.cell(to);
            return Some(Move::Lift { piece, to });
        }
        if !self.via.is_empty() {
            return self.staged_action(puzzle, plan, position, piece, next);
        }
        let empty = self.empty_and_image(code).0;
        self.walk(group, (from, to), empty).map(|path| Move::of(piece, &path))
    }

    /// With waypoints the way matters: the rules' own list of moves tells which one has this outcome.
    fn staged_action(
        &self,
        puzzle: &Puzzle,
        plan: &Plan,
        position: &Position,
        piece: PieceId,
        wanted: K,
    ) -> Option<Move> {
        let moves = puzzle.moves(position, self.metric).into_iter();
        moves.filter(|m| m.piece() == Some(piece)).find(|mv| {
            let mut after = position.clone();
            after.play(puzzle, mv).is_ok() && self.lower(puzzle, plan, &after) == Some(wanted)
        })
    }

    /// A shortest walk of one piece between two anchors; a straight one in the metrics that count turns.
    fn walk(&self, group: usize, (from, to): (u32, u32), empty: B) -> Option<Vec<Direction>> {
        let group = &self.groups[group];
        let fits = group.reach(from, empty);
        let straight = self.metric != Metric::Move;
        let mut seen = vec![(from, Vec::new())];
        let mut next = 0;
        while let Some((at, path)) = seen.get(next).cloned() {
            if at == to {
                return Some(path);
            }
            next += 1;
            for way in group.ways.iter().filter(|way| way.from.has(at)) {
                let turns = path.last().is_some_and(|&last| last != way.direction);
                let there = way.next(at);
                let known = !straight && seen.iter().any(|(seen, _)| *seen == there);
                if fits.has(there) && !known && !(straight && turns) {
                    let mut path = path.clone();
                    path.push(way.direction);
                    seen.push((there, path));
                }
            }
        }
        None
    }
}
