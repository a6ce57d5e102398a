//! From codes back to positions and moves of the puzzle's own pieces.

use super::expand::Change;
use super::lower::Blocks;
use crate::puzzle::{Cell, Direction, Kind, Metric, Move, PieceId, Position};
use crate::solver::lowered::Lowered;
use crate::solver::search::bits::Bits;
use std::sync::{Mutex, OnceLock};

impl<K: Bits, B: Bits> Lowered<K> for Blocks<K, B> {
    fn state(&self, position: &Position) -> Option<K> {
        Some(self.canonical(self.lower(position)?))
    }

    fn position(&self, state: K) -> Position {
        self.raise(state).expect("every code that can be reached is of a legal position")
    }

    fn is_hopeless(&self) -> bool {
        // Goal or waypoints want a piece where it can never be.
        self.via.iter().chain([&self.goal]).any(|&(mask, value)| mask & value != value)
    }

    fn put_away(&mut self) {
        self.scratch = Mutex::default();
        self.move_lists = OnceLock::new();
    }

    fn mv(&self, position: &Position, wanted: &dyn Fn(K) -> bool) -> Option<Move> {
        let code = self.lower(position)?;
        let mut found = None;
        self.each_class(code, &|_| true, &mut |change, next, class| {
            if found.is_none() && wanted(class) {
                found = Some((change, next));
            }
        });
        let (change, next) = found?;
        self.raise_change(position, next, change, self.empty_and_image(code).0)
    }

    fn mv_to(&self, position: &Position, state: K) -> Option<Move> {
        if !self.via.is_empty() {
            return self.mv(position, &|next| next == state);
        }
        let code = self.lower(position)?;
        let empty = self.empty_and_image(code).0;
        // A state is one of its position and that of any of the images. A large board has too many moves to try them all.
        let images = self.symmetries.iter().map(|mirror| self.image(mirror, state));
        let changes = std::iter::once(state).chain(images).filter_map(|next| {
            let change = self.difference(code, next)?;
            self.is_move(change, empty).then_some((change, next))
        });
        // In the order in which moves are found.
        let first = changes.min_by_key(|(change, _)| (change.group, change.from, change.to));
        let (change, next) = first?;
        self.raise_change(position, next, change, empty)
    }
}

impl<K: Bits, B: Bits> Blocks<K, B> {
    /// The position of a code: in each region the pieces of a kind from the first place to the last, in their order.
    fn raise(&self, code: K) -> Option<Position> {
        let puzzle = &self.puzzle;
        let mut anchors: Vec<Cell> = puzzle.start().anchors().to_vec();
        for (group, places, _) in self.field_places() {
            let pieces = puzzle.piece_ids().filter(|&id| {
                let start = puzzle.start().anchor(id);
                usize::from(puzzle.piece(id).kind().0) == group
                    && places.has(self.plan.number(start))
            });
            let here = self.anchors(code, &self.groups[group]) & places;
            for (id, anchor) in pieces.zip(here.ones()) {
                anchors[id.index()] = self.plan.cell(anchor);
            }
        }
        puzzle.position(&anchors, self.stage(code))
    }

    /// The only piece that is somewhere else in `next`.
    fn difference(&self, code: K, next: K) -> Option<Change> {
        let mut changed = None;
        for (group, planned) in self.groups.iter().enumerate() {
            // Of hundreds of kinds of one piece nearly all are where they were.
            if self.fields[planned.fields.clone()].iter().all(|field| field.is_same(&code, &next)) {
                continue;
            }
            let [before, after] = [code, next].map(|code| self.anchors(code, planned));
            if before == after {
                continue;
            }
            let (left, taken) = (before & !after, after & !before);
            if changed.is_some() || left.count() != 1 || taken.count() != 1 {
                return None;
            }
            changed = Some(Change { group, from: left.lowest(), to: taken.lowest() });
        }
        changed
    }

    /// Whether a piece can go so in one move, with these cells empty.
    fn is_move(&self, Change { group, from, to }: Change, empty: B) -> bool {
        self.places(&self.groups[group], from, empty).has(to)
    }

    /// The rules' move for a change to the code `next`, with these cells empty.
    fn raise_change(
        &self,
        position: &Position,
        next: K,
        Change { group, from, to }: Change,
        empty: B,
    ) -> Option<Move> {
        let from_cell = self.plan.cell(from);
        let kind = Kind(group as u16);
        let is_it = |&id: &PieceId| {
            self.puzzle.piece(id).kind() == kind && position.anchor(id) == from_cell
        };
        let piece = self.puzzle.piece_ids().find(is_it)?;
        if self.lift {
            let to = self.plan.cell(to);
            return Some(Move::Lift { piece, to });
        }
        if !self.via.is_empty() {
            return self.staged_move(position, piece, next);
        }
        self.walk(group, (from, to), empty).map(|path| Move::of(piece, &path))
    }

    /// With waypoints the way matters: the rules' own list of moves tells which one has this outcome.
    fn staged_move(&self, position: &Position, piece: PieceId, wanted: K) -> Option<Move> {
        let moves = self.puzzle.moves(position, self.metric).into_iter();
        moves.filter(|m| m.piece() == Some(piece)).find(|mv| {
            let mut after = position.clone();
            after.play(&self.puzzle, mv).is_ok() && self.lower(&after) == Some(wanted)
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
                // A straight walk never turns, so that it cannot come to a place twice.
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
